"""A study's report, from invented runs under the hub ids of published models."""

import csv
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from epicene.auditing.study.model_tables import models_tables
from epicene.auditing.study.page import (
    PACKAGE,
    PAGE,
    StudySection,
    sections_of,
    study_document,
    write_study,
)
from epicene.auditing.study.property_correlations import relations
from epicene.auditing.study.saved_study import read_study
from epicene.auditing.study.significance_tables import against_50_table, run_tests
from epicene.auditing.study.study_charts import _verdicts
from epicene.auditing.study.study_file import Analysis, StudyModel
from epicene.core.catalogues import LANGUAGES
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Role
from epicene.kinds.answer_sentences import Verdict
from epicene.kinds.protocol import response_mode_for
from epicene.metrics.correlation import spearman
from epicene.report.document import Figure
from epicene.report.render.terminal import pieces, print_document
from invented_audits import Invented, invented_items, save
from invented_studies import MODELS, save_study

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


def test_every_analysis_has_its_table_and_every_chart_two_files(study, figures, tmp_path):
    tables = {path.stem for path in (study / "tables").iterdir()}
    for name in ("stereoset-fr", "crows-fr"):
        kinds = ("models", "parameters", "corpora", "architectures", "multilingual")
        assert {f"{kind}-{name}" for kind in kinds} <= tables
    assert {"correlations", "benchmarks-stereoset-fr-crows-fr", "types-crows-fr", "origins-crows-fr"} <= tables
    charts = [figure.chart for section in sections_of(read_study(study), EN) for figure in figures_of(section)]
    written = {path.name for path in (study / "figures").iterdir()}
    assert written == {f"{chart.id}.{suffix}" for chart in charts for suffix in ("svg", "pdf")}
    for chart in {type(chart): chart for chart in charts}.values():  # one of each sort
        svg, pdf = chart.export(tmp_path / chart.id, EN)
        assert "<svg" in svg.read_text()
        assert pdf.read_bytes().startswith(b"%PDF")


def test_table_2_has_the_saved_estimates_with_intervals_and_the_published_figures_below(study):
    table = rows(study / "tables" / "models-stereoset-fr.csv")
    estimate = read_study(study).models[0].find("stereoset-fr", "acs", "gender", "mean")
    row = row_of(table, "FlauBERT-large")
    assert float(row["acs_gender"]) == estimate.value
    assert (float(row["acs_gender_low"]), float(row["acs_gender_high"])) == (estimate.low, estimate.high)
    assert (row["n_used"], row["n_total"]) == ("160", "160")
    published = row_of(table, "FlauBERT-large", published=True)
    assert [published[key] for key in ("lms", "ss", "acs_gender", "acs_race", "acs")] == [
        "78.9",
        "49.7",
        "54.6",
        "69.8",
        "67.2",
    ]
    assert published["lms_low"] == ""
    assert [name for name in table[0] if re.fullmatch("acs_[a-z]+", name) and not name.endswith(("low", "high"))] == [
        "acs_gender",
        "acs_profession",
        "acs_race",
        "acs_religion",
    ]


def test_one_checkpoint_has_the_figures_of_the_table_that_printed_them(study):
    """camembert-base-ccnet is table 3's CamemBERT-base (intra) and table 4's CCNet 135 GB (mean of both tasks)."""
    parameters = row_of(rows(study / "tables" / "parameters-stereoset-fr.csv"), "CamemBERT-base-ccnet", published=True)
    assert [parameters[key] for key in ("lms", "ss", "acs")] == ["83.5", "61.0", "65.1"]
    corpora = row_of(rows(study / "tables" / "corpora-stereoset-fr.csv"), "CamemBERT-base-ccnet", published=True)
    assert corpora["acs"] == "69.5"


def test_tables_4_and_5_of_the_first_paper(study):
    measures = row_of(rows(study / "tables" / "models-crows-fr.csv"), "CamemBERT-base", published=True)
    assert [measures[key] for key in ("metric_score", "stereo_score", "antistereo_score", "dcf", "time")] == [
        "59.3",
        "58.5",
        "65.9",
        "0.4",
        "22:07",
    ]
    types = row_of(rows(study / "tables" / "types-crows-fr.csv"), "m-BERT", published=True)
    assert types["metric_score_religion"] == "51.3"
    origins = row_of(rows(study / "tables" / "origins-crows-fr.csv"), "m-BERT", published=True)
    assert [origins[key] for key in ("native", "translated")] == ["57.1", "50.2"]
    assert float(origins["difference"]) == pytest.approx(-6.9)


def test_figure_2_sets_relative_deviations_side_by_side(study):
    table = rows(study / "tables" / "benchmarks-stereoset-fr-crows-fr.csv")
    model = read_study(study).models[2]
    row = row_of(table, "CamemBERT-base")
    assert float(row["stereoset-fr"]) == pytest.approx(2 * (model.find("stereoset-fr", "ss", task="intra").value - 50))
    assert float(row["crows-fr"]) == pytest.approx(2 * (model.find("crows-fr", "metric_score").value - 50))
    assert row["crows-fr_low"]
    assert float(row_of(table, "CamemBERT-base", published=True)["crows-fr"]) == pytest.approx(18.6)


