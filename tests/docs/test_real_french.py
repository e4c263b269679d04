"""The guide's pages of real models show what is in docs/data, and docs/data what plain runs gave."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import spearmanr

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "generate" / "real_french.py"))


@pytest.fixture(scope="module", params=["real_french", "gemma_smollm2"])
def any_script(request: pytest.FixtureRequest) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "generate" / f"{request.param}.py"))


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_tables_are_those_of_the_aggregates(any_script: dict[str, Any], code: str) -> None:
    script = any_script
    page = script["PAGES"][code].read_text(encoding="utf-8")
    made = script["tables"](script["saved_rows"](), code)
    assert script["with_tables"](page, made) == page
    assert all(table in page for table in made.values())


def test_what_an_audit_shows_beside_its_own_figures_is_made_of_the_aggregates(script: dict[str, Any]) -> None:
    made = script["released"](script["saved_rows"]())
    assert json.loads(script["IN_AUDITS"].read_text(encoding="utf-8")) == made


def test_aggregates_have_a_source_each_and_nothing_of_any_item(script: dict[str, Any]) -> None:
    rows = script["saved_rows"]()
    assert {row["source"] for row in rows} == set(script["SOURCES"].values())
    assert min(int(row["n"]) for row in rows if row["measure"] != script["RHO"]) == 59
    assert len({tuple(row[name] for name in script["COLUMNS"][:5]) for row in rows}) == len(rows)


def test_correlations_are_those_of_the_scores_beside_them(script: dict[str, Any]) -> None:
    rows = [row for row in script["saved_rows"]() if row["benchmark"] == script["TRIPLES"] and row["group"] == "all"]
    for task in script["TASKS"]:
        value = {(row["measure"], row["model"]): float(row["value"]) for row in rows if row["task"] == task}
        models = [model for measure, model in value if measure == "ss"]
        distances = [abs(value["ss", model] - 50) for model in models]
        rho = spearmanr([value["lms", model] for model in models], distances).statistic
        assert value["rho", "7 models"] == pytest.approx(rho, abs=1e-6)


def test_most_pairs_are_worded_as_in_the_paper_s_file(shared: Path) -> None:
    from epicene.data.datasets import open_benchmark

    ours = open_benchmark(f"crows-fr-1463={shared / 'data/released/crows/crows_french.csv'}").items
    theirs = open_benchmark(f"crows-fr={shared / 'data/crows_pairs/crows_pairs_FR.tsv'}").items
    texts = {item.id: [text.text for text in item.variants.values()] for item in theirs}
    assert sum(texts[item.id] == [text.text for text in item.variants.values()] for item in ours) == 1236
