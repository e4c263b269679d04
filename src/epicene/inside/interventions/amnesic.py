"""The amnesic effect (after Elazar et al. 2021, with LEACE): how much of t goes when gender is erased from what the
encoder gives for a block, after a layer. What a probe reads may not be used; what is missed when it is gone, was.

Each word role has an eraser of its own, with a shrunk covariance, for nouns may be few: the determiner's and the noun's
pieces one each, and each piece of the other blocks, which are the same words in every line. Erasers are cross-fitted:
those that a noun's lines meet were fitted without them. `erase@k:d` erases at the determiner after layer k,
`erase@k:dnvpr` everywhere; `control@k:dnvpr` has erasers that were fitted to labels flipped pair by pair, at random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from epicene.grammar.gender import Gender
from epicene.inside.interventions.complete_patching import LETTERS
from epicene.inside.interventions.placed_lines import BLOCKS, DETERMINER, NOUN, Placed
from epicene.metrics.leace_eraser import Eraser, fit_leace
from epicene.models.layers import Edit

ERASE, CONTROL = "erase", "control"
EVERYWHERE = "".join(LETTERS)
FOLDS = 5
Role = tuple[str, int]  # a block, and which of its pieces


def amnesic_names(layer: int) -> list[str]:
    return [
        f"{ERASE}@{layer}:{EVERYWHERE}",
        *(f"{ERASE}@{layer}:{letter}" for letter in LETTERS),
        f"{CONTROL}@{layer}:{EVERYWHERE}",
    ]


def roles_of(line: Placed) -> list[tuple[int, Role]]:
    """Every position of a line with its role."""
    return [
        (place, (block, 0 if block in (DETERMINER, NOUN) else index))
        for block in BLOCKS
        for index, place in enumerate(line.block(block))
    ]


def folds_of(lines: Sequence[Placed], seed: int) -> dict[str, int]:
    """Which fold each noun is in."""
    nouns = sorted({line.question.line.occupation for line in lines})
    order = np.random.default_rng(seed).permutation(len(nouns))
    return {nouns[index]: place % min(FOLDS, len(nouns)) for place, index in enumerate(order)}


@dataclass(frozen=True, slots=True)
class Erasers:
    """Those of one layer, by kind (erase, control), fold and role."""

    layer: int
    folds: Mapping[str, int]
    fitted: Mapping[tuple[str, int, Role], Eraser]

    def edit(self, condition: str, lines: Sequence[Placed], hidden: Tensor) -> Edit:
        """Erase at the positions of a condition; lines that were not fitted (they have no blocks) stay as they are."""
        kind, letters = condition.partition("@")[0], condition.partition(":")[2]
        blocks = {LETTERS[letter] for letter in letters}
        means, reads, writes = (np.zeros(hidden.shape) for _ in range(3))
        for row, line in enumerate(lines):
            fold = self.folds.get(line.question.line.occupation)
            for place, role in roles_of(line):
                eraser = self.fitted.get((kind, -1 if fold is None else fold, role))
                if eraser is not None and role[0] in blocks and eraser.reads.shape[1]:
                    means[row, place] = eraser.mean
                    reads[row, place], writes[row, place] = eraser.reads[:, 0], eraser.writes[0]
        given = [torch.from_numpy(one).to(hidden) for one in (means, reads, writes)]

        def erase(states: Tensor) -> Tensor:
            mean, read, write = given
            return states - ((states - mean) * read).sum(dim=-1, keepdim=True) * write

        return erase


def fit_erasers(layer: int, states: Mapping[int, Tensor], lines: Sequence[Placed], seed: int) -> Erasers:
    """`states` by the line's number: what stands after the layer at each of its positions."""
    folds = folds_of(lines, seed)
    flips = _flips(lines, seed)
    by_role: dict[Role, list[tuple[int, int, bool, bool]]] = {}
    for line in lines:
        own = line.question.line
        is_feminine = own.gender is Gender.FEMININE
        for place, role in roles_of(line):
            example = (own.number, place, is_feminine, is_feminine != flips[own.pair])
            by_role.setdefault(role, []).append(example)
    occupation = {line.question.line.number: line.question.line.occupation for line in lines}
    fitted: dict[tuple[str, int, Role], Eraser] = {}
    for role, examples in by_role.items():
        x = np.stack([states[number][place].double().cpu().numpy() for number, place, _, _ in examples])
        of_fold = np.array([folds[occupation[number]] for number, *_ in examples])
        for column, kind in ((2, ERASE), (3, CONTROL)):
            labels = np.array([example[column] for example in examples])
            for fold in set(folds.values()):
                others = of_fold != fold
                if others.any():
                    fitted[kind, fold, role] = fit_leace(x[others], labels[others], shrunk=True)
    return Erasers(layer, folds, fitted)


def _flips(lines: Sequence[Placed], seed: int) -> dict[int, bool]:
    """Whether a pair's two labels change places."""
    pairs = sorted({line.question.line.pair for line in lines})
    drawn = np.random.default_rng([seed, 1]).random(len(pairs)) < 0.5
    return dict(zip(pairs, map(bool, drawn), strict=True))
