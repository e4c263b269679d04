"""The messages of a study's report, on top of those that every report shares."""

from __future__ import annotations

from epicene.report.language import Language


class StudyLanguage(Language):
    parts = ("study",)
