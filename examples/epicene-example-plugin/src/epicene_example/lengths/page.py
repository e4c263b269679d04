"""A kind of run: how many words the lines of a text have, in a folder that `epicene report` shows."""

from pathlib import Path

from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Column, Table, tabulated
from epicene.runs.folder import RunFolder
from epicene.runs.results import Result


class Lengths(Result, kw_only=True):
    """The lines and words of one text."""

    lines: int
    words: int


def count_words(text: Path, out: Path) -> None:
    folder = RunFolder(out)
    with folder.lock():
        folder.begin(LengthsKind.name, {"text": str(text)})
        lines = text.read_text(encoding="utf-8").splitlines()
        words = sum(len(line.split()) for line in lines)
        folder.write_results(Lengths(model=text.name, lines=len(lines), words=words))


class LengthsKind(RunKind[Lengths]):
    name = "line-lengths"
    result = Lengths
    rooms = ("epicene_example.lengths",)

    def title(self, view: RunView[Lengths]) -> str:
        return view.language.text("lengths.title")

    def tables(self, view: RunView[Lengths]) -> list[Table]:
        text = view.language.text
        return [
            tabulated(
                text("lengths.title"),
                [view.results],
                (Column("text", text("lengths.text")), lambda result: result.label),
                (Column("lines", text("lengths.lines"), "number", 0), lambda result: result.lines),
                (Column("words", text("lengths.words"), "number"), lambda result: result.words / result.lines),
            )
        ]


PAGE = LengthsKind()
