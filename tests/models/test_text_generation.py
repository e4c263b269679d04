"""How a text is gone on from: which token a random number stands for."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from tokenizers import processors

from asking import loaded
from epicene.models import chat as text_generation
from epicene.models.chat import sample, write_here
from epicene.models.token_probabilities import LanguageModel, Sampling

# Of five tokens: 0.1, 0.4, 0.05, 0.3, 0.15.
SHARES = torch.tensor([[0.1, 0.4, 0.05, 0.3, 0.15]]).log()


@pytest.mark.parametrize(
    ("top_p", "chance", "token"),
    [
        (1.0, 0.0, 1),  # the likeliest first: 1, 3, 4, 0, 2
        (1.0, 0.39, 1),
        (1.0, 0.41, 3),
        (1.0, 0.71, 4),
        (1.0, 0.86, 0),
        (1.0, 0.96, 2),
        (0.6, 0.57, 1),  # 0.4 + 0.3 reach 0.6 and share the range: 0.4 / 0.7 = 0.571
        (0.6, 0.58, 3),
        (0.6, 0.999, 3),
        (0.3, 0.999, 1),
    ],
)
@pytest.mark.parametrize("likeliest", [1, 2, 128])
def test_a_number_stands_for_one_token_however_few_are_sorted_first(top_p, chance, token, likeliest, monkeypatch):
    monkeypatch.setattr(text_generation, "LIKELIEST", likeliest)
    assert sample(SHARES, np.array([chance]), Sampling(1.0, top_p, 1, [0])).tolist() == [token]


def test_temperature_sharpens_before_the_range_is_shared():
    """At 0.5 shares are squared: 0.16 of 0.285 for the likeliest."""
    how = Sampling(0.5, 1.0, 1, [0])
    assert sample(SHARES, np.array([0.56]), how).tolist() == [1]
    assert sample(SHARES, np.array([0.57]), how).tolist() == [3]


def told_by_bos(folder: Path) -> tuple[LanguageModel, list[list[int]]]:
    """A stand-in that writes “yes” where one BOS is in front and “no” anywhere else, and what it was given."""
    model = loaded(folder)
    tokenizer = model.description.tokenizer
    bos = tokenizer.bos_token_id
    yes, no = (tokenizer(word)["input_ids"][-1] for word in ("yes", "no"))
    seen: list[list[int]] = []

    def forward(input_ids, attention_mask, past_key_values, use_cache):
        seen.extend(row[real.bool()].tolist() for row, real in zip(input_ids, attention_mask, strict=True))
        counts = (input_ids == bos).sum(1)
        logits = torch.zeros(*input_ids.shape, len(tokenizer))
        logits[range(len(counts)), -1, torch.where(counts == 1, yes, no)] = 100
        return SimpleNamespace(logits=logits)

    model.model.forward = forward
    return model, seen


def test_a_writer_is_given_one_bos_whether_its_tokenizer_adds_it_or_not(causal_model: Path) -> None:
    """The tokenizer of the tiny model has a BOS and adds none, as the one made from Gemma's GGUF file."""
    model, seen = told_by_bos(causal_model)
    tokenizer = model.description.tokenizer
    prompts, how = ["Madame,", "Chère équipe, je vous écris"], Sampling(1.0, 1.0, 1, [0, 1])
    yes = tokenizer.decode(tokenizer("yes")["input_ids"][-1:])
    assert [reply.text for reply in write_here(model, prompts, how)] == [yes, yes]
    bos = tokenizer.bos_token_id
    assert sorted(seen) == sorted([bos, *tokenizer(prompt)["input_ids"]] for prompt in prompts)

    other, seen_by_other = told_by_bos(causal_model)
    other.description.tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", bos)]
    )
    assert [reply.text for reply in write_here(other, prompts, how)] == [yes, yes]
    assert seen_by_other == seen
    assert other.description.writing_start == ()


@pytest.mark.parametrize("bos", [None, "</s>"])
def test_nothing_is_put_before_a_letter_where_bos_is_missing_or_ends_texts(bos: str | None, causal_model: Path) -> None:
    model, seen = told_by_bos(causal_model)
    model.description.tokenizer.bos_token = bos
    write_here(model, ["Madame,"], Sampling(1.0, 1.0, 1, [0]))
    assert seen == [model.description.tokenizer("Madame,")["input_ids"]]
