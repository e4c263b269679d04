"""What a word is, and before which words an article elides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.grammar.french.noun_forms import elided, elides, lacks_elision
from epicene.grammar.word_patterns import fold, folded_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L’infirmière rit.", "L’|infirmière|rit|."),
        ("Jusqu'ici, qu’en dit-elle ?", "Jusqu'|ici|,|qu’|en|dit-elle|?"),
        ("D'aujourd’hui, lorsqu’un prud'homme", "D'|aujourd’hui|,|lorsqu’|un|prud'homme"),
        ("J’t’aime", "J’|t’|aime"),
        ("Va-t'en, lui-même", "Va-t'en|,|lui-même"),
        ("Don't take John's, y'all", "Don't|take|John's|,|y'all"),
        ("the students' 'words'", "the|students|'|'|words|'"),
        ("« Oui »… 3,5 % de 10.000 !!", "«|Oui|»|…|3,5|%|de|10.000|!!"),
        ("l'e\u0301te\u0301", "l'|e\u0301te\u0301"),
        ("a\u00a0b", "a|b"),
        ("女人说得多（如Ali）。", "女|人|说|得|多|（|如|Ali|）|。"),
        ("彼女は見る。", "彼|女|は|見|る|。"),
        ("ผู้หญิง", "ผู้|ห|ญิ|ง"),
        ("كِتَابٌ جديد، نعم", "كِتَابٌ|جديد|،|نعم"),
        ("می\u200cخواهم بروم", "می\u200cخواهم|بروم"),
        ("नमस्ते दुनिया।", "नमस्ते|दुनिया|।"),
        ("여자는 말한다", "여자는|말한다"),
        ("  ", ""),
    ],
)
def test_words_end_at_spaces_elisions_and_punctuation(text: str, expected: str):
    assert "|".join(word.text for word in words(text)) == expected


@given(st.text(alphabet=st.sampled_from("aélLdqu'’-–. ,!?«»\u00a0\n3\u0301_€😀ʼ")) | st.text())
def test_words_rebuild_the_text_and_leave_only_space_between(text: str):
    end = 0
    for word in words(text):
        assert text[end : word.start].strip() == ""
        assert text[word.start : word.end] == word.text
        assert word.end > word.start >= end
        end = word.end
    assert text[end:].strip() == ""


@given(st.text(alphabet=st.sampled_from("aéLİẞœÆΣς'’-. ,«\u00a0\n3\u0301\u0327_€ʼ\u1fef")) | st.text())
def test_words_are_folded_together_as_one_by_one(text: str):
    """Digests of folded words are kept in databases: they stay what they are."""
    assert folded_words(text) == " ".join(fold(word.text) for word in words(text) if not word.is_mark)


def test_fold_makes_one_spelling_of_apostrophes_case_and_ligatures():
    assert fold("L’ŒUVRE") == fold("l'oeuvre") == "l'oeuvre"


ELIDING = """
ami école hôtesse homme huître huitre huissier héroïne œuvre yeux Yonne Yves haltérophile hurluberlu été Haïtien
Écossais hirondelle ouest iode Île
"""
STAYING = """
héros haricot handicapée hockeyeur huit huitième onze onzième oui ouistiti ouï-dire yaourt yacht Hollandais Hongrois
hibou hautboïste héron honte chat garçon Noir
"""


def test_the_article_elides_before_a_vowel_and_a_mute_h_alone():
    assert [word for word in ELIDING.split() if not elides(word)] == []
    assert [word for word in STAYING.split() if elides(word)] == []


MISSING = ["que Ibrahima", "le homme", "si il", "ce est", "lorsque elle", "jusque ici", "je y"]
LEFT_OPEN = ["le héros", "si elle", "la une", "de un", "lorsque Anne", "le ONU", "que Hugo", "de a"]


def test_a_missing_elision_is_seen_and_what_usage_leaves_open_is_none():
    assert [two for two in MISSING if not lacks_elision(*two.split())] == []
    assert [two for two in LEFT_OPEN if lacks_elision(*two.split())] == []


def test_a_word_is_elided_and_made_whole_again():
    pairs = [("de", "argent"), ("d'", "patience"), ("que", "il"), ("l'", "héros"), ("pour", "elle")]
    assert [elided(*pair) for pair in pairs] == ["d'", "de", "qu'", "le", "pour"]
