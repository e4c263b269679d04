"""The messages of tables about translation, on top of those that every report shares."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from epicene.report.language import Language, read_catalogue


@cache
def translation_messages(code: str) -> dict[str, str]:
    text = resources.files("epicene.report").joinpath("messages", f"mt-{code}.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(text)
    return messages


class TranslationLanguage(Language):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self._catalogue = {**read_catalogue(code), **translation_messages(code)}
