"""Options of `epicene debias`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from epicene.core.request_fields import MACHINE, TRAINING, Count, Option, Seed
from epicene.models.engines.model_options import LOADED, ModelOptions, loaded_or_named


@dataclass(frozen=True, kw_only=True)
class DebiasOptions(ModelOptions):
    """A model, and by which method it is changed."""

    model: Annotated[Any, Option("MODEL", argument=True, reader=loaded_or_named, python=LOADED)] = field(kw_only=False)
    "A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION."
    by: Annotated[str, Option("METHOD")]
    """Of language models, cda: train further on text with genders exchanged; leace: erase gender from hidden states.
    Of translation systems, counterfactual: train further on pairs with genders exchanged; tag: put the gender that a
    source says before it."""
    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))]
    "Where the new model goes."
    text: Annotated[str | Path | Sequence[str | Path], Option("FILE")] = ()
    "Plain text in French or English, .gz too. Repeatable."
    src: Annotated[str | Path | None, Option("FILE")] = None
    "Of a translation system: source sentences, a line each; .gz too."
    tgt: Annotated[str | Path | None, Option("FILE")] = None
    "Their translations, line by line."
    source: Annotated[str | None, Option("CODE", names=("--from",))] = None
    "Language of --src. Default: fr."
    target: Annotated[str | None, Option("CODE", names=("--to",))] = None
    "Language of --tgt. Default: en."
    names: Annotated[bool, Option()] = False
    "Exchange first names too."
    avoid: Annotated[str | Sequence[str], Option("BENCHMARK[=FILE]")] = ()
    "A benchmark whose sentences must not be in the text, besides those that are here. Repeatable."
    sentences: Annotated[Annotated[int, Meta(ge=2)] | None, Option("N")] = None
    "Most sentences to train on, exchanged ones included. Default: 20,000."
    full: Annotated[bool, Option(panel=TRAINING)] = False
    "Train all weights instead of LoRA's few."
    rank: Annotated[Count | None, Option("N", TRAINING)] = None
    "Rank of LoRA."
    rate: Annotated[Annotated[float, Meta(gt=0)] | None, Option("X", TRAINING)] = None
    "Highest learning rate."
    epochs: Annotated[Count | None, Option("N", TRAINING)] = None
    "Passes over the text."
    batch: Annotated[Count | None, Option("N", TRAINING)] = None
    "Sentences a step."
    max_tokens: Annotated[Annotated[int, Meta(ge=8)] | None, Option("N", TRAINING)] = None
    "Longer sentences are cut."
    save_every: Annotated[Count | None, Option("N", TRAINING)] = None
    "Steps between checkpoints."
    seed: Annotated[Seed, Option("N", TRAINING)] = 0
    "Seed of order, masks and new weights."
    device: Annotated[str | None, Option("NAME", MACHINE)] = None
    "cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu."
    threads: Annotated[Count | None, Option("N", MACHINE)] = None
    "CPU threads. Default: all cores."
