"""Languages: the grammar of each by its code, and which one a text is in by its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module

from epicene.grammar.rules import Grammar
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.words import fold, words

_FOLDERS = {"fr": "french", "en": "english"}
COMMON_WORDS = {
    language: frozenset(word_list(common)) for language, common in read_table("grammar/common_words.toml").items()
}
_LINES_TO_TELL = 500


@cache
def grammar(language: str) -> Grammar:
    """The grammar of `fr`, `fr-CA`…; of a language without a folder, one that knows no words."""
    code = language.split("-")[0]
    if code not in _FOLDERS:
        return Grammar(language=code)
    found: Grammar = import_module(f"epicene.grammar.{_FOLDERS[code]}").GRAMMAR
    return found


def language_of(lines: Sequence[str], expected: str) -> str | None:
    """The language of `COMMON_WORDS` that a text has most words of, the expected one where another has as many; None
    where it has words of none."""
    counts = Counter(word.text for line in lines[:_LINES_TO_TELL] for word in words(fold(line)))
    totals = {language: sum(counts[word] for word in common) for language, common in COMMON_WORDS.items()}
    most = max(totals, key=lambda language: (totals[language], language == expected))
    return most if totals[most] else None
