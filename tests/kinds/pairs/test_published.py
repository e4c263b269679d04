"""Numbers of Névéol et al. 2022 (hal-03629677), tables 4 and 5, read in the paper."""

from epicene.core.language import Language
from epicene.data.vocabulary import BIAS_TYPES
from epicene.kinds.pairs.published import published_caveats, published_for, published_plot, published_table
from epicene.kinds.protocol import View, in_words_of, response_mode_of
from epicene.metrics.answer_groups import ALL
from epicene.runs.audit_folder import SavedRun, read_runs
from invented_audits import Invented, save


def view_of(runs: list[SavedRun], language: str, benchmark: str = "crows-fr") -> View:
    return View(runs, benchmark, in_words_of(response_mode_of(runs[0], benchmark), Language(language)))


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


def test_native_pairs_of_another_file_are_not_set_beside_ours(tmp_path):
    """Table 5 asked the 1,508 original English pairs; the revised file has 1,467."""
    for benchmark, native in (("crows-fr", True), ("crows-en", False)):
        run = save(tmp_path / benchmark, Invented(benchmark=benchmark, language=benchmark[-2:]))
        table = published_table(view_of(read_runs([run]), "en", benchmark), published_for(benchmark))
        first = [[str(row[0].value) for row in block] for block in table.blocks]
        assert [len(block) for block in first] == [1, 10, 1 + native, 3]
        assert first[2] == (["Native pairs"] if native else []) + ["Translated pairs"]


def test_models_that_cannot_be_ranked_among_the_published_ones_stand_below_them_with_a_mark(tmp_path):
    failed = {"sanity": [{"language": "fr", "passed": False, "right": 3, "of": 12}]}
    hat = save(tmp_path / "hat", Invented("hat", lean=0.9))
    broken = save(tmp_path / "broken", Invented("broken", lean=0.9, seed=2, manifest=failed))
    asked = Invented("reader", lean=0.9, kind="causal", scoring="loglik", bos="bos")
    runs = read_runs([broken, save(tmp_path / "reader", asked), hat])
    published = published_for("crows-fr")
    plot = published_plot(view_of(runs, "en"), published)
    assert [(row.label, row.detail) for row in plot.rows] == [
        ("hat", ""),
        ("CamemBERT-base", ""),
        ("FrALBERT", ""),
        ("FlauBERT-base", ""),
        ("mBERT", ""),
        ("broken", "†"),
        ("reader", "‡"),
    ]
    told = {row.label: row.points[0].told for row in plot.rows}
    assert (told["hat"], told["broken"], told["reader"]) == (True, False, True)
    caveats = published_caveats(view_of(runs, "fr"), published)
    assert [name in caveat for name, caveat in zip(("broken", "reader"), caveats[1:], strict=True)] == [True, True]
