"""Second thoughts: undo, correct, withdraw; what became of a statement; and what is said to be kept and published."""

import fnmatch
import html
import re
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns
from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import Browser, curator, judge_category, judge_fluency, submit, volunteer
from epicene.collect.campaigns import all_campaigns, open_campaign
from epicene.collect.publish.corpus_export import PUBLISHED, make_export, note_export, note_words
from epicene.collect.store.schema import Campaign, Handout, JudgmentRow, Participant, Statement, TaskItem, now
from epicene.collect.volunteers.own_data import KEPT, own_data
from epicene.collect.web.app import make_app

STANDING = {"standing", "is_trusted"}  # told by the organisers: see `KEPT`
TECHNICAL = {  # what has no meaning to anybody outside of the program
    "participants": {"id", "campaign_id", "code_hash", "forgotten_at", "blocked_at", "next_control", *STANDING},
    "statements": {
        "id",
        "campaign_id",
        "participant_id",
        "folded",
        "merged_into_id",
        "split_from_id",
        "version",
        "held_for",
    },
    "judgments": {"id", "campaign_id", "counting", "item_id", "participant_id"},
    "handouts": {"participant_id", "item_id"},
}


@pytest.fixture
def both(ready_store):
    return ready_store, make_app(ready_store, UNLIMITED)


def judgments(store):
    with store.reading() as session:
        return [(row.item_id, row.labels) for row in session.scalars(select(JudgmentRow).order_by(JudgmentRow.id))]


def given(store):
    with store.reading() as session:
        return sum(session.scalars(select(TaskItem.given)))


def press(browser: Browser, action: str, page: str = "/me"):
    return browser.send(action, page)


def test_the_last_answer_is_undone_and_its_sentence_is_there_again(both):
    store, app = both
    browser = volunteer(app)
    browser.get("/tasks/fluency")
    first = browser.item()
    judge_fluency(browser, "no")
    second = browser.item()
    assert judgments(store) == [(first, ["no"])]
    press(browser, "/tasks/fluency/undo", "/tasks/fluency")
    assert judgments(store) == []
    assert browser.item() == first
    assert given(store) == 1
    judge_fluency(browser, "yes")
    assert judgments(store) == [(first, ["yes"])]
    assert given(store) == 2
    assert second != first


def test_any_answer_can_be_given_anew_or_withdrawn_but_nobody_elses(both):
    store, app = both
    browser, other = volunteer(app), volunteer(app)
    for kinds in (["age"], ["gender"], []):
        judge_category(browser, *kinds)
    kept, second, third = (item for item, _ in judgments(store))
    with store.reading() as session:
        numbers = list(session.scalars(select(JudgmentRow.id).order_by(JudgmentRow.id)))
    assert "Genre" in browser.get("/me").text
    press(browser, f"/me/judgments/{numbers[1]}/again")
    assert browser.item() == second
    judge_category(browser, "religion")
    press(browser, f"/me/judgments/{numbers[2]}/withdraw")
    assert judgments(store) == [(kept, ["age"]), (second, ["religion"])]
    other.get("/me")
    token = re.search(r'name="token" value="([^"]+)"', other.page.text)[1]
    assert other.client.post(f"/me/judgments/{numbers[0]}/withdraw", data={"token": token}).status_code == 404
    assert len(judgments(store)) == 2
    assert third not in {item for item, _ in judgments(store)}


