import pytest

from epicene.core.errors import InputError
from epicene.core.language import Language

EN, FR = Language("en"), Language("fr")


def test_french_numbers_have_a_decimal_comma_and_a_thin_no_break_space():
    assert FR.percent(59.31) == "59,3\u00a0%"
    assert FR.count(1677) == "1\u202f677"
    assert FR.bracket(55.7, 60.4) == "[55,7\u202f;\u00a060,4]"
    assert FR.p_value(0.0004) == "<\u00a00,001"


def test_english_numbers_have_a_point_and_commas():
    assert EN.percent(59.31) == "59.3%"
    assert EN.count(1677) == "1,677"
    assert EN.bracket(55.7, 60.4) == "[55.7,\u00a060.4]"
    assert EN.p_value(0.0312) == "0.031"


def test_a_span_with_a_minus_sign_has_a_word_between():
    assert EN.span(55.7, 60.4) == "55.7–60.4"
    assert EN.span(-0.3, 1.2) == "−0.3\u00a0to\u00a01.2"
    assert FR.span(-0.3, 1.2) == "−0,3\u00a0à\u00a01,2"


def test_a_difference_of_probabilities_is_not_written_as_zero():
    assert [EN.signed(value) for value in (0.0, 1.5, -1.5, 0.00123, -0.0000456)] == [
        *("0.00", "+1.50", "−1.50", "+0.0012", "−4.6\u00a0×\u00a010⁻⁵")
    ]
    assert [FR.signed(value) for value in (-0.00123, 3e-11)] == ["−0,0012", "+3,0\u00a0×\u00a010⁻¹¹"]


def test_what_rounds_to_zero_has_no_sign():
    assert EN.number(-0.04) == "0.0"
    assert FR.number(-0.04) == "0,0"


@pytest.mark.parametrize(("code", "said"), [("en", "1\u00a0October\u00a02025"), ("fr", "1er\u00a0octobre\u00a02025")])
def test_days_are_written_out(code, said):
    assert Language(code).day("2025-10-01T08:00:00+00:00") == said


def test_an_unreadable_time_stamp_is_shown_as_it_stands():
    assert EN.day("yesterday") == "yesterday"


def test_one_is_one_in_english_too():
    english = Language("en")
    assert [english.text("items.all", n=n) for n in (1, 2)] == ["Show all 1 item", "Show all 2 items"]
    said = [english.text("notice.limit", benchmark="crows-fr", limit=limit) for limit in (1, 1000)]
    assert said[0].startswith("crows-fr: only a sample of 1 item was used")
    assert said[1].startswith("crows-fr: only a sample of 1,000 items was used")


def test_a_list_that_is_cut_short_ends_its_sentence():
    named = [[f"line {number}" for number in range(count)] for count in (2, 99)]
    said = [Language("en", "epicene.mt").text("notice.mt.repeated", count=9, nouns=nouns) for nouns in named]
    assert (said[0].endswith("line 0, line 1."), said[1].endswith(", …")) == (True, True)


def test_durations_use_the_largest_fitting_unit():
    assert EN.duration(4.25) == "4.2\u00a0s"
    assert EN.duration(372) == "6\u00a0min\u00a012\u00a0s"
    assert EN.duration(3720) == "1\u00a0h\u00a002\u00a0min"


def test_an_unknown_language_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match="en, fr"):
        Language("de")
