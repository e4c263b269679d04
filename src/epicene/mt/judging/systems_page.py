"""The page about translation systems: a controlled corpus, sets and WinoMT, one or several systems side by side.

Each test of systems registers a `SystemsPage`; runs of all of them may stand on one page. Comparisons, boards and model
cards read the same results: which figures are compared is said here, the tests (McNemar over lines, a paired bootstrap
over occupations) are `compare_figures` of `clustered_estimates.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import msgspec

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.data.text_files import read_text
from epicene.grammar.people import Gender
from epicene.metrics.answer_groups import ALL
from epicene.metrics.significance import FEWEST_UNITS, shown_side
from epicene.metrics.two_models import Comparison
from epicene.mt.judging.clustered_estimates import LineFigure, compare_figures
from epicene.mt.judging.judged_outputs import lines_by_system
from epicene.mt.results import LINES, ROOM, JudgedLine, TestedSystem
from epicene.report.charts.forest import MOST_MARKS, Plot, PlotRow, Point, legend_mark
from epicene.report.charts.heat_map import drawable
from epicene.report.compared_runs import ComparedRuns, paired, sides_of, validate_same_question
from epicene.report.document import Block, DefinitionList, Figure, Heading, ItemList, Note, Paragraph, Section, notes_of
from epicene.report.headlines import Headline, HeadlineQuestion, HeadlineReading, ReadItems, ShownItem, system_headline
from epicene.report.results_page import RunKind, RunView, folded, kind_of
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, Journal
from epicene.runs.signature import SignatureParts, few_units

READINGS = ("ideal", "interval", "epicene", "unique", "shows", "not")
ONLY = {"epicene": {"fr-en"}, "unique": {"mt-geneval", "mt-geneval-context", "gate", "table"}}  # by topic
HALF = 50.0
MOST_SHOWN = 50  # sentences that are shown of a cell
EVERY_DOCUMENT = frozenset({"model", "signatures", "estimates", "n"})
FEMININE, MASCULINE = Gender.FEMININE.value, Gender.MASCULINE.value
FROM_ENGLISH = ("en-fr", "winomt")  # what lines have as their target is what was translated
DIRECTION = re.compile("[a-z]{2,3}-[a-z]{2,3}")
OF_NO_GROUP = frozenset({"feminine_correct", "masculine_correct", "both_correct", "covered_gap"})
CELL_MARKS = "0123456789abcdefghijklmnopqrstuvwxyz"
T = TypeVar("T", bound=TestedSystem)


@dataclass(frozen=True, slots=True)
class ComparableSystems(Generic[T]):
    """Systems whose figures may stand side by side."""

    page: SystemsPage[T]
    systems: Sequence[T]

    @property
    def first(self) -> T:
        return self.systems[0]

    @property
    def trusted(self) -> list[T]:
        """Those of whose outputs enough could be read."""
        return [system for system in self.systems if not excluded_by(system)]

    def answer_of(self, system: T, language: Language) -> list[str]:
        """What a system does; where next to nothing could be read, that alone."""
        excluded = [
            language.text("mt.means.of", systems=[system.label], meaning=language.say(notice))
            for notice in excluded_by(system)
        ]
        return excluded or list(self.page.sentences(system, language))

    def answers(self, language: Language) -> Iterator[str]:
        return (text for system in self.systems for text in self.answer_of(system, language))


class SystemsView(RunView[T], Generic[T]):
    """The systems of some runs, of whichever tests, those that can be compared together."""

    @cached_property
    def by_run(self) -> list[list[T]]:
        return [list(kind_of([path]).read(path)) for path in self.paths]

    @cached_property
    def groups(self) -> list[ComparableSystems[T]]:
        runs = zip(map(kind_of, ([path] for path in self.paths)), self.by_run, strict=True)
        return comparable(
            [ComparableSystems(page, [system]) for page, own in runs if isinstance(page, SystemsPage) for system in own]
        )

    @property
    def topics(self) -> list[str]:
        return list(dict.fromkeys(group.first.topic for group in self.groups))


class SystemsPage(RunKind[T]):
    """A test of systems. `own_key` is a key that only its documents have; `outcomes` is what can be found in a line,
    and `class_key` and `outcome_key` are where messages have the names of classes and outcomes. Of the lines of a cell,
    `most_shown` are on the page. `on_lists` are metrics that need lists of items."""

    rooms = (ROOM,)
    family = "translation systems"
    can_be_compared = True
    scripts = ("epicene.mt:lines.js",)  # saves the lines behind the figures
    own_key: ClassVar[str]
    outcomes: ClassVar[Sequence[str]]
    class_key: ClassVar[str]
    outcome_key: ClassVar[str]
    on_lists: ClassVar[Collection[str]] = ()
    most_shown: ClassVar[int | None] = MOST_SHOWN
    warning: ClassVar[str] = ""  # before lines that state stereotypes

    # What a test says of its own

    def tables_of(self, systems: Sequence[T], language: Language) -> list[Table]:
        raise NotImplementedError

    def compared(self, system: T) -> list[tuple[str, str]]:
        """The metrics and groups that systems are compared by."""
        raise NotImplementedError

    def line_figures(self, system: T, lines: Sequence[JudgedLine]) -> Sequence[LineFigure]:
        """All figures, from what was found in each line."""
        raise NotImplementedError

    def line_columns(self, system: T, language: Language) -> tuple[str, Mapping[str, object]]:
        """The template that shows the lines behind the figures, and what else it needs."""
        raise NotImplementedError

    def method_notes(self, system: T, language: Language) -> Iterator[str]:
        """How lines were read."""
        raise NotImplementedError

    def class_name(self, name: str, language: Language) -> str:
        return language.text(f"{self.class_key}.{name}")

    def outcome_name(self, outcome: str, language: Language) -> str:
        return language.text(f"{self.outcome_key}.{outcome}")

    def cell_title(self, name: str, outcome: str, n: int, language: Language) -> str:
        """Of lines with one outcome; of many, the first are shown."""
        about = {"gold": self.class_name(name, language), "found": self.outcome_name(outcome, language)}
        return language.text("mt.winomt.cell", **about, n=n, shown=min(n, MOST_SHOWN))

    def sentences(self, system: T, language: Language) -> Iterator[str]:
        """The figures in words: by gender, and of a gender that the source leaves open."""
        yield from answer_by_gender(system, language)
        if kept := system.estimate("ambiguity_kept", ALL):
            her = balance_of(system)
            key = "mt.kept" if her else "mt.kept.always"
            yield _of_topic(key, system.topic, language, system=system.model, kept=kept, her=her)

    # Reading

    def recognises(self, path: Path) -> bool:
        """Whether a file is what `--json` printed."""
        try:
            records = _records(path) if path.is_file() else []
        except (InputError, ValueError):
            return False
        needed = {self.own_key} | EVERY_DOCUMENT
        return bool(records) and all(isinstance(record, dict) and needed <= set(record) for record in records)

    def read(self, path: Path) -> Sequence[T]:
        """The systems of a run folder, with the lines behind their figures, or of a file, which has none or some."""
        try:
            systems = [msgspec.convert(record, self.result) for record in _records(path)]
            lines = lines_by_system(Journal(path / LINES)) if path.is_dir() else {}
        except ValueError as error:
            raise InputError(f"{path} is damaged ({error}). Run the command that made it again.") from error
        if not path.is_dir():
            return systems
        return [msgspec.structs.replace(system, lines=lines.get(system.label, [])) for system in systems]

    def view(self, paths: Sequence[Path], language: Language) -> SystemsView[T]:
        return SystemsView(self, paths, language.joined(*self.rooms))

    # The page

    def title(self, view: RunView[T]) -> str:
        names = list(dict.fromkeys(system.label for system in view.results))
        return view.language.plural("mt.page.title", len(names), systems=view.language.list_of(names))

    def kicker(self, view: RunView[T]) -> str:
        return view.language.text("mt.page.kicker")

    def standfirst(self, view: RunView[T]) -> list[str]:
        return [_of_topic("mt.page.asked", topic, view.language) for topic in _view(view).topics]

    def notes(self, view: RunView[T]) -> list[Note]:
        """Each once, with the names of the systems that it is about where it is not about all."""
        language, about = view.language, dict[Note, list[str]]()
        for system in view.results:
            for note in notes_of(system.notice_list(), language):
                about.setdefault(note, []).append(str(system.label))
        return [
            note
            if len(systems) == len(view.results)
            else replace(note, text=language.text("mt.means.of", systems=systems, meaning=note.text))
            for note, systems in sorted(about.items(), key=lambda item: not item[0].grave)
        ]

    def answer(self, view: RunView[T]) -> list[Block]:
        """A sentence for each system and what else it does; then what the figures mean, by system where they differ."""
        language, groups = view.language, _view(view).groups
        blocks, meanings = list[Block](), dict[str, list[str]]()
        for group in groups:
            for system in group.systems:
                for index, text in enumerate(group.answer_of(system, language)):
                    blocks.append(Paragraph(text, "plain" if index else "lead"))
                name = f"{system.label} ({short_name(system, language)})" if len(groups) > 1 else str(system.label)
                meanings.setdefault(meaning_of(system), []).append(name)
        texts = [language.text(f"mt.means.{meaning}") for meaning in meanings]
        if len(texts) > 1:
            named = zip(meanings.values(), texts, strict=True)
            texts = [language.text("mt.means.of", systems=names, meaning=text) for names, text in named]
        now = next((meaning for meaning in ("unread", "masculine", "feminine") if meaning in meanings), "")
        keys = {"now": f"mt.now.{'unread' if now == 'unread' else 'gap'}"} if now else {}
        return [*blocks, meaning_list("mt", language, means=" ".join(texts), **keys)]

    def charts(self, view: RunView[T]) -> list[Figure]:
        return [figure for id, group in _named_groups(view) for figure in _chart(group, id, view.language)]

    def tables(self, view: RunView[T]) -> list[Table]:
        return [table for group in _view(view).groups for table in group.page.tables_of(group.systems, view.language)]

    def details(self, view: RunView[T]) -> list[Section]:
        return [_section(group, id, view.language) for id, group in _named_groups(view)]

    def readings(self, view: RunView[T]) -> list[tuple[str, str]]:
        keys = [key for key in READINGS if key not in ONLY or ONLY[key].intersection(_view(view).topics)]
        if not any(gap_of(system) for group in _view(view).groups for system in group.systems):
            keys[0] = "ideal.open"
        return [(view.language.text(f"mt.reading.{key}.term"), view.language.text(f"mt.reading.{key}")) for key in keys]

    def method(self, view: RunView[T]) -> list[tuple[str, str]]:
        return [
            (short_name(group.first, view.language), " ".join(group.page.method_notes(group.first, view.language)))
            for group in _view(view).groups
        ]

    # Among others

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Every two systems of the runs; one run may have several."""
        for path in paths:
            if (name := kind_of([path]).name) != self.name:
                raise InputError(
                    f"{paths[0]} holds a run of kind {self.name} and {path} one of kind {name}. Compare runs of one "
                    "kind."
                )
        return self.compared_systems([(path, system) for path in paths for system in self.read(path)], seed)

    def compared_systems(self, runs: Sequence[tuple[Path, T]], seed: int = 0) -> ComparedRuns:
        """Every two systems. What excludes one of them excludes the comparison; a figure that only some of them have
        is not compared."""
        systems = [system for _, system in runs]
        sides = sides_of([(system.label, path, next(iter(system.signatures.values()))) for path, system in runs])
        for side in sides[1:]:
            validate_same_question(sides[0], side)  # before lines are taken that have nothing to do with each other
        known = []
        for system in systems:
            lines = system.lines or ()
            if len(lines) != system.n:
                raise InputError(
                    f"The {system.n} lines of {system.model} are not all there, and systems are compared line by line. "
                    "Name the folder that the command wrote (--out), in place of what it printed."
                )
            known.append({(figure.metric, figure.group): figure for figure in self.line_figures(system, lines)})
        figures = [[own[key] for key in self.compared(systems[0]) if key in own] for own in known]
        missing = [
            Notice("notice.mt.not-compared", {"metric": metric})
            for metric in self.on_lists
            if 0 < sum(system.estimate(metric) is not None for system in systems) < len(systems)
        ]
        first, clusters = systems[0].estimates[0], [line.cluster for line in systems[0].lines or ()]

        def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
            names, both = (sides[a].label, sides[b].label), (figures[a], figures[b])
            excluded = [notice for index in (a, b) for notice in excluded_by(systems[index])]
            tested = compare_figures((first.benchmark, first.task), clusters, names, both, seed)
            return tested, [*missing, *excluded]

        return ComparedRuns(
            paired(first.benchmark, sides, compare, "p_bootstrap"),
            [ROOM],
            "mt.compared.told",
            lambda test, words: figure_name(test.metric, test.group, words),
            lambda words: short_name(systems[0], words.joined(ROOM)),
        )

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        """Of each system the share that is right, the gap, and what becomes of a gender that is left open. Which
        weights translated is not known of outputs, so that the model has a name alone."""
        own, marks = language.joined(ROOM), dict(zip(self.outcomes, CELL_MARKS, strict=False))
        headlines = []
        for system in self.read(path):
            (right, gap), (*_, both) = system.measures, system.headline
            lines: Sequence[JudgedLine] = system.lines or ()
            figures = [(right, both), (gap, both), ("ambiguity_kept", ALL)]
            estimates = [estimate for figure in figures if (estimate := system.estimate(*figure))]
            title, kind_name = short_name(system, own), own.text("mt.kind")
            sentence = partial(HeadlineReading, "", " ".join(self.sentences(system, own)))
            for index, estimate in enumerate(estimates):
                direction = (estimate.task or "").partition(" ")[0]
                pair = direction if DIRECTION.fullmatch(direction) else "en-fr"  # sets of others are from English
                name = figure_name(estimate.metric, estimate.group, own)
                headlines.append(
                    system_headline(
                        *(path, system.label, estimate, own),
                        HeadlineQuestion.of(estimate, title, self.name, kind_name, pair, name, estimate.ideal),
                        weighed=False,
                        notices=system.notice_list(),
                        chosen=None if index else "".join(marks.get(line.found, "-") for line in lines),
                        outputs=[] if index else [line.hypothesis for line in lines],
                        items=partial(self._items, lines, system.topic, own),
                        told=HeadlineReading if index else sentence,
                    )
                )
        return headlines

    def _items(self, lines: Sequence[JudgedLine], topic: str, language: Language) -> ReadItems:
        items = [
            ShownItem(
                str(line.line),
                self.class_name(line.class_, language),
                line.target if topic in FROM_ENGLISH else line.source,
            )
            for line in lines
        ]
        return ReadItems(items, [self.outcome_name(outcome, language) for outcome in self.outcomes])


