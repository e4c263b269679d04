"""What the two trainings depend on, and for translation systems two good choices of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from epicene.core.errors import InputError
from epicene.models.translation_text import check_language, same_language


@dataclass(frozen=True, slots=True)
class MtSettings:
    """The defaults are the preset `paper`: the system of Wisniewski et al. (2022), a Transformer of the base size."""

    layers: int = 6  # of the encoder
    decoder_layers: int = 6
    width: int = 512
    ffn: int = 2048
    heads: int = 8
    pieces: int = 32_000  # of each of the two vocabularies
    lower_case: bool = True
    dropout: float = 0.1
    batch_tokens: int = 25_000  # padded, of the longer side; over all processes
    rate: float = 7e-4
    warmup: int = 4_000
    label_smoothing: float = 0.1
    weight_decay: float = 0.0
    clip: float = 1.0
    averaging: float = 1e-4  # share of the newest weights in the moving average that is validated and kept
    epochs: int = 30
    validate_every: int = 2_000  # steps; a checkpoint is written each time
    patience: int = 8  # validations without a better BLEU before training stops
    max_tokens: int = 128  # a pair with more pieces on either side is left out
    max_ratio: float = 3.0  # of the two sides' lengths in characters, either way round
    duplicates: bool = False  # whether to keep pairs that occur before
    language_pair: tuple[str, str] = ("fr", "en")
    dtype: str = "auto"  # bfloat16 where a GPU has it, else float32
    seed: int = 0

    def check(self) -> None:
        """One sentence on the first value that cannot be."""
        for language in self.language_pair:
            check_language(language)
        if same_language(*self.language_pair):
            raise InputError(f"--from and --to are both {self.language_pair[0]}; name the two languages of the text.")
        if self.width % (2 * self.heads):
            raise InputError(f"--width {self.width} cannot be shared evenly by --heads {self.heads}.")
        if self.dtype not in ("auto", "float32", "bfloat16"):
            raise InputError(f"Training computes in float32 or bfloat16, not in {self.dtype!r}.")
        for name in ("dropout", "label_smoothing"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"--{_option(name)} must be at least 0 and below 1, not {getattr(self, name)}.")
        if not 0 < self.averaging <= 1:
            raise InputError(f"--averaging must be above 0 and at most 1, not {self.averaging}.")
        if self.max_ratio < 1:
            raise InputError(f"--max-ratio must be at least 1, not {self.max_ratio}.")
        _refuse_negative(rate=self.rate, weight_decay=self.weight_decay, clip=self.clip)

    def rate_at(self, step: int) -> float:
        """Linear warm-up, then the inverse square root (Vaswani et al. 2017), with `rate` as its height."""
        warmup = max(self.warmup, 1)
        return self.rate * min(step / warmup, math.sqrt(warmup / step))


def _option(name: str) -> str:
    return name.replace("_", "-")


def _refuse_negative(**values: float) -> None:
    for name, value in values.items():
        if not value >= 0:
            raise InputError(f"--{_option(name)} must not be negative, but is {value}.")


PRESETS: Mapping[str, MtSettings] = {
    "paper": MtSettings(),
    # For corpora of tens of thousands of short sentences and two cores.
    "small": MtSettings(
        layers=3,
        decoder_layers=2,
        width=256,
        ffn=512,
        heads=4,
        pieces=5_000,
        dropout=0.15,
        batch_tokens=1_536,
        rate=1e-3,
        warmup=600,
        averaging=2e-3,
        epochs=25,
        validate_every=500,
        patience=6,
    ),
}


def settings_of(preset: str, **changed: Any) -> MtSettings:
    """A preset with what a user wants otherwise; None stands for the preset's own value."""
    if preset not in PRESETS:
        raise InputError(f"There is no preset {preset!r}. Known: {', '.join(PRESETS)}.")
    known = {field.name for field in fields(MtSettings)}
    wanted = {name: value for name, value in changed.items() if value is not None and name in known}
    settings = replace(PRESETS[preset], **wanted)
    settings.check()
    return settings


@dataclass(frozen=True, slots=True)
class Settings:
    epochs: int = 1
    batch: int = 16  # pairs a step, over all processes
    max_tokens: int = 256
    body_rate: float = 5e-6
    head_rate: float = 1e-3
    weight_decay: float = 0.01
    warmup: int = 250
    cycles: int = 1  # of the cosine, with a hard restart after each
    clip: float = 1.0
    activation: str = "none"
    head_only: bool = False
    held_out: float = 0.05
    share: float = 1.0
    limit: int | None = None
    language: str = "fr"
    dtype: str = "float32"
    seed: int = 0

    def check(self) -> None:
        """One sentence on the first value that cannot be."""
        from epicene.models.next_sentence_heads import ACTIVATIONS  # with torch, which help and defaults need not

        if self.activation not in ACTIVATIONS:
            raise InputError(f"There is no activation {self.activation!r}. Known: {', '.join(ACTIVATIONS)}.")
        if self.dtype not in ("float32", "bfloat16"):
            raise InputError(f"Training computes in float32 or bfloat16, not in {self.dtype!r}.")
        for name in ("share", "held_out"):
            if not 0 < getattr(self, name) <= 1 or (name == "held_out" and self.held_out == 1):
                raise InputError(f"--{_option(name)} must be a share between 0 and 1, not {getattr(self, name)}.")
        rates = {"body_rate": self.body_rate, "head_rate": self.head_rate}
        _refuse_negative(**rates, weight_decay=self.weight_decay, clip=self.clip)
