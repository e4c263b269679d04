"""Training a language model further on sentences and their counterparts, as it was trained before: every token from
those before it (causal), hidden tokens from the others (masked), or the whole sentence from one with tokens hidden
(encoder-decoder). A step depends on its number alone, so that a resumed training ends in the same weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor, nn

from epicene.core.types import Capability
from epicene.models.batching import drawn_by_length
from epicene.models.description import Tokens
from epicene.models.token_probabilities import LanguageModel
from epicene.train.training import SteppedTraining

HIDDEN = 0.15  # share of a sentence's tokens, as BERT was trained; of those, most are masks, some others, some stay
AS_MASK, AS_OTHER = 0.8, 0.1
IGNORED = -100  # what transformers takes no loss of
WARMUP = 0.06  # share of the steps
ORDER, MASKS = 0, 1  # streams of one seed, so that no draw shifts another


@dataclass(frozen=True, slots=True)
class Course:
    """How a training goes: the highest learning rate, and `batch` sentences a step, counterparts beside each other."""

    rate: float
    epochs: int
    batch: int
    max_tokens: int
    seed: int


class TrainedWeights(nn.Module):
    """What a checkpoint holds: the weights that change, and no others."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.weights = nn.ParameterList([weight for weight in model.parameters() if weight.requires_grad])


@dataclass
class CdaTrainer(SteppedTraining):
    """`network` is what computes: the language model's own, or that with LoRA around it."""

    n_figures: ClassVar[int] = 2  # loss and tokens
    log_every: ClassVar[int] = 10
    language_model: LanguageModel
    network: nn.Module
    pairs: Sequence[tuple[str, str]]
    language: str
    course: Course
    last_loss: float = float("nan")
    _drawn: tuple[int, list[list[int]]] | None = field(default=None, init=False)  # the batches of one epoch

    def __post_init__(self) -> None:
        self._kind = self.language_model.description.capability
        self._pairs_a_step = max(1, self.course.batch // 2)
        self._steps_an_epoch = -(-len(self.pairs) // self._pairs_a_step)
        self.optimizer = torch.optim.AdamW(self.trained.parameters(), lr=self.course.rate, weight_decay=0.01)

    @cached_property
    def trained(self) -> TrainedWeights:
        return TrainedWeights(self.network)

    @property
    def steps(self) -> int:
        return self._steps_an_epoch * self.course.epochs

    @property
    def out_of_memory(self) -> str:
        return (
            f"{self.language_model.description.source.name} runs out of memory while training on "
            f"{self.course.batch} sentences at once. Use a smaller --batch or --max-tokens, or a smaller "
            "model, in a new folder."
        )

    def states(self) -> dict[str, dict[str, object]]:
        return {"place": {"loss": self.last_loss}}

    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        self.last_loss = float(states["place"]["loss"])  # type: ignore[arg-type]

    def step(self, step: int) -> Tensor:
        dropout = np.random.SeedSequence((self.course.seed, MASKS, step)).generate_state(1)[0]
        torch.manual_seed(int(dropout))
        self.network.train()
        warmup = max(1, round(WARMUP * self.steps))  # linear up, then linear down to nothing
        for group in self.optimizer.param_groups:
            group["lr"] = self.course.rate * min(
                step / warmup, (self.steps - step + 1) / max(1, self.steps - warmup + 1)
            )
        inputs, labels = self._batch(step)
        logits = self.network(**inputs).logits
        if self._kind is Capability.CAUSAL:
            logits, labels = logits[:, :-1], labels[:, 1:]
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1).float(), labels.flatten(), ignore_index=IGNORED, reduction="sum"
        )
        tokens = (labels != IGNORED).sum()
        self.accelerator.backward(loss / tokens.clamp(min=1))
        nn.utils.clip_grad_norm_(list(self.trained.parameters()), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return torch.tensor([loss.item(), tokens.item()], dtype=torch.float64)

    def write(self, step: int, window: Tensor, is_saved: bool) -> None:
        loss, tokens = self.totals(window)
        self.count(tokens)
        self.refuse_divergence(loss, step, "a lower --rate")
        self.last_loss = loss / max(tokens, 1.0)
        self.log.add(step=step, loss=self.last_loss)

    @cached_property
    def _encoded(self) -> list[list[Tokens]]:
        describe = self.language_model.description
        return [[describe.encode(text, self.language) for text in pair] for pair in self.pairs]

    def _epoch(self, number: int) -> list[list[int]]:
        """All pairs once, drawn anew; the two sentences of a pair stay together."""
        if self._drawn is None or self._drawn[0] != number:
            draw, size = np.random.default_rng([self.course.seed, ORDER, number]), self._pairs_a_step
            lengths = np.array([max(len(tokens.ids) for tokens in pair) for pair in self._encoded])
            batches = drawn_by_length(
                draw, (lengths,), lambda order: (order[at : at + size] for at in range(0, len(order), size))
            )
            self._drawn = number, batches
        return self._drawn[1]

    def _batch(self, step: int) -> tuple[dict[str, Tensor], Tensor]:
        epoch, index = divmod(step - 1, self._steps_an_epoch)
        texts = [tokens for pair in self._epoch(epoch)[index] for tokens in self._encoded[pair]]
        draw = np.random.default_rng([self.course.seed, MASKS, step])
        rows = [self._row(tokens, draw) for tokens in texts]
        ids, mask = self.language_model.padded([row for row, _ in rows])
        longest = max(len(labels) for _, labels in rows)
        labels = torch.tensor([[*row, *[IGNORED] * (longest - len(row))] for _, row in rows], device=ids.device)
        inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids) if mask is None else mask}
        if self._kind is Capability.DENOISING:
            inputs["labels"] = labels  # the model shifts them to the right for its decoder
        return inputs, labels

    def _row(self, tokens: Tokens, draw: np.random.Generator) -> tuple[list[int], list[int]]:
        """What the model is given of a sentence, and what it should say."""
        most = min(self.course.max_tokens, self.language_model.description.max_tokens)
        ids, special = np.array(tokens.ids[:most]), np.array(tokens.special[:most])
        if self._kind is Capability.CAUSAL:
            end = self.language_model.description.tokenizer.eos_token_id
            row = [*ids.tolist(), end] if end is not None and len(ids) < most else ids.tolist()
            return row, row
        hidden = (draw.random(len(ids)) < HIDDEN) & ~special
        if not hidden.any() and not special.all():
            hidden[draw.choice(np.flatnonzero(~special))] = True
        tokenizer = self.language_model.description.tokenizer
        how, others = draw.random(len(ids)), draw.integers(len(tokenizer), size=len(ids))
        put = np.where(how < AS_MASK, tokenizer.mask_token_id, np.where(how < AS_MASK + AS_OTHER, others, ids))
        wanted = ids if self._kind is Capability.DENOISING else np.where(hidden, ids, IGNORED)
        return np.where(hidden, put, ids).tolist(), wanted.tolist()
