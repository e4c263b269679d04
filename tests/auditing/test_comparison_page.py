"""The page of `compare`: an answer, a chart of both models, the gate, and the items on which they disagree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.auditing.before_after import TextCost, compared_document
from epicene.auditing.comparison import ComparedAudits, compare_runs
from epicene.auditing.gate.gate_rules import GateResult, check_worse
from epicene.core.language import Language
from epicene.report.charts.forest import Plot
from epicene.report.document import DefinitionList, Document, Paragraph
from epicene.report.render.html import render_html
from invented_audits import Invented, save

EN, FR = Language("en"), Language("fr")
FAILED = [{"language": "fr", "passed": False, "right": 3, "of": 12}]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two that differ, and one that failed its sanity check."""
    home = tmp_path_factory.mktemp("compared")
    hat = save(home / "hat", Invented("invented/hat", count=300, lean=0.9))
    boat = save(home / "boat", Invented("invented/boat", count=300, lean=-0.9, seed=2))
    return [hat, boat, save(home / "fir", Invented("invented/fir", count=300, seed=3, manifest={"sanity": FAILED}))]


def page(paths: list[Path], language: Language = EN, points: float | None = None) -> Document:
    compared = ComparedAudits(paths, compare_runs(paths))
    gate = None if points is None else GateResult(check_worse(points, compared.pairs))
    return compared_document(compared, None, [], gate, language)


def facts(document: Document) -> dict[str, str]:
    (found,) = [block for block in document.answer if isinstance(block, DefinitionList)]
    return dict(found.facts)


@pytest.mark.parametrize("language", [EN, FR], ids=["en", "fr"])
def test_two_models_that_no_method_links_are_compared_and_not_before_and_after(
    runs: list[Path], language: Language
) -> None:
    document = page(runs[:2], language, 30.0)
    assert document.title == language.text("compared.title", models=["invented/hat", "invented/boat"])
    assert "cda" not in render_html(document)
    assert facts(document)[language.text("next.means")] == language.text("compared.means.different")
    gate = Language(language.code, "epicene.auditing.gate")
    assert facts(document)[gate.text("gate.title")] == gate.text("gate.verdict.pass")
    (plot,) = [figure.chart for figure in document.figures() if isinstance(figure.chart, Plot)]
    assert {len(row.points) for row in plot.rows} == {2}
    assert not any(row.target for row in plot.rows)
    cost = TextCost("text.txt", 40, 20.0, 30.0, 1.5, 1.2, 1.8)  # any two models may be asked for it
    costly = compared_document(ComparedAudits(runs[:2], compare_runs(runs[:2])), cost, [], None, language)
    assert costly.title == document.title


def test_the_items_on_which_two_models_disagree_are_those_that_mcnemars_test_counts(runs: list[Path]) -> None:
    (pair,) = compare_runs(runs[:2])
    headline = pair.headlines[0]
    (table,) = [block.table for block in page(runs[:2]).tables() if block.name == "items-1"]
    assert sum(map(len, table.blocks)) == (headline.only_a or 0) + (headline.only_b or 0) > 0
    given = {}
    for path in runs[:2]:
        for line in map(json.loads, (path / "scores.jsonl").read_text(encoding="utf-8").splitlines()):
            given[path.name, line["item_id"], line["role"]] = line["value"]
    stereotypes = {item.id: item.variants["more"].text for item in pair.a.answered.items}  # type: ignore[index]
    for id, _, a, b in ([cell.value for cell in row] for row in table.rows()):
        prefers = [given[name, id, "more"] > given[name, id, "less"] for name in ("hat", "boat")]
        assert [a == stereotypes[str(id)], b == stereotypes[str(id)]] == prefers
        assert a != b


def test_of_a_model_that_cannot_be_trusted_there_is_no_difference_no_chart_of_it_alone_and_no_item(
    runs: list[Path],
) -> None:
    document = page([runs[0], runs[2]])
    assert any(note.grave for note in document.notes)
    lead = next(block for block in document.answer if isinstance(block, Paragraph))
    assert lead.text == EN.text("comparison.excluded.sanity", a="invented/hat", b="invented/fir")
    assert facts(document)[EN.text("next.means")] == EN.text("compared.means.excluded")
    assert not [block for block in document.tables() if block.name.startswith("items")]
    summary = ComparedAudits([runs[0], runs[2]], compare_runs([runs[0], runs[2]])).summary(EN)
    assert not list(summary.tables())


def test_charts_of_one_page_share_their_scale(runs: list[Path], tmp_path: Path) -> None:
    other = save(tmp_path / "run", Invented("invented/hat", "pairs-fr", count=60, lean=3.0))
    from epicene.auditing.page import PAGE

    domains = [
        figure.chart.domain
        for path in (runs[0], other)
        for figure in PAGE.document([path], "en").figures()
        if isinstance(figure.chart, Plot) and figure.chart.ideal == 50
    ]
    assert len(set(domains[:2])) == 1
