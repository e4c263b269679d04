"""Tiny models of the three kinds, made in a second or two without a network: random weights, a tokenizer of our own."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

import epicene

SPECIALS = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>", "mask_token": "<mask>"}
LONGEST_CAUSAL = 256  # tokens; some bundled questions have 142
WIDTH = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}


def made_once(make: Callable[..., Path]) -> Callable[..., Path]:
    """A model that is made into a folder: once by each process, and copied to wherever it is wanted."""

    @cache
    def made(*choices: Any, **others: Any) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="epicene-tests-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return make(folder, *choices, **others)

    @wraps(make)
    def copied(folder: Path, *choices: Any, **others: Any) -> Path:
        return Path(shutil.copytree(made(*choices, **others), folder, dirs_exist_ok=True))

    return copied


@cache
def own_texts() -> tuple[str, ...]:
    """The sentences of the bundled pairs."""
    bundled = Path(epicene.__file__).parent / "data" / "bundled"
    records = [json.loads(line) for name in ("fr", "en") for line in (bundled / f"pairs-{name}.jsonl").open("r")]
    return tuple(record[side] for record in records for side in ("more", "less"))


def _train_tokenizer(vocabulary: int = 1200) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=list(SPECIALS.values()),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(own_texts(), trainer)
    return tokenizer


@cache
def _tokenizer_json() -> str:
    return _train_tokenizer().to_str()


def tiny_tokenizer(*, around: bool, mask: bool, longest: int = 128) -> transformers.PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer; `around` puts <s> and </s> around every text, as BERT-like models want."""
    tokenizer = Tokenizer.from_str(_tokenizer_json())
    if around:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>",
            pair="<s> $A </s> </s> $B </s>",
            special_tokens=[(token, tokenizer.token_to_id(token)) for token in ("<s>", "</s>")],
        )
    specials = {name: token for name, token in SPECIALS.items() if mask or name != "mask_token"}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=longest, **specials)


def _save(model: transformers.PreTrainedModel, tokenizer: transformers.PreTrainedTokenizerFast, folder: Path) -> Path:
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@made_once
def tiny_masked(folder: Path, seed: int = 0) -> Path:
    torch.manual_seed(seed)
    tokenizer = tiny_tokenizer(around=True, mask=True)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), max_position_embeddings=128, pad_token_id=tokenizer.pad_token_id, **WIDTH
    )
    return _save(transformers.BertForMaskedLM(config), tokenizer, folder)


@made_once
def tiny_causal(folder: Path, seed: int = 0) -> Path:
    torch.manual_seed(seed)
    tokenizer = tiny_tokenizer(around=False, mask=False, longest=LONGEST_CAUSAL)
    ends = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), max_position_embeddings=LONGEST_CAUSAL, **WIDTH, **ends
    )
    return _save(transformers.LlamaForCausalLM(config), tokenizer, folder)


@made_once
def tiny_encoder_decoder(folder: Path, seed: int = 0) -> Path:
    torch.manual_seed(seed)
    tokenizer = tiny_tokenizer(around=True, mask=True)
    sizes = {"encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 2, "decoder_attention_heads": 2}
    config = transformers.BartConfig(
        vocab_size=len(tokenizer),
        d_model=32,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        max_position_embeddings=128,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        decoder_start_token_id=tokenizer.eos_token_id,
        **sizes,
    )
    return _save(transformers.BartForConditionalGeneration(config), tokenizer, folder)
