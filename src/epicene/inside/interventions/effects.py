"""What each intervention does, from the answers under all conditions to estimates.

Complete patching: v(S) = P(masculine word) / (P(masculine word) + P(feminine word)) for the feminine line when the
blocks in S come from its masculine partner, after a layer. From the 32 answers of a pair come Shapley's shares φ of the
five blocks. Σ φ = v(all) − v(none) = t*, both after the feminine line's own prefix: t, where both references begin with
the same words. Of blocks that are the same (at the embedding most are), no answer is asked.

Of a path, `lost` is how much of t goes when it alone is patched, `alone` how much is left when the others are patched,
over what is left when all are. t is the measure to read: a few pairs whose r falls to −400 make any mean of r.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from epicene.core.types import Estimate
from epicene.inside.corpus_run import WordScores
from epicene.inside.forced.forced_estimates import EVERYBODY, GROUPS, MEASURES, Measuring, Member, Value
from epicene.inside.interventions.aligned_pairs import AlignedLine, differing, is_patched, with_partners
from epicene.inside.interventions.conditions import (
    BASE,
    BLOCKS,
    ITSELF,
    PATCHED,
    SWAP,
    U1,
    Change,
    Condition,
    patch,
    path_changes,
    published_conditions,
)
from epicene.metrics.inside_measures import preference, shapley_shares
from epicene.metrics.intervals import UNBOUNDED
from epicene.metrics.significance import shown_side
from epicene.mt.judging.clustered_estimates import LineRatio
from epicene.runs.signature import few_units

OUTLIERS = 7  # of the pairs, as in the paper
WITHOUT_OUTLIERS = "without outliers"
TOTAL, PHI = "t_star", "phi"  # the second is also a family of tests
Values = Mapping[Condition, Sequence[Value]]
Answers = Mapping[tuple[str, int], WordScores]  # by the recorded name of the condition, and the line's number


def outliers(values: Values) -> list[Value]:
    """The pairs with the seven smallest r(u1), as in the paper's figure 4; of a small corpus, at most a tenth."""
    changed = sorted((value for value in values.get(U1, ()) if value.measure == "r"), key=lambda value: value.value)
    return changed[: min(OUTLIERS, len(changed) // 10)]


def change_estimates(
    values: Values, changes: Iterable[Change], measuring: Measuring, groups: Mapping[str, Member] = GROUPS
) -> list[Estimate]:
    """The mean of second − first over the lines that both conditions have, for each change and group."""
    estimates = []
    for change in changes:
        first, second = (
            {value.line.number: value for value in values.get(condition, ()) if value.measure == change.measure}
            for condition in (change.first, change.second)
        )
        total = sum(value.measure == change.measure for value in values[BASE])
        for group, member in groups.items() if change.by_noun else EVERYBODY.items():
            own = {
                number: replace(first[number], value=second[number].value - first[number].value)
                for number in sorted(first.keys() & second.keys())
                if member(first[number])
            }
            if own:
                estimates.append(measuring.mean(change.metric, group, own, 0.0, total, change.family))
    return estimates


def encoder_estimates(values: Values, layers: int, measuring: Measuring) -> list[Estimate]:
    """What u1, u2 and u3 change, the same pairs before and after, and what patching the paths changes; none into
    French, and none in a prompt. `layers` is the number of the encoder's."""
    estimates: list[Estimate] = []
    if U1 not in values:
        return estimates
    odd = {value.line.number for value in outliers(values)}
    for name, condition in published_conditions(layers).items():
        after = values[condition]
        kept = {(value.measure, value.line.number) for value in after}
        before = [value for value in values[BASE] if (value.measure, value.line.number) in kept]
        groups = {**GROUPS, WITHOUT_OUTLIERS: lambda value: value.line.number not in odd} if name == "u1" else GROUPS
        estimates += measuring.estimates(before, groups, f"{name}_before_")
        estimates += measuring.estimates(after, groups, f"{name}_")
        changes = [Change(f"{name}_change_{measure}", BASE, condition, measure) for measure in MEASURES]
        estimates += change_estimates(values, changes, measuring, groups)
    for condition in (condition for condition in values if condition.kind == PATCHED):
        means = measuring.estimates(values[condition], EVERYBODY, f"{condition}_")
        estimates += [mean for mean in means if mean.metric.endswith("t_mean")]
    return [*estimates, *change_estimates(values, path_changes(), measuring)]


@dataclass(frozen=True, slots=True)
class PatchedPair:
    """φ of each block after one layer, and t*, at the pair's feminine line."""

    line: AlignedLine
    layer: int
    shares: Mapping[str, float]

    @property
    def total(self) -> float:
        return sum(self.shares.values())


def patched_pairs(answers: Answers, lines: Sequence[AlignedLine], layers: Sequence[int]) -> list[PatchedPair]:
    """Shares of all pairs that have blocks, layer by layer."""

    def shares(line: AlignedLine, partner: AlignedLine, layer: int) -> dict[str, float]:
        varied = differing(line, partner, layer)

        def value(chosen: frozenset[str]) -> float:
            condition = patch(layer, chosen & varied) if chosen & varied else BASE
            return masculine_choice(answers[str(condition), line.number])

        return shapley_shares(BLOCKS, value)

    return [
        PatchedPair(line, layer, shares(line, partner, layer))
        for layer in layers
        for line, partner in with_partners(lines)
        if is_patched(line, partner)
    ]


def masculine_choice(answer: WordScores) -> float:
    """v: P(masculine word) / (P(masculine word) + P(feminine word))."""
    return (1 - preference(answer.masculine, answer.feminine)) / 2


def patch_estimates(
    pairs: Sequence[PatchedPair],
    layers: Sequence[int],
    same_noun: Mapping[int, bool],
    measuring: Measuring,
    *,
    prompted: bool = False,
) -> list[Estimate]:
    """`phi_noun` and `t_star` at the last of the layers, which is the encoder's output, `phi@1_noun` after another,
    `share_noun` in percent of t* where t* is shown to differ from 0. Shares at the last layer are tested, adjusted over
    the blocks. In a prompt, what can still be exchanged after a layer has a sum of its own, `t_star@1`."""
    estimates, by_layer = [], {layer: [pair for pair in pairs if pair.layer == layer] for layer in layers}
    for layer, own in by_layer.items():
        after = "" if layer == layers[-1] else f"@{layer}"
        figures = {TOTAL + after: [pair.total for pair in own]} if prompted or not after else {}
        figures |= {f"phi{after}_{block}": [pair.shares[block] for pair in own] for block in BLOCKS}
        for metric, figure in figures.items():
            values = {
                pair.line.number: Value("t", pair.line.question.line, value, same_noun[pair.line.number])
                for pair, value in zip(own, figure, strict=True)
            }
            ideal, family = 1.0 if metric.startswith(TOTAL) else 0.0, "" if after or metric == TOTAL else PHI
            for group, member in GROUPS.items():
                if chosen := {number: value for number, value in values.items() if member(value)}:
                    estimates.append(measuring.mean(metric, group, chosen, ideal, len(values), family))
    total = next((each for each in estimates if (each.metric, each.group) == (TOTAL, "all")), None)
    if total and shown_side(total.low, total.high, units=few_units(total.signature)) == 1:
        last = by_layer[layers[-1]]
        totals, n = np.array([pair.total for pair in last]), len(last)
        shares = {block: np.array([pair.shares[block] for pair in last]) for block in BLOCKS}
        ratios = [LineRatio(f"share_{block}", "all", own, totals, n, 0.0, UNBOUNDED) for block, own in shares.items()]
        estimates += measuring.shares(ratios, [pair.line.question.line for pair in last], n)
    return estimates


def shares_table(pairs: Sequence[PatchedPair]) -> str:
    """A row for each pair, layer and block, as `lines.tsv` has its rows; `t` is the block's share of it."""
    rows = ["\t".join(("line", "pair", "class", "marked", "occupation", "condition", "t"))]
    for pair in pairs:
        line = pair.line.question.line
        for name, value in (*pair.shares.items(), (TOTAL, pair.total)):
            cells = (str(line.number + 1), str(line.pair + 1), line.class_, "yes", line.occupation)
            rows.append("\t".join((*cells, f"phi@{pair.layer}:{name}", f"{value:.6f}")))
    return "".join(f"{row}\n" for row in rows)


def sanity(answers: Answers, comparable: Sequence[int]) -> dict[str, float | None]:
    """The largest change of a probability where none may be: `itself` against plain, `swap` against the partner's.

    `comparable` are lines whose partner is asked the same after the same prefix; of others a swap says nothing exact,
    and where there is none, `swap` is None.
    """
    itself, swap, base = str(ITSELF), str(SWAP), str(BASE)
    held = [line for condition, line in answers if condition == itself]
    swapped = [line for line in comparable if (swap, line) in answers]
    return {
        itself: max((_apart(answers[itself, line], answers[base, line]) for line in held), default=0.0),
        swap: max((_apart(answers[swap, line], answers[base, line ^ 1]) for line in swapped), default=None),
    }


def _apart(answer: WordScores, other: WordScores) -> float:
    return float(np.abs(np.exp(answer[2:]) - np.exp(other[2:])).max())
