"""What a training depends on; the defaults are the released ones of StereoSet (Nadeem et al. 2021)."""

from __future__ import annotations

from dataclasses import dataclass

from epicene.core.errors import InputError
from epicene.models.next_sentence_heads import ACTIVATIONS


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
        if self.activation not in ACTIVATIONS:
            raise InputError(f"There is no activation {self.activation!r}. Known: {', '.join(ACTIVATIONS)}.")
        if self.dtype not in ("float32", "bfloat16"):
            raise InputError(f"Training computes in float32 or bfloat16, not in {self.dtype!r}.")
        for name in ("share", "held_out"):
            if not 0 < getattr(self, name) <= 1 or (name == "held_out" and self.held_out == 1):
                raise InputError(
                    f"--{name.replace('_', '-')} must be a share between 0 and 1, not {getattr(self, name)}."
                )
        for name in ("body_rate", "head_rate", "weight_decay", "clip"):
            if not getattr(self, name) >= 0:
                raise InputError(f"--{name.replace('_', '-')} must not be negative, but is {getattr(self, name)}.")
