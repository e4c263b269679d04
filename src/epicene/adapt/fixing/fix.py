"""`epicene adapt fix`: a table with a proposal for what can be mended, and an empty decision for what cannot.

A row whose decision is `accept` is taken as it stands; where the decision is empty, a person must say: `accept` what
they wrote into the row, `keep` the draft as it is, `remove` the item, or `double` it (the row is a further item).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.adapt.adaptation_items import CONTEXT, attribute, kind_of, texts_of
from epicene.adapt.adaptation_labels import Label
from epicene.adapt.fixing.pair_fix import minimal_pair
from epicene.adapt.fixing.uniform_contexts import uniform
from epicene.adapt.spreadsheets import write_table
from epicene.core.errors import InputError
from epicene.core.progress import Progress, Silent
from epicene.core.types import Item
from epicene.data.checking.check import Finding
from epicene.data.triples import BLANK, INTER, ROLES, attribute_span
from epicene.grammar.words import fold, words

ACCEPT, KEEP, REMOVE, DOUBLE = "accept", "keep", "remove", "double"
PAIR_TEXTS = ("more", "less")
TRIPLE_TEXTS = (CONTEXT, *(role.value for role in ROLES))
_FACTS = ("id", "group", "task", "problems")
_DECISION = ("labels", "decision", "comment")
_UNIFORM = frozenset({"context", "blank", "give-away"})
_MINIMAL = frozenset({"not-minimal", "double-switch"})
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


def texts_in(kind: str) -> tuple[str, ...]:
    return TRIPLE_TEXTS if kind == "triples" else PAIR_TEXTS


def columns(kind: str) -> tuple[str, ...]:
    names = texts_in(kind)
    return (*_FACTS, *(f"source {n}" for n in names), *(f"draft {n}" for n in names), *names, *_DECISION)


def fix(
    items: Sequence[Item],
    source: Mapping[str, Item],
    findings: Sequence[Finding],
    table: Path,
    *,
    every: bool = False,
    progress: Progress | None = None,
) -> Fixing:
    """Write the table: broken items, or every item."""
    if table.exists():  # somebody may have worked in it for days
        raise InputError(
            f"{table} exists and may hold decisions. Read it back with `epicene adapt apply`, or name another "
            "table with -o."
        )
    problems: dict[str, list[Finding]] = {}
    for finding in findings:
        problems.setdefault(finding.item_id, []).append(finding)
    chosen = [item for item in items if every or item.id in problems]
    progress = progress or Silent()
    progress.start("Looking for proposals", len(chosen))
    rows = []
    for item in chosen:
        rows.append(_row(item, source.get(item.id), problems.get(item.id, [])))
        progress.advance(1)
    write_table(table, columns(kind_of(items)), rows)
    proposed = sum(1 for row in rows if row["decision"] == ACCEPT)
    undecided = sum(1 for row, item in zip(rows, chosen, strict=True) if not row["decision"] and item.id in problems)
    return Fixing(table, proposed, undecided)


def _row(item: Item, source: Item | None, problems: Sequence[Finding]) -> dict[str, str]:
    draft = texts_of(item)
    proposal = _proposal(item, problems)
    texts, labels = proposal or (_to_edit(item), ())
    if not _settles(proposal, problems):
        labels = [label for label in Label if label in (*labels, *_expected(problems))]
    before = texts_of(source) if source else {}
    return {
        "id": item.id,
        "group": item.category,
        "task": item.facets.get("task", ""),
        "problems": "; ".join(f"{finding.kind}: {finding.message}" for finding in problems),
        **{f"source {name}": text for name, text in before.items()},
        **{f"draft {name}": text for name, text in draft.items()},
        **texts,
        "labels": "; ".join(labels) if problems else "",
        "decision": ACCEPT if _settles(proposal, problems) else "",
        "comment": "",
    }


def _proposal(item: Item, problems: Sequence[Finding]) -> tuple[dict[str, str], Sequence[Label]] | None:
    """Texts for the row, where something is wrong with the item that the program can mend."""
    kinds = {finding.kind for finding in problems}
    if kinds & _UNIFORM and (found := uniform(item)):
        attributes = {role.value: text for role, text in found.attributes.items()}
        return {CONTEXT: found.context, **attributes}, found.labels
    return minimal_pair(item) if kinds & _MINIMAL else None


def _settles(proposal: object, problems: Sequence[Finding]) -> bool:
    """Whether nothing is left for a person: a uniform context does not say whether its absurd word is absurd."""
    kinds = {finding.kind for finding in problems}
    return bool(proposal) and (kinds <= _UNIFORM or kinds <= _MINIMAL)


def _to_edit(item: Item) -> dict[str, str]:
    """What a person starts from: the draft; within a sentence, the context and each attribute that is known."""
    draft = texts_of(item)
    if item.facets.get("task", INTER) == INTER:
        return draft
    return {CONTEXT: draft[CONTEXT], **{role.value: attribute(item, role) for role in ROLES}}


def _expected(problems: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(_LABELS[finding.kind] for finding in problems if finding.kind in _LABELS))


def sentence_in(context: str, text: str) -> str:
    """A candidate from a cell: a whole sentence that fits the context stays, anything else goes into the blank."""
    return text if attribute_span(context, text) else context.replace(BLANK, text)


def no_attribute(context: str, text: str) -> bool:
    """Whether a cell holds a sentence that does not fit the context: put into the blank it would be nonsense."""
    if attribute_span(context, text):
        return BLANK in text
    around, own = ({fold(word.text) for word in words(part) if not word.is_mark} for part in (context, text))
    repeats = len(around & own) > 1 and 2 * len(around & own) >= len(around - {fold(BLANK)})
    return BLANK in text or repeats or (text[0].isupper() and text[-1] in ".!?…")
