"""Runs of whatever kind as a table of models and columns. A column is what numbers may be compared within: one figure
of one benchmark, asked in one way, so that signatures agree on all but the model; paired tests between every two of its
models say which cannot be told apart, and the groups that these make.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from epicene.auditing.ranking import PairwiseTest, contests_of
from epicene.core.errors import InputError
from epicene.core.language import EN_DASH, Language
from epicene.core.progress import Progress
from epicene.report.document import Document
from epicene.report.headlines import Headline, Question, Reading, ReadItems
from epicene.report.results_page import RunKind, kind_of
from epicene.runs.folder import MANIFEST, RunFolder
from epicene.runs.results import ModelFacts
from epicene.runs.saved_run import distinct_labels
from epicene.runs.signature import SignatureParts

Identity = tuple[str, str]  # name and weights


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
class Column:
    """`figures` are by the index of the model; `key` is the signature without the model, and the figure."""

    key: tuple[object, ...]
    question: Question
    parts: SignatureParts
    page: RunKind[Any]
    read: ReadItems
    figures: dict[int, Headline] = field(default_factory=dict)

    @property
    def trusted(self) -> dict[int, Headline]:
        return {
            index: headline
            for index, headline in self.figures.items()
            if headline.trust.level == "trusted" and headline.estimate
        }

    @property
    def values(self) -> dict[int, float]:
        return {index: headline.estimate.value for index, headline in self.trusted.items() if headline.estimate}

    @property
    def apart(self) -> dict[int, Headline]:
        return {index: headline for index, headline in self.figures.items() if index not in self.trusted}


@dataclass(frozen=True, slots=True)
class Unfigured:
    """A run that no figure stands for: it has a page alone."""

    path: Path
    document: Document


@dataclass(frozen=True, slots=True)
class Board:
    """`twice` are runs that another one has the signature of, so that they are left out."""

    models: Sequence[Model]
    columns: Sequence[Column]
    twice: Sequence[Path] = ()
    unfigured: Sequence[Unfigured] = ()
    created: str = ""


def run_folders(paths: Sequence[Path], *, nested: bool = False) -> list[Path]:
    """The runs that are named, and those within folders that hold runs: of runs that hold further ones (the models of a
    lab) only the outer, unless the `nested` are wanted too."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            raise InputError(f"There is no folder {path}. Name run folders, or a folder that holds some.")
        inside = sorted(one.parent for one in path.rglob(MANIFEST))
        if not inside:
            raise InputError(f"{path} holds no run: there is no {MANIFEST} in it or below it.")
        found += [one for one in inside if nested or not any(outer in inside for outer in one.parents)]
    return list(dict.fromkeys(found))


def read_board(paths: Sequence[Path], language: Language, progress: Progress) -> Board:
    progress.start("reading runs", len(paths))
    columns: dict[tuple[object, ...], Column] = {}
    kept: list[tuple[Column, Headline]] = []
    unfigured: list[Unfigured] = []
    created = {path: RunFolder(path).manifest().get("created", "") for path in paths}
    for path in sorted(paths, key=lambda path: created[path], reverse=True):
        page = kind_of([path])
        headlines = page.headlines(path, language)
        if not headlines:
            unfigured.append(Unfigured(path, page.document([path], language.code)))
        for headline in headlines:
            key = _key(headline)
            if key not in columns:
                columns[key] = Column(key, headline.question, headline.parts, page, headline.items())
            kept.append((columns[key], replace(headline, items=ReadItems, told=Reading)))  # which hold a run's items
        progress.advance(1)
    models, rows = _models([one for _, one in kept])
    twice = []
    for row, (column, headline) in zip(rows, kept, strict=True):
        if column.figures.setdefault(row, headline) is not headline:
            twice.append(headline.run)
    order = sorted(columns.values(), key=_place)
    return Board(models, order, list(dict.fromkeys(twice)), unfigured, max(created.values()))


def _key(headline: Headline) -> tuple[object, ...]:
    """Without the model."""
    question = headline.question
    return headline.parts.for_any_model(), question.metric, question.task, question.group


def _place(column: Column) -> tuple[object, ...]:
    """Figures of one signature stay together, as their kind has them."""
    question = column.question
    return -len(column.trusted), question.kind, question.title, column.parts.scoring


