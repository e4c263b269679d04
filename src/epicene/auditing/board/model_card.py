"""A block for a model card on the Hugging Face hub: `model-index` for machines and Markdown for people, from one run of
whatever kind that has figures.

Machines read a number and nothing around it, so that they get only what may be believed without reservation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from epicene._version import __version__
from epicene.auditing.board.page import PACKAGE
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.headlines import TRANSLATION, Headline, Reading, headlines_of
from epicene.report.pages import page_of
from epicene.report.render.markdown import render_markdown
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import distinct_labels

# What the hub calls what a model is made for, by what it can be asked.
TASKS = {"masked": "fill-mask", "causal": "text-generation", "chat": "text-generation", TRANSLATION: "translation"}
OTHER_TASK = "text2text-generation"


def model_card(path: Path, code: str) -> str:
    language = Language(code, PACKAGE)
    found = _headlines(path, language)
    index = "\n".join(_model_index(found, language))
    prose = f"#{render_markdown(_document(found, language))}"  # a section of the card, which has a title of its own
    return f"---\n{index}\n---\n\n{prose}" if index else prose


def _headlines(path: Path, language: Language) -> Sequence[Headline]:
    """Those of the run's one model; a card is about no more."""
    page = page_of([path])
    found = headlines_of(page, path, language)
    models = list(dict.fromkeys(one.model.name for one in found))
    if not found:
        raise InputError(
            f"{path} holds a run of kind {page.name}, which has no figure for a card. Name the run of an audit, of a "
            "score or of a test of a translation system."
        )
    if len(models) > 1:
        raise InputError(
            f"{path} holds {len(models)} systems ({', '.join(models)}), and a card is about one. Judge that one by "
            "itself."
        )
    return found


def _model_index(found: Sequence[Headline], language: Language) -> Iterator[str]:
    """YAML; every text is quoted as JSON has it, which YAML reads too."""
    results = [one for one in found if one.trust.level == "trusted" and one.estimate]
    if not results:
        return
    yield "model-index:"
    yield f"- name: {_quoted(distinct_labels([found[0].run], [found[0].model])[0])}"
    yield "  results:"
    for one in results:
        yield "  - task:"
        yield f"      type: {TASKS.get(one.model.kind, OTHER_TASK)}"
        yield "    dataset:"
        yield f"      name: {_quoted(one.question.title)}"
        yield f"      type: {_quoted(one.question.benchmark)}"
        yield f"      revision: {_quoted(one.revision)}"
        yield "    metrics:"
        yield f"    - type: {_quoted(one.question.metric)}"
        yield f"      value: {round(one.estimate.value, one.question.digits + 1) if one.estimate else ''}"
        yield f"      name: {_quoted(_named(one, language))}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _named(one: Headline, language: Language) -> str:
    """The measure with what a bare number would not say."""
    score, question = one.estimate, one.question
    if score is None:
        return _measure(one)
    values = {
        "metric": _measure(one),
        "span": language.span(score.low, score.high, question.digits),
        "n": language.count(score.n_used),
    }
    if question.ideal is None:
        return language.text("card.metric.bare", **values)
    return language.text("card.metric", ideal=language.number(question.ideal, 0), **values)


def _measure(one: Headline) -> str:
    """Its name in tables, some of which say there that an interval follows."""
    return one.question.measure.partition(" [")[0]


def _document(found: Sequence[Headline], language: Language) -> Document:
    told = [one.told() for one in found]
    said: list[Block] = [
        Paragraph(language.text("answer.on", benchmark=one.question.title, answer=words.sentence))
        for one, words in zip(found, told, strict=True)
        if words.sentence
    ]
    kind = TRANSLATION if found[0].model.kind == TRANSLATION else "model"
    blocks = [
        Paragraph(language.text("card.intro", version=__version__)),
        TableBlock(_table(found, told, language), "card", captioned=False),
        *said,
        Paragraph(language.text(f"card.not.{kind}")),
    ]
    return Document(
        title=language.text(f"card.title.{kind}"),
        language=language,
        sections=[Section("", blocks)],
        signatures=list(dict.fromkeys(one.signature for one in found)),
    )


def _table(found: Sequence[Headline], told: Sequence[Reading], language: Language) -> Table:
    """With a verdict where the kind of run gives one."""
    judged = any(words.verdict for words in told)
    marked = any(one.trust.level != "trusted" for one in found)
    columns = [
        Column("benchmark", language.text("column.benchmark")),
        Column("metric", language.text("column.measure")),
        Column("value", language.text("column.value"), "number", interval=True),
        Column("ideal", language.text("column.ideal"), "number", 0),
        Column("n", language.text("column.n"), "share"),
        *([Column("verdict", language.text("column.verdict"))] if judged or marked else []),
    ]
    rows: list[Row] = []
    for one, words in zip(found, told, strict=True):
        question = one.question
        score = one.estimate if one.trust.level != "barred" else None
        reserved = f"({one.reason})" if one.trust.level == "marked" else "" if judged else one.reason
        verdict = " ".join(part for part in (words.verdict, reserved) if part)
        rows.append(
            [
                Cell(question.title),
                Cell(_measure(one)),
                Cell(score.value, score.low, score.high, digits=question.digits) if score else Cell(),
                Cell(question.ideal if score else None),
                Cell(score.n_used, of=score.n_total) if score else Cell(),
                *([Cell(verdict)] if judged or marked else []),
            ]
        )
    return Table(language.text("board.figures"), columns, [rows])
