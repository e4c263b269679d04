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
`erase@k:X`, `control@k:X` as in amnesic.py; `itself` and `swap` hold and exchange the sentence in every layer.

Blocks may differ in length. A sequence is put together piece by piece and its positions are counted anew, so that with
all blocks exchanged it is the partner's prompt; where a model adds its positions to the embedding (GPT-2), vectors from
higher layers keep those that they were computed with, as an encoder's do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.core.types import Estimate
from epicene.inside.corpus_run import Answer
from epicene.inside.forced.decoding import read_targets
from epicene.inside.forced.forced_estimates import Measuring, Value
from epicene.inside.hooks import Site, editing, reading
from epicene.inside.interventions.amnesic import CONTROL, ERASE, EVERYWHERE
from epicene.inside.interventions.apply_interventions import (
    ITSELF,
    SWAP,
    BatchOfPairs,
    Written,
    is_erased,
    mixed_places,
    summed,
)
from epicene.inside.interventions.complete_patching import (
    BASE,
    LETTERS,
    PATCH,
    differing,
    has_blocks,
    is_patched,
    is_told,
    masculine_choice,
    patch_name,
    patch_names,
    patched_blocks,
    patched_layer,
)
from epicene.inside.interventions.path_patching import ELSEWHERE, PLACEBO, PLACEBOS, RANDOM, SAME, as_long
from epicene.inside.interventions.placed_lines import BLOCKS, Placed, Positions
from epicene.models.batching import padded
from epicene.models.layers import Edit

SENTENCE = "sentence"  # what placebos take of a line of the same gender
DEPTHS = 4  # that are asked about where nobody says which: so many parts of the layers


def read_layers(text: str) -> list[int]:
    """`0,10,20`, as a user writes it."""
    try:
        return sorted({int(one) for one in text.split(",")})
    except ValueError as error:
        raise InputError(
            f"--layers {text}: write numbers with commas between them, such as 0,10,20; 0 is the embedding."
        ) from error


