"""What is shown of pairs: the metric score by type, direction and origin, further measures, published models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from epicene.core.language import Language
from epicene.core.notices import Message, Notice
from epicene.core.types import Estimate, Item
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.answer_sentences import Verdict, judge
from epicene.kinds.estimate_tables import folded, further_blocks
from epicene.kinds.item_rows import Segment, marked_pair
from epicene.kinds.pairs import length_effect  # noqa: F401 - it registers its measures
from epicene.kinds.pairs.measure import DIRECTIONS, TIES_HALF, compare_pairs, counted_pairs, measure_pairs
from epicene.kinds.pairs.published import marks_beside, published_blocks, published_for
from epicene.kinds.pairs.target_groups import spoken_of, spoken_of_blocks
from epicene.kinds.preference import PreferenceWay, units_with_ties_as_half
from epicene.kinds.preference_charts import legend, n_of, of_models, points, preference_plot
from epicene.kinds.protocol import View
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import Measured
from epicene.metrics.reliability import Units
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.charts.heat_map import HeatMap
from epicene.report.document import Block, Figure
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import BenchmarkFacts
from epicene.runs.saved_run import SavedRun

METRIC_SCORE, EQUAL_LENGTH = "metric_score", "metric_score_equal_length"
FURTHER = (TIES_HALF.name, *DIRECTIONS, "neutral", "dcf", "pct_stereotype", "likelihood_diff")


class PairsByLikelihood(PreferenceWay):
    package = "epicene.kinds.pairs"
    metric = METRIC_SCORE
    measures = (METRIC_SCORE, "stereo_score", "antistereo_score", "dcf")

    def keeps_unusable(self, facts: BenchmarkFacts) -> bool:
        """As released, identical and empty pairs are ties."""
        return facts.as_released

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_pairs(run, seed=seed)

    def answers(self, run: BenchmarkRun) -> list[tuple[Item, bool, bool]]:
        return [(pair.item, pair.more > pair.less, pair.more == pair.less) for pair in counted_pairs(run)]

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_pairs(a, b, names, seed=seed)

    def deciding(self, run: SavedRun, score: Estimate) -> Estimate:
        """Where ties are many, the score that counts them as half."""
        is_counted = score.metric == METRIC_SCORE
        return (is_counted and run.findings.find(score.benchmark, TIES_HALF.name, score.group)) or score

    def deciding_units(self, run: BenchmarkRun) -> Units | None:
        return units_with_ties_as_half(run, self.answers(run))

    def cautions(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        yield from _ties_caution(run, benchmark)
        yield from _length_caution(run, benchmark)
        facts = run.facts(benchmark)
        for task in facts.tasks.values():
            if task.get("shared_pieces"):
                n, total = msgspec.convert((task["shared_pieces"], task["aligned"]), tuple[int, int])
                values = {"benchmark": benchmark, "scoring": facts.scoring, "share": 100 * n / total}
                yield Notice("notice.shared-pieces", {**values, "n": n, "total": total})

    def preferred(self, run: BenchmarkRun, task: str | None = None) -> dict[str, bool]:
        return {pair.item.id: pair.more > pair.less for pair in counted_pairs(run)}

    def blocks(self, view: View) -> list[Block]:
        answered = {run.label: run.benchmarks[view.benchmark] for run in view.runs if view.benchmark in run.benchmarks}
        return [
            *self.by_group(view),
            *spoken_of_blocks(view, {label: self.answers(own) for label, own in answered.items()}),
            *folded(self._splits(view), view),
            *published_blocks(view, published_for(view.benchmark)),
        ]

    def spoken_of(self, view: View) -> Mapping[str, str]:
        return spoken_of(view.benchmark, view.runs[0].facts(view.benchmark))

    def beside(self, view: View) -> Mapping[str, Sequence[tuple[str, float]]]:
        published = published_for(view.benchmark)
        if published is None:
            return {}
        models = published.models
        return {group: [(model.name, model.metric_score[group]) for model in models] for group in published.n}

    def neighbours(self, run: SavedRun, benchmark: str) -> list[tuple[str, float]]:
        published = published_for(benchmark) if run.facts(benchmark).known else None
        if published is None or marks_beside(run, benchmark, published):
            return []
        return [(model.name, model.metric_score[ALL]) for model in published.models]

    def _splits(self, view: View) -> list[Block]:
        """Stereotype and anti-stereotype pairs, native and translated pairs, and the further measures."""
        plot = self._split_plot(view)
        return [*([Figure(plot, "", legend(view))] if plot else []), *further_blocks(view, FURTHER)]

    def _split_plot(self, view: View) -> Plot | HeatMap | None:
        language, rows = view.language, []
        for metric in DIRECTIONS:
            scores = [run.findings.find(view.benchmark, metric) for run in view.runs]
            if any(scores):
                rows.append(PlotRow(language.text(f"metric.{metric}"), n_of(scores, language), points(view, scores)))
        rows += [self.group_row(view, group) for group in ORIGINS if group in view.groups(METRIC_SCORE)]
        plot = preference_plot(f"{view.benchmark}-splits", _split_title(view), rows, language)
        return of_models(view, plot) if rows else None

    def published_times(self, benchmark: str, language: Language) -> list[str]:
        published = published_for(benchmark)
        if published is None:
            return []
        times = ", ".join(f"{model.name} {model.run_time}" for model in published.models)
        return [language.text("methods.cost.published", benchmark=benchmark, times=times)]

    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[Segment]]:
        return marked_pair(item, roles)


def _ties_caution(run: SavedRun, benchmark: str) -> Iterator[Notice]:
    """That many sentences got the same score, and how they count."""
    names = METRIC_SCORE, TIES_HALF.name, "neutral"
    score, half, ties = (run.findings.find(benchmark, name) for name in names)
    if score and half and ties:
        counts = {"n": round(ties.value * ties.n_used / 100), "total": ties.n_used, "share": ties.value}
        values = {"score": score.value, "value": half.value, "low": half.low, "high": half.high}
        yield Notice("notice.ties", {"benchmark": benchmark, "model": run.label, **counts, **values})


def _length_caution(run: SavedRun, benchmark: str) -> Iterator[Notice]:
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
