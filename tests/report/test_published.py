"""Numbers of Névéol et al. 2022 (hal-03629677), tables 4 and 5, read in the paper."""

from epicene.report.groups import ALL, BIAS_TYPES, ORIGINS
from epicene.report.language import Language
from epicene.report.overview import published_table
from epicene.report.plain import render_latex, render_markdown
from epicene.report.published import published_for
from epicene.report.saved import read_runs

from .invented import Invented, save


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


def test_native_pairs_of_another_file_are_not_set_beside_ours(tmp_path):
    """Table 5 asked the 1,508 original English pairs; the revised file has 1,467."""
    for benchmark, native in (("crows-fr", True), ("crows-en", False)):
        run = save(tmp_path / benchmark, Invented(benchmark=benchmark, language=benchmark[-2:]))
        table = published_table(read_runs([run]), benchmark, published_for(benchmark), Language("en"))
        first = [[str(row[0].value) for row in block] for block in table.blocks]
        assert [len(block) for block in first] == [1, 10, 1 + native, 3]
        assert first[2] == (["Native pairs"] if native else []) + ["Translated pairs"]


def test_every_output_says_how_ours_was_asked_beside_published_models(tmp_path):
    runs = read_runs([save(tmp_path / "run", Invented(kind="causal", scoring="loglik", bos="bos"))])
    for rendered in (render_markdown(runs, Language("en")), render_latex(runs, Language("en"))):
        assert "asked with loglik instead, so this is a rough comparison only." in rendered
        assert "The published models were asked in 2022 with pll" in rendered
