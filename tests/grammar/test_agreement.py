"""Forms of one word, couples of words, and function words that do one job."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.grammar.french.agreement import feminine
from epicene.grammar.languages import grammar

FRENCH, ENGLISH = grammar("fr"), grammar("en")


ONE_WORD = """
né/née/nés/nées heureux/heureuse/heureuses vendeur/vendeuse/vendeurs acteur/actrice/actrices sportif/sportive/sportifs
ancien/ancienne breton/bretonne/bretonnes cruel/cruelle beau/belle/bel/belles/beaux nouveau/nouvelle
infirmier/infirmière/infirmières social/sociaux/sociale/sociales discret/discrète muet/muette/muets sot/sotte
bref/brève public/publique grec/grecque blanc/blanche/blanches sec/sèche gros/grosse faux/fausse doux/douce
fou/folle/fous vieux/vieille/vieil gentil/gentille maître/maîtresse docteur/doctoresse favori/favorite bénin/bénigne
parle/parlent parlait/parlaient parlera/parleront finit/finissent prend/prennent vient/viennent voit/voient
doit/doivent connaît/connaissent met/mettent court/courent a/ont est/sont peut-il/peut-elle sourd-muet/sourde-muette
lui-même/elle-même
"""


@pytest.mark.parametrize("forms", ONE_WORD.split())
def test_forms_of_one_word_agree(forms: str):
    first, *others = forms.split("/")
    assert [other for other in others if not FRENCH.agree(first, other)] == []


DIFFERENT = "noir/blanc courait/courrait tort/raison sortit/sorti me/ma pauvre/riche fait/a dîner/diner"


def test_different_words_do_not_agree():
    assert [two for two in DIFFERENT.split() if FRENCH.agree(*two.split("/"))] == []


def test_english_knows_number_only():
    assert ENGLISH.agree("group", "groups")
    assert ENGLISH.agree("has", "have")
    assert all(ENGLISH.agree(*two.split()) for two in ("man men", "woman women", "person people", "wife wives"))
    assert not ENGLISH.agree("sam", "same")
    assert not ENGLISH.agree("Mr", "Mrs")


@given(st.text(max_size=8), st.text(max_size=8))
def test_agreeing_and_being_a_couple_do_not_depend_on_the_order(first: str, second: str):
    for rules in (FRENCH, ENGLISH, grammar("de")):
        assert rules.agree(first, second) == rules.agree(second, first)
        assert rules.gendered(first, second) == rules.gendered(second, first)
        assert rules.agree(first, first)


FRENCH_COUPLES = ["pères mères", "frère sœur", "grand-père grand-mère", "beau-frère belle-sœur"]
ENGLISH_COUPLES = ["businessman businesswoman", "men women", "he's she's", "wife's husband's"]
NO_COUPLES = ["noir noire", "père tante", "man men", "woman women", "human women"]


def test_couples_differ_in_gender_only():
    for rules, couples in ((FRENCH, FRENCH_COUPLES), (ENGLISH, ENGLISH_COUPLES)):
        assert [two for two in couples if not rules.gendered(*two.split())] == []
        assert [two for two in NO_COUPLES if rules.gendered(*two.split())] == []


ONE_JOB = [("à la", "au"), ("de l'", "du"), ("des", "de"), ("aux", "à la"), ("il", "elles"), ("que", "qu'")]
OTHER_JOBS = [("le", "un"), ("de", "à"), ("la", ""), ("son", "mon"), ("à la", "de la")]


def test_function_words_do_one_job_for_another_group_or_not():
    assert [two for two in ONE_JOB if not FRENCH.same_job(*map(str.split, two))] == []
    assert [two for two in OTHER_JOBS if FRENCH.same_job(*map(str.split, two))] == []


def test_a_language_without_a_folder_knows_no_words():
    rules = grammar("de-AT")
    assert rules.language == "de"
    assert not rules.is_function("die")
    assert rules.plural("Frau") == "Frau"
    assert rules.before_noun(["die"], "Frau", None).count == 0


def test_sure_feminines_are_possible_ones():
    """The sure rules make forms, the generous ones recognise them: what is made must be recognised."""
    for word in ("froid", "doux", "blanc", "menteur", "créateur", "fier", "bref", "malin", "favori", "aigu"):
        assert FRENCH.agree(word, feminine(word)), word
