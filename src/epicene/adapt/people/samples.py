"""`epicene adapt sample` and what comes back of it: random samples, each with a translator and an editor.

As Névéol et al. (2022, section 2) did it: the 1,508 pairs were divided at random into 16 samples of 90 and one of 68;
one person translates, another revises and validates, and both note how.
"""

from __future__ import annotations

import datetime
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from epicene.adapt.adaptation_folder import REVISION, Adaptation
from epicene.adapt.adaptation_labels import Label
from epicene.adapt.checking.translation_check import Origin, check
from epicene.adapt.decision_history import (
    EDITOR,
    ROLES,
    TRANSLATOR,
    Decision,
    Entry,
    entry_of,
    last_words,
    note,
    read_decisions,
    read_history,
)
from epicene.adapt.decisions import Applied, must_be_labelled, read_rows, settle
from epicene.adapt.fix import ACCEPT, DOUBLE, KEEP, columns, row_of
from epicene.adapt.spreadsheets import Row, read_table, write_table
from epicene.core.errors import InputError
from epicene.core.files import append_lines, whole_lines
from epicene.core.types import Item
from epicene.data.checking.check import Finding
from epicene.runs.folder import locked

SIZE = 90
_WHO = ("sample", "role", "by", "minutes")
_SAID = "translator says"


class Sample(msgspec.Struct, frozen=True):
    """A line of `samples.jsonl`; `draft_shown`: whether the translator starts from the draft, where there is one."""

    number: int
    translator: str
    editor: str
    ids: list[str]
    seed: int
    drawn: str
    draft_shown: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw; without a `count`, as many samples as it takes."""

    translators: Sequence[str]
    editors: Sequence[str]
    size: int = SIZE
    count: int | None = None
    seed: int = 0
    draft_shown: bool = True


def read_samples(adaptation: Adaptation) -> list[Sample]:
    try:
        return [msgspec.json.decode(line, type=Sample) for line in whole_lines(adaptation.samples_path)]
    except msgspec.DecodeError:
        raise InputError(
            "{samples_path} has a line that `adapt sample` did not write; undo the edit.",
            samples_path=adaptation.samples_path,
        ) from None


def draw(adaptation: Adaptation, drawing: Drawing, proposals: Mapping[str, str]) -> list[tuple[Sample, Path]]:
    """Disjoint random samples of what is left to do, and a table for each translator."""
    with locked(adaptation.path):
        before = read_samples(adaptation)
        taken = {item_id for sample in before for item_id in sample.ids} | {*read_decisions(adaptation)}
        left = [item.id for item in adaptation.draft() if item.id not in taken]
        if not left:
            raise InputError(
                "Nothing in {path} is left to do; `epicene adapt progress` says who has what.", path=adaptation.path
            )
        random.Random(f"{drawing.seed}/{len(before)}").shuffle(left)  # noqa: S311 - a sample, no secret
        parts = [left[start : start + drawing.size] for start in range(0, len(left), drawing.size)][: drawing.count]
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        samples = []
        for number, ids in enumerate(parts, start=len(before) + 1):
            who = _assigned(number, drawing)
            samples.append(Sample(number, *who, ids, drawing.seed, today, drawing.draft_shown))
        tables = [(sample, _write_for_translator(adaptation, sample, proposals)) for sample in samples]
        append_lines(adaptation.samples_path, map(msgspec.to_builtins, samples))
    return tables


def _assigned(number: int, drawing: Drawing) -> tuple[str, str]:
    """In turn; nobody edits their own translation."""
    translator = drawing.translators[(number - 1) % len(drawing.translators)]
    turn = number % len(drawing.editors)
    others = [name for name in (*drawing.editors[turn:], *drawing.editors[:turn]) if name != translator]
    if not others:
        raise InputError(
            "Nobody is left to edit what {translator} translates; name another --editor.", translator=translator
        )
    return translator, others[0]


def _write_for_translator(adaptation: Adaptation, sample: Sample, proposals: Mapping[str, str]) -> Path:
    draft = {item.id: item for item in adaptation.draft()}
    items = [draft[item_id] for item_id in sample.ids]
    findings = _findings(adaptation, items) if sample.draft_shown else []
    rows = _rows(adaptation, sample, TRANSLATOR, items, findings)
    for row in rows:
        row["proposals"] = proposals.get(row["id"], "")
        if not sample.draft_shown:
            for name in adaptation.kind.texts_to_adapt:
                row[name] = row[f"draft {name}"] = ""
    return _write(adaptation, sample, TRANSLATOR, rows)


def _rows(
    adaptation: Adaptation, sample: Sample, role: str, items: Iterable[Item], findings: Sequence[Finding]
) -> list[dict[str, str]]:
    source, by = adaptation.source(), sample.translator if role == TRANSLATOR else sample.editor
    who = {"sample": str(sample.number), "role": role, "by": by, "minutes": "", "decision": ""}
    rows = []
    for item in items:
        own = [finding for finding in findings if finding.item_id == item.id]
        rows.append(row_of(item, source.get(item.id), own, adaptation.kind) | who)
    return rows


def _findings(adaptation: Adaptation, items: Sequence[Item]) -> list[Finding]:
    origin = Origin(adaptation.source(), adaptation.facts.source_language, adaptation.facts.unrelated_alone)
    return check(list(filter(adaptation.is_written, items)), adaptation.draft_path, adaptation.kind, origin)


def _write(adaptation: Adaptation, sample: Sample, role: str, rows: Sequence[Mapping[str, str]]) -> Path:
    """Never over a table that somebody may have worked in."""
    person = re.sub(r"\W+", "-", sample.translator if role == TRANSLATOR else sample.editor).strip("-")
    folder = adaptation.path / "samples"
    folder.mkdir(exist_ok=True)
    names = (f"{sample.number:02}-{role}-{person}{suffix}.csv" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    path = next(folder / name for name in names if not (folder / name).exists())
    first, *rest = columns(adaptation.kind)
    write_table(path, (first, *_WHO[:-1], *([_SAID] if role == EDITOR else []), *rest, _WHO[-1]), rows)
    return path


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What came of a table: how many rows were new, the lines without a decision; of a translator's table what editors
    are given next, of an editor's what was applied."""

    role: str
    new: int
    open_lines: Sequence[int]
    for_editors: Sequence[Path] = ()
    applied: Applied | None = None


