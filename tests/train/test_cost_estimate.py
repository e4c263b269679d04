"""What a training will take is measured on whole steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from torch import nn, optim

from epicene.train.train_nsp import STEPS, estimate_training
from epicene.train.train_requests import TrainNspRequest
from train.small_texts import learner, topical_text


@pytest.mark.parametrize("head_only", [False, True])
def test_a_step_that_is_timed_clips_and_moves_the_weights_as_the_trainer_does(
    head_only: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    clip, move = nn.utils.clip_grad_norm_, optim.AdamW.step
    monkeypatch.setattr(nn.utils, "clip_grad_norm_", lambda *given: done.append("clip") or clip(*given))
    monkeypatch.setattr(optim.AdamW, "step", lambda *given: done.append("step") or move(*given))
    (tmp_path / "text.txt").write_text(topical_text(12), encoding="utf-8")
    model, text = learner("masked", tmp_path / "model"), tmp_path / "text.txt"
    options = {"batch": 8, "head_only": head_only, "device": "cpu", "threads": 1}
    cost = estimate_training(TrainNspRequest(str(model), text=str(text), out=tmp_path / "head", **options))
    assert done == ["clip", "step"] * (STEPS + 1)
    assert cost.seconds_a_step > 0
