"""What the reader takes from a StereoSet file, and what it says of one it cannot read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stereoset
from epicene.core.errors import InputError
from epicene.core.types import Item, Role
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.kinds.triples.kind import TRIPLES
from epicene.kinds.triples.read import attribute_span

GOOD = stereoset.filled("g", "Le chat est BLANK.", "noir", "blanc", "carré")


def read(path: Path, name: str = "stereoset-fr") -> list[Item]:
    return BENCHMARKS[name].items(path)


def read_one(tmp_path: Path, test: dict[str, Any]) -> Item:
    (item,) = read(stereoset.write(tmp_path / "one.json", [test], None))
    return item


def test_tests_become_items_with_all_their_facts(tmp_path: Path):
    path = stereoset.write(tmp_path / "set.json")
    items = {item.id: item for item in read(path)}
    within, across = items["w1"], items["a1"]
    assert list(items) == ["w1", "w2", "w3", "a1", "a2"]
    assert (within.cluster, within.category, within.language) == ("mère", "gender", "fr")
    assert dict(within.facets) == {"task": "intra", "context": "Ma mère est BLANK."}
    assert {role: text.text[slice(*text.span)] for role, text in within.variants.items()} == {
        Role.STEREOTYPE: "douce",
        Role.ANTI: "brutale",
        Role.UNRELATED: "hexagonale",
    }
    assert [text.id for text in within.variants.values()] == ["w1-0", "w1-1", "w1-2"]
    assert dict(across.facets) == {"task": "inter"}
    assert across.variants[Role.ANTI].context == "Sa mère arrive."
    assert across.variants[Role.ANTI].text == "Elle a réparé la moto."
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(f'"{item.id}"' in lines[item.line - 1] for item in items.values())


def test_a_bare_list_and_either_task_alone_are_read(tmp_path: Path):
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(list(stereoset.INTRA)))
    assert [item.facets["task"] for item in read(bare)] == ["intra"] * 3
    assert [item.facets["task"] for item in read(stereoset.write(tmp_path / "a.json", None))] == ["inter"] * 2
    assert [item.facets["task"] for item in read(stereoset.write(tmp_path / "b.json", inter=None))] == ["intra"] * 3


def test_without_ids_the_row_is_the_id(tmp_path: Path):
    tests = [{key: value for key, value in test.items() if key != "id"} for test in stereoset.INTRA]
    assert [item.id for item in read(stereoset.write(tmp_path / "x.json", tests, tests))] == list("012345")


@pytest.mark.parametrize("name", ["race", "ethnicity", "Origine ethnique", "raça"])
def test_a_domain_has_one_name_in_every_language(tmp_path: Path, name: str):
    assert read_one(tmp_path, GOOD | {"bias_type": name}).category == "race"


@pytest.mark.parametrize(
    ("context", "sentence", "attribute"),
    [
        ("Elle est BLANK.", "Elle est douce.", "douce"),
        ("elle est BLANK", "Elle est douce.", "douce"),
        ("BLANK dort.", "La vieille dame dort.", "La vieille dame"),
        ("Il boit de l'BLANK !", "Il boit de l’eau\u00a0!", "eau"),
        (" Elle est BLANK . ", "Elle est douce .", "douce"),
        ("Elle est BLANK.", "Elles sont douces.", None),
        ("Elle est BLANK.", "Elle est .", None),
        ("Elle est BLANK.", "Elle est douce", None),
        ("BLANK et BLANK.", "douce et douce.", None),
        ("Elle est douce.", "Elle est douce.", None),
    ],
)
def test_the_attribute_is_what_stands_in_the_blanks_place(context: str, sentence: str, attribute: str | None):
    span = attribute_span(context, sentence)
    assert (sentence[slice(*span)] if span else None) == attribute


words = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)


@settings(max_examples=100)
@given(st.lists(words, max_size=4), st.lists(words, min_size=1, max_size=3), st.lists(words, max_size=4))
def test_what_is_put_in_is_found_again(before: list[str], attribute: list[str], after: list[str]):
    sentence = " ".join([*before, *attribute, *after]) + "."
    span = attribute_span(" ".join([*before, "BLANK", *after]) + ".", sentence)
    if "BLANK" not in sentence:
        assert span
        assert sentence[slice(*span)] == " ".join(attribute)


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        (stereoset.written("x", "Un BLANK.", "Un roi.", "Un fou."), "labels"),
        (
            stereoset.written("x", "Un BLANK.", "Un a.", "Un b.", "Un c.", labels=("stereotype",) * 2 + ("unrelated",)),
            "labels",
        ),
        (
            GOOD | {"sentences": [{"sentence": "Un."}, *GOOD["sentences"][1:]]},
            "labels",
        ),
        (GOOD | {"sentences": [*GOOD["sentences"], GOOD["sentences"][0]]}, "labels"),
        (stereoset.written("x", "Un BLANK.", "Un roi.", " ", "Un fou."), "empty"),
        (GOOD | {"sentences": [{"gold_label": "stereotype"}, *GOOD["sentences"][1:]]}, "empty"),
        (stereoset.written("x", "Un roi.", "Un roi.", "Un fou.", "Un c."), "no-blank"),
        (stereoset.written("x", "Un BLANK.", "Deux rois.", "Un fou.", "Un c."), None),
    ],
)
def test_what_no_scoring_can_ask_is_unusable_and_says_why(tmp_path: Path, test: dict[str, Any], reason: str | None):
    assert TRIPLES.unusable_reason(read_one(tmp_path, test)) == reason


def test_across_sentences_needs_no_blank_but_a_context(tmp_path: Path):
    path = stereoset.write(tmp_path / "x.json", None, [stereoset.INTER[0] | {"context": ""}, stereoset.INTER[1]])
    dataset = open_benchmark(f"stereoset-fr={path}")
    assert dict(dataset.unusable) == {"a1": "empty"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "is empty"),
        ('{"data": {\n"intrasentence": [,]}}', "line 2: this is not JSON"),
        ("[]", "has no tests"),
        ('{"data": {}}', "line 1: there is neither data.intrasentence nor data.intersentence"),
        ('"data"', "line 1: there is neither data.intrasentence nor data.intersentence"),
        ('{"data": {"intrasentence": {}}}', "a list of tests"),
        ("[3]", "test[0]"),
        (json.dumps([GOOD | {"target": None}]), "`$.target`"),
        (json.dumps([GOOD | {"context": "a\ud83d"}]), "line 1, test[0]: a text has half of a surrogate pair"),
        (json.dumps([GOOD | {"sentences": {}}]), "`$.sentences`"),
        (json.dumps([GOOD | {"sentences": ["Un."]}]), "`$.sentences[0]`"),
        (json.dumps([GOOD, GOOD], indent=1), "the id g is that of line 3 too"),
        (
            json.dumps(
                {"data": {"intersentence": [GOOD, stereoset.written("h", "Un.", "Deux.", labels=("steréo",))]}},
                indent=1,
            ),
            "line 28, intersentence[1]: the gold_label is 'steréo'; correct it to one of stereotype, anti-stereotype",
        ),
    ],
)
def test_an_unreadable_file_is_refused_in_one_sentence_with_the_place(tmp_path: Path, content: str, says: str):
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(InputError) as refusal:
        read(path)
    assert str(path) in str(refusal.value)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
