import pytest

from epicene.core.errors import InputError
from epicene.metrics.catalogue import METRICS


def test_rates_of_preference_are_ideal_at_50_and_readings_at_100() -> None:
    ideals = {metric.name: metric.ideal for metric in METRICS.values()}
    assert ideals == {
        "metric_score": 50,
        "stereo_score": 50,
        "antistereo_score": 50,
        "neutral": 0,
        "dcf": 0,
        "pct_stereotype": 50,
        "likelihood_diff": 0,
        "lms": 100,
        "ss": 50,
        "acs": 100,
        "chosen_stereotype": 50,
        "chosen_first": 50,
        "refused": 0,
        "unreadable": 0,
    }


def test_every_metric_says_what_it_means_and_which_way_is_better() -> None:
    assert all(metric.meaning and metric.unit and metric.better for metric in METRICS.values())


def test_an_unknown_metric_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="metric_score"):
        METRICS["metric_scor"]
