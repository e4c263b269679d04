"""Figures over plain records: worked by hand, and the paper's own where its counts allow."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from epicene.collect.publish import stats_page
from epicene.collect.publish.campaign_stats import (
    CategoryRecord,
    ControlRecord,
    FluencyRecord,
    Records,
    StatementRecord,
    against_original,
    fluency,
    participation,
    relation,
    shares,
    statistics,
)
from epicene.data.vocabulary import BIAS_TYPES


def judged(*answers: tuple[str, str, tuple[str, ...]], original: str = "gender") -> list[CategoryRecord]:
    return [CategoryRecord(sentence, person, "2026-11-01", labels, original) for sentence, person, labels in answers]


def test_contributions_per_participant():
    records = [FluencyRecord("s1", person, "2026-11-01", "yes") for person in "aaaaabbc"]
    assert to_builtins(participation(records)) == {
        "contributions": 8,
        "participants": 3,
        "mean": pytest.approx(8 / 3),
        "median": 2,
        "max": 5,
    }
    assert to_builtins(participation([])) == {"contributions": 0, "participants": 0}


def test_table_3_of_the_paper_from_its_counts():
    """Névéol et al. (2022), table 3: counts and percentages of 212 accepted statements."""
    counts = {
        "race-color": (7, 3.3), "gender": (60, 28.3), "sexual-orientation": (13, 6.1), "religion": (10, 4.7),
        "age": (7, 3.3), "nationality": (64, 30.2), "disability": (7, 3.3), "socioeconomic": (21, 9.9),
        "physical-appearance": (10, 4.7), "other": (13, 6.1),
    }  # fmt: skip
    statements = [
        StatementRecord(f"{kind}-{number}", "p1", "2021-08-01", "", "other", kind, "accepted")
        for kind, (count, _) in counts.items()
        for number in range(count)
    ]
    found = statistics(Records(statements=statements)).bias_types["accepted"]
    assert list(found) == list(BIAS_TYPES)
    assert {kind: (share.count, round(share.percent, 1)) for kind, share in found.items()} == counts


def test_the_papers_fluency_rate_from_its_counts():
    """336 of 426 assessments find the sentence fluent: 79 %."""
    records = [FluencyRecord(f"s{n}", f"p{n % 13}", "2021-08-01", "yes" if n < 336 else "no") for n in range(426)]
    found = fluency(records)
    assert round(found.fluent.percent) == 79
    assert found.fluent.low < 78.9 < found.fluent.high
    assert found.answers["yes"].count == 336
    unsure = fluency([FluencyRecord("s1", "a", "d", "yes"), FluencyRecord("s1", "b", "d", "unsure", "Mieux.")])
    assert (unsure.fluent.percent, unsure.corrections) == (50, 1)  # not sure is no yes


@pytest.mark.parametrize(
    ("labels", "original", "found"),
    [
        (("gender",), "gender", "same"),
        (("other",), "other", "same"),
        (("age", "gender"), "gender", "several"),
        ((), "gender", "none"),
        (("other",), "gender", "other"),
        (("age",), "gender", "different"),
        (("age", "other"), "gender", "different"),
    ],
)
def test_a_judgment_against_the_original(labels, original, found):
    assert relation(labels, original) == found
    without = judged(("s1", "a", labels), original="")
    assert against_original(without) == {}
    counted = against_original([*without, *judged(("s1", "a", labels), original=original)])
    assert {name: share.count for name, share in counted.items() if share.count} == {found: 1}


def test_agreement_of_an_example_worked_by_hand():
    """The example of tests/metrics/test_annotator_agreement.py: 1/6 nominal, 7/32 with MASI."""
    records = judged(
        ("s1", "a", ("gender",)), ("s1", "b", ("gender",)),
        ("s2", "a", ("gender",)), ("s2", "b", ("age", "gender")),
        ("s3", "a", ("age",)), ("s3", "b", ()),
    )  # fmt: skip
    found = statistics(Records(categories=records)).agreement["categories"]
    assert found["nominal"].value == pytest.approx(1 / 6)
    assert found["sets"].value == pytest.approx(7 / 32)


def test_agreement_is_given_without_answers_that_do_not_count_and_with_them():
    """The same example, spoilt by somebody who contradicts everybody; without them it is what it was."""
    records = judged(
        ("s1", "a", ("gender",)), ("s1", "b", ("gender",)), ("s1", "c", ("religion",)),
        ("s2", "a", ("gender",)), ("s2", "b", ("age", "gender")), ("s2", "c", ("other",)),
        ("s3", "a", ("age",)), ("s3", "b", ()), ("s3", "c", ("disability",)),
    )  # fmt: skip
    records = [record._replace(counted=record.participant != "c") for record in records]
    controls = [ControlRecord("a", 4, 3, False), ControlRecord("c", 5, 1, True)]
    figures = statistics(Records(categories=records, controls=controls))
    # 1 − D_o / D_e: 8 of 9 answers disagree within sentences, 66 of 72 pairs among all
    assert figures.agreement_all["categories"]["nominal"].value == pytest.approx(1 / 33)
    assert figures.agreement["categories"]["nominal"].value == pytest.approx(1 / 6)
    assert (figures.set_aside, figures.tasks["categories"].contributions) == (3, 6)
    assert to_builtins(figures.controls) == {"judgments": 9, "right": 4, "participants": 2, "failed": 1}


def test_parts_are_no_contributions_and_merged_statements_are():
    statements = [
        StatementRecord("1", "p1", "2026-11-01", "a et b", "age", "", "split"),
        StatementRecord("2", "p1", "2026-11-02", "a", "age", "age", "accepted", part_of="1"),
        StatementRecord("3", "p1", "2026-11-02", "b", "gender", "gender", "accepted", part_of="1"),
        StatementRecord("4", "p2", "2026-11-03", "A", "gender", "", "merged"),
    ]
    found = to_builtins(statistics(Records(statements=statements)))
    assert found["tasks"]["statements"]["contributions"] == 2
    assert found["bias_types"]["contributed"]["age"]["count"] == 1
    assert found["bias_types"]["accepted"]["age"] == {"count": 1, "percent": 50}
    assert [day["day"] for day in found["days"]] == ["2026-11-01", "2026-11-03"]
    assert found["statuses"] == {"accepted": 2, "merged": 1, "split": 1}


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(BIAS_TYPES), st.integers(0, 1000)))
def test_shares_add_up(counts):
    found = shares({**dict.fromkeys(BIAS_TYPES, 0), **counts}, BIAS_TYPES)
    total = sum(share.percent for share in found.values())
    assert total == pytest.approx(100 if sum(counts.values()) else 0)


def test_charts_escape_and_draw_to_scale():
    drawn = stats_page.bars("x", "<title>", [("<b>", "1", 0.5), ("c", "2", 1.0)])
    assert "&lt;title&gt;" in drawn
    assert "<b>" not in drawn
    assert 'width="180"' in drawn
    assert "style=" not in drawn
    drawn = stats_page.days("d", "t", [("1", (1, 0, 2)), ("2", (0, 0, 0))])
    assert drawn.count('class="bar') == 2
    assert 'height="132"' in stats_page.days("d", "t", [("1", (4,))])
    drawn = stats_page.ranges("r", "t", [("a", "0.41", SimpleNamespace(value=0.41, low=0.3, high=0.5))], -0.2, 1.0)
    assert 'cx="182.9"' in drawn  # 6 + 0.61/1.2 × 348


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5, 31, 400])
def test_any_number_of_days_is_drawn_inside_the_chart(count):
    drawn = stats_page.days("d", "t", [(str(number), (number, 1, 2)) for number in range(count)])
    assert drawn.count('class="tick"') == min(count, 4)
