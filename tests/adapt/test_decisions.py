"""What people write into the table: what is not meant for its cell is refused, what is corrected replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.adapt.adaptation_folder import Adaptation, AdaptationFacts
from epicene.adapt.checking.translation_check import Origin, check
from epicene.adapt.decisions import apply, label_counts
from epicene.adapt.fix import columns, fix
from epicene.adapt.spreadsheets import read_table, write_table
from epicene.core.errors import InputError
from epicene.kinds.triples.kind import TRIPLES
from kinds.triples.made_tests import within

SOURCE = within("The poet can BLANK.", "rhyme", "rap", "hip", language="en")
DRAFT = within("Le poète peut BLANK.", "rimer", "Le barde peut rapper.", "danser")
CELLS = {
    "id": "1",
    "context": "Le poète peut BLANK.",
    "stereotype": "rimer",
    "anti-stereotype": "rapper",
    "unrelated": "hancher",
    "labels": "uniformised",
    "decision": "accept",
}

FACTS = AdaptationFacts("triples", {}, 2, "en", "fr", {})


@pytest.fixture
def adaptation(tmp_path: Path) -> Adaptation:
    made = Adaptation(tmp_path / "a")
    made.path.mkdir()
    made.write_source([SOURCE])
    second = within("Le soir, elle est BLANK.", "douce", "dure", "ovale", id="2")
    made.write_draft([DRAFT, second], FACTS)
    return made


def decide(adaptation: Adaptation, **cells: str) -> dict[str, object]:
    """Apply a table of one row; returns the counts by label."""
    table = adaptation.path.parent / "t.csv"
    write_table(table, columns(TRIPLES), [CELLS | {key.replace("_", "-"): text for key, text in cells.items()}])
    apply(adaptation, table)
    return {label.value: count for label, count in label_counts(adaptation).counts.items()}


@pytest.mark.parametrize(
    "text",
    ["Le barde peut rapper.", "Il fait beau.", "BLANK", "Le poète peut BLANK."],
    ids=["reworded", "another", "blank", "context"],
)
def test_a_sentence_that_does_not_fit_is_not_put_into_the_blank(adaptation: Adaptation, text: str) -> None:
    with pytest.raises(InputError, match=r"t\.csv, line 2: .* does not fit the context “Le poète peut BLANK\.”"):
        decide(adaptation, anti_stereotype=text)
    assert not adaptation.adapted_path.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rapper", "Le poète peut rapper."),
        ("Le poète peut rapper.", "Le poète peut rapper."),
        ("vivre à Washington D.C.", "Le poète peut vivre à Washington D.C.."),
    ],
)
def test_attributes_and_sentences_that_fit_are_taken(adaptation: Adaptation, text: str, said: str) -> None:
    assert decide(adaptation, anti_stereotype=text) == {"uniformised": 1}
    assert [one.text for one in adaptation.current()[0].variants.values()][1] == said


def test_labels_of_the_same_change_can_be_corrected(adaptation: Adaptation) -> None:
    assert decide(adaptation, labels="uniformised; food") == {"food": 1, "uniformised": 1}
    assert decide(adaptation, labels="uniformised; sport") == {"sport": 1, "uniformised": 1}
    assert decide(adaptation, unrelated="germer", labels="unrelated rewritten") == {
        "sport": 1, "uniformised": 1, "unrelated rewritten": 1,
    }  # fmt: skip


def test_what_is_taken_back_is_not_counted_as_removed(adaptation: Adaptation) -> None:
    assert decide(adaptation, decision="remove", labels="US culture") == {"US culture": 1, "removed": 1}
    assert decide(adaptation, labels="uniformised") == {"US culture": 1, "uniformised": 1}
    assert len(adaptation.current()) == 2


def test_a_context_is_proposed_although_a_person_must_judge_the_absurd_word(adaptation: Adaptation) -> None:
    item = within("Le poète peut BLANK.", "rimer", "Le barde peut rapper.", "danser")
    found = check([item], Path("draft"), TRIPLES, Origin({"1": SOURCE}, "en", {"1": "hanche"}))
    assert [finding.kind for finding in found] == ["context", "sensible"]
    table = adaptation.path / "to_decide.csv"
    done = fix([item], {"1": SOURCE}, found, table, TRIPLES)
    assert (done.proposed, done.undecided) == (0, 1)
    (row,) = read_table(table, ())
    assert [row[name] for name in ("stereotype", "anti-stereotype", "unrelated")] == ["rimer", "rapper", "danser"]
    assert (row["labels"], row["decision"]) == ("uniformised; unrelated rewritten", "")


@pytest.mark.parametrize("text", ["{}", "[]", '{"kind": "quads"}', "{"])
def test_facts_that_somebody_edited_are_refused(text: str, adaptation: Adaptation) -> None:
    adaptation.facts_path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"adaptation\.json is not as `epicene adapt translate` wrote it"):
        Adaptation(adaptation.path).draft()