def _view(view: RunView[T]) -> SystemsView[T]:
    if not isinstance(view, SystemsView):
        raise TypeError(f"{type(view).__name__} is no view of systems")
    return view


def _named_groups(view: RunView[T]) -> Iterator[tuple[str, ComparableSystems[T]]]:
    """Groups of systems with what their figures and tables are called on the page."""
    return ((f"translation-{number}", group) for number, group in enumerate(_view(view).groups, start=1))


def _records(path: Path) -> list[object]:
    content = json.loads(read_text(path / RESULTS if path.is_dir() else path))
    records = content.get("systems", [content]) if isinstance(content, dict) else []
    return records if isinstance(records, list) else []


def comparable(groups: Sequence[ComparableSystems[T]]) -> list[ComparableSystems[T]]:
    """Systems whose signatures agree on all but the system, together."""
    together: dict[tuple[object, ...], ComparableSystems[T]] = {}
    for group in groups:
        parts = SignatureParts.of(next(iter(group.first.signatures.values())))
        key = (parts.data, parts.scoring, parts.options, parts.version)
        before = together[key].systems if key in together else []
        if group.first.model in (other.model for other in before):
            raise InputError(
                f"Two systems of one report are called {group.first.model!r}: judge one again as NAME=FILE."
            )
        together[key] = replace(group, systems=[*before, group.first])
    return list(together.values())


