"""The messages of forced decoding and interventions, on top of those about translation."""

from __future__ import annotations

from epicene.report.language import Language


class ForcedLanguage(Language):
    parts = ("mt", "forced")
