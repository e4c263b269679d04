"""Interventions on a pair's sentences: what the encoder gives the decoder, and what the decoder may look at.

`u1@k`  the possessive's state after encoder layer k is what the unknown word has there; u1 of the paper is k = 0.
`u2@k`  the possessive's state after layer k is the mean of its two versions in the pair; u2 is the encoder's output.
`u3@k`  the same for the noun, piece by piece, where both forms have as many; u3 is the encoder's output.
`cut:X` the paths X are cut: a (cross-attention to the subject), b (the decoder's attention to the English noun),
        c (cross-attention to the possessive).
`itself` puts every vector in its own place, `swap` gives each sentence its partner's encoder output.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property
from itertools import combinations

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.inside.answer_folder import Answer
from epicene.inside.forced.decoding import read_targets
from epicene.inside.hooks import Attention, Edit, Site, cutting, editing, n_layers, put, reading, stack_of
from epicene.inside.interventions.located_lines import NOUN_PATH, PATHS, Pairs
from epicene.models.translation import Translator

BASE, ITSELF, SWAP = "base", "itself", "swap"
CUTS = tuple("".join(paths) for size in (1, 2, 3) for paths in combinations(PATHS, size))


def condition_names(layers: int) -> list[str]:
    swept = [f"{u}@{layer}" for u in ("u1", "u2", "u3") for layer in range(layers + 1)]
    return [BASE, *swept, *(f"cut:{paths}" for paths in CUTS), ITSELF, SWAP]


def as_published(layers: int) -> dict[str, str]:
    """The paper's three interventions by the names used here."""
    return {"u1": "u1@0", "u2": f"u2@{layers}", "u3": f"u3@{layers}"}


def unknown_id(translator: Translator) -> int:
    found = translator.tokenizer.unk_token_id
    if found is None:
        raise InputError(f"{translator.name} has no token for unknown words, so u1 cannot be made.")
    return int(found)


class Intervening:
    """One batch of pairs under any condition; the encoder runs once plainly, and again only where it must."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.model = pairs.translator.model
        self.layers = n_layers(self.model)

    def answers(self, condition: str) -> list[Answer]:
        """Of every line to which the condition applies."""
        states, mask = self._states(condition)
        cut = condition.removeprefix("cut:") if condition.startswith("cut:") else ""
        found: dict[int, dict[tuple[int, int], float]] = {}
        for (number, _, _), logs in zip(self.pairs.written, self._decode(states, mask, cut), strict=True):
            found.setdefault(number, {}).update(logs)
        applies = self._applies(condition)
        return [
            Answer(condition, line.question.line.number, *self._words(number, found[number]))
            for number, line in enumerate(self.pairs.lines)
            if applies[number]
        ]

    def _words(self, number: int, logs: dict[tuple[int, int], float]) -> tuple[float, float]:
        question = self.pairs.lines[number].question
        start = len(question.prefix) - 1
        masculine, feminine = (
            sum(logs[start + place, token] for place, token in enumerate(word))
            for word in (question.masculine, question.feminine)
        )
        return masculine, feminine

    def _applies(self, condition: str) -> list[bool]:
        """u2 and u3 need as many pieces on both sides."""
        name = {"u2": "possessive", "u3": "noun"}.get(condition.partition("@")[0])
        if name is None:
            return [True] * len(self.pairs.lines)
        sizes = [len(getattr(line, name)) for line in self.pairs.lines]
        return [sizes[row] == sizes[row ^ 1] for row in range(len(sizes))]

    def _decode(self, states: Tensor, mask: Tensor, cut: str) -> list[dict[tuple[int, int], float]]:
        from transformers.modeling_outputs import BaseModelOutput

        rows = torch.tensor([number for number, _, _ in self.pairs.written], device=states.device)

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(
                encoder_outputs=BaseModelOutput(last_hidden_state=states[rows]),
                attention_mask=mask[rows],
                decoder_input_ids=tokens,
                use_cache=False,
            ).logits
            return logits

        with ExitStack() as cuts:
            for path in cut:
                attention: Attention = "self" if path == NOUN_PATH else "cross"
                cuts.enter_context(cutting(self.model, attention, self.pairs.edges(path)))
            written = [tokens for _, tokens, _ in self.pairs.written]
            return read_targets(self.pairs.translator, written, [wanted for _, _, wanted in self.pairs.written], decode)

    def _states(self, condition: str) -> tuple[Tensor, Tensor]:
        """What the decoder looks at: the encoder's output and which positions are real."""
        mask, plain = self.pairs.source[1], self._plain[self.layers]
        kind, _, layer = condition.partition("@")
        if kind == SWAP:
            return plain[self.pairs.partner], mask[self.pairs.partner]
        if kind == ITSELF:
            return self._edited({k: put(self._everything, self._plain[k]) for k in range(self.layers + 1)}), mask
        if not layer:
            return plain, mask
        edit = self._edit(kind, int(layer))
        return (edit(plain) if int(layer) == self.layers else self._edited({int(layer): edit})), mask

    def _edit(self, kind: str, layer: int) -> Edit:
        if kind == "u1":
            return put(self.pairs.marked("possessive"), self._unknown[layer])
        where, there = self.pairs.paired("possessive" if kind == "u2" else "noun")

        def average(hidden: Tensor) -> Tensor:
            other = hidden[self.pairs.partner].gather(1, there.unsqueeze(-1).expand(-1, -1, hidden.shape[-1]))
            return torch.where(where.unsqueeze(-1), (hidden + other) / 2, hidden)

        return average

    @property
    def _everything(self) -> Tensor:
        return self.pairs.marked("possessive") | self.pairs.marked("subject")

    def _edited(self, edits: dict[int, Edit]) -> Tensor:
        with torch.inference_mode(), editing(self.model, {Site("encoder", k): edit for k, edit in edits.items()}):
            return self._encode()

    def _encode(self) -> Tensor:
        ids, mask = self.pairs.source
        states: Tensor = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.pairs.translator.tokens_seen += sum(len(line.question.source) for line in self.pairs.lines)
        return states

    @cached_property
    def _plain(self) -> list[Tensor]:
        """States after every layer, from the embedding on."""
        return self._read({})

    @cached_property
    def _unknown(self) -> list[Tensor]:
        """The same with the unknown word's embedding at the possessive; the embedding's own module looks it up, for
        some scale what they find."""
        embedding = stack_of(self.model).embedding
        token = torch.tensor(unknown_id(self.pairs.translator), device=self.model.device)
        with torch.inference_mode():
            vector = embedding(token)
        return self._read({Site("encoder", 0): put(self.pairs.marked("possessive"), vector)})

    def _read(self, edits: dict[Site, Edit]) -> list[Tensor]:
        sites = [Site("encoder", layer) for layer in range(self.layers + 1)]
        with torch.inference_mode(), editing(self.model, edits), reading(self.model, sites) as found:
            self._encode()
        return [found[site] for site in sites]
