"""What a study's page shows where its models are excluded or could not be asked: the published rows as ever, the true
reason where nothing of ours is left, and excluded models in tables alone, where that is asked for."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.report.charts.forest import Plot
from epicene.report.tables import Cell, Row, Table
from epicene.studies.page import PACKAGE, StudySection, _exclusions, sections_of, study_document
from epicene.studies.saved_study import read_saved
from epicene.studies.study_file import Analysis, StudyModel
from invented_audits import Invented, invented_items, save
from invented_studies import MODELS, save_study

EN = Language("en", PACKAGE)
EXCLUDED = [{"language": code, "passed": False, "right": 3, "of": 12} for code in ("fr", "en")]
FAMILIES = tuple(
    StudyModel(id, name, family=family, parameters=parameters)
    for id, name, family, parameters in (
        ("flaubert/flaubert_base_cased", "FlauBERT-base", "FlauBERT", 138e6),
        ("flaubert/flaubert_large_cased", "FlauBERT-large", "FlauBERT", 373e6),
        ("asi/gpt-fr-cased-small", "GPT-fr-small", "GPT-fr", 124e6),
        ("asi/gpt-fr-cased-base", "GPT-fr-base", "GPT-fr", 1000e6),
        ("bigscience/bloom-560m", "BLOOM-560m", "BLOOM", 560e6),
        ("bigscience/bloom-1b1", "BLOOM-1b1", "BLOOM", 1100e6),
    )
)


def exclude(path: Path, places: Iterable[int]) -> Path:
    for place in places:
        for manifest in (path / f"runs/{place}").glob("*/manifest.json"):
            manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "sanity": EXCLUDED}))
    return path


def change_record(path: Path, **changes: object) -> Path:
    record = json.loads((path / "study.json").read_text())
    (path / "study.json").write_text(json.dumps(record | changes))
    return path


def sections(path: Path) -> dict[str, StudySection]:
    return {one.id: one for one in sections_of(read_saved(path), EN)}


def published(table: Table) -> list[Row]:
    return [row for row in table.rows() if row[0].muted]


def values(cells: Sequence[Cell]) -> list[str | float | None]:
    return [cell.value for cell in cells]


def all_published(path: Path) -> dict[str, list[str]]:
    """By table that has some, in any order: rows of excluded models come last."""
    tables = {name: table for one in sections(path).values() for name, table in one.tables.items()}
    found = {name: sorted(str(values(row)) for row in published(table)) for name, table in tables.items()}
    return {name: rows for name, rows in found.items() if rows}


def plots(section: StudySection) -> list[Plot]:
    return [part.figure.chart for part in section.parts if part.figure and isinstance(part.figure.chart, Plot)]


@pytest.mark.about("triples")
@pytest.mark.parametrize("excluded", [(), (0, 1), (0, 1, 2, 3), range(6)])
def test_the_published_trend_has_its_five_families_whichever_of_ours_are_excluded(tmp_path, excluded):
    """8 of 288 arrangements within the five families of table 3 rise as much: p = 0.028."""
    analyses = [Analysis("parameters", benchmark="stereoset-fr")]
    path = save_study(tmp_path / "study", models=FAMILIES, benchmarks=["stereoset-fr"], analyses=analyses)
    table = sections(exclude(path, excluded))["parameters"].tables["trends-stereoset-fr"]
    recomputed = [row for row in published(table) if row[4].value is not None]
    assert [row[4].value for row in recomputed] == [5, 5]
    assert recomputed[0][7].value == pytest.approx(8 / 288)
    ends = {row[1].value: (row[2].value, row[3].value) for row in published(table) if row[2].value is not None}
    assert ends["FlauBERT-small < FlauBERT-base < FlauBERT-large"] == (52.1, 57.1)
    assert len(ends) == 3


@pytest.mark.about("triples")
def test_published_rows_are_the_same_whether_models_are_believed_excluded_or_not_asked(tmp_path):
    kinds = ("models", "origins", "languages", "benchmarks", "tests", "correlations")
    path = save_study(tmp_path / "study", models=MODELS[:6], analyses=[Analysis(kind) for kind in kinds])
    before = all_published(path)
    assert len(before) > 6
    runs = json.loads((path / "study.json").read_text())["runs"]
    change_record(path, runs=[run for run in runs if run["model"] != "FlauBERT-base"])
    after = all_published(exclude(path, (0, 2, 3, 4)))
    assert after == before


@pytest.mark.about("triples")
def test_table_2_has_the_printed_mean_of_the_papers_nine_models(tmp_path):
    path = save_study(tmp_path / "study", models=MODELS[:2], benchmarks=["stereoset-fr"])
    table = sections(path)["models"].tables["models-stereoset-fr"]
    assert values(published(table)[-1][1:8]) == [82.6, 54.2, 69.2, 68.8, 69.9, 71.5, 69.5]
    (last,) = [row for row in study_document(path)["tables"]["models-stereoset-fr"] if "9" in str(row["model"])]
    assert (last["lms"], last["acs_gender"]) == (82.6, 69.2)


@pytest.mark.about("triples")
def test_figure_2_has_the_published_points_of_both_sets_on_their_lines(tmp_path):
    path = save_study(tmp_path / "study", models=MODELS[1:5], benchmarks=["stereoset-fr", "crows-fr"])
    (plot,) = plots(sections(path)["benchmarks"])
    printed = {row.label: row.printed for row in plot.rows}
    assert printed["FlauBERT-base"] == pytest.approx([5.6, 7.4])  # Ss 52.8 within a sentence; 53.7
    assert printed["CamemBERT-base"][0] is None
    assert printed["CamemBERT-base"][1] == pytest.approx(18.6)
    drawn = str(plot.drawings(EN)[0])
    assert drawn.count("<title>") == sum(value is not None for values in printed.values() for value in values)


@pytest.mark.about("triples")
def test_an_analysis_whose_models_are_excluded_says_that_and_not_that_the_file_lacks_something(tmp_path):
    kinds = ("benchmarks", "origins", "multilingual", "architectures", "languages")
    own = [StudyModel(f"invented/{name}", name, multilingual=name == "scarf") for name in ("hat", "scarf")]
    path = save_study(tmp_path / "study", models=own, analyses=[Analysis(kind) for kind in kinds])
    for name, section in sections(exclude(path, (0, 1))).items():
        why = "excluded" if name != "architectures" else "architectures"  # all are encoders
        assert section.sentences[0] == EN.text(f"study.nothing.{why}")
    assert "hat" in sections(path)["multilingual"].sentences[1]


def test_where_only_translated_pairs_were_asked_table_5_says_so(tmp_path):
    own = [StudyModel("invented/hat", "hat")]
    path = save_study(tmp_path / "study", models=own, benchmarks=[], analyses=[Analysis("origins")])
    items = [item for item in invented_items(40) if item.facets["origin"] == "translated"]
    save(path / "runs/0/crows-fr", Invented("invented/hat", items=items))
    run = {"model": "hat", "benchmark": "crows-fr", "path": "runs/0/crows-fr"}
    change_record(path, runs=[run], benchmarks=["crows-fr"])
    native = EN.text("group.native")
    assert sections(path)["origins"].sentences == [EN.text("study.nothing.group", n=str(len(items)), group=native)]


def test_models_that_could_not_be_asked_are_named_where_an_analysis_lacks_them(tmp_path):
    failure = {"model": "m-BERT", "benchmark": "crows-fr", "reason": "It is gated."}
    analyses = [Analysis("multilingual")]
    models = [MODELS[0], MODELS[4]]
    path = save_study(tmp_path / "s", models=models, benchmarks=["crows-fr"], analyses=analyses, failures=[failure])
    runs = json.loads((path / "study.json").read_text())["runs"]
    change_record(path, runs=runs[:1])
    assert sections(path)["multilingual"].sentences[1] == EN.text("study.nothing.failed", models="m-BERT")


def test_a_model_that_is_excluded_for_another_reason_than_its_sanity_check_is_named(tmp_path):
    path = save_study(tmp_path / "study", models=[StudyModel("invented/hat", "hat")], benchmarks=[])
    save(path / "runs/0/crows-fr", Invented("invented/hat", items=invented_items(6)))  # fewer than ten items
    run = {"model": "hat", "benchmark": "crows-fr", "path": "runs/0/crows-fr"}
    change_record(path, runs=[run], benchmarks=["crows-fr"])
    (notice,) = _exclusions(read_saved(path))
    assert (notice.values["benchmark"], notice.values["models"]) == ("crows-fr", ["hat"])


def said(found: dict[str, StudySection]) -> list[str]:
    charts = [part.figure.chart.title for one in found.values() for part in one.parts if part.figure]
    return [text for one in found.values() for text in one.sentences] + charts


@pytest.mark.about("triples")
def test_included_excluded_models_are_marked_in_tables_and_change_no_sentence_mean_or_test(tmp_path):
    kinds = ("origins", "languages", "benchmarks", "tests", "multilingual", "correlations")
    path = save_study(tmp_path / "study", models=MODELS[:6], analyses=[Analysis(kind) for kind in kinds])
    before = sections(exclude(path, (1, 5)))
    after = sections(change_record(path, include_excluded=True))
    assert said(after) == said(before)
    names = {"FlauBERT-base", "BLOOM-560m"}
    for name in (
        "origins-crows-fr",
        "languages-crows-fr-crows-en",
        "benchmarks-stereoset-fr-crows-fr",
        "tests-crows-fr",
    ):
        table = next(one.tables[name] for one in after.values() if name in one.tables)
        shown = {str(row[0].value): row for row in table.rows() if row[0].mark}
        assert set(shown) == names
        assert all(row[1].value is not None for row in shown.values())
    means = [
        [values(row) for row in one["multilingual"].tables["multilingual-crows-fr"].rows() if not row[-1].value]
        for one in (before, after)
    ]
    assert means[0] == means[1] != []
    adjusted = [
        {row[0].value: row[5].value for row in one["origins"].tables["origins-crows-fr"].rows() if not row[0].mark}
        for one in (before, after)
    ]
    assert adjusted[0] == adjusted[1]
