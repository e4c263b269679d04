"""What interventions did: b, r and t before and after, layer by layer, and what each path carries.

Of a path, `lost` is how much of a measure goes when it alone is cut, `alone` how much is left when the two others are
cut, over what is left when all three are. Path a is the direct effect of the subject on the possessive, b and c are
indirect. t is the measure to read there: a few pairs whose r falls to −400 make any mean of r.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from epicene.core.types import Estimate
from epicene.inside.forced.forced_estimates import EVERYBODY, GROUPS, MEASURES, Measuring, Member, Value
from epicene.inside.interventions.conditions import BASE, ITSELF, PATHS, SWAP, as_published
from epicene.inside.published_figures import OUTLIERS
from epicene.inside.scored_run import Answer
from epicene.metrics.forced_measures import mean_change
from epicene.mt.judging.judge_measures import BENCHMARK

WITHOUT_OUTLIERS = "without outliers"
Values = Mapping[str, Sequence[Value]]  # by condition
Key = tuple[str, int]


def outliers(values: Values) -> list[Value]:
    """The pairs with the seven smallest r(u1), as in the paper's figure 4; of a small corpus, at most a tenth."""
    found = sorted((value for value in values["u1@0"] if value.measure == "r"), key=lambda value: value.value)
    return found[: min(OUTLIERS, len(found) // 10)]


@dataclass(frozen=True, slots=True)
class Effects:
    """All estimates of one model; `layers` is the number of its encoder's."""

    values: Values
    layers: int
    measuring: Measuring

    def estimates(self) -> list[Estimate]:
        return [*self.measuring.estimates(self.values[BASE]), *self._published(), *self._swept(), *self._paths()]

    def _published(self) -> list[Estimate]:
        """u1, u2, u3: the same pairs before and after, and the change."""
        odd = {value.line.number for value in outliers(self.values)}
        found = []
        for name, condition in as_published(self.layers).items():
            after = self.values[condition]
            kept = {(value.measure, value.line.number) for value in after}
            before = [value for value in self.values[BASE] if (value.measure, value.line.number) in kept]
            own = {**GROUPS, WITHOUT_OUTLIERS: lambda value: value.line.number not in odd} if name == "u1" else GROUPS
            found += self.measuring.estimates(before, own, f"{name}_before_")
            found += self.measuring.estimates(after, own, f"{name}_")
            for measure in MEASURES:
                for group, member in own.items():
                    found += self._change(f"{name}_change_{measure}", group, measure, (BASE, condition), member)
        return found

    def _swept(self) -> list[Estimate]:
        """Every replacement after every layer: the change of b and r, and their median."""
        found = []
        for name in ("u1", "u2", "u3"):
            for layer in range(self.layers + 1):
                condition = f"{name}@{layer}"
                found += self._centre(condition)
                for measure in MEASURES:
                    change = f"{condition}_change_{measure}"
                    found += self._change(change, "all", measure, (BASE, condition))
        return found

    def _paths(self) -> list[Estimate]:
        found = []
        everything = "cut:" + "".join(PATHS)
        for paths in (name for name in self.values if name.startswith("cut:")):
            found += self._centre(paths)
        for path in PATHS:
            others = "cut:" + "".join(other for other in PATHS if other != path)
            for measure in MEASURES:
                for group, member in GROUPS.items():
                    lost, alone = (f"cut:{path}", BASE), (everything, others)
                    found += self._change(f"path_{path}_lost_{measure}", group, measure, lost, member)
                    found += self._change(f"path_{path}_alone_{measure}", group, measure, alone, member)
        return found

    def _centre(self, condition: str) -> list[Estimate]:
        spread = self.measuring.estimates(self.values[condition], EVERYBODY, f"{condition}_")
        return [one for one in spread if one.metric.endswith(("_mean", "_median"))]

    def _change(
        self,
        metric: str,
        group: str,
        measure: str,
        conditions: tuple[str, str],
        member: Member = EVERYBODY["all"],
    ) -> list[Estimate]:
        """The mean of second − first over the lines that both conditions have."""
        first, second = (
            {value.line.number: value for value in self.values[condition] if value.measure == measure and member(value)}
            for condition in conditions
        )
        shared = sorted(first.keys() & second.keys())
        if not shared:
            return []
        value, low, high = mean_change(
            [first[number].value for number in shared],
            [second[number].value for number in shared],
            [first[number].line.occupation for number in shared],
            seed=self.measuring.seed,
        )
        total = sum(one.measure == measure for one in self.values[BASE])
        signature = self.measuring.signature
        return [
            Estimate(
                BENCHMARK, self.measuring.task, metric, group, value, low, high, 0.0, len(shared), total, signature
            )
        ]


def sanity(answers: Mapping[Key, Answer], comparable: Sequence[int]) -> dict[str, float | None]:
    """The largest change of a probability where none may be: `itself` against plain, `swap` against the partner's.

    `comparable` are lines whose partner is asked the same after the same prefix; of others a swap says nothing exact,
    and where there is none, `swap` is None.
    """
    lines = sorted(line for asked, line in answers if asked == ITSELF)
    return {
        ITSELF: max((_apart(answers[ITSELF, line], answers[BASE, line]) for line in lines), default=0.0),
        SWAP: max((_apart(answers[SWAP, line], answers[BASE, line ^ 1]) for line in comparable), default=None),
    }


def _apart(one: Answer, other: Answer) -> float:
    pairs = ((one.masculine, other.masculine), (one.feminine, other.feminine))
    return max(abs(float(np.exp(a) - np.exp(b))) for a, b in pairs)
