"""Translation and back-translation: two people, enforced by the server and not by the buttons it shows."""

import pytest
from sqlalchemy import select

from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import Browser, curator, submit, volunteer
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


def row(store) -> Translation | None:
    with store.reading() as session:
        return session.scalar(select(Translation))


def test_one_translates_and_another_translates_back_and_accepts(camille, dominique, store):
    assert "Les femmes conduisent mal." in camille.get("/curate/translations").text
    camille.send(PLACE, PLACE, **ENGLISH)
    assert row(store).status == "translated"
    assert "de vous" in camille.get("/curate/translations").text
    dominique.send(PLACE, PLACE, **BACK)
    found = row(store)
    assert (found.status, found.more, found.back_less) == ("accepted", ENGLISH["more"], BACK["back_less"])
    assert found.editor_id != found.translator_id


def test_nobody_edits_their_own_translation_even_by_hand(camille, store):
    camille.send(PLACE, PLACE, **ENGLISH)
    for do in ("accept", "reject"):
        answer = camille.send(PLACE, PLACE, **{**BACK, "do": do, "note": "x"})
        assert answer.status_code == 400
        assert "On ne révise pas sa propre traduction" in answer.text
    assert row(store).status == "translated"
    assert row(store).editor_id is None


def test_whoever_changes_a_translation_becomes_its_translator(camille, dominique, store):
    camille.send(PLACE, PLACE, **ENGLISH)
    dominique.send(PLACE, PLACE, **{**ENGLISH, "more": "Women are bad drivers.", "less": "Men are bad drivers."})
    assert dominique.send(PLACE, PLACE, **BACK).status_code == 400
    camille.send(PLACE, PLACE, **BACK)
    assert row(store).status == "accepted"
    camille.send(PLACE, PLACE, **ENGLISH)
    found = row(store)
    assert (found.status, found.editor_id, found.back_more) == ("translated", None, "")
    with store.reading() as session:
        actions = session.scalars(
            select(ChangeRow.action).where(ChangeRow.entity == "translation").order_by(ChangeRow.id)
        ).all()
        accepted = session.scalars(select(ChangeRow.before).where(ChangeRow.entity == "translation")).all()[-1]
    assert actions == ["translate", "translate", "accept", "translate"]
    assert accepted["back_more"] == BACK["back_more"]


def test_accepting_needs_a_back_translation_and_rejecting_a_reason(camille, dominique, store):
    camille.send(PLACE, PLACE, **ENGLISH)
    assert dominique.send(PLACE, PLACE, do="accept", back_more="Les femmes.").status_code == 400
    assert dominique.send(PLACE, PLACE, do="reject").status_code == 400
    dominique.send(PLACE, PLACE, do="reject", note="sens perdu")
    assert (row(store).status, row(store).note) == ("rejected", "sens perdu")


def test_the_editor_sees_what_became_of_the_original(camille, dominique):
    camille.send(PLACE, PLACE, **ENGLISH)
    page = dominique.send(PLACE, PLACE, **{**BACK, "back_more": "Les femmes roulent mal."}).text
    assert "Les femmes <mark>roulent</mark> mal." in page
    assert "Les femmes <mark>conduisent</mark> mal." in page


def test_only_a_ready_pair_and_two_different_sentences(camille, store):
    assert camille.send(PLACE, PLACE, **{**ENGLISH, "less": ""}).status_code == 400
    assert camille.send(PLACE, PLACE, **{**ENGLISH, "less": ENGLISH["more"]}).status_code == 400
    assert row(store) is None
    for code in ("fr", "fr-CA", "x", "../en", "english"):
        assert camille.client.get(f"/curate/pairs/1/translations/{code}").status_code == 404


def test_an_old_page_does_not_overwrite(camille, dominique, store):
    dominique.get(PLACE)
    camille.send(PLACE, PLACE, **ENGLISH)
    assert dominique.send(PLACE, **{**ENGLISH, "more": "Other."}).status_code == 409
    assert row(store).more == ENGLISH["more"]


def test_when_the_pair_changes_an_accepted_translation_waits_for_an_editor_again(camille, dominique, store):
    """Accepted was the translation of other words."""
    camille.send(PLACE, PLACE, **ENGLISH)
    dominique.send(PLACE, PLACE, **BACK)
    address = "/curate/pairs/1"
    fill_in(camille, address, address, do="ready", note="relu", confirmed="yes")
    assert row(store).status == "accepted"
    fill_in(camille, address, address, do="ready", more="Les dames conduisent mal.", confirmed="yes")
    assert (row(store).status, row(store).editor_id) == ("translated", None)
    with store.reading() as session:
        last = session.scalars(select(ChangeRow).where(ChangeRow.entity == "translation").order_by(ChangeRow.id)).all()[
            -1
        ]
    assert (last.action, last.before["status"], last.after["status"]) == ("reopen", "accepted", "translated")


def test_a_translation_that_a_spreadsheet_would_run_is_refused(camille, store):
    assert camille.send(PLACE, PLACE, **{**ENGLISH, "more": "=1+1"}).status_code == 400
    assert row(store) is None
