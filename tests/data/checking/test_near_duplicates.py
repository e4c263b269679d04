"""The search for near-duplicates: what it finds is what comparing all with all finds, and a flood does not stop it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz

from data.crows_files import pair
from epicene.data.checking.near_duplicates import MOST_NEAR, NearIndex, Sides, near_duplicates, set_duplicates_apart
from epicene.grammar.languages import grammar

FUNCTION_WORDS = ["le", "la", "les", "un", "une", "de", "ne"]
OTHER_FUNCTION_WORDS = ["le", "la", "les", "un", "une", "des", "du", "ce", "cet", "ces", "son", "sa", "ses"]
FORMS = [
    line.split()
    for line in """
        femme femmes fmmes
        conduit conduisit conudit
        voiture voitures voitrue
        montagne montagnes montange
        danseur danseuse danseurs
        fromage fromages fromgae
        hiver hivers hievr
        jamaïcain jamaïcains jamaicain
        policier policière policiers
        rythme rythmes ryhtme
        bleu bleue bleus
        extraordinaire extraordinaires extrordinaire
    """.strip().splitlines()
]
UNLIKE = [
    words.split()
    for words in (
        "femme roi",
        "conduit mange",
        "voiture bateau",
        "montagne plage",
        "fromage sucre",
        "hiver printemps",
        "rythme danse",
        "bleu gris",
    )
]

# Up to seven words of up to five letters: every like word is found by its ends, however alike the others are.
short_words = st.text("abc", min_size=1, max_size=5) | st.sampled_from(FUNCTION_WORDS)
short_texts = st.lists(short_words, min_size=1, max_size=7).map(" ".join)


@st.composite
def variants(draw: st.DrawFn) -> list[Sides]:
    """Pairs made of the same two long texts: other forms of the words, other function words, a word less or swapped
    sides. No two words of one text are alike."""
    bases = draw(st.lists(st.permutations(FORMS), min_size=2, max_size=2))

    def vary(forms: list[list[str]]) -> str:
        kept = forms[draw(st.integers(0, 1)) : len(forms) - draw(st.integers(0, 4))]
        words = [draw(st.sampled_from(["", *FUNCTION_WORDS])) + " " + draw(st.sampled_from(form)) for form in kept]
        return " ".join(" ".join(words).split())

    pairs: list[Sides] = [(vary(bases[0]), vary(bases[1])) for _ in range(draw(st.integers(2, 10)))]
    return [sides[::-1] if draw(st.booleans()) else sides for sides in pairs]


def content(text: str) -> set[str]:
    rules = grammar("fr")
    return {word for word in text.split() if not rules.is_function(word) and not rules.negates(word)}


def says_the_same(text: str, other: str) -> bool:
    one, two = content(text), content(other)
    unlike = [
        sum(all(fuzz.ratio(word, like) < 80 for like in right) for word in left)
        for left, right in ((one, two), (two, one))
    ]
    return max(unlike) <= max(len(one), len(two)) // 8


def are_near(sides: Sides, others: Sides) -> bool:
    """The definition, word for word: as the more alike way round, both sides by characters and by content words."""
    ways = [list(zip(sides, matched, strict=True)) for matched in (others, others[::-1])]
    alike = [min(fuzz.ratio(*texts) for texts in way) for way in ways]
    best = ways[1] if max(alike[1], 79) > max(alike[0], 79) else ways[0]
    return max(alike) >= 80 and all(says_the_same(*texts) for texts in best)


def compare_all(sides: Sides, texts: Sequence[Sides]) -> set[int]:
    """Of texts with the same words the first; none with the words asked for."""
    return {
        number
        for number, others in enumerate(texts)
        if others not in (sides, sides[::-1]) and texts.index(others) == number and are_near(sides, others)
    }


def make_index(texts: Sequence[Sides]) -> NearIndex:
    index = NearIndex("fr")
    for number, sides in enumerate(texts):
        index.add(number, sides)
    return index


def near_keys(index: NearIndex, sides: Sides) -> set[int]:
    return {near.key for near in index.near(sides)}


@given(st.lists(st.tuples(short_texts), min_size=2, max_size=30))
@settings(deadline=None)
def test_single_texts_are_found_as_by_comparing_all_with_all(texts: list[Sides]):
    index = make_index(texts)
    for sides in texts:
        assert near_keys(index, sides) == compare_all(sides, texts)


@given(variants())
@settings(deadline=None)
def test_pairs_of_long_texts_are_found_as_by_comparing_all_with_all(texts: list[Sides]):
    index = make_index(texts)
    for sides in texts:
        assert near_keys(index, sides) == compare_all(sides, texts)


@pytest.mark.parametrize("choices", [[*UNLIKE[:3], FUNCTION_WORDS, FUNCTION_WORDS], UNLIKE])
def test_texts_of_frequent_words_alone_are_found_as_by_comparing_all_with_all(choices: list[list[str]]):
    """Each word is in half of the texts, so that none leads to those that are near: of eight words, one may differ."""
    texts: list[Sides] = [(" ".join(words),) for words in product(*choices)]
    index = make_index(texts)
    for sides in texts[::17]:
        assert near_keys(index, sides) == compare_all(sides, texts) != set()


@given(
    st.lists(st.tuples(st.integers(0, 6), st.none() | st.tuples(short_texts)), max_size=30),
    st.tuples(short_texts),
)
@settings(deadline=None)
def test_adding_and_discarding_equals_starting_from_what_is_left(changes: list[tuple[int, Sides | None]], asked: Sides):
    index, left = NearIndex("fr"), dict[int, Sides]()
    for key, sides in changes:
        left.pop(key, None)
        if sides is None:
            index.discard(key)
        else:
            index.add(key, sides)
            left[key] = sides
    fresh = NearIndex("fr")
    for key, sides in left.items():
        fresh.add(key, sides)
    for sides in [asked, *left.values()]:
        assert near_keys(index, sides) == near_keys(fresh, sides)
        assert index.same(sides) == fresh.same(sides)


def test_the_text_itself_is_left_out_by_its_key():
    index = make_index([("les rois dorment",), ("les rois dorment",), ("le roi dormant",)])
    assert index.same(("les rois dorment",), without=0) == (1, False)
    assert index.same(("le roi dormant",), without=2) is None
    assert [near.key for near in index.near(("des rois dorment",), without=0)] == [1, 2]


def count_comparisons(texts: list[str]) -> int:
    """Of two strings, when the last 25 of these texts are each looked up among all, as for a page of the queue."""
    count = 0

    def ratio(one: str, other: str, *, score_cutoff: float | None = None, **_: object) -> float:
        nonlocal count
        count += 1
        return fuzz.ratio(one, other, score_cutoff=score_cutoff)

    index = make_index([(text,) for text in texts])
    index._ratio = ratio  # type: ignore[assignment]
    for text in texts[-25:]:
        assert len(list(islice(index.near((text,)), MOST_NEAR))) <= MOST_NEAR
    return count


@pytest.mark.parametrize(
    "texts",
    [
        [f"les femmes {' '.join(words)} adorent le rose" for words in product(OTHER_FUNCTION_WORDS, repeat=4)],
        [f"les femmes adorent le rose {number}" for number in range(10_000, 18_000)],
        [f"le rose {' le la les' * (number % 40)} {number // 40:03}" for number in range(8000)],
        [f"aaaaa{number}bbbbb" for number in range(8000)],
    ],
    ids=["function words", "numbers", "lengths", "words alike"],
)
def test_a_flood_of_8000_alike_texts_costs_a_page_as_much_as_one_of_2000(texts: list[str]):
    assert count_comparisons(texts[:8000]) <= 2 * count_comparisons(texts[:2000])


def test_each_pair_of_a_flood_names_the_first_ones_and_no_more():
    texts = [" ".join(words) for words in product(OTHER_FUNCTION_WORDS, repeat=2)][:100]
    ends = "dorment profondément chaque après-midi"
    items = [pair(f"Les rois {text} {ends}", f"Les reines {text} {ends}", id=text) for text in texts]
    twins = list(near_duplicates(set_duplicates_apart(items)[0]))
    named = [[twin.first.id for twin in twins if twin.second is item] for item in items]
    assert [len(names) for names in named[:5]] == [0, 1, 2, 3, 4]
    assert max(map(len, named)) == MOST_NEAR
    assert named[-1] == texts[:MOST_NEAR]
