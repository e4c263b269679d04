"""The chart of what models chose when they were asked in words."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.metrics.reply_estimates import CHOSEN_STEREOTYPE
from epicene.report.answers import seen_by_type
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.groups import ALL, group_name, in_order, is_type
from epicene.report.language import Language
from epicene.report.plots import includes_ideal, n_of, point, preference_plot
from epicene.report.prompted import doubt
from epicene.report.saved import SavedRun


def share_plot(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Plot | None:
    """The share of stereotyped choices over all pairs, then for each bias type; None where nobody chose anything."""
    groups = in_order(group for run in runs for group in run.findings.groups(benchmark, CHOSEN_STEREOTYPE))
    shown = [group for group in groups if group == ALL or is_type(group)]
    rows = []
    for group in shown:
        shares = [run.findings.find(benchmark, CHOSEN_STEREOTYPE, group) for run in runs]
        points = [None if share is None else point(share, not includes_ideal(share)) for share in shares]
        rows.append(PlotRow(group_name(group, language), n_of(shares, language), points, strong=group == ALL))
    if not rows:
        return None
    return preference_plot(f"{benchmark}-words", _plot_title(runs, benchmark, shown, language), rows, language)


def _plot_title(runs: Sequence[SavedRun], benchmark: str, groups: Sequence[str], language: Language) -> str:
    """What is seen; of a model that failed the sanity check or hardly chose, only that."""
    doubts = [doubt(run, benchmark) for run in runs]
    if all(doubts):
        return language.text("verdict.untrusted" if "untrusted" in doubts else "prompted.seen.few")
    if len(runs) > 1:
        return language.text("seen.standing.apart")
    found = [(group, runs[0].findings.find(benchmark, CHOSEN_STEREOTYPE, group)) for group in groups if is_type(group)]
    return seen_by_type(
        runs[0], benchmark, [(group_name(group, language), share) for group, share in found if share], language
    )
