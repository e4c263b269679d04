"""What people read of an adaptation: tables of who did what and what it took, `epicene adapt export`, the adapted set
as a table, and `epicene adapt statement`, a data statement from what the folder knows, and nothing else.

The columns of the exported table are those of the set's own files, which readers of such files find among ours;
`source_…` is the item as it was: in a revision within one language, the old version. The headings of the statement
follow Bender and Friedman (2018). What only the adapters know (who they are, how they were paid) is left as a line to
fill in, and named as such.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count as counting
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from epicene.adapt.adaptation import KEEP, ROLES, Adaptation, HistoryEntry, LabelCounts, words_of
from epicene.adapt.decisions import draft_findings, label_counts, state_of
from epicene.adapt.editing_effort import Effort, ValueWithInterval
from epicene.adapt.samples import AdaptationProgress, progress_of
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.data.benchmarks import OWN

# Sections of the data statement are numbered in the catalogue; these two have a table.
_SECTIONS, _DEFECTS, _ADAPTATIONS = 7, 2, 3


class TerminalTable(NamedTuple):
    """Sentences, then a table; columns `may_wrap` where there is little room."""

    lines: Sequence[str]
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    may_wrap: tuple[str, ...] = ()


def _texts(words: Language, key: str, **values: object) -> list[str]:
    """The messages `key.0`, `key.1` and so on, as many as there are."""
    return [words.text(name, **values) for name in takewhile(words.has, (f"{key}.{number}" for number in counting()))]


def _label(label: str, words: Language) -> str:
    return words.text(f"adapt.labels.{label}")


def progress_table(progress: AdaptationProgress, language: str) -> TerminalTable:
    words = words_of(language)
    counts = {name: getattr(progress, name) for name in ("items", "sampled", "translated", "edited")}
    rows = [
        (
            person.person,
            words.text(f"adapt.people.roles.{person.role}"),
            ", ".join(map(str, person.samples)),
            *map(words.count, (person.given, person.done, person.left)),
            words.number(person.minutes, 0) if person.minutes else "",
            ", ".join(f"{_label(name, words)} {words.count(count)}" for name, count in person.labels.items()),
        )
        for person in progress.people
    ]
    header = _texts(words, "adapt.people.progress_columns")
    return TerminalTable([words.text("adapt.people.progress", **counts)], header, rows, (header[2], header[-1]))


def history_table(entries: Sequence[HistoryEntry], language: str) -> TerminalTable:
    words = words_of(language)
    if not entries:
        return TerminalTable([words.text("adapt.people.no_history")])
    rows = [
        (
            entry.at[:16].replace("T", " "),
            entry.id,
            entry.by or "–",
            words.text_or(f"adapt.people.roles.{entry.role}", "–"),
            words.text(f"adapt.people.decisions.{entry.decision}"),
            " / ".join(entry.texts.values()),
            "; ".join([*(_label(label, words) for label in entry.labels), *filter(None, [entry.comment])]),
        )
        for entry in entries
    ]
    header = _texts(words, "adapt.people.history_columns")
    return TerminalTable([], header, rows, tuple(header[5:]))


def effort_table(effort: Effort, language: str) -> TerminalTable:
    words = words_of(language)

    def figure(number: ValueWithInterval) -> str:
        return f"{words.number(number.value)} {words.bracket(number.low, number.high)}"

    def named(family: str, value: str) -> str:
        return words.text(f"adapt.people.{family}.{value}")

    rows = []
    for own in effort.versions:
        versions = f"{named('versions', own.first)} → {named('versions', own.second)}"
        figures = map(figure, (own.changed, own.bleu, own.chrf, own.ter))
        rows.append((named("ways", own.way), versions, words.count(own.items), *figures))
    lines = [words.text("adapt.people.effort")]
    for taken in effort.minutes:
        values = {"items": taken.items, "mean": figure(taken.mean), "median": taken.median}
        lines.append(words.text("adapt.people.minutes", way=named("ways", taken.way), **values))
    if effort.minutes_saved:
        lines.append(words.text("adapt.people.minutes_saved", saved=figure(effort.minutes_saved)))
    lines.append("sacrebleu " + "; ".join(f"{name}: {signature}" for name, signature in effort.signatures.items()))
    header = _texts(words, "adapt.people.effort_columns")
    return TerminalTable(lines, header, rows, tuple(header[:2] + header[3:]))


def export_table(adaptation: Adaptation, path: Path, *, changed_only: bool = False) -> int:
    """Write the set with tabs, as the published sets have them; returns how many items were written."""
    kind, decisions, source = adaptation.kind, adaptation.decisions(), adaptation.source()
    rows = []
    for item in adaptation.current():
        decision = decisions.get(item.id)
        before = source.get(decision.of or item.id if decision else item.id)
        texts_before = kind.texts_of(before) if before else {}
        if changed_only and texts_before == kind.texts_of(item):
            continue
        was = {f"source_{kind.column_of.get(name, name)}": texts_before.get(name, "") for name in kind.texts_to_adapt}
        labels = "; ".join(decision.labels) if decision and decision.decision != KEEP else ""
        rows.append({**kind.columns_of(item), **was, "labels": labels, "reason": decision.comment if decision else ""})
    if not rows:
        raise InputError(f"{adaptation.path} has nothing to export yet; bring tables in with `epicene adapt apply`.")
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter="\t", lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, out.getvalue())
    return len(rows)


def statement(adaptation: Adaptation, language: str) -> str:
    """The data statement as Markdown."""
    words, facts = words_of(language), adaptation.facts
    state, progress = state_of(adaptation), progress_of(adaptation)
    decisions = adaptation.decisions().values()
    values = {
        **_of_source(facts.source, language),
        "benchmark": facts.source["benchmark"],
        "digest": str(facts.source["digest"])[:12],
        "from": words.text_or(f"adapt.languages.{facts.source_language}", facts.source_language),
        "to": words.text_or(f"adapt.languages.{facts.target_language}", facts.target_language),
        "system": facts.system["name"],
        "made": words.day(facts.made),
        "epicene": facts.epicene,
        "kind": Language(language, adaptation.kind.package).text_or("kind.items", adaptation.kind.name),
        "n_source": facts.n,
        "n": len(state.items),
        "n_looked": len({decision.of or decision.id for decision in decisions}),
        "n_broken": len({finding.item_id for finding in state.findings}),
        "n_kept": state.n_kept,
        "n_samples": len(adaptation.samples()),
        "n_translated": progress.translated,
        "n_edited": progress.edited,
        **{f"n_{role}s": sum(person.role == role for person in progress.people) for role in ROLES},
    }
    parts = [f"# {words.text('adapt.heading', **values)}", words.text("adapt.warning")]
    for number in range(_SECTIONS):
        if number == _DEFECTS and facts.way == "people":
            continue
        section = f"adapt.sections.{number}"
        title = words.text(f"{section}.title")
        parts.append(f"## {words.text_or(f'{section}.title_{facts.way}', title)}")
        lines = _texts(words, f"{section}.lines_{facts.way}", **values) or _texts(words, f"{section}.lines", **values)
        sampled = _texts(words, f"{section}.lines_sampled", **values) if progress.sampled else []
        parts += sampled or lines
        if number == _DEFECTS:
            parts.append(_defect_table(adaptation, language))
        if number == _ADAPTATIONS:
            parts.append(adaptation_table(label_counts(adaptation), language))
    noted = [(own.id, own.comment.replace("|", "\\|").replace("<", "&lt;")) for own in decisions if own.comment]
    if noted:
        parts += [f"## {words.text('adapt.comments')}", "\n".join(f"- `{id}`: {comment}" for id, comment in noted)]
    return "\n\n".join(parts) + "\n"


def _of_source(source: Mapping[str, object], language: str) -> dict[str, object]:
    """Title, licence and citation of the source in the reader's language; a paper's reference stays as it was printed,
    and of a set of somebody's own nothing is stated."""
    name, not_stated = source["benchmark"], words_of(language).text("adapt.not_stated")
    if source.get("source") == OWN:
        return {"title": name, "licence": not_stated, "citation": f"{not_stated}."}
    write = Language(language, "epicene.kinds")
    keys = {"title": f"sets.title.{name}", "licence": f"licence.{name}", "citation": f"citation.{name}"}
    return {what: write.text_or(key, str(source[what])) for what, key in keys.items()}


