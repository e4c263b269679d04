"""Pairs of sentences: neighbours in one article, or one sentence and one from another article, half and half."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicene.models.next_sentence_heads import APART, CONSECUTIVE
from epicene.train.nsp.sentence_store import Corpus

Numbers = NDArray[np.int64]
# Streams of one seed, so that no draw shifts another.
SPLIT, HELD_OUT, FIRST_EPOCH = 0, 1, 2


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
