"""The messages of a study of translation systems: those of each of its steps."""

from __future__ import annotations

from epicene.report.language import Language


class MtStudyLanguage(Language):
    parts = ("mt", "forced", "probe", "mt-study")
