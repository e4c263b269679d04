"""The occupation lexicon, determiners, plurals."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.grammar.french.noun_forms import determiner
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import word_list
from epicene.mt.lexicon import columns_of, folded_words, noun_genders, noun_key, read_lexicon
from mt.small_corpora import write

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


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        (["boulanger\tboulangère\tepicene\tbaker\t\t"], "'epicene'"),
        (["boulanger\tboulangère\tmarked\t\t\t"], "line 2"),
        (["boulanger\tboulangère\tmarked\tbaker"], "4 columns"),
        (["boulanger\tboulangère\tmarked\tbaker\t\tx:y"], "line 2"),
        ([], "own.tsv"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, rows: list[str], named: str):
    with pytest.raises(InputError) as error:
        read_lexicon(write(tmp_path / "own.tsv", ["\t".join(columns_of()), *rows]))
    assert named in str(error.value)
