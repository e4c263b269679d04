"""Kinds of benchmarks by name: what reading, checking, adapting and asking need to know of the items of each.

A kind is a folder of `kinds/` or of another package, and is found by its entry point (`epicene.kinds`). Rooms below
`kinds/` know no more of it than this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from epicene.core.errors import InputError
from epicene.core.registry import Registry
from epicene.core.types import Capability, Item, Role, Text

# What a scoring can be asked about: whole sentences, two or three of which one is chosen, the word in a blank, a next
# sentence, an answer to a question, the rest of a letter.
SENTENCES, TWO, THREE, WORD, NEXT = "sentences", "two", "three", "word", "next"
ANSWER, LETTER = "answer", "letter"

EMPTY, IDENTICAL = "empty", "identical"

Given = tuple[str, str, Role, object]  # a score that somebody else computed: where in the file, item id, role, score


class Sample(NamedTuple):
    """What another program asked and got: an item in its own fields, the texts that were scored with their
    log-probabilities, or what was said in words."""

    line: int
    id: str
    doc: Mapping[str, object]
    texts: tuple[str, ...]
    values: tuple[float, ...]
    reply: str


class Sampled(NamedTuple):
    """The same as items and scores; `scoring` is what epicene calls the way in which they were made, if it has a name
    for it."""

    items: Sequence[Item]
    given: Sequence[Given]
    scoring: str = "given"


class Issue(NamedTuple):
    """One thing that is wrong with an item, as data and in a sentence for `data check`.

    `sort` tells troubles of one kind apart; `quoted` are the words it is about, place by place: those of each side,
    None for nothing.
    """

    kind: str
    severity: str
    message: str
    sort: str = ""
    quoted: tuple[tuple[str | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """One thing that items of a kind ask a model; its name is unique among all kinds.

    A scoring can ask it that knows one of its `forms`; `defaults` name the one that models of each sort are asked by,
    `as_released` where the original program took another.
    """

    forms: frozenset[str]
    defaults: Mapping[Capability, str]
    as_released: Mapping[Capability, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stats:
    """What a set is made of: a row for each group, as a table and as records. A row begins with its group; its numbers
    are written where the language is known, those of the columns `percentages` as such."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str | int | float]]
    groups: Sequence[Mapping[str, object]]
    percentages: Collection[str] = ()


