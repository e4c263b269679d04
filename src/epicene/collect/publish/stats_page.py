"""The statistics page and the same figures as JSON.

Charts are SVG, drawn here: no script, no picture from elsewhere, readable at the width of a phone. Every chart has a
title and a description for those who do not see it, and the page gives the same figures as a table. Colours and fonts
are the style sheet's, by class, because the pages allow no inline style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from markupsafe import Markup
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.message_catalogue import Language
from epicene.collect.publish.campaign_stats import TASKS, ControlRecord, Figures, Share, read_records, statistics
from epicene.collect.volunteers.assignment import Progress
from epicene.collect.volunteers.assignment import progress as task_progress
from epicene.collect.web.rendering import render
from epicene.collect.web.slow_pages import compute
from epicene.collect.web.visits import Visit, for_curators
from epicene.report.charts.forest import tag

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

WIDTH = 360
ROW, BAR = 40, 12
PLOT_HEIGHT, LABELS = 150, 34
MOST_DAY_LABELS = 4
MOST_PEOPLE = 500  # listed with how they did on controls, those who fail first


class Bar(NamedTuple):
    """One row: `share` is how much of the room the bar fills, 0–1; `written` the figure as it is shown."""

    label: str
    share: float
    written: str


class Day(NamedTuple):
    """What came in on one day, a number for each series, from the bottom up."""

    label: str
    counts: tuple[int, ...]


class Range(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    written: str


def bars(name: str, title: str, rows: Sequence[Bar]) -> Markup:
    """Horizontal bars, each under its label."""
    drawn = []
    for place, row in enumerate(rows):
        y = place * ROW
        drawn += [
            tag("text", row.label, x=0, y=y + 15, class_="label"),
            tag("text", row.written, x=WIDTH, y=y + 15, class_="value"),
            tag("rect", x=0, y=y + 21, width=WIDTH, height=BAR, class_="room"),
            tag("rect", x=0, y=y + 21, width=row.share * WIDTH, height=BAR, class_="bar series-0"),
        ]
    said = "; ".join(f"{row.label} {row.written}" for row in rows)
    return _svg(name, title, said, len(rows) * ROW, drawn)


def days(name: str, title: str, shown: Sequence[Day]) -> Markup:
    """A column a day, one colour a series, stacked; the highest column fills the room."""
    highest = max((sum(day.counts) for day in shown), default=0) or 1
    step = WIDTH / max(len(shown), 1)
    width = min(max(step - 2, 0.5), 28.0)
    drawn = [tag("line", x1=0, x2=WIDTH, y1=PLOT_HEIGHT, y2=PLOT_HEIGHT, class_="base")]
    drawn += [tag("text", str(highest), x=0, y=12, class_="label")]
    for place, day in enumerate(shown):
        left, bottom = place * step + (step - width) / 2, float(PLOT_HEIGHT)
        for series, count in enumerate(day.counts):
            height = count / highest * (PLOT_HEIGHT - 18)
            bottom -= height
            if count:
                drawn.append(tag("rect", x=left, y=bottom, width=width, height=height, class_=f"bar series-{series}"))
    for place in _spread(len(shown)):
        x = min(max(place * step + step / 2, 40.0), WIDTH - 40.0)
        drawn.append(tag("text", shown[place].label, x=x, y=PLOT_HEIGHT + 18, class_="tick"))
    said = "; ".join(f"{day.label} {sum(day.counts)}" for day in shown)
    return _svg(name, title, said, PLOT_HEIGHT + LABELS, drawn)


def _spread(count: int) -> list[int]:
    """Which of so many days get a label: the first, the last, and a few between."""
    if count <= MOST_DAY_LABELS:
        return list(range(count))
    return sorted({round(number * (count - 1) / (MOST_DAY_LABELS - 1)) for number in range(MOST_DAY_LABELS)})


def ranges(name: str, title: str, rows: Sequence[Range], low: float, high: float) -> Markup:
    """Values with their intervals on one axis from `low` to `high`."""

    def x(value: float) -> float:
        return 6 + (min(max(value, low), high) - low) / (high - low) * (WIDTH - 12)

    bottom = len(rows) * ROW + 4
    drawn = [tag("line", x1=x(mark), x2=x(mark), y1=0, y2=bottom, class_="grid") for mark in (low, 0.0, high)]
    for place, row in enumerate(rows):
        y = place * ROW
        drawn += [
            tag("text", row.label, x=0, y=y + 15, class_="label"),
            tag("text", row.written, x=WIDTH, y=y + 15, class_="value"),
            tag("line", x1=x(row.low), x2=x(row.high), y1=y + 28, y2=y + 28, class_="span"),
            tag("circle", cx=x(row.value), cy=y + 28, r=5, class_="mark"),
        ]
    drawn += [
        tag("text", f"{mark:g}".replace("-", "−"), x=min(max(x(mark), 8.0), WIDTH - 8.0), y=bottom + 16, class_="tick")
        for mark in (low, 0.0, high)
    ]
    said = "; ".join(f"{row.label} {row.written}" for row in rows)
    return _svg(name, title, said, bottom + 22, drawn)


def _svg(name: str, title: str, said: str, height: int, drawn: Sequence[Markup]) -> Markup:
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", said, id=f"{name}-desc"),
        tag("g", *drawn, aria_hidden="true"),
        class_="chart",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
    )


class Statistics(NamedTuple):
    """The figures, how each did on controls, and how far the campaign is."""

    figures: Figures
    controls: Sequence[ControlRecord]
    progress: dict[str, Progress]


def make_statistics(
    session: Session, campaign_id: int, wanted: int | None, progress: Callable[[float], None]
) -> Statistics:
    """`wanted`: judgments that each sentence is to have."""
    records = read_records(session, campaign_id, progress)
    people = sorted(records.controls, key=lambda record: not record.failed)
    return Statistics(statistics(records), people[:MOST_PEOPLE], task_progress(session, campaign_id, wanted))


async def _read(request: Request, here: Visit) -> tuple[Statistics, float]:
    wanted = here.campaign.settings.judgments_per_sentence
    return await compute(request, here, make_statistics, here.campaign.id, wanted)


@for_curators
async def page(request: Request, here: Visit) -> Response:
    (figures, people, done), made_at = await _read(request, here)
    return await render(
        request,
        "curate_statistics.html",
        figures=figures,
        controls=figures.controls,
        progress=done,
        people=people,
        tasks=TASKS if figures.validation else TASKS[:-1],  # most campaigns have nothing to validate
        agreement=list(_agreement(figures.agreement)),
        agreement_all=list(_agreement(figures.agreement_all)),
        made_at=datetime.fromtimestamp(made_at, UTC),
        charts=_charts(figures, here.language),
    )


@for_curators
async def figures_json(request: Request, here: Visit) -> Response:
    (figures, _, done), _ = await _read(request, here)
    return JSONResponse(with_progress(figures, done))


def with_progress(figures: Figures, done: Mapping[str, Progress]) -> dict[str, object]:
    """As `stats --json` and the page's JSON have it: how far a campaign is, beside what it has gathered."""
    shown = {"progress": {task: value._asdict() for task, value in done.items()}} if done else {}
    return {**msgspec.to_builtins(figures), **shown}


