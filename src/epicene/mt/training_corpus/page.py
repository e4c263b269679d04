"""What `mt corpus-stats` shows: how often occupations occur, into how many sub-words they fall, and what stands for
« son »."""

from __future__ import annotations

from msgspec import UNSET

from epicene.core.language import Language
from epicene.mt.results import AlignedWithSon, CorpusStats
from epicene.report.document import Document, Section, TableBlock
from epicene.report.tables import Cell, Column, Table


def stats_summary(stats: CorpusStats, language: Language) -> Document:
    return Document(
        "", language, sections=[Section("", [TableBlock(one, "") for one in stats_tables(stats, language)])]
    )


def stats_tables(stats: CorpusStats, language: Language) -> list[Table]:
    """The cumulated frequencies of figure 1(a), the sub-words of 1(b), and table 3; each where it was asked for."""
    share = Column("share", language.text("mt.stats.share"), "number")
    curve = [[Cell(language.count(threshold)), Cell(value)] for threshold, value in stats.curve]
    title = language.text("mt.stats.frequency", n=stats.n_forms, pairs=stats.pairs)
    tables = [Table(title, [Column("at_most", language.text("mt.stats.at-most")), share], [curve])]
    if stats.pieces is not UNSET:
        rows = [[Cell(n), Cell(nouns), Cell(100 * nouns / stats.n_forms)] for n, nouns in stats.pieces.items()]
        columns = [
            Column("subwords", language.text("mt.stats.subwords")),
            Column("nouns", language.text("mt.stats.nouns"), "number"),
            share,
        ]
        tables.append(Table(language.text("mt.stats.pieces"), columns, [rows]))
    if stats.son is not UNSET:
        tables.append(_son_table(stats.son, language))
    return tables


def _son_table(son: AlignedWithSon, language: Language) -> Table:
    columns = [
        Column("word", language.text("mt.stats.word")),
        Column("links", language.text("mt.stats.links"), "number"),
        Column("share", language.text("mt.stats.link-share"), "number"),
    ]
    title = language.text("mt.stats.son", links=son.links, pairs=son.pairs, types=son.types)
    return Table(title, columns, [[[Cell(one.word), Cell(one.count), Cell(one.share)] for one in son.aligned]])
