"""What is wrong with a data set, finding by finding. It reports; it never repairs.

Every kind of finding here broke a real benchmark: identical pairs, an empty sentence, mixed apostrophes, a second
switch besides the group, a negation on one side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from epicene.core.kinds import AnyKind, Issue
from epicene.core.types import Item
from epicene.data.checking.near_duplicates import near_duplicates, set_duplicates_apart
from epicene.data.checking.text_checks import agreement_issues, apostrophes, elision_issues
from epicene.data.datasets import find_unusable

UNUSABLE = "unusable"
WARNING = "warning"
NOTE = "note"
SEVERITIES = (UNUSABLE, WARNING, NOTE)  # worst first
EXAMPLES = 3
_QUOTING = frozenset(
    {"not-minimal", "negation", "incommensurable", "group-not-named", "spelling", "context", "elision", "agreement"}
)
# How a sentence is written, not what it says: of one severity, these come last.
_FORM = frozenset(
    {"spelling", "punctuation", "elision", "agreement", "encoding", "apostrophes", "no-break-space", "double-space"}
    | {"outer-whitespace", "context-spelling"}
)


@dataclass(frozen=True, slots=True)
class Finding:
    """`severity`: unusable (cannot be asked), warning (probably a mistake) or note (worth knowing); `item_id` is empty
    where the whole file is meant. `sort` and `quoted` are those of a `Issue`."""

    kind: str
    severity: str
    item_id: str
    file: str
    line: int
    message: str
    sort: str = ""
    quoted: tuple[tuple[str | None, ...], ...] = ()

    def __str__(self) -> str:
        subject = f"{self.item_id}: {self.message}" if self.item_id else self.message
        return f"{self.file}:{self.line}: [{self.kind}] {subject}"

    def as_dict(self) -> dict[str, str | int]:
        return {name: value for name, value in asdict(self).items() if name not in ("sort", "quoted")}


def check(items: Sequence[Item], path: Path | str, kind: AnyKind) -> list[Finding]:
    """All findings, in the file's order."""
    unusable = find_unusable(items, kind)
    usable = [item for item in items if item.id not in unusable]
    broken = [(item, kind.unusable[unusable[item.id]]) for item in items if item.id in unusable]
    issues = [(item, Issue(reason.name, UNUSABLE, reason.message)) for item, reason in broken]
    for item in usable:
        of_item = (*kind.issues(item), *elision_issues(item, kind), *agreement_issues(item))
        issues += [(item, issue) for issue in of_item]
    issues += _twins(usable, kind)
    findings = [
        Finding(issue.kind, issue.severity, item.id, str(path), item.line, issue.message, issue.sort, issue.quoted)
        for item, issue in issues
    ]
    return [*_file_findings(items, str(path)), *sorted(findings, key=lambda finding: finding.line)]


@dataclass(frozen=True, slots=True)
class Sort:
    """All findings of one kind, in the file's order; `severity` is that of the worst."""

    kind: str
    severity: str
    findings: Sequence[Finding]

    def as_dict(self) -> dict[str, object]:
        items = len({finding.item_id for finding in self.findings})
        examples = [finding.as_dict() for finding in self.examples]
        return {"kind": self.kind, "severity": self.severity, "n": len(self.findings), "n_items": items} | {
            "examples": examples
        }

    @property
    def examples(self) -> Sequence[Finding]:
        """The first of the worst."""
        return sorted(self.findings, key=lambda finding: SEVERITIES.index(finding.severity))[:EXAMPLES]


def by_sort(findings: Sequence[Finding]) -> list[Sort]:
    """Worst first: by severity, what a sentence says before how it is written, and the most frequent."""
    kinds: dict[str, list[Finding]] = {}
    for finding in findings:
        kinds.setdefault(finding.kind, []).append(finding)
    sorts = [Sort(kind, min((one.severity for one in own), key=SEVERITIES.index), own) for kind, own in kinds.items()]
    return sorted(sorts, key=lambda sort: (SEVERITIES.index(sort.severity), sort.kind in _FORM, -len(sort.findings)))


def is_unusable(findings: Sequence[Finding]) -> bool:
    return any(finding.severity == UNUSABLE for finding in findings)


def quotes_sentences(findings: Sequence[Finding]) -> bool:
    return any(finding.kind in _QUOTING for finding in findings)


def summary(findings: Sequence[Finding], n_items: int) -> str:
    """One line: how many items, how many findings of which kind."""
    if not findings:
        return f"{_count(n_items, 'item')}, no findings."
    severities = Counter(finding.severity for finding in findings)
    by_severity = ", ".join(
        [f"{severities[UNUSABLE]:,} unusable", *(_count(severities[name], name) for name in (WARNING, NOTE))]
    )
    by_kind = ", ".join(
        f"{count:,} {kind}" for kind, count in Counter(finding.kind for finding in findings).most_common()
    )
    return f"{_count(n_items, 'item')}, {_count(len(findings), 'finding')} ({by_severity}): {by_kind}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def _twins(items: Sequence[Item], kind: AnyKind) -> list[tuple[Item, Issue]]:
    unique, repeated = set_duplicates_apart(items)
    near = near_duplicates({} if kind.alike_by_design else unique)
    issues = []
    for (first, second, swapped), *issue in (
        *((twin, "duplicate", WARNING, "the same words") for twin in repeated),
        *((twin, "near-duplicate", NOTE, "nearly the same words") for twin in near),
    ):
        name, severity, words = issue
        message = f"{words} as {first.id} (line {first.line}){', with the sides swapped' * swapped}"
        issues.append((second, Issue(name, severity, message)))
    return issues


def _file_findings(items: Sequence[Item], file: str) -> Iterator[Finding]:
    kinds = Counter(kind for item in items for text in item.variants.values() for kind in apostrophes(text.text))
    if len(kinds) > 1:
        listed = ", ".join(f"{kind} ({count})" for kind, count in kinds.most_common())
        message = f"the file uses different apostrophes: {listed}"
        yield Finding("apostrophes", NOTE, "", file, 1, message)
