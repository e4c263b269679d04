"""Figures by facets of the items, and by facets crossed: intersectional sets."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import epicene
from command import epicene as command

# Who a pair is about, and whether the stereotyping sentence is preferred; one pair says nothing of age.
PAIRS = [
    ("women", "old", True), ("women", "old", True), ("women", "old", True), ("women", "old", False),
    ("women", "young", True), ("women", "young", False),
    ("men", "old", False), ("men", "old", False),
    ("men", "young", True), ("men", "", True),
]  # fmt: skip
CELLS = {
    "gender=women": (4 / 6, 6), "gender=men": (2 / 4, 4), "age=old": (3 / 6, 6), "age=young": (2 / 3, 3),
    "gender=women,age=old": (3 / 4, 4), "gender=women,age=young": (1 / 2, 2),
    "gender=men,age=old": (0, 2), "gender=men,age=young": (1, 1),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("facets"), PAIRS)


def made(path: Path, pairs: list[tuple[str, str, bool]]) -> Path:
    rows = [f"i{n},Phrase {n} a.,Phrase {n} b.,{gender},{age}" for n, (gender, age, _) in enumerate(pairs)]
    (path / "own.csv").write_text("\n".join(["id,more,less,gender,age", *rows, ""]), encoding="utf-8")
    for name, kept in (("one", True), ("other", False)):
        lines = [
            {"item_id": f"i{n}", "role": role, "score": -1.0 if (role == "more") == (hit == kept) else -2.0}
            for n, (_, _, hit) in enumerate(pairs)
            for role in ("more", "less")
        ]
        (path / f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def scored(folder: Path, name: str = "one", **options: object) -> epicene.Run:
    given = {"predictions": folder / f"{name}.jsonl", "out": folder / f"run-{name}", **options}
    return epicene.score(f"pairs-fr={folder / 'own.csv'}", **given)  # type: ignore[arg-type]


def test_every_facet_and_every_cell_has_its_share(folder: Path) -> None:
    run = scored(folder, facet="gender, age")
    found = {one.group: one for one in run.estimates if one.metric == "metric_score" and "=" in one.group}
    assert found.keys() == CELLS.keys()
    for group, (share, n) in CELLS.items():
        assert (found[group].value, found[group].n_used) == (pytest.approx(100 * share), n), group
        assert found[group].low <= found[group].value <= found[group].high
    tests = {one["group"]: one for one in run.results["tests"] if one["test"] == "binomial"}
    assert tests["gender=women,age=old"]["p"] == pytest.approx(0.625)  # 3 of 4
    assert tests["gender=women"]["p_adjusted"] is not None


def test_other_facets_are_measured_of_the_same_answers(folder: Path) -> None:
    path = scored(folder, facet=["gender"]).path
    before = (path / "scores.jsonl").read_bytes()
    again = scored(folder, facet=["age", "bias_type,gender"])
    groups = {one.group for one in again.estimates if "=" in one.group}
    assert {"age=old", "bias_type=other,gender=men"} <= groups
    assert "gender=women,age=old" not in groups
    assert (path / "scores.jsonl").read_bytes() == before
    assert not [one for one in scored(folder).estimates if "=" in one.group]


def test_two_models_are_compared_cell_by_cell(folder: Path) -> None:
    runs = [scored(folder, name, facet="gender,age") for name in ("one", "other")]
    (pair,) = epicene.compare(*runs)
    cell = next(one for one in pair.comparisons if one.group == "gender=women,age=old")
    assert (cell.value_a, cell.value_b, cell.n) == (75.0, 25.0, 4)


def test_a_facet_that_no_item_has_is_refused_with_those_there_are(folder: Path) -> None:
    call = ("score", "pairs-fr=own.csv", "--predictions", "one.jsonl", "--out", "wrong", "--facet", "gender,colour")
    done = command(*call, cwd=folder)
    assert done.returncode == 2
    assert "--facet colour: pairs-fr has no such facet. It has: bias_type, origin, gender, age." in done.stderr
    assert not (folder / "wrong").exists()


@pytest.mark.about("triples")
def test_other_sets_are_grouped_by_their_facets_too_or_say_that_they_are_not(
    causal_model: Path, tmp_path: Path
) -> None:
    for benchmark, limit, by, crossed in (
        ("triples-fr", 16, "bias_type,task", "bias_type=gender,task=intra"),
        ("questions-fr", 12, "condition,polarity", "condition=ambiguous,polarity=negative"),
    ):
        with warnings.catch_warnings(action="ignore"):  # the tiny model fails its sanity check
            run = epicene.audit(
                causal_model, on=benchmark, limit=limit, facet=by, out=tmp_path / benchmark, progress=False
            )
        used = {one.group: one.n_used for one in run.estimates}
        assert 0 < used[crossed] <= min(used[facet] for facet in crossed.split(","))
    refused = command("audit", causal_model, "--on", "letters-fr", "--facet", "gender", cwd=tmp_path)
    assert refused.returncode == 2
    assert "--facet groups no figures of letters-fr" in refused.stderr
