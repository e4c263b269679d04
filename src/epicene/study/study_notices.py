"""What a reader of a study must know first: what failed, what was asked in other ways, what cannot be trusted."""

from __future__ import annotations

from collections.abc import Iterator

from epicene.auditing.notices import note_of, notes_of_run, notices_of, once, refused_by_several
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice, unique
from epicene.report.document import Note
from epicene.report.tables import Cell, Column, Row, Table
from epicene.study.model_tables import fact_cell, set_title
from epicene.study.saved_study import SavedStudy

LOUD = ("notice.partial", "notice.limit")  # said at the top; the other notices of single runs stand at the end


def study_notices(study: SavedStudy, language: Language) -> list[Note]:
    notices = [*_failures(study), *_not_awake(study), *_excluded(study), *_same_weights(study)]
    notices += [*refused_by_several(study.runs(), "study.notice.refused"), *_in_words(study)]
    notices += [notice for part in study.by_way() for notice in _ways_of_asking(part)]
    loud = [
        note_of(notice, run.manifest, language)
        for run in study.runs()
        for notice in notices_of(run)
        if notice.code in LOUD
    ]
    return once([*(_said(notice, study, language) for notice in unique(notices)), *loud])


def _said(notice: Notice, study: SavedStudy, language: Language) -> Note:
    """Benchmarks by their titles."""
    benchmark = notice.values.get("benchmark")
    if not isinstance(benchmark, str) or benchmark not in study.answered():
        return Note(language.say(notice), notice.is_grave)
    values = {**notice.values, "benchmark": set_title(study, benchmark, language)}
    return Note(language.say(Notice(notice.code, values, notice.severity)), notice.is_grave)


def _failures(study: SavedStudy) -> Iterator[Notice]:
    """One for each model and reason."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for failure in study.failures:
        grouped.setdefault((failure.model, failure.reason), []).append(failure.benchmark)
    for (model, reason), benchmarks in grouped.items():
        yield Notice("study.notice.failed", {"model": model, "benchmark": benchmarks, "reason": reason}, GRAVE)


def _not_awake(study: SavedStudy) -> Iterator[Notice]:
    """All models that failed the sanity check, in one notice."""
    failed: dict[str, dict[str, Message]] = {}
    for model in study.models:
        for check in (check for run in model.runs.values() for check in run.manifest.sanity if not check.passed):
            values = {"language": check.language, "right": check.right, "of": check.of}
            failed.setdefault(model.name, {})[check.language] = Message("study.notice.sanity.one", values)
    if failed:
        models = [
            Message("study.notice.sanity.model", {"model": name, "cases": list(cases.values())})
            for name, cases in failed.items()
        ]
        yield Notice("study.notice.sanity", {"models": models}, GRAVE)


def _excluded(study: SavedStudy) -> Iterator[Notice]:
    """Models that may not be believed for another reason than the sanity check, by benchmark."""
    for benchmark in study.answered():
        names = [
            model.name
            for model in study.models
            if benchmark in model.runs
            and not model.is_trusted(benchmark)
            and not model.runs[benchmark].has_failed_check(benchmark)
        ]
        if names:
            yield Notice("study.notice.excluded", {"benchmark": benchmark, "models": names}, GRAVE)


def _same_weights(study: SavedStudy) -> Iterator[Notice]:
    """Two names for one checkpoint: most often one of the two was not the model that was meant."""
    by_weights: dict[str, set[str]] = {}
    for model in study.models:
        for run in model.runs.values():
            by_weights.setdefault(run.manifest.model.weights_digest, set()).add(model.name)
    for digest, names in by_weights.items():
        if len(names) > 1:
            yield Notice("study.notice.same", {"models": sorted(names), "digest": digest[:SHORT]}, GRAVE)


def _in_words(study: SavedStudy) -> Iterator[Notice]:
    """Where some models were asked in words and others for log-probabilities."""
    parts = study.by_way()
    if len(parts) > 1:
        yield Notice("study.notice.words", {"models": [model.name for model in parts[-1].models if model.runs]})


def _ways_of_asking(study: SavedStudy) -> Iterator[Notice]:
    """Models of other kinds are asked in other ways; their numbers stand side by side with a caveat."""
    for benchmark in study.answered():
        ways: dict[str, list[str]] = {}
        for model in study.models:
            if benchmark in model.runs:
                facts = model.runs[benchmark].facts(benchmark)
                bos = "" if facts.bos in ("", "none") else f", bos:{facts.bos}"
                ways.setdefault(f"{facts.scoring}{bos}", []).append(model.name)
        if len(ways) > 1:
            messages = [Message("study.way", {"way": way, "models": names}) for way, names in ways.items()]
            yield Notice("study.notice.ways", {"benchmark": benchmark, "ways": messages})


def run_notes(study: SavedStudy, language: Language) -> list[Note]:
    """Those of the single runs, each said once."""
    return once(note for run in study.runs() for note in notes_of_run(run, language))


def facts_table(study: SavedStudy, language: Language) -> Table:
    """Which models the study is about, and what is known of them."""
    columns = [
        Column("model", language.text("column.model")),
        Column("id", language.text("study.id")),
        Column("architecture", language.text("study.architecture")),
        Column("multilingual", language.text("study.multilingual")),
        Column("parameters_millions", language.text("study.parameters"), "number", 0),
        Column("corpus", language.text("study.corpus")),
        Column("corpus_size_gb", language.text("study.gigabytes"), "number", 0),
        Column("asked", language.text("study.asked")),
    ]
    rows: list[Row] = []
    for model in study.models:
        revision = f"@{model.facts.revision}" if model.facts.revision else ""
        facts = [fact_cell(model, column.key.removesuffix("_millions"), language) for column in columns[2:7]]
        failed = [failure.benchmark for failure in study.failures if failure.model == model.name]
        asked = [*model.runs, *(language.text("study.failed", benchmark=name) for name in failed)]
        rows.append([Cell(model.name), Cell(f"{model.facts.id}{revision}"), *facts, Cell(", ".join(asked))])
    return Table(language.text("study.table.facts"), columns, [rows], language.text("study.note.facts"))