def _of_topic(key: str, topic: str, language: Language, **values: object) -> str:
    """What is said of a direction, or of a set; those of a language pair from elsewhere have no words of their own."""
    own = f"{key}.{topic}"
    name = direction_name(topic, language)
    return language.text(own if language.has(own) else f"{key}.pair", direction=name, **values)


def short_name(system: TestedSystem, language: Language) -> str:
    """What was tested, in a few words."""
    return language.text_or(f"mt.short.{system.topic}", direction_name(system.topic, language))


def direction_name(direction: str, language: Language) -> str:
    """*French into English*, of `fr-en`; what is no direction stays."""
    if not DIRECTION.fullmatch(direction):
        return direction
    source, target = (language.text_or(f"language.{code}", code) for code in direction.split("-"))
    return language.text("mt.direction", source=source, target=target)


def _section(group: ComparableSystems[T], name: str, language: Language) -> Section:
    """Tables, every two systems where the lines behind their figures are there, and these lines."""
    page, systems = group.page, group.systems
    tables = enumerate(page.tables_of(systems, language), start=1)
    blocks: list[Block] = [folded(table, f"{name}-{index}") for index, table in tables]
    if len(systems) > 1 and all(len(system.lines or ()) == system.n for system in systems):
        compared = page.compared_systems([(Path(), system) for system in systems])
        blocks += [Heading(language.text("compared.heading"))]
        blocks += compared.blocks(language, name=f"{name}-compared")
    lines = [block for system in systems for block in _lines_behind(page, system, language)]
    if lines and page.warning:
        warning = f"{language.text('items.warning')}. {language.text(page.warning)}"
        blocks.append(Paragraph(warning, "warning", screen_only=True))
    return Section(_of_topic("mt.section", group.first.topic, language, n=group.first.n), [*blocks, *lines])


