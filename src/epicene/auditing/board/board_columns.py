"""Runs as a table of models and columns. A column is what numbers may be compared within: one benchmark, asked in one
way, so that signatures agree on all but the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.core.progress import Progress
from epicene.core.types import Estimate, Item, Role
from epicene.kinds.item_rows import Segment, mark_differences
from epicene.kinds.protocol import Answers, Way, in_words_of, way_for, way_of
from epicene.kinds.trust import trust_of
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Units
from epicene.report.pages import page_of
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.folder import MANIFEST
from epicene.runs.results import BenchmarkFacts, ModelFacts, Trust
from epicene.runs.saved_run import SavedRun, benchmark_title, distinct_labels, read_runs
from epicene.runs.signature import SignatureParts

NOT_CHOSEN, NOT_ANSWERED = "-", "."  # beside the places of roles, in the string of what a model chose


@dataclass(frozen=True, slots=True)
class Model:
    """A row; several runs of one model, by name and weights, are one."""

    label: str
    facts: ModelFacts

    @property
    def family(self) -> str:
        """By its architecture: Camembert, GPT2, Bloom; nothing where the run does not say it."""
        name = (self.facts.architecture or "").partition("For")[0]
        return name.removesuffix("Model").removesuffix("LMHead")


@dataclass(frozen=True, slots=True)
class Figure:
    """One model in one column. `units` and `preferred` are what paired tests are made from, `chosen` has a character
    for each item; all three are empty where the figures are not to be believed."""

    run: Path
    estimate: Estimate | None
    trust: Trust
    units: Units | None = None
    preferred: Mapping[str, bool] = field(default_factory=dict)
    chosen: str = ""
    answers: Answers | None = None  # where there are no units


@dataclass(frozen=True, slots=True)
class ShownItem:
    id: str
    category: str
    context: str
    texts: Sequence[Sequence[Segment]]


@dataclass(frozen=True, slots=True)
class Column:
    """`figures` are by the index of the model; `key` is the signature without the model."""

    key: tuple[object, ...]
    benchmark: str
    title: str
    facts: BenchmarkFacts
    way: Way
    parts: SignatureParts
    metric: str
    task: str | None
    ideal: float
    figures: dict[int, Figure] = field(default_factory=dict)
    items: list[ShownItem] = field(default_factory=list)

    @property
    def trusted(self) -> dict[int, Figure]:
        return {index: one for index, one in self.figures.items() if one.trust.level == "trusted" and one.estimate}

    @property
    def values(self) -> dict[int, float]:
        return {index: one.estimate.value for index, one in self.trusted.items() if one.estimate}

    @property
    def apart(self) -> dict[int, Figure]:
        return {index: one for index, one in self.figures.items() if index not in self.trusted}


@dataclass(frozen=True, slots=True)
class Board:
    """`twice` are runs that another one has the signature of, so that they are left out."""

    models: Sequence[Model]
    columns: Sequence[Column]
    twice: Sequence[Path] = ()
    created: str = ""


def run_folders(paths: Sequence[Path]) -> list[Path]:
    """The runs that are named, and those within folders that hold runs."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            raise InputError("There is no folder {path}. Name run folders, or a folder that holds some.", path=path)
        inside = [path] if (path / MANIFEST).is_file() else sorted(one.parent for one in path.rglob(MANIFEST))
        if not inside:
            raise InputError("{path} holds no run: there is no {file} in it or below it.", path=path, file=MANIFEST)
        found += inside
    return list(dict.fromkeys(found))


def refuse_other_kinds(paths: Sequence[Path]) -> None:
    """Of runs that are about translations, training or the inside of a model."""
    for path in paths:
        page = page_of([path])
        if getattr(page, "family", page.name) != "audit":
            raise InputError(
                "{path} holds a run of kind {name}, where an audit or a score is needed. Leave it out, or "
                "show it with `epicene report`.",
                path=path,
                name=page.name,
            )


