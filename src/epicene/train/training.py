"""What trainings have alike: the folder, the loop over steps, checkpoints, and processes that share the work.

The loop is ours, and accelerate spreads a step over processes. transformers' Trainer was looked at and does not fit.
Its batches have a number of rows, ours a number of tokens. It draws from one stream of random numbers, whose state a
resumed training restores; here a step depends on its number alone, so that a resumed training ends in the same bits on
any number of starts. And it has no moving average of the weights, which is what is validated and kept here.

Checkpoints survive a kill at any moment: they are written aside, then renamed; the older one goes last. Weights are
safetensors; the optimizer's and the schedule's state is a file that torch's weights-only loader reads.

Nothing here imports torch until a training begins, so that a request can be refused at once.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar

from epicene.core.errors import EpiceneError
from epicene.core.files import clear_disk_errors, write_text
from epicene.core.progress import Progress, Silent
from epicene.models.engines.cost import Cost, Meter, metered, peak_memory
from epicene.models.engines.local import LOCAL
from epicene.runs.folder import RunFolder
from epicene.train.results import LOG, TrainingMachine, TrainingResultT, read_trained

if TYPE_CHECKING:
    from accelerate import Accelerator
    from torch import Tensor, nn, optim
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from epicene.models.loading import Placement

T = TypeVar("T")
UNFINISHED = ".unfinished"
TIMED = 5  # steps, and
TIMED_SECONDS = 10.0  # seconds, after the first step, from which the rest is estimated
SECONDS_BETWEEN_LINES = 30.0  # that say how far a training is, besides those at checkpoints
RANK = 16  # of adapters


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
        import torch
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
        import torch
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


@dataclass
class TrainingRun:
    """A training under way in its folder, which is locked."""

    out: Path
    placement: Placement
    progress: Progress = field(default_factory=Silent)
    meter: Meter = field(default_factory=lambda: Meter({}, lambda: None, ""))

    @property
    def work(self) -> Path:
        """Checkpoints and drafts, gone at the end."""
        return self.out / "work"

    @property
    def draft(self) -> Path:
        """Where a finished model is written before it is put in place."""
        return self.work / "model"

    @cached_property
    def accelerator(self) -> Accelerator:
        """The process among its fellows, where `accelerate launch` started several; alone, it changes nothing."""
        from accelerate import Accelerator

        return Accelerator(cpu=self.placement.device == "cpu", device_placement=False)

    @property
    def is_first(self) -> bool:
        """Whether this process writes for all of them."""
        return bool(self.accelerator.is_main_process)

    def of_all(self, values: list[T]) -> list[T]:
        """The values of all processes, in one list."""
        from accelerate.utils import gather_object

        everything: list[T] = gather_object(values) if self.accelerator.num_processes > 1 else values
        return everything


@dataclass
class StepClock:
    """How long steps take in this process; its first step, which is slower than the others, does not count."""

    shown: float  # when a line said last how far the training is
    first: bool = True
    steps: int = 0
    seconds: float = 0.0

    def count(self, seconds: float) -> None:
        if self.first:
            self.first = False
        else:
            self.steps, self.seconds = self.steps + 1, self.seconds + seconds

    @property
    def seconds_a_step(self) -> float | None:
        """None as long as too little was seen for an estimate."""
        is_known = self.steps >= TIMED and self.seconds >= TIMED_SECONDS
        return self.seconds / self.steps if is_known else None


def eta_message(seconds: float) -> str:
    """A time to go, as exact as it is known."""
    minutes = seconds / 60
    if minutes < 1.5:
        return "about a minute to go" if minutes >= 0.75 else "less than a minute to go"
    return f"about {minutes:.0f} minutes to go" if minutes < 90 else f"about {minutes / 60:.0f} hours to go"


@dataclass
class Trainer(ABC):
    """A training by steps that depend on their number alone, so that a resumed one ends in the same weights."""

    n_figures: ClassVar[int]  # that a step gives, to be summed between two lines of the log
    log_every: ClassVar[int]
    remedy: ClassVar[str]  # of a loss that is no number
    run: TrainingRun
    trained: nn.Module = field(init=False)  # the part whose weights change
    optimizer: optim.Optimizer = field(init=False)
    steps: int = field(init=False)  # how many there are, or are at most
    save_every: int = field(init=False)  # steps
    out_of_memory: str = field(init=False)  # the sentence for a step that does not fit
    _counted: float = field(init=False)
    _clock: StepClock = field(init=False)

    @abstractmethod
    def step(self, step: int) -> Tensor:
        """Change the weights once, and return the figures of the step, the loss first."""

    @abstractmethod
    def write(self, step: int, sums: list[float], is_saved: bool) -> str:
        """Add a line to the log about the steps since the last, and return what a person is shown of it."""

    def is_saved(self, step: int) -> bool:
        """Whether a checkpoint is written after the step."""
        return step % self.save_every == 0 or step == self.steps

    @abstractmethod
    def states(self) -> dict[str, dict[str, object]]:
        """What a checkpoint holds besides weights and optimizer."""

    @abstractmethod
    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        """Take up what a checkpoint holds."""

    def is_over(self, step: int) -> bool:
        return step >= self.steps

    def seconds_to_go(self, step: int, a_step: float) -> float | None:
        """An estimate from the seconds that a step takes; None where the end is not known."""
        return (self.steps - step) * a_step

    def n_steps(self) -> str:
        """How many steps there will be, for people."""
        return f"{self.steps:,}"

    def logs(self) -> list[Log]:
        """The journals of the training, which hold nothing after the last checkpoint when it is resumed."""
        return [Log(self.run.out / LOG)]

    def train(self) -> None:
        """Train from the last checkpoint, with everything as it was then, to the last step."""
        import torch

        from epicene.models.batching import is_out_of_memory

        checkpoints = Checkpoints(self.run.work / "checkpoints")
        step = checkpoints.latest()
        if step:
            states = checkpoints.load(step, self.trained)
            self.optimizer.load_state_dict(states["optimizer"])
            self.restore(states)
            self.run.progress.say(f"Going on after step {step}")
        for log in self.logs() if self.run.is_first else ():
            log.cut(step)
        self.begin(step)
        window = torch.zeros(self.n_figures, dtype=torch.float64)
        while not self.is_over(step):
            step += 1
            began = time.monotonic()
            try:
                window += self.step(step)
            except (RuntimeError, MemoryError) as error:
                if not is_out_of_memory(error):
                    raise
                raise EpiceneError(self.out_of_memory) from error
            self._clock.count(time.monotonic() - began)
            self.advance_bar()
            is_saved = self.is_saved(step)
            if is_saved or step % self.log_every == 0:
                sums = [sum(figures) for figures in zip(*self.run.of_all([window.tolist()]), strict=True)]
                if not math.isfinite(sums[0]):
                    raise EpiceneError(
                        f"The loss is no number at step {step}: training has diverged. Train again in a new folder "
                        f"with {self.remedy}."
                    )
                self.show(step, self.write(step, sums, is_saved), is_saved)
                window.zero_()
            if is_saved:
                if self.run.is_first:
                    checkpoints.save(step, self.trained, optimizer=self.optimizer.state_dict(), **self.states())
                self.run.accelerator.wait_for_everyone()

    def begin(self, done: int) -> None:
        self.start_bar(done)
        self._counted = time.monotonic()
        self._clock = StepClock(self._counted)

    def start_bar(self, done: int) -> None:
        self.run.progress.start("Training", self.steps, min(done, self.steps))

    def advance_bar(self) -> None:
        """A step is done."""
        self.run.progress.advance(1)

    def show(self, step: int, figures: str, is_saved: bool) -> None:
        """Say how far the training is and, where that can be known, how long it will take."""
        now = time.monotonic()
        if not is_saved and now - self._clock.shown < SECONDS_BETWEEN_LINES:
            return
        self._clock.shown = now
        a_step = self._clock.seconds_a_step
        seconds = None if a_step is None or self.is_over(step) else self.seconds_to_go(step, a_step)
        to_go = "" if seconds is None else f"; {eta_message(seconds)}"
        self.run.progress.say(f"Step {step:,} of {self.n_steps()}: {figures}{to_go}")

    def seed(self, *words: int) -> None:
        """Dropout depends on these words (the seed, the step, the process), not on what was drawn before."""
        import numpy as np
        import torch

        torch.manual_seed(int(np.random.SeedSequence(words).generate_state(1)[0]))

    def learn(self, loss: Tensor, most: float) -> None:
        """Move the weights against the gradient, whose norm is cut at `most`."""
        import torch
        from torch import nn

        torch.autograd.backward(loss)
        weights = [weight for group in self.optimizer.param_groups for weight in group["params"]]
        nn.utils.clip_grad_norm_(weights, most)
        self.optimizer.step()
        self.optimizer.zero_grad()

    def log(self, **figures: float) -> None:
        """Add a line to the log."""
        if self.run.is_first:
            self.logs()[0].add(**figures)

    def count(self, tokens: float) -> None:
        """Add what was read and written since the last count, with the time that it took, to the cost of the run."""
        seconds = time.monotonic() - self._counted
        self.run.meter.add(Cost(int(tokens), seconds, peak_memory()))
        self._counted += seconds


def is_leading() -> bool:
    """Whether this process prints for all that trained together."""
    from accelerate import PartialState

    return bool(PartialState().is_main_process)


def train_in_folder(
    kind: str,
    result: type[TrainingResultT],
    run: TrainingRun,
    question: Mapping[str, object],
    last: str,
    work: Callable[[TrainingRun], None],
) -> TrainingResultT:
    """Train what is not trained yet (`last` is the file that is written last), and return the results. The question is
    written down in the folder; one that holds another question or other things is refused. The first process alone
    holds the folder, counts what the training takes and shows its progress."""
    folder = RunFolder(run.out)
    if not run.is_first:
        run.progress = Silent()
    with folder.lock() if run.is_first else nullcontext():
        if run.is_first:
            folder.begin(kind, question, noun="training")
        run.accelerator.wait_for_everyone()
        if (run.out / last).is_file() and not run.work.exists():
            run.progress.say(f"{run.out} is already trained")
        else:
            with metered(run.out, LOCAL) if run.is_first else nullcontext(run.meter) as run.meter:
                work(run)
            run.accelerator.wait_for_everyone()
        results = read_trained(run.out, result)
        if run.is_first:
            folder.write_results(results)
        return results


def training_machine(placement: Placement, processes: int = 0) -> TrainingMachine:
    """Where a training ran, for its results."""
    import torch
    import transformers

    version = str(torch.__version__)
    return TrainingMachine(version, placement.device, placement.threads, transformers.__version__, processes)


def save_body(body: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, folder: Path) -> None:
    """Save a model as any other folder of one; what came out of a GGUF is float32 now."""
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


# Adapters (LoRA, Hu et al. 2021): few weights beside those of a model, which stay as they are, trained in their place
# and merged into them at the end, so that what is left is a model like any other.


def with_adapters(model: PreTrainedModel, rank: int = RANK) -> PreTrainedModel:
    """The model with an adapter at every linear layer but the last, which may be the embeddings too; the adapters are
    drawn from torch's random numbers."""
    from peft import LoraConfig, get_peft_model
    from torch import nn
    from transformers.pytorch_utils import Conv1D  # what GPT-2 calls a linear layer

    last = model.get_output_embeddings()
    layers = [(name, layer) for name, layer in model.named_modules() if isinstance(layer, nn.Linear | Conv1D)]
    inner = {name: layer for name, layer in layers if layer is not last}
    config = LoraConfig(
        r=rank,
        lora_alpha=2 * rank,
        lora_dropout=0.0,
        target_modules=list(inner),
        fan_in_fan_out=all(isinstance(layer, Conv1D) for layer in inner.values()),  # else peft warns of it, and does it
    )
    adapted: PreTrainedModel = get_peft_model(model, config)
    return adapted


def merged(model: PreTrainedModel) -> PreTrainedModel:
    """The model with its adapters merged into its weights.

    peft takes an output layer that is tied to the decoder's embedding for an untied one, and says so: both are as they
    were."""
    tied = model.config.tie_word_embeddings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole: PreTrainedModel = model.merge_and_unload()
    whole.config.tie_word_embeddings = tied
    return whole
