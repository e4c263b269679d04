"""A training says as it goes how far it is and, where its end is known, how long it will take."""

from __future__ import annotations

from typing import Any, cast

import pytest

from epicene.train import training
from epicene.train.mt_training import MtProgress, MtTrainer, Validation
from epicene.train.train_requests import MtSettings
from epicene.train.training import StepClock, Trainer, TrainingRun, eta_message

NOTHING = cast("Any", None)


class Lines:
    """Progress that keeps what is said."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def start(self, label: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, units: int) -> None:
        pass

    def say(self, text: str) -> None:
        self.lines.append(text)


@pytest.mark.parametrize(
    ("seconds", "a_step"),
    [
        ([60.0, 2.0, 2.0, 2.0, 2.0, 2.0], 2.0),  # the first step, which is slower, does not count
        ([60.0, 2.0, 2.0, 2.0, 2.0], None),  # four steps tell too little
        ([1.0] * 10, None),  # and so do nine seconds
        ([0.1] * 102, 0.1),
    ],
)
def test_an_estimate_needs_enough_steps_and_seconds(seconds: list[float], a_step: float | None) -> None:
    clock = StepClock(0.0)
    for each in seconds:
        clock.count(each)
    assert clock.seconds_a_step == (a_step if a_step is None else pytest.approx(a_step))


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(20, "less than a minute"), (80, "a minute"), (95, "2 minutes"), (5399, "90 m"), (5400, "2 h")],
)
def test_a_time_to_go_is_as_exact_as_it_is_known(seconds: float, shown: str) -> None:
    assert shown in eta_message(seconds)


@pytest.mark.parametrize(
    ("minutes", "patience", "stale", "expected"),
    [
        (None, 6, 0, None),  # validation may end it at any time
        (None, 20, 0, 900 * 2.0 + 9 * 30.0),  # nine validations cannot
        (None, 20, 12, None),
        (10.0, 6, 0, 600.0 - 100.0),  # the clock comes first: not the 35 minutes of all steps
        (60.0, 20, 0, 900 * 2.0 + 9 * 30.0),
        (60.0, 6, 0, None),
    ],
)
def test_a_system_has_an_estimate_where_its_end_is_known(
    minutes: float | None, patience: int, stale: int, expected: float | None
) -> None:
    trainer: Any = object.__new__(MtTrainer)
    trainer.settings = MtSettings(validate_every=100, patience=patience)
    trainer.state = MtProgress(stale=stale, seconds=100.0)
    trainer.validation = Validation([], [], NOTHING, NOTHING, False, seconds=30.0)
    trainer.minutes, trainer.steps = minutes, 1_000
    assert trainer.seconds_to_go(100, 2.0) == expected


def test_lines_come_at_checkpoints_and_every_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(training.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(Trainer, "__abstractmethods__", frozenset())
    heard = Lines()
    trainer: Any = Trainer(TrainingRun(NOTHING, NOTHING, heard, NOTHING))  # type: ignore[abstract]
    trainer.steps = 100
    trainer.begin(60)
    for step in range(61, 101):
        now[0] += 4.0
        trainer._clock.count(4.0)
        trainer.show(step, "loss 2.00", step in (62, 100))
    shown = {line.partition(":")[0]: line.partition(";")[2].strip() for line in heard.lines}
    assert shown == {
        "Step 62 of 100": "",  # too early for an estimate
        "Step 70 of 100": "about 2 minutes to go",  # 30 steps of 4 s
        "Step 78 of 100": "about a minute to go",
        "Step 86 of 100": "about a minute to go",
        "Step 94 of 100": "less than a minute to go",
        "Step 100 of 100": "",
    }
