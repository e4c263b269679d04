"""`epicene adapt sample` and what comes back of it: random samples, each with a translator and an editor.

As Névéol et al. (2022, section 2) did it: the 1,508 pairs were divided at random into 16 samples of 90 and one of 68;
one person translates, another revises and validates, and both note how.
"""

from __future__ import annotations

import datetime
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from msgspec.structs import replace as changed

from epicene.adapt.adaptation import (
    ACCEPT,
    DOUBLE,
    EDITOR,
    KEEP,
    REVISION,
    ROLES,
    TRANSLATOR,
    Adaptation,
    AssignedSample,
    Decision,
    HistoryEntry,
    Label,
    history_entry,
    latest_entries,
)
from epicene.adapt.decisions import (
    Applied,
    columns,
    draft_findings,
    read_decisions,
    require_label,
    row_of,
    settle,
)
from epicene.adapt.spreadsheets import TableRow, read_table, write_table
from epicene.core.errors import InputError
from epicene.core.files import append_lines
from epicene.core.types import Item
from epicene.runs.folder import locked

SIZE = 90
_TRANSLATOR_SAYS = "translator says"  # a column of the editor's table


@dataclass(frozen=True, slots=True)
class SampleRequest:
    """Which samples to draw; without a `count`, as many as it takes."""

    translators: Sequence[str]
    editors: Sequence[str]
    size: int = SIZE
    count: int | None = None
    seed: int = 0
    draft_shown: bool = True


def draw(
    adaptation: Adaptation, request: SampleRequest, proposals: Mapping[str, str]
) -> list[tuple[AssignedSample, Path]]:
    """Disjoint random samples of what is left to do, and a table for each translator."""
    with locked(adaptation.path):
        samples, draft = adaptation.samples(), {item.id: item for item in adaptation.draft()}
        taken = {item_id for sample in samples for item_id in sample.ids} | {*adaptation.decisions()}
        left = [item_id for item_id in draft if item_id not in taken]
        if not left:
            raise InputError(f"Nothing in {adaptation.path} is left to do; `epicene adapt progress` says who has what.")
        random.Random(f"{request.seed}/{len(samples)}").shuffle(left)  # noqa: S311 - a sample, no secret
        parts = [left[start : start + request.size] for start in range(0, len(left), request.size)][: request.count]
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        drawn = [
            AssignedSample(number, *_people(number, request), ids, request.seed, today, request.draft_shown)
            for number, ids in enumerate(parts, start=len(samples) + 1)
        ]
        tables = []
        for sample in drawn:
            rows = _rows(adaptation, sample, TRANSLATOR, [draft[item_id] for item_id in sample.ids])
            hidden = () if sample.draft_shown else adaptation.kind.texts_to_adapt
            for row in rows:
                row["proposals"] = proposals.get(row["id"], "")
                row |= {name: "" for text in hidden for name in (text, f"draft {text}")}
            tables.append((sample, _write(adaptation, sample, TRANSLATOR, rows)))
        append_lines(adaptation.samples_path, map(msgspec.to_builtins, drawn))
    return tables


def _people(number: int, request: SampleRequest) -> tuple[str, str]:
    """Translators and editors take turns; nobody edits their own translation."""
    translator = request.translators[(number - 1) % len(request.translators)]
    turn = number % len(request.editors)
    others = [name for name in (*request.editors[turn:], *request.editors[:turn]) if name != translator]
    if not others:
        raise InputError(f"Nobody is left to edit what {translator} translates; name another --editor.")
    return translator, others[0]


def _rows(adaptation: Adaptation, sample: AssignedSample, role: str, items: Sequence[Item]) -> list[dict[str, str]]:
    """Rows to be filled in by the sample's translator or editor."""
    source, by = adaptation.source(), sample.translator if role == TRANSLATOR else sample.editor
    who = {"sample": str(sample.number), "role": role, "by": by, "minutes": "", "decision": ""}
    findings = draft_findings(adaptation, items) if role == EDITOR or sample.draft_shown else []
    problems = {item.id: [finding for finding in findings if finding.item_id == item.id] for item in items}
    return [row_of(item, source.get(item.id), problems[item.id], adaptation.kind) | who for item in items]


