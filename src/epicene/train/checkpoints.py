"""Checkpoints that survive a kill at any moment: written aside, then renamed; the older one goes last.

Weights are safetensors; the optimizer's and the schedule's state is a file that torch's weights-only loader reads.
There is no state of random numbers to keep: every step seeds its own.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import nn

from epicene.core.errors import EpiceneError
from epicene.core.files import clear_disk_errors, write_text

UNFINISHED = ".unfinished"


@contextmanager
def clear_write_errors(path: Path) -> Iterator[None]:
    """Say in a sentence that weights could not be written; libraries raise errors of their own for it."""
    from safetensors import SafetensorError

    try:
        with clear_disk_errors(path):
            yield
    except (SafetensorError, RuntimeError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise EpiceneError(
            "{path} could not be written ({reason}). Free some space and run the same command again; it "
            "goes on from the last checkpoint.",
            path=path,
            reason=reason,
        ) from error


class Checkpoints:
    """The checkpoints of one training, of which the newest is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def latest(self) -> int:
        """The step of the newest checkpoint; 0 where there is none."""
        return max((int(path.name) for path in self._finished()), default=0)

    def _finished(self) -> list[Path]:
        return [path for path in self.folder.glob("*") if path.name.isdigit()]

    def save(self, step: int, trained: nn.Module, **states: object) -> None:
        from safetensors.torch import save_model

        older = self._finished()
        target = self.folder / str(step)
        aside = target.with_name(target.name + UNFINISHED)
        with clear_write_errors(target):
            shutil.rmtree(aside, ignore_errors=True)
            aside.mkdir(parents=True)
            save_model(trained, str(aside / "weights.safetensors"))
            torch.save(states, aside / "states.pt")
            for file in aside.iterdir():
                with file.open("rb") as handle:
                    os.fsync(handle.fileno())
            aside.replace(target)
        for path in older:
            if path != target:
                shutil.rmtree(path)

    def load(self, step: int, trained: nn.Module) -> dict[str, dict[str, object]]:
        """Put the weights of a step back, and return the states saved with them."""
        from safetensors.torch import load_model

        load_model(trained, self.folder / str(step) / "weights.safetensors")
        states: dict[str, dict[str, object]] = torch.load(self.folder / str(step) / "states.pt", weights_only=True)
        return states


class Log:
    """`log.jsonl`: a line every so many steps, without times, so that a resumed training leaves the same file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def cut(self, step: int) -> None:
        """Drop what a killed training wrote after its last checkpoint, a torn line included."""
        lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True) if self.path.exists() else []
        kept = [line for line in lines if line.endswith("\n") and json.loads(line)["step"] <= step]
        write_text(self.path, "".join(kept))

    def add(self, **figures: float) -> None:
        with clear_disk_errors(self.path), self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
