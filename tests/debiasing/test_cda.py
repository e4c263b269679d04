"""Training further on text with genders exchanged: what is trained, to which end, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.debiasing import debias_run
from epicene.debiasing.debias_run import Target, debias
from epicene.debiasing.swapped_text import read_swapped
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from power_cut import PowerCutError, StopsAt

TEXT = """Le boulanger est content de son travail.
La voisine est partie avec sa fille.
Il est arrivé en retard à la gare.
Les infirmières sont fatiguées ce soir. Mon oncle est médecin.
La directrice a dit qu'elle est satisfaite.
Il pleut. Marie et la voisine dorment.
"""
QUICK: dict[str, object] = {"epochs": 3, "batch": 4, "save_every": 2, "rate": 1e-2}
KINDS = ["masked_model", "causal_model", "encoder_decoder_model"]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def trained(model: Path, text: Path, out: Path, progress: Progress | None = None, **options: object) -> Path:
    debias(Target(str(model), out), "cda", {"text": (text,), **QUICK, **options}, "cpu", 1, progress)
    return out


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


@pytest.mark.parametrize("kind", KINDS)
def test_the_outcome_is_a_model_like_any_other_and_a_crash_changes_nothing_of_it(
    kind: str, text: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = request.getfixturevalue(kind)
    with pytest.raises(PowerCutError):
        trained(model, text, tmp_path / "broken", StopsAt(5))
    assert (tmp_path / "broken" / "work" / "checkpoints" / "4").is_dir()
    for name in ("broken", "unbroken"):
        trained(model, text, tmp_path / name)
    broken, unbroken = (tmp_path / name / "model.safetensors" for name in ("broken", "unbroken"))
    assert broken.read_bytes() == unbroken.read_bytes()
    assert (tmp_path / "broken" / "log.jsonl").read_text() == (tmp_path / "unbroken" / "log.jsonl").read_text()
    assert weights(tmp_path / "unbroken").keys() == weights(model).keys(), "LoRA is in the model's own weights"
    loaded = load(describe(locate(str(tmp_path / "unbroken"))), Placement("cpu", threads=1))
    assert loaded.description.capability == describe(locate(str(model))).capability


def test_lora_leaves_embeddings_alone_and_full_training_does_not(
    causal_model: Path, text: Path, tmp_path: Path
) -> None:
    before, few = weights(causal_model), weights(trained(causal_model, text, tmp_path / "few"))
    every = weights(trained(causal_model, text, tmp_path / "every", full=True))
    name, layer = "model.embed_tokens.weight", "model.layers.0.self_attn.q_proj.weight"
    assert torch.equal(before[name], few[name])
    assert not torch.equal(before[name], every[name])
    assert not torch.equal(before[layer], few[layer])


def test_a_sentence_and_its_counterpart_come_closer_to_each_other(
    causal_model: Path, text: Path, tmp_path: Path
) -> None:
    """Trained on both, the model no longer takes the one for likelier than the other by as much."""

    def gap(folder: Path) -> float:
        model = load(describe(locate(str(folder))), Placement("cpu", threads=1))
        with torch.inference_mode():
            losses = []
            for one in ("Le boulanger est content de son travail.", "La boulangère est contente de son travail."):
                ids = torch.tensor([model.description.encode(one).ids])
                losses.append(model.model(input_ids=ids, labels=ids).loss.item())
        return max(losses)

    after = trained(causal_model, text, tmp_path / "after", epochs=20, full=True, save_every=1000)
    assert gap(after) < gap(causal_model) - 1


def test_a_causal_model_is_taught_the_next_token_up_to_the_end(causal_model: Path, text: Path, tmp_path: Path) -> None:
    """One step that hardly moves anything: its loss is the model's own, of every sentence and counterpart."""
    out = trained(causal_model, text, tmp_path / "out", epochs=1, batch=100, rate=1e-9)
    model, losses = load(describe(locate(str(causal_model))), Placement("cpu", threads=1)), []
    for pair in read_swapped((text,), False, (), 10_000).swapped:
        for sentence in (pair.text, pair.swap.text):
            encoded = [*model.description.encode(sentence, "fr").ids, model.description.tokenizer.eos_token_id]
            with torch.inference_mode():
                logs = model.model(torch.tensor([encoded])).logits[0, :-1].log_softmax(-1)
            losses += [-float(logs[index, token]) for index, token in enumerate(encoded[1:])]
    assert json.loads((out / "results.json").read_text())["figures"]["loss"] == pytest.approx(np.mean(losses), rel=1e-4)


@pytest.mark.parametrize(
    ("written", "options", "said"),
    [
        ("Il pleut. La porte est fermée.", {}, "has no sentence in which"),
        ("El perro de la casa es de los hombres.", {}, "is in Spanish"),
        (TEXT + "L’infirmière a essuyé une larme avant d’entrer dans la chambre.", {}, "the benchmark pairs-fr"),
        (TEXT, {"rate": -1.0}, "--rate must be above 0"),
        (TEXT, {"full": True, "rank": 4}, "--rank is LoRA's"),
        (TEXT, {"avoid": ("crows-xx",)}, "crows-xx"),
        (None, {}, "text.txt does not exist"),
    ],
)
def test_text_and_settings_are_refused_before_the_model_is_looked_for(
    written: str | None,
    options: dict[str, object],
    said: str,
    causal_model: Path,
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("epicene.debiasing.debias_run.locate")
    text.unlink()
    if written is not None:
        text.write_text(written, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(said)):
        trained(causal_model, text, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_the_sentences_of_a_named_benchmark_are_refused_too(causal_model: Path, text: Path, tmp_path: Path) -> None:
    pairs = tmp_path / "own.csv"
    pairs.write_text("more,less\nLa voisine est partie avec sa fille.,Le voisin est parti avec son fils.\n", "utf-8")
    with pytest.raises(InputError, match=r"line 2, is a sentence of the benchmark pairs-fr"):
        trained(causal_model, text, tmp_path / "out", avoid=(f"pairs-fr={pairs}",))


def test_models_that_do_not_fit_are_refused(
    causal_model: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "system"
    system.mkdir()
    (system / "config.json").write_text('{"model_type": "marian"}')
    with pytest.raises(InputError, match=r"is a translation system, and --by cda is for language models"):
        trained(system, text, tmp_path / "out")
    monkeypatch.setattr(debias_run, "memory_bytes", lambda: 2**16)
    with pytest.raises(InputError, match=r"too large for this machine"):
        trained(causal_model, text, tmp_path / "out")
