"""The draft of a contrasting sentence: what is certain is written, what is not is left to the person."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicene.collect.curate.pair_editor import mark_differences
from epicene.collect.curate.pair_proposal import (
    AGREEMENT,
    DETERMINER,
    MISSING,
    NOT_FOUND,
    NUMBER,
    ProposalNote,
    propose,
)
from epicene.kinds.pairs.check import pair_differences

CERTAIN = [
    ("Les femmes ne savent pas conduire.", "les femmes", "les hommes", "Les hommes ne savent pas conduire."),
    ("Femmes et voitures, ça fait deux.", "femmes", "hommes", "Hommes et voitures, ça fait deux."),
    ("Le boulanger dort.", "boulanger", "ouvrier", "L’ouvrier dort."),
    ("On parle du boulanger.", "un boulanger", "une boulangère", "On parle de la boulangère."),
    ("On parle de la boulangère.", "une boulangère", "un boulanger", "On parle du boulanger."),
    ("Il faut parler à l'infirmière.", "une infirmière", "un chirurgien", "Il faut parler au chirurgien."),
    ("On demande au chirurgien.", "un chirurgien", "une infirmière", "On demande à l’infirmière."),
    ("Beaucoup de femmes ont peur.", "femmes", "hommes", "Beaucoup d’hommes ont peur."),
    ("On dit que d’hommes, il n’y en a plus.", "hommes", "femmes", "On dit que de femmes, il n’y en a plus."),
    ("Ce garçon pleure.", "un garçon", "une fille", "Cette fille pleure."),
    ("Cette fille pleure.", "une fille", "un homme", "Cet homme pleure."),
    ("Mon père cuisine.", "père", "mère", "Ma mère cuisine."),
    ("Aucun homme ne repasse.", "un homme", "une femme", "Aucune femme ne repasse."),
    ("Le héros part.", "un boulanger", "une boulangère", ""),
    ("Les chômeurs se lèvent tard.", "un chômeur", "un salarié", "Les salariés se lèvent tard."),
    ("Les personnes âgées conduisent mal.", "personne âgée", "personne jeune", "Les personnes jeunes conduisent mal."),
    ("Les bretons boivent.", "les Bretons", "les Parisiens", "Les parisiens boivent."),
    ("Les femmes parlent trop.", "les femmes", "un monsieur", "Les messieurs parlent trop."),
    ("Tout homme ment.", "un homme", "une femme", "Toute femme ment."),
    ("Certains hommes mentent.", "les hommes", "les femmes", "Certaines femmes mentent."),
    ("Un chacal rôde.", "chacal", "un hibou", "Un hibou rôde."),
    ("Les personnes sans emploi dorment.", "personne sans emploi", "personne active", "Les personnes actives dorment."),
    ("L'ouvrier vote, l'ouvrier râle.", "l'ouvrier", "le patron", "Le patron vote, le patron râle."),
]


@pytest.mark.parametrize(("sentence", "target", "contrast", "draft"), CERTAIN)
def test_nouns_and_what_stands_before_them(sentence, target, contrast, draft):
    assert propose(sentence, target, contrast, "fr").text == draft


def test_english_articles_and_plurals():
    assert propose("An old man drives.", "old man", "young man", "en").text == "A young man drives."
    assert propose("Nurses are kind.", "a nurse", "a surgeon", "en").text == "Surgeons are kind."


def test_other_languages_get_the_plain_exchange():
    assert propose("Frauen fahren gut.", "Frauen", "Männer", "de").text == "Männer fahren gut."


def test_the_apostrophe_is_the_one_that_the_writer_uses():
    assert propose("Le boulanger n'a pas dormi.", "boulanger", "ouvrier", "fr").text == "L'ouvrier n'a pas dormi."
    assert propose("Le boulanger n’a pas dormi.", "boulanger", "ouvrier", "fr").text == "L’ouvrier n’a pas dormi."


def test_words_that_may_have_to_agree_are_named_and_left():
    found = propose("L’infirmière est toujours douce, elle sourit.", "une infirmière", "un chirurgien", "fr")
    assert found.text == "Le chirurgien est toujours douce, elle sourit."
    assert found.notes == (ProposalNote(AGREEMENT, ("douce", "elle")),)


def test_within_one_gender_nothing_has_to_agree():
    assert propose("La boulangère est douce.", "la boulangère", "l'infirmière", "fr").notes == ()


def test_an_unknown_gender_leaves_the_determiner_and_says_so():
    found = propose("Une zadiste parle.", "zadiste", "rentier", "fr")
    assert found.text == "Une rentier parle."
    assert found.notes[0] == ProposalNote(DETERMINER, ("Une rentier",))


def test_an_elision_that_cannot_be_undone_makes_no_draft():
    assert propose("L’ouvrier parle.", "ouvrier", "zadiste", "fr").text == ""


def test_a_singular_is_never_made_up_from_a_plural():
    """*français* would become *françai* by the rule that makes *homme* of *hommes*."""
    assert propose("Le belge rit.", "belges", "français", "fr").notes == (ProposalNote(NUMBER, ("belge", "français")),)


@pytest.mark.parametrize(
    ("target", "contrast", "code"),
    [("", "hommes", MISSING), ("femmes", " ", MISSING), ("lions", "tigres", NOT_FOUND), ("les", "la", NOT_FOUND)],
)
def test_no_draft_without_two_groups_of_which_one_is_named(target, contrast, code):
    found = propose("Rien ne va plus.", target, contrast, "fr")
    assert found.text == ""
    assert found.notes[0].code == code


def test_every_certain_draft_is_minimal():
    for sentence, _, _, draft in CERTAIN:
        if draft:
            assert [issue for issue in pair_differences(sentence, draft, "fr") if issue.kind == "not-minimal"] == []


@settings(max_examples=60)
@given(st.text(), st.text(), st.text(), st.sampled_from(["fr", "en", "de", "fr-CA"]))
def test_no_input_is_too_strange(sentence, target, contrast, language):
    propose(sentence, target, contrast, language)


@settings(max_examples=60)
@given(st.text(alphabet="aeh l'’.é", max_size=30), st.text(alphabet="aeh l'’.é", max_size=30))
def test_marked_runs_are_the_sentences_to_the_letter(more, less):
    one, other = mark_differences(more, less)
    assert "".join(run.text for run in one) == more
    assert "".join(run.text for run in other) == less


def test_only_what_differs_is_marked():
    one, other = mark_differences("L’infirmière est douce.", "Le chirurgien est doux.")
    assert [run.text for run in one if run.differs] == ["L’infirmière", "douce"]
    assert [run.text for run in other if run.differs] == ["Le chirurgien", "doux"]
