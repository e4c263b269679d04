"""The board as a page: the table of figures, what is shown apart, how each column was asked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from epicene._version import __version__
from epicene.auditing.board.board_columns import Board, Column, Contests, Model, group_names, groups_in
from epicene.auditing.methods_and_citation import parameters
from epicene.core.language import EN_DASH, Language
from epicene.core.notices import Notice
from epicene.report.document import Block, Document, ItemList, Note, Paragraph, Section, TableBlock
from epicene.report.headlines import Headline
from epicene.report.tables import Cell, Table, tabulated
from epicene.report.tables import Column as TableColumn

PACKAGE = "epicene.auditing.board"
SIZES = ((200e6, "small"), (1e9, "medium"), (8e9, "large"), (float("inf"), "huge"))
WORDS = (
    *("shown", "duel.title", "duel.figures", "duel.untested", "duel.count", "duel.none", "duel.letters"),
    *("duel.nothing", "duel.more", "duel.chosen", "duel.found", "duel.not-chosen", "duel.failed", "duel.type"),
    "duel.all",
)


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A figure as the table has it; `groups` are those of models that cannot be told apart."""

    value: float
    distance: float
    written: str
    interval: str
    letters: str
    groups: str


def board_document(
    board: Board, contests: Sequence[Contests], pages: Sequence[tuple[str, str, str]], language: Language
) -> Document:
    """`pages` are those of runs without a figure: the run, what its page is called, and its address."""
    shown = [index for index, column in enumerate(board.columns) if column.trusted]
    models = sorted({model for index in shown for model in board.columns[index].trusted})
    counted = language.plural("board.models", len(models))
    sets = {board.columns[index].question.benchmark for index in shown}
    twice = [path.name for path in board.twice]
    notices = [Notice("board.twice", {"count": len(twice), "runs": twice})] if twice else []
    return Document(
        title=language.text("board.title", models=counted, sets=language.plural("board.sets", len(sets))),
        language=language,
        kicker=f"{language.text('board.kicker')} · {language.day(board.created)}",
        standfirst=[language.text("board.standfirst")],
        notes=[Note(language.say(notice)) for notice in notices],
        sections=[
            *([_figures(board, contests, shown, models, language)] if shown else []),
            Section("", [ItemList(f"{PACKAGE}:duel.html.j2", {"t": language.text})], "duel", listed=False, kind="duel"),
            *_apart(board, language),
            *_pages(pages, language),
            *_asked(board, contests, language),
        ],
        footer=[language.text("page.footer", version=__version__, day=language.day(board.created))],
        data=_data(board, contests, language),
        scripts=[f"{PACKAGE}:board.js"],
        styles=[f"{PACKAGE}:board.css"],
        loads=True,
    )


def _pages(pages: Sequence[tuple[str, str, str]], language: Language) -> list[Section]:
    if not pages:
        return []
    blocks = [
        Paragraph(language.text("board.pages.text")),
        ItemList(f"{PACKAGE}:pages.html.j2", {"pages": pages}),
    ]
    return [Section(language.text("board.pages"), blocks, "pages")]


def _figures(
    board: Board,
    contests: Sequence[Contests],
    shown: Sequence[int],
    models: Sequence[int],
    language: Language,
) -> Section:
    columns = [board.columns[index] for index in shown]
    cells = {index: _cells(board.columns[index], contests[index], language) for index in shown}
    facts = [_facts(board.models[model], language) for model in models]
    content = {
        "t": language.text,
        "words": json.dumps(_words(language), ensure_ascii=False),
        "columns": [_head(column, index, columns, language) for index, column in zip(shown, columns, strict=True)],
        "rows": [
            (model, board.models[model].label, fact, [cells[index].get(model) for index in shown])
            for model, fact in zip(models, facts, strict=True)
        ],
        "filters": {
            "family": _options((fact["family"], fact["family"]) for fact in facts),
            "size": [(size, language.text(f"board.size.{size}")) for size in _sizes(facts)],
            "model": _options((fact["kind"], fact["kind_name"]) for fact in facts),
            "language": _options(
                (column.question.spoken, _spoken(column.question.spoken, language)) for column in columns
            ),
            "kind": _options((column.question.kind, column.question.kind_name) for column in columns),
        },
        "count": len(models),
    }
    return Section(language.text("board.figures"), [ItemList(f"{PACKAGE}:board.html.j2", content)], "figures")


