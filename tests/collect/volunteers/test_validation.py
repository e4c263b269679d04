"""Validating items that somebody wrote: three questions, their agreement, their export."""

import json

import pytest

from collect.conftest import ORGANISER, UNLIMITED
from collect.participants import Browser, curator, volunteer
from epicene.collect.campaigns import open_campaign, read_sentences
from epicene.collect.publish.corpus_export import make_export
from epicene.collect.web.app import make_app
from epicene.core.types import Item, Role, Text
from epicene.data.datasets import open_benchmark


def validate(browser: Browser, **answers: str):
    return browser.send("/tasks/validation", "/tasks/validation", answer="validate", **answers)


@pytest.fixture
def site(store):
    with store.writing.begin() as session:
        open_campaign(
            session, "Nos exercices", "fr", *ORGANISER, read_sentences("controls-fr", "fr", is_whole=True)[:2]
        )
    return make_app(store, UNLIMITED)


def test_an_item_is_shown_as_a_whole_with_the_right_answer_marked():
    question = Item(
        "q1",
        {Role("a"): Text("Paul", context="Qui ?"), Role("b"): Text("Anne", context="Qui ?")},
        *("fr", "gender", "q1"),
        {"right": "b"},
    )
    assert open_benchmark("questions-fr").kind.to_validate(question) == "Qui ?\nA. Paul\nB. Anne ✓"
    items = read_sentences("pairs-fr", "fr", is_whole=True)[:5]
    assert all(item.text.startswith("A. ") and "\nB. " in item.text for item in items)


def test_three_answers_are_kept_and_counted_and_agreement_is_per_question(site, store):
    people = [volunteer(site) for _ in range(3)]
    assert "Valider un test" in people[0].get("/").text
    assert validate(people[0], fluent="yes", meaning="yes").status_code == 422
    for place, person in enumerate(people):
        for known in ("yes", "no"):
            meaning = "no" if place == 2 else "yes"
            assert validate(person, fluent="yes", meaning=meaning, known=known).status_code == 200
    assert "dit ce qu’il faut" in people[0].get("/me").text
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
    page = curator(site, store).get("/curate/statistics").text
    assert "Validation\u00a0: dit ce qu’il faut" in page
