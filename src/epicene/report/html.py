"""The one-file HTML report: no network, no JavaScript needed, everything from data escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

import epicene
from epicene.report.answers import question
from epicene.report.charts.forest import legend_mark
from epicene.report.groups import group_name, in_order
from epicene.report.items import PAIR, TRIPLE, ItemRow, strongest
from epicene.report.language import NO_BREAK, Language
from epicene.report.methods import parameters
from epicene.report.page import BenchmarkView, build_page
from epicene.report.render.html import csv_link, inlined, page_environment, unbroken
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
from epicene.report.tables import written
from epicene.report.triples import is_triples

_CONTEST = (("filled", True), ("open", False))


def render_html(runs: Sequence[SavedRun], language: Language) -> str:
    environment = page_environment()
    environment.globals.update(tools(language), page=build_page(runs, language), **frame(runs, language))
    return environment.get_template("epicene.report:report.html.j2").render()


def frame(runs: Sequence[SavedRun], language: Language) -> dict[str, Any]:
    """Title, byline, style and script."""
    labels = [run.label for run in runs]
    kinds = sorted({is_triples(runs, name) for name in benchmark_names(runs)})
    return {
        "version": epicene.__version__,
        "day": language.day(max(str(run.manifest.get("created", "")) for run in runs)),
        "labels": language.list_of(labels),
        "kicker": "page.kicker",
        "items_title": "page.items",
        "question": question(runs, language),
        "asked": ["page.asked.triples" if triples else "page.asked" for triples in kinds],
        "readings": _readings(kinds, ("score", "interval", "types")),
        "limits": _readings(kinds, ("shows", "not")),
        "sets": _sets(runs, language),
        "models": [_byline(run, language) for run in runs],
        "percent_sign": f"{NO_BREAK}%",
        "style": inlined("epicene.report:style.css"),
        "script": inlined("epicene.report:explorer.js"),
    }


def _readings(kinds: Sequence[bool], keys: Sequence[str]) -> list[tuple[str, str]]:
    """Term and text of what helps to read the figures, for pairs (False), triples (True) or both."""
    found = []
    for key in keys:
        wanted = kinds if key == "score" else kinds[:1] if key != "types" else [one for one in kinds if not one]
        found += [(f"reading.{key}.term", f"reading.{key}{'.triples' if triples else ''}") for triples in wanted]
    return found


def _sets(runs: Sequence[SavedRun], language: Language) -> str:
    said = []
    for name in benchmark_names(runs):
        concerned = [run for run in runs if name in run.manifest["benchmarks"]]
        total = max(int(run.facts(name).get("n_total", 0)) for run in concerned)
        counts = sorted({run.n_asked(name) for run in concerned})
        ends = [language.count(count) for count in dict.fromkeys((counts[0], counts[-1]))]
        key = "page.asked.set.triples" if is_triples(runs, name) else "page.asked.set"
        said.append(
            language.text(
                key if counts == [total] else f"{key}.some",
                title=benchmark_title(name, runs, language),
                n=f"{NO_BREAK}{language.text('number.to')}{NO_BREAK}".join(ends),
                total=language.count(total),
            )
        )
    return language.text("punctuation.semicolon").join(said)


def _byline(run: SavedRun, language: Language) -> str:
    model = run.manifest["model"]
    kind = language.text_or(f"methods.kind.{model.get('kind')}", str(model.get("kind", "")))
    return ", ".join(part for part in (run.label, kind, parameters(model.get("parameters"), language)) if part)


def tools(language: Language) -> dict[str, Any]:
    """What templates call."""

    def absent(row: ItemRow) -> str:
        if not row.left_out:
            return language.text("items.no-score")
        reason = language.text_or(f"reason.{row.left_out}.other", row.left_out)
        return language.text("items.not-asked", reason=reason)

    def categories(rows: Sequence[ItemRow]) -> list[tuple[str, str]]:
        return [(name, group_name(name, language)) for name in in_order(row.category for row in rows)]

    def legend(benchmark: BenchmarkView, told_by: str, named: bool = False) -> list[tuple[Markup, str]]:
        return _legend(benchmark, told_by, named, language)

    def contest_legend() -> list[tuple[Markup, str]]:
        return [(legend_mark(0, filled=told), language.text(f"figure.{key}.contest")) for key, told in _CONTEST]

    def texts(triples: bool) -> str:
        return ",".join(TRIPLE if triples else PAIR)

    return {
        "language": language,
        "t": language.text,
        "written": written,
        "strongest": strongest,
        "absent": absent,
        "signed": language.signed,
        "texts": texts,
        "categories": categories,
        "legend": legend,
        "contest_legend": contest_legend,
        "csv_link": csv_link,
        "unbroken": unbroken,
    }


def _legend(benchmark: BenchmarkView, told_by: str, named: bool, language: Language) -> list[tuple[Markup, str]]:
    """What the marks mean: bias types are told from 50 by an adjusted `test`, other splits by their `interval`; where
    every mark is filled (``), only the models' marks; these too are left out where rows are `named` after them.
    """
    keys = []
    several = len(benchmark.answers) > 1
    if several and not named:
        keys += [(legend_mark(place), one.model) for place, one in enumerate(benchmark.answers)]
    if told_by:
        keys.append((legend_mark(0, neutral=several), language.text(f"figure.filled.{told_by}")))
        keys.append((legend_mark(0, filled=False, neutral=several), language.text(f"figure.open.{told_by}")))
    if told_by == "test" and benchmark.published:
        keys.append((legend_mark(0, published=True), language.text("figure.published")))
    return keys
