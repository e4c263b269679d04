"""The board as a folder that any web server, or none, can show: one page with the table of figures, what is shown
apart and how each column was asked; and the sentences and answers in scripts that it loads when somebody asks for them
(a page that is opened as a file may load scripts, and nothing else)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from epicene._version import __version__
from epicene.auditing.board.board_answer import answer, titled, trends
from epicene.auditing.board.board_columns import Board, BoardColumn, BoardModel, read_board, run_folders
from epicene.auditing.explanations import parameters
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import EN_DASH, Language
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.report.document import Block, Document, ItemList, Note, Paragraph, Section, TableBlock
from epicene.report.headlines import Headline
from epicene.report.render.html import render_html, write_document
from epicene.report.tables import Cell, Table, tabulated, to_csv
from epicene.report.tables import Column as TableColumn

PACKAGE = "epicene.auditing.board"
INDEX, TABLE, DATA, PAGES = "index.html", "figures.csv", "data", "pages"
SIZES = ((200e6, "small"), (1e9, "medium"), (8e9, "large"), (float("inf"), "huge"))
WORDS = (
    *("shown", "duel.title", "duel.figures", "duel.untested", "duel.count", "duel.none", "duel.letters"),
    *("duel.nothing", "duel.more", "duel.chosen", "duel.found", "duel.not-chosen", "duel.failed", "duel.type"),
    "duel.all",
)
BLANKS = (  # of these messages, which the page's script fills in
    *("shown", "total", "a", "b", "value_a", "value_b", "difference", "bracket", "p", "verdict", "n", "models"),
    *("model", "found"),
)


def write_board(paths: Sequence[Path], out: Path, code: str, progress: Progress, over: str = "time") -> Path:
    """The page, which is written last: a board that is there is whole."""
    language = Language(code, PACKAGE)
    _refuse_other_folder(out)
    board = read_board(run_folders(paths), language, progress)
    progress.start("comparing models", len(board.columns))
    for column in board.columns:
        column.tests  # noqa: B018 - which take a while
        progress.advance(1)
    for stale in (out / DATA).glob("*.js"):
        stale.unlink()
    shutil.rmtree(out / PAGES, ignore_errors=True)
    for number, (_, page) in enumerate(board.pages, start=1):  # what such a page leads to stands beside it
        write_document(page, out / PAGES / str(number) / INDEX)
    document = board_document(board, language, over)
    for index, column in enumerate(board.columns):
        if any(headline.chosen for headline in column.trusted.values()):
            items = [[item.id, item.category, item.context, item.texts] for item in column.read.items]
            _script(out, f"items-{index}", {"items": items, "outcomes": column.read.outcomes})
    for index in range(len(board.models)):
        if answers := _answers_of_model(index, board, language):
            _script(out, f"model-{index}", answers)
    if document.data is not None:
        write_text(out / TABLE, to_csv(document.data))
    write_text(out / INDEX, render_html(document))
    return out / INDEX


def _refuse_other_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file, and a board is a folder. Choose another place with -o.")
    known = {INDEX, TABLE, DATA, PAGES}
    if out.is_dir() and any(path.name not in known and not path.name.startswith(".") for path in out.iterdir()):
        raise InputError(f"{out} is not empty and holds no board. Choose an empty or new folder with -o.")


def _answers_of_model(index: int, board: Board, language: Language) -> dict[str, object]:
    """What the model chose in each column, and how it differs from each other model."""
    answers: dict[str, object] = {}
    for number, column in enumerate(board.columns):
        figure, digits = column.trusted.get(index), column.question.digits
        if figure is None:
            continue
        differences = {}
        for (first, second), test in column.tests.items():
            if index in (first, second):
                sign = 1 if second == index else -1  # this model less the other
                low, high = sorted((sign * test.comparison.low, sign * test.comparison.high))
                p = language.p_value(test.p_adjusted or 0.0)
                differences[str(first if second == index else second)] = [
                    language.number(sign * test.comparison.difference, digits),
                    language.bracket(low, high, digits),
                    p if p.startswith("<") else f"= {p}",
                    int(test.differs),
                ]
        outputs = {"outputs": figure.outputs} if figure.outputs else {}
        answers[str(number)] = {"chosen": figure.chosen, "contests": differences, **outputs}
    return answers


def _script(out: Path, name: str, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("\u2028", "\\u2028")
    write_text(out / DATA / f"{name}.js", f"epicene_board({json.dumps(name)}, {text});\n")


def board_document(board: Board, language: Language, over: str = "time") -> Document:
    shown = [index for index, column in enumerate(board.columns) if column.trusted]
    models = sorted({model for index in shown for model in board.columns[index].trusted})
    sets = {board.columns[index].question.benchmark for index in shown}
    n_files = sum(board.models[index].is_file for index in models)
    subjects = [language.plural("board.models", len(models) - n_files)] * (len(models) > n_files)
    subjects += [language.plural("board.files", n_files)] * (n_files > 0)
    counts = {"models": language.list_of(subjects), "sets": language.plural("board.sets", len(sets))}
    twice = [path.name for path in board.twice]
    notices = [Notice("board.twice", {"count": len(twice), "runs": twice})] if twice else []
    pages = [
        (path.name, page.title, f"{PAGES}/{number}/{INDEX}") for number, (path, page) in enumerate(board.pages, start=1)
    ]
    listed = [Paragraph(language.text("board.pages.text")), ItemList(f"{PACKAGE}:pages.html.j2", {"pages": pages})]
    return Document(
        title=language.text("board.title", **counts),
        language=language,
        kicker=f"{language.text('board.kicker')} · {language.day(board.created)}",
        standfirst=[language.text("board.standfirst")],
        notes=[Note(language.say(notice)) for notice in notices],
        answer=answer(board, shown, language),
        answer_label=language.text("board.kicker"),
        sections=[
            *([_figures(board, shown, models, language)] if shown else []),
            Section("", [ItemList(f"{PACKAGE}:duel.html.j2", {"t": language.text})], "duel", listed=False, kind="duel"),
            *trends(board, over, language),
            *_apart(board, language),
            *([Section(language.text("board.pages"), listed, "pages")] if pages else []),
            *_columns(board, language),
        ],
        footer=[language.text("page.footer", version=__version__, day=language.day(board.created))],
        data=_data(board, language),
        scripts=[f"{PACKAGE}:board.js"],
        styles=[f"{PACKAGE}:board.css"],
        loads=True,
    )


def _figures(board: Board, shown: Sequence[int], models: Sequence[int], language: Language) -> Section:
    """The table, with what it can be filtered by."""
    columns = [board.columns[index] for index in shown]
    facts = [_facts(board.models[model], language) for model in models]
    cells = [_cells(column, language) for column in columns]
    words = {key: language.text(f"board.{key}", **{name: f"{{{name}}}" for name in BLANKS}) for key in WORDS}
    words |= {key: language.text(f"board.{key}.verdict") for key in ("apart", "alike")}
    sizes = {fact["size"] for fact in facts}
    questions = [column.question for column in columns]

    def languages(code: str) -> str:
        """A language, or the two of a translation."""
        return EN_DASH.join(language.text_or(f"language.{part}", part) for part in code.split("-"))

    def options(values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Values with their names, in the order of these."""
        return sorted({(value, name) for value, name in values if value}, key=lambda option: option[1].casefold())

    content = {
        "t": language.text,
        "words": json.dumps(words, ensure_ascii=False),
        "columns": [_head(column, index, columns, language) for index, column in zip(shown, columns, strict=True)],
        "rows": [
            (model, board.models[model].label, fact, [own.get(model) for own in cells])
            for model, fact in zip(models, facts, strict=True)
        ],
        "filters": {
            "family": options((fact["family"], fact["family"]) for fact in facts),
            "size": [
                (size, language.text(f"board.size.{size}"))
                for size in (*(name for _, name in SIZES), "unknown")
                if size in sizes
            ],
            "model": options((fact["kind"], fact["kind_name"]) for fact in facts),
            "language": options((question.spoken, languages(question.spoken)) for question in questions),
            "kind": options((question.kind, question.kind_name) for question in questions),
        },
        "count": len(models),
    }
    return Section(language.text("board.figures"), [ItemList(f"{PACKAGE}:board.html.j2", content)], "figures")


