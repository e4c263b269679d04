import csv
import io
import json

import pytest
from rich.console import Console, Group

from epicene.auditing.page import PAGE
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.kinds.figures import groups_table, models_table
from epicene.kinds.protocol import View
from epicene.report.render.terminal import rendered
from epicene.report.results_page import write_report
from epicene.report.tables import to_records
from epicene.runs.audit_folder import read_runs
from invented_audits import Invented, save


def written(runs, path, lang="en") -> str:
    write_report(runs, path, lang)
    return path.read_text(encoding="utf-8")


def test_an_unknown_ending_is_refused_with_the_known_ones(run, tmp_path):
    with pytest.raises(InputError, match=r"\.html, \.md, \.tex, \.csv"):
        write_report([run], tmp_path / "report.docx")
    assert not list(tmp_path.iterdir())


def test_runs_of_two_kinds_are_refused(run, tmp_path):
    (tmp_path / "manifest.json").write_text('{"run": "winomt"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"a run of kind audit and .* one of kind "):
        write_report([run, tmp_path], tmp_path / "report.html")


def test_csv_has_every_estimate_in_full(run, other, tmp_path):
    rows = list(csv.DictReader(io.StringIO(written([run, other], tmp_path / "r.csv", "fr"))))
    estimates = [one for path in (run, other) for one in json.loads((path / "results.json").read_text())["estimates"]]
    assert [float(row["value"]) for row in rows] == [one["value"] for one in estimates]
    assert [float(row["value_low"]) for row in rows] == [one["low"] for one in estimates]
    assert [row["signature"] for row in rows] == [one["signature"] for one in estimates]
    assert {row["model"] for row in rows} == {"invented/hat-base", "invented/scarf"}
    whole = next(row for row in rows if (row["metric"], row["group"]) == ("metric_score", "all"))
    assert whole["p"]
    assert not whole["p_adjusted"]  # only bias types belong to the family


def test_what_was_not_adjusted_is_never_called_adjusted(run, tmp_path):
    """The table of the page, its file, Markdown and the file of all figures say the same."""
    (saved,) = read_runs([run])
    table = groups_table(View([saved], "crows-fr", Language("en", "epicene.kinds.pairs")), "metric_score", "")
    rows = {row["group"]: row for row in to_records(table)}
    tests = {
        one["group"]: one
        for one in json.loads((run / "results.json").read_text())["tests"]
        if (one["test"], one["metric"]) == ("binomial", "metric_score")
    }
    for name, group in (("All pairs", "all"), ("Native pairs", "native"), ("Translated pairs", "translated")):
        assert rows[name]["p"] == tests[group]["p"]
        assert "p_adjusted" not in rows[name]
    assert (rows["Gender"]["p"], rows["Gender"]["p_adjusted"]) == (tests["gender"]["p"], tests["gender"]["p_adjusted"])
    lines = written([run], tmp_path / "r.md").splitlines()
    whole = next(line for line in lines if line.startswith("| All pairs |"))
    assert whole.split("|")[-3].strip() == ""


def test_a_label_tells_two_runs_of_one_name_apart(tmp_path):
    runs = [save(tmp_path / f"run-{seed}", Invented(seed=seed)) for seed in (1, 2)]
    models = {row["model"] for row in csv.DictReader(io.StringIO(written(runs, tmp_path / "r.csv")))}
    assert len(models) == 2
    assert all(model.startswith("invented/hat-base (") for model in models)


@pytest.mark.usefixtures("figures")
def test_a_single_figure_is_that_of_the_types(run, tmp_path):
    for ending, start in (("svg", b"<?xml"), ("pdf", b"%PDF")):
        write_report([run], tmp_path / f"figure.{ending}")
        assert (tmp_path / f"figure.{ending}").read_bytes().startswith(start)
    assert "Ethnicity" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} == {"figure.svg", "figure.pdf"}


def test_a_paper_gets_types_by_models_with_stars_a_note_and_a_label(run, other, tmp_path):
    write_report([run, other], tmp_path / "report.tex")
    text = (tmp_path / "report.tex").read_text(encoding="utf-8")
    table = text[text.index(r"\label{tab:crows-fr-score}") :].partition(r"\end{table}")[0]
    assert "Pairs about & invented/hat-base & invented/scarf" in table
    tests = json.loads((run / "results.json").read_text(encoding="utf-8"))["tests"]
    (p,) = [
        one["p"]
        for one in tests
        if one["metric"] == "metric_score" and one["group"] == "all" and one["test"] == "binomial"
    ]
    stars = "***" if p < 0.001 else "**" if p < 0.01 else "*" if p < 0.05 else ""
    estimates = json.loads((run / "results.json").read_text(encoding="utf-8"))["estimates"]
    (score,) = [one for one in estimates if one["metric"] == "metric_score" and one["group"] == "all"]
    assert stars
    assert f"All pairs & {score['value']:.1f}{stars} & " in table
    assert "*** p" in table


def test_the_terminal_shows_score_n_and_the_whole_signature(run):
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(Group(*rendered(PAGE.summary([run], "en"), console)), crop=False)
    text = " ".join(console.file.getvalue().replace("\u00a0", " ").split())
    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    score = results["estimates"][0]
    assert f"All pairs {score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}] 398 / 400" in text
    assert results["signatures"]["crows-fr"] in console.file.getvalue()


def test_an_excluded_model_gets_no_stars(run, tmp_path):
    failed = [{"language": "fr", "passed": False, "right": 3, "of": 12}]
    (sound,) = read_runs([run])
    (excluded,) = read_runs([save(tmp_path / "run", Invented(count=400, manifest={"sanity": failed}))])
    for saved, marks in ((sound, {"", "*", "**", "***"}), (excluded, {""})):
        view = View([saved], "crows-fr", Language("en", "epicene.kinds.pairs"))
        cells = [row[1].mark for row in models_table(view, "metric_score", "").rows()]
        assert set(cells) <= marks
        assert any(cells) == (saved is sound)