def _spoken(code: str, language: Language) -> str:
    """A language, or the two of a translation."""
    return EN_DASH.join(language.text_or(f"language.{one}", one) for one in code.split("-"))


def _options(found: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted({(value, name) for value, name in found if value}, key=lambda one: one[1].casefold())


def _sizes(facts: Sequence[Mapping[str, str]]) -> list[str]:
    there = {fact["size"] for fact in facts}
    return [size for size in (*(name for _, name in SIZES), "unknown") if size in there]


def _words(language: Language) -> dict[str, str]:
    texts = {key: language.text_or(f"board.{key}", "") for key in WORDS}
    return texts | {key: language.text(f"board.{key}.verdict") for key in ("apart", "alike")}


def _facts(model: Model, language: Language) -> dict[str, str]:
    count = model.facts.parameters
    size = next(name for most, name in SIZES if count < most) if count else "unknown"
    kind = language.text_or(f"methods.kind.{model.facts.kind}", model.facts.kind)
    text = ", ".join(part for part in (kind, parameters(count, language)) if part)
    return {"family": model.family, "size": size, "kind": model.facts.kind, "kind_name": kind, "said": text}


def _head(column: Column, index: int, columns: Sequence[Column], language: Language) -> dict[str, object]:
    question = column.question
    ideal = "" if question.ideal is None else language.text("board.ideal", ideal=language.number(question.ideal, 0))
    return {
        "index": index,
        "title": question.title,
        "asked": " · ".join(asked_as(column, columns)),
        "metric": f"{question.measure}{ideal}",
        "label": _label(column, columns, language),
        "language": question.spoken,
        "kind": question.kind,
    }


def _label(column: Column, columns: Sequence[Column], language: Language) -> str:
    """Of a figure on paper; with the way of asking where two have one name."""

    def named(column: Column) -> tuple[str, str]:
        return column.question.title, column.question.measure.partition(" [")[0]

    title, measure = named(column)
    if [named(one) for one in columns].count((title, measure)) > 1:
        measure = f"{measure} ({', '.join(asked_as(column, columns))})"
    return language.text("board.printed", benchmark=title, measure=measure)


def asked_as(column: Column, columns: Sequence[Column]) -> list[str]:
    """The way of asking with its options and, where another column has the same, what tells the two apart."""
    texts, question = [column.parts.scoring, *column.parts.options], column.question
    others = [one for one in columns if one.question.benchmark == question.benchmark and one is not column]
    others = [other for other in others if [other.parts.scoring, *other.parts.options] == texts]
    apart = {name for other in others for name in column.parts.differences(other.parts)}
    tasks = {other.question.task for other in others} - {question.task}
    return [
        *texts,
        *(getattr(column.parts, name) for name in sorted(apart)),
        *([question.task] if tasks and question.task else []),
    ]


def _cells(column: Column, contests: Contests, language: Language) -> dict[int, ShownCell]:
    groups = groups_in(column.values, contests.found)
    letters = group_names(groups)
    digits, ideal = column.question.digits, column.question.ideal
    shown_cell_by_count = {}
    for model, figure in column.trusted.items():
        score = figure.estimate
        if score is not None:
            written = language.number(score.value, digits)
            interval = language.bracket(score.low, score.high, digits)
            places = " ".join(map(str, groups.get(model, ())))
            distance = abs(score.value - (ideal or 0.0))
            shown_cell_by_count[model] = ShownCell(
                score.value, distance, written, interval, letters.get(model, ""), places
            )
    return shown_cell_by_count


def _apart(board: Board, language: Language) -> list[Section]:
    """What is excluded, with the reason and no figure; what is marked, with both."""
    blocks: list[Block] = []
    for level in ("excluded", "flagged"):
        rows = [
            (board.models[model].label, column, figure)
            for column in board.columns
            for model, figure in sorted(column.apart.items())
            if (figure.trust.level == level) or (level == "excluded" and figure.estimate is None)
        ]
        if rows:
            score = TableColumn("score", language.text("column.score"), "number", interval=True)
            table = tabulated(
                language.text(f"board.{level}"),
                [rows],
                (TableColumn("model", language.text("column.model")), lambda row: row[0]),
                (TableColumn("benchmark", language.text("column.benchmark")), lambda row: _asked_of(row[1], board)),
                *([(score, lambda row: _figure(row[2]))] if level == "flagged" else []),
                (TableColumn("reason", language.text("board.reason")), lambda row: row[2].reason),
                note=language.text(f"board.{level}.note"),
            )
            blocks.append(TableBlock(table, f"board-{level}"))
    return [Section(language.text("board.apart"), blocks, "apart")] if blocks else []


def _asked_of(column: Column, board: Board) -> str:
    return f"{column.question.title} ({', '.join(asked_as(column, board.columns))})"


def _figure(headline: Headline) -> Cell:
    score = headline.estimate
    return Cell(score.value, score.low, score.high) if score else Cell()


def _asked(board: Board, contests: Sequence[Contests], language: Language) -> list[Section]:
    rows = [(column, found) for column, found in zip(board.columns, contests, strict=True) if column.trusted]
    if not rows:
        return []

    def test(row: tuple[Column, Contests]) -> str:
        return language.text(f"board.test.{row[1].test if len(row[0].trusted) > 1 else 'one'}")

    table = tabulated(
        language.text("board.asked"),
        [rows],
        (TableColumn("benchmark", language.text("column.benchmark")), lambda row: row[0].question.title),
        (TableColumn("measure", language.text("column.measure")), lambda row: row[0].question.measure),
        (
            TableColumn("asked", language.text("column.scoring")),
            lambda row: " · ".join(asked_as(row[0], board.columns)),
        ),
        (TableColumn("items", language.text("board.items"), "number"), lambda row: row[0].question.n_items),
        (TableColumn("models", language.text("board.column.models"), "number"), lambda row: len(row[0].trusted)),
        (TableColumn("tests", language.text("board.test")), test),
        (TableColumn("signature", language.text("column.signature")), lambda row: str(row[0].parts.for_any_model())),
    )
    blocks: list[Block] = [
        Paragraph(language.text("board.asked.text")),
        Paragraph(language.text("board.tests.text")),
        TableBlock(table, "board-columns", captioned=False),
    ]
    return [Section(language.text("board.asked"), blocks, "asked")]


def _data(board: Board, contests: Sequence[Contests], language: Language) -> Table:
    """A row for each figure, for whoever reads the board with a program."""
    rows = [
        (board.models[index], score, column.question.benchmark, letters.get(index, ""), figure.trust.level)
        for column, found in zip(board.columns, contests, strict=True)
        for letters in [group_names(groups_in(column.values, found.found))]
        for index, figure in sorted(column.figures.items())
        if (score := figure.estimate) is not None and figure.trust.level != "excluded"
    ]
    return tabulated(
        language.text("board.figures"),
        [rows],
        (TableColumn("model", "model"), lambda row: row[0].label),
        (TableColumn("family", "family"), lambda row: row[0].family),
        (TableColumn("model_kind", "model_kind"), lambda row: row[0].facts.kind),
        (TableColumn("parameters", "parameters", "number"), lambda row: row[0].facts.parameters),
        (TableColumn("benchmark", "benchmark"), lambda row: row[2]),
        (TableColumn("metric", "metric"), lambda row: row[1].metric),
        (
            TableColumn("value", "value", "number", interval=True),
            lambda row: Cell(row[1].value, row[1].low, row[1].high),
        ),
        (TableColumn("n", "n", "share"), lambda row: Cell(row[1].n_used, of=row[1].n_total)),
        (TableColumn("groups", "groups"), lambda row: row[3]),
        (TableColumn("trust", "trust"), lambda row: row[4]),
        (TableColumn("signature", "signature"), lambda row: row[1].signature),
    )
