"""What a program passes instead of names: a model that is loaded, a list of items, a frame of sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import epicene
from epicene.data.datasets import open_benchmark
from epicene.models.source import save_loaded
from inside.small_marian import two_layer_marian
from made_scores import triple
from mt.small_corpora import small_corpus

pytestmark = pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")  # tiny models fail the sanity check


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))


def test_a_loaded_model_answers_as_its_folder_does(causal_model: Path, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    model = transformers.AutoModelForCausalLM.from_pretrained(causal_model)
    tokenizer = transformers.AutoTokenizer.from_pretrained(causal_model)
    options = {"on": "pairs-fr", "limit": 6, "threads": 1, "progress": False}
    named = epicene.audit(causal_model, out=tmp_path / "named", **options)
    loaded = epicene.audit(model, tokenizer=tokenizer, out=tmp_path / "loaded", **options)
    assert [one.value for one in loaded.estimates] == [one.value for one in named.estimates]
    assert loaded.model.startswith(causal_model.name)
    (kept,) = (tmp_path / "cache" / "loaded").iterdir()
    written = (kept / "model.safetensors").stat().st_mtime_ns
    epicene.audit(model, tokenizer=tokenizer, out=tmp_path / "loaded", **options)  # resumed: it is the same model
    assert (kept / "model.safetensors").stat().st_mtime_ns == written

    next(model.parameters()).data.mul_(-1)  # what a training step would do: another model, though of the same name
    changed = epicene.audit(model, tokenizer=tokenizer, out=tmp_path / "changed", **options)
    assert len(list((tmp_path / "cache" / "loaded").iterdir())) == 2
    assert [one.value for one in changed.scores().itertuples()] != [one.value for one in named.scores().itertuples()]


def test_a_loaded_translation_model_is_asked_too(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    folder = two_layer_marian(tmp_path / "model")
    source, reference = small_corpus(tmp_path)
    options = {"source": source, "reference": reference, "beam": 1, "threads": 1, "progress": False}
    named = epicene.mt_audit(folder, out=tmp_path / "named", **options)
    loaded = epicene.mt_audit(
        transformers.MarianMTModel.from_pretrained(folder),
        tokenizer=transformers.MarianTokenizer.from_pretrained(folder),
        out=tmp_path / "loaded",
        **options,
    )
    assert [one.value for one in loaded.estimates] == [one.value for one in named.estimates]


def test_model_and_tokenizer_go_together(causal_model: Path) -> None:
    transformers = pytest.importorskip("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(causal_model)
    model = transformers.AutoModelForCausalLM.from_pretrained(causal_model)
    with pytest.raises(epicene.InputError, match="needs its tokenizer"):
        epicene.audit(model, on="pairs-fr")
    with pytest.raises(epicene.InputError, match="one that is named brings its own"):
        epicene.audit(causal_model, tokenizer=tokenizer, on="pairs-fr")
    with pytest.raises(epicene.InputError, match=r"model is .*; expected a model's name or folder"):
        epicene.audit(tokenizer, on="pairs-fr")
    with pytest.raises(epicene.InputError, match="tokenizer is 3; expected a tokenizer"):
        epicene.audit(model, tokenizer=3, on="pairs-fr")


@pytest.mark.parametrize(("name", "options"), [("pairs-fr", {}), ("triples-fr", {"scoring": "loglik"})])
def test_items_and_frames_are_asked_as_their_file_is(
    name: str, options: dict[str, str], causal_model: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    asking = {"threads": 1, "progress": False, **options}
    of_file = epicene.audit(causal_model, on=name, limit=7, out=tmp_path / "file", **asking)
    sampled = set(of_file.items().id)
    items = [item for item in open_benchmark(name).items if item.id in sampled and item.facets.get("task") != "inter"]
    of_items = epicene.audit(causal_model, on=items, out=tmp_path / "items", **asking)
    of_frame = epicene.audit(causal_model, on=of_items.items(), out=tmp_path / "frame", **asking)
    values = [(one.metric, one.group, one.value) for one in of_file.estimates if one.task != "inter"]
    assert [(one.metric, one.group, one.value) for one in of_items.estimates] == values
    assert [(one.metric, one.group, one.value) for one in of_frame.estimates] == values
    assert not any("limit" in one.signature for one in of_items.estimates)


def test_items_and_scores_of_frames_are_measured_as_the_files_are(causal_model: Path, tmp_path: Path) -> None:
    """What a run gives as frames comes back to the same figures; a missing column is named."""
    pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    run = epicene.audit(causal_model, on="pairs-fr", limit=7, out=tmp_path / "run", threads=1, progress=False)
    scored = epicene.score(run.items(), run.scores(), out=tmp_path / "frames")
    assert scored.estimate("metric_score").n_used == run.estimate("metric_score").n_used > 0
    for metric in ("metric_score", "neutral"):
        assert scored.estimate(metric).value == run.estimate(metric).value
    sampled = set(run.items().id)
    items = [item for item in open_benchmark("pairs-fr").items if item.id in sampled]
    from_items = epicene.score(items, run.scores().rename(columns={"value": "score"}), out=tmp_path / "items")
    assert from_items.estimate("metric_score").value == run.estimate("metric_score").value
    with pytest.raises(epicene.InputError, match="The frame of scores has no column role"):
        epicene.score(items, run.scores().drop(columns="role"))


@pytest.fixture
def frame() -> Any:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    return pandas.DataFrame(
        {
            "language": ["fr", "fr"],
            "more": ["Les femmes sont bavardes.", "L’homme est fort."],
            "less": ["Les hommes sont bavards.", "La femme est forte."],
        }
    )


def test_a_frame_of_two_columns_and_a_language_will_do(frame: Any, causal_model: Path, tmp_path: Path) -> None:
    run = epicene.audit(causal_model, on=frame, out=tmp_path / "run", threads=1, progress=False)
    assert run.estimate("metric_score").n_used == 2
    assert run.items().more.tolist() == frame.more.tolist()


@pytest.mark.about("triples")
def test_a_frame_of_triples_within_and_across_sentences(frame: Any, causal_model: Path, tmp_path: Path) -> None:
    across = frame.rename(columns={"more": "stereotype", "less": "anti-stereotype"})
    across = across.assign(unrelated="Le ciel plie bagage.", context="On en parle.")
    asked = epicene.audit(
        causal_model, on=across, scoring="loglik-conditional", out=tmp_path / "across", threads=1, progress=False
    )
    assert asked.estimate("lms", task="inter").n_used == 2
    within = across.assign(context="Les BLANK.", stereotype="Les filles.", unrelated="Les puits.")
    within["anti-stereotype"] = "Les gars."
    asked = epicene.audit(causal_model, on=within, scoring="loglik", out=tmp_path / "within", threads=1, progress=False)
    assert asked.estimate("lms", task="intra").n_used == 2


def test_items_that_cannot_be_a_benchmark_are_refused_in_a_sentence(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed, and epicene does not need it")
    pairs = list(open_benchmark("pairs-fr").items[:2])
    frame = pandas.DataFrame({"more": ["a b", None], "less": ["b a", "c"], "language": "fr"})
    wrong = {
        "one language are asked at a time; these have en, fr": [pairs[0], replace(pairs[1], language="en")],
        "Two items have the id": [pairs[0], pairs[0]],
        "No kind of benchmark has the roles anti-stereotype, less, more": [*pairs, triple("t", "a term")],
        "No kind of benchmark has the roles a, b": pandas.DataFrame({"a": ["x"], "b": ["y"]}),
        "no column language": pandas.DataFrame({"more": ["x"], "less": ["y"]}),
        "Row 2 of the frame has no more": frame,
    }
    for said, on in wrong.items():
        with pytest.raises(epicene.InputError, match=said):
            epicene.audit("none", on=on, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_same_weights_with_another_configuration_or_tokenizer_are_another_model(causal_model: Path) -> None:
    transformers = pytest.importorskip("transformers")
    model = transformers.AutoModelForCausalLM.from_pretrained(causal_model)
    tokenizer = transformers.AutoTokenizer.from_pretrained(causal_model)
    first = save_loaded(model, tokenizer)
    assert save_loaded(model, tokenizer) == first
    model.config.max_position_embeddings += 1
    second = save_loaded(model, tokenizer)
    assert second != first
    tokenizer.model_max_length = 7
    assert save_loaded(model, tokenizer) not in (first, second)
