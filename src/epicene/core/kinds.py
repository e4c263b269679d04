"""Kinds of benchmarks by name: what reading, checking, adapting and asking need to know of the items of each.

A kind is a folder of `kinds/` or of another package, and is found by its entry point (`epicene.kinds`). Rooms below
`kinds/` know no more of it than this. What a new kind has to say is `ItemKind`; what it may say besides, where people
carry its sets to another language or bring scores of their own, is `Adaptable` and `AcceptsPredictions`, which have
defaults for everything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, final

from epicene.core.errors import InputError
from epicene.core.registry import Registry
from epicene.core.types import Capability, Item, Role, Text

# What a scoring can be asked about: whole sentences, two or three of which one is chosen, the word in a blank, a next
# sentence, an answer to a question, the rest of a letter.
SENTENCES, TWO, THREE, WORD, NEXT = "sentences", "two", "three", "word", "next"
ANSWER, LETTER = "answer", "letter"

EMPTY, IDENTICAL = "empty", "identical"

Given = tuple[str, str, Role, object]  # a score that somebody else computed: where in the file, item id, role, score


class LoggedSample(NamedTuple):
    """What another program asked and got: an item in its own fields, the texts that were scored with their
    log-probabilities, or the reply in words."""

    line: int
    id: str
    doc: Mapping[str, object]
    texts: tuple[str, ...]
    values: tuple[float, ...]
    reply: str


class ReadSamples(NamedTuple):
    """The same as items and scores; `scoring` is epicene's name for the way in which they were made, if it has one."""

    items: Sequence[Item]
    given: Sequence[Given]
    scoring: str = "given"


class Issue(NamedTuple):
    """One thing that is wrong with an item, as data and in a sentence for `data check`.

    `sort` tells issues of one kind apart; `quoted` are the words it is about, for each place in which the sides
    differ: those of each side, None for nothing.
    """

    kind: str
    severity: str
    message: str
    sort: str = ""
    quoted: tuple[tuple[str | None, ...], ...] = ()


class Unusable(NamedTuple):
    """Why an item cannot be asked: what `data check` calls and says it, and what it says where a translation did it."""

    name: str
    message: str
    lost: str = ""


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
    """The facts that a kind declares about its items, and how it reads, checks and counts them.

    `roles` are those of an item's variants, the one that a preference is counted for first. `package` has the kind's
    messages, `suffix` is that of its files. `unusable` says of each reason for which an item cannot be asked what
    `data check` calls it. `alike_by_design`: items are nearly the same words on purpose. `has_bias_types`: its
    categories are the types into which volunteers sort sentences, who judge the texts of the roles `judged` (all,
    where there are none). A sample keeps the shares of the facets `strata`, besides those of the category.
    `options` is the dataclass of its own options of an audit.
    """

    name: ClassVar[str]
    package: ClassVar[str] = ""
    roles: ClassVar[tuple[Role, ...]]
    tasks: ClassVar[Mapping[str, TaskSpec]]
    suffix: ClassVar[str] = "jsonl"
    unusable: ClassVar[Mapping[str, Unusable]] = {
        IDENTICAL: Unusable(IDENTICAL, "the wordings are identical"),
        EMPTY: Unusable(EMPTY, "a sentence is empty"),
    }
    alike_by_design: ClassVar[bool] = False
    has_bias_types: ClassVar[bool] = False
    judged: ClassVar[tuple[Role, ...]] = ()
    options: ClassVar[type | None] = None
    strata: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        """The items of a file; `facts` is what a benchmark declares of it besides."""

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
    def issues(self, item: Item) -> Iterator[Issue]:
        """What is wrong with an item that can be asked."""

    @abstractmethod
    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        """What a set is made of, `all` first."""

    # What follows from the facts, the same for every kind

    @final
    def task_of(self, item: Item) -> str:
        """The task that an item belongs to; of a kind with one task, that one."""
        return item.facets.get("task", next(iter(self.tasks)))

    @final
    def stratum_of(self, item: Item) -> tuple[str, ...]:
        """What a sample of the items keeps the shares of, the coarsest first."""
        return (item.category, *(item.facets.get(name, "") for name in self.strata))

    @final
    def to_judge(self, item: Item) -> dict[Role, str]:
        """The sentences of an item that people can be asked about one by one, each behind its context."""
        whole = {
            role: f"{text.context} {text.text}".strip()
            for role, text in item.variants.items()
            if role in (self.judged or self.roles)
        }
        return {role: text for role, text in whole.items() if text}

    @final
    def to_validate(self, item: Item) -> str:
        """The whole item, as people see it who are asked whether it holds: what its wordings share, then each of them;
        the one that is given as right is marked."""
        contexts = {text.context for text in item.variants.values()}
        shared = contexts.pop() if len(contexts) == 1 else ""
        lines = [shared] if shared else []
        for letter, (role, text) in zip("ABCDEFGH", item.variants.items(), strict=False):
            wording = text.text if shared else f"{text.context} {text.text}".strip()
            lines.append(f"{letter}. {wording}{' ✓' if role == item.facets.get('right') else ''}")
        return "\n".join(lines)


