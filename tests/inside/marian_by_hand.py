"""A Marian model computed by hand: numpy only, one sentence at a time, no padding, from the weights alone.

Written from the architecture's definition (post-norm Transformer, sinusoidal positions, embeddings times √width), not
from the library, so that what epicene reads off the library can be checked against it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Edge = tuple[int, int]  # query, key


def sinusoids(length: int, width: int) -> Floats:
    """Sines in the first half of the vector, cosines in the second."""
    angles = np.array([[p / 10000 ** (2 * (j // 2) / width) for j in range(width)] for p in range(length)])
    return np.concatenate([np.sin(angles[:, 0::2]), np.cos(angles[:, 1::2])], axis=1)


def softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


@dataclass(frozen=True)
class Changes:
    """What an intervention changes: `layers[k]` maps positions to vectors after encoder layer k (0: the embedding)."""

    layers: Mapping[int, Mapping[int, Floats]] = field(default_factory=dict)
    queries: Collection[int] = ()  # of the decoder: they look at other states
    cross_keys: Floats | None = None  # in the place of the encoder's output
    own_keys: Mapping[int, Mapping[int, Floats]] = field(default_factory=dict)  # layer → position → vector


@dataclass(frozen=True)
class ByHand:
    weights: Mapping[str, Floats]
    heads: int
    n_layers: int

    @property
    def width(self) -> int:
        return int(self.weights["model.encoder.embed_tokens.weight"].shape[1])

    def linear(self, name: str, x: Floats) -> Floats:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, name: str, x: Floats) -> Floats:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attend_mixed(
        self, name: str, x: Floats, keys: Floats, hidden: Collection[Edge], others: Floats, queries: Collection[int]
    ) -> Floats:
        """Some queries look at other keys."""
        found, other = self.attend(name, x, keys, hidden), self.attend(name, x, others, hidden)
        found[list(queries)] = other[list(queries)]
        return found

    def attend(self, name: str, x: Floats, keys: Floats, hidden: Collection[Edge]) -> Floats:
        q, k, v = (self.linear(f"{name}.{part}_proj", y) for part, y in (("q", x), ("k", keys), ("v", keys)))
        size = self.width // self.heads
        found = []
        for head in range(self.heads):
            own = slice(head * size, (head + 1) * size)
            scores = q[:, own] @ k[:, own].T / np.sqrt(size)
            for query, key in hidden:
                scores[query, key] = -np.inf
            found.append(softmax(scores) @ v[:, own])
        return self.linear(f"{name}.out_proj", np.concatenate(found, axis=1))

    def feed(self, name: str, x: Floats) -> Floats:
        return self.linear(f"{name}.fc2", np.maximum(self.linear(f"{name}.fc1", x), 0))

    def embedded(self, side: str, ids: Sequence[int], replaced: Mapping[int, Floats]) -> Floats:
        looked_up = self.weights[f"model.{side}.embed_tokens.weight"][list(ids)].copy()
        for place, vector in replaced.items():
            looked_up[place] = vector
        return looked_up * np.sqrt(self.width) + sinusoids(len(ids), self.width)

    def encode(self, ids: Sequence[int], changes: Changes | None = None) -> list[Floats]:
        """What comes out of each encoder layer, the last one being the encoder's output."""
        changed = (changes or Changes()).layers
        return self.encode_from(self.embedded("encoder", ids, changed.get(0, {})), 0, changed)

    def encode_from(
        self, x: Floats, done: int, changed: Mapping[int, Mapping[int, Floats]] | None = None
    ) -> list[Floats]:
        """The same from the states after some layers on."""
        found = []
        for layer in range(done, self.n_layers):
            name = f"model.encoder.layers.{layer}"
            x = self.norm(f"{name}.self_attn_layer_norm", x + self.attend(f"{name}.self_attn", x, x, ()))
            x = self.norm(f"{name}.final_layer_norm", x + self.feed(name, x))
            for place, vector in (changed or {}).get(layer + 1, {}).items():
                x[place] = vector
            found.append(x.copy())
        return found

    def log_probabilities(self, ids: Sequence[int], written: Sequence[int], changes: Changes | None = None) -> Floats:
        """Of every token after each of the decoder's."""
        return self.decode(self.encode(ids, changes)[-1], written, changes)

    def decode(self, source: Floats, written: Sequence[int], changes: Changes | None = None) -> Floats:
        """The same from the encoder's output on."""
        x = self.decoder_states(source, written, changes)[-1]
        logits = x @ self.weights["model.decoder.embed_tokens.weight"].T + self.weights["final_logits_bias"]
        return np.asarray(np.log(softmax(logits)))

    def decoder_states(self, source: Floats, written: Sequence[int], changes: Changes | None = None) -> list[Floats]:
        """What goes into each decoder layer, and what comes out of the last."""
        changes, found = changes or Changes(), []
        future = {(query, key) for query in range(len(written)) for key in range(query + 1, len(written))}
        x = self.embedded("decoder", written, {})
        for layer in range(self.n_layers):
            name = f"model.decoder.layers.{layer}"
            found.append(x)
            own = x.copy()
            for place, vector in changes.own_keys.get(layer, {}).items():
                own[place] = vector
            x = self.norm(
                f"{name}.self_attn_layer_norm",
                x + self.attend_mixed(f"{name}.self_attn", x, x, future, own, changes.queries),
            )
            others = source if changes.cross_keys is None else changes.cross_keys
            attended = self.attend_mixed(f"{name}.encoder_attn", x, source, (), others, changes.queries)
            x = self.norm(f"{name}.encoder_attn_layer_norm", x + attended)
            x = self.norm(f"{name}.final_layer_norm", x + self.feed(name, x))
        return [*found, x]


def by_hand(model: object) -> ByHand:
    state = {name: weight.double().numpy() for name, weight in model.state_dict().items()}  # type: ignore[attr-defined]
    config = model.config  # type: ignore[attr-defined]
    return ByHand(state, config.encoder_attention_heads, config.encoder_layers)
