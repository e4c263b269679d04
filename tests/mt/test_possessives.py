"""Possessives in English translations: a table of constructions, each about a man and about a woman."""

from __future__ import annotations

import csv
from pathlib import Path

from epicene.grammar.english.possessives import PEOPLE, last_possessive
from epicene.grammar.word_patterns import read_table, word_list

SWAPPED = {"his": "her", "her": "his"}
KNOWN = {"his", "her", "hers", "my", "our", "ours", "your", "yours", "its", "their", "theirs"}  # possessives themselves
FORMS = [{"his", "her", "hers"}, {"him", "her"}, {"he", "she"}, {"himself", "herself"}, {"she", "he"}]


def constructions() -> list[dict[str, str]]:
    with Path(__file__).with_name("possessive_constructions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def words_of(sentence: str) -> list[str]:
    return "".join(letter if letter.isalpha() else " " for letter in sentence.lower()).split()


def test_at_least_eighty_constructions_are_read_alike_for_both_genders() -> None:
    rows = constructions()
    assert len(rows) >= 80
    wrong = [
        (row["masculine"], last_possessive(row["masculine"]), row["feminine"], last_possessive(row["feminine"]))
        for row in rows
        if last_possessive(row["masculine"]) != row["found"]
        or last_possessive(row["feminine"]) != SWAPPED.get(row["found"], row["found"])
    ]
    assert wrong == []


def test_what_follows_an_object_is_read_alike_for_both_genders() -> None:
    """Of every word that cannot be owned: *his* boss did something to *her*, and the mirror of it."""
    table = read_table("grammar/english/possessives.toml")["after_object"]
    for word in (*word_list(table["words"]), *word_list(table["adverbs"])):
        if word not in KNOWN:
            assert last_possessive(f"His boss told her {word}.") == "his", word
            assert last_possessive(f"Her boss told him {word}.") == "her", word


def test_the_four_cells_of_the_paper_are_what_they_were() -> None:
    read = {row["found"]: PEOPLE.find_possessive(row["masculine"]) for row in constructions()}
    assert read == {
        **{"his": "his", "her": "her", "both": "both", "": "other"},
        **dict.fromkeys(("their", "inclusive", "wrong"), "other"),
    }
