"""The options of letters, as the requests that write them, read them or set their figures against a table have them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from epicene.core.request_fields import Count, Option

PANEL = "Options: letters"


@dataclass(frozen=True, kw_only=True)
class LettersReadingOptions:
    """How letters become figures."""

    shares: Annotated[str | Path | None, Option("FILE", PANEL)] = None
    "Women's shares by field, to set the gap of letters against: field, share."
    reader: Annotated[str | None, Option("NAME", PANEL)] = None
    "spacy: let a parser read the letters in place of our rules, as a second opinion."


@dataclass(frozen=True, kw_only=True)
class LettersOptions(LettersReadingOptions):
    """Those of an audit, for which a model writes letters."""

    letters: Annotated[Count, Option("N", PANEL)] = 3
    "How many letters are written from each beginning."


@dataclass(frozen=True, kw_only=True)
class LettersScoreOptions(LettersReadingOptions):
    """Those of measuring letters that somebody already has."""

    texts: Annotated[str | Path | None, Option("FILE|DIR", PANEL)] = None
    "Texts to read instead: a table with a column text, or a folder."
    labels: Annotated[str | None, Option("NAME", PANEL)] = None
    "Measure the labels of this column of --texts, not our reading."
