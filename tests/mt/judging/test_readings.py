"""Rules against labelled outputs of our own (readings_guideline.md): hard constructions in both directions."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from epicene.grammar.people import Gender, SubjectPhrase, sentence_words
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.line_judge import AGREEMENT, DIRECTIONS, KEPT, UNREADABLE, read_rest
from epicene.mt.noun_phrases import has_spacy, spacy_subject_genders

Row = dict[str, str]
OF_ENGLISH = {"her": "feminine", "his": "masculine", "inclusive": "neo"}


def rows(language: str) -> list[Row]:
    with Path(__file__).with_name(f"readings_{language}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def open_line(row: Row) -> CorpusLine:
    """A line whose English says no gender, with the row's noun."""
    english = row["source"].replace(" his ", " their ").replace(" her ", " their ")
    subject = SubjectPhrase("la", sentence_words(row["noun"]))
    return CorpusLine(0, 0, Gender.FEMININE, subject, "epicene", True, row["noun"], "", english, open=True)


def label_of(row: Row, language: str) -> str:
    if language == "en":
        line = CorpusLine(
            *(0, 0, Gender.FEMININE, SubjectPhrase("la", ("x",)), "epicene", True, "x", row["source"]),
            f"The {row['noun']} has finished her work.",
        )
        fine = DIRECTIONS["fr-en"].judge(line, row["output"]).fine
        return OF_ENGLISH.get(fine, fine)
    found = DIRECTIONS["en-fr"].judge(open_line(row), row["output"])
    kept = found.fine or "open"
    return {KEPT: kept, UNREADABLE: "wrong"}.get(found.outcome, found.outcome)


@pytest.mark.parametrize(
    ("language", "part", "least"),
    [("en", "rules", 118), ("en", "aside", 58), ("fr", "rules", 117), ("fr", "aside", 57)],
)
def test_the_rules_agree_with_readers_on_hard_outputs(language: str, part: str, least: int) -> None:
    """Of 122 and 61, 120 and 60 lines; before, the rules agreed on 72 and 35, 67 and 31."""
    wrong = [
        (row["output"], row["label"], found)
        for row in rows(language)
        if row["set"] == part
        for found in [label_of(row, language)]
        if found != row["label"]
    ]
    total = sum(row["set"] == part for row in rows(language))
    assert total - len(wrong) >= least, wrong


def test_the_shown_agreement_is_that_of_lines_set_aside() -> None:
    """Measured once, before those lines were looked at: the rules may only have become better since."""
    for language in ("en", "fr"):
        aside = [row for row in rows(language) if row["set"] == "aside"]
        agreed, total = AGREEMENT[language]["rules"]
        assert total == len(aside)
        assert 0.85 * total <= agreed <= sum(label_of(row, language) == row["label"] for row in aside)


@pytest.mark.parametrize(("language", "n", "agreed", "kappa"), [("en", 183, 183, 1.0), ("fr", 180, 177, 0.976)])
def test_two_readers_agree_as_the_guideline_says(language: str, n: int, agreed: int, kappa: float) -> None:
    labelled = rows(language)
    same = sum(row["reader1"] == row["reader2"] for row in labelled)
    assert (len(labelled), same) == (n, agreed)
    first, second = (Counter(row[name] for row in labelled) for name in ("reader1", "reader2"))
    by_chance = sum(first[label] * second[label] for label in first) / n**2
    assert (same / n - by_chance) / (1 - by_chance) == pytest.approx(kappa, abs=5e-4)
    assert all(row["label"] in (row["reader1"], row["reader2"]) for row in labelled)


@pytest.mark.skipif(not has_spacy(), reason="spaCy's small French model is not installed")
def test_spacy_reads_only_what_no_rule_can_and_less_than_the_rules() -> None:
    row = {"source": "The doctor has finished their work.", "noun": "médecin"}
    outputs = ["Quelques-unes ont fini.", "L'artiste a terminé son travail.", "Le médecin a fini.", "-"]
    before = [DIRECTIONS["en-fr"].judge(open_line(row), output) for output in outputs]
    assert [judgment.outcome for judgment in before] == [UNREADABLE, KEPT, "masculine", UNREADABLE]
    assert [judgment.outcome for judgment in read_rest(before)] == ["feminine", KEPT, "masculine", UNREADABLE]
    aside = [row for row in rows("fr") if row["set"] == "aside"]
    genders = spacy_subject_genders([row["output"] for row in aside])
    pairs = [(row["label"], gender) for row, gender in zip(aside, genders, strict=True)]
    same = sum(str(gender) == label if label in tuple(Gender) else gender is None for label, gender in pairs)
    assert abs(same - AGREEMENT["fr"]["spacy"][0]) <= 3, "another version of the model may differ in a line or two"
