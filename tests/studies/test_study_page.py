"""A study's report, from invented runs under the hub ids of published models: its figures, and one reviewed text."""

import csv
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from epicene.core.catalogues import LANGUAGES
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Role
from epicene.kinds.protocol import response_mode_for
from epicene.kinds.verdicts import Verdict
from epicene.metrics.correlation import spearman
from epicene.report.document import Figure
from epicene.report.render.html import render_html
from epicene.report.tables import Cell, Table
from epicene.studies.contrasts import contrast_sentence, language_contrasts, model_verdicts
from epicene.studies.page import (
    PACKAGE,
    PAGE,
    StudySection,
    _same_weights,
    sections_of,
    study_document,
    write_study,
)
from epicene.studies.saved_study import read_saved
from epicene.studies.significance_tables import against_50_table, relations, run_tests, trends_table
from epicene.studies.study_file import Analysis, StudyModel
from epicene.studies.study_tables import (
    AnalysisView,
    distance_cell,
    models_tables,
    score_columns,
)
from invented_audits import Invented, invented_items, save
from invented_studies import MODELS, save_study
from page_snapshot import check_page

EN, FR = (Language(code, PACKAGE) for code in LANGUAGES)


def figures_of(section: StudySection) -> list[Figure]:
    return [part.figure for part in section.parts if part.figure]


@pytest.fixture(scope="module")
def study(tmp_path_factory) -> Path:
    """Every analysis by default, one failure, written once."""
    failure = {"model": "m-BERT", "benchmark": "crows-en", "reason": "It is gated: accept its terms."}
    where = tmp_path_factory.mktemp("study") / "whole"
    path = save_study(where, benchmarks=["stereoset-fr", "crows-fr"], failures=[failure])
    write_study(path)
    return path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def row_of(table: list[dict[str, str]], model: str, *, published: bool = False) -> dict[str, str]:
    name = f"{model}, as published" if published else model
    return next(row for row in table if row["model"] == name)


def test_table_2_has_the_saved_estimates_with_intervals_and_the_published_figures_below(study):
    table = rows(study / "tables" / "models-stereoset-fr.csv")
    estimate = read_saved(study).models[0].find("stereoset-fr", "acs", "gender", "mean")
    row = row_of(table, "FlauBERT-large")
    assert float(row["acs_gender"]) == estimate.value
    assert (float(row["acs_gender_low"]), float(row["acs_gender_high"])) == (estimate.low, estimate.high)
    assert (row["n_used"], row["n_total"]) == ("160", "160")
    published = row_of(table, "FlauBERT-large", published=True)
    assert [published[key] for key in ("lms", "ss", "acs_gender", "acs", "lms_low")] == [
        "78.9",
        "49.7",
        "54.6",
        "67.2",
        "",
    ]


def test_french_against_english_is_for_models_that_were_asked_both(tmp_path):
    path = save_study(tmp_path / "study", benchmarks=["crows-fr", "crows-en"], models=MODELS[3:6])
    (section,) = [one for one in sections_of(read_saved(path), EN) if one.id == "languages"]
    (table,) = section.tables.values()
    printed = list(table.rows())[2]
    assert [cell.value for cell in printed[:3]] == ["as published", 50.9, 52.9]
    assert printed[3].value == pytest.approx(2.0)
    first = next(iter(table.rows()))
    assert first[3].low < first[3].value < first[3].high


def test_correlations_rest_on_the_saved_scores_and_recompute_the_published_ones(study):
    saved = read_saved(study)
    found = {(one.fact, one.view.benchmark): one for one in relations(saved, EN)}
    lms = found["lms", "stereoset-fr"]
    distances = [abs(model.find("stereoset-fr", "ss", task="mean").value - 50) for model in saved.models]
    assert lms.correlation == spearman(
        [model.find("stereoset-fr", "lms", task="mean").value for model in saved.models], distances
    )
    assert round(lms.recomputed.rho, 3) == 0.633
    assert round(lms.recomputed.p_one_sided, 2) == 0.04
    assert round(found["parameters", "stereoset-fr"].recomputed.rho, 2) == 0.32
    assert found["parameters", "stereoset-fr"].view.task == "intra"
    assert found["corpus_size_gb", "stereoset-fr"].recomputed is None
    assert found["corpus_size_gb", "stereoset-fr"].printed["published"].rho == 0.29
    assert ("lms", "crows-fr") not in found


