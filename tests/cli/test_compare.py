import json

import pytest

from command import CliRunner
from epicene.cli.compare import compare
from epicene.core.errors import InputError
from invented_audits import Invented, save

app = compare


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def run(tmp_path):
    return save(tmp_path / "one", Invented(count=300))


@pytest.fixture
def other(tmp_path):
    return save(tmp_path / "two", Invented(model="invented/scarf", count=300, lean=-0.2, seed=2))


def test_json_is_one_document_with_every_test(run, other):
    result = invoke(run, other, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["models"] == ["invented/hat-base", "invented/scarf"]
    assert document["identical"] == []
    whole = next(one for one in document["comparisons"] if (one["metric"], one["group"]) == ("metric_score", "all"))
    results = [json.loads((path / "results.json").read_text())["estimates"][0]["value"] for path in (run, other)]
    assert [whole["value_a"], whole["value_b"]] == results
    assert whole["difference"] == pytest.approx(results[1] - results[0])
    assert whole["low"] <= whole["difference"] <= whole["high"]
    assert 0 <= whole["p_mcnemar"] < 0.05
    assert "p_mcnemar_adjusted" not in whole
    gender = next(one for one in document["comparisons"] if one["group"] == "gender")
    assert gender["p_mcnemar_adjusted"] >= gender["p_mcnemar"]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_comparison_with_a_model_that_is_excluded_is_printed_and_ends_with_3(run, other, options):
    assert invoke(run, other, *options).exit_code == 0
    path = other / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["sanity"][0]["passed"] = False
    path.write_text(json.dumps(manifest), encoding="utf-8")
    result = invoke(run, other, *options)
    assert result.exit_code == 3
    assert ("metric_score" in result.stdout) == bool(
        options
    )  # tables of differences that may not be used are not shown
    assert "All pairs" not in result.stdout


def test_runs_that_differ_in_more_than_the_model_are_refused_with_what_differs(run, tmp_path):
    asked_otherwise = save(tmp_path / "pll", Invented(model="m", count=300, scoring="pll", options=["limit:300"]))
    error = invoke(run, asked_otherwise).exception
    assert isinstance(error, InputError)
    assert "scoring: pll-shared and pll; options: none and limit:300" in str(error)
    assert "Audit one of the models again, asked in the same way as the other." in str(error)
    fewer = save(tmp_path / "fewer", Invented(model="m", count=299))
    assert "data: crows-fr@" in str(invoke(run, fewer).exception)


def test_models_that_no_way_of_asking_fits_are_not_told_to_be_asked_again(run, tmp_path):
    causal = save(tmp_path / "a reader", Invented("invented/reader", count=300, kind="causal", scoring="loglik"))
    error = invoke(run, causal).exception
    assert isinstance(error, InputError)
    assert "again, asked in the same way" not in str(error)
    assert "invented/hat-base is of kind masked and invented/reader of kind causal, and no way of asking" in str(error)
    assert f"`epicene report {run} '{causal}' -o report.html`" in str(error)


def test_two_models_with_identical_scores_are_called_out(tmp_path):
    scores = Invented().all_scores()
    one, two = (save(tmp_path / name, Invented(model=name, scores=scores)) for name in ("plain", "debiased"))
    result = invoke(one, two, "--json")
    assert "plain and debiased gave exactly the same scores" in result.stderr
    document = json.loads(result.stdout)
    assert document["identical"] == [{"benchmark": "crows-fr", "a": "plain", "b": "debiased"}]
    assert "exactly the same scores" in document["notices"][0]


def test_one_run_and_runs_without_a_common_benchmark_are_refused(run, tmp_path):
    assert "at least two" in str(invoke(run).exception)
    english = save(tmp_path / "english", Invented(benchmark="crows-en", language="en"))
    assert "share no benchmark" in str(invoke(run, english).exception)


def test_a_kind_of_run_that_cannot_be_compared_is_told_which_can(run, tmp_path):
    trained = []
    for name in ("one", "two"):
        (tmp_path / f"trained-{name}").mkdir()
        (tmp_path / f"trained-{name}" / "manifest.json").write_text(json.dumps({"run": "train-mt", "format": 1}))
        trained.append(tmp_path / f"trained-{name}")
    error = invoke(*trained).exception
    assert isinstance(error, InputError)
    assert "holds a run of kind train-mt, which cannot be compared. These can: " in str(error)
    for kind in ("audit", "score", "judge", "winomt", "mt-audit", "mt-intervene", "mt-probe"):
        assert f" {kind}" in str(error)
    assert "Compare runs of one kind." in str(invoke(run, trained[0]).exception)
