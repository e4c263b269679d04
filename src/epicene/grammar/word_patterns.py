"""What a word is.

One definition of the word serves the checks and the word-wise scoring, so that *l’infirmière* is two words for every
model, whatever its tokenizer makes of it. English passes through unharmed: *don't* and *John's* are one word each. In
scripts that leave no space between words a character is one.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple

_PACKAGE = Path(__file__).parents[1]


def read_table(name: str) -> dict[str, Any]:
    """The table `grammar/french/plurals.toml`, by that name; of other rooms likewise."""
    return tomllib.loads((_PACKAGE / name).read_text(encoding="utf-8"))


def read_words(name: str) -> tuple[str, ...]:
    """The words of a text file, its lines that begin with # aside."""
    lines = (_PACKAGE / name).read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


def word_list(text: str) -> tuple[str, ...]:
    """Words of a table, written as running text so that it can be read."""
    return tuple(text.split())


def couples(text: str) -> tuple[tuple[str, str], ...]:
    """`one/other` entries of a table."""
    return tuple((first, second) for first, _, second in (entry.partition("/") for entry in text.split()))


APOSTROPHES = "'’ʼ‘´`"
_HYPHENS = "‐‑-"  # the plain one last: first or last, it is no range in a character class
# What belongs to the letter before it (accents, vowels of Semitic and Indian scripts) or joins two (Persian, Hindi).
_JOINED = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0900-\u0963\u0966-\u0dff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u200c\u200d"
)
# Scripts that leave no space between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese): a character is one.
_UNSPACED = (
    "\u0e01-\u0e3e\u0e40-\u0e4e\u0e81-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
)
_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059"
    "\u17b4-\u17d3\u3099\u309a"
)
_FROM_THE_RIGHT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
_CHARACTER = rf"[{_UNSPACED}][{_MARKS}]*"
_LETTER = rf"(?:(?![{APOSTROPHES}{_UNSPACED}])[\w{_JOINED}])"
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
    | {_CHARACTER}                                                      # 女 of 女人
    | (?P<mark>[^\s])(?P=mark)*                                         # … and ... and !!
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ALONE = re.compile(_CHARACTER)
_PIECE = re.compile(rf"{_CHARACTER}|{_LETTER}+|\s+|[^\s]")
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
    """Split at spaces, after an elision's apostrophe, around punctuation and each character of an unspaced script; what
    lies between is space only."""
    return [Word(*match.span(), match.group()) for match in _WORD.finditer(text)]


def runs_right_to_left(language: str) -> bool:
    """Whether a language is written so: ar, ar-EG, he, fa…"""
    return language.split("-")[0] in _FROM_THE_RIGHT


def is_unspaced(word: str) -> bool:
    """Whether it is written without a space before or behind it."""
    return bool(_ALONE.fullmatch(word))


def pieces(text: str) -> list[str]:
    """Runs of letters or of space, and everything else by itself, for marking what differs; joined, they are it."""
    return _PIECE.findall(text)


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
