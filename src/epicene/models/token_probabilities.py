"""Asking a model: rows of token ids in, log-probabilities of chosen tokens at chosen places out.

Every scoring goes through `LanguageModel.logprobs`, which sorts rows by length, batches them under a token budget,
projects onto the vocabulary only where an answer is read, and halves the budget when memory runs out.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor, nn

from epicene.core.errors import EpiceneError, InputError
from epicene.models.batching import by_length, in_halves, padded
from epicene.models.description import Description

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from epicene.models.api_server import ModelServer

# A chunk of the vocabulary projection, whatever the vocabulary: just under the 32 MiB of fp32 beyond which the C
# library gives memory back at once, so that every chunk would pay for fresh pages.
LOGITS_AT_ONCE = 2**23 - 2**10
# On a CPU, what logsumexp's several passes read from the cache: 3.7 times as fast as from memory.
LOGITS_IN_CACHE = 2**17


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One input. At `positions` of the output, the log-probability of `targets` is read.

    `labels` is the text an encoder-decoder's decoder is forced through. `parents` is for causal models: where a row
    holds several sentences, the place each token follows (-1: none); a token sees those it follows, and no others.
    `types` tells the first from the second sentence of a pair, for models that mark it (BERT).
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    targets: tuple[int, ...]
    labels: tuple[int, ...] = ()
    parents: tuple[int, ...] = ()
    types: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        """Tokens that pass through the model."""
        return len(self.ids) + len(self.labels)


class TextReply(NamedTuple):
    """A reply in words, without what was thought aloud before it; `is_cut` where it had more to say than it was let.
    `trouble` names what kept it from being one, where that was no choice of words."""

    text: str
    is_cut: bool
    trouble: str = ""


class Sampling(NamedTuple):
    """How texts are written; each has a seed of its own, the same seed writes the same text, and temperature 0 the
    likeliest whatever the seed."""

    temperature: float
    top_p: float
    most_tokens: int
    seeds: Sequence[int]


@dataclass
class Answering(ABC):
    """A loaded model and how much it is asked at once.

    `tokens_seen` counts tokens passed through it, padding apart;
    `tokens_recalled` those of replies that an earlier run was given and that are not asked for again."""

    model: PreTrainedModel
    description: Description
    budget: int
    tokens_seen: int = field(default=0, init=False)
    tokens_recalled: int = field(default=0, init=False)

    @property
    def device(self) -> torch.device:
        device: torch.device = self.model.device
        return device

    def parameters(self) -> int | None:
        """How many numbers it has learnt, where that is known."""
        return sum(int(weight.numel()) for weight in self.model.parameters())

    def logprobs(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        """For each row, the log-probability of each of its targets."""
        answers: list[list[float]] = [[] for _ in rows]
        for batch in by_length([row.cost for row in rows], lambda: self.budget):
            for index, answer in zip(batch, self._ask([rows[place] for place in batch]), strict=True):
                answers[index] = answer
        return answers

    def _ask(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        return in_halves(
            self,
            self._answers,
            rows,
            lambda row: (
                f"{self.description.source.name} runs out of memory on one sentence of {row.cost} tokens. Use a "
                "smaller model, --dtype bfloat16, or a machine with more memory; what was scored is kept."
            ),
        )

    def _answers(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        answers = self._forward(rows)
        if not all(math.isfinite(value) for answer in answers for value in answer):
            raise EpiceneError(
                f"{self.description.source.name} answers with numbers that are none (NaN or infinite). Its "
                "weights may be damaged, or too large for the chosen --dtype: try float32."
            )
        self.tokens_seen += sum(row.cost for row in rows)
        return answers

    @abstractmethod
    def _forward(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        """One batch through the model."""

    def padded(self, sequences: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor | None]:
        """Token ids on the right device, and the attention mask where there is padding."""
        ids, real = padded(sequences, self.description.pad_id, self.device)
        return ids, None if len(set(map(len, sequences))) == 1 else real

    def typed(self, rows: Sequence[TokenRow]) -> dict[str, Tensor]:
        """Which tokens are of the second sentence, where rows are pairs and the model marks it."""
        if not any(row.types for row in rows):
            return {}
        longest = max(len(row.ids) for row in rows)
        types = [[*row.types, *[0] * (longest - len(row.types))] for row in rows]
        return {"token_type_ids": torch.tensor(types, device=self.device)}

    def _indices(self, indices: Sequence[int]) -> Tensor:
        return torch.tensor(indices, dtype=torch.long, device=self.device)


class LanguageModel(Answering):
    """A model that says how likely tokens are."""

    def reply(self, prompts: Sequence[str], how: Sampling) -> list[TextReply]:
        """What it says to each prompt, for models that can be talked to."""
        raise InputError(f"{self.description.source.name} cannot be asked in words.")

    def write(self, prompts: Sequence[str], sampling: Sampling) -> list[TextReply]:
        """How it goes on from each text, for models that write."""
        raise InputError(f"{self.description.source.name} cannot go on from a text.")

    def _forward(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        targets = self._indices([target for row in rows for target in row.targets])
        values: list[float] = []
        size = max(1, LOGITS_AT_ONCE // len(self.description.tokenizer))
        for chunk, wanted in zip(torch.split(self.read(rows), size), torch.split(targets, size), strict=True):
            logits = self._head(chunk).float()
            chosen = logits.gather(1, wanted[:, None])[:, 0]
            values.extend((chosen - _logsumexp(logits)).tolist())
        remaining = iter(values)
        return [[next(remaining) for _ in row.positions] for row in rows]

    def read(self, rows: Sequence[TokenRow]) -> Tensor:
        """Last hidden states where an answer is read, (answers, width)."""
        numbers = [number for number, row in enumerate(rows) for _ in row.positions]
        indices = [position for row in rows for position in row.positions]
        return self.hidden(rows)[self._indices(numbers), self._indices(indices)]

    @abstractmethod
    def hidden(self, rows: Sequence[TokenRow]) -> Tensor:
        """Last hidden states of the part that predicts, (rows, longest, width)."""

    def _head(self, hidden: Tensor) -> Tensor:
        """The model's own head on a few hidden states: its forward, with the body's answer already given."""
        ids = torch.zeros((1, 1), dtype=torch.long, device=self.device)
        given = _Given(hidden[None])
        with standing_in(self.model.base_model, lambda *_, **__: given):
            logits: Tensor = self.model(input_ids=ids).logits
        return logits[0]


class RemoteModel(LanguageModel):
    """A model behind a server, which shows neither weights nor hidden states."""

    def __init__(self, description: Description, server: ModelServer) -> None:
        super().__init__(None, description, budget=1)
        self.server = server

    def hidden(self, rows: Sequence[TokenRow]) -> Tensor:
        raise InputError(f"{self.description.source.name} is behind a server, which shows no hidden states.")

    def parameters(self) -> int | None:
        return None


def _logsumexp(logits: Tensor) -> Tensor:
    rows = len(logits) if logits.device.type != "cpu" else max(1, LOGITS_IN_CACHE // logits.shape[1])
    return torch.cat([torch.logsumexp(some, dim=1) for some in torch.split(logits, rows)])


@dataclass(frozen=True, slots=True)
class _Given:
    """What a body would answer: its last hidden states, and nothing else that a head might ask for."""

    last_hidden_state: Tensor

    def __getitem__(self, index: int) -> Tensor:
        return (self.last_hidden_state,)[index]

    def __getattr__(self, name: str) -> None:
        return None


@contextmanager
def standing_in(module: nn.Module, forward: Callable[..., object]) -> Iterator[None]:
    """While this lasts, the module computes something else."""
    module.forward = forward
    try:
        yield
    finally:
        del module.forward


def logprobs_one_by_one(rows: Sequence[TokenRow], model: LanguageModel) -> list[list[float]]:
    """As the released programs ask: one input at a time, every position projected onto the vocabulary, softmax.

    Batching and projecting only what is read moves a probability by a few millionths; parity wants none of it. For
    models without a decoder of their own.
    """
    if model.description.source.server is not None:
        return model.logprobs(rows)  # how a server batches is its own business
    answers = []
    with torch.inference_mode():
        for row in rows:
            ids = torch.tensor([row.ids], device=model.device)
            logits = model.model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits[0].float()
            probabilities = logits.softmax(dim=-1)
            answers.append(
                [
                    math.log(probabilities[at, token].item())
                    for at, token in zip(row.positions, row.targets, strict=True)
                ]
            )
            model.tokens_seen += row.cost
    return answers
