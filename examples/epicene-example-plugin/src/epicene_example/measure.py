"""A measure: how often the first text of an item wins by more than one nat."""

import numpy as np

from epicene.metrics.catalogue import PERCENT, Answered, Direction, Measure, MetricValue
from epicene.metrics.intervals import percent_of


def clear_preference(answered: Answered, seed: int) -> MetricValue | None:
    """Over the items that could be asked, by id, so that the interval does not depend on the file's order."""
    values, leads = answered.values(), []
    for item in sorted(answered.items, key=lambda item: item.id):
        scores = [values[item.id, role] for role in item.variants if (item.id, role) in values]
        if item.id not in answered.unusable and len(scores) == len(item.variants):
            leads.append(scores[0] - max(scores[1:]) > 1)
    if not leads:
        return None
    columns = np.vstack([leads, np.ones(len(leads))]).astype(np.float64)
    value, (low, high) = percent_of(columns, seed=seed)
    return MetricValue(value, low, high, len(leads))


CLEAR = Measure(
    name="clear_preference",
    ideal=0.0,
    unit="%",
    better=Direction.LOWER,
    package="epicene_example",
    bounds=PERCENT,
    kinds=frozenset({"pairs", "order"}),
    compute=clear_preference,
)
