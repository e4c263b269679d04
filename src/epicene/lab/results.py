"""What a calibration found: the readings at each setting, and a curve for each instrument; `results.json` as types.

What cannot be computed is left out of the file, and None here.
"""

from __future__ import annotations

from msgspec import Struct

KIND = "lab"  # of run
EARLIER = "calibration.json"  # where folders without a manifest have the question
FOLLOWS, STAYS = "follows", "stays"
NOT, MOVES = "does not follow", "moves although it should not"
TOO_FEW = "too few models to tell"


class Reading(Struct, frozen=True):
    """What an instrument says of one model; `n` is how many items, pairs or lines it asked."""

    value: float
    low: float
    high: float
    n: int


class Told(Struct, frozen=True):
    """How often a corpus renders *her*, in percent of n possessives."""

    n: int
    her: float


class Spent(Struct, frozen=True):
    """Seconds."""

    training: float
    reading: float


class MeasuredPoint(Struct, frozen=True, omit_defaults=True):
    """One setting of one dial, and every instrument read at it; `told` are the dials as they came out in the corpus."""

    kind: str
    dial: str
    value: float
    seed: int
    model: str
    told: dict[str, Told]
    readings: dict[str, Reading]
    seconds: Spent | None = None
    cpu_seconds: Spent | None = None


class At(Struct, frozen=True):
    """An instrument's reading at one setting of the dial."""

    dial: float
    value: float
    low: float
    high: float


class Course(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Readings along a dial, and how well they follow it.

    `rho` is None where the readings are all the same; `p` is its permutation p value, two-sided, and `p_one_sided` that
    of rising. `rho_low` and `rho_high`: its bootstrap interval over models, from four models on. `slope` is that of
    the least-squares line, per dial point.
    """

    points: list[At]
    rho: float | None = None
    rho_low: float | None = None
    rho_high: float | None = None
    p: float | None = None
    p_one_sided: float | None = None
    exact: bool
    slope: float
    resolution: float | None = None
    item_limit: float | None = None


class Curve(Course, frozen=True, kw_only=True, omit_defaults=True):
    """An instrument along a dial; `expected` is 1 if it should rise, 0 if it should stay, None if nobody knows."""

    kind: str
    dial: str
    instrument: str
    is_percent: bool
    expected: int | None = None
    verdict: str
    n: int


class CalibrationResults(Struct, frozen=True):
    epicene: str
    edition: int
    settings: list[float]
    seeds: int
    curves: list[Curve]
    points: list[MeasuredPoint]

    @property
    def dials(self) -> list[tuple[str, str]]:
        """The kinds and dials that were turned, in the order of the curves."""
        return list(dict.fromkeys((curve.kind, curve.dial) for curve in self.curves))

    def along(self, kind: str, dial: str) -> list[Curve]:
        return [curve for curve in self.curves if (curve.kind, curve.dial) == (kind, dial)]