def _lines_behind(page: SystemsPage[T], system: T, language: Language) -> list[Block]:
    """By class and what was found, in the order of the tables."""
    behind: dict[tuple[str, str], list[JudgedLine]] = {}
    for line in system.lines or ():
        behind.setdefault((line.class_, line.found), []).append(line)
    cells = [
        (page.cell_title(name, outcome, len(lines), language), lines[: page.most_shown])
        for name, counts in system.cells.items()
        for outcome in counts
        if (lines := behind.get((name, outcome)))
    ]
    if not cells:
        return []
    template, columns = page.line_columns(system, language)
    return [ItemList(template, {"system": system.model, "cells": cells, **columns})]


def _chart(group: ComparableSystems[T], id: str, language: Language) -> Iterator[Figure]:
    """Feminine and masculine lines on one scale, so that the gap is seen; else lines that leave the gender open."""
    metric, _ = group.first.measures
    by_gender = [(metric, group.first.headline[index], gender) for index, gender in enumerate((FEMININE, MASCULINE))]
    if not any(system.estimate(metric, own) for system in group.trusted for _, own, _ in by_gender):
        metric, by_gender = "ambiguity_kept", [("ambiguity_kept", ALL, "open")]
    rows = []
    for measure, own, label in by_gender:
        estimates = [system.estimate(measure, own) for system in group.trusted]
        points = [
            Point(estimate.value, estimate.low, estimate.high, told=True) if estimate else None
            for estimate in estimates
        ]
        counts = {estimate.n_used for estimate in estimates if estimate}
        detail = language.text("figure.n", n=counts.pop()) if len(counts) == 1 else ""
        if any(points):
            rows.append(PlotRow(language.text(f"mt.chart.{label}"), detail, points))
    if not rows:
        return
    names, title = [system.label for system in group.trusted], language.text(f"mt.chart.title.{metric}")
    ideal, captions = language.text("figure.ideal.quality"), ("", language.text("figure.better"))
    plot = Plot(id, title, rows, ideal, captions, ideal=100.0, domain=(0.0, 100.0), series=names)
    legend = (
        [(legend_mark(index), name) for index, name in enumerate(names)] if 1 < len(group.systems) <= MOST_MARKS else []
    )
    yield Figure(drawable(plot, tested=False), legend=legend, screen_only=True)


