"""What people decide about items: `epicene adapt fix` writes a table, `epicene adapt apply` reads it back.

A row whose decision is `accept` is taken as it stands: some have a proposal that a program could make. Where the
decision is empty, a person must say: `accept` what they wrote into the row, `keep` the draft as it is, `remove` the
item, or `double` it (the row is a further item).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from msgspec.structs import replace as changed

from epicene.adapt.adaptation import (
    ACCEPT,
    DOUBLE,
    KEEP,
    REMOVE,
    Adaptation,
    Decision,
    Label,
    LabelCounts,
    count_labels,
    history_entry,
    in_order,
    read_labels,
)
from epicene.adapt.spreadsheets import TableRow, read_table, restored, same_text, write_table
from epicene.adapt.translation_check import EXPECTED_LABELS, Origin, check, missing
from epicene.core.errors import InputError
from epicene.core.files import json_lines, write_text
from epicene.core.kinds import AnyKind
from epicene.core.progress import Progress, Silent
from epicene.core.types import Item
from epicene.data.checking.check import Finding
from epicene.data.checking.text_checks import apostrophes
from epicene.grammar.word_patterns import APOSTROPHES, fold
from epicene.runs.folder import locked

_FACT_COLUMNS = ("id", "group", "task", "problems", "proposals")
_DECISION_COLUMNS = ("labels", "decision", "comment")
_WORDS = {
    **dict.fromkeys(("accept", "accepter", "accepté", "oui", "yes", "ok", "x"), ACCEPT),
    **dict.fromkeys(("keep", "garder", "gardé"), KEEP),
    **dict.fromkeys(("remove", "removed", "retirer", "retiré", "supprimer"), REMOVE),
    **dict.fromkeys(("double", "doubled", "dédoubler", "dédoublé"), DOUBLE),
}
_STRAIGHT = str.maketrans("“”„", '"""')
_WITHIN_WORD = re.compile(rf"(?<=[^\W_])[{APOSTROPHES}](?=[^\W_])")


@dataclass(frozen=True, slots=True)
class AdaptationState:
    """`findings` are those that nobody has settled; `n_kept` items would have some, but a person wants them so."""

    items: Sequence[Item]
    findings: Sequence[Finding]
    n_kept: int


def state_of(adaptation: Adaptation) -> AdaptationState:
    """Findings on the adapted set, or on the draft while there is none."""
    items, path, decisions = adaptation.current(), adaptation.current_path, adaptation.decisions()
    facts = adaptation.facts
    # What a person wrote in the place of an unrelated attribute is theirs to judge.
    untouched = {key: text for key, text in facts.unrelated_alone.items() if key not in decisions}
    origin = Origin(adaptation.source(), facts.source_language, untouched)
    removed = [decision.id for decision in decisions.values() if decision.decision == REMOVE]
    findings = [*check(items, path, adaptation.kind, origin), *missing(items, origin, path, removed)]
    kept = {decision.id for decision in decisions.values() if decision.decision == KEEP}
    n_kept = len({finding.item_id for finding in findings} & kept)
    return AdaptationState(items, [finding for finding in findings if finding.item_id not in kept], n_kept)


def draft_findings(adaptation: Adaptation, items: Iterable[Item]) -> list[Finding]:
    """What is wrong with items before anybody decided anything; those that nobody has translated yet aside."""
    origin = Origin(adaptation.source(), adaptation.facts.source_language, adaptation.facts.unrelated_alone)
    return check(list(filter(adaptation.is_written, items)), adaptation.draft_path, adaptation.kind, origin)


def label_counts(adaptation: Adaptation) -> LabelCounts:
    """Labels by item of the source, as the studies count them; a double counts for the item it was made from."""
    labels: dict[str, set[Label]] = {}
    for decision in adaptation.decisions().values():
        labels.setdefault(decision.of or decision.id, set()).update(decision.labels)
    return count_labels(labels, adaptation.facts.n)


# The table that is written


@dataclass(frozen=True, slots=True)
class FixTable:
    """What `fix` wrote: rows with a proposal, and rows that a person must decide."""

    table: Path
    proposed: int
    undecided: int


def columns(kind: AnyKind) -> tuple[str, ...]:
    names = kind.texts_to_adapt
    return (*_FACT_COLUMNS, *(f"source {n}" for n in names), *(f"draft {n}" for n in names), *names, *_DECISION_COLUMNS)


