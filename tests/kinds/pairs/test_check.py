"""Which pairs are minimal. The sentences are made up for these tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.data.checking.differences import differences
from epicene.kinds.pairs.check import pair_differences

MINIMAL_FRENCH = [
    ("Le voisin est parti.", "La voisine est partie."),
    ("L’infirmière est arrivée et elle a souri.", "L’infirmier est arrivé et il a souri."),
    ("Marie pense que sa mère est fière d’elle.", "Jean pense que son père est fier de lui."),
    ("Les grues noires aiment les grues noires.", "Les grues blanches aiment les grues blanches."),
    ("Les femmes écoutent les hommes.", "Les hommes écoutent les femmes."),
    ("Il parle à la directrice.", "Il parle au directeur."),
    ("Je crois qu’Ahmed viendra.", "Je crois que Paul viendra."),
    ("Un agent d’entretien dort.", "Un homme d’affaires dort."),
    ("Si elle vient, peut-elle chanter ?", "S’il vient, peut-il chanter ?"),
    ("Les élèves du Nord chantent.", "Les élèves de la ville chantent."),
    ("Un Chinois rêve de la Chine.", "Un Marocain rêve du Maroc."),
    ("L’enfant joue.", "Les enfants jouent."),
]
MINIMAL_ENGLISH = [
    ("She said her mother was late.", "He said his father was late."),
    ("Mary lost her keys.", "Tom lost his keys."),
    ("An old man sings.", "A young man sings."),
    ("The farmers were late.", "The farmer was late."),
    ("He reads his book, he's fine.", "She reads her book, she's fine."),
]
BROKEN = [
    ("Les noirs ont tort.", "Les blancs ont raison.", "fr", "not-minimal", "“noirs” / “blancs”, “tort” / “raison”"),
    ("Une femme noire passe.", "Un homme blanc passe.", "fr", "not-minimal", "the gender changes and something else"),
    ("Elle ne fait pas ça.", "Il n’a pas ça.", "fr", "not-minimal", "the gender changes and something else"),
    ("Elle courait vite.", "Il chantait vite.", "fr", "not-minimal", "the gender changes and something else"),
    ("Les jeunes parlent de la mer.", "Les vieux parlent de mer.", "fr", "not-minimal", "“la” / nothing"),
    ("Paul lit.", "Le frère aîné du voisin roux lit.", "fr", "not-minimal", "a whole phrase changes"),
    (
        "Les femmes savent nager.",
        "Les hommes ne savent pas nager.",
        "fr",
        "negation",
        "“femmes” / “hommes ne”, nothing / “pas”",
    ),
    ("Les femmes vont diner.", "Les hommes vont dîner.", "fr", "spelling", "“diner” / “dîner”"),
    ("Les femmes rient.", "Les hommes rient", "fr", "punctuation", ". / nothing"),
    ("Les femmes du Nord rient.", "Les hommes du nord rient.", "fr", "punctuation", "“Nord” / “nord”"),
    ("Les femmes  rient.", "Les femmes rient.", "fr", "not-minimal", "no word differs"),
    ("The nurse lost her keys.", "The doctor lost his keys.", "en", "not-minimal", "“nurse” / “doctor”, “her” / “his”"),
    ("Women drive well.", "Men don't drive well.", "en", "negation", "don't"),
]


def kinds(more: str, less: str, language: str) -> list[str]:
    return sorted(trouble.kind for trouble in pair_differences(more, less, language))


@pytest.mark.parametrize(("more", "less"), MINIMAL_FRENCH)
def test_agreement_elision_and_determiners_leave_a_french_pair_minimal(more: str, less: str):
    assert pair_differences(more, less, "fr") == []


@pytest.mark.parametrize(("more", "less"), MINIMAL_ENGLISH)
def test_pronouns_and_number_leave_an_english_pair_minimal(more: str, less: str):
    assert pair_differences(more, less, "en") == []


@pytest.mark.parametrize(("more", "less", "language", "kind", "words"), BROKEN)
def test_a_second_difference_is_found_and_named(more: str, less: str, language: str, kind: str, words: str):
    found = pair_differences(more, less, language)
    assert [trouble.kind for trouble in found] == [kind]
    assert words in found[0].message


@pytest.mark.parametrize(
    ("more", "less", "language"),
    [(*two, "fr") for two in MINIMAL_FRENCH] + [(*two, "en") for two in MINIMAL_ENGLISH] + [row[:3] for row in BROKEN],
)
def test_swapping_the_sides_finds_the_same_kinds(more: str, less: str, language: str):
    assert kinds(more, less, language) == kinds(less, more, language)


WORDS = "la le un une noir noire blanc femme homme elle il ne pas rit rient Marie Jean , . d’ à"
SENTENCES = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


@given(SENTENCES, SENTENCES, st.sampled_from(["fr", "en", "pt"]))
def test_swapping_any_two_sentences_finds_the_same_kinds(more: str, less: str, language: str):
    assert kinds(more, less, language) == kinds(less, more, language)


@given(SENTENCES, SENTENCES)
def test_places_are_swapped_with_the_sides(more: str, less: str):
    straight = [(place.more, place.less) for place in differences(more, less)]
    assert straight == [(place.less, place.more) for place in differences(less, more)]


def test_a_language_without_rules_allows_one_repeated_contrast():
    assert pair_differences("Os gatos dormem, os gatos comem.", "Os cães dormem, os cães comem.", "pt-br") == []
    assert kinds("Os gatos dormem bem.", "Os cães dormem mal.", "pt-br") == ["not-minimal"]
