"""How two wordings of one subject differ in gender and number, and a word put into the other's form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from epicene.grammar.french.agreement import PLURAL_COPULAS, SINGULAR_COPULAS, feminine, masculine
from epicene.grammar.french.determiners import is_plural, marked_gender
from epicene.grammar.french.noun_forms import plural, singular
from epicene.grammar.gender import Gender
from epicene.grammar.languages import grammar
from epicene.grammar.word_patterns import fold

_GENDERS = {
    **dict.fromkeys(("il", "ils"), Gender.MASCULINE),
    **dict.fromkeys(("elle", "elles"), Gender.FEMININE),
}
_PLURALS = PLURAL_COPULAS | {"ils", "elles"}
_SINGULARS = SINGULAR_COPULAS | {"il", "elle"}
_lemmas = grammar("fr").lemmas


@dataclass(frozen=True, slots=True)
class Concord:
    """What changes from one wording to the other: the new gender, None where it is the same, and number (s, p), empty
    where it is the same; `was_plural` is what it changes from."""

    gender: Gender | None = None
    number: str = ""
    was_plural: bool = False


def concord(pairs: Sequence[tuple[str, str]]) -> Concord | None:
    """The change from the first words of the pairs to the second; None where they say different things."""
    changed = [(fold(one), fold(other)) for one, other in pairs if one and other and fold(one) != fold(other)]
    genders = {gender for pair in changed for gender in _gender(*pair)}
    numbers = {number for pair in changed for number in _number(*pair)}
    if len(genders) > 1 or len(numbers) > 1:
        return None
    if numbers and not genders and not _keeps_gender(changed):
        return None
    return Concord(
        next(iter(genders), None), "".join(numbers), was_plural=_was_plural([fold(one) for one, _ in pairs if one])
    )


def _was_plural(words: Sequence[str]) -> bool:
    """By the verb nearest to the hole; without one, by the nearest determiner."""
    verbs = [word for word in words if word in _PLURALS or word in _SINGULARS]
    return _is_plural(next(reversed(verbs or [word for word in words if _has_number(word)]), ""))


def _gender(one: str, other: str) -> Iterator[Gender]:
    """The gender of the second, where the first has the other one."""
    marked = [_GENDERS.get(word) or marked_gender(word, "x") for word in (one, other)]
    if marked[0] and marked[1]:
        if marked[0] != marked[1]:
            yield marked[1]
        return
    first, second = (word[:-1] if word.endswith("s") else word for word in (one, other))
    if first != second and min(len(first), len(second)) > 2:
        if first in _lemmas(second):
            yield Gender.FEMININE
        elif second in _lemmas(first):
            yield Gender.MASCULINE


def _number(one: str, other: str) -> Iterator[str]:
    if _is_plural(one) != _is_plural(other) and (_has_number(one) and _has_number(other)):
        yield "p" if _is_plural(other) else "s"


def _keeps_gender(changed: Sequence[tuple[str, str]]) -> bool:
    """*les juges* may be men or women, *la juge* is not: where one form shows a feminine that the other hides, only
    the noun can tell (*l’étudiante*, *les étudiantes*)."""
    shows = any(Gender.FEMININE in (marked_gender(one, "x"), marked_gender(other, "x")) for one, other in changed)
    marked = any(
        masculine(singular(word) or word) not in (None, singular(word) or word) for pair in changed for word in pair
    )
    return not shows or marked


def _is_plural(word: str) -> bool:
    return word in _PLURALS or is_plural(word)


def _has_number(word: str) -> bool:
    return _is_plural(word) or word in _SINGULARS or marked_gender(word, "x") is not None or word in ("l'", "chaque")


def inflected(word: str, change: Concord) -> str | None:
    """A word in the gender and number that are wanted; None where no rule is sure."""
    if " " in word:
        return None
    single = singular(word) if change.was_plural else word.lower()
    if single is None:
        return None
    if change.gender:
        made = feminine(single) if change.gender is Gender.FEMININE else masculine(single)
        if made is None:
            return None
        single = made
    is_plural = change.number == "p" or (change.was_plural and change.number != "s")
    return plural(single) if is_plural else single
