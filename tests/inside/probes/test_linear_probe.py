"""Probes on made-up vectors whose signal is known: the right accuracy, no leak, and controls that stay at chance."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from epicene.core.errors import InputError
from epicene.inside.probes.linear_probe import (
    ProbeLines,
    ProbeSettings,
    description_length,
    held_out,
    mean_over_splits,
    probe,
    random_labels,
)

PAIRS = 400
QUICK = ProbeSettings(repetitions=12)


def pairs(n: int = PAIRS) -> ProbeLines:
    return ProbeLines.of(
        [bool(number % 2) for number in range(2 * n)], [f"noun {number // 2}" for number in range(2 * n)]
    )


def with_signal(lines: ProbeLines, distance: float, seed: int = 0, features: int = 20) -> np.ndarray:
    """Unit noise in every feature; the first is moved by ± distance / 2 according to the gender."""
    vectors = np.random.default_rng(seed).normal(size=(len(lines.feminine), features)).astype(np.float32)
    vectors[:, 0] += np.where(lines.feminine, distance / 2, -distance / 2)
    return vectors


def rows_of(lines: ProbeLines) -> np.ndarray:
    return np.arange(len(lines.feminine))


@pytest.mark.parametrize("distance", [0.0, 1.0, 2.0, 4.0])
def test_accuracy_is_that_of_the_best_boundary(distance: float):
    lines = pairs(1000)
    found, random = probe(with_signal(lines, distance), rows_of(lines), lines, QUICK)
    best = 100 * NormalDist().cdf(distance / 2)
    assert mean_over_splits(found.all).value == pytest.approx(best, abs=1.5)
    chance = mean_over_splits(random.all)
    assert chance.value == pytest.approx(50, abs=2)
    assert chance.low < 50 < chance.high


def test_grouped_splits_see_through_an_identity_that_plain_ones_take_for_gender():
    """Eight lines a noun, all of one gender by lot: whoever knows the noun knows the label, but only of nouns seen."""
    generator = np.random.default_rng(3)
    nouns = np.repeat(np.arange(60), 8)
    lines = ProbeLines.of(
        list(generator.permutation(np.repeat([True, False], 30))[nouns]), [str(noun) for noun in nouns]
    )
    vectors = (generator.normal(size=(60, 64))[nouns] + 0.1 * generator.normal(size=(480, 64))).astype(np.float32)
    accuracy = {
        split: mean_over_splits(
            probe(vectors, rows_of(lines), lines, ProbeSettings(repetitions=20, split=split))[0].all
        )
        for split in ("grouped", "plain")
    }
    assert accuracy["plain"].value > 85
    assert accuracy["grouped"].low < 50 < accuracy["grouped"].high


def test_several_examples_of_a_line_are_never_split_nor_a_nouns_two_lines_even_when_plain_is_asked():
    """Both lines of a noun are alike: whoever learns from the one says of the other what it is not, and is below 15."""
    lines, generator = pairs(60), np.random.default_rng(1)
    rows = np.repeat(rows_of(lines), 6)
    sentences = np.repeat(generator.normal(size=(60, 64)), 2, axis=0)
    vectors = (sentences[rows] + 0.05 * generator.normal(size=(720, 64))).astype(np.float32)
    settings = ProbeSettings(repetitions=12, split="plain", strength=10.0)
    found, _ = probe(vectors, rows, lines, settings, with_random_labels=False)
    assert mean_over_splits(found.all).value == pytest.approx(50, abs=10)


def test_accuracy_by_gender_weighs_up_to_the_whole():
    """A mark that only half of the feminine lines have: masculine lines are nearly all right, feminine ones are not."""
    lines = pairs()
    vectors = with_signal(lines, 0.0)
    vectors[3::4, 0] += 9
    found, _ = probe(vectors, rows_of(lines), lines, QUICK)
    feminine, masculine = mean_over_splits(found.feminine).value, mean_over_splits(found.masculine).value
    assert masculine > 90
    assert feminine == pytest.approx(50, abs=12)
    assert mean_over_splits(found.all).value == pytest.approx((feminine + masculine) / 2, abs=1e-9)


def test_the_same_as_scikit_learns_own_pipeline_with_its_own_tolerance():
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    lines = pairs(250)
    vectors = with_signal(lines, 1.5, features=80) @ np.random.default_rng(2).normal(size=(80, 80)).astype(np.float32)
    found, random = probe(vectors, rows_of(lines), lines, QUICK)
    expected = {"true": [], "random": []}
    for repetition in range(QUICK.repetitions):
        tested = held_out(lines, QUICK, repetition, grouped=True)
        for name, labels in (("true", lines.feminine), ("random", random_labels(lines, QUICK, repetition))):
            theirs = make_pipeline(StandardScaler(), LogisticRegression(l1_ratio=1, solver="liblinear", C=0.1))
            theirs.fit(vectors[~tested], labels[~tested])
            expected[name].append(100 * theirs.score(vectors[tested], labels[tested]))
    assert np.abs(np.array(found.all) - expected["true"]).max() < 2.5
    assert np.mean(found.all) == pytest.approx(np.mean(expected["true"]), abs=0.3)
    assert np.mean(random.all) == pytest.approx(np.mean(expected["random"]), abs=0.3)


def test_a_probe_that_uses_no_feature_is_counted():
    """ℓ1 leaves every coefficient at 0 where C is small for so few lines: such a probe guesses, whatever it is fed."""
    lines = pairs(16)
    vectors = with_signal(lines, 4.0)
    settings = ProbeSettings(repetitions=6, strength=0.01)
    found, random = probe(vectors, rows_of(lines), lines, settings)
    assert (found.unused, random.unused) == (6, 6)
    assert found.all == [50.0] * 6
    strong, _ = probe(vectors, rows_of(lines), lines, ProbeSettings(repetitions=6, strength=1.0))
    assert strong.unused == 0
    assert mean_over_splits(strong.all).value > 80


def test_a_split_without_lines_to_learn_from_counts_nothing():
    """Only one noun has a translation: in a quarter of the splits it is tested, in the others it is learnt from."""
    lines = pairs(4)
    settings = ProbeSettings(repetitions=20)
    found, random = probe(np.ones((2, 3), dtype=np.float32), np.array([0, 1]), lines, settings)
    assert len(found.all) == len(random.all) == 20
    assert set(found.all) == {None}
    assert found.unused == 20


def test_a_quarter_of_the_nouns_is_held_out_with_both_genders():
    lines = pairs(40)
    seen = set()
    for repetition in range(30):
        tested = held_out(lines, QUICK, repetition, grouped=True)
        assert tested.sum() == 20
        assert (tested[::2] == tested[1::2]).all()
        seen.add(tuple(tested))
    assert len(seen) == 30
    assert any((plain[::2] != plain[1::2]).any() for plain in [held_out(lines, QUICK, 0, grouped=False)])


def test_a_figure_is_the_mean_with_the_spread_of_the_repetitions():
    found = mean_over_splits([float(value) for value in range(1, 102)])
    assert (found.value, found.low, found.high) == (51.0, 3.5, 98.5)
    assert found.error == pytest.approx(1.959964 * np.std(range(101), ddof=1) / np.sqrt(101))
    assert mean_over_splits([50.0, None, 70.0]).value == 60.0


def test_a_corpus_that_cannot_be_split_is_refused():
    with pytest.raises(InputError, match="at least 4 occupations and both genders"):
        ProbeLines.of([True, False] * 3, ["a", "a", "b", "b", "c", "c"])
    with pytest.raises(InputError, match="8 feminine lines of 8"):
        ProbeLines.of([True] * 8, list("aabbccdd"))
    with pytest.raises(InputError, match="no split 'random'"):
        ProbeSettings(split="random")


def test_a_label_takes_one_bit_where_nothing_is_read_and_few_where_all_is():
    lines = pairs(200)
    settings = ProbeSettings(repetitions=3)
    clear, random = probe(with_signal(lines, 12.0), rows_of(lines), lines, settings)
    assert len(clear.bits) == 3
    assert mean_over_splits(clear.bits).value < 0.25
    assert mean_over_splits(random.bits).value > 0.9
    nothing, _ = probe(with_signal(lines, 0.0), rows_of(lines), lines, settings)
    assert mean_over_splits(nothing.bits).value == pytest.approx(1, abs=0.15)


def test_the_online_code_is_what_probes_trained_on_earlier_parts_say():
    """Eight nouns, one feature: parts end at 1, 2, 4 and 8 nouns, for those of a 32nd to an eighth are one noun."""
    from sklearn.linear_model import LogisticRegression

    lines, settings = pairs(8), ProbeSettings(standardise=False, strength=1.0)
    vectors = with_signal(lines, 3.0, features=2).astype(np.float64)
    order = np.random.default_rng([0, 4, 2]).permutation(8)
    of = {noun: [2 * noun, 2 * noun + 1] for noun in range(8)}
    bits = 2.0
    for known, end in ((1, 2), (2, 4), (4, 8)):
        seen, told = ([row for noun in part for row in of[noun]] for part in (order[:known], order[known:end]))
        fitted = LogisticRegression(l1_ratio=1, solver="liblinear", C=1.0, tol=1e-3, random_state=0)
        fitted.fit(vectors[seen], lines.feminine[seen])
        chances = fitted.predict_proba(vectors[told])[:, 1]
        bits -= sum(np.log2(p if label else 1 - p) for p, label in zip(chances, lines.feminine[told], strict=True))
    found = description_length(vectors, lines.feminine, lines.groups, settings, 4)
    assert found == pytest.approx(bits / 16, rel=1e-9)