def test_a_statement_is_corrected_and_goes_through_the_queue_again(both):
    store, app = both
    browser, camille = volunteer(app), curator(app, store)
    submit(browser, "Les notaire sont riches.", "socioeconomic")
    decide(camille, 1, "settle", bias_type="socioeconomic")
    assert "Retenu par l’équipe." in browser.get("/me").text
    fill_in(
        browser,
        "/me/statements/1",
        "/me/statements/1",
        statement="Les notaires sont riches.",
        bias_type="socioeconomic",
    )
    with store.reading() as session:
        statement = session.get(Statement, 1)
        assert (statement.text, statement.status, statement.settled_type) == ("Les notaires sont riches.", "new", None)
        assert session.scalars(select(TaskItem.text).where(TaskItem.source == "erased")).all() == [""]
    assert "Pas encore relu." in browser.get("/me").text
    assert fill_in(browser, "/me/statements/1", "/me/statements/1", statement="").status_code == 422
    fill_in(
        browser, "/me/statements/1", "/me/statements/1", statement="Les notaires : www.notaires.com", bias_type="other"
    )
    with store.reading() as session:
        assert session.get(Statement, 1).status == "held"  # a correction is no way around
    decide(camille, 1, "reject", reason="Trop vague.")
    assert "Écarté par l’équipe. Motif : Trop vague." in html.unescape(browser.get("/me").text).replace("\u00a0", " ")
    press(browser, "/me/statements/1/withdraw")
    with store.reading() as session:
        assert session.scalars(select(Statement)).all() == []
    assert volunteer(app).get("/me/statements/1").status_code == 404


def test_a_corrected_statement_is_compared_by_its_new_words_and_not_without_limit(store):
    app = make_app(store, replace(UNLIMITED, per_participant=2))
    author, near_texts = volunteer(app), app.app.state.parts.near_texts
    submit(author, "Les boulangers dorment peu.", "other")

    def near(text):
        with store.reading() as session:
            return near_texts.of_statements(session, all_campaigns(session)[0], [text])[0]

    assert near("Les boulangers dorment un peu.") == [1]
    mine, corrected = "/me/statements/1", {"statement": "Les notaires sont riches.", "bias_type": "other"}
    assert fill_in(author, mine, mine, **corrected).status_code == 200
    assert near("Les boulangers dorment un peu.") == []
    assert near("Les notaires sont des riches.") == [1]
    assert fill_in(author, mine, mine, **corrected).status_code == 429  # each is work for the server


def test_a_statement_split_twice_is_withdrawn_with_all_its_parts(both):
    store, app = both
    browser, camille = volunteer(app), curator(app, store)
    submit(browser, "Les vieux sont lents, sourds et avares.", "age")
    decide(camille, 1, "split", part1="Ils sont lents et sourds.", type1="age", part2="Ils sont avares.", type2="age")
    decide(camille, 2, "split", part1="Ils sont lents.", type1="age", part2="Ils sont sourds.", type2="age")
    press(browser, "/me/statements/1/withdraw")
    with store.reading() as session:
        assert session.scalars(select(Statement)).all() == []


def test_an_answer_that_could_not_be_given_again_is_not_taken_back(both):
    store, app = both
    browser = volunteer(app)
    submit(browser, "Les vieux sont lents.", "age")
    judge_fluency(browser)
    browser.get("/me")
    with store.writing.begin() as session:
        session.execute(update(Participant).values(blocked_at=now()))
    assert press(browser, "/me/judgments/1/again").status_code == 409
    with store.writing.begin() as session:
        session.execute(update(Participant).values(blocked_at=None))
        session.execute(update(Campaign).values(closed_at=now()))
    forget_campaigns(app)
    token = re.search(r'name="token" value="([^"]+)"', browser.get("/me").text)[1]
    assert browser.client.post("/me/judgments/1/again", data={"token": token}).status_code == 409
    assert browser.client.get("/me/statements/1").status_code == 409
    assert len(judgments(store)) == 1
    assert browser.client.post("/me/judgments/1/else", data={"token": token}).status_code == 404
    for address in (f"/me/judgments/{10**20}/withdraw", f"/me/statements/{10**20}/withdraw"):
        assert browser.client.post(address, data={"token": token}).status_code == 404
    assert browser.client.get(f"/me/statements/{10**20}").status_code == 404
    browser.client.post("/me/judgments/1/withdraw", data={"token": token})  # this stays a right
    assert judgments(store) == []