def test_french_against_english_is_for_models_that_were_asked_both(tmp_path):
    path = save_study(tmp_path / "study", benchmarks=["crows-fr", "crows-en"], models=MODELS[3:6])
    (section,) = [one for one in sections_of(read_study(path), EN) if one.id == "languages"]
    (table,) = section.tables.values()
    printed = list(table.rows())[2]
    assert [cell.value for cell in printed[:3]] == ["as published", 50.9, 52.9]
    assert printed[3].value == pytest.approx(2.0)
    first = next(iter(table.rows()))
    assert first[3].low < first[3].value < first[3].high


def test_correlations_rest_on_the_saved_scores_and_recompute_the_published_ones(study):
    saved = read_study(study)
    found = {(one.property, one.benchmark): one for one in relations(saved)}
    lms = found["lms", "stereoset-fr"]
    distances = [abs(model.find("stereoset-fr", "ss", task="mean").value - 50) for model in saved.models]
    assert lms.found == spearman(
        [model.find("stereoset-fr", "lms", task="mean").value for model in saved.models], distances
    )
    assert round(lms.recomputed.rho, 3) == 0.633
    assert round(lms.recomputed.p_one_sided, 2) == 0.04
    assert round(found["parameters", "stereoset-fr"].recomputed.rho, 2) == 0.32
    assert found["parameters", "stereoset-fr"].task == "intra"
    assert found["corpus_size_gb", "stereoset-fr"].recomputed is None
    assert found["corpus_size_gb", "stereoset-fr"].printed.rho == 0.29
    assert ("lms", "crows-fr") not in found


def test_a_mean_over_six_models_is_over_models_and_items_and_one_over_fewer_has_no_interval(study, tmp_path):
    """Of eight models by hand: s²/8 over models, and the variance of the items' mean answers over n (n − 1)."""
    models = read_study(study).models
    mean = rows(study / "tables" / "models-crows-fr.csv")[-1]
    hits = {
        model.name: response_mode_for(run.facts).preferred(run)
        for model in models
        for run in [model.answered("crows-fr")]
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
    first, second, third = sections_of(read_study(path), EN)
    assert first.heading == "Table 2"
    (table,) = first.tables.values()
    own = [row[0].value for row in table.rows() if row[0].value != "as published"]
    assert own == [*names, "Mean of 3\u00a0models"]
    assert "Tests within a sentence" in table.note
    assert set(second.tables) == {"models-crows-fr-2", "types-crows-fr-2"}
    assert figures_of(second)[0].chart.id == "models-crows-fr-2"
    assert third.parts
    assert [len(one.models) for one in relations(read_study(path))] == [3]


def test_without_heads_the_task_within_a_sentence_stands_for_the_set(tmp_path):
    path = save_study(tmp_path / "study", benchmarks=["stereoset-fr"], models=MODELS[:3], inter=False)
    (section, *_) = sections_of(read_study(path), EN)
    (table,) = section.tables.values()
    assert "Tests within a sentence." in table.note
    assert next(iter(table.rows()))[-2].value == 80
    (notice,) = study_document(path)["notices"]
    assert "not asked across two sentences" in notice
    assert "FlauBERT-large, FlauBERT-base and CamemBERT-base" in notice


def test_an_analysis_that_was_asked_for_and_has_nothing_to_show_says_so(tmp_path):
    analyses = [Analysis("benchmarks"), Analysis("languages"), Analysis("multilingual")]
    path = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:2], analyses=analyses)
    for section in sections_of(read_study(path), EN):
        assert not section.parts
        assert len(section.said) == 1
    path = save_study(tmp_path / "other", benchmarks=["crows-fr"], models=MODELS[:2])
    assert all(section.parts for section in sections_of(read_study(path), EN))


def test_two_names_for_one_checkpoint_are_called_out(tmp_path):
    twice = [StudyModel("a/b", "one"), StudyModel("a/b", "two")]
    path = save_study(tmp_path / "study", benchmarks=["stereoset-fr"], models=twice)
    (notice,) = study_document(path)["notices"]
    assert "one and two have exactly the same weights" in notice


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


