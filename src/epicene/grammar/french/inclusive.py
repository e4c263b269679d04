"""Forms that leave a person's gender open: abbreviated (étudiant·e·s), doubled (étudiantes et étudiants), pronouns made
for it (iel), and nouns with one form for both or with a gender of their own (élèves, une personne)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from epicene.grammar.french.agreement import COPULAS, lemmas
from epicene.grammar.french.noun_forms import DETERMINERS, marked_gender, plural
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import couples, fold, read_table, word_list, words

_TABLE = read_table("grammar/french/inclusive.toml")
_ENDINGS, _AFTER_HYPHEN = ("|".join(word_list(_TABLE[name])) for name in ("endings", "after_hyphen"))
ABBREVIATED = re.compile(
    rf"""\w{{2,}}(?:
      [·•‧∙⋅]\w+(?:[·•‧∙⋅]s)?            # étudiant·e·s: whatever stands behind a point that is for nothing else
    | \((?:{_ENDINGS})\)(?:\(?s\b\)?)?    # étudiant(e)s
    | \((?:{_ENDINGS})s\)
    | /(?:{_ENDINGS})(?:/s)?\b
    | \.(?:{_ENDINGS})(?:\.s)?\b
    | -(?:{_AFTER_HYPHEN})(?:-s)?\b
    | (?<=[a-zé])E[sS]?\b                 # étudiantEs
    )""",
    re.VERBOSE,
)
_COUPLES = frozenset(map(frozenset, couples(_TABLE["couples"])))
_NEOPRONOUNS = frozenset(word_list(_TABLE["neopronouns"]))
_BETWEEN = DETERMINERS | {"de", "d'", "à"}
_BEFORE_NOUN = _BETWEEN | COPULAS | {"comme"}


def _in_both_numbers(nouns: str) -> frozenset[str]:
    return frozenset(fold(form) for noun in word_list(nouns) for form in (noun, plural(noun)))


_EPICENE, _NO_PERSONS = _in_both_numbers(_TABLE["epicene"]), _in_both_numbers(_TABLE["no_persons"])
_EPICENE_ENDINGS = word_list(_TABLE["epicene_endings"])
_PERSONS = {
    fold(form): gender
    for couple in couples(_TABLE["persons"])
    for noun, gender in zip(couple, (Gender.MASCULINE, Gender.FEMININE), strict=True)
    for form in (noun, plural(noun))
}
_OWN_GENDER = {form: Gender(name) for name, nouns in _TABLE["own_gender"].items() for form in _in_both_numbers(nouns)}


MASCULINE, FEMININE, DOUBLET, ABBREVIATION = "masculine", "feminine", "doublet", "abbreviated"
EPICENE, NEOPRONOUN = "epicene", "neopronoun"
SORTS = (MASCULINE, FEMININE, DOUBLET, ABBREVIATION, EPICENE, NEOPRONOUN)


class OpenForm(NamedTuple):
    """Characters of a text; `gender` is that of a noun which has one whoever is meant, and of what agrees with it."""

    start: int
    end: int
    gender: Gender | None = None
    sort: str = EPICENE


def has_own_gender(noun: str) -> bool:
    """Whether a noun (folded) has a gender that says nothing of the person: *victime*, *individu*."""
    return noun in _OWN_GENDER


def own_gender(noun: str) -> Gender | None:
    """That gender, of a noun in folded spelling; None for all others."""
    return _OWN_GENDER.get(noun)


def inclusive_forms(text: str) -> Iterator[OpenForm]:
    """What is written so that it holds for both: abbreviated, doubled, or a pronoun made for it."""
    yield from (OpenForm(*match.span(), sort=ABBREVIATION) for match in ABBREVIATED.finditer(text))
    tokens = words(text)
    folded = [fold(word.text) for word in tokens]
    for index, word in enumerate(folded):
        if word in _NEOPRONOUNS:
            yield OpenForm(tokens[index].start, tokens[index].end, sort=NEOPRONOUN)
        if word in ("et", "ou", "/", "(") and index:
            after = _counterpart(folded, index)
            if after is not None:
                yield OpenForm(tokens[index - 1].start, tokens[after].end, sort=DOUBLET)


def _counterpart(folded: Sequence[str], join: int) -> int | None:
    """Where the word before a join comes again in the other gender, behind determiners of its own."""
    for index in range(join + 1, len(folded)):
        if _doubled(folded[join - 1], folded[index]):
            return index
        if folded[join - 1] == folded[index] and frozenset((folded[join - 2], folded[index - 1])) in _COUPLES:
            return index  # le journaliste ou la journaliste
        if folded[index] not in _BETWEEN and not (folded[index] == "ou" and folded[join] == "("):
            break
    return None


def _doubled(first: str, second: str) -> bool:
    """One word in both genders and one number: *étudiantes* and *étudiants*."""
    if frozenset((first, second)) in _COUPLES:
        return True
    same_number = first.endswith(("s", "x")) == second.endswith(("s", "x"))
    same_word = not lemmas(fold(first)).isdisjoint(lemmas(fold(second)))
    return first != second and min(len(first), len(second)) > 2 and same_number and same_word


def epicene_nouns(text: str, known: frozenset[str] = frozenset()) -> Iterator[OpenForm]:
    """Nouns for people that do not say their gender, nor does what stands before them; `known` are further ones with
    one form for both, in folded spelling. Without a determiner or a verb before it, a word may be an adjective."""
    tokens = words(text)
    folded = [fold(word.text) for word in tokens]
    for index, (word, form) in enumerate(zip(tokens, folded, strict=True)):
        if form in _OWN_GENDER:
            yield OpenForm(word.start, word.end, _OWN_GENDER[form])
        elif form in known or _is_epicene(form):
            before = _before(folded, index)
            if before and marked_gender(before, form) is None:
                yield OpenForm(word.start, word.end)


def _is_epicene(form: str) -> bool:
    """Of a noun in folded spelling: by the table, else by an ending of words for people."""
    return form in _EPICENE or (form not in _NO_PERSONS and form.removesuffix("s").endswith(_EPICENE_ENDINGS))


def _before(folded: Sequence[str], index: int) -> str | None:
    """What shows that a noun stands here: a determiner, a preposition or a form of *être* before it."""
    return next((word for word in folded[max(index - 2, 0) : index][::-1] if word in _BEFORE_NOUN), None)


def person_nouns(text: str, occupations: Mapping[str, Gender | None]) -> Iterator[OpenForm]:
    """Every noun for people, or group of them, each once, with its sort: one that leaves the gender open, or the gender
    that its form or its determiner shows. Whether a masculine is meant for everybody, its form cannot tell.

    `occupations`: forms in folded spelling with their gender, None for both.
    """
    known = {**occupations, **_PERSONS}
    both = frozenset(form for form, gender in known.items() if gender is None)
    taken: set[int] = set()
    tokens = words(text)
    folded = [fold(word.text) for word in tokens]
    for form in (*inclusive_forms(text), *epicene_nouns(text, both)):
        if not taken.intersection(range(form.start, form.end)):
            taken.update(range(form.start, form.end))
            yield form
    for index, (word, written) in enumerate(zip(tokens, folded, strict=True)):
        before = _before(folded, index)
        gender = known.get(written) or (marked_gender(before, written) if before and written in both else None)
        if before and gender and word.start not in taken and written not in _OWN_GENDER:
            yield OpenForm(word.start, word.end, gender, MASCULINE if gender is Gender.MASCULINE else FEMININE)
