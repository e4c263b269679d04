"""Second thoughts: undo, correct, withdraw; what became of a statement; and what is said to be kept and published."""

import fnmatch
from dataclasses import replace

import pytest

from collect.conftest import UNLIMITED, forget_campaigns
from collect.curator_actions import decide, fill_in, write_pair
from collect.participants import column, curator, judge_category, judge_fluency, set_all, submit, volunteer
from epicene.collect.campaigns import all_campaigns
from epicene.collect.message_catalogue import language
from epicene.collect.publish.corpus_export import PUBLISHED, make_export, note_export, note_words
from epicene.collect.store.schema import Campaign, Handout, JudgmentRow, Participant, Statement, TaskItem, now
from epicene.collect.volunteers.own_data import KEPT, own_data
from epicene.collect.web.app import make_app

STANDING = {"standing", "is_trusted"}  # told by the organisers: see `KEPT`
TECHNICAL = {  # what has no meaning to anybody outside of the program
    "participants": {"id", "campaign_id", "code_hash", "forgotten_at", "blocked_at", "next_control", *STANDING},
    "statements": {"id", "campaign_id", "participant_id", "folded", "merged_into_id", "split_from_id", "version",
                   "held_for"},
    "judgments": {"id", "campaign_id", "counting", "item_id", "participant_id"},
    "handouts": {"participant_id", "item_id"},
}  # fmt: skip


@pytest.fixture
def both(ready_store):
    return ready_store, make_app(ready_store, UNLIMITED)


def test_the_last_answer_is_undone_and_its_sentence_is_there_again(both):
    store, app = both
    browser = volunteer(app)
    browser.get("/tasks/fluency")
    first = browser.item()
    judge_fluency(browser, "no")
    assert column(store, JudgmentRow.item_id, JudgmentRow.labels) == [(first, ["no"])]
    browser.send("/tasks/fluency/undo", "/tasks/fluency")
    assert column(store, JudgmentRow.item_id, JudgmentRow.labels) == []
    assert browser.item() == first
    assert sum(column(store, TaskItem.given)) == 1
    judge_fluency(browser, "yes")
    assert column(store, JudgmentRow.item_id, JudgmentRow.labels) == [(first, ["yes"])]
    assert sum(column(store, TaskItem.given)) == 2


def test_any_answer_can_be_given_anew_or_withdrawn_but_nobody_elses(both):
    store, app = both
    browser, other = volunteer(app), volunteer(app)
    for kinds in (["age"], ["gender"], []):
        judge_category(browser, *kinds)
    kept, second, third = (item for item, _ in column(store, JudgmentRow.item_id, JudgmentRow.labels))
    numbers = column(store, JudgmentRow.id)
    browser.send(f"/me/judgments/{numbers[1]}/again", "/me")
    assert browser.item() == second
    judge_category(browser, "religion")
    browser.send(f"/me/judgments/{numbers[2]}/withdraw", "/me")
    assert column(store, JudgmentRow.item_id, JudgmentRow.labels) == [(kept, ["age"]), (second, ["religion"])]
    token = other.token("/me")
    assert other.client.post(f"/me/judgments/{numbers[0]}/withdraw", data={"token": token}).status_code == 404
    assert len(column(store, JudgmentRow.id)) == 2
    assert third not in {item for item, _ in column(store, JudgmentRow.item_id, JudgmentRow.labels)}