def read_board(paths: Sequence[Path], language: Language, progress: Progress) -> Board:
    refuse_other_kinds(paths)
    runs = read_runs(paths, with_items=False)
    models = _models(runs)
    index = {(one.facts.name, one.facts.weights_digest): place for place, one in enumerate(models)}
    columns: dict[tuple[object, ...], Column] = {}
    twice: list[Path] = []
    progress.start("reading runs", len(runs))
    for run in sorted(runs, key=lambda run: run.manifest.created, reverse=True):
        answered = AuditFolder(run.path).benchmarks()
        model = index[run.manifest.model.name, run.manifest.model.weights_digest]
        for column in _columns(run, language):
            known = columns.setdefault(column.key, column)
            if known is column:
                known.items.extend(_shown_items(answered[column.benchmark]))
            if model in known.figures:
                twice.append(run.path)
            else:
                known.figures[model] = _figure(run, answered[column.benchmark], column.way)
        progress.advance(1)
    order = sorted(columns.values(), key=lambda one: (-len(one.trusted), one.facts.kind, one.title, one.parts.scoring))
    return Board(models, order, list(dict.fromkeys(twice)), max(run.manifest.created for run in runs))


def _models(runs: Sequence[SavedRun]) -> list[Model]:
    """Each once, by its label."""
    known = {(run.manifest.model.name, run.manifest.model.weights_digest): run for run in runs}
    facts = [run.manifest.model for run in known.values()]
    labels = distinct_labels([run.path for run in known.values()], facts)
    return sorted(map(Model, labels, facts), key=lambda one: one.label.casefold())


def _columns(run: SavedRun, language: Language) -> Iterator[Column]:
    """Those that one run has figures for, still empty."""
    for name, signature in run.findings.signatures.items():
        way, parts = way_of(run, name), SignatureParts.of(signature)
        estimate = way.score(run, name)
        asked = parts.data, parts.scoring, parts.bos, parts.options, parts.resampling, parts.version
        metric, task = (estimate.metric, estimate.task) if estimate else (way.metric, None)
        yield Column(
            key=(*asked, metric, task),
            benchmark=name,
            title=benchmark_title(name, [run], in_words_of(way, language)),
            facts=run.facts(name),
            way=way,
            parts=parts,
            metric=metric,
            task=task,
            ideal=MEASURES[metric].ideal,
        )


def _figure(run: SavedRun, answered: BenchmarkRun, way: Way) -> Figure:
    estimate, trust = way.score(run, answered.name), trust_of(run, answered.name)
    if trust.level == "barred" or estimate is None:
        return Figure(run.path, estimate, trust)
    units = way.units(answered)
    answers = Answers(run.path, run.label, estimate.signature, answered, trust) if units is None else None
    preferred = way.preferred(answered, estimate.task)
    return Figure(run.path, estimate, trust, units, preferred, _chosen(answered, way), answers)


def _chosen(answered: BenchmarkRun, way: Way) -> str:
    """Of each item, in the order of the file, the place of the role that was chosen by whatever instruction."""
    places = {str(role): str(place) for place, role in enumerate(_roles(answered))}
    decided = way.decisions(answered)
    if not decided:
        return ""
    letters = []
    for item in answered.items:
        said = set(decided.get(item.id, ()))
        letters.append(places.get(said.pop(), NOT_CHOSEN) if len(said) == 1 else NOT_CHOSEN if said else NOT_ANSWERED)
    return "".join(letters)


def _roles(answered: BenchmarkRun) -> tuple[Role, ...]:
    return KINDS[answered.facts.kind].roles


def _shown_items(answered: BenchmarkRun) -> Iterator[ShownItem]:
    roles = _roles(answered)
    for item in answered.items:
        shown = [role for role in roles if role in item.variants]
        context = item.variants[shown[0]].context if shown else ""
        yield ShownItem(item.id, item.category, context, _marked(item, shown))


def _marked(item: Item, roles: Sequence[Role]) -> Sequence[Sequence[Segment]]:
    texts = [item.variants[role].text for role in roles]
    if len(texts) == 2:
        return mark_differences(*texts)
    return [[Segment(text, False)] for text in texts]


def kind_name(column: Column, language: Language) -> str:
    return in_words_of(way_for(column.facts), language).text_or("kind.items", column.facts.kind)
