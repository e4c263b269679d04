"""The model of a translation system in training, and the loop that trains it.

The architecture is Marian's in transformers, with weights drawn as the Transformer's authors drew them. A step depends
on its number alone, so that resuming equals not stopping; BLEU is that of greedy translations of sentences the system
was not trained on, with sacrebleu's signature.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import msgspec
import torch
from torch import Tensor, nn

from epicene.metrics.bleu_chrf_ter import corpus_bleu
from epicene.models.batching import padded
from epicene.models.translation import Decoding, LanguageTags, Translator
from epicene.train.mt_text import END_ID, PADDING_ID, MtBatches
from epicene.train.results import CLOCK, EPOCHS, LOG, STALE
from epicene.train.train_requests import MtSettings
from epicene.train.training import Log, Trainer, TrainingRun

if TYPE_CHECKING:
    from transformers import MarianMTModel, PreTrainedModel, PreTrainedTokenizerBase

MAX_LENGTH = 256
IGNORED = -100  # a label that is none
BUDGET_ON_CPU, BUDGET_ON_GPU = 2_048, 65_536
DROPOUT = 2  # a stream of the seed


def new_model(settings: MtSettings, n_source: int, n_target: int) -> MarianMTModel:
    """A Marian model with weights to be trained, and how it should translate by default: source and target embeddings
    are apart, and the output layer is the target's embedding."""
    from transformers import GenerationConfig, MarianConfig, MarianMTModel

    config = MarianConfig(
        vocab_size=n_source,
        decoder_vocab_size=n_target,
        share_encoder_decoder_embeddings=False,
        tie_word_embeddings=True,
        d_model=settings.width,
        encoder_layers=settings.layers,
        decoder_layers=settings.decoder_layers,
        encoder_ffn_dim=settings.ffn,
        decoder_ffn_dim=settings.ffn,
        encoder_attention_heads=settings.heads,
        decoder_attention_heads=settings.heads,
        activation_function="relu",
        dropout=settings.dropout,
        scale_embedding=True,
        max_position_embeddings=max(MAX_LENGTH, settings.max_tokens),
        pad_token_id=PADDING_ID,
        eos_token_id=END_ID,
        decoder_start_token_id=PADDING_ID,
        forced_eos_token_id=END_ID,
        lower_cased=settings.lower_case,
    )
    torch.manual_seed(settings.seed)
    model = MarianMTModel(config)
    _draw_weights(model)
    model.generation_config = GenerationConfig(
        num_beams=5,
        max_length=config.max_position_embeddings,
        bad_words_ids=[[PADDING_ID]],
        pad_token_id=PADDING_ID,
        eos_token_id=END_ID,
        decoder_start_token_id=PADDING_ID,
        forced_eos_token_id=END_ID,
    )
    return model


def _draw_weights(model: MarianMTModel) -> None:
    """Glorot for linear layers, unit variance for scaled embeddings; 0.02 everywhere learns more slowly at first."""
    for module in model.model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
    for embedding in (model.model.encoder.embed_tokens, model.model.decoder.embed_tokens):
        nn.init.normal_(embedding.weight, std=model.config.d_model**-0.5)
        with torch.no_grad():
            embedding.weight[PADDING_ID].zero_()


def n_parameters(model: nn.Module) -> int:
    """Numbers that are learnt; the sinusoids of positions are not."""
    return sum(weight.numel() for weight in model.parameters() if weight.requires_grad)


class Weights(nn.Module):
    """What a checkpoint holds: the weights being trained, their moving average, and the best average so far."""

    def __init__(self, model: PreTrainedModel) -> None:
        super().__init__()
        self.live: PreTrainedModel = model
        self.averaged: PreTrainedModel = deepcopy(model).requires_grad_(False).eval()
        self.best: PreTrainedModel = deepcopy(self.averaged)

    def average(self, share: float) -> None:
        """Move the average towards the live weights. It ends better than they do, and needs no falling rate."""
        pairs = [
            (mean, weight.detach())
            for mean, weight in zip(self.averaged.parameters(), self.live.parameters(), strict=True)
            if weight.requires_grad
        ]
        torch._foreach_lerp_([mean for mean, _ in pairs], [weight for _, weight in pairs], share)

    def keep_best(self) -> None:
        self.best.load_state_dict(self.averaged.state_dict())


