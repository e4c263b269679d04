"""The messages about models that are asked in words, on top of those that every report has."""

from __future__ import annotations

from epicene.report.language import Language


class PromptedLanguage(Language):
    parts = ("prompted",)
