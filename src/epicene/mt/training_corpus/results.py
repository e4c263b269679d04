"""What `mt corpus-stats` counts."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class FormCount(Struct):
    """One form of an occupation; `gender` is epicene where one form serves both; `pieces` with a tokenizer."""

    form: str
    gender: str
    count: int
    pieces: int | UnsetType = UNSET


class AlignedWord(Struct):
    word: str
    count: int
    share: float


class AlignedWithSon(Struct):
    """In so many sentence pairs, the links of *son* to so many different words, and the most frequent of these."""

    pairs: int
    links: int
    types: int
    aligned: list[AlignedWord]


class CorpusStats(Struct):
    """`curve` is the percentage of forms that occur at most so often; `pieces` counts forms by their sub-words."""

    pairs: int
    n_forms: int
    absent: float
    curve: list[tuple[int, float]]
    possessives: dict[str, dict[str, int]]
    forms: list[FormCount]
    pieces: dict[str, int] | UnsetType = UNSET
    son: AlignedWithSon | UnsetType = UNSET
