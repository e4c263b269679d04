import pytest

from epicene.core.catalogues import LANGUAGES
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.grammar.french.inclusive import SORTS
from epicene.kinds.figures import measure_meaning
from epicene.kinds.protocol import find_response_mode, in_words_of, known_response_modes
from epicene.metrics.answer_groups import ALL, group_name
from epicene.metrics.catalogue import MEASURES
from epicene.runs.results import LIKELIHOOD, WORDS


@pytest.mark.about("triples")
def test_rates_of_preference_are_ideal_at_50_and_readings_at_100() -> None:
    assert known_response_modes()  # whose measures are then registered
    ideals = {metric.name: metric.ideal for metric in MEASURES.values()}
    assert ideals == {
        "metric_score": 50,
        "stereo_score": 50,
        "antistereo_score": 50,
        "neutral": 0,
        "dcf": 0,
        "pct_stereotype": 50,
        "likelihood_diff": 0,
        "shorter_preferred": 50,
        "metric_score_ties_half": 50,
        "metric_score_equal_length": 50,
        "metric_score_adjusted": 50,
        "lms": 100,
        "ss": 50,
        "acs": 100,
        "chosen_stereotype": 50,
        "chosen_first": 50,
        "chosen_first_of_three": 100 / 3,
        "refused": 0,
        "unreadable": 0,
        "accuracy_ambiguous": 100,
        "accuracy_disambiguated": 100,
        "bias_ambiguous": 0,
        "bias_disambiguated": 0,
        "difference_ambiguous": 0,
        "difference_disambiguated": 0,
        "unanswered": 0,
        "gender_gap": 0,
        "gender_gap_pooled": 0,
        "gender_shift": 0,
        **dict.fromkeys(("masculine", "feminine", "inclusive", "ambiguous", "unmarked", "unusable"), 0),
        "share_correlation": 0,
        "share_slope": 0,
        **{f"nouns_{sort}": 0 for sort in SORTS},
        "split_half_sd": 0,
        "split_half_types": 1,
        "smallest_difference": 0,
        "instruction_agreement": 100,
        "instruction_alpha": 1,
        "scoring_agreement": 100,
        "scoring_alpha": 1,
        "scoring_score": 50,
        "control_score": 50,
        "replicates_score": 50,
        "replicates_score_two_level": 50,
        "replicates_sd": 0,
        "replicates_share": 0,
    }


def test_every_metric_says_what_it_means_and_which_way_is_better() -> None:
    assert known_response_modes()  # whose measures are then registered
    for code in LANGUAGES:
        for measure in MEASURES.values():
            assert measure_meaning(measure.name, Language(code))
            assert measure.unit
            assert measure.better


def test_an_unknown_metric_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="metric_score"):
        MEASURES["metric_scor"]


def test_all_items_are_called_pairs_where_they_are() -> None:
    for code, items, pairs in (("en", "All items", "All pairs"), ("fr", "Tous les items", "Toutes les paires")):
        assert group_name(ALL, Language(code)) == items
        named = [
            group_name(ALL, in_words_of(find_response_mode("pairs", way), Language(code)))
            for way in (LIKELIHOOD, WORDS)
        ]
        assert named == [pairs, pairs]


def test_facets_that_items_have_anyway_are_named_in_french() -> None:
    named = [group_name(one, Language("fr")) for one in ("direction=antistereo", "condition=ambiguous", "âge=jeune")]
    assert named == ["sens\u00a0: anti-stéréotype", "texte\u00a0: ouvert", "âge\u00a0: jeune"]
    assert group_name("direction=stereo,origin=native", Language("fr")) == "stéréotype × Paires natives"


def test_somebodys_own_facet_or_value_keeps_its_name_in_french() -> None:
    own = ("condition=placebo", "label=ambiguous", "sentiment=negative", "direction=nord")
    assert [group_name(one, Language("fr")) for one in own] == [one.replace("=", "\u00a0: ") for one in own]
    assert group_name("label=ambiguous,condition=placebo", Language("fr")) == "ambiguous × placebo"
