"""Triples in terminal, Markdown, LaTeX and HTML: LMs, Ss and ACs by task and domain."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console, Group

import stereoset
from epicene.auditing.audit_requests import ScoreRequest
from epicene.auditing.page import SCORE_PAGE
from epicene.auditing.score.predictions import measure_predictions
from epicene.report.render.terminal import rendered


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    given = {
        "intrasentence": [{"id": f"w{n}-{k}", "score": 3.0 - k} for n in (1, 2, 3) for k in range(3)],
        "intersentence": [{"id": f"a{n}-{k}", "score": 1.0} for n in (1, 2) for k in range(3)],
    }
    (tmp_path / "given.json").write_text(json.dumps(given))
    spec = f"stereoset-fr={stereoset.write(tmp_path / 'set.json')}"
    return measure_predictions(ScoreRequest(spec, tmp_path / "given.json", out=tmp_path / "run")).path


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["within a sentence (%), n = 3 / 3, ties 0.0", "across two sentences (%), n = 2 / 2, ties 100.0"]),
        ("fr", ["dans une phrase (%), n = 3 / 3, égalités 0,0", "entre deux phrases (%), n = 2 / 2, égalités 100,0"]),
    ],
)  # fmt: skip
def test_the_terminal_shows_a_table_for_each_task_within_80_columns(scored: Path, lang: str, said: list[str]):
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(Group(*rendered(SCORE_PAGE.summary([scored], lang), console)))
    text = " ".join(console.export_text().replace("\u00a0", " ").split())
    for part in said:
        assert part in text
    assert "LMs [" in text
    assert "100.0 [" in text.replace(",", ".")
    assert "metric_score" not in text
    assert "Nothing could be measured" not in text
    assert "…" not in text
