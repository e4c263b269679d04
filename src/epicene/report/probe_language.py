"""The messages of probes, on top of those that every report shares."""

from __future__ import annotations

from epicene.report.language import Language


class ProbeLanguage(Language):
    parts = ("probe",)
