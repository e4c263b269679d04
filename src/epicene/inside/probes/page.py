"""The page of `epicene mt probe`, from results.json alone: the paper's tables 4 and 5 with their controls and the
published figures, every figure with its interval, and heat maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from epicene.core.language import Language
from epicene.inside.probes.compared_probes import compare_probes
from epicene.inside.published_figures import published_probes
from epicene.inside.results import (
    FIGURES,
    PACKAGES,
    InsidePage,
    ProbedCell,
    ProbedCorpus,
    ProbeResults,
    Standing,
    footer_of,
    table_blocks,
)
from epicene.metrics.two_models import Comparison
from epicene.metrics.verdict import shown_side
from epicene.report.charts.forest import Point
from epicene.report.charts.heat_map import HeatMap, HeatRow
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Document, Figure, Note, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table

BY_LAYER = ("accuracy", "random_labels", "random_weights", "difference", "bits", "bits_random_weights")
# What the verdict is made of; a terminal shows the rest where all is asked for.
IN_SHORT = ("accuracy", "random_weights", "difference")
GUESSED = "†"
Head = tuple[str, str]  # side and token of a column


def grid_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Table 4 for each corpus that was probed in every layer."""
    return [_grid(results, corpus, language) for corpus in results.corpora if corpus.kind == "grid"]