def test_a_statement_is_corrected_and_goes_through_the_queue_again(store):
    app = make_app(store, replace(UNLIMITED, per_participant=4))
    browser, camille = volunteer(app), curator(app, store)
    submit(browser, "Les notaires sont riches.", "socioeconomic")
    near_texts, mine = app.app.state.parts.near_texts, "/me/statements/1"

    def correct(text, bias_type="socioeconomic"):
        return fill_in(browser, mine, mine, statement=text, bias_type=bias_type).status_code

    def near(text):
        with store.reading() as session:
            return near_texts.of_statements(session, all_campaigns(session)[0], [text])[0]

    assert near("Les notaires sont des riches.") == [1]
    decide(camille, 1, "settle", bias_type="socioeconomic")
    assert correct("Les boulangers dorment peu.") == 200
    assert column(store, Statement.text, Statement.status, Statement.settled_type) == [
        ("Les boulangers dorment peu.", "new", None)
    ]
    assert [text for text, source in column(store, TaskItem.text, TaskItem.source) if source == "erased"] == [""]
    assert near("Les notaires sont des riches.") == []
    assert near("Les boulangers dorment un peu.") == [1]
    assert correct("") == 422
    assert correct("Les notaires : www.notaires.com", "other") == 200
    assert column(store, Statement.status) == ["held"]  # a correction is no way around
    decide(camille, 1, "reject", reason="Trop vague.")
    assert "Trop vague." in browser.get("/me").text
    assert correct("Les notaires dorment.") == 429  # each is work for the server
    browser.send("/me/statements/1/withdraw", "/me")
    assert column(store, Statement.id) == []
    assert volunteer(app).get("/me/statements/1").status_code == 404


def test_a_statement_split_twice_is_withdrawn_with_all_its_parts(both):
    store, app = both
    browser, camille = volunteer(app), curator(app, store)
    submit(browser, "Les vieux sont lents, sourds et avares.", "age")
    decide(camille, 1, "split", part1="Ils sont lents et sourds.", type1="age", part2="Ils sont avares.", type2="age")
    decide(camille, 2, "split", part1="Ils sont lents.", type1="age", part2="Ils sont sourds.", type2="age")
    browser.send("/me/statements/1/withdraw", "/me")
    assert column(store, Statement.id) == []


def test_an_answer_that_could_not_be_given_again_is_not_taken_back(both):
    store, app = both
    browser = volunteer(app)
    submit(browser, "Les vieux sont lents.", "age")
    judge_fluency(browser)
    browser.get("/me")
    set_all(store, Participant, blocked_at=now())
    assert browser.send("/me/judgments/1/again", "/me").status_code == 409
    set_all(store, Participant, blocked_at=None)
    set_all(store, Campaign, closed_at=now())
    forget_campaigns(app)
    token = browser.token("/me")
    assert browser.client.post("/me/judgments/1/again", data={"token": token}).status_code == 409
    assert browser.client.get("/me/statements/1").status_code == 409
    assert len(column(store, JudgmentRow.id)) == 1
    assert browser.client.post("/me/judgments/1/else", data={"token": token}).status_code == 404
    for address in (f"/me/judgments/{10**20}/withdraw", f"/me/statements/{10**20}/withdraw"):
        assert browser.client.post(address, data={"token": token}).status_code == 404
    assert browser.client.get(f"/me/statements/{10**20}").status_code == 404
    browser.client.post("/me/judgments/1/withdraw", data={"token": token})  # this stays a right
    assert column(store, JudgmentRow.item_id, JudgmentRow.labels) == []


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
    assert [moment is None for moment in column(store, Statement.exported_at)] == [False, True, False]
    (number,) = column(store, JudgmentRow.id)
    assert browser.get("/me/statements/3").status_code == 409  # no pair, but its words have gone out
    token, page = browser.token("/me"), browser.page.text
    assert "/me/statements/2/withdraw" in page
    for address in ("/me/statements/1/withdraw", f"/me/judgments/{number}/withdraw"):
        assert address not in page
        assert browser.client.post(address, data={"token": token}).status_code == 409
    browser.send("/tasks/fluency/undo", "/tasks/fluency")
    assert len(column(store, JudgmentRow.id)) == 1


def test_the_information_page_says_what_is_kept_and_what_is_published_and_the_files_agree(both):
    """Everything that a table holds of a person is in their own data or has no meaning; each line of the page stands
    for something in them; every file of an export is one of those that the page tells of."""
    store, app = both
    browser = volunteer(app)
    submit(browser, "Les femmes conduisent mal.")
    judge_fluency(browser, "no", "Mieux.")
    browser.get("/tasks/category")
    with store.reading() as session:
        mine = own_data(session, 1)
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
            assert all(str(language(code).markup(f"information.{family}.{name}")) in page for name in names)
    for name in export.files:
        assert sum(fnmatch.fnmatch(name, pattern) for found in PUBLISHED.values() for pattern in found) == 1, name
