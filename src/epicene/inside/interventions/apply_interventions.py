"""Interventions on a pair's sentences: what the encoder gives the decoder, and what the decoder may look at.

`u1@k`  the possessive's state after encoder layer k is what the unknown word has there; u1 of the paper is k = 0.
`u2@k`  the possessive's state after layer k is the mean of its two versions in the pair; u2 is the encoder's output.
`u3@k`  the same for the noun, piece by piece, where both forms have as many; u3 is the encoder's output.
`patch@k:X` the blocks X of the feminine sentence come from its partner after layer k (complete_patching.py).
`erase@k:X` gender is erased from the blocks X after layer k, `control@k:X` labels that say nothing (amnesic.py).
`patched:X` the keys of the paths X are the pair's means; `same:X`, `random:X`, `elsewhere:X` are placebos
        (path_patching.py).
`cut:X` the paths X are cut: a (cross-attention to the subject), b (the decoder's attention to the English noun),
        c (cross-attention to the possessive).
`itself` puts every vector in its own place, `swap` gives each sentence its partner's encoder output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.inside.corpus_run import Answer
from epicene.inside.forced.decoding import Target, asked, read_targets
from epicene.inside.hooks import (
    Attention,
    Site,
    cutting,
    editing,
    n_layers,
    put,
    reading,
    replacing_keys,
)
from epicene.inside.interventions.amnesic import CONTROL, ERASE, Erasers
from epicene.inside.interventions.complete_patching import (
    BASE,
    PATCH,
    differing,
    has_blocks,
    is_patched,
    patch_names,
    patched_blocks,
    patched_layer,
)
from epicene.inside.interventions.path_patching import (
    POSITIONS,
    SAME,
    Displacement,
    is_path,
    partners_of,
    path_applies,
    path_names,
)
from epicene.inside.interventions.placed_lines import Placed
from epicene.models.batching import by_length, padded
from epicene.models.layers import Edit, stack_of
from epicene.models.translation import Translator
from epicene.mt.judging.line_judge import DIRECTIONS

# The paper's figure 2: how the subject's gender may reach the English possessive.
SUBJECT_PATH = "a"  # cross-attention to the French subject: the direct one
NOUN_PATH = "b"  # the decoder's attention to the English noun
POSSESSIVE_PATH = "c"  # cross-attention to son
OTHER_PATH = "d"  # cross-attention to the other words, which the paper does not have
PATHS = (SUBJECT_PATH, NOUN_PATH, POSSESSIVE_PATH)
ITSELF, SWAP = "itself", "swap"
Written = tuple[int, tuple[int, ...], list[Target]]  # a line of the batch, the tokens, and what is wanted of them
STATES_KEPT = 4
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
    """Of a language model the states of every layer are kept while a batch is asked, so that batches are smaller."""
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    times = 1 if translator.marks.prompt is None else STATES_KEPT
    costs = [times * (one.cost + other.cost) for one, other in pairs]
    for batch in by_length(costs, lambda: translator.budget):
        yield [pairs[place] for place in batch]


def condition_names(layers: int, direction: str) -> list[str]:
    """Into French nothing is written before the place, so that there are no paths, and no *son*."""
    of_son = [f"{u}@{layer}" for u in ("u1", "u2", "u3") for layer in range(layers + 1)]
    of_son += [*path_names(), *(f"cut:{paths}" for paths in CUTS)]
    return [BASE, *patch_names(range(layers + 1)), *(of_son if DIRECTIONS[direction].forward else ()), ITSELF, SWAP]


def as_published(layers: int) -> dict[str, str]:
    """The paper's three interventions by the names used here."""
    return {"u1": "u1@0", "u2": f"u2@{layers}", "u3": f"u3@{layers}"}


def summed(
    condition: str, pairs: Pairs, written: Sequence[Written], decoded: Sequence[Mapping[Target, float]]
) -> list[Answer]:
    """What lines of a batch say of both words, from the logs of what was written for them."""
    found: dict[int, dict[Target, float]] = {}
    for (number, _, _), logs in zip(written, decoded, strict=True):
        found.setdefault(number, {}).update(logs)
    return [
        Answer(condition, question.line.number, *(sum(map(logs.__getitem__, own)) for own in wanted))
        for number, logs in found.items()
        for question in [pairs.lines[number].question]
        for wanted in [[targets for _, targets in asked(question)]]
    ]


def mixed_places(width: int, own: tuple[int, Placed], other: tuple[int, Placed], blocks: frozenset[str]) -> list[int]:
    """Which states of a batch, counted through, make up a sentence with some blocks of another; each is given with its
    row, `width` positions long."""
    places = []
    for index, segment in enumerate(own[1].segments):
        row, line = other if segment.block in blocks else own
        places += [row * width + place for place in line.segments[index].positions]
    return places


