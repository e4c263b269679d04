"""How near two versions are, against sums worked out by hand and sacrebleu's own corpus scores."""

from __future__ import annotations

import pytest
from sacrebleu.metrics.chrf import CHRF

from epicene.metrics.bleu_chrf_ter import corpus_bleu, overlaps

FIRST = ["a b c d e", "one two three four"]
SECOND = ["a b c d f", "one two three four"]


def test_the_scores_are_those_of_the_whole_text() -> None:
    bleu, chrf, ter = overlaps(FIRST, SECOND, ["1", "2"])
    # n-grams shared: 8 of 9, 6 of 7, 4 of 5, 2 of 3; one edit in nine words
    assert bleu.value == pytest.approx(100 * (8 / 9 * 6 / 7 * 4 / 5 * 2 / 3) ** 0.25)
    assert ter.value == pytest.approx(100 / 9)
    assert chrf.value == pytest.approx(CHRF().corpus_score(FIRST, [SECOND]).score)
    assert [one.metric for one in (bleu, chrf, ter)] == ["bleu", "chrf", "ter"]
    assert bleu.signature.startswith("nrefs:1|case:mixed")


def test_the_interval_reaches_from_the_worse_to_the_better_sentence() -> None:
    bleu, _, ter = overlaps(20 * FIRST, 20 * SECOND, [str(place) for place in range(40)])
    # A sentence twenty times alone: BLEU (4/5 · 3/4 · 2/3 · 1/2)^(1/4) = 66.9 and TER 20, or 100 and 0.
    assert 66.9 < bleu.low < bleu.value < bleu.high < 100
    assert 0 < ter.low < ter.value < ter.high < 20


def test_sentences_of_one_item_are_drawn_together() -> None:
    bleu, chrf, ter = overlaps(FIRST, SECOND, ["1", "1"])
    assert (bleu.low, bleu.high) == (chrf.low, chrf.high) == (0.0, 100.0)
    assert ter.low == ter.value == ter.high  # no bound, hence no interval


def test_the_same_text_is_all_shared() -> None:
    found = overlaps(FIRST, FIRST, ["1", "2"])
    assert [one.value for one in found] == pytest.approx([100, 100, 0])
    assert [one.low for one in found] == pytest.approx([100, 100, 0])


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
