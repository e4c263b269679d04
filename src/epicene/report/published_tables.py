"""A report's models beside those that a paper printed, and what keeps them from being ranked together."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.report.checks import KEY, check_of, failed_mark
from epicene.report.groups import canonical, group_name, in_order, is_type
from epicene.report.language import Language
from epicene.report.published import Published
from epicene.report.saved import HEADLINE, SavedRun
from epicene.report.tables import Cell, Column, Row, Table

ASKED_OTHERWISE = "‡"
FURTHER = ("stereo_score", "antistereo_score", "dcf")


def marks_beside(run: SavedRun, benchmark: str, published: Published) -> str:
    """Why a model is not ranked among the published ones; nothing where it may be."""
    otherwise = _scoring(run, benchmark) != published.scoring
    return failed_mark(run, benchmark) + (ASKED_OTHERWISE if otherwise else "")


def _scoring(run: SavedRun, benchmark: str) -> str:
    return str(run.facts(benchmark).get("scoring", ""))


def published_table(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> Table:
    """Metric score by group: this run's models, then the published ones, which come without intervals.

    As a file it also says of each of our models how it was asked, and whether it passed the sanity check.
    """
    groups = in_order(group for group in published.n if group not in published.of_other_items)
    ours = {canonical(group): group for run in runs for group in run.findings.groups(benchmark, HEADLINE)}
    columns = [
        Column("group", language.text("column.group")),
        *(
            Column(run.label, f"{run.label} {marks_beside(run, benchmark, published)}".strip(), "number")
            for run in runs
        ),
        *(Column(model.name, model.name, "number") for model in published.models),
        *_asked_columns(runs, language),
    ]
    asked = _asked_cells(runs, benchmark, published)
    rows: list[Row] = []
    for group in groups:
        scores = [run.score(benchmark, ours.get(group, group)) for run in runs]
        rows.append(
            [
                Cell(group_name(group, language)),
                *(Cell(score.value if score else None) for score in scores),
                *(Cell(model.metric_score[group]) for model in published.models),
                *asked,
            ]
        )
    types = sum(is_type(group) for group in groups)
    blocks = [
        rows[:1],
        rows[1 : 1 + types],
        rows[1 + types :],
        _further_rows(runs, benchmark, published, language),
    ]
    note = language.text("published.source", source=published.source, url=published.url)
    return Table(language.text("table.published", benchmark=benchmark), columns, blocks, note)


def _asked_columns(runs: Sequence[SavedRun], language: Language) -> list[Column]:
    """For files: of each of our models and, of the published ones, what holds for all of them."""
    asked, checked = language.text("column.scoring"), language.text("column.sanity_check")
    columns = [
        Column(f"{run.label} {key}", f"{run.label}, {title}", file_only=True)
        for run in runs
        for key, title in (("scoring", asked), (KEY, checked))
    ]
    return [*columns, Column("published scoring", asked, file_only=True)]


def _asked_cells(runs: Sequence[SavedRun], benchmark: str, published: Published) -> list[Cell]:
    cells = [Cell(said) for run in runs for said in (_scoring(run, benchmark), check_of(run, benchmark))]
    return [*cells, Cell(published.scoring)]


def _further_rows(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> list[Row]:
    rows: list[Row] = []
    for metric in FURTHER:
        found = [run.findings.find(benchmark, metric) for run in runs]
        rows.append(
            [
                Cell(language.text(f"metric.{metric}")),
                *(Cell(estimate.value if estimate else None) for estimate in found),
                *(Cell(getattr(model, metric)) for model in published.models),
                *_asked_cells(runs, benchmark, published),
            ]
        )
    return rows


def published_caveats(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> list[str]:
    """How the published models were asked, and which of ours were asked otherwise or failed the sanity check."""
    caveats = [language.text("page.published.caveat", scoring=published.scoring)]
    failed = [run.label for run in runs if failed_mark(run, benchmark)]
    if failed:
        caveats.append(language.text("page.published.untrusted", models=language.list_of(failed)))
    others: dict[str, list[str]] = {}
    for run in runs:
        if _scoring(run, benchmark) != published.scoring:
            others.setdefault(_scoring(run, benchmark), []).append(run.label)
    caveats += [
        language.text("page.published.other-scoring", models=language.list_of(labels), scoring=scoring)
        for scoring, labels in others.items()
    ]
    return caveats
