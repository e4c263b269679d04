"""What a reader of a study must know first: what failed, what was asked in other ways, what cannot be trusted."""

from __future__ import annotations

from collections.abc import Iterator

from epicene.core.hashing import SHORT
from epicene.report.language import Language
from epicene.report.notices import Notice, notices_of
from epicene.report.study import SavedStudy
from epicene.report.study_rows import fact_cell, set_title
from epicene.report.tables import Cell, Column, Row, Table

LOUD = ("partial", "limit")  # said at the top; the other notices of single runs stand at the end


def study_notices(study: SavedStudy, language: Language) -> list[Notice]:
    found = [*_failures(study, language), *_not_awake(study, language), *_same_weights(study, language)]
    found += [*_tasks_not_asked(study, language), *_ways_of_asking(study, language)]
    found += [notice for notice in run_notices(study, language) if notice.topic in LOUD]
    return sorted({notice.text: notice for notice in found}.values(), key=lambda notice: not notice.grave)


def _failures(study: SavedStudy, language: Language) -> Iterator[Notice]:
    """One for each model and reason."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for failure in study.failures:
        grouped.setdefault((failure["model"], failure["reason"]), []).append(failure["benchmark"])
    for (model, reason), benchmarks in grouped.items():
        listed = language.list_of(benchmarks)
        text = language.text("study.notice.failed", model=model, benchmark=listed, reason=reason)
        yield Notice(text, "failed", grave=True)


def _not_awake(study: SavedStudy, language: Language) -> Iterator[Notice]:
    """All models that failed the sanity check, in one notice."""
    failed: dict[str, list[str]] = {}
    for model in study.models:
        for check in (check for run in model.runs.values() for check in run.manifest.get("sanity", ())):
            if not check["passed"]:
                spoken = language.text_or(f"language.{check['language']}", check["language"])
                said = language.text("study.notice.sanity.one", language=spoken, right=check["right"], of=check["of"])
                failed.setdefault(model.name, []).append(said)
    if failed:
        listed = [f"{name} ({', '.join(dict.fromkeys(said))})" for name, said in failed.items()]
        yield Notice(language.text("study.notice.sanity", models=language.list_of(listed)), "sanity", grave=True)


def _tasks_not_asked(study: SavedStudy, language: Language) -> Iterator[Notice]:
    """A model without a next-sentence head has no figures across two sentences, nor means of both tasks."""
    lacking: dict[tuple[str, str], list[str]] = {}
    for model in study.models:
        for benchmark, run in model.runs.items():
            for task in run.facts(benchmark).get("refused", {}):
                lacking.setdefault((benchmark, task), []).append(model.name)
    for (benchmark, task), names in lacking.items():
        text = language.text(
            "study.notice.refused",
            benchmark=set_title(study, benchmark, language),
            task=language.text(f"study.task.{task}"),
            models=language.list_of(names),
        )
        yield Notice(text, "refused")


def _same_weights(study: SavedStudy, language: Language) -> Iterator[Notice]:
    """Two names for one checkpoint: most often one of the two was not the model that was meant."""
    by_weights: dict[str, set[str]] = {}
    for model in study.models:
        for run in model.runs.values():
            by_weights.setdefault(str(run.manifest["model"].get("weights_digest")), set()).add(model.name)
    for digest, names in by_weights.items():
        if len(names) > 1:
            listed = language.list_of(sorted(names))
            yield Notice(language.text("study.notice.same", models=listed, digest=digest[:SHORT]), "same", grave=True)


def _ways_of_asking(study: SavedStudy, language: Language) -> Iterator[Notice]:
    """Models of other kinds are asked in other ways; their numbers stand side by side with a caveat."""
    for benchmark in study.answered():
        ways: dict[str, list[str]] = {}
        for model in study.models:
            if benchmark in model.runs:
                facts = model.runs[benchmark].facts(benchmark)
                bos = "" if facts.get("bos") in (None, "none") else f", bos:{facts['bos']}"
                ways.setdefault(f"{facts.get('scoring')}{bos}", []).append(model.name)
        if len(ways) > 1:
            between = language.text("punctuation.semicolon")
            said = between.join(
                language.text("study.way", way=way, models=language.list_of(names)) for way, names in ways.items()
            )
            title = set_title(study, benchmark, language)
            yield Notice(language.text("study.notice.ways", benchmark=title, ways=said), "ways")


def run_notices(study: SavedStudy, language: Language) -> list[Notice]:
    """Those of the single runs, each said once."""
    found = [notice for run in study.runs() for notice in notices_of(run, language)]
    return list({notice.text: notice for notice in found}.values())


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
        revision = f"@{model.facts['revision']}" if model.facts.get("revision") else ""
        facts = [fact_cell(model, column.key.removesuffix("_millions"), language) for column in columns[2:7]]
        failed = [one["benchmark"] for one in study.failures if one["model"] == model.name]
        asked = [*model.runs, *(language.text("study.failed", benchmark=name) for name in failed)]
        rows.append([Cell(model.name), Cell(f"{model.facts['id']}{revision}"), *facts, Cell(", ".join(asked))])
    return Table(language.text("study.table.facts"), columns, [rows], language.text("study.note.facts"))


def signatures(study: SavedStudy) -> list[str]:
    return [signature for run in study.runs() for signature in run.findings.signatures.values()]
