"""After a few steps, a training says how long it will take."""

from __future__ import annotations

from typing import Any, cast

import pytest

from epicene.train import training
from epicene.train.training import TIMED, Trainer, TrainingRun


class Heard:
    """Progress that keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def start(self, label: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, units: int) -> None:
        pass

    def say(self, text: str) -> None:
        self.said.append(str(text))


@pytest.mark.parametrize(
    ("seconds", "beside", "done", "left", "said"),
    [
        (2.0, 0.0, 0, None, ["About 3 minutes of training to go"]),  # 95 steps of 2 s
        (2.0, 120.0, 0, None, ["About 5 minutes of training to go"]),  # and two minutes of validation
        (2.0, 0.0, 60, None, ["About a minute of training to go"]),  # resumed: 35 are left
        (0.1, 0.0, 0, None, []),
        (109.0, 0.0, 0, 120.0, ["About 2 minutes of training to go"]),  # minutes = 2: not the 172 of all steps
        (2.0, 0.0, 0, 600.0, ["About 3 minutes of training to go"]),
    ],
)
def test_the_time_to_go_is_that_of_the_steps_and_of_what_is_beside_them(
    seconds: float, beside: float, done: int, left: float | None, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(training.time, "monotonic", lambda: clock[0])
    heard, nothing = Heard(), cast("Any", None)
    monkeypatch.setattr(Trainer, "__abstractmethods__", frozenset())
    monkeypatch.setattr(Trainer, "other_seconds", lambda self, to_go: (beside, left))
    trainer: Any = Trainer(TrainingRun(nothing, nothing, heard, nothing))  # type: ignore[abstract]
    trainer.steps = 100
    trainer.begin(done)
    for step in range(done + 1, done + 2 * TIMED):
        clock[0] += seconds
        trainer.advance(step)
    assert heard.said == said
