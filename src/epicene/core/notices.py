"""What a reader of figures must know, as data: a code and its values. The sentence is made where it is shown.

Catalogues hold the sentences, in each language; nothing recognises one again. `Language.say` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

NOTE = "note"
GRAVE = "grave"  # after it, no figure may be believed as it stands: shown before all figures


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be, or a part of one; `values` are plain data, lists and further messages."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    def record(self) -> dict[str, object]:
        """The message as JSON has it; one within the values is a record again."""
        return {"code": self.code, "values": {name: _plain(value) for name, value in self.values.items()}}


@dataclass(frozen=True, slots=True)
class Notice(Message):
    """What a reader of figures must know; a grave one stands before all figures."""

    severity: str = NOTE

    @property
    def is_grave(self) -> bool:
        return self.severity == GRAVE

    def record(self) -> dict[str, object]:
        return {**Message.record(self), "severity": self.severity}


def notice_from(record: Mapping[str, Any]) -> Notice:
    values = {name: _message(value) for name, value in record.get("values", {}).items()}
    return Notice(str(record["code"]), values, record.get("severity", NOTE))


def unique(notices: Iterable[Notice]) -> list[Notice]:
    """Each once, gravest first, otherwise in their order."""
    by_record = {json.dumps(notice.record(), sort_keys=True, default=str): notice for notice in notices}
    return sorted(by_record.values(), key=lambda notice: not notice.is_grave)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return value.record()
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _message(value: object) -> object:
    if isinstance(value, Mapping) and set(value) <= {"code", "values", "severity"} and "code" in value:
        return Message(str(value["code"]), {name: _message(part) for name, part in value.get("values", {}).items()})
    if isinstance(value, list):
        return [_message(part) for part in value]
    return value
