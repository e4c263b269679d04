from epicene.data.datasets import open_benchmark
from epicene.grammar.word_patterns import read_table
from epicene.kinds.pairs.page import LABELLED, _target_groups


def test_every_label_is_that_of_a_bundled_pair_and_each_pair_has_at_most_one():
    table = read_table("data/bundled/target_groups.toml")
    named = [
        f"{bias_type}-{number:03}"
        for types in table["all"].values()
        for bias_type, ranges in types.items()
        for first, _, last in (numbers.partition("-") for numbers in ranges.split())
        for number in range(int(first), int(last or first) + 1)
    ]
    assert len(named) == len(set(named)) == 265
    ids = {name: {item.id for item in open_benchmark(name).items} for name in LABELLED}
    assert set(named) <= ids["pairs-fr"]
    assert ids["pairs-en"] <= ids["pairs-fr"]


def test_the_english_counterpart_may_speak_of_another_group():
    assert (_target_groups("fr")["race-color-027"], _target_groups("en")["race-color-027"]) == (
        "about-black",
        "about-latinos",
    )
    assert (
        _target_groups("fr")["gender-014"] == _target_groups("en")["gender-014"] == "about-women"
    )  # the surgeon: the other sentence
