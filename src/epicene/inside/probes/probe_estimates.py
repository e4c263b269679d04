"""From finished cells to figures: accuracy, its controls, and what is left of it.

`difference` is accuracy less the accuracy on the same architecture with random weights, split by split: what training
put there. A random encoder mixes the subject into every position too, and a probe finds it. Where the probe of either
used no feature it guesses, and the difference says nothing; `guessed` names such figures of a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite

from msgspec import Struct

from epicene.core.hashing import digest
from epicene.core.types import Estimate
from epicene.inside.kept_run import FIGURES, ProbedCell, ProbedCorpus, ProbeResults
from epicene.inside.probes.linear_probe import RANDOM, TRAINED, Cell, CellResult, ProbeSettings, Repetitions, figure
from epicene.inside.probes.probe_corpora import TABLE_4, ProbeCorpus
from epicene.inside.probes.state_files import FIRST
from epicene.runs.signature import Signature

BENCHMARK = "mt-probe"
IDEALS = {"difference": 0.0}
CHANCE = 50.0


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
    question: ProbeQuestion, model: str, corpora: Sequence[ProbeCorpus], results: Mapping[Cell, CellResult]
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
        follow=question.follow,
        corpora=[_corpus(corpus) for corpus in corpora],
        cells=cells,
        estimates=[estimate for record in cells for estimate in _estimates(record, corpora, signature)],
        notices=list(_notices(question, corpora, results, cells)),
    )


def _corpus(corpus: ProbeCorpus) -> ProbedCorpus:
    return ProbedCorpus(
        name=corpus.name,
        kind=corpus.kind,
        words=dict(corpus.words),
        n_lines=len(corpus.lines),
        n_pairs=len(corpus.lines) // 2,
        n_identical=sum(not line.marked for line in corpus.lines) // 2,
        ceiling=corpus.ceiling(),
        example=corpus.lines[0].french,
        published_as=corpus.published_as(),
    )


def _record(cell: Cell, results: Mapping[Cell, CellResult]) -> ProbedCell:
    own, twin = results[cell], results[replace(cell, weights=RANDOM)]
    both = zip(own.true.all, twin.true.all, strict=True)
    left = [one - other for one, other in both if one is not None and other is not None]
    figures = {
        "accuracy": figure(own.true.all),
        "feminine": figure(own.true.feminine),
        "masculine": figure(own.true.masculine),
        "random_labels": figure(own.random_labels.all if own.random_labels else []),
        "random_weights": figure(twin.true.all),
        "difference": figure(left),
    }
    known = {key: one for key, one in figures.items() if isfinite(one.value)}
    guessed = [key for key, one in (("accuracy", own), ("random_weights", twin)) if _guesses(one.true) and key in known]
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


def _guesses(found: Repetitions) -> bool:
    return 2 * found.unused >= len(found.all)


def _estimates(record: ProbedCell, corpora: Sequence[ProbeCorpus], signature: str) -> Iterator[Estimate]:
    """A metric a figure; the group names side, layer and token, the task the corpus."""
    n_lines = next(len(corpus.lines) for corpus in corpora if corpus.name == record.corpus)
    for metric in FIGURES:
        if found := record.figure(metric):
            yield Estimate(
                benchmark=BENCHMARK,
                task=record.corpus,
                metric=f"probe_{metric}",
                group=f"{record.side} {record.layer} {record.token}",
                value=found.value,
                low=found.low,
                high=found.high,
                ideal=IDEALS.get(metric, CHANCE),
                n_used=record.n_examples,
                n_total=max(n_lines, record.n_examples),
                signature=signature,
            )


def _signature(question: ProbeQuestion, model: str) -> str:
    probe = question.probe
    options = [f"l1:{probe.strength:g}", f"follow:{question.follow.split()[0]}"]
    if question.limit is not None:
        options.append(f"limit:{question.limit}")
    made = Signature(
        benchmark=BENCHMARK,
        data_digest=digest([question.corpora, question.at]),
        scoring=f"probe-{probe.split}",
        bos="none",
        model=model,
        weights_digest=str(question.system["weights"]),
        resampling=f"split*{probe.repetitions}",
        version=question.epicene,
        options=options,
    )
    return str(made)


def _notices(
    question: ProbeQuestion,
    corpora: Sequence[ProbeCorpus],
    results: Mapping[Cell, CellResult],
    records: Sequence[ProbedCell],
) -> Iterator[dict[str, str | int | None]]:
    """What a reader must know, as a kind and its numbers; the report has the words."""
    if any(corpus.is_cut for corpus in corpora):
        yield {"kind": "limit", "n": question.limit}
    for corpus in corpora:
        decoded = [one for cell, one in results.items() if (cell.corpus, cell.token) == (corpus.name, FIRST)]
        total, n = len(corpus.lines), decoded[0].n_examples if decoded else 0
        if corpus.kind == TABLE_4 and n < total:
            why = "two-nouns" if question.follow == "reference" else "empty"
            yield {"kind": why, "corpus": corpus.name, "n": total - n, "total": total}
    if guessed := sum(bool(record.guessed) for record in records):
        yield {"kind": "unused", "n": guessed, "total": len(records)}
    asked = [one for result in results.values() for one in (result.true, result.random_labels) if one is not None]
    if lost := sum(one.unconverged for one in asked):
        yield {"kind": "unconverged", "n": lost, "total": sum(len(one.all) for one in asked)}
