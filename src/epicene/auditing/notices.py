"""What a reader of an audit must know, as data: from the facts that its manifest holds, and from its figures. With them
a run folder's files become results.json: no model, no torch, so that saved runs are measured in a second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote

import msgspec

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice, unique
from epicene.kinds.protocol import in_words_of, response_mode_for, response_mode_of
from epicene.kinds.validity import ValidityAudits, measure_run, read_texts
from epicene.kinds.verdicts import decide_trust, errors_of, sanity_notice
from epicene.metrics.catalogue import Measured
from epicene.report.document import Note, details_of
from epicene.runs.audit_folder import AuditFolder, ResultIndex, SavedRun
from epicene.runs.results import AuditManifest, AuditResults, BenchmarkFacts

PLAIN = frozenset({"notice.model", "notice.control-set"})  # said, though nothing is wrong: --strict goes on


def notices_of(run: SavedRun) -> list[Notice]:
    """Gravest first."""
    ways = {name: response_mode_of(run, name) for name in run.manifest.benchmarks}
    errors = [notice for name in ways for notice in errors_of(run, name)]
    known = [*manifest_notices(run.manifest, run.label), *errors]
    of_kinds = [notice for name, way in ways.items() for notice in way.notices(run, name)]
    warnings = [notice for notice in of_kinds if notice.severity != GRAVE]
    codes = {notice.code for notice in (*known, *warnings)}
    own = [notice for notice in run.results.notice_list() if notice.code not in codes]
    return unique([*warnings, *known, *own])


def manifest_notices(manifest: AuditManifest, model: str) -> Iterator[Notice]:
    """What the run wrote down about itself."""
    if failed := [check for check in manifest.sanity if not check.passed]:
        yield sanity_notice(model, failed)
    yield from unchecked_notices(manifest, model)
    if not manifest.complete:
        yield Notice("notice.partial", {"model": model}, GRAVE)
    for moved in manifest.moves:
        yield moved_notice(model, moved)
    for name, facts in manifest.benchmarks.items():
        yield from benchmark_notices(name, facts, manifest.model.spec)
    for name in (name for name, facts in manifest.benchmarks.items() if facts.control):
        yield Notice("notice.control-set", {"benchmark": name})
    for note in manifest.model.notes:
        yield Notice("notice.model", {"name": manifest.model.name, "note": note})


def unchecked_notices(manifest: AuditManifest, model: str) -> Iterator[Notice]:
    for language in manifest.unchecked:
        yield Notice("notice.unchecked", {"model": model, "language": language})


def benchmark_notices(name: str, facts: BenchmarkFacts, model: str) -> Iterator[Notice]:
    if facts.released and not facts.known:
        yield Notice("notice.unknown-data", {"benchmark": name, "digest": facts.digest[:SHORT]})
    if facts.unusable and not (facts.as_released and response_mode_for(facts).keeps_unusable):
        yield left_out_notice(name, facts)
    for task, lack in facts.refused.items():
        yield refused_notice(name, task, lack.instead, model)
    if facts.limit is not None:
        yield Notice("notice.limit", {"benchmark": name, "limit": facts.limit})


def left_out_notice(name: str, facts: BenchmarkFacts) -> Notice:
    by_reason: dict[str, list[str]] = {}
    for item_id, reason in facts.unusable.items():
        by_reason.setdefault(reason, []).append(item_id)
    reasons = [
        Message("notice.reason", {"count": len(ids), "reason": reason, "ids": ids}) for reason, ids in by_reason.items()
    ]
    count, total = len(facts.unusable), facts.n_total
    values = {"benchmark": name, "count": count, "total": total, "used": total - count, "reasons": reasons}
    values["ids"] = sorted(facts.unusable)
    return Notice("notice.left-out", values)


def refused_notice(name: str, task: str, instead: Sequence[str], model: str) -> Notice:
    """What a task lacks, with the command that makes it."""
    others = Message("notice.refused.instead", {"options": list(instead)}) if instead else ""
    called = quote(model) if model else Message("command.model")
    return Notice("notice.refused", {"benchmark": name, "task": task, "model": called, "instead": others})


def moved_notice(model: str, moved: dict[str, list[object]]) -> Notice:
    """A library's name is the same in every language; `platform` and `device` have words."""
    changes = [
        Message("notice.moved.case", {"what": what, "before": str(before), "now": str(now)})
        for what, (before, now) in moved.items()
    ]
    return Notice("notice.moved", {"model": model, "changes": changes})


