"""The statistics page and the same figures as JSON.

Charts are SVG, drawn here: no script, no picture from elsewhere, readable at the width of a phone. Every chart has a
title and a description for those who do not see it, and the page gives the same figures as a table. Colours and fonts
are the style sheet's, by class, because the pages allow no inline style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from babel.dates import format_date
from markupsafe import Markup
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse

from epicene.collect.message_catalogue import SiteLanguage
from epicene.collect.publish.campaign_stats import (
    TASKS,
    CampaignFigures,
    ControlRecord,
    Share,
    alpha_rows,
    read_records,
    statistics,
)
from epicene.collect.volunteers.assignment import TaskProgress
from epicene.collect.volunteers.assignment import progress as task_progress
from epicene.collect.web.site_pages import Page, compute, endpoint, show
from epicene.collect.web.visits import Access, Visit
from epicene.report.charts.forest import drawing, tag

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

WIDTH = 360
ROW, BAR = 40, 12
PLOT_HEIGHT, LABELS = 150, 34
MOST_DAY_LABELS = 4
MOST_PEOPLE = 500  # listed with how they did on controls, those who fail first


def bars(name: str, title: str, rows: Sequence[tuple[str, str, float]]) -> Markup:
    """Horizontal bars, each under its label; a row is a label, the figure as it is written, and how much of the room
    the bar fills, 0–1."""
    parts = []
    for y, (label, written, share) in zip(count(0, ROW), rows, strict=False):
        parts += _labels(label, written, y)
        parts.append(tag("rect", x=0, y=y + 21, width=WIDTH, height=BAR, class_="room"))
        parts.append(tag("rect", x=0, y=y + 21, width=share * WIDTH, height=BAR, class_="bar series-0"))
    return _chart(name, title, [(label, written) for label, written, _ in rows], len(rows) * ROW, parts)


def days(name: str, title: str, shown: Sequence[tuple[str, tuple[int, ...]]]) -> Markup:
    """A column a day, one colour a series, stacked; the highest column fills the room. A day is a label, and what came
    in of each series, from the bottom up."""
    totals = [(label, sum(counts)) for label, counts in shown]
    highest = max((total for _, total in totals), default=0) or 1
    step = WIDTH / max(len(shown), 1)
    width = min(max(step - 2, 0.5), 28.0)
    parts = [tag("line", x1=0, x2=WIDTH, y1=PLOT_HEIGHT, y2=PLOT_HEIGHT, class_="base")]
    parts += [tag("text", str(highest), x=0, y=12, class_="label")]
    for number, (_, counts) in enumerate(shown):
        left, bottom = number * step + (step - width) / 2, float(PLOT_HEIGHT)
        for series, value in enumerate(counts):
            height = value / highest * (PLOT_HEIGHT - 18)
            bottom -= height
            if value:
                parts.append(tag("rect", x=left, y=bottom, width=width, height=height, class_=f"bar series-{series}"))
    between = min(MOST_DAY_LABELS, len(shown)) - 1  # the first and the last get a label, and a few between
    for number in sorted({round(n * (len(shown) - 1) / max(between, 1)) for n in range(between + 1)}):
        x = min(max(number * step + step / 2, 40.0), WIDTH - 40.0)
        parts.append(tag("text", shown[number][0], x=x, y=PLOT_HEIGHT + 18, class_="tick"))
    return _chart(name, title, totals, PLOT_HEIGHT + LABELS, parts)


def ranges(name: str, title: str, rows: Sequence[tuple[str, str, Alpha]], low: float, high: float) -> Markup:
    """Values with their intervals on one axis from `low` to `high`; a row is a label, the value as it is written, and
    the value."""

    def x(value: float) -> float:
        return 6 + (min(max(value, low), high) - low) / (high - low) * (WIDTH - 12)

    bottom = len(rows) * ROW + 4
    parts = [tag("line", x1=x(mark), x2=x(mark), y1=0, y2=bottom, class_="grid") for mark in (low, 0.0, high)]
    for y, (label, written, alpha) in zip(count(0, ROW), rows, strict=False):
        parts += _labels(label, written, y)
        parts.append(tag("line", x1=x(alpha.low), x2=x(alpha.high), y1=y + 28, y2=y + 28, class_="span"))
        parts.append(tag("circle", cx=x(alpha.value), cy=y + 28, r=5, class_="mark"))
    parts += [
        tag("text", f"{mark:g}".replace("-", "−"), x=min(max(x(mark), 8.0), WIDTH - 8.0), y=bottom + 16, class_="tick")
        for mark in (low, 0.0, high)
    ]
    return _chart(name, title, [(label, written) for label, written, _ in rows], bottom + 22, parts)


def _labels(label: str, written: str, y: int) -> list[Markup]:
    return [tag("text", label, x=0, y=y + 15, class_="label"), tag("text", written, x=WIDTH, y=y + 15, class_="value")]


def _chart(name: str, title: str, values: Sequence[tuple[str, object]], height: int, parts: Sequence[Markup]) -> Markup:
    described = "; ".join(f"{label} {value}" for label, value in values)
    return drawing(name, title, described, [tag("g", *parts, aria_hidden="true")], "chart", WIDTH, height)


class Statistics(NamedTuple):
    """The figures, how each did on controls, and how far the campaign is."""

    figures: CampaignFigures
    controls: Sequence[ControlRecord]
    progress: dict[str, TaskProgress]


def make_statistics(
    session: Session, campaign_id: int, wanted: int | None, progress: Callable[[float], None] = lambda share: None
) -> Statistics:
    """`wanted`: judgments that each sentence is to have."""
    records = read_records(session, campaign_id, progress)
    people = sorted(records.controls, key=lambda record: not record.failed)
    return Statistics(statistics(records), people[:MOST_PEOPLE], task_progress(session, campaign_id, wanted))


async def _read(here: Visit) -> tuple[Statistics, float]:
    wanted = here.campaign.settings.judgments_per_sentence
    return await compute(here, make_statistics, here.campaign.id, wanted)


@endpoint("/curate/statistics", Access.CURATOR)
async def page(here: Visit) -> Page:
    (figures, people, done), made_at = await _read(here)
    return show(
        "curate_statistics.html",
        figures=figures,
        controls=figures.controls,
        progress=done,
        people=people,
        tasks=TASKS if figures.validation else TASKS[:-1],  # most campaigns have nothing to validate
        agreement=alpha_rows(figures.agreement),
        agreement_all=alpha_rows(figures.agreement_all),
        made_at=datetime.fromtimestamp(made_at, UTC),
        charts=_charts(figures, here.language),
    )


@endpoint("/curate/statistics.json", Access.CURATOR)
async def figures_json(here: Visit) -> JSONResponse:
    (figures, _, done), _ = await _read(here)
    return JSONResponse(with_progress(figures, done))


def with_progress(figures: CampaignFigures, done: Mapping[str, TaskProgress]) -> dict[str, object]:
    """As `stats --json` and the page's JSON have it: how far a campaign is, beside what it has gathered."""
    shown = {"progress": {task: value._asdict() for task, value in done.items()}} if done else {}
    return {**msgspec.to_builtins(figures), **shown}


