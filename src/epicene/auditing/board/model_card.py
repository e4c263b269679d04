"""A block for a model card on the Hugging Face hub: `model-index` for machines and Markdown for people, from one run of
whatever kind that has figures.

Machines read a number and nothing around it, so that they get only what may be believed without reservation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from epicene._version import __version__
from epicene.auditing.board.board_page import PACKAGE
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.figures import figure, used
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.headlines import TRANSLATION, Headline, HeadlineQuestion, HeadlineReading
from epicene.report.render.markdown import render_markdown
from epicene.report.results_page import kind_of
from epicene.report.tables import Column, Table, tabulated, without_column
from epicene.runs.audit_folder import distinct_labels

# What the hub calls what a model is made for, by what it can be asked.
TASKS = {"masked": "fill-mask", "causal": "text-generation", "chat": "text-generation", TRANSLATION: "translation"}
OTHER_TASK = "text2text-generation"


def model_card(path: Path, code: str) -> str:
    language = Language(code, PACKAGE)
    headlines = _headlines(path, language)
    index = "\n".join(_model_index(headlines, language))
    prose = f"#{render_markdown(_document(headlines, language))}"  # a section of the card, which has a title of its own
    return f"---\n{index}\n---\n\n{prose}" if index else prose


def _headlines(path: Path, language: Language) -> Sequence[Headline]:
    """The headlines of the run's one model; a card is about no more."""
    page = kind_of([path])
    headlines = page.headlines(path, language)
    models = list(dict.fromkeys(headline.model.name for headline in headlines))
    if not headlines:
        raise InputError(
            f"{path} holds a run of kind {page.name}, which has no figure for a card. Name the run of an audit, of a "
            "score or of a test of a translation system."
        )
    if len(models) > 1:
        raise InputError(
            f"{path} holds {len(models)} systems ({', '.join(models)}), and a card is about one. Judge that one by "
            "itself."
        )
    return headlines


def _model_index(headlines: Sequence[Headline], language: Language) -> Iterator[str]:
    """YAML; every text is quoted as JSON has it, which YAML reads too."""
    results = [
        (headline, score)
        for headline in headlines
        if headline.trust.level == "trusted" and (score := headline.estimate)
    ]
    if not results:
        return
    yield "model-index:"
    yield f"- name: {_quoted(distinct_labels([headlines[0].run], [headlines[0].model])[0])}"
    yield "  results:"
    for headline, score in results:
        question = headline.question
        yield "  - task:"
        yield f"      type: {TASKS.get(headline.model.kind, OTHER_TASK)}"
        yield "    dataset:"
        yield f"      name: {_quoted(question.title)}"
        yield f"      type: {_quoted(question.benchmark)}"
        yield f"      revision: {_quoted(headline.revision)}"
        yield "    metrics:"
        yield f"    - type: {_quoted(question.metric)}"
        yield f"      value: {round(score.value, question.digits + 1)}"
        yield f"      name: {_quoted(_named(question, score, language))}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _named(question: HeadlineQuestion, score: Estimate, language: Language) -> str:
    """The measure with what a bare number would not say."""
    span, n = language.span(score.low, score.high, question.digits), language.count(score.n_used)
    ideal = "" if question.ideal is None else language.number(question.ideal, 0)
    key = "card.metric" if ideal else "card.metric.bare"
    return language.text(key, metric=_measure(question), span=span, n=n, ideal=ideal)


def _measure(question: HeadlineQuestion) -> str:
    """Its name in tables, some of which say there that an interval follows."""
    return question.measure.partition(" [")[0]


def _document(headlines: Sequence[Headline], language: Language) -> Document:
    readings = [headline.told() for headline in headlines]
    sentences: list[Block] = [
        Paragraph(language.text("answer.on", benchmark=headline.question.title, answer=words.sentence))
        for headline, words in zip(headlines, readings, strict=True)
        if words.sentence
    ]
    kind = TRANSLATION if headlines[0].model.kind == TRANSLATION else "model"
    blocks = [
        Paragraph(language.text("card.intro", version=__version__)),
        TableBlock(_table(headlines, readings, language), "card", captioned=False),
        *sentences,
        Paragraph(language.text(f"card.not.{kind}")),
    ]
    return Document(
        title=language.text(f"card.title.{kind}"),
        language=language,
        sections=[Section("", blocks)],
        signatures=list(dict.fromkeys(headline.signature for headline in headlines)),
    )


def _table(headlines: Sequence[Headline], readings: Sequence[HeadlineReading], language: Language) -> Table:
    """A row for each headline, with a verdict where the kind of run gives one."""
    has_verdicts = any(words.verdict for words in readings)
    rows = [
        (headline, words, headline.estimate if headline.trust.level != "excluded" else None)
        for headline, words in zip(headlines, readings, strict=True)
    ]

    def verdict(row: tuple[Headline, HeadlineReading, Estimate | None]) -> str:
        headline, words, _ = row
        reason = "" if has_verdicts else headline.reason
        reserved = f"({headline.reason})" if headline.trust.level == "flagged" else reason
        return " ".join(part for part in (words.verdict, reserved) if part)

    table = tabulated(
        language.text("board.figures"),
        [rows],
        (Column("benchmark", language.text("column.benchmark")), lambda row: row[0].question.title),
        (Column("metric", language.text("column.measure")), lambda row: _measure(row[0].question)),
        (
            Column("value", language.text("column.value"), "number", interval=True),
            lambda row: replace(figure(row[2]), digits=row[0].question.digits),
        ),
        (
            Column("ideal", language.text("column.ideal"), "number", 0),
            lambda row: row[0].question.ideal if row[2] else None,
        ),
        (Column("n", language.text("column.n"), "share"), lambda row: used(row[2])),
        (Column("verdict", language.text("column.verdict")), verdict),
    )
    is_said = has_verdicts or any(headline.trust.level != "trusted" for headline in headlines)
    return table if is_said else without_column(table, "verdict")
