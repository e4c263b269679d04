"""The tasks, as a volunteer without JavaScript meets them."""

import json

import pytest

from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns
from collect.participants import (
    PASSWORD,
    Browser,
    collect,
    column,
    curator,
    judge_category,
    judge_fluency,
    set_all,
    submit,
    volunteer,
)
from epicene.collect.campaigns import open_campaign, read_sentences
from epicene.collect.curate.statement_decisions import merge_into, split
from epicene.collect.publish.corpus_export import make_export
from epicene.collect.store.schema import Campaign, ChangeRow, JudgmentRow, Participant, Statement, UserRole, now
from epicene.collect.web.accounts import add_user
from epicene.collect.web.app import make_app
from epicene.core.types import Item, Role, Text
from epicene.data.datasets import open_benchmark


def test_without_consent_every_task_asks_for_it_and_leads_back(app, store):
    browser = Browser(app)
    page = browser.get("/tasks/fluency")
    assert page.url.path == "/consent"
    assert 'name="next" value="/tasks/fluency"' in page.text
    assert browser.send("/consent").status_code == 422
    assert column(store, Participant.id) == []
    assert browser.send("/consent", agree="yes", next="/tasks/fluency").url.path == "/about-you"
    page = browser.send("/about-you", age="25-34", gender="<b>", country="atlantis")
    assert page.url.path == "/tasks/fluency"
    assert column(store, Participant.about) == [{"age": "25-34"}]  # only answers that are offered


def test_a_statement_is_kept_as_written_with_its_type_groups_and_direction(app, store):
    browser = volunteer(app, "en")
    submit(browser, "  Les   notaires sont riches.\r\n", "socioeconomic", target="les notaires", implied="ils volent")
    fields = {"statement": "Ma grand-mère répare des ordinateurs.", "bias_type": "age", "target": "ma grand-mère"}
    page = browser.send("/tasks/antistereo", "/tasks/antistereo", implied="les vieux n’y comprennent rien", **fields)
    assert page.url.path == "/tasks/antistereo"
    kept = (Statement.text, Statement.bias_type, Statement.target, Statement.contrast, Statement.implied)
    assert column(store, *kept, Statement.direction, Statement.status) == [
        ("Les   notaires sont riches.", "socioeconomic", "les notaires", "", "ils volent", "stereo", "new"),
        ("Ma grand-mère répare des ordinateurs.", "age", "ma grand-mère", "", "les vieux n’y comprennent rien",
         "antistereo", "new"),
    ]  # fmt: skip
    assert browser.get("/").text.count("1 contribution from you") == 2


def test_the_same_words_again_are_kept_and_merged_at_once_and_a_form_sent_twice_is_one(ready_store):
    """By another person, in another spelling, or by the same person with another type: nothing is dropped."""
    store, app = ready_store, make_app(ready_store, UNLIMITED)
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches.", "gender")
    submit(browser, "Les notaires sont riches.", "gender")
    submit(browser, "Les notaires sont riches.", "socioeconomic")
    submit(volunteer(app), "les notaires SONT riches !")
    (first, *_), *again = column(store, Statement.id, Statement.status, Statement.merged_into_id, Statement.bias_type)
    assert [row[1:] for row in again] == [("merged", first, "socioeconomic"), ("merged", first, "gender")]
    assert column(store, ChangeRow.action, ChangeRow.entity_id, ChangeRow.user_id) == [
        ("merge", number, None) for number, *_ in again
    ]


def test_a_repetition_of_what_a_person_merged_goes_where_that_went(app, store):
    for text in ("Les notaires sont riches.", "Les notaires sont très riches."):
        submit(volunteer(app), text)
    with store.writing.begin() as session:
        merge_into(session, session.get(Statement, 2), 1, user_id=None)
    submit(volunteer(app), "Les notaires sont très riches !")
    assert column(store, Statement.status, Statement.merged_into_id)[1:] == [("merged", 1)] * 2


def test_the_same_words_for_and_against_a_stereotype_wait_for_a_person(app, store):
    browser = volunteer(app)
    submit(browser, "Elle conduit bien.")
    for text, kind in (("Elle conduit bien.", "gender"), ("Elle conduit bien !", "age")):
        browser.send("/tasks/antistereo", "/tasks/antistereo", statement=text, bias_type=kind)
    assert column(store, Statement.direction, Statement.status) == [
        ("stereo", "new"), ("antistereo", "new"), ("antistereo", "merged"),
    ]  # fmt: skip


def test_the_parts_that_a_curator_made_are_not_counted_as_ones_own(app, store):
    browser = volunteer(app)
    submit(browser, "Les notaires sont riches et les vieux radins.")
    with store.writing.begin() as session:
        user = add_user(session, "camille", PASSWORD, UserRole.CURATOR)
        parts = [("Les notaires sont riches.", "socioeconomic"), ("Les vieux sont radins.", "age")]
        split(session, session.get(Statement, 1), parts, user.id)
    assert "1 contribution" in browser.get("/me").text


