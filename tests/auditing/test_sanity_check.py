"""The sanity check: models with random weights toss a coin, whatever their kind or the number of tokens."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import transformers

import epicene
from asking import pair
from epicene.auditing.sanity_check import SENTENCES, _comparable, _in_disorder, check, enough, sentences_for
from epicene.core.types import Capability, Role, Score, Text
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
    models = (load(describe(locate(str(make(tmp_path / str(seed), seed)))), placement) for seed in range(SEEDS))
    checks = [check(model, language, SENTENCES[language]) for model in models for language in ("fr", "en")]
    right = [one.right for one in checks if one]
    assert len(right) == 2 * SEEDS
    assert 5 <= sum(right) / len(right) <= 7  # of 12
    assert sum(one >= enough(12) for one in right) <= 3  # 2 % are 0.6


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


def test_a_coin_passes_in_at_most_two_per_cent_of_cases() -> None:
    assert [enough(number) for number in (6, 7, 8, 10, 12)] == [6, 7, 8, 9, 10]  # by hand from Pascal's triangle


PORTUGUESE = [
    "A padaria da esquina abre todos os dias bem cedo.",
    "O rio passa devagar por baixo da ponte velha.",
    "Curto demais.",
    "Ela guardou os livros novos na estante da sala.",
    "Amanhã vamos ao mercado comprar frutas e verduras.",
    "O ônibus parou perto da praça antes do meio-dia.",
    "Meu vizinho plantou tomates no quintal da casa dele.",
    "A chuva molhou a roupa que estava no varal.",
]


def test_in_another_language_the_benchmarks_own_sentences_are_put_in_disorder(causal_model: Path) -> None:
    items = [pair(str(number), text, "-", language="pt") for number, text in enumerate(PORTUGUESE)]
    sentences = sentences_for("pt", items)
    assert sentences == tuple(text for text in PORTUGUESE if text != "Curto demais.")
    found = check(load(describe(locate(str(causal_model))), Placement("cpu", threads=1)), "pt", sentences)
    assert found is not None
    assert (found.language, found.of) == ("pt", 7)
    assert sentences_for("fr", items) == SENTENCES["fr"]
    many = [replace(item, id=str(n), variants={Role.MORE: Text(f"{n} {PORTUGUESE[0]}")}) for n, item in
            enumerate(items * 10)]  # fmt: skip
    assert [text.split()[0] for text in sentences_for("pt", many)] == [str(6 * n) for n in range(12)]


def test_words_that_are_not_spaced_are_put_in_disorder_by_character(causal_model: Path) -> None:
    description = describe(locate(str(causal_model)))
    text = "今日は天気がとても良いです。"
    disorder = _in_disorder(text, 0, description)
    assert sorted(disorder) == sorted(text) != disorder
    assert (disorder[0], disorder[-1]) == (text[0], text[-1])


def test_a_language_with_too_few_sentences_is_not_skipped_in_silence(causal_model: Path, tmp_path: Path) -> None:
    items = [pair(str(n), text, text.replace("a", "o"), language="pt") for n, text in enumerate(PORTUGUESE)]
    options: dict[str, Any] = {"threads": 1, "progress": False}
    with pytest.warns(epicene.EpiceneWarning, match="in only . of 7 cases in Portuguese"):
        checked = epicene.audit(causal_model, on=items, out=tmp_path / "checked", **options)
    assert json.loads((checked.path / "manifest.json").read_text())["sanity"][0]["of"] == 7
    few = epicene.audit(causal_model, on=items[:4], out=tmp_path / "few", **options)
    assert any("sanity check" in notice and "Portuguese" in notice for notice in few.notices)
