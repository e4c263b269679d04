"""The folder of one adaptation, from the first draft to the finished set.

`adaptation.json` says what was translated, from where, by what; `source.jsonl` holds the items of the source,
`source.txt` their distinct texts; `draft.*` the machine's translation as a data set, `sentences.jsonl` the same as
sentences that people can be asked to judge; `decisions.jsonl` what people decided, `adapted.*` the result;
`samples.jsonl` who was given which items, `history.jsonl` who said what of each and when.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.files import json_lines, write_json, write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, ItemKind
from epicene.core.types import Item, item_from_json, item_to_json
from epicene.data.datasets import Dataset
from epicene.data.text_files import numbered_lines

PEOPLE = "people"  # the system of a draft that no machine made
FILE, REVISION, MACHINE = "file", "revision", "machine"


def same_language(one: str, other: str) -> bool:
    """fr and fr-CA are one language."""
    return one.split("-")[0] == other.split("-")[0]


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
        """As a person would say it; what distinguishes two is kept, as a short digest."""
        asked = {"kind": self.kind, "n": str(self.n), "from": self.source_language, "to": self.target_language}
        return asked | {"source": _named(self.source), "system": _named(self.system)}


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
        try:
            text = self.facts_path.read_bytes()
        except OSError:
            unfinished = said("; its translation is not finished, run that command again")
            raise InputError(
                "{path} is no folder of `epicene adapt translate`: it has no {name}{begun}.",
                path=self.path,
                name=self.facts_path.name,
                begun=unfinished if self.texts_path.exists() else "",
            ) from None
        try:
            facts = msgspec.json.decode(text, type=AdaptationFacts)
            if facts.kind in KINDS:
                return facts
        except msgspec.DecodeError:
            pass
        raise InputError(
            "{facts_path} is not as `epicene adapt translate` wrote it; undo the edit.", facts_path=self.facts_path
        )

    @property
    def kind(self) -> ItemKind:
        return KINDS[self.facts.kind]

    @property
    def language(self) -> str:
        return self.facts.target_language

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
        return self._read(self.draft_path)

    def current(self) -> list[Item]:
        """Without items that nobody has translated yet."""
        return [item for item in self._read(self.current_path) if self.is_written(item)]

    def is_written(self, item: Item) -> bool:
        return any(self.kind.texts_of(item).values())

    def source(self) -> dict[str, Item]:
        items = [item_from_json(json.loads(line)) for _, line in numbered_lines(self.path / "source.jsonl")]
        return {item.id: item for item in items}

    def _read(self, path: Path) -> list[Item]:
        return self.kind.read(path, self.language)

    def write_source(self, items: Sequence[Item]) -> None:
        write_text(self.path / "source.jsonl", json_lines(map(item_to_json, items)))

    def write_draft(self, items: Sequence[Item], facts: AdaptationFacts) -> None:
        """The facts last: a folder that has them is whole."""
        kind = KINDS[facts.kind]
        write_text(self.path / f"draft.{kind.suffix}", kind.write(items))
        sentences = json_lines(record for item in items for record in sentence_records(item, kind))
        write_text(self.path / "sentences.jsonl", sentences)
        write_json(self.facts_path, msgspec.to_builtins(facts))


def sentence_records(item: Item, kind: ItemKind) -> list[dict[str, str]]:
    """An item as sentences that can be judged one by one (task 2 of collect): id, text, language, source."""
    return [
        {"id": f"{item.id}#{name}", "text": text, "language": item.language, "source": item.id}
        for name, text in kind.sentences_of(item).items()
        if text
    ]


def _named(facts: Mapping[str, object]) -> str:
    return f"{facts.get('benchmark') or facts.get('name')} ({digest(dict(facts))[:SHORT]})"


def source_facts(dataset: Dataset) -> dict[str, object]:
    benchmark = dataset.benchmark
    declared = {key: getattr(benchmark, key) for key in ("title", "licence", "citation", "source")}
    return {**dataset.facts(), **declared, "file": dataset.path.name}
