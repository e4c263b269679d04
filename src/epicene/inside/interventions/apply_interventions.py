"""Interventions on a batch of pairs in an encoder-decoder: what the encoder gives the decoder, and what the keys of the
decoder's attention are. `aligned_pairs.py` says what each condition does.

Of a path, keys are patched for the decoder's positions after the English noun, so that what reaches the possessive
directly and what the noun passes on are told apart. Every position keeps a key: a path that was cut instead would have
its attention shared out among other words, which may carry the gender too. Placebos of a path should change nothing:
`same` takes the mean with a line of the same gender, `random` moves the key as far in a random direction, `elsewhere`
moves another position's key as the path's own would be (the end mark's; for path d the possessive's).

The amnesic effect (after Elazar et al. 2021, with LEACE): how much of t goes when gender is erased from what the
encoder gives for a block, after a layer. What a probe reads may not be used; what is missed when it is gone, was.

Each word role has an eraser of its own, with a shrunk covariance, for nouns may be few: the determiner's and the noun's
pieces one each, and each piece of the other blocks, which are the same words in every line. Erasers are cross-fitted:
those that a noun's lines meet were fitted without them. The control's erasers were fitted to labels flipped pair by
pair, at random."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce

import numpy as np
import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.grammar.people import Gender
from epicene.inside.corpus_run import WordScores
from epicene.inside.forced.decoding import Target, read_targets, rows_of
from epicene.inside.interventions.aligned_pairs import AlignedLine, differing, is_erased, is_patched
from epicene.inside.interventions.conditions import (
    BLOCKS,
    CONTROL,
    DETERMINER,
    ELSEWHERE,
    ERASE,
    ITSELF,
    NOUN,
    NOUN_PATH,
    OTHER_PATH,
    PATCH,
    PATHS,
    POSSESSIVE_PATH,
    RANDOM,
    SAME,
    SUBJECT_PATH,
    SWAP,
    U1,
    Condition,
)
from epicene.metrics.inside_measures import Eraser, fit_leace
from epicene.models.batching import by_length, padded
from epicene.models.hooks import (
    Attention,
    Edit,
    Site,
    editing,
    n_layers,
    put,
    reading,
    replacing_keys,
    skipping,
    stack_of,
)
from epicene.models.translation import Translator

FOLDS = 5
Role = tuple[str, int]  # a block, and which of its pieces


def roles_of(line: AlignedLine) -> list[tuple[int, Role]]:
    """Every position of a line with its role."""
    return [
        (position, (block, 0 if block in (DETERMINER, NOUN) else index))
        for block in BLOCKS
        for index, position in enumerate(line.block(block))
    ]


def folds_of(lines: Sequence[AlignedLine], seed: int) -> dict[str, int]:
    """Which fold each noun is in."""
    nouns = sorted({line.question.line.occupation for line in lines})
    order = np.random.default_rng(seed).permutation(len(nouns))
    return {nouns[index]: rank % min(FOLDS, len(nouns)) for rank, index in enumerate(order)}


@dataclass(frozen=True, slots=True)
class Erasers:
    """Those of one layer, by kind (erase, control), fold and role."""

    folds: Mapping[str, int]
    fitted: Mapping[tuple[str, int, Role], Eraser]

    def edit(self, condition: Condition, lines: Sequence[AlignedLine], hidden: Tensor) -> Edit:
        """Erase at the positions of a condition; lines that were not fitted (they have no blocks) stay as they are."""
        means, reads, writes = (np.zeros(hidden.shape) for _ in range(3))
        for row, line in enumerate(lines):
            fold = self.folds.get(line.question.line.occupation, -1)
            for position, role in roles_of(line):
                eraser = self.fitted.get((condition.kind, fold, role))
                if eraser is not None and role[0] in condition.blocks and eraser.reads.shape[1]:
                    means[row, position] = eraser.mean
                    reads[row, position], writes[row, position] = eraser.reads[:, 0], eraser.writes[0]
        mean, read, write = (torch.from_numpy(each).to(hidden) for each in (means, reads, writes))
        return lambda states: states - ((states - mean) * read).sum(dim=-1, keepdim=True) * write


def fit_erasers(states: Mapping[int, Tensor], lines: Sequence[AlignedLine], seed: int) -> Erasers:
    """`states` by the line's number: what stands after a layer at each of its positions."""
    folds, pairs = folds_of(lines, seed), sorted({line.question.line.pair for line in lines})
    flipped = np.random.default_rng([seed, 1]).random(len(pairs)) < 0.5
    flips = dict(zip(pairs, map(bool, flipped), strict=True))  # whether a pair's two labels change places
    by_role: dict[Role, list[tuple[AlignedLine, int]]] = {}
    for line in lines:
        for position, role in roles_of(line):
            by_role.setdefault(role, []).append((line, position))
    fitted: dict[tuple[str, int, Role], Eraser] = {}
    for role, examples in by_role.items():
        x = np.stack([states[line.number][position].double().cpu().numpy() for line, position in examples])
        of_fold = np.array([folds[line.question.line.occupation] for line, _ in examples])
        feminine = np.array([line.question.line.gender is Gender.FEMININE for line, _ in examples])
        flip = np.array([flips[line.question.line.pair] for line, _ in examples])
        for kind, labels in ((ERASE, feminine), (CONTROL, feminine != flip)):
            for fold in set(folds.values()):
                others = of_fold != fold
                if others.any():
                    fitted[kind, fold, role] = fit_leace(x[others], labels[others], shrunk=True)
    return Erasers(folds, fitted)


