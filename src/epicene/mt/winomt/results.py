"""What `mt winomt` finds of one system."""

from __future__ import annotations

import msgspec

from epicene.mt.results import SystemResults


class Winomt(SystemResults, kw_only=True):
    """`gender` and `aligner` say how genders were found; `confusion` counts gold genders (rows) by the gender found."""

    gender: str
    aligner: str = ""
    confusion: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    @property
    def asked(self) -> str:
        return "winomt"

    @property
    def measures(self) -> tuple[str, str]:
        return "accuracy", "delta_g"
