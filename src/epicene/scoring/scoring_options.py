"""How a scoring asks: the options that change scores, and so are part of a signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from epicene.core.errors import InputError
from epicene.core.request_fields import CHAT, SCORING, SPECIALISTS, Count, Option, Seed, file_name

ABSENT, MASKED = "absent", "masked"
TEXT_WORDS = "text"


@dataclass(frozen=True, kw_only=True)
class ScoringOptions:
    """How a user wants a scoring to ask. What is None is the scoring's own choice."""

    nsp: Annotated[str | None, Option("DIR|own", SCORING, reader=file_name, python="str | Path | None")] = None
    "The next-sentence head: a folder of `epicene train nsp`, or own."
    as_released: Annotated[bool, Option(panel=SPECIALISTS, signed="as-released")] = False
    "Do what the original program did, for parity with published numbers."
    bos: Annotated[str | None, Option(only="file", choices=("bos", "eos", "tokenizer", "none"))] = None
    "What stands before the first token of a causal model."
    words: Annotated[str, Option(only="file", signed="words", choices=("text", "tokenizer"))] = TEXT_WORDS
    "What a word is for pll-word."
    rest: Annotated[str, Option(only="file", signed="rest", choices=("absent", "masked"))] = ABSENT
    "What stands for an attribute's later sub-words in cloze-l2r."
    n_texts: Annotated[Count, Option(only="internal")] = 3
    "How many texts are written from each beginning, as the options of the benchmark's kind say it."
    temperature: Annotated[Annotated[float, Meta(ge=0, le=2)] | None, Option("T", CHAT)] = None
    "Letters are written at 0.8, questions in words answered at 0."
    sampling_seed: Annotated[Seed, Option(only="file")] = 0
    "Another one writes other letters or replies."
    n_replies: Annotated[Count, Option("N", CHAT)] = 1
    "How often each question in words is asked."
    reply_tokens: Annotated[Count | None, Option("N", CHAT)] = None
    "Longest reply. Default: 32, of a letter 160; a model that thinks before it replies needs thousands."
    instructions: Annotated[str | None, Option("FILE", CHAT, reader=file_name, python="str | Path | None")] = None
    "Words of your own to ask with, as scoring/instructions.toml."

    def __post_init__(self) -> None:
        if self.n_replies > 1 and not self.temperature:
            raise InputError("--n-replies needs a --temperature above 0: at 0 a model says the same every time.")
