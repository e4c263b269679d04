"""Interventions in a language model that translates because it is asked to: the source is a part of its prompt.

A sequence is the prompt's beginning, the sentence, the prompt's end and what is written of the reference. No token sees
those behind it: the beginning is the same in both lines of a pair, and what stands behind the sentence is made from it.

`patch@k:X` the blocks X of the feminine sentence come from its partner after layer k; all other tokens have what they
            had there, and the layers above go on. What was read of the sentence below stays: t* is another for each k.
`patch@L:X` L being the number of layers: in every layer the sentence's tokens have what they have in the plain runs,
            those of X the partner's, and what stands behind is computed anew. It can read no more of the sentence than
            that, as a decoder can read no more than an encoder's output: this is the whole t*.
`same@k:X`, `random@k:X`, `elsewhere@k:X` are placebos: the blocks come from another sentence of the same gender; they
            move as far in a random direction; the token before the sentence moves by the mean of their steps.
`erase@k:X`, `control@k:X` as in apply_interventions.py; `itself` and `swap` hold and exchange the sentence in every
            layer.

Blocks may differ in length. A sequence is put together piece by piece and its positions are counted anew, so that with
all blocks exchanged it is the partner's prompt; where a model adds its positions to the embedding (GPT-2), vectors from
higher layers keep those that they were computed with, as an encoder's do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.inside.corpus_run import WordScores
from epicene.inside.interventions.aligned_pairs import (
    AlignedLine,
    differing,
    has_blocks,
    is_erased,
    is_patched,
    with_partners,
)
from epicene.inside.interventions.apply_interventions import (
    InterventionBatch,
    Written,
    displaced,
    mixed_places,
    next_alike,
)
from epicene.inside.interventions.conditions import (
    BASE,
    BLOCKS,
    CONTROL,
    ELSEWHERE,
    ERASE,
    ITSELF,
    PATCH,
    RANDOM,
    SAME,
    SWAP,
    Condition,
)
from epicene.models.batching import padded
from epicene.models.hooks import Edit, Site, editing, reading

SENTENCE = "sentence"  # what placebos take of a line of the same gender
DEPTHS = 4  # that are asked about where nobody says which: so many parts of the layers


def read_layers(text: str) -> list[int]:
    """`0,10,20`, as a user writes it."""
    try:
        return sorted({int(layer) for layer in text.split(",")})
    except ValueError as error:
        raise InputError(
            f"--layers {text}: write numbers with commas between them, such as 0,10,20; 0 is the embedding."
        ) from error


def prompt_layers(last: int, wanted: Sequence[int]) -> list[int]:
    """After which layers, and the number of all, which stands for every layer at once. After the last, nothing reads
    the sentence any more."""
    if wrong := [layer for layer in wanted if not 0 <= layer < last]:
        raise InputError(
            f"--layers {wrong[0]}: this model has 0 (the embedding) to {last - 1}, the last behind which its sentence "
            "is still read."
        )
    return [*(wanted or sorted({last * part // DEPTHS for part in range(DEPTHS)})), last]


def same_gender_sentences(lines: Sequence[AlignedLine]) -> dict[tuple[int, str], AlignedLine]:
    """For each line whose source says the gender, the next of its gender with the same blocks."""
    own = [line for line, partner in with_partners(lines) if is_erased(line, partner)]
    keys = [(line.question.line.gender, tuple(segment.block for segment in line.segments)) for line in own]
    return {
        (line.number, SENTENCE): following
        for line, following in next_alike(own, keys)
        if following.question.source != line.question.source
    }


@dataclass(frozen=True, slots=True)
class _Sequence:
    """One that is put together: `states` are states of the batch's plain runs, counted through; `held` are its own
    positions that keep them in every layer."""

    written: Written
    states: list[int]
    prompt: int  # tokens of it
    held: range


class PromptInterventions(InterventionBatch):
    """Plain runs are made once, and their states kept."""

    def answers(self, condition: Condition) -> list[WordScores]:
        rows = [row for row, (number, _, _) in enumerate(self.written) if self._applies(condition, number)]
        if not rows:
            return []
        sequences = [self._put_together(condition, row) for row in rows]
        positions, real = padded([each.states for each in sequences], 0, self.model.device)
        held = torch.zeros_like(real, dtype=torch.bool)
        for row, each in enumerate(sequences):
            held[row, list(each.held)] = True
        change, plain = self._change(condition, sequences), self._plain  # these runs come before any hook

        def edit(layer: int, where: Tensor) -> Edit:
            def replaced(hidden: Tensor) -> Tensor:
                states = change(layer, plain[layer].flatten(0, 1)[positions])
                return torch.where(where.unsqueeze(-1), states.to(hidden.dtype), hidden)

            return replaced

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(input_ids=tokens, attention_mask=real, use_cache=False).logits
            return logits

        layer, edits = self._layer(condition), dict[int, Edit]()
        if layer < self.layers:
            edits = {layer: edit(layer, real.bool())}
        elif condition != BASE:
            edits = {each: edit(each, held) for each in range(self.layers)}
        ids = self._ids[0].flatten()[positions].tolist()
        tokens = [own[: len(each.states)] for own, each in zip(ids, sequences, strict=True)]
        written, shifts = [each.written for each in sequences], [each.prompt for each in sequences]
        with editing(self.model, {Site("decoder", each): own for each, own in edits.items()}):
            return self._read(condition, written, decode, tokens, shifts)

    def states_after(self, layer: int) -> list[Tensor]:
        return [self._plain[layer][self._first[number]].cpu() for number in range(len(self.lines))]

    def _layer(self, condition: Condition) -> int:
        """The number of all stands for every layer, as for those that name none."""
        return self.layers if condition.layer is None else condition.layer

    def _applies(self, condition: Condition, number: int) -> bool:
        line, partner, kind = self.lines[number], self.lines[number ^ 1], condition.kind
        if condition in (BASE, ITSELF):
            return True
        if condition == SWAP:
            return has_blocks(line, partner)
        if kind in (ERASE, CONTROL):
            return is_erased(line, partner)
        if not is_patched(line, partner):
            return False
        if kind == SAME:
            return (line.number, SENTENCE) in self.context.alike
        if kind in (RANDOM, ELSEWHERE):
            has_room = kind == RANDOM or line.segments[0].positions[0] > 0
            return has_room and all(len(line.block(each)) == len(partner.block(each)) for each in condition.blocks)
        return condition.blocks <= differing(line, partner, self._layer(condition))

    def _put_together(self, condition: Condition, row: int) -> _Sequence:
        """The line's own sequence, with blocks of another in the place of its own where the condition says so."""
        number, tokens, _ = written = self.written[row]
        own, width, kind = self.lines[number], self._ids[0].shape[1], condition.kind
        prompt = len(own.question.source)
        everything = range(row * width, row * width + prompt + len(tokens))
        if not own.segments:
            return _Sequence(written, list(everything), prompt, range(prompt))
        blocks, other = frozenset[str](), (row, own)
        if kind in (SWAP.kind, SAME, PATCH):
            blocks = frozenset(BLOCKS) if condition == SWAP else condition.blocks
            other = self._alike[own.number] if kind == SAME else (self._first[number ^ 1], self.lines[number ^ 1])
        start, end = own.segments[0].positions[0], own.segments[-1].positions[-1] + 1
        sentence = mixed_places(width, (row, own), other, blocks)
        held = range(start - (kind == ELSEWHERE), start + len(sentence))
        positions = [*everything[:start], *sentence, *everything[end:]]
        return _Sequence(written, positions, prompt - (end - start) + len(sentence), held)

    def _change(self, condition: Condition, sequences: Sequence[_Sequence]) -> Callable[[int, Tensor], Tensor]:
        """What becomes of the states that were put together, after a layer."""
        lines, kind = [self.lines[each.written[0]] for each in sequences], condition.kind
        if kind in (ERASE, CONTROL):
            return lambda layer, states: self.context.erasers.edit(condition, lines, states)(states)
        if kind not in (RANDOM, ELSEWHERE):
            return lambda layer, states: states

        def moved(layer: int, states: Tensor) -> Tensor:
            """By the way from a line's blocks to its partner's, piece by piece."""
            moved_states = states.clone()
            for row, (each, line) in enumerate(zip(sequences, lines, strict=True)):
                partner, there = self.lines[each.written[0] ^ 1], self._first[each.written[0] ^ 1]
                own, theirs = (
                    [position for block in BLOCKS if block in condition.blocks for position in side.block(block)]
                    for side in (line, partner)
                )
                step, before = self._plain[layer][there, theirs] - states[row, own], line.segments[0].positions[0] - 1
                seed = [self.context.seed, line.number, layer]
                moved_states[row] = displaced(kind, states[row], own, step, before, seed)
            return moved_states

        return moved

    @cached_property
    def _first(self) -> dict[int, int]:
        """The first row of each line."""
        numbers = [number for number, _, _ in self.written]
        return {number: numbers.index(number) for number in numbers}

    @cached_property
    def _alike(self) -> dict[int, tuple[int, AlignedLine]]:
        """Rows of the sentences of the same gender, which come last, by the number of the line that takes of them."""
        known = [line.number for line in self.lines if (line.number, SENTENCE) in self.context.alike]
        rows = enumerate(known, start=len(self.written))
        return {number: (row, self.context.alike[number, SENTENCE]) for row, number in rows}

    @cached_property
    def _ids(self) -> tuple[Tensor, Tensor]:
        """Plain sequences: of what is written, then prompts of the same gender; and which tokens are real."""
        rows = [(*self.lines[number].question.source, *tokens) for number, tokens, _ in self.written]
        rows += [line.question.source for _, line in self._alike.values()]
        return padded(rows, self.translator.pad_id, self.model.device)

    @cached_property
    def _plain(self) -> list[Tensor]:
        """States after every layer but the last, from the embedding on."""
        ids, real = self._ids
        sites = [Site("decoder", layer) for layer in range(self.layers)]
        with torch.inference_mode(), reading(self.model, sites) as states:
            self.model.base_model(input_ids=ids, attention_mask=real, use_cache=False)
        self.translator.tokens_seen += int(real.sum())
        return [states[site] for site in sites]
