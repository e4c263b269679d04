"""What is shown of pairs: the metric score by type, direction and origin, further measures, published models, and the
group that the stereotype of each bundled pair is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import msgspec

from epicene.core.notices import Message, Notice
from epicene.core.types import Estimate, Item
from epicene.data.vocabulary import ORIGINS
from epicene.grammar.word_patterns import read_table
from epicene.kinds.figures import (
    folded,
    further_blocks,
    in_blocks,
    legend,
    model_fields,
    n_of,
    of_models,
    points,
    preference_plot,
    with_excluded_note,
)
from epicene.kinds.item_rows import TextSegment, marked_pair
from epicene.kinds.pairs.measure import DIRECTIONS, TIES_HALF, compare_pairs, counted_pairs, measure_pairs
from epicene.kinds.pairs.published import Published, published_blocks, published_for
from epicene.kinds.preference import PreferenceWay
from epicene.kinds.protocol import FEWEST_SHOWN, View
from epicene.kinds.released import released_blocks
from epicene.kinds.verdicts import Verdict, judge
from epicene.metrics.answer_groups import group_name
from epicene.metrics.catalogue import Measured
from epicene.metrics.intervals import exact_interval
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import PlotRow
from epicene.report.document import Block, Collapsible, Figure, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, tabulated
from epicene.runs.audit_folder import BenchmarkRun, SavedRun
from epicene.runs.results import BenchmarkFacts

METRIC_SCORE, EQUAL_LENGTH = "metric_score", "metric_score_equal_length"
FURTHER = (TIES_HALF.name, *DIRECTIONS, "neutral", "dcf", "pct_stereotype", "likelihood_diff")
LABELLED = ("pairs-fr", "pairs-en")  # sets of which the group of each pair is known


class PairsByLikelihood(PreferenceWay):
    package = "epicene.kinds.pairs"
    metric = METRIC_SCORE
    measures = (METRIC_SCORE, "stereo_score", "antistereo_score", "dcf")
    counts_preferences = True
    keeps_unusable = True  # as released, identical and empty pairs are ties

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_pairs(run, seed=seed)

    def answers(self, run: BenchmarkRun) -> list[tuple[Item, bool, bool]]:
        return [(pair.item, pair.more > pair.less, pair.more == pair.less) for pair in counted_pairs(run)]

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_pairs(a, b, names, seed=seed)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        yield from _ties_warning(run, benchmark)
        yield from _length_warning(run, benchmark)
        facts = run.facts(benchmark)
        for task in facts.tasks.values():
            if task.get("shared_pieces"):
                n, total = msgspec.convert((task["shared_pieces"], task["aligned"]), tuple[int, int])
                values = {"benchmark": benchmark, "scoring": facts.scoring, "share": 100 * n / total}
                yield Notice("notice.shared-pieces", {**values, "n": n, "total": total})

    def published(self, benchmark: str) -> Published | None:
        return published_for(benchmark)

    def published_by_group(self, view: View) -> Mapping[str, Sequence[tuple[str, float]]]:
        published = published_for(view.benchmark)
        groups, models = (published.n, published.models) if published else ({}, ())
        return {group: [(model.name, model.metric_score[group]) for model in models] for group in groups}

    def target_group_by_item(self, view: View) -> Mapping[str, str]:
        return target_group_by_item(view.benchmark, view.runs[0].facts(view.benchmark))

    def blocks(self, view: View) -> list[Block]:
        answers = {
            run.label: self.answers(run.benchmarks[view.benchmark])
            for run in view.runs
            if view.benchmark in run.benchmarks
        }
        return [
            *self.by_group(view),
            *target_group_blocks(view, answers),
            *folded([*self._splits(view), *further_blocks(view, FURTHER)], view),
            *published_blocks(view, published_for(view.benchmark)),
            *released_blocks(view),
        ]

    def _splits(self, view: View) -> list[Block]:
        """Stereotype and anti-stereotype pairs, native and translated pairs."""
        language, rows = view.language, []
        for metric in DIRECTIONS:
            scores = [run.findings.find(view.benchmark, metric) for run in view.runs]
            if any(scores):
                rows.append(PlotRow(language.text(f"metric.{metric}"), n_of(scores, language), points(view, scores)))
        rows += [self.group_row(view, group) for group in ORIGINS if group in view.groups(METRIC_SCORE)]
        plot = preference_plot(f"{view.benchmark}-splits", _split_title(view), rows, language)
        return [Figure(of_models(view, plot), "", legend(view))] if rows else []

    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
        return marked_pair(item, roles)


def target_group_by_item(benchmark: str, facts: BenchmarkFacts) -> Mapping[str, str]:
    """The group that the stereotype is about, by the pair's id; nothing of sets that nobody has labelled."""
    return _target_groups(facts.language) if benchmark in LABELLED and facts.known else {}


