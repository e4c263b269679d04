"""`epicene mt probe`: states once, then the grid of probes with its controls, in a run folder that resumes.

The run folder: `manifest.json` (the question), `cells.jsonl` (a line a cell, written through), `results.json`,
`cost.json`, `report.html`. States are kept in epicene's cache, where other runs about the same model and corpus find
them.

`difference` is accuracy less the accuracy on the same architecture with random weights, split by split: what training
put there. A random encoder mixes the subject into every position too, and a probe finds it. Where the probe of either
used no feature it guesses, and the difference says nothing; `guessed` names such figures of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from epicene._version import __version__
from epicene.core.hashing import SHORT, digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.core.types import Estimate
from epicene.inside.forced.decoding import DETERMINER
from epicene.inside.probes.hidden_states import (
    FIRST,
    Extraction,
    Layers,
    PlacedTokens,
    ReadModel,
    SentenceBatch,
    StateColumn,
    Vectors,
    depth_of,
    forced_targets,
    load_read_model,
    own_targets,
    read_columns,
    read_states,
    sources_of,
    states_folder,
    translated,
    width_of,
    write_states,
)
from epicene.inside.probes.linear_probe import (
    RANDOM,
    TRAINED,
    CellResult,
    ProbeCell,
    ProbeLines,
    ProbeSettings,
    ProbeTask,
    mean_over_splits,
    run_grid,
)
from epicene.inside.probes.probe_corpora import TABLE_4, ProbeCorpus, ProbeCorpusChoice, choose_corpora
from epicene.inside.results import FIGURES, NOUN, ProbedCell, ProbedCorpus, ProbeResults, unique_notice_fields
from epicene.models.engines.cost import metered
from epicene.models.engines.local import Engine, Local, WorkerFactory, Workers
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.runs.folder import Journal, RunFolder, locked
from epicene.runs.signature import SAMPLE, option_texts, signature_of

BENCHMARK = "mt-probe"
IDEALS = {"difference": 0.0, "bits": 1.0, "bits_random_labels": 1.0, "bits_random_weights": 1.0}
CHANCE = 50.0
OF_WEIGHTS = {TRAINED: "trained weights", RANDOM: "random weights"}
LANGUAGES = ("fr", "en")
_DIGEST_LENGTH = 16  # enough to tell corpora apart, and short enough for an error that names them


class ProbeQuestion(Struct):
    """What a run answers: of which system and corpora, at which words, and how."""

    epicene: str
    system: Mapping[str, str | int | None]
    corpora: dict[str, str]
    at: list[str]
    limit: int | None
    follow: str
    probe: ProbeSettings


def probe_results(
    question: ProbeQuestion, model: str, corpora: Sequence[ProbeCorpus], results: Mapping[ProbeCell, CellResult]
) -> ProbeResults:
    """What `results.json` holds: a record a cell, and the same figures as estimates."""
    signature, probe = _signature(question, model), question.probe
    cells = [_record(cell, results) for cell in results if cell.weights == TRAINED]
    return ProbeResults(
        model=model,
        signatures={BENCHMARK: signature},
        split=probe.split,
        repetitions=probe.repetitions,
        strength=probe.strength,
        standardise=probe.standardise,
        follow=question.follow,
        corpora=[
            ProbedCorpus(
                name=corpus.name,
                kind=corpus.kind,
                words=dict(corpus.words),
                n_lines=len(corpus.lines),
                n_pairs=len(corpus.lines) // 2,
                n_identical=sum(not line.marked for line in corpus.lines) // 2,
                ceiling=corpus.ceiling(),
                example=corpus.lines[0].source,
                published_as=corpus.published_as(),
            )
            for corpus in corpora
        ],
        cells=cells,
        estimates=[estimate for record in cells for estimate in _estimates(record, corpora, signature)],
        **unique_notice_fields(_notices(question, corpora, results, cells)),
    )


def _record(cell: ProbeCell, results: Mapping[ProbeCell, CellResult]) -> ProbedCell:
    own, twin = results[cell], results[replace(cell, weights=RANDOM)]
    # Split by split, where both counted anything.
    both = zip(own.true.all, twin.true.all, strict=False)
    left = [accuracy - random for accuracy, random in both if accuracy is not None and random is not None]
    figures = {
        "accuracy": mean_over_splits(own.true.all),
        "feminine": mean_over_splits(own.true.feminine),
        "masculine": mean_over_splits(own.true.masculine),
        "random_labels": mean_over_splits(own.random_labels.all if own.random_labels else []),
        "random_weights": mean_over_splits(twin.true.all),
        "difference": mean_over_splits(left),
        "bits": mean_over_splits(own.true.bits),
        "bits_random_labels": mean_over_splits(own.random_labels.bits if own.random_labels else []),
        "bits_random_weights": mean_over_splits(twin.true.bits),
    }
    known = {key: mean for key, mean in figures.items() if isfinite(mean.value)}
    unused = {"accuracy": own.true, "random_weights": twin.true}
    guessed = [key for key, mean in unused.items() if 2 * mean.unused >= len(mean.all) and key in known]
    return ProbedCell(
        corpus=cell.corpus,
        side=cell.side,
        token=cell.token,
        layer=cell.layer,
        n_examples=own.n_examples,
        **known,
        unused=own.true.unused,
        unused_random_weights=twin.true.unused,
        guessed=[*guessed, "difference"] if guessed else [],
    )


def _estimates(record: ProbedCell, corpora: Sequence[ProbeCorpus], signature: str) -> Iterator[Estimate]:
    """A metric for each figure; the group names side, layer and token, the task the corpus."""
    n_lines = next(len(corpus.lines) for corpus in corpora if corpus.name == record.corpus)
    for metric in FIGURES:
        if mean := record.figure(metric):
            yield Estimate(
                benchmark=BENCHMARK,
                task=record.corpus,
                metric=f"probe_{metric}",
                group=f"{record.side} {record.layer} {record.token}",
                value=mean.value,
                low=mean.low,
                high=mean.high,
                ideal=IDEALS.get(metric, CHANCE),
                n_used=record.n_examples,
                n_total=max(n_lines, record.n_examples),
                signature=signature,
            )


def _signature(question: ProbeQuestion, model: str) -> str:
    probe = question.probe
    options = {
        "l1": f"{probe.strength:g}",
        "raw": not probe.standardise,
        "follow": question.follow.split()[0],
        SAMPLE: question.limit,
    }
    return signature_of(
        benchmark=BENCHMARK,
        data_digest=digest([question.corpora, question.at]),
        scoring=f"probe-{probe.split}",
        bos="none",
        model=model,
        weights_digest=str(question.system["weights"]),
        resampling=f"split*{probe.repetitions}",
        version=question.epicene,
        options=option_texts(options),
    )


def _notices(
    question: ProbeQuestion,
    corpora: Sequence[ProbeCorpus],
    results: Mapping[ProbeCell, CellResult],
    records: Sequence[ProbedCell],
) -> Iterator[Notice]:
    """What a reader must know before the figures."""
    if any(corpus.is_cut for corpus in corpora):
        yield Notice("probe.notice.limit", {"n": question.limit})
    for corpus in corpora:
        decoded = [result for cell, result in results.items() if (cell.corpus, cell.token) == (corpus.name, FIRST)]
        total, n = len(corpus.lines), decoded[0].n_examples if decoded else 0
        if corpus.kind == TABLE_4 and n < total:
            why = "two-nouns" if question.follow == "reference" else "empty"
            yield Notice(f"probe.notice.{why}", {"corpus": corpus.name, "n": total - n, "total": total})
    if guessed := sum(bool(record.guessed) for record in records):
        yield Notice("probe.notice.unused", {"n": guessed, "total": len(records)})
    fits = [fit for result in results.values() for fit in (result.true, result.random_labels) if fit is not None]
    if lost := sum(fit.unconverged for fit in fits):
        yield Notice("probe.notice.unconverged", {"n": lost, "total": sum(len(fit.all) for fit in fits)})


@dataclass(frozen=True, slots=True)
class ProbeRequest:
    """What a user asks; `forced` feeds the decoder the reference instead of the system's own translation."""

    model: ModelChoice
    corpora: ProbeCorpusChoice = field(default_factory=ProbeCorpusChoice)
    settings: ProbeSettings = field(default_factory=ProbeSettings)
    forced: bool = False
    placement: Placement = field(default_factory=Placement)
    engine: Engine = field(default_factory=Local)
    decoding: Decoding = field(default_factory=Decoding)
    out: Path | None = None


