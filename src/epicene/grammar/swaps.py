"""A sentence with the genders of its people exchanged, by the grammar of its language; and why that cannot be done.

Nothing is guessed: where one word of a sentence cannot be exchanged for sure, the sentence has no counterpart, and the
word is named with the reason. A counterpart that does not lead back to the sentence is none (*gars* → *fille* →
*garçon*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from epicene.core.errors import InputError
from epicene.grammar.people import Gender, first_names, has_first_name
from epicene.grammar.word_patterns import Word, fold, words

# Reasons. A name is left alone unless names are exchanged too; the others are what no rule is sure of.
NAME, PRONOUN, AGREEMENT, NOUN, BACK = "name", "pronoun", "agreement", "noun", "not-reversible"
REASONS = (NAME, PRONOUN, AGREEMENT, NOUN, BACK)
SWAPPED = {"fr": "french.gender_swap", "en": "english.forms"}  # languages whose grammar knows how
Couple = tuple[str, str]  # masculine, feminine


class NotSureError(Exception):
    """A word that cannot be exchanged for sure."""

    def __init__(self, reason: str, word: str) -> None:
        super().__init__(reason, word)
        self.reason, self.word = reason, word


class Changed(NamedTuple):
    """Characters of a sentence, the gender that they showed, and what takes their place."""

    start: int
    end: int
    gender: Gender
    counterpart: str


@dataclass(frozen=True, slots=True)
class Swap:
    """`text` is empty where there is no counterpart: `n_words` is 0 where nothing in the sentence shows a gender, else
    `reason` and `word` say what was in the way. `changed` are words that showed a gender."""

    text: str = ""
    n_words: int = 0
    reason: str = ""
    word: str = ""
    changed: tuple[Changed, ...] = ()


class SwappedSentence:
    """The words of a sentence and what takes their place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: Sequence[Word] = words(text)
        self.folded = [fold(word.text) for word in self.words]
        self.edits: dict[int, tuple[int, str]] = {}  # place → how many words give way, and to what
        self.genders: dict[int, Gender] = {}

    def __len__(self) -> int:
        return len(self.words)

    def at(self, index: int) -> str:
        """A word in folded spelling; nothing outside of the sentence."""
        return self.folded[index] if 0 <= index < len(self) else ""

    def put(self, index: int, new: str, count: int = 1, gender: Gender | None = None) -> None:
        """Exchange words; case follows the first of them."""
        old = self.text[self.words[index].start : self.words[index + count - 1].end]
        self.edits[index] = count, cased(new.replace("'", "’") if "’" in self.text else new, old)
        if gender is not None:
            self.genders[index] = gender

    def changed(self) -> Iterator[Changed]:
        for index, gender in sorted(self.genders.items()):
            count, new = self.edits[index]
            yield Changed(self.words[index].start, self.words[index + count - 1].end, gender, new)

    def written(self) -> str:
        """With all edits; an elided word needs no space behind it, and any other one does."""
        parts: list[str] = []
        end = index = 0
        ends = {start + count - 1 for start, (count, _) in self.edits.items()}  # the last words of those that give way
        while index < len(self):
            word = self.words[index]
            count, new = self.edits.get(index, (1, word.text))
            gap = self.text[end : word.start]
            if index - 1 in ends:
                gap = "" if parts[-1].endswith(("'", "’")) else gap or " " * (not word.is_mark)
            parts += [gap, new]
            index += count
            end = self.words[index - 1].end
        return "".join([*parts, self.text[end:]])


def cased(new: str, like: str) -> str:
    """In the case of what it stands for."""
    if like.isupper() and sum(map(str.isalpha, like)) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if like[:1].isupper() else new


def _first_other(text: str, other: str) -> str:
    """The first word that did not come back."""
    own, there = ([word.text for word in words(side)] for side in (text, other))
    return next((one for one in own if one not in there), own[0])


def swap_names(sentence: SwappedSentence, *, names: bool) -> None:
    """First names: exchanged where that is wanted, and else in the way of everything that agrees with them."""
    for index, word in enumerate(sentence.words):
        if index in sentence.edits or not has_first_name(word.text):
            continue
        if not names or fold(word.text) not in first_names():
            raise NotSureError(NAME, word.text)
        other, gender = first_names()[fold(word.text)]
        sentence.put(index, other, gender=gender)


@dataclass(frozen=True)
class Swapper:
    """Exchanges genders in one language; `occupations` are nouns in both genders, besides those of the grammar."""

    language: str
    occupations: Sequence[Couple] = ()
    names: bool = False

    def __post_init__(self) -> None:
        if self.language not in SWAPPED:
            raise InputError(
                f"There is no grammar to exchange genders in {self.language!r}; epicene has one for "
                f"{' and '.join(SWAPPED)}."
            )

    def __call__(self, text: str) -> Swap:
        there = self._once(text)
        if not there.text:
            return there
        back = self._once(there.text)
        is_unsure = not back.text and back.reason == PRONOUN  # *gave his name*, and back: *gave her name*
        if fold(back.text) == fold(text) or is_unsure:
            return there
        return Swap(reason=BACK, word=_first_other(text, back.text))

    def _once(self, text: str) -> Swap:
        module = import_module(f"epicene.grammar.{SWAPPED[self.language]}")
        sentence = SwappedSentence(text)
        try:
            module.exchange(sentence, tuple(self.occupations), names=self.names)
        except NotSureError as unsure:
            return Swap(reason=unsure.reason, word=unsure.word)
        if not sentence.edits:
            return Swap()
        return Swap(sentence.written(), len(sentence.edits), changed=tuple(sentence.changed()))
