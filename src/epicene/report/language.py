"""Catalogues of pages that have not moved to the rooms they show yet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import ClassVar

from epicene.core.language import (
    EN_DASH,
    LANGUAGES,
    MINUS,
    NARROW_NO_BREAK,
    NO_BREAK,
    WORD_JOINER,
    Wording,
)
from epicene.core.language import Language as _Language
from epicene.core.language import read_catalogue as read_catalogue_of

__all__ = ["EN_DASH", "LANGUAGES", "MINUS", "NARROW_NO_BREAK", "NO_BREAK", "WORD_JOINER", "Language", "read_catalogue"]


@cache
def read_catalogue(code: str, part: str = "") -> Mapping[str, str]:
    if part == "mt":  # has moved
        return read_catalogue_of("epicene.mt", code)
    name = f"{part}-{code}.json" if part else f"{code}.json"
    file = resources.files("epicene.report").joinpath("messages", name)
    catalogue: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return catalogue


class Language(_Language):
    parts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, code: str) -> None:
        super().__init__(code)
        if self.parts:
            more = {key: text for part in self.parts for key, text in read_catalogue(code, part).items()}
            Wording.__init__(self, code, {**self._messages, **more})