def _agreement(agreement: Mapping[str, Mapping[str, Alpha]]) -> Iterator[tuple[str, Alpha]]:
    for task, found in agreement.items():
        for distance, alpha in found.items():
            yield f"statistics.alpha.{task}.{distance}", alpha


def _charts(figures: Figures, language: Language) -> dict[str, Markup]:
    t = language.text
    contributed, answers = figures.bias_types["contributed"], figures.fluency.answers if figures.fluency else {}
    counted = {
        "types": ("bias", contributed if any(share.count for share in contributed.values()) else {}),
        "fluency": ("statistics.fluency", answers),
        **{
            f"validation-{question}": ("statistics.fluency", found)
            for question, found in (figures.validation or {}).items()
        },
        "against": ("statistics.against", figures.against_original or {}),
    }
    drawn = {
        name: bars(name, t(f"statistics.{name}"), _bars(shares, family, language))
        for name, (family, shares) in counted.items()
        if shares
    }
    if alphas := list(_agreement(figures.agreement)):
        rows = [
            Range(t(key), alpha.value, alpha.low, alpha.high, language.number(alpha.value, 2)) for key, alpha in alphas
        ]
        low = -1.0 if any(row.low < -0.2 for row in rows) else -0.2
        drawn["agreement"] = ranges("agreement", t("statistics.agreement"), rows, low, 1.0)
    if figures.days:
        months = t("date.months").split()
        shown = [Day(f"{day.day} {months[day.month - 1]}", counts) for day, counts in _every_day(figures.days)]
        drawn["days"] = days("days", t("statistics.days.title"), shown)
    return drawn


def _every_day(counted: Sequence[Mapping[str, str | int]]) -> Iterator[tuple[date, tuple[int, ...]]]:
    """From the first day to the last, those between on which nobody came included."""
    known = {date.fromisoformat(str(day["day"])): tuple(int(day[task]) for task in TASKS) for day in counted}
    day, last = min(known), max(known)
    while day <= last:
        yield day, known.get(day, (0,) * len(TASKS))
        day += timedelta(days=1)


def _bars(shares: Mapping[str, Share], family: str, language: Language) -> list[Bar]:
    return [
        Bar(
            language.text(f"{family}.{name}"),
            share.percent / 100,
            f"{language.number(share.count)} ({language.percent(share.percent)})",
        )
        for name, share in shares.items()
    ]


routes = [
    Route("/curate/statistics", page),
    Route("/curate/statistics.json", figures_json),
]
