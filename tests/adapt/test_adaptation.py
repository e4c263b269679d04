"""The records of an adaptation: labels counted as in the paper's table 2, and files that somebody edited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapt.made_adaptations import adaptation
from epicene.adapt.adaptation import Adaptation, Label, count_labels, read_labels, words_of
from epicene.adapt.publish import adaptation_table
from epicene.core.catalogues import LANGUAGES
from epicene.core.errors import InputError

# Névéol et al. 2022, table 2: pairs impacted by each modification; 670 pairs in all.
TABLE_2 = {
    "US culture": 24, "untranslatable": 17, "name": 361, "origin": 97, "country": 22, "religion": 7, "sport": 6,
    "food": 6, "other": 21, "non minimal": 22, "double switch": 64, "mismatch": 64,
}  # fmt: skip


def test_the_total_counts_pairs_although_a_pair_may_carry_several_labels() -> None:
    """Labels on 670 pairs with the paper's counts: 41 pairs carry a second label."""
    labels = [Label(name) for name, count in TABLE_2.items() for _ in range(count)]
    by_pair = {str(number): [label, *labels[670 + number :][:1]] for number, label in enumerate(labels[:670])}
    counts = count_labels(by_pair, 1508)
    assert {label.value: number for label, number in counts.counts.items()} == TABLE_2
    assert (counts.total, counts.n_labels, counts.n_items) == (670, 711, 1508)
    rows = adaptation_table(counts, "en").splitlines()
    assert rows[2:4] == ["| US culture | 24 |", "| Untranslatable | 17 |"]
    assert rows[13:15] == ["| Bias type mismatch | 64 |", "| **Total** | **670** |"]
    assert "| Prénom ou nom | 361 |" in adaptation_table(counts, "fr")


def test_every_label_has_a_name_in_both_languages() -> None:
    assert all(words_of(code).has(f"adapt.labels.{label}") for code in LANGUAGES for label in Label)


def test_labels_are_read_in_both_languages_and_any_order() -> None:
    for cell in ("name; food", "Food, Name", "Nourriture ; prénom ou nom", "name;name;food;"):
        assert read_labels(cell, "here") == (Label.NAME, Label.FOOD)
    with pytest.raises(InputError, match=r"t\.csv, line 3: .*'relgion'.*'Religion'"):
        read_labels("relgion", "t.csv, line 3")


@pytest.mark.parametrize("text", ["{}", "[]", '{"kind": "quads"}', "{"])
def test_facts_that_somebody_edited_are_refused(text: str, tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a")
    made.facts_path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"adaptation\.json"):
        Adaptation(made.path).draft()


def test_lines_that_somebody_edited_are_refused_by_number(tmp_path: Path) -> None:
    made = adaptation(tmp_path / "a")
    files = {made.samples_path: made.samples, made.history_path: made.history, made.decisions_path: made.decisions}
    for path, read in files.items():
        path.write_text(json.dumps({"number": "one"}) + "\n", encoding="utf-8")
        with pytest.raises(InputError, match=rf"{path.name}, line 1"):
            read()
