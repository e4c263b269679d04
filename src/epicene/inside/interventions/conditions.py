"""The conditions under which `mt intervene` asks about every pair. `str(condition)` is the name that is recorded.

`base`           nothing is changed.
`itself`, `swap` checks: every vector is put in its own place; each sentence has its partner's encoder output.
`u1@0`           the possessive's embedding is that of the unknown word.
`u2@L`, `u3@L`   the encoder's output at the possessive, or at the noun, is the mean of the pair's two versions; `u3@1`
                 the same after the first layer.
`patch@k:dn`     the determiner and the noun of the feminine sentence come from its partner after layer k.
`erase@k:dn`     gender is erased from these blocks after layer k; `control@k:dnvpr` erases labels that say nothing.
`patched:ac`     the keys of the paths a and c are the pair's means.
`same`, `random`, `elsewhere` are placebos of a path (`same:c`), or in a prompt of blocks (`same@k:n`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from epicene.metrics.inside_measures import subsets
from epicene.mt.judging.line_judge import DIRECTIONS

DETERMINER, NOUN, VERB, POSSESSIVE, REST = BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")
LETTERS = {block[0]: block for block in BLOCKS}
EVERYWHERE = "".join(LETTERS)
# How the subject's gender may reach the English possessive. The paper's figure 2 has the first three.
SUBJECT_PATH = "a"  # cross-attention to the French subject: the direct one
NOUN_PATH = "b"  # the decoder's attention to the English noun
POSSESSIVE_PATH = "c"  # cross-attention to son
OTHER_PATH = "d"  # cross-attention to the other words
PATHS = (SUBJECT_PATH, NOUN_PATH, POSSESSIVE_PATH, OTHER_PATH)
PATCH, PATCHED, ERASE, CONTROL = "patch", "patched", "erase", "control"
SAME, RANDOM, ELSEWHERE = PLACEBOS = ("same", "random", "elsewhere")
PLACEBO = "placebo"  # a family of tests
CHOICE = "v"  # the measure of conditions that are asked of feminine lines only, beside b, r and t


@dataclass(frozen=True, slots=True)
class Condition:
    """`parts` are the letters of blocks or of paths. Without a `layer`, a condition is about no layer in particular."""

    kind: str
    layer: int | None = None
    parts: str = ""

    def __str__(self) -> str:
        after = "" if self.layer is None else f"@{self.layer}"
        return f"{self.kind}{after}:{self.parts}" if self.parts else f"{self.kind}{after}"

    @property
    def blocks(self) -> frozenset[str]:
        return frozenset(LETTERS[letter] for letter in self.parts)

    @property
    def is_of_blocks(self) -> bool:
        """Whether it is asked of feminine lines only, and read as v, not as t."""
        return self.kind in (PATCH, *PLACEBOS) and self.layer is not None

    @property
    def is_of_paths(self) -> bool:
        return self.kind in (PATCHED, *PLACEBOS) and self.layer is None


BASE, ITSELF, SWAP = Condition("base"), Condition("itself"), Condition("swap")
U1 = Condition("u1", 0)


def patch(layer: int, blocks: frozenset[str]) -> Condition:
    return Condition(PATCH, layer, "".join(letter for letter, block in LETTERS.items() if block in blocks))


def patch_conditions(layers: Sequence[int]) -> list[Condition]:
    """Every choice of blocks; the empty choice is the plain run."""
    return [patch(layer, chosen) for layer in layers for chosen in subsets(BLOCKS) if chosen]


def published_conditions(layers: int) -> dict[str, Condition]:
    """The paper's three interventions, at the layers where it makes them: u3 also after the first."""
    conditions = {"u1": U1, "u2": Condition("u2", layers), "u3": Condition("u3", layers)}
    return {**conditions, "u3@1": Condition("u3", 1)} if layers > 1 else conditions


def other_paths(path: str) -> str:
    return "".join(other for other in PATHS if other != path)


def path_conditions() -> list[Condition]:
    """Each path alone, all others, all together, and the placebos of each."""
    chosen = (*PATHS, *map(other_paths, PATHS), "".join(PATHS))
    placebos = [(kind, path) for path in PATHS for kind in PLACEBOS if (kind, path) != (SAME, NOUN_PATH)]
    return [Condition(PATCHED, parts=paths) for paths in chosen] + [
        Condition(kind, parts=path) for kind, path in placebos
    ]