def prompt_layers(last: int, asked: Sequence[int]) -> list[int]:
    """After which layers, and the number of all, which stands for every layer at once. After the last, nothing reads
    the sentence any more."""
    if wrong := [layer for layer in asked if not 0 <= layer < last]:
        raise InputError(
            f"--layers {wrong[0]}: this model has 0 (the embedding) to {last - 1}, the last behind which its sentence "
            "is still read."
        )
    return [*(asked or sorted({last * part // DEPTHS for part in range(DEPTHS)})), last]


def prompt_names(layers: Sequence[int]) -> list[str]:
    """Every block has its placebos in all layers at once, the whole sentence after each."""
    placebos = [f"{kind}@{layers[-1]}:{letter}" for letter in LETTERS for kind in PLACEBOS]
    placebos += [f"{kind}@{layer}:{EVERYWHERE}" for layer in layers for kind in PLACEBOS]
    return [BASE, *patch_names(layers), *placebos, SWAP, ITSELF]


def is_of_blocks(condition: str) -> bool:
    """Asked of feminine lines only, and read as v, not as t."""
    return condition.partition("@")[0] in (PATCH.rstrip("@"), *PLACEBOS) and "@" in condition


def same_gender_sentences(lines: Sequence[Placed]) -> dict[tuple[int, str], Placed]:
    """For each line whose source says the gender, the next of its gender with the same blocks; lines come round."""
    by_line = {line.question.line.number: line for line in lines}
    alike: dict[object, list[Placed]] = {}
    for number, line in by_line.items():
        if is_erased(line, by_line[number ^ 1]):
            blocks = tuple(segment.block for segment in line.segments)
            alike.setdefault((line.question.line.gender, blocks), []).append(line)
    return {
        (line.question.line.number, SENTENCE): following
        for own in alike.values()
        for line, following in zip(own, [*own[1:], own[0]], strict=True)
        if following.question.source != line.question.source
    }


def placebo_estimates(
    answers: Mapping[tuple[str, int], Answer],
    placed: Sequence[Placed],
    layers: Sequence[int],
    same_noun: Mapping[int, bool],
    measuring: Measuring,
) -> list[Estimate]:
    """How far v moves: `exchanged_noun` when the noun alone is the partner's, `same_noun`, `random_noun` and
    `elsewhere_noun` under its placebos, all in every layer, and `beyond_random_noun`, how much further the partner's
    noun moves it; `same@7_all` for the whole sentence after layer 7."""
    by_line, last = {line.question.line.number: line for line in placed}, layers[-1]
    told = [line for number, line in by_line.items() if is_told(line, by_line[number ^ 1])]
    asked = {f"exchanged_{block}": patch_name(last, frozenset([block])) for block in BLOCKS}
    asked |= {f"{kind}_{block}": f"{kind}@{last}:{letter}" for letter, block in LETTERS.items() for kind in PLACEBOS}
    for layer in layers:
        after = "" if layer == last else f"@{layer}"
        asked |= {f"{kind}{after}_all": f"{kind}@{layer}:{EVERYWHERE}" for kind in PLACEBOS}
    pairs = {metric: (condition, BASE) for metric, condition in asked.items()}
    for kind, block in ((kind, block) for kind in PLACEBOS for block in BLOCKS):
        pairs[f"beyond_{kind}_{block}"] = asked[f"exchanged_{block}"], asked[f"{kind}_{block}"]
    found = []
    for metric, (condition, other) in pairs.items():
        values = {
            number: Value("t", line.question.line, masculine_choice(one) - masculine_choice(two), same_noun[number])
            for line in told
            for number in [line.question.line.number]
            if (one := answers.get((condition, number))) and (two := answers.get((other, number)))
        }
        family = PLACEBO if metric.startswith(PLACEBOS) else ""
        if values:
            found.append(measuring.mean(metric, "all", values, 0.0, len(told), family))
    return found


@dataclass(frozen=True, slots=True)
class _Sequence:
    """One that is put together: `places` are states of the batch's plain runs, counted through; `held` are its own
    positions that keep them in every layer. The row is that of the plain run which it is made from."""

    row: int
    written: Written
    places: list[int]
    prompt: int  # tokens of it
    held: range


class PromptIntervening(BatchOfPairs):
    """Plain runs are made once, and their states kept."""

    def answers(self, condition: str) -> list[Answer]:
        """Of every line to which the condition applies."""
        rows = [row for row, (number, _, _) in enumerate(self.pairs.written) if self._applies(condition, number)]
        if not rows:
            return []
        sequences = [self._put_together(condition, row) for row in rows]
        lengths = [len(one.places) for one in sequences]
        places, real = padded([one.places for one in sequences], 0, self.model.device)
        held = torch.zeros_like(real, dtype=torch.bool)
        for row, one in enumerate(sequences):
            held[row, list(one.held)] = True
        change, plain = self._change(condition, sequences), self._plain

        def edit(layer: int, where: Tensor) -> Edit:
            def replaced(hidden: Tensor) -> Tensor:
                states = plain[layer].flatten(0, 1)[places]
                return torch.where(where.unsqueeze(-1), change(layer, states).to(hidden.dtype), hidden)

            return replaced

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(input_ids=tokens, attention_mask=real, use_cache=False).logits
            return logits

        layer = self._layer(condition)
        edits = {layer: edit(layer, real.bool())} if layer < self.layers else {}
        if condition != BASE and layer == self.layers:
            edits = {each: edit(each, held) for each in range(self.layers)}
        ids = self._ids[0].flatten()[places].tolist()
        tokens = [own[:length] for own, length in zip(ids, lengths, strict=True)]
        wanted = [[(one.prompt + place, token) for place, token in one.written[2]] for one in sequences]
        with editing(self.model, {Site("decoder", each): one for each, one in edits.items()}):
            logs = read_targets(self.pairs.translator, tokens, wanted, decode)
        moved = [
            {(place - one.prompt, token): value for (place, token), value in own.items()}
            for one, own in zip(sequences, logs, strict=True)
        ]
        return summed(condition, self.pairs, [one.written for one in sequences], moved)

    def states_after(self, layer: int) -> list[Tensor]:
        """What stands after a layer, line by line; padding goes with it."""
        return [self._plain[layer][self._first[number]].cpu() for number in range(len(self.pairs.lines))]

    def _layer(self, condition: str) -> int:
        """The number of all stands for every layer, as for those that name none."""
        return patched_layer(condition) if "@" in condition else self.layers

    def _applies(self, condition: str, number: int) -> bool:
        line, partner, kind = self.pairs.lines[number], self.pairs.lines[number ^ 1], condition.partition("@")[0]
        if kind in (BASE, ITSELF):
            return True
        if kind == SWAP:
            return has_blocks(line, partner)
        if kind in (ERASE, CONTROL):
            return is_erased(line, partner)
        blocks = patched_blocks(condition)
        if not is_patched(line, partner):
            return False
        if kind == SAME:
            return (line.question.line.number, SENTENCE) in self.around.alike
        if kind in (RANDOM, ELSEWHERE):
            has_room = kind == RANDOM or line.segments[0].positions[0] > 0
            return has_room and all(len(line.block(one)) == len(partner.block(one)) for one in blocks)
        return blocks <= differing(line, partner, self._layer(condition))

    def _put_together(self, condition: str, row: int) -> _Sequence:
        """The line's own sequence, with blocks of another in the place of its own where the condition says so."""
        number, tokens, _ = written = self.pairs.written[row]
        own, width, kind = self.pairs.lines[number], self._ids[0].shape[1], condition.partition("@")[0]
        prompt = len(own.question.source)
        blocks, other = frozenset[str](), (row, own)
        if kind in (SWAP, SAME, PATCH.rstrip("@")):
            blocks = frozenset(BLOCKS) if kind == SWAP else patched_blocks(condition)
            other = self._alike[own.question.line.number] if kind == SAME else self._partner(number)
        if not own.segments:
            places = list(range(row * width, row * width + prompt + len(tokens)))
            return _Sequence(row, written, places, prompt, range(prompt))
        start, end = own.segments[0].positions[0], own.segments[-1].positions[-1] + 1
        sentence = mixed_places(width, (row, own), other, blocks)
        before, behind = range(start), range(end, prompt + len(tokens))
        places = [*(row * width + place for place in before), *sentence, *(row * width + place for place in behind)]
        held = range(start - (kind == ELSEWHERE), start + len(sentence))
        return _Sequence(row, written, places, prompt - (end - start) + len(sentence), held)

    def _change(self, condition: str, sequences: Sequence[_Sequence]) -> Callable[[int, Tensor], Tensor]:
        """What becomes of the states that were put together, after a layer."""
        kind = condition.partition("@")[0]
        lines = [self.pairs.lines[one.written[0]] for one in sequences]
        if kind in (ERASE, CONTROL):
            erasers = self.around.erasers_after(self._layer(condition))
            return lambda layer, states: erasers.edit(condition, lines, states)(states)
        if kind not in (RANDOM, ELSEWHERE):
            return lambda layer, states: states

        def moved(layer: int, states: Tensor) -> Tensor:
            found = states.clone()
            for row, (one, line) in enumerate(zip(sequences, lines, strict=True)):
                here, step = self._step(condition, layer, one.written[0], states[row])
                if kind == RANDOM:
                    found[row, list(here)] += as_long(step, [self.around.seed, line.question.line.number, layer])
                else:
                    found[row, line.segments[0].positions[0] - 1] += step.mean(dim=0)
            return found

        return moved

    def _step(self, condition: str, layer: int, number: int, own: Tensor) -> tuple[Positions, Tensor]:
        """From a line's blocks to its partner's, piece by piece."""
        row, partner = self._partner(number)
        blocks = [block for block in BLOCKS if block in patched_blocks(condition)]
        here, there = (
            tuple(place for block in blocks for place in line.block(block))
            for line in (self.pairs.lines[number], partner)
        )
        return here, self._plain[layer][row, list(there)] - own[list(here)]

    def _partner(self, number: int) -> tuple[int, Placed]:
        return self._first[number ^ 1], self.pairs.lines[number ^ 1]

    @cached_property
    def _first(self) -> dict[int, int]:
        """The first row of each line."""
        numbers = [number for number, _, _ in self.pairs.written]
        return {number: numbers.index(number) for number in numbers}

    @cached_property
    def _alike(self) -> dict[int, tuple[int, Placed]]:
        """Rows of the sentences of the same gender, which come last, by the number of the line that takes of them."""
        numbers = [line.question.line.number for line in self.pairs.lines]
        found = [
            (number, self.around.alike[number, SENTENCE])
            for number in numbers
            if (number, SENTENCE) in self.around.alike
        ]
        return {number: (len(self.pairs.written) + row, line) for row, (number, line) in enumerate(found)}

    @cached_property
    def _ids(self) -> tuple[Tensor, Tensor]:
        """Plain sequences: of what is written, then prompts of the same gender; and which tokens are real."""
        lines = self.pairs.lines
        rows = [(*lines[number].question.source, *tokens) for number, tokens, _ in self.pairs.written]
        rows += [line.question.source for _, line in self._alike.values()]
        return padded(rows, self.pairs.translator.pad_id, self.model.device)

    @cached_property
    def _plain(self) -> list[Tensor]:
        """States after every layer but the last, from the embedding on."""
        ids, real = self._ids
        sites = [Site("decoder", layer) for layer in range(self.layers)]
        with torch.inference_mode(), reading(self.model, sites) as found:
            self.model.base_model(input_ids=ids, attention_mask=real, use_cache=False)
        self.pairs.translator.tokens_seen += int(real.sum())
        return [found[site] for site in sites]
