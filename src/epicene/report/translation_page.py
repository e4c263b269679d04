"""The page about translation systems: a controlled corpus and WinoMT, one or several systems side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

import epicene
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.data.text_files import read_text
from epicene.report.charts.forest import NARROW, WIDE, Plot, PlotRow, Point, draw, legend_mark
from epicene.report.language import Language
from epicene.report.recorded import told
from epicene.report.render.html import csv_link, inlined, page_environment, unbroken
from epicene.report.tables import Table, written
from epicene.report.translation import class_name, judge_tables, winomt_tables
from epicene.report.translation_write import check_output, write_tables
from epicene.runs.signature import SignatureParts

Document = Mapping[str, Any]
GENDERS = ("feminine", "masculine")
_GAPS = {"fr-en": ("pronoun_correct", "pronoun_gap"), "en-fr": ("group_correct", "group_gap")}
_WINOMT = ("accuracy", "delta_g")
READINGS = ("ideal", "interval", "epicene", "shows", "not")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines behind one cell of one system."""

    title: str
    lines: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Section:
    """One corpus in one direction: what is seen, a chart, the tables, and the lines behind them by system."""

    sentences: Sequence[str]
    title: str
    legend: Sequence[tuple[Markup, str]]
    drawings: Sequence[Markup]
    tables: Sequence[Table]
    lines: Mapping[str, Sequence[Lines]]


def read_documents(paths: Sequence[Path]) -> list[Document]:
    """What `mt judge --json` and `mt winomt --json` printed, of one or several systems a file."""
    found: list[Document] = []
    for path in paths:
        try:
            content = json.loads(read_text(path))
        except json.JSONDecodeError as error:
            raise InputError(f"{path}, line {error.lineno}: no JSON ({error.msg}).") from error
        documents = content.get("systems", [content]) if isinstance(content, dict) else []
        if not documents or not all(isinstance(one, dict) and _is_known(one) for one in documents):
            raise InputError(
                f"{path} is no run folder, and not what `epicene mt judge --json` or `epicene mt winomt --json` prints."
            )
        found += documents
    return found


def _is_known(document: Document) -> bool:
    return {"model", "signatures", "estimates", "n"} <= set(document) and (
        "direction" in document or "gender" in document
    )


def write_documents(out: Path, documents: Sequence[Document], language: Language) -> None:
    """A page, or the tables alone in Markdown, LaTeX or CSV."""
    check_output(out)
    if out.suffix.lower() == ".html":
        write_text(out, render_documents(documents, language))
        return
    tables = [table for group in comparable(documents) for table in tables_of(group, language)]
    write_tables(out, page_title(documents, language), tables, _signatures(documents), language)


def page_title(documents: Sequence[Document], language: Language) -> str:
    systems = list(dict.fromkeys(str(document["model"]) for document in documents))
    return language.plural("mt.page.title", len(systems), systems=language.list_of(systems))


def comparable(documents: Sequence[Document]) -> list[list[Document]]:
    """Documents whose figures may stand side by side: their signatures agree on all but the system."""
    groups: dict[tuple[object, ...], list[Document]] = {}
    for document in documents:
        parts = SignatureParts.of(next(iter(document["signatures"].values())))
        of_same = groups.setdefault((parts.data, parts.scoring, parts.options, parts.version), [])
        if document["model"] in (other["model"] for other in of_same):
            raise InputError(
                f"Two systems of one report are called {document['model']!r}: judge one again as NAME=FILE."
            )
        of_same.append(document)
    return list(groups.values())


def tables_of(group: Sequence[Document], language: Language) -> list[Table]:
    return (judge_tables if "direction" in group[0] else winomt_tables)(group, language)


def _signatures(documents: Sequence[Document]) -> list[str]:
    return [text for document in documents for text in document["signatures"].values()]


def render_documents(documents: Sequence[Document], language: Language) -> str:
    environment = page_environment()
    environment.globals.update(
        language=language, t=language.text, written=written, csv_link=csv_link, unbroken=unbroken
    )
    notices = dict.fromkeys(notice for document in documents for notice in document.get("notices", ()))
    groups = comparable(documents)
    kinds = list(dict.fromkeys(_kind(group[0]) for group in groups))
    return environment.get_template("epicene.report:translation_page.html.j2").render(
        title=page_title(documents, language),
        kinds=kinds,
        sections=[_section(group, place, language) for place, group in enumerate(groups)],
        readings=[key for key in READINGS if key != "epicene" or "fr-en" in kinds],
        notices=[told(notice, language) for notice in notices],
        signatures=_signatures(documents),
        style=inlined("epicene.report:style.css"),
        script=inlined("epicene.report:lines.js"),
        version=epicene.__version__,
    )


