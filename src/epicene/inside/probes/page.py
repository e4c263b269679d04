"""The page of `epicene mt probe`, from results.json alone: the paper's tables 4 and 5 with their controls and the
published figures, every figure with its interval, and heat maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicene.core.language import Language
from epicene.inside.kept_run import PACKAGES, asked_kind, one_run, read_document
from epicene.inside.published_figures import published_probes
from epicene.report.charts.heat_map import HeatMap
from epicene.report.cost import cost_lines
from epicene.report.document import Document as Page
from epicene.report.document import Figure, Note, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table

FIGURES = ("accuracy", "random_labels", "random_weights", "difference")
GUESSED = "†"
DETAILED = ("accuracy", "feminine", "masculine", "random_labels", "random_weights", "difference")
Document = Mapping[str, Any]
Head = tuple[str, str]  # side and token of a column


def grid_tables(document: Document, language: Language) -> list[Table]:
    """Table 4 for each corpus that was probed in every layer."""
    return [_grid(document, corpus, language) for corpus in document["corpora"] if corpus["kind"] == "grid"]


def manipulation_tables(document: Document, language: Language) -> list[Table]:
    """Table 5, where manipulations were asked for: a block for each."""
    corpora = [corpus for corpus in document["corpora"] if corpus["kind"] == "manipulation"]
    if not corpora:
        return []
    cells = [cell for cell in document["cells"] if cell["corpus"] in {corpus["name"] for corpus in corpora}]
    heads = heads_of(cells)
    blocks = [
        _blocks([cell for cell in cells if cell["corpus"] == corpus["name"]], corpus, heads, language)
        for corpus in corpora
    ]
    rows = [
        [[Cell(corpus["name"]), *row] for figure in figures for row in figure]
        for corpus, figures in zip(corpora, blocks, strict=True)
    ]
    columns = [Column("corpus", language.text("probe.column.corpus")), *_columns(heads, corpora, language)]
    note = _marked(_note(language), cells, language)
    return [Table(language.text("probe.table.manipulations"), columns, rows, note)]


def detail_tables(document: Document, language: Language) -> list[Table]:
    """Every cell in a row of its own, with intervals."""
    columns = [
        Column("corpus", language.text("probe.column.corpus")),
        Column("side", language.text("probe.column.side")),
        Column("token", language.text("probe.column.token")),
        Column("layer", language.text("probe.column.layer"), "number"),
        Column("n", language.text("probe.column.n"), "number"),
        Column("accuracy", language.text("probe.figure.accuracy"), "number", interval=True),
        Column("error", language.text("probe.column.error"), "number"),
        *(Column(key, language.text(f"probe.figure.{key}"), "number", interval=True) for key in DETAILED[1:]),
    ]
    note = language.text("probe.note.details", repetitions=language.count(document["repetitions"]))
    blocks = [
        [_detail(cell, language) for cell in document["cells"] if (cell["corpus"], *_head(cell)) == place]
        for place in dict.fromkeys((cell["corpus"], *_head(cell)) for cell in document["cells"])
    ]
    return [Table(language.text("probe.table.details"), columns, blocks, _marked(note, document["cells"], language))]


def _detail(cell: Document, language: Language) -> list[Cell]:
    return [
        Cell(cell["corpus"]),
        Cell(language.text(f"probe.side.{cell['side']}")),
        Cell(cell["token"]),
        Cell(cell["layer"]),
        Cell(cell["n_examples"]),
        _interval(cell, "accuracy"),
        Cell(cell.get("accuracy", {}).get("error")),
        *(_interval(cell, key) for key in DETAILED[1:]),
    ]


def _interval(cell: Document, key: str) -> Cell:
    found = cell.get(key)
    return Cell(found["value"], found["low"], found["high"], mark=_mark(cell, key)) if found else Cell()


def _mark(cell: Document, figure: str) -> str:
    """Behind a figure whose probe used no feature in half of its fits or more."""
    return GUESSED if figure in cell.get("guessed", ()) else ""


def _marked(note: str, cells: Sequence[Document], language: Language) -> str:
    """What the mark means, under a table that has it."""
    said = language.text("probe.note.guessed", mark=GUESSED)
    return f"{note} {said}" if any("guessed" in cell for cell in cells) else note


def _grid(document: Document, corpus: Document, language: Language) -> Table:
    cells = [cell for cell in document["cells"] if cell["corpus"] == corpus["name"]]
    heads = heads_of(cells)
    title = language.text("probe.table.grid", corpus=corpus["name"])
    blocks = _blocks(cells, corpus, heads, language)
    return Table(title, _columns(heads, [corpus], language), blocks, _marked(_note(language), cells, language))


def heads_of(cells: Sequence[Document]) -> list[Head]:
    """The columns, in the order of the sentence: source words, then target tokens."""
    return list(dict.fromkeys(_head(cell) for cell in cells))


def _head(cell: Document) -> Head:
    return cell["side"], cell["token"]


def _columns(heads: Sequence[Head], corpora: Sequence[Document], language: Language) -> list[Column]:
    words = {
        token: "/".join(dict.fromkeys([token, *(corpus["words"].get(token, token) for corpus in corpora)]))
        for _, token in heads
    }
    return [
        Column("figure", language.text("probe.column.figure")),
        Column("layer", language.text("probe.column.layer"), "number"),
        *(Column(f"{side}_{token}", words[token] if side == "encoder" else token, "number") for side, token in heads),
    ]


def _blocks(
    cells: Sequence[Document], corpus: Document, heads: Sequence[Head], language: Language
) -> list[list[list[Cell]]]:
    """A block a figure, a row a layer; published figures stand behind the measured."""
    named = [
        (
            language.text(f"probe.figure.{figure}"),
            {
                (*_head(cell), cell["layer"]): Cell(cell[figure]["value"], mark=_mark(cell, figure))
                for cell in cells
                if figure in cell
            },
        )
        for figure in FIGURES
    ]
    for figure, table in published_probes()[1].items():
        beside = {
            (side, token, layer): Cell(value)
            for (sentence, side, layer, token), value in table.items()
            if sentence == corpus.get("published_as")
        }
        named.append((language.text(f"probe.published.{figure}"), beside))
    return [_block(name, values, heads) for name, values in named if values]


def _block(name: str, values: Mapping[tuple[str, str, int], Cell], heads: Sequence[Head]) -> list[list[Cell]]:
    layers = sorted({layer for side, token, layer in values if (side, token) in heads})
    return [[Cell(name), Cell(layer), *(values.get((*head, layer), Cell()) for head in heads)] for layer in layers]


def _note(language: Language) -> str:
    source, _ = published_probes()
    return language.text("probe.note.grid", published=language.text("probe.note.published", source=source))


COLOURED = {"accuracy": (50.0, 50.0), "difference": (0.0, 20.0)}  # where colour begins, and how far it goes


def summary_tables(document: Document, language: Language) -> list[Table]:
    """What fits a terminal."""
    return [*grid_tables(document, language), *manipulation_tables(document, language)]


def probe_page(document: Document, language: Language) -> Page:
    return Page(
        title=_title(document, language),
        language=language,
        standfirst=[_standfirst(document, language)],
        notes=[Note(text) for text in notices(document, language)],
        quiet_heading=language.text("notice.heading"),
        sections=list(_sections(document, language)),
        signatures=list(document["signatures"].values()),
        footer=cost_lines(document, language),
    )


def probe_summary(document: Document, language: Language) -> Page:
    return Page(
        title="",
        language=language,
        answer=[
            *_table_blocks(summary_tables(document, language), "table"),
            *(Paragraph(ceiling(corpus, language)) for corpus in document["corpora"]),
        ],
        signatures=list(document["signatures"].values()),
        footer=cost_lines(document, language),
    )


def _table_blocks(tables: Sequence[Table], name: str) -> list[TableBlock]:
    return [TableBlock(table, f"{name}-{index}") for index, table in enumerate(tables, start=1)]


@dataclass(frozen=True, slots=True)
class ProbesPage:
    name: str = "mt-probe"

    def recognises(self, path: Path) -> bool:
        return asked_kind(path) == "probe"

    def document(self, paths: Sequence[Path], code: str) -> Page:
        return probe_page(read_document(one_run(paths)), Language(code, *PACKAGES))

    def summary(self, paths: Sequence[Path], code: str) -> Page:
        return probe_summary(read_document(one_run(paths)), Language(code, *PACKAGES))


PAGE = ProbesPage()


def _title(document: Document, language: Language) -> str:
    return language.text("probe.title", model=document["model"])


def _standfirst(document: Document, language: Language) -> str:
    """The last encoder layer at *son*, or at the first word that was probed, of the first corpus; where the probe only
    guesses there, another place of the encoder."""
    first = document["corpora"][0]
    usual = "son" if "son" in first["words"] else next(iter(first["words"]))
    cells = [
        cell
        for cell in document["cells"]
        if (cell["corpus"], cell["side"]) == (first["name"], "encoder")
        and "difference" in cell
        and "guessed" not in cell
    ]
    if not cells:
        return language.text("probe.standfirst.guessed")
    cell = max(cells, key=lambda cell: (cell["token"] == usual, cell["layer"]))
    left = cell["difference"]
    seen = "left" if left["low"] > 0 else "less" if left["high"] < 0 else "nothing"
    return language.text(
        f"probe.standfirst.{seen}",
        token=cell["token"],
        layer=cell["layer"],
        accuracy=language.percent(cell["accuracy"]["value"]),
        random=language.percent(cell["random_weights"]["value"]),
        difference=language.number(left["value"]),
        span=language.span(left["low"], left["high"]),
    )


def notices(document: Document, language: Language) -> list[str]:
    """What a reader must know before the figures."""
    return [
        language.text(
            f"probe.notice.{notice['kind']}",
            **{key: language.count(value) if isinstance(value, int) else value for key, value in notice.items()},
        )
        for notice in document["notices"]
    ]


def _sections(document: Document, language: Language) -> Iterator[Section]:
    grids = [corpus for corpus in document["corpora"] if corpus["kind"] == "grid"]
    for corpus, table in zip(grids, grid_tables(document, language), strict=True):
        charts = heat_maps(document, corpus["name"], language)
        yield Section(
            language.text("probe.heading.grid", corpus=corpus["name"]),
            [
                Paragraph(about_corpus(corpus, language)),
                Paragraph(about_probe(document, language)),
                *(Figure(chart, chart.title, filed=True, titled=False) for chart in charts),
                TableBlock(table, f"grid-{corpus['name']}"),
            ],
        )
    if tables := manipulation_tables(document, language):
        said = [ceiling(corpus, language) for corpus in document["corpora"] if corpus["kind"] == "manipulation"]
        heading = language.text("probe.heading.manipulations")
        yield Section(heading, [Paragraph(" ".join(said)), *_table_blocks(tables, "manipulations")])
    yield Section(language.text("probe.heading.details"), _table_blocks(detail_tables(document, language), "details"))


def about_corpus(corpus: Document, language: Language) -> str:
    return language.text(
        "probe.said.corpus",
        n=language.count(corpus["n_lines"]),
        pairs=language.count(corpus["n_pairs"]),
        example=corpus["example"],
        identical=language.count(corpus["n_identical"]),
        ceiling=language.percent(corpus["ceiling"]),
    )


def about_probe(document: Document, language: Language) -> str:
    return language.text(
        "probe.said.how",
        strength=language.number(document["strength"], 2),
        repetitions=language.count(document["repetitions"]),
        split=language.text(f"probe.split.{document['split']}"),
        follow=language.text(f"probe.follow.{document['follow']}"),
    )


def ceiling(corpus: Document, language: Language) -> str:
    return language.text(
        "probe.ceiling",
        corpus=corpus["name"],
        ceiling=language.percent(corpus["ceiling"]),
        identical=language.count(corpus["n_identical"]),
        pairs=language.count(corpus["n_pairs"]),
    )


def heat_maps(document: Mapping[str, Any], corpus: str, language: Language) -> list[HeatMap]:
    """Accuracy, and what is left of it; a difference that says nothing has no colour and no figure."""
    cells = [cell for cell in document["cells"] if cell["corpus"] == corpus]
    maps = []
    for figure, (zero, reach) in COLOURED.items():
        shown = [cell for cell in cells if figure in cell and not (figure == "difference" and "guessed" in cell)]
        title = language.text(f"probe.heat.{figure}")
        if figure == "difference" and any("guessed" in cell for cell in cells):
            title += " " + language.text("probe.heat.empty")
        values = {(cell["side"], cell["layer"], cell["token"]): cell[figure]["value"] for cell in shown}
        maps.append(
            HeatMap(
                id=f"heat-{corpus}-{figure}",
                title=title,
                heads=heads_of(cells),
                values=values,
                zero=zero,
                reach=reach,
                sides={side: language.text(f"probe.side.{side}") for side in ("encoder", "decoder")},
                layer=language.text("probe.heat.layer"),
            )
        )
    return [heat for heat in maps if heat.values]
