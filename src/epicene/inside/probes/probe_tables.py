"""Tables about probes, from the document that `epicene mt probe` writes: the paper's tables 4 and 5 with their controls
and the published figures, and every figure with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from epicene.core.language import Language
from epicene.inside.probes.published_probes import published_probes
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
