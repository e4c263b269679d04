"""How far long work is: the one thing drawn for people while they wait, by commands and from Python alike."""

from __future__ import annotations

import datetime
import sys
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import ExitStack
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from epicene.core.progress import shown_on

if TYPE_CHECKING:
    from rich.progress import TaskID


class Bar:
    """A progress bar on standard error, with rate and, once that can be told, time left; plain lines where that is no
    terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task: TaskID
        self._shown = ExitStack()
        self._last_tenth = 0

    def __enter__(self) -> Self:
        self._shown.enter_context(shown_on(self))
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        self._shown.close()

    def start(self, label: str, total: int, done: int = 0) -> None:
        self._task = self._progress.add_task(label, total=total, completed=done, rate="", left="")
        self._seen = [(monotonic(), done)]
        self._last_tenth = 10 * done // max(total, 1)
        if self._progress.disable:
            _write(f"{label}: {total - done:,} of {total:,} to do")

    def advance(self, units: int) -> None:
        self._progress.advance(self._task, units)
        task = self._progress.tasks[self._task]
        self._seen.append((monotonic(), int(task.completed)))
        seconds = seconds_left(self._seen, int(task.total or 0))
        left = "" if seconds is None else f"about {datetime.timedelta(seconds=round(seconds))} left"
        self._progress.update(self._task, rate=f"{task.speed:.0f}/s" if task.speed else "", left=left)
        tenth = int(10 * task.completed // max(task.total or 1, 1))
        if self._progress.disable and tenth > self._last_tenth:
            self._last_tenth = tenth
            _write(f"{task.description}: {10 * tenth}%")

    def say(self, text: str) -> None:
        if self._progress.disable:
            _write(text)
        else:
            self._progress.console.print(text, markup=False, highlight=False)


def seconds_left(seen: Sequence[tuple[float, int]], total: int) -> float | None:
    """How long the rest takes, from times and units done; None before a quarter of the work was seen, and where the
    latest half of it went at another pace than the whole: no estimate is better than one that is wrong."""
    (start, first), (now, done) = seen[0], seen[-1]
    if done <= first or 4 * (done - first) < total - first:
        return None
    middle_time, middle = seen[bisect_left(seen, done - first, key=lambda moment: 2 * (moment[1] - first))]
    whole = (now - start) / (done - first)
    late = (now - middle_time) / (done - middle) if done > middle else 0.0
    if not late or not 2 / 3 <= late / whole <= 3 / 2:
        return None
    return (total - done) * max(late, whole)


def _write(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
