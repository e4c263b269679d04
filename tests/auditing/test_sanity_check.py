"""The sanity check: models with random weights toss a coin, whatever their kind or the number of tokens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import transformers

from epicene.auditing.sanity_check import ENOUGH, SENTENCES, _comparable, _in_disorder, check
from epicene.core.types import Capability, Role, Score
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from epicene.scoring import likelihood, masked  # noqa: F401 - they register themselves
from tiny import tiny_causal, tiny_masked, tiny_tokenizer

SEEDS = 15


def tiny_gpt2(folder: Path, seed: int) -> Path:
    """Its embeddings are tied, and it once passed eleven times of twelve."""
    torch.manual_seed(seed)
    tokenizer = tiny_tokenizer(around=False, mask=False)
    config = transformers.GPT2Config(
        vocab_size=len(tokenizer), n_positions=128, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=2
    )
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.mark.parametrize("make", [tiny_gpt2, tiny_causal, tiny_masked])
def test_random_weights_toss_a_coin(make: Callable[[Path, int], Path], tmp_path: Path) -> None:
    placement = Placement("cpu", threads=1)
    checks = [
        check(load(describe(locate(str(make(tmp_path / str(seed), seed)))), placement), language)
        for seed in range(SEEDS)
        for language in ("fr", "en")
    ]
    right = [one.right for one in checks if one]
    assert len(right) == 2 * SEEDS
    assert 5 <= sum(right) / len(right) <= 7  # of 12
    assert sum(one >= ENOUGH for one in right) <= 3  # 2 % are 0.6


@pytest.mark.parametrize("language", SENTENCES)
def test_disorder_has_the_same_tokens_and_ends_and_no_two_words_as_they_stood(language: str, tmp_path: Path) -> None:
    description = describe(locate(str(tiny_gpt2(tmp_path, 0))))
    for number, text in enumerate(SENTENCES[language]):
        disorder = _in_disorder(text, number, description)
        assert disorder == _in_disorder(text, number, description)
        plain, shuffled = text.split(" "), disorder.split(" ")
        assert (shuffled[0], shuffled[-1], sorted(shuffled)) == (plain[0], plain[-1], sorted(plain))
        assert not set(pairwise(plain)) & set(pairwise(shuffled))
        assert sorted(description.encode(disorder).ids) == sorted(description.encode(text).ids)


def test_a_disorder_with_the_tokens_of_the_sentence_is_looked_for() -> None:
    text = SENTENCES["fr"][0]

    def encode(words: str) -> Any:  # joins « et » with what comes before, but for two words
        before = words.split(" ")[words.split(" ").index("et") - 1]
        return SimpleNamespace(ids=[1] if before in ("l’est", "couche") else [1, 2])

    description: Any = SimpleNamespace(capability=Capability.CAUSAL, encode=encode)
    assert "couche et " in _in_disorder(text, 0, description)


def test_a_token_is_compared_with_a_token_and_a_reply_with_a_reply() -> None:
    causal: Any = SimpleNamespace(capability=Capability.CAUSAL)
    chat: Any = SimpleNamespace(capability=Capability.CHAT)
    short, long = Score("0", Role.MORE, -10.0, 5), Score("0", Role.LESS, -11.0, 6)
    assert _comparable(short, causal) == -2 < _comparable(long, causal)
    assert _comparable(short, chat) == -10
