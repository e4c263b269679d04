"""What will be asked, decided before any weights are loaded: everything that can be refused is refused here; and what
is written down about a run: the question, the model, the data, the machine."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from epicene._version import __version__
from epicene.auditing.audit_requests import AuditRequest
from epicene.core.errors import InputError
from epicene.core.files import is_place
from epicene.core.kinds import KINDS, LETTER, NEXT, WORD
from epicene.core.language import Language
from epicene.core.request_fields import declared, departures
from epicene.core.sampling import stratified_sample
from epicene.core.types import Item
from epicene.data.datasets import Dataset, open_benchmark
from epicene.kinds.protocol import find_response_mode, validate_facets
from epicene.models.description import Description
from epicene.models.loading import Placement
from epicene.models.source import CHAT, is_served
from epicene.runs.folder import now
from epicene.runs.results import WORDS, AuditManifest, BenchmarkFacts, ModelFacts, RefusedTask, ServerFacts
from epicene.runs.signature import SAMPLE, option_texts, signature_of
from epicene.scoring.in_words import Prompted
from epicene.scoring.instructions import read_instructions
from epicene.scoring.masked import WordPseudoLogLikelihood
from epicene.scoring.protocol import Batch, Question, Scoring
from epicene.scoring.selection import (
    NSP,
    MissingHeadError,
    asks,
    choose,
    find_scoring,
    forms_of,
    named_for,
    split,
    validate_scorings,
)


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """What is asked in one way: the items of one task, their scoring, in which batches."""

    name: str
    scoring: Scoring[Question]
    batches: Sequence[Batch[Question]]


@dataclass(frozen=True, slots=True)
class PlannedBenchmark:
    """One benchmark of the audit, planned. `refused` says of the tasks that are not asked what they lack."""

    dataset: Dataset
    items: tuple[Item, ...]
    unusable: Mapping[str, str]
    tasks: tuple[PlannedTask, ...]
    refused: Mapping[str, MissingHeadError]

    @property
    def name(self) -> str:
        return self.dataset.name

    @property
    def scoring(self) -> str:
        return "+".join(dict.fromkeys(task.scoring.name for task in self.tasks))

    @property
    def about(self) -> str:
        return "; ".join(dict.fromkeys(task.scoring.about for task in self.tasks))

    @property
    def bos(self) -> str:
        """What the first task that puts something in front of a text puts there, else "none"."""
        return next((task.scoring.bos for task in self.tasks if task.scoring.bos != "none"), "none")

    @property
    def options(self) -> list[str]:
        """Which next-sentence head, for example."""
        return [task.scoring.option for task in self.tasks if task.scoring.option]

    @property
    def wordings(self) -> list[str]:
        """Which instructions, of a scoring that asks in words."""
        return list(dict.fromkeys(task.scoring.wording for task in self.tasks if task.scoring.wording))

    @property
    def kind(self) -> str:
        return self.dataset.benchmark.kind

    @property
    def way(self) -> str:
        """How it is answered: from log-probabilities, or in words; one way for all tasks."""
        return self.tasks[0].scoring.way

    @property
    def limited(self) -> bool:
        return len(self.items) < len(self.dataset.items)


def open_all(named: Sequence[str | Dataset]) -> list[Dataset]:
    datasets = [open_benchmark(benchmark) if isinstance(benchmark, str) else benchmark for benchmark in named]
    names = [dataset.name for dataset in datasets]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each benchmark once, or make two runs.")
    return datasets


def validate_options_used(datasets: Sequence[Dataset], request: AuditRequest) -> None:
    """An option that changes nothing was meant for something else."""
    names = ", ".join(dataset.name for dataset in datasets)
    tasks = {task for dataset in datasets for task in tasks_of(dataset)}
    _refuse_idle_scorings(request.scoring, tasks, named_for(request.scoring, tasks), names)
    validate_facets(request.facets, datasets)
    for way in (find_response_mode(dataset.benchmark.kind) for dataset in datasets):
        if request.reader is not None and way.readers:
            way.check_reader(request.reader)
    if request.temperature == 0 and any(LETTER in forms_of(task) for task in tasks):
        raise InputError("--temperature 0 writes every letter alike; give a number above 0, or leave it out.")
    if request.instructions is not None:
        read_instructions(request.instructions)
    for name in idle_options(datasets, request):
        option = declared(AuditRequest)[name]
        label = name if option.option.only == "file" else option.flags[0]
        how = f" asked by {request.scoring}" if request.scoring else ""
        raise InputError(
            f"{label} changes nothing for {names}{how}. Leave it out, or name a benchmark or scoring it is for."
        )


def idle_options(datasets: Sequence[Dataset], request: AuditRequest) -> list[str]:
    """The options that are given and change nothing, by the names of their fields."""
    tasks = {task for dataset in datasets for task in tasks_of(dataset)}
    chosen = named_for(request.scoring, tasks)
    next_sentence = [chosen.get(task, NSP) for task in tasks if NEXT in forms_of(task)]
    writes = any(LETTER in forms_of(task) for task in tasks)
    talks = asks_in_words(request, chosen)
    ways = [find_response_mode(dataset.benchmark.kind) for dataset in datasets]
    shares = Path(request.shares) if request.shares is not None else None
    used = {
        "nsp": NSP in next_sentence,
        "rest": any(WORD in forms_of(task) for task in tasks),
        "words": WordPseudoLogLikelihood.name in chosen.values(),
        **{
            name: kind.name in {dataset.benchmark.kind for dataset in datasets}
            for kind in KINDS.values()
            if kind.options
            for name in declared(kind.options)
        },
        "temperature": writes or talks,
        "sampling_seed": writes or talks,
        "instructions": talks,
        "n_replies": talks and any(LETTER not in forms_of(task) for task in tasks),
        "reply_tokens": writes or talks,
        **dict.fromkeys(("max_tokens_total", "max_cost", "price"), is_served(request.model)),
        "shares": shares is None or any(dataset.kind.read_shares(shares, dataset.items) for dataset in datasets),
        "aggregation": any(way.aggregations for way in ways),
    }
    known = declared(AuditRequest)
    return [name for name, is_used in used.items() if not is_used and getattr(request, name) != known[name].default]


def asks_in_words(request: AuditRequest, chosen: Mapping[str, str]) -> bool:
    """Whether replies are asked for, as far as that can be told before the model is looked at."""
    named = any(find_scoring(name).way == WORDS for name in chosen.values())
    return named or (request.model.startswith(f"{CHAT}:") and is_served(request.model))


def _refuse_idle_scorings(names: str | None, tasks: set[str], chosen: Mapping[str, str], about: str) -> None:
    if len({find_scoring(name).way for name in split(names)}) > 1:
        raise InputError(f"--scoring {names}: {Prompted.name} is never mixed with log-probabilities. Name it alone.")
    for name in split(names):
        if name in chosen.values():
            continue
        earlier = [chosen[task] for task in tasks if asks(name, task)]
        if earlier:
            raise InputError(
                f"--scoring {names}: {name} is not used for {about}: {earlier[0]}, named before it, asks the same. "
                "Name it first, or leave one of the two out."
            )
        raise InputError(f"--scoring {name} changes nothing for {about}. Leave it out, or name a benchmark it is for.")


def tasks_of(dataset: Dataset) -> list[str]:
    return list(dict.fromkeys(map(dataset.kind.task_of, dataset.items)))


def plan(dataset: Dataset, description: Description, request: AuditRequest, budget: int) -> PlannedBenchmark:
    items = _sampled(dataset, request.limit)
    kept = {item.id for item in items}
    unusable = {id: reason for id, reason in dataset.unusable.items() if id in kept}
    keeps_unusable = request.asking.as_released and find_response_mode(dataset.benchmark.kind).keeps_unusable
    by_task: dict[str, list[Item]] = {}
    for item in items:
        if keeps_unusable or item.id not in unusable:
            by_task.setdefault(dataset.kind.task_of(item), []).append(item)
    if not by_task:
        raise InputError(f"{dataset.name} has no item that can be asked. See `epicene data check {dataset.name}`.")
    validate_scorings(dataset.name, request.scoring, description.capability, tasks_of(dataset))
    tasks: list[PlannedTask] = []
    refused: dict[str, MissingHeadError] = {}
    for name, own in by_task.items():
        try:
            scoring = choose(request.scoring, description, request.asking, name)
        except MissingHeadError as error:
            refused[name] = error
            continue
        tasks.append(PlannedTask(name, scoring, scoring.plan(own, budget, str(dataset.path))))
        validate_items_left(dataset.name, own, scoring)
        unusable |= scoring.left_out
    if not tasks:
        raise InputError(f"{dataset.name}: {' '.join(map(str, refused.values()))}")
    return PlannedBenchmark(dataset, items, unusable, tuple(tasks), refused)


def validate_items_left(benchmark: str, items: Sequence[Item], scoring: Scoring[Question]) -> None:
    """A table without a figure is no result, so it is not begun."""
    if all(item.id in scoring.left_out for item in items):
        words, counts = Language("en"), Counter(scoring.left_out.values())
        reasons = (f"{n} {words.text_or(f'reason.{reason}', reason, count=n)}" for reason, n in counts.items())
        raise InputError(
            f"{benchmark}: {scoring.name} can ask this model none of {len(items)} items ({', '.join(reasons)}). Ask in "
            "another way (--scoring, --words), or name another model."
        )


def _sampled(dataset: Dataset, limit: int | None) -> tuple[Item, ...]:
    """At most `limit` items of each task and of all their sorts, so that a small run has all figures of a whole one;
    the same ones for every model."""
    if limit is None:
        return tuple(dataset.items)
    by_task: dict[str, list[Item]] = {}
    for item in dataset.items:
        by_task.setdefault(dataset.kind.task_of(item), []).append(item)
    kept = {
        own[index].id
        for own in by_task.values()
        for index in stratified_sample([dataset.kind.stratum_of(item) for item in own], limit)
    }
    return tuple(item for item in dataset.items if item.id in kept)


def make_manifest(
    request: AuditRequest,
    description: Description,
    parts: Sequence[PlannedBenchmark],
    placement: Placement,
    weights: str,
) -> AuditManifest:
    """What is written down before anything is asked. `question` is all that scores depend on: a folder answers one."""
    source = description.source
    scorings = {part.name: [part.scoring, f"bos:{part.bos}", *part.wordings, *part.options] for part in parts}
    return AuditManifest(
        epicene=__version__,
        question={
            "epicene": __version__,
            "model": source.name,
            "model files": weights,
            "benchmarks": {part.name: part.dataset.digest for part in parts},
            "scoring": {name: ", ".join(texts) for name, texts in scorings.items()},
            "options": _options(request, placement, any(part.limited for part in parts)),
        },
        model=ModelFacts(
            name=source.name,
            spec="" if is_place(source.spec) else source.spec,
            revision=source.revision,
            kind=description.capability.value,
            architecture=description.architecture,
            weights_digest=weights,
            notes=list(source.notes),
            server=None if source.server is None else msgspec.convert(source.server.facts, ServerFacts),
        ),
        benchmarks={part.name: _benchmark_facts(part, request, placement, source.name, weights) for part in parts},
        machine=_machine(placement, request.where.name),
        cost={"seconds": 0.0, "tokens": 0},
        created=now(),
        complete=False,
    )


def _options(request: AuditRequest, placement: Placement, limited: bool) -> list[str]:
    """What departs from the plain way of asking, for question and signature."""
    computed = replace(request, dtype=placement.dtype)
    limit = {SAMPLE: request.limit if limited else None}
    return option_texts(departures(request.asking) | limit | departures(computed))


def _benchmark_facts(
    part: PlannedBenchmark, request: AuditRequest, placement: Placement, model: str, weights: str
) -> BenchmarkFacts:
    benchmark, mode = part.dataset.benchmark, find_response_mode(part.kind, part.way)
    measured_by = mode.measuring_options(request.aggregation, request.asking.as_released, request.reader)
    options = [*_options(request, placement, part.limited), *part.wordings, *option_texts(measured_by)]
    signature = signature_of(
        benchmark=part.name,
        data_digest=part.dataset.digest,
        scoring=part.scoring,
        bos=part.bos,
        options=options,
        model="+".join([model, *part.options]),  # a head belongs to its model: others are compared with theirs
        weights_digest=weights,
        resampling=mode.resampling(part.items),
    )
    return BenchmarkFacts(
        title=benchmark.title,
        kind=part.kind,
        way=part.way,
        language=benchmark.language,
        digest=part.dataset.digest,
        known=part.dataset.known,
        released=bool(benchmark.known_digests),
        n_total=len(part.items),
        scoring=part.scoring,
        scoring_about=part.about,
        bos=part.bos,
        tasks={
            task.name: {
                "scoring": task.scoring.name,
                "about": task.scoring.about,
                "bos": task.scoring.bos,
                "adds_up": task.scoring.adds_up,
                **task.scoring.facts,
            }
            for task in part.tasks
        },
        refused={task: RefusedTask(str(lack), list(lack.instead)) for task, lack in part.refused.items()},
        as_released=request.asking.as_released,
        aggregation=measured_by.get("aggregation"),
        by=list(request.facets),
        limit=request.limit if part.limited else None,
        control=benchmark.control,
        reader=measured_by.get("reader", ""),
        shares=part.dataset.kind.read_shares(Path(request.shares), part.items) if request.shares else {},
        signature=signature,
        unusable=dict(part.unusable),
        licence=benchmark.licence,
        citation=benchmark.citation,
        source=benchmark.source,
    )


def _machine(placement: Placement, engine: str) -> dict[str, object]:
    import torch
    import transformers

    return {
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "transformers": transformers.__version__,
        "platform": f"{platform.system()} {platform.machine()}",
        "engine": engine,
        "device": placement.device,
        "dtype": placement.dtype,
        "threads": placement.threads,
        "token_budget": placement.budget,
    }
