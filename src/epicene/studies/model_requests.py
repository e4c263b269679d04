"""What a study asks of language models: a request of `epicene audit` for each model and benchmark, or one of `epicene
score` where somebody else made the scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from epicene.auditing.audit_requests import AuditRequest, ScoreRequest
from epicene.auditing.plan import idle_options, tasks_of
from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, LETTER, NEXT, WORD
from epicene.core.request_fields import CHAT as CHAT_PANEL
from epicene.core.request_fields import read_request
from epicene.core.types import Capability
from epicene.data.datasets import Dataset
from epicene.kinds.protocol import find_response_mode
from epicene.models.description import Description
from epicene.models.source import CHAT
from epicene.runs.results import LIKELIHOOD, WORDS
from epicene.scoring.protocol import SCORINGS
from epicene.scoring.selection import NSP, find_scoring, forms_of, named_for
from epicene.studies.study_file import AUDIT_KEYS, OWN_HEAD, HeadTraining, Study, StudyBenchmark, StudyModel
from epicene.train.nsp.articles import HUB
from epicene.train.nsp.pipeline import TrainingRequest
from epicene.train.results import HEAD
from epicene.train.settings import Settings

HEADS = "heads"  # where heads are trained if the study file names no folder
Stamp = dict[str, list[int]]  # size and time of each file that the answers rest on


class RunKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the study file and the call say of how one model is asked; `scoring`: its own, the benchmark's, the
    study's. `asked` are options of audits; those at their default are no part of the hash."""

    model: str
    revision: str | None
    benchmark: str
    file: str | None
    scoring: tuple[Sequence[str], Sequence[str], Sequence[str]]
    nsp: str | None
    limit: int | None
    dtype: str
    asked: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model on one benchmark."""

    study: Study
    model: StudyModel
    benchmark: StudyBenchmark
    key: RunKey

    @property
    def subject(self) -> str:
        return self.model.name

    @property
    def part(self) -> str:
        return self.benchmark.name

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
            **self.model.asked,
        }
        return replace(read_request(ScoreRequest, given), out=out, seed=seed, strict=strict)


def model_entries(study: Study, dtype: str) -> list[ModelEntry]:
    return [
        ModelEntry(study, model, benchmark, _key(study, model, benchmark, dtype))
        for model in study.models
        for benchmark in study.benchmarks
        if model.is_asked(benchmark)
    ]


def folder_name(name: str) -> str:
    """A model's name as a folder's; names that would then be the same are told apart by their hash."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
    return plain if plain == name else f"{plain}-{digest(name)[:SHORT]}"


def _key(study: Study, model: StudyModel, benchmark: StudyBenchmark, dtype: str) -> RunKey:
    options = study.options
    if model.predictions:
        asked = model.asked | ({"column": model.column} if model.column else {})
        return RunKey(model.predictions, None, benchmark.name, benchmark.file, ((), (), ()), None, None, "", asked)
    asked = {**options.asked, **benchmark.asked, **model.asked}
    if not _may_talk(study, model, benchmark):
        asked = {name: value for name, value in asked.items() if AUDIT_KEYS[name].option.panel != CHAT_PANEL}
    return RunKey(
        model=model.id,
        revision=model.revision,
        benchmark=benchmark.name,
        file=benchmark.file,
        scoring=(model.scoring, benchmark.scoring, options.scoring),
        nsp=_head(study, model, benchmark),
        limit=options.limit,
        dtype=dtype,
        asked={name: asked[name] for name in sorted(asked) if asked[name] != AUDIT_KEYS[name].default},
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


def head_training(study: Study, request: AuditRequest, heads: HeadTraining) -> TrainingRequest:
    """How the head that a request asks with is trained."""
    share, limit, only = float(heads.share), heads.limit, heads.head_only
    return TrainingRequest(
        model=request.model,
        text=heads.text if heads.text.startswith(HUB) else str(study.file(heads.text)),
        out=Path(str(request.asking.nsp)),
        settings=Settings(share=share, limit=limit, head_only=only, language=heads.language, seed=request.seed),
        placement=request.placement,
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
    files: dict[str, Any] = {
        name: str(study.file(key.asked[name])) for name in ("instructions", "shares") if name in key.asked
    }
    request = AuditRequest(
        model=study.model_spec(entry.model.id),
        on=[study.benchmark_spec(entry.benchmark)],
        scoring="+".join(scorings) or None,
        nsp=str(study.file(head)) if head and head != OWN_HEAD else head,
        revision=key.revision,
        trust_remote_code=entry.model.trust_remote_code,
        limit=key.limit,
        **(key.asked | files),
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


def refuse_unknown_scorings(study: Study) -> None:
    for where, names in _named_scorings(study):
        for name in names:
            try:
                find_scoring(name)
            except InputError as error:
                raise InputError(f"{study.path}, {where}, scoring: {error}") from error


def _named_scorings(study: Study) -> Iterator[tuple[str, Sequence[str]]]:
    yield "options", study.options.scoring
    yield from ((f"benchmarks ({benchmark.name})", benchmark.scoring) for benchmark in study.benchmarks)
    yield from ((f"models ({model.name})", model.scoring) for model in study.models)
