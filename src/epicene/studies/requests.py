"""What a study asks: requests of the existing commands.

Of language models, a request of `epicene audit` for each model and benchmark, or one of `epicene score` where somebody
else made the scores. Of translation systems, those of `train mt`, `mt corpus-stats`, `mt audit`, `mt judge`, `mt
winomt`, `mt probe`, `mt intervene` and of a test set's BLEU: each system is trained where it must be, and each step has
a folder and goes on where it ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from epicene.auditing.audit_requests import AuditRequest, ScoreRequest
from epicene.auditing.plan import idle_options, tasks_of
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, LETTER, NEXT, WORD
from epicene.core.progress import Progress
from epicene.core.request_fields import CHAT as CHAT_PANEL
from epicene.core.request_fields import read_request
from epicene.core.types import Capability
from epicene.data.datasets import Dataset
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.forced_estimates import TrainingCounts
from epicene.inside.forced.translation_audit import ForcedRequest
from epicene.inside.forced.translation_audit import audit as force
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.linear_probe import ProbeSettings
from epicene.inside.probes.probe_corpora import ProbeCorpusChoice as ProbeCorpora
from epicene.inside.probes.probe_corpora import occupations_of
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.kinds.protocol import find_response_mode
from epicene.models.description import Description
from epicene.models.engines.local import Engine
from epicene.models.loading import Placement
from epicene.models.source import CHAT
from epicene.models.translation import Decoding
from epicene.mt.corpus_stats import CorpusStatsRequest as StatsRequest
from epicene.mt.corpus_stats import save_stats
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.line_judge import open_corpus, source_file
from epicene.mt.judging.set_lines import SETS as RELEASED
from epicene.mt.judging.set_lines import open_set
from epicene.mt.judging.set_run import judge_set
from epicene.mt.judging.winomt_run import WinoItem, WinomtRequest, open_winomt, sampled_items
from epicene.mt.lexicon import read_lexicon
from epicene.mt.translating.bleu_run import BleuRequest, translate_and_score
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from epicene.mt.translating.translation_engine import ModelChoice, languages_of, open_system
from epicene.runs.results import LIKELIHOOD, WORDS
from epicene.scoring.protocol import SCORINGS
from epicene.scoring.selection import NSP, find_scoring, forms_of, named_for
from epicene.studies.study_file import (
    AUDIT,
    AUDIT_KEYS,
    BLEU,
    CORPUS,
    HUB,
    INTERVENE,
    JUDGE,
    OWN_HEAD,
    PROBE,
    SETS,
    WINOMT,
    HeadTraining,
    Study,
    StudyBenchmark,
    StudyModel,
    StudySet,
    StudySystem,
)
from epicene.train.results import HEAD, MtResults, read_trained
from epicene.train.train_mt import train_mt
from epicene.train.train_requests import TrainMtRequest, TrainNspRequest

HEADS = "heads"  # where heads are trained if the study file names no folder
Stamp = dict[str, list[int]]  # size and time of each file that the answers rest on


class RunKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the study file and the call say of how one model is asked; `scoring`: its own, the benchmark's, the
    study's. `audit_options` are options of audits; those at their default are no part of the hash."""

    model: str
    revision: str | None
    benchmark: str
    file: str | None
    scoring: tuple[Sequence[str], Sequence[str], Sequence[str]]
    nsp: str | None
    limit: int | None
    dtype: str
    audit_options: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class StudyEntry:
    """One request of a study: of a model (`subject`) about a benchmark (`part`), or of a system the step."""

    study: Study
    subject: str
    part: str


