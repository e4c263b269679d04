"""`cda`, counterfactual data augmentation: a language model is trained further on sentences and on the same sentences
with genders exchanged (Zmigrod et al. 2019), in all its weights or by LoRA (Hu et al. 2022), whose few weights are
added to the model's own at the end.

It is trained as it was before: every token from those before it (causal), hidden tokens from the others (masked), or
the whole sentence from one with tokens hidden (encoder-decoder). A step depends on its number alone, so that a resumed
training ends in the same weights.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from epicene.core.types import Capability
from epicene.debiasing.debias_run import DebiasJob, DebiasResults, Target, validate_training
from epicene.debiasing.swapped_text import LanguageModelMethod
from epicene.train.training import Trainer, merged, save_body, with_adapters

if TYPE_CHECKING:
    from torch import Tensor, nn

    from epicene.models.description import Tokens
    from epicene.models.token_probabilities import LanguageModel

RANK, RATE, FULL_RATE = 8, 2e-4, 2e-5
HIDDEN = 0.15  # share of a sentence's tokens, as BERT was trained; of those, most are masks, some others, some stay
AS_MASK, AS_OTHER = 0.8, 0.1
IGNORED = -100  # what transformers takes no loss of
WARMUP = 0.06  # share of the steps
ORDER, MASKS = 0, 1  # streams of one seed, so that no draw shifts another


@dataclass(frozen=True)
class Cda(LanguageModelMethod):
    """The defaults are for a laptop: some ten thousand sentences with their counterparts, once."""

    name: ClassVar[str] = "cda"
    not_asked: ClassVar[frozenset[str]] = frozenset(("save_every",))
    full: bool = False
    rank: int = RANK
    rate: float | None = None
    epochs: int = 1
    batch: int = 16
    max_tokens: int = 128
    save_every: int = 100
    seed: int = 0

    @property
    def bytes_a_parameter(self) -> int:
        """Where all weights are trained: the weight, its gradient and two running means."""
        return 16 if self.full else 5

    def validate(self, target: Target) -> None:
        validate_training(self.full, self.rank, RANK, self.rate)
        super().validate(target)

    def work(self, job: DebiasJob) -> DebiasResults:
        import torch

        from epicene.models.description import describe
        from epicene.models.loading import load

        run, text = job.run, self.swapped()
        pairs = [(sentence.text, sentence.swap.text) for sentence in text.swapped]
        run.progress.say(f"{len(pairs):,} of {text.n_read:,} sentences have a counterpart in the other gender")
        description = describe(job.source, trust_remote_code=job.target.trust_remote_code)
        run.progress.say(f"Loading {job.source.name}")
        language_model = load(description, run.placement)
        torch.manual_seed(self.seed)
        body = language_model.model
        network = body.requires_grad_(True) if self.full else with_adapters(body, self.rank)
        rate = self.rate or (FULL_RATE if self.full else RATE)
        trainer = CdaTrainer(run, language_model, network, pairs, text.languages[0], self, rate)
        trainer.train()
        save_body(network if self.full else merged(network), description.tokenizer, run.draft)
        for path in job.source.erasers():
            shutil.copy(path, run.draft / path.name)
        figures = {"loss": trainer.last_loss}
        return self.results(job, description, text.record(2 * len(pairs)), figures, trainer.steps, rate=rate)


@dataclass
class CdaTrainer(Trainer):
    """The loop of the training: `network` is what computes, the language model's own or that with LoRA around it.

    `settings.batch` sentences make a step, counterparts beside each other."""

    n_figures: ClassVar[int] = 2  # loss and tokens
    log_every: ClassVar[int] = 10
    remedy: ClassVar[str] = "a lower --rate"
    language_model: LanguageModel
    network: nn.Module
    pairs: Sequence[tuple[str, str]]
    language: str
    settings: Cda
    rate: float  # the highest
    last_loss: float = float("nan")
    _drawn: tuple[int, list[list[int]]] | None = field(default=None, init=False)  # the batches of one epoch

    def __post_init__(self) -> None:
        import torch
        from torch import nn

        self.save_every = self.settings.save_every
        self._kind = self.language_model.description.capability
        self._pairs_a_step = max(1, self.settings.batch // 2)
        self._steps_an_epoch = -(-len(self.pairs) // self._pairs_a_step)
        self.steps = self._steps_an_epoch * self.settings.epochs
        # The weights that change, and no others: a checkpoint holds them.
        self.trained = nn.ParameterList([weight for weight in self.network.parameters() if weight.requires_grad])
        self.optimizer = torch.optim.AdamW(self.trained.parameters(), lr=self.rate, weight_decay=0.01)
        self.out_of_memory = (
            f"{self.language_model.description.source.name} runs out of memory while training on "
            f"{self.settings.batch} sentences at once. Use a smaller --batch or --max-tokens, or a smaller "
            "model, in a new folder."
        )

    def states(self) -> dict[str, dict[str, object]]:
        return {"log": {"loss": self.last_loss}}

    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        self.last_loss = float(states["log"]["loss"])  # type: ignore[arg-type]

    def step(self, step: int) -> Tensor:
        import torch
        from torch import nn

        self.seed(self.settings.seed, MASKS, step)
        self.network.train()
        warmup = max(1, round(WARMUP * self.steps))  # linear up, then linear down to nothing
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * min(step / warmup, (self.steps - step + 1) / max(1, self.steps - warmup + 1))
        inputs, labels = self._batch(step)
        logits = self.network(**inputs).logits
        if self._kind is Capability.CAUSAL:
            logits, labels = logits[:, :-1], labels[:, 1:]
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1).float(), labels.flatten(), ignore_index=IGNORED, reduction="sum"
        )
        tokens = (labels != IGNORED).sum()
        self.learn(loss / tokens.clamp(min=1), 1.0)
        return torch.tensor([loss.item(), tokens.item()], dtype=torch.float64)

    def write(self, step: int, sums: list[float], is_saved: bool) -> str:
        loss, tokens = sums
        self.count(tokens)
        self.last_loss = loss / max(tokens, 1.0)
        self.log(step=step, loss=self.last_loss)
        return f"loss {self.last_loss:.2f} nats per token"

    @cached_property
    def _encoded(self) -> list[list[Tokens]]:
        describe = self.language_model.description
        return [[describe.encode(text, self.language) for text in pair] for pair in self.pairs]

    def _epoch(self, number: int) -> list[list[int]]:
        """All pairs once, drawn anew; the two sentences of a pair stay together."""
        from epicene.models.batching import drawn_by_length

        if self._drawn is None or self._drawn[0] != number:
            draw, size = np.random.default_rng([self.settings.seed, ORDER, number]), self._pairs_a_step
            lengths = np.array([max(len(tokens.ids) for tokens in pair) for pair in self._encoded])
            batches = drawn_by_length(
                draw, (lengths,), lambda order: (order[n : n + size] for n in range(0, len(order), size))
            )
            self._drawn = number, batches
        return self._drawn[1]

    def _batch(self, step: int) -> tuple[dict[str, Tensor], Tensor]:
        import torch

        epoch, index = divmod(step - 1, self._steps_an_epoch)
        texts = [tokens for pair in self._epoch(epoch)[index] for tokens in self._encoded[pair]]
        draw = np.random.default_rng([self.settings.seed, MASKS, step])
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
        most = min(self.settings.max_tokens, self.language_model.description.max_tokens)
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
        shown = np.where(how < AS_MASK, tokenizer.mask_token_id, np.where(how < AS_MASK + AS_OTHER, others, ids))
        labels = ids if self._kind is Capability.DENOISING else np.where(hidden, ids, IGNORED)
        return np.where(hidden, shown, ids).tolist(), labels.tolist()
