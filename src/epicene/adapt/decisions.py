"""What people decided about items, and `epicene adapt apply`, which reads it from their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.adaptation_labels import Label, LabelCounts, count_labels, read_labels
from epicene.adapt.checking.translation_check import Origin, check, missing
from epicene.adapt.decision_history import Decision, entry_of, note, read_decisions
from epicene.adapt.fix import ACCEPT, DOUBLE, KEEP, REMOVE
from epicene.adapt.spreadsheets import Row, as_it_was, read_table, same_text
from epicene.core.errors import InputError
from epicene.core.files import json_lines, write_text
from epicene.core.kinds import ItemKind
from epicene.core.types import Item
from epicene.data.checking.check import Finding
from epicene.data.checking.text_checks import apostrophes
from epicene.grammar.word_patterns import APOSTROPHES, fold
from epicene.runs.folder import locked

_WORDS = {
    **dict.fromkeys(("accept", "accepter", "accepté", "oui", "yes", "ok", "x"), ACCEPT),
    **dict.fromkeys(("keep", "garder", "gardé"), KEEP),
    **dict.fromkeys(("remove", "removed", "retirer", "retiré", "supprimer"), REMOVE),
    **dict.fromkeys(("double", "doubled", "dédoubler", "dédoublé"), DOUBLE),
}


_STRAIGHT = str.maketrans("“”„", '"""')


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
        read = read_rows(adaptation, table, draft)
        for decision, row in read.decided:
            if decision.id in draft:
                must_be_labelled(decision, draft[decision.id], row.where, adaptation.kind)
        done = settle(adaptation, table, read)
        note(adaptation, [entry_of(decision, by) for decision, _ in read.decided])
    return done


@dataclass(frozen=True, slots=True)
class TableRead:
    """What the rows of a table decide, each with its row, and the lines that nobody decided."""

    decided: Sequence[tuple[Decision, Row]]
    open_lines: Sequence[int]


def read_rows(
    adaptation: Adaptation, table: Path, items: Mapping[str, Item], *, first_alone: bool = False
) -> TableRead:
    """Where the `first_alone` of an item's texts will do, the others may be empty."""
    kind, known = adaptation.kind, read_decisions(adaptation)
    new: dict[str, tuple[Decision, Row]] = {}
    open_lines = []
    for row in read_table(table, ("id", "decision", "labels", *kind.texts_to_adapt)):
        decision = _decision(row, items, known, new, kind, first_alone)
        if decision is None:
            open_lines += [row.line] if _is_open(row, kind) else []
        elif decision.id in new:
            raise InputError("{where}: {id} has two rows with a decision; keep one.", where=row.where, id=decision.id)
        else:
            new[decision.id] = decision, row
    return TableRead(list(new.values()), open_lines)


def settle(adaptation: Adaptation, table: Path, read: TableRead) -> Applied:
    """Remember decisions and write the adapted set."""
    known = read_decisions(adaptation)
    merged = {**known, **{one.id: _with_earlier(one, known.get(one.id)) for one, _ in read.decided}}
    items = list(filter(adaptation.is_written, adapted(adaptation.draft(), merged, adaptation.kind)))
    if not items:
        raise InputError("{table} removes every item; nothing would be left.", table=table)
    write_text(adaptation.decisions_path, json_lines(map(msgspec.to_builtins, merged.values())))
    write_text(adaptation.adapted_path, adaptation.kind.write(items))
    counts = Counter(decision.decision for decision, _ in read.decided)
    return Applied(adaptation.adapted_path, len(items), counts, read.open_lines)


def _is_open(row: Row, kind: ItemKind) -> bool:
    """Whether a row without a decision wants one: its item is broken, or somebody wrote something else into it."""
    cells = {name: row[name] for name in kind.texts_to_adapt}
    return bool(row["problems"]) or any(
        text
        and not same_text(text, row[f"draft {name}"])
        and not same_text(kind.sentence_from(cells, name), row[f"draft {name}"])
        for name, text in cells.items()
    )


