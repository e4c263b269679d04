"""Pairs through the commands: two models are asked, shown and compared."""

from __future__ import annotations

import json
from pathlib import Path

import tiny
from command import epicene


def test_two_models_are_asked_shown_and_compared(causal_model: Path, tmp_path: Path) -> None:
    other = tiny.tiny_causal(tmp_path / "other", seed=2)
    for model, out in ((causal_model, "one"), (other, "two")):
        asked = epicene(
            "audit", model, "--on", "pairs-fr", "--limit", 40, "--scoring", "loglik", "--out", out, cwd=tmp_path
        )
        assert asked.returncode == 0, asked.stderr
    shown = epicene("report", "one", "two", "-o", "page.html", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    compared = epicene("compare", "one", "two", "--json", cwd=tmp_path)
    assert compared.returncode == 3, compared.stderr  # random weights fail the sanity check
    found = json.loads(compared.stdout)["comparisons"]
    assert {(one["metric"], one["n"]) for one in found if one["group"] == "all"} >= {("metric_score", 40)}
