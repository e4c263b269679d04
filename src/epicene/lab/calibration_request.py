"""What `epicene lab calibrate` is asked: which dials are turned and how far, and the models that this takes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Annotated, TypeVar

from epicene.core.errors import InputError
from epicene.core.request_fields import SPECIALISTS, Count, Option
from epicene.lab.dials import (
    DEFAULTS,
    PREFIX,
    ROUTES,
    STANDARD,
    Dials,
    LmDials,
    MtDials,
    canonical,
    read_name,
    words_of,
)
from epicene.lab.model_cache import EDITION
from epicene.models.engines.model_options import EngineOptions

N = TypeVar("N", int, float)
FEWEST_SETTINGS = 3  # of a curve
# A third of them say no gender, for b; a probe needs four that do, and the interventions a frame that many lines share.
FEWEST_OCCUPATIONS = 12
ROUTE = "route"
# What can be turned: a kind of model, the dial, and the field that it sets. Each says what is said of whom, which is
# what instruments read. The other dials say how often (masculine: who is the subject) or how it is learnt: if a reading
# changes along them, nobody can say whether the system has changed or the instrument errs.
TURNED = {
    "her": ("mt", "her", "feminine_her"),
    "epicene": ("mt", "epicene", "epicene_her"),
    "masked": ("masked", "rate", "rate"),
    "causal": ("causal", "rate", "rate"),
    "letters": ("letters", "feminine", "feminine"),
    "questions": ("questions", "bias", "bias"),
    ROUTE: ("mt", ROUTE, "route"),
}
BY_DEFAULT = tuple(name for name in TURNED if name != ROUTE)
ROUTE_HER = 95.0  # the dial her of systems with a route: they must pass the gender on, or there is no route to name


def _numbers(option: str, text: str, what: str, kind: Callable[[str], N]) -> tuple[N, ...]:
    try:
        return tuple(sorted({kind(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"{option} is a list of {what}, not {text!r}.") from None


@dataclass(frozen=True, slots=True)
class DialSetting:
    """One setting of one dial, and the name of the model that has it."""

    turned: str
    value: float
    seed: int
    model: str
    length: int = 0
    frequency: float = 1.0
    route: str = ""

    @property
    def name(self) -> str:
        if self.route:
            return f"route-{self.route}-seed-{self.seed}"
        name = f"{self.turned}-{self.value:g}-seed-{self.seed}"
        uneven = (self.length, self.frequency) != (0, 1.0)
        return f"{name}-length-{self.length}-frequency-{self.frequency:g}" if uneven else name


@dataclass(frozen=True, kw_only=True)
class CalibrationRequest(EngineOptions):
    """Which dials are turned, and how far. `base` names the labs whose other dials stay as they are, with or without
    `lab:`, one of each kind at most; language models are trained at each length with each frequency of names."""

    turn: Annotated[Sequence[str], Option("DIAL")] = ()
    """her (feminine subjects rendered her), epicene (unmarked subjects rendered her), masked, causal (a stereotype's
    rate), letters (feminine writers), questions (biased answers), route (what tells the possessive the gender: son,
    the subject, the rest). Repeatable. Default: all but route."""
    at: Annotated[str, Option("N,N,…")] = "0,10,30,50,70,90,100"
    "The settings of each dial, in percent."
    seeds: Annotated[Count, Option("N")] = 1
    "Models trained at each setting."
    length: Annotated[str, Option("N,N,…", SPECIALISTS)] = "0"
    """masked, causal: how many more tokens the first group of each pair has in its names; combined with each
    --frequency."""
    frequency: Annotated[str, Option("X,X,…", SPECIALISTS)] = "1"
    "masked, causal: how many times as often the first group is spoken of."
    base: Annotated[str, Option("NAME,…", SPECIALISTS)] = "mt"
    "The lab whose other dials stay, e.g. mt-pairs-20000; one of each kind, with commas between."
    jobs: Annotated[Count | None, Option("N")] = None
    "Models at once, a core each. Default, and most: all cores."
    out: Annotated[Path, Option("DIR", names=("--out", "-o"))] = Path("calibration")
    "Where everything goes."

    @property
    def turned(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.turn or BY_DEFAULT))

    @cached_property
    def settings(self) -> tuple[float, ...]:
        return _numbers("--at", self.at, "percentages such as 0,50,100", float)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        return _numbers("--length", self.length, "whole numbers such as 0,1", int)

    @cached_property
    def frequencies(self) -> tuple[float, ...]:
        return _numbers("--frequency", self.frequency, "ratios such as 0.25,1,4", float)

    @property
    def at_once(self) -> int:
        """Models that are trained and read at once on this machine."""
        cores = os.cpu_count() or 1
        return min(self.jobs or cores, cores)

    def points(self) -> list[DialSetting]:
        bases, points = self.bases(), list[DialSetting]()
        for seed, turned in product(range(self.seeds), self.turned):
            kind, _, dial = TURNED[turned]
            base = bases[kind]
            if isinstance(base, MtDials) and turned == ROUTE:
                # With one layer of the decoder, nothing it has read can be passed on.
                fixed = {"feminine_her": ROUTE_HER, "decoder_layers": max(2, base.decoder_layers), "seed": seed}
                for route in ROUTES:
                    model = PREFIX + canonical(kind, base.changed({**fixed, "route": route}))
                    points.append(DialSetting(turned, ROUTE_HER, seed, model, route=route))
                continue
            is_language_model = isinstance(base, LmDials)
            names = product(self.lengths, self.frequencies) if is_language_model else [(0, 1.0)]
            for (length, frequency), value in product(names, self.settings):
                uneven = {"length": length, "frequency": frequency} if is_language_model else {}
                model = PREFIX + canonical(kind, base.changed({dial: value, "seed": seed, **uneven}))
                points.append(DialSetting(turned, value, seed, model, length, frequency))
        return points

    def bases(self) -> dict[str, Dials]:
        """The dials that stay, by kind of model."""
        named: dict[str, Dials] = {}
        for part in self.base.split(","):
            name = part.strip().removeprefix(PREFIX)
            kind = "mt" if name == STANDARD else name.partition("-")[0]
            if kind not in DEFAULTS or kind in named:
                raise InputError(
                    "The base of a calibration is a lab such as mt-pairs-20000, or one of each kind, commas between "
                    f"(mt-pairs-20000,causal-sentences-2500), not {self.base!r}."
                )
            named[kind] = read_name(name)[1]
        return {**DEFAULTS, **named}

    def question(self) -> dict[str, object]:
        """What may not differ between calls about one folder."""
        bases = {kind: asdict(dials) for kind, dials in self.bases().items() if dials != DEFAULTS[kind]}
        return {"edition": EDITION, "base": bases}

    def check(self) -> None:
        """Raise `InputError` on what cannot be calibrated, before anything is trained."""
        for name in self.turned:
            if name in TURNED:
                continue
            if name in words_of("mt") and name != "seed":
                raise InputError(
                    f"The dial {name!r} cannot be turned: at its settings there is no right reading to hold an "
                    f"instrument to. Give all models another value of it with --base mt-{name}-NUMBER."
                )
            raise InputError(
                f"There is no dial {name!r} to turn. Known: her, epicene, route (translation), masked, causal (a "
                "stereotype's rate), letters (women among writers), questions (biased answers); for several, repeat "
                "--turn."
            )
        if set(self.turned) != {ROUTE} and len(set(self.settings)) < FEWEST_SETTINGS:
            raise InputError(f"A curve needs at least {FEWEST_SETTINGS} different settings of a dial.")
        for value in self.settings:
            if not 0 <= value <= 100:
                raise InputError(f"A setting of a dial is a percentage between 0 and 100, not {value:g}.")
        for kind, base in self.bases().items():
            if base.seed:
                raise InputError(
                    f"{self.base}: leave the seed out; a calibration trains the seeds 0, 1… (--seeds says how many)."
                )
            if isinstance(base, MtDials):
                validate_readable(base)
            elif isinstance(base, LmDials) and (base.length, base.frequency) != (0, 1.0):
                raise InputError(f"{self.base}: say --length and --frequency of {kind} models, not in their base.")
        for length, frequency in product(self.lengths, self.frequencies):
            LmDials(length=length, frequency=frequency).check()
            if (length, frequency) != (0, 1.0) and not {"masked", "causal"} & set(self.turned):
                raise InputError(
                    "--length and --frequency are for language models: add --turn masked or --turn causal."
                )


def validate_readable(dials: MtDials) -> None:
    """Refuse a lab of so few occupations that some instruments would have nothing to read."""
    if 0 < dials.occupations < FEWEST_OCCUPATIONS:
        raise InputError(
            f"A lab of {dials.occupations} occupation{'s' * (dials.occupations > 1)} has too few of them to read the "
            f"instruments: they need at least {FEWEST_OCCUPATIONS} (0 stands for the whole lexicon)."
        )
