"""Patching instead of cutting: for the decoder's positions after the English noun, the keys of a path are the mean of
the pair's two versions. A cut shares the attention out among other words, which may carry the gender too; here every
position keeps its key, so that nothing is shared out anew.

Paths: a (cross-attention to the French subject), b (the decoder's attention to the English noun), c (cross-attention to
the possessive), d (cross-attention to the other words). `patched:ac` patches a and c. Placebos of a path should change
nothing: `same:c` takes the mean with a line of the same gender, `random:c` moves the key as far in a random direction,
`elsewhere:c` moves another position's key as the path's own would be (the end mark's; for path d the possessive's).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from epicene.inside.interventions.placed_lines import Placed, Positions

PATCHED = "patched"
PATHS = ("a", "b", "c", "d")
PLACEBO = "placebo"  # the family of their tests
SAME, RANDOM, ELSEWHERE = PLACEBOS = ("same", "random", "elsewhere")
POSITIONS = {"a": "subject", "b": "target_noun", "c": "possessive", "d": "others"}  # of a placed line


def path_names() -> list[str]:
    others = ["".join(other for other in PATHS if other != path) for path in PATHS]
    placebos = [f"{placebo}:{path}" for path in PATHS for placebo in PLACEBOS if (placebo, path) != (SAME, "b")]
    return [*(f"{PATCHED}:{paths}" for paths in (*PATHS, *others, "".join(PATHS))), *placebos]


def is_path(condition: str) -> bool:
    return condition.partition(":")[0] in (PATCHED, *PLACEBOS)


def path_applies(condition: str, line: Placed, partner: Placed) -> bool:
    """A mean needs as many pieces on both sides."""
    names = [POSITIONS[path] for path in condition.partition(":")[2]]
    return all(len(getattr(line, name)) == len(getattr(partner, name)) for name in names)


def same_gender(lines: Sequence[Placed]) -> dict[tuple[int, str], Placed]:
    """For each line and path of cross-attention the next line of its gender whose words have as many pieces; by number
    and path. Lines come round, and one that finds no other has none."""
    found: dict[tuple[int, str], Placed] = {}
    for path in ("a", "c", "d"):
        alike: dict[tuple[object, int], list[Placed]] = {}
        for line in lines:
            key = (line.question.line.gender, len(getattr(line, POSITIONS[path])))
            alike.setdefault(key, []).append(line)
        for own in alike.values():
            for line, following in zip(own, [*own[1:], own[0]], strict=True):
                if following is not line:
                    found[line.question.line.number, path] = following
    return found


@dataclass(frozen=True, slots=True)
class Displacement:
    """How the keys of one path move: to the mean with another's, or as a placebo would have it."""

    placebo: str
    path: str
    rows: Sequence[tuple[int, Positions, int]]  # the line's number, where the path lies, and where `elsewhere` is
    seed: int

    def moved(self, states: Tensor, other: Callable[[int], Tensor | None]) -> Tensor:
        """`other` has the states whose mean with a row's own is taken, or None: then the row stays."""
        found = states.clone()
        for row, (number, places, elsewhere) in enumerate(self.rows):
            theirs = other(row)
            if theirs is None:
                continue
            here = list(places)
            step = (theirs - states[row, here]) / 2
            if self.placebo == RANDOM:
                step = as_long(step, [self.seed, number, PATHS.index(self.path)])
            if self.placebo == ELSEWHERE:
                found[row, elsewhere] += step.mean(dim=0)
            else:
                found[row, here] += step
        return found


def as_long(step: Tensor, seed: Sequence[int]) -> Tensor:
    """In a direction that depends on the seed alone."""
    drawn = np.random.default_rng(seed).normal(size=tuple(step.shape))
    directions = torch.from_numpy(drawn).to(step)
    moved: Tensor = directions / directions.norm(dim=-1, keepdim=True) * step.norm(dim=-1, keepdim=True)
    return moved


def partners_of(written: Sequence[int]) -> list[int | None]:
    """Rows of the decoder are lines of a batch, some twice: which row is the partner's, in the same place."""
    seen: dict[tuple[int, int], int] = {}
    keys = list(_counted(written))
    for row, key in enumerate(keys):
        seen[key] = row
    return [seen.get((number ^ 1, which)) for number, which in keys]


def _counted(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    counts: dict[int, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, -1) + 1
        yield number, counts[number]