def role_of(table: Path) -> str:
    """Whose table it is; empty where it is none of a sample."""
    roles = {row["role"].lower() for row in read_table(table, ("id",))}
    if roles <= {""}:
        return ""
    if len(roles) > 1 or not roles <= set(ROLES):
        raise InputError(
            "{table}: the column role must say the same in every row, one of {roles}.",
            table=table,
            roles=", ".join(ROLES),
        )
    return roles.pop()


def take_back(adaptation: Adaptation, table: Path, role: str) -> TakenBack:
    """Read the table of a translator or an editor back."""
    with locked(adaptation.path):
        samples = {str(sample.number): sample for sample in read_samples(adaptation)}
        return (_translated if role == TRANSLATOR else _edited)(adaptation, table, samples)


def _translated(adaptation: Adaptation, table: Path, samples: Mapping[str, Sample]) -> TakenBack:
    draft, kind = {item.id: item for item in adaptation.draft()}, adaptation.kind
    read = read_rows(adaptation, table, draft, first_alone=kind.second_follows)
    entries = []
    for decision, row in read.decided:
        sample = _sample(row, samples, decision.of or decision.id)
        if decision.decision == DOUBLE:
            raise InputError(
                "{where}: an item is doubled by its editor; say {accept}, and why, as a comment.",
                where=row.where,
                accept=ACCEPT,
            )
        decision = _kept(decision, kind.texts_of(draft[decision.id]))
        if adaptation.facts.way == REVISION:
            must_be_labelled(decision, draft[decision.id], row.where, kind)
        entries.append(entry_of(decision, _person(row), TRANSLATOR, sample.number, _minutes(row)))
    new = note(adaptation, entries)
    return TakenBack(TRANSLATOR, len(new), read.open_lines, _for_editors(adaptation, new, samples.values()))


def _kept(decision: Decision, texts: Mapping[str, str]) -> Decision:
    """What somebody keeps, they say themselves."""
    if decision.decision != KEEP or not any(texts.values()):
        return decision
    return msgspec.structs.replace(decision, decision=ACCEPT, texts=dict(texts))


def _for_editors(adaptation: Adaptation, entries: Sequence[Entry], samples: Iterable[Sample]) -> list[Path]:
    """A table for the editor of each sample, with what its translator wrote."""
    draft, tables = {item.id: item for item in adaptation.draft()}, []
    for sample in samples:
        mine = {entry.id: entry for entry in entries if entry.sample == sample.number}
        items = [adaptation.kind.with_texts(draft[key], entry.texts) for key, entry in mine.items()]
        rows = _rows(adaptation, sample, EDITOR, items, _findings(adaptation, items))
        for row in rows:
            said = mine[row["id"]]
            noted = f"{said.by}: {said.decision}{f' ({said.comment})' if said.comment else ''}"
            row |= {"labels": "; ".join(said.labels), _SAID: noted}
            row |= adaptation.kind.to_edit(adaptation.kind.with_texts(draft[said.id], said.texts))
        tables += [_write(adaptation, sample, EDITOR, rows)] if rows else []
    return tables


