"""The messages of tables about translation, on top of those that every report shares."""

from __future__ import annotations

from epicene.report.language import Language


class TranslationLanguage(Language):
    parts = ("mt",)
