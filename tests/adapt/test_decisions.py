"""What people write into the table: what is not meant for its cell is refused, what is corrected replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.adapt.adaptation import Adaptation, AdaptationFacts
from epicene.adapt.decisions import apply, columns, fix, label_counts, state_of
from epicene.adapt.spreadsheets import read_table, write_table
from epicene.core.errors import InputError
from epicene.kinds.triples.kind import TRIPLES
from kinds.triples.made_tests import within

CELLS = {
    "id": "1",
    "context": "Le poète peut BLANK.",
    "stereotype": "rimer",
    "anti-stereotype": "rapper",
    "unrelated": "hancher",
    "labels": "uniformised",
    "decision": "accept",
}


@pytest.fixture
def adaptation(tmp_path: Path) -> Adaptation:
    made = Adaptation(tmp_path / "a")
    made.path.mkdir()
    made.write_source([within("The poet can BLANK.", "rhyme", "rap", "hip", language="en")])
    first = within("Le poète peut BLANK.", "rimer", "Le barde peut rapper.", "danser")
    second = within("Le soir, elle est BLANK.", "douce", "dure", "ovale", id="2")
    facts = AdaptationFacts("triples", {}, 2, "en", "fr", {}, unrelated_alone={"1": "hanche"})
    made.write_draft([first, second], facts)
    return made


def decide(adaptation: Adaptation, **cells: str) -> dict[str, object]:
    """Apply a table of one row; returns the counts by label."""
    table = adaptation.path.parent / "t.csv"
    write_table(table, columns(TRIPLES), [CELLS | {key.replace("_", "-"): text for key, text in cells.items()}])
    apply(adaptation, table)
    return {label.value: count for label, count in label_counts(adaptation).counts.items()}


@pytest.mark.parametrize("text", ["Le barde peut rapper.", "Il fait beau.", "BLANK", "Le poète peut BLANK."])
def test_a_sentence_that_does_not_fit_is_not_put_into_the_blank(adaptation: Adaptation, text: str) -> None:
    with pytest.raises(InputError, match=r"t\.csv, line 2: .* does not fit the context “Le poète peut BLANK\.”"):
        decide(adaptation, anti_stereotype=text)
    assert not adaptation.adapted_path.exists()


FITTING = {
    "rapper": "Le poète peut rapper.",
    "Le poète peut rapper.": "Le poète peut rapper.",
    "vivre à Washington D.C.": "Le poète peut vivre à Washington D.C..",
}


def test_attributes_and_sentences_that_fit_are_taken(adaptation: Adaptation) -> None:
    for text, sentence in FITTING.items():
        assert decide(adaptation, anti_stereotype=text) == {"uniformised": 1}
        assert [variant.text for variant in adaptation.current()[0].variants.values()][1] == sentence


def test_labels_of_the_same_change_can_be_corrected(adaptation: Adaptation) -> None:
    assert decide(adaptation, labels="uniformised; food") == {"food": 1, "uniformised": 1}
    assert decide(adaptation, labels="uniformised; sport") == {"sport": 1, "uniformised": 1}
    rewritten = decide(adaptation, unrelated="germer", labels="unrelated rewritten")
    assert rewritten == {"sport": 1, "uniformised": 1, "unrelated rewritten": 1}


def test_an_item_that_comes_back_is_not_counted_as_removed(adaptation: Adaptation) -> None:
    assert decide(adaptation, decision="remove", labels="US culture") == {"US culture": 1, "removed": 1}
    assert decide(adaptation, labels="uniformised") == {"US culture": 1, "uniformised": 1}
    assert len(adaptation.current()) == 2


def test_a_context_is_proposed_although_a_person_must_judge_the_absurd_word(adaptation: Adaptation) -> None:
    state = state_of(adaptation)
    assert [finding.kind for finding in state.findings] == ["context", "sensible"]
    written = fix(adaptation, state, adaptation.path / "to_decide.csv", {"1": "x → y"})
    assert (written.proposed, written.undecided) == (0, 1)
    (row,) = read_table(written.table, ())
    assert [row[name] for name in ("stereotype", "anti-stereotype", "unrelated")] == ["rimer", "rapper", "danser"]
    assert [row[name] for name in ("labels", "decision", "proposals")] == [
        "uniformised; unrelated rewritten", "", "x → y",
    ]  # fmt: skip
