"""Real models beside an audit's own: the aggregates of docs/data, marked by items and by how they were asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.kinds.protocol import View, in_words_of, response_mode_of
from epicene.kinds.released import released_blocks
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.document import Collapsible, Figure, Paragraph, TableBlock
from epicene.runs.audit_folder import SavedRun, read_runs
from invented_audits import Invented, save
from invented_triples import save_run


def view_of(runs: list[SavedRun], benchmark: str, code: str = "en") -> View:
    language = Language(code, "epicene.report", "epicene.auditing")
    return View(runs, benchmark, in_words_of(response_mode_of(runs[0], benchmark), language))


def shown(view: View) -> tuple[list[PlotRow], str, TableBlock]:
    chart, *texts, table = released_blocks(view)
    assert isinstance(chart, Figure)
    assert isinstance(chart.chart, Plot)
    assert isinstance(table, Collapsible)
    block = table.blocks[0]
    assert isinstance(block, TableBlock)
    return list(chart.chart.rows), " ".join(text.text for text in texts if isinstance(text, Paragraph)), block


def test_real_models_stand_below_the_audited_ones_and_are_marked(tmp_path: Path) -> None:
    low = save(tmp_path / "low", Invented("low", lean=-2.0))
    rows, _, table = shown(view_of(read_runs([low]), "crows-fr"))
    assert [(row.label, row.detail, row.grey) for row in rows] == [
        ("low", "", False),
        ("CamemBERT", "‡", True),
        ("FlauBERT uncased", "‡", True),
    ]
    own, theirs = table.table.blocks
    assert [row[-1].value for row in (*own, *theirs)] == ["pll-shared", "dutch-crows-pairs", "dutch-crows-pairs"]
    assert (theirs[0][1].value, theirs[0][1].low, theirs[0][1].high, theirs[0][2].value) == (58.38, 55.78, 60.92, 1461)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_whether_the_items_are_the_same_is_said(code: str, tmp_path: Path) -> None:
    cases = [
        ("same", Invented(benchmark="crows-fr-1463")),
        ("sample", Invented(benchmark="crows-fr-1463", facts={"limit": 120})),
        ("unknown", Invented(benchmark="crows-fr-1463", facts={"known": False})),
        ("crows-fr", Invented(benchmark="crows-fr")),
    ]
    for case, invented in cases:
        _, text, _ = shown(view_of(read_runs([save(tmp_path / case, invented)]), invented.benchmark, code))
        assert text.endswith(Language(code, "epicene.kinds").text(f"released.items.{case}"))


def test_a_set_of_which_nothing_was_released_has_none(tmp_path: Path) -> None:
    run = save(tmp_path / "run", Invented(benchmark="pairs-fr"))
    assert not released_blocks(view_of(read_runs([run]), "pairs-fr"))


def test_a_model_measured_from_the_released_scores_is_not_beside_itself(tmp_path: Path) -> None:
    run = save(tmp_path / "run", Invented("CamemBERT", benchmark="crows-fr-1463"))
    rows, _, _ = shown(view_of(read_runs([run]), "crows-fr-1463"))
    assert [row.label for row in rows] == ["CamemBERT", "FlauBERT uncased"]


def test_a_model_at_chance_within_a_sentence_is_marked(tmp_path: Path) -> None:
    """FlauBERT's LMs is 50.3 [48.2, 52.2] there, the French T5's 50.7 [48.7, 52.7]."""
    run = save_run(tmp_path / "run", inter=False)
    for path in run.iterdir():
        path.write_text(path.read_text(encoding="utf-8").replace("triples-fr", "stereoset-fr-mt"), encoding="utf-8")
    rows, text, table = shown(view_of(read_runs([run]), "stereoset-fr-mt"))
    assert {row.label for row in rows if "†" in row.detail} == {"FlauBERT", "French T5"}
    assert "†" in text
    assert len(rows) == 8
    assert [column.key for column in table.table.columns] == ["model", "ss", "lms", "n", "scoring"]
