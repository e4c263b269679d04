"""Several trainings of one model: intervals over trainings, in reports, comparisons and from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import epicene
from command import epicene as command
from epicene.core.errors import InputError
from invented_audits import Invented, save


@pytest.fixture(scope="module")
def trainings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three trainings of one model, then two of another, which leans more."""
    home = tmp_path_factory.mktemp("trainings")
    hats = [save(home / f"hat-{seed}", Invented(seed=seed, count=60)) for seed in (1, 2, 3)]
    scarf = "invented/scarf"
    return [*hats, *(save(home / f"scarf-{seed}", Invented(scarf, seed=seed, lean=1.5, count=60)) for seed in (4, 5))]


def test_the_mean_over_trainings_is_that_of_their_scores(trainings: list[Path]) -> None:
    (found,) = epicene.replicates_of(trainings[0], replicates=[trainings[1:3]])
    scores = [epicene.open_run(path).estimate("metric_score").value for path in trainings[:3]]
    assert found.found.value == pytest.approx(sum(scores) / 3)
    assert (found.found.n_trainings, found.found.n_items) == (3, 60)
    assert found.estimates()[0].metric == "replicates_score"


def test_compare_tells_two_models_apart_over_their_trainings(trainings: list[Path], tmp_path: Path) -> None:
    hat, *hats = trainings[:3]
    scarf, other = trainings[3:]
    further = ("--replicates", ",".join(map(str, hats)), "--replicates", other)
    document = json.loads(command("compare", hat, scarf, *further, "--json", cwd=tmp_path).stdout)
    (difference,) = document["replicate_differences"]
    means = [one["value"] for one in document["replicates"]]
    assert difference["value"] == pytest.approx(means[1] - means[0])
    assert "smallest_difference" in document["comparisons"][0]


def test_trainings_must_differ_in_their_weights_alone(trainings: list[Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="same weights"):
        epicene.replicates_of(trainings[0], replicates=[[trainings[0]]])
    shorter = save(tmp_path / "shorter", Invented(seed=9, count=50))
    with pytest.raises(InputError, match="differ in more than the model"):
        epicene.replicates_of(trainings[0], replicates=[[shorter]])
    with pytest.raises(InputError, match="given 2 times for 1 runs"):
        epicene.replicates_of(trainings[0], replicates=[[trainings[1]], [trainings[2]]])