def unknown_id(translator: Translator) -> int:
    found = translator.tokenizer.unk_token_id
    if found is None:
        raise InputError(f"{translator.name} has no token for unknown words, so u1 cannot be made.")
    return int(found)


@dataclass(frozen=True, slots=True)
class Around:
    """What an intervention needs of lines beyond its own batch: for placebos a line of the same gender, by a line's
    number and the path; for the amnesic effect the erasers of a layer."""

    alike: Mapping[tuple[int, str], Placed] = field(default_factory=dict)
    erasers: Erasers | None = None
    seed: int = 0

    def erasers_after(self, layer: int) -> Erasers:
        if self.erasers is None or self.erasers.layer != layer:
            raise ValueError(f"no erasers were fitted after layer {layer}")
        return self.erasers


def is_erased(line: Placed, partner: Placed) -> bool:
    """Both lines of a pair whose source says the gender, with blocks."""
    return line.question.source != partner.question.source and has_blocks(line, partner)


def _one_after_another(edits: Sequence[Edit]) -> Edit:
    return lambda hidden: reduce(lambda states, edit: edit(states), edits, hidden)


def _elsewhere(line: Placed, path: str) -> int:
    """Where a placebo moves a key that is not the path's."""
    if path == NOUN_PATH:
        return 0
    return line.possessive[-1] if path == OTHER_PATH else len(line.question.source) - 1


class BatchOfPairs:
    """One batch of pairs under any condition."""

    def __init__(self, pairs: Pairs, around: Around | None = None) -> None:
        self.pairs, self.around = pairs, around or Around()
        self.model = pairs.translator.model
        self.layers = n_layers(self.model)


