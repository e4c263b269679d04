"""Which language verdicts, tables and pages have."""

from __future__ import annotations

import pytest

from epicene.core.language import Language, literal, reader_language

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


@pytest.mark.parametrize(
    ("code", "singular"),
    [("fr", (0, 1, -1, 1.5, "1", "1,9", "\u22120,4", "+1,0")), ("en", (1, -1, "1", "\u22121.0"))],
)
def test_a_form_is_singular_below_two_in_french_and_for_one_in_english(code: str, singular: tuple[object, ...]) -> None:
    """Of a number, or of its digits as a page has them; what is no number counts as many."""
    many = (2, -3.5, "1\u202f200", "12") if code == "fr" else (0, 1.5, "1,200", "12")
    language = Language(code)
    language._messages |= {"n": " { $n ->\n    [one] est\n   *[other] sont\n }", "literal": literal('a "{}" \\ \n')}
    assert {language.text("n", n=number) for number in singular} == {"est"}
    assert {language.text("n", n=number) for number in (*many, "some")} == {"sont"}
    assert language.text("literal") == 'a "{}" \\ \n'
