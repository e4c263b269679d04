"""What trainings have alike: processes that share the work, and the folder. What was asked stands in it from the
beginning, and it answers nothing else.

Checkpoints survive a kill at any moment: they are written aside, then renamed; the older one goes last. Weights are
safetensors; the optimizer's and the schedule's state is a file that torch's weights-only loader reads. There is no
state of random numbers to keep: every step seeds its own.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

import torch
from torch import Tensor, nn

from epicene.core.errors import EpiceneError
from epicene.core.files import clear_disk_errors, write_text
from epicene.core.progress import Progress, Silent
from epicene.models.batching import is_out_of_memory
from epicene.models.engines.cost import Cost, Meter, metered, peak_memory
from epicene.models.engines.local import LOCAL
from epicene.models.loading import Placement
from epicene.runs.folder import RunFolder
from epicene.train.results import Results

if TYPE_CHECKING:
    from accelerate import Accelerator
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


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
            f"{path} could not be written ({reason}). Free some space and run the same command again; it "
            "goes on from the last checkpoint."
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


T = TypeVar("T")
TIMED = 5  # steps from which the whole is estimated


def save_body(body: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, folder: Path) -> None:
    """A model as any other folder of one; what came out of a GGUF is float32 now."""
    if hasattr(body, "hf_quantizer"):
        body.hf_quantizer.remove_quantization_config(body)
    with clear_write_errors(folder):
        body.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        for file in folder.glob("*.safetensors"):
            file.chmod(0o644)  # safetensors writes for its owner alone


def put_in_place(draft: Path, out: Path) -> None:
    """Move a finished model's files to where they are looked for, `config.json` last: a folder that looks like a model
    is one."""
    for path in sorted(draft.iterdir(), key=lambda path: path.name == "config.json"):
        path.replace(out / path.name)


@dataclass
class Training:
    """A training under way. `accelerator` spreads a step over processes; with one, it changes nothing."""

    accelerator: Accelerator
    checkpoints: Checkpoints
    log: Log
    meter: Meter
    progress: Progress
    _counted: float = field(init=False)
    _timed: tuple[int, float] = field(init=False)  # the step before the first of this process, and when it began

    def resume(self, trained: nn.Module, optimizer: torch.optim.Optimizer) -> tuple[int, dict[str, dict[str, object]]]:
        """The last step that is done, and the states saved at it."""
        done, states = self.checkpoints.latest(), dict[str, dict[str, object]]()
        if done:
            states = self.checkpoints.load(done, trained)
            optimizer.load_state_dict(states["optimizer"])
            self.progress.say(f"Going on after step {done}")
        if self.accelerator.is_main_process:
            self.log.cut(done)
        return done, states

    def begin(self, steps: int, done: int) -> None:
        self.progress.start("Training", steps, min(done, steps))
        self._counted = time.monotonic()
        self._timed = done, self._counted

    def advance(self, step: int, to_go: int, seconds_beside: float = 0.0, seconds_left: float | None = None) -> None:
        """A step is done; after a few, how long those `to_go` will take, with what else is to be done beside them, and
        no longer than the `seconds_left` of a training that ends by the clock."""
        self.progress.advance(1)
        first, began = self._timed
        if step != first + TIMED:
            return
        seconds = (time.monotonic() - began) / TIMED * to_go + seconds_beside
        minutes = (seconds if seconds_left is None else min(seconds, seconds_left)) / 60
        if minutes >= 1.5:
            self.progress.say(f"About {minutes:.0f} minutes of training to go")
        elif minutes >= 1:
            self.progress.say("About a minute of training to go")

    def totals(self, window: Tensor) -> list[float]:
        """The sums of all processes."""
        return [sum(figures) for figures in zip(*of_all(self.accelerator, [window.tolist()]), strict=True)]

    def count(self, tokens: float) -> None:
        """What was read and written since the last count, with the time that it took."""
        seconds = time.monotonic() - self._counted
        self.meter.add(Cost(int(tokens), seconds, peak_memory()))
        self._counted += seconds

    def refuse_divergence(self, loss: float, step: int, remedy: str) -> None:
        if not math.isfinite(loss):
            raise EpiceneError(
                f"The loss is no number at step {step}: training has diverged. Train again in a new folder "
                f"with {remedy}."
            )


@dataclass
class SteppedTraining(Training, ABC):
    """One whose steps depend on their number alone: it goes from the last checkpoint to the last step, and a resumed
    one ends in the same weights."""

    n_figures: ClassVar[int]  # that a step gives, to be summed between two lines of the log
    log_every: ClassVar[int]
    save_every: int
    optimizer: torch.optim.Optimizer = field(init=False)

    @property
    @abstractmethod
    def trained(self) -> nn.Module:
        """The part whose weights change."""

    @property
    @abstractmethod
    def steps(self) -> int: ...

    @property
    @abstractmethod
    def out_of_memory(self) -> str:
        """What is said where a step does not fit."""

    @abstractmethod
    def step(self, step: int) -> Tensor: ...

    @abstractmethod
    def write(self, step: int, window: Tensor, is_saved: bool) -> None:
        """A line of the log about the steps since the last."""

    @abstractmethod
    def states(self) -> dict[str, dict[str, object]]:
        """What a checkpoint holds beside weights and optimizer."""

    @abstractmethod
    def restore(self, states: Mapping[str, dict[str, object]]) -> None: ...

    def run(self) -> None:
        """Train from the last checkpoint to the last step."""
        done, states = self.resume(self.trained, self.optimizer)
        if done:
            self.restore(states)
        self.begin(self.steps, done)
        window = torch.zeros(self.n_figures, dtype=torch.float64)
        for step in range(done + 1, self.steps + 1):
            with self._clear_memory_errors():
                window += self.step(step)
            is_saved = step % self.save_every == 0 or step == self.steps
            if is_saved or step % self.log_every == 0:
                self.write(step, window, is_saved)
                window.zero_()
            if is_saved:
                self._save(step)
            self.advance(step, self.steps - step)

    def _save(self, step: int) -> None:
        if self.accelerator.is_main_process:
            self.checkpoints.save(step, self.trained, optimizer=self.optimizer.state_dict(), **self.states())
        self.accelerator.wait_for_everyone()

    @contextmanager
    def _clear_memory_errors(self) -> Iterator[None]:
        try:
            yield
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            raise EpiceneError(self.out_of_memory) from error


def of_all(accelerator: Accelerator, found: list[T]) -> list[T]:
    """What all processes found, in one list."""
    from accelerate.utils import gather_object

    everything: list[T] = gather_object(found) if accelerator.num_processes > 1 else found
    return everything


def open_accelerator(placement: Placement, *handlers: object) -> Accelerator:
    """Started by `accelerate launch`, one of several processes; else the only one, on the device that was asked for."""
    from accelerate import Accelerator

    return Accelerator(cpu=placement.device == "cpu", device_placement=False, kwargs_handlers=list(handlers))


def train_in_folder(
    out: Path,
    kind: str,
    accelerator: Accelerator,
    question: Callable[[], Mapping[str, object]],
    is_trained: Callable[[], bool],
    work: Callable[[Meter, Progress], None],
    read: Callable[[Path], Results],
    progress: Progress | None,
) -> Results:
    """Train what is not trained yet; the first process holds the folder, in which the question is written down. One
    that holds another question or other things is refused."""
    folder, is_first = RunFolder(out), bool(accelerator.is_main_process)
    shown = (progress or Silent()) if is_first else Silent()
    with folder.lock() if is_first else nullcontext():
        if is_first:
            folder.begin(kind, question(), noun="training")
        accelerator.wait_for_everyone()
        if is_trained():
            shown.say(f"{out} is already trained")
        else:
            # Where several processes train together, the first one counts what it takes.
            with metered(out, LOCAL) if is_first else nullcontext(Meter({}, lambda: None, "")) as meter:
                work(meter, shown)
        results = read(out)
        if is_first:
            folder.write_results(results)
        return results
