"""A training that is killed and run again ends in the same weights, to the bit."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.models.engines.cost import read_cost
from power_cut import PowerCutError, StopsAt, killed_at
from train.small_texts import learner, topical_text, trained

WEIGHTS = ("head.safetensors", "model/model.safetensors", "log.jsonl")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(topical_text(60), encoding="utf-8")
    return path


def weights(folder: Path, names: tuple[str, ...] = WEIGHTS) -> list[bytes]:
    return [(folder / name).read_bytes() for name in names if (folder / name).exists()]


@pytest.mark.parametrize("kind", ["masked_model", "causal_model", "encoder_decoder_model"])
@pytest.mark.parametrize("head_only", [True, False])
def test_a_crash_between_checkpoints_changes_nothing(
    kind: str, head_only: bool, text: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = request.getfixturevalue(kind)  # with dropout, which must come out the same too
    text.write_text(topical_text(30), encoding="utf-8")
    options = {"save_every": 4, "head_only": head_only, "epochs": 2, "batch": 32, "body_rate": 1e-3}
    trained(model, text, tmp_path / "unbroken", **options)
    for stop in (6, 7):  # at step 6 and at 11: before and after an epoch ends, and between two checkpoints
        with pytest.raises(PowerCutError):
            trained(model, text, tmp_path / "broken", StopsAt(stop), **options)
    trained(model, text, tmp_path / "broken", **options)
    assert weights(tmp_path / "broken") == weights(tmp_path / "unbroken")
    whole, broken = (read_cost(tmp_path / name)["tokens"] for name in ("unbroken", "broken"))
    assert 0 < whole <= broken, "what was done twice was spent twice, from one checkpoint to the next"
    assert len(weights(tmp_path / "broken")) == (2 if head_only else 3)


def test_kill_9_and_the_same_command_again_give_the_same_weights(text: Path, tmp_path: Path) -> None:
    model = learner("masked", tmp_path / "model")
    trained(model, text, tmp_path / "unbroken", save_every=5)
    options = ("--save-every", 5, "--threads", 1, "--device", "cpu")
    killed_at("Training: 40%", "train", "nsp", model, "--text", text, "--out", tmp_path / "killed", *options)
    assert list((tmp_path / "killed" / "work" / "checkpoints").iterdir())
    trained(model, text, tmp_path / "killed", save_every=5)
    assert weights(tmp_path / "killed") == weights(tmp_path / "unbroken")


def test_a_kill_while_a_checkpoint_is_written_leaves_the_one_before(text: Path, tmp_path: Path) -> None:
    model = learner("causal", tmp_path / "model")
    trained(model, text, tmp_path / "unbroken", save_every=6)
    with pytest.raises(PowerCutError):
        trained(model, text, tmp_path / "broken", StopsAt(8), save_every=6)
    torn = tmp_path / "broken" / "work" / "checkpoints" / "12.unfinished"
    torn.mkdir()
    (torn / "weights.safetensors").write_bytes(b"half a fi")
    with (tmp_path / "broken" / "log.jsonl").open("a") as log:
        log.write('{"step": 12, "lo')
    trained(model, text, tmp_path / "broken", save_every=6)
    assert weights(tmp_path / "broken") == weights(tmp_path / "unbroken")


def test_a_finished_training_is_not_run_again(text: Path, tmp_path: Path) -> None:
    model = learner("causal", tmp_path / "model")
    first = trained(model, text, tmp_path / "head")
    assert trained(model, text, tmp_path / "head", StopsAt(1)).facts == first.facts
