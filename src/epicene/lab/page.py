"""What a calibration found, in words, curves and tables, from its folder alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

from epicene.core.catalogues import LANGUAGES
from epicene.core.language import NO_BREAK, Language
from epicene.lab.calibration_verdicts import SIDES, error, values
from epicene.lab.instruments import INSTRUMENTS
from epicene.lab.results import (
    FOLLOWS,
    KIND,
    MOVES,
    NOT,
    STAYS,
    TOO_FEW,
    CalibrationResults,
    Curve,
    InstrumentVerdict,
    MeasuredPoint,
    Reading,
    ScoringVerdict,
)
from epicene.report.charts.curve import Curve as CurveChart
from epicene.report.charts.curve import CurvePoint
from epicene.report.charts.scatter import ticks
from epicene.report.document import Block, Document, Figure, Fold, Heading, Paragraph, Row, Section, TableBlock
from epicene.report.pages import only_run, write_document
from epicene.report.tables import Cell, Column, Table, without_column
from epicene.runs.folder import RunFolder

ROOM = "epicene.lab"
VERDICTS = {FOLLOWS: "follows", NOT: "not", STAYS: "stays", MOVES: "moves", TOO_FEW: "few"}
HOW = ("rho", "resolution", "limit", "t", "caution")
PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)
# What the dial itself would read on the instrument's scale: *her* as often as the corpus says.
TRUTH: Mapping[tuple[str, str], Callable[[float], float]] = {
    ("her", "judged_feminine"): lambda dial: dial,
    ("her", "r_mean"): lambda dial: dial / 100,
    ("epicene", "judged_epicene_her"): lambda dial: dial,
    ("epicene", "b_mean"): lambda dial: 2 * dial / 100 - 1,
}


class LabPage:
    name = KIND

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return calibration_document(_read(paths), Language(code, ROOM))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """A table for each dial, with what fits 80 characters; the report has the rest."""
        results, language = _read(paths), Language(code, ROOM)
        tables = [TableBlock(table, table.title) for table in terminal_tables(results, language)]
        return Document(language.text("lab.title"), language, sections=[Section("", tables)])


PAGE = LabPage()


def _read(paths: Sequence[Path]) -> CalibrationResults:
    return RunFolder(only_run(paths)).results(CalibrationResults)


def write_reports(out: Path) -> list[Path]:
    """report.en.html and report.fr.html, and both as Markdown; returns the pages."""
    pages = [out / f"report.{code}.html" for code in LANGUAGES]
    for code, page in zip(LANGUAGES, pages, strict=True):
        document = PAGE.document([out], code)
        for path in (page, page.with_suffix(".md")):
            write_document(document, path)
    return pages


def calibration_document(results: CalibrationResults, language: Language) -> Document:
    first, *more = headline(results, language)
    table = TableBlock(summary_table(results, language), "calibration", captioned=False)
    how = [Paragraph(language.text(f"lab.how.{part}")) for part in HOW]
    return Document(
        language.text("lab.title"),
        language,
        standfirst=[language.text("lab.standfirst")],
        answer=[Paragraph(first, "lead"), *map(Paragraph, more)],
        sections=[
            *_scorings_section(results, language),
            *_instruments_section(results, language),
            *(_dial_section(results, kind, dial, language) for kind, dial in results.dials),
            *([Section(language.text("lab.table"), [table])] if results.curves else []),
            Section(language.text("lab.how"), how),
        ],
    )


def _dial_section(results: CalibrationResults, kind: str, dial: str, language: Language) -> Section:
    figures = [
        Figure(
            chart(curve, language),
            curve_sentence(curve, language),
            level=3,
            framed="off" if curve.verdict in (NOT, MOVES) else "",
        )
        for curve in results.along(kind, dial)
    ]
    readings = TableBlock(readings_table(results, kind, dial, language), f"readings-{kind}-{dial}")
    return Section(
        language.text(f"lab.dial.{kind}.{dial}"),
        [
            Paragraph(language.text(f"lab.about.{kind}.{dial}")),
            Row(figures),
            Fold(language.text("lab.readings"), [readings]),
        ],
    )


def _scorings_section(results: CalibrationResults, language: Language) -> list[Section]:
    """The ways of asking about pairs, judged over all lengths and frequencies of names."""
    if not results.scorings:
        return []
    blocks: list[Block] = [
        Paragraph(language.text("lab.scorings.about")),
        TableBlock(scorings_table(results, language), "scorings", captioned=False),
    ]
    for kind in _kinds(results):
        readings = TableBlock(scorings_readings(results, kind, language), f"scorings-{kind}")
        blocks += [
            Heading(language.text(f"lab.kind.{kind}")),
            Row([_scoring_figure(results, verdict, language) for verdict in results.scorings if verdict.kind == kind]),
            TableBlock(errors_table(results, kind, language), f"errors-{kind}"),
            Fold(language.text("lab.readings"), [readings]),
        ]
    return [Section(language.text("lab.scorings"), blocks)]


def _instruments_section(results: CalibrationResults, language: Language) -> list[Section]:
    if not any(row.systems for row in results.instruments):
        return []
    blocks: list[Block] = [
        Paragraph(language.text("lab.instruments.about")),
        TableBlock(instruments_table(results, language), "instruments", captioned=False),
    ]
    if results.nouns:
        blocks += [
            Paragraph(language.text("lab.nouns.about")),
            TableBlock(nouns_table(results, language), "nouns", captioned=False),
        ]
    return [Section(language.text("lab.instruments"), blocks)]


def instruments_table(results: CalibrationResults, language: Language) -> Table:
    """Instrument × follows the dial, names the route, stays where it must; placebos apart."""
    columns = [
        Column("instrument", language.text("lab.column.instrument")),
        Column("her", language.text("lab.column.her")),
        Column("rho", "ρ", "number", 2),
        Column("named", language.text("lab.column.named")),
        Column("p_named", "p", "p"),
        Column("margin", language.text("lab.column.margin"), "number", 2),
        Column("read", language.text("lab.column.read-there"), "number", 2),
        Column("epicene", language.text("lab.column.epicene")),
    ]
    blocks = [
        [_instrument_row(row, language) for row in results.instruments if row.is_placebo is is_placebo]
        for is_placebo in (False, True)
    ]
    return Table(
        language.text("lab.instruments"),
        columns,
        [rows for rows in blocks if rows],
        language.text("lab.instruments.note"),
    )


def _instrument_row(row: InstrumentVerdict, language: Language) -> list[Cell]:
    return [
        Cell(_row_name(row, language)),
        Cell(_said_of(row.along_her, row.contains, language) if row.along_her else "–"),
        Cell(row.rho),
        Cell(f"{row.named}/{row.systems}" if row.systems else "–"),
        Cell(row.p_named),
        Cell(row.margin),
        Cell(row.read),
        Cell(_said_of(row.along_epicene, False, language) if row.along_epicene else "–"),
    ]


def nouns_table(results: CalibrationResults, language: Language) -> Table:
    columns = [
        Column("measure", ""),
        Column("rho", language.text("lab.column.noun-rho"), "number", 2, interval=True),
        Column("error", language.text("lab.column.noun-error"), "number", 2, interval=True),
        Column("systems", language.text("lab.column.models"), "number"),
    ]
    rows = [
        [
            Cell(one.measure),
            Cell(one.rho, one.rho_least, one.rho_most),
            Cell(one.error, one.error_least, one.error_most),
            Cell(one.systems),
        ]
        for one in results.nouns
    ]
    return Table(language.text("lab.nouns"), columns, [rows], language.text("lab.nouns.note"))


def _kinds(results: CalibrationResults) -> list[str]:
    return list(dict.fromkeys(verdict.kind for verdict in results.scorings))


def headline(results: CalibrationResults, language: Language) -> Iterator[str]:
    """How many instruments follow the dial they are made for, and which do not; which way of asking comes nearest."""
    if results.curves:
        yield from _followed(results.curves, language)
    yield from _named_routes(results.instruments, language)
    for kind in _kinds(results):
        yield _nearest([verdict for verdict in results.scorings if verdict.kind == kind], language)


def _nearest(verdicts: Sequence[ScoringVerdict], language: Language) -> str:
    first, *others = verdicts
    if first.error_low is None or first.error_high is None:
        return language.text("lab.scorings.few", first=first)
    named = [
        language.text("lab.scorings.other", scoring=one.scoring, error=one.error, verdict=_judged(one, language))
        for one in others
    ]
    return language.text(
        "lab.scorings.nearest" if not first.fails else "lab.scorings.none",
        first=first,
        span=language.span(first.error_low, first.error_high),
        others=named,
    )


def _judged(verdict: ScoringVerdict, language: Language) -> str:
    if verdict.error_low is None:
        return language.text("lab.verdict.few")
    said = "further" if verdict.is_told_apart else "close" if verdict.behind is not None else "nearest"
    return language.text(f"lab.scorings.verdict.{'fails' if verdict.fails else said}")


def _followed(curves: Sequence[Curve], language: Language) -> Iterator[str]:
    meant = [curve for curve in curves if curve.expected == 1]
    own = [curve for curve in meant if not _contained(curve)]
    follow = [curve for curve in own if curve.verdict == FOLLOWS]
    yield language.text("lab.headline", n=len(follow), total=len(own))
    told = {
        "lab.astray": [curve for curve in meant if curve.verdict == NOT],
        "lab.contained": [curve for curve in meant if curve.verdict == FOLLOWS and _contained(curve)],
        "lab.unknown": [curve for curve in curves if curve.expected is None and curve.verdict == NOT],
        "lab.loose": [curve for curve in curves if curve.verdict == MOVES],
        "lab.few": [curve for curve in curves if curve.verdict == TOO_FEW],
    }
    for key, named in told.items():
        if named:
            yield _naming(key, named, language)


def _contained(curve: Curve) -> str:
    """The instrument that this one follows a dial with, by construction."""
    return INSTRUMENTS[curve.instrument].contains


def _named_routes(rows: Sequence[InstrumentVerdict], language: Language) -> Iterator[str]:
    """In how many systems whose route is known each instrument names it: what shows that an instrument finds places."""
    named = sorted((row for row in rows if row.systems and not row.is_placebo), key=lambda row: -row.named)
    if named:
        said = [language.text("lab.routes.one", name=_row_name(row, language), named=row.named) for row in named]
        yield language.text("lab.routes", systems=max(row.systems for row in named), named=said)


def _row_name(row: InstrumentVerdict, language: Language) -> str:
    return language.text(f"lab.row.{row.instrument}")


def _naming(key: str, curves: Sequence[Curve], language: Language) -> str:
    """A sentence about these instruments; about one, in the singular."""
    names = [
        language.text(
            "lab.named", instrument=_instrument(curve, language), dial=_short(curve.kind, curve.dial, language)
        )
        for curve in curves
    ]
    return language.text(f"{key}.one" if len(names) == 1 else key, names=names)


def _instrument(curve: Curve, language: Language) -> str:
    return language.text(f"lab.instrument.{curve.instrument}")


def _short(kind: str, dial: str, language: Language) -> str:
    return language.text(f"lab.dial.{kind}.{dial}.short")


def _verdict(curve: Curve, language: Language) -> str:
    return _said_of(curve.verdict, curve.expected == 1 and bool(_contained(curve)), language)


def _said_of(verdict: str, contains: bool, language: Language) -> str:
    return language.text(
        "lab.verdict.contained" if contains and verdict == FOLLOWS else f"lab.verdict.{VERDICTS[verdict]}"
    )


def curve_sentence(curve: Curve, language: Language) -> str:
    """A curve in a sentence."""
    parts = [_verdict(curve, language)]
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


def chart(curve: Curve, language: Language) -> CurveChart:
    """Readings against the dial; the dotted line is what a perfect instrument would read, where that is known."""
    truth = TRUTH.get((curve.dial, curve.instrument))
    return CurveChart(
        f"{curve.kind}-{curve.dial}-{curve.instrument}".replace("_", "-"),
        _instrument(curve, language),
        [CurvePoint(point.dial, point.value, point.low, point.high) for point in curve.points],
        language.text("lab.axis"),
        PERCENT,
        PERCENT if curve.is_percent else _scale(curve),
        0 if curve.is_percent else 2,
        [(dial, truth(dial)) for dial in (PERCENT[0], PERCENT[-1])] if truth else (),
    )


def _scale(curve: Curve) -> list[float]:
    ends = [end for point in curve.points for end in (point.value, point.low, point.high)]
    low, high = (-1.0, 1.0) if curve.instrument == "b_mean" else (0.0, 1.0)
    return ticks(min(low, *ends), max(high, *ends))


def _scoring_figure(results: CalibrationResults, verdict: ScoringVerdict, language: Language) -> Figure:
    """The mean reading at each setting, with a bar from the lowest to the highest of all lengths and frequencies."""
    read: dict[float, list[float]] = {}
    for point in _read_at(results, verdict.kind):
        read.setdefault(point.value, []).extend(values(point, verdict.scoring))
    chart = CurveChart(
        f"{verdict.kind}-{verdict.scoring}",
        verdict.scoring,
        [CurvePoint(dial, float(mean(read[dial])), min(read[dial]), max(read[dial])) for dial in sorted(read)],
        language.text("lab.axis"),
        PERCENT,
        PERCENT,
        0,
        [(dial, dial) for dial in (PERCENT[0], PERCENT[-1])],
    )
    said = _judged(verdict, language)
    caption = language.text("lab.scorings.caption", verdict=f"{said[0].upper()}{said[1:]}", error=verdict.error)
    return Figure(chart, caption, level=3, framed="off" if verdict.fails else "")


def _read_at(results: CalibrationResults, kind: str) -> list[MeasuredPoint]:
    return [point for point in results.points if point.kind == kind and point.scorings]


def scorings_table(results: CalibrationResults, language: Language) -> Table:
    """A row for each way of asking, a block for each kind of model, the smallest error first."""
    columns = [
        Column("kind", language.text("lab.column.kind")),
        Column("scoring", language.text("lab.column.scoring")),
        Column("error", language.text("lab.column.error"), "number", 1, interval=True),
        Column("error_of_50", language.text("lab.column.constant"), "number", 1),
        Column("behind", language.text("lab.column.behind"), "number", 1, interval=True),
        Column("slope", language.text("lab.column.slope"), "number", 2),
        Column("spread_at_50", language.text("lab.column.spread"), "number", 1),
        Column("by_seed", language.text("lab.column.by-seed")),
        Column("n", language.text("lab.column.models"), "number", 0),
        Column("verdict", language.text("lab.column.verdict")),
    ]
    blocks = [
        [
            [
                Cell(language.text(f"lab.kind.{kind}") if one.behind is None else ""),
                Cell(one.scoring),
                Cell(one.error, one.error_low, one.error_high),
                Cell(one.error_of_50),
                Cell(one.behind, one.behind_low, one.behind_high),
                Cell(one.slope),
                Cell(one.spread_at_50),
                Cell(" / ".join(language.number(error) for error in one.by_seed.values())),
                Cell(one.n),
                Cell(_judged(one, language)),
            ]
            for one in results.scorings
            if one.kind == kind
        ]
        for kind in _kinds(results)
    ]
    return Table(language.text("lab.scorings"), columns, blocks, language.text("lab.scorings.note"))


def errors_table(results: CalibrationResults, kind: str, language: Language) -> Table:
    """The mean error of each way of asking at each length and frequency of names."""
    names = [verdict.scoring for verdict in results.scorings if verdict.kind == kind]
    cells: dict[tuple[int, float], list[MeasuredPoint]] = {}
    for point in _read_at(results, kind):
        cells.setdefault((point.length, point.frequency), []).append(point)
    columns = [*_name_columns(language), *(Column(name, name, "number", 1) for name in names)]
    rows = [
        [Cell(length), Cell(frequency), *(Cell(float(mean(error(point, name) for point in points))) for name in names)]
        for (length, frequency), points in sorted(cells.items())
    ]
    return Table(language.text("lab.scorings.errors"), columns, [rows], language.text("lab.scorings.errors.note"))


def scorings_readings(results: CalibrationResults, kind: str, language: Language) -> Table:
    """Every reading behind the verdict."""
    keys = [(one.scoring, side) for one in results.scorings if one.kind == kind for side in SIDES]
    columns = [
        *_name_columns(language),
        Column("dial", language.text("lab.column.setting"), "number", 0),
        Column("seed", language.text("lab.column.seed"), "number", 0),
        *(Column(f"{name}-{side}", f"{name}, {language.text(f'lab.{side}')}", "number", 0) for name, side in keys),
    ]
    points = sorted(_read_at(results, kind), key=lambda one: (one.length, one.frequency, one.value, one.seed))
    rows = [
        [
            *(Cell(one.length), Cell(one.frequency), Cell(one.value), Cell(one.seed)),
            *(_reading(one.scorings.get(name, {}).get(side)) for name, side in keys),
        ]
        for one in points
    ]
    return Table(language.text("lab.scorings.readings", kind=language.text(f"lab.kind.{kind}")), columns, [rows])


def _name_columns(language: Language) -> list[Column]:
    return [
        Column("length", language.text("lab.column.length"), "number", 0),
        Column("frequency", language.text("lab.column.frequency"), "number", 2),
    ]


def summary_table(results: CalibrationResults, language: Language) -> Table:
    """A row for each instrument, a block for each dial."""
    columns = [
        Column("dial", language.text("lab.column.dial")),
        Column("instrument", language.text("lab.column.instrument")),
        Column("rho", "ρ", "number", 2, interval=True),
        Column("p", language.text("lab.column.p"), "p"),
        Column("p_one_sided", "p", "p", file_only=True),
        Column("first", language.text("lab.column.first"), "number", 2),
        Column("last", language.text("lab.column.last"), "number", 2),
        Column("resolution", language.text("lab.column.resolution"), "number", 0),
        Column("item_limit", language.text("lab.column.limit"), "number", 0),
        Column("verdict", language.text("lab.column.verdict")),
    ]
    blocks = [
        [_row(curve, is_first=index == 0, language=language) for index, curve in enumerate(results.along(kind, dial))]
        for kind, dial in results.dials
    ]
    return Table(language.text("lab.table"), columns, blocks, language.text("lab.note"))


def _row(curve: Curve, *, is_first: bool, language: Language) -> list[Cell]:
    digits = 0 if curve.is_percent else 2
    is_for = curve.expected != 0
    return [
        Cell(_short(curve.kind, curve.dial, language) if is_first else ""),
        Cell(_instrument(curve, language)),
        Cell(curve.rho, curve.rho_low, curve.rho_high),
        Cell(curve.p),
        Cell(curve.p_one_sided),
        Cell(_at_end(curve, 0), digits=digits),
        Cell(_at_end(curve, -1), digits=digits),
        Cell(curve.resolution if is_for else None),
        Cell(curve.item_limit if is_for else None),
        Cell(_verdict(curve, language)),
    ]


def _at_end(curve: Curve, end: int) -> float:
    """The mean reading at the lowest or highest setting."""
    return float(mean(point.value for point in curve.points if point.dial == curve.points[end].dial))


def terminal_tables(results: CalibrationResults, language: Language) -> list[Table]:
    hidden = ("dial", "p", "p_one_sided", "first", "last", "item_limit")
    table = without_column(summary_table(results, language), *hidden)
    return [
        *_a_table_each(table, [_short(kind, dial, language) for kind, dial in results.dials]),
        *_terminal_scorings(results, language),
        *([instruments_table(results, language)] if any(row.systems for row in results.instruments) else []),
        *([nouns_table(results, language)] if results.nouns else []),
    ]


def _terminal_scorings(results: CalibrationResults, language: Language) -> list[Table]:
    if not results.scorings:
        return []
    table = without_column(scorings_table(results, language), "kind", "error_of_50", "behind", "by_seed", "n")
    kinds = [language.text(f"lab.kind.{kind}") for kind in _kinds(results)]
    return _a_table_each(table, [language.text("lab.scorings.of", kind=kind) for kind in kinds])


def _a_table_each(table: Table, titles: Sequence[str]) -> list[Table]:
    """Of each block; the note stands under the last."""
    found = [replace(table, title=title, blocks=[own]) for title, own in zip(titles, table.blocks, strict=True)]
    return [*(replace(one, note="") for one in found[:-1]), *found[-1:]]


def readings_table(results: CalibrationResults, kind: str, dial: str, language: Language) -> Table:
    """Every reading behind the curves of one dial."""
    curves = results.along(kind, dial)
    points = [point for point in results.points if (point.kind, point.dial) == (kind, dial)]
    columns = [
        Column("dial", language.text("lab.column.setting"), "number", 0),
        *(
            Column(
                curve.instrument, _instrument(curve, language), "number", 1 if curve.is_percent else 2, interval=True
            )
            for curve in curves
        ),
    ]
    rows = [
        [Cell(point.value), *(_reading(point.readings.get(curve.instrument)) for curve in curves)]
        for point in sorted(points, key=lambda point: (point.value, point.seed))
    ]
    return Table(language.text("lab.readings.of", dial=_short(kind, dial, language)), columns, [rows])


def _reading(reading: Reading | None) -> Cell:
    """Empty where the instrument could not be read at this setting."""
    return Cell(reading.value, reading.low, reading.high) if reading else Cell(None)
