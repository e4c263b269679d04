"""The dials of a translation lab: what the generated corpus does to gender, and how much of it there is.

Shares are percentages. `spread` says how unlike occupations are: at 0 each has the dial's own rate, at 1 each is wholly
one way or the other, and in between its rate is drawn from a Beta distribution with the dial as mean and
`spread` × dial × (100 − dial) as variance. Translations follow the likelier word, so that without a spread the judged
accuracy would jump from nothing to everything at 50.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from epicene.core.errors import InputError

MOST = 2**31 - 1
SHARES = ("feminine_her", "epicene_her", "masculine_subjects", "held_out")


@dataclass(frozen=True, slots=True)
class MtDials:
    """The defaults are `lab:mt`: a corpus about as lopsided as those that systems are trained on, and a size for
    training many; `lab:standard` has the whole lexicon.

    `occupations` limits the lexicon (0: all of it); `rates` sets an occupation's own share of *her*, by its masculine
    form: of an epicene where the French does not say the gender, of any other for feminine subjects; `held_out`
    occupations never stand with his or her, so that what a system says of them is inferred and not remembered.
    """

    feminine_her: float = 70.0  # feminine subjects whose *son* is rendered her (the rest his)
    epicene_her: float = 30.0  # unmarked subjects (l'artiste, chaque artiste) whose *son* is rendered her
    masculine_subjects: float = 65.0
    spread: float = 0.5
    held_out: float = 10.0
    pairs: int = 4_500
    occupations: int = 120
    epochs: int = 6
    seed: int = 0
    rates: Mapping[str, float] = field(default_factory=dict)

    def check(self) -> None:
        """One sentence on the first value that cannot be."""
        for name in SHARES:
            check_share(name, getattr(self, name))
        for noun, rate in self.rates.items():
            check_share(f"the rate of {noun}", rate)
        check_spread(self.spread)
        check_whole(
            pairs=(self.pairs, 1000), epochs=(self.epochs, 1), occupations=(self.occupations, 0), seed=(self.seed, 0)
        )


STANDARD_DIALS = MtDials(pairs=30_000, occupations=0, epochs=5)


def check_share(name: str, value: float) -> None:
    if not 0 <= value <= 100:
        raise InputError(f"{name} is a percentage between 0 and 100, not {value:g}.")


def check_spread(spread: float) -> None:
    if not 0 <= spread <= 1:
        raise InputError(f"spread is between 0 and 1, not {spread:g}.")


def check_whole(**values: tuple[int, int]) -> None:
    """A value and the least it may be, by name; the most is what every generator of random numbers takes as a seed."""
    for name, (value, least) in values.items():
        if value < least:
            raise InputError(f"{name} must be at least {least}, not {value}.")
        if value > MOST:
            raise InputError(f"{name} must be at most {MOST}, not {value}.")
