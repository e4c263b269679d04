"""A head learns what can be learnt, for each kind of model, and says how well on articles it never saw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from command import epicene
from train.small_texts import LEARNING, learner, topical_text, trained


@pytest.mark.parametrize(("kind", "epochs"), [("masked", 3), ("causal", 3), ("encoder-decoder", 1)])
def test_a_head_from_a_random_start_beats_80_percent_on_held_out_articles(
    kind: str, epochs: int, tmp_path: Path
) -> None:
    (tmp_path / "text.txt").write_text(topical_text(400), encoding="utf-8")
    head = trained(
        learner(kind, tmp_path / "model"), tmp_path / "text.txt", tmp_path / "head", epochs=epochs, **LEARNING
    )
    accuracy = head.facts["held_out_accuracy"]
    assert accuracy["value"] > 80
    assert accuracy["low"] <= accuracy["value"] <= accuracy["high"]
    assert (accuracy["n_articles"], accuracy["n_pairs"]) == (40, 360)
    assert head.facts["model"]["kind"] == kind


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(topical_text(30), encoding="utf-8")
    return path


def test_head_only_leaves_the_model_as_it_is_and_saves_no_copy(text: Path, tmp_path: Path) -> None:
    model = learner("masked", tmp_path / "model")
    head = trained(model, text, tmp_path / "head", head_only=True)
    assert head.facts["body"] == "as it was"
    assert head.model_folder is None
    assert not (tmp_path / "head" / "model").exists()


def test_the_log_has_loss_and_accuracy_and_the_folder_says_what_it_was_made_of(text: Path, tmp_path: Path) -> None:
    head = trained(learner("causal", tmp_path / "model"), text, tmp_path / "head", save_every=5, batch=16)
    lines = [json.loads(line) for line in (tmp_path / "head" / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [5, 10, 15]
    assert all({"loss", "accuracy", "held_out_accuracy"} <= line.keys() for line in lines)
    assert head.facts["text"]["articles"] == 30
    assert head.facts["settings"]["head_rate"] == 1e-3
    assert head.facts["steps"] == 15


def test_bfloat16_trains_float32_weights(text: Path, tmp_path: Path) -> None:
    model = learner("causal", tmp_path / "model")
    options = ("--out", "head", "--dtype", "bfloat16", "--threads", 1, "--device", "cpu", "--json")
    done = epicene("train", "nsp", model, "--text", text, *options, cwd=tmp_path)
    assert json.loads(done.stdout)["settings"]["dtype"] == "bfloat16"
    files = (tmp_path / "head" / "head.safetensors", tmp_path / "head" / "model" / "model.safetensors")
    assert {tensor.dtype for file in files for tensor in load_file(file).values()} == {torch.float32}
