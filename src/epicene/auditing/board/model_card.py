"""A block for a model card on the Hugging Face hub: `model-index` for machines and Markdown for people, from one run.

Machines read a number and nothing around it, so that they get only what may be believed without reservation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import epicene
from epicene.auditing.board.board_columns import refuse_other_kinds
from epicene.auditing.board.page import PACKAGE
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.answers import in_plain_words, judged, whole_answer
from epicene.kinds.estimate_tables import figure, measure_name, used
from epicene.kinds.protocol import in_words_of, way_of
from epicene.kinds.trust import trust_of
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.render.markdown import render_markdown
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import SavedRun, benchmark_title, read_runs

# What the hub calls what a model is made for, by what it can be asked.
TASKS = {"masked": "fill-mask", "causal": "text-generation", "chat": "text-generation"}
OTHER_TASK = "text2text-generation"


def model_card(path: Path, code: str) -> str:
    language = Language(code, PACKAGE)
    refuse_other_kinds([path])
    (run,) = read_runs([path])
    index = "\n".join(_model_index(run, language))
    prose = f"#{render_markdown(_document(run, language))}"  # a section of the card, which has a title of its own
    return f"---\n{index}\n---\n\n{prose}" if index else prose


def _model_index(run: SavedRun, language: Language) -> Iterator[str]:
    """YAML; every text is quoted as JSON has it, which YAML reads too."""
    results = [
        (name, score)
        for name in run.manifest.benchmarks
        if trust_of(run, name).level == "trusted" and (score := way_of(run, name).score(run, name)) is not None
    ]
    if not results:
        return
    yield "model-index:"
    yield f"- name: {_quoted(run.label)}"
    yield "  results:"
    for name, score in results:
        facts = run.facts(name)
        yield "  - task:"
        yield f"      type: {TASKS.get(run.manifest.model.kind, OTHER_TASK)}"
        yield "    dataset:"
        yield f"      name: {_quoted(_title(run, name, language))}"
        yield f"      type: {_quoted(name)}"
        yield f"      revision: {_quoted(facts.digest)}"
        yield "    metrics:"
        yield f"    - type: {_quoted(score.metric)}"
        yield f"      value: {round(score.value, 2)}"
        yield f"      name: {_quoted(_named(run, score, language))}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _title(run: SavedRun, name: str, language: Language) -> str:
    return benchmark_title(name, [run], in_words_of(way_of(run, name), language))


def _named(run: SavedRun, score: Estimate, language: Language) -> str:
    """The measure with what a bare number would not say."""
    own = in_words_of(way_of(run, score.benchmark), language)
    return own.text(
        "card.metric",
        metric=_measure(score.metric, own),
        ideal=own.number(score.ideal, 0),
        span=own.span(score.low, score.high),
        n=own.count(score.n_used),
    )


def _measure(metric: str, language: Language) -> str:
    """Its name in tables, some of which say there that an interval follows."""
    return measure_name(metric, language).partition(" [")[0]


def _document(run: SavedRun, language: Language) -> Document:
    names = list(run.manifest.benchmarks)
    said: list[Block] = [Paragraph(_said(run, name, language)) for name in names]
    blocks = [
        Paragraph(language.text("card.intro", version=epicene.__version__)),
        TableBlock(_table(run, language), "card", captioned=False),
        *said,
        Paragraph(language.text("card.not")),
    ]
    return Document(
        title=language.text("card.title"),
        language=language,
        sections=[Section("", blocks)],
        signatures=list(run.findings.signatures.values()),
    )


def _said(run: SavedRun, name: str, language: Language) -> str:
    trusted = trust_of(run, name).level != "barred"
    answer = whole_answer(run, name, language) if trusted else _nothing(run, name, language)
    return language.text("answer.on", benchmark=_title(run, name, language), answer=answer)


def _nothing(run: SavedRun, name: str, language: Language) -> str:
    """Of a model that is barred: that, why, and no figure."""
    return f"{judged(run, name, language)}. {in_plain_words(run, name, language)}"


def _table(run: SavedRun, language: Language) -> Table:
    columns = [
        Column("benchmark", language.text("column.benchmark")),
        Column("metric", language.text("column.measure")),
        Column("value", language.text("column.value"), "number", interval=True),
        Column("ideal", language.text("column.ideal"), "number", 0),
        Column("n", language.text("column.n"), "share"),
        Column("verdict", language.text("column.verdict")),
    ]
    rows: list[Row] = []
    for name in run.manifest.benchmarks:
        own, trust = in_words_of(way_of(run, name), language), trust_of(run, name)
        score = way_of(run, name).score(run, name) if trust.level != "barred" else None
        reserved = own.list_of([own.text_or(f"board.{one.code}", one.code) for one in trust.notices])
        verdict = judged(run, name, language)
        rows.append(
            [
                Cell(_title(run, name, language)),
                Cell(_measure(way_of(run, name).metric, own)),
                figure(score),
                Cell(score.ideal if score else None),
                used(score),
                Cell(f"{verdict} ({reserved})" if trust.level == "marked" else verdict),
            ]
        )
    return Table(language.text("board.figures"), columns, [rows])
