"""Samples, translators and editors: who is given what, and what comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapt.made_adaptations import Cells, adaptation, bring, edited, pair, translated
from epicene.adapt.adaptation import EDITOR, TRANSLATOR, Adaptation, AdaptationFacts
from epicene.adapt.decisions import fix, state_of
from epicene.adapt.gazetteer import proposed
from epicene.adapt.publish import export_table, history_table, progress_table
from epicene.adapt.samples import SampleRequest, apply_sample, draw, progress_of, role_of
from epicene.adapt.spreadsheets import read_table, write_table
from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.kinds.pairs.kind import PAIRS

ONE = SampleRequest(["Ana"], ["Bo"])
TWO = SampleRequest(["Ana", "Bo"], ["Ana", "Bo"], size=2)


def test_the_papers_division_16_samples_of_90_and_one_of_68(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1508)
    drawn = [sample for sample, _ in draw(made, SampleRequest(["Ana", "Bo", "Cy"], ["Ana", "Bo", "Cy"]), {})]
    assert [len(sample.ids) for sample in drawn] == [90] * 16 + [68]
    ids = [item_id for sample in drawn for item_id in sample.ids]
    assert len(set(ids)) == 1508
    assert ids != sorted(ids, key=int)
    assert all(sample.translator != sample.editor for sample in drawn)
    assert [sample.translator for sample in drawn[:4]] == ["Ana", "Bo", "Cy", "Ana"]
    with pytest.raises(InputError, match="left to do"):
        draw(made, TWO, {})


def test_the_same_seed_draws_the_same_samples_and_another_others(tmp_path: Path) -> None:
    drawn = []
    for name, seed in (("first", 1), ("again", 1), ("other", 2)):
        samples = draw(adaptation(tmp_path / name, 40), SampleRequest(["A"], ["B"], 20, seed=seed), {})
        drawn.append([sample.ids for sample, _ in samples])
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_later_drawing_takes_what_is_left_and_nobody_edits_alone(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a")
    with pytest.raises(InputError, match="Ana"):
        draw(made, SampleRequest(["Ana"], ["Ana"]), {})
    draw(made, SampleRequest(["Ana"], ["Bo"], size=2, count=1), {})
    draw(made, TWO, {})
    assert [len(sample.ids) for sample in made.samples()] == [2, 2, 1]
    assert sorted(item_id for sample in made.samples() for item_id in sample.ids) == list("01234")
    write_table(tmp_path / "t.csv", ("id", "role"), [{"id": "1", "role": "editor"}, {"id": "2", "role": "translator"}])
    with pytest.raises(InputError, match="translator, editor"):
        role_of(tmp_path / "t.csv")


def test_from_a_translator_to_an_editor_to_the_set_with_both_names_in_the_history(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3)
    ((_, table),) = draw(made, ONE, {})
    first = bring(made, table, lambda row: translated(row) | {"labels": "name" if row["id"] == "0" else ""})
    assert (first.role, first.new, first.applied) == (TRANSLATOR, 3, None)
    assert not made.adapted_path.exists()
    (for_bo,) = first.for_editors
    assert for_bo.name == "01-editor-Bo.csv"
    assert {row["translator says"] for row in read_table(for_bo, ())} == {"Ana: accept"}

    last = bring(made, for_bo, lambda row: edited(row) | {"labels": row["labels"] or "food", "comment": "dish"})
    assert last.applied is not None
    assert (last.role, last.applied.n_items) == (EDITOR, 3)
    texts = [item.variants[Role.LESS].text for item in made.current()]
    assert texts == [f"Les hommes chantent {n} fois." for n in range(3)]
    history = [entry for entry in made.history() if entry.id == "1"]
    assert [(entry.role, entry.by, entry.sample, entry.minutes) for entry in history] == [
        (TRANSLATOR, "Ana", 1, 1.5), (EDITOR, "Bo", 1, 0.5),
    ]  # fmt: skip
    assert all(entry.at.endswith("+00:00") for entry in history)
    assert [row[2:5] for row in history_table(history, "fr").rows] == [
        ("Ana", "traduction", "accepté"), ("Bo", "révision", "accepté"),
    ]  # fmt: skip
    progress = progress_of(made)
    assert (progress.items, progress.sampled, progress.translated, progress.edited) == (3, 3, 3, 3)
    assert [(who.person, who.role, who.given, who.left, who.labels, who.minutes) for who in progress.people] == [
        ("Ana", TRANSLATOR, 3, 0, {"name": 1}, 4.5), ("Bo", EDITOR, 3, 0, {"name": 1, "food": 2}, 1.5),
    ]  # fmt: skip
    assert progress_table(progress, "fr").rows[0][:2] == ("Ana", "traduction")


def test_a_table_comes_back_in_parts(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3)
    ((_, table),) = draw(made, ONE, {})
    parts = [bring(made, table, lambda row: translated(row) if row["id"] == "2" else row)]
    parts += [apply_sample(made, table, TRANSLATOR), bring(made, table, translated)]
    assert [(part.new, [path.name for path in part.for_editors]) for part in parts] == [
        (1, ["01-editor-Bo.csv"]), (0, []), (2, ["01-editor-Bo-2.csv"]),
    ]  # fmt: skip
    assert [entry.id for entry in made.history()].count("2") == 1


def test_what_changes_after_editing_waits_for_its_editor_again(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    ((_, table),) = draw(made, ONE, {})
    (for_bo,) = bring(made, table, translated).for_editors
    bring(made, for_bo, edited)
    bring(made, table, lambda row: row | {"more": "Les femmes chantent mal."})
    assert (progress_of(made).translated, progress_of(made).edited) == (1, 0)


def test_what_cannot_be_translated_is_removed_once_the_editor_agrees(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 2)
    ((_, table),) = draw(made, ONE, {})
    removed = {"decision": "remove", "labels": "untranslatable; US culture"}
    (for_bo,) = bring(made, table, lambda row: row | removed if row["id"] == "0" else translated(row)).for_editors
    bring(made, for_bo, lambda row: row | {"decision": "keep"} if row["id"] == "0" else edited(row))
    assert [item.id for item in made.current()] == ["1"]
    labels = {label for entry in made.history() if entry.id == "0" for label in entry.labels}
    assert labels == {"untranslatable", "US culture", "removed"}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"by": "Ana"}, "Ana translated 0"),
        ({"by": ""}, "line 2: the column by"),
        ({"sample": "7"}, "0 is not in sample '7'"),
        ({"minutes": "long"}, "minutes is 'long'"),
        ({"less": ""}, "less of 0"),
        ({"decision": "keep"}, "a text of 0"),
    ],
    ids=["own", "nobody", "sample", "minutes", "half", "kept half"],
)
def test_an_editors_slip_is_refused(change: Cells, named: str, tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    ((_, table),) = draw(made, ONE, {})
    (for_bo,) = bring(made, table, translated).for_editors
    with pytest.raises(InputError, match=named):
        bring(made, for_bo, lambda row: edited(row) | change)
    assert not made.adapted_path.exists()


def test_a_translator_who_is_not_shown_the_draft_starts_from_nothing(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", draft="chantent")
    for draft_shown, text in ((True, "Elles chantent."), (False, "")):
        ((_, table),) = draw(made, SampleRequest(["Ana"], ["Bo"], 2, count=1, draft_shown=draft_shown), {"0": "x → y"})
        cells = {(row["draft more"], row["more"], row["decision"]) for row in read_table(table, ())}
        assert cells == {(text, text, "")}


def test_proposals_stand_beside_the_pair_and_change_nothing(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 1)
    made.write_source([pair(0, "Mary ate tacos.", "John ate tacos.")])
    proposals = proposed(made, None, "en")
    assert proposals["0"].startswith("tacos → couscous (Food: ")
    assert "; Mary → Marie (" in proposals["0"]
    ((_, table),) = draw(made, ONE, proposals)
    (row,) = read_table(table, ())
    assert (row["proposals"], row["more"]) == (proposals["0"], "")


def test_a_revision_keeps_old_and_new_with_the_reason(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a", 3, to="en")
    assert proposed(made, None, "en") == {}
    written = fix(made, state_of(made), tmp_path / "t.csv", {}, every=True)
    assert (written.proposed, written.undecided) == (0, 0)
    ((_, table),) = draw(made, ONE, {})
    with pytest.raises(InputError, match="0 changes, but no label"):
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
    assert [item.id for item in PAIRS.read(out, "en", format="table")] == ["0", "1", "2"]
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
    ((_, table),) = draw(made, ONE, {})
    words = {"context": "Le poète peut BLANK.", "stereotype": "rimer", "anti-stereotype": "rapper"}
    with pytest.raises(InputError, match="unrelated of 1"):
        bring(made, table, lambda row: row | words | {"decision": "accept"})
    (for_bo,) = bring(made, table, lambda row: row | {"unrelated": "germer"}).for_editors
    (row,) = read_table(for_bo, ())
    assert [row[name] for name in TRIPLES.texts_to_adapt] == ["Le poète peut BLANK.", "rimer", "rapper", "germer"]
    bring(made, for_bo, lambda row: row | {"unrelated": "bourgeonner", "decision": "accept"})
    (item,) = made.current()
    assert [text.text for text in item.variants.values()][2] == "Le poète peut bourgeonner."
