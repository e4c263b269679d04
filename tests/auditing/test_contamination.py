"""Signs that a model has seen a set: what is cut and varied, and what a model that knows the items by heart shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from epicene.auditing import validity_runs
from epicene.core.types import Item, Role, Text


def test_a_sample_is_of_different_sentences_that_are_long_enough_to_cut() -> None:
    texts = ["Un deux trois quatre cinq six.", "Un deux trois quatre cinq six.", "Trop court."]
    items = [Item(str(n), {Role.MORE: Text(text)}, "fr", "x", str(n)) for n, text in enumerate(texts)]
    assert validity_runs.sample_texts(items) == texts[:1]


def test_the_variant_has_neither_capital_nor_last_mark() -> None:
    assert validity_runs.varied("Qui est là\u00a0?") == "qui est là"


def test_an_item_is_cut_in_its_middle() -> None:
    assert validity_runs._cut("Un deux trois quatre cinq six") == Text("quatre cinq six", context="Un deux trois")


@pytest.mark.parametrize(("knows", "clear"), [(True, True), (False, False)])
def test_a_model_that_knows_items_by_heart_completes_more_of_them_than_of_controls(
    knows: bool, clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """20 of 20 against 0 of 20 by Fisher: 1 / C(40, 20); where the model knows neither, p = 1."""
    seen = [f"Item numéro {number} du jeu connu par cœur." for number in range(20)]
    controls = [f"Phrase numéro {number} que personne ne connaît encore." for number in range(20)]

    def completions(model: Any, texts: list[str]) -> list[bool]:
        return [knows and text in seen for text in texts]

    monkeypatch.setattr(validity_runs, "completions", completions)
    monkeypatch.setattr(validity_runs, "wording_drops", lambda model, texts: [1.0, 2.0] * 10)
    record = validity_runs.check_contamination(SimpleNamespace(), "x", seen, controls)  # type: ignore[arg-type]
    assert record is not None
    assert (record.completed, record.completed_controls) == (20 if knows else 0, 0)
    assert record.p_completed == (pytest.approx(1 / 137846528820) if clear else 1)
    assert record.p_drop > 0.4


def test_too_few_items_tell_nothing() -> None:
    assert validity_runs.check_contamination(SimpleNamespace(), "x", ["a"] * 9, ["b"] * 20) is None  # type: ignore[arg-type]
