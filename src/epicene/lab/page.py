"""The page of a calibration: for each dial its curves and a table of instruments, from the folder alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean

from epicene.core.catalogues import LANGUAGES
from epicene.core.language import NO_BREAK, Language
from epicene.lab.calibration_verdicts import INSTRUMENTS, values
from epicene.lab.results import (
    FOLLOWS,
    KIND,
    MOVES,
    NOT,
    STAYS,
    TOO_FEW,
    CalibrationResults,
    InstrumentCurve,
    InstrumentVerdict,
    ScoringVerdict,
)
from epicene.report.charts.curve import Curve, CurvePoint
from epicene.report.charts.scatter import ticks
from epicene.report.document import Block, Collapsible, Figure, Paragraph, Row, Section, TableBlock
from epicene.report.render.html import write_document
from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Cell, Column, Kind, Table, tabulated, without_column

VERDICTS = {FOLLOWS: "follows", NOT: "not", STAYS: "stays", MOVES: "moves", TOO_FEW: "few"}
PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)
NOT_IN_THE_TERMINAL = (
    *("dial", "p", "p_one_sided", "first", "last", "item_limit"),
    *("error_of_50", "behind", "by_seed", "n"),
)
# What the dial itself would read on the instrument's scale: *her* as often as the corpus says.
TRUTH: Mapping[tuple[str, str], Callable[[float], float]] = {
    ("her", "judged_feminine"): lambda dial: dial,
    ("her", "r_mean"): lambda dial: dial / 100,
    ("epicene", "judged_epicene_her"): lambda dial: dial,
    ("epicene", "b_mean"): lambda dial: 2 * dial / 100 - 1,
}


class LabKind(RunKind[CalibrationResults]):
    """A calibration."""

    name = KIND
    result = CalibrationResults
    rooms = ("epicene.lab",)

    def title(self, view: RunView[CalibrationResults]) -> str:
        return view.language.text("lab.title")

    def standfirst(self, view: RunView[CalibrationResults]) -> list[str]:
        return [view.language.text("lab.standfirst")]

    def answer(self, view: RunView[CalibrationResults]) -> list[Block]:
        """What follows its dial, how far that can be trusted, and what to do with it."""
        first, *more = headline(view.result, view.language)
        meaning = (view.language.text(f"lab.{key}") for key in ("how.caution", "now"))
        return [Paragraph(first, "lead"), *map(Paragraph, [*more, *meaning])]

    def charts(self, view: RunView[CalibrationResults]) -> list[Figure]:
        """The curve of the first instrument; the others stand with their dials."""
        figures = [_figure(curve, view.language) for curve in view.result.curves[:1]]
        colon = view.language.text("punctuation.colon")
        return [replace(f, caption=f"{f.chart.title}{colon} {f.caption}", titled=False) for f in figures]

    def tables(self, view: RunView[CalibrationResults]) -> list[Table]:
        """The tables with the columns that fit 80 characters of a terminal; the page has the rest."""
        tables = calibration_tables(view.result, view.language)
        return [without_column(table, *NOT_IN_THE_TERMINAL) for table in tables]

    def details(self, view: RunView[CalibrationResults]) -> list[Section]:
        results, language = view.result, view.language
        return [
            *(_scorings_section(results, kind, language) for kind in results.scored_kinds),
            *_instruments_section(results, language),
            *(_dial_section(results, kind, dial, language) for kind, dial in results.dials),
        ]

    def readings(self, view: RunView[CalibrationResults]) -> list[tuple[str, str]]:
        resolution, limit = (view.language.text(f"lab.column.{key}") for key in ("resolution", "item_limit"))
        terms = {"rho": "ρ", "resolution": resolution, "limit": limit, "t": "t"}
        return [(term, view.language.text(f"lab.how.{key}")) for key, term in terms.items()]


PAGE = LabKind()


def write_reports(out: Path) -> list[Path]:
    """Write the report in both languages, as HTML and as Markdown; returns the HTML pages."""
    pages = [out / f"report.{code}.html" for code in LANGUAGES]
    for code, page in zip(LANGUAGES, pages, strict=True):
        document = PAGE.document([out], code)
        for path in (page, page.with_suffix(".md")):
            write_document(document, path)
    return pages


def calibration_tables(results: CalibrationResults, language: Language) -> list[Table]:
    """Every table of verdicts, in the order of the terminal."""
    return [
        *(curves_table(results.along(kind, dial), language) for kind, dial in results.dials),
        *(scorings_table(results, kind, language) for kind in results.scored_kinds),
        *([instruments_table(results, language)] if any(row.systems for row in results.instruments) else []),
        *([nouns_table(results, language)] if results.nouns else []),
    ]


# In words


def headline(results: CalibrationResults, language: Language) -> Iterator[str]:
    """How many instruments follow the dial they are made for, which do not, which name the route, and which way of
    asking about pairs comes nearest."""
    text, curves = language.text, results.curves
    if curves:
        meant = [curve for curve in curves if curve.expected == 1]
        own = [curve for curve in meant if not INSTRUMENTS[curve.instrument].contains]
        n, few = (sum(curve.verdict == verdict for curve in own) for verdict in (FOLLOWS, TOO_FEW))
        yield text("lab.headline", n=n, total=len(own), few=few)
        named = {
            "astray": [curve for curve in meant if curve.verdict == NOT],
            "contained": [curve for curve in meant if curve.verdict == FOLLOWS and curve not in own],
            "unknown": [curve for curve in curves if curve.expected is None and curve.verdict == NOT],
            "loose": [curve for curve in curves if curve.verdict == MOVES],
            "few": [curve for curve in curves if curve.verdict == TOO_FEW],
        }
        for key, which in named.items():
            if which:
                names = [f"{_instrument(curve, language)} ({_dial_name(curve, language)})" for curve in which]
                yield text(f"lab.{key}", names=names)
    routed = sorted(
        (row for row in results.instruments if row.systems and not row.is_placebo), key=lambda row: -row.named
    )
    if routed:
        rows = [text("lab.routes.one", name=_row_name(row, language), named=row.named) for row in routed]
        yield text("lab.routes", systems=max(row.systems for row in routed), named=rows)
    for kind in results.scored_kinds:
        first, *others = (verdict for verdict in results.scorings if verdict.kind == kind)
        if first.error_low is None or first.error_high is None:
            yield text("lab.scorings.few", first=first)
            continue
        rest = [
            text("lab.scorings.other", scoring=row.scoring, error=row.error, verdict=_scored(row, language))
            for row in others
        ]
        key = "lab.scorings.none" if first.fails else "lab.scorings.nearest"
        yield text(key, first=first, span=language.span(first.error_low, first.error_high), others=rest)


def _instrument(curve: InstrumentCurve, language: Language) -> str:
    return language.text(f"lab.instrument.{curve.instrument}")


def _dial_name(curve: InstrumentCurve, language: Language) -> str:
    return language.text(f"lab.dial.{curve.kind}.{curve.dial}.short")


def _row_name(row: InstrumentVerdict, language: Language) -> str:
    return language.text(f"lab.row.{row.instrument}")


def _verdict(verdict: str, contains: bool, language: Language) -> str:
    key = "contained" if contains and verdict == FOLLOWS else VERDICTS[verdict] if verdict else ""
    return language.text(f"lab.verdict.{key}") if key else "–"


def _curve_verdict(curve: InstrumentCurve, language: Language) -> str:
    return _verdict(curve.verdict, curve.expected == 1 and bool(INSTRUMENTS[curve.instrument].contains), language)


def _scored(verdict: ScoringVerdict, language: Language) -> str:
    if verdict.error_low is None:
        return language.text("lab.verdict.few")
    rank = "further" if verdict.is_significant else "close" if verdict.behind is not None else "nearest"
    return language.text(f"lab.scorings.verdict.{'fails' if verdict.fails else rank}")


def curve_sentence(curve: InstrumentCurve, language: Language) -> str:
    """The verdict on a curve with ρ, p and resolution, in a sentence."""
    parts = [_curve_verdict(curve, language)]
    if curve.rho is not None and curve.p is not None:
        rho = language.number(curve.rho, 2)
        if curve.rho_low is not None and curve.rho_high is not None:
            rho += f"{NO_BREAK}{language.bracket(curve.rho_low, curve.rho_high, 2)}"
        one_sided = curve.p_one_sided if curve.expected == 1 else None  # the one that decided
        p = language.p_value(curve.p if one_sided is None else one_sided)
        p = p if p.startswith("<") else f"={NO_BREAK}{p}"
        parts.append(language.text("lab.rho" if one_sided is None else "lab.rho.one-sided", rho=rho, p=p, n=curve.n))
    elif len({point.value for point in curve.points}) == 1 < curve.n:
        parts.append(language.text("lab.flat"))
    if curve.resolution is not None and curve.expected != 0:
        parts.append(language.text("lab.sees", points=language.number(curve.resolution, 0)))
    sentence = language.text("lab.sentence", parts=", ".join(parts))
    return sentence[0].upper() + sentence[1:]


# In sections


def _dial_section(results: CalibrationResults, kind: str, dial: str, language: Language) -> Section:
    curves = results.along(kind, dial)
    figures = [_figure(curve, language) for curve in curves if curve is not results.curves[0]]
    readings = TableBlock(readings_table(results, curves, language), f"readings-{kind}-{dial}")
    return Section(
        language.text(f"lab.dial.{kind}.{dial}"),
        [
            Paragraph(language.text(f"lab.about.{kind}.{dial}")),
            *([Row(figures)] if figures else []),
            TableBlock(curves_table(curves, language), f"{kind}-{dial}", captioned=False),
            Collapsible(language.text("lab.readings"), [readings]),
        ],
    )


def _figure(curve: InstrumentCurve, language: Language) -> Figure:
    framed = "off" if curve.verdict in (NOT, MOVES) else ""
    return Figure(chart(curve, language), curve_sentence(curve, language), level=3, framed=framed)


def chart(curve: InstrumentCurve, language: Language) -> Curve:
    """Readings against the dial; the dotted line is what a perfect instrument would read, where that is known."""
    truth, y_ticks = TRUTH.get((curve.dial, curve.instrument)), list(PERCENT)
    if not curve.is_percent:
        ends = [end for point in curve.points for end in (point.value, point.low, point.high)]
        y_ticks = ticks(min(-1.0 if curve.instrument == "b_mean" else 0.0, *ends), max(1.0, *ends))
    return Curve(
        f"{curve.kind}-{curve.dial}-{curve.instrument}".replace("_", "-"),
        _instrument(curve, language),
        [CurvePoint(point.dial, point.value, point.low, point.high) for point in curve.points],
        language.text("lab.axis"),
        PERCENT,
        y_ticks,
        0 if curve.is_percent else 2,
        [(dial, truth(dial)) for dial in (PERCENT[0], PERCENT[-1])] if truth else (),
    )


def _scorings_section(results: CalibrationResults, kind: str, language: Language) -> Section:
    """The ways of asking about pairs, judged over all lengths and frequencies of names; charts have the mean reading at
    each setting, with a bar from the lowest to the highest of all lengths and frequencies."""
    figures, ends = [], [(0.0, 0.0), (100.0, 100.0)]
    for verdict in (verdict for verdict in results.scorings if verdict.kind == kind):
        read: dict[float, list[float]] = {}
        for point in results.points:
            if point.kind == kind and point.scorings:
                read.setdefault(point.value, []).extend(values(point, verdict.scoring))
        points = [CurvePoint(dial, fmean(read[dial]), min(read[dial]), max(read[dial])) for dial in sorted(read)]
        name, label = f"{kind}-{verdict.scoring}", _scored(verdict, language)
        chart = Curve(name, verdict.scoring, points, language.text("lab.axis"), PERCENT, PERCENT, 0, ends)
        caption = language.text("lab.scorings.caption", verdict=f"{label[0].upper()}{label[1:]}", error=verdict.error)
        figures.append(Figure(chart, caption, level=3, framed="off" if verdict.fails else ""))
    table = scorings_table(results, kind, language)
    blocks = [Paragraph(language.text("lab.scorings.about")), Row(figures)]
    return Section(table.title, [*blocks, TableBlock(table, f"scorings-{kind}", captioned=False)])


def _instruments_section(results: CalibrationResults, language: Language) -> list[Section]:
    if not any(row.systems for row in results.instruments):
        return []
    blocks: list[Block] = [
        Paragraph(language.text("lab.instruments.about")),
        TableBlock(instruments_table(results, language), "instruments", captioned=False),
    ]
    if results.nouns:
        nouns = TableBlock(nouns_table(results, language), "nouns", captioned=False)
        blocks += [Paragraph(language.text("lab.nouns.about")), nouns]
    return [Section(language.text("lab.instruments"), blocks)]


# In tables


def _column(language: Language, key: str, kind: Kind = "number", digits: int = 1, *, interval: bool = False) -> Column:
    return Column(key, language.text(f"lab.column.{key}"), kind, digits, interval)


def curves_table(curves: Sequence[InstrumentCurve], language: Language) -> Table:
    """The instruments along one dial, a row each."""
    column = partial(_column, language)

    def at_end(curve: InstrumentCurve, end: int) -> Cell:
        """The mean reading at the lowest or highest setting."""
        value = fmean(point.value for point in curve.points if point.dial == curve.points[end].dial)
        return Cell(value, digits=0 if curve.is_percent else 2)

    return tabulated(
        _dial_name(curves[0], language),
        [curves],
        (Column("dial", language.text("lab.column.dial"), file_only=True), lambda curve: _dial_name(curve, language)),
        (column("instrument", "text"), lambda curve: _instrument(curve, language)),
        (Column("rho", "ρ", "number", 2, interval=True), lambda curve: Cell(curve.rho, curve.rho_low, curve.rho_high)),
        (column("p", "p"), lambda curve: curve.p),
        (Column("p_one_sided", "p", "p", file_only=True), lambda curve: curve.p_one_sided),
        (column("first", digits=2), lambda curve: at_end(curve, 0)),
        (column("last", digits=2), lambda curve: at_end(curve, -1)),
        (column("resolution", digits=0), lambda curve: curve.resolution if curve.expected != 0 else None),
        (column("item_limit", digits=0), lambda curve: curve.item_limit if curve.expected != 0 else None),
        (column("verdict", "text"), lambda curve: _curve_verdict(curve, language)),
    )


def readings_table(results: CalibrationResults, curves: Sequence[InstrumentCurve], language: Language) -> Table:
    """Every reading behind the curves of one dial; empty where an instrument could not be read."""
    columns = [
        Column(curve.instrument, _instrument(curve, language), "number", 1 if curve.is_percent else 2, interval=True)
        for curve in curves
    ]
    points = [point for point in results.points if (point.kind, point.dial) == (curves[0].kind, curves[0].dial)]
    rows = []
    for point in sorted(points, key=lambda point: (point.value, point.seed)):
        readings = [point.readings.get(curve.instrument) for curve in curves]
        rows.append(
            [Cell(point.value), *(Cell(read.value, read.low, read.high) if read else Cell() for read in readings)]
        )
    title = language.text("lab.readings.of", dial=_dial_name(curves[0], language))
    return Table(title, [Column("dial", language.text("lab.column.setting"), "number", 0), *columns], [rows])


def scorings_table(results: CalibrationResults, kind: str, language: Language) -> Table:
    """The ways of asking one kind of model about pairs, the smallest error first."""
    column = partial(_column, language)
    return tabulated(
        language.text("lab.scorings", kind=language.text(f"lab.kind.{kind}")),
        [[verdict for verdict in results.scorings if verdict.kind == kind]],
        (column("scoring", "text"), lambda row: row.scoring),
        (column("error", interval=True), lambda row: Cell(row.error, row.error_low, row.error_high)),
        (column("error_of_50"), lambda row: row.error_of_50),
        (column("behind", interval=True), lambda row: Cell(row.behind, row.behind_low, row.behind_high)),
        (column("slope", digits=2), lambda row: row.slope),
        (column("spread_at_50"), lambda row: row.spread_at_50),
        (column("by_seed", "text"), lambda row: " / ".join(map(language.number, row.by_seed.values()))),
        (column("n", digits=0), lambda row: row.n),
        (column("verdict", "text"), lambda row: _scored(row, language)),
        note=language.text("lab.scorings.note"),
    )


def instruments_table(results: CalibrationResults, language: Language) -> Table:
    """Whether each instrument follows the dial, names the route and stays where it must; placebos apart."""
    blocks = [[row for row in results.instruments if row.is_placebo is apart] for apart in (False, True)]
    column = partial(_column, language)
    return tabulated(
        language.text("lab.instruments"),
        [rows for rows in blocks if rows],
        (column("instrument", "text"), lambda row: _row_name(row, language)),
        (column("her", "text"), lambda row: _verdict(row.along_her, row.contains, language)),
        (Column("rho", "ρ", "number", 2), lambda row: row.rho),
        (column("named", "text"), lambda row: f"{row.named}/{row.systems}" if row.systems else "–"),
        (Column("p_named", "p", "p"), lambda row: row.p_named),
        (column("margin", digits=2), lambda row: row.margin),
        (column("read", digits=2), lambda row: row.read),
        (column("epicene", "text"), lambda row: _verdict(row.along_epicene, False, language)),
        note=language.text("lab.instruments.note"),
    )


def nouns_table(results: CalibrationResults, language: Language) -> Table:
    """How near b and r come to the rate of each noun, over systems."""
    rho, error, n = (language.text(f"lab.column.{key}") for key in ("noun-rho", "noun-error", "n"))
    return tabulated(
        language.text("lab.nouns"),
        [results.nouns],
        (Column("measure", ""), lambda row: row.measure),
        (Column("rho", rho, "number", 2, interval=True), lambda row: Cell(row.rho, row.rho_least, row.rho_most)),
        (Column("error", error, "number", 2, True), lambda row: Cell(row.error, row.error_least, row.error_most)),
        (Column("systems", n, "number"), lambda row: row.systems),
        note=language.text("lab.nouns.note"),
    )
