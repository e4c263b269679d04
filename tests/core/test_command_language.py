"""What commands say while they work, in the reader's language."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import msgspec
import numpy as np
import pytest

from command import epicene as command
from epicene.core.catalogues import agreeing
from epicene.core.command_language import (
    in_language,
    in_spoken,
    listed,
    quoted,
    reader_language,
    said,
    said_from,
    speaking,
)
from epicene.core.language import language_name
from epicene.core.types import Role
from epicene.scoring.selection import MissingHeadError

FRENCH = {"LANG": "fr_FR.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),  # which we do not speak
        ({}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_first_variable_that_is_set_says_the_language(environment: dict[str, str], language: str) -> None:
    assert reader_language(environment) == language


def test_lists_and_quotations_have_the_marks_of_each_language() -> None:
    both = listed([quoted("a b"), said("none")], "; ")
    assert both == "“a b”; none"
    with speaking("fr"):
        assert in_spoken(both) == "«\u00a0a b\u00a0»\u00a0; aucun"
        assert in_spoken(listed(["her", "epicene"], " or ")) == "her ou epicene"


@pytest.mark.parametrize("spoken", ["en", "fr"])
def test_what_is_written_down_is_english_whatever_is_spoken(spoken: str) -> None:
    with speaking(spoken):
        whole = said("{path} is in {language}.", path="a.txt", language=language_name("de"))
        again = said_from(json.loads(json.dumps(whole.record())))
    assert again == whole == "a.txt is in German."
    assert pickle.loads(pickle.dumps(whole)).record() == whole.record()
    assert in_language(again, "fr") == "a.txt is in allemand."


def test_any_number_and_name_can_be_written_down() -> None:
    values = {"role": Role("more"), "n": np.int64(12345), "x": float("nan"), "share": np.float32(0.5), "yes": True}
    whole = said("{role} {n:,} {x:.1f} {share:.2f} {yes}", **values)
    record = msgspec.json.decode(msgspec.json.encode(whole.record()))
    assert said_from(record) == whole == "more 12,345 nan 0.50 True"


def test_an_error_within_a_sentence_reaches_another_process_whatever_it_needs_to_be_made() -> None:
    within = MissingHeadError("m", ["--nsp own"])
    whole = pickle.loads(pickle.dumps(said("Not asked: {error}", error=within)))
    assert whole == f"Not asked: {within}"
    assert in_language(whole, "fr") == f"Pas interrogé\u00a0: {in_language(within, 'fr')}"


def test_numbers_that_a_sentence_rounds_or_groups_have_french_digits_and_others_stay_as_typed() -> None:
    with speaking("fr"):
        assert in_spoken(
            said("{size:.1f} and {n:,} of {m:,.0f}; port {port}, not {g:g}", size=2.5, n=12345, m=1e6, port=8000, g=0.5)
        ) == ("2,5 and 12\u202f345 of 1\u202f000\u202f000; port 8000, not 0.5")


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "0 item dans d"), (1, "1 item dans d"), (2, "2 items dans d"), (1200, "1200 items dans d")],
)
def test_words_agree_with_the_number_that_a_sentence_is_filled_with(count: int, sentence: str) -> None:
    with speaking("fr"):
        assert in_spoken(said("{n} items in {out}", n=count, out="d")) == sentence


@pytest.mark.parametrize(
    ("code", "singular"),
    [("fr", (0, 1, -1, 1.5, "1", "1,9", "\u22120,4", "+1,0")), ("en", (1, -1, "1", "\u22121.0"))],
)
def test_a_form_is_singular_below_two_in_french_and_for_one_in_english(code: str, singular: tuple[object, ...]) -> None:
    """Of a number, or of its digits as a page has them; what is no number counts as many."""
    many = (2, -3.5, "1\u202f200", "12") if code == "fr" else (0, 1.5, "1,200", "12")
    assert {agreeing(code, one, "|s") for one in singular} == {""}
    assert {agreeing(code, one, "est|sont") for one in (*many, "some")} == {"sont"}


def test_an_audit_speaks_the_language_of_the_machine_and_leaves_the_english_page(
    masked_model: Path, tmp_path: Path
) -> None:
    arguments = ("audit", masked_model, "--on", "pairs-fr", "--limit", 4, "--out", "run")
    assert command(*arguments, cwd=tmp_path).returncode == 0
    page = tmp_path / "run" / "report.html"
    before = page.read_bytes()
    again = command(*arguments, "--seed", 1, cwd=tmp_path, **FRENCH)
    assert again.returncode == 0, again.stderr
    assert "Calcul de l’empreinte" in again.stderr
    assert "Rapport\u00a0: run/report.fr.html" in again.stdout
    assert 'lang="fr"' in page.with_suffix(".fr.html").read_text(encoding="utf-8")
    assert page.read_bytes() == before
    english = command(*arguments, "--seed", 1, "--lang", "en", cwd=tmp_path, **FRENCH)
    assert "Report: run/report.html" in english.stdout