Pair = tuple[AlignedLine, AlignedLine]
Written = tuple[int, tuple[int, ...], list[Target]]  # a line of the batch, the tokens, and what is wanted of them
STATES_KEPT = 4
PATH_POSITIONS = {
    SUBJECT_PATH: "subject",
    NOUN_PATH: "target_noun",
    POSSESSIVE_PATH: "possessive",
    OTHER_PATH: "others",
}
ATTENTION: dict[Attention, str] = {"self": NOUN_PATH, "cross": SUBJECT_PATH + POSSESSIVE_PATH + OTHER_PATH}
AVERAGED = {"u2": "possessive", "u3": "noun"}


def batches_of_pairs(translator: Translator, lines: Sequence[AlignedLine]) -> Iterator[list[Pair]]:
    """Of a language model the states of every layer are kept while a batch is asked, so that batches are smaller."""
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    times = 1 if translator.marks.prompt is None else STATES_KEPT
    costs = [times * sum(len(line.question.source) + len(line.question.prefix) for line in pair) for pair in pairs]
    for batch in by_length(costs, lambda: translator.budget):
        yield [pairs[index] for index in batch]


def unknown_id(translator: Translator) -> int:
    token_id = translator.tokenizer.unk_token_id
    if token_id is None:
        raise InputError(f"{translator.name} has no token for unknown words, so u1 cannot be made.")
    return int(token_id)


@dataclass(frozen=True, slots=True)
class Context:
    """What an intervention needs of lines beyond its own batch: for placebos a line of the same gender, by a line's
    number and the path; for the amnesic effect the erasers of a layer."""

    alike: Mapping[tuple[int, str], AlignedLine] = field(default_factory=dict)
    erasers: Erasers = field(default_factory=lambda: Erasers({}, {}))
    seed: int = 0


