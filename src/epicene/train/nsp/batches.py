"""Pairs as rows for the model: which ones a step sees is a function of corpus, settings and step number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from epicene.core.errors import InputError
from epicene.models.asking import Row
from epicene.models.next_sentence_heads import PairEncoder
from epicene.train.nsp.pair_sampling import FIRST_EPOCH, HELD_OUT, Numbers, Pairs, draw, split
from epicene.train.nsp.sentence_store import Corpus
from epicene.train.nsp.settings import Settings


class Batches:
    """Pairs as rows for the model, by step: a function of corpus, settings and step number."""

    def __init__(self, corpus: Corpus, encoder: PairEncoder, settings: Settings) -> None:
        self.corpus, self.encoder, self.settings = corpus, encoder, settings
        self.trained, self.held_out = split(corpus, settings.held_out, settings.seed)
        self._epoch = lru_cache(maxsize=1)(self._draw)
        self.steps_an_epoch = len(self._epoch(0)) // settings.batch
        if self.steps_an_epoch == 0:
            raise InputError(
                f"The text is too short: its {len(self.trained)} articles to train on give {len(self._epoch(0))} pairs "
                f"of sentences, less than one batch of {settings.batch}. Give more text or a smaller --batch."
            )

    @property
    def steps(self) -> int:
        return self.steps_an_epoch * self.settings.epochs

    def _draw(self, number: int) -> Pairs:
        return draw(self.corpus, self.trained, self.settings.seed, FIRST_EPOCH + number)

    def at(self, step: int, part: int, parts: int) -> tuple[list[Row], Numbers]:
        """One process's part of a step's pairs, and their labels."""
        epoch, place = divmod(step, self.steps_an_epoch)
        size = self.settings.batch // parts
        start = place * self.settings.batch + part * size
        pairs = self._epoch(epoch)
        numbers = range(start, start + size)
        return self.rows(pairs, numbers), pairs.label[numbers.start : numbers.stop]

    def rows(self, pairs: Pairs, numbers: Sequence[int]) -> list[Row]:
        return [
            self.encoder(self.corpus[int(pairs.first[number])], self.corpus[int(pairs.second[number])])
            for number in numbers
        ]

    def judged(self, limit: int) -> Pairs:
        """Pairs of held-out articles, the same at every call."""
        return draw(self.corpus, self.held_out, self.settings.seed, HELD_OUT, limit)