def _charts(figures: CampaignFigures, language: SiteLanguage) -> dict[str, Markup]:
    t = language.text
    contributed, answers = figures.bias_types["contributed"], figures.fluency.answers if figures.fluency else {}
    counted = {
        "types": ("bias", contributed if any(share.count for share in contributed.values()) else {}),
        "fluency": ("statistics.fluency", answers),
        **{f"validation-{name}": ("statistics.fluency", shares) for name, shares in (figures.validation or {}).items()},
        "against": ("statistics.against", figures.against_original or {}),
    }

    def row(key: str, share: Share) -> tuple[str, str, float]:
        return t(key), f"{language.number(share.count)} ({language.percent(share.percent)})", share.percent / 100

    drawn = {
        name: bars(name, t(f"statistics.{name}"), [row(f"{family}.{key}", share) for key, share in shares.items()])
        for name, (family, shares) in counted.items()
        if shares
    }
    if alphas := alpha_rows(figures.agreement):
        rows = [(t(key), language.number(alpha.value, 2), alpha) for key, alpha in alphas]
        low = -1.0 if any(alpha.low < -0.2 for _, alpha in alphas) else -0.2
        drawn["agreement"] = ranges("agreement", t("statistics.agreement"), rows, low, 1.0)
    if figures.days:
        shown = [(format_date(day, "d MMMM", language.locale), counts) for day, counts in _every_day(figures.days)]
        drawn["days"] = days("days", t("statistics.days.title"), shown)
    return drawn


def _every_day(counted: Sequence[Mapping[str, str | int]]) -> Iterator[tuple[date, tuple[int, ...]]]:
    """From the first day to the last, those between on which nobody came included."""
    known = {date.fromisoformat(str(day["day"])): tuple(int(day[task]) for task in TASKS) for day in counted}
    day, last = min(known), max(known)
    while day <= last:
        yield day, known.get(day, (0,) * len(TASKS))
        day += timedelta(days=1)