class InterventionBatch(ABC):
    """Pairs in one batch, each pair's two lines one after the other, so that the partner of row i is row i ^ 1."""

    def __init__(self, translator: Translator, pairs: Sequence[Pair], context: Context | None = None) -> None:
        self.translator, self.context = translator, context or Context()
        self.lines = [line for pair in pairs for line in pair]
        self.model = translator.model
        self.layers = n_layers(self.model)

    @abstractmethod
    def answers(self, condition: Condition) -> list[WordScores]:
        """What every line to which the condition applies says of both words."""

    @abstractmethod
    def states_after(self, layer: int) -> list[Tensor]:
        """The states after a layer, line by line, with padding."""

    @cached_property
    def written(self) -> list[Written]:
        """What the decoder is forced through: the line, the tokens, and what is wanted of them; a line comes twice only
        where a word of several pieces makes that necessary."""
        rows: list[Written] = []
        for row, line in enumerate(self.lines):
            wanted: dict[tuple[int, ...], list[Target]] = {}
            for forward, targets in rows_of(line.question):
                wanted.setdefault(forward.decoder, []).extend(targets)
            rows += [(row, tokens, targets) for tokens, targets in wanted.items()]
        return rows

    def _read(
        self,
        condition: Condition,
        written: Sequence[Written],
        decode: Callable[[Tensor], Tensor],
        tokens: Sequence[Sequence[int]],
        shifts: Sequence[int] | None = None,
    ) -> list[WordScores]:
        """What lines of the batch say of both words, from the logs of what was written for them."""
        wanted, logs_of = [targets for _, _, targets in written], dict[int, dict[Target, float]]()
        decoded = read_targets(self.translator, tokens, wanted, decode, shifts)
        for (row, _, _), logs in zip(written, decoded, strict=True):
            logs_of.setdefault(row, {}).update(logs)
        answers = []
        for row, logs in logs_of.items():
            both = (sum(map(logs.__getitem__, targets)) for _, targets in rows_of(self.lines[row].question))
            answers.append(WordScores(str(condition), self.lines[row].number, *both))
        return answers


def mixed_places(
    width: int, own: tuple[int, AlignedLine], other: tuple[int, AlignedLine], blocks: frozenset[str]
) -> list[int]:
    """Which states of a batch, counted through, make up a sentence with some blocks of another; each is given with its
    row, `width` positions long."""
    chosen = []
    for index, segment in enumerate(own[1].segments):
        row, line = other if segment.block in blocks else own
        chosen += [row * width + position for position in line.segments[index].positions]
    return chosen


def displaced(
    kind: str, states: Tensor, here: Sequence[int], step: Tensor, elsewhere: int, seed: Sequence[int]
) -> Tensor:
    """A row whose states move by a step; as a placebo in a random direction that depends on the seed alone, as far, or
    at another position."""
    if kind == RANDOM:
        directions = torch.from_numpy(np.random.default_rng(seed).normal(size=tuple(step.shape))).to(step)
        step = directions / directions.norm(dim=-1, keepdim=True) * step.norm(dim=-1, keepdim=True)
    moved = states.clone()
    if kind == ELSEWHERE:
        moved[elsewhere] += step.mean(dim=0)
    else:
        moved[list(here)] += step
    return moved


