"""epicene from Python."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import epicene
import epicene.api
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Estimate
from inside.small_marian import two_layer_marian
from mt.small_corpora import small_corpus


def test_these_names_stay_because_programs_rely_on_them() -> None:
    assert set(epicene.__all__) == {
        *("audit", "ask", "score", "study", "debias", "judge", "winomt", "mt_audit", "probe", "intervene"),
        *("compare", "open_run", "report", "write_report", "board", "card", "replicates_of", "accept_terms"),
        *("Run", "PairedRuns", "Comparison", "Item", "Role", "Text", "Benchmark", "Kind", "Scoring"),
        *("Estimate", "Notice", "EpiceneError", "InputError", "EpiceneWarning", "__version__"),
    }
    assert all(hasattr(epicene, name) for name in epicene.__all__)
    members = {name for name in vars(epicene.Run) if not name.startswith("_")}
    assert members == {
        *("path", "kind", "results", "model", "estimates", "notices", "estimate", "report"),
        *("items", "scores", "to_pandas", "to_parquet"),
    }
    assert [field.name for field in fields(Estimate)] == [
        *("benchmark", "task", "metric", "group", "value", "low", "high", "ideal", "n_used", "n_total", "signature"),
    ]
    assert list(signature(epicene.api.compare).parameters) == ["runs", "seed"]
    assert {"model", "on", "scoring", "bos", "nsp", "as_released", "revision", "device", "out", "limit", "seed"} <= set(
        signature(epicene.api.audit).parameters
    )
    assert {name for name in dir(epicene.PairedRuns) if not name.startswith("_")} == {
        *(
            "benchmark",
            "a",
            "b",
            "headlines",
            "identical",
            "differs",
            "comparisons",
            "to_pandas",
            "warning",
            "is_trusted",
        ),
    }


def test_there_is_no_other_name() -> None:
    with pytest.raises(AttributeError, match="'epicene' has no attribute 'Runs'"):
        _ = epicene.Runs


@pytest.fixture(scope="module")
def run(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> epicene.Run:
    out = tmp_path_factory.mktemp("api") / "run"
    return epicene.audit(str(causal_model), on=["pairs-fr"], limit=16, out=out, threads=1)


def test_an_audit_gives_estimates_with_their_intervals(run: epicene.Run) -> None:
    score = run.estimate("metric_score")
    assert isinstance(score, Estimate)
    assert score.low <= score.value <= score.high
    assert (score.n_used, score.n_total, score.ideal) == (15, 16, 50)  # one pair shares no word
    assert score in run.estimates
    assert run.model in score.signature
    assert "12" in run.notices[0]


def test_an_estimate_that_is_not_there_is_an_error_that_says_what_is(run: epicene.Run) -> None:
    with pytest.raises(InputError, match="0 estimates of lms"):
        run.estimate("lms")


def test_a_run_is_opened_again_and_compared(run: epicene.Run, tmp_path: Path) -> None:
    again = epicene.open_run(run.path)
    assert again == run
    with pytest.raises(InputError, match="is not a run folder"):
        epicene.open_run(tmp_path)
    (paired,) = epicene.compare(run, again.path)
    assert paired.benchmark == "pairs-fr"
    assert paired.identical


def test_a_failed_sanity_check_is_a_warning_at_the_line_of_the_call(run: epicene.Run, causal_model: Path) -> None:
    """Of the audit and of everything that shows its numbers later; a model that passed is not warned of."""
    calls = [
        lambda: epicene.audit(causal_model, on="pairs-fr", limit=16, out=run.path, threads=1),
        lambda: epicene.open_run(run.path),
        lambda: epicene.compare(run, run.path),
    ]
    with passing(run, passed=False):
        for call in calls:
            with pytest.warns(epicene.EpiceneWarning, match="failed the sanity check|cannot be trusted") as caught:
                call()
            assert {warning.filename for warning in caught} == {__file__}
    with passing(run, passed=True), warnings.catch_warnings():
        warnings.simplefilter("error", epicene.EpiceneWarning)
        for call in calls[:2]:
            call()


@contextmanager
def passing(run: epicene.Run, *, passed: bool) -> Iterator[None]:
    """As if the sanity check of the run had come out like this."""
    manifest = run.path / "manifest.json"
    before = {path: path.read_bytes() for path in (manifest, run.path / "results.json")}  # trust is in the results
    document = json.loads(before[manifest])
    for check in document["sanity"]:
        check["passed"] = passed
    manifest.write_text(json.dumps(document), encoding="utf-8")
    try:
        yield
    finally:
        for path, content in before.items():
            path.write_bytes(content)


def test_a_comparison_warns_of_what_the_command_warns_of(run: epicene.Run) -> None:
    with pytest.warns(epicene.EpiceneWarning, match="are runs of one model"):
        epicene.compare(run, run)


def test_progress_is_shown_unless_it_is_not_wanted(
    causal_model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    epicene.audit(causal_model, on="pairs-fr", limit=5, out=tmp_path / "shown", threads=1)
    shown = capfd.readouterr()
    assert "\npairs-fr: 10 of 10 to do\n" in shown.err
    assert shown.err.endswith("\npairs-fr: 100%\n")
    assert shown.out == ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", epicene.EpiceneWarning)
        epicene.audit(causal_model, on="pairs-fr", limit=5, out=tmp_path / "hidden", threads=1, progress=False)
    assert capfd.readouterr().err == ""


def test_a_comparison_is_shown_in_short_and_without_sentences(run: epicene.Run) -> None:
    (paired,) = epicene.compare(run, run)
    (found,) = [one for one in paired.comparisons if (one.metric, one.group) == ("metric_score", "all")]
    score = f"{found.value_a:.1f}"
    assert repr(paired) == (
        f"<PairedRuns on pairs-fr, {paired.a.label} and {paired.b.label}: metric_score {score} and {score}, difference "
        f"+0.0 [{found.low:.1f}, {found.high:.1f}], McNemar's p = 1, n = 15; says nothing, because "
        f"{paired.a.label} and {paired.b.label} are not to be trusted>"
    )
    sentence = next(iter(paired.a.answered.items[0].variants.values())).text
    assert sentence not in f"{paired} {paired.a} {paired.a.answered} {run} {run.estimates}"
    assert max(map(len, map(repr, (paired, paired.a, run, *run.estimates)))) < 900


WRONG = {
    "on is []; expected a benchmark": {"on": []},
    "on is {'pairs-fr'}; expected a benchmark": {"on": {"pairs-fr"}},
    "limit is 0; expected a whole number from 1.": {"limit": 0},
    "limit is '20'; expected a whole number from 1.": {"limit": "20"},
    "seed is -1; expected a whole number from 0.": {"seed": -1},
    "out is 5; expected a text or a path.": {"out": 5},
    "model is ''; expected": {"model": ""},
    "scoring is ['pll']; expected a text.": {"scoring": ["pll"]},
    "strict is 'no'; expected true or false.": {"strict": "no"},
}


@pytest.mark.parametrize(("said", "options"), WRONG.items(), ids=WRONG)
def test_a_wrong_argument_is_one_sentence_before_anything_runs(
    said: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=re.escape(said)):
        epicene.audit(**{"model": "none", **options})
    assert list(tmp_path.iterdir()) == []


def test_wrong_runs_are_one_sentence_too(run: epicene.Run) -> None:
    with pytest.raises(InputError, match=r"expected a Run or its folder, one after the other: compare\(a, b\)\."):
        epicene.compare([run, run])
    with pytest.raises(InputError, match="seed is -1; expected a whole number from 0"):
        epicene.compare(run, run, seed=-1)
    with pytest.raises(InputError, match="folder is 5; expected"):
        epicene.open_run(5)


def test_estimates_as_a_table(run: epicene.Run) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    table = run.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert len(table) == len(run.estimates)
    assert table.value.tolist() == [one.value for one in run.estimates]
    assert set(table.model) == {run.model}
    tested = table[(table.metric == "metric_score") & (table.group == "all")]
    assert tested.p.tolist() == [one["p"] for one in run.results["tests"] if one["group"] == "all"][:1]
    assert tested.p_adjusted.isna().all()
    assert table[table.metric == "dcf"].p.isna().all()


def test_items_and_scores_as_tables(run: epicene.Run) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    items, scores = run.items(), run.scores()
    assert {"benchmark", "id", "category", "direction", "more", "less", "unusable"} <= set(items.columns)
    assert len(items) == 16
    assert set(scores.item_id) == set(items.id[items.unusable.isna()])
    assert set(scores.role) == {"more", "less"}
    assert set(scores.model) == {run.model}


def test_what_parquet_needs_is_said(run: epicene.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    for missing in ("pyarrow", "fastparquet"):
        monkeypatch.setitem(__import__("sys").modules, missing, None)
    with pytest.raises(EpiceneError, match=r"to_parquet needs the package pyarrow, .*: pip install '\.\[frames\]'"):
        run.to_parquet(tmp_path / "run.parquet")
    monkeypatch.setattr(pandas.DataFrame, "to_parquet", lambda table, file: Path(file).write_text(str(len(table))))
    assert run.to_parquet(tmp_path / "run.parquet").read_text() == str(len(run.estimates))


def test_every_argument_is_explained_where_python_looks() -> None:
    functions = [getattr(epicene, name) for name in ("audit", "ask", "score", "study", "debias", "probe", "intervene")]
    for function in functions:
        explained = (function.__doc__ or "").partition("Arguments:")[2]
        for name in signature(function).parameters:
            assert re.search(rf"^ +{name}: \S", explained, re.M), (function.__name__, name)


def test_a_prompt_shows_the_folder_and_the_answer(run: epicene.Run, tmp_path: Path) -> None:
    first, *answer = repr(run).splitlines()
    assert first == f"Run({str(run.path)!r})"
    assert f"{run.estimate('metric_score').value:.1f}" in answer[-1]
    assert repr(epicene.Run(tmp_path)) == f"Run({str(tmp_path)!r})"  # no run: the folder alone


def test_a_report_is_written_under_the_commands_name(run: epicene.Run, tmp_path: Path) -> None:
    assert epicene.report(run, output=tmp_path / "page.md").read_text() == run.report(tmp_path / "b.md").read_text()
    from epicene.report.results_page import kind_of  # the package of that name is there all the same

    assert kind_of([run.path]).name == "audit"


def test_a_notebook_shows_the_answer_and_a_table_escaped(run: epicene.Run, tmp_path: Path) -> None:
    shown = run._repr_html_()
    assert "failed the sanity check" in shown
    assert shown.count("<table>") == 1
    assert f"{run.estimate('metric_score').value:.1f}" in shown
    named = tmp_path / "<b>bold"
    shutil.copytree(run.path, named)
    assert "<b>" not in epicene.Run(named)._repr_html_()


def test_scores_of_others_are_measured(run: epicene.Run, tmp_path: Path) -> None:
    made = epicene.score("pairs-fr", run.path / "scores.jsonl", out=tmp_path / "scored")
    assert made.kind == "score"
    assert made.estimate("metric_score").value == run.estimate("metric_score").value
    assert len(made.scores()) == 30
    assert epicene.write_report(made, output=tmp_path / "scored.html", lang="fr").is_file()


def test_judged_systems_are_a_run_like_any_other(tmp_path: Path) -> None:
    source, reference = small_corpus(tmp_path)
    outputs = {"good": reference, "same": reference}
    run = epicene.judge("fr-en", source, reference, outputs, out=tmp_path / "judged")
    assert (run.kind, run.model) == ("judge", "good, same")
    assert epicene.open_run(run.path) == run
    assert set(run.to_pandas().model) == {"good", "same"}
    assert set(run.items().system) == {"good", "same"}
    assert run.report(tmp_path / "judged.md").is_file()
    assert "<table>" in run._repr_html_()
    with pytest.raises(InputError, match="is a run of kind judge, which keeps no scores"):
        run.scores()
    alone = epicene.judge("fr-en", source, reference, reference, out=tmp_path / "alone")
    assert alone.model == reference.name


def test_outputs_of_a_set_go_by_their_systems_names_too(tmp_path: Path) -> None:
    (tmp_path / "set.tsv").write_text(
        "source\tf\tm\nThe baker left.\tLa boulangère est partie.\tLe boulanger est parti.\n"
    )
    (tmp_path / "out.fr").write_text("Le boulanger est parti.\n", encoding="utf-8")
    options: dict[str, Any] = {"on": f"gate={tmp_path / 'set.tsv'}"}
    by_name = epicene.judge(**options, hypotheses={"ours": tmp_path / "out.fr"}, out=tmp_path / "a")
    typed = epicene.judge(**options, hypotheses=[f"ours={tmp_path / 'out.fr'}"], out=tmp_path / "b")
    assert by_name.model == typed.model == "ours"
    assert by_name.estimates == typed.estimates


def test_systems_translate_before_they_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source, reference = small_corpus(tmp_path)
    model = str(two_layer_marian(tmp_path / "model"))
    options: dict[str, Any] = {"systems": model, "progress": False, "allow_empty": True}
    with pytest.raises(InputError, match="give both, or neither"):
        epicene.judge(source=source, **options)
    with pytest.raises(InputError, match="fren"):
        epicene.judge("fren", source, reference, **options)
    with pytest.raises(InputError, match="apertium:en-fr translates from en to fr"):
        epicene.judge(**options | {"systems": ["apertium:fr-en", "apertium:en-fr"]})
    with pytest.raises(InputError, match="give all four"):
        epicene.judge("fr-en", source, reference)
    with pytest.raises(InputError, match="does not translate these sentences"):  # its weights are a sine
        epicene.judge("fr-en", source, reference, {"good": reference}, **options)
    assert [len(path.read_text().splitlines()) for path in tmp_path.glob("runs/translate-*.en")] == [12]


def test_what_is_inside_a_translation_system_is_a_run_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    model = two_layer_marian(tmp_path / "model")
    source, reference = small_corpus(tmp_path)
    options: dict[str, Any] = {"source": source, "reference": reference, "threads": 1, "progress": False}
    forced = epicene.mt_audit(model, out=tmp_path / "forced", beam=1, **options)
    changed = epicene.intervene(model, out=tmp_path / "changed", **options)
    probed = epicene.probe(model, out=tmp_path / "probed", repetitions=2, limit=6, beam=1, threads=1, progress=False)
    assert [run.kind for run in (forced, changed, probed)] == ["mt-audit", "mt-intervene", "mt-probe"]
    assert len(forced.items()) == 12
    assert forced.scores().asked.value_counts().to_dict() == {"his/her": 12, "their": 12}
    for run in (forced, changed, probed):
        assert set(run.to_pandas().model) == {"model"}
        assert run.report(tmp_path / f"{run.kind}.csv").is_file()
        assert epicene.open_run(run.path).estimates == run.estimates


def test_a_study_is_a_run_too(causal_model: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(
        f'title = "Small"\n[[models]]\nname = "one"\nid = "{causal_model}"\n[[benchmarks]]\nname = "pairs-fr"\n',
        encoding="utf-8",
    )
    with pytest.warns(epicene.EpiceneWarning):
        run = epicene.study(file, out=tmp_path / "study", limit=5, threads=1, progress=False)
    assert (run.kind, run.model) == ("study", "one")
    table = run.to_pandas()
    assert set(table.model) == {"one"}
    assert table.p.notna().any()
    assert (run.path / "report.html").is_file()
    with pytest.raises(InputError, match="keeps no items of its own"):
        run.items()


def test_without_pandas_one_sentence_says_so(run: epicene.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(EpiceneError, match=r"pip install '\.\[frames\]'"):
        run.to_pandas()
