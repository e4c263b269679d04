"""Hidden states of an encoder-decoder: vectors of chosen layers at chosen tokens, in length-sorted batches.

Layer 1 is the output of the first layer, -1 that of the last; the embeddings are layer 0. A decoder's vector of a
target token is the one from which the model predicts it, so that the first target position has seen no word of the
translation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from epicene.core.progress import Progress, Silent
from epicene.inside.forced import padded
from epicene.inside.positions import positions_in
from epicene.models.batching import by_length
from epicene.models.translation import Translator

Vectors: TypeAlias = NDArray[np.float32]
# Tokens of a batch, padding included. Past it a CPU gains nothing, because activations leave the cache.
TOKENS_AT_ONCE = 1_024


@dataclass(frozen=True, slots=True)
class Source:
    """A sentence in the model's tokens, and the places in it that are wanted."""

    ids: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """What the decoder is fed, and at which of its places a token of the translation is predicted."""

    ids: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layers:
    """Which layers of each side are wanted."""

    encoder: Sequence[int]
    decoder: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """Where states go: for each source word (layers, sentences, features); of the decoder's first target token
    (layers, sentences that have one, features) and of all target tokens, sentence after sentence."""

    words: Sequence[Vectors]
    first: Vectors | None = None
    all: Vectors | None = None


def sources_of(translator: Translator, sentences: Sequence[str], words: Sequence[str], where: str) -> list[Source]:
    """Every sentence in tokens with the places of the words; `where` names the corpus in an error."""
    return [
        Source(*positions_in(translator, text, words, f"{where}, line {number}"))
        for number, text in enumerate(sentences, start=1)
    ]


def depth_of(config: Any) -> tuple[int, int]:
    """How many layers the encoder and the decoder have."""
    encoder = getattr(config, "encoder_layers", None) or config.num_hidden_layers
    return int(encoder), int(getattr(config, "decoder_layers", None) or getattr(config, "num_decoder_layers", encoder))


def width_of(config: Any) -> int:
    return int(getattr(config, "d_model", None) or config.hidden_size)


def random_twin(model: Any, seed: int = 0) -> Any:
    """The same architecture with weights as its authors draw them before training, in the same place and precision."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        twin = type(model)(deepcopy(model.config))
    return twin.to(device=model.device, dtype=model.dtype).eval()


def encoder_states(
    translator: Translator, sentences: Sequence[str], words: Sequence[str], layers: Sequence[int]
) -> Vectors:
    """(words, layers, sentences, features), held in memory; a grid keeps its states in files."""
    sources = sources_of(translator, sentences, words, "The corpus")
    width = width_of(translator.model.config)
    states = np.empty((len(words), len(layers), len(sources), width), dtype=np.float32)
    Reading(translator.model, translator.tokenizer.pad_token_id, Layers(layers)).fill(Room(list(states)), sources)
    return states


@dataclass(frozen=True, slots=True)
class Reading:
    """One model, and the layers that are read from it."""

    model: Any
    pad: int
    layers: Layers

    def fill(
        self,
        room: Room,
        sources: Sequence[Source],
        targets: Sequence[Target] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Run every sentence once and put its states into their places. With `targets`, the decoder is run too."""
        progress = progress or Silent()
        starts = _starts(targets or [])
        lengths = [len(source.ids) for source in sources]
        costs = [length + len(targets[place].ids) for place, length in enumerate(lengths)] if targets else lengths
        with torch.inference_mode():
            for batch in by_length(costs, lambda: TOKENS_AT_ONCE):
                encoded, mask = self._encode(room, [sources[number] for number in batch], batch)
                if targets is not None:
                    self._decode(room, {number: targets[number] for number in batch}, starts, encoded, mask)
                progress.advance(len(batch))

    def _encode(self, room: Room, sources: Sequence[Source], batch: Sequence[int]) -> tuple[Tensor, Tensor]:
        ids, mask = padded([source.ids for source in sources], self.pad, self.model.device)
        answer = self.model.get_encoder()(
            input_ids=ids, attention_mask=mask, output_hidden_states=True, return_dict=True
        )
        rows = torch.arange(len(batch), device=ids.device)
        for word, space in enumerate(room.words):
            places = torch.tensor([source.places[word] for source in sources], device=ids.device)
            for place, layer in enumerate(self.layers.encoder):
                space[place, batch] = _numbers(answer.hidden_states[layer][rows, places])
        return answer.last_hidden_state, mask

    def _decode(
        self,
        room: Room,
        targets: Mapping[int, Target],
        starts: Mapping[int, tuple[int, int]],
        encoded: Tensor,
        mask: Tensor,
    ) -> None:
        if room.first is None or room.all is None:
            raise ValueError("decoder states need room for the first and for all target tokens")
        fed, _ = padded([target.ids for target in targets.values()], self.pad, self.model.device)
        # No mask on the decoder's side: what pads stands after every token that counts, and no token looks ahead.
        answer = self.model.get_decoder()(
            input_ids=fed,
            encoder_hidden_states=encoded,
            encoder_attention_mask=mask,
            output_hidden_states=True,
            use_cache=False,
            return_dict=True,
        )
        for place, layer in enumerate(self.layers.decoder):
            states = _numbers(answer.hidden_states[layer])
            for row, (number, target) in enumerate(targets.items()):
                if number in starts:
                    first, start = starts[number]
                    found = states[row, list(target.places)]
                    room.first[place, first] = found[0]
                    room.all[place, start : start + len(found)] = found


def _starts(targets: Sequence[Target]) -> dict[int, tuple[int, int]]:
    """For each sentence its row among first tokens, and where its rows among all tokens begin; an empty translation
    has neither."""
    starts, first, done = dict[int, tuple[int, int]](), 0, 0
    for number, target in enumerate(targets):
        if target.places:
            starts[number] = (first, done)
            first, done = first + 1, done + len(target.places)
    return starts


def _numbers(states: Tensor) -> Vectors:
    found: Vectors = states.float().cpu().numpy()
    return found