def fix(
    adaptation: Adaptation,
    state: AdaptationState,
    table: Path,
    proposals: Mapping[str, str],
    *,
    every: bool = False,
    progress: Progress | None = None,
) -> FixTable:
    """Write the table: broken items, or every item."""
    if table.exists():  # somebody may have worked in it for days
        raise InputError(
            f"{table} exists and may hold decisions. Read it back with `epicene adapt apply`, or name another table "
            "with -o."
        )
    problems: dict[str, list[Finding]] = {}
    for finding in state.findings:
        problems.setdefault(finding.item_id, []).append(finding)
    chosen = [item for item in state.items if every or item.id in problems]
    progress, source, rows = progress or Silent(), adaptation.source(), []
    progress.start("Looking for proposals", len(chosen))
    for item in chosen:
        row = row_of(item, source.get(item.id), problems.get(item.id, []), adaptation.kind)
        rows.append({**row, "proposals": proposals.get(item.id, "")})
        progress.advance(1)
    write_table(table, columns(adaptation.kind), rows)
    n_proposed = sum(row["decision"] == ACCEPT for row in rows)
    return FixTable(table, n_proposed, sum(not row["decision"] and row["id"] in problems for row in rows))


def row_of(item: Item, source: Item | None, problems: Sequence[Finding], kind: AnyKind) -> dict[str, str]:
    """An item as a row: its source, the draft, and texts to edit, which are a proposal where a program can make one."""
    kinds = {finding.kind for finding in problems}
    proposal = kind.auto_fix(item) if kinds & kind.fixable else None
    is_settled = proposal is not None and kinds <= kind.fixable  # else something is left for a person
    texts, labels = proposal or (kind.to_edit(item), ())
    if not is_settled:
        labels = in_order([*map(Label, labels), *(EXPECTED_LABELS[name] for name in kinds & set(EXPECTED_LABELS))])
    return {
        "id": item.id,
        "group": item.category,
        "task": item.facets.get("task", ""),
        "problems": "; ".join(f"{finding.kind}: {finding.message}" for finding in problems),
        **{f"source {name}": text for name, text in (kind.texts_of(source) if source else {}).items()},
        **{f"draft {name}": text for name, text in kind.texts_of(item).items()},
        **texts,
        "labels": "; ".join(labels) if problems else "",
        "decision": ACCEPT if is_settled else "",
        "comment": "",
    }


# The table that comes back


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """What the rows of a table decide, each with its row, and the lines that nobody decided."""

    path: Path
    decided: Sequence[tuple[Decision, TableRow]]
    open_lines: Sequence[int]


@dataclass(frozen=True, slots=True)
class Applied:
    """How many rows of a table were read as what, and the lines that nobody decided."""

    out: Path
    n_items: int
    counts: Mapping[str, int]
    open_lines: Sequence[int]


def apply(adaptation: Adaptation, table: Path, by: str = "") -> Applied:
    """Read a table back, remember what it decides, and write the adapted set. A later table overrules an earlier one
    item by item; labels add up. `by` is who filled it in, for the history."""
    draft = {item.id: item for item in adaptation.draft()}
    with locked(adaptation.path):
        read = read_decisions(adaptation, table, draft)
        for decision, row in read.decided:
            if decision.id in draft:
                require_label(decision, row, draft[decision.id], adaptation.kind)
        applied = settle(adaptation, read)
        adaptation.add_to_history([history_entry(decision, by) for decision, _ in read.decided])
    return applied


def read_decisions(
    adaptation: Adaptation, table: Path, items: Mapping[str, Item], *, first_alone: bool = False
) -> DecisionTable:
    """What a table decides about `items`. Where the `first_alone` of an item's texts will do, the others may be
    empty."""
    kind, known = adaptation.kind, adaptation.decisions()
    texts = (text for item in items.values() for text in kind.texts_of(item).values())
    usual = Counter(mark for text in texts for mark in apostrophes(text)).most_common(1)
    apostrophe = usual[0][0] if usual else ""
    decided: dict[str, tuple[Decision, TableRow]] = {}
    open_lines = []
    for row in read_table(table, ("id", "decision", "labels", *kind.texts_to_adapt)):
        word = fold(row["decision"]).strip(" .")
        if not word:
            open_lines += [row.line] if _wants_decision(row, kind) else []
            continue
        if word not in _WORDS:
            words = ", ".join((ACCEPT, KEEP, REMOVE, DOUBLE))
            raise InputError(f"{row.where}: the decision is {row['decision']!r}; write {words} or nothing.")
        item = items.get(row["id"])
        if item is None:
            raise InputError(f"{row.where}: there is no item {row['id']!r}; keep the table's ids as they were.")
        decision = Decision(item.id, _WORDS[word], {}, read_labels(row["labels"], row.where), row["comment"])
        if decision.decision == REMOVE:
            decision = changed(decision, labels=in_order([*decision.labels, Label.REMOVED]))
        elif decision.decision == KEEP:
            decision = changed(decision, labels=())
        else:
            decision = changed(decision, texts=_texts(row, item, kind, apostrophe, first_alone))
        if decision.decision == DOUBLE:
            decision = _double(decision, known.values(), {*items, *known, *decided})
        if decision.id in decided:
            raise InputError(f"{row.where}: {decision.id} has two rows with a decision; keep one.")
        decided[decision.id] = decision, row
    return DecisionTable(table, list(decided.values()), open_lines)


