"""The subject of a French sentence, and the classes of « DET N »: determiner × form of the noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from epicene.grammar.french import determiners as french
from epicene.grammar.tables import word_list
from epicene.grammar.words import fold, words

EPICENE = "epicene"
CLASSES = (
    "l' epicene",
    "l' feminine",
    "l' masculine",
    "la epicene",
    "la feminine",
    "le epicene",
    "le masculine",
)

# *de* and *d’* stand for *des* before an adjective.
DETERMINERS = french.DETERMINERS | {"de", "d'"}

# Words that end the subject: its verb, or what comes between the two.
_AFTER_SUBJECT = frozenset(
    word_list(
        """
        a ont avait avaient aura auront aurait eut eurent ait est sont était étaient fut furent sera seront n' ne s' se
        qui que qu' y vient viennent va vont doit doivent peut peuvent finit finissent finissait finira termine
        terminent terminait terminera termina achève achèvent acheva complète complétait
        """
    )
)


def class_name(determiner: str, form: str) -> str:
    """`l' epicene`, `la feminine`: one of `CLASSES` for le, la and l', and its own for every other determiner."""
    return f"{determiner} {form}"


@dataclass(frozen=True, slots=True)
class Subject:
    """« DET N » at the start of a sentence, in folded spelling; `determiner` is empty where there is none."""

    determiner: str
    noun: tuple[str, ...]


_SPLIT_ELISION = re.compile(r"\b([ldsn]|qu)\s*'\s*")


@lru_cache(maxsize=1 << 14)  # checks and judgments look at the same lines
def sentence_words(text: str) -> tuple[str, ...]:
    """Folded words and marks; the apostrophe of « l ' auteur » goes back to its article first."""
    return tuple(word.text for word in words(_SPLIT_ELISION.sub(r"\1'", fold(text))))


def find_subject(sentence: Sequence[str], longest: int | None = None) -> Subject:
    """The subject of a sentence in folded words: a determiner and what follows, up to the verb.

    Where no verb that we know ends it, `longest` words are taken for the noun.
    """
    determiner = sentence[0] if sentence and sentence[0] in DETERMINERS else ""
    rest = sentence[1:] if determiner else sentence
    end = next((place for place, word in enumerate(rest) if word in _AFTER_SUBJECT), longest)
    return Subject(determiner, tuple(word for word in rest[:end] if any(map(str.isalnum, word))))
