"""The few types everything speaks, and items as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Role(str):
    """What a variant of an item is, in an open vocabulary: each kind of benchmark names its own, and those here are
    epicene's. The names are written to files and stay as they are."""

    __slots__ = ()

    MORE: ClassVar[Role]
    LESS: ClassVar[Role]
    STEREOTYPE: ClassVar[Role]
    ANTI: ClassVar[Role]
    UNRELATED: ClassVar[Role]
    FEMININE: ClassVar[Role]
    MASCULINE: ClassVar[Role]


Role.MORE, Role.LESS = Role("more"), Role("less")
Role.STEREOTYPE, Role.ANTI, Role.UNRELATED = Role("stereotype"), Role("anti-stereotype"), Role("unrelated")
Role.FEMININE, Role.MASCULINE = Role("feminine"), Role("masculine")

# The tasks of sets that ask both within a sentence and across two, and the figures over both: pooled, and their mean.
INTRA, INTER, OVERALL, MEAN = "intra", "inter", "overall", "mean"
BLANK = "BLANK"  # where the attribute of a candidate stands in a context


class Capability(StrEnum):
    """What a model can be asked, read from its configuration; a chat model behind a server, in words only."""

    MASKED = "masked"
    CAUSAL = "causal"
    DENOISING = "encoder-decoder"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Text:
    """One wording put to a model, exactly as it stands in the file.

    `context` is the sentence before it (across two sentences); `span` the characters of `text` that the question is
    about (the attribute), where there is one; `id` the file's own name for this wording.
    """

    text: str
    id: str = ""
    context: str = ""
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One question put to a model.

    `facets` are further facts by which results can be split (`direction`: stereo or antistereo, `origin`: native or
    translated, `task`: intra or inter); `line` is where the item starts in its file, for error messages.
    """

    id: str
    variants: Mapping[Role, Text]
    language: str
    category: str
    cluster: str
    facets: Mapping[str, str] = field(default_factory=dict)
    line: int = 0


# Why no choice was read in a reply, by name: the server held it back; it ended within its thoughts; it has no words; a
# page and not a reply; longer than anybody asked for; cut off; none of these.
FILTERED, THINKING, EMPTY, PAGE, LONG, CUT, UNCLEAR = "filtered", "thinking", "empty", "html", "long", "cut", "unclear"
TROUBLES = (FILTERED, THINKING, EMPTY, PAGE, LONG, CUT, UNCLEAR)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, word for word, when it was asked in words which variant it chooses.

    `first` is the variant it was shown first, `chosen` the one it chose; where that is None it `refused` to choose, or
    what it said could not be read. `trouble` names why (one of `TROUBLES`).
    """

    instruction: str
    first: Role
    text: str
    chosen: Role | None
    refused: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What a model said of one variant. `value` is a natural log unless the scoring's name says otherwise.

    `n_tokens` are those that the value is made of, `length` all of the text (0: not known); `replies` is for models
    that are asked in words.
    """

    item_id: str
    role: Role
    value: float
    n_tokens: int
    replies: tuple[Reply, ...] = ()
    length: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that is never bare: its interval, its ideal, what it was computed on and how."""

    benchmark: str
    task: str | None
    metric: str
    group: str
    value: float
    low: float
    high: float
    ideal: float
    n_used: int
    n_total: int
    signature: str


Numbered = tuple[int, str]  # the place of a line, and its text


class Lines(Protocol[T_co]):
    """So many lines, which may be read from a file each time that they are gone through."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T_co]: ...


class System(Protocol):
    """What translates. `facts` tell it from any other: they are part of the question."""

    @property
    def name(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, object]: ...

    def check(self, lines: Lines[str], file: Path) -> None:
        """Refuse what cannot be translated, before anything expensive; these are all lines, done or not."""

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """Translations of those lines that are not done yet, a batch at a time, in any order.

        What a model makes of a line must not depend on which others are done.
        """


_FACTS = ("id", "language", "category", "cluster", "facets", "line")


def item_to_json(item: Item) -> dict[str, object]:
    """So that a run folder can be read again without the data file it was made from."""
    variants = {role: _text_to_json(text) for role, text in item.variants.items()}
    return {**{name: getattr(item, name) for name in _FACTS}, "facets": dict(item.facets), "variants": variants}


def _text_to_json(text: Text) -> dict[str, object]:
    others = {"id": text.id, "context": text.context, "span": text.span}
    return {"text": text.text, **{name: value for name, value in others.items() if value}}


def item_from_json(record: dict[str, Any]) -> Item:
    variants = {Role(role): _text_from_json(text) for role, text in record["variants"].items()}
    return Item(variants=variants, **{name: record[name] for name in _FACTS})


def _text_from_json(record: dict[str, Any]) -> Text:
    span = record.get("span")
    return Text(record["text"], record.get("id", ""), record.get("context", ""), (span[0], span[1]) if span else None)
