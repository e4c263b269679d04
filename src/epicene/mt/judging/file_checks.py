"""Refusing files that cannot belong together, before anything is judged."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.core.errors import InputError
from epicene.mt.corpora.controlled_corpus import CorpusLine, Sentences, language_of
from epicene.mt.nouns import sentence_words

LANGUAGE_NAMES = {"fr": "French", "en": "English"}
FEWEST_LINES_TO_TELL = 20
OWN_NOUN_AT_LEAST = 0.02
OTHER_NOUN_AT_LEAST = 0.05
SHORTEST_WORD = 3


def check_language(sentences: Sentences, role: str, direction: str) -> None:
    """A file in the other language means a wrong direction or swapped files."""
    found = language_of(sentences.lines)
    if found not in (None, sentences.language):
        reverse = "-".join(reversed(direction.split("-")))
        raise InputError(
            f"{sentences.path} looks {LANGUAGE_NAMES[found]}, but the {role} of {direction} is "
            f"{LANGUAGE_NAMES[sentences.language]}; swap the files or say --direction {reverse}."
        )


def check_same_corpus(lines: Sequence[CorpusLine], hypotheses: Sentences, nouns: Sequence[Sequence[str]]) -> None:
    """Translations of other sentences share no word with the references, or hold the nouns of other lines.

    `nouns` are the references' nouns in the hypotheses' language. A poor system may miss nearly every noun; it does
    not translate the nouns of other lines more often than its own.
    """
    split = [set(sentence_words(line)) for line in hypotheses.lines]
    references = [_content(line.english if hypotheses.language == "en" else line.french) for line in lines]
    same = any(found & reference for found, reference in zip(split, references, strict=True))
    if not same or _nouns_of_others(split, nouns):
        raise InputError(
            f"{hypotheses.path} does not translate these sentences: line by line it shares "
            f"{'too few nouns' if same else 'no word'} with the references; give the output for this source, in order."
        )


def _nouns_of_others(hypotheses: Sequence[set[str]], nouns: Sequence[Sequence[str]]) -> bool:
    if len(nouns) < FEWEST_LINES_TO_TELL:
        return False
    keys = [frozenset(word for word in noun if len(word) > SHORTEST_WORD) for noun in nouns]
    known = frozenset().union(*keys)
    own = sum(bool(words & key) for words, key in zip(hypotheses, keys, strict=True))
    others = sum(bool(words & (known - key)) for words, key in zip(hypotheses, keys, strict=True))
    return own < OWN_NOUN_AT_LEAST * len(nouns) and others > OTHER_NOUN_AT_LEAST * len(nouns)


def _content(text: str) -> set[str]:
    return {word for word in sentence_words(text) if len(word) > SHORTEST_WORD}