def _kind(document: Document) -> str:
    return str(document.get("direction", "winomt"))


def _section(group: Sequence[Document], place: int, language: Language) -> Section:
    tables = tables_of(group, language)
    plot = _plot(group, f"translation-{place}", tables[0].title, language)
    names = [str(document["model"]) for document in group]
    return Section(
        sentences=[text for document in group for text in _sentence(document, language)],
        title=language.text(f"mt.section.{_kind(group[0])}", n=language.count(group[0]["n"])),
        legend=[(legend_mark(which), name) for which, name in enumerate(names)] if len(group) > 1 else [],
        drawings=[draw(plot, layout, language) for layout in (WIDE, NARROW)] if plot else [],
        tables=tables,
        lines={str(one["model"]): list(_lines(one, language)) for one in group if "lines" in one},
    )


def _measures(document: Document) -> tuple[str, str]:
    return _GAPS[document["direction"]] if "direction" in document else _WINOMT


def _find(document: Document, metric: str, group: str) -> Mapping[str, Any] | None:
    found = (e for e in document["estimates"] if (e["metric"], e["group"]) == (metric, group))
    return next(found, None)


def _sentence(document: Document, language: Language) -> Iterator[str]:
    """What a system does with feminine and with masculine lines, and the gap."""
    metric, gap_name = _measures(document)
    feminine, masculine = (_find(document, metric, gender) for gender in GENDERS)
    gap = _find(document, gap_name, "all")
    if feminine and masculine and gap:
        seen = language.text(
            f"mt.seen.{metric}",
            system=document["model"],
            feminine=language.percent(feminine["value"]),
            masculine=language.percent(masculine["value"]),
        )
        yield _gap(seen, gap, "delta_g." if gap_name == "delta_g" else "", language)


def _gap(seen: str, gap: Mapping[str, Any], kind: str, language: Language) -> str:
    """No stronger than its interval allows; a gap is masculine less feminine."""
    value, low, high = gap["value"], gap["low"], gap["high"]
    if low <= 0 <= high:
        span, worse = language.span(low, high), "undecided"
    else:
        span, worse = language.span(*sorted((abs(low), abs(high)))), "masculine" if value > 0 else "feminine"
        value = abs(value)
    return language.text(f"mt.gap.{kind}{worse}", seen=seen, gap=language.number(value), span=span)


def _plot(group: Sequence[Document], id: str, title: str, language: Language) -> Plot | None:
    """Feminine and masculine lines on one scale, so that the gap is seen."""
    metric, _ = _measures(group[0])
    rows = []
    for name in GENDERS:
        found = [_find(document, metric, name) for document in group]
        points = [Point(one["value"], one["low"], one["high"], told=True) if one else None for one in found]
        counts = {one["n_used"] for one in found if one}
        detail = language.text("figure.n", n=language.count(counts.pop())) if len(counts) == 1 else ""
        if any(points):
            label = language.text(
                "mt.of", metric=language.text(f"mt.metric.{metric}"), group=language.text(f"mt.group.{name}")
            )
            rows.append(PlotRow(label, detail, points))
    if not rows:
        return None
    ideal = language.text("figure.ideal.quality")
    return Plot(id, title, rows, ideal, ("", language.text("figure.better")), ideal=100.0, domain=(0.0, 100.0))


def _lines(document: Document, language: Language) -> Iterator[Lines]:
    """By class and what was found, in the order of the tables."""
    cells: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for line in document["lines"]:
        cells.setdefault((line["class"], line["found"]), []).append(line)
    for name, counts in document["counts"].items():
        for outcome in counts:
            if (name, outcome) in cells:
                behind = cells[name, outcome]
                found = language.text(f"mt.outcome.{outcome}")
                title = language.text(
                    "mt.lines", cell=class_name(name, language), found=found, n=language.count(len(behind))
                )
                yield Lines(title, behind)
