"""What was decided about items: as it stands (`decisions.jsonl`), and who said what and when (`history.jsonl`, which is
only ever added to)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

import msgspec

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.adaptation_labels import Label
from epicene.core.errors import InputError
from epicene.core.files import append_lines, whole_lines
from epicene.data.text_files import numbered_lines

TRANSLATOR, EDITOR = "translator", "editor"  # written to tables and files
ROLES = (TRANSLATOR, EDITOR)


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What becomes of an item: its texts where it is accepted, and how it got there. A double has an id of its own and
    is `of` another item."""

    id: str
    decision: str
    texts: dict[str, str]
    labels: tuple[Label, ...]
    comment: str = ""
    of: str = ""


def read_decisions(adaptation: Adaptation) -> dict[str, Decision]:
    path = adaptation.decisions_path
    found: dict[str, Decision] = {}
    for number, line in numbered_lines(path) if path.exists() else ():
        try:
            decision = msgspec.json.decode(line, type=Decision)
            found[decision.id] = decision
        except msgspec.DecodeError:
            raise InputError(
                "{path}, line {number}: this is no decision that `adapt apply` wrote; undo the edit.",
                path=path,
                number=number,
            ) from None
    return found


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the history. Without a role it was said by no sample's translator or editor, but in a table of
    `adapt fix`. `minutes` are what its author says that it took."""

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

    @property
    def said(self) -> tuple[object, ...]:
        """All but the moment."""
        return msgspec.structs.astuple(self)[1:]

    def as_decision(self, comment: str = "") -> Decision:
        return Decision(self.id, self.decision, self.texts, self.labels, comment or self.comment, self.of)


def entry_of(decision: Decision, by: str, role: str = "", sample: int = 0, minutes: float | None = None) -> Entry:
    at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Entry(at, **msgspec.structs.asdict(decision), by=by, role=role, sample=sample, minutes=minutes)


def read_history(adaptation: Adaptation) -> list[Entry]:
    """In the order in which it was said."""
    try:
        return [msgspec.json.decode(line, type=Entry) for line in whole_lines(adaptation.history_path)]
    except msgspec.DecodeError:
        raise InputError(
            "{history_path} has a line that `adapt apply` did not write; undo the edit.",
            history_path=adaptation.history_path,
        ) from None


def note(adaptation: Adaptation, entries: Sequence[Entry]) -> list[Entry]:
    """Add to the history; a table handed in again says nothing new where it has not changed. What was new."""
    last = last_words(read_history(adaptation))
    new = [
        entry for entry in entries if (known := last.get((entry.id, entry.role))) is None or known.said != entry.said
    ]
    append_lines(adaptation.history_path, (msgspec.to_builtins(entry) for entry in new))
    return new


def last_words(history: Iterable[Entry]) -> dict[tuple[str, str], Entry]:
    """The last word on each item in each role; an editor's counts no longer once the translation changed after it."""
    found: dict[tuple[str, str], Entry] = {}
    for entry in history:
        if entry.role == TRANSLATOR:
            found.pop((entry.id, EDITOR), None)
        found[entry.key] = entry
    return found
