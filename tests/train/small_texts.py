"""A text whose neighbours can be told by their topic, and models small enough to learn that from a random start."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

from epicene.core.progress import Progress
from epicene.models.next_sentence_heads import HeadFolder
from epicene.train.train_nsp import train_nsp
from epicene.train.train_requests import TrainNspRequest

TOPICS = ("vague bateau", "pain farine", "arbre feuille", "flocon luge", "rose pelle", "train quai")
SPECIALS = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>", "mask_token": "<mask>"}
WIDTH = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 64}
LEARNING = {"batch": 32, "body_rate": 3e-3, "head_rate": 3e-3, "warmup": 10, "held_out": 0.1}


def topical_text(articles: int, sentences: int = 10, seed: int = 0) -> str:
    """Every article has one of six topics, so that a false next sentence is on another one five times out of six."""
    draw = random.Random(seed)
    found = []
    for _ in range(articles):
        words = draw.choice(TOPICS).split()
        found.append(" ".join(f"Le {draw.choice(words)} et {draw.choice(words)}." for _ in range(sentences)))
    return "\n\n".join(found) + "\n"


def _tokenizer(*, around: bool) -> transformers.PreTrainedTokenizerFast:
    tokenizer = Tokenizer(models.WordLevel(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.WordLevelTrainer(special_tokens=list(SPECIALS.values()), show_progress=False)
    tokenizer.train_from_iterator([topical_text(50)], trainer)
    if around:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>",
            pair="<s> $A </s> $B:1 </s>:1",
            special_tokens=[(token, tokenizer.token_to_id(token)) for token in ("<s>", "</s>")],
        )
    specials = {name: token for name, token in SPECIALS.items() if around or name != "mask_token"}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **specials)


def learner(kind: str, folder: Path) -> Path:
    """A model of one layer; wide initial weights and no dropout spare it a long start."""
    torch.manual_seed(0)
    tokenizer = _tokenizer(around=kind != "causal")
    ends = {f"{name}_token_id": getattr(tokenizer, f"{name}_token_id") for name in ("bos", "eos", "pad")}
    common: dict[str, Any] = {"vocab_size": len(tokenizer), "max_position_embeddings": 64, **ends}
    model = {"masked": _bert, "causal": _llama, "encoder-decoder": _bart}[kind](common)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _bert(common: dict[str, Any]) -> transformers.PreTrainedModel:
    dry = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    return transformers.BertForMaskedLM(transformers.BertConfig(initializer_range=0.3, **WIDTH, **dry, **common))


def _llama(common: dict[str, Any]) -> transformers.PreTrainedModel:
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(initializer_range=0.3, **WIDTH, **common))


def _bart(common: dict[str, Any]) -> transformers.PreTrainedModel:
    sizes = {"d_model": 32, "encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64}
    heads = {"encoder_attention_heads": 2, "decoder_attention_heads": 2}
    config = transformers.BartConfig(
        init_std=0.3, dropout=0.0, decoder_start_token_id=common["eos_token_id"], **sizes, **heads, **common
    )
    return transformers.BartForConditionalGeneration(config)


def trained(
    model: Path, text: Path, out: Path, progress: Progress | None = None, save_every: int = 1000, **settings: Any
) -> HeadFolder:
    """A training in one line."""
    request = TrainNspRequest(
        str(model), text=str(text), out=out, device="cpu", threads=1, save_every=save_every, **settings
    )
    return train_nsp(request, progress)