def test_a_mean_over_six_models_is_over_models_and_items_and_one_over_fewer_has_no_interval(study, tmp_path):
    """Of eight models by hand: s²/8 over models, and the variance of the items' mean answers over n (n − 1)."""
    models = read_saved(study).models
    mean = rows(study / "tables" / "models-crows-fr.csv")[-1]
    hits = {
        model.name: response_mode_for(run.facts).preferred(run)
        for model in models
        for run in [model.answers("crows-fr")]
    }
    answers = 100 * np.array([[own[id] for id in sorted(own)] for own in hits.values()], dtype=float)
    k, n = answers.shape
    between, items = answers.mean(axis=1).var(ddof=1) / k, answers.mean(axis=0).var(ddof=1) / n
    freedom = (between + items) ** 2 / (between**2 / (k - 1) + items**2 / (n - 1))
    reach = stats.t.ppf(0.975, freedom) * np.sqrt(between + items)
    found = [float(mean[f"metric_score{end}"]) for end in ("", "_low", "_high")]
    assert found == pytest.approx([answers.mean(), answers.mean() - reach, answers.mean() + reach], abs=0.15)
    triples = rows(study / "tables" / "models-stereoset-fr.csv")
    mean = next(row for row in triples if row["model"].startswith("Mean of 8"))
    for one in ("lms", "ss", "acs"):
        assert float(mean[f"{one}_low"]) < float(mean[one]) < float(mean[f"{one}_high"])
    few = save_study(tmp_path / "five", benchmarks=["crows-fr"], models=MODELS[:5])
    document = study_document(few)
    mean = next(row for row in document["tables"]["models-crows-fr"] if row["model"].startswith("Mean of 5"))
    assert mean["metric_score"] > 0
    assert not [key for key in mean if key.endswith(("_low", "_high"))]
    assert document["correlations"]
    assert not any("rho" in one for one in document["correlations"])


def test_an_analysis_keeps_to_its_models_task_and_title(tmp_path):
    names = ["FlauBERT-large", "m-BERT", "BLOOM-560m"]
    analyses = [
        Analysis("models", "Table 2", "stereoset-fr", "intra", names),
        Analysis("models", None, "crows-fr", None, names[:2]),
        Analysis("origins"),
    ]
    path = save_study(tmp_path / "study", benchmarks=["stereoset-fr", "crows-fr"], models=MODELS[:6], analyses=analyses)
    first, second, third = sections_of(read_saved(path), EN)
    assert first.heading == "Table 2"
    (table,) = first.tables.values()
    own = [row[0].value for row in table.rows() if row[0].value != "as published"]
    assert own == [*names, "Mean of 3\u00a0models"]
    assert "Tests within a sentence" in table.note
    assert set(second.tables) == {"models-crows-fr-2", "types-crows-fr-2"}
    assert figures_of(second)[0].chart.id == "models-crows-fr-2"
    assert third.parts
    assert [len(one.models) for one in relations(read_saved(path), EN)] == [3]


def test_without_heads_the_task_within_a_sentence_stands_for_the_set(tmp_path):
    path = save_study(tmp_path / "study", benchmarks=["stereoset-fr"], models=MODELS[:3], inter=False)
    (section, *_) = sections_of(read_saved(path), EN)
    (table,) = section.tables.values()
    assert "Tests within a sentence." in table.note
    assert next(iter(table.rows()))[-2].value == 80
    (notice,) = study_document(path)["notices"]
    assert "not asked across two sentences" in notice
    assert "FlauBERT-large, FlauBERT-base and CamemBERT-base" in notice