def encoder_conditions(layers: int, direction: str) -> list[Condition]:
    """Into French nothing is written before the place, so that there are no paths, and no *son*."""
    of_son = [*published_conditions(layers).values(), *path_conditions()] if DIRECTIONS[direction].forward else []
    return [BASE, *patch_conditions(range(layers + 1)), *of_son, ITSELF, SWAP]


def prompt_conditions(layers: Sequence[int]) -> list[Condition]:
    """Every block has its placebos in all layers at once, the whole sentence after each."""
    placebos = [Condition(kind, layers[-1], letter) for letter in LETTERS for kind in PLACEBOS]
    placebos += [Condition(kind, layer, EVERYWHERE) for layer in layers for kind in PLACEBOS]
    return [BASE, *patch_conditions(layers), *placebos, SWAP, ITSELF]


def amnesic_conditions(layer: int) -> list[Condition]:
    erased = [Condition(ERASE, layer, letters) for letters in (EVERYWHERE, *LETTERS)]
    return [*erased, Condition(CONTROL, layer, EVERYWHERE)]


class Change(NamedTuple):
    """How much a measure grows from the first condition to the second; the mean is an estimate of this name, over all
    pairs and, where `by_noun`, over those with one noun. Those of a `family` are tested together."""

    metric: str
    first: Condition
    second: Condition
    measure: str = "t"
    by_noun: bool = True
    family: str = ""


def amnesic_changes(layer: int, last: int) -> list[Change]:
    """How much of t goes: `amnesic_all`, `amnesic_noun`, `amnesic_control` at the encoder's output, `amnesic@1_all`
    after a layer; and `amnesic_beyond`, what goes everywhere beyond what goes by the control."""
    prefix = "amnesic" if layer == last else f"amnesic@{layer}"
    *erased, control = amnesic_conditions(layer)
    names = ("all", *BLOCKS, "control")
    changes = [
        Change(f"{prefix}_{name}", condition, BASE) for name, condition in zip(names, (*erased, control), strict=True)
    ]
    return [*changes, Change(f"{prefix}_beyond", erased[0], control, by_noun=False)]


def path_changes() -> list[Change]:
    """`patched_a_lost_t`, `patched_a_alone_t`, what each placebo takes, `random_a_lost_t`, and what patching takes
    beyond it, `beyond_random_a_lost_t`."""
    changes, everything = [], Condition(PATCHED, parts="".join(PATHS))
    for path in PATHS:
        patched, others = Condition(PATCHED, parts=path), Condition(PATCHED, parts=other_paths(path))
        changes.append(Change(f"patched_{path}_lost_t", patched, BASE))
        changes.append(Change(f"patched_{path}_alone_t", everything, others))
        for kind in PLACEBOS:
            placebo = Condition(kind, parts=path)
            changes.append(Change(f"{kind}_{path}_lost_t", placebo, BASE, family=PLACEBO))
            changes.append(Change(f"beyond_{kind}_{path}_lost_t", patched, placebo, by_noun=False))
    return changes


def placebo_changes(layers: Sequence[int]) -> list[Change]:
    """How far v moves in a prompt: `exchanged_noun` when the noun alone is the partner's, `same_noun`, `random_noun`
    and `elsewhere_noun` under its placebos, all in every layer, and `beyond_random_noun`, how much further the
    partner's noun moves it; `same@7_all` for the whole sentence after layer 7."""
    last, moves = layers[-1], {}
    for letter, block in LETTERS.items():
        exchanged = Condition(PATCH, last, letter)
        moves[f"exchanged_{block}"] = exchanged, BASE
        for kind in PLACEBOS:
            moves[f"{kind}_{block}"] = Condition(kind, last, letter), BASE
            moves[f"beyond_{kind}_{block}"] = exchanged, Condition(kind, last, letter)
    for layer in layers:
        after = "" if layer == last else f"@{layer}"
        moves |= {f"{kind}{after}_all": (Condition(kind, layer, EVERYWHERE), BASE) for kind in PLACEBOS}
    return [
        Change(metric, other, moved, CHOICE, False, PLACEBO if metric.startswith(PLACEBOS) else "")
        for metric, (moved, other) in moves.items()
    ]
