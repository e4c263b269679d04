"""One's own data: taken away, erased, forgotten in time."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns
from collect.participants import PASSWORD, Browser, judge_category, judge_fluency, offer, submit, volunteer
from epicene.collect.campaigns import forget_old, open_campaign
from epicene.collect.store.change_history import record, snapshot
from epicene.collect.store.schema import (
    AuditEvent,
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


def number(session, kind):
    return session.scalar(select(func.count()).select_from(kind))


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
    (data,) = json.loads(answer.text)["campaigns"]
    assert data["campaign"] == "Nos stéréotypes"
    assert data["about"] == {"age": "35-44", "first_language": "yes"}
    assert [row["text"] for row in data["statements"]] == ["Les notaires sont riches."]
    assert [(row["task"], row["labels"], row["correction"]) for row in data["judgments"]] == [
        ("fluency", ["no"], "Mieux écrit."),
        ("category", ["age", "gender"], ""),
    ]
    assert data["judgments"][0]["sentence"].replace("'", "&#39;") == sentence
    assert {row["state"] for row in data["shown"]} == {"open"}
    assert "code" not in json.dumps(data)


def test_nobody_gets_the_data_of_another(app):
    one, other = volunteer(app), volunteer(app)
    submit(one, "Les notaires sont riches.")
    assert json.loads(other.client.get("/me/export.json").text)["campaigns"][0]["statements"] == []
    assert Browser(app).client.get("/me/export.json").status_code == 303


def test_erasing_removes_everything_and_gives_the_items_back(both):
    app, store = both
    browser, other = volunteer(app), volunteer(app)
    for person in (browser, other):
        submit(person, f"Les notaires sont riches, {id(person)}.")
        judge_fluency(person)
        judge_category(person, "age")
    with store.reading() as session:
        before = session.scalar(select(func.sum(TaskItem.given)))
    assert browser.send("/me/erase", "/me").status_code == 422
    page = browser.send("/me/erase", "/me", sure="yes")
    assert page.url.path == "/erased"
    assert "epicene_code" not in browser.client.cookies
    with store.reading() as session:
        assert [number(session, kind) for kind in (Participant, Statement, JudgmentRow, Handout)] == [1, 1, 2, 2]
        assert session.scalar(select(func.sum(TaskItem.given))) == before / 2
        last = session.scalars(select(AuditEvent).order_by(AuditEvent.id.desc())).first()
        assert (last.event, last.details) == ("participant-erased", {"statements": 1})


def test_erasing_takes_words_out_of_items_and_history_but_leaves_the_work_of_others(both):
    app, store = both
    author, judge = volunteer(app), volunteer(app)
    submit(author, "Les notaires sont riches.")
    with store.writing.begin() as session:
        curator = add_user(session, "camille", PASSWORD, UserRole.CURATOR)
        statement = session.scalars(select(Statement)).one()
        before = snapshot(statement)
        statement.status = StatementStatus.ACCEPTED
        record(session, "accept", statement, user_id=curator.id, before=before)
        session.execute(update(TaskItem).values(active=False))
        item = offer(session, 1, TaskName.CATEGORY, statement.text, source="statement:1", statement=statement)
        pair = PairRow(campaign_id=1, statement_id=statement.id, more="Les notaires sont riches.", less="Les profs…",
                    direction="stereo", bias_type="socioeconomic", created_by_id=curator.id)  # fmt: skip
        opinion = Opinion(
            statement_id=statement.id, user_id=curator.id, verdict="socioeconomic", reason="Les notaires."
        )
        session.add_all([pair, opinion])
        session.flush()
        item_id = item.id
    judge_category(judge, "socioeconomic")
    author.send("/me/erase", "/me", sure="yes")
    with store.reading() as session:
        assert number(session, Statement) == number(session, ChangeRow) == number(session, Opinion) == 0
        item = session.get(TaskItem, item_id)
        assert (item.text, item.active, item.author_id, item.statement_id) == ("", False, None, None)
        assert session.scalars(select(JudgmentRow.labels)).one() == ["socioeconomic"]
        assert session.scalars(select(PairRow.statement_id)).one() is None


def test_where_others_said_the_same_the_next_takes_the_place_of_the_erased(both):
    app, store = both
    people = [volunteer(app) for _ in range(3)]
    for person in people:
        submit(person, "Les notaires sont riches.")
    with store.writing.begin() as session:
        first, *others = session.scalars(select(Statement).order_by(Statement.id))
        for other in others:
            other.status, other.merged_into_id = StatementStatus.MERGED, first.id
    people[0].send("/me/erase", "/me", sure="yes")
    with store.reading() as session:
        second, third = session.scalars(select(Statement).order_by(Statement.id))
        assert (second.status, second.merged_into_id) == (StatementStatus.NEW, None)
        assert (third.status, third.merged_into_id) == (StatementStatus.MERGED, second.id)


def test_the_next_to_take_the_place_is_in_the_history(both):
    app, store = both
    people = [volunteer(app) for _ in range(3)]
    for person in people:
        submit(person, "Les notaires sont riches.")
    people[0].send("/me/erase", "/me", sure="yes")
    with store.reading() as session:
        changes = [(row.action, row.entity_id) for row in session.scalars(select(ChangeRow).order_by(ChangeRow.id))]
        follows = session.scalars(select(Statement.merged_into_id).where(Statement.id == 3)).one()
    assert (changes, follows) == ([("merge", 2), ("merge", 3), ("reopen", 2)], 2)


def test_nobody_is_left_with_the_empty_sentence_of_an_erased_person(both):
    app, store = both
    author, judge = volunteer(app), volunteer(app)
    submit(author, "Les notaires sont riches.")
    with store.writing.begin() as session:
        session.execute(update(TaskItem).values(active=False))
        statement = session.scalars(select(Statement)).one()
        offer(session, 1, TaskName.CATEGORY, statement.text, source="statement:1", statement=statement)
    judge.get("/tasks/category")
    assert judge.sentence() == "Les notaires sont riches."
    author.send("/me/erase", "/me", sure="yes")
    judge.get("/tasks/category")
    assert judge.sentence() is None


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
    given = json.loads(elsewhere.client.get("/me/export.json").text)["campaigns"]
    assert [(part["campaign"], [row["text"] for row in part["statements"]]) for part in given] == [
        ("Nos stéréotypes", ["Les notaires sont riches."]),
        ("La suite", ["Les vieux sont radins."]),
    ]
    elsewhere.send("/me/erase", "/me", sure="yes")
    with store.reading() as session:
        assert number(session, Participant) == number(session, Statement) == 0


def test_a_shared_device_forgets_the_code_and_the_code_finds_the_way_back(app):
    browser = volunteer(app)
    code = browser.client.cookies["epicene_code"]
    judge_fluency(browser)
    browser.send("/leave", "/leave")
    assert "epicene_code" not in browser.client.cookies
    assert "Merci ! Vous avez apporté 1 contribution." in browser.send("/me/code", "/me", code=code).text.replace(
        "\u202f", " "
    )


def test_codes_are_long_differ_and_forgive_how_they_are_typed():
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    code = codes.pop()
    assert len(code) == 24
    assert read_code(f"  {code.upper().replace('-', '')} ") == code
    assert read_code(code[:-1]) is None
    assert read_code(code[:-1] + "0") is None
    assert read_code("é" * 20) is None


def test_past_the_retention_period_a_volunteer_is_a_bare_number(both):
    app, store = both
    old, young = volunteer(app), volunteer(app)
    for person in (old, young):
        person.send("/about-you", "/about-you", age="25-34")
        judge_fluency(person)
    code = old.client.cookies["epicene_code"]
    with store.writing.begin() as session:
        session.execute(
            update(Participant)
            .where(Participant.code_hash == digest(code))
            .values(consented_at=now() - timedelta(days=366))
        )
        assert forget_old(session) == 1
        assert forget_old(session) == 0
    with store.reading() as session:
        abouts = [
            (row.about, row.forgotten_at is not None)
            for row in session.scalars(select(Participant).order_by(Participant.id))
        ]
        assert abouts == [({}, True), ({"age": "25-34"}, False)]
        assert number(session, JudgmentRow) == 2
        assert digest(code) not in list(session.scalars(select(Participant.code_hash)))
    assert Browser(app).send("/me/code", "/me", code=code).status_code == 422


def test_the_information_page_says_who_what_and_how_long(app, store):
    from epicene.collect.store.schema import Campaign

    with store.writing.begin() as session:
        campaign = session.scalars(select(Campaign)).one()
        campaign.organiser, campaign.contact, campaign.retention_days = "Le Laboratoire", "dpo@labo.example", 90
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
    other = volunteer(app)
    with store.writing.begin() as session:
        (participant_id,) = session.scalars(select(Participant.id))
        assert hand_out(session, AssignmentRequest(participant_id, 1, TaskName.FLUENCY)) is not None
    assert "Merci" not in other.get("/tasks/fluency").text.split("<blockquote")[0]
