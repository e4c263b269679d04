"""The messages of a calibration, on top of those that every report shares."""

from __future__ import annotations

from epicene.report.language import Language


class LabLanguage(Language):
    parts = ("lab",)
