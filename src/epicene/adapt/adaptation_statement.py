"""`epicene adapt statement`: a data statement from what the folder knows, and nothing else.

The headings follow Bender and Friedman (2018). What only the adapters know (who they are, how they were paid) is left
as a line to fill in, and named as such.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.adaptation_labels import LabelCounts, messages
from epicene.adapt.decision_history import ROLES, read_decisions
from epicene.adapt.decisions import draft_problems, label_counts, state_of
from epicene.adapt.people.samples import progress_of, read_samples
from epicene.core.language import Language
from epicene.data.benchmarks import OWN


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
