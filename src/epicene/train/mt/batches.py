"""Pairs as numbers, and the batches of an epoch: a function of the text, the settings and the epoch's number."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.models.batching import under_budget
from epicene.train.mt.parallel_text import LONG, ParallelText
from epicene.train.mt.settings import MtSettings
from epicene.train.mt.vocabulary import END_ID

PAIRS_AT_ONCE = 10_000
ORDER = 1  # a stream of the seed, so that no other draw shifts it


class Side:
    """One side of all pairs in one array; each sentence ends with </s>."""

    def __init__(self) -> None:
        self._ids = array("I")
        self._ends = array("q", [0])

    def add(self, ids: Sequence[int]) -> None:
        self._ids.extend(ids)
        self._ids.append(END_ID)
        self._ends.append(len(self._ids))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> Sequence[int]:
        return self._ids[self._ends[number] : self._ends[number + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        ends = np.frombuffer(self._ends, dtype=np.int64)
        return ends[1:] - ends[:-1]


class MtBatches:
    def __init__(self, text: ParallelText, tokenizer: Any, settings: MtSettings) -> None:
        self.settings = settings
        self.source, self.target = Side(), Side()
        for source, target in _encoded(text, tokenizer):
            if max(len(source), len(target)) < settings.max_tokens:
                self.source.add(source)
                self.target.add(target)
            else:
                text.left_out[LONG] += 1
        if not len(self):
            raise InputError(
                f"No pair of {text.source} and {text.target} is left to train on: "
                f"{', '.join(f'{count} {reason}' for reason, count in text.left_out.items())}."
            )
        self._lengths = np.maximum(self.source.lengths, self.target.lengths)

    def __len__(self) -> int:
        return len(self.source)

    def epoch(self, number: int) -> list[list[int]]:
        """All pairs once: those of like length together, which ones is drawn anew, batches in a random order."""
        generator = np.random.default_rng([self.settings.seed, ORDER, number])
        order = generator.permutation(len(self))
        order = order[np.lexsort((self.source.lengths[order], self._lengths[order]))]
        batches = list(under_budget(order.tolist(), self._lengths.tolist(), lambda: self.settings.batch_tokens))
        return [batches[place] for place in generator.permutation(len(batches))]


def _encoded(text: Iterable[tuple[str, str]], tokenizer: Any) -> Iterator[tuple[list[int], list[int]]]:
    """SentencePiece's own numbers, which are the vocabulary's."""
    pairs = iter(text)
    while block := list(islice(pairs, PAIRS_AT_ONCE)):
        sources, targets = zip(*block, strict=True)
        yield from zip(
            tokenizer.spm_source.encode(list(sources)), tokenizer.spm_target.encode(list(targets)), strict=True
        )