class SmoothedLoss(nn.Module):
    """Summed cross-entropy with label smoothing; padding is left out before the projection onto the vocabulary."""

    def __init__(self, model: MarianMTModel, smoothing: float) -> None:
        super().__init__()
        self.model, self.smoothing = model, smoothing

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        shifted = torch.roll(target, 1, dims=1)
        shifted[:, 0] = PADDING_ID
        hidden = self.model.model(
            input_ids=source,
            attention_mask=(source != PADDING_ID).long(),
            decoder_input_ids=shifted,
            use_cache=False,
        )[0]
        real = (target != PADDING_ID).flatten().nonzero()[:, 0]
        logits = self.model.lm_head(hidden.flatten(0, 1).index_select(0, real)).float()
        labels = target.flatten().index_select(0, real)
        return nn.functional.cross_entropy(logits, labels, reduction="sum", label_smoothing=self.smoothing)


class LabelLoss(nn.Module):
    """The same loss for any encoder-decoder, which knows itself what its decoder begins with."""

    def __init__(self, model: PreTrainedModel, smoothing: float) -> None:
        super().__init__()
        self.model, self.smoothing = model, smoothing

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        padding = self.model.config.pad_token_id
        labels = target.masked_fill(target == padding, IGNORED)
        logits = self.model(input_ids=source, attention_mask=(source != padding).long(), labels=labels).logits
        return nn.functional.cross_entropy(
            logits.flatten(0, 1).float(),
            labels.flatten(),
            ignore_index=IGNORED,
            reduction="sum",
            label_smoothing=self.smoothing,
        )


@dataclass
class Validation:
    """Sentences that a system is validated on. All processes translate their share, and all know the result."""

    sources: Sequence[str]
    references: Sequence[str]
    tokenizer: PreTrainedTokenizerBase
    run: TrainingRun
    lower_case: bool
    marks: LanguageTags = field(default_factory=LanguageTags)
    longest: int = MAX_LENGTH - 2
    seconds: float = 0.0  # that the last one took

    def bleu(self, model: PreTrainedModel) -> tuple[float, str]:
        """Corpus BLEU of the model's greedy translations, and sacrebleu's signature; a system that lower-cases is
        compared without case, and the signature says so."""
        began = time.monotonic()
        budget = BUDGET_ON_CPU if model.device.type == "cpu" else BUDGET_ON_GPU
        decoding = Decoding(1, self.longest)
        translator = Translator(model, self.tokenizer, "the system in training", budget, decoding, self.marks)
        own = range(self.run.accelerator.process_index, len(self.sources), self.run.accelerator.num_processes)
        encoded = [translator.encode(self.sources[number]) for number in own]
        translated: list[tuple[int, str]] = []
        for batch in translator.batches([len(ids) for ids in encoded]):
            texts = translator.translate([encoded[index] for index in batch])
            translated += zip((own[index] for index in batch), texts, strict=True)
        hypotheses = [text for _, text in sorted(self.run.of_all(translated))]
        self.seconds = time.monotonic() - began
        overlap = corpus_bleu(hypotheses, self.references, lower_case=self.lower_case)
        return overlap.value, overlap.signature


