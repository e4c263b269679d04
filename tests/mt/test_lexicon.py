"""The occupation lexicon, determiners, plurals."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.grammar.english import forms
from epicene.grammar.french.noun_forms import determiner, plural
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import word_list
from epicene.mt.lexicon import columns_of, folded_words, noun_genders, noun_key, read_lexicon

M, F = Gender.MASCULINE, Gender.FEMININE
OCCUPATIONS = read_lexicon()


def test_the_lexicon_has_500_occupations_and_no_form_twice():
    assert len(OCCUPATIONS) >= 500
    assert len({(one.masculine, one.feminine) for one in OCCUPATIONS}) == len(OCCUPATIONS)
    assert sum(one.epicene for one in OCCUPATIONS) >= 100
    assert sum(bool(one.target_feminine) for one in OCCUPATIONS) >= 10


# By hand, from a French dictionary: h aspiré, mute h, y before a vowel, œ, accents.


def test_every_noun_of_the_lexicon_with_h_or_y_has_the_article_a_dictionary_gives():
    aspired = {
        *word_list("haleur haleuse hackeur hackeuse hautboïste harpiste handballeur handballeuse hockeyeur hockeyeuse"),
        *word_list("hussard hussarde harponneur harponneuse houblonnier houblonnière haute-lissier haute-lissière"),
        *("haut fonctionnaire", "haute fonctionnaire", "haut-commissaire", "haute-commissaire"),
        *("yogi", "yogini", "youtubeur", "youtubeuse", "yodleur", "yodleuse"),
    }
    forms = {(form, gender) for one in OCCUPATIONS for gender in Gender for form in [one.form(gender)]}
    wrong = {
        form
        for form, gender in forms
        if form[0] in "hy" and (determiner("le", form, gender) == "l'") == (form in aspired)
    }
    assert not wrong
    assert all(determiner("le", form, gender) == "l'" for form, gender in forms if form[0] in "aeiouéèêœâîôû")
    assert all(determiner("le", form, gender) != "l'" for form, gender in forms if form[0] in "bcdfgjklmnpqrstvwxz")


def test_spellings_of_1990_are_one_noun():
    assert noun_key(folded_words("bûcheron")) == noun_key(folded_words("bucheron"))
    assert noun_key(folded_words("Auto-entrepreneur")) == noun_key(folded_words("autoentrepreneur"))
    assert noun_key(folded_words("joaillier")) == noun_key(folded_words("joailler"))
    assert noun_key(folded_words("chef d’orchestre")) == noun_key(folded_words("chef d'orchestre"))
    assert noun_key(folded_words("boulanger")) != noun_key(folded_words("boulangère"))
    by_name = {one.masculine: one for one in OCCUPATIONS}
    assert by_name["bûcheron"].form(F, reformed=True) == "bucheronne"
    assert by_name["boulanger"].form(F, reformed=True) == "boulangère"


def test_forms_mark_their_gender_unless_both_share_them():
    known = noun_genders()
    assert known[("boulangère",)] is F
    assert known[("ingénieur",)] is M  # although rivals use it for women
    assert known[("journaliste",)] is None
    assert known[("chef", "d'", "orchestre")] is M


def test_plurals_put_the_mark_on_the_head():
    french = {
        "boulanger": "boulangers",
        "chef de projet": "chefs de projet",
        "maître d’hôtel": "maîtres d’hôtel",
        "agent secret": "agents secrets",
        "sage-femme": "sages-femmes",
        "sous-officier": "sous-officiers",
        "haute-commissaire": "hautes-commissaires",
        "porte-parole": "porte-parole",
        "général": "généraux",
        "religieux": "religieux",
    }
    assert {noun: plural(noun) for noun in french} == french
    english = {
        "baker": "bakers",
        "foreman": "foremen",
        "shaman": "shamans",
        "midwife": "midwives",
        "notary": "notaries",
        "coach": "coaches",
        "head of department": "heads of department",
        "editor-in-chief": "editors-in-chief",
    }
    assert {noun: forms.plural(noun) for noun in english} == english
    assert [forms.article(noun) for noun in ("usher", "urologist", "baker", "engineer")] == ["an", "a", "a", "an"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("boulanger\tboulangère\tepicene\tbaker\t\t", "cannot be 'epicene'"),
        ("boulanger\tboulangère\tmarked\t\t\t", "must not be empty"),
        ("boulanger\tboulangère\tmarked\tbaker", "4 columns instead of 6"),
        ("boulanger\tboulangère\tmarked\tbaker\t\tx:y", "KIND:FORM"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, row: str, said: str):
    file = tmp_path / "own.tsv"
    file.write_text("\t".join(columns_of()) + "\n" + row + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2") as error:
        read_lexicon(file)
    assert said in str(error.value)


def test_another_header_or_no_row_is_refused(tmp_path: Path):
    file = tmp_path / "own.tsv"
    for text in ("a\tb\n", "\t".join(columns_of()) + "\n"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"own\.tsv"):
            read_lexicon(file)
