"""What a translation left in the source's language."""

from __future__ import annotations

from collections.abc import Mapping

from epicene.grammar.tables import word_list
from epicene.grammar.words import Word, fold, words

LONGEST_SHARED = 3  # so many words in a row, names aside, are not the same by accident
# Function words of one language that are no words of the others we know. A single one is a remnant.
_OWN: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        word_list(
            "the of and with was were his her their they them because would could should who which that from into"
            " been being have has had did does doesn't don't didn't isn't wasn't it's he's she's this these those every"
            " is my your our she he him it its not when where what than then there here about only very too always"
            " never"
        )
    ),
    "fr": frozenset(
        word_list(
            "le les des du une est sont dans avec pour qui cette ces leur leurs elle ils elles mais parce toujours"
            " été était qu' n'"
        )
    ),
}
_NOT_IN: Mapping[str, frozenset[str]] = {  # words of another language that look the same
    "fr": frozenset(word_list("has")),
    "en": frozenset(word_list("les des du")),
    "pt": frozenset(word_list("de le has")),
    "es": frozenset(word_list("has he le une")),
    "de": frozenset(word_list("was her des du")),
    "nl": frozenset(word_list("of was had been he die des")),
    "it": frozenset(word_list("le")),
}


def remnant(text: str, source_text: str, source: str, target: str) -> str | None:
    """The words that were not translated, as they stand; None where there are none to be seen."""
    own = words(text)
    if source_text and len(own) >= LONGEST_SHARED and _same(own, words(source_text)):
        return text
    left = _OWN.get(source, frozenset()) - _NOT_IN.get(target, frozenset())
    alone = [word.text for word in own if fold(word.text) in left and not _is_quoted(word, text)]
    run = _shared_run(own, words(source_text)) if source_text else None
    return run or " ".join(alone) or None


def _same(one: list[Word], other: list[Word]) -> bool:
    return [fold(word.text) for word in one] == [fold(word.text) for word in other]


def _is_quoted(word: Word, text: str) -> bool:
    """Inside a name or a title: *The Voice*, *New York Times*."""
    return word.start > 0 and word.text[:1].isupper()


def _shared_run(own: list[Word], source: list[Word]) -> str | None:
    """The first run of lower-case words, long enough, that stands in the source as well."""
    theirs = " ".join(fold(word.text) for word in source)
    plain = [word for word in own if not word.is_mark]
    for start in range(len(plain) - LONGEST_SHARED + 1):
        run = plain[start : start + LONGEST_SHARED]
        shared = f" {' '.join(fold(word.text) for word in run)} " in f" {theirs} "
        if shared and not any(word.text[:1].isupper() or word.text.isdigit() for word in run):
            return " ".join(word.text for word in run)
    return None
