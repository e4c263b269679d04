"""The model of a probe where it is read: a worker holds it and, once that is asked for, its random twin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from epicene.inside.probes.decoder_inputs import Numbered, generate
from epicene.inside.probes.hidden_states import Batch, Layers, Reading, States, random_twin
from epicene.models.engines.local import Recipe
from epicene.models.loading import Placement
from epicene.models.translation import Translator


@dataclass
class ReadModel:
    """The twin is the same wherever it is drawn, by its seed."""

    translator: Translator
    seed: int
    tokens_read: int = 0

    @property
    def tokens_seen(self) -> int:
        return self.translator.tokens_seen + self.tokens_read

    @cached_property
    def twin(self) -> Any:
        return random_twin(self.translator.model, self.seed)


@dataclass(frozen=True, slots=True)
class ReadRecipe:
    translator: Recipe[Translator]
    seed: int

    def __call__(self, placement: Placement) -> ReadModel:
        return ReadModel(self.translator(placement), self.seed)

    def to_send(self) -> Callable[[Placement], ReadModel]:
        return SentReadRecipe(self.translator.to_send(), self.seed)


@dataclass(frozen=True, slots=True)
class SentReadRecipe:
    translator: Callable[[Placement], Translator]
    seed: int

    def __call__(self, placement: Placement) -> ReadModel:
        return ReadModel(self.translator(placement), self.seed)


class ReadPiece(NamedTuple):
    """`place` is the batch's among all; with `is_random`, the twin is read."""

    place: int
    is_random: bool
    layers: Layers
    batch: Batch


def translated(model: ReadModel, sentences: Sequence[Numbered]) -> list[Numbered]:
    return generate(model.translator, sentences)


def read_states(model: ReadModel, piece: ReadPiece) -> tuple[int, States]:
    translator = model.translator
    read = model.twin if piece.is_random else translator.model
    model.tokens_read += sum(len(one.ids) for one in (*piece.batch.sources, *(piece.batch.targets or ())))
    return piece.place, Reading(read, translator.tokenizer.pad_token_id, piece.layers).read(piece.batch)
