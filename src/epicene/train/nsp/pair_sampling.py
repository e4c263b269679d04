"""Pairs of sentences: neighbours in one article, or one sentence and one from another article, half and half.

Sentences are on disk, so that a corpus of any size is drawn from in any order with little memory: `sentences.txt` has a
sentence a line and an empty line after each article: text that `epicene train nsp` reads itself.
"""

from __future__ import annotations

import mmap
import os
import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import clear_disk_errors
from epicene.core.progress import Progress
from epicene.data.sentence_splitting import sentences
from epicene.models.next_sentence_heads import APART, CONSECUTIVE, PairEncoder
from epicene.models.token_probabilities import TokenRow
from epicene.train.settings import Settings

_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")
FEWEST_ARTICLES = 4  # two to train on and two held out: a negative needs another article
TELL_EVERY = 50_000
Numbers = NDArray[np.int64]
# Streams of one seed, so that no draw shifts another.
SPLIT, HELD_OUT, FIRST_EPOCH = 0, 1, 2


def write_corpus(articles: Iterable[str], path: Path, progress: Progress) -> None:
    """Cut articles into sentences; those of one sentence have no neighbours and are left out."""
    kept = 0
    unfinished = path.with_name(path.name + ".unfinished")
    with clear_disk_errors(path), unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for number, article in enumerate(articles, start=1):
            found = [_LINE_BREAK.sub(" ", sentence) for sentence in sentences(article)]
            found = [sentence for sentence in found if any(map(str.isalpha, sentence))]
            if len(found) > 1:
                file.write("\n".join(found) + "\n\n")
                kept += 1
            if number % TELL_EVERY == 0:
                progress.say(f"Read {number} articles")
        file.flush()
        os.fsync(file.fileno())
    if kept < FEWEST_ARTICLES:
        unfinished.unlink()
        raise InputError(
            f"The text has {kept} article{'s' * (kept != 1)} of two sentences or more; training needs at "
            f"least {FEWEST_ARTICLES}, because negatives come from other articles and some are held out. "
            "Separate articles by blank lines, or give more text."
        )
    unfinished.replace(path)


class Corpus:
    """`article[i]` is the article of sentence i; `anchors` are the sentences that another one follows."""

    def __init__(self, path: Path) -> None:
        starts, ends, article = array("q"), array("q"), array("q")
        index = number = 0
        with path.open("rb") as file:
            for line in file:
                if len(line) > 1:
                    starts.append(index)
                    ends.append(index + len(line) - 1)
                    article.append(number)
                else:
                    number += 1
                index += len(line)
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._starts, self._ends = starts, ends
        self.article: NDArray[np.int64] = np.frombuffer(article, dtype=np.int64)
        self.anchors: NDArray[np.int64] = np.flatnonzero(self.article[:-1] == self.article[1:])
        self.n_articles = number

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:
        return self._data[self._starts[number] : self._ends[number]].decode()


@dataclass(frozen=True, slots=True)
class Pairs:
    """Sentence numbers of a corpus, and whether the second follows the first."""

    first: Numbers
    second: Numbers
    label: Numbers

    def __len__(self) -> int:
        return len(self.first)


def split(corpus: Corpus, held_out: float, seed: int) -> tuple[Numbers, Numbers]:
    """Articles to train on and articles held out, at least two each; no article is on both sides."""
    order = np.random.default_rng([seed, SPLIT]).permutation(corpus.n_articles)
    size = min(max(2, round(held_out * corpus.n_articles)), corpus.n_articles - 2)
    return np.sort(order[size:]), np.sort(order[:size])


def draw(corpus: Corpus, articles: Numbers, seed: int, stream: int, limit: int | None = None) -> Pairs:
    """Every sentence that has a next one, once, in a random order; true and false next ones take turns.

    A false next sentence is one that follows another in its own article, so that a first sentence of an article, easy
    to tell in an encyclopedia, never gives the answer away.
    """
    generator = np.random.default_rng([seed, stream])
    anchors = corpus.anchors[np.isin(corpus.article[corpus.anchors], articles)]
    first = generator.permutation(anchors)[:limit]
    second = first + 1
    apart = np.arange(len(first)) % 2 == 1
    second[apart] = _elsewhere(corpus, anchors, first[apart], generator) + 1
    return Pairs(first, second, np.where(apart, APART, CONSECUTIVE))


def _elsewhere(corpus: Corpus, anchors: Numbers, of: Numbers, generator: np.random.Generator) -> Numbers:
    """For each sentence, an anchor of another article: articles are runs, so drawing skips over the sentence's own."""
    article_of_anchor = corpus.article[anchors]
    start = np.searchsorted(article_of_anchor, corpus.article[of], side="left")
    own = np.searchsorted(article_of_anchor, corpus.article[of], side="right") - start
    drawn = generator.integers(len(anchors) - own)
    return np.asarray(anchors[drawn + np.where(drawn >= start, own, 0)])


class Batches:
    """Pairs as rows for the model, by step: a function of corpus, settings and step number."""

    def __init__(self, corpus: Corpus, encoder: PairEncoder, settings: Settings) -> None:
        self.corpus, self.encoder, self.settings = corpus, encoder, settings
        self.trained, self.held_out = split(corpus, settings.held_out, settings.seed)
        self._epoch = lru_cache(maxsize=1)(self._draw)
        self.steps_an_epoch = len(self._epoch(0)) // settings.batch
        if self.steps_an_epoch == 0:
            raise InputError(
                f"The text is too short: its {len(self.trained)} articles to train on give "
                f"{len(self._epoch(0))} pairs of sentences, less than one batch of {settings.batch}. Give "
                "more text or a smaller --batch."
            )

    @property
    def steps(self) -> int:
        return self.steps_an_epoch * self.settings.epochs

    def _draw(self, number: int) -> Pairs:
        return draw(self.corpus, self.trained, self.settings.seed, FIRST_EPOCH + number)

    def at(self, step: int, part: int, parts: int) -> tuple[list[TokenRow], Numbers]:
        """One process's part of a step's pairs, and their labels."""
        epoch, index = divmod(step, self.steps_an_epoch)
        size = self.settings.batch // parts
        start = index * self.settings.batch + part * size
        pairs = self._epoch(epoch)
        numbers = range(start, start + size)
        return self.rows(pairs, numbers), pairs.label[numbers.start : numbers.stop]

    def rows(self, pairs: Pairs, numbers: Sequence[int]) -> list[TokenRow]:
        return [
            self.encoder(self.corpus[int(pairs.first[number])], self.corpus[int(pairs.second[number])])
            for number in numbers
        ]

    def judged(self, limit: int) -> Pairs:
        """Pairs of held-out articles, the same at every call."""
        return draw(self.corpus, self.held_out, self.settings.seed, HELD_OUT, limit)
