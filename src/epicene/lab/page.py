"""What a calibration found, in words, curves and tables, from its folder alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

from epicene.core.language import LANGUAGES, NO_BREAK, Language
from epicene.lab.results import (
    EARLIER,
    FOLLOWS,
    KIND,
    MOVES,
    NOT,
    STAYS,
    TOO_FEW,
    CalibrationResults,
    Curve,
    Reading,
)
from epicene.report.charts.curve import Curve as CurveChart
from epicene.report.charts.curve import CurvePoint
from epicene.report.charts.scatter import ticks
from epicene.report.document import Document, Figure, Fold, Paragraph, Row, Section, TableBlock
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

    def recognises(self, path: Path) -> bool:
        return (path / EARLIER).is_file()

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
            *(_dial_section(results, kind, dial, language) for kind, dial in results.dials),
            Section(language.text("lab.table"), [table]),
            Section(language.text("lab.how"), how),
        ],
    )


def _dial_section(results: CalibrationResults, kind: str, dial: str, language: Language) -> Section:
    figures = [
        Figure(
            chart(curve, language),
            said(curve, language),
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


def headline(results: CalibrationResults, language: Language) -> Iterator[str]:
    """How many instruments follow the dial they are made for, and which do not."""
    curves = results.curves
    meant = [curve for curve in curves if curve.expected == 1]
    follow = [curve for curve in meant if curve.verdict == FOLLOWS]
    yield language.text("lab.headline", n=len(follow), total=len(meant))
    told = {
        "lab.astray": [curve for curve in meant if curve.verdict == NOT],
        "lab.unknown": [curve for curve in curves if curve.expected is None and curve.verdict == NOT],
        "lab.loose": [curve for curve in curves if curve.verdict == MOVES],
        "lab.few": [curve for curve in curves if curve.verdict == TOO_FEW],
    }
    for key, named in told.items():
        if named:
            yield _naming(key, named, language)


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
    return language.text(f"lab.verdict.{VERDICTS[curve.verdict]}")


def said(curve: Curve, language: Language) -> str:
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
    table = summary_table(results, language)
    for key in ("dial", "p", "p_one_sided", "first", "last", "item_limit"):
        table = without_column(table, key)
    tables = [
        replace(table, title=_short(kind, dial, language), blocks=[block], note="")
        for (kind, dial), block in zip(results.dials, table.blocks, strict=True)
    ]
    return [*tables[:-1], *(replace(last, note=table.note) for last in tables[-1:])]


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