def adapted(draft: Sequence[Item], decisions: Mapping[str, Decision], kind: ItemKind) -> list[Item]:
    """The draft as people want it."""
    items: list[Item] = []
    doubles: dict[str, list[Decision]] = {}
    for decision in decisions.values():
        if decision.decision == DOUBLE:
            doubles.setdefault(decision.of, []).append(decision)
    for item in draft:
        decided = decisions.get(item.id)
        if not decided or decided.decision != REMOVE:
            items.append(kind.with_texts(item, decided.texts) if decided else item)
        items += [_double(item, double, kind) for double in doubles.get(item.id, [])]
    return items


def _double(item: Item, decision: Decision, kind: ItemKind) -> Item:
    made = kind.with_texts(item, decision.texts, id=decision.id)
    own_ids = {role: f"{decision.id}-{role[0]}" for role in made.variants}
    variants = {
        role: type(text)(text.text, own_ids[role] if text.id else "", text.context, text.span)
        for role, text in made.variants.items()
    }
    cluster = decision.id if item.cluster == item.id else item.cluster
    return Item(decision.id, variants, item.language, item.category, cluster, made.facets, item.line)


def label_counts(adaptation: Adaptation) -> LabelCounts:
    """Labels by item of the source, as the studies count them; a double counts for the item it was made from."""
    labels: dict[str, set[Label]] = {}
    for decision in read_decisions(adaptation).values():
        labels.setdefault(decision.of or decision.id, set()).update(decision.labels)
    return count_labels({key: tuple(found) for key, found in labels.items()}, adaptation.facts.n)


def _with_earlier(decision: Decision, earlier: Decision | None) -> Decision:
    """Labels of both, but where the same change is handed in again, whose labels are then corrected; the texts of an
    earlier round where a later one only keeps them."""
    if earlier is None or (decision.decision, decision.texts) == (earlier.decision, earlier.texts):
        return decision
    before = earlier.labels if decision.decision == REMOVE else set(earlier.labels) - {Label.REMOVED}
    labels = tuple(label for label in Label if label in (*before, *decision.labels))
    texts = earlier.texts if decision.decision == KEEP else decision.texts
    return Decision(decision.id, decision.decision, texts, labels, decision.comment or earlier.comment, decision.of)


def _decision(
    row: Row,
    draft: Mapping[str, Item],
    known: Mapping[str, Decision],
    new: Collection[str],
    kind: ItemKind,
    first_alone: bool,
) -> Decision | None:
    """What a row says; None where it says nothing yet."""
    word = fold(row["decision"]).strip(" .")
    if not word:
        return None
    if word not in _WORDS:
        raise InputError(
            "{where}: the decision is {decision!r}; write {known} or nothing.",
            where=row.where,
            decision=row["decision"],
            known=", ".join((ACCEPT, KEEP, REMOVE, DOUBLE)),
        )
    what = _WORDS[word]
    item = draft.get(row["id"])
    if item is None:
        raise InputError(
            "{where}: there is no item {row!r}; keep the table's ids as they were.", where=row.where, row=row["id"]
        )
    labels = read_labels(row["labels"], row.where)
    if what == REMOVE:
        return Decision(item.id, what, {}, _plus(labels, Label.REMOVED), row["comment"])
    if what == KEEP:
        return Decision(item.id, what, {}, (), row["comment"])
    texts = _texts(row, item, kind, _apostrophe(draft.values(), kind), first_alone)
    if what == DOUBLE:
        taken = {*draft, *known, *new}
        same = next((d.id for d in known.values() if d.of == item.id and d.texts == texts), "")
        own = same or next(name for n in range(2, 10_000) if (name := f"{item.id}-{n}") not in taken)
        return Decision(own, what, texts, _plus(labels, Label.DOUBLED), row["comment"], of=item.id)
    return Decision(item.id, what, texts, labels, row["comment"])