@dataclass(frozen=True, slots=True)
class ModelEntry(StudyEntry):
    """One model on one benchmark."""

    model: StudyModel
    benchmark: StudyBenchmark
    key: RunKey

    @property
    def names(self) -> dict[str, str]:
        """How the study's record and `--json` name the entry."""
        return {"model": self.subject, "benchmark": self.part}

    @property
    def path(self) -> str:
        """The run folder within the study's. Its hash stands for how the model is asked, so that a study can be tried
        on a few items, changed and gone on with in the same folder."""
        return f"runs/{folder_name(self.subject)}/{self.part}-{digest(msgspec.to_builtins(self.key))[:SHORT]}"

    def stamp(self) -> Stamp:
        """Size and time of the files on this machine that the answers rest on; hub models have none."""
        head = self.key.nsp
        named = {
            "model": Path(self.study.model_spec(self.model.id)).expanduser() if self.model.id else None,
            "predictions": self.study.file(self.model.predictions) if self.model.predictions else None,
            "data": self.study.file(self.benchmark.file) if self.benchmark.file else None,
            "nsp": self.study.file(head) if head and head != OWN_HEAD else None,
        }
        files = {
            f"{label}/{file.name}": file
            for label, path in named.items()
            if path is not None and path.exists()
            for file in ([path] if path.is_file() else sorted(path.iterdir()))
            if file.is_file() and not file.name.startswith(".")
        }
        return {label: [file.stat().st_size, file.stat().st_mtime_ns] for label, file in files.items()}

    def score_request(self, out: Path | None, seed: int, *, strict: bool) -> ScoreRequest:
        """How predictions are measured."""
        given = {
            "benchmark": self.study.benchmark_spec(self.benchmark),
            "predictions": self.study.file(self.model.predictions or ""),
            "column": self.model.column,
            "name": self.subject,
            **self.model.audit_options,
        }
        return replace(read_request(ScoreRequest, given), out=out, seed=seed, strict=strict)


def model_entries(study: Study, dtype: str) -> list[ModelEntry]:
    return [
        ModelEntry(study, model.name, benchmark.name, model, benchmark, _key(study, model, benchmark, dtype))
        for model in study.models
        for benchmark in study.benchmarks
        if model.is_asked(benchmark)
    ]


