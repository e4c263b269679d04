"""The page of `epicene mt probe`, from results.json alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicene.core.language import Language
from epicene.inside.kept_run import PACKAGES, asked_kind, one_run, read_document
from epicene.inside.probes.probe_tables import detail_tables, grid_tables, heads_of, manipulation_tables
from epicene.report.charts.heat_map import HeatMap
from epicene.report.cost import cost_lines
from epicene.report.document import Document as Page
from epicene.report.document import Figure, Note, Paragraph, Section, TableBlock
from epicene.report.tables import Table

Document = Mapping[str, Any]
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
            *_blocks(summary_tables(document, language), "table"),
            *(Paragraph(ceiling(corpus, language)) for corpus in document["corpora"]),
        ],
        signatures=list(document["signatures"].values()),
        footer=cost_lines(document, language),
    )


def _blocks(tables: Sequence[Table], name: str) -> list[TableBlock]:
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
        yield Section(heading, [Paragraph(" ".join(said)), *_blocks(tables, "manipulations")])
    yield Section(language.text("probe.heading.details"), _blocks(detail_tables(document, language), "details"))


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