def must_be_labelled(decision: Decision, item: Item, where: str, kind: ItemKind) -> None:
    if decision.texts and decision.texts != kind.texts_of(item) and not decision.labels:
        raise InputError(
            "{where}: {id} changes, but no label says how; write one of {known}.",
            where=where,
            id=item.id,
            known=", ".join(Label),
        )


def _plus(labels: Sequence[Label], label: Label) -> tuple[Label, ...]:
    return tuple(one for one in Label if one in (*labels, label))


def _texts(row: Row, item: Item, kind: ItemKind, apostrophe: str, first_alone: bool) -> dict[str, str]:
    """The texts of a row as a file should have them: what nobody changed exactly as it was, one kind of apostrophe."""
    draft = kind.texts_of(item)
    cells = {name: " ".join(as_it_was(row[name], draft.get(name, "")).split()) for name in kind.texts_to_adapt}
    empty = [name for name, text in cells.items() if not text]
    if empty and not (first_alone and len(empty) < len(cells)):
        raise InputError(
            "{where}: {empty} of {id} is empty; fill it in, or say {remove} or {keep}.",
            where=row.where,
            empty=", ".join(empty),
            id=item.id,
            remove=REMOVE,
            keep=KEEP,
        )
    cells = kind.edited(item, cells, row.where)
    straight = '"' in "".join(draft.values())
    return {
        name: text if text == draft.get(name) else _spelled(text, apostrophe, straight) for name, text in cells.items()
    }


def _apostrophe(items: Iterable[Item], kind: ItemKind) -> str:
    """The kind of apostrophe that most sentences of the draft use."""
    found = Counter(one for item in items for text in kind.texts_of(item).values() for one in apostrophes(text))
    return found.most_common(1)[0][0] if found else ""


def _spelled(text: str, mark: str, straight: bool) -> str:
    """Apostrophes as the draft has them, and straight quotation marks where the draft of this item has such."""
    letters = list(text.translate(_STRAIGHT) if straight else text)
    if not mark:
        return "".join(letters)
    for place in range(1, len(letters) - 1):
        if letters[place] in APOSTROPHES and letters[place - 1].isalnum() and letters[place + 1].isalnum():
            letters[place] = mark
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class State:
    """`findings` are those that nobody has settled; `n_kept` items would have some, but a person wants them so."""

    items: Sequence[Item]
    findings: Sequence[Finding]
    n_kept: int


def state_of(adaptation: Adaptation) -> State:
    """Findings on the adapted set, or on the draft while there is none."""
    return _state(adaptation, adaptation.current(), decided=True)


def draft_problems(adaptation: Adaptation) -> Counter[str]:
    """How many items of the draft had each kind of defect, before anybody mended anything."""
    state = _state(adaptation, list(filter(adaptation.is_written, adaptation.draft())), decided=False)
    return Counter(kind for kind, _ in {(finding.kind, finding.item_id) for finding in state.findings})


def _state(adaptation: Adaptation, items: Sequence[Item], *, decided: bool) -> State:
    done = read_decisions(adaptation) if decided else {}
    alone = adaptation.facts.unrelated_alone
    untouched = {key: text for key, text in alone.items() if key not in done}  # what a person wrote is theirs to judge
    origin = Origin(adaptation.source(), adaptation.facts.source_language, untouched)
    found = check(items, adaptation.current_path if decided else adaptation.draft_path, adaptation.kind, origin)
    if not decided:
        return State(items, found, 0)
    removed = [decision.id for decision in done.values() if decision.decision == REMOVE]
    found += missing(items, origin, adaptation.current_path, removed)
    wanted = {decision.id for decision in done.values() if decision.decision == KEEP}  # as they are, by a person
    spared = {finding.item_id for finding in found} & wanted
    return State(items, [finding for finding in found if finding.item_id not in wanted], len(spared))
