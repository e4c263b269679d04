"""The board as a folder that any web server, or none, can show: one page, and the sentences and answers in scripts
that it loads when somebody asks for them (a page that is opened as a file may load scripts, and nothing else)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from epicene.auditing.board.board_columns import Board, Contests, contests_in, read_board, run_folders
from epicene.auditing.board.page import PACKAGE, board_document
from epicene.auditing.ranking import PairwiseTest
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.core.progress import Progress
from epicene.report.render.csv import to_csv
from epicene.report.render.document_files import write_document
from epicene.report.render.html import render_html

INDEX, TABLE, DATA, PAGES = "index.html", "figures.csv", "data", "pages"


def write_board(paths: Sequence[Path], out: Path, code: str, progress: Progress) -> Path:
    """The page, which is written last: a board that is there is whole."""
    language = Language(code, PACKAGE)
    _refuse_other_folder(out)
    board = read_board(run_folders(paths), language, progress)
    progress.start("comparing models", len(board.columns))
    contests = []
    for column in board.columns:
        contests.append(contests_in(column))
        progress.advance(1)
    for stale in (out / DATA).glob("*.js"):
        stale.unlink()
    shutil.rmtree(out / PAGES, ignore_errors=True)
    document = board_document(board, contests, list(_pages(board, out)), language)
    for index, column in enumerate(board.columns):
        if any(headline.chosen for headline in column.trusted.values()):
            items = [[item.id, item.category, item.context, item.texts] for item in column.read.items]
            _script(out, f"items-{index}", {"items": items, "outcomes": column.read.outcomes})
    for index in range(len(board.models)):
        if found := _of_model(index, board, contests, language):
            _script(out, f"model-{index}", found)
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


def _pages(board: Board, out: Path) -> Iterator[tuple[str, str, str]]:
    """Of runs that no figure stands for; what their pages lead to stands beside them."""
    for number, missing_run in enumerate(board.unfigured, start=1):
        page = Path(PAGES) / str(number) / INDEX
        write_document(missing_run.document, out / page)
        yield missing_run.path.name, missing_run.document.title, page.as_posix()


def _of_model(index: int, board: Board, contests: Sequence[Contests], language: Language) -> dict[str, object]:
    """By column: what the model chose, and how it differs from each other."""
    found: dict[str, object] = {}
    for place, column in enumerate(board.columns):
        figure = column.trusted.get(index)
        if figure is not None:
            digits = column.question.digits
            tested = {
                str(pair[0] if pair[1] == index else pair[1]): _contest(contest, pair[1] == index, digits, language)
                for pair, contest in contests[place].found.items()
                if index in pair
            }
            outputs = {"outputs": figure.outputs} if figure.outputs else {}
            found[str(place)] = {"chosen": figure.chosen, "contests": tested, **outputs}
    return found


def _contest(contest: PairwiseTest, second: bool, digits: int, language: Language) -> list[object]:
    """This model less the other."""
    sign = 1 if second else -1
    low, high = sorted((sign * contest.found.low, sign * contest.found.high))
    p = language.p_value(contest.p_adjusted or 0.0)
    text = p if p.startswith("<") else f"= {p}"
    difference = language.number(sign * contest.found.difference, digits)
    return [difference, language.bracket(low, high, digits), text, int(contest.differs)]


def _script(out: Path, name: str, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("\u2028", "\\u2028")
    write_text(out / DATA / f"{name}.js", f"epicene_board({json.dumps(name)}, {text});\n")
