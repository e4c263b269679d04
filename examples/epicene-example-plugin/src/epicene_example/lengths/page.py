"""A kind of run: how many words the lines of a text have, in a folder that `epicene report` shows."""

from collections.abc import Sequence
from pathlib import Path

from epicene.core.language import Language
from epicene.report.document import Document, Section, TableBlock
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RunFolder

KIND = "line-lengths"


def count_words(text: Path, out: Path) -> None:
    folder = RunFolder(out)
    with folder.lock():
        folder.begin(KIND, {"text": str(text)})
        lines = text.read_text(encoding="utf-8").splitlines()
        folder.write_results({"lines": len(lines), "words": sum(len(line.split()) for line in lines)})


class LengthsPage:
    name = KIND

    def document(self, paths: Sequence[Path], code: str) -> Document:
        language = Language(code, "epicene_example.lengths")
        columns = [
            Column("text", language.text("lengths.text")),
            Column("lines", language.text("lengths.lines"), "number", 0),
            Column("words", language.text("lengths.words"), "number"),
        ]
        table = Table(language.text("lengths.title"), columns, [[_row(RunFolder(path)) for path in paths]])
        section = Section(language.text("lengths.title"), [TableBlock(table, KIND, captioned=False)])
        return Document(language.text("lengths.title"), language, sections=[section])

    summary = document


def _row(folder: RunFolder) -> list[Cell]:
    found = folder.results(dict[str, int])
    return [Cell(folder.manifest()["question"]["text"]), Cell(found["lines"]), Cell(found["words"] / found["lines"])]


PAGE = LengthsPage()
