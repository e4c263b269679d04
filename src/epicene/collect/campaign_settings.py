"""What an organiser sets for a campaign, kept with it as JSON; everything has a default."""

from __future__ import annotations

import re
from typing import Self

import msgspec
from msgspec import Struct

from epicene.core.errors import InputError
from epicene.data.vocabulary import BIAS_TYPES

MOST_JUDGMENTS = 1000
COUNTRIES = ("fr", "be", "ch", "ca", "elsewhere")
# The grounds of style.css, and what is written on a button there: an accent must be read on the one, under the other.
GROUNDS = {"accent": ("#fbfaf7", "#ffffff"), "accent-dark": ("#15191b", "#0d1b21")}
LEAST_CONTRAST = 4.5  # WCAG 2.1, 1.4.3
_CODE = re.compile(r"[a-z][a-z0-9-]{0,30}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class CampaignSettings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`judgments_per_sentence`: each sentence is given until it has so many, then no more; without it all are given
    evenly. Somebody who answered `controls_least` hidden controls or more fails with less than `controls_right` per
    cent of them right. With `second_opinion`, two curators must agree on what is kept. `types` are the bias types that
    can be chosen, `countries` those where people may live, `colours` the accents on light and dark."""

    judgments_per_sentence: int | None = None
    controls_least: int = 3
    controls_right: float = 60.0
    second_opinion: bool = False
    types: tuple[str, ...] = BIAS_TYPES
    countries: tuple[str, ...] = COUNTRIES
    colours: dict[str, str] = {}

    @classmethod
    def read(cls, stored: dict[str, object]) -> Self:
        return msgspec.convert(stored, cls)

    def as_stored(self) -> dict[str, object]:
        stored: dict[str, object] = msgspec.to_builtins(self)
        return stored

    def fails(self, controls: int, right: int) -> bool:
        return controls >= self.controls_least and 100 * right < self.controls_right * controls

    def check(self) -> None:
        """One sentence about the first that cannot be."""
        judgments = self.judgments_per_sentence
        if judgments is not None and not 2 <= judgments <= MOST_JUDGMENTS:
            raise InputError(
                "--judgments-per-sentence must be from 2 to {most}: one alone has no agreement.", most=MOST_JUDGMENTS
            )
        for name, codes in (("types", self.types), ("countries", self.countries)):
            wrong = [code for code in codes if not _CODE.fullmatch(code)]
            if wrong or not codes or len(set(codes)) < len(codes):
                raise InputError(
                    "{name} must be different short names such as caste or br, not {wrong}.",
                    name=name,
                    wrong=wrong or list(codes),
                )
        for name, colour in self.colours.items():
            _check_colour(name, colour)
        if self.controls_least < 1:
            raise InputError("--controls-least must be 1 or more.")
        if not 0 <= self.controls_right <= 100:
            raise InputError("--controls-right is a percentage, from 0 to 100.")


def _check_colour(name: str, colour: str) -> None:
    if name not in GROUNDS or not _COLOUR.fullmatch(colour):
        raise InputError(
            "colours: {name} = {colour!r} must be one of {names}, such as '#7a1f5c'.",
            name=name,
            colour=colour,
            names=", ".join(GROUNDS),
        )
    for ground in GROUNDS[name]:
        if contrast(colour, ground) < LEAST_CONTRAST:
            told = (
                "colours: {name} = {colour} cannot be read on {ground} (contrast {contrast}, wanted {wanted}); "
                "take a lighter one."
                if name.endswith("dark")
                else "colours: {name} = {colour} cannot be read on {ground} (contrast {contrast}, wanted {wanted}); "
                "take a darker one."
            )
            seen = f"{contrast(colour, ground):.1f}"
            raise InputError(told, name=name, colour=colour, ground=ground, contrast=seen, wanted=LEAST_CONTRAST)


def contrast(one: str, other: str) -> float:
    """Of two colours, from 1 to 21 (WCAG 2.1)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
