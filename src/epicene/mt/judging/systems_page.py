"""The page about translation systems: a controlled corpus and WinoMT, one or several systems side by side.

Each test of systems registers a `SystemsPage`; documents of both may stand on one page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.data.text_files import read_text
from epicene.grammar.french.inclusive import DOUBLET, EPICENE
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE
from epicene.metrics.answer_groups import ALL
from epicene.metrics.significance import FEWEST_UNITS, shown_side
from epicene.metrics.two_models import Comparison
from epicene.mt.judging.clustered_estimates import LineFigure, LineRatio, compare_figures
from epicene.mt.results import LINES, ROOM, JudgedLine, JudgedSet, PublishedSystem, SetResultLine, TestedSystem, Winomt
from epicene.report.charts.forest import MOST_MARKS, Plot, PlotRow, Point, legend_mark
from epicene.report.charts.heat_map import drawable
from epicene.report.compared_runs import ComparedRuns, ComparedSide, paired, refuse_other_questions, sides_of
from epicene.report.document import (
    Block,
    DefinitionList,
    Document,
    Figure,
    Heading,
    Note,
    Paragraph,
    Section,
    TableBlock,
    notes_of,
)
from epicene.report.headlines import (
    Headline,
    HeadlineQuestion,
    HeadlineReading,
    HeadlineTest,
    ReadItems,
    ShownItem,
    compared_by_runs,
    system_headline,
)
from epicene.report.results_page import RunKind, kind_of
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.folder import RESULTS, Journal
from epicene.runs.signature import SignatureParts, few_units

FROM_ENGLISH = ("en-fr", "winomt")  # what lines have as their target is what was translated
DIRECTION = re.compile("[a-z]{2,3}-[a-z]{2,3}")
PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"
Line = JudgedLine | SetResultLine
L = TypeVar("L", bound=Line)
T = TypeVar("T", bound=TestedSystem)


@dataclass(frozen=True, slots=True)
class ComparedFigures:
    """What systems are compared by: their figures, system by system, over lines with these `occupations`; `missing` are
    metrics that their lines do not give, though the run has them."""

    benchmark: str
    task: str | None
    occupations: Sequence[str]
    figures: Sequence[Sequence[LineFigure]]
    missing: Sequence[str] = ()


def every_line(model: str, lines: Sequence[L] | msgspec.UnsetType, n: int) -> Sequence[L]:
    """The n lines behind the figures of a system: without them nothing can be compared."""
    if lines is msgspec.UNSET or len(lines) != n:
        raise InputError(
            f"The {n} lines of {model} are not all there, and systems are compared line by line. Name the folder that "
            "the command wrote (--out), in place of what it printed."
        )
    return lines


def chosen(
    figures: tuple[Sequence[LineRatio], Sequence[LineFigure]], wanted: Sequence[tuple[str, str]]
) -> list[LineFigure]:
    """By metric and group, as far as they are there."""
    known = {(one.metric, one.group): one for own in figures for one in own}
    return [known[key] for key in wanted if key in known]


def compared_systems(
    made: ComparedFigures,
    sides: Sequence[ComparedSide],
    systems: Sequence[TestedSystem],
    name: Callable[[str, str, Language], str],
    seed: int = 0,
) -> ComparedRuns:
    """Every two of the systems; `name` is that of a metric and group. What bars one of them bars the comparison."""
    notices = [Notice("notice.mt.not-compared", {"metric": metric}) for metric in made.missing]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, figures = (sides[a].label, sides[b].label), (made.figures[a], made.figures[b])
        excluded = [notice for system in (systems[a], systems[b]) for notice in system.notice_list() if notice.is_grave]
        tested = compare_figures((made.benchmark, made.task), made.occupations, names, figures, seed)
        return tested, [*notices, *excluded]

    pairs = paired(made.benchmark, sides, compare, "p_bootstrap")
    return ComparedRuns(
        pairs, [ROOM], "mt.compared.told", lambda comparison, words: name(comparison.metric, comparison.group, words)
    )


@dataclass(frozen=True, slots=True)
class LineWords:
    """What can be found in a translation (`outcomes`), and the names of a class of lines and of an outcome."""

    outcomes: Sequence[str]
    class_name: Callable[[str, Language], str]
    found: str

    def outcome_names(self, language: Language) -> list[str]:
        return [language.text(f"{self.found}.{outcome}") for outcome in self.outcomes]


def system_headlines(
    path: Path,
    kind: str,
    system: T,
    words: LineWords,
    name: Callable[[str, str, Language], str],
    answers: Callable[[T, Language], Iterable[str]],
    language: Language,
) -> Iterator[Headline]:
    """Which weights translated is not known of outputs, so that the model has a name alone."""
    (right, gap), (*_, both) = system.measures, system.headline
    wanted = [(right, both), (gap, both), ("ambiguity_kept", ALL)]
    lines: Sequence[Line] = system.lines or ()
    own = language.joined(ROOM)
    estimates = [one for metric, group in wanted if (one := system.estimate(metric, group))]
    for index, estimate in enumerate(estimates):
        about = (
            own.text_or(f"mt.short.{system.asked}", system.asked),
            kind,
            own.text("mt.kind"),
            spoken_of(estimate.task),
        )
        yield system_headline(
            *(path, system.model, estimate, own),
            HeadlineQuestion.of(estimate, *about, name(estimate.metric, estimate.group, own), estimate.ideal),
            weighed=False,
            notices=system.notice_list(),
            chosen=None if index else _chosen(lines, words.outcomes),
            outputs=[] if index else [line.hypothesis for line in lines],
            items=partial(_items, lines, system.asked, words, own),
            told=partial(_told, system, answers, own) if not index else HeadlineReading,
        )


def spoken_of(task: str | None) -> str:
    """The languages of a test that says its direction; sets of others are from English."""
    direction = (task or "").partition(" ")[0]
    return direction if DIRECTION.fullmatch(direction) else "en-fr"


def _chosen(lines: Sequence[Line], outcomes: Sequence[str]) -> str:
    places = dict(zip(outcomes, PLACES, strict=False))
    return "".join(places.get(line.found, "-") for line in lines)


def _items(lines: Sequence[Line], asked: str, words: LineWords, language: Language) -> ReadItems:
    items = [ShownItem(str(line.line), words.class_name(line.class_, language), _source(line, asked)) for line in lines]
    return ReadItems(items, words.outcome_names(language))


def _source(line: Line, asked: str) -> str:
    if isinstance(line, SetResultLine):
        return line.source
    return line.target if asked in FROM_ENGLISH else line.source


def _told(system: T, answers: Callable[[T, Language], Iterable[str]], language: Language) -> HeadlineReading:
    return HeadlineReading("", " ".join(answers(system, language)))


FOR_ALL = (BOTH, INCLUSIVE, AVOIDED)
Outcomes = dict[str, dict[str, int]]


def outcome_of(sort: str) -> str:
    """Of a French form that holds for everybody: *étudiantes et étudiants*, *l'artiste* or *la personne*, *iel*."""
    return {DOUBLET: BOTH, EPICENE: AVOIDED}.get(sort, INCLUSIVE)


