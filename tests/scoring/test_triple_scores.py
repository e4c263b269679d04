"""Triples asked of causal and encoder-decoder models, against the formula computed the slow way."""

from __future__ import annotations

from math import exp
from pathlib import Path

import pytest
import torch

import stereoset
from asking import loaded, scores
from epicene.core.errors import InputError
from epicene.core.types import Capability, Item
from epicene.data.datasets import open_benchmark
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import MissingHeadError, choose, fitting


@pytest.fixture
def items(tmp_path: Path) -> dict[str, list[Item]]:
    every = open_benchmark(f"stereoset-fr={stereoset.write(tmp_path / 'set.json')}").items
    return {task: [item for item in every if item.facets["task"] == task] for task in ("intra", "inter")}


@pytest.fixture
def causal(causal_model: Path) -> LanguageModel:
    return loaded(causal_model)


@pytest.fixture
def encoder_decoder(encoder_decoder_model: Path) -> LanguageModel:
    return loaded(encoder_decoder_model)


def token_logprobs(model: LanguageModel, ids: list[int]) -> list[float]:
    with torch.inference_mode():
        logits = model.model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
    return [float(logits[place, token]) for place, token in enumerate(ids[1:])]


def test_loglik_adds_all_tokens_of_the_sentence_and_is_the_default(causal: LanguageModel, items) -> None:
    found = scores(causal, items["intra"], task="intra")
    tokenizer = causal.description.tokenizer
    for item in items["intra"]:
        for role, text in item.variants.items():
            values = token_logprobs(causal, [tokenizer.bos_token_id, *tokenizer(text.text)["input_ids"]])
            assert found[item.id, role].value == pytest.approx(sum(values), abs=1e-4)
            mean = scores(causal, [item], "loglik-mean", "intra")[item.id, role]
            assert mean.value == pytest.approx(sum(values) / len(values), abs=1e-5)
            assert mean.n_tokens == len(values)


def test_as_released_the_first_token_follows_the_start_and_the_rest_does_not(causal: LanguageModel, items) -> None:
    found = scores(causal, items["intra"], task="intra", as_released=True)
    tokenizer = causal.description.tokenizer
    for item in items["intra"]:
        for role, text in item.variants.items():
            ids = tokenizer(text.text)["input_ids"]
            values = token_logprobs(causal, [tokenizer.bos_token_id, ids[0]]) + token_logprobs(causal, ids)
            assert found[item.id, role].value == pytest.approx(exp(sum(values) / len(values)), rel=1e-6)
            assert found[item.id, role].n_tokens == len(ids)
    scoring = choose(None, causal.description, ScoringOptions(as_released=True), "intra")
    assert (scoring.name, scoring.bos) == ("loglik-mean", "first-only")
    with pytest.raises(InputError, match="leave --bos out"):
        _ = choose(None, causal.description, ScoringOptions(bos="eos", as_released=True), "intra").bos


@pytest.mark.parametrize("bos", ["bos", "none"])
def test_loglik_conditional_reads_the_candidate_after_its_context(causal: LanguageModel, items, bos: str) -> None:
    found = scores(causal, items["inter"], "loglik-conditional", "inter", bos=bos)
    tokenizer = causal.description.tokenizer
    front = [tokenizer.bos_token_id] if bos == "bos" else []
    for item in items["inter"]:
        for role, text in item.variants.items():
            context = front + tokenizer(text.context)["input_ids"]
            ids = front + tokenizer(f"{text.context} {text.text}")["input_ids"]
            assert ids[: len(context)] == context
            values = token_logprobs(causal, ids)[len(context) - 1 :]
            assert found[item.id, role].value == pytest.approx(sum(values), abs=1e-4)
            assert found[item.id, role].n_tokens == len(ids) - len(context)


@pytest.mark.parametrize("name", [None, "denoise"])
def test_an_attribute_is_restored_from_a_mask_each_or_all_hidden_which_is_the_default(
    encoder_decoder: LanguageModel, items, name: str | None
) -> None:
    found = scores(encoder_decoder, items["intra"], name, "intra")
    tokenizer = encoder_decoder.description.tokenizer
    for item in items["intra"]:
        for role, text in item.variants.items():
            encoded = tokenizer(text.text, return_offsets_mapping=True)
            ids, (start, end) = encoded["input_ids"], text.span  # type: ignore[misc]
            places = [p for p, (a, b) in enumerate(encoded["offset_mapping"]) if a < b and a < end and b > start]
            expected = 0.0
            for place in places:
                hidden = [place] if name else places
                shown = [tokenizer.mask_token_id if p in hidden else token for p, token in enumerate(ids)]
                with torch.inference_mode():
                    logits = encoder_decoder.model(input_ids=torch.tensor([shown]), labels=torch.tensor([ids])).logits
                expected += float(logits[0, place].log_softmax(-1)[ids[place]])
            assert found[item.id, role].value == pytest.approx(expected, abs=1e-4)
            assert found[item.id, role].n_tokens == len(places)


def test_names_joined_with_a_plus_each_serve_their_task(causal: LanguageModel) -> None:
    both = "loglik-mean+loglik-conditional"
    assert choose(both, causal.description, ScoringOptions(), "intra").name == "loglik-mean"
    assert choose(both, causal.description, ScoringOptions(), "inter").name == "loglik-conditional"
    assert choose("loglik-shared+loglik-conditional", causal.description, ScoringOptions(), "intra").name == "loglik"


def test_without_a_head_the_next_sentence_task_names_the_command_that_makes_one(causal: LanguageModel) -> None:
    spec = causal.description.source.spec
    with pytest.raises(MissingHeadError) as refusal:
        choose(None, causal.description, ScoringOptions(), "inter")
    assert f"`epicene train nsp {spec} --text FILE --out DIR`, then add --nsp DIR" in str(refusal.value)
    assert "--scoring loglik-conditional" in str(refusal.value)


def test_each_kind_of_model_and_task_has_its_scorings() -> None:
    assert fitting(Capability.MASKED, "inter") == ["nsp"]
    assert fitting(Capability.CAUSAL, "inter") == ["nsp", "prompted", "loglik-conditional"]  # the default first
    assert fitting(Capability.CAUSAL, "intra") == ["loglik", "prompted", "loglik-mean"]
    assert fitting(Capability.DENOISING, "intra") == ["denoise-word", "denoise-all", "denoise"]
    assert set(fitting(Capability.MASKED, "intra")) == {
        "cloze-l2r", "cloze-l2r-sum", "cloze-l2r-meanprob", "pll", "pll-word", "aul"
    }  # fmt: skip
