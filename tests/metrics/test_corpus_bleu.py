"""BLEU against its formula."""

from __future__ import annotations

import pytest

from epicene.metrics.corpus_bleu import corpus_bleu


def test_bleu_is_the_geometric_mean_of_the_precisions():
    """Seven words, six of them the reference's: 6/7, 5/6, 4/5 and 3/4, and no brevity to punish."""
    found = corpus_bleu(["The cat sat on the mat today"], ["the cat sat on the mat"], lower_case=True)
    assert found.value == pytest.approx(100 * (6 / 7 * 5 / 6 * 4 / 5 * 3 / 4) ** 0.25)
    assert found.low == found.high == found.value
    assert "case:lc" in found.signature
    assert corpus_bleu(["The cat sat on the mat"], ["the cat sat on the mat"]).value < 100


def test_the_interval_comes_from_drawing_sentences():
    same, other = "the cat sat on the mat", "a dog ran far away today"
    found = corpus_bleu([same] * 5 + [other] * 5, [same] * 10, draws=200)
    assert found.low < found.value < found.high
    assert "bs:200" in found.signature
    assert corpus_bleu([same] * 5, [same] * 5, draws=50).low == pytest.approx(100)