def count_outcomes(found: Iterable[tuple[str, str]], known: Callable[[str], Sequence[str]]) -> Outcomes:
    """How many of each class have each of its outcomes."""
    cells = Counter(found)
    return {
        name: {outcome: cells[name, outcome] for outcome in known(name)} for name in sorted({name for name, _ in cells})
    }


def outcomes_table(
    systems: Sequence[Winomt | JudgedSet], title: str, names: str, found: str, language: Language
) -> Iterator[Table]:
    """Lines by class and outcome, system beside system; forms for everybody that nobody wrote are left out. `names` and
    `found` are where messages have those of a class and of an outcome. Files from before outcomes were told apart have
    no such table."""
    counted = [system.outcomes for system in systems if isinstance(system.outcomes, dict)]
    if len(counted) < len(systems):
        return
    blocks = []
    for name in counted[0]:
        cells = {outcome: [Cell(own[name][outcome]) for own in counted] for outcome in counted[0][name]}
        shown = [outcome for outcome in cells if outcome not in FOR_ALL or any(cell.value for cell in cells[outcome])]
        rows = [(language.text(f"{found}.{outcome}"), cells[outcome]) for outcome in shown]
        blocks.append(class_rows(language.text(f"{names}.{name}"), sum(counted[0][name].values()), rows))
    yield Table(
        title, class_columns([Column(system.model, system.model, "number") for system in systems], language), blocks
    )


