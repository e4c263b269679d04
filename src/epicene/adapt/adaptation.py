"""The folder of one adaptation, from the first draft to the finished set, and what its files hold.

`adaptation.json` says what was translated, from where, by what; `source.jsonl` holds the items of the source,
`source.txt` their distinct texts; `draft.*` the first translation as a data set, `sentences.jsonl` the same as
sentences that people can be asked to judge; `decisions.jsonl` what people decided, `adapted.*` the result;
`samples.jsonl` who was given which items, `history.jsonl` who decided what about each item, and when.
"""

from __future__ import annotations

import datetime
import difflib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

from epicene.core.catalogues import LANGUAGES
from epicene.core.errors import InputError
from epicene.core.files import append_lines, json_lines, whole_lines, write_json, write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, AnyKind
from epicene.core.language import Language
from epicene.core.types import Item, item_from_json, item_to_json
from epicene.data.text_files import numbered_lines
from epicene.grammar.word_patterns import fold

# The words below are written to tables and files, and stay as they are.
PEOPLE = "people"  # the system of a draft that no machine made
FILE, REVISION, MACHINE = "file", "revision", "machine"
ACCEPT, KEEP, REMOVE, DOUBLE = "accept", "keep", "remove", "double"
TRANSLATOR, EDITOR = "translator", "editor"
ROLES = (TRANSLATOR, EDITOR)

Record = TypeVar("Record", bound=msgspec.Struct)
_SEPARATOR = re.compile(r"[;,/|+]")


class Label(StrEnum):
    """What was done to an item on its way into another language, in the words of the studies that counted it: the
    first twelve are those of French CrowS-Pairs (Névéol et al. 2022, table 2, in its order), the others those of
    StereoSet-fr (Adam-Cuvillier et al. 2024, section 2.1)."""

    US_CULTURE = "US culture"
    UNTRANSLATABLE = "untranslatable"
    NAME = "name"
    ORIGIN = "origin"
    COUNTRY = "country"
    RELIGION = "religion"
    SPORT = "sport"
    FOOD = "food"
    OTHER = "other"
    NON_MINIMAL = "non minimal"
    DOUBLE_SWITCH = "double switch"
    MISMATCH = "mismatch"
    UNIFORMISED = "uniformised"
    PLURAL = "put in the plural"
    SYNONYM = "synonym"
    UNRELATED = "unrelated rewritten"
    REMOVED = "removed"
    DOUBLED = "doubled"


def words_of(language: str) -> Language:
    """What people read of an adaptation."""
    return Language(language, "epicene.adapt")