class AcceptsPredictions(ItemKind):
    """Scores that somebody else computed, and texts that somebody already has. An item that cannot be asked is
    measured all the same where its scores are given, unless the reason is one of `needs_texts` (None: any reason)."""

    needs_texts: ClassVar[frozenset[str] | None] = None

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

    def from_samples(self, samples: Sequence[LoggedSample], path: Path, language: str) -> ReadSamples | None:
        """What another program sampled, where it asked items of this kind; None where it did not."""
        return None

    def read_texts(self, path: Path, language: str, labels: str | None) -> list[Item]:
        """Texts that somebody already has, an item each; `labels` names a column of judgments to be measured."""
        raise InputError(f"{self.name} are measured by scores; give them with --predictions, not --texts.")

    def read_shares(self, path: Path, items: Sequence[Item]) -> dict[str, float]:
        """The shares of women by category that figures of the items are set against; none where the kind has no such
        figure."""
        return {}

    @final
    def scores_suffice(self, reason: str) -> bool:
        """Whether an item that cannot be asked, for this reason, is measured where its scores are given."""
        return self.needs_texts is not None and reason not in self.needs_texts


class Adaptable(ItemKind):
    """Carrying a set to another language.

    `further_texts` are names of texts that an item has besides those of its roles. `column_of`: what texts and facets
    are called in published tables. `fixable` are the findings that `auto_fix` does away with. `second_follows`: a
    translator may write one text of an item only, and leave the others, which follow from it, to an editor.
    """

    further_texts: ClassVar[tuple[str, ...]] = ()
    column_of: ClassVar[Mapping[str, str]] = {"category": "category"}
    fixable: ClassVar[frozenset[str]] = frozenset()
    second_follows: ClassVar[bool] = False

    def read_translation(self, path: Path, language: str) -> list[Item]:
        """The items of a file that somebody translated, in any format that the kind knows."""
        return self.read(path, language)

    def texts_of(self, item: Item) -> dict[str, str]:
        """An item's texts by name."""
        return {str(role): text.text for role, text in item.variants.items()}

    def with_texts(self, item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
        """The same item with other texts; what `texts` lacks stays. `changes`: id, language, facets."""
        variants = {role: replace(text, text=texts.get(role, text.text)) for role, text in item.variants.items()}
        facets = {**item.facets, **changes.pop("facets", {})}
        return replace(item, **changes, variants=variants, facets=facets)

    def sentences_of(self, item: Item) -> dict[str, str]:
        """Those of an item's texts that are sentences."""
        return self.texts_of(item)

    def text_alone(self, item: Item) -> str:
        """Words of an item that are also translated by themselves, to see what the sentence makes of them."""
        return ""

    def translation_issues(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        """Kind and message of what a translation broke; `alone` is the translation of `text_alone`."""
        return iter(())

    def fit(self, items: Sequence[Item]) -> tuple[dict[str, int], str] | None:
        """How many parts of the items no longer fit together, as counts and in a sentence, where that can be."""
        return None

    def auto_fix(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        """Texts of a proposal as `to_edit` writes them, and how it was reached; None where a person must decide."""
        return None

    def to_edit(self, item: Item) -> dict[str, str]:
        """An item's texts as a person edits them in a table."""
        return self.texts_of(item)

    def edited(self, item: Item, cells: Mapping[str, str], where: str) -> dict[str, str]:
        """An item's texts from such cells; `where` is their place in the table, for error messages."""
        return dict(cells)

    def sentence_from(self, cells: Mapping[str, str], name: str) -> str:
        """The sentence that one of such cells stands for."""
        return cells[name]

    @property
    @final
    def texts_to_adapt(self) -> tuple[str, ...]:
        """The names of an item's texts."""
        return (*self.further_texts, *self.roles)

    @final
    def columns_of(self, item: Item) -> dict[str, str]:
        """An item as a row of a table, in the columns that published ones have."""
        texts = {self.column_of.get(name, name): text for name, text in self.texts_of(item).items()}
        values = {**item.facets, "category": item.category}
        others = {column: values.get(name, "") for name, column in self.column_of.items()}
        return {"id": item.id, **texts, **{column: text for column, text in others.items() if column not in texts}}


class AnyKind(AcceptsPredictions, Adaptable):
    """All that the registry's kinds can be asked; `Kind` (in `kinds/`) has defaults for what is abstract in it."""


KINDS: Registry[AnyKind] = Registry("kind of benchmark", "epicene.kinds", lambda thing: isinstance(thing, AnyKind))


def find_task(name: str) -> tuple[str, TaskSpec]:
    """The kind that has a task, and the task's facts."""
    return next((kind.name, kind.tasks[name]) for kind in KINDS.values() if name in kind.tasks)