def folder_name(name: str) -> str:
    """A model's name as a folder's; names that would then be the same are told apart by their hash."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
    return plain if plain == name else f"{plain}-{digest(name)[:SHORT]}"


def _key(study: Study, model: StudyModel, benchmark: StudyBenchmark, dtype: str) -> RunKey:
    options, file = study.options, benchmark.file
    if model.predictions:
        given = model.audit_options | ({"column": model.column} if model.column else {})
        return RunKey(model.predictions, None, benchmark.name, file, ((), (), ()), None, None, "", given)
    given = {**options.audit_options, **benchmark.audit_options, **model.audit_options}
    if not _may_talk(study, model, benchmark):
        given = {name: value for name, value in given.items() if AUDIT_KEYS[name].option.panel != CHAT_PANEL}
    return RunKey(
        model=model.id,
        revision=model.revision,
        benchmark=benchmark.name,
        file=file,
        scoring=(model.scoring, benchmark.scoring, options.scoring),
        nsp=_head(study, model, benchmark),
        limit=options.limit,
        dtype=dtype,
        audit_options={name: given[name] for name in sorted(given) if given[name] != AUDIT_KEYS[name].default},
    )


def _may_talk(study: Study, model: StudyModel, benchmark: StudyBenchmark) -> bool:
    """Whether replies may be asked for, as far as the file says: how they are asked for is no part of any other run's
    key, so that a changed wording leaves its answers alone."""
    named = [*model.scoring, *benchmark.scoring, *study.options.scoring]
    if any(LETTER in task.forms for task in KINDS[benchmark.known.kind].tasks.values()):
        return True
    return model.id.startswith(f"{CHAT}:") or any(SCORINGS[name].way == WORDS for name in named if name in SCORINGS)


def _head(study: Study, model: StudyModel, benchmark: StudyBenchmark) -> str | None:
    """The model's own key, else the folder of its name among the study's heads, if it is there or will be trained."""
    if model.nsp or not (study.options.heads or study.heads):
        return model.nsp
    named = f"{study.options.heads or HEADS}/{folder_name(model.name)}"
    if study.heads is not None:
        if not benchmark.asks_next_sentences:
            return None
        if benchmark.known.language == study.heads.language:
            return named
    return named if (study.file(named) / HEAD).is_file() else None


def head_training(study: Study, request: AuditRequest, heads: HeadTraining) -> TrainNspRequest:
    """How the head that a request asks with is trained."""
    return TrainNspRequest(
        model=request.model,
        text=heads.text if heads.text.startswith(HUB) else str(study.file(heads.text)),
        out=Path(str(request.asking.nsp)),
        share=float(heads.share),
        limit=heads.limit,
        head_only=heads.head_only,
        language=heads.language,
        seed=request.seed,
        device=request.placement.device,
        threads=request.placement.threads,
        revision=request.revision,
        trust_remote_code=request.trust_remote_code,
    )


def lacks_head(request: AuditRequest) -> bool:
    """Whether it asks with a head that is not trained, or not to its end."""
    head = request.asking.nsp
    return head is not None and head != OWN_HEAD and not (Path(head) / HEAD).is_file()


def audit_request(entry: ModelEntry, description: Description, dataset: Dataset) -> AuditRequest:
    """Options go to the models and benchmarks they are for; a model's own scoring is taken at its word."""
    study, key = entry.study, entry.key
    tasks = set(tasks_of(dataset))
    scorings = _scorings(key.scoring, description.capability, tasks)
    head = key.nsp if _asks_a_head(scorings, tasks) and description.source.server is None else None
    given = key.audit_options
    files: dict[str, Any] = {name: str(study.file(given[name])) for name in ("instructions", "shares") if name in given}
    request = AuditRequest(
        model=study.model_spec(entry.model.id),
        on=[study.benchmark_spec(entry.benchmark)],
        scoring="+".join(scorings) or None,
        nsp=str(study.file(head)) if head and head != OWN_HEAD else head,
        revision=key.revision,
        trust_remote_code=entry.model.trust_remote_code,
        limit=key.limit,
        **(given | files),
    )
    in_words = description.capability is Capability.CHAT or any(
        find_scoring(scoring).way == WORDS for scoring in scorings
    )
    writes = any(LETTER in forms_of(task) for task in tasks)  # which is one way, whoever writes
    known = find_response_mode(dataset.benchmark.kind, WORDS if in_words and not writes else LIKELIHOOD).aggregations
    fills_words = description.capability is Capability.MASKED and any(WORD in forms_of(task) for task in tasks)
    unfit: dict[str, bool] = {
        "bos": description.capability is not Capability.CAUSAL,
        "rest": not fills_words,
        "as_released": in_words,
        "aggregation": request.aggregation not in known,
    }
    dropped = {*idle_options([dataset], request), *(name for name, is_unfit in unfit.items() if is_unfit)}
    defaults: dict[str, Any] = {name: AUDIT_KEYS[name].default for name in dropped & AUDIT_KEYS.keys()}
    return replace(request, **defaults)


def _asks_a_head(scorings: Sequence[str], tasks: set[str]) -> bool:
    chosen = named_for("+".join(scorings), sorted(tasks))
    return any(NEXT in forms_of(task) and chosen.get(task, NSP) == NSP for task in tasks)


def _scorings(named: Sequence[Sequence[str]], capability: Capability, tasks: set[str]) -> list[str]:
    """The model's own before the benchmark's, those before the study's; of each, those that ask something here."""
    own, *shared = named
    fitting = [name for names in shared for name in names if name == NSP or SCORINGS[name].fits(capability)]
    return list(dict.fromkeys(named_for("+".join([*own, *fitting]), sorted(tasks)).values()))


def validate_scoring_names(study: Study) -> None:
    named = [("options", study.options.scoring)]
    named += [(f"benchmarks ({benchmark.name})", benchmark.scoring) for benchmark in study.benchmarks]
    named += [(f"models ({model.name})", model.scoring) for model in study.models]
    for where, names in named:
        for name in names:
            try:
                find_scoring(name)
            except InputError as error:
                raise InputError(f"{study.path}, {where}, scoring: {error}") from error


TRAIN = "train"


@dataclass(frozen=True, slots=True)
class StepEntry(StudyEntry):
    """One step of one system."""

    system: StudySystem

    @property
    def names(self) -> dict[str, str]:
        """How the study's record and `--json` name the entry."""
        return {"system": self.subject, "step": self.part}

    @property
    def path(self) -> str:
        return f"{self.subject.replace('/', '--')}/{self.part}"


