"""Pairs: balanced, from the right articles, the same every time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from epicene.core.progress import Silent
from epicene.models.next_sentence_heads import CONSECUTIVE
from epicene.train.nsp_text import SentenceFile, draw, split, write_sentences


@pytest.fixture
def corpus(tmp_path: Path) -> SentenceFile:
    """Articles of 1 to 9 sentences; those of one have no neighbours and are left out."""
    articles = [" ".join(f"Phrase {number} de {name}." for number in range(1 + name % 9)) for name in range(60)]
    write_sentences(articles, tmp_path / "sentences.txt", Silent())
    return SentenceFile(tmp_path / "sentences.txt")


def test_articles_without_neighbours_are_left_out(corpus: SentenceFile) -> None:
    assert corpus.n_articles == 53
    assert corpus[0] == "Phrase 0 de 1."
    assert len(corpus) == sum(1 + name % 9 for name in range(60) if name % 9)


def test_the_sentences_on_disk_are_text_that_is_read_the_same(corpus: SentenceFile, tmp_path: Path) -> None:
    from epicene.train.nsp_text import open_text

    write_sentences(open_text(str(tmp_path / "sentences.txt")).articles(), tmp_path / "again.txt", Silent())
    assert (tmp_path / "again.txt").read_bytes() == (tmp_path / "sentences.txt").read_bytes()


def test_no_article_is_on_both_sides(corpus: SentenceFile) -> None:
    trained, held_out = split(corpus, 0.2, seed=0)
    assert not set(trained) & set(held_out)
    assert sorted([*trained, *held_out]) == list(range(53))
    assert len(held_out) == 11
    assert all(len(side) >= 2 for share in (1e-9, 0.999) for side in split(corpus, share, seed=0))


@pytest.mark.parametrize("seed", range(20))
def test_pairs_are_neighbours_or_from_another_article_half_and_half(corpus: SentenceFile, seed: int) -> None:
    trained, _ = split(corpus, 0.2, seed)
    pairs = draw(corpus, trained, seed, stream=2)
    true = pairs.label == CONSECUTIVE
    assert abs(int(true.sum()) * 2 - len(pairs)) <= 1
    assert sorted(pairs.first) == [anchor for anchor in corpus.anchors if corpus.article[anchor] in trained]
    assert (pairs.second[true] == pairs.first[true] + 1).all()
    assert (corpus.article[pairs.first] == corpus.article[pairs.second]).tolist() == true.tolist()
    assert np.isin(corpus.article[pairs.second], trained).all()


def test_a_false_next_sentence_is_never_the_first_of_its_article(corpus: SentenceFile) -> None:
    pairs = draw(corpus, np.arange(corpus.n_articles), seed=0, stream=2)
    assert all(corpus.article[number - 1] == corpus.article[number] for number in pairs.second)