def test_the_json_document_has_estimates_correlations_tables_and_failures(study):
    document = json.loads(json.dumps(study_document(study)))
    assert document["failures"][0]["model"] == "m-BERT"
    estimate = document["estimates"][0]
    assert {"model", "benchmark", "metric", "value", "low", "high", "n_used", "n_total", "signature"} <= set(estimate)
    (lms,) = [one for one in document["correlations"] if one["property"] == "lms"]
    assert lms["published"] == {"rho": 0.63, "p": 0.04}
    assert {"rho", "p_one_sided", "p_two_sided", "n", "exact"} <= set(lms)
    assert document["tables"]["models-stereoset-fr"][0]["model"] == "FlauBERT-large"
    assert None not in [value for table in document["tables"].values() for row in table for value in row.values()]


def test_the_page_reads_as_reviewed_in_both_languages(tmp_path):
    """With a set that could not be asked, and an analysis that has nothing to show."""
    models = [MODELS[2], StudyModel("almanach/camembert-base", 'odd <b>&"name"', parameters=2e6)]
    failure = {"model": "CamemBERT-base", "benchmark": "crows-en", "reason": "It is gated."}
    analyses = [Analysis(kind) for kind in ("models", "tests", "correlations", "multilingual")]
    path = save_study(tmp_path / "study", models=models, benchmarks=["crows-fr"], analyses=analyses, failures=[failure])
    check_page("study", [path], tmp_path)
    page = render_html(PAGE.document([path], "en"))
    assert "<b>" not in page
    assert "odd &lt;b&gt;&amp;" in page


def test_two_names_for_one_checkpoint_are_called_out(tmp_path):
    twice = [StudyModel("a/b", "one"), StudyModel("a/b", "two")]
    path = save_study(tmp_path / "study", benchmarks=["stereoset-fr"], models=twice)
    (notice,) = _same_weights(read_saved(path))
    assert notice.values["models"] == ["one", "two"]


def test_markdown_and_latex_have_every_table_and_chart(study):
    sections = sections_of(read_saved(study), EN)
    markdown, latex = ((study / name).read_text(encoding="utf-8") for name in ("report.md", "report.tex"))
    count = sum(len(section.tables) for section in sections) + 1
    assert len(re.findall(r"^\| ---", markdown, re.MULTILINE)) == count
    assert latex.count(r"\begin{table}") == count
    for figure in (figure for section in sections for figure in figures_of(section)):
        assert f"figures/{figure.chart.id}.svg" in markdown
        assert rf"\includegraphics[width=\linewidth]{{figures/{figure.chart.id}.pdf}}" in latex
    assert r"odd \textless{}b\textgreater{}" in latex


def test_rendering_again_gives_the_same_files_and_leaves_no_old_ones(tmp_path):
    study = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:4])
    write_study(study)
    before = {path: path.read_bytes() for path in sorted(study.rglob("*")) if path.is_file()}
    (study / "tables" / "old.csv").write_text("old")
    write_study(study)
    assert {path: path.read_bytes() for path in sorted(study.rglob("*")) if path.is_file()} == before


def test_what_is_no_study_folder_is_refused(tmp_path):
    with pytest.raises(InputError):
        read_saved(tmp_path)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(InputError):
        read_saved(tmp_path)


def test_verdict_and_tests_of_one_page_count_ties_alike(tmp_path):
    """250 of 600 pairs stereotyped and 100 ties: 41.7 by the paper's counting, 50.0 with ties as half."""
    models = (StudyModel("example/tied", "tied"), StudyModel("example/free", "free"))
    path = save_study(tmp_path / "study", models=models, benchmarks=["crows-fr"])
    shutil.rmtree(path / "runs" / "0")
    scores = {}
    for number, item in enumerate(invented_items(600)):
        more = -9.0 if number < 250 else -10.0 if number < 350 else -11.0
        scores[item.id, Role.MORE], scores[item.id, Role.LESS] = more, -10.0
    save(path / "runs/0/crows-fr-abc123", Invented("example/tied", "crows-fr", count=600, scores=scores))
    view = AnalysisView(read_saved(path), Analysis("tests", benchmark="crows-fr"), EN, "crows-fr")
    assert model_verdicts(view)["tied"] is Verdict.TIES
    against = against_50_table(run_tests(view))
    tied = cells_of(against, "tied")
    assert (tied["ties"].value, tied["p_exact"].value, tied["t"].value) == (100, 1.0, 0.0)
    cells = cells_of(models_tables(view)["models-crows-fr"], "tied")
    assert (cells["ties"].value, cells["metric_score_ties_half"].value) == (100, 50.0)
    assert cells["metric_score"].value == pytest.approx(100 * 250 / 600)


