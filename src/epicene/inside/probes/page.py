"""The page of `epicene mt probe`, from results.json alone: the paper's tables 4 and 5 with their controls and the
published figures (Wisniewski, Zhu, Ballier, Yvon: TAL 63-1, 2022), every figure with its interval, and heat maps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path

from epicene.core.language import Language
from epicene.inside.inside_page import (
    HeadlineFigure,
    InsideKind,
    compare_probes,
    filed_figures,
    table_blocks,
)
from epicene.inside.results import FIGURES, LAB, PACKAGES, ProbedCell, ProbedCorpus, ProbeResults
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import Point
from epicene.report.charts.heat_map import HeatMap, HeatRow
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Figure, Paragraph, Section, TableBlock
from epicene.report.results_page import RunView
from epicene.report.tables import Cell, Column, Field, Table, tabulated

BY_LAYER = ("accuracy", "random_labels", "random_weights", "difference", "bits", "bits_random_weights")
# What the verdict is made of; a terminal shows the rest where all is asked for.
IN_SHORT = ("accuracy", "random_weights", "difference")
GUESSED = "†"
Head = tuple[str, str]  # side and token of a column
PublishedPlace = tuple[str, str, int, str]  # corpus, side, layer, token
Place = tuple[str, str, int]  # side, token and layer
Row = tuple[str, Cell, int, Mapping[Place, Cell]]  # corpus, name of the figure, layer, and the figure everywhere


@cache
def published_probes() -> tuple[str, Mapping[str, Mapping[PublishedPlace, float]]]:
    """The source, and by figure (accuracy, random_labels) the value at each place."""
    file = resources.files("epicene.inside").joinpath("published", "mt_probe.json")
    read = json.loads(file.read_text(encoding="utf-8"))
    tables = {
        figure: {
            (corpus, side, layer, token): value
            for corpus, rows in read[figure].items()
            for side, layer, token, value in rows
        }
        for figure in ("accuracy", "random_labels")
    }
    return read["source"], tables


def grid_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Table 4 for each corpus that was probed in every layer: a block a figure."""
    tables = []
    for corpus in (corpus for corpus in results.corpora if corpus.kind == "grid"):
        cells, fields = _cells_and_fields(results, [corpus], language)
        title = language.text("probe.table.grid", corpus=corpus.name)
        blocks = _figures_by_layer(cells, corpus, language)
        tables.append(tabulated(title, blocks, *fields, note=_grid_note(cells, language)))
    return tables


def manipulation_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Table 5, where manipulations were asked for: a block for each."""
    corpora = [corpus for corpus in results.corpora if corpus.kind == "manipulation"]
    if not corpora:
        return []
    cells, fields = _cells_and_fields(results, corpora, language)
    blocks = [[row for figure in _figures_by_layer(cells, corpus, language) for row in figure] for corpus in corpora]
    named: Field[Row] = (
        Column("corpus", language.text("probe.column.corpus")),
        lambda row: Cell(corpus_name(row[0], language), technical=row[1].technical),
    )
    title = language.text("probe.table.manipulations")
    return [tabulated(title, blocks, named, *fields, note=_grid_note(cells, language))]


def _cells_and_fields(
    results: ProbeResults, corpora: Sequence[ProbedCorpus], language: Language
) -> tuple[list[ProbedCell], list[Field[Row]]]:
    """The cells of some corpora, and a column for each of their words: source words, then target tokens."""
    names = {corpus.name for corpus in corpora}
    cells = [cell for cell in results.cells if cell.corpus in names]
    fields: list[Field[Row]] = [
        (Column("figure", language.text("probe.column.figure")), lambda row: row[1]),
        (Column("layer", language.text("probe.column.layer"), "number"), lambda row: row[2]),
    ]
    for side, token in dict.fromkeys(cell.column for cell in cells):
        words = dict.fromkeys([token, *(corpus.words.get(token, token) for corpus in corpora)])
        title = "/".join(words) if side == "encoder" else _shown_token(side, token, language)

        def cell(row: Row, head: Head = (side, token)) -> Cell:
            return row[3].get((*head, row[2]), Cell())

        fields.append((Column(f"{side}_{token}", title, "number"), cell))
    return cells, fields


def _figures_by_layer(cells: Sequence[ProbedCell], corpus: ProbedCorpus, language: Language) -> list[list[Row]]:
    """A block a figure, a row a layer; published figures stand behind the measured."""
    own = [cell for cell in cells if cell.corpus == corpus.name]
    named: list[tuple[Cell, dict[Place, Cell]]] = []
    for figure in BY_LAYER:
        name = Cell(language.text(f"probe.figure.{figure}"), technical=figure not in IN_SHORT)
        shown = ((cell, _figure_cell(cell, figure)) for cell in own)
        values = {(*cell.column, cell.layer): replace(shown_cell, low=None, high=None) for cell, shown_cell in shown}
        named.append(
            (name, {location: shown_cell for location, shown_cell in values.items() if shown_cell.value is not None})
        )
    for figure, table in published_probes()[1].items():
        name = Cell(language.text(f"probe.published.{figure}"), technical=True)
        printed = {location[1:]: value for location, value in table.items() if location[0] == corpus.published_as}
        named.append((name, {(side, token, layer): Cell(value) for (side, layer, token), value in printed.items()}))
    heads = {cell.column for cell in cells}
    return [
        [
            (corpus.name, name, layer, values)
            for layer in sorted({location[2] for location in values if location[:2] in heads})
        ]
        for name, values in named
        if values
    ]


def detail_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Every cell in a row of its own, with intervals."""
    text = language.text
    heads = dict.fromkeys((cell.corpus, *cell.column) for cell in results.cells)
    note = text("probe.note.details", repetitions=language.count(results.repetitions))

    def figure(key: str) -> Field[ProbedCell]:
        column = Column(key, text(f"probe.figure.{key}"), "number", _digits_of(key), interval=True)
        return column, lambda cell: _figure_cell(cell, key)

    return [
        tabulated(
            text("probe.table.details"),
            [[cell for cell in results.cells if (cell.corpus, *cell.column) == head] for head in heads],
            (Column("corpus", text("probe.column.corpus")), lambda cell: corpus_name(cell.corpus, language)),
            (Column("side", text("probe.column.side")), lambda cell: text(f"probe.side.{cell.side}")),
            (Column("token", text("probe.column.token")), lambda cell: _shown_token(*cell.column, language)),
            (Column("layer", text("probe.column.layer"), "number"), lambda cell: cell.layer),
            (Column("n", text("probe.column.n"), "number"), lambda cell: cell.n_examples),
            figure("accuracy"),
            (
                Column("error", text("probe.column.error"), "number"),
                lambda cell: cell.accuracy.error if cell.accuracy else None,
            ),
            *(figure(key) for key in FIGURES[1:]),
            note=_with_mark(note, results.cells, language),
        )
    ]


