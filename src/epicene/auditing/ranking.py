"""Several models on one benchmark: where each stands against the ideal, and which of them really differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from math import ceil

from epicene.core.language import MINUS, NO_BREAK, Language
from epicene.core.types import Estimate
from epicene.kinds.figures import (
    are_asked_alike,
    check_field,
    figure,
    highest_first,
    model_fields,
    model_row,
    on_scale,
    preference_plot,
    used_field,
)
from epicene.kinds.protocol import View, response_mode_of
from epicene.kinds.verdicts import MARK, excluded_note, is_trusted, mark_of, verdict_label
from epicene.metrics.significance import adjust_p
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.saved_run import SavedRun

MOST_DRAWN = 15  # pairs of models; beyond that a table is easier to read
SHORT_NAME = 15


@dataclass(frozen=True, slots=True)
class PairwiseTest:
    """Two models over all items; `p_adjusted` takes every contest on the same benchmark between models that may be
    believed into account. `trusted` says that both may; else nothing is adjusted.
    """

    found: Comparison
    p_adjusted: float | None
    trusted: bool = True

    @property
    def differs(self) -> bool:
        """Said only where interval and adjusted test agree, and of models that can be believed."""
        return self.trusted and replace(self.found, p_adjusted=self.p_adjusted).is_clear

    @property
    def verdict(self) -> str:
        if not self.trusted:
            return "untrusted"
        if not self.differs:
            return "none"
        return "b" if self.found.difference > 0 else "a"


def contests_of(
    comparisons: Sequence[Comparison],
    trusted: Collection[str],
    p_of: Callable[[Comparison], float | None] = lambda comparison: comparison.p_mcnemar,
) -> list[PairwiseTest]:
    """With p adjusted over all pairs of models that may be believed (Benjamini–Hochberg); those without a test are left
    out. `trusted` are the labels of these models.
    """
    tested = {
        str(index): (comparison, p)
        for index, comparison in enumerate(comparisons)
        if (p := p_of(comparison)) is not None
    }
    adjusted = adjust_p(
        {place: p for place, (comparison, p) in tested.items() if {comparison.a, comparison.b} <= set(trusted)}
    )
    return [
        PairwiseTest(comparison, adjusted.get(place), place in adjusted) for place, (comparison, _) in tested.items()
    ]


def ranking_plot(view: View) -> Plot | None:
    """A row for each model, highest first; in the order of the report where they were asked in different ways.

    Models that may not be believed stand below the others with a mark.
    """
    found = [(run, score) for run in view.runs if (score := _score(run, view.benchmark)) is not None]
    if len(found) < 2:
        return None
    trusted = [(run, score) for run, score in found if is_trusted(run, view.benchmark)]
    rows = [model_row(run, score, view.runs) for run, score in trusted]
    excluded = [
        replace(model_row(run, score, view.runs), detail=mark_of(run, view.benchmark))
        for run, score in found
        if not is_trusted(run, view.benchmark)
    ]
    title = view.language.text("seen.standing.apart")
    if len(rows) > 1 and are_asked_alike(view):
        rows = highest_first(rows)
        low, high = (view.language.percent(end(score.value for _, score in trusted)) for end in (min, max))
        title = view.language.text("seen.standing", low=low, high=high)
    plot = preference_plot(f"{view.benchmark}-models", title, [*rows, *excluded], view.language)
    return on_scale(plot, found[0][1].metric)


def _score(run: SavedRun, benchmark: str) -> Estimate | None:
    return response_mode_of(run, benchmark).score(run, benchmark)


def ranking_caption(view: View) -> str:
    """What keeps the models of that chart from being read as a ranking."""
    apart = "" if are_asked_alike(view) else view.language.text("figure.apart")
    excluded = excluded_note(view.runs, view.benchmark, view.language)
    hollow = view.language.text("figure.untrusted") if excluded else ""
    return " ".join(part for part in (apart, excluded, hollow) if part)


def ranking_table(view: View) -> Table:
    """What can be said of each model, in words."""
    language = view.language
    return tabulated(
        language.text("table.standing", benchmark=view.benchmark),
        [[(run, _score(run, view.benchmark)) for run in view.runs]],
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), lambda row: figure(row[1])),
        used_field(language),
        (
            Column("verdict", language.text("column.verdict")),
            lambda row: verdict_label(row[0], view.benchmark, language),
        ),
        check_field(view),
        note=excluded_note(view.runs, view.benchmark, language),
    )


def contest_plot(contests: Sequence[PairwiseTest], id: str, language: Language) -> Plot | None:
    """Differences against 0; what overlapping intervals of two scores cannot show."""
    if not 1 < len(contests) <= MOST_DRAWN:
        return None
    reach = max(abs(end) for contest in contests for end in (contest.found.low, contest.found.high))
    bound = max(10.0, ceil(reach / 10) * 10.0)
    rows = [
        PlotRow(
            f"{_short(contest.found.b)}{NO_BREAK}{MINUS} {_short(contest.found.a)}",
            points=[Point(contest.found.difference, contest.found.low, contest.found.high, contest.differs)],
        )
        for contest in contests
    ]
    captions = (language.text("figure.contest.left"), language.text("figure.contest.right"))
    ideal = language.text("figure.contest.ideal")
    title = contest_sentence(contests, language).removesuffix(".")
    return Plot(id, title, rows, ideal, captions, ideal=0.0, domain=(-bound, bound))


def _short(name: str) -> str:
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1]}…"


def not_compared(groups: Sequence[Sequence[str]], language: Language) -> str:
    """Which models no test was made between; `groups` are the labels of those that were asked alike."""
    pairs = [
        language.text(
            "contest.apart.pair",
            a=language.list_of(list(group)),
            b=language.list_of([label for other in groups[index:] for label in other]),
        )
        for index, group in enumerate(groups[:-1], start=1)
    ]
    return language.text("contest.apart", pairs=language.text("punctuation.semicolon").join(pairs)) if pairs else ""


def contest_sentence(contests: Sequence[PairwiseTest], language: Language) -> str:
    """How many of the pairs of models that were compared differ, of those that can be believed."""
    believed = [contest for contest in contests if contest.trusted]
    apart = sum(contest.differs for contest in believed)
    if not believed:
        return language.text("contest.untrusted")
    names = {"a": believed[0].found.a, "b": believed[0].found.b}
    if not apart:
        return language.plural("contest.none", len(believed), **names)
    if apart == len(believed):
        return language.plural("contest.all", len(believed), **names)
    return language.plural("contest.some", apart, total=language.count(len(believed)))


def contest_table(
    contests: Sequence[PairwiseTest], benchmark: str, language: Language, excluded: Collection[str] = (), note: str = ""
) -> Table:
    """Every two models over all items, and whether a difference could be shown; `excluded` ones have a mark, and a note
    says why."""
    difference = Column("difference", language.text("column.difference"), "number", interval=True)

    def named(model: str) -> Cell:
        return Cell(model, mark=MARK if model in excluded else "")

    return tabulated(
        language.text("table.contests", benchmark=benchmark),
        [contests],
        (Column("model_a", "A"), lambda contest: named(contest.found.a)),
        (Column("model_b", "B"), lambda contest: named(contest.found.b)),
        (difference, lambda contest: Cell(contest.found.difference, contest.found.low, contest.found.high)),
        (Column("n", language.text("column.n.compared"), "number"), lambda contest: contest.found.n),
        (Column("p_mcnemar", language.text("column.p_mcnemar"), "p"), lambda contest: contest.found.p_mcnemar),
        (Column("p_adjusted", language.text("column.p_mcnemar_adjusted"), "p"), lambda contest: contest.p_adjusted),
        (
            Column("verdict", language.text("column.verdict")),
            lambda contest: language.text(f"contest.verdict.{contest.verdict}"),
        ),
        note=f"{language.text('table.contests.note')} {note}".rstrip(),
    )
