"""Interventions on a pair's sentences: what the encoder gives the decoder, and what the decoder may look at.

`u1@k`  the possessive's state after encoder layer k is what the unknown word has there; u1 of the paper is k = 0.
`u2@k`  the possessive's state after layer k is the mean of its two versions in the pair; u2 is the encoder's output.
`u3@k`  the same for the noun, piece by piece, where both forms have as many; u3 is the encoder's output.
`patch@k:X` the blocks X of the feminine sentence come from its partner after layer k (complete_patching.py).
`cut:X` the paths X are cut: a (cross-attention to the subject), b (the decoder's attention to the English noun),
        c (cross-attention to the possessive).
`itself` puts every vector in its own place, `swap` gives each sentence its partner's encoder output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.inside.corpus_run import Answer
from epicene.inside.forced.decoding import Target, asked, padded, read_targets
from epicene.inside.hooks import Attention, Edit, Site, cutting, editing, n_layers, put, reading, stack_of
from epicene.inside.interventions.complete_patching import (
    BASE,
    PATCH,
    differing,
    is_patched,
    patch_names,
    patched_blocks,
    patched_layer,
)
from epicene.inside.interventions.placed_lines import Placed
from epicene.models.batching import by_length
from epicene.models.translation import Translator

# The paper's figure 2: how the subject's gender may reach the English possessive.
SUBJECT_PATH = "a"  # cross-attention to the French subject: the direct one
NOUN_PATH = "b"  # the decoder's attention to the English noun
POSSESSIVE_PATH = "c"  # cross-attention to son
PATHS = (SUBJECT_PATH, NOUN_PATH, POSSESSIVE_PATH)
ITSELF, SWAP = "itself", "swap"
Written = tuple[int, tuple[int, ...], list[Target]]  # a line of the batch, the tokens, and what is wanted of them
CUTS = tuple("".join(paths) for size in (1, 2, 3) for paths in combinations(PATHS, size))


@dataclass(frozen=True)
class Pairs:
    """Pairs in one batch, each pair's two lines one after the other, so that the partner of row i is row i ^ 1."""

    translator: Translator
    lines: Sequence[Placed]

    @classmethod
    def of(cls, translator: Translator, pairs: Sequence[tuple[Placed, Placed]]) -> Pairs:
        return cls(translator, [line for pair in pairs for line in pair])

    @cached_property
    def source(self) -> tuple[Tensor, Tensor]:
        """Ids and which of them are real."""
        pad = self.translator.tokenizer.pad_token_id
        return padded([line.question.source for line in self.lines], pad, self.translator.model.device)

    @cached_property
    def partner(self) -> Tensor:
        return torch.arange(len(self.lines), device=self.translator.model.device) ^ 1

    def marked(self, name: str) -> Tensor:
        """Source positions of possessive, noun or subject, (rows, positions)."""
        where = torch.zeros(self.source[0].shape, dtype=torch.bool)
        for row, line in enumerate(self.lines):
            where[row, list(getattr(line, name))] = True
        return where.to(self.translator.model.device)

    def paired(self, name: str) -> tuple[Tensor, Tensor]:
        """Positions that can be averaged with the partner's, and where the partner has them; of a pair whose two words
        have different numbers of pieces, none."""
        where = torch.zeros(self.source[0].shape, dtype=torch.bool)
        there = torch.zeros(self.source[0].shape, dtype=torch.long)
        for row, line in enumerate(self.lines):
            own, other = getattr(line, name), getattr(self.lines[row ^ 1], name)
            if len(own) == len(other):
                where[row, list(own)] = True
                there[row, list(own)] = torch.tensor(other)
        device = self.translator.model.device
        return where.to(device), there.to(device)

    @cached_property
    def written(self) -> list[Written]:
        """What the decoder is forced through: the line, the tokens, and what is wanted of them; a line comes twice only
        where a word of several pieces makes that necessary."""
        rows: list[Written] = []
        for number, line in enumerate(self.lines):
            wanted: dict[tuple[int, ...], list[Target]] = {}
            for row, targets in asked(line.question):
                wanted.setdefault(row.decoder, []).extend(targets)
            rows += [(number, tokens, targets) for tokens, targets in wanted.items()]
        return rows

    def edges(self, path: str) -> Tensor:
        """What is cut for a path, (decoder rows, queries, keys). Queries are the positions after the English noun, so
        that what reaches the possessive directly and what the noun passes on are told apart."""
        longest = max(len(tokens) for _, tokens, _ in self.written)
        n_keys = longest if path == NOUN_PATH else self.source[0].shape[1]
        edges = torch.zeros((len(self.written), longest, n_keys), dtype=torch.bool)
        for row, (number, _, _) in enumerate(self.written):
            line = self.lines[number]
            keys = {SUBJECT_PATH: line.subject, NOUN_PATH: line.target_noun, POSSESSIVE_PATH: line.possessive}[path]
            edges[row, max(line.target_noun) + 1 :, list(keys)] = True
        return edges.to(self.translator.model.device)


def batches_of_pairs(translator: Translator, lines: Sequence[Placed]) -> Iterator[list[tuple[Placed, Placed]]]:
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    costs = [one.cost + other.cost for one, other in pairs]
    for batch in by_length(costs, lambda: translator.budget):
        yield [pairs[place] for place in batch]