def _digits_of(figure: str) -> int:
    """Percentages have one, bits two."""
    return 2 if figure.startswith("bits") else 1


def _figure_cell(cell: ProbedCell, key: str) -> Cell:
    """With a mark where the probe used no feature in half of its fits or more."""
    if (mean := cell.figure(key)) is None:
        return Cell()
    mark = GUESSED if key in cell.guessed else ""
    return Cell(mean.value, mean.low, mean.high, mark=mark, digits=_digits_of(key))


def _grid_note(cells: Sequence[ProbedCell], language: Language) -> str:
    published = language.text("probe.note.published", source=published_probes()[0])
    note = f"{language.text('probe.lab.note', **LAB)} {language.text('probe.note.grid', published=published)}"
    return _with_mark(note, cells, language)


def _with_mark(note: str, cells: Sequence[ProbedCell], language: Language) -> str:
    """What the mark means, under a table that has it."""
    meaning = language.text("probe.note.guessed", mark=GUESSED)
    return f"{note} {meaning}" if any(cell.guessed for cell in cells) else note


def corpus_name(name: str, language: Language) -> str:
    """A manipulation of the paper in words; the name of one's own sentences stays."""
    return language.text_or(f"probe.corpus.{name}", name)


def _shown_token(side: str, token: str, language: Language) -> str:
    """A word of the source as it is; of the target its own word, or all of its tokens."""
    return token if side == "encoder" else language.text_or(f"probe.token.{token}", token)


COLOURED = {"accuracy": (50.0, 50.0), "difference": (0.0, 20.0)}  # where colour begins, and how far it goes


def _first_cell(results: ProbeResults) -> ProbedCell | None:
    """The last encoder layer at *son*, or at the first word that was probed, of the first corpus; where the probe only
    guesses there, another place of the encoder."""
    first = results.corpora[0]
    usual = "son" if "son" in first.words else next(iter(first.words))
    cells = [
        cell
        for cell in results.cells
        if (cell.corpus, cell.side) == (first.name, "encoder") and not cell.guessed
        if cell.accuracy and cell.random_weights and cell.difference
    ]
    return max(cells, key=lambda cell: (cell.token == usual, cell.layer), default=None)


