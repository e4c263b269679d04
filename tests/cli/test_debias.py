"""From the command to the page about before and after, by each method."""

from __future__ import annotations

import json
from html import unescape
from math import exp
from pathlib import Path

import pytest

import epicene as python
from command import epicene
from debiasing.test_cda import TEXT
from debiasing.test_leace import NOUNS, VERBS
from debiasing.test_translation_systems import PAIRS
from tiny_translation import tiny_marian, write_lines

HELD_OUT = "Le chat dort sur le lit.\nLa mer est calme ce matin.\n"
ONE = ("--threads", 1)
QUICK = {"cda": ("--epochs", 1, "--batch", 16, *ONE), "leace": ONE}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("debias")
    nouns = "".join(f"{'La' if noun.endswith('e') else 'Le'} {noun} {verb}.\n" for noun in NOUNS for verb in VERBS)
    (path / "text.txt").write_text(TEXT + nouns, encoding="utf-8")
    (path / "held.txt").write_text(HELD_OUT, encoding="utf-8")
    return path


def audit(folder: Path, model: object, out: str) -> None:
    done = epicene("audit", model, "--on", "pairs-fr", "--limit", 5, "--out", out, *ONE, cwd=folder)
    assert done.returncode == 0, done.stderr


def debiased(folder: Path, model: Path, by: str) -> str:
    """What the command says; a folder that is finished is left as it is."""
    done = epicene("debias", model, "--by", by, "--text", "text.txt", "--out", by, *QUICK[by], cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("by", ["cda", "leace"])
def test_a_debiased_model_is_audited_and_compared_like_any_other(by: str, folder: Path, causal_model: Path) -> None:
    out = folder / by
    assert f"epicene audit {by}" in debiased(folder, causal_model, by)
    if not (folder / "before").is_dir():
        audit(folder, causal_model, "before")
    audit(folder, out, f"after-{by}")
    compared = epicene(
        *("compare", "before", f"after-{by}", "--text", "held.txt", "-o", f"{by}.html", "--json"), cwd=folder
    )
    assert compared.returncode in (0, 3), compared.stderr  # 3: models with random weights are not believed
    told = json.loads(compared.stdout)
    cost = told["perplexity"]
    assert cost["n_sentences"] == 2
    assert cost["ratio"] == pytest.approx(cost["after"] / cost["before"])
    assert cost["after"] != cost["before"], "the hooks or the new weights are there when the model is loaded again"
    page = unescape((folder / f"{by}.html").read_text(encoding="utf-8"))
    assert "before and after" in page
    assert "erplexity on held.txt" in page
    assert ("cannot be trusted" in page) == (compared.returncode == 3)
    report = epicene("report", by, "-o", f"{by}-done.html", "--lang", "fr", cwd=folder)
    assert report.returncode == 0, report.stderr


def test_python_asks_the_same_question_as_the_command(folder: Path, causal_model: Path) -> None:
    """The folder that the command made is found to be finished, and is a run."""
    debiased(folder, causal_model, "cda")
    before = (folder / "cda" / "model.safetensors").stat().st_mtime_ns
    options = {"text": folder / "text.txt", "out": folder / "cda", "epochs": 1, "threads": 1, "progress": False}
    run = python.debias(causal_model, by="cda", batch=16, **options)
    assert (run.kind, run.results["method"]) == ("debias", "cda")
    assert (folder / "cda" / "model.safetensors").stat().st_mtime_ns == before
    with pytest.raises(python.InputError, match="another"):
        python.debias(causal_model, by="cda", batch=8, **options)


def test_perplexity_is_that_of_the_models_own_loss(folder: Path, causal_model: Path) -> None:
    import torch

    from epicene.models.description import describe
    from epicene.models.loading import Placement, load
    from epicene.models.source import locate
    from epicene.scoring.perplexity import foretell

    model = load(describe(locate(str(causal_model))), Placement("cpu", threads=1))
    nats, tokens = 0.0, 0
    for line in HELD_OUT.splitlines():
        begin = model.description.tokenizer.bos_token_id
        ids = torch.tensor([[begin, *model.description.encode(line).ids]])
        with torch.inference_mode():
            loss = model.model(input_ids=ids, labels=ids).loss.item()
        nats, tokens = nats + loss * (ids.shape[1] - 1), tokens + ids.shape[1] - 1
    assert foretell(model, HELD_OUT.splitlines(), "fr").perplexity == pytest.approx(exp(nats / tokens), rel=1e-4)


@pytest.fixture(scope="module")
def system(folder: Path) -> Path:
    """A translation system, with text to act on it and text that it is judged by, audited as it is."""
    made = tiny_marian(folder / "system")
    for name, pairs in (("people", PAIRS * 4), ("other", [("Le chat dort.", "The cat sleeps.")] * 5)):
        for ending, lines in zip(("fr", "en"), zip(*pairs, strict=True), strict=True):
            write_lines(folder / f"{name}.{ending}", lines)
    audit_system(folder, made, "system-before")
    return made


def audit_system(folder: Path, system: object, out: str) -> None:
    text = ("--test-src", "other.fr", "--test-tgt", "other.en")
    done = epicene("mt", "audit", system, "--limit", 8, *text, "--beam", "1", "--out", out, *ONE, cwd=folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("by", ["counterfactual", "tag"])
def test_a_mended_system_is_audited_and_compared_like_any_other(by: str, folder: Path, system: Path) -> None:
    given = ("--src", "people.fr", "--tgt", "people.en", "--epochs", 1, "--rank", 2, *ONE)
    done = epicene("debias", system, "--by", by, "--out", by, *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"epicene mt audit {by}" in done.stdout
    audit_system(folder, by, f"after-{by}")
    compared = epicene("compare", "system-before", f"after-{by}", "-o", f"{by}.html", "--json", cwd=folder)
    assert compared.returncode == 0, compared.stderr
    measured = {one["metric"] for one in json.loads(compared.stdout)["comparisons"]}
    assert {"bleu", "pronoun_correct", "r_mean", "t_mean"} <= measured
    page = unescape((folder / f"{by}.html").read_text(encoding="utf-8"))
    assert "before and after" in page
    assert "They do not target b, r and t" in page
    assert "BLEU on other.fr" in page