class Intervening(BatchOfPairs):
    """The encoder runs once plainly, and again only where it must."""

    def answers(self, condition: str) -> list[Answer]:
        """Of every line to which the condition applies."""
        if condition.startswith(PATCH):
            return self._patched(condition)
        states, mask = self._states(condition)
        numbers = [row for row, line in enumerate(self.pairs.lines) if self._applies(condition, line, row)]
        return self._decoded(condition, states[numbers], mask[numbers], numbers) if numbers else []

    def states_after(self, layer: int) -> list[Tensor]:
        """What stands after a layer, line by line; padding goes with it."""
        return list(self._plain[layer].cpu())

    def _decoded(self, condition: str, states: Tensor, mask: Tensor, numbers: Sequence[int]) -> list[Answer]:
        """What some lines of the batch say; states and mask have a row for each."""
        row_of = {number: row for row, number in enumerate(numbers)}
        written = [one for one in self.pairs.written if one[0] in row_of]
        rows = torch.tensor([row_of[number] for number, _, _ in written], device=states.device)
        decoded = self._decode(condition, states[rows], mask[rows], written)
        return summed(condition, self.pairs, written, decoded)

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
        lines, width = self.pairs.lines, self.pairs.source[0].shape[1]
        chosen = [
            mixed_places(width, (number, lines[number]), (number ^ 1, lines[number ^ 1]), blocks) for number in numbers
        ]
        places, mask = padded(chosen, 0, self.model.device)
        states = self._plain[layer].flatten(0, 1)[places]
        if layer < self.layers:
            ids = self.pairs.source[0].flatten()[places].masked_fill(mask == 0, self.pairs.translator.pad_id)
            states = self._continued(layer, states, ids, mask)
        return self._decoded(condition, states, mask, numbers)

    def _continued(self, layer: int, states: Tensor, ids: Tensor, mask: Tensor) -> Tensor:
        """The encoder's output when these are the states after a layer. What is read below it does not matter, but some
        (NLLB, M2M100) count positions from the ids."""
        everything = torch.ones_like(mask, dtype=torch.bool)
        with torch.inference_mode(), editing(self.model, {Site("encoder", layer): put(everything, states)}):
            output: Tensor = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.pairs.translator.tokens_seen += int(mask.sum())
        return output

    def _applies(self, condition: str, line: Placed, row: int) -> bool:
        """Means need as many pieces on both sides, and erasers lines that have blocks."""
        partner, kind = self.pairs.lines[row ^ 1], condition.partition("@")[0]
        if is_path(condition):
            return path_applies(condition, line, partner) and self._has_alike(condition, line, partner)
        if kind in (ERASE, CONTROL):
            return is_erased(line, partner)
        name = {"u2": "possessive", "u3": "noun"}.get(kind)
        return name is None or len(getattr(line, name)) == len(getattr(partner, name))

    def _has_alike(self, condition: str, *lines: Placed) -> bool:
        """For the placebo `same`, both lines of a pair have another of their gender: one that stays would say that the
        placebo changes nothing."""
        kind, _, path = condition.partition(":")
        return kind != SAME or all((line.question.line.number, path) in self.around.alike for line in lines)

    def _decode(
        self, condition: str, states: Tensor, mask: Tensor, written: Sequence[Written]
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

        with ExitStack() as changed:
            for context in self._attention(condition, written):
                changed.enter_context(context)
            tokens = [tokens for _, tokens, _ in written]
            return read_targets(self.pairs.translator, tokens, [wanted for _, _, wanted in written], decode)

    def _attention(self, condition: str, written: Sequence[Written]) -> Iterator[AbstractContextManager[None]]:
        """What is cut or patched. Paths of one attention are patched in one go: each would undo the others."""
        kind, _, paths = condition.partition(":")
        of_attention: dict[Attention, str] = {"self": NOUN_PATH, "cross": SUBJECT_PATH + POSSESSIVE_PATH + OTHER_PATH}
        for attention, own in of_attention.items():
            chosen = [path for path in own if path in paths]
            if kind == "cut":
                yield from (cutting(self.model, attention, self.pairs.edges(path)) for path in chosen)
            elif chosen and is_path(condition):
                keys = [self._keys(kind, path, written) for path in chosen]
                yield replacing_keys(self.model, attention, _one_after_another(keys), self._after_noun(written))

    def _after_noun(self, written: Sequence[Written]) -> Tensor:
        """The decoder's positions after the English noun, (rows, positions)."""
        longest = max(len(tokens) for _, tokens, _ in written)
        after = [max(self.pairs.lines[number].target_noun) + 1 for number, _, _ in written]
        return torch.arange(longest, device=self.model.device) >= torch.tensor(after, device=self.model.device)[:, None]

    def _keys(self, kind: str, path: str, written: Sequence[Written]) -> Edit:
        """What a path's keys are instead, of the states that a layer looks at; a row without another stays."""
        lines = [self.pairs.lines[number] for number, _, _ in written]
        partners, name = partners_of([number for number, _, _ in written]), POSITIONS[path]
        rows = [(line.question.line.number, getattr(line, name), _elsewhere(line, path)) for line in lines]
        displacement = Displacement(kind, path, rows, self.around.seed)

        def replaced(states: Tensor) -> Tensor:
            def other(row: int) -> Tensor | None:
                if kind == SAME:
                    like = self.around.alike[lines[row].question.line.number, path]
                    return self._alike[like.question.line.number][list(getattr(like, name))]
                there = partners[row]
                return None if there is None else states[there, list(getattr(lines[there], name))]

            return displacement.moved(states, other)

        return replaced

    @cached_property
    def _alike(self) -> dict[int, Tensor]:
        """What the encoder gives for the lines of the same gender that placebos take their means with, by number."""
        numbers = {line.question.line.number for line in self.pairs.lines}
        wanted = [line for (number, _), line in self.around.alike.items() if number in numbers]
        lines = {line.question.line.number: line for line in wanted}
        sources = [line.question.source for line in lines.values()]
        ids, mask = padded(sources, self.pairs.translator.tokenizer.pad_token_id, self.model.device)
        with torch.inference_mode():
            states = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.pairs.translator.tokens_seen += sum(map(len, sources))
        return dict(zip(lines, states, strict=True))

    def _states(self, condition: str) -> tuple[Tensor, Tensor]:
        """What the decoder looks at: the encoder's output and which positions are real."""
        mask, plain = self.pairs.source[1], self._plain[self.layers]
        kind, _, layer = condition.partition("@")
        if kind == SWAP:
            return plain[self.pairs.partner], mask[self.pairs.partner]
        if kind == ITSELF:
            everything = self.pairs.marked("possessive") | self.pairs.marked("subject")
            return self._edited({k: put(everything, self._plain[k]) for k in range(self.layers + 1)}), mask
        if not layer:
            return plain, mask
        after = int(layer.partition(":")[0])
        if kind in (ERASE, CONTROL):
            edit = self.around.erasers_after(after).edit(condition, self.pairs.lines, self._plain[after])
        else:
            edit = self._edit(kind, after)
        return (edit(plain) if after == self.layers else self._edited({after: edit})), mask

    def _edit(self, kind: str, layer: int) -> Edit:
        if kind == "u1":
            return put(self.pairs.marked("possessive"), self._unknown[layer])
        where, there = self.pairs.paired("possessive" if kind == "u2" else "noun")

        def average(hidden: Tensor) -> Tensor:
            other = hidden[self.pairs.partner].gather(1, there.unsqueeze(-1).expand(-1, -1, hidden.shape[-1]))
            return torch.where(where.unsqueeze(-1), (hidden + other) / 2, hidden)

        return average

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