def in_order(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Each label once, in the order of the studies."""
    chosen = set(labels)
    return tuple(label for label in Label if label in chosen)


def read_labels(text: str, where: str) -> tuple[Label, ...]:
    """The labels of a cell, in French or English, separated by semicolons or commas."""
    names = {fold(words_of(code).text(f"adapt.labels.{label}")): label for code in LANGUAGES for label in Label}
    names |= {fold(label): label for label in Label}
    labels = []
    for part in filter(None, map(str.strip, _SEPARATOR.split(text))):
        if fold(part) not in names:
            english = {label: words_of("en").text(f"adapt.labels.{label}") for label in Label}
            near = difflib.get_close_matches(fold(part), names, n=1)
            hint = f" Did you mean {english[names[near[0]]]!r}?" if near else ""
            raise InputError(f"{where}: there is no label {part!r}.{hint} Known: {', '.join(english.values())}.")
        labels.append(names[fold(part)])
    return in_order(labels)


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """How many items carry each label, and how many carry any: `total` counts items, `n_labels` labels."""

    counts: Mapping[Label, int]
    total: int
    n_labels: int
    n_items: int


def count_labels(labels: Mapping[str, Iterable[Label]], n_items: int) -> LabelCounts:
    """Counts by label over item ids, as in table 2 of French CrowS-Pairs, whose total counts pairs: a pair that
    carries two labels is in two rows and once in the total (670 pairs, 711 labels)."""
    counter = Counter(label for item_labels in labels.values() for label in item_labels)
    counts = {label: counter[label] for label in Label if counter[label]}
    return LabelCounts(counts, sum(map(bool, labels.values())), counter.total(), n_items)


def same_language(first: str, second: str) -> bool:
    """Whether two codes name one language: fr and fr-CA do."""
    return first.split("-")[0] == second.split("-")[0]


class AdaptationFacts(msgspec.Struct, frozen=True):
    """What `adaptation.json` holds: of what the draft is a translation, by what, and what that took."""

    kind: str
    source: dict[str, object]
    n: int
    source_language: str = msgspec.field(name="from")
    target_language: str = msgspec.field(name="to")
    system: dict[str, object]
    texts: int = 0
    asked: int = 0
    made: str = ""
    epicene: str = ""
    unrelated_alone: dict[str, str] = {}

    @property
    def way(self) -> str:
        """How the draft was made: by a machine, taken from a file; where people begin, it is empty, or the source."""
        if self.system != {"name": PEOPLE}:
            return FILE if FILE in self.system else MACHINE
        return REVISION if same_language(self.source_language, self.target_language) else PEOPLE

    @property
    def question(self) -> dict[str, str]:
        """What distinguishes two adaptations, for people: names, each with a short digest of its facts."""
        named = {
            key: f"{facts.get('benchmark') or facts.get('name')} ({digest(dict(facts))[:SHORT]})"
            for key, facts in (("source", self.source), ("system", self.system))
        }
        return {"kind": self.kind, "n": str(self.n), "from": self.source_language, "to": self.target_language} | named


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What becomes of an item: its texts where it is accepted, and how it got there. A double has an id of its own and
    is `of` another item."""

    id: str
    decision: str
    texts: dict[str, str]
    labels: tuple[Label, ...]
    comment: str = ""
    of: str = ""


class HistoryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the history. An entry without a role comes from a table of `adapt fix`, not from the translator or
    editor of a sample. `minutes` is the time its author reports."""

    at: str
    id: str
    decision: str
    texts: dict[str, str] = {}
    labels: tuple[Label, ...] = ()
    comment: str = ""
    of: str = ""
    by: str = ""
    role: str = ""
    sample: int = 0
    minutes: float | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.id, self.role


def history_entry(
    decision: Decision, by: str, role: str = "", sample: int = 0, minutes: float | None = None
) -> HistoryEntry:
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return HistoryEntry(now, **msgspec.structs.asdict(decision), by=by, role=role, sample=sample, minutes=minutes)


def latest_entries(history: Iterable[HistoryEntry]) -> dict[tuple[str, str], HistoryEntry]:
    """The last entry of each item and role; an editor's counts no longer once the translation changed after it."""
    latest: dict[tuple[str, str], HistoryEntry] = {}
    for entry in history:
        if entry.role == TRANSLATOR:
            latest.pop((entry.id, EDITOR), None)
        latest[entry.key] = entry
    return latest


class AssignedSample(msgspec.Struct, frozen=True):
    """A line of `samples.jsonl`; `draft_shown`: whether the translator starts from the draft, where there is one."""

    number: int
    translator: str
    editor: str
    ids: list[str]
    seed: int
    drawn: str
    draft_shown: bool


class Adaptation:
    """An adaptation as it stands in its folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.facts_path = path / "adaptation.json"
        self.texts_path = path / "source.txt"
        self.decisions_path = path / "decisions.jsonl"
        self.samples_path = path / "samples.jsonl"
        self.history_path = path / "history.jsonl"

    @cached_property
    def facts(self) -> AdaptationFacts:
        if not self.facts_path.is_file():
            unfinished = "; its translation is not finished, run that command again" * self.texts_path.exists()
            name = self.facts_path.name
            raise InputError(f"{self.path} is no folder of `epicene adapt translate`: it has no {name}{unfinished}.")
        try:
            facts = msgspec.json.decode(self.facts_path.read_bytes(), type=AdaptationFacts)
            if facts.kind in KINDS:
                return facts
        except msgspec.DecodeError:
            pass
        raise InputError(f"{self.facts_path} is not as `epicene adapt translate` wrote it; undo the edit.")

    @property
    def kind(self) -> AnyKind:
        return KINDS[self.facts.kind]

    @property
    def draft_path(self) -> Path:
        return self.path / f"draft.{self.kind.suffix}"

    @property
    def adapted_path(self) -> Path:
        return self.path / f"adapted.{self.kind.suffix}"

    @property
    def current_path(self) -> Path:
        """The adapted set once there is one, else the draft."""
        return self.adapted_path if self.adapted_path.exists() else self.draft_path

    def draft(self) -> list[Item]:
        return self.kind.read(self.draft_path, self.facts.target_language)

    def current(self) -> list[Item]:
        """The items of the adapted set or the draft, without those that nobody has translated yet."""
        items = self.kind.read(self.current_path, self.facts.target_language)
        return list(filter(self.is_written, items))

    def is_written(self, item: Item) -> bool:
        return any(self.kind.texts_of(item).values())

    def source(self) -> dict[str, Item]:
        items = [item_from_json(json.loads(line)) for _, line in numbered_lines(self.path / "source.jsonl")]
        return {item.id: item for item in items}

    def write_source(self, items: Sequence[Item]) -> None:
        write_text(self.path / "source.jsonl", json_lines(map(item_to_json, items)))

    def write_draft(self, items: Sequence[Item], facts: AdaptationFacts) -> None:
        """Write the draft, its sentences for task 2 of collect, and the facts last: a folder that has them is whole."""
        kind = KINDS[facts.kind]
        write_text(self.path / f"draft.{kind.suffix}", kind.write(items))
        sentences = json_lines(
            {"id": f"{item.id}#{name}", "text": text, "language": item.language, "source": item.id}
            for item in items
            for name, text in kind.sentences_of(item).items()
            if text
        )
        write_text(self.path / "sentences.jsonl", sentences)
        write_json(self.facts_path, msgspec.to_builtins(facts))

    def decisions(self) -> dict[str, Decision]:
        return {decision.id: decision for decision in _records(self.decisions_path, Decision)}

    def samples(self) -> list[AssignedSample]:
        return _records(self.samples_path, AssignedSample)

    def history(self) -> list[HistoryEntry]:
        return _records(self.history_path, HistoryEntry)

    def add_to_history(self, entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
        """Append and return the entries that differ from the last of their item and role in more than the moment: a
        table that is read again adds nothing where it has not changed."""
        latest = latest_entries(self.history())
        new = []
        for entry in entries:
            before = latest.get(entry.key)
            if before is None or msgspec.structs.replace(entry, at=before.at) != before:
                new.append(entry)
        append_lines(self.history_path, map(msgspec.to_builtins, new))
        return new


def _records(path: Path, kind: type[Record]) -> list[Record]:
    """The lines of a file that epicene writes; it may not be there yet."""
    records = []
    for number, line in enumerate(whole_lines(path), start=1):
        try:
            records.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError:
            raise InputError(f"{path}, line {number}, is not as epicene wrote it; undo the edit.") from None
    return records
