"""Complete patching: the feminine sentence with every choice of its five blocks taken from its masculine partner, after
a layer; from the 32 answers of a pair, Shapley's share of each block.

v(S) = P(masculine word) / (P(masculine word) + P(feminine word)) for the feminine line when the blocks in S come from
the partner. Σ φ = v(all) − v(none) = t*, both after the feminine line's own prefix: t, where both references begin with
the same words. Blocks may differ in length. `patch@k:dn` is the condition in which determiner and noun come from the
partner after layer k; of blocks that are the same there (at the embedding most are), no answer is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from epicene.core.types import Estimate
from epicene.grammar.gender import Gender
from epicene.inside.corpus_run import Answer
from epicene.inside.forced.forced_estimates import GROUPS, Measuring, Value
from epicene.inside.interventions.placed_lines import BLOCKS, Placed
from epicene.metrics.forced_measures import preference
from epicene.metrics.intervals import UNBOUNDED
from epicene.metrics.shapley import shapley_shares, subsets
from epicene.metrics.verdict import shown_side
from epicene.mt.clustered_estimates import Ratio
from epicene.runs.signature import few_units

PATCH = "patch@"
TOTAL, PHI = "t_star", "phi"
LETTERS = {block[0]: block for block in BLOCKS}
BASE = "base"


def patch_name(layer: int, blocks: frozenset[str]) -> str:
    return f"{PATCH}{layer}:{''.join(letter for letter, block in LETTERS.items() if block in blocks)}"


def patch_names(layers: Sequence[int]) -> list[str]:
    """The empty choice is the plain run."""
    return [patch_name(layer, chosen) for layer in layers for chosen in subsets(BLOCKS) if chosen]


def patched_blocks(name: str) -> frozenset[str]:
    return frozenset(LETTERS[letter] for letter in name.partition(":")[2])


def patched_layer(name: str) -> int:
    return int(name.partition("@")[2].partition(":")[0])


def is_told(line: Placed, partner: Placed) -> bool:
    """The feminine line of a pair whose source says the gender."""
    return line.question.line.gender is Gender.FEMININE and line.question.source != partner.question.source


def is_patched(line: Placed, partner: Placed) -> bool:
    """The same, where both lines have blocks."""
    return is_told(line, partner) and has_blocks(line, partner)


def has_blocks(line: Placed, partner: Placed) -> bool:
    """The same ones in the same order; a line may lack its determiner."""
    blocks = [[segment.block for segment in one.segments] for one in (line, partner)]
    return bool(blocks[0]) and blocks[0] == blocks[1]


def differing(line: Placed, partner: Placed, layer: int) -> frozenset[str]:
    """Blocks that are not the same by construction: above the embedding, all may have read the subject."""
    return frozenset(block for block in BLOCKS if layer or line.ids(block) != partner.ids(block))


@dataclass(frozen=True, slots=True)
class PatchedPair:
    """φ of each block after one layer, and t*, at the pair's feminine line."""

    line: Placed
    layer: int
    shares: Mapping[str, float]

    @property
    def total(self) -> float:
        return sum(self.shares.values())


def patched_pairs(
    answers: Mapping[tuple[str, int], Answer], placed: Sequence[Placed], layers: Sequence[int]
) -> list[PatchedPair]:
    """Shares of all pairs that have blocks, layer by layer."""
    by_line = {line.question.line.number: line for line in placed}
    return [
        PatchedPair(line, layer, _shares(answers, number, layer, differing(line, by_line[number ^ 1], layer)))
        for layer in layers
        for number, line in by_line.items()
        if is_patched(line, by_line[number ^ 1])
    ]


def masculine_choice(answer: Answer) -> float:
    """v: P(masculine word) / (P(masculine word) + P(feminine word))."""
    return (1 - preference(answer.masculine, answer.feminine)) / 2


def _shares(
    answers: Mapping[tuple[str, int], Answer], number: int, layer: int, varied: frozenset[str]
) -> dict[str, float]:
    def value(chosen: frozenset[str]) -> float:
        asked = patch_name(layer, chosen & varied) if chosen & varied else BASE
        return masculine_choice(answers[asked, number])

    return shapley_shares(BLOCKS, value)


def patch_estimates(
    pairs: Sequence[PatchedPair],
    layers: Sequence[int],
    same_noun: Mapping[int, bool],
    measuring: Measuring,
    *,
    prompted: bool = False,
) -> list[Estimate]:
    """`phi_noun` and `t_star` at the last of the layers, which is the encoder's output, `phi@1_noun` after another,
    `share_noun` in percent of t* where t* is told apart from 0. Shares at the last layer are tested, adjusted over the
    blocks. In a prompt, what can still be exchanged after a layer has a sum of its own, `t_star@1`."""
    found, last_layer = [], layers[-1]
    for layer in layers:
        own = [pair for pair in pairs if pair.layer == layer]
        after = "" if layer == last_layer else f"@{layer}"
        totals = [_value(pair, pair.total, same_noun) for pair in own]
        values = {TOTAL + after: totals} if prompted or not after else {}
        prefix = f"phi{after}_"
        values |= {prefix + block: [_value(pair, pair.shares[block], same_noun) for pair in own] for block in BLOCKS}
        for metric, one in values.items():
            for group, member in GROUPS.items():
                if chosen := {value.line.number: value for value in one if member(value)}:
                    ideal, family = 1.0 if metric.startswith(TOTAL) else 0.0, "" if after or metric == TOTAL else PHI
                    found.append(measuring.mean(metric, group, chosen, ideal, len(one), family))
    last = [pair for pair in pairs if pair.layer == last_layer]
    total = next((one for one in found if (one.metric, one.group) == (TOTAL, "all")), None)
    if total and shown_side(total.low, total.high, units=few_units(total.signature)) == 1:
        found += _percentages(last, measuring)
    return found


def _value(pair: PatchedPair, value: float, same_noun: Mapping[int, bool]) -> Value:
    line = pair.line.question.line
    return Value("t", line, value, same_noun[line.number])


def _percentages(pairs: Sequence[PatchedPair], measuring: Measuring) -> list[Estimate]:
    totals = np.array([pair.total for pair in pairs])
    ratios = [
        Ratio(
            f"share_{block}",
            "all",
            np.array([pair.shares[block] for pair in pairs]),
            totals,
            len(pairs),
            0.0,
            UNBOUNDED,
        )
        for block in BLOCKS
    ]
    return measuring.shares(ratios, [pair.line.question.line for pair in pairs], len(pairs))


def shares_table(pairs: Sequence[PatchedPair]) -> str:
    """A row for each pair, layer and block, as `lines.tsv` has its rows; `t` is the block's share of it."""
    rows = ["\t".join(("line", "pair", "class", "marked", "occupation", "condition", "t"))]
    for pair in pairs:
        line = pair.line.question.line
        for name, value in (*pair.shares.items(), (TOTAL, pair.total)):
            cells = (str(line.number + 1), str(line.pair + 1), line.class_, "yes", line.occupation)
            rows.append("\t".join((*cells, f"phi@{pair.layer}:{name}", f"{value:.6f}")))
    return "".join(f"{row}\n" for row in rows)
