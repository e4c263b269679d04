"""The statistics page, computed when it is asked for, and the same figures as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from markupsafe import Markup
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.message_catalogue import Language
from epicene.collect.publish import bar_charts
from epicene.collect.publish.campaign_stats import AGAINST_ORIGINAL, FLUENCY_ANSWERS, TASKS, statistics
from epicene.collect.publish.stats_records import Controls, read_controls, read_records
from epicene.collect.store.schema import Role
from epicene.collect.web.identity import requires, visit, workshop
from epicene.collect.web.page_templates import render
from epicene.data.vocabulary import BIAS_TYPES


async def _read(request: Request) -> tuple[dict[str, Any], Controls]:
    campaign = (await visit(request)).campaign

    def read(session: Session) -> tuple[dict[str, Any], Controls]:
        return statistics(read_records(session, campaign.id)), read_controls(session, campaign.id)

    return await workshop(request).store.read(read)


@requires(Role.CURATOR)
async def page(request: Request) -> Response:
    figures, controls = await _read(request)
    language = (await visit(request)).language
    return await render(
        request,
        "curate_statistics.html",
        figures=figures,
        controls=controls,
        tasks=TASKS,
        answers=FLUENCY_ANSWERS,
        relations=AGAINST_ORIGINAL,
        agreement=list(_agreement(figures)),
        day=language.day,
        charts=_charts(figures, language),
    )


@requires(Role.CURATOR)
async def figures_json(request: Request) -> Response:
    figures, controls = await _read(request)
    return JSONResponse({**figures, "controls": controls._asdict()})


def _agreement(figures: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for task, found in figures["agreement"].items():
        for distance, alpha in found.items():
            yield f"statistics.alpha.{task}.{distance}", alpha


def _charts(figures: Mapping[str, Any], language: Language) -> dict[str, Markup]:
    t = language.text
    drawn = {}
    kinds = figures["bias_types"]["contributed"]
    if any(kinds[kind]["count"] for kind in BIAS_TYPES):
        names = {kind: t(f"bias.{kind}") for kind in BIAS_TYPES}
        drawn["types"] = bar_charts.bars("types", t("statistics.types"), _bars(kinds, names, language))
    if fluency := figures.get("fluency"):
        names = {answer: t(f"statistics.fluency.{answer}") for answer in FLUENCY_ANSWERS}
        drawn["fluency"] = bar_charts.bars(
            "fluency", t("statistics.fluency"), _bars(fluency["answers"], names, language)
        )
    if against := figures.get("against_original"):
        names = {name: t(f"statistics.against.{name}") for name in AGAINST_ORIGINAL}
        drawn["against"] = bar_charts.bars("against", t("statistics.against"), _bars(against, names, language))
    if alphas := list(_agreement(figures)):
        rows = [
            bar_charts.Range(t(key), alpha["value"], alpha["low"], alpha["high"], language.number(alpha["value"], 2))
            for key, alpha in alphas
        ]
        low = -1.0 if any(row.low < -0.2 for row in rows) else -0.2
        drawn["agreement"] = bar_charts.ranges("agreement", t("statistics.agreement"), rows, low, 1.0)
    if figures["days"]:
        months = t("date.months").split()
        shown = [
            bar_charts.Day(f"{day.day} {months[day.month - 1]}", counts) for day, counts in _every_day(figures["days"])
        ]
        drawn["days"] = bar_charts.days("days", t("statistics.days.title"), shown)
    return drawn


def _every_day(counted: Sequence[Mapping[str, Any]]) -> Iterator[tuple[datetime, tuple[int, ...]]]:
    """From the first day to the last, those between on which nobody came included."""
    known = {_moment(day["day"]): tuple(day[task] for task in TASKS) for day in counted}
    day, last = min(known), max(known)
    while day <= last:
        yield day, known.get(day, (0,) * len(TASKS))
        day += timedelta(days=1)


def _bars(
    shares: Mapping[str, Mapping[str, float]], names: Mapping[str, str], language: Language
) -> list[bar_charts.Bar]:
    return [
        bar_charts.Bar(
            names[key],
            shares[key]["percent"] / 100,
            f"{language.number(shares[key]['count'])} ({language.percent(shares[key]['percent'])})",
        )
        for key in names
    ]


def _moment(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


routes = [
    Route("/curate/statistics", page),
    Route("/curate/statistics.json", figures_json),
]
