"""Models of base size with random weights (12 layers, 768 wide): speed does not depend on what they learned."""

from __future__ import annotations

import sys
from pathlib import Path

import torch
import transformers

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from tiny import tiny_tokenizer

SIZE = {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072}
VOCABULARY = 32_000


def base_masked(folder: Path) -> Path:
    torch.manual_seed(0)
    tokenizer = tiny_tokenizer(around=True, mask=True)
    config = transformers.BertConfig(vocab_size=VOCABULARY, pad_token_id=tokenizer.pad_token_id, **SIZE)
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def base_causal(folder: Path) -> Path:
    torch.manual_seed(0)
    tokenizer = tiny_tokenizer(around=False, mask=False)
    config = transformers.GPT2Config(
        vocab_size=VOCABULARY,
        n_embd=768,
        n_layer=12,
        n_head=12,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
