"""Two curators must agree: what one thinks decides nothing, and says nothing to the other."""

import pytest
from msgspec import structs

from collect.conftest import UNLIMITED
from collect.curator_actions import decide
from collect.participants import column, curator, set_all, submit, volunteer
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.publish.campaign_stats import read_records, statistics
from epicene.collect.store.schema import Campaign, Statement
from epicene.collect.web.app import make_app


@pytest.fixture
def place(ready_store):
    settings = structs.replace(CampaignSettings(), second_opinion=True).as_stored()
    set_all(ready_store, Campaign, settings=settings)
    app = make_app(ready_store, UNLIMITED)
    person = volunteer(app)
    for text in ("Les femmes conduisent mal.", "Les vieux sont radins.", "Bof, bof."):
        submit(person, text)
    return ready_store, curator(app, ready_store), curator(app, ready_store, "dominique")


def test_what_two_think_is_done_and_their_agreement_reported(place):
    store, camille, dominique = place
    decide(camille, 1, "settle", bias_type="gender")
    decide(camille, 2, "settle", bias_type="gender")
    decide(camille, 3, "reject", reason="Ce n’est pas une phrase.")
    assert column(store, Statement.status) == ["new"] * 3
    decide(camille, 1, "settle", bias_type="gender")  # one person twice is one person
    assert column(store, Statement.status) == ["new"] * 3
    page = dominique.get("/curate/statements/2").text
    assert "camille" not in page
    decide(dominique, 1, "settle", bias_type="gender")
    decide(dominique, 2, "settle", bias_type="age")
    decide(dominique, 3, "reject", reason="Vide.")
    assert column(store, Statement.status) == ["accepted", "new", "rejected"]
    assert "camille" in dominique.get("/curate/statements/2").text
    decide(camille, 2, "settle", bias_type="age")
    assert column(store, Statement.status) == ["accepted", "accepted", "rejected"]
    with store.reading() as session:
        figures = statistics(read_records(session, 1))
    assert (figures.second_opinions.statements, figures.second_opinions.same) == (3, 2)  # before they talked
    # 3 statements, 6 answers (gender 3, age 1, rejected 2): α = 1 − (2/6) / (22/30)
    assert figures.agreement["curators"]["nominal"].value == pytest.approx(1 - (2 / 6) / (22 / 30))


def test_a_statement_put_back_is_looked_at_afresh(place):
    store, camille, dominique = place
    for one in (camille, dominique):
        decide(one, 1, "settle", bias_type="gender")
    decide(camille, 1, "reopen")
    decide(camille, 1, "settle", bias_type="gender")
    assert column(store, Statement.status)[0] == "new"