class ProbeKind(InsideKind[ProbeResults]):
    name = "mt-probe"
    result = ProbeResults

    def answer_text(self, results: ProbeResults, language: Language) -> str:
        cell = _first_cell(results)
        if cell is None or (left := cell.difference) is None:
            return language.text("probe.standfirst.guessed")
        side = {1: "left", -1: "less", 0: "nothing"}[shown_side(left.low, left.high)]
        return language.text(f"probe.standfirst.{side}", cell=cell, difference=language.number(left.value))

    def words(self, results: ProbeResults, language: Language) -> dict[str, object]:
        return {**super().words(results, language), "lab": language.text("probe.lab", **LAB)}

    def advice(self, results: ProbeResults) -> Sequence[str]:
        return () if _first_cell(results) is None else super().advice(results)

    def charts(self, view: RunView[ProbeResults]) -> list[Figure]:
        grid = next((corpus for corpus in view.result.corpora if corpus.kind == "grid"), None)
        return filed_figures(heat_maps(view.result, grid.name, view.language))[:1] if grid else []

    def tables(self, view: RunView[ProbeResults]) -> list[Table]:
        return [*grid_tables(view.result, view.language), *manipulation_tables(view.result, view.language)]

    def sections(self, view: RunView[ProbeResults]) -> list[Section]:
        results, language = view.result, view.language
        grids = [corpus for corpus in results.corpora if corpus.kind == "grid"]
        sections = []
        for index, (corpus, table) in enumerate(zip(grids, grid_tables(results, language), strict=True)):
            about = Paragraph(language.text("probe.said.corpus", corpus=corpus))
            maps = filed_figures(heat_maps(results, corpus.name, language))[int(index == 0) :]
            heading = language.text("probe.heading.grid", corpus=corpus.name)
            sections.append(Section(heading, [about, *maps, TableBlock(table, f"grid-{corpus.name}")]))
        if tables := manipulation_tables(results, language):
            ceilings = [ceiling(corpus, language) for corpus in results.corpora if corpus.kind == "manipulation"]
            blocks = [Paragraph(" ".join(ceilings)), *table_blocks(tables, "manipulations")]
            sections.append(Section(language.text("probe.heading.manipulations"), blocks))
        details = table_blocks(detail_tables(results, language), "details")
        return [*sections, Section(language.text("probe.heading.details"), details)]

    def how(self, view: RunView[ProbeResults]) -> list[tuple[str, str]]:
        vectors = view.language.text(f"probe.vectors.{'standardised' if view.result.standardise else 'raw'}")
        how = view.language.text("probe.said.how", run=view.result, vectors=vectors)
        return [(view.language.text("probe.method"), how)]

    def closing(self, view: RunView[ProbeResults]) -> list[str]:
        return [*(ceiling(corpus, view.language) for corpus in view.result.corpora), *super().closing(view)]

    def headline_figures(self, results: ProbeResults, language: Language) -> Iterator[HeadlineFigure]:
        """What the page begins with."""
        cell = _first_cell(results)
        if cell is None:
            return
        where = language.text("inside.place", layer=cell.layer, token=cell.token)
        for figure in ("accuracy", "difference"):
            about = (cell.corpus, f"probe_{figure}", f"{cell.side} {cell.layer} {cell.token}")
            for estimate in results.estimates:
                if (estimate.task, estimate.metric, estimate.group) == about:
                    title = language.text("inside.short.mt-probe", place=where)
                    yield HeadlineFigure(estimate, title, language.text(f"inside.probe.{figure}"), digits=1)

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Nothing is drawn again: the repetitions are there."""
        return ComparedRuns(compare_probes(self.read_all(paths)), PACKAGES, "probe.compared.told", _figure_name)


PAGE = ProbeKind()


def ceiling(corpus: ProbedCorpus, language: Language) -> str:
    return language.text("probe.ceiling", corpus=corpus)


def heat_maps(results: ProbeResults, corpus: str, language: Language) -> list[HeatMap]:
    """Accuracy, and what is left of it; a difference that says nothing has no colour and no figure."""
    cells = [cell for cell in results.cells if cell.corpus == corpus]
    heads = {cell.column: (cell.side, _shown_token(*cell.column, language)) for cell in cells}
    maps, named = [], language.text("probe.heat.layer")
    for figure, (zero, reach) in COLOURED.items():
        is_left_out = figure == "difference" and any(cell.guessed for cell in cells)
        empty = f" {language.text('probe.heat.empty')}" if is_left_out else ""
        layers: dict[int, dict[Head, Point]] = {}
        for cell in cells:
            if (mean := cell.figure(figure)) and not (figure == "difference" and cell.guessed):
                layers.setdefault(cell.layer, {})[heads[cell.column]] = Point(mean.value)
        if layers:
            maps.append(
                HeatMap(
                    id=f"heat-{corpus}-{figure}",
                    title=language.text(f"probe.heat.{figure}") + empty,
                    heads=list(heads.values()),
                    rows=[HeatRow(f"{named} {n}", layers[n], str(n)) for n in sorted(layers, reverse=True)],
                    zero=zero,
                    reach=reach,
                    sides={side: language.text(f"probe.side.{side}") for side in ("encoder", "decoder")},
                )
            )
    return maps


def _figure_name(comparison: Comparison, language: Language) -> str:
    side, layer, token = comparison.group.split(" ", 2)
    named = {"side": side, "layer": layer, "token": token, "figure": comparison.metric.removeprefix("probe_")}
    return language.text("probe.compared.figure", corpus=comparison.task, **named)
