"""English plurals, articles and pronouns."""

from __future__ import annotations

import pytest

from epicene.grammar.english import forms
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("city", "cities"), ("boy", "boys"), ("coach", "coaches"), ("box", "boxes"), ("human", "humans"),
        ("German", "Germans"), ("shaman", "shamans"), ("old man", "old men"), ("businesswoman", "businesswomen"),
        ("grandchild", "grandchildren"), ("person", "people"), ("Person", "People"), ("housewife", "housewives"),
        ("thief", "thieves"), ("chief", "chiefs"), ("hero", "heroes"), ("photo", "photos"), ("Chinese", "Chinese"),
        ("mother-in-law", "mothers-in-law"), ("passer-by", "passers-by"), ("secretary-general", "secretaries-general"),
        ("", ""),
    ],
)  # fmt: skip
def test_plurals(one: str, many: str):
    assert forms.plural(one) == many


@pytest.mark.parametrize(
    "phrase",
    ["an usher", "a urologist", "a university", "an uninvited guest", "an hour", "a hero", "an honest man", "a one-eyed"
     " man", "an onion", "a European", "a user", "an umbrella", "a Ukrainian"],
)  # fmt: skip
def test_articles_follow_the_sound(phrase: str):
    article, noun = phrase.split(" ", 1)
    assert forms.article(noun) == article


def test_pronouns_and_verbs():
    assert forms.pronouns(Gender.FEMININE) == ("she", "her", "her", "herself")
    assert forms.pronouns(Gender.FEMININE, plural=True).possessive == "their"
    assert [forms.third_person(verb) for verb in ("wash", "carry", "go", "play")] == [
        "washes",
        "carries",
        "goes",
        "plays",
    ]
    assert [forms.past_tense(verb) for verb in ("carry", "play", "share", "wash")] == [
        "carried", "played", "shared", "washed",
    ]  # fmt: skip


def test_what_stands_before_a_noun_follows_it():
    before = grammar("en").before_noun(["is", "a"], "engineer", None)
    assert (before.count, before.text) == (1, "an")
    assert grammar("en").before_noun(["the"], "engineer", None).count == 0


def test_a_noun_says_its_gender_by_itself_or_by_its_ending():
    feminine, masculine = ["businesswoman", "actress", "she", "woman's"], ["businessman", "his", "man"]
    assert {forms.word_gender(word) for word in feminine} == {Gender.FEMININE}
    assert {forms.word_gender(word) for word in masculine} == {Gender.MASCULINE}
    assert [forms.word_gender(word) for word in ("human", "shaman", "cook")] == [None] * 3
