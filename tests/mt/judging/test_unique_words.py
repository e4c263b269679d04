"""What a single translation makes of the gender."""

from __future__ import annotations

import pytest

from epicene.mt.judging.set_lines import SetLine
from epicene.mt.judging.set_run import judge_line, unique_words

REFERENCES = {"feminine": "Les étudiantes sont venues hier.", "masculine": "Les étudiants sont venus hier."}


def told(hypothesis: str, expected: str = "feminine") -> str:
    return judge_line(SetLine(1, REFERENCES, expected=expected), hypothesis, french=True).found


def left_open(hypothesis: str, inclusive: str = "", *, french: bool = True) -> str:
    return judge_line(SetLine(1, REFERENCES, inclusive=inclusive), hypothesis, french=french).found


def test_words_are_lower_cased_and_punctuation_is_space_as_released() -> None:
    line = SetLine(1, {"feminine": "ELLE-même, l'autre (née).", "masculine": "lui-même l'autre NÉ"})
    assert unique_words(line) == {"feminine": {"elle", "née"}, "masculine": {"lui", "né"}}


@pytest.mark.parametrize(
    ("hypothesis", "outcome"),
    [
        ("Les ÉTUDIANTES vinrent.", "right"),
        ("Les étudiants vinrent.", "wrong"),
        ("Les étudiantes sont venus.", "wrong"),  # a word of the other gender is an error, whatever else stands there
        ("Les élèves vinrent.", "uncovered"),
        ("", "empty"),
        ("…?!", "uncovered"),  # … is no ASCII punctuation, and the released script leaves it
        ("?!", "empty"),
    ],
)
def test_where_the_source_says_the_gender(hypothesis: str, outcome: str) -> None:
    assert told(hypothesis) == outcome


@pytest.mark.parametrize(
    ("hypothesis", "outcome"),
    [
        ("Les étudiantes sont arrivées.", "feminine"),
        ("Les étudiants sont arrivés.", "masculine"),
        ("Les étudiantes sont venus.", "both"),
        ("Les étudiant·e·s sont venu·e·s.", "kept"),
        ("Les étudiant(e)s sont venus.", "kept"),  # the masculine of the participle is the rule, not a choice
        ("Les étudiantes et étudiants sont venus.", "kept"),
        ("Les élèves arrivèrent.", "kept"),
        ("Les élèves sont venus.", "masculine"),
        ("Des personnes sont venues.", "kept"),  # the participle agrees with *personnes*
        ("Des personnes sont venus.", "masculine"),
        ("On vint hier.", "unreadable"),
        ("", "empty"),
    ],
)
def test_where_the_source_leaves_it_open(hypothesis: str, outcome: str) -> None:
    assert left_open(hypothesis) == outcome


def test_an_inclusive_reference_says_what_keeps_it_open_in_any_language() -> None:
    assert left_open("Le corps étudiant est venu.", inclusive="Le corps étudiant est venu hier.") == "kept"
    assert left_open("Les étudiant·e·s vinrent.", french=False) == "unreadable"


def test_an_inclusive_reference_may_stand_for_a_missing_gender() -> None:
    line = SetLine(1, {"feminine": "", "masculine": "I cittadini votano."}, inclusive="La cittadinanza vota.")
    outcomes = [judge_line(line, text, french=False).found for text in ("I cittadini!", "La cittadinanza", "Si vota")]
    assert outcomes == ["masculine", "kept", "kept"]
    assert left_open("L'étudiante s'est levée.", inclusive="L'étudiant(e)s vient.") == "unreadable"  # no s, no e


def test_what_both_references_write_is_no_choice_of_the_translation() -> None:
    references = {"feminine": "Elle aime les femmes et les hommes, celles et ceux-là.", "masculine": ""}
    references["masculine"] = references["feminine"].replace("Elle", "Il")
    line = SetLine(1, references)
    assert judge_line(line, "Il aime celles et ceux-là.", french=True).found == "masculine"


def test_a_typographic_apostrophe_hides_no_word() -> None:
    line = SetLine(1, {"feminine": "l'étudiante", "masculine": "l'étudiant"})
    assert judge_line(line, "l’étudiante", french=True).found == "feminine"


@pytest.mark.parametrize(
    ("hypothesis", "of_told", "of_open"),
    [
        ("Les étudiant·e·s vinrent.", "inclusive", "inclusive"),
        ("Iels vinrent.", "inclusive", "inclusive"),
        ("Les étudiantes et étudiants vinrent.", "both", "both"),
        ("Les élèves vinrent.", "avoided", "avoided"),
        ("Des personnes vinrent.", "avoided", "avoided"),
        ("Les étudiantes sont venus.", "wrong", "both"),
        ("Les étudiants vinrent.", "wrong", "masculine"),
        ("Les étudiantes vinrent.", "right", "feminine"),
        ("On vint hier.", "uncovered", "unreadable"),
        ("", "empty", "empty"),
    ],
)
def test_forms_for_everybody_have_cells_of_their_own(hypothesis: str, of_told: str, of_open: str) -> None:
    told_line, open_line = SetLine(1, REFERENCES, expected="feminine", gender="feminine"), SetLine(1, REFERENCES)
    judged = [judge_line(line, hypothesis, french=True) for line in (told_line, open_line)]
    assert [one.outcome for one in judged] == [of_told, of_open]
    # What was released counts as it did: a doublet holds a word of the other gender.
    assert told("Les étudiantes et étudiants vinrent.") == "wrong"
