"""Tables about translation systems, one or several side by side, from the documents that `epicene mt` makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from epicene.report.language import Language
from epicene.report.tables import Cell, Column, Table

LONGEST_NAME = 20
Document = Mapping[str, Any]
Row = list[Cell]

_BOTH_READINGS = ("all", "marked", "feminine", "masculine", "feminine marked", "masculine marked")
_INTO_ENGLISH = (
    *(("pronoun_correct", group) for group in _BOTH_READINGS),
    *(("pronoun_gap", group) for group in ("all", "marked")),
    ("identical_pairs", "marked"),
)
_INTO_FRENCH = (
    *(
        (metric, group)
        for metric in ("determiner_correct", "noun_correct", "group_correct")
        for group in ("all", "feminine", "masculine")
    ),
    *((metric, "all") for metric in ("determiner_gap", "noun_gap", "group_gap")),
    ("identical_pairs", "marked"),
)
_HEADLINE = {"fr-en": _INTO_ENGLISH, "en-fr": _INTO_FRENCH}
_WINOMT = (
    *(("accuracy", group) for group in ("all", "masculine", "feminine", "pro-stereotypical", "anti-stereotypical")),
    *((metric, "all") for metric in ("f1_masculine", "f1_feminine", "delta_g", "delta_s", "unknown")),
)


def judge_tables(documents: Sequence[Document], language: Language) -> list[Table]:
    """What is right, then the paper's table 2 (into English) or the subject group by class (into French)."""
    first = documents[0]
    title = language.text("mt.judge.title", direction=first["direction"], n=language.count(first["n"]))
    headline = Table(
        title,
        [Column("figure", language.text("mt.column.figure")), *_systems(documents)],
        [_figures(documents, _HEADLINE[first["direction"]], language)],
        language.text("mt.judge.note"),
    )
    return [headline, _class_table(documents, language)]


def winomt_tables(documents: Sequence[Document], language: Language) -> list[Table]:
    first = documents[0]
    title = language.text(
        "mt.winomt.title",
        n=language.count(first["n"]),
        gender=language.text_or(f"mt.gender.{first['gender']}", first["gender"]),
    )
    columns = [Column("figure", language.text("mt.column.figure")), *_systems(documents)]
    return [Table(title, columns, [_figures(documents, _WINOMT, language)], language.text("mt.winomt.note"))]


def _systems(documents: Sequence[Document]) -> list[Column]:
    return [Column(document["model"], _short(document["model"]), "number", interval=True) for document in documents]


def _short(name: str) -> str:
    """The end of a long file name, so that tables of several systems fit."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


def _figures(documents: Sequence[Document], wanted: Sequence[tuple[str, str]], language: Language) -> list[Row]:
    """A row for each figure that some system has."""
    rows = []
    for metric, group in wanted:
        cells = [_cell(document, metric, group) for document in documents]
        if any(cell.value is not None for cell in cells):
            rows.append([Cell(_label(metric, group, language)), *cells])
    return rows


def _label(metric: str, group: str, language: Language) -> str:
    name = language.text(f"mt.metric.{metric}")
    if group == "all" and not metric.endswith(("_correct", "_gap")):
        return name
    return language.text("mt.of", metric=name, group=language.text(f"mt.group.{group}"))


def _cell(document: Document, metric: str, group: str) -> Cell:
    for estimate in document["estimates"]:
        if (estimate["metric"], estimate["group"]) == (metric, group):
            return Cell(estimate["value"], estimate.get("low"), estimate.get("high"))
    return Cell()


def _class_table(documents: Sequence[Document], language: Language) -> Table:
    first = documents[0]
    into_english = first["direction"] == "fr-en"
    columns = [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        *([Column("found", language.text("mt.column.outcome"))] if into_english else []),
        *_systems(documents),
    ]
    blocks = [
        list((_possessive_rows if into_english else _subject_rows)(documents, name, counts["n"], language))
        for name, counts in first["counts"].items()
        if counts["n"]
    ]
    return Table(language.text(f"mt.judge.{first['direction']}.classes"), columns, blocks)


def _possessive_rows(documents: Sequence[Document], name: str, n: int, language: Language) -> Iterator[Row]:
    for place, outcome in enumerate(("her", "his", "both", "other")):
        cells = [_cell(document, outcome, name) for document in documents]
        head = [Cell(class_name(name, language)), Cell(n)] if place == 0 else [Cell(""), Cell()]
        if outcome != "both" or any(cell.value for cell in cells):
            yield [*head, Cell(language.text(f"mt.outcome.{outcome}")), *cells]


def _subject_rows(documents: Sequence[Document], name: str, n: int, language: Language) -> Iterator[Row]:
    yield [
        Cell(class_name(name, language)),
        Cell(n),
        *(_cell(document, "group_correct", name) for document in documents),
    ]


def class_name(name: str, language: Language) -> str:
    determiner, _, form = name.rpartition(" ")
    return language.text(f"mt.class.{form}", determiner=determiner.replace("'", "’"))


def stats_tables(document: Document, language: Language) -> list[Table]:
    """The cumulated frequencies of figure 1(a), the sub-words of 1(b), and table 3; each where it was asked for."""
    n, pairs = language.count(document["n_forms"]), language.count(document["pairs"])
    share = Column("share", language.text("mt.stats.share"), "number")
    curve = [[Cell(language.count(threshold)), Cell(value)] for threshold, value in document["curve"]]
    title = language.text("mt.stats.frequency", n=n, pairs=pairs)
    tables = [Table(title, [Column("at_most", language.text("mt.stats.at-most")), share], [curve])]
    if "pieces" in document:
        rows = [
            [Cell(count), Cell(nouns), Cell(100 * nouns / document["n_forms"])]
            for count, nouns in document["pieces"].items()
        ]
        columns = [
            Column("subwords", language.text("mt.stats.subwords")),
            Column("nouns", language.text("mt.stats.nouns"), "number"),
            share,
        ]
        tables.append(Table(language.text("mt.stats.pieces"), columns, [rows]))
    if "son" in document:
        tables.append(_son_table(document["son"], language))
    return tables


def _son_table(son: Document, language: Language) -> Table:
    title = language.text("mt.stats.son", **{key: language.count(son[key]) for key in ("links", "pairs", "types")})
    columns = [
        Column("word", language.text("mt.stats.word")),
        Column("links", language.text("mt.stats.links"), "number"),
        Column("share", language.text("mt.stats.link-share"), "number"),
    ]
    rows = [[Cell(entry["word"]), Cell(entry["count"]), Cell(entry["share"])] for entry in son["aligned"]]
    return Table(title, columns, [rows])
