"""What debiasing ended in: `results.json` as types."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from epicene.runs.results import Result, Subject
from epicene.train.results import Facts, Machine, Setting, read_trained

DEBIAS = "debias"  # kind of run


class Left(Struct, frozen=True):
    """Words that could not be swapped for one reason: how often, and the commonest of them with their counts."""

    reason: str
    n: int
    words: dict[str, int]


class TextRead(Struct, frozen=True):
    """Sentences of the text: how many there are, have a swap, are used after it, and what was in the way."""

    language: str
    sentences: int
    swapped: int
    used: int
    words: int = 0  # that were swapped
    left: list[Left] = field(default_factory=list)


class DebiasResults(Result, kw_only=True):
    """`figures` are those of the method, by name: a training's loss, how well gender is still read."""

    method: str
    model: Subject
    text: TextRead
    settings: dict[str, Setting]
    figures: dict[str, float]
    machine: Machine
    epicene: str
    steps: int = 0
    cost: Facts = field(default_factory=dict)


def read_debias(path: Path) -> DebiasResults:
    return read_trained(path, DebiasResults)
