"""The words by which a letter describes its writer, and what their form shows: a table (`first_person.toml`), the
bundled occupations, and endings for the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from epicene.grammar.french.agreement import adjective_gender, feminine
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, read_table, without_accents, word_list

MASCULINE, FEMININE = Gender.MASCULINE.value, Gender.FEMININE.value

_TABLE = read_table("kinds/letters/first_person.toml")
WORDS = {name: frozenset(map(fold, word_list(text))) for name, text in _TABLE.items() if isinstance(text, str)}
TRAITS = WORDS["traits"] | {feminine(word) or word for word in WORDS["traits"]}
FEMININE_PARTICIPLE = re.compile(r"(?:ée|ie|ue|ise|ite|erte|inte|einte|orte)$")
THING = re.compile(
    r"(?:[st]ion|age|isme|[ae]nce|(?<!e)ure|alité|bilité|ivité|osité|acité|arité|idité|(?<!soll)icité|erté|auté|omie"
    r"|ogie|ergie|phie|erie|trie)$"
)
_PARTICIPLE = re.compile(r"(?:é|i|u|is|it|ert|int|eint|ort)$")
_LASTING = frozenset(map(without_accents, WORDS["lasting"]))
_NEVER = frozenset[str]().union(
    *(WORDS[name] for name in ("one_form", "own_gender", "copulas", "have", "adverbs", "stops", "numbers"))
)

Phrases = tuple[tuple[str, ...], ...]


def _phrases(listed: Sequence[str]) -> Phrases:
    return tuple(tuple(phrase.split()) for phrase in listed)


LONG_ADVERBS, LIKE_ADJECTIVES = _phrases(_TABLE["long_adverbs"]), _phrases(_TABLE["like_adjectives"])
AGREEING = {gender: _phrases(listed) for gender, listed in _TABLE["agreeing"].items()}


def adjective_like(word: str) -> bool:
    """Ends as adjectives of one form do: autonome, responsable, flexible, enthousiaste."""
    return len(word) > 5 and word.endswith(("able", "ible", "ique", "aire", "aste", "ome", "ile", "ide", "iste"))


def names_a_worker(word: str) -> bool:
    """Among nouns, those of people who do something: of the bundled occupations, or with an ending of such."""
    first = word.split("-")[0]
    if first in WORDS["things"]:
        return False
    known = first in occupations() or first in WORDS["masculine"] or first in WORDS["feminine"]
    return known or first.endswith(("eur", "euse", "trice", "ien", "ienne", "ier", "ière", "ant", "ante"))


@cache
def occupations() -> dict[str, str | None]:
    """The bundled occupations: masculine, feminine, or None for both."""
    from epicene.data.benchmarks import BUNDLED

    genders: dict[str, str | None] = {}
    for line in (BUNDLED / "occupations.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        man, woman = (fold(cell).split(" ")[0] for cell in line.split("\t")[:2])
        for form, gender in ((man, MASCULINE), (woman, FEMININE)):
            both = man == woman or (form in genders and genders[form] != gender)
            genders[form] = None if both else gender
    return genders


@cache
def form_gender(word: str, *, listed: bool = False) -> str | None:
    """What the form of a word shows, in folded spelling, where it must be said of a person."""
    if word in _NEVER or not word.replace("-", "").isalpha():
        return None
    if word in WORDS["masculine"]:
        return MASCULINE
    if word in WORDS["feminine"]:
        return FEMININE
    known = occupations()
    if word in known:
        return known[word]
    if adjective_like(word) or word.endswith(("que", "gue")) or THING.search(word) or word in WORDS["things"]:
        return None
    if word.endswith("ant") and without_accents(word) not in _LASTING:
        return None  # aimant travailler: a participle of the present, for both
    if word.endswith(("és", "es", "ns", "ts", "rs", "fs", "ls", "aux")):
        return None  # of several people
    gender = adjective_gender(word)
    if gender is not None:
        return MASCULINE if gender == Gender.MASCULINE else FEMININE
    if FEMININE_PARTICIPLE.search(word) and len(word) > 4:
        return FEMININE
    if _PARTICIPLE.search(word) and len(word) > 3:
        return MASCULINE
    if "-" in word:
        return form_gender(word.split("-")[0], listed=True)
    if word.endswith(("euse", "trice", "ienne", "ière")):
        return FEMININE
    if word.endswith(("eur", "teur", "ien", "ier")):
        return MASCULINE
    if listed or len(word) < 4 or word.endswith(("e", "er", "ir")):  # *motiver* is no adjective, nor is *babysitter*
        return None
    return MASCULINE if feminine(word) else None