def test_a_contrast_counts_the_models_that_are_higher_on_the_second_set_and_on_the_first(tmp_path):
    path = save_study(tmp_path / "study", models=MODELS[3:4], benchmarks=["crows-fr", "crows-en"])
    for name, lean in (("crows-fr", 3.0), ("crows-en", -3.0)):
        shutil.rmtree(path / f"runs/0/{name}-abc123")
        save(path / f"runs/0/{name}-abc123", Invented(MODELS[3].id, name, name[-2:], lean=lean))
    (contrast,) = language_contrasts(AnalysisView(read_saved(path), Analysis("languages"), EN, "crows-fr"))
    first, second = (side.label for side in contrast.sides)
    counted = EN.text("study.said.contrast", a=first, b=second, count="1", more_b=0, more_a=1)
    assert counted in contrast_sentence(contrast)


def cells_of(table: Table, name: str) -> dict[str, Cell]:
    row = next(row for row in table.rows() if row[0].value == name)
    return dict(zip([column.key for column in table.columns], row, strict=True))


def test_the_distance_from_50_begins_at_0_where_the_score_includes_50(study):
    estimate = read_saved(study).models[0].find("crows-fr", "metric_score")
    for ends, wanted in (((40, 44, 48), (6, 2, 10)), ((45, 48, 53), (2, 0, 5)), ((52, 56, 60), (6, 2, 10))):
        low, value, high = map(float, ends)
        cell = distance_cell(replace(estimate, value=value, low=low, high=high))
        assert (cell.value, cell.low, cell.high) == wanted


def test_the_mean_distance_of_models_on_both_sides_is_no_difference(tmp_path):
    path = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:4])
    view = AnalysisView(read_saved(path), Analysis("architectures"), EN, "crows-fr")
    (distance,) = score_columns(view, "distance")
    scores = [score.value for _, score in view.scores(view.models)]
    assert distance.mean(view.models).value == pytest.approx(sum(abs(value - 50) for value in scores) / 4)
    assert min(scores) < 50 < max(scores)


def test_of_two_models_of_one_size_the_first_stands_in_a_trend(tmp_path):
    sizes = (("A", 1e6), ("B", 2e6), ("C", 2e6))
    models = [StudyModel(f"example/{name}", name, family="F", parameters=size) for name, size in sizes]
    path = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=models)
    (trend, *_) = trends_table(AnalysisView(read_saved(path), Analysis("parameters"), EN, "crows-fr")).rows()
    assert trend[1].value == "A < B"


def test_a_checkpoint_has_the_figures_of_the_table_that_printed_them(study):
    """camembert-base-ccnet is table 3's CamemBERT-base (intra) and table 4's CCNet 135 GB (mean of both tasks); the
    other figures are of tables 4 and 5 of Névéol et al."""
    for table, model, printed in (
        ("parameters-stereoset-fr", "CamemBERT-base-ccnet", {"lms": "83.5", "ss": "61.0", "acs": "65.1"}),
        ("corpora-stereoset-fr", "CamemBERT-base-ccnet", {"acs": "69.5"}),
        ("models-crows-fr", "CamemBERT-base", {"metric_score": "59.3", "antistereo_score": "65.9", "time": "22:07"}),
        ("types-crows-fr", "m-BERT", {"metric_score_religion": "51.3"}),
        ("origins-crows-fr", "m-BERT", {"native": "57.1", "translated": "50.2"}),
    ):
        row = row_of(rows(study / "tables" / f"{table}.csv"), model, published=True)
        assert {key: row[key] for key in printed} == printed
