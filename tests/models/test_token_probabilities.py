"""Batch, order and padding change no answer; memory that runs out halves the budget."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch

from epicene.core.errors import EpiceneError
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel, TokenRow

TEXTS = (
    "Le chat dort.",
    "L’infirmière a fini son travail avant midi.",
    "Oui.",
    "Ils n’ont jamais su pourquoi la porte de la grange était restée ouverte toute la nuit.",
    "Demain, il fera beau sur la côte.",
)


@pytest.fixture(params=["masked_model", "causal_model", "encoder_decoder_model"])
def model(request: pytest.FixtureRequest) -> LanguageModel:
    path: Path = request.getfixturevalue(request.param)
    return load(describe(locate(str(path))), Placement(device="cpu", threads=1))


def rows_for(model: LanguageModel) -> list[TokenRow]:
    rows = []
    for text in TEXTS:
        ids = model.description.encode(text).ids
        labels = ids if model.description.capability == "encoder-decoder" else ()
        rows.append(TokenRow(ids, tuple(range(len(ids) - 1)), ids[1:], labels=labels))
    return rows


def asked_alone(model: LanguageModel, rows: Sequence[TokenRow]) -> list[list[float]]:
    return [model.logprobs([row])[0] for row in rows]


def flat(answers: Sequence[Sequence[float]]) -> list[float]:
    return [value for answer in answers for value in answer]


@pytest.mark.parametrize("budget", [1, 20, 60, 10_000])
def test_the_token_budget_changes_no_answer(model: LanguageModel, budget: int) -> None:
    rows = rows_for(model)
    expected = asked_alone(model, rows)
    model.budget = budget
    assert flat(model.logprobs(rows)) == pytest.approx(flat(expected), abs=1e-4)


def test_answers_are_those_of_the_whole_model(model: LanguageModel) -> None:
    """The head on a few hidden states equals the model's own forward on everything."""
    for row in rows_for(model):
        ids = torch.tensor([row.ids])
        more = {}
        if row.labels:
            more["decoder_input_ids"] = model.model.prepare_decoder_input_ids_from_labels(torch.tensor([row.labels]))
        with torch.inference_mode():
            logits = model.model(input_ids=ids, **more).logits[0]
        expected = logits.log_softmax(-1)[list(row.positions), list(row.targets)].tolist()
        assert model.logprobs([row])[0] == pytest.approx(expected, abs=1e-5)


def test_probabilities_sum_to_one(model: LanguageModel) -> None:
    ids = model.description.encode(TEXTS[0]).ids
    labels = ids if model.description.capability == "encoder-decoder" else ()
    everything = range(len(model.description.tokenizer))
    row = TokenRow(ids, tuple(1 for _ in everything), tuple(everything), labels=labels)
    assert sum(torch.tensor(model.logprobs([row])[0]).exp()).item() == pytest.approx(1, abs=1e-4)


class Forgetful:
    """Stands in for a machine that cannot take more than so many rows at once."""

    def __init__(self, model: LanguageModel, most: int, error: Exception) -> None:
        self.forward, self.most, self.error = model._forward, most, error

    def __call__(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        if len(rows) > self.most:
            raise self.error
        return self.forward(rows)


@pytest.mark.parametrize(
    "error", [torch.OutOfMemoryError("CUDA out of memory"), RuntimeError("DefaultCPUAllocator: can't allocate memory")]
)
def test_running_out_of_memory_halves_the_budget_and_goes_on(
    model: LanguageModel, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    rows = rows_for(model)
    expected = flat(model.logprobs(rows))
    model.budget = 10_000
    monkeypatch.setattr(model, "_forward", Forgetful(model, 2, error))
    assert flat(model.logprobs(rows)) == pytest.approx(expected, abs=1e-4)
    assert model.budget < 10_000


def test_one_sentence_that_does_not_fit_is_an_error_that_says_so(
    model: LanguageModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_forward", Forgetful(model, 0, torch.OutOfMemoryError("out of memory")))
    with pytest.raises(EpiceneError, match="runs out of memory on one sentence of"):
        model.logprobs(rows_for(model)[:1])


def test_other_errors_are_not_taken_for_lack_of_memory(model: LanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "_forward", Forgetful(model, 0, RuntimeError("shapes do not match")))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        model.logprobs(rows_for(model)[:1])


def test_tokens_passed_through_the_model_are_counted_without_padding(model: LanguageModel) -> None:
    rows = rows_for(model)
    model.logprobs(rows)
    assert model.tokens_seen == sum(len(row.ids) + len(row.labels) for row in rows)
