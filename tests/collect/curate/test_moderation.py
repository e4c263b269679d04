"""Finding, holding, rejecting and blocking: what a flood calls for."""

import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from collect.conftest import ORGANISER, forget_campaigns
from collect.curator_actions import add_statements, decide, find_statement, statement_ids, write_pair
from collect.participants import Browser, column, curator, judge_fluency, set_all, submit, volunteer
from epicene.collect.campaigns import open_campaign
from epicene.collect.curate import statement_decisions
from epicene.collect.store.schema import AuditEvent, ChangeRow, Participant, Statement
from epicene.collect.volunteers.tasks import Sign, sign_in
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import ServerSettings


def statuses(store):
    return dict(column(store, Statement.text, Statement.status))


def test_statements_are_found_by_words_type_contributor_and_date(ready_store):
    app = make_app(ready_store, ServerSettings())
    submit(volunteer(app), "Les ÉLÈVES de 100 % des écoles sont bruyants.", "age")
    set_all(ready_store, Statement, created_at=datetime(2020, 5, 17, 23, 30, tzinfo=UTC))
    (mine,) = column(ready_store, Participant.id)
    add_statements(ready_store, "Les vieux conduisent mal.", "Les vieilles conduisent mal.", bias_type="gender")
    camille = curator(app, ready_store)
    for query, count in (
        ("", 3),
        ("words=élèves", 1),  # whatever the case, accents included
        ("words=100 %25", 1),
        ("words=%25", 1),  # a wildcard is a character like any other
        ("words=_", 0),
        ("words=conduisent", 2),
        ("type=age", 1),
        ("type=nonsense", 3),
        (f"contributor={mine}", 1),
        ("contributor=999", 0),
        ("since=2020-05-17&until=2020-05-17", 1),
        ("until=2020-05-16", 0),
        ("since=2020-05-18", 2),
        ("since=yesterday", 3),
        ("words=conduisent&type=age", 0),
        ("words=' OR 1=1 --", 0),
    ):
        page = camille.get(f"/curate?{query}").text
        assert len(re.findall(r'<a href="/curate/statements/(\d+)">', page)) == count, query


def test_many_are_rejected_with_one_reason_and_those_with_a_pair_or_that_came_later_stay(app, store, monkeypatch):
    monkeypatch.setattr(statement_decisions, "IN_ONE_WRITE", 2)
    words = ("roux", "blonds", "bruns", "chauves")
    ids = [str(number) for number in add_statements(store, *(f"Les gens {word} sont sots." for word in words))]
    (kept,) = add_statements(store, "Les femmes adorent le rose.", bias_type="gender")
    camille = curator(app, store)
    decide(camille, kept, "settle", bias_type="gender")
    write_pair(camille, kept, do="save", less="Les hommes adorent le rose.")
    camille.send("/curate/reject", "/curate", pick=ids[:1], scope="ticked", reason="")
    assert set(statuses(store).values()) == {"new", "accepted"}
    camille.send("/curate/reject", "/curate", pick=ids[:2], scope="ticked", reason="Du spam.")
    camille.get("/curate?words=bruns")
    add_statements(store, "Les gens bruns sont vifs.")  # after the page was made
    camille.send("/curate/reject", scope="all", reason="Du spam.")
    camille.send("/curate/reject", "/curate?status=accepted", scope="all", reason="Du spam.")
    assert list(statuses(store).values()) == ["rejected"] * 3 + ["new", "accepted", "new"]
    rejected = [row for row in column(store, ChangeRow.action, ChangeRow.reason, ChangeRow.user_id) if row[2]]
    assert [row[:2] for row in rejected if row[0] == "reject"] == [("reject", "Du spam.")] * 3


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Achetez sur https://exemple.invalid/x", Sign.LINK),
        ("Voir www.exemple.invalid", Sign.LINK),
        ("Écrivez à jean.dupont@exemple.invalid", Sign.CONTACT),
        ("Il habite là, 06 12 34 56 78", Sign.CONTACT),
        ("aaaaaaaaaaaaaaaa", Sign.NOISE),
        ("spam spam spam spam spam spam", Sign.NOISE),
        ("12345 67890 !!!!", Sign.NOISE),
        ("Les vieux conduisent mal.", None),
        ("Les femmes n’aiment pas les maths, les hommes si.", None),
        ("À 40 ans on est vieux.Du moins à Paris.", None),
        ("Les 18-25 ans ne votent pas.", None),
    ],
)
def test_signs_are_what_they_say_and_plain_statements_have_none(text, sign):
    assert sign_in({"text": text, "target": ""}) == sign