def probe_model(request: ProbeRequest, progress: Progress | None = None) -> Path:
    """Probe or resume; returns the run folder, whose `results.json` holds the figures."""
    progress = progress or Silent()
    corpora = choose_corpora(request.corpora)
    lines = {
        corpus.name: ProbeLines.of([line.feminine for line in corpus.lines], [line.occupation for line in corpus.lines])
        for corpus in corpora
    }
    system = open_model(request.model, *LANGUAGES, request.placement, request.decoding, request.engine)
    progress.say(f"Hashing the weights of {system.name}")
    question = ProbeQuestion(
        epicene=__version__,
        system=system.facts,
        corpora={corpus.name: corpus.digest()[:_DIGEST_LENGTH] for corpus in corpora},
        at=list(corpora[0].words),
        limit=request.corpora.limit,
        follow="reference" if request.forced else "own translation",
        probe=request.settings,
    )
    record: dict[str, Any] = msgspec.to_builtins(question)
    if request.settings.standardise:
        del record["probe"]["standardise"]  # as in folders of an epicene that always did so
    out = request.out or Path("runs") / f"probe-{system.name.replace('/', '--')}-{digest(record)[:SHORT]}"
    folder = RunFolder(out)
    with folder.lock():
        folder.begin("mt-probe", record)
        loaded = system.factory
        make = partial(load_read_model, loaded.make, request.settings.seed)
        factory = WorkerFactory(make, loaded.read, loaded.known, loaded.message)
        with metered(out, request.engine.name) as meter:
            with request.engine.workers(factory, request.placement) as workers:
                states = _States(request, system, meter.counting(workers), progress)
                states.check(corpora)
                tasks = [task for corpus in corpora for task in _tasks(corpus, lines[corpus.name], states)]
            journal = Journal(out / "cells.jsonl")
            at_once = request.placement.threads
            results = run_grid(tasks, request.settings, journal, request.engine, at_once, progress, meter.tick)
        folder.write_results(probe_results(question, system.name, corpora, results))
    return out


