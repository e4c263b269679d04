"""What a reader must know before the figures, in the reader's language where the manifest holds facts, not text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from epicene.core.hashing import SHORT
from epicene.metrics.reply_estimates import REFUSED, UNREADABLE, are_enough
from epicene.report.language import Language
from epicene.report.saved import SavedRun

NAMED_AT_MOST = 12
TRIPLES = "triples"


@dataclass(frozen=True, slots=True)
class Notice:
    """`topic` is what it is about; `foreign` marks text that was recorded in English and is shown as it stands."""

    text: str
    topic: str
    grave: bool = False
    foreign: bool = False


# A recorded sentence is passed over where the same run already says this from the manifest's facts.
_TOPIC_WORDS = {
    "sanity": ("sanity", "words in disorder"),
    "left-out": ("cannot be asked",),
    "unknown-data": ("a version we know",),
    "partial": ("not complete", "incomplete", "partial"),
    "limit": ("only the first", "--limit"),
    "refused": ("is not asked",),
    "moved": ("begun elsewhere",),
    "choices": ("of the replies choose a sentence",),
}


def notices_of(run: SavedRun, language: Language) -> list[Notice]:
    """Gravest first; what was recorded as text comes after what is said from facts."""
    said = [*_from_facts(run, language)]
    said += _model_notes(run.manifest["model"], language)
    topics = {notice.topic for notice in said}
    recorded = dict.fromkeys([*run.manifest.get("notices", ()), *run.findings.notices])
    said += [
        Notice(text, "recorded", foreign=language.code != "en")
        for text in recorded
        if not any(word in text for topic in topics for word in _TOPIC_WORDS.get(topic, ()))
        and text not in {notice.text for notice in said}
    ]
    return sorted(said, key=lambda notice: not notice.grave)


def notices_of_all(runs: Sequence[SavedRun], language: Language) -> list[Notice]:
    """Those of every run, each said once; a task that several models were not asked, in one notice."""
    if len(runs) == 1:
        return notices_of(runs[0], language)
    found = [notice for run in runs for notice in notices_of(run, language) if notice.topic != "refused"]
    lacking: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for name, facts in run.manifest["benchmarks"].items():
            for task in facts.get("refused", {}):
                lacking.setdefault((name, task), []).append(run.label)
    for (name, task), labels in lacking.items():
        text = language.text(
            "notice.refused.models",
            benchmark=name,
            task=language.text(f"task.{task}"),
            models=language.list_of(labels),
        )
        found.append(Notice(text, "refused"))
    return list({notice.text: notice for notice in found}.values())


def _model_notes(model: Mapping[str, Any], language: Language) -> list[Notice]:
    """Notes are recorded in English; those of the default model exist in every report language."""
    notes = model.get("notes", ())
    translated = language.text_or(f"note.{model['name']}", "")
    if language.code == "en" or not notes:
        return [Notice(note, "model") for note in notes]
    return [Notice(translated, "model")] if translated else [Notice(note, "model", foreign=True) for note in notes]


def _from_facts(run: SavedRun, language: Language) -> Iterator[Notice]:
    manifest = run.manifest
    if failed := [check for check in manifest.get("sanity", ()) if not check["passed"]]:
        cases = language.list_of([_failed_in(check, language) for check in failed])
        yield Notice(language.text("notice.sanity", model=run.label, cases=cases), "sanity", grave=True)
    if not manifest.get("complete", True):
        yield Notice(language.text("notice.partial", model=run.label), "partial", grave=True)
    for moved in manifest.get("moves", ()):
        yield Notice(_moved(run.label, moved, language), "moved")
    for name, facts in manifest["benchmarks"].items():
        if not facts.get("known", True):
            digest = str(facts.get("digest", ""))[:SHORT]
            yield Notice(
                _of_kind("notice.unknown-data", facts, language, benchmark=name, digest=digest), "unknown-data"
            )
        # As released, identical and empty pairs are ties, not left out; tests without a word are left out.
        if facts.get("unusable") and (not facts.get("as_released") or facts.get("kind") == TRIPLES):
            yield Notice(_left_out(name, facts, language), "left-out")
        limit = re.search(r"\|limit:(\d+)\|", run.findings.signatures.get(name, ""))
        if limit:
            yield Notice(_of_kind("notice.limit", facts, language, benchmark=name, limit=limit[1]), "limit")
        chosen = run.chosen(name)
        if chosen is not None and not are_enough(chosen):
            yield Notice(_hardly_chose(run, name, chosen, language), "choices", grave=True)
        for task, lack in facts.get("refused", {}).items():
            yield Notice(_refused(name, task, lack, manifest["model"], language), "refused")


def _hardly_chose(run: SavedRun, benchmark: str, chosen: float, language: Language) -> str:
    figures = {metric: run.findings.find(benchmark, metric) for metric in (REFUSED, UNREADABLE)}
    return language.text(
        "notice.choices.few" if chosen else "notice.choices.none",
        benchmark=benchmark,
        model=run.label,
        chosen=language.percent(chosen),
        **{metric: language.percent(one.value) for metric, one in figures.items() if one},
    )


def _failed_in(check: Mapping[str, Any], language: Language) -> str:
    return language.text(
        "notice.sanity.case",
        language=language.text_or(f"language.{check['language']}", check["language"]),
        right=language.count(check["right"]),
        of=language.count(check["of"]),
    )


def _moved(model: str, moved: Mapping[str, Sequence[object]], language: Language) -> str:
    """A library's name is the same in every language; `platform` and `device` have words."""
    changes = [
        language.text("notice.moved.case", what=language.text_or(f"machine.{what}", what), before=before, now=now)
        for what, (before, now) in moved.items()
    ]
    return language.text("notice.moved", model=model, changes=language.text("punctuation.semicolon").join(changes))


def _of_kind(key: str, facts: Mapping[str, Any], language: Language, **values: object) -> str:
    """Triples are tests, not pairs."""
    return language.text(f"{key}.triples" if facts.get("kind") == TRIPLES else key, **values)


def _refused(benchmark: str, task: str, lack: Mapping[str, Any], model: Mapping[str, Any], language: Language) -> str:
    """What a task lacks, with the command that makes it."""
    instead = ", ".join(lack["instead"])
    return language.text(
        "notice.refused",
        benchmark=benchmark,
        task=language.text(f"task.{task}"),
        model=quote(str(model["spec"])),
        instead=language.text("notice.refused.instead", options=instead) if instead else "",
    )


def _left_out(name: str, facts: Mapping[str, Any], language: Language) -> str:
    by_reason: dict[str, list[str]] = {}
    for item_id, reason in facts["unusable"].items():
        by_reason.setdefault(str(reason), []).append(item_id)
    reasons = []
    for reason, ids in by_reason.items():
        named = ", ".join(ids[:NAMED_AT_MOST]) + (", …" if len(ids) > NAMED_AT_MOST else "")
        said = language.text_or(f"reason.{reason}.{language.form(len(ids))}", reason)
        reasons.append(language.text("notice.reason", count=language.count(len(ids)), reason=said, ids=named))
    count, total = len(facts["unusable"]), facts["n_total"]
    return language.plural(
        "notice.left-out.triples" if facts.get("kind") == TRIPLES else "notice.left-out",
        count,
        benchmark=name,
        total=language.count(total),
        reasons=language.text("punctuation.semicolon").join(reasons),
        used=language.count(total - count),
    )