def _facts(model: BoardModel, language: Language) -> dict[str, str]:
    count = model.facts.parameters
    size = next(name for most, name in SIZES if count < most) if count else "unknown"
    kind = language.text_or(f"methods.kind.{model.facts.kind}", model.facts.kind)
    text = ", ".join(part for part in (kind, parameters(count, language)) if part)
    return {"family": model.family, "size": size, "kind": model.facts.kind, "kind_name": kind, "said": text}


def _head(column: BoardColumn, index: int, columns: Sequence[BoardColumn], language: Language) -> dict[str, object]:
    question = column.question
    ideal = "" if question.ideal is None else language.text("board.ideal", ideal=language.number(question.ideal, 0))
    names = [(other.question.title, other.question.measure.partition(" [")[0]) for other in columns]
    title, measure = question.title, question.measure.partition(" [")[0]
    way = asked_as(column, columns)
    if names.count((title, measure)) > 1:  # the way of asking tells them apart on paper
        measure = f"{measure} ({', '.join(way)})"
    return {
        "index": index,
        "title": title,
        "asked": " · ".join(way),
        "metric": f"{question.measure}{ideal}",
        "label": language.text("board.printed", benchmark=title, measure=measure),
        "language": question.spoken,
        "kind": question.kind,
    }


def asked_as(column: BoardColumn, columns: Sequence[BoardColumn]) -> list[str]:
    """The way of asking with its options and, where another column has the same, what tells the two apart."""
    texts, question = [column.parts.scoring, *column.parts.options], column.question
    others = [other for other in columns if other.question.benchmark == question.benchmark and other is not column]
    others = [other for other in others if [other.parts.scoring, *other.parts.options] == texts]
    apart = {name for other in others for name in column.parts.differences(other.parts)}
    tasks = {other.question.task for other in others} - {question.task}
    return [
        *texts,
        *(getattr(column.parts, name) for name in sorted(apart)),
        *([question.task] if tasks and question.task else []),
    ]


