"""What debiasing did to models whose bias is known, from the folder alone: the score, what they say, what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from epicene.core.language import Language
from epicene.lab.debiased.results import KIND, DebiasedResults, Figures, Summary
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.pages import only_run
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RunFolder

ROOM = "epicene.lab"
HOW = ("score", "said", "others", "perplexity", "limits")


class DebiasedPage:
    name = KIND

    def document(self, paths: Sequence[Path], code: str) -> Document:
        results, language = _read(paths), Language(code, ROOM)
        table = debiased_table(results.summaries, language)
        how: list[Block] = [Paragraph(language.text(f"lab.debiased.how.{part}")) for part in HOW]
        return Document(
            language.text("lab.debiased.title"),
            language,
            standfirst=[language.text("lab.debiased.standfirst")],
            answer=[Paragraph(line, "lead") for line in _answers(results.summaries, language)],
            sections=[
                Section(language.text("lab.debiased.table"), [TableBlock(table, "debiased", captioned=False)]),
                Section(language.text("lab.how"), how),
            ],
            data=table,
        )

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        results, language = _read(paths), Language(code, ROOM)
        blocks: list[Block] = [TableBlock(debiased_table(results.summaries, language), "debiased")]
        lines = [Paragraph(line) for line in _answers(results.summaries, language)]
        return Document(language.text("lab.debiased.title"), language, sections=[Section("", [*blocks, *lines])])


PAGE = DebiasedPage()


def _read(paths: Sequence[Path]) -> DebiasedResults:
    return RunFolder(only_run(paths)).results(DebiasedResults)


def _answers(found: Sequence[Summary], language: Language) -> list[str]:
    """Of each method, over all kinds and dials."""
    said = []
    for method in dict.fromkeys(one.method for one in found):
        of = [one for one in found if one.method == method]
        values = {
            "method": method,
            "models": sum(one.seeds for one in of),
            "score": mean(one.score_moved for one in of),
            "said": mean(one.said_moved for one in of),
            "ratio": mean(one.perplexity_ratio.value for one in of),
        }
        said.append(language.text("lab.debiased.answer", **values))
    return said


def debiased_table(found: Sequence[Summary], language: Language) -> Table:
    columns = [
        Column("kind", language.text("lab.debiased.kind")),
        Column("rate", language.text("lab.debiased.rate"), "number", 0),
        Column("method", language.text("lab.debiased.method")),
        Column("seeds", language.text("lab.debiased.seeds"), "number", 0),
        *(
            Column(name, language.text(f"lab.debiased.{name}"), "number", digits, interval=True)
            for name, digits in (
                *(("score_before", 1), ("score_after", 1), ("said_before", 1), ("said_after", 1)),
                *(("others_change", 1), ("perplexity_ratio", 2)),
            )
        ),
    ]
    rows = [
        [
            Cell(language.text(f"lab.debiased.kind.{one.kind}")),
            Cell(one.rate),
            Cell(one.method),
            Cell(one.seeds),
            *map(_cell, (one.score_before, one.score_after, one.said_before, one.said_after)),
            *map(_cell, (one.others_change, one.perplexity_ratio)),
        ]
        for one in found
    ]
    return Table(language.text("lab.debiased.table"), columns, [rows], language.text("lab.debiased.note"))


def _cell(figures: Figures) -> Cell:
    return Cell(figures.value, figures.low, figures.high)
