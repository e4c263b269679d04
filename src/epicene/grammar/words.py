"""What a word is.

One definition of the word serves the checks and the word-wise scoring, so that *l’infirmière* is two words for every
model, whatever its tokenizer makes of it. English passes through unharmed: *don't* and *John's* are one word each.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from epicene.grammar.tables import couples, read_table

APOSTROPHES = "'’ʼ‘´`"
_HYPHENS = "‐‑-"  # the plain one last: first or last, it is no range in a character class
_LETTER = rf"(?:(?![{APOSTROPHES}])[\w\u0300-\u036f])"
_ELISIONS = read_table("grammar/french/elision.toml")
_ELIDED = "|".join(
    elided.rstrip("'")
    for listed in (_ELISIONS["always"], *(entry["elided"] for entry in _ELISIONS["before"]))
    for _, elided in couples(listed)
)
_WORD = re.compile(
    rf"""
      \d+(?:[.,]\d+)+(?!{_LETTER})                                      # 3,5 and 10.000 are one word
    | (?:{_ELIDED})[{APOSTROPHES}](?={_LETTER})       # l’ of l’infirmière
    | {_LETTER}+(?:[{APOSTROPHES}{_HYPHENS}]{_LETTER}+)*                # aujourd’hui, lui-même, don't
    | (?P<mark>[^\s])(?P=mark)*                                         # … and ... and !!
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ONE_SPELLING = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(_HYPHENS, "-"))


class Word(NamedTuple):
    """A word or a punctuation mark, and the characters of the text that it covers."""

    start: int
    end: int
    text: str

    @property
    def is_mark(self) -> bool:
        return not (self.text.isalnum() or any(character.isalnum() for character in self.text))


def words(text: str) -> list[Word]:
    """Split at spaces, after an elision's apostrophe and around punctuation; what lies between is space only."""
    return [Word(*match.span(), match.group()) for match in _WORD.finditer(text)]


def fold(text: str) -> str:
    """One spelling of apostrophes, hyphens, ligatures and case, for comparing; never for what a model is asked."""
    text = unicodedata.normalize("NFC", text).translate(_ONE_SPELLING).casefold()
    return text.replace("œ", "oe").replace("æ", "ae")


def joined(before: str, word: str) -> str:
    """Two words as they are written: l’ami, le héros."""
    return before + word if before[-1:] in APOSTROPHES else f"{before} {word}"


def without_accents(text: str) -> str:
    return "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))


def folded_words(text: str) -> str:
    """The words alone, folded: equal for texts that are the same but for case, punctuation and kind of apostrophe."""
    return fold(" ".join(word.text for word in words(text) if not word.is_mark))
