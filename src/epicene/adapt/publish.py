"""What leaves an adaptation: `epicene adapt export`, the adapted set as a table, and `epicene adapt statement`, a data
statement from what the folder knows, and nothing else.

The columns of the table are those of the set's own files, which readers of such files find among ours; `source_…` is
the item as it was: in a revision within one language, the old version. The headings of the statement follow Bender and
Friedman (2018). What only the adapters know (who they are, how they were paid) is left as a line to fill in, and named
as such.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.adaptation_labels import LabelCounts, messages
from epicene.adapt.decision_history import ROLES, Decision, read_decisions
from epicene.adapt.decisions import draft_problems, label_counts, state_of
from epicene.adapt.fix import KEEP
from epicene.adapt.people.samples import progress_of, read_samples
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.core.types import Item
from epicene.data.benchmarks import OWN


def export_table(adaptation: Adaptation, path: Path, *, changed_only: bool = False) -> int:
    """Tabs, as the published sets have them; how many items were written."""
    decisions, source = read_decisions(adaptation), adaptation.source()
    rows = []
    for item in adaptation.current():
        decision = decisions.get(item.id)
        before = source.get(decision.of or item.id if decision else item.id)
        row = _row(adaptation, item, before, decision)
        is_changed = before is None or adaptation.kind.texts_of(before) != adaptation.kind.texts_of(item)
        rows += [row] if is_changed or not changed_only else []
    if not rows:
        raise InputError(
            "{path} has nothing to export yet; bring tables in with `epicene adapt apply`.", path=adaptation.path
        )
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter="\t", lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, out.getvalue())
    return len(rows)


def _row(adaptation: Adaptation, item: Item, before: Item | None, decision: Decision | None) -> dict[str, str]:
    kind = adaptation.kind
    old = kind.texts_of(before) if before else {}
    was = {f"source_{kind.column_of.get(name, name)}": old.get(name, "") for name in kind.texts_to_adapt}
    labels = "; ".join(decision.labels) if decision and decision.decision != KEEP else ""
    return {**kind.columns_of(item), **was, "labels": labels, "reason": decision.comment if decision else ""}


def statement(adaptation: Adaptation, language: str) -> str:
    """The data statement as Markdown."""
    says = messages(language)
    facts, counts, state = adaptation.facts, label_counts(adaptation), state_of(adaptation)
    source = facts.source
    decisions = list(read_decisions(adaptation).values())
    progress, way = progress_of(adaptation), adaptation.facts.way
    numbers = {
        **_of_source(source, language),
        "benchmark": source["benchmark"],
        "digest": str(source["digest"])[:12],
        "from": says["languages"].get(facts.source_language, facts.source_language),
        "to": says["languages"].get(facts.target_language, facts.target_language),
        "system": facts.system["name"],
        "made": Language(language).day(facts.made),
        "epicene": facts.epicene,
        "kind": Language(language, adaptation.kind.package).text_or("kind.items", adaptation.kind.name),
        "n_source": number(facts.n, language),
        "n": number(len(state.items), language),
        "n_looked": number(len({decision.of or decision.id for decision in decisions}), language),
        "n_broken": number(len({finding.item_id for finding in state.findings}), language),
        "n_kept": number(state.n_kept, language),
        "n_samples": number(len(read_samples(adaptation)), language),
        "n_translated": number(progress.translated, language),
        "n_edited": number(progress.edited, language),
    } | {f"n_{role}s": number(sum(one.role == role for one in progress.people), language) for role in ROLES}
    parts = [f"# {says['heading'].format(**numbers)}", says["warning"]]
    for section in says["sections"]:
        if section.get("not_for") == way:
            continue
        parts.append(f"## {section.get(f'title_{way}', section['title'])}")
        lines = section.get(f"lines_{way}", section["lines"])
        lines = section.get("lines_sampled", lines) if progress.sampled else lines
        parts += [line.format(**numbers) for line in lines]
        if section.get("table") == "defects":
            parts.append(_defects(adaptation, language))
        if section.get("table") == "adaptations":
            parts.append(adaptation_table(counts, language))
    comments = [f"- `{decision.id}`: {_escaped(decision.comment)}" for decision in decisions if decision.comment]
    if comments:
        parts += [f"## {says['comments']}", "\n".join(comments)]
    return "\n\n".join(parts) + "\n"


def _of_source(source: Mapping[str, object], language: str) -> dict[str, object]:
    """Title, licence and citation of the source in the reader's language; a paper's reference stays as it was printed,
    and of a set of somebody's own nothing is stated."""
    name, not_stated = source["benchmark"], messages(language)["not_stated"]
    if source.get("source") == OWN:
        return {"title": name, "licence": not_stated, "citation": f"{not_stated}."}
    words = Language(language, "epicene.kinds")
    keys = {"title": f"sets.title.{name}", "licence": f"licence.{name}", "citation": f"citation.{name}"}
    return {what: words.text_or(key, str(source[what])) for what, key in keys.items()}


def adaptation_table(counts: LabelCounts, language: str) -> str:
    """Table 2 of French CrowS-Pairs: items by label; the total counts items, and says how many labels they carry."""
    says = messages(language)
    if not counts.total:
        return str(says["no_adaptations"])
    rows = [(says["labels"][label], number(count, language)) for label, count in counts.counts.items()]
    total = says["total"], number(counts.total, language)
    note = says["total_note"].format(
        total=total[1], n_labels=number(counts.n_labels, language), n_items=number(counts.n_items, language)
    )
    return f"{_table(says['adaptation_columns'], [*rows, total], bold_last=True)}\n\n{note}"


def _defects(adaptation: Adaptation, language: str) -> str:
    says = messages(language)
    found = draft_problems(adaptation)
    if not found:
        return str(says["no_defects"])
    ordered = sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))
    rows = [(says["defects"].get(kind, kind), number(count, language)) for kind, count in ordered]
    return _table(says["defect_columns"], rows)


def _table(header: Sequence[str], rows: Sequence[tuple[str, str]], *, bold_last: bool = False) -> str:
    shown = [f"| {name} | {count} |" for name, count in rows]
    if bold_last:
        shown[-1] = f"| **{rows[-1][0]}** | **{rows[-1][1]}** |"
    return "\n".join([f"| {header[0]} | {header[1]} |", "|---|---:|", *shown])


def number(value: int, language: str) -> str:
    return Language(language).count(value)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
