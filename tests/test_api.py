"""epicene from Python."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

import epicene
import epicene.api
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Estimate


def test_these_names_stay_because_programs_rely_on_them() -> None:
    assert set(epicene.__all__) == {
        *("audit", "compare", "open_run", "Run"),
        *("Estimate", "EpiceneError", "InputError", "__version__"),
    }
    assert all(hasattr(epicene, name) for name in epicene.__all__)
    members = {name for name in vars(epicene.Run) if not name.startswith("_")}
    assert members == {"path", "results", "model", "estimates", "notices", "estimate", "to_pandas", "report"}
    assert [field.name for field in fields(Estimate)] == [
        *("benchmark", "task", "metric", "group", "value", "low", "high", "ideal", "n_used", "n_total", "signature"),
    ]
    assert list(signature(epicene.api.compare).parameters) == ["runs", "seed"]
    assert {"model", "on", "scoring", "bos", "nsp", "as_released", "revision", "device", "out", "limit", "seed"} <= set(
        signature(epicene.api.audit).parameters
    )


def test_what_is_called_says_how() -> None:
    """`epicene.audit` is a folder of modules that can be called; help and editors read it like the function."""
    assert signature(epicene.audit) == signature(epicene.api.audit)
    assert epicene.audit.__doc__ == epicene.api.audit.__doc__
    assert "`epicene audit`: ask a model" in epicene.audit.__doc__


@pytest.fixture(scope="module")
def run(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> epicene.Run:
    out = tmp_path_factory.mktemp("api") / "run"
    return epicene.audit(str(causal_model), on=["pairs-fr"], limit=12, out=out, threads=1)


def test_an_audit_gives_estimates_with_their_intervals(run: epicene.Run) -> None:
    score = run.estimate("metric_score")
    assert isinstance(score, Estimate)
    assert score.low <= score.value <= score.high
    assert (score.n_used, score.n_total, score.ideal) == (12, 12, 50)
    assert score in run.estimates
    assert run.model in score.signature
    assert "12" in run.notices[0]


def test_one_benchmark_may_be_named_without_a_list(run: epicene.Run, causal_model: Path) -> None:
    again = epicene.audit(causal_model, on="pairs-fr", limit=12, out=run.path, threads=1)
    assert {one.benchmark for one in again.estimates} == {"pairs-fr"}


def test_an_estimate_that_is_not_there_is_an_error_that_says_what_is(run: epicene.Run) -> None:
    with pytest.raises(EpiceneError, match="0 estimates of lms"):
        run.estimate("lms")


def test_a_run_is_opened_again_and_compared(run: epicene.Run, tmp_path: Path) -> None:
    again = epicene.open_run(run.path)
    assert again == run
    with pytest.raises(InputError, match="no finished run folder"):
        epicene.open_run(tmp_path)
    (paired,) = epicene.compare(run, again.path)
    assert paired.benchmark == "pairs-fr"
    assert paired.identical


def test_a_report_is_written_in_the_format_its_name_says(run: epicene.Run, tmp_path: Path) -> None:
    assert run.report(tmp_path / "r.md").read_text().startswith("#")


def test_estimates_as_a_table(run: epicene.Run) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    table = run.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert len(table) == len(run.estimates)
    assert table.value.tolist() == [one.value for one in run.estimates]


def test_without_pandas_one_sentence_says_so(run: epicene.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(EpiceneError, match="pip install pandas"):
        run.to_pandas()
