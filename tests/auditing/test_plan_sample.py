"""`--limit` asks about all types of a set, sorted or not, and about the same items whatever the model."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import _sampled, plan
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.source import locate


def sampled(model: Path, spec: str, limit: int) -> list:
    request = AuditRequest(str(model), on=(spec,), limit=limit)
    return list(plan(open_benchmark(spec), describe(locate(str(model))), request, 2048).items)


def test_forty_pairs_have_all_types_and_native_and_translated_ones(
    masked_model: Path, causal_model: Path, shared: Path
) -> None:
    """The first 40 have two types: 30 pairs about gender, 10 about ethnicity."""
    spec = f"crows-fr={shared / 'data/crows_pairs/crows_pairs_FR.tsv'}"
    items = sampled(masked_model, spec, 40)
    assert len({item.category for item in items}) == len({item.category for item in open_benchmark(spec).items}) == 10
    assert {item.facets["origin"] for item in items} == {"native", "translated"}
    assert Counter(item.category for item in items).most_common(1)[0][1] <= 14
    assert [item.id for item in items] == [item.id for item in sampled(causal_model, spec, 40)]


def test_triples_have_all_types_in_both_tasks(causal_model: Path) -> None:
    whole = open_benchmark("triples-fr").items
    items = sampled(causal_model, "triples-fr", 8)
    for task in ("intra", "inter"):
        own, every = ({item.category for item in some if item.facets["task"] == task} for some in (items, whole))
        assert own == every


def test_few_letters_begin_in_all_genders_though_each_is_about_another_field(causal_model: Path) -> None:
    items = sampled(causal_model, "letters-fr", 8)
    genders = ("neutral", "masculine", "feminine", "inclusive")
    assert Counter(item.facets["prompt_gender"] for item in items) == dict.fromkeys(genders, 2)
    assert len({item.category for item in items}) == 8


def test_few_questions_are_of_all_types_and_cancel_out_as_the_whole_set_does() -> None:
    """A third of the questions is ambiguous; who answers "the group" or "the right one" has no bias in either part."""
    dataset = open_benchmark("questions-fr")
    items = list(_sampled(dataset, 12))
    assert len({item.category for item in items}) == 10
    found = Counter((item.facets["polarity"], item.facets["right"]) for item in items)
    assert set(found.values()) == {2}
    assert len(found) == 2 * 3