def _edited(adaptation: Adaptation, table: Path, samples: Mapping[str, Sample]) -> TakenBack:
    draft, kind = {item.id: item for item in adaptation.draft()}, adaptation.kind
    first = {one.id: one for one in read_history(adaptation) if one.role == TRANSLATOR}
    read = read_rows(adaptation, table, {key: kind.with_texts(draft[key], one.texts) for key, one in first.items()})
    decided, entries = [], []
    for decision, row in read.decided:
        translated = first[decision.of or decision.id]
        sample, by = _sample(row, samples, translated.id), _person(row)
        if by == translated.by:
            raise InputError(
                "{where}: {by} translated {id}; somebody else must edit it.", where=row.where, by=by, id=translated.id
            )
        if decision.decision == KEEP:
            decision = translated.as_decision(decision.comment)
            if not all(decision.texts.values()):
                raise InputError(
                    "{where}: a text of {id} is empty; fill it in, and say {accept}.",
                    where=row.where,
                    id=decision.id,
                    accept=ACCEPT,
                )
        if adaptation.facts.way == REVISION and decision.decision == ACCEPT:
            must_be_labelled(decision, draft[decision.id], row.where, kind)
        decided.append((decision, row))
        entries.append(entry_of(decision, by, EDITOR, sample.number, _minutes(row)))
    applied = settle(adaptation, table, replace(read, decided=decided))
    return TakenBack(EDITOR, len(note(adaptation, entries)), read.open_lines, applied=applied)


def _sample(row: Row, samples: Mapping[str, Sample], item_id: str) -> Sample:
    sample = samples.get(row["sample"])
    if sample is None or item_id not in sample.ids:
        raise InputError(
            "{where}: {item_id} is not in sample {sample!r}; keep the table's first columns.",
            where=row.where,
            item_id=item_id,
            sample=row["sample"],
        )
    return sample


def _person(row: Row) -> str:
    if not row["by"]:
        raise InputError("{where}: the column by is empty; write who did this row.", where=row.where)
    return row["by"]


def _minutes(row: Row) -> float | None:
    text = row["minutes"].replace(",", ".")
    try:
        minutes = float(text) if text else None
    except ValueError:
        minutes = -1.0
    if minutes is not None and not 0 <= minutes < 10_000:
        raise InputError(
            "{where}: minutes is {minutes!r}; write a number, such as 1.5, or nothing.",
            where=row.where,
            minutes=row["minutes"],
        )
    return minutes


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


class Progress(msgspec.Struct, frozen=True):
    """Items in all, in samples, translated, and validated by an editor after they were translated last."""

    items: int
    sampled: int
    translated: int
    edited: int
    people: list[PersonProgress]


def progress_of(adaptation: Adaptation) -> Progress:
    samples, last = read_samples(adaptation), last_words(read_history(adaptation))
    sampled = [(sample, item_id) for sample in samples for item_id in sample.ids]
    by_person: dict[tuple[str, str], list[tuple[int, Entry | None]]] = {}
    for sample, item_id in sampled:
        for role, assigned in ((TRANSLATOR, sample.translator), (EDITOR, sample.editor)):
            entry = last.get((item_id, role))
            by_person.setdefault((entry.by if entry else assigned, role), []).append((sample.number, entry))
    counts = {role: sum((item_id, role) in last for _, item_id in sampled) for role in ROLES}
    people = [_person_progress(person, role, given) for (person, role), given in sorted(by_person.items())]
    return Progress(adaptation.facts.n, len(sampled), counts[TRANSLATOR], counts[EDITOR], people)


def _person_progress(person: str, role: str, given: Sequence[tuple[int, Entry | None]]) -> PersonProgress:
    done = [entry for _, entry in given if entry]
    labels = Counter(label for entry in done for label in entry.labels)
    return PersonProgress(
        person,
        role,
        sorted({number for number, _ in given}),
        len(given),
        len(done),
        {label.value: labels[label] for label in Label if labels[label]},
        sum(entry.minutes or 0.0 for entry in done),
    )
