"""Charts of triples: Ss by domain against 50, and LMs and ACs by task against 100."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.core.types import Estimate
from epicene.metrics.triple_estimates import MEAN
from epicene.report.answers import is_trusted, seen_by_type
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.groups import ALL, group_name, in_order
from epicene.report.language import Language
from epicene.report.paired import asked_alike
from epicene.report.plots import includes_ideal, n_of, point, preference_plot
from epicene.report.saved import TASKS, SavedRun

SS = "ss"
QUALITIES = ("lms", "acs")


def domain_plot(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Plot | None:
    """All tests, each domain, and each task where there are several; of the task that the answer speaks of."""
    task = _shown_task(runs, benchmark)
    if task is None:
        return None
    known = in_order(group for run in runs for group in run.findings.groups(benchmark, SS))
    groups = [one for one in known if any(run.findings.find(benchmark, SS, one, task) for run in runs)]
    rows = [_row(runs, benchmark, group, task, language) for group in groups]
    others = [other for other in _tasks(runs, benchmark) if other != task]
    rows += [_row(runs, benchmark, ALL, other, language) for other in others]
    title = _title(runs, benchmark, [group for group in groups if group != ALL], task, language)
    return preference_plot(f"{benchmark}-domains", title, rows, language)


def quality_plot(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Plot | None:
    """LMs and ACs over all tests of each task; 100 is the ideal of both."""
    rows = []
    for metric in QUALITIES:
        for task in _tasks(runs, benchmark):
            found = [run.findings.find(benchmark, metric, task=task) for run in runs]
            points = [None if one is None else Point(one.value, one.low, one.high, told=True) for one in found]
            label = language.text(
                "figure.of-task", metric=language.text(f"short.{metric}"), task=_spoken(task, language)
            )
            rows.append(PlotRow(label, n_of(found, language), points))
    if not rows:
        return None
    title, ideal = language.text("seen.quality"), language.text("figure.ideal.quality")
    captions = ("", language.text("figure.better"))
    return Plot(f"{benchmark}-quality", title, rows, ideal, captions, ideal=100.0, domain=(0.0, 100.0))


def _shown_task(runs: Sequence[SavedRun], benchmark: str) -> str | None:
    found = [score.task for run in runs if (score := run.preference(benchmark)) is not None]
    return next((task for task in TASKS if task in found), None)


def _tasks(runs: Sequence[SavedRun], benchmark: str) -> list[str]:
    """Of the pooled tests and the mean of the tasks, which nearly agree, the first is enough to see."""
    return [task for task in TASKS if task != MEAN and any(run.findings.find(benchmark, SS, task=task) for run in runs)]


def _row(runs: Sequence[SavedRun], benchmark: str, group: str, task: str, language: Language) -> PlotRow:
    found = [run.findings.find(benchmark, SS, group, task) for run in runs]
    points = [None if one is None else point(one, not includes_ideal(one)) for one in found]
    first = group == ALL and task == _shown_task(runs, benchmark)
    named = group_name(group, language) if group != ALL else language.text("group.all-tests")
    spoken = _spoken(task, language)
    label = named if first or group != ALL else f"{spoken[:1].upper()}{spoken[1:]}"
    return PlotRow(label, n_of(found, language), points, strong=first)


def _spoken(task: str, language: Language) -> str:
    return language.text(f"task.{task}")


def _title(runs: Sequence[SavedRun], benchmark: str, domains: Sequence[str], task: str, language: Language) -> str:
    """What is seen: of one model, the domains; of several, from where to where they reach."""
    if len(runs) == 1:
        found = [(group_name(one, language), runs[0].findings.find(benchmark, SS, one, task)) for one in domains]
        known = [(name, score) for name, score in found if score is not None]
        return seen_by_type(runs[0], benchmark, known, language, family="seen.domains")
    scores: list[tuple[str, Estimate]] = [
        (run.label, score)
        for run in runs
        if (score := run.findings.find(benchmark, SS, task=task)) is not None and is_trusted(run, benchmark)
    ]
    if len(scores) < 2 or len(asked_alike(runs, benchmark)) > 1:
        return language.text("seen.standing.apart")
    (low, least), *_, (high, most) = sorted(scores, key=lambda one: one[1].value)
    values = {"high": language.percent(most.value), "low": language.percent(least.value)}
    return language.text("seen.models.triples", highest=high, lowest=low, **values)
