"""How people are named in a French text: in the masculine, the feminine, both, or so that the gender stays open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np

from epicene.core.errors import InputError
from epicene.data.benchmarks import BUNDLED
from epicene.data.text_files import read_text
from epicene.grammar.french.inclusive import SORTS, person_nouns
from epicene.grammar.french.noun_forms import plural
from epicene.grammar.languages import language_of
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold
from epicene.metrics.intervals import cluster_sums, percent_of

LANGUAGE = "fr"


class SortShare(msgspec.Struct, frozen=True):
    """Of `total` nouns for people, how many are of a sort; the share is a percentage."""

    sort: str
    n: int
    total: int
    share: float
    low: float
    high: float


@cache
def occupations() -> dict[str, Gender | None]:
    """The bundled occupations in both numbers, in folded spelling; None for a form of both genders."""
    genders: dict[str, Gender | None] = {}
    for line in read_text(BUNDLED / "occupations.tsv").split("\n")[1:]:
        cells = line.split("\t")
        if len(cells) < 2 or " " in cells[0]:
            continue
        for noun, gender in zip(cells[:2], (Gender.MASCULINE, Gender.FEMININE), strict=True):
            for form in (fold(noun), fold(plural(noun))):
                genders[form] = gender if genders.get(form, gender) is gender else None
    return genders


def sorts_of(text: str) -> Counter[str]:
    return Counter(form.sort for form in person_nouns(text, occupations()))


def shares(counts: Sequence[Counter[str]], clusters: Sequence[str], seed: int = 0) -> list[SortShare]:
    """Of each sort, over all nouns of the texts; intervals resample clusters. Nothing where there is no noun."""
    totals = [sum(count.values()) for count in counts]
    if not sum(totals):
        return []
    sort_shares = []
    for sort in SORTS:
        columns = np.array([[count[sort] for count in counts], totals], dtype=np.float64)
        share, interval = percent_of(cluster_sums(columns, clusters), seed=seed)
        sort_shares.append(SortShare(sort, sum(count[sort] for count in counts), sum(totals), share, *interval))
    return sort_shares


def shares_of_lines(lines: Sequence[str], name: str) -> list[SortShare]:
    """Of a text of one's own, by lines, which intervals draw anew."""
    written = [line for line in lines if line.strip()]
    if language_of(written, LANGUAGE) not in (LANGUAGE, None):
        raise InputError(f"{name} is not written in French, the only language whose nouns for people can be counted.")
    sort_shares = shares([sorts_of(line) for line in written], [str(number) for number in range(len(written))])
    if not sort_shares:
        raise InputError(f"{name} has no noun for people that is known; is it the file you meant?")
    return sort_shares
