"""What one model of a study is asked on one benchmark, and whether that was done already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicene.auditing.plan import Request, tasks_of
from epicene.auditing.study.study_file import OWN_HEAD, Study, StudyBenchmark, StudyModel
from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import NEXT
from epicene.core.types import Capability
from epicene.data.datasets import Dataset
from epicene.kinds.protocol import find_way
from epicene.models.description import Description
from epicene.runs.audit_folder import AuditFolder
from epicene.scoring.prompted import Prompted
from epicene.scoring.protocol import SCORINGS, Asking
from epicene.scoring.selection import NSP, find_scoring, forms_of, named_for

Stamp = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one benchmark; `question` is all that the study file and the call say of how it is asked."""

    model: StudyModel
    benchmark: StudyBenchmark
    question: Mapping[str, Any]

    @property
    def path(self) -> str:
        """Where its run folder is, within the study folder."""
        return f"runs/{folder_name(self.model.name)}/{self.benchmark.name}-{digest(self.question)[:SHORT]}"


def folder_name(name: str) -> str:
    """A model's name as a folder's; names that would then be the same are told apart by their hash."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
    return plain if plain == name else f"{plain}-{digest(name)[:SHORT]}"


def cells(study: Study, dtype: str) -> Iterator[Cell]:
    for model in study.models:
        for benchmark in study.benchmarks:
            if model.is_asked(benchmark):
                yield Cell(model, benchmark, _question(study, model, benchmark, dtype))


def _question(study: Study, model: StudyModel, benchmark: StudyBenchmark, dtype: str) -> dict[str, Any]:
    options = study.options
    return {
        "model": model.id,
        "revision": model.revision,
        "benchmark": benchmark.name,
        "file": benchmark.file,
        "scoring": [list(model.scoring), list(benchmark.scoring), list(options.scoring)],
        "bos": model.bos or benchmark.bos or options.bos,
        "as_released": options.as_released if benchmark.as_released is None else benchmark.as_released,
        "aggregation": benchmark.aggregation or options.aggregation,
        "nsp": _head(study, model),
        "limit": options.limit,
        "dtype": dtype,
    }


def _head(study: Study, model: StudyModel) -> str | None:
    """The model's own key, else the folder of its name among the study's heads, if it is there."""
    if model.nsp or not study.options.heads:
        return model.nsp
    named = f"{study.options.heads}/{folder_name(model.name)}"
    return named if Path(study.beside(named)).is_dir() else None


def request_for(study: Study, cell: Cell, description: Description, dataset: Dataset) -> Request:
    """Options go to the models and benchmarks they are for; a model's own scoring is taken at its word."""
    question = cell.question
    tasks = set(tasks_of(dataset))
    causal = description.capability is Capability.CAUSAL
    head = question["nsp"] if any(NEXT in forms_of(task) for task in tasks) else None
    scorings = _scorings(question["scoring"], description.capability, tasks)
    if description.capability is Capability.CHAT or Prompted.name in scorings:
        raise InputError(
            f"A study puts figures from log-probabilities side by side, and {cell.model.name} is asked in words: audit "
            "it on its own."
        )
    return Request(
        model=study.model_spec(cell.model),
        on=[study.benchmark_spec(cell.benchmark)],
        scoring="+".join(scorings) or None,
        asking=Asking(
            bos=question["bos"] if causal else None,
            nsp=study.beside(head) if head and head != OWN_HEAD else head,
            as_released=question["as_released"],
        ),
        revision=question["revision"],
        trust_remote_code=cell.model.trust_remote_code,
        limit=question["limit"],
        aggregation=question["aggregation"] if find_way(dataset.benchmark.kind).aggregations else None,
    )


def _scorings(named: list[list[str]], capability: Capability, tasks: set[str]) -> list[str]:
    """The model's own before the benchmark's, those before the study's; of each, those that ask something here."""
    own, *shared = named
    fitting = [name for names in shared for name in names if _needs(name, capability)]
    return list(dict.fromkeys(named_for("+".join([*own, *fitting]), sorted(tasks)).values()))


def _needs(name: str, capability: Capability) -> bool:
    return name == NSP or SCORINGS[name].fits(capability)


def refuse_unknown_scorings(study: Study) -> None:
    places = {"options": study.options.scoring}
    places |= {f"benchmarks ({one.name})": one.scoring for one in study.benchmarks}
    places |= {f"models ({one.name})": one.scoring for one in study.models}
    for place, names in places.items():
        for name in names:
            try:
                find_scoring(name)
            except InputError as error:
                raise InputError(f"{study.path}, {place}, scoring: {error}") from error


def stamp(study: Study, cell: Cell) -> Stamp:
    """Size and time of the files on this machine that the answers rest on; hub models have none."""
    head = cell.question["nsp"]
    named = {
        "model": Path(study.model_spec(cell.model)).expanduser(),
        "data": Path(study.beside(cell.benchmark.file)) if cell.benchmark.file else None,
        "nsp": Path(study.beside(head)) if head and head != OWN_HEAD else None,
    }
    files = {
        f"{label}/{file.name}": file
        for label, path in named.items()
        if path is not None and path.exists()
        for file in ([path] if path.is_file() else sorted(path.iterdir()))
        if file.is_file() and not file.name.startswith(".")
    }
    return {label: [file.stat().st_size, file.stat().st_mtime_ns] for label, file in files.items()}


def is_finished(run: AuditFolder, before: Stamp | None, now: Stamp) -> bool:
    """Complete, measured, and nothing changed since; a model that is no longer on this machine has not changed."""
    if before is None or (now and now != before):
        return False
    return run.exists() and run.results_path.is_file() and run.facts().complete