def test_a_suspicious_statement_is_held_until_somebody_releases_it(ready_store):
    app = make_app(ready_store, ServerSettings())
    author = volunteer(app)
    for _ in range(2):  # the form sent twice
        page = submit(author, "Les roux : voir https://exemple.invalid/")
        assert page.status_code == 200
        assert "suspens" not in page.text
    camille = curator(app, ready_store)
    assert statement_ids(camille) == []
    (held,) = statement_ids(camille, "held")
    decide(camille, held, "release")
    assert statement_ids(camille) == [held]


def test_nothing_is_swallowed_by_one_that_is_held(ready_store):
    app = make_app(ready_store, ServerSettings(statements_per_minute=1))
    flooder, other = volunteer(app), volunteer(app)
    submit(flooder, "Les roux sont sots.")
    submit(flooder, "Les vieux conduisent mal.")
    submit(other, "Les vieux conduisent mal !")
    assert column(ready_store, Statement.status) == ["new", "held", "new"]
    camille = curator(app, ready_store)
    (held,) = statement_ids(camille, "held")
    decide(camille, held, "release")
    camille.get("/curate")  # merges what says the same
    assert sorted(column(ready_store, Statement.status)) == ["merged", "new", "new"]


def test_who_is_blocked_sends_nothing_more_and_keeps_their_rights(app, store):
    """Letting them take part again revives nothing that was rejected meanwhile."""
    author, other = volunteer(app), volunteer(app)
    submit(author, "Les roux sont sots.")
    submit(author, "Les jeunes sont mous.", "age")
    submit(other, "Les vieux conduisent mal.")
    judge_fluency(author)
    camille = curator(app, store)
    first = find_statement(camille, "Les roux sont sots.")
    address = re.search(r"/curate/contributors/(\d+)", camille.get(f"/curate/statements/{first}").text).group(0)
    page = camille.get(address).text
    assert "Les roux sont sots." in page
    assert "Les vieux conduisent mal." not in page
    camille.send(f"{address}/block", address)
    for task in ("statement", "fluency", "category", "antistereo"):
        assert author.client.get(f"/tasks/{task}").status_code == 403
    assert "/tasks/" not in author.get("/").text
    refused = author.client.post("/tasks/statement", data={"statement": "Encore.", "bias_type": "age"})
    assert refused.status_code == 403
    assert other.client.get("/tasks/fluency").status_code == 200
    assert author.client.get("/me/export.json").json()["campaigns"][0]["statements"][0]["status"] == "held"
    decide(camille, first, "reject", reason="Une insulte.")
    camille.send(f"{address}/unblock", address)
    assert author.client.get("/tasks/statement").status_code == 200
    assert column(store, Statement.status) == ["rejected", "new", "new"]
    done = [event for event in column(store, AuditEvent.event) if event.startswith("contributor")]
    assert list(dict.fromkeys(done)) == ["contributor-seen", "contributor-blocked", "contributor-unblocked"]


def test_another_campaign_is_no_way_around_being_blocked(app, store):
    """Neither one that they take part in already, nor one that opens later; and letting them in again holds for all."""
    author, camille = volunteer(app), curator(app, store)
    submit(author, "Les roux sont sots.")

    def open_another(title):
        with store.writing.begin() as session:
            open_campaign(session, title, "fr", *ORGANISER, alongside=True)
        forget_campaigns(app)

    open_another("Une autre")
    author.get("/campaigns/2")
    author.send("/consent", "/consent", agree="yes")
    submit(author, "Les roux sont bêtes.")
    camille.send("/curate/campaign", "/curate", campaign="1")
    camille.send("/curate/contributors/1/block", "/curate/contributors/1")
    assert author.client.get("/tasks/statement").status_code == 403
    assert set(statuses(store).values()) == {"held"}
    open_another("Une troisième")
    author.get("/campaigns/3")
    assert author.send("/consent", "/consent", agree="yes").status_code == 403
    camille.send("/curate/contributors/1/unblock", "/curate/contributors/1")
    assert author.send("/consent", "/consent", agree="yes").status_code == 200
    author.get("/campaigns/2")
    assert author.client.get("/tasks/statement").status_code == 200
    assert set(statuses(store).values()) == {"new"}


def test_one_address_cannot_make_identities_without_end(store):
    app = make_app(store, ServerSettings(identities_per_hour=3))
    first, *_ = (volunteer(app) for _ in range(3))
    page = Browser(app).send("/consent", "/consent", agree="yes")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "3600")
    assert first.client.get("/tasks/statement").status_code == 200
    assert len(column(store, Participant.id)) == 3


def test_a_contributor_of_another_campaign_is_not_shown(app, store):
    submit(volunteer(app), "Les roux sont sots.")
    with store.writing.begin() as session:
        number = session.scalars(select(Participant.id)).one()
        open_campaign(session, "Deux", "fr", *ORGANISER)
    forget_campaigns(app)
    camille = curator(app, store)
    for other in (number, 99999999999):
        assert camille.client.get(f"/curate/contributors/{other}").status_code == 404
