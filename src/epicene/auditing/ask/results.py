"""Two sentences that are asked about, and what is answered; all of it without a model."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from epicene.core.errors import InputError
from epicene.core.types import Item, Role, Text
from epicene.data.datasets import Dataset
from epicene.data.items_from_python import dataset_of
from epicene.grammar.languages import COMMON_WORDS, language_of

ROLES = (Role.MORE, Role.LESS)  # the first and the second sentence, whichever is stereotyped


class AskedToken(msgspec.Struct, frozen=True):
    """A piece of the sentence between two of its characters; without a `value` where the scoring does not count it."""

    text: str
    start: int
    end: int
    value: float | msgspec.UnsetType = msgspec.UNSET


class AskedSentence(msgspec.Struct, frozen=True):
    """`value` is the score that an audit gives; in words, how many replies choose the sentence."""

    text: str
    value: float
    n_tokens: int
    tokens: list[AskedToken] = []


class AskedReply(msgspec.Struct, frozen=True):
    """`first` and `chosen` are 1 or 2: the sentence that was shown first, and the one that was chosen."""

    instruction: str
    first: int
    text: str
    refused: bool
    chosen: int | msgspec.UnsetType = msgspec.UNSET


class Beside(msgspec.Struct, frozen=True):
    """An audit of the same model by the same scoring: of its pairs, `percentile` per cent differ less than these two
    sentences, whichever is likelier (a tie counts half); `median` is the middle one of their differences."""

    run: str
    benchmark: str
    n: int
    percentile: float
    median: float
    trusted: bool


class AskedPair(msgspec.Struct, frozen=True):
    """`likelier` is 1 or 2, and absent where the two are equal."""

    model: str
    language: str
    way: str
    scoring: str
    about: str
    adds_up: bool
    signature: str
    difference: float
    sentences: list[AskedSentence]
    likelier: int | msgspec.UnsetType = msgspec.UNSET
    replies: list[AskedReply] = []
    beside: list[Beside] = []


def pair_of(first: str, second: str, language: str | None) -> Dataset:
    """The two sentences as a benchmark of one item; refuses what no model could be asked."""
    known = ", ".join(COMMON_WORDS)
    if language is not None and language not in COMMON_WORDS:
        raise InputError(f"There is no --language {language!r}. Known: {known}.")
    if not first.strip() or not second.strip():
        raise InputError("One of the two sentences is empty. Write two: `epicene ask MODEL SENTENCE SENTENCE`.")
    if first == second:
        raise InputError("The two sentences are identical, so that neither can be likelier. Change a word in one.")
    spoken_in = language or language_of([first, second], "fr")
    if spoken_in is None:
        raise InputError(f"Nobody can tell which language these sentences are in. Say it with --language ({known}).")
    variants = {role: Text(text) for role, text in zip(ROLES, (first, second), strict=True)}
    return dataset_of([Item("1", variants, spoken_in, "own", "1")])


def rank(difference: float, differences: Sequence[float]) -> float:
    """The percentage of these differences that are smaller in size; equal ones count half."""
    below = sum(abs(value) < abs(difference) for value in differences)
    equal = sum(abs(value) == abs(difference) for value in differences)
    return 100 * (below + equal / 2) / len(differences)
