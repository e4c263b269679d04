"""Two sentences as one input: the way a model's own tokenizer puts them together, or one after the other.

Where a tokenizer knows pairs (BERT: [CLS] A [SEP] B [SEP]; RoBERTa: <s> A </s> </s> B </s>), its own marks are used.
Where it does not (GPT-2, BLOOM, mBART), its separator or end mark stands between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from epicene.core.types import Capability
from epicene.models.asking import Row
from epicene.models.description import Description

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around and between two sentences; `types` of front, first, between, second, back, or none."""

    front: Ids
    between: Ids
    back: Ids
    types: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.front) + len(self.between) + len(self.back)


class PairEncoder:
    """Turns two sentences into a row; past `max_tokens`, the longer one loses its end."""

    def __init__(self, description: Description, language: str | None = None, max_tokens: int | None = None) -> None:
        self.description = description
        self.frame = _frame(description, language)
        self.max_tokens = max_tokens

    def __call__(self, first: str, second: str) -> Row:
        one, two = self._pieces(first), self._pieces(second)
        if self.max_tokens is not None:
            one, two = shortened(one, two, self.max_tokens - self.frame.size)
        frame = self.frame
        parts = (frame.front, one, frame.between, two, frame.back)
        ids = tuple(token for part in parts for token in part)
        types = tuple(kind for part, kind in zip(parts, frame.types, strict=False) for _ in part)
        labels = ids if self.description.capability is Capability.DENOISING else ()
        return Row(ids, (), (), labels=labels, types=types)

    def _pieces(self, text: str) -> Ids:
        return tuple(self.description.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])


def shortened(first: Ids, second: Ids, room: int) -> tuple[Ids, Ids]:
    """Cut the longer of the two, and both once they are equally long, until they fit."""
    half = room // 2
    if len(first) + len(second) <= room:
        return first, second
    if len(second) <= half:
        return first[: room - len(second)], second
    return first[: max(room - len(second), room - half)], second[: room - min(len(first), room - half)]


def _frame(description: Description, language: str | None) -> Frame:
    tokenizer = description.tokenizer
    single = description.encode("a", language)
    pair = tokenizer("a", "a", return_special_tokens_mask=True, verbose=False)
    ids, special = pair["input_ids"], [bool(mark) for mark in pair["special_tokens_mask"]]
    start, end = special.index(False), len(special) - special[::-1].index(False)
    inner = [place for place in range(start, end) if special[place]]
    if inner:
        types = _types(description, pair, (0, start, inner[0], inner[-1] + 1, end))
        return Frame(tuple(ids[:start]), tuple(ids[inner[0] : inner[-1] + 1]), tuple(ids[end:]), types)
    front, back = single.ids[: single.content[0]], single.ids[single.content[-1] + 1 :]
    return Frame(front, _separator(tokenizer), back)


def _types(description: Description, pair: Any, starts: Sequence[int]) -> tuple[int, ...]:
    marks = pair.get("token_type_ids")
    if marks is None or getattr(description.config, "type_vocab_size", 0) < 2:
        return ()
    return tuple(marks[min(start, len(marks) - 1)] for start in starts)


def _separator(tokenizer: Any) -> Ids:
    for token_id in (tokenizer.sep_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id):
        if token_id is not None:
            return (token_id,)
    return ()
