"""What the tests of translation systems find of one system, typed: the documents that `--json` prints and run folders
keep. Documents that an earlier epicene printed are read too; what they lack has its default.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import msgspec

from epicene.core.language import Language
from epicene.core.notices import Notice, notice_from, recorded
from epicene.core.types import Estimate

ROOM = "epicene.mt"


class Told(TypedDict):
    notices: list[str]
    notice_codes: list[dict[str, Any]]


def told(notices: Sequence[Notice]) -> Told:
    """Notices as documents have them: English sentences for people, codes for programs."""
    english = Language("en", ROOM)
    return {
        "notices": [english.say(notice) for notice in notices],
        "notice_codes": [notice.record() for notice in notices],
    }


class Noticed(msgspec.Struct, kw_only=True):
    """`notices` are English sentences; `notice_codes` the same as data, absent in older documents."""

    notices: list[str] = []
    notice_codes: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET

    def said(self) -> list[Notice]:
        if self.notice_codes is msgspec.UNSET:
            return recorded(self.notices)
        return [notice_from(record) for record in self.notice_codes]


class SystemResults(Noticed, kw_only=True):
    """What every test of a system has."""

    model: str
    signatures: dict[str, str]
    n: int
    estimates: list[Estimate]

    @property
    def asked(self) -> str:
        """What was asked of the system: the name that messages about it have."""
        raise NotImplementedError

    @property
    def measures(self) -> tuple[str, str]:
        """The share that is right, by gender, and the gap between the genders."""
        raise NotImplementedError

    def estimate(self, metric: str, group: str) -> Estimate | None:
        return next((one for one in self.estimates if (one.metric, one.group) == (metric, group)), None)