@cache
def _target_groups(language: str) -> Mapping[str, str]:
    table = read_table("data/bundled/target_groups.toml")
    return {
        f"{bias_type}-{number:03}": f"about-{group}"
        for part in ("all", language)
        for group, types in table.get(part, {}).items()
        for bias_type, ranges in types.items()
        for first, _, last in (numbers.partition("-") for numbers in ranges.split())
        for number in range(int(first), int(last or first) + 1)
    }


def target_group_blocks(view: View, answers: Mapping[str, list[tuple[Item, bool, bool]]]) -> list[Block]:
    """How often the stereotype is preferred, by the group that it is about. Folded: groups are small, so that what
    stands here is where to look, and no finding. `answers` are those of each run, by its label."""
    language, labels = view.language, target_group_by_item(view.benchmark, view.runs[0].facts(view.benchmark))
    hits: dict[str, dict[str, list[bool]]] = {}
    for label, answered in answers.items():
        for item, hit, _ in answered:
            if item.id in labels:
                hits.setdefault(labels[item.id], {}).setdefault(label, []).append(hit)
    shown = [
        [(run, (group, hits[group][run.label])) for run in view.runs if run.label in hits[group]]
        for group in dict.fromkeys(labels.values())  # in the order of the labels, whatever the figures
        if group in hits and max(map(len, hits[group].values())) >= FEWEST_SHOWN
    ]
    if not shown:
        return []

    def preferred(row: tuple[SavedRun, tuple[str, list[bool]]]) -> Cell:
        return Cell(sum(row[1][1]), of=len(row[1][1]))

    def share(row: tuple[SavedRun, tuple[str, list[bool]]]) -> Cell:
        n = len(row[1][1])
        value = 100 * sum(row[1][1]) / n
        low, high = exact_interval(value / 100, n)
        return Cell(value, 100 * low, 100 * high)

    table = tabulated(
        language.text("table.spoken-of"),
        in_blocks(view, shown),
        (Column("group", language.text("column.spoken-of")), lambda row: group_name(row[1][0], language)),
        *model_fields(view),
        (Column("preferred", language.text("column.preferred"), "share"), preferred),
        (Column("score", language.text("column.score"), "number", interval=True), share),
        note=language.text("table.spoken-of.note"),
    )
    block = TableBlock(with_excluded_note(table, view), f"{view.benchmark}-groups", captioned=False)
    reading = Paragraph(language.text("spoken-of.reading"), screen_only=True)
    return [Collapsible(language.text("page.spoken-of"), [reading, block])]


def _ties_warning(run: SavedRun, benchmark: str) -> Iterator[Notice]:
    """That many sentences got the same score, and how they count."""
    names = METRIC_SCORE, TIES_HALF.name, "neutral"
    score, half, ties = (run.findings.find(benchmark, name) for name in names)
    if score and half and ties:
        counts = {"n": round(ties.value * ties.n_used / 100), "total": ties.n_used, "share": ties.value}
        values = {"score": score.value, "value": half.value, "low": half.low, "high": half.high}
        yield Notice("notice.ties", {"benchmark": benchmark, "model": run.label, **counts, **values})


def _length_warning(run: SavedRun, benchmark: str) -> Iterator[Notice]:
    """That the shorter sentence wins, or the longer one, more often than by chance, and not for ties alone."""
    shorter, equal = (run.findings.find(benchmark, name) for name in ("shorter_preferred", EQUAL_LENGTH))
    ties = run.findings.find(benchmark, "neutral")
    if shorter is None or judge(shorter, ties) not in (Verdict.ABOVE, Verdict.BELOW):
        return
    values = {"benchmark": benchmark, "model": run.label, "n": shorter.n_used, "scoring": run.facts(benchmark).scoring}
    values |= {"value": shorter.value, "low": shorter.low, "high": shorter.high}
    other = {"value": equal.value, "low": equal.low, "high": equal.high, "n": equal.n_used} if equal else {}
    even = Message("notice.length.equal", other) if equal else Message("notice.length.none")
    yield Notice("notice.length", {**values, "even": even})


def _split_title(view: View) -> str:
    """Overlapping intervals are a fact to report, not a test; so the title says no more than that."""
    if not view.several:
        find = view.runs[0].findings.find
        native, translated = (find(view.benchmark, METRIC_SCORE, group) for group in ORIGINS)
        if native and translated:
            return view.language.text(f"seen.origin.{_apart(native, translated, *ORIGINS)}")
        stereo, anti = (find(view.benchmark, metric) for metric in DIRECTIONS)
        if stereo and anti:
            return view.language.text(f"seen.direction.{_apart(stereo, anti, 'stereo', 'antistereo')}")
    return view.language.text("seen.splits.models")


def _apart(a: Estimate, b: Estimate, name_a: str, name_b: str) -> str:
    if shown_side(a.low, a.high, b.high) > 0:
        return name_a
    return name_b if shown_side(b.low, b.high, a.high) > 0 else "overlap"
