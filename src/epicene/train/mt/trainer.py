"""How a translation system is trained and validated: a step depends on its number alone, so that resuming equals not
stopping; BLEU is that of greedy translations of sentences it was not trained on, with sacrebleu's signature.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import torch
from torch import Tensor, nn

from epicene.metrics.bleu_chrf_ter import corpus_bleu
from epicene.models.batching import padded
from epicene.models.translation import Decoding, LanguageTags, Translator
from epicene.train.mt.marian_model import MAX_LENGTH, SmoothedLoss, Weights
from epicene.train.mt.parallel_text import MtBatches
from epicene.train.results import CLOCK, EPOCHS, STALE
from epicene.train.settings import MtSettings
from epicene.train.training import Log, Training, of_all

if TYPE_CHECKING:
    from accelerate import Accelerator
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

BUDGET_ON_CPU = 2_048
BUDGET_ON_GPU = 65_536
LOG_EVERY = 50
DROPOUT = 2  # a stream of the seed


@dataclass
class Validation:
    """All processes translate their share and all know the result."""

    sources: Sequence[str]
    references: Sequence[str]
    tokenizer: PreTrainedTokenizerBase
    accelerator: Accelerator
    lower_case: bool
    marks: LanguageTags = field(default_factory=LanguageTags)
    longest: int = MAX_LENGTH - 2
    seconds: float = 0.0  # that the last one took

    def bleu(self, model: PreTrainedModel) -> tuple[float, str]:
        """BLEU of the model's greedy translations, and sacrebleu's signature."""
        began = time.monotonic()
        is_on_cpu = model.device.type == "cpu"
        budget = BUDGET_ON_CPU if is_on_cpu else BUDGET_ON_GPU
        decoding = Decoding(1, self.longest)
        translator = Translator(model, self.tokenizer, "the system in training", budget, decoding, self.marks)
        own = range(self.accelerator.process_index, len(self.sources), self.accelerator.num_processes)
        encoded = [translator.encode(self.sources[number]) for number in own]
        found: list[tuple[int, str]] = []
        for batch in translator.batches([len(ids) for ids in encoded]):
            found += zip(
                [own[index] for index in batch], translator.translate([encoded[index] for index in batch]), strict=True
            )
        hypotheses = dict(of_all(self.accelerator, found))
        self.seconds = time.monotonic() - began
        return self.score([hypotheses[number] for number in range(len(self.sources))])

    def score(self, hypotheses: Sequence[str]) -> tuple[float, str]:
        """Corpus BLEU; a system that lower-cases is compared without case, and the signature says so."""
        overlap = corpus_bleu(hypotheses, self.references, lower_case=self.lower_case)
        return overlap.value, overlap.signature


@dataclass
class Place:
    """Where a training stands; all of it is in the checkpoint."""

    step: int = 0
    epoch: int = 0
    batch: int = 0  # of the epoch: how many are done
    best_bleu: float = -1.0
    best_step: int = 0
    signature: str = ""  # of the BLEU
    stale: int = 0  # validations since the best
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # of all threads: what the same training costs on an idle machine
    ended: str = ""  # why, once it has


@dataclass
class MtTrainer(Training):
    weights: Weights
    batches: MtBatches
    validation: Validation
    settings: MtSettings
    times: Log
    minutes: float | None = None
    loss: Callable[[PreTrainedModel, float], nn.Module] = SmoothedLoss
    place: Place = field(default_factory=Place)

    def __post_init__(self) -> None:
        settings = self.settings
        self._trained = [weight for weight in self.weights.live.parameters() if weight.requires_grad]
        self.optimizer = torch.optim.AdamW(
            self._trained, lr=settings.rate, betas=(0.9, 0.98), eps=1e-9, weight_decay=settings.weight_decay
        )
        loss = self.loss(self.weights.live, settings.label_smoothing)
        self.module: nn.Module = self.accelerator.prepare_model(loss, device_placement=False)
        self.device = self._trained[0].device

    def run(self) -> Place:
        """Train from the last checkpoint until the epochs are over or validation gets no better."""
        self._resume()
        place, steps = self.place, len(self.batches.epoch(0)) * self.settings.epochs
        self._began = time.monotonic() - place.seconds, time.process_time() - place.cpu_seconds
        self.begin(steps, place.step)
        window = torch.zeros(3, dtype=torch.float64)  # loss, target and source tokens since the last line of the log
        while not place.ended:
            order = self.batches.epoch(place.epoch)
            for numbers in order[place.batch :]:
                place.step, place.batch = place.step + 1, place.batch + 1
                window += self._step(numbers)
                to_go = steps - place.step
                validating = self.validation.seconds * -(-to_go // self.settings.validate_every)
                left = None if self.minutes is None else 60 * self.minutes - place.seconds
                self.advance(place.step, to_go, validating, left)
                if place.batch == len(order):
                    place.epoch, place.batch = place.epoch + 1, 0
                self._after_step(window)
                if place.ended or not place.batch:
                    break
        return place

    def _resume(self) -> None:
        done, states = self.resume(self.weights, self.optimizer)
        if done:
            self.place = msgspec.convert(states["place"], Place)
            if self.place.ended == CLOCK and not self._is_late():
                self.place.ended = ""
        if self.accelerator.is_main_process:
            self.times.cut(done)

    def _step(self, numbers: Sequence[int]) -> Tensor:
        settings, step = self.settings, self.place.step
        part, parts = self.accelerator.process_index, self.accelerator.num_processes
        own = numbers[part::parts]
        self._seed(step)
        self.module.train()
        self.weights.averaged.eval()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate_at(step)
        tokens = sum(len(self.batches.target[number]) for number in numbers)
        loss = self._loss(own or numbers[:1]) * (1 if own else 0)  # a process without a pair still takes part
        self.accelerator.backward(loss * parts / tokens)  # processes are averaged, so that their number cancels out
        nn.utils.clip_grad_norm_(self._trained, settings.clip)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.weights.average(max(settings.averaging, 9 / (step + 10)))
        sides = (self.batches.target, self.batches.source)
        return torch.tensor(
            [loss.item(), *(sum(len(side[number]) for number in own) for side in sides)], dtype=torch.float64
        )

    def _loss(self, numbers: Sequence[int]) -> Tensor:
        padding = self.weights.live.config.pad_token_id
        source, _ = padded([self.batches.source[number] for number in numbers], padding, self.device)
        target, _ = padded([self.batches.target[number] for number in numbers], padding, self.device)
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.settings.dtype == "bfloat16"):
            loss: Tensor = self.module(source, target)
        return loss

    def _seed(self, step: int) -> None:
        """Dropout depends on seed, step and process, not on what was drawn before."""
        words = np.random.SeedSequence([self.settings.seed, DROPOUT, step, self.accelerator.process_index])
        torch.manual_seed(int(words.generate_state(1)[0]))

    def _after_step(self, window: Tensor) -> None:
        place, settings = self.place, self.settings
        place.seconds, place.cpu_seconds = time.monotonic() - self._began[0], time.process_time() - self._began[1]
        is_last = place.epoch == settings.epochs
        is_late = self._is_late()
        is_validated = is_last or is_late or place.step % settings.validate_every == 0
        if not is_validated and place.step % LOG_EVERY:
            return
        figures = self._figures(window)
        if is_validated:
            figures["bleu"] = self._validate()
            place.ended = self._end(is_last, is_late)
        if self.accelerator.is_main_process:
            self.log.add(**figures)
        if is_validated:
            self._save()
        window.zero_()

    def _is_late(self) -> bool:
        """Clocks differ between processes: the first one's counts."""
        if self.minutes is None:
            return False
        return of_all(self.accelerator, [self.place.seconds >= 60 * self.minutes])[0]

    def _end(self, is_last: bool, is_late: bool) -> str:
        if is_last:
            return EPOCHS
        if self.place.stale >= self.settings.patience:
            return STALE
        return CLOCK if is_late else ""

    def _figures(self, window: Tensor) -> dict[str, float]:
        loss, tokens, read = self.totals(window)
        self.count(tokens + read)
        step = self.place.step
        self.refuse_divergence(loss, step, "a lower --rate or a longer --warmup")
        return {"step": step, "epoch": self.place.epoch, "rate": self.settings.rate_at(step), "loss": loss / tokens}

    def _validate(self) -> float:
        place = self.place
        bleu, place.signature = self.validation.bleu(self.weights.averaged)
        if bleu > place.best_bleu:
            place.best_bleu, place.best_step, place.stale = bleu, place.step, 0
            self.weights.keep_best()
        else:
            place.stale += 1
        self.progress.say(f"Step {place.step}, epoch {place.epoch}: validation BLEU {bleu:.2f}")
        return bleu

    def _save(self) -> None:
        if self.accelerator.is_main_process:
            place = self.place
            self.times.add(step=place.step, seconds=round(place.seconds, 1), cpu_seconds=round(place.cpu_seconds, 1))
            self.checkpoints.save(place.step, self.weights, optimizer=self.optimizer.state_dict(), place=vars(place))
        self.accelerator.wait_for_everyone()
