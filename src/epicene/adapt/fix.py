"""`epicene adapt fix`: a table with a proposal for what can be mended, and an empty decision for what cannot.

A row whose decision is `accept` is taken as it stands; where the decision is empty, a person must say: `accept` what
they wrote into the row, `keep` the draft as it is, `remove` the item, or `double` it (the row is a further item).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.adapt.adaptation_folder import Adaptation, same_language
from epicene.adapt.adaptation_labels import Label
from epicene.adapt.gazetteer import read_gazetteer
from epicene.adapt.spreadsheets import write_table
from epicene.core.errors import InputError
from epicene.core.kinds import ItemKind
from epicene.core.progress import Progress, Silent
from epicene.core.types import Item
from epicene.data.checking.check import Finding

ACCEPT, KEEP, REMOVE, DOUBLE = "accept", "keep", "remove", "double"
_FACTS = ("id", "group", "task", "problems", "proposals")
_DECISION = ("labels", "decision", "comment")
# What a person will probably note when mending a defect that only a person can mend.
_LABELS = {
    "mismatch": Label.MISMATCH,
    "not-minimal": Label.NON_MINIMAL,
    "double-switch": Label.DOUBLE_SWITCH,
    "context": Label.UNIFORMISED,
    "blank": Label.UNIFORMISED,
    "sensible": Label.UNRELATED,
}


@dataclass(frozen=True, slots=True)
class Fixing:
    """What `fix` wrote: rows with a proposal, and rows that a person must decide."""

    table: Path
    proposed: int
    undecided: int


def columns(kind: ItemKind) -> tuple[str, ...]:
    names = kind.texts_to_adapt
    return (*_FACTS, *(f"source {n}" for n in names), *(f"draft {n}" for n in names), *names, *_DECISION)


def proposed(adaptation: Adaptation, file: Path | None, language: str) -> dict[str, str]:
    """Proposals for names and places by item, each with its reason; in a revision there are none."""
    facts, kind = adaptation.facts, adaptation.kind
    if same_language(facts.source_language, facts.target_language):
        return {}
    gazetteer = read_gazetteer(facts.source_language, facts.target_language, file)
    found = gazetteer.proposals({key: kind.texts_of(item).values() for key, item in adaptation.source().items()})
    return {key: "; ".join(one.sentence(language) for one in mine) for key, mine in found.items()}


def fix(
    items: Sequence[Item],
    source: Mapping[str, Item],
    findings: Sequence[Finding],
    table: Path,
    kind: ItemKind,
    *,
    every: bool = False,
    proposals: Mapping[str, str] = {},
    progress: Progress | None = None,
) -> Fixing:
    """Write the table: broken items, or every item."""
    if table.exists():  # somebody may have worked in it for days
        raise InputError(
            "{table} exists and may hold decisions. Read it back with `epicene adapt apply`, or name "
            "another table with -o.",
            table=table,
        )
    problems: dict[str, list[Finding]] = {}
    for finding in findings:
        problems.setdefault(finding.item_id, []).append(finding)
    chosen = [item for item in items if every or item.id in problems]
    progress = progress or Silent()
    progress.start("Looking for proposals", len(chosen))
    rows = []
    for item in chosen:
        own = row_of(item, source.get(item.id), problems.get(item.id, []), kind)
        rows.append({**own, "proposals": proposals.get(item.id, "")})
        progress.advance(1)
    write_table(table, columns(kind), rows)
    proposed = sum(1 for row in rows if row["decision"] == ACCEPT)
    undecided = sum(1 for row, item in zip(rows, chosen, strict=True) if not row["decision"] and item.id in problems)
    return Fixing(table, proposed, undecided)


def row_of(item: Item, source: Item | None, problems: Sequence[Finding], kind: ItemKind) -> dict[str, str]:
    found = {finding.kind for finding in problems}
    proposal = kind.mended(item) if found & kind.mendable else None
    settled = proposal is not None and found <= kind.mendable  # else something is left for a person
    texts, labels = proposal or (kind.to_edit(item), ())
    if not settled:
        expected = [_LABELS[finding.kind] for finding in problems if finding.kind in _LABELS]
        labels = [label for label in Label if label in (*labels, *expected)]
    before = kind.texts_of(source) if source else {}
    return {
        "id": item.id,
        "group": item.category,
        "task": item.facets.get("task", ""),
        "problems": "; ".join(f"{finding.kind}: {finding.message}" for finding in problems),
        **{f"source {name}": text for name, text in before.items()},
        **{f"draft {name}": text for name, text in kind.texts_of(item).items()},
        **texts,
        "labels": "; ".join(labels) if problems else "",
        "decision": ACCEPT if settled else "",
        "comment": "",
    }
