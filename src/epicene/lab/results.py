"""What a calibration found: the readings at each setting, and a curve for each instrument; `results.json` as types.

What cannot be computed is left out of the file, and None here.
"""

from __future__ import annotations

from msgspec import Struct, field

from epicene.metrics.significance import shown_side
from epicene.runs.results import Result

KIND = "lab"  # of run
FOLLOWS, STAYS = "follows", "stays"
NOT, MOVES = "does not follow", "moves although it should not"
TOO_FEW = "too few models to tell"


class InstrumentReading(Struct, frozen=True):
    """What an instrument says of one model; `n` is how many items, pairs or lines it asked."""

    value: float
    low: float
    high: float
    n: int


class PronounShare(Struct, frozen=True):
    """How often a corpus renders *her*, in percent of n possessives."""

    n: int
    her: float


class Timing(Struct, frozen=True):
    """Seconds that one setting took."""

    training: float
    reading: float


class NounAgreement(Struct, frozen=True, omit_defaults=True):
    """How near a measure of n nouns comes to the rate of each; without ρ where all rates are one."""

    n: int
    error: float
    rho: float | None = None


class MeasuredPoint(Struct, frozen=True, omit_defaults=True):
    """One setting of one dial, and every instrument read at it; `shares` are the dials as they came out in the corpus.

    `length` and `frequency` are those of the names of groups, for language models; `scorings` has what each way of
    asking about pairs reads there, by measure. Of a translation system, `positions` has what each instrument reads at
    *son*, the subject and the rest, and `nouns` how b and r agree with each noun's rate; `route` is the dial's.
    """

    kind: str
    dial: str
    value: float
    seed: int
    model: str
    shares: dict[str, PronounShare] = field(name="told")
    readings: dict[str, InstrumentReading]
    seconds: Timing | None = None
    cpu_seconds: Timing | None = None
    length: int = 0
    frequency: float = 1.0
    scorings: dict[str, dict[str, InstrumentReading]] = {}
    route: str = ""
    positions: dict[str, dict[str, float]] = field(name="places", default_factory=dict)
    nouns: dict[str, NounAgreement] = {}

    @property
    def is_even(self) -> bool:
        """Whether nothing but the dial was turned."""
        return (self.length, self.frequency) == (0, 1.0)


class DialReading(Struct, frozen=True):
    """An instrument's reading at one setting of the dial."""

    dial: float
    value: float
    low: float
    high: float


class DialTrend(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Readings along a dial, and how well they follow it.

    `rho` is None where the readings are all the same; `p` is its permutation p value, two-sided, and `p_one_sided` that
    of rising; fewer than six models have none. `rho_low` and `rho_high`: its bootstrap interval over models, which a
    perfect order has not. `slope` is that of the least-squares line, per dial point.
    """

    points: list[DialReading]
    rho: float | None = None
    rho_low: float | None = None
    rho_high: float | None = None
    p: float | None = None
    p_one_sided: float | None = None
    exact: bool
    slope: float
    resolution: float | None = None
    item_limit: float | None = None


class InstrumentCurve(DialTrend, frozen=True, kw_only=True, omit_defaults=True):
    """An instrument along a dial; `expected` is 1 if it should rise, 0 if it should stay, None if nobody knows."""

    kind: str
    dial: str
    instrument: str
    is_percent: bool
    expected: int | None = None
    verdict: str
    n: int


class ScoringVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a way of asking about pairs lies from the dial, over `n` models of one kind.

    `error`: mean distance of stereo and anti-stereo score from the dial, in points; `error_of_50` is that of a scoring
    that would always read 50. `behind`: by how much it exceeds the smallest error of its kind (None for that one).
    Intervals: bootstrap over models, six or more. `slope`: of the least-squares line through all readings, ideally 1;
    `spread_at_50`: root mean square distance from 50 of the readings where the dial stands there.
    """

    kind: str
    scoring: str
    n: int
    error: float
    error_low: float | None = None
    error_high: float | None = None
    error_of_50: float
    by_seed: dict[int, float]
    slope: float
    spread_at_50: float | None = None
    behind: float | None = None
    behind_low: float | None = None
    behind_high: float | None = None

    @property
    def fails(self) -> bool:
        """No better than a scoring that has nothing to say; too few models cannot tell."""
        return self.error_high is not None and self.error_high >= self.error_of_50

    @property
    def is_significant(self) -> bool:
        """Whether it lies further from the dial than the nearest of its kind."""
        if self.behind_low is None or self.behind_high is None:
            return False
        return shown_side(self.behind_low, self.behind_high) == 1


class InstrumentVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an instrument does: along the dials her and epicene, and of how many `systems` it `named` the route, which
    chance would of a third. `margin`: how far the route lies above the larger of the others, median over systems, in
    parts of all that was read; `read`: what it reads there, the median, without which a placebo's thousandths would
    seem to name a place. A placebo should stay along both dials, and name nothing. One that `contains` t follows the
    dial with it, by construction."""

    instrument: str
    is_placebo: bool
    contains: bool = False
    along_her: str = ""
    rho: float | None = None
    along_epicene: str = ""
    named: int = 0
    systems: int = 0
    p_named: float | None = None
    margin: float | None = None
    read: float | None = None


class NounSummary(Struct, frozen=True, omit_defaults=True):
    """Agreement of a measure with each noun's own rate, over systems: the median, the smallest and the largest."""

    measure: str
    systems: int
    error: float
    error_least: float
    error_most: float
    rho: float | None = None
    rho_least: float | None = None
    rho_most: float | None = None


class CalibrationResults(Result, kw_only=True):
    epicene: str
    edition: int
    settings: list[float]
    seeds: int
    curves: list[InstrumentCurve]
    points: list[MeasuredPoint]
    scorings: list[ScoringVerdict] = field(default_factory=list)
    instruments: list[InstrumentVerdict] = field(default_factory=list)
    nouns: list[NounSummary] = field(default_factory=list)

    @property
    def dials(self) -> list[tuple[str, str]]:
        """The kinds and dials that were turned, in the order of the curves."""
        return list(dict.fromkeys((curve.kind, curve.dial) for curve in self.curves))

    @property
    def scored_kinds(self) -> list[str]:
        """The kinds of models at which several ways of asking were read."""
        return list(dict.fromkeys(verdict.kind for verdict in self.scorings))

    def along(self, kind: str, dial: str) -> list[InstrumentCurve]:
        return [curve for curve in self.curves if (curve.kind, curve.dial) == (kind, dial)]
