"""What the page of `mt intervene` says of words and controls: no more than intervals, tests and controls allow."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.interventions.page import PAGE, InterveneTables
from epicene.inside.results import LAB, PACKAGES, InterveneResults
from epicene.metrics.catalogue import TestRecord
from inside.invented_probes import page_of
from page_snapshot import check_page

EN = Language("en", *PACKAGES)
Span = tuple[float, float, float]


def intervened(figures: dict[str, Span], p: dict[str, float] | None = None, units: int = 40) -> InterveneResults:
    """A run over 80 pairs with these figures; `p` are adjusted tests."""
    signed = f"s|boot:occupation*2000{f'+t{units - 1}' if units < 30 else ''}|e"
    return InterveneResults(
        model="tiny",
        signatures={"his/her": "s"},
        n=80,
        direction="fr-en",
        estimates=[
            Estimate("mt-occupations", "fr-en his/her", metric, "all", *values, 0.0, 80, 80, signed)
            for metric, values in figures.items()
        ],
        tests=[TestRecord("mt-occupations", name, "all", "sign-flip", q, 40, q) for name, q in (p or {}).items()],
        layers=2,
        outliers=[],
        sanity={"itself": 0.0, "swap": 0.0},
        sanity_limit=1e-5,
    )


T_STAR = {"t_star": (0.38, 0.2, 0.5)}
SHARES = {"share_verb": (38.0, 8.0, 104.0), "share_possessive": (31.0, -54.0, 66.0), "share_noun": (20.0, -30.0, 60.0)}
AMNESIC = {
    "amnesic@0_all": (0.543, 0.45, 0.63),
    "amnesic@0_control": (0.539, 0.44, 0.63),
    "amnesic@0_beyond": (0.004, -0.03, 0.04),
    "amnesic@1_all": (0.57, 0.5, 0.65),
    "amnesic@1_control": (0.45, 0.4, 0.5),
    "amnesic@1_beyond": (0.12, 0.08, 0.16),
    "amnesic_all": (0.50, 0.41, 0.60),
    "amnesic_control": (0.02, -0.01, 0.05),
    "amnesic_beyond": (0.48, 0.39, 0.57),
}
PHI = {"phi_verb": (0.14, 0.03, 0.3), "phi_possessive": (0.12, -0.2, 0.3), "phi_noun": (0.08, -0.1, 0.2)}


def test_the_page_reads_as_it_was_reviewed(tmp_path: Path) -> None:
    results = intervened(T_STAR | SHARES | PHI | AMNESIC, {"phi_verb": 0.01, "phi_possessive": 0.3})
    page_of(PAGE, results, tmp_path / "run")
    check_page("mt-intervene", [tmp_path / "run"], tmp_path)


@pytest.mark.parametrize(("q", "is_shown"), [(0.01, True), (0.06, False)])
def test_only_words_whose_share_is_shown_are_named(q: float, is_shown: bool) -> None:
    """38 % [8, 104] and 31 % [−54, 66]: the second was named though its interval holds 0."""
    answer = PAGE.answer_text(intervened(T_STAR | SHARES | PHI, {"phi_verb": q, "phi_possessive": 0.3}), EN)
    assert "38% [8, 104]" in answer.replace("\u00a0", " ")
    assert "possessive" not in answer
    assert ("do not show" in answer) != is_shown


def test_five_occupations_name_no_word() -> None:
    results = intervened(T_STAR, units=5)
    total = results.estimate("t_star", "all")
    assert PAGE.answer_text(results, EN) == EN.text("forced.patch.few", total=total, n=5)


def marks(table: object) -> dict[tuple[str, str], str]:
    """By the first cell of a row and the key of a column."""
    return {
        (str(row[0].value), column.key): cell.mark
        for row in table.rows()
        for column, cell in zip(table.columns, row, strict=True)
        if cell.mark
    }


def test_an_amnesic_effect_whose_control_does_as_much_says_so_and_the_control_stands_beside_it() -> None:
    """At the embedding 0.543 is lost, and 0.539 by the control; after layer 1 0.57, and 0.45 by the control, which acts
    although less; at the output 0.50, and 0.02."""
    (table,) = InterveneTables(intervened(AMNESIC), EN).amnesic()
    embedding, layer, _ = (str(row[0].value) for row in table.rows())
    assert marks(table) == {(embedding, "all"): "†", (embedding, "control"): "‡", (layer, "control"): "‡"}
    assert "†" in table.note
    assert [column.key for column in table.columns][:3] == ["layer", "all", "control"]


def test_a_placebo_that_acts_is_marked_and_an_effect_no_larger_than_it_too() -> None:
    figures = {
        "patched_a_lost_t": (0.20, 0.1, 0.3),
        "same_a_lost_t": (0.01, -0.02, 0.03),
        "random_a_lost_t": (0.18, 0.09, 0.28),
        "beyond_same_a_lost_t": (0.19, 0.1, 0.3),
        "beyond_random_a_lost_t": (0.02, -0.05, 0.09),
        "patched_b_lost_t": (0.20, 0.1, 0.3),
        "random_b_lost_t": (0.01, 0.001, 0.03),
        "beyond_random_b_lost_t": (0.19, 0.1, 0.3),
        "patched_c_lost_t": (0.01, -0.1, 0.1),  # takes nothing itself: nothing to explain
        "random_c_lost_t": (0.0, -0.1, 0.1),
        "beyond_random_c_lost_t": (0.0, -0.1, 0.1),
        "patched_d_lost_t": (0.56, 0.54, 0.58),
        "random_d_lost_t": (0.02, 0.016, 0.026),  # acts, by a thirtieth
        "beyond_random_d_lost_t": (0.54, 0.52, 0.56),
    }
    results = intervened(figures, {"random_a_lost_t": 0.001, "random_b_lost_t": 0.2, "random_d_lost_t": 0.001})
    (table,) = InterveneTables(results, EN).paths()
    found = marks(table)
    assert sorted(found.values()) == ["†", "‡"]
    assert {key for _, key in found} == {"lost", "random"}
    assert "†" in table.note
    assert "‡" in table.note


def test_what_is_said_of_the_lab_is_what_its_page_has() -> None:
    rows = (Path(__file__).parents[3] / "docs" / "lab.md").read_text(encoding="utf-8").splitlines()
    interventions, probe = (
        next(row for row in rows if row.startswith(start)) for start in ("| her | t lost by u1", "| her | probe at")
    )
    assert "; ".join(f"{LAB[name]:.2f}" for name in ("u1", "u2", "u3")) in interventions
    assert f"| {LAB['probe']:.2f} |" in probe
    assert all("not follow" in row for row in (interventions, probe))