def _wants_decision(row: TableRow, kind: AnyKind) -> bool:
    """Whether a row without a decision needs one: its item is broken, or somebody wrote something else into it."""
    cells = {name: row[name] for name in kind.texts_to_adapt}
    return bool(row["problems"]) or any(
        text
        and not same_text(text, row[f"draft {name}"])
        and not same_text(kind.sentence_from(cells, name), row[f"draft {name}"])
        for name, text in cells.items()
    )


def _double(decision: Decision, known: Iterable[Decision], taken: Collection[str]) -> Decision:
    """A further item has an id of its own: the one it had, where it was doubled so before, or the next that is free."""
    of = decision.id
    before = next((other.id for other in known if other.of == of and other.texts == decision.texts), "")
    own = before or next(name for n in range(2, 10_000) if (name := f"{of}-{n}") not in taken)
    return changed(decision, id=own, labels=in_order([*decision.labels, Label.DOUBLED]), of=of)


def _texts(row: TableRow, item: Item, kind: AnyKind, apostrophe: str, first_alone: bool) -> dict[str, str]:
    """The texts of a row as a file should have them: what nobody changed exactly as it was; elsewhere apostrophes as
    the draft has them, and straight quotation marks where the draft of this item has such."""
    draft = kind.texts_of(item)
    cells = {name: " ".join(restored(row[name], draft.get(name, "")).split()) for name in kind.texts_to_adapt}
    empty = [name for name, text in cells.items() if not text]
    if empty and not (first_alone and len(empty) < len(cells)):
        names = ", ".join(empty)
        raise InputError(f"{row.where}: {names} of {item.id} is empty; fill it in, or say {REMOVE} or {KEEP}.")
    is_straight = '"' in "".join(draft.values())
    texts = kind.edited(item, cells, row.where)
    for name, text in texts.items():
        if text != draft.get(name):
            text = text.translate(_STRAIGHT) if is_straight else text
            texts[name] = _WITHIN_WORD.sub(apostrophe, text) if apostrophe else text
    return texts


def require_label(decision: Decision, row: TableRow, item: Item, kind: AnyKind) -> None:
    """An error where a text changes and no label says how."""
    if decision.texts and decision.texts != kind.texts_of(item) and not decision.labels:
        raise InputError(f"{row.where}: {item.id} changes, but no label says how; write one of {', '.join(Label)}.")


def settle(adaptation: Adaptation, table: DecisionTable) -> Applied:
    """Remember decisions and write the adapted set."""
    decisions = adaptation.decisions()
    for decision, _ in table.decided:
        decisions[decision.id] = _after(decisions.get(decision.id), decision)
    items = list(filter(adaptation.is_written, _adapted(adaptation.draft(), decisions.values(), adaptation.kind)))
    if not items:
        raise InputError(f"{table.path} removes every item; nothing would be left.")
    write_text(adaptation.decisions_path, json_lines(map(msgspec.to_builtins, decisions.values())))
    write_text(adaptation.adapted_path, adaptation.kind.write(items))
    counts = Counter(decision.decision for decision, _ in table.decided)
    return Applied(adaptation.adapted_path, len(items), counts, table.open_lines)


def _after(earlier: Decision | None, later: Decision) -> Decision:
    """A decision after an earlier one on the same item. Labels add up, but where the same change is handed in again,
    they are corrected; the texts of an earlier round stay where a later one only keeps them."""
    if earlier is None or (later.decision, later.texts) == (earlier.decision, earlier.texts):
        return later
    before = [label for label in earlier.labels if later.decision == REMOVE or label != Label.REMOVED]
    return changed(
        later,
        texts=earlier.texts if later.decision == KEEP else later.texts,
        labels=in_order([*before, *later.labels]),
        comment=later.comment or earlier.comment,
    )


def _adapted(draft: Sequence[Item], decisions: Collection[Decision], kind: AnyKind) -> Iterator[Item]:
    """The draft as people want it; doubles follow the item that they were made from."""
    by_id = {decision.id: decision for decision in decisions}
    doubles: dict[str, list[Decision]] = {}
    for decision in decisions:
        if decision.decision == DOUBLE:
            doubles.setdefault(decision.of, []).append(decision)
    for item in draft:
        decided = by_id.get(item.id)
        if not decided or decided.decision != REMOVE:
            yield kind.with_texts(item, decided.texts) if decided else item
        for double in doubles.get(item.id, ()):
            made = kind.with_texts(item, double.texts, id=double.id)
            ids = {role: f"{double.id}-{role[0]}" if text.id else "" for role, text in made.variants.items()}
            variants = {role: replace(text, id=ids[role]) for role, text in made.variants.items()}
            yield replace(made, variants=variants, cluster=double.id if item.cluster == item.id else item.cluster)
