import pytest
from scipy.stats import binomtest

from epicene.core.language import Language
from epicene.data.datasets import open_benchmark
from epicene.grammar.word_patterns import read_table
from epicene.kinds.pairs.page import LABELLED, _target_groups, target_group_blocks
from epicene.kinds.protocol import View, in_words_of, response_mode_of
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.results import AuditResults, manifest_of


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


def test_a_group_has_its_share_with_the_exact_interval_and_few_pairs_have_no_row():
    facts = {"kind": "pairs", "language": "fr", "known": True}
    manifest = manifest_of({"model": {"name": "m"}, "benchmarks": {"pairs-fr": facts}})
    results = AuditResults(model="m", signatures={}, estimates=[])
    run = SavedRun("m", manifest, results, ResultIndex(results))
    items = {group: [] for group in ("about-women", "about-jews")}
    for item in open_benchmark("pairs-fr").items:
        items.get(_target_groups("fr").get(item.id), []).append(item)
    women, jews = items["about-women"][:12], items["about-jews"][:9]
    answers = [(item, number < 9, False) for number, item in enumerate(women)] + [(item, True, False) for item in jews]
    view = View([run], "pairs-fr", in_words_of(response_mode_of(run, "pairs-fr"), Language("en")))
    (fold,) = target_group_blocks(view, {"m": answers})
    ((name, counted, share),) = fold.blocks[1].table.rows()
    interval = binomtest(9, 12).proportion_ci(method="exact")
    assert (name.value, counted.value, counted.of, share.value) == ("Women", 9, 12, 75)
    assert (share.low, share.high) == pytest.approx((100 * interval.low, 100 * interval.high))