class ItemKind(ABC):
    """What lies below needs of a kind; `Kind` (in `kinds/`) has defaults for what is abstract here.

    `roles` are those of an item's variants, the one that a preference is counted for first. `unusable` says of each
    reason for which an item cannot be asked what `data check` calls it and says, `lost` the latter where a translation
    did it. `alike_by_design`: items are nearly the same words on purpose. `has_bias_types`: its categories are the
    types into which volunteers sort sentences. `second_follows`: a translator may write one text of an item only, and
    leave the others, which follow from it, to an editor.
    """

    name: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]]
    tasks: ClassVar[Mapping[str, TaskSpec]]
    package: ClassVar[str] = ""  # that has its messages
    suffix: ClassVar[str] = "jsonl"  # of its files
    unusable: ClassVar[Mapping[str, tuple[str, str]]] = {
        IDENTICAL: (IDENTICAL, "the wordings are identical"),
        EMPTY: (EMPTY, "a sentence is empty"),
    }
    lost: ClassVar[Mapping[str, str]] = {}
    alike_by_design: ClassVar[bool] = False
    has_bias_types: ClassVar[bool] = False
    second_follows: ClassVar[bool] = False
    strata: ClassVar[tuple[str, ...]] = ()  # facets that a sample keeps the shares of, besides the category

    def task_of(self, item: Item) -> str:
        return item.facets.get("task", next(iter(self.tasks)))

    def stratum_of(self, item: Item) -> tuple[str, ...]:
        """What a sample of the items keeps the shares of, the coarsest first."""
        return (item.category, *(item.facets.get(name, "") for name in self.strata))

    # Data sets

    @abstractmethod
    def read(self, path: Path, language: str, **told: str) -> list[Item]:
        """The items of a file; `told` is what a benchmark declares of it besides."""

    def read_translation(self, path: Path, language: str) -> list[Item]:
        """The items of a file that somebody translated, in any format that the kind knows."""
        return self.read(path, language)

    @abstractmethod
    def write(self, items: Sequence[Item]) -> str:
        """A file that `read` reads."""

    def template(self, code: str = "en") -> str:
        """A file of one's own to begin with, which explains itself in that language; empty where the kind has none."""
        return ""

    def item_of(self, cells: Mapping[str, str], line: int) -> Item:
        """An item from a row of a table, with a cell for each role, `id` and `language`; what has no meaning of its own
        is a facet."""
        texts = {role: Text(cells[role], context=cells.get(f"{role}_context", "")) for role in self.roles}
        known = {"id", "language", "category", "cluster", *self.roles, *(f"{role}_context" for role in self.roles)}
        facets = {name: text for name, text in cells.items() if name not in known}
        category, cluster = cells.get("category", "other"), cells.get("cluster", cells["id"])
        return Item(cells["id"], texts, cells["language"], category, cluster, facets, line)

    def unusable_reason(self, item: Item) -> str | None:
        """Why no scoring can ask an item: a wording is missing, or all wordings are the same."""
        texts = [text.text for text in item.variants.values()]
        if not all(text.strip() for text in texts):
            return EMPTY
        return IDENTICAL if len(set(texts)) == 1 else None

    @abstractmethod
    def troubles(self, item: Item) -> Iterator[Issue]:
        """What is wrong with an item that can be asked."""

    @abstractmethod
    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        """What a set is made of, `all` first."""

    def to_judge(self, item: Item) -> dict[Role, str]:
        """The sentences of an item that people can be asked about one by one, each behind its context."""
        whole = {role: f"{text.context} {text.text}".strip() for role, text in item.variants.items()}
        return {role: text for role, text in whole.items() if text}

    def to_validate(self, item: Item) -> str:
        """The whole item, as people see it who are asked whether it holds: what its wordings share, then each of them;
        the one that is given as right is marked."""
        contexts = {text.context for text in item.variants.values()}
        shared = contexts.pop() if len(contexts) == 1 else ""
        lines = [shared] if shared else []
        for letter, (role, text) in zip("ABCDEFGH", item.variants.items(), strict=False):
            said = text.text if shared else f"{text.context} {text.text}".strip()
            lines.append(f"{letter}. {said}{' ✓' if role == item.facets.get('right') else ''}")
        return "\n".join(lines)

    # Scores that somebody else computed

    @property
    def line_of_scores(self) -> str:
        """An example of how they can be given, for error messages."""
        return f'{{"item_id": "0", "role": "{self.roles[0]}", "score": -4.25}}'

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        """Those of a file as the benchmark's original program writes it; None where the text is no such file. `column`
        names the answers to read where a file has those of several models."""
        return None

    def from_samples(self, samples: Sequence[Sample], path: Path, language: str) -> Sampled | None:
        """What another program sampled, where it asked items of this kind; None where it did not."""
        return None

    def read_texts(self, path: Path, language: str, labels: str | None) -> list[Item]:
        """Texts that somebody already has, an item each; `labels` names a column of judgments to be measured."""
        raise InputError(f"{self.name} are measured by scores; give them with --predictions, not --texts.")

    def read_shares(self, path: Path, items: Sequence[Item]) -> dict[str, float]:
        """The shares of women by category that figures of the items are set against; none where the kind has no such
        figure."""
        return {}

    def scores_suffice(self, reason: str) -> bool:
        """Whether an item that cannot be asked, for this reason, is measured where its scores are given."""
        return False

    # Carrying a set to another language

    column_of: ClassVar[Mapping[str, str]] = {}  # what texts are called in published tables, where it is another name

    def columns_of(self, item: Item) -> dict[str, str]:
        """An item as a row of a table, in the columns that published ones have."""
        texts = {self.column_of.get(name, name): text for name, text in self.texts_of(item).items()}
        return {"id": item.id, **texts, "category": item.category}

    @property
    def texts_to_adapt(self) -> tuple[str, ...]:
        """The names of an item's texts."""
        return self.roles

    def texts_of(self, item: Item) -> dict[str, str]:
        """An item's texts by name."""
        return {str(role): text.text for role, text in item.variants.items()}

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        """The same item saying something else; what `texts` lacks stays. `changes`: id, language, facets."""
        variants = {role: replace(text, text=texts.get(role, text.text)) for role, text in item.variants.items()}
        facets = {**item.facets, **changes.pop("facets", {})}
        return replace(item, **changes, variants=variants, facets=facets)

    def sentences_of(self, item: Item) -> dict[str, str]:
        """Those of an item's texts that are sentences."""
        return self.texts_of(item)

    def text_alone(self, item: Item) -> str:
        """Words of an item that are also translated by themselves, to see what the sentence makes of them."""
        return ""

    def translation_troubles(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        """Kind and message of what a translation broke; `alone` is the translation of `text_alone`."""
        return iter(())

    def fit(self, items: Sequence[Item]) -> tuple[dict[str, int], str] | None:
        """How many parts of the items no longer fit together, as counts and in a sentence, where that can be."""
        return None

    mendable: ClassVar[frozenset[str]] = frozenset()  # the findings that `mended` does away with

    def mended(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        """Texts of a proposal as `to_edit` writes them, and how it was reached; None where a person must say."""
        return None

    def to_edit(self, item: Item) -> dict[str, str]:
        """An item's texts as a person edits them in a table."""
        return self.texts_of(item)

    def edited(self, item: Item, cells: Mapping[str, str], where: str) -> dict[str, str]:
        """An item's texts from such cells; `where` is their place, for error messages."""
        return dict(cells)

    def sentence_from(self, cells: Mapping[str, str], name: str) -> str:
        """What one of such cells says."""
        return cells[name]


KINDS: Registry[ItemKind] = Registry("kind of benchmark", "epicene.kinds", lambda thing: isinstance(thing, ItemKind))


def find_task(name: str) -> tuple[str, TaskSpec]:
    """The kind that has a task, and what the task is."""
    return next((kind.name, kind.tasks[name]) for kind in KINDS.values() if name in kind.tasks)