def class_columns(systems: Sequence[Column], language: Language) -> list[Column]:
    """Of tables by class and what was found in it."""
    return [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        Column("found", language.text("mt.column.outcome")),
        *systems,
    ]


def class_rows(name: str, n: int, found: Iterable[tuple[str, Sequence[Cell]]]) -> list[Row]:
    """What was found in a class; its name and the number of its lines stand in the first row."""
    heads = chain([(Cell(name), Cell(n))], repeat((Cell(""), Cell())))
    return [[*head, Cell(outcome), *cells] for head, (outcome, cells) in zip(heads, found, strict=False)]


LONGEST_NAME = 20
READINGS = ("ideal", "interval", "epicene", "unique", "shows", "not")
ONLY = {"epicene": {"fr-en"}, "unique": {"mt-geneval", "mt-geneval-context", "gate", "table"}}  # by what was asked
OF_NO_GROUP = frozenset({"feminine_correct", "masculine_correct", "both_correct", "covered_gap"})
MOST = 50  # sentences that are shown of a cell
EVERY_DOCUMENT = frozenset({"model", "signatures", "estimates", "n"})


@dataclass(frozen=True, slots=True)
class SystemsPage(RunKind[T]):
    """`own` is the key that only documents of this test have; `lines` are what can be seen behind its figures, after a
    `warning` where they state stereotypes, and `line` is one as the run's journal has it; `answer` says the figures in
    words, where that is not by gender."""

    name: str
    result: type[T]
    own: str
    tables_of: Callable[[Sequence[T], Language], list[Table]]
    lines: Callable[[T, Language], Sequence[Block]]
    line: Callable[[Mapping[str, Any]], Line]
    headline: Callable[[Sequence[T]], ComparedFigures]
    words: LineWords
    warning: str = ""
    sentences: Callable[[T, Language], Iterator[str]] | None = None
    family: ClassVar[str] = "translation systems"
    can_be_compared: ClassVar[bool] = True

    def recognises(self, path: Path) -> bool:
        """A file that `--json` printed."""
        try:
            records = _records(path) if path.is_file() else []
        except (InputError, ValueError):
            return False
        return bool(records) and all(
            isinstance(record, dict) and {self.own} | EVERY_DOCUMENT <= set(record) for record in records
        )

    def read(self, path: Path) -> Sequence[T]:
        """The systems of a run folder, with the lines behind their figures, or of a file."""
        try:
            systems = [msgspec.convert(record, self.result) for record in _records(path)]
        except (ValueError, msgspec.ValidationError) as error:
            raise InputError(f"{path} is damaged ({error}). Run the command that made it again.") from error
        if not path.is_dir():  # what --json printed has no lines, or some
            return systems
        lines: dict[str, list[Line]] = {system.model: [] for system in systems}
        for record in Journal(path / LINES).each():
            if record["system"] in lines:
                lines[record["system"]].append(self.line(record))
        return [msgspec.structs.replace(system, lines=lines[system.model]) for system in systems]

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return systems_document(read_systems(paths), Language(code, ROOM))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """The answers, then the tables."""
        groups, language = comparable(read_systems(paths)), Language(code, ROOM)
        return Document(
            title="",
            language=language,
            notes=_notes(groups, language),
            answer=[Paragraph(text, "lead") for group in groups for text in group.answers(language)],
            sections=[
                Section("", [TableBlock(table, "") for table in group.page.tables_of(group.systems, language)])
                for group in groups
            ],
            signatures=_signatures(groups),
        )

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Every two systems of the runs; one run may have several."""
        found: list[tuple[Path, T]] = []
        for path in paths:
            page = kind_of([path])
            if page.name != self.name:
                raise InputError(
                    f"{paths[0]} holds a run of kind {self.name} and {path} one of kind {page.name}. Compare runs of "
                    "one kind."
                )
            found += [(path, system) for system in self.read(path)]
        systems = [system for _, system in found]
        sides = sides_of([(one.model, path, next(iter(one.signatures.values()))) for path, one in found])
        for side in sides[1:]:
            refuse_other_questions(sides[0], side)  # before lines are taken that have nothing to do with each other
        return compared_systems(self.headline(systems), sides, systems, figure_name, seed)

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        about = (self.words, figure_name, self.sentences or _answer, language)
        return [
            system_headline
            for one in self.read(path)
            for system_headline in system_headlines(path, self.name, one, *about)
        ]

    def compare_headlines(self, found: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
        return compared_by_runs(self.compare, found, seed)


def _records(path: Path) -> list[object]:
    content = json.loads(read_text(path / RESULTS if path.is_dir() else path))
    records = content.get("systems", [content]) if isinstance(content, dict) else []
    return records if isinstance(records, list) else []


@dataclass(frozen=True, slots=True)
class ComparableSystems(Generic[T]):
    """Systems whose figures may stand side by side."""

    page: SystemsPage[T]
    systems: Sequence[T]

    @property
    def first(self) -> T:
        return self.systems[0]

    def answers(self, language: Language) -> Iterator[str]:
        """What each system does; where next to nothing could be read, that alone."""
        for system in self.systems:
            excluded = [language.say(notice) for notice in system.notice_list() if notice.is_grave]
            yield from excluded or (self.page.sentences or _answer)(system, language)


def read_systems(paths: Sequence[Path]) -> list[ComparableSystems[TestedSystem]]:
    """Each system with the page of its test, in the order in which they were named."""
    pages = [kind_of([path]) for path in paths]
    return [
        ComparableSystems(page, [system])
        for page, path in zip(pages, paths, strict=True)
        if isinstance(page, SystemsPage)
        for system in page.read(path)
    ]


def comparable(found: Sequence[ComparableSystems[T]]) -> list[ComparableSystems[T]]:
    """Systems whose signatures agree on all but the system, together."""
    groups: dict[tuple[object, ...], ComparableSystems[T]] = {}
    for group in found:
        parts = SignatureParts.of(next(iter(group.first.signatures.values())))
        key = (parts.data, parts.scoring, parts.options, parts.version)
        before = groups[key].systems if key in groups else []
        if group.first.model in (other.model for other in before):
            raise InputError(
                f"Two systems of one report are called {group.first.model!r}: judge one again as NAME=FILE."
            )
        groups[key] = replace(group, systems=[*before, group.first])
    return list(groups.values())


def _signatures(groups: Sequence[ComparableSystems[TestedSystem]]) -> list[str]:
    return [text for group in groups for system in group.systems for text in system.signatures.values()]


def _notes(groups: Sequence[ComparableSystems[TestedSystem]], language: Language) -> list[Note]:
    return notes_of(
        [notice for group in groups for system in group.systems for notice in system.notice_list()], language
    )


def systems_document(found: Sequence[ComparableSystems[TestedSystem]], language: Language) -> Document:
    groups = comparable(found)
    names = list(dict.fromkeys(group.first.model for group in found))
    asked = list(dict.fromkeys(group.first.asked for group in groups))
    sections = [_section(group, number, language) for number, group in enumerate(groups, start=1)]
    return Document(
        title=language.plural("mt.page.title", len(names), systems=language.list_of(names)),
        language=language,
        kicker=language.text("mt.page.kicker"),
        standfirst=[_of_pair("mt.page.asked", one, language) for one in asked],
        notes=_notes(groups, language),
        sections=[*sections, _readings(asked, language), _citing(_signatures(groups), language)],
        signatures=_signatures(groups),
        signed=False,
        scripts=["epicene.mt:lines.js"],
    )


def _of_pair(key: str, asked: str, language: Language, **values: object) -> str:
    """What is said of a direction, or of a set; those of a language pair from elsewhere have no words of their own."""
    own = f"{key}.{asked}"
    return language.text(own if language.text_or(own, "") else f"{key}.pair", direction=asked, **values)


def _section(group: ComparableSystems[TestedSystem], number: int, language: Language) -> Section:
    tables = group.page.tables_of(group.systems, language)
    lines = [block for system in group.systems for block in group.page.lines(system, language)]
    if lines and group.page.warning:
        warning = f"{language.text('items.warning')}. {language.text(group.page.warning)}"
        lines = [Paragraph(warning, "warning", screen_only=True), *lines]
    return Section(
        _of_pair("mt.section", group.first.asked, language, n=group.first.n),
        [
            *(Paragraph(text, "lead") for text in group.answers(language)),
            *_figure(group, f"translation-{number}", tables[0].title, language),
            *(TableBlock(table, f"translation-{number}-{index}") for index, table in enumerate(tables, start=1)),
            *_compared(group, f"translation-{number}-compared", language),
            *lines,
        ],
    )


def _compared(group: ComparableSystems[TestedSystem], name: str, language: Language) -> list[Block]:
    """Every two systems, where the lines behind their figures are there: files that `--json` printed have none."""
    systems = group.systems
    if len(systems) < 2 or any(len(system.lines or ()) != system.n for system in systems):
        return []
    sides = sides_of([(system.model, Path(), next(iter(system.signatures.values()))) for system in systems])
    made = compared_systems(group.page.headline(systems), sides, systems, figure_name)
    return [Heading(language.text("compared.heading")), *made.blocks(language, name=name)]


def _readings(asked: Sequence[str], language: Language) -> Section:
    keys = [key for key in READINGS if key not in ONLY or ONLY[key].intersection(asked)]
    facts = [(language.text(f"mt.reading.{key}.term"), language.text(f"mt.reading.{key}")) for key in keys]
    return Section(language.text("page.reading"), [DefinitionList(facts, "reading")], screen_only=True)


def _citing(signatures: Sequence[str], language: Language) -> Section:
    blocks = [
        Paragraph(language.text("mt.page.comparable")),
        *(Paragraph(signature, "code") for signature in signatures),
        Paragraph(language.text("cite.software"), "note"),
        Paragraph(language.text("cite.software.text", version=__version__), "quote"),
    ]
    return Section(language.text("mt.page.signatures"), blocks, screen_only=True)


def answer_by_gender(system: TestedSystem, language: Language) -> Iterator[str]:
    """What a system does with feminine and with masculine lines, and the gap."""
    metric, gap_name = system.measures
    *genders, both = system.headline
    feminine, masculine = (system.estimate(metric, gender) for gender in genders)
    gap = system.estimate(gap_name, both)
    if feminine and masculine and gap:
        seen = language.text(f"mt.seen.{metric}", system=system.model, feminine=feminine, masculine=masculine)
        yield _gap(seen, gap, "delta_g." if gap_name == "delta_g" else "", language)


def _answer(system: TestedSystem, language: Language) -> Iterator[str]:
    yield from answer_by_gender(system, language)
    if kept := system.estimate("ambiguity_kept", "all"):
        her = system.estimate("her_share", "all") or system.estimate("feminine_chosen", "all")
        key = "mt.kept" if her else "mt.kept.always"
        yield _of_pair(key, system.asked, language, system=system.model, kept=kept, her=her)


def _gap(seen: str, gap: Estimate, kind: str, language: Language) -> str:
    """No stronger than its interval allows; a gap is masculine less feminine."""
    if 0 < (units := few_units(gap.signature)) < FEWEST_UNITS:
        return language.text("mt.gap.few", seen=seen, gap=language.number(gap.value), n=units)
    if not shown_side(gap.low, gap.high):
        value, span, worse = gap.value, language.span(gap.low, gap.high), "undecided"
    else:
        span, worse = (
            language.span(min(abs(gap.low), abs(gap.high)), max(abs(gap.low), abs(gap.high))),
            "masculine" if gap.value > 0 else "feminine",
        )
        value = abs(gap.value)
    return language.text(f"mt.gap.{kind}{worse}", seen=seen, gap=language.number(value), span=span)


def _figure(group: ComparableSystems[TestedSystem], id: str, title: str, language: Language) -> Iterator[Figure]:
    """Feminine and masculine lines on one scale, so that the gap is seen."""
    metric, _ = group.first.measures
    rows = []
    for gender in group.first.headline[:2]:
        estimates = [system.estimate(metric, gender) for system in group.systems]
        points = [
            Point(estimate.value, estimate.low, estimate.high, told=True) if estimate else None
            for estimate in estimates
        ]
        counts = {estimate.n_used for estimate in estimates if estimate}
        detail = language.text("figure.n", n=counts.pop()) if len(counts) == 1 else ""
        if any(points):
            rows.append(PlotRow(figure_name(metric, gender, language), detail, points))
    if not rows:
        return
    captions = ("", language.text("figure.better"))
    names = [system.model for system in group.systems]
    ideal = language.text("figure.ideal.quality")
    plot = Plot(id, title, rows, ideal, captions, ideal=100.0, domain=(0.0, 100.0), series=names)
    legend = [(legend_mark(index), name) for index, name in enumerate(names)] if 1 < len(names) <= MOST_MARKS else []
    yield Figure(drawable(plot, tested=False), legend=legend, titled=False, screen_only=True)


def figure_name(metric: str, group: str, language: Language) -> str:
    name = language.text(f"mt.metric.{metric}")
    if group == "all" and (metric in OF_NO_GROUP or not metric.endswith(("_correct", "_gap"))):
        return name
    return language.text("mt.of", metric=name, group=language.text(f"mt.group.{group}"))


def by_cell(lines: Iterable[L]) -> dict[tuple[str, str], list[L]]:
    """By class and what was found."""
    found: dict[tuple[str, str], list[L]] = {}
    for line in lines:
        found.setdefault((line.class_, line.found), []).append(line)
    return found


def first_of_cell(lines: Sequence[L], gold: str, found: str, language: Language) -> tuple[str, Sequence[L]]:
    shown = lines[:MOST]
    return language.text("mt.winomt.cell", gold=gold, found=found, n=len(lines), shown=len(shown)), shown


Columns = Sequence[tuple[str, TestedSystem | PublishedSystem]]  # systems under their names in a table


def measured(systems: Sequence[TestedSystem]) -> Columns:
    return [(system.model, system) for system in systems]


def with_published(
    systems: Sequence[TestedSystem], published: Sequence[PublishedSystem], language: Language
) -> Columns:
    """Measured systems, then those of the paper; told apart where both have one name."""
    taken = {system.model for system in systems}
    names = [
        language.text("mt.published", system=published_system.model)
        if published_system.model in taken
        else published_system.model
        for published_system in published
    ]
    return [*measured(systems), *zip(names, published, strict=True)]


def cell_of(system: TestedSystem | PublishedSystem, metric: str, group: str) -> Cell:
    if isinstance(system, PublishedSystem):
        return Cell(system.values.get(metric, {}).get(group))
    estimate = system.estimate(metric, group)
    digits = 2 if metric == "tgbi" else None  # from 0 to 1
    return Cell(estimate.value, estimate.low, estimate.high, digits=digits) if estimate else Cell()


def system_columns(columns: Columns) -> list[Column]:
    """Under the end of a long file name, so that tables of several systems fit."""
    shortened = [name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :] for name, _ in columns]
    return [Column(name, short, "number", interval=True) for (name, _), short in zip(columns, shortened, strict=True)]


def figures_table(
    title: str,
    columns: Columns,
    wanted: Sequence[tuple[str, str]],
    note: str,
    language: Language,
    technical: Collection[tuple[str, str]] = (),
) -> Table:
    """A row for each figure (metric and group) that some system has; `technical` ones are for specialists."""
    rows = []
    for metric, group in wanted:
        cells = [cell_of(system, metric, group) for _, system in columns]
        if any(cell.value is not None for cell in cells):
            name = figure_name(metric, group, language)
            rows.append([Cell(name, technical=(metric, group) in technical), *cells])
    head = [Column("figure", language.text("mt.column.figure")), *system_columns(columns)]
    return Table(title, head, [rows], note)
