"""What an organiser sets for a campaign, kept with it as JSON; everything has a default."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import Struct

from epicene.core.errors import InputError

MOST_JUDGMENTS = 1000


class CampaignSettings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`judgments_per_sentence`: each sentence is given until it has so many, then no more; without it all are given
    evenly. Somebody who answered `controls_least` hidden controls or more fails with less than `controls_right` per
    cent of them right."""

    judgments_per_sentence: int | None = None
    controls_least: int = 3
    controls_right: float = 60.0

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
                f"--judgments-per-sentence must be from 2 to {MOST_JUDGMENTS}: one alone has no agreement."
            )
        if self.controls_least < 1:
            raise InputError("--controls-least must be 1 or more.")
        if not 0 <= self.controls_right <= 100:
            raise InputError("--controls-right is a percentage, from 0 to 100.")