def adaptation_table(counts: LabelCounts, language: str) -> str:
    """Table 2 of French CrowS-Pairs: items by label; the total counts items, and says how many labels they carry."""
    words = words_of(language)
    if not counts.total:
        return words.text("adapt.no_adaptations")
    rows = [(_label(label, words), words.count(count)) for label, count in counts.counts.items()]
    total = (f"**{words.text('adapt.total')}**", f"**{words.count(counts.total)}**")
    table = _table(_texts(words, "adapt.adaptation_columns"), [*rows, total])
    note = words.text("adapt.total_note", total=counts.total, n_labels=counts.n_labels, n_items=counts.n_items)
    return f"{table}\n\n{note}"


def _defect_table(adaptation: Adaptation, language: str) -> str:
    """How many items of the draft had each kind of defect, before anybody corrected anything; most frequent first."""
    words, findings = words_of(language), draft_findings(adaptation, adaptation.draft())
    if not findings:
        return words.text("adapt.no_defects")
    counts = Counter(kind for kind, _ in {(finding.kind, finding.item_id) for finding in findings})
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    rows = [(words.text_or(f"adapt.defects.{kind}", kind), words.count(count)) for kind, count in ordered]
    return _table(_texts(words, "adapt.defect_columns"), rows)


def _table(header: Sequence[str], rows: Sequence[tuple[str, str]]) -> str:
    lines = [f"| {name} | {count} |" for name, count in rows]
    return "\n".join([f"| {header[0]} | {header[1]} |", "|---|---:|", *lines])
