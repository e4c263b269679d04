"""Runs of whatever kind as a table of models and columns. A column is what numbers may be compared within: one figure
of one benchmark, asked in one way, so that signatures agree on all but the model; paired tests between every two of its
models say which cannot be told apart, and the groups that these make.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, groupby
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from epicene.auditing.comparison import PairwiseTest, contests_of
from epicene.core.errors import InputError
from epicene.core.language import EN_DASH, Language
from epicene.core.progress import Progress
from epicene.report.document import Document
from epicene.report.headlines import Headline, HeadlineQuestion, HeadlineReading, HeadlineTest, ReadItems
from epicene.report.results_page import RunKind, kind_of
from epicene.runs.audit_folder import distinct_labels
from epicene.runs.folder import MANIFEST, RunFolder
from epicene.runs.results import ModelFacts
from epicene.runs.signature import SignatureParts

Identity = tuple[str, str]  # name and weights
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A row; several runs of one model, by name and weights, are one."""

    label: str
    facts: ModelFacts

    @property
    def is_file(self) -> bool:
        """Whether it is a file of scores that nobody gave a model's name (`score --name`)."""
        return self.facts.kind == "given" and self.facts.name.partition("#")[0] == Path(self.facts.spec).name

    @property
    def family(self) -> str:
        """The architecture as a name (Camembert, GPT2, Bloom); empty where the run does not say it."""
        name = (self.facts.architecture or "").partition("For")[0]
        return name.removesuffix("Model").removesuffix("LMHead")


@dataclass(frozen=True)
class BoardColumn:
    """`figures` are by the index of the model; `page` is the kind of run that they are of."""

    question: HeadlineQuestion
    parts: SignatureParts
    page: RunKind[Any]
    read: ReadItems
    figures: dict[int, Headline] = field(default_factory=dict)

    @cached_property
    def trusted(self) -> dict[int, Headline]:
        return {
            index: headline
            for index, headline in self.figures.items()
            if headline.trust.level == "trusted" and headline.estimate
        }

    @cached_property
    def values(self) -> dict[int, float]:
        return {index: headline.estimate.value for index, headline in self.trusted.items() if headline.estimate}

    @cached_property
    def apart(self) -> dict[int, Headline]:
        return {index: headline for index, headline in self.figures.items() if index not in self.trusted}

    @cached_property
    def tests_made(self) -> list[HeadlineTest]:
        """Between every two models that may be believed, under their places among these."""
        if len(self.trusted) < 2:
            return []
        return list(self.page.compare_headlines(list(self.trusted.values()), 0))

    @cached_property
    def tests(self) -> dict[Pair, PairwiseTest]:
        """The tests by the indices of their two models, with p adjusted over all of them."""
        p = {(test.comparison.a, test.comparison.b): test.p for test in self.tests_made}
        labels, indices = list(map(str, range(len(self.trusted)))), list(self.trusted)
        tests = contests_of(
            [test.comparison for test in self.tests_made], labels, lambda comparison: p[comparison.a, comparison.b]
        )
        return {(indices[int(test.comparison.a)], indices[int(test.comparison.b)]): test for test in tests}

    @cached_property
    def groups(self) -> dict[int, list[int]]:
        """The numbers of the groups of models that cannot be told apart."""
        return groups_in(self.values, self.tests)

    @cached_property
    def letters(self) -> dict[int, str]:
        return group_names(self.groups)


@dataclass(frozen=True, slots=True)
class Board:
    """`twice` are runs that another one has the signature of, so that they are left out; `pages` are runs without a
    figure, with the page that they have alone; `days` are when the runs were made."""

    models: Sequence[BoardModel]
    columns: Sequence[BoardColumn]
    twice: Sequence[Path] = ()
    pages: Sequence[tuple[Path, Document]] = ()
    days: Mapping[Path, str] = field(default_factory=dict)

    @property
    def created(self) -> str:
        return max(self.days.values(), default="")


def run_folders(paths: Sequence[Path], *, nested: bool = False) -> list[Path]:
    """The runs that are named, and those within folders that hold runs: of runs that hold further ones (the models of a
    lab) only the outer, unless the `nested` are wanted too."""
    folders: list[Path] = []
    for path in paths:
        if not path.is_dir():
            raise InputError(f"No such folder: {path}. Name run folders, or a folder that holds some.")
        inside = sorted(manifest.parent for manifest in path.rglob(MANIFEST))
        if not inside:
            raise InputError(f"{path} holds no run: no {MANIFEST} is in it or below it.")
        folders += [folder for folder in inside if nested or not any(outer in inside for outer in folder.parents)]
    return list(dict.fromkeys(folders))


