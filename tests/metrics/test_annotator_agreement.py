"""Agreement: the library's figure, examples worked by hand, and an interval over items."""

import random

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicene.metrics import annotator_agreement
from epicene.metrics.annotator_agreement import krippendorff_alpha, masi_distance

LABELS = ("gender", "age", "religion")


def answers(*sets: str) -> list[frozenset[str]]:
    """“g a” is the set of gender and age; an empty text is no label."""
    return [frozenset(text.split()) for text in sets]


# Three items, two judges each. With n = 6 answers ({g} three times, {g a}, {a} and none once each):
# nominal: D_o = (2 + 2)/6, D_e = 2·12/(6·5); α = 1 − 4/(24/5) = 1/6.
# MASI: d(g, ga) = d(a, ga) = 1 − 1/2·2/3 = 2/3; D_o = (2·2/3 + 2)/6; D_e = 2·(32/3)/(6·5); α = 1 − 50/64 = 7/32.
WORKED = {"one": answers("g", "g"), "two": answers("g", "g a"), "three": answers("a", "")}


def test_both_distances_of_an_example_worked_by_hand():
    assert krippendorff_alpha(WORKED, "nominal").value == pytest.approx(1 / 6, abs=1e-12)
    assert krippendorff_alpha(WORKED, "sets").value == pytest.approx(7 / 32, abs=1e-12)


def test_krippendorffs_own_nominal_example_with_missing_values():
    """Three coders, fifteen units (Krippendorff's canonical example): nominal α is .691."""
    coders = [
        "*****34121133*3",
        "1*213343*******",
        "**21344*21133*4",
    ]
    units = {f"{place:02}": [frozenset(coder[place]) for coder in coders if coder[place] != "*"] for place in range(15)}
    assert krippendorff_alpha(units, "nominal").value == pytest.approx(0.691, abs=5e-4)


def test_masi_between_sets():
    one, two, three = frozenset("a"), frozenset("ab"), frozenset("bc")
    assert masi_distance(one, one) == 0
    assert masi_distance(one, two) == pytest.approx(2 / 3)  # contained: 1 − 1/2·2/3
    assert masi_distance(two, three) == pytest.approx(8 / 9)  # overlapping: 1 − 1/3·1/3
    assert masi_distance(one, three) == 1
    assert masi_distance(frozenset(), frozenset()) == 0
    assert masi_distance(frozenset(), one) == 1


def test_unpaired_items_change_nothing_and_are_not_counted():
    alone = {**WORKED, "alone": answers("age"), "nobody": []}
    assert krippendorff_alpha(alone, "sets") == krippendorff_alpha(WORKED, "sets")
    assert krippendorff_alpha(alone, "sets").n_items == 3
    assert krippendorff_alpha(alone, "sets").n_judgments == 6


def test_nothing_to_disagree_about_has_no_alpha():
    assert krippendorff_alpha({}, "nominal") is None
    assert krippendorff_alpha({"one": answers("g")}, "nominal") is None
    assert krippendorff_alpha({"one": answers("g", "g"), "two": answers("g", "g")}, "nominal") is None


sets_of_labels = st.frozensets(st.sampled_from(LABELS))
many_judgments = st.dictionaries(st.text("abcdef", min_size=1), st.lists(sets_of_labels, max_size=5), max_size=12)


@settings(max_examples=60)
@given(many_judgments, st.sampled_from(["nominal", "sets"]))
def test_equal_to_the_library_asked_with_every_judgment_by_name(judgments, distance):
    """The library's other way in: a table of coders by units, each set written as a number."""
    found = krippendorff_alpha(judgments, distance, resamples=50)
    paired = {item: given for item, given in judgments.items() if len(given) > 1}
    domain = sorted({answer for given in paired.values() for answer in given}, key=sorted)
    if found is None:
        assert len(domain) < 2
        return
    table = np.full((5, len(paired)), np.nan)
    for column, given_answers in enumerate(paired.values()):
        for row, answer in enumerate(given_answers):
            table[row, column] = domain.index(answer)

    def metric(v1, v2, i1, i2, n_v, dtype):
        return np.array([[annotator_agreement.DISTANCES[distance](a, b) for b in domain] for a in domain])

    assert found.value == pytest.approx(krippendorff.alpha(table, level_of_measurement=metric), abs=1e-9)
    if distance == "nominal":
        assert found.value == pytest.approx(krippendorff.alpha(table, level_of_measurement="nominal"), abs=1e-9)
    assert found.low <= found.value <= found.high


def invented(n_items: int, seed: int) -> dict[str, list[frozenset[str]]]:
    """Four judges who give an item's own label six times out of ten, sometimes with a second one."""
    chance = random.Random(seed)
    found = {}
    for number in range(n_items):
        own = chance.choice(LABELS)
        found[f"{number:04}"] = [
            frozenset({own if chance.random() < 0.6 else chance.choice(LABELS)})
            | (frozenset({chance.choice(LABELS)}) if chance.random() < 0.2 else frozenset())
            for _ in range(4)
        ]
    return found


def test_the_interval_is_that_of_alpha_recomputed_by_the_library_on_resampled_items():
    judgments = invented(40, seed=2)
    found = krippendorff_alpha(judgments, "nominal", resamples=2000, seed=0)
    domain = sorted({answer for given in judgments.values() for answer in given}, key=sorted)
    counts = np.array([[given.count(answer) for answer in domain] for given in judgments.values()])
    generator = np.random.default_rng(5)
    recomputed = [
        krippendorff.alpha(value_counts=counts[generator.integers(40, size=40)], level_of_measurement="nominal")
        for _ in range(2000)
    ]
    low, high = np.quantile(recomputed, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)
    assert found.high - found.low > 0.1


def test_one_item_or_equal_ones_say_nothing_of_the_spread():
    for judgments in ({"one": answers("g", "a", "a")}, {name: answers("g", "a", "a") for name in "abcd"}):
        found = krippendorff_alpha(judgments, "nominal")
        assert (found.low, found.high) == (-1, 1)


def test_the_order_in_which_items_arrive_changes_nothing():
    judgments = invented(30, seed=3)
    backwards = dict(reversed(judgments.items()))
    assert krippendorff_alpha(judgments, "sets") == krippendorff_alpha(backwards, "sets")
