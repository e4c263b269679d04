"""Which tokens two sentences share: by word, and as the CrowS-Pairs papers align them."""

from __future__ import annotations

from itertools import accumulate
from types import SimpleNamespace
from typing import Any

import pytest

from asking import pair
from epicene.core.types import Item
from epicene.models.description import Tokens
from epicene.scoring.counted_tokens import shared_tokens, shares_pieces, sides_of, within_shared_words


def cut_into(*cuts: str) -> Any:
    """A description whose tokenizer makes a token of every character, or the tokens between the bars of `cuts`."""
    known = {cut.replace("|", ""): cut.split("|") for cut in cuts}

    def encode(text: str, language: str) -> Tokens:
        pieces = known.get(text, list(text))
        ends = list(accumulate(map(len, pieces)))
        spans = tuple(zip([0, *ends], ends, strict=False))
        return Tokens(tuple(map(hash, pieces)), (False,) * len(pieces), spans, None)

    return SimpleNamespace(encode=encode)


def counted(item: Item, description: Any, skipped: int = 0) -> list[str]:
    sides = sides_of(item, description)
    return [
        "|".join(item.variants[side.role].text[slice(*(side.tokens.spans or ())[place])] for place in places)
        for side, places in zip(sides, within_shared_words(sides, skipped), strict=True)
    ]


def letters(text: str) -> str:
    return "|".join(text)


def test_pieces_of_words_that_differ_are_not_shared() -> None:
    item = pair("0", "Une femme a son père.", "Un homme a sa mère, dit-on.")
    assert counted(item, cut_into()) == [letters(" a."), letters(" a.")]
    by_piece = [places for _, places in shared_tokens(sides_of(item, cut_into()), as_released=False)]
    assert shares_pieces(sides_of(item, cut_into()), by_piece)


def test_after_an_elision_a_word_of_its_own_begins() -> None:
    item = pair("0", "On voit la voisine de l’ami.", "On voit le voisin de l’ami.")
    assert counted(item, cut_into())[0] == letters(" de l’ami.")


def test_a_word_counts_on_both_sides_or_on_neither() -> None:
    cuts = cut_into("Elle va| vite|.", "Il| va| vite|.")
    assert counted(pair("0", "Elle va vite.", "Il va vite."), cuts) == [" vite|.", " vite|."]


def test_the_first_token_cannot_count_where_nothing_stands_before_it() -> None:
    item = pair("0", "Chante bien fort.", "Elle aussi. Chante bien fort.")
    assert counted(item, cut_into())[0] == letters("Chante bien fort.")
    assert counted(item, cut_into(), skipped=1) == [letters(" bien fort."), letters(" bien fort.")]


@pytest.mark.parametrize(
    ("more", "less"),
    [("On a vu la voisine.", "On a vu le voisin."), ("Les femmes", "Les hommes")],
)
def test_nothing_counts_where_only_pieces_or_punctuation_are_shared(more: str, less: str) -> None:
    assert counted(pair("0", more, less), cut_into()) == ["", ""]


def test_long_sentences_are_aligned_as_short_ones_are_but_for_the_original() -> None:
    """difflib's autojunk forgets what is frequent in 200 tokens or more."""
    rest = " a fini son travail avant midi et rentre chez soi" * 5 + "."
    sides = sides_of(pair("0", "Zoé" + rest, "Guy" + rest), cut_into())
    own, original = ([len(places) for _, places in shared_tokens(sides, as_released=old)] for old in (False, True))
    assert own == [len(rest), len(rest)]
    assert original < own


@pytest.mark.parametrize(("direction", "letter"), [("stereo", "a"), ("antistereo", "b")])
def test_the_sentence_about_the_disadvantaged_group_is_aligned_first(direction: str, letter: str) -> None:
    """As by the original: difflib takes the first of two equally long matches, so that the order decides."""
    item = pair("0", "ab", "ba", direction)
    found = shared_tokens(sides_of(item, cut_into()), as_released=False)
    assert [item.variants[side.role].text[place] for side, (place,) in found] == [letter, letter]