def _cells(column: BoardColumn, language: Language) -> dict[int, dict[str, object]]:
    """Each model's figure as the table has it; `groups` are those of models that cannot be told apart."""
    digits = column.question.digits
    return {
        model: {
            "value": score.value,
            "distance": abs(score.value - (column.question.ideal or 0.0)),
            "written": language.number(score.value, digits),
            "interval": language.bracket(score.low, score.high, digits),
            "group_names": column.letters.get(model, ""),
            "groups": " ".join(map(str, column.groups.get(model, ()))),
        }
        for model, figure in column.trusted.items()
        if (score := figure.estimate) is not None
    }


def _apart(board: Board, language: Language) -> list[Section]:
    """Trial runs, on some of the items; what is excluded, with the reason and no figure; what else is not ranked."""
    tables: dict[str, list[tuple[str, BoardColumn, Headline]]] = {"trial": [], "excluded": [], "flagged": []}
    for column in board.columns:
        for model, figure in sorted(column.apart.items()):
            if figure.trust.level == "excluded" or figure.estimate is None:
                level = "excluded"
            else:
                level = "trial" if figure.parts.is_limited else "flagged"
            tables[level].append((board.models[model].label, column, figure))
    sections = list[Section]()
    for level, rows in tables.items():
        if rows:
            score = TableColumn("score", language.text("column.score"), "number", interval=True)
            table = tabulated(
                language.text(f"board.{level}"),
                [rows],
                (TableColumn("model", language.text("column.model")), lambda row: row[0]),
                (
                    TableColumn("benchmark", language.text("column.benchmark")),
                    lambda row: f"{titled(row[1], board.columns)} ({', '.join(asked_as(row[1], board.columns))})",
                ),
                *([(score, lambda row: _value(row[2].estimate))] if level != "excluded" else []),
                (TableColumn("reason", language.text("board.reason")), lambda row: row[2].reason),
                note=language.text(f"board.{level}.note"),
            )
            sections.append(Section(table.title, [TableBlock(table, f"board-{level}", captioned=False)], level))
    return sections


def _value(estimate: Estimate | None) -> Cell:
    return Cell(estimate.value, estimate.low, estimate.high) if estimate else Cell()


def _columns(board: Board, language: Language) -> list[Section]:
    """How each column was asked, and by which test its models are told apart."""
    columns = [column for column in board.columns if column.trusted]
    if not columns:
        return []

    def test(column: BoardColumn) -> str:
        made = column.tests_made[0].test if column.tests_made else "none"
        return language.text(f"board.test.{made if len(column.trusted) > 1 else 'one'}")

    table = tabulated(
        language.text("board.asked"),
        [columns],
        (TableColumn("benchmark", language.text("column.benchmark")), lambda column: column.question.title),
        (TableColumn("measure", language.text("column.measure")), lambda column: column.question.measure),
        (
            TableColumn("asked", language.text("column.scoring")),
            lambda column: " · ".join(asked_as(column, board.columns)),
        ),
        (TableColumn("items", language.text("board.items"), "number"), lambda column: column.question.n_items),
        (TableColumn("models", language.text("board.column.models"), "number"), lambda column: len(column.trusted)),
        (TableColumn("tests", language.text("board.test")), test),
        (TableColumn("signature", language.text("column.signature")), lambda column: str(column.parts.for_any_model())),
    )
    blocks: list[Block] = [
        Paragraph(language.text("board.asked.text")),
        Paragraph(language.text("board.tests.text")),
        TableBlock(table, "board-columns", captioned=False),
    ]
    return [Section(language.text("board.asked"), blocks, "asked")]


def _data(board: Board, language: Language) -> Table:
    """A row for each figure, for whoever reads the board with a program."""
    rows = [
        (board.models[index], score, column.question.benchmark, column.letters.get(index, ""), figure.trust.level)
        for column in board.columns
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
        (TableColumn("value", "value", "number", interval=True), lambda row: _value(row[1])),
        (TableColumn("n", "n", "share"), lambda row: Cell(row[1].n_used, of=row[1].n_total)),
        (TableColumn("groups", "groups"), lambda row: row[3]),
        (TableColumn("trust", "trust"), lambda row: row[4]),
        (TableColumn("signature", "signature"), lambda row: row[1].signature),
    )