def condition_names(layers: int, direction: str) -> list[str]:
    """Into French nothing is written before the place, so that there are no paths, and no *son*."""
    of_son = [f"{u}@{layer}" for u in ("u1", "u2", "u3") for layer in range(layers + 1)]
    of_son += [f"cut:{paths}" for paths in CUTS]
    return [BASE, *patch_names(layers), *(of_son if direction == "fr-en" else ()), ITSELF, SWAP]


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
        if condition.startswith(PATCH):
            return self._patched(condition)
        states, mask = self._states(condition)
        cut = condition.removeprefix("cut:") if condition.startswith("cut:") else ""
        applies = self._applies(condition)
        everyone = range(len(self.pairs.lines))
        return [one for one in self._decoded(condition, states, mask, everyone, cut) if applies[one.line]]

    def _decoded(
        self, condition: str, states: Tensor, mask: Tensor, numbers: Sequence[int], cut: str = ""
    ) -> list[Answer]:
        """What some lines of the batch say; states and mask have a row for each."""
        row_of = {number: row for row, number in enumerate(numbers)}
        written = [one for one in self.pairs.written if one[0] in row_of]
        found: dict[int, dict[tuple[int, int], float]] = {}
        rows = torch.tensor([row_of[number] for number, _, _ in written], device=states.device)
        for (number, _, _), logs in zip(written, self._decode(states[rows], mask[rows], written, cut), strict=True):
            found.setdefault(number, {}).update(logs)
        questions = [self.pairs.lines[number].question for number in numbers]
        return [
            Answer(condition, question.line.number, *(sum(map(found[number].__getitem__, own)) for own in wanted))
            for number, question in zip(numbers, questions, strict=True)
            for wanted in [[targets for _, targets in asked(question)]]
        ]

    def _patched(self, condition: str) -> list[Answer]:
        """Feminine lines that have blocks, with some of them from the partner: the sentence is put together after the
        layer, and the layers above go on from it."""
        layer, blocks = patched_layer(condition), patched_blocks(condition)
        numbers = [
            number
            for number, line in enumerate(self.pairs.lines)
            for partner in [self.pairs.lines[number ^ 1]]
            if is_patched(line, partner) and blocks <= differing(line, partner, layer)
        ]
        if not numbers:
            return []
        chosen = [self._assembled(number, blocks) for number in numbers]
        length = max(map(len, chosen))
        places = torch.tensor([[*one, *[0] * (length - len(one))] for one in chosen], device=self.model.device)
        mask = torch.arange(length, device=places.device) < torch.tensor([[len(one)] for one in chosen]).to(places)
        states = self._plain[layer].flatten(0, 1)[places]
        if layer < self.layers:
            states = self._continued(layer, states, mask.long())
        return self._decoded(condition, states, mask.long(), numbers)

    def _assembled(self, number: int, blocks: frozenset[str]) -> list[int]:
        """Which states of the batch, counted through, make up a line with blocks of its partner."""
        width = self.pairs.source[0].shape[1]
        own, partner = self.pairs.lines[number], self.pairs.lines[number ^ 1]
        places = []
        for index, segment in enumerate(own.segments):
            taken = segment.block in blocks
            there = partner.segments[index] if taken else segment
            places += [(number ^ 1 if taken else number) * width + place for place in there.positions]
        return places

    def _continued(self, layer: int, states: Tensor, mask: Tensor) -> Tensor:
        """The encoder's output when these are the states after a layer; what is read below it does not matter."""
        ids = torch.full(mask.shape, self.pairs.translator.tokenizer.pad_token_id, device=mask.device)
        everything = torch.ones_like(mask, dtype=torch.bool)
        with torch.inference_mode(), editing(self.model, {Site("encoder", layer): put(everything, states)}):
            output: Tensor = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.pairs.translator.tokens_seen += int(mask.sum())
        return output

    def _applies(self, condition: str) -> dict[int, bool]:
        """By the line's number in the corpus: u2 and u3 need as many pieces on both sides."""
        lines, name = self.pairs.lines, {"u2": "possessive", "u3": "noun"}.get(condition.partition("@")[0])
        sizes = [len(getattr(line, name)) if name else 0 for line in lines]
        return {line.question.line.number: sizes[row] == sizes[row ^ 1] for row, line in enumerate(lines)}

    def _decode(
        self, states: Tensor, mask: Tensor, written: Sequence[Written], cut: str
    ) -> list[dict[tuple[int, int], float]]:
        from transformers.modeling_outputs import BaseModelOutput

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(
                encoder_outputs=BaseModelOutput(last_hidden_state=states),
                attention_mask=mask,
                decoder_input_ids=tokens,
                use_cache=False,
            ).logits
            return logits

        with ExitStack() as cuts:
            for path in cut:
                attention: Attention = "self" if path == NOUN_PATH else "cross"
                cuts.enter_context(cutting(self.model, attention, self.pairs.edges(path)))
            tokens = [tokens for _, tokens, _ in written]
            return read_targets(self.pairs.translator, tokens, [wanted for _, _, wanted in written], decode)

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
