"""Many models on the same items: the headline figure of every two of them, from one set of draws.

Comparing a hundred models two by two by drawing the items anew for each two takes minutes; the draws are the same for
all, so that the figure of each model is drawn once, and what one of two did not answer is taken out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from epicene.metrics.answer_groups import ALL
from epicene.metrics.intervals import Floats, resample_sums
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Bools, Comparison, comparison_of


class EveryTwo:
    """`units` are those of each model, by its name: what its figure is 100 × sums / weights of."""

    def __init__(self, units: Mapping[str, Units], *, seed: int = 0) -> None:
        self.names = list(units)
        ids = sorted({id for one in units.values() for id in one.ids})
        place = {id: index for index, id in enumerate(ids)}
        self._answered = np.zeros((len(units), len(ids)), dtype=np.bool_)
        self._rows = np.zeros((len(units), 2, len(ids)))
        for model, one in enumerate(units.values()):
            at = [place[id] for id in one.ids]
            self._answered[model, at] = True
            self._rows[model][:, at] = one.sums, one.weights
        self._reach = 1.0 if next(iter(units.values())).ideal else 2.0
        self._partly = np.flatnonzero(~self._answered.all(axis=0))
        self._drawn, self._counts = self._draw(seed)

    def _draw(self, seed: int) -> tuple[Floats, Floats]:
        """Of each model the sums over what all of them answered, and how often each other unit was drawn."""
        common = self._rows.copy()
        common[:, :, self._partly] = 0.0
        models, _, units = common.shape
        others = np.zeros((len(self._partly), units))
        others[np.arange(len(self._partly)), self._partly] = 1.0
        drawn = resample_sums(np.vstack([common.reshape(2 * models, units), others]), seed=seed)
        return drawn[:, : 2 * models].reshape(-1, models, 2), drawn[:, 2 * models :]

    def compare(
        self, benchmark: str, metric: str, hits: Mapping[str, Mapping[str, bool]], task: str | None = None
    ) -> Iterator[Comparison]:
        """Each two, over the units that both answered; with McNemar's test where `hits` say which items each prefers,
        else with the bootstrap's. Two that share no unit are left out."""
        answered, preferred = _table_of([hits.get(name, {}) for name in self.names])
        for a, b in combinations(range(len(self.names)), 2):
            both = self._answered[a] & self._answered[b]
            if not both.any():
                continue
            (value_a, drawn_a), (value_b, drawn_b) = (self._figure(one, both) for one in (a, b))
            names = self.names[a], self.names[b]
            asked = answered[a] & answered[b]
            sides = (preferred[a, asked], preferred[b, asked]) if asked.any() else None
            units = int(both.sum())
            yield comparison_of(
                *(benchmark, metric, ALL, names, (value_a, value_b), drawn_b - drawn_a),
                len(sides[0]) if sides else units,
                units=units,
                reach=self._reach,
                hits=sides,
                task=task,
            )

    def _figure(self, model: int, both: Bools) -> tuple[float, Floats]:
        """Over the units of `both`: the value, and as it was drawn again."""
        sums, weights = self._rows[model][:, both].sum(axis=1)
        drawn = self._drawn[:, model]
        kept = both[self._partly]
        if kept.any():
            drawn = drawn + np.einsum("su,ru->sr", self._counts[:, kept], self._rows[model][:, self._partly[kept]])
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(100 * sums / weights), 100 * drawn[:, 0] / drawn[:, 1]


def _table_of(hits: Sequence[Mapping[str, bool]]) -> tuple[Bools, Bools]:
    """By model and item: whether it was answered, and whether it is a hit."""
    place = {id: index for index, id in enumerate(sorted({id for one in hits for id in one}))}
    answered, preferred = (np.zeros((len(hits), len(place)), dtype=np.bool_) for _ in range(2))
    for model, one in enumerate(hits):
        at = [place[id] for id in one]
        answered[model, at], preferred[model, at] = True, list(one.values())
    return answered, preferred
