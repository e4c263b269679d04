"""The folder of one adaptation, from the first draft to the finished set.

`adaptation.json` says what was translated, from where, by what; `source.jsonl` holds the items of the source,
`source.txt` their distinct texts; `draft.*` the machine's translation as a data set, `sentences.jsonl` the same as
sentences that people can be asked to judge; `decisions.jsonl` what people decided, `adapted.*` the result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.files import write_json, write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, ItemKind
from epicene.core.records import item_from_json, item_to_json
from epicene.core.types import Item
from epicene.data.datasets import Dataset
from epicene.data.text_stream import numbered_lines
from epicene.runs.folder import refuse_another_question


@dataclass(frozen=True)
class Adaptation:
    """An adaptation as it stands in its folder."""

    path: Path

    @cached_property
    def facts(self) -> dict[str, Any]:
        try:
            text = self.facts_path.read_text(encoding="utf-8")
        except OSError:
            begun = "; its translation is not finished, run that command again" if self.texts_path.exists() else ""
            raise InputError(
                f"{self.path} is no folder of `epicene adapt translate`: it has no {self.facts_path.name}{begun}."
            ) from None
        try:
            facts: dict[str, Any] = json.loads(text)
            if facts["kind"] in KINDS and {"n", "from", "to", "source", "system"} <= facts.keys():
                return facts
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        raise InputError(f"{self.facts_path} is not as `epicene adapt translate` wrote it; undo the edit.")

    @property
    def facts_path(self) -> Path:
        return self.path / "adaptation.json"

    @property
    def texts_path(self) -> Path:
        return self.path / "source.txt"

    @property
    def decisions_path(self) -> Path:
        return self.path / "decisions.jsonl"

    @property
    def kind(self) -> ItemKind:
        return KINDS[self.facts["kind"]]

    @property
    def language(self) -> str:
        return str(self.facts["to"])

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
        return self._read(self.current_path)

    def refuse_another(self, question: Mapping[str, Any]) -> None:
        """An error unless the folder's draft answers this very question; digests and licences need not be read out."""
        there = {key: self.facts.get(key) for key in question}
        refuse_another_question(self.path, _in_short(there), _in_short(question))

    def source(self) -> dict[str, Item]:
        items = [item_from_json(json.loads(line)) for _, line in numbered_lines(self.path / "source.jsonl")]
        return {item.id: item for item in items}

    def _read(self, path: Path) -> list[Item]:
        return self.kind.read(path, self.language)

    def write_source(self, items: Sequence[Item]) -> None:
        records = [json.dumps(item_to_json(item), ensure_ascii=False) for item in items]
        write_text(self.path / "source.jsonl", "".join(f"{record}\n" for record in records))

    def write_draft(self, items: Sequence[Item], facts: Mapping[str, Any]) -> None:
        """The facts last: a folder that has them is whole."""
        kind = KINDS[facts["kind"]]
        write_text(self.path / f"draft.{kind.suffix}", kind.write(items))
        lines = [json.dumps(record, ensure_ascii=False) for item in items for record in sentence_records(item, kind)]
        write_text(self.path / "sentences.jsonl", "".join(f"{line}\n" for line in lines))
        write_json(self.facts_path, facts)


def sentence_records(item: Item, kind: ItemKind) -> list[dict[str, str]]:
    """An item as sentences that can be judged one by one (task 2 of collect): id, text, language, source."""
    return [
        {"id": f"{item.id}#{name}", "text": text, "language": item.language, "source": item.id}
        for name, text in kind.sentences_of(item).items()
    ]


def _in_short(question: Mapping[str, Any]) -> dict[str, str]:
    """A question as a person would say it; what distinguishes two is kept, as a short digest."""
    return {key: _named(value) if isinstance(value, Mapping) else str(value) for key, value in question.items()}


def _named(facts: Mapping[str, Any]) -> str:
    return f"{facts.get('benchmark') or facts.get('name')} ({digest(dict(facts))[:SHORT]})"


def source_facts(dataset: Dataset) -> dict[str, Any]:
    benchmark = dataset.benchmark
    declared = {key: getattr(benchmark, key) for key in ("title", "licence", "citation", "source")}
    return {**dataset.facts(), **declared, "file": dataset.path.name}