class Reader(HTMLParser):
    """Tags that are open at the end, ids, and the addresses the page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[key] for key in ("href", "src") if key in found]
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_escapes_what_comes_from_data_and_needs_no_network(study):
    text = (study / "report.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert "<b>" not in text
    assert "odd &lt;b&gt;&amp;" in text
    local = [link for link in reader.links if not link.startswith(("data:", "#"))]
    assert all((study / link).is_file() for link in local)
    assert {link[1:] for link in reader.links if link.startswith("#")} <= set(reader.ids)


def test_markdown_and_latex_have_every_table_and_chart(study):
    sections = sections_of(read_study(study), EN)
    markdown, latex = ((study / name).read_text(encoding="utf-8") for name in ("report.md", "report.tex"))
    count = sum(len(section.tables) for section in sections) + 1
    assert len(re.findall(r"^\| ---", markdown, re.MULTILINE)) == count
    assert latex.count(r"\begin{table}") == count
    assert markdown.index("models-crows-fr.svg") > markdown.index("LMs, Ss and ACs by domain**")
    for figure in (figure for section in sections for figure in figures_of(section)):
        assert f"figures/{figure.chart.id}.svg" in markdown
        assert rf"\includegraphics[width=\linewidth]{{figures/{figure.chart.id}.pdf}}" in latex
    assert "It is gated" in markdown
    assert r"odd \textless{}b\textgreater{}" in latex


def test_rendering_again_gives_the_same_files_and_leaves_no_old_ones(tmp_path):
    study = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:4])
    write_study(study)
    before = {path: path.read_bytes() for path in sorted(study.rglob("*")) if path.is_file()}
    (study / "tables" / "old.csv").write_text("old")
    write_study(study)
    assert {path: path.read_bytes() for path in sorted(study.rglob("*")) if path.is_file()} == before


def test_a_study_in_french_stands_beside_the_english_one(tmp_path):
    study = save_study(tmp_path / "study", benchmarks=["crows-fr"], models=MODELS[:4])
    write_study(study)
    english = {path: path.read_bytes() for path in sorted(study.rglob("*")) if path.is_file()}
    write_study(study, "fr")
    assert {path: path.read_bytes() for path in english} == english
    names = {path.name for path in (study / "tables").iterdir()}
    assert {path.name for path in (study / "tables.fr").iterdir()} == names
    assert (study / "tables.fr" / "models-crows-fr.csv").read_bytes() != english[
        study / "tables" / "models-crows-fr.csv"
    ]
    linked = set(re.findall(r"\]\((.+?\.svg)\)", (study / "report.fr.md").read_text(encoding="utf-8")))
    assert linked
    assert all(name.startswith("figures.fr/") and (study / name).exists() for name in linked)


def test_french_numbers_and_words(study):
    sections = sections_of(read_study(study), FR)
    labels = [row[0].value for section in sections for table in section.tables.values() for row in table.rows()]
    assert "Moyenne de 8\u00a0modèles" in labels
    titles = [figure.chart.title for section in sections for figure in figures_of(section)]
    assert any("Aucun lien n’a pu être montré" in title for title in titles)


def test_no_number_is_cut_in_a_narrow_terminal(study, capsys, monkeypatch):
    from rich.console import Console

    (section, *_) = sections_of(read_study(study), EN)
    table = section.tables["models-stereoset-fr"]
    console = Console(width=80, highlight=False)
    for piece in pieces(table, 80, EN):
        console.print(piece)
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    for row in table.rows():
        for cell in row[1:-1]:
            if cell.low is not None:
                assert EN.bracket(cell.low, cell.high) in shown.replace("\xa0", "\u00a0")
    monkeypatch.setenv("COLUMNS", "100")
    print_document(PAGE.summary([study], "en"))
    assert "m-BERT could not be asked about crows-en" in capsys.readouterr().out


def test_what_is_no_study_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"is no study folder: study\.json is missing"):
        read_study(tmp_path)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(InputError, match="is damaged"):
        read_study(tmp_path)
    (tmp_path / "study.json").write_text('{"format": 99}')
    with pytest.raises(InputError, match="has format 99"):
        read_study(tmp_path)


def test_five_models_or_more_say_whether_they_keep_their_order_from_half_to_half(study):
    (section,) = [one for one in sections_of(read_study(study), EN) if one.id == "models"]
    said = next(one for one in section.said if one.startswith("crows-fr"))  # the triples have theirs
    assert re.match(r"crows-fr: From one half of the items to the other, the 8 models .*reliability 0\.\d\d", said)


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
    study = read_study(path)
    analysis = Analysis("tests", benchmark="crows-fr")
    verdicts = _verdicts(study, analysis, "crows-fr", None)
    assert verdicts["tied"] is Verdict.TIES
    tests = {row[0].value: row for row in against_50_table(run_tests(study, analysis, "crows-fr"), EN).rows()}
    columns = [column.key for column in against_50_table(run_tests(study, analysis, "crows-fr"), EN).columns]
    tied = dict(zip(columns, tests["tied"], strict=True))
    assert (tied["ties"].value, tied["p_exact"].value, tied["t"].value) == (100, 1.0, 0.0)
    table = models_tables(study, Analysis("models"), "crows-fr", EN)[0]
    cells = dict(zip([column.key for column in table.columns], next(iter(table.rows())), strict=True))
    assert (cells["ties"].value, cells["metric_score_ties_half"].value) == (100, 50.0)
    assert cells["metric_score"].value == pytest.approx(100 * 250 / 600)