def sentence(notice: Notice, manifest: AuditManifest, language: Language) -> str:
    """In the words of the benchmark's kind, where it is about one; a model's own note where the catalogue has it."""
    facts = manifest.benchmarks.get(str(notice.values.get("benchmark")))
    if notice.code == "notice.model":
        note = str(notice.values["note"])
        return note if language.code == "en" else language.text_or(f"note.{notice.values['name']}", note)
    return (in_words_of(response_mode_for(facts), language) if facts else language).say(notice)


def details(notice: Notice, manifest: AuditManifest, language: Language) -> str:
    """What a page folds below the sentence: lists of ids, figures; in the words of the benchmark's kind."""
    facts = manifest.benchmarks.get(str(notice.values.get("benchmark")))
    return details_of(notice, in_words_of(response_mode_for(facts), language) if facts else language)


def in_english(notice: Notice, manifest: AuditManifest) -> str:
    """The English sentence, for warnings and errors."""
    return sentence(notice, manifest, Language("en"))


def notes_of_run(run: SavedRun, language: Language) -> list[Note]:
    return [note_of(notice, run.manifest, language) for notice in notices_of(run)]


def note_of(notice: Notice, manifest: AuditManifest, language: Language) -> Note:
    text = sentence(notice, manifest, language)
    is_english = notice.code == "notice.model" and text == notice.values["note"]
    return Note(text, notice.is_grave, is_english and language.code != "en", details(notice, manifest, language))


def notes_of_runs(runs: Sequence[SavedRun], language: Language) -> list[Note]:
    """The notes of every run, each once; a task that several models were not asked, in one notice."""
    if len(runs) == 1:
        return notes_of_run(runs[0], language)
    notes = [
        note_of(notice, run.manifest, language)
        for run in runs
        for notice in notices_of(run)
        if notice.code != "notice.refused"
    ]
    notes += [Note(language.say(notice)) for notice in refused_by_several(runs)]
    return once(notes)


def refused_by_several(runs: Iterable[SavedRun], code: str = "notice.refused.models") -> Iterator[Notice]:
    """A model without a next-sentence head has no figures across two sentences, nor means of both tasks."""
    lacking: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for name, facts in run.manifest.benchmarks.items():
            for task in facts.refused:
                lacking.setdefault((name, task), []).append(run.label)
    for (name, task), labels in lacking.items():
        yield Notice(code, {"benchmark": name, "task": task, "models": labels})


def once(notes: Iterable[Note]) -> list[Note]:
    """Each text once, gravest first."""
    return sorted({(note.text, note.details): note for note in notes}.values(), key=lambda note: not note.grave)


def measure(folder: AuditFolder, seed: int = 0) -> AuditResults:
    """Measure everything that was asked, with what the audits within the folder add, and write results.json."""
    runs = read_texts(folder)
    measured = ValidityAudits.of(folder).added(runs, [measure_run(run, seed) for run in runs.values()], seed)
    results = results_from(folder.facts(), measured, seed)
    folder.write_results(results)
    return results


def results_from(manifest: AuditManifest, measured: list[Measured], seed: int) -> AuditResults:
    """Figures and tests, what a reader must know of them, and whether they may be believed."""
    results = AuditResults(
        model=manifest.model.name,
        signatures={name: facts.signature for name, facts in manifest.benchmarks.items()},
        estimates=[estimate for part in measured for estimate in part.estimates],
        tests=[test for part in measured for test in part.tests],
        seed=seed,
        notice_codes=[notice.record() for part in measured for notice in part.notices],
    )
    run = SavedRun(manifest.model.name, manifest, results, ResultIndex(results))
    notices = notices_of(run)
    english = Language("en")
    results.notices = [
        f"{sentence(notice, manifest, english)} {details(notice, manifest, english)}".rstrip() for notice in notices
    ]
    results.notice_codes = [notice.record() for notice in notices]
    texts = [dict(text) for part in measured for text in part.texts]
    results.texts = texts or msgspec.UNSET
    results.trust = {name: decide_trust(run, name) for name in manifest.benchmarks}
    return results
