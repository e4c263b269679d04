"""From forced probabilities to estimates: b over lines that do not say the gender, r and t over pairs that do.

Groups: `all`, and `same noun`, which leaves out pairs whose two references have different nouns (*actor*, *actress*):
there the reference itself hands the decoder the gender before the possessive comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.grammar.gender import Gender
from epicene.inside.forced.decoding import Forced
from epicene.inside.word_contrasts import Nouns
from epicene.metrics.forced_measures import followed, spread, transfer
from epicene.mt.clustered_estimates import Estimating, share
from epicene.mt.corpora.controlled_corpus import CorpusLine

BENCHMARK = "mt-occupations"
SAME_NOUN = "same noun"
MEASURES = ("b", "r", "t")
THRESHOLDS = {"b": (-0.75, 0.0, 0.5), "r": (0.0, 0.5), "t": (0.0, 0.5)}


@dataclass(frozen=True, slots=True)
class Value:
    """One b (of a line), r or t (of a pair, at its feminine line); `same_noun`: both references have one noun."""

    measure: str
    line: CorpusLine
    value: float
    same_noun: bool


def values_of(forced: Sequence[Forced], nouns: Nouns, direction: str) -> list[Value]:
    """Every b, r and t that the probabilities give. Into French the source always says the gender, so there is no b."""
    by_line = {one.line.number: one for one in forced}
    same = {one.line.number: nouns[one.line.number] == nouns[one.line.number ^ 1] for one in forced}
    found = []
    for one in forced:
        if direction == "fr-en" and not one.line.marked:
            found.append(Value("b", one.line, one.b, same[one.line.number]))
        partner = by_line.get(one.line.number ^ 1)
        if one.line.gender is Gender.FEMININE and partner and (one.line.marked or direction == "en-fr"):
            r = transfer(one.masculine, partner.masculine)
            t = followed((partner.masculine, partner.feminine), (one.masculine, one.feminine))
            found += [Value(name, one.line, value, same[one.line.number]) for name, value in (("r", r), ("t", t))]
    return found


@dataclass(frozen=True, slots=True)
class Measuring:
    """What all estimates of one model and contrast have in common."""

    task: str
    signature: str
    seed: int = 0

    def estimates(
        self, values: Sequence[Value], groups: Mapping[str, Callable[[Value], bool]] | None = None, prefix: str = ""
    ) -> list[Estimate]:
        """Spread of b, r and t in each group; metrics are b_mean, r_median, r_below_0.5…, a prefix before them."""
        groups = groups or {"all": lambda value: True, SAME_NOUN: lambda value: value.same_noun}
        return [
            estimate
            for measure in MEASURES
            for own in [[value for value in values if value.measure == measure]]
            for group, member in groups.items()
            for chosen in [[value for value in own if member(value)]]
            if chosen
            for estimate in self._spread(measure, group, chosen, len(own), prefix)
        ]

    def _spread(self, measure: str, group: str, values: Sequence[Value], total: int, prefix: str) -> list[Estimate]:
        occupations = [value.line.occupation for value in values]
        figures = spread([value.value for value in values], occupations, THRESHOLDS[measure], seed=self.seed)
        return [
            Estimate(
                benchmark=BENCHMARK,
                task=self.task,
                metric=f"{prefix}{measure}_{figure.name}",
                group=group,
                value=figure.value,
                low=figure.low,
                high=figure.high,
                ideal=_ideal(measure, figure.name),
                n_used=len(values),
                n_total=total,
                signature=self.signature,
            )
            for figure in figures
        ]

    def choices(self, forced: Sequence[Forced], direction: str) -> list[Estimate]:
        """How often the word of the line's own gender is the likelier of the two, where the source says the gender."""
        told = [one for one in forced if one.line.marked or direction == "en-fr"]
        if not told:
            return []
        feminine = np.array([one.line.gender is Gender.FEMININE for one in told])
        right = np.array([(one.feminine > one.masculine) == (one.line.gender is Gender.FEMININE) for one in told])
        everyone = np.ones(len(told), dtype=bool)
        ratios = [
            share("forced_correct", group, right, among)
            for group, among in (("all", everyone), ("feminine", feminine), ("masculine", ~feminine))
        ]
        occupations = [one.line.occupation for one in told]
        return Estimating(BENCHMARK, self.task, self.signature, occupations, len(forced), self.seed).estimates(ratios)


def _ideal(measure: str, figure: str) -> float:
    """b should lie at 0, r and t at 1, wherever it is looked at; a share below a threshold accordingly."""
    if not figure.startswith("below_"):
        return 0.0 if measure == "b" else 1.0
    threshold = float(figure.removeprefix("below_"))
    if measure != "b":
        return 0.0
    return 50.0 if threshold == 0 else 100.0 * (threshold > 0)


def extremes(values: Sequence[Value], measure: str, most: int = 10) -> dict[str, list[dict[str, float | str]]]:
    """The nouns with the highest and the lowest values, each once; a pair is called by its feminine form."""
    found: dict[str, list[float]] = {}
    for value in values:
        if value.measure == measure:
            noun = " ".join(value.line.subject.noun).replace("' ", "’")
            found.setdefault(noun, []).append(value.value)
    ordered = sorted((float(np.mean(own)), noun) for noun, own in found.items())
    told: list[dict[str, float | str]] = [{"noun": noun, "value": value} for value, noun in ordered]
    shown = min(most, len(told) // 2)  # no noun is shown at both ends
    return {"highest": told[::-1][:shown], "lowest": told[:shown]}


def single_occupations(values: Sequence[Value]) -> dict[str, str]:
    """Measures that rest on one occupation, and which: there is nothing to resample, so that they have no interval."""
    found = {m: {value.line.occupation for value in values if value.measure == m} for m in MEASURES}
    return {measure: own.pop() for measure, own in found.items() if len(own) == 1}


def single_notices(values: Sequence[Value]) -> list[Notice]:
    found = single_occupations(values).items()
    return [Notice("forced.notice.single", {"measure": measure, "noun": noun}) for measure, noun in found]


def by_measure(values: Mapping[str, Sequence[Value]]) -> dict[str, dict[str, list[float]]]:
    """The bare numbers, for figures: by contrast or condition, then b, r and t."""
    return {
        name: {measure: [one.value for one in own if one.measure == measure] for measure in MEASURES}
        for name, own in values.items()
    }
