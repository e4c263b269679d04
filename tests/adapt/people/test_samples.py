"""Samples, translators and editors: who is given what, and what comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapt.people.made_adaptations import Cells, adaptation, bring, edited, pair, translated
from epicene.adapt.adaptation_folder import Adaptation, AdaptationFacts
from epicene.adapt.decision_history import EDITOR, TRANSLATOR, read_history
from epicene.adapt.fix import fix, proposed
from epicene.adapt.people.samples import Drawing, draw, progress_of, read_samples, role_of, take_back
from epicene.adapt.publish import export_table
from epicene.adapt.spreadsheets import read_table, write_table
from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.kinds.pairs.kind import PAIRS
from epicene.kinds.pairs.read import read_table as read_crows

TWO = Drawing(["Ana", "Bo"], ["Ana", "Bo"], size=2)


def test_the_papers_division_16_samples_of_90_and_one_of_68(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1508)
    drawn = draw(made, Drawing(["Ana", "Bo", "Cy"], ["Ana", "Bo", "Cy"]), {})
    assert [len(sample.ids) for sample, _ in drawn] == [90] * 16 + [68]
    ids = [item_id for sample, _ in drawn for item_id in sample.ids]
    assert len(set(ids)) == 1508
    assert ids != sorted(ids, key=int)
    assert all(sample.translator != sample.editor for sample, _ in drawn)
    assert [sample.translator for sample, _ in drawn[:4]] == ["Ana", "Bo", "Cy", "Ana"]
    with pytest.raises(InputError, match="is left to do"):
        draw(made, TWO, {})


def test_the_same_seed_draws_the_same_samples_and_another_others(tmp_path: Path) -> None:
    drawn = [
        [sample.ids for sample, _ in draw(adaptation(tmp_path / name, 40), Drawing(["A"], ["B"], 20, seed=seed), {})]
        for name, seed in (("one", 1), ("again", 1), ("other", 2))
    ]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_later_drawing_takes_what_is_left(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a")
    draw(made, Drawing(["Ana"], ["Bo"], size=2, count=1), {})
    draw(made, TWO, {})
    samples = read_samples(made)
    assert [len(sample.ids) for sample in samples] == [2, 2, 1]
    assert sorted(item_id for sample in samples for item_id in sample.ids) == list("01234")


def test_nobody_edits_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Nobody is left to edit what Ana translates"):
        draw(adaptation(tmp_path / "a"), Drawing(["Ana"], ["Ana"]), {})


def test_from_a_translator_to_an_editor_to_the_set_with_both_names_in_the_history(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3)
    ((sample, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    first = bring(made, table, lambda row: translated(row) | {"labels": "name" if row["id"] == "0" else ""})
    assert (first.role, first.new, first.applied) == (TRANSLATOR, 3, None)
    assert not made.adapted_path.exists()
    (for_bo,) = first.for_editors
    assert for_bo.name == "01-editor-Bo.csv"
    assert {row["translator says"] for row in read_table(for_bo, ())} == {"Ana: accept"}

    last = bring(made, for_bo, lambda row: edited(row) | {"labels": row["labels"] or "food", "comment": "dish"})
    assert last.applied is not None
    assert (last.role, last.applied.n_items) == (EDITOR, 3)
    assert [item.variants[Role.LESS].text for item in made.current()] == [
        f"Les hommes chantent {n} fois." for n in range(3)
    ]
    history = [(one.id, one.role, one.by, one.sample, one.minutes) for one in read_history(made) if one.id == "1"]
    assert history == [("1", TRANSLATOR, "Ana", 1, 1.5), ("1", EDITOR, "Bo", 1, 0.5)]
    assert all(one.at.endswith("+00:00") for one in read_history(made))
    found = progress_of(made)
    assert (found.items, found.sampled, found.translated, found.edited) == (3, 3, 3, 3)
    assert [(one.person, one.role, one.given, one.left, one.labels, one.minutes) for one in found.people] == [
        ("Ana", TRANSLATOR, 3, 0, {"name": 1}, 4.5), ("Bo", EDITOR, 3, 0, {"name": 1, "food": 2}, 1.5),
    ]  # fmt: skip
    assert sample.draft_shown


def test_a_table_comes_back_in_parts(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3)
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    one = bring(made, table, lambda row: translated(row) if row["id"] == "2" else row)
    again = take_back(made, table, TRANSLATOR)
    rest = bring(made, table, translated)
    assert [(part.new, [path.name for path in part.for_editors]) for part in (one, again, rest)] == [
        (1, ["01-editor-Bo.csv"]), (0, []), (2, ["01-editor-Bo-2.csv"]),
    ]  # fmt: skip
    assert [entry.id for entry in read_history(made)].count("2") == 1


def test_what_changes_after_editing_waits_for_its_editor_again(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    (for_bo,) = bring(made, table, translated).for_editors
    bring(made, for_bo, edited)
    bring(made, table, lambda row: row | {"more": "Les femmes chantent mal."})
    assert (progress_of(made).translated, progress_of(made).edited) == (1, 0)


def test_what_cannot_be_translated_is_removed_once_the_editor_agrees(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 2)
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})

    def marked(row: Cells) -> Cells:
        is_first = row["id"] == "0"
        return row | {"decision": "remove", "labels": "untranslatable; US culture"} if is_first else translated(row)

    (for_bo,) = bring(made, table, marked).for_editors
    bring(made, for_bo, lambda row: row | {"decision": "keep"} if row["id"] == "0" else edited(row))
    assert [item.id for item in made.current()] == ["1"]
    assert {label for one in read_history(made) if one.id == "0" for label in one.labels} == {
        "untranslatable", "US culture", "removed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"by": "Ana"}, "Ana translated 0; somebody else must edit it"),
        ({"by": ""}, "line 2: the column by is empty"),
        ({"sample": "7"}, "0 is not in sample '7'"),
        ({"minutes": "long"}, "minutes is 'long'"),
        ({"less": ""}, "less of 0 is empty"),
        ({"decision": "keep"}, "a text of 0 is empty"),
    ],
    ids=["own", "nobody", "sample", "minutes", "half", "kept half"],
)
def test_an_editors_slip_is_refused(change: Cells, message: str, tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    (for_bo,) = bring(made, table, translated).for_editors
    with pytest.raises(InputError, match=message):
        bring(made, for_bo, lambda row: edited(row) | change)
    assert not made.adapted_path.exists()


def test_a_translator_who_is_not_shown_the_draft_starts_from_nothing(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", draft="chantent")
    ((_, shown),) = draw(made, Drawing(["Ana"], ["Bo"], 2, count=1), {"0": "x → y"})
    ((_, hidden),) = draw(made, Drawing(["Ana"], ["Bo"], 2, count=1, draft_shown=False), {})
    assert {(row["draft more"], row["more"]) for row in read_table(shown, ())} == {("Elles chantent.",) * 2}
    assert {(row["draft more"], row["more"]) for row in read_table(hidden, ())} == {("", "")}
    assert {row["decision"] for row in read_table(shown, ())} == {""}


def test_proposals_stand_beside_the_pair_and_change_nothing(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    made.write_source([pair(0, "Mary ate tacos.", "John ate tacos.")])
    proposals = proposed(made, None, "en")
    assert proposals["0"].startswith("tacos → couscous (Food: ")
    assert "; Mary → Marie (" in proposals["0"]
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), proposals)
    (row,) = read_table(table, ())
    assert (row["proposals"], row["more"]) == (proposals["0"], "")


def test_a_revision_keeps_old_and_new_with_the_reason(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3, to="en")
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    with pytest.raises(InputError, match="0 changes, but no label says how"):
        bring(made, table, lambda row: row | {"less": "Boys sing.", "decision": "accept"})

    def revised(row: Cells) -> Cells:
        kept = {"less": row["draft less"], "decision": "keep"}
        return row | ({"labels": "double switch", "comment": "a negation"} if row["id"] == "0" else kept)

    (for_bo,) = bring(made, table, revised).for_editors
    bring(made, for_bo, lambda row: row | {"decision": "keep"})
    out = tmp_path / "revised.tsv"
    assert export_table(made, out) == 3
    header, first, *_ = (line.split("\t") for line in out.read_text(encoding="utf-8").splitlines())
    assert dict(zip(header, first, strict=True)) == {
        "id": "0",
        "sent_more": "Women sing 0 songs.",
        "sent_less": "Boys sing.",
        "stereo_antistereo": "stereo",
        "bias_type": "gender",
        "origin": "native",
        "source_sent_more": "Women sing 0 songs.",
        "source_sent_less": "Men sing 0 songs.",
        "labels": "double switch",
        "reason": "a negation",
    }
    assert [item.id for item in read_crows(out, language="en", origin=lambda *_: "native")] == ["0", "1", "2"]
    assert export_table(made, tmp_path / "changed.tsv", changed_only=True) == 1


@pytest.mark.about("triples")
def test_tests_of_three_candidates_go_the_same_way(tmp_path: Path) -> None:
    from epicene.kinds.triples.kind import TRIPLES
    from kinds.triples.made_tests import within

    made = Adaptation(tmp_path / "a")
    made.path.mkdir()
    source = within("The poet can BLANK.", "rhyme", "rap", "hip", language="en")
    made.write_source([source])
    empty = TRIPLES.with_texts(source, dict.fromkeys(TRIPLES.texts_to_adapt, ""), language="fr")
    made.write_draft([empty], AdaptationFacts(TRIPLES.name, {}, 1, "en", "fr", {"name": "people"}))
    ((_, table),) = draw(made, Drawing(["Ana"], ["Bo"]), {})
    words = {"context": "Le poète peut BLANK.", "stereotype": "rimer", "anti-stereotype": "rapper"}
    with pytest.raises(InputError, match="unrelated of 1 is empty"):
        bring(made, table, lambda row: row | words | {"decision": "accept"})
    (for_bo,) = bring(made, table, lambda row: row | {"unrelated": "germer"}).for_editors
    (row,) = read_table(for_bo, ())
    assert [row[name] for name in TRIPLES.texts_to_adapt] == ["Le poète peut BLANK.", "rimer", "rapper", "germer"]
    bring(made, for_bo, lambda row: row | {"unrelated": "bourgeonner", "decision": "accept"})
    (item,) = made.current()
    assert [text.text for text in item.variants.values()][2] == "Le poète peut bourgeonner."


def test_a_revision_gets_no_proposals_for_names(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1, to="en")
    assert proposed(made, None, "en") == {}
    found = fix(made.current(), made.source(), [], tmp_path / "t.csv", PAIRS, every=True)
    assert (found.proposed, found.undecided) == (0, 0)


def test_a_table_with_two_roles_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    write_table(table, ("id", "role"), [{"id": "1", "role": "editor"}, {"id": "2", "role": "translator"}])
    with pytest.raises(InputError, match="must say the same in every row, one of translator, editor"):
        role_of(table)


def test_lines_that_somebody_edited_are_refused(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a")
    for path, read in ((made.samples_path, read_samples), (made.history_path, read_history)):
        path.write_text(json.dumps({"number": "one"}) + "\n", encoding="utf-8")
        with pytest.raises(InputError, match="undo the edit"):
            read(made)