@pytest.mark.parametrize(
    ("task", "fields"),
    [
        ("statement", {"statement": " … !", "bias_type": "gender"}),
        ("statement", {"statement": "Les notaires sont riches.", "bias_type": "wealth"}),
        ("statement", {"statement": "a" * 501, "bias_type": "gender"}),
        ("category", {"answer": "types"}),
        ("fluency", {"answer": "perhaps"}),
    ],
    ids=["empty", "type", "long", "none-ticked", "no-answer"],
)
def test_what_is_wrong_asks_again_keeps_nothing_and_what_was_typed_stays(app, store, task, fields):
    page = volunteer(app).send(f"/tasks/{task}", f"/tasks/{task}", **fields)
    assert page.status_code == 422
    assert 'class="problem"' in page.text
    assert fields.get("statement", "").strip() in page.text
    assert column(store, Statement.id) == column(store, JudgmentRow.id) == []


def test_judging_keeps_answer_and_correction_once_and_brings_the_next_sentence(app, store):
    browser = volunteer(app)
    browser.get("/tasks/fluency")
    first, item = browser.sentence(), browser.item()
    asked = browser.get("/tasks/fluency").text
    assert browser.sentence() == first  # the same when the page is loaded again
    assert asked.index('name="correction"') < asked.index('name="answer"')  # written before the button is pressed
    judge_fluency(browser, "no", "Une version meilleure.")
    assert browser.sentence() not in (None, first)
    browser.send("/tasks/fluency", item=str(item), answer="yes")
    assert column(store, JudgmentRow.task, JudgmentRow.item_id, JudgmentRow.labels, JudgmentRow.correction) == [
        ("fluency", item, ["no"], "Une version meilleure.")
    ]
    browser.get("/tasks/category")
    passed = browser.sentence()
    browser.send("/tasks/category", answer="pass")
    assert browser.sentence() != passed
    for kinds in (["religion"], ["gender", "age", "invented"], []):
        judge_category(browser, *kinds)
    assert column(store, JudgmentRow.labels)[1:] == [["religion"], ["age", "gender"], []]


@pytest.mark.parametrize(("language", "warning"), [("fr", "Contenu sensible."), ("en", "Sensitive content.")])
def test_every_page_warns_and_has_a_way_out_in_both_languages(app, language, warning):
    browser = volunteer(app, language)
    for path in ("/", "/tasks/statement", "/tasks/fluency", "/tasks/category", "/me", "/information", "/about-you",
                 "/leave", "/login", "/erased", "/nowhere"):  # fmt: skip
        page = browser.get(path).text
        for needed in (f'<html lang="{language}">', warning, 'class="out" href="/leave"'):
            assert needed in page, path


def test_a_closed_campaign_takes_nothing_more_but_lets_people_see_their_data(app, store):
    browser = volunteer(app)
    browser.get("/tasks/fluency")
    set_all(store, Campaign, closed_at=now())
    forget_campaigns(app)
    assert browser.send("/tasks/fluency", answer="yes").status_code == 409
    assert browser.get("/me").status_code == 200
    assert column(store, JudgmentRow.id) == []


def test_an_item_to_be_validated_is_shown_as_a_whole_with_the_right_answer_marked():
    answers = {Role(name): Text(text, context="Qui ?") for name, text in (("a", "Paul"), ("b", "Anne"))}
    question = Item("q1", answers, "fr", "gender", "q1", {"right": "b"})
    assert open_benchmark("questions-fr").kind.to_validate(question) == "Qui ?\nA. Paul\nB. Anne ✓"
    items = read_sentences("pairs-fr", "fr", is_whole=True)[:5]
    assert all(item.text.startswith("A. ") and "\nB. " in item.text for item in items)


def test_three_answers_of_validation_are_kept_and_counted_and_agreement_is_per_question(store, capsys):
    sentences = read_sentences("controls-fr", "fr", is_whole=True)[:2]
    with store.writing.begin() as session:
        open_campaign(session, "Nos exercices", "fr", *ORGANISER, sentences)
    site = make_app(store, UNLIMITED)
    people = [volunteer(site) for _ in range(3)]
    assert "/tasks/validation" in people[0].get("/").text

    def validate(person, **answers):
        return person.send("/tasks/validation", "/tasks/validation", answer="validate", **answers).status_code

    assert validate(people[0], fluent="yes", meaning="yes") == 422
    for place, person in enumerate(people):
        for known in ("yes", "no"):
            assert validate(person, fluent="yes", meaning="no" if place == 2 else "yes", known=known) == 200
    with store.reading() as session:
        files = make_export(session, 2).files
    rows = [json.loads(line) for line in files["validation.jsonl"].decode().splitlines()]
    assert len(rows) == 6
    assert {row["meaning"] for row in rows} == {"yes", "no"}
    figures = json.loads(files["statistics.json"])
    assert figures["tasks"]["validation"]["contributions"] == 6
    assert figures["validation"]["meaning"]["no"]["count"] == 2
    assert "validation-fluent" not in figures["agreement"]  # all the same: nothing can disagree
    # each item has yes, yes, no: D_o = 2/3, and of 6 answers 4 and 2: D_e = 16/30
    assert figures["agreement"]["validation-meaning"]["nominal"]["value"] == pytest.approx(1 - (2 / 3) / (16 / 30))
    assert curator(site, store).get("/curate/statistics").text.count("<svg") == 5
    collect("stats", db=str(store.url.database), campaign="2")
    printed = capsys.readouterr().out
    for question in ("fluent", "meaning", "known"):  # by its name in the reader's language, not by its key
        assert f"{question}:" not in printed
