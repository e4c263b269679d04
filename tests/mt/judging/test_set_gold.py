"""MT-GenEval's own script on a real system, and GATE's own references (../shared)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.mt.judging.set_lines import open_set
from epicene.mt.judging.set_run import judge_translations, set_results
from epicene.mt.results import JudgedSet


def results(on: str, **files: object) -> JudgedSet:
    options = ("--direction", "--source", "--reference", "--hyp", "--ref-feminine", "--ref-masculine", "--ref-flipped")
    others = ("--hyp-feminine", "--hyp-masculine", "--source-feminine", "--source-masculine")
    given = dict.fromkeys((*options, *others)) | {f"--{name.replace('_', '-')}": value for name, value in files.items()}
    asked, systems = open_set(on, given)
    ((model, paths),) = systems.items()
    return set_results(asked, judge_translations(asked, paths), model)


def test_apertium_is_right_as_often_as_the_released_script_says(shared: Path) -> None:
    folder = shared / "data/mt_geneval"
    gold = json.loads((shared / "gold/mt_geneval/apertium-dev.json").read_text(encoding="utf-8"))
    made = results(
        "mt-geneval",
        **{f"ref_{gender}": folder / f"{gender}-dev.fr" for gender in ("feminine", "masculine")},
        **{f"hyp_{gender}": [str(folder / f"apertium-{gender}-dev.fr")] for gender in ("feminine", "masculine")},
    )
    assert made.model == "apertium"
    for name in ("feminine", "masculine", "both"):
        estimate = made.estimate(f"{name}_correct", "all")
        assert estimate
        assert estimate.n_used == gold["n"]
        assert estimate.value == pytest.approx(gold[name])
        assert estimate.low < estimate.value < estimate.high
    covered = {gender: made.estimate("accuracy_covered", gender) for gender in ("feminine", "masculine")}
    assert [one.n_used for one in covered.values() if one] == [918, 876]
    # Wrong lines are wrong in both readings: 558 of 1,200 and of 918; 63 of 1,200 and of 876.
    assert [one.value for one in covered.values() if one] == pytest.approx([100 * 360 / 918, 100 * 813 / 876])


def test_the_flipped_references_of_the_contextual_set_are_wrong_and_the_original_right(shared: Path) -> None:
    folder = shared / "data/mt_geneval"
    files = {name: folder / f"context-{name}-dev.fr" for name in ("original", "flipped")}
    of_set = {"reference": files["original"], "ref_flipped": files["flipped"], "source": folder / "context-dev.en"}
    right, wrong = (results("mt-geneval-context", hyp=[str(path)], **of_set) for path in files.values())
    accuracy = [made.estimate("accuracy", "all") for made in (right, wrong)]
    assert [one.n_used for one in accuracy if one] == [477, 477]
    assert accuracy[0]
    assert accuracy[1]
    assert accuracy[0].value == 100
    assert accuracy[1].value < 4  # lines whose flipped reference has no word of its own
    assert right.counts["masculine"]["n"] + right.counts["feminine"]["n"] + right.counts["unknown"]["n"] == 477


@pytest.mark.parametrize(("column", "own", "other"), [(2, "feminine", "masculine"), (3, "masculine", "feminine")])
def test_gates_variants_are_read_as_what_they_are(
    shared: Path, tmp_path: Path, column: int, own: str, other: str
) -> None:
    table = shared / "data/gate/FR_2_variants.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    (tmp_path / "out.fr").write_text("".join(f"{row[column]}\n" for row in rows), encoding="utf-8")
    counts = results(f"gate={table}", hyp=[str(tmp_path / "out.fr")]).counts["open"]
    assert counts["n"] == 775
    assert counts[other] == counts["both"] == 0
    unlike = sum(row[2] != row[3] for row in rows)
    assert counts[own] > 0.97 * unlike