def step_entries(study: Study) -> list[StepEntry]:
    return [
        StepEntry(study, system.name, step, system)
        for system in study.systems
        for step in (*([TRAIN] if system.train else []), *study.steps_of(system))
    ]


@dataclass(frozen=True, slots=True)
class StepRunner:
    """Runs the steps of one system; `folder` is the system's, within the study's."""

    study: Study
    system: StudySystem
    folder: Path
    placement: Placement
    engine: Engine
    seed: int
    progress: Progress

    def run(self, step: str) -> None:
        runs: Mapping[str, Callable[[Path], object]] = {
            TRAIN: self._train,
            CORPUS: self._corpus_stats,
            BLEU: self._bleu,
            AUDIT: self._audit,
            JUDGE: self._judge,
            WINOMT: self._winomt,
            PROBE: self._probe,
            INTERVENE: self._intervene,
            **{each.step: partial(self._judge_set, each) for each in self.study.sets},
        }
        self.progress.say(f"{self.system.name}: {step}")
        runs[step](self.folder / step)

    def _train(self, out: Path) -> None:
        files = self.system.train
        if files is None:
            return
        source, target = self.system.languages
        request = TrainMtRequest(
            src=self.study.file(files.source),
            tgt=self.study.file(files.target),
            valid_src=self.study.file(files.valid_source),
            valid_tgt=self.study.file(files.valid_target),
            out=out,
            preset=files.preset,
            seed=self.seed,
            source=source,
            target=target,
            device=self.placement.device,
            threads=self.placement.threads,
            minutes=files.minutes,
        )
        train_mt(request, self.progress)

    def _choice(self) -> ModelChoice:
        if self.system.model is None:
            return ModelChoice(str(self.folder / TRAIN), name=self.system.name)
        return ModelChoice(self.study.system_spec(self.system.model), self.system.revision)

    def _model(self, engine: Engine | None = None) -> ModelSystem:
        return open_model(self._choice(), *self.system.languages, self.placement, Decoding(), engine)

    def _translator(self) -> CountedSystem:
        """With weights or without."""
        choice = self._choice()
        languages = languages_of(choice.spec, *self.system.languages)
        return open_system(choice, None, languages, self.placement, Decoding(), self.engine)

    def _file(self, name: str | None) -> Path | None:
        return self.study.file(name) if name else None

    def _limit(self, step: str) -> int | None:
        """Of occupations."""
        return min(filter(None, (self.system.limit, self.study.system_options.limit_of(step))), default=None)

    def _corpus(self, step: str) -> CorpusChoice:
        options, direction = self.study.system_options, self.system.direction
        own = self.system if self.system.source else options
        sides = [self._file(name) for name in (own.source, own.reference)]
        source, reference = sides if self.system.into_english else sides[::-1]
        occupations = self._limit(step)
        return CorpusChoice(direction, source, reference, occupations * 2 if occupations else None)  # lines

    def _corpus_stats(self, out: Path) -> None:
        """Of the nouns that are asked about, cut as the system cuts them."""
        corpus, options = self._corpus(CORPUS), self.study.system_options
        occupations = read_lexicon()
        if corpus.source and corpus.reference:
            occupations = occupations_of(open_corpus("fr-en", corpus.source, corpus.reference).lines)
        french, english = (self.study.file(side) for side in self.system.corpus if side)
        cut_by = str(self._model(self.engine).description.source.folder) if self.system.has_weights else None
        request = StatsRequest(french, english, cut_by, options.align, options.aligner)
        save_stats(request, occupations, out, self.progress)

    def _bleu(self, out: Path) -> None:
        test, languages = self.study.test, self.system.languages
        if test is None:
            return
        sides = {"fr": self.study.file(test.fr), "en": self.study.file(test.en)}
        request = BleuRequest(
            name=test.name,
            source=sides[languages[0]],
            reference=sides[languages[1]],
            languages=languages,
            out=out,
            lower_case=test.lower_case,
            limit=self.study.system_options.limit_of(BLEU),
            validation=read_trained(self.folder / TRAIN, MtResults).validation if self.system.train else None,
        )
        translate_and_score(request, self._translator(), self.progress)

    def _audit(self, out: Path) -> None:
        training = TrainingCounts(None, self._file(self.system.corpus[0]))
        request = ForcedRequest(self._corpus(AUDIT), out, training=training, seed=self.seed)
        force(request, self._model(self.engine), self.progress)

    def _judge(self, out: Path) -> None:
        """Of the file that is named, or of what a system without weights makes of the corpus."""
        corpus = self._corpus(JUDGE)
        source, reference = corpus.files(self.folder)
        outputs = self._file(self.system.translations)
        if outputs is None:
            may_be_open = not self.system.into_english
            opened = open_corpus(corpus.direction, source, reference, corpus.limit, may_be_open=may_be_open)
            outputs = self._translated(source_file(opened, self.folder / "corpus"), JUDGE)
        files = (source, reference, {self.system.name: outputs})
        request = JudgeRequest(self.system.direction, *files, limit=corpus.limit, seed=self.seed, out=out)
        open_judging(request).save()

    def _winomt(self, out: Path) -> None:
        """Of the file that is named, or of what the system makes of the items."""
        winomt, limit = self.study.winomt, self.study.system_options.limit_of(WINOMT)
        if winomt is None:
            return
        items, sides = self.study.file(winomt.items), (self._file(winomt.pro), self._file(winomt.anti))
        outputs = self._file(self.system.winomt) or self._translated_items(sampled_items(items, *sides, limit))
        files = (items, {self.system.name: outputs}, *sides)
        request = WinomtRequest(*files, winomt.gender, winomt.aligner, limit, self.seed, out)
        open_winomt(request).save(self.progress)

    def _judge_set(self, chosen: StudySet, out: Path) -> None:
        """Of translations of each gender's sentences where the set has every sentence in both, else of one file."""
        outputs_of = RELEASED[chosen.on].outputs if chosen.on in RELEASED else ("--hyp",)
        given: dict[str, object] = {option: ["to be translated"] for option in outputs_of}
        for key in (key for key in vars(chosen) if key not in ("on", "file", "limit", "optional")):
            given[f"--{key.replace('_', '-')}"] = self._file(getattr(chosen, key))
        read, _ = open_set(f"{chosen.on}={self.study.file(chosen.file)}" if chosen.file else chosen.on, given)
        limit = min(filter(None, (chosen.limit, self.study.system_options.limit_of(SETS))), default=None)
        lines = read.sampled(limit).lines
        parts = list(dict.fromkeys(line.expected for line in lines)) if read.paired else [""]
        outputs = list[Path]()
        for part in parts:
            sources = self.folder / f"{'-'.join(filter(None, (chosen.step, part)))}.{self.system.languages[0]}"
            texts = [" ".join(line.source.split()) for line in lines if part in ("", line.expected)]
            write_text(sources, "".join(f"{text}\n" for text in texts))
            outputs.append(self._translated(sources, sources.stem))
        judge_set(read, {self.system.name: outputs}, limit, out, self.seed).save(self.progress)

    def _translated_items(self, items: Sequence[WinoItem]) -> Path:
        english = self.folder / f"{WINOMT}.en"
        write_text(english, "".join(f"{item.sentence}\n" for item in items))
        return self._translated(english, WINOMT)

    def _translated(self, source: Path, name: str) -> Path:
        """The system's translations of a file."""
        outputs = self.folder / f"{name}.{self.system.languages[1]}"
        translate(TranslationRequest(source, outputs, *self.system.languages), self._translator(), self.progress)
        return outputs

    def _probe(self, out: Path) -> None:
        options, corpus = self.study.system_options, self._corpus(PROBE)
        request = ProbeRequest(
            model=self._choice(),
            corpora=ProbeCorpora(
                None, corpus.source, corpus.reference, list(options.manipulations), None, [], self._limit(PROBE)
            ),
            settings=ProbeSettings(
                options.repetitions, options.split, options.strength, self.seed, standardise=options.standardise
            ),
            placement=self.placement,
            engine=self.engine,
            out=out,
        )
        probe_model(request, self.progress)

    def _intervene(self, out: Path) -> None:
        intervene(InterveneRequest(self._corpus(INTERVENE), out, seed=self.seed), self._model(), self.progress)
