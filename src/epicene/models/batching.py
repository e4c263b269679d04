"""Batches of like length under a token budget, and what to do when even that is too much."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from epicene.core.errors import EpiceneError

Batch = TypeVar("Batch")
Question = TypeVar("Question")
Answer = TypeVar("Answer")


def by_length(costs: Sequence[int], budget: Callable[[], int]) -> Iterator[list[int]]:
    """Places of `costs`, shortest first, in batches whose padded cost stays within what `budget` says at the time."""
    return under_budget(sorted(range(len(costs)), key=costs.__getitem__), costs, budget)


def under_budget(order: Sequence[int], costs: Sequence[int], budget: Callable[[], int]) -> Iterator[list[int]]:
    """Cut `order` into batches; a place whose cost alone is over the budget is a batch of its own."""
    batch: list[int] = []
    longest = 0
    for index in order:
        longest = max(longest, costs[index])
        if batch and (len(batch) + 1) * longest > budget():
            yield batch
            batch, longest = [], costs[index]
        batch.append(index)
    if batch:
        yield batch


def drawn_by_length(
    draw: np.random.Generator, lengths: Sequence[NDArray[np.int64]], cut: Callable[[list[int]], Iterable[list[int]]]
) -> list[list[int]]:
    """Batches of a training: those of like length together (by the last of `lengths` first), which ones is drawn, and
    so is the order of the batches that `cut` makes."""
    order = draw.permutation(len(lengths[0]))
    order = order[np.lexsort([keys[order] for keys in lengths])]
    batches = list(cut(order.tolist()))
    return [batches[index] for index in draw.permutation(len(batches))]


def unanswered(
    batches: Iterable[Batch], keys: Callable[[Batch], Iterable[Hashable]], done: Container[Hashable]
) -> list[Batch]:
    """What a resumed run still has to ask: every batch with a key that is not done, and all of it.

    The last bits of an answer depend on what shares its batch. `batches` are those of all items, therefore, never of
    what is missing; where a kill left half a batch, the whole is asked again, and what the journal has stays.
    """
    return [batch for batch in batches if not all(key in done for key in keys(batch))]


def padded(
    sequences: Sequence[Sequence[int]], pad: int, device: torch.device, *, left: bool = False
) -> tuple[Tensor, Tensor]:
    """Ids, filled up behind the shorter ones (or before them), and which of them are real."""
    longest = max(map(len, sequences))
    fills = [[pad] * (longest - len(ids)) for ids in sequences]
    rows = [[*fill, *ids] if left else [*ids, *fill] for ids, fill in zip(sequences, fills, strict=True)]
    lengths = torch.tensor([len(ids) for ids in sequences], device=device)[:, None]
    positions = torch.arange(longest, device=device)
    real = positions >= longest - lengths if left else positions < lengths
    return torch.tensor(rows, device=device), real.long()


class HasBudget(Protocol):
    """What is asked in batches under a budget of tokens."""

    budget: int


def in_halves(
    model: HasBudget,
    run: Callable[[Sequence[Question]], Sequence[Answer]],
    batch: Sequence[Question],
    too_large: Callable[[Question], str],
) -> list[Answer]:
    """Run a batch, in halves where memory runs out; later batches are then smaller too. `too_large` is the error where
    a single question is."""
    try:
        with torch.inference_mode():
            return list(run(batch))
    except (RuntimeError, MemoryError) as error:
        if not is_out_of_memory(error):
            raise
        if len(batch) == 1:
            raise EpiceneError(too_large(batch[0])) from error
    torch.cuda.empty_cache()
    model.budget = max(1, model.budget // 2)
    half = len(batch) // 2
    return [answer for part in (batch[:half], batch[half:]) for answer in in_halves(model, run, part, too_large)]


def is_out_of_memory(error: BaseException) -> bool:
    return isinstance(error, torch.OutOfMemoryError | MemoryError) or "can't allocate memory" in str(error)
