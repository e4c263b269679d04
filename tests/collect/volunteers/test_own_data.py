"""One's own data: taken away, erased, forgotten in time."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns
from collect.participants import (
    PASSWORD,
    Browser,
    column,
    judge_category,
    judge_fluency,
    offer,
    set_all,
    submit,
    volunteer,
)
from epicene.collect.campaigns import forget_old, open_campaign
from epicene.collect.store.change_history import recorded
from epicene.collect.store.schema import (
    AuditEvent,
    Campaign,
    ChangeRow,
    Handout,
    JudgmentRow,
    Opinion,
    PairRow,
    Participant,
    Statement,
    StatementStatus,
    TaskItem,
    TaskName,
    UserRole,
    now,
)
from epicene.collect.volunteers.assignment import AssignmentRequest, hand_out
from epicene.collect.web.accounts import add_user
from epicene.collect.web.app import make_app
from epicene.collect.web.credentials import digest, new_code, read_code


@pytest.fixture
def both(ready_store):
    """The workshop on each kind of database."""
    return make_app(ready_store, UNLIMITED), ready_store


def numbers(store, *kinds) -> list[int]:
    with store.reading() as session:
        return [session.scalar(select(func.count()).select_from(kind)) for kind in kinds]


def given(store) -> int:
    return sum(column(store, TaskItem.given))


def own_campaigns(browser):
    return browser.client.get("/me/export.json").json()["campaigns"]


def test_the_export_has_all_that_one_gave(app):
    browser = volunteer(app)
    browser.send("/about-you", "/about-you", age="35-44", first_language="yes")
    submit(browser, "Les notaires sont riches.", "socioeconomic", target="les notaires")
    browser.get("/tasks/fluency")
    sentence = browser.sentence()
    judge_fluency(browser, "no", "Mieux écrit.")
    judge_category(browser, "age", "gender")
    answer = browser.client.get("/me/export.json")
    assert answer.headers["content-disposition"] == 'attachment; filename="my-data.json"'
    (data,) = answer.json()["campaigns"]
    assert data["campaign"] == "Nos stéréotypes"
    assert data["about"] == {"age": "35-44", "first_language": "yes"}
    assert [row["text"] for row in data["statements"]] == ["Les notaires sont riches."]
    assert [(row["task"], row["labels"], row["correction"]) for row in data["judgments"]] == [
        ("fluency", ["no"], "Mieux écrit."),
        ("category", ["age", "gender"], ""),
    ]
    assert data["judgments"][0]["sentence"].replace("'", "&#39;") == sentence
    assert {row["state"] for row in data["shown"]} == {"open"}
    assert "code" not in answer.text


def test_nobody_gets_the_data_of_another(app):
    submit(volunteer(app), "Les notaires sont riches.")
    assert own_campaigns(volunteer(app))[0]["statements"] == []
    assert Browser(app).client.get("/me/export.json").status_code == 303


def test_erasing_removes_everything_and_gives_the_items_back(both):
    app, store = both
    browser, other = volunteer(app), volunteer(app)
    for person in (browser, other):
        submit(person, f"Les notaires sont riches, {id(person)}.")
        judge_fluency(person)
        judge_category(person, "age")
    before = given(store)
    assert browser.send("/me/erase", "/me").status_code == 422
    assert browser.send("/me/erase", "/me", sure="yes").url.path == "/erased"
    assert "epicene_code" not in browser.client.cookies
    assert numbers(store, Participant, Statement, JudgmentRow, Handout) == [1, 1, 2, 2]
    assert given(store) == before / 2
    assert column(store, AuditEvent.event, AuditEvent.details)[-1] == ("participant-erased", {"statements": 1})


def test_erasing_takes_words_out_of_items_and_history_but_leaves_the_work_of_others(both):
    """Nobody is left with the empty sentence before them."""
    app, store = both
    author, judge, holder = (volunteer(app) for _ in range(3))
    submit(author, "Les notaires sont riches.")
    with store.writing.begin() as session:
        curator = add_user(session, "camille", PASSWORD, UserRole.CURATOR)
        statement = session.scalars(select(Statement)).one()
        with recorded(session, "accept", statement, curator.id):
            statement.status = StatementStatus.ACCEPTED
        session.execute(update(TaskItem).values(active=False))
        item = offer(session, 1, TaskName.CATEGORY, statement.text, source="statement:1", statement=statement)
        pair = PairRow(campaign_id=1, statement_id=statement.id, more="Les notaires sont riches.", less="Les profs…",
                       direction="stereo", bias_type="socioeconomic", created_by_id=curator.id)  # fmt: skip
        thought = {"verdict": "socioeconomic", "reason": "Les notaires."}
        session.add_all([pair, Opinion(statement_id=statement.id, user_id=curator.id, **thought)])
        session.flush()
        item_id = item.id
    judge_category(judge, "socioeconomic")
    holder.get("/tasks/category")
    assert holder.sentence() == "Les notaires sont riches."
    author.send("/me/erase", "/me", sure="yes")
    assert numbers(store, Statement, ChangeRow, Opinion) == [0, 0, 0]
    with store.reading() as session:
        item = session.get(TaskItem, item_id)
    assert (item.text, item.active, item.author_id, item.statement_id) == ("", False, None, None)
    assert column(store, JudgmentRow.labels) == [["socioeconomic"]]
    assert column(store, PairRow.statement_id) == [None]
    holder.get("/tasks/category")
    assert holder.sentence() is None


def test_where_others_said_the_same_the_next_takes_the_place_of_the_erased_and_the_history_says_so(both):
    app, store = both
    people = [volunteer(app) for _ in range(3)]
    for person in people:
        submit(person, "Les notaires sont riches.")
    people[0].send("/me/erase", "/me", sure="yes")
    assert column(store, Statement.id, Statement.status, Statement.merged_into_id) == [
        (2, "new", None),
        (3, "merged", 2),
    ]
    changes = column(store, ChangeRow.action, ChangeRow.entity_id)
    assert changes == [("merge", 2), ("merge", 3), ("reopen", 2)]


def test_what_was_given_to_a_closed_campaign_can_still_be_taken_and_erased(both):
    """By the same cookie or code, which stays the same when somebody takes part in the next campaign too."""
    app, store = both
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches.")
    code = browser.client.cookies["epicene_code"]
    with store.writing.begin() as session:
        open_campaign(session, "La suite", "fr", *ORGANISER)
    forget_campaigns(app)
    assert browser.client.get("/tasks/statement").headers["location"].startswith("/consent")
    elsewhere = Browser(app)
    assert code in elsewhere.send("/me/code", "/me", code=code).text
    browser.send("/consent", "/consent", agree="yes")
    assert browser.client.cookies["epicene_code"] == code
    submit(browser, "Les vieux sont radins.")
    assert [(part["campaign"], [row["text"] for row in part["statements"]]) for part in own_campaigns(elsewhere)] == [
        ("Nos stéréotypes", ["Les notaires sont riches."]),
        ("La suite", ["Les vieux sont radins."]),
    ]
    for campaign in (1, 2):
        browser.get(f"/campaigns/{campaign}")
    elsewhere.send("/me/erase", "/me", sure="yes")
    assert numbers(store, Participant, Statement) == [0, 0]
    for _ in (1, 2):  # whoever erased their data is unknown at once, on every device
        assert browser.client.get("/tasks/statement").headers["location"].startswith("/consent")


def test_a_shared_device_forgets_the_code_and_the_code_finds_the_way_back(app):
    browser = volunteer(app)
    code = browser.client.cookies["epicene_code"]
    judge_fluency(browser)
    browser.send("/leave", "/leave")
    assert "epicene_code" not in browser.client.cookies
    assert "1 contribution" in browser.send("/me/code", "/me", code=code).text


def test_codes_are_long_differ_and_forgive_how_they_are_typed():
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    code = codes.pop()
    assert len(code) == 24
    assert read_code(f"  {code.upper().replace('-', '')} ") == code
    assert [read_code(wrong) for wrong in (code[:-1], code[:-1] + "0", "é" * 20)] == [None] * 3


def test_past_the_retention_period_a_volunteer_is_a_bare_number(both):
    app, store = both
    old, young = volunteer(app), volunteer(app)
    for person in (old, young):
        person.send("/about-you", "/about-you", age="25-34")
        judge_fluency(person)
    code = old.client.cookies["epicene_code"]
    theirs = update(Participant).where(Participant.code_hash == digest(code))
    with store.writing.begin() as session:
        session.execute(theirs.values(consented_at=now() - timedelta(days=366)))
        assert [forget_old(session), forget_old(session)] == [1, 0]
    (about, forgotten, code_hash), kept = column(
        store, Participant.about, Participant.forgotten_at, Participant.code_hash
    )
    assert about == {}
    assert forgotten is not None
    assert code_hash != digest(code)
    assert kept[:2] == ({"age": "25-34"}, None)
    assert [bool(origin) for origin in column(store, JudgmentRow.origin)] == [False, True]
    assert Browser(app).send("/me/code", "/me", code=code).status_code == 422


def test_the_information_page_says_who_what_and_how_long(app, store):
    set_all(store, Campaign, organiser="Le Laboratoire", contact="dpo@labo.example", retention_days=90)
    for language, days in (("fr", "90 jours"), ("en", "90 days")):
        browser = Browser(app)
        browser.get(f"/language/{language}")
        for path in ("/information", "/consent"):
            assert days in browser.get(path).text
        assert "Le Laboratoire, dpo@labo.example" in browser.get("/information").text


def test_handing_out_after_erasing_does_not_remember_the_erased(both):
    """Numbers may be used again: what the former holder saw must not follow the new one."""
    app, store = both
    browser = volunteer(app)
    judge_fluency(browser)
    browser.send("/me/erase", "/me", sure="yes")
    volunteer(app)
    (participant_id,) = column(store, Participant.id)
    with store.writing.begin() as session:
        assert hand_out(session, AssignmentRequest(participant_id, 1, TaskName.FLUENCY)) is not None
