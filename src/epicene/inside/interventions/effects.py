"""What each intervention does, from the answers under all conditions to estimates.

Complete patching: v(S) = P(masculine word) / (P(masculine word) + P(feminine word)) for the feminine line when the
blocks in S come from its masculine partner, after a layer. From the 32 answers of a pair come Shapley's shares φ of the
five blocks. Σ φ = v(all) − v(none) = t*, both after the feminine line's own prefix: t, where both references begin with
the same words. Of blocks that are the same (at the embedding most are), no answer is asked.

Of a path, `lost` is how much of t goes when it alone is patched, `alone` how much is left when the others are patched,
over what is left when all are. t is the measure to read: a few pairs whose r falls to −400 make any mean of r.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from epicene.core.types import Estimate
from epicene.inside.corpus_run import WordScores
from epicene.inside.forced.forced_estimates import EVERYBODY, GROUPS, MEASURES, Measuring, Member, Value
from epicene.inside.interventions.aligned_pairs import (
    AlignedLine,
    differing,
    is_patched,
    source_marks_gender,
    with_partners,
)
from epicene.inside.interventions.conditions import (
    BASE,
    BLOCKS,
    CONTROL,
    ERASE,
    EVERYWHERE,
    ITSELF,
    LETTERS,
    PATCHED,
    PATHS,
    PLACEBOS,
    SWAP,
    U1,
    Condition,
    other_paths,
    patch,
    published_conditions,
)
from epicene.metrics.inside_measures import preference, shapley_shares
from epicene.metrics.intervals import UNBOUNDED
from epicene.metrics.significance import shown_side
from epicene.mt.judging.clustered_estimates import LineRatio
from epicene.runs.signature import few_units

OUTLIERS = 7  # of the pairs, as in the paper
WITHOUT_OUTLIERS = "without outliers"
TOTAL, PHI, PLACEBO = "t_star", "phi", "placebo"  # the last two are also families of tests
Values = Mapping[Condition, Sequence[Value]]
Answers = Mapping[tuple[str, int], WordScores]  # by the recorded name of the condition, and the line's number


def outliers(values: Values) -> list[Value]:
    """The pairs with the seven smallest r(u1), as in the paper's figure 4; of a small corpus, at most a tenth."""
    changed = sorted((value for value in values.get(U1, ()) if value.measure == "r"), key=lambda value: value.value)
    return changed[: min(OUTLIERS, len(changed) // 10)]


@dataclass(frozen=True, slots=True)
class Effects:
    """Estimates of what changes b, r and t in one model; `layers` is the number of its encoder's."""

    values: Values
    layers: int
    measuring: Measuring

    def estimates(self) -> list[Estimate]:
        estimates = [*self.measuring.estimates(self.values[BASE]), *self._amnesic()]
        if U1 not in self.values:  # into French, and in a prompt
            return estimates
        return [*estimates, *self._published(), *self._paths()]

    def _published(self) -> list[Estimate]:
        """u1, u2, u3: the same pairs before and after, and the change."""
        odd = {value.line.number for value in outliers(self.values)}
        estimates = []
        for name, condition in published_conditions(self.layers).items():
            after = self.values[condition]
            kept = {(value.measure, value.line.number) for value in after}
            before = [value for value in self.values[BASE] if (value.measure, value.line.number) in kept]
            own = {**GROUPS, WITHOUT_OUTLIERS: lambda value: value.line.number not in odd} if name == "u1" else GROUPS
            estimates += self.measuring.estimates(before, own, f"{name}_before_")
            estimates += self.measuring.estimates(after, own, f"{name}_")
            for measure in MEASURES:
                for group, member in own.items():
                    estimates += self._change(f"{name}_change_{measure}", group, (BASE, condition), member, measure)
        return estimates

    def _amnesic(self) -> list[Estimate]:
        """How much of t goes: `amnesic_all`, `amnesic_noun`, `amnesic_control` at the encoder's output, `amnesic@1_all`
        after a layer; and `amnesic_beyond`, what goes everywhere beyond what goes by the control."""
        estimates = []
        for condition in (each for each in self.values if each.kind in (ERASE, CONTROL)):
            is_control = condition.kind == CONTROL
            where = "control" if is_control else "all" if condition.parts == EVERYWHERE else LETTERS[condition.parts]
            prefix = "amnesic" if condition.layer == self.layers else f"amnesic@{condition.layer}"
            for group, member in GROUPS.items():
                estimates += self._change(f"{prefix}_{where}", group, (condition, BASE), member)
            if is_control:
                estimates += self._change(f"{prefix}_beyond", "all", (replace(condition, kind=ERASE), condition))
        return estimates

    def _paths(self) -> list[Estimate]:
        """`patched_a_lost_t`, `patched_a_alone_t`, what each placebo takes, `random_a_lost_t`, and what patching takes
        beyond it, `beyond_random_a_lost_t`."""
        estimates, everything = [], Condition(PATCHED, parts="".join(PATHS))
        for condition in (each for each in self.values if each.kind == PATCHED):
            means = self.measuring.estimates(self.values[condition], EVERYBODY, f"{condition}_")
            estimates += [mean for mean in means if mean.metric.endswith("t_mean")]
        for path in PATHS:
            others = Condition(PATCHED, parts=other_paths(path))
            for group, member in GROUPS.items():
                estimates += self._change(f"patched_{path}_alone_t", group, (everything, others), member)
                for kind in (PATCHED, *PLACEBOS):
                    both = (Condition(kind, parts=path), BASE)
                    family = PLACEBO if kind in PLACEBOS else ""
                    estimates += self._change(f"{kind}_{path}_lost_t", group, both, member, family=family)
            for kind in PLACEBOS:
                both = (Condition(PATCHED, parts=path), Condition(kind, parts=path))
                estimates += self._change(f"beyond_{kind}_{path}_lost_t", "all", both)
        return estimates

    def _change(
        self,
        metric: str,
        group: str,
        conditions: tuple[Condition, Condition],
        member: Member = EVERYBODY["all"],
        measure: str = "t",
        family: str = "",
    ) -> list[Estimate]:
        """The mean of second − first over the lines that both conditions have."""
        first, second = (
            {
                each.line.number: each
                for each in self.values.get(condition, ())
                if each.measure == measure and member(each)
            }
            for condition in conditions
        )
        changes = {
            number: replace(first[number], value=second[number].value - first[number].value)
            for number in sorted(first.keys() & second.keys())
        }
        total = sum(value.measure == measure for value in self.values[BASE])
        return [self.measuring.mean(metric, group, changes, 0.0, total, family)] if changes else []


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
    estimates, last_layer = [], layers[-1]
    for layer in layers:
        own = [pair for pair in pairs if pair.layer == layer]
        after = "" if layer == last_layer else f"@{layer}"
        figures = {TOTAL + after: [pair.total for pair in own]} if prompted or not after else {}
        figures |= {f"phi{after}_{block}": [pair.shares[block] for pair in own] for block in BLOCKS}
        for metric, figure in figures.items():
            values = [
                Value("t", pair.line.question.line, value, same_noun[pair.line.number])
                for pair, value in zip(own, figure, strict=True)
            ]
            for group, member in GROUPS.items():
                if chosen := {value.line.number: value for value in values if member(value)}:
                    ideal, family = 1.0 if metric.startswith(TOTAL) else 0.0, "" if after or metric == TOTAL else PHI
                    estimates.append(measuring.mean(metric, group, chosen, ideal, len(values), family))
    total = next((each for each in estimates if (each.metric, each.group) == (TOTAL, "all")), None)
    if total and shown_side(total.low, total.high, units=few_units(total.signature)) == 1:
        last = [pair for pair in pairs if pair.layer == last_layer]
        estimates += _percentages(last, measuring)
    return estimates


def _percentages(pairs: Sequence[PatchedPair], measuring: Measuring) -> list[Estimate]:
    totals, n = np.array([pair.total for pair in pairs]), len(pairs)
    shares = {block: np.array([pair.shares[block] for pair in pairs]) for block in BLOCKS}
    ratios = [LineRatio(f"share_{block}", "all", own, totals, n, 0.0, UNBOUNDED) for block, own in shares.items()]
    return measuring.shares(ratios, [pair.line.question.line for pair in pairs], n)


def shares_table(pairs: Sequence[PatchedPair]) -> str:
    """A row for each pair, layer and block, as `lines.tsv` has its rows; `t` is the block's share of it."""
    rows = ["\t".join(("line", "pair", "class", "marked", "occupation", "condition", "t"))]
    for pair in pairs:
        line = pair.line.question.line
        for name, value in (*pair.shares.items(), (TOTAL, pair.total)):
            cells = (str(line.number + 1), str(line.pair + 1), line.class_, "yes", line.occupation)
            rows.append("\t".join((*cells, f"phi@{pair.layer}:{name}", f"{value:.6f}")))
    return "".join(f"{row}\n" for row in rows)


def placebo_estimates(
    answers: Answers,
    lines: Sequence[AlignedLine],
    layers: Sequence[int],
    same_noun: Mapping[int, bool],
    measuring: Measuring,
) -> list[Estimate]:
    """How far v moves in a prompt: `exchanged_noun` when the noun alone is the partner's, `same_noun`, `random_noun`
    and `elsewhere_noun` under its placebos, all in every layer, and `beyond_random_noun`, how much further the
    partner's noun moves it; `same@7_all` for the whole sentence after layer 7."""
    marked, last = [line for line, partner in with_partners(lines) if source_marks_gender(line, partner)], layers[-1]
    exchanged = {block: patch(last, frozenset([block])) for block in BLOCKS}
    placebos = {(kind, block): Condition(kind, last, block[0]) for block in BLOCKS for kind in PLACEBOS}
    changes = {f"exchanged_{block}": (condition, BASE) for block, condition in exchanged.items()}
    changes |= {f"{kind}_{block}": (condition, BASE) for (kind, block), condition in placebos.items()}
    for layer in layers:
        after = "" if layer == last else f"@{layer}"
        changes |= {f"{kind}{after}_all": (Condition(kind, layer, EVERYWHERE), BASE) for kind in PLACEBOS}
    changes |= {
        f"beyond_{kind}_{block}": (exchanged[block], placebos[kind, block]) for kind in PLACEBOS for block in BLOCKS
    }
    estimates = []
    for metric, (condition, other) in changes.items():
        values = {}
        for line in marked:
            both = answers.get((str(condition), line.number)), answers.get((str(other), line.number))
            if both[0] and both[1]:
                change = masculine_choice(both[0]) - masculine_choice(both[1])
                values[line.number] = Value("t", line.question.line, change, same_noun[line.number])
        if values:
            family = PLACEBO if metric.startswith(PLACEBOS) else ""
            estimates.append(measuring.mean(metric, "all", values, 0.0, len(marked), family))
    return estimates


def sanity(answers: Answers, comparable: Sequence[int]) -> dict[str, float | None]:
    """The largest change of a probability where none may be: `itself` against plain, `swap` against the partner's.

    `comparable` are lines whose partner is asked the same after the same prefix; of others a swap says nothing exact,
    and where there is none, `swap` is None.
    """
    itself, swap, base = str(ITSELF), str(SWAP), str(BASE)
    lines = [line for condition, line in answers if condition == itself]
    swapped = [line for line in comparable if (swap, line) in answers]
    return {
        itself: max((_apart(answers[itself, line], answers[base, line]) for line in lines), default=0.0),
        swap: max((_apart(answers[swap, line], answers[base, line ^ 1]) for line in swapped), default=None),
    }


def _apart(answer: WordScores, other: WordScores) -> float:
    pairs = ((answer.masculine, other.masculine), (answer.feminine, other.feminine))
    return max(abs(float(np.exp(a) - np.exp(b))) for a, b in pairs)