def meaning_list(prefix: str, language: Language, means: str = "", now: str = "") -> DefinitionList:
    """What an answer `means`, how sure it is and what to do now (by another message's key where `now` is given), in
    messages that begin with `prefix`."""
    texts = {
        "means": means or language.text(f"{prefix}.means"),
        "sure": language.text(f"{prefix}.sure"),
        "now": language.text(now or f"{prefix}.now"),
    }
    facts = [(language.text(f"mt.{name}.term"), text) for name, text in texts.items()]
    return DefinitionList(facts, "reading next", screen_only=True)


def excluded_by(system: TestedSystem) -> list[Notice]:
    """The notices for which no figure of a system is to be believed."""
    return [notice for notice in system.notice_list() if notice.is_grave]


def meaning_of(system: TestedSystem) -> str:
    """What the figures of a system come to, as the end of a message's key: the gender that it gives too often
    (masculine, feminine), no clear gap (none), what becomes of a gender that the source leaves open (open.…), or
    nothing where next to nothing could be read (unread)."""
    if excluded_by(system):
        return "unread"
    if gap := gap_of(system):
        return {1: "masculine", -1: "feminine", 0: "none"}[
            shown_side(gap.low, gap.high, units=few_units(gap.signature))
        ]
    kept, *shares = (system.estimate(metric, ALL) for metric in ("ambiguity_kept", "masculine_share", "feminine_share"))
    if kept and kept.low > HALF:
        return "open.kept"
    masculine, feminine = shares
    side = 0
    if masculine and feminine:
        side = int(masculine.low > feminine.high) - int(feminine.low > masculine.high)
    elif balance := balance_of(system):
        side = -shown_side(balance.low, balance.high, HALF, units=few_units(balance.signature))
    elif not kept:
        return "none"
    return {1: "open.masculine", -1: "open.feminine", 0: "open.none"}[side]