def _write(adaptation: Adaptation, sample: AssignedSample, role: str, rows: Sequence[Mapping[str, str]]) -> Path:
    """Write a table, never over one that somebody may have worked in."""
    person = re.sub(r"\W+", "-", sample.translator if role == TRANSLATOR else sample.editor).strip("-")
    folder = adaptation.path / "samples"
    folder.mkdir(exist_ok=True)
    names = (f"{sample.number:02}-{role}-{person}{suffix}.csv" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    path = next(folder / name for name in names if not (folder / name).exists())
    first, *rest = columns(adaptation.kind)
    noted = [_TRANSLATOR_SAYS] if role == EDITOR else []
    write_table(path, (first, "sample", "role", "by", *noted, *rest, "minutes"), rows)
    return path


@dataclass(frozen=True, slots=True)
class AppliedSample:
    """What came of a sample's table: how many rows were new, and the lines without a decision; of a translator's table
    what editors are given next, of an editor's what was applied."""

    role: str
    new: int
    open_lines: Sequence[int]
    for_editors: Sequence[Path] = ()
    applied: Applied | None = None


def role_of(table: Path) -> str:
    """The role of those who filled in a table; empty where it is none of a sample."""
    roles = {row["role"].lower() for row in read_table(table, ("id",))}
    if roles <= {""}:
        return ""
    if len(roles) > 1 or not roles <= set(ROLES):
        raise InputError(f"{table}: the column role must say the same in every row, one of {', '.join(ROLES)}.")
    return roles.pop()


def apply_sample(adaptation: Adaptation, table: Path, role: str) -> AppliedSample:
    """Read the table of a translator or an editor back."""
    with locked(adaptation.path):
        samples = {str(sample.number): sample for sample in adaptation.samples()}
        return (_apply_translations if role == TRANSLATOR else _apply_edits)(adaptation, table, samples)


def _apply_translations(adaptation: Adaptation, table: Path, samples: Mapping[str, AssignedSample]) -> AppliedSample:
    draft, kind = {item.id: item for item in adaptation.draft()}, adaptation.kind
    read = read_decisions(adaptation, table, draft, first_alone=kind.second_follows)
    entries = []
    for decision, row in read.decided:
        if decision.decision == DOUBLE:
            raise InputError(f"{row.where}: an item is doubled by its editor; say {ACCEPT}, and why, as a comment.")
        texts = kind.texts_of(draft[decision.id])
        if decision.decision == KEEP and any(texts.values()):  # whoever keeps a text vouches for it
            decision = changed(decision, decision=ACCEPT, texts=texts)
        if adaptation.facts.way == REVISION:
            require_label(decision, row, draft[decision.id], kind)
        entries.append(_entry(decision, row, TRANSLATOR, samples))
    new = adaptation.add_to_history(entries)
    tables = []
    for sample in samples.values():
        own = {entry.id: entry for entry in new if entry.sample == sample.number}
        items = {key: kind.with_texts(draft[key], entry.texts) for key, entry in own.items()}
        rows = _rows(adaptation, sample, EDITOR, list(items.values()))
        for cells in rows:
            entry = own[cells["id"]]
            noted = f"{entry.by}: {entry.decision}{f' ({entry.comment})' if entry.comment else ''}"
            cells |= {"labels": "; ".join(entry.labels), _TRANSLATOR_SAYS: noted, **kind.to_edit(items[entry.id])}
        tables += [_write(adaptation, sample, EDITOR, rows)] if rows else []
    return AppliedSample(TRANSLATOR, len(new), read.open_lines, tables)


def _apply_edits(adaptation: Adaptation, table: Path, samples: Mapping[str, AssignedSample]) -> AppliedSample:
    draft, kind = {item.id: item for item in adaptation.draft()}, adaptation.kind
    translations = {entry.id: entry for entry in adaptation.history() if entry.role == TRANSLATOR}
    items = {key: kind.with_texts(draft[key], entry.texts) for key, entry in translations.items()}
    read = read_decisions(adaptation, table, items)
    decided, entries = [], []
    for decision, row in read.decided:
        translation = translations[decision.of or decision.id]
        if decision.decision == KEEP:
            decision = Decision(
                *(translation.id, translation.decision, translation.texts, translation.labels),
                comment=decision.comment or translation.comment,
                of=translation.of,
            )
            if not all(decision.texts.values()):
                raise InputError(f"{row.where}: a text of {decision.id} is empty; fill it in, and say {ACCEPT}.")
        entry = _entry(decision, row, EDITOR, samples)
        if entry.by == translation.by:
            raise InputError(f"{row.where}: {entry.by} translated {translation.id}; somebody else must edit it.")
        if adaptation.facts.way == REVISION and decision.decision == ACCEPT:
            require_label(decision, row, draft[decision.id], kind)
        decided.append((decision, row))
        entries.append(entry)
    applied = settle(adaptation, replace(read, decided=decided))
    return AppliedSample(EDITOR, len(adaptation.add_to_history(entries)), read.open_lines, applied=applied)


def _entry(decision: Decision, row: TableRow, role: str, samples: Mapping[str, AssignedSample]) -> HistoryEntry:
    """A row of a sample's table for the history, with its author and the minutes that it took."""
    item_id, sample = decision.of or decision.id, samples.get(row["sample"])
    if sample is None or item_id not in sample.ids:
        raise InputError(f"{row.where}: {item_id} is not in sample {row['sample']!r}; keep the table's first columns.")
    if not row["by"]:
        raise InputError(f"{row.where}: the column by is empty; write who did this row.")
    text = row["minutes"].replace(",", ".")
    try:
        minutes = float(text) if text else None
    except ValueError:
        minutes = -1.0
    if minutes is not None and not 0 <= minutes < 10_000:
        raise InputError(f"{row.where}: minutes is {row['minutes']!r}; write a number, such as 1.5, or nothing.")
    return history_entry(decision, row["by"], role, sample.number, minutes)


class PersonProgress(msgspec.Struct, frozen=True):
    """What one person was given in one role, in which samples, and did; labels are those of what they did."""

    person: str
    role: str
    samples: list[int]
    given: int
    done: int
    labels: dict[str, int]
    minutes: float

    @property
    def left(self) -> int:
        return self.given - self.done


class AdaptationProgress(msgspec.Struct, frozen=True):
    """Items in all, in samples, translated, and validated by an editor after they were translated last."""

    items: int
    sampled: int
    translated: int
    edited: int
    people: list[PersonProgress]


def progress_of(adaptation: Adaptation) -> AdaptationProgress:
    latest = latest_entries(adaptation.history())
    sampled = [(sample, item_id) for sample in adaptation.samples() for item_id in sample.ids]
    given: dict[tuple[str, str], list[tuple[int, HistoryEntry | None]]] = {}
    for sample, item_id in sampled:
        for role, name in ((TRANSLATOR, sample.translator), (EDITOR, sample.editor)):
            entry = latest.get((item_id, role))
            given.setdefault((entry.by if entry else name, role), []).append((sample.number, entry))
    translated, edited = (sum((item_id, role) in latest for _, item_id in sampled) for role in ROLES)
    people = []
    for (person, role), assigned in sorted(given.items()):
        numbers, done = sorted({number for number, _ in assigned}), [entry for _, entry in assigned if entry]
        labels = Counter(label for entry in done for label in entry.labels)
        counts = {label.value: labels[label] for label in Label if labels[label]}
        minutes = sum(entry.minutes or 0.0 for entry in done)
        people.append(PersonProgress(person, role, numbers, len(assigned), len(done), counts, minutes))
    return AdaptationProgress(adaptation.facts.n, len(sampled), translated, edited, people)