def test_who_erased_their_data_is_unknown_in_every_campaign_at_once(both):
    store, app = both
    browser = volunteer(app)
    with store.writing.begin() as session:
        open_campaign(session, "Une autre", "fr", *ORGANISER, alongside=True)
    forget_campaigns(app)
    browser.get("/")
    browser.send("/consent", "/consent", agree="yes")
    elsewhere = Browser(app)  # the same person on another device
    elsewhere.client.cookies.update(browser.client.cookies)
    for campaign in (1, 2):
        elsewhere.get(f"/campaigns/{campaign}?next=/tasks/statement")
    browser.send("/me/erase", "/me", sure="yes")
    for campaign in (1, 2):
        assert "/consent" in str(elsewhere.get(f"/campaigns/{campaign}?next=/tasks/statement").url)


def test_what_has_been_exported_can_no_longer_be_changed_and_pseudonyms_stay(both):
    store, app = both
    browser, camille = volunteer(app), curator(app, store)
    submit(browser, "Les femmes conduisent mal.", target="les femmes", contrast="les hommes")
    submit(browser, "Bof.", "other")
    submit(browser, "Les vieux conduisent mal.", "age")
    judge_fluency(browser)
    decide(camille, 1, "settle", bias_type="gender")
    decide(camille, 3, "settle", bias_type="age")
    write_pair(camille, 1)
    assert browser.get("/me/statements/1").status_code == 409  # a pair was made of it
    exports = []
    for _ in range(2):
        with store.reading() as session:
            exports.append(make_export(session, 1))
        with store.writing.begin() as session:
            note_export(session, exports[-1], None)
            note_words(session, exports[-1].statements, exports[-1].made_at)
        volunteer(app)
    assert exports[0].files["statements.jsonl"] == exports[1].files["statements.jsonl"]
    with store.reading() as session:
        exported = [row.exported_at is None for row in session.scalars(select(Statement).order_by(Statement.id))]
        assert exported == [False, True, False]
        number = session.scalars(select(JudgmentRow.id)).one()
    page = browser.get("/me").text
    assert page.count("Déjà publié.") == 3
    assert browser.get("/me/statements/3").status_code == 409  # no pair, but its words have gone out
    browser.get("/me")
    assert "/me/statements/2/withdraw" in page
    for address in ("/me/statements/1/withdraw", f"/me/judgments/{number}/withdraw"):
        assert address not in page
        token = re.search(r'name="token" value="([^"]+)"', page)[1]
        assert browser.client.post(address, data={"token": token}).status_code == 409
    press(browser, "/tasks/fluency/undo", "/tasks/fluency")
    assert len(judgments(store)) == 1


def test_the_information_page_says_what_is_kept_and_what_is_published_and_the_files_agree(both):
    """Everything that a table holds of a person is in their own data or has no meaning; each line of the page stands
    for something in them; every file of an export is one of those that the page tells of."""
    store, app = both
    browser = volunteer(app)
    submit(browser, "Les femmes conduisent mal.")
    judge_fluency(browser, "no", "Mieux.")
    browser.get("/tasks/category")
    with store.reading() as session:
        mine = own_data(session, session.scalars(select(Participant.id)).one())
        export = make_export(session, 1)
    assert {key for keys in KEPT.values() for key in keys} == set(mine) - {"campaign"}
    told = {
        "participants": set(mine),
        **{name: set(mine[name][0]) for name in ("statements", "judgments")},
        "handouts": {"handed_at" if key == "at" else key for key in mine["shown"][0]},
    }
    for table in (Participant, Statement, JudgmentRow, Handout):
        columns = {column.key for column in table.__table__.columns}
        assert columns - told[table.__tablename__] == TECHNICAL[table.__tablename__], table
    for code in ("fr", "en"):
        page = browser.get(f"/language/{code}?next=/information").text
        for family, names in (("kept", (*KEPT, "code")), ("published", PUBLISHED)):
            from epicene.collect.message_catalogue import language

            assert all(str(language(code).markup(f"information.{family}.{name}")) in page for name in names)
    for name in export.files:
        assert sum(fnmatch.fnmatch(name, pattern) for found in PUBLISHED.values() for pattern in found) == 1, name