class EncoderInterventions(InterventionBatch):
    """The encoder runs once plainly, and again only where it must."""

    def answers(self, condition: Condition) -> list[WordScores]:
        from transformers.modeling_outputs import BaseModelOutput

        rows = [row for row in range(len(self.lines)) if self._applies(condition, row)]
        if not rows:
            return []
        states, mask = self._patched(condition, rows) if condition.kind == PATCH else self._states(condition, rows)
        index_of = {row: index for index, row in enumerate(rows)}
        written = [each for each in self.written if each[0] in index_of]
        indices = torch.tensor([index_of[row] for row, _, _ in written], device=states.device)
        given = BaseModelOutput(last_hidden_state=states[indices])

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(
                encoder_outputs=given, attention_mask=mask[indices], decoder_input_ids=tokens, use_cache=False
            ).logits
            return logits

        with ExitStack() as changed:
            # Paths of one attention are patched in one go: each would undo the others.
            for attention, paths in ATTENTION.items() if condition.is_of_paths else ():
                if keys := [self._keys(condition.kind, path, written) for path in paths if path in condition.parts]:
                    edit = partial(reduce, lambda states, edit: edit(states), keys)
                    changed.enter_context(replacing_keys(self.model, attention, edit, self._after_noun(written)))
            return self._read(condition, written, decode, [tokens for _, tokens, _ in written])

    def states_after(self, layer: int) -> list[Tensor]:
        return list(self._plain[layer].cpu())

    def _applies(self, condition: Condition, row: int) -> bool:
        """Means need as many pieces on both sides, and erasers lines that have blocks."""
        line, partner, kind = self.lines[row], self.lines[row ^ 1], condition.kind
        if kind == PATCH:
            return is_patched(line, partner) and condition.blocks <= differing(line, partner, condition.layer or 0)
        if kind in (ERASE, CONTROL):
            return is_erased(line, partner)
        names = [PATH_POSITIONS[path] for path in condition.parts] if condition.is_of_paths else []
        names += [AVERAGED[kind]] if kind in AVERAGED else []
        if any(len(getattr(line, name)) != len(getattr(partner, name)) for name in names):
            return False
        # Both lines of a pair need another of their gender: one that stays would say that the placebo changes nothing.
        return kind != SAME or all((each.number, condition.parts) in self.context.alike for each in (line, partner))

    def _patched(self, condition: Condition, rows: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Sentences with some blocks from the partner: each is put together after the layer, and the layers above go on
        from it. What is read below it does not matter, but some (NLLB, M2M100) count positions from the ids."""
        ids, _ = self._source
        pairs = [((row, self.lines[row]), (row ^ 1, self.lines[row ^ 1])) for row in rows]
        chosen = [mixed_places(ids.shape[1], own, other, condition.blocks) for own, other in pairs]
        positions, mask = padded(chosen, 0, self.model.device)
        layer = condition.layer or 0
        states = self._plain[layer].flatten(0, 1)[positions]
        if layer == self.layers:
            return states, mask
        mixed = ids.flatten()[positions].masked_fill(mask == 0, self.translator.pad_id)
        return self._encode_from(layer, states, mixed, mask), mask

    def _states(self, condition: Condition, rows: Sequence[int]) -> tuple[Tensor, Tensor]:
        """What the decoder looks at in some rows: the encoder's output and which positions are real."""
        (ids, mask), edits = self._source, dict[int, Edit]()
        plain, layer = self._plain[self.layers], condition.layer or 0
        if condition == SWAP:
            partners = [row ^ 1 for row in rows]
            return plain[partners], mask[partners]
        if condition == ITSELF:
            where = self._marked("possessive") | self._marked("subject")
            edits = {layer: put(where, states) for layer, states in enumerate(self._plain)}
        elif condition == U1:
            token = torch.tensor(unknown_id(self.translator), device=self.model.device)
            with torch.inference_mode():  # by the embedding's own module, for some scale what they look up
                edits = {0: put(self._marked("possessive"), stack_of(self.model).embedding(token))}
        elif condition.kind in AVERAGED:
            edits = {layer: self._average(AVERAGED[condition.kind])}
        elif condition.kind in (ERASE, CONTROL):
            edits = {layer: self.context.erasers.edit(condition, self.lines, self._plain[layer])}
        if condition == ITSELF:  # a check of the hooks: every layer computes
            plain = self._encode(ids, mask, edits)
        for layer, edit in edits.items() if condition != ITSELF else ():
            states = edit(self._plain[layer])
            plain = states if layer == self.layers else self._encode_from(layer, states, ids, mask)
        return plain[rows], mask[rows]

    def _average(self, name: str) -> Edit:
        """The pair's means at a word; a pair whose two words have different numbers of pieces stays as it was."""

        def average(hidden: Tensor) -> Tensor:
            states = hidden.clone()
            for row, line in enumerate(self.lines):
                here, there = list(getattr(line, name)), list(getattr(self.lines[row ^ 1], name))
                if len(here) == len(there):
                    states[row, here] = (hidden[row, here] + hidden[row ^ 1, there]) / 2
            return states

        return average

    def _marked(self, name: str) -> Tensor:
        """Source positions of the possessive or the subject, (rows, positions)."""
        where = torch.zeros(self._source[0].shape, dtype=torch.bool)
        for row, line in enumerate(self.lines):
            where[row, list(getattr(line, name))] = True
        return where.to(self.model.device)

    @cached_property
    def _source(self) -> tuple[Tensor, Tensor]:
        """Ids and which of them are real."""
        return self._padded(self.lines)

    @cached_property
    def _plain(self) -> list[Tensor]:
        """States after every layer, from the embedding on."""
        sites = [Site("encoder", layer) for layer in range(self.layers + 1)]
        with reading(self.model, sites) as states:
            self._encode(*self._source)
        return [states[site] for site in sites]

    def _padded(self, lines: Sequence[AlignedLine]) -> tuple[Tensor, Tensor]:
        pad = self.translator.tokenizer.pad_token_id
        return padded([line.question.source for line in lines], pad, self.model.device)

    def _encode(self, ids: Tensor, mask: Tensor, edits: Mapping[int, Edit] | None = None) -> Tensor:
        sites = {Site("encoder", layer): edit for layer, edit in (edits or {}).items()}
        with torch.inference_mode(), editing(self.model, sites):
            states: Tensor = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.translator.tokens_seen += int(mask.sum())
        return states

    def _encode_from(self, layer: int, states: Tensor, ids: Tensor, mask: Tensor) -> Tensor:
        """The encoder's output where these states stand after a layer; the layers below need not compute."""
        with skipping(self.model, layer):
            return self._encode(ids, mask, {layer: lambda _: states})

    def _after_noun(self, written: Sequence[Written]) -> Tensor:
        """The decoder's positions after the English noun, (rows, positions)."""
        longest = max(len(tokens) for _, tokens, _ in written)
        after = torch.tensor([max(self.lines[row].target_noun) + 1 for row, _, _ in written], device=self.model.device)
        return torch.arange(longest, device=self.model.device) >= after[:, None]

    def _keys(self, kind: str, path: str, written: Sequence[Written]) -> Edit:
        """What a path's keys are instead, of the states that a layer looks at: means with the partner's, or with those
        of a line of the same gender; a row without another stays."""
        lines, name = [self.lines[row] for row, _, _ in written], PATH_POSITIONS[path]
        partners = partners_of([row for row, _, _ in written])

        def replaced(states: Tensor) -> Tensor:
            moved = states.clone()
            for row, (line, partner) in enumerate(zip(lines, partners, strict=True)):
                if kind == SAME:
                    like = self.context.alike[line.number, path]
                    theirs = self._alike[like.number][list(getattr(like, name))]
                elif partner is not None:
                    theirs = states[partner, list(getattr(lines[partner], name))]
                else:
                    continue
                here = list(getattr(line, name))
                step = (theirs - states[row, here]) / 2
                seed = [self.context.seed, line.number, PATHS.index(path)]
                moved[row] = displaced(kind, states[row], here, step, _elsewhere(line, path), seed)
            return moved

        return replaced

    @cached_property
    def _alike(self) -> dict[int, Tensor]:
        """What the encoder gives for the lines of the same gender that placebos take their means with, by number."""
        numbers = {line.number for line in self.lines}
        lines = {line.number: line for (number, _), line in self.context.alike.items() if number in numbers}
        return dict(zip(lines, self._encode(*self._padded(list(lines.values()))), strict=True))


def _elsewhere(line: AlignedLine, path: str) -> int:
    """Where a placebo moves a key that is not the path's."""
    if path == NOUN_PATH:
        return 0
    return line.possessive[-1] if path == OTHER_PATH else len(line.question.source) - 1


def same_gender(lines: Sequence[AlignedLine]) -> dict[tuple[int, str], AlignedLine]:
    """For each line and path of cross-attention the next line of its gender whose words have as many pieces; by number
    and path."""
    alike: dict[tuple[int, str], AlignedLine] = {}
    for path in ATTENTION["cross"]:
        keys = [(line.question.line.gender, len(getattr(line, PATH_POSITIONS[path]))) for line in lines]
        alike |= {
            (line.number, path): following for line, following in next_alike(lines, keys) if following is not line
        }
    return alike


def next_alike(lines: Sequence[AlignedLine], keys: Sequence[object]) -> Iterator[Pair]:
    """Each line with the next of the same key; lines come round, so that the only one of its key comes with itself."""
    alike: dict[object, list[AlignedLine]] = {}
    for line, key in zip(lines, keys, strict=True):
        alike.setdefault(key, []).append(line)
    for own in alike.values():
        yield from zip(own, [*own[1:], own[0]], strict=True)


def partners_of(written: Sequence[int]) -> list[int | None]:
    """Rows of the decoder are lines of a batch, some twice: which row is the partner's, in the same place."""
    keys = [(number, list(written[:row]).count(number)) for row, number in enumerate(written)]
    row_of = {key: row for row, key in enumerate(keys)}
    return [row_of.get((number ^ 1, count)) for number, count in keys]
