"""Translation and back-translation: two people, enforced by the server and not by the buttons it shows."""

import pytest

from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import Browser, column, curator, submit, volunteer
from epicene.collect.store.schema import ChangeRow, Translation

PLACE = "/curate/pairs/1/translations/en"
ENGLISH = {"more": "Women drive badly.", "less": "Men drive badly.", "do": "translate"}
BACK = {"back_more": "Les femmes conduisent mal.", "back_less": "Les hommes conduisent mal.", "do": "accept"}


@pytest.fixture
def camille(app, store) -> Browser:
    """A curator with one ready pair."""
    submit(volunteer(app), "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    browser = curator(app, store)
    decide(browser, 1, "settle", bias_type="gender")
    write_pair(browser, 1)
    return browser


@pytest.fixture
def dominique(app, store) -> Browser:
    return curator(app, store, "dominique")


def state(store) -> tuple[str, int | None]:
    """Of the only translation: its status and its editor."""
    (found,) = column(store, Translation.status, Translation.editor_id)
    return found


def test_one_translates_and_another_translates_back_and_accepts_or_says_why_not(camille, dominique, store):
    camille.send(PLACE, PLACE, **ENGLISH)
    for do in ("accept", "reject"):  # nobody edits their own, even by hand
        assert camille.send(PLACE, PLACE, **{**BACK, "do": do, "note": "x"}).status_code == 400
    assert dominique.send(PLACE, PLACE, do="accept", back_more="Les femmes.").status_code == 400
    assert dominique.send(PLACE, PLACE, do="reject").status_code == 400
    assert state(store) == ("translated", None)
    dominique.send(PLACE, PLACE, do="reject", note="sens perdu")
    assert column(store, Translation.status, Translation.note) == [("rejected", "sens perdu")]
    camille.send(PLACE, PLACE, **ENGLISH)
    page = dominique.send(PLACE, PLACE, **{**BACK, "back_more": "Les femmes roulent mal."}).text
    for marked in ("roulent", "conduisent"):  # what became of the original
        assert f"Les femmes <mark>{marked}</mark> mal." in page
    found = column(store, Translation.status, Translation.more, Translation.translator_id, Translation.editor_id)
    assert found == [("accepted", ENGLISH["more"], 1, 2)]


@pytest.mark.parametrize("wrong", [{"less": ""}, {"less": ENGLISH["more"]}, {"more": "=1+1"}])
def test_only_two_different_sentences_that_no_spreadsheet_would_run(camille, store, wrong):
    assert camille.send(PLACE, PLACE, **{**ENGLISH, **wrong}).status_code == 400
    assert column(store, Translation.id) == []


@pytest.mark.parametrize("code", ["fr", "fr-CA", "x", "../en", "english"])
def test_into_another_language_only(camille, code):
    assert camille.client.get(f"/curate/pairs/1/translations/{code}").status_code == 404


def test_whoever_changes_a_translation_becomes_its_translator(camille, dominique, store):
    camille.send(PLACE, PLACE, **ENGLISH)
    dominique.send(PLACE, PLACE, **{**ENGLISH, "more": "Women are bad drivers.", "less": "Men are bad drivers."})
    assert dominique.send(PLACE, PLACE, **BACK).status_code == 400
    camille.send(PLACE, PLACE, **BACK)
    assert state(store) == ("accepted", 1)
    camille.send(PLACE, PLACE, **ENGLISH)
    assert column(store, Translation.status, Translation.editor_id, Translation.back_more) == [("translated", None, "")]
    actions, befores = zip(*column(store, ChangeRow.action, ChangeRow.before)[-4:], strict=True)
    assert actions == ("translate", "translate", "accept", "translate")
    assert befores[-1]["back_more"] == BACK["back_more"]


def test_an_old_page_does_not_overwrite(camille, dominique, store):
    dominique.get(PLACE)
    camille.send(PLACE, PLACE, **ENGLISH)
    assert dominique.send(PLACE, **{**ENGLISH, "more": "Other."}).status_code == 409
    assert column(store, Translation.more) == [ENGLISH["more"]]


def test_when_the_pair_changes_an_accepted_translation_waits_for_an_editor_again(camille, dominique, store):
    """Accepted was the translation of other words."""
    camille.send(PLACE, PLACE, **ENGLISH)
    dominique.send(PLACE, PLACE, **BACK)
    address = "/curate/pairs/1"
    fill_in(camille, address, address, do="ready", note="relu", confirmed="yes")
    assert state(store) == ("accepted", 2)
    fill_in(camille, address, address, do="ready", more="Les dames conduisent mal.", confirmed="yes")
    assert state(store) == ("translated", None)
    changes = column(store, ChangeRow.entity, ChangeRow.action, ChangeRow.before, ChangeRow.after)
    *_, (_, action, before, after) = (row for row in changes if row[0] == "translation")
    assert (action, before["status"], after["status"]) == ("reopen", "accepted", "translated")