def manipulation_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Table 5, where manipulations were asked for: a block for each."""
    corpora = [corpus for corpus in results.corpora if corpus.kind == "manipulation"]
    if not corpora:
        return []
    cells = [cell for cell in results.cells if cell.corpus in {corpus.name for corpus in corpora}]
    heads = heads_of(cells)
    blocks = [
        _blocks([cell for cell in cells if cell.corpus == corpus.name], corpus, heads, language) for corpus in corpora
    ]
    rows = [
        [[Cell(corpus.name, technical=row[0].technical), *row] for figure in figures for row in figure]
        for corpus, figures in zip(corpora, blocks, strict=True)
    ]
    columns = [Column("corpus", language.text("probe.column.corpus")), *_columns(heads, corpora, language)]
    note = _marked(_note(language), cells, language)
    return [Table(language.text("probe.table.manipulations"), columns, rows, note)]


def detail_tables(results: ProbeResults, language: Language) -> list[Table]:
    """Every cell in a row of its own, with intervals."""
    columns = [
        Column("corpus", language.text("probe.column.corpus")),
        Column("side", language.text("probe.column.side")),
        Column("token", language.text("probe.column.token")),
        Column("layer", language.text("probe.column.layer"), "number"),
        Column("n", language.text("probe.column.n"), "number"),
        Column("accuracy", language.text("probe.figure.accuracy"), "number", interval=True),
        Column("error", language.text("probe.column.error"), "number"),
        *(
            Column(
                key, language.text(f"probe.figure.{key}"), "number", 2 if key.startswith("bits") else 1, interval=True
            )
            for key in FIGURES[1:]
        ),
    ]
    note = language.text("probe.note.details", repetitions=language.count(results.repetitions))
    blocks = [
        [_detail(cell, language) for cell in results.cells if (cell.corpus, *cell.column) == place]
        for place in dict.fromkeys((cell.corpus, *cell.column) for cell in results.cells)
    ]
    return [Table(language.text("probe.table.details"), columns, blocks, _marked(note, results.cells, language))]


def _detail(cell: ProbedCell, language: Language) -> list[Cell]:
    return [
        Cell(cell.corpus),
        Cell(language.text(f"probe.side.{cell.side}")),
        Cell(_head(cell, language)[1]),
        Cell(cell.layer),
        Cell(cell.n_examples),
        _interval(cell, "accuracy"),
        Cell(cell.accuracy.error if cell.accuracy else None),
        *(_interval(cell, key) for key in FIGURES[1:]),
    ]


def digits_of(figure: str) -> int:
    """Percentages have one, bits two."""
    return 2 if figure.startswith("bits") else 1


def _interval(cell: ProbedCell, key: str) -> Cell:
    found = cell.figure(key)
    digits = digits_of(key)
    return Cell(found.value, found.low, found.high, mark=_mark(cell, key), digits=digits) if found else Cell()


def _mark(cell: ProbedCell, figure: str) -> str:
    """Behind a figure whose probe used no feature in half of its fits or more."""
    return GUESSED if figure in cell.guessed else ""


def _marked(note: str, cells: Sequence[ProbedCell], language: Language) -> str:
    """What the mark means, under a table that has it."""
    said = language.text("probe.note.guessed", mark=GUESSED)
    return f"{note} {said}" if any(cell.guessed for cell in cells) else note


def _grid(results: ProbeResults, corpus: ProbedCorpus, language: Language) -> Table:
    cells = [cell for cell in results.cells if cell.corpus == corpus.name]
    heads = heads_of(cells)
    title = language.text("probe.table.grid", corpus=corpus.name)
    blocks = _blocks(cells, corpus, heads, language)
    return Table(title, _columns(heads, [corpus], language), blocks, _marked(_note(language), cells, language))


def heads_of(cells: Sequence[ProbedCell]) -> list[Head]:
    """The columns, in the order of the sentence: source words, then target tokens."""
    return list(dict.fromkeys(cell.column for cell in cells))


def _columns(heads: Sequence[Head], corpora: Sequence[ProbedCorpus], language: Language) -> list[Column]:
    words = {
        token: "/".join(dict.fromkeys([token, *(corpus.words.get(token, token) for corpus in corpora)]))
        for _, token in heads
    }
    return [
        Column("figure", language.text("probe.column.figure")),
        Column("layer", language.text("probe.column.layer"), "number"),
        *(
            Column(f"{side}_{token}", words[token] if side == "encoder" else _shown_token(token, language), "number")
            for side, token in heads
        ),
    ]


def _shown_token(token: str, language: Language) -> str:
    """Of the target: its own word, or all of its tokens."""
    return language.text_or(f"probe.token.{token}", token)


def _head(cell: ProbedCell, language: Language) -> Head:
    """Of a column, as readers see it."""
    side, token = cell.column
    return side, token if side == "encoder" else _shown_token(token, language)


def _blocks(
    cells: Sequence[ProbedCell], corpus: ProbedCorpus, heads: Sequence[Head], language: Language
) -> list[list[list[Cell]]]:
    """A block a figure, a row a layer; published figures stand behind the measured."""
    named = [
        (
            Cell(language.text(f"probe.figure.{figure}"), technical=figure not in IN_SHORT),
            {
                (*cell.column, cell.layer): Cell(found.value, mark=_mark(cell, figure), digits=digits_of(figure))
                for cell in cells
                if (found := cell.figure(figure))
            },
        )
        for figure in BY_LAYER
    ]
    for figure, table in published_probes()[1].items():
        beside = {
            (side, token, layer): Cell(value)
            for (sentence, side, layer, token), value in table.items()
            if sentence == corpus.published_as
        }
        named.append((Cell(language.text(f"probe.published.{figure}"), technical=True), beside))
    return [_block(name, values, heads) for name, values in named if values]


def _block(name: Cell, values: Mapping[tuple[str, str, int], Cell], heads: Sequence[Head]) -> list[list[Cell]]:
    layers = sorted({layer for side, token, layer in values if (side, token) in heads})
    return [[name, Cell(layer), *(values.get((*head, layer), Cell()) for head in heads)] for layer in layers]


def _note(language: Language) -> str:
    source, _ = published_probes()
    return language.text("probe.note.grid", published=language.text("probe.note.published", source=source))


COLOURED = {"accuracy": (50.0, 50.0), "difference": (0.0, 20.0)}  # where colour begins, and how far it goes


def probe_page(results: ProbeResults, language: Language) -> Document:
    return Document(
        title=language.text("probe.title", model=results.model),
        language=language,
        standfirst=[_standfirst(results, language)],
        notes=[Note(_notice(notice, language)) for notice in results.notices],
        quiet_heading=language.text("notice.heading"),
        sections=list(_sections(results, language)),
        signatures=results.cited(),
        footer=footer_of(results, language),
    )


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


def _standfirst(results: ProbeResults, language: Language) -> str:
    cell = _first_cell(results)
    if cell is None or not (cell.accuracy and cell.random_weights and cell.difference):
        return language.text("probe.standfirst.guessed")
    left = cell.difference
    seen = {1: "left", -1: "less", 0: "nothing"}[shown_side(left.low, left.high)]
    return language.text(f"probe.standfirst.{seen}", cell=cell, difference=language.number(left.value))


def _standing(results: ProbeResults, language: Language) -> Iterator[Standing]:
    """What the page begins with."""
    cell = _first_cell(results)
    if cell is None:
        return
    place = language.text("inside.place", layer=cell.layer, token=cell.token)
    for figure in ("accuracy", "difference"):
        about = (cell.corpus, f"probe_{figure}", f"{cell.side} {cell.layer} {cell.token}")
        for one in results.estimates:
            if (one.task, one.metric, one.group) == about:
                title = language.text("inside.short.mt-probe", place=place)
                yield Standing(one, title, language.text(f"inside.probe.{figure}"), digits=1)


def _notice(notice: Mapping[str, str | int | None], language: Language) -> str:
    """What a reader must know before the figures."""
    values = {key: language.count(value) if isinstance(value, int) else value for key, value in notice.items()}
    return language.text(f"probe.notice.{notice['kind']}", **values)


def _sections(results: ProbeResults, language: Language) -> Iterator[Section]:
    grids, how = (
        [one for one in results.corpora if one.kind == "grid"],
        "standardised" if results.standardise else "raw",
    )
    for corpus, table in zip(grids, grid_tables(results, language), strict=True):
        charts = heat_maps(results, corpus.name, language)
        yield Section(
            language.text("probe.heading.grid", corpus=corpus.name),
            [
                Paragraph(language.text("probe.said.corpus", corpus=corpus)),
                Paragraph(language.text("probe.said.how", run=results, vectors=language.text(f"probe.vectors.{how}"))),
                *(Figure(chart, chart.title, filed=True, titled=False) for chart in charts),
                TableBlock(table, f"grid-{corpus.name}"),
            ],
        )
    if tables := manipulation_tables(results, language):
        said = [ceiling(corpus, language) for corpus in results.corpora if corpus.kind == "manipulation"]
        heading = language.text("probe.heading.manipulations")
        yield Section(heading, [Paragraph(" ".join(said)), *table_blocks(tables, "manipulations")])
    yield Section(language.text("probe.heading.details"), table_blocks(detail_tables(results, language), "details"))


def ceiling(corpus: ProbedCorpus, language: Language) -> str:
    return language.text("probe.ceiling", corpus=corpus)


def heat_maps(results: ProbeResults, corpus: str, language: Language) -> list[HeatMap]:
    """Accuracy, and what is left of it; a difference that says nothing has no colour and no figure."""
    cells = [cell for cell in results.cells if cell.corpus == corpus]
    maps = []
    for figure, (zero, reach) in COLOURED.items():
        title = language.text(f"probe.heat.{figure}")
        if figure == "difference" and any(cell.guessed for cell in cells):
            title += " " + language.text("probe.heat.empty")
        layers: dict[int, dict[Head, Point]] = {}
        for cell in cells:
            if (found := cell.figure(figure)) and not (figure == "difference" and cell.guessed):
                layers.setdefault(cell.layer, {})[_head(cell, language)] = Point(found.value)
        named = language.text("probe.heat.layer")
        maps.append(
            HeatMap(
                id=f"heat-{corpus}-{figure}",
                title=title,
                heads=list(dict.fromkeys(_head(cell, language) for cell in cells)),
                rows=[HeatRow(f"{named} {n}", layers[n], str(n)) for n in sorted(layers, reverse=True)],
                zero=zero,
                reach=reach,
                sides={side: language.text(f"probe.side.{side}") for side in ("encoder", "decoder")},
            )
        )
    return [heat for heat in maps if heat.rows]


def _figure_name(found: Comparison, language: Language) -> str:
    side, layer, token = found.group.split(" ", 2)
    named = {"side": side, "layer": layer, "token": token, "figure": found.metric.removeprefix("probe_")}
    return language.text("probe.compared.figure", corpus=found.task, **named)


def _compared(runs: Sequence[tuple[Path, ProbeResults]], seed: int) -> ComparedRuns:
    """Nothing is drawn again: the repetitions are there."""
    return ComparedRuns(compare_probes(runs), PACKAGES, "probe.compared.told", _figure_name)


PAGE = InsidePage(
    "mt-probe",
    ProbeResults,
    lambda results, _, language: probe_page(results, language),
    lambda results, language: [*grid_tables(results, language), *manipulation_tables(results, language)],
    _compared,
    _standing,
    _standfirst,
    lambda results, language: [ceiling(corpus, language) for corpus in results.corpora],
)
