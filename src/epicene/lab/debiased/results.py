"""What debiasing did to models with a known bias; `results.json` as types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from statistics import mean

from msgspec import Struct

KIND = "lab-debias"  # of run


class Measured(Struct, frozen=True):
    """One model: `score` is what an audit says of the stereotypes about gender, `others` of all other ones, `said` how
    often what the model says of women and men is what the stereotype says (all in percent), `said_at_all` how often it
    says any of it; `perplexity` is that of sentences about other things."""

    score: float
    others: float
    said: float
    said_at_all: float
    perplexity: float


class Acted(Struct, frozen=True):
    """A model before and after one method."""

    kind: str
    rate: float
    seed: int
    method: str
    before: Measured
    after: Measured
    swapped: int
    cpu_seconds: float

    @property
    def perplexity_ratio(self) -> float:
        return self.after.perplexity / self.before.perplexity


class Figures(Struct, frozen=True):
    """A mean over seeds, the smallest and the largest."""

    value: float
    low: float
    high: float


class Summary(Struct, frozen=True):
    """One method on models of one kind and dial. `followed`: of what the score moved, how much did what is said?"""

    kind: str
    rate: float
    method: str
    seeds: int
    score_before: Figures
    score_after: Figures
    said_before: Figures
    said_after: Figures
    others_change: Figures
    perplexity_ratio: Figures
    cpu_seconds: float

    @property
    def score_moved(self) -> float:
        return self.score_after.value - self.score_before.value

    @property
    def said_moved(self) -> float:
        return self.said_after.value - self.said_before.value


class DebiasedResults(Struct, frozen=True):
    epicene: str
    edition: int
    acted: list[Acted]
    summaries: list[Summary]


def summaries(acted: Sequence[Acted]) -> Iterator[Summary]:
    def setting(one: Acted) -> tuple[str, float, str]:
        return one.kind, one.rate, one.method

    for (kind, rate, method), group in groupby(sorted(acted, key=setting), setting):
        of = list(group)

        def over(figure: Callable[[Acted], float], of: Sequence[Acted] = of) -> Figures:
            values = [figure(one) for one in of]
            return Figures(mean(values), min(values), max(values))

        yield Summary(
            kind,
            rate,
            method,
            len(of),
            over(lambda one: one.before.score),
            over(lambda one: one.after.score),
            over(lambda one: one.before.said),
            over(lambda one: one.after.said),
            over(lambda one: one.after.others - one.before.others),
            over(lambda one: one.perplexity_ratio),
            mean(one.cpu_seconds for one in of),
        )