def read_board(paths: Sequence[Path], language: Language, progress: Progress) -> Board:
    """The models and columns of runs, the newest run first; figures of one signature stay together."""
    progress.start("reading runs", len(paths))
    columns: dict[tuple[object, ...], BoardColumn] = {}
    figures: list[tuple[BoardColumn, Headline]] = []
    pages: list[tuple[Path, Document]] = []
    created = {path: RunFolder(path).manifest().get("created", "") for path in paths}
    for path in sorted(paths, key=lambda path: created[path], reverse=True):
        page = kind_of([path])
        headlines = page.headlines(path, language)
        if not headlines:
            pages.append((path, page.document([path], language.code)))
        for headline in headlines:
            key = _key(headline)
            if key not in columns:
                columns[key] = BoardColumn(headline.question, headline.parts, page, headline.items())
            light = replace(headline, items=ReadItems, told=HeadlineReading)  # which hold a run's items
            figures.append((columns[key], light))
        progress.advance(1)
    models, rows = _models([headline for _, headline in figures])
    twice: dict[Path, None] = {}
    for row, (column, headline) in zip(rows, figures, strict=True):
        if column.figures.setdefault(row, headline) is not headline:
            twice[headline.run] = None

    def rank(column: BoardColumn) -> tuple[object, ...]:
        question = column.question
        return -len(column.trusted), question.kind, question.title, column.parts.scoring

    return Board(models, sorted(columns.values(), key=rank), list(twice), pages, created)


def _key(headline: Headline) -> tuple[object, ...]:
    """What numbers share that may be compared: the signature without the model, and the figure."""
    question = headline.question
    return headline.parts.for_any_model(), question.metric, question.task, question.group


def _models(headlines: Sequence[Headline]) -> tuple[list[BoardModel], list[int]]:
    """Each model once, in the order of their labels, and the row of each figure."""
    identities = _identities(headlines)
    runs = dict(zip(identities, headlines, strict=True))
    facts = [ModelFacts(name, weights_digest=own, server=runs[name, own].model.server) for name, own in runs]
    labels = distinct_labels([run.run for run in runs.values()], facts)
    models = {
        identity: BoardModel(label, headline.model)
        for (identity, headline), label in zip(runs.items(), labels, strict=True)
    }
    order = sorted(models, key=lambda identity: (models[identity].label.casefold(), identity))
    return [models[identity] for identity in order], [order.index(identity) for identity in identities]


def _identities(headlines: Sequence[Headline]) -> list[Identity]:
    """Judged translations do not say which weights made them: they are by whoever else has that name, unless several
    have it or two of its outputs are in one column."""
    weights: dict[str, set[str]] = defaultdict(set)
    outputs: dict[str, set[tuple[object, str]]] = defaultdict(set)
    for headline in headlines:
        if headline.model.weights_digest:
            weights[headline.model.name].add(headline.model.weights_digest)
        else:
            outputs[headline.model.name].add((_key(headline), headline.parts.model))
    identities = []
    for headline in headlines:
        name, own = headline.model.name, headline.model.weights_digest
        known, made = weights[name], Counter(key for key, _ in outputs[name])
        if not own and max(made.values()) > 1:
            own = headline.parts.weights_digest
        elif not own and len(known) == 1:
            own = next(iter(known))
        identities.append((name, own))
    return identities


def groups_in(values: Mapping[int, float], tests: Mapping[Pair, PairwiseTest]) -> dict[int, list[int]]:
    """The numbers of each model's groups, from the lowest of the `values` up: two models share one exactly where no
    difference between them could be shown. A model that could be compared with nobody has none."""
    tested = sorted({index for pair in tests for index in pair})
    apart = {pair for pair, test in tests.items() if test.differs}
    alike = {
        index: {other for other in tested if other != index and not {(index, other), (other, index)} & apart}
        for index in tested
    }
    groups = _without_needless(list(_largest_groups(alike)))
    groups.sort(key=lambda group: sorted(values[index] for index in group))
    return {index: [number for number, group in enumerate(groups) if index in group] for index in tested}


def _largest_groups(alike: Mapping[int, Collection[int]]) -> Iterator[frozenset[int]]:
    """The largest groups in which all are alike (Bron and Kerbosch 1973, with a pivot)."""

    def grow(kept: frozenset[int], candidates: set[int], closed: set[int]) -> Iterator[frozenset[int]]:
        if not candidates and not closed:
            yield kept
            return
        pivot = max(sorted(candidates | closed), key=lambda index: len(candidates & set(alike[index])))
        for index in sorted(candidates - set(alike[pivot])):
            near = set(alike[index])
            yield from grow(kept | {index}, candidates & near, closed & near)
            candidates = candidates - {index}
            closed = closed | {index}

    if alike:
        yield from grow(frozenset(), set(alike), set())


def _without_needless(groups: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """The groups less those whose every two models share another group: fewer letters say the same."""
    kept = sorted(groups, key=lambda group: (len(group), sorted(group)))
    for group in list(kept):
        others = [other for other in kept if other is not group]
        pairs = list(combinations(group, 2)) or [(min(group), min(group))]
        if all(any({a, b} <= other for other in others) for a, b in pairs):
            kept = others
    return kept


def group_names(groups: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Letters, or numbers where there are more groups than letters; three in a row are a span."""
    count = 1 + max((index for indices in groups.values() for index in indices), default=0)
    lettered = count <= len(ascii_lowercase)
    names = list(ascii_lowercase) if lettered else [str(index + 1) for index in range(count)]

    def written(indices: Sequence[int]) -> Iterator[str]:
        for _, row in groupby(enumerate(indices), key=lambda numbered: numbered[1] - numbered[0]):
            in_a_row = [names[index] for _, index in row]
            yield from [f"{in_a_row[0]}{EN_DASH}{in_a_row[-1]}"] if len(in_a_row) > 2 else in_a_row

    return {index: ("" if lettered else ", ").join(written(indices)) for index, indices in groups.items()}
