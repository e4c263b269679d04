"""How often the first text of an item is likelier than all others: what a kind measures that says nothing else.

A `PreferenceWay` needs a `metric`, registered as a measure, and the words for it (`package`); a kind with more to say
overrides what it says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.core.types import Estimate, Item, Role
from epicene.kinds.figures import (
    are_asked_alike,
    folded,
    further_blocks,
    groups_comparison,
    groups_table,
    groups_title,
    legend,
    models_table,
    n_of,
    near_misses,
    of_models,
    on_scale,
    points,
    power_note,
    preference_plot,
)
from epicene.kinds.item_rows import TextSegment, address, item_list
from epicene.kinds.protocol import TIED, TIES, PairedAnswers, ResponseMode, View, units_of_items
from epicene.kinds.verdicts import is_trusted
from epicene.metrics.answer_groups import (
    ALL,
    canonical,
    facet_names,
    families_of,
    group_name,
    is_facet,
    is_type,
    require_finite,
)
from epicene.metrics.catalogue import Measured
from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums
from epicene.metrics.reliability import Units
from epicene.metrics.significance import adjusted_records, half_p
from epicene.metrics.two_models import Comparison, adjusted_by_group, compare_rates
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.charts.heat_map import HeatMap
from epicene.report.document import Block, Collapsible, Figure, Heading, TableBlock
from epicene.report.tables import Table, without_column
from epicene.runs.audit_folder import BenchmarkRun, SavedRun


class PreferenceWay(ResponseMode):
    """Everything that a way shows and measures, from which variant of each item a model prefers."""

    drawn_as: ClassVar[str] = "types"  # the name of the chart of groups
    ranks: ClassVar[bool] = True  # whether models that were asked alike are named from lowest to highest

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        """The share of items whose first text is preferred, and that of ties, for all and each category."""
        answers, estimates, tested = self.answers(run), list[Estimate](), dict[str, tuple[float, int]]()
        groups, alike = run.groups(), run.clusters()
        test = "binomial" if len(set(alike.values())) == len(alike) else "sign-flip"
        for group in groups:
            hits = np.array([sides for item, *sides in answers if group.contains(item)], dtype=np.float64)
            if not len(hits):
                continue
            clusters = [alike[item.id] for item, *_ in answers if group.contains(item)]
            columns = cluster_sums(np.vstack([hits.T, np.ones(len(hits))]), clusters)
            sums, drawn, units = exact_sums(columns), resample_sums(columns, seed=seed), columns.shape[1]
            total = sum(map(group.contains, run.items))
            for row, metric in enumerate((self.metric, TIES)):
                value = float(mean(sums[[row, 2]]) * 100)
                interval = percent_interval(value, mean(drawn[:, [row, 2]]) * 100, units)
                estimates.append(run.estimate(metric, group.name, value, interval, (len(hits), total)))
            tested[group.name] = half_p(columns[0] - columns[2] / 2, test, seed=seed), units
        tests = adjusted_records(run.name, self.metric, test, tested, families_of(groups))
        return Measured(tuple(estimates), tuple(tests))

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        others = {item.id: hit for item, hit, _ in self.answers(b)}
        both = [(item, hit, others[item.id]) for item, hit, _ in self.answers(a) if item.id in others]
        comparisons, groups, alike = [], a.groups(), a.clusters()
        for group in groups:
            hits = np.array([sides for item, *sides in both if group.contains(item)], dtype=np.bool_)
            if len(hits):
                clusters = [alike[item.id] for item, *_ in both if group.contains(item)]
                about = a.name, self.metric, group.name, (hits[:, 0], hits[:, 1]), names
                comparisons.append(compare_rates(*about, clusters=clusters, seed=seed))
        return tuple(adjusted_by_group(comparisons, families_of(groups)))

    def answers(self, run: BenchmarkRun) -> list[tuple[Item, bool, bool]]:
        """Items that could be asked and have all scores, by id: is the first text likelier than all others, or tied?"""
        values, roles, answers = run.values(), KINDS[run.facts.kind].roles, []
        for item in sorted(run.items, key=lambda item: item.id):
            if item.id not in run.unusable and all((item.id, role) in values for role in roles):
                first, *others = (require_finite(item, role, values[item.id, role]) for role in roles)
                answers.append((item, first > max(others), first == max(others)))
        return answers

    def units(self, run: BenchmarkRun) -> Units | None:
        return units_of_items(run, [(item, float(hit)) for item, hit, _ in self.answers(run)])

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        first, *others = KINDS[run.facts.kind].roles
        other = others[0] if len(others) == 1 else "other"
        return {item.id: [TIED if tied else first if hit else other] for item, hit, tied in self.answers(run)}

    def blocks(self, view: View) -> list[Block]:
        return [*self.by_group(view), *folded(further_blocks(view), view)]

    def by_group(self, view: View) -> list[Block]:
        """All items, then each category, in the papers' order: which ones lie highest is mostly chance."""
        language, plot = view.language, self.group_plot(view)
        if plot is None:
            return []
        title, note = language.text("table.headline"), language.text("table.headline.note")
        table = groups_table(view, self.metric, title, note, lambda group: not is_facet(group))
        printed = models_table(view, self.metric, language.text("table.headline.of", benchmark=view.title))
        marks = legend(view, published=bool(self.published_by_group(view)))
        return [
            Figure(plot, language.text("figure.caption"), marks, level=3),
            *near_misses(view, self.types(view)),
            *power_note(view, self.metric),
            Collapsible(
                language.text("table.show"),
                [TableBlock(table, f"{view.benchmark}-score", captioned=False, printed=printed)],
            ),
            *self.facet_blocks(view),
        ]

    def facet_blocks(self, view: View) -> list[Block]:
        """Each facet that was asked for, and those that are crossed."""
        language, groups = view.language, [group for group in view.groups(self.metric) if is_facet(group)]
        if not groups:
            return []
        title = language.text("seen.facets", facets=facet_names(groups))
        plot = self.drawn(view, title, [self.group_row(view, group) for group in groups])
        table = groups_table(view, self.metric, title, language.text("table.facets.note"), is_facet)
        return [
            Heading(language.text("page.by-facets")),
            Figure(of_models(view, replace(plot, id=f"{view.benchmark}-facets")), "", legend(view)),
            Collapsible(language.text("table.show"), [TableBlock(table, f"{view.benchmark}-facets", captioned=False)]),
        ]

    def published_by_group(self, view: View) -> Mapping[str, Sequence[tuple[str, float]]]:
        """Figures of models that others printed, by group."""
        return {}

    def types(self, view: View) -> list[tuple[str, Estimate]]:
        """Their names and the first run's figures."""
        run = view.runs[0]
        scores = [(group, run.findings.find(view.benchmark, self.metric, group)) for group in view.groups(self.metric)]
        return [
            (group_name(group, view.language), self.deciding(run, score))
            for group, score in scores
            if is_type(group) and score
        ]

    def group_plot(self, view: View) -> Plot | HeatMap | None:
        published = self.published_by_group(view)
        rows = [
            self.group_row(view, group, published.get(canonical(group), ()))
            for group in view.groups(self.metric)
            if group == ALL or is_type(group)
        ]
        if not rows:
            return None
        title = groups_title(view, self.types(view), self.ranks and are_asked_alike(view))
        return of_models(view, self.drawn(view, title, rows))

    def drawn(self, view: View, title: str, rows: Sequence[PlotRow]) -> Plot:
        """The chart of those rows."""
        plot = preference_plot(f"{view.benchmark}-{self.drawn_as}", title, rows, view.language)
        return on_scale(plot, self.metric)

    def group_row(self, view: View, group: str, published: Sequence[tuple[str, float]] = ()) -> PlotRow:
        """One group of every run; with what others `published`."""
        own_scores = [(run, run.findings.find(view.benchmark, self.metric, group)) for run in view.runs]
        scores = [score and self.deciding(run, score) for run, score in own_scores]
        name, n = group_name(group, view.language), n_of(scores, view.language)
        target = (
            address(view.benchmark, "?type=", group)
            if is_type(group) and view.benchmark in view.runs[0].benchmarks
            else ""
        )
        return PlotRow(name, n, points(view, scores), list(published), strong=group == ALL, target=target)

    def terminal_tables(self, view: View) -> list[Table]:
        """Without the ideal, which the line below says, so that it fits 80 characters."""
        title = view.language.text("table.headline.of", benchmark=view.title)
        table = without_column(groups_table(view, self.metric, title), "ideal", "deciding")
        notes = [view.language.text("terminal.reading"), table.note]
        if any(map(is_facet, view.groups(self.metric))):
            notes.insert(1, view.language.text("terminal.facets"))
        on_p = view.language.text_or("terminal.reading.p", "")
        return [replace(table, note=" ".join(filter(None, notes)), note_on_p=on_p)]

    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        title = language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
        note = language.text("table.comparison.note")
        return groups_comparison(pair.comparisons, self.metric, title, note, language)

    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        score = self.score(run, benchmark)
        if score is None:
            return None
        return language.text(
            "cite.sentence",
            model=run.label,
            benchmark=benchmark,
            value=language.number(score.value),
            bracket=language.bracket(score.low, score.high),
            n=language.used(score.n_used, score.n_total),
            signature=score.signature,
            caveat=self._caveat(run, score, language),
        )

    def _caveat(self, run: SavedRun, score: Estimate, language: Language) -> str:
        """What a reader of the figure alone would not know: that ties are many, that it may not be believed."""
        deciding = self.deciding(run, score)
        value, bracket = language.number(deciding.value), language.bracket(deciding.low, deciding.high)
        counted = "" if deciding is score else language.text("cite.deciding", value=value, bracket=bracket)
        return counted + ("" if is_trusted(run, score.benchmark) else language.text("cite.untrusted"))

    def target_group_by_item(self, view: View) -> Mapping[str, str]:
        """By id, the group that an item is about, where that is known."""
        return {}

    def examples(self, view: View) -> list[Block]:
        roles = KINDS[view.runs[0].facts(view.benchmark).kind].roles
        return item_list(view, roles, self.marked, target_group_by_item=self.target_group_by_item(view))

    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
        """The texts of an item; where they differ may be marked."""
        return [[TextSegment(item.variants[Role(role)].text, False)] for role in roles]
