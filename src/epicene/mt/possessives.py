"""Which possessive stands for *son* in an English translation."""

from __future__ import annotations

import re
from typing import Literal

from epicene.grammar.gender import Gender
from epicene.grammar.words import fold

# What a system made of *son*: the possessive of an English sentence.
Pronoun = Literal["her", "his", "both", "other"]
PRONOUNS: tuple[Pronoun, ...] = ("her", "his", "both", "other")
PRONOUN_OF: dict[Gender, Pronoun] = {Gender.MASCULINE: "his", Gender.FEMININE: "her"}
GENDER_OF: dict[str, Gender] = {pronoun: gender for gender, pronoun in PRONOUN_OF.items()}
_ALONE: dict[str, Pronoun] = {"his": "his", "her": "her"}
_JOINED = r"(?:\s*[/&|,(\[]\s*|\s+(?:or|and)\s+(?:of\s+)?|\s*/\s*or\s+)"
_BOTH = rf"his{_JOINED}her|her{_JOINED}his"
_POSSESSIVE = re.compile(rf"\b(?:(?P<both>{_BOTH})|(?P<one>his|her|its|their|my|your|our|one's))\b")


def find_possessive(sentence: str) -> Pronoun:
    """The last possessive: his, her, both (“his or her”, “his/her”), or other (none, its, their…).

    The last, because a translated noun may hold one too (“the her tiburst finished his work”).
    """
    found = last_possessive(sentence)
    return "both" if found == "both" else _ALONE.get(found, "other")


def last_possessive(sentence: str) -> str:
    """The word itself, `both`, or nothing."""
    found = ""
    for match in _POSSESSIVE.finditer(fold(sentence)):
        found = "both" if match["both"] else match["one"]
    return found
