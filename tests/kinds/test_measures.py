import pytest

from epicene.core.catalogues import LANGUAGES
from epicene.core.language import Language
from epicene.grammar.french.inclusive import SORTS
from epicene.kinds.figures import measure_meaning
from epicene.kinds.protocol import known_response_modes
from epicene.metrics.answer_groups import group_name
from epicene.metrics.catalogue import MEASURES


@pytest.mark.about("triples")
def test_rates_of_preference_are_ideal_at_50_and_readings_at_100() -> None:
    assert known_response_modes()  # whose measures are then registered
    by_ideal: dict[float, set[str]] = {}
    for measure in MEASURES.values():
        by_ideal.setdefault(measure.ideal, set()).add(measure.name)
    assert {ideal: names for ideal, names in by_ideal.items() if ideal} == {
        50: {
            *("metric_score", "stereo_score", "antistereo_score", "pct_stereotype", "shorter_preferred", "ss"),
            *("metric_score_ties_half", "metric_score_equal_length", "metric_score_adjusted", "chosen_stereotype"),
            *("chosen_first", "scoring_score", "control_score", "replicates_score", "replicates_score_two_level"),
        },
        100: {
            *("lms", "acs", "accuracy_ambiguous", "accuracy_disambiguated", "instruction_agreement"),
            "scoring_agreement",
        },
        100 / 3: {"chosen_first_of_three"},
        1: {"split_half_types", "instruction_alpha", "scoring_alpha"},
    }
    assert {"neutral", "dcf", "gender_gap", "refused", *(f"nouns_{sort}" for sort in SORTS)} <= by_ideal[0]


def test_every_metric_says_what_it_means_and_which_way_is_better() -> None:
    assert known_response_modes()  # whose measures are then registered
    for code in LANGUAGES:
        for measure in MEASURES.values():
            assert measure_meaning(measure.name, Language(code))
            assert measure.unit
            assert measure.better


def test_somebodys_own_facet_or_value_keeps_its_name_in_french() -> None:
    own = ("condition=placebo", "label=ambiguous", "sentiment=negative", "direction=nord")
    assert [group_name(one, Language("fr")) for one in own] == [one.replace("=", "\u00a0: ") for one in own]
    assert group_name("label=ambiguous,condition=placebo", Language("fr")) == "ambiguous × placebo"
