"""The amnesic effect (after Elazar et al. 2021, with LEACE): how much of t goes when gender is erased from what the
encoder gives for a block, after a layer. What a probe reads may not be used; what is missed when it is gone, was.

Each word role has an eraser of its own, with a shrunk covariance, for nouns may be few: the determiner's and the noun's
pieces one each, and each piece of the other blocks, which are the same words in every line. Erasers are cross-fitted:
those that a noun's lines meet were fitted without them. The control's erasers were fitted to labels flipped pair by
pair, at random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from epicene.grammar.people import Gender
from epicene.inside.interventions.aligned_lines import AlignedLine
from epicene.inside.interventions.conditions import BLOCKS, CONTROL, DETERMINER, ERASE, NOUN, Condition
from epicene.metrics.inside_measures import Eraser, fit_leace
from epicene.models.layers import Edit

FOLDS = 5
Role = tuple[str, int]  # a block, and which of its pieces


def roles_of(line: AlignedLine) -> list[tuple[int, Role]]:
    """Every position of a line with its role."""
    return [
        (place, (block, 0 if block in (DETERMINER, NOUN) else index))
        for block in BLOCKS
        for index, place in enumerate(line.block(block))
    ]


def folds_of(lines: Sequence[AlignedLine], seed: int) -> dict[str, int]:
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

    def edit(self, condition: Condition, lines: Sequence[AlignedLine], hidden: Tensor) -> Edit:
        """Erase at the positions of a condition; lines that were not fitted (they have no blocks) stay as they are."""
        means, reads, writes = (np.zeros(hidden.shape) for _ in range(3))
        for row, line in enumerate(lines):
            fold = self.folds.get(line.question.line.occupation, -1)
            for place, role in roles_of(line):
                eraser = self.fitted.get((condition.kind, fold, role))
                if eraser is not None and role[0] in condition.blocks and eraser.reads.shape[1]:
                    means[row, place] = eraser.mean
                    reads[row, place], writes[row, place] = eraser.reads[:, 0], eraser.writes[0]
        mean, read, write = (torch.from_numpy(each).to(hidden) for each in (means, reads, writes))
        return lambda states: states - ((states - mean) * read).sum(dim=-1, keepdim=True) * write


def fit_erasers(layer: int, states: Mapping[int, Tensor], lines: Sequence[AlignedLine], seed: int) -> Erasers:
    """`states` by the line's number: what stands after the layer at each of its positions."""
    folds, pairs = folds_of(lines, seed), sorted({line.question.line.pair for line in lines})
    flipped = np.random.default_rng([seed, 1]).random(len(pairs)) < 0.5
    flips = dict(zip(pairs, map(bool, flipped), strict=True))  # whether a pair's two labels change places
    by_role: dict[Role, list[tuple[AlignedLine, int]]] = {}
    for line in lines:
        for place, role in roles_of(line):
            by_role.setdefault(role, []).append((line, place))
    fitted: dict[tuple[str, int, Role], Eraser] = {}
    for role, examples in by_role.items():
        x = np.stack([states[line.number][place].double().cpu().numpy() for line, place in examples])
        of_fold = np.array([folds[line.question.line.occupation] for line, _ in examples])
        feminine = np.array([line.question.line.gender is Gender.FEMININE for line, _ in examples])
        flip = np.array([flips[line.question.line.pair] for line, _ in examples])
        for kind, labels in ((ERASE, feminine), (CONTROL, feminine != flip)):
            for fold in set(folds.values()):
                others = of_fold != fold
                if others.any():
                    fitted[kind, fold, role] = fit_leace(x[others], labels[others], shrunk=True)
    return Erasers(layer, folds, fitted)
