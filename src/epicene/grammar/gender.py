"""The two genders that French, and English pronouns, tell apart."""

from __future__ import annotations

from enum import StrEnum


class Gender(StrEnum):
    MASCULINE = "masculine"
    FEMININE = "feminine"