@dataclass
class MtProgress:
    """How far a training is; all of it is in the checkpoint."""

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
class MtTrainer(Trainer):
    """The loop that trains a translation system until its epochs are over or validation gets no better."""

    n_figures: ClassVar[int] = 3  # loss, target tokens, source tokens
    log_every: ClassVar[int] = 50
    remedy: ClassVar[str] = "a lower --rate or a longer --warmup"
    weights: Weights
    batches: MtBatches
    validation: Validation
    settings: MtSettings
    minutes: float | None = None
    loss: Callable[[PreTrainedModel, float], nn.Module] = SmoothedLoss
    state: MtProgress = field(default_factory=MtProgress)

    def __post_init__(self) -> None:
        settings = self.settings
        self._learnt = [weight for weight in self.weights.live.parameters() if weight.requires_grad]
        self.optimizer = torch.optim.AdamW(
            self._learnt, lr=settings.rate, betas=(0.9, 0.98), eps=1e-9, weight_decay=settings.weight_decay
        )
        loss = self.loss(self.weights.live, settings.label_smoothing)
        self.module: nn.Module = self.run.accelerator.prepare_model(loss, device_placement=False)
        self.device = self._learnt[0].device
        self._order = self.batches.epoch(0)
        self.times = Log(self.run.out / "times.jsonl")
        self.trained, self.steps = self.weights, len(self._order) * settings.epochs
        self.out_of_memory = (
            f"Memory runs out while training on {settings.batch_tokens} tokens at once. Use a smaller "
            "--batch-tokens, or a smaller system, in a new folder."
        )

    def logs(self) -> list[Log]:
        return [Log(self.run.out / LOG), self.times]

    def begin(self, done: int) -> None:
        super().begin(done)
        self._began = time.monotonic() - self.state.seconds, time.process_time() - self.state.cpu_seconds

    def is_over(self, step: int) -> bool:
        return bool(self.state.ended)

    def start_bar(self, done: int) -> None:
        """With a clock the bar shows the time, for there are more steps than it allows."""
        self._shown = int(self.state.seconds)
        if self.minutes is None:
            super().start_bar(done)
        else:
            self.run.progress.start("Training, seconds", math.ceil(60 * self.minutes), self._shown)

    def advance_bar(self) -> None:
        if self.minutes is None:
            super().advance_bar()
        else:
            self.run.progress.advance(int(self.state.seconds) - self._shown)
            self._shown = int(self.state.seconds)

    def seconds_to_go(self, step: int, a_step: float) -> float | None:
        """With the validations to come. None where validation may end the training before its steps are over, unless
        the clock ends it first."""
        to_go = self.steps - step
        validations = -(-to_go // self.settings.validate_every)
        seconds = a_step * to_go + self.validation.seconds * validations
        left = math.inf if self.minutes is None else 60 * self.minutes - self.state.seconds
        can_be_stale = self.state.stale + validations > self.settings.patience
        return left if left < seconds else None if can_be_stale else seconds

    def n_steps(self) -> str:
        return f"at most {self.steps:,}"

    def states(self) -> dict[str, dict[str, object]]:
        return {"progress": vars(self.state)}

    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        self.state = msgspec.convert(states["progress"], MtProgress)
        self._order = self.batches.epoch(self.state.epoch)
        if self.state.ended == CLOCK and not self._is_late:
            self.state.ended = ""

    def step(self, step: int) -> Tensor:
        state, settings = self.state, self.settings
        part, parts = self.run.accelerator.process_index, self.run.accelerator.num_processes
        numbers = self._order[state.batch]
        own = numbers[part::parts]
        self.seed(settings.seed, DROPOUT, step, part)
        self.module.train()
        self.weights.averaged.eval()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate_at(step)
        tokens = sum(len(self.batches.target[number]) for number in numbers)
        loss = self._loss(own or numbers[:1]) * (1 if own else 0)  # a process without a pair still takes part
        self.learn(loss * parts / tokens, settings.clip)  # processes are averaged, so that their number cancels out
        self.weights.average(max(settings.averaging, 9 / (step + 10)))
        state.step, state.batch = step, state.batch + 1
        if state.batch == len(self._order):
            state.epoch, state.batch = state.epoch + 1, 0
            self._order = self.batches.epoch(state.epoch)
        state.seconds, state.cpu_seconds = time.monotonic() - self._began[0], time.process_time() - self._began[1]
        counts = (sum(len(side[number]) for number in own) for side in (self.batches.target, self.batches.source))
        return torch.tensor([loss.item(), *counts], dtype=torch.float64)

    def _loss(self, numbers: Sequence[int]) -> Tensor:
        padding = self.weights.live.config.pad_token_id
        source, _ = padded([self.batches.source[number] for number in numbers], padding, self.device)
        target, _ = padded([self.batches.target[number] for number in numbers], padding, self.device)
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.settings.dtype == "bfloat16"):
            loss: Tensor = self.module(source, target)
        return loss

    def is_saved(self, step: int) -> bool:
        return self._is_last or self._is_late or step % self.settings.validate_every == 0

    @property
    def _is_last(self) -> bool:
        return self.state.epoch == self.settings.epochs

    @property
    def _is_late(self) -> bool:
        """Clocks differ between processes: the first one's counts."""
        return self.minutes is not None and self.run.of_all([self.state.seconds >= 60 * self.minutes])[0]

    def write(self, step: int, sums: list[float], is_saved: bool) -> str:
        state, (loss, tokens, read) = self.state, sums
        self.count(tokens + read)
        figures = {"step": step, "epoch": state.epoch, "rate": self.settings.rate_at(step), "loss": loss / tokens}
        if is_saved:
            figures["bleu"] = self._validate()
            is_stale = state.stale >= self.settings.patience
            state.ended = EPOCHS if self._is_last else STALE if is_stale else CLOCK if self._is_late else ""
            if self.run.is_first:
                self.times.add(step=step, seconds=round(state.seconds, 1), cpu_seconds=round(state.cpu_seconds, 1))
        self.log(**figures)
        shown = f"epoch {state.epoch + (not self._is_last)}, loss {loss / tokens:.2f}"
        if not is_saved:
            return shown
        return f"{shown}, validation BLEU {figures['bleu']:.2f} (best: {state.best_bleu:.2f}, step {state.best_step:,})"

    def _validate(self) -> float:
        state = self.state
        bleu, state.signature = self.validation.bleu(self.weights.averaged)
        if bleu > state.best_bleu:
            state.best_bleu, state.best_step, state.stale = bleu, state.step, 0
            self.weights.keep_best()
        else:
            state.stale += 1
        return bleu