def balance_of(system: TestedSystem) -> Estimate | None:
    """The feminine share of the translations that choose a gender which the source leaves open."""
    return system.estimate("her_share", ALL) or system.estimate("feminine_chosen", ALL)


def gap_of(system: TestedSystem) -> Estimate | None:
    """The gap between the genders, masculine less feminine."""
    return system.estimate(system.measures[1], system.headline[2])


def answer_by_gender(system: TestedSystem, language: Language) -> Iterator[str]:
    """What a system does with feminine and with masculine lines, and the gap: no stronger than its interval allows."""
    metric, gap_name = system.measures
    feminine, masculine = (system.estimate(metric, gender) for gender in system.headline[:2])
    gap = gap_of(system)
    if not (feminine and masculine and gap):
        return
    seen = language.text(f"mt.seen.{metric}", system=system.model, feminine=feminine, masculine=masculine)
    if 0 < (units := few_units(gap.signature)) < FEWEST_UNITS:
        yield language.text("mt.gap.few", seen=seen, gap=language.number(gap.value), n=units)
        return
    if side := shown_side(gap.low, gap.high):
        value, span = abs(gap.value), language.span(min(abs(gap.low), abs(gap.high)), max(abs(gap.low), abs(gap.high)))
    else:
        value, span = gap.value, language.span(gap.low, gap.high)
    worse = {0: "undecided", 1: "masculine", -1: "feminine"}[side]
    key = f"mt.gap.{'delta_g.' if gap_name == 'delta_g' else ''}{worse}"
    yield language.text(key, seen=seen, gap=language.number(value), span=span)


def figure_name(metric: str, group: str, language: Language) -> str:
    name = language.text(f"mt.metric.{metric}")
    if group == ALL and (metric in OF_NO_GROUP or not metric.endswith(("_correct", "_gap"))):
        return name
    return language.text("mt.of", metric=name, group=language.text(f"mt.group.{group}"))
