"""Two translation systems on the same lines: what is counted by hand, published outputs, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from scipy import stats

from command import CliRunner
from epicene.cli.compare import compare
from epicene.core.errors import InputError
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.winomt_run import WinomtRequest, open_winomt
from mt.judging.test_winomt import toy
from mt.small_corpora import english_lines, invented_corpus, small_corpus, write

app = compare


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def judged(folder: Path, files: tuple[Path, Path], **systems: Path) -> Path:
    name = "-".join(systems)
    return open_judging(JudgeRequest("fr-en", *files, systems, out=folder / f"judge-{name}")).save()[0]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("corpus")
    french, english = invented_corpus()
    return write(folder / "corpus.fr", french), write(folder / "corpus.en", english)


@pytest.fixture(scope="module")
def runs(corpus: tuple[Path, Path]) -> tuple[Path, Path]:
    """Thirty occupations: one system is right in every line, the other says *her* in the first ten feminine lines."""
    _, english = invented_corpus()
    biased = [line.replace(" her ", " his ") if number >= 20 else line for number, line in enumerate(english)]
    outputs = write(corpus[0].parent / "right.en", english), write(corpus[0].parent / "biased.en", biased)
    return tuple(judged(corpus[0].parent, corpus, **{file.stem: file}) for file in outputs)


def found(document: dict, metric: str, group: str) -> dict:
    return next(one for one in document["comparisons"] if (one["metric"], one["group"]) == (metric, group))


def test_lines_that_one_system_alone_gets_right_are_tested_and_adjusted(runs) -> None:
    result = invoke(*runs, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["models"] == ["right", "biased"]
    feminine = found(document, "pronoun_correct", "feminine marked")
    assert (feminine["value_a"], feminine["n"], feminine["only_a"], feminine["only_b"]) == (100.0, 30, 20, 0)
    assert feminine["difference"] == pytest.approx(-200 / 3)
    by_chance = 100 * (2 / 3 * 1 / 3 / 30) ** 0.5 * 1.96
    assert feminine["low"] == pytest.approx(-200 / 3 - by_chance, abs=4)
    assert feminine["high"] == pytest.approx(-200 / 3 + by_chance, abs=4)
    # Twenty lines to none; of three figures with McNemar's test two have this p and the third has 1.
    assert feminine["p_mcnemar"] == pytest.approx(2 * 0.5**20)
    assert feminine["p_mcnemar_adjusted"] == pytest.approx(1.5 * 2 * 0.5**20)
    assert found(document, "pronoun_correct", "masculine marked")["p_mcnemar"] == 1.0
    gap = found(document, "pronoun_gap", "marked")
    assert (gap["value_a"], gap["value_b"]) == (0.0, pytest.approx(200 / 3))
    assert "p_mcnemar" not in gap
    # Three figures of four differ in every sample: p = 2/2001 each, and 1 for the other.
    assert gap["p_adjusted"] == pytest.approx(2 / 2001 * 4 / 3)


def test_one_folder_of_several_systems_is_compared_two_by_two(corpus, runs, tmp_path: Path) -> None:
    folder = corpus[0].parent
    systems = {name: folder / f"{name}.en" for name in ("right", "biased")} | {"again": folder / "right.en"}
    result = invoke(judged(tmp_path, corpus, **systems), "--json")
    document = json.loads(result.stdout)
    assert {(one["a"], one["b"]) for one in document["comparisons"]} == {
        *(("right", "biased"), ("right", "again"), ("biased", "again")),
    }
    assert document["identical"] == [{"benchmark": "mt-occupations", "a": "right", "b": "again"}]
    assert "right and again are one and the same" in result.stderr


def test_what_cannot_be_compared_is_refused(runs, winomt, tmp_path: Path) -> None:
    other = judged(tmp_path, small_corpus(tmp_path), other=write(tmp_path / "other.en", english_lines()))
    printed = tmp_path / "printed.json"
    printed.write_text((runs[1] / "results.json").read_text())
    for given, named in (
        ((runs[0], other), "data: mt-occupations@"),
        ((runs[0],), "one alone"),
        ((runs[0], printed), "--out"),
        ((runs[0], winomt[0]), "kind winomt"),
    ):
        error = invoke(*given).exception
        assert isinstance(error, InputError)
        assert named in str(error)


@pytest.fixture(scope="module")
def winomt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A faithful system, and one that makes every entity a man; bakers and nurses are on the lists."""
    folder = tmp_path_factory.mktemp("winomt")
    items, french = toy()
    men = french[: len(french) // 2] * 2
    every = write(folder / "en.txt", items)
    lists = {
        side: write(folder / f"{side}.txt", [one for one in items if one.startswith(gender) and "\tThe baker" in one])
        for side, gender in (("pro", "male"), ("anti", "female"))
    }
    return tuple(
        open_winomt(
            WinomtRequest(every, {name: write(folder / f"{name}.fr", lines)}, **lists, out=folder / name)
        ).save()[0]
        for name, lines in (("faithful", french), ("men", men))
    )


def test_winomt_runs_are_compared_by_accuracy_and_both_deltas(winomt) -> None:
    document = json.loads(invoke(*winomt, "--json").stdout)
    figures = {test["metric"]: test for test in document["comparisons"]}
    assert list(figures) == ["accuracy", "accuracy_determined", "delta_g", "delta_s"]
    lines = [[json.loads(line) for line in (run / "lines.jsonl").read_text().splitlines()] for run in winomt]
    for side, run in zip(("value_a", "value_b"), winomt, strict=True):
        estimates = json.loads((run / "results.json").read_text())["estimates"]
        known = {estimate["metric"]: estimate["value"] for estimate in estimates if estimate["group"] == "all"}
        assert {name: test[side] for name, test in figures.items()} == pytest.approx({n: known[n] for n in figures})
    right = [[line["found"] == line["gender"] for line in own] for own in lines]
    only = [sum(a and not b for a, b in zip(*sides, strict=True)) for sides in (right, right[::-1])]
    accuracy = figures["accuracy"]
    assert [accuracy["only_a"], accuracy["only_b"]] == only
    assert accuracy["p_mcnemar"] == pytest.approx(stats.binomtest(only[0], sum(only)).pvalue)
    assert figures["delta_s"]["difference"] > 0


def test_a_winomt_run_whose_lines_lack_their_list_has_no_delta_s(winomt, tmp_path: Path) -> None:
    folders = [shutil.copytree(run, tmp_path / run.name) for run in winomt]
    document = json.loads((folders[0] / "results.json").read_text(encoding="utf-8"))
    document["estimates"] = [estimate for estimate in document["estimates"] if estimate["metric"] != "delta_s"]
    (folders[0] / "results.json").write_text(json.dumps(document), encoding="utf-8")
    lines = (winomt[0] / "lines.jsonl").read_text(encoding="utf-8").splitlines()
    write(folders[0] / "lines.jsonl", [json.dumps(json.loads(line) | {"side": ""}) for line in lines])
    result = invoke(*folders, "--json")
    assert "delta_s" not in {test["metric"] for test in json.loads(result.stdout)["comparisons"]}
    assert "--pro" in result.stderr


def test_published_outputs_differ_as_the_reading_of_their_lines_says(shared: Path, tmp_path: Path) -> None:
    """McNemar's counts from ../shared/gold/mt_judged.json, read line by line by somebody else."""
    folder, names = shared / "data/mt_metiers", ("etranslation", "joeynmt")
    files = folder / "probe_metier.gold.fra", folder / "probe_metier.gold.eng"
    made = judged(tmp_path, files, **{name: folder / f"probe_metier.pred.{name}.eng" for name in names})
    document = json.loads(invoke(made, "--json").stdout)
    gold = json.loads((shared / "gold/mt_judged.json").read_text(encoding="utf-8"))["systems"]
    french, english = (file.read_text(encoding="utf-8").splitlines() for file in files)
    feminine = [n for n, line in enumerate(english) if " her " in line and french[n] != french[n ^ 1]]
    right = [[gold[name]["lines"][n]["pron"] == "her" for n in feminine] for name in names]
    only = [sum(a and not b for a, b in zip(*sides, strict=True)) for sides in (right, right[::-1])]
    one = found(document, "pronoun_correct", "feminine marked")
    assert (one["n"], [one["only_a"], one["only_b"]]) == (len(feminine), only)
    assert one["p_mcnemar"] == pytest.approx(stats.binomtest(only[0], sum(only)).pvalue)
    assert one["low"] < one["difference"] < one["high"] < 0
    kept = found(document, "ambiguity_kept", "all")
    assert (kept["value_a"], kept["value_b"], kept["p_adjusted"]) == (0.0, 0.0, 1.0)
    is_open = [french[n] == french[n ^ 1] for n in range(len(french))]
    decided = [[gold[name]["lines"][n]["pron"] in ("his", "her") for n in range(len(french))] for name in names]
    both = sum(all(line) for line in zip(is_open, *decided, strict=True))
    assert found(document, "her_share", "all")["n"] == both < kept["n"]
