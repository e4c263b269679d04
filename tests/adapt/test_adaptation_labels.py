"""Adaptation labels, counted as in the paper's table 2."""

from __future__ import annotations

import pytest

from epicene.adapt.adaptation_labels import LANGUAGES, Label, count_labels, messages, read_labels
from epicene.adapt.publish import adaptation_table
from epicene.core.command_language import in_spoken, speaking
from epicene.core.errors import InputError

# Névéol et al. 2022, table 2: pairs impacted by each modification; 670 pairs in all.
TABLE_2 = {
    "US culture": 24, "untranslatable": 17, "name": 361, "origin": 97, "country": 22, "religion": 7, "sport": 6,
    "food": 6, "other": 21, "non minimal": 22, "double switch": 64, "mismatch": 64,
}  # fmt: skip


def table_2() -> dict[str, list[Label]]:
    """Labels on 670 pairs with the paper's counts: 41 pairs carry a second label."""
    labels = [Label(name) for name, count in TABLE_2.items() for _ in range(count)]
    found = {str(number): [label] for number, label in enumerate(labels[:670])}
    for number, label in enumerate(labels[670:]):
        found[str(number)].append(label)
    return found


def test_the_total_counts_pairs_although_a_pair_may_carry_several_labels() -> None:
    counts = count_labels(table_2(), 1508)
    assert {label.value: number for label, number in counts.counts.items()} == TABLE_2
    assert (counts.total, counts.n_labels, counts.n_items) == (670, 711, 1508)


def test_the_table_reads_as_the_papers() -> None:
    english = adaptation_table(count_labels(table_2(), 1508), "en").splitlines()
    assert english[:4] == ["| Modification | Items |", "|---|---:|", "| US culture | 24 |", "| Untranslatable | 17 |"]
    assert english[13] == "| Bias type mismatch | 64 |"
    assert english[14] == "| **Total** | **670** |"
    assert "670 of 1,508 carry a label; they carry 711 labels" in english[-1]
    french = adaptation_table(count_labels(table_2(), 1508), "fr")
    assert "| Prénom ou nom | 361 |" in french
    assert "670 sur 1\u202f508 portent une étiquette" in french


def test_every_label_has_a_name_in_both_languages() -> None:
    assert all(set(messages(code)["labels"]) == set(Label) for code in LANGUAGES)
    assert len(Label) == 18


@pytest.mark.parametrize("cell", ["name; food", "Food, Name", "Nourriture ; prénom ou nom", "name;name;food;"])
def test_labels_are_read_in_both_languages_and_any_order(cell: str) -> None:
    assert read_labels(cell, "here") == (Label.NAME, Label.FOOD)


def test_an_unknown_label_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match=r"t\.csv, line 3: there is no label 'relgion'\. Did you mean 'Religion'\?"):
        read_labels("relgion", "t.csv, line 3")
    with speaking("fr"), pytest.raises(InputError) as raised:
        read_labels("prénom ou nm", "t.csv")
    with speaking("fr"):
        told = in_spoken(raised.value)
    assert "Vouliez-vous dire «\u00a0Prénom ou nom\u00a0»\u00a0?" in told
    assert "Pays ou lieu, Religion" in told