def _models(headlines: Sequence[Headline]) -> tuple[list[Model], list[int]]:
    """Each once, by its label; and the place of each figure's."""
    identities = _identities(headlines)
    runs = dict(zip(identities, headlines, strict=True))
    facts = [ModelFacts(name, weights_digest=own, server=runs[name, own].model.server) for name, own in runs]
    labels = distinct_labels([run.run for run in runs.values()], facts)
    models = {
        identity: Model(label, headline.model) for (identity, headline), label in zip(runs.items(), labels, strict=True)
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


Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contests:
    """Between every two models of a column that may be believed, by their indices; `test` is what it was made by."""

    found: Mapping[Pair, PairwiseTest] = field(default_factory=dict)
    test: str = "none"


def contests_in(column: Column, seed: int = 0) -> Contests:
    """With p adjusted over all of them."""
    indices = list(column.trusted)
    if len(indices) < 2:
        return Contests()
    made = list(column.page.compare_headlines(list(column.trusted.values()), seed))
    p = {(headline_test.found.a, headline_test.found.b): headline_test.p for headline_test in made}
    places = list(map(str, range(len(indices))))
    contests = contests_of(
        [headline_test.found for headline_test in made], places, lambda comparison: p[comparison.a, comparison.b]
    )
    found = {(indices[int(contest.found.a)], indices[int(contest.found.b)]): contest for contest in contests}
    return Contests(found, made[0].test if made else "none")


def groups_in(values: Mapping[int, float], contests: Mapping[Pair, PairwiseTest]) -> dict[int, list[int]]:
    """Of each model, the numbers of its groups, from the lowest of the `values` up: two models share one exactly where
    no difference between them could be shown. A model that could be compared with nobody has none."""
    tested = {index for pair in contests for index in pair}
    apart = {pair for pair, contest in contests.items() if contest.differs}
    alike = {
        index: {other for other in tested - {index} if not {(index, other), (other, index)} & apart} for index in tested
    }
    cliques = sorted(_needed(list(_cliques(alike))), key=lambda one: sorted(values[index] for index in one))
    return {index: [place for place, one in enumerate(cliques) if index in one] for index in tested}


def _cliques(alike: Mapping[int, Collection[int]]) -> Iterator[frozenset[int]]:
    """The largest sets in which all are alike (Bron and Kerbosch 1973, with a pivot)."""

    def grow(kept: frozenset[int], open_ones: set[int], closed: set[int]) -> Iterator[frozenset[int]]:
        if not open_ones and not closed:
            yield kept
            return
        pivot = max(sorted(open_ones | closed), key=lambda one: len(open_ones & set(alike[one])))
        for one in sorted(open_ones - set(alike[pivot])):
            near = set(alike[one])
            yield from grow(kept | {one}, open_ones & near, closed & near)
            open_ones = open_ones - {one}
            closed = closed | {one}

    if alike:
        yield from grow(frozenset(), set(alike), set())


def _needed(cliques: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Without those whose every two models share another group already: fewer letters say the same."""
    kept = sorted(cliques, key=lambda one: (len(one), sorted(one)))
    for one in list(kept):
        others = [other for other in kept if other is not one]
        pairs = list(combinations(one, 2)) or [(min(one), min(one))]
        if all(any({a, b} <= other for other in others) for a, b in pairs):
            kept = others
    return kept


def group_names(groups: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Letters, or numbers where there are more groups than letters; three in a row are a span."""
    count = 1 + max((index for indices in groups.values() for index in indices), default=0)
    lettered = count <= len(ascii_lowercase)
    names = list(ascii_lowercase) if lettered else [str(index + 1) for index in range(count)]
    return {index: ("" if lettered else ", ").join(_spans(indices, names)) for index, indices in groups.items()}


def _spans(indices: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    rows: list[list[int]] = []
    for index in indices:
        if rows and index == rows[-1][-1] + 1:
            rows[-1].append(index)
        else:
            rows.append([index])
    for row in rows:
        if len(row) > 2:
            yield f"{names[row[0]]}{EN_DASH}{names[row[-1]]}"
        else:
            yield from (names[place] for place in row)
