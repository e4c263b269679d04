"""What a calibration found, in words and tables, from its results.json alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import mean
from typing import Any

from epicene.report.language import NO_BREAK, Language
from epicene.report.tables import Cell, Column, Table, without_column

Document = Mapping[str, Any]
_WORDS = {
    "follows": "follows",
    "does not follow": "not",
    "stays": "stays",
    "moves although it should not": "moves",
}


def dials_of(document: Document) -> list[tuple[str, str]]:
    """The kinds and dials that were turned, in the order of the curves."""
    return list(dict.fromkeys((curve["kind"], curve["dial"]) for curve in document["curves"]))


def curves_for(document: Document, kind: str, dial: str) -> list[Document]:
    return [curve for curve in document["curves"] if (curve["kind"], curve["dial"]) == (kind, dial)]


def verdict(curve: Document, language: Language) -> str:
    return language.text(f"lab.verdict.{_WORDS[curve['verdict']]}")


def said(curve: Document, language: Language) -> str:
    """A curve in a sentence."""
    parts = [verdict(curve, language)]
    if "rho" in curve:
        p = language.p_value(curve["p"])
        p = p if p.startswith("<") else f"={NO_BREAK}{p}"
        rho = language.number(curve["rho"], 2)
        if "rho_low" in curve:
            rho += f"{NO_BREAK}{language.bracket(curve['rho_low'], curve['rho_high'], 2)}"
        parts.append(language.text("lab.rho", rho=rho, p=p, n=language.count(curve["n"])))
    else:
        parts.append(language.text("lab.flat"))
    if "resolution" in curve and curve.get("expected") != 0:
        parts.append(language.text("lab.sees", points=language.number(curve["resolution"], 0)))
    told = language.text("lab.sentence", parts=", ".join(parts))
    return told[0].upper() + told[1:]


def summary_table(document: Document, language: Language) -> Table:
    """A row for each instrument, a block for each dial."""
    columns = [
        Column("dial", language.text("lab.column.dial")),
        Column("instrument", language.text("lab.column.instrument")),
        Column("rho", "ρ", "number", 2, interval=True),
        Column("p", "p", "p"),
        Column("first", language.text("lab.column.first"), "number", 2),
        Column("last", language.text("lab.column.last"), "number", 2),
        Column("resolution", language.text("lab.column.resolution"), "number", 0),
        Column("item_limit", language.text("lab.column.limit"), "number", 0),
        Column("verdict", language.text("lab.column.verdict")),
    ]
    blocks = [
        [_row(curve, place, language) for place, curve in enumerate(curves_for(document, kind, dial))]
        for kind, dial in dials_of(document)
    ]
    return Table(language.text("lab.table"), columns, blocks, language.text("lab.note"))


def terminal_tables(document: Document, language: Language) -> list[Table]:
    """A table for each dial, with what fits 80 characters; the report has the rest."""
    table = summary_table(document, language)
    for key in ("dial", "p", "first", "last", "item_limit"):
        table = without_column(table, key)
    dials = [language.text(f"lab.dial.{kind}.{dial}.short") for kind, dial in dials_of(document)]
    last = len(dials) - 1
    return [
        replace(table, title=dial, blocks=[block], note=table.note if place == last else "")
        for place, (dial, block) in enumerate(zip(dials, table.blocks, strict=True))
    ]


def _row(curve: Document, place: int, language: Language) -> list[Cell]:
    digits = 0 if curve["is_percent"] else 2
    is_for = curve.get("expected") != 0
    return [
        Cell(language.text(f"lab.dial.{curve['kind']}.{curve['dial']}.short") if place == 0 else ""),
        Cell(language.text(f"lab.instrument.{curve['instrument']}")),
        Cell(curve.get("rho"), curve.get("rho_low"), curve.get("rho_high")),
        Cell(curve.get("p")),
        Cell(_at_end(curve, 0), digits=digits),
        Cell(_at_end(curve, -1), digits=digits),
        Cell(curve.get("resolution") if is_for else None),
        Cell(curve.get("item_limit") if is_for else None),
        Cell(verdict(curve, language)),
    ]


def _at_end(curve: Document, end: int) -> float:
    """The mean reading at the lowest or highest setting."""
    points = curve["points"]
    return float(mean(point["value"] for point in points if point["dial"] == points[end]["dial"]))


def readings_table(document: Document, kind: str, dial: str, language: Language) -> Table:
    """Every reading behind the curves of one dial."""
    curves = curves_for(document, kind, dial)
    points = [point for point in document["points"] if (point["kind"], point["dial"]) == (kind, dial)]
    columns = [
        Column("dial", language.text("lab.column.setting"), "number", 0),
        *(
            Column(
                curve["instrument"],
                language.text(f"lab.instrument.{curve['instrument']}"),
                "number",
                1 if curve["is_percent"] else 2,
                interval=True,
            )
            for curve in curves
        ),
    ]
    rows = [
        [Cell(float(point["value"])), *(_reading(point["readings"].get(curve["instrument"])) for curve in curves)]
        for point in sorted(points, key=lambda point: (point["value"], point["seed"]))
    ]
    return Table(language.text("lab.readings"), columns, [rows])


def _reading(reading: Document | None) -> Cell:
    """Empty where the instrument could not be read at this setting."""
    return Cell(reading["value"], reading["low"], reading["high"]) if reading else Cell(None)


def headline(document: Document, language: Language) -> Iterator[str]:
    """How many instruments follow the dial they are made for, and which do not."""
    meant = [curve for curve in document["curves"] if curve.get("expected") == 1]
    astray = [curve for curve in meant if curve["verdict"] != "follows"]
    yield language.text("lab.headline", n=language.count(len(meant) - len(astray)), total=language.count(len(meant)))
    if astray:
        yield _naming("lab.astray", astray, language)
    unknown = [c for c in document["curves"] if c.get("expected") is None and c["verdict"] != "follows"]
    if unknown:
        yield _naming("lab.unknown", unknown, language)
    loose = [curve for curve in document["curves"] if curve["verdict"].startswith("moves")]
    if loose:
        yield _naming("lab.loose", loose, language)


def _naming(key: str, curves: Sequence[Document], language: Language) -> str:
    """A sentence about these instruments; about one, in the singular."""
    names = [
        language.text(
            "lab.named",
            instrument=language.text(f"lab.instrument.{curve['instrument']}"),
            dial=language.text(f"lab.dial.{curve['kind']}.{curve['dial']}.short"),
        )
        for curve in curves
    ]
    return language.text(f"{key}.one" if len(names) == 1 else key, names=language.list_of(names))
