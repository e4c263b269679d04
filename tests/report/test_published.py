"""Numbers of Névéol et al. 2022 (hal-03629677), tables 4 and 5, read in the paper."""

from epicene.report.groups import ALL, BIAS_TYPES, ORIGINS
from epicene.report.published import published_for


def test_french_models_of_table_4():
    found = published_for("crows-fr")
    assert {model.name: model.metric_score[ALL] for model in found.models} == {
        "CamemBERT-base": 59.3,
        "FlauBERT-base": 53.7,
        "FrALBERT": 55.9,
        "mBERT": 50.9,
    }
    assert found.n[ALL] == 1677
    assert sum(found.n[group] for group in BIAS_TYPES) == 1677


def test_english_models_keep_their_own_columns_across_both_tables():
    """Table 4 lists mBERT first, table 5 last."""
    scores = {model.name: model for model in published_for("crows-en").models}
    assert scores["RoBERTa"].metric_score["native"] == 65.2
    assert scores["mBERT"].metric_score["translated"] == 50.0
    assert scores["BERT"].antistereo_score == 58.6
    assert scores["BERT"].run_time == "09:42"


def test_every_model_has_every_group():
    for benchmark in ("crows-fr", "crows-en"):
        for model in published_for(benchmark).models:
            assert set(model.metric_score) == {ALL, *BIAS_TYPES, *ORIGINS}


def test_nothing_is_published_about_other_items():
    assert published_for("pairs-fr") is None