def _tasks(corpus: ProbeCorpus, lines: ProbeLines, states: _States) -> Iterator[ProbeTask]:
    for weights in (TRAINED, RANDOM):
        folder, columns = states.of(corpus, weights)
        for column in columns:
            n_examples = len(np.load(folder / column.rows, mmap_mode="r"))
            for index, layer in enumerate(column.layers if n_examples else ()):
                cell = ProbeCell(corpus.name, column.side, column.token, layer, weights)
                yield ProbeTask(cell, folder / column.vectors, folder / column.rows, index, lines, n_examples)


class _States:
    """States of one system and of its random twin. Weights are loaded only if some states are not on disk yet."""

    def __init__(
        self, request: ProbeRequest, system: ModelSystem, workers: Workers[ReadModel], progress: Progress
    ) -> None:
        self.request, self.system, self.workers, self.progress = request, system, workers, progress
        self._sources: dict[str, list[PlacedTokens]] = {}

    def check(self, corpora: Sequence[ProbeCorpus]) -> None:
        """A word that some line has not is refused now, not after hours of other corpora."""
        missing = [
            corpus
            for corpus in corpora
            if any(read_columns(self._folder(corpus, weights)) is None for weights in (TRAINED, RANDOM))
        ]
        if missing:
            self.progress.start("Finding the words (corpora)", len(missing))
        for corpus in missing:
            self._sources_of(corpus)
            self.progress.advance(1)

    def of(self, corpus: ProbeCorpus, weights: str) -> tuple[Path, list[StateColumn]]:
        folder = self._folder(corpus, weights)
        columns = read_columns(folder)
        if columns is None:
            sources = self._sources_of(corpus)
            config = self.system.description.config
            encoder, decoder = depth_of(config)
            layers, targets = Layers(sorted({1, encoder})), None
            if corpus.kind == TABLE_4:
                layers, targets = Layers(range(1, encoder + 1), range(1, decoder + 1)), self._targets(corpus, sources)
            self.progress.start(f"States of {corpus.name} ({OF_WEIGHTS[weights]})", len(sources))

            def read(batches: Sequence[SentenceBatch]) -> Iterable[tuple[int, list[Vectors]]]:
                return self.workers.map(partial(read_states, layers, weights == RANDOM), list(enumerate(batches)))

            extraction = Extraction(layers, list(corpus.words), width_of(config), sources, targets)
            columns = write_states(folder, extraction, read, self.progress)
        return folder, columns

    def _folder(self, corpus: ProbeCorpus, weights: str) -> Path:
        seed = self.request.settings.seed if weights == RANDOM else None
        return states_folder({**self._facts(corpus), "random_weights": seed})

    def _sources_of(self, corpus: ProbeCorpus) -> list[PlacedTokens]:
        if corpus.name not in self._sources:
            french, named = [line.source for line in corpus.lines], [line.named for line in corpus.lines]
            words = list(corpus.words.values())
            self._sources[corpus.name] = sources_of(self.system.planner, french, words, corpus.name, named)
        return self._sources[corpus.name]

    def _facts(self, corpus: ProbeCorpus) -> dict[str, object]:
        """What the states depend on."""
        facts = {**self._given(corpus), "words": dict(corpus.words), "kind": corpus.kind}
        if named := [word for word in (NOUN, DETERMINER) if word in corpus.words]:
            facts["named"] = [[line.named[word] for word in named] for line in corpus.lines]
        if corpus.kind == TABLE_4:
            facts |= {"forced": True} if self.request.forced else self._translating()
        return facts

    def _given(self, corpus: ProbeCorpus) -> dict[str, object]:
        own = {key: self.system.facts[key] for key in ("weights", "prefix", "dtype")}
        return {**own, "corpus": corpus.digest()}

    def _translating(self) -> dict[str, object]:
        return {key: self.system.facts[key] for key in ("beams", "max_new_tokens", "limit")}

    def _targets(self, corpus: ProbeCorpus, sources: Sequence[PlacedTokens]) -> list[PlacedTokens]:
        if self.request.forced:
            lines = corpus.lines
            return forced_targets(self.system.planner, [line.target for line in lines], [line.shared for line in lines])
        folder = states_folder({**self._given(corpus), **self._translating(), "translations": True})
        with locked(folder):
            journal = Journal(folder / "translations.jsonl")
            generating = partial(self.workers.map, translated)
            return own_targets(self.system.planner, sources, journal, self.progress, generating)
