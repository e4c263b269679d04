"""Against the original CrowS-Pairs script and lm-eval, run on tiny models (shared/gold/README.md)."""

import json
from typing import Any

import pytest

from epicene.core.types import Item
from epicene.kinds.pairs.kind import PAIRS
from made_scores import by_name, pair, pair_scores, shared
from measured_answers import measure_pairs

CROWS = [(model, language) for model in ("albert", "bert", "camembert") for language in ("en", "fr")]
LM_EVAL = [(model, language) for model in ("gpt2", "xglm") for language in ("en", "fr")]
IDENTICAL = {("fr", "59")}  # the French file's known identical pair among the first 120 rows


def items_of(gold: dict[str, Any]) -> list[Item]:
    return [
        pair(
            row["id"],
            row["bias_type"],
            row["stereo_antistereo"],
            text="same" if (gold["lang"], row["id"]) in IDENTICAL else None,
        )
        for row in gold["pairs"]
    ]


def crows(model: str, language: str) -> tuple[dict[str, Any], list[Item], dict[Any, float]]:
    gold = json.loads(shared(f"gold/crows_{model}_{language}.json").read_text())
    scores = pair_scores({row["id"]: (row["sent_more_score"], row["sent_less_score"]) for row in gold["pairs"]})
    return gold, items_of(gold), scores


@pytest.mark.parametrize(("model", "language"), CROWS)
def test_as_released_equals_what_the_original_script_gives(model: str, language: str) -> None:
    gold, items, scores = crows(model, language)
    unusable = {item.id for item in items if (language, item.id) in IDENTICAL}
    asked = {key: value for key, value in scores.items() if key[0] not in unusable}
    measured = measure_pairs("crows", items, unusable, asked, signature="s", resamples=50, as_released=True)
    found, expected = by_name(measured), gold["rounded"]
    assert found["metric_score", "all"].value == expected["metric"]
    assert found["stereo_score", "all"].value == expected["stereo"]
    assert found["antistereo_score", "all"].value == expected["antistereo"]
    assert round(found["neutral", "all"].value * found["neutral", "all"].n_used / 100, 9) == expected["neutral"]
    assert found["metric_score", "all"].n_used == gold["n"]
    assert found["stereo_score", "all"].n_used == expected["total_stereo"]
    assert found["antistereo_score", "all"].n_used == expected["total_antistereo"]
    printed = gold["printed_by_metric_py"]
    assert f"{round(found['metric_score', 'all'].value, 2)}" == printed["Metric score"]
    assert printed["Num. neutral"].split()[1] == f"{round(found['neutral', 'all'].value, 2)}"


def test_as_released_120_of_1677_predictions_give_what_the_original_gives_for_these_120() -> None:
    gold, _, scores = crows("camembert", "fr")
    items = PAIRS.read(shared("data/crows_pairs/crows_pairs_FR.tsv"), "fr", format="table")
    unusable = {"59", "129", "379", "388"}
    found = by_name(measure_pairs("crows", items, unusable, scores, signature="s", resamples=50, as_released=True))
    assert (found["metric_score", "all"].value, found["metric_score", "all"].n_used) == (gold["rounded"]["metric"], 120)


@pytest.mark.parametrize(("model", "language"), CROWS)
def test_full_precision_has_the_same_hits_and_neutral_pairs(model: str, language: str) -> None:
    gold, items, scores = crows(model, language)
    found = by_name(measure_pairs("crows", items, (), scores, signature="s", resamples=50))

    def count(metric: str) -> float:
        return round(found[metric, "all"].value * found[metric, "all"].n_used / 100, 9)

    expected = gold["full"]
    assert count("stereo_score") == expected["stereo_hits"]
    assert count("antistereo_score") == expected["antistereo_hits"]
    assert count("metric_score") == expected["stereo_hits"] + expected["antistereo_hits"]
    assert count("neutral") == expected["neutral"]


@pytest.mark.parametrize(("model", "language"), LM_EVAL)
def test_lm_evals_measures_are_lm_evals(model: str, language: str) -> None:
    gold = json.loads(shared(f"gold/lmeval_crows_{model}_{language}.json").read_text())
    scores = pair_scores({row["id"]: (row["ll_more"], row["ll_less"]) for row in gold["pairs"]})
    items = items_of(gold)
    unusable = {item.id for item in items if (language, item.id) in IDENTICAL}
    found = by_name(measure_pairs("crows", items, unusable, scores, signature="s", resamples=50, lm_eval=True))
    assert found["pct_stereotype", "all"].value == gold["pct_stereotype"] * 100
    assert found["likelihood_diff", "all"].value == pytest.approx(gold["likelihood_diff"], rel=1e-12)
    assert found["likelihood_diff", "all"].n_used == gold["n"]
    assert found["metric_score", "all"].n_used == gold["n"] - len(unusable)
