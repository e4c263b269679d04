"""The one text that says what a number is about."""

from __future__ import annotations

import numpy as np

from epicene.metrics.intervals import percent_interval
from epicene.runs.signature import (
    SignatureParts,
    are_comparable,
    few_units,
    line_signature,
    option_texts,
    run_signature,
    signature_of,
    signature_of_interval,
    with_option,
)

PLAIN = "crows-fr@9f2c1e|pll-shared|bos:none|org/model@3e1a07|boot:item*2000|epicene-0.1.0"


def made(*options: str) -> str:
    parts = ("crows-fr", "9f2c1e77", "pll-shared", "none", "org/model", "3e1a0799", "item*2000", "0.1.0")
    return signature_of(*parts, options)


def test_digests_are_short_and_options_stand_before_the_model() -> None:
    assert made() == PLAIN
    assert made("as-released", "limit:3") == PLAIN.replace("|org", "|as-released|limit:3|org")
    assert with_option(made("limit:3"), shares="ab12cd") == made("limit:3", "shares:ab12cd")


def test_options_that_are_not_given_leave_no_trace() -> None:
    given = {"as-released": True, "words": None, "raw": False, "limit": 0, "dtype": "bfloat16"}
    assert option_texts(given) == ["as-released", "limit:0", "dtype:bfloat16"]


def test_a_signature_taken_apart_is_put_together_again() -> None:
    parts = SignatureParts.of(made("limit:3"))
    assert str(parts) == made("limit:3")
    assert (parts.data_digest, parts.model_name, parts.weights_digest) == ("9f2c1e", "org/model", "3e1a07")
    assert parts.is_limited
    assert not SignatureParts.of(PLAIN).is_limited
    assert str(parts.for_any_model()) == made("limit:3").replace("org/model@3e1a07", "*")


def test_an_interval_over_few_units_is_named_and_changes_nothing_that_is_compared() -> None:
    resampled = np.linspace(40, 80, 2000)
    few, many = (signature_of_interval(PLAIN, percent_interval(60.0, resampled, units)) for units in (29, 30))
    assert (few, many) == (PLAIN.replace("*2000", "*2000+t28"), PLAIN)
    assert (few_units(few), few_units(many)) == (29, 0)
    assert run_signature(few) == PLAIN
    assert are_comparable([few, PLAIN])


def test_numbers_are_comparable_where_all_but_the_model_agrees() -> None:
    other = SignatureParts.of(PLAIN.replace("org/model@3e1a07", "org/other@ab12cd"))
    assert SignatureParts.of(PLAIN).differences(other) == {}
    limited = SignatureParts.of(made("limit:3"))
    assert SignatureParts.of(PLAIN).differences(limited) == {"options": ("none", "limit:3")}
    assert not are_comparable([PLAIN, made("limit:3")])


def test_a_bar_in_a_name_does_not_make_another_part() -> None:
    text = line_signature("mt", ["a"], "judge", "cat | tr a b", "123456789", 2)
    assert SignatureParts.of(text).model == "cat _ tr a b@123456"
    assert SignatureParts.of(text).options == ("sample:2",)
