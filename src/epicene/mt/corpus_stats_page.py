"""What `mt corpus-stats` shows: how often occupations occur, into how many sub-words they fall, and what stands for
« son »; beside what Wisniewski et al. (2022) printed of theirs (figure 1 and table 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import msgspec
from msgspec import UNSET

from epicene.core.language import Language
from epicene.mt.corpus_stats import ALWAYS_SHOWN, KIND
from epicene.mt.judging.systems_page import meaning_list
from epicene.mt.results import ROOM, AlignedWithSon, CorpusStats, SubjectsPossessive, published_corpus
from epicene.report.charts.curve import Curve, CurvePoint
from epicene.report.document import Block, Document, Figure, Paragraph, Row, Section, TableBlock
from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RESULTS, RunFolder, read_results

PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)
POWERS = ("0", "1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶")  # of the curve's thresholds


class StatsPage(RunKind[CorpusStats]):
    """A training corpus: how rare the nouns are, and what possessives stand for."""

    name, result, rooms = KIND, CorpusStats, (ROOM,)

    def recognises(self, path: Path) -> bool:
        """A file that `--json` printed."""
        try:
            return path.is_file() and bool(msgspec.json.decode(path.read_bytes(), type=CorpusStats))
        except (OSError, msgspec.DecodeError):
            return False

    def read(self, path: Path) -> list[CorpusStats]:
        return [read_results(path / RESULTS if path.is_dir() else path, CorpusStats)]

    def title(self, view: RunView[CorpusStats]) -> str:
        return view.language.plural("mt.stats.title", view.result.pairs)

    def kicker(self, view: RunView[CorpusStats]) -> str:
        return view.language.text("mt.stats.kicker")

    def answer(self, view: RunView[CorpusStats]) -> list[Block]:
        lead, *others = _answers(view.result, view.language)
        return [Paragraph(lead, "lead"), *map(Paragraph, others), meaning_list("mt.stats", view.language)]

    def charts(self, view: RunView[CorpusStats]) -> list[Figure]:
        return [Figure(curve, curve.title, filed=True, titled=False) for curve in _figure_1(view.result, view.language)]

    def tables(self, view: RunView[CorpusStats]) -> list[Table]:
        blocks = (block for section in self.details(view) for block in section.blocks)
        return [block.table for block in blocks if isinstance(block, TableBlock) and not block.screen_only]

    def details(self, view: RunView[CorpusStats]) -> list[Section]:
        stats, language = view.result, view.language
        nouns: list[Block] = [
            TableBlock(_frequency_table(stats, language), "frequency"),
            *([TableBlock(_pieces_table(stats, language), "pieces")] if stats.pieces else []),
            Paragraph(language.text("mt.stats.forms.file"), "note", screen_only=True),
            TableBlock(_forms_table(stats, language), "nouns", listed_only=True, screen_only=True),
        ]
        alignments = {"son": stats.son, "son-pieces": stats.son_pieces}
        aligned = [
            TableBlock(_son_table(son, name, language), name) for name, son in alignments.items() if son is not UNSET
        ]
        if stats.by_subject is not UNSET:
            aligned.append(TableBlock(_subjects_table(stats.by_subject, language), "subjects"))
        return [
            Section(language.text("mt.stats.heading.nouns"), nouns),
            *([Section(language.text("mt.stats.heading.son"), aligned)] if aligned else []),
            Section(language.text("mt.stats.heading.possessives"), [_possessives(stats, language)]),
        ]

    def method(self, view: RunView[CorpusStats]) -> list[tuple[str, str]]:
        """The files that were counted, where they are known."""
        manifest = RunFolder(view.path).manifest() if view.path.is_dir() else {}
        return [
            (view.language.text(f"mt.stats.file.{side}"), str(name)) for side, name in manifest.get("files", {}).items()
        ]

    # In a study, whose page has sections of many runs

    def shown(self, path: Path, language: Language) -> Document:
        """The sections alone, the charts before the first table."""
        view = self.view([path], language)
        first, *others = self.details(view)
        with_charts = replace(first, blocks=[Row(self.charts(view)), *first.blocks])
        return Document(self.title(view), view.language, notes=self.notes(view), sections=[with_charts, *others])

    def tables_of(self, path: Path, language: Language) -> list[Table]:
        return self.tables(self.view([path], language))


PAGE = StatsPage()


def _answers(stats: CorpusStats, language: Language) -> Iterator[str]:
    yield language.text("mt.stats.answer.nouns", n=stats.n_forms, absent=language.percent(stats.absent))
    if stats.son is not UNSET and stats.son.links:
        shares = {aligned_word.word: language.percent(aligned_word.share) for aligned_word in stats.son.shown()}
        about = {word: shares[word] for word in ALWAYS_SHOWN}
        yield language.text("mt.stats.answer.son", links=stats.son.links, **about)


def _possessives(stats: CorpusStats, language: Language) -> TableBlock:
    """How often each occurs, whatever it stands for."""
    blocks = [[(code, word, count) for word, count in words.items()] for code, words in stats.possessives.items()]
    table = tabulated(
        language.text("mt.stats.possessives"),
        blocks,
        (
            Column("language", language.text("mt.stats.language")),
            lambda row: language.text(f"mt.stats.language.{row[0]}"),
        ),
        (Column("word", language.text("mt.stats.word")), lambda row: row[1]),
        (Column("count", language.text("mt.stats.count"), "number"), lambda row: row[2]),
    )
    return TableBlock(table, "possessives")


def _forms_table(stats: CorpusStats, language: Language) -> Table:
    """Every form, for those who look for one."""
    subwords = Column("subwords", language.text("mt.stats.subwords"), "number")
    return tabulated(
        language.text("mt.stats.forms"),
        [stats.forms],
        (Column("form", language.text("mt.stats.noun")), lambda form: form.form),
        (
            Column("gender", language.text("mt.stats.gender")),
            lambda form: language.text(f"mt.stats.gender.{form.gender}"),
        ),
        (Column("count", language.text("mt.stats.count"), "number"), lambda form: form.count),
        *([(subwords, lambda form: None if form.pieces is UNSET else form.pieces)] if stats.pieces else []),
    )


def _share(language: Language) -> Column:
    return Column("share", language.text("mt.stats.share"), "number")


def _published(language: Language) -> Column:
    return Column("published", language.text("mt.stats.published"), "number")


def _frequency_table(stats: CorpusStats, language: Language) -> Table:
    """The cumulated frequencies of figure 1(a)."""
    printed = published_corpus()
    return tabulated(
        language.text("mt.stats.frequency", n=stats.n_forms, pairs=stats.pairs),
        [stats.curve],
        (Column("at_most", language.text("mt.stats.at-most")), lambda point: language.count(point[0])),
        (_share(language), lambda point: point[1]),
        (_published(language), lambda point: printed.frequency.get(str(point[0]), "")),
        note=language.text("mt.stats.published.note", source=printed.source),
    )


def _pieces_table(stats: CorpusStats, language: Language) -> Table:
    """The sub-words of figure 1(b)."""
    printed, counts = published_corpus(), {"1": 0} | (stats.pieces or {})
    return tabulated(
        language.text("mt.stats.pieces"),
        [counts.items()],
        (Column("subwords", language.text("mt.stats.subwords")), lambda row: row[0]),
        (Column("nouns", language.text("mt.stats.nouns"), "number"), lambda row: row[1]),
        (_published(language), lambda row: printed.pieces.get(row[0])),
        (_share(language), lambda row: 100 * row[1] / stats.n_forms),
        note=language.text("mt.stats.published.note", source=printed.source),
    )


def _son_table(son: AlignedWithSon, name: str, language: Language) -> Table:
    """Table 3. The paper's are sub-words, where a mark begins a word."""
    printed, is_words = published_corpus(), name == "son"
    rows = [
        (aligned.word, aligned.count, aligned.share, printed.son.get(f"▁{aligned.word}" if is_words else aligned.word))
        for aligned in son.shown()
    ]
    left = son.links - sum(row[1] for row in rows)
    others = (language.text("mt.stats.others"), left, 100 * left / son.links if son.links else None, printed.son_others)
    key = "mt.stats.son" if is_words else "mt.stats.son.pieces"
    columns = [
        Column("word", language.text("mt.stats.word" if is_words else "mt.stats.piece")),
        Column("links", language.text("mt.stats.links"), "number"),
        Column("share", language.text("mt.stats.link-share"), "number", 2),
        Column("published", language.text("mt.stats.published"), "number", 2),
    ]
    title = language.text(key, links=son.links, pairs=son.pairs, types=son.types)
    note = language.text("mt.stats.son.note", source=printed.source, types=language.count(printed.son_types))
    return Table(title, columns, [[list(map(Cell, row)) for row in block] for block in (rows, [others])], note)


def _subjects_table(subjects: Sequence[SubjectsPossessive], language: Language) -> Table:
    """What possessives are aligned with where the gender of the subject is known."""
    words = [Column(name, language.text(f"mt.stats.subjects.{name}"), "number") for name in ("his", "her", "other")]
    return tabulated(
        language.text("mt.stats.subjects"),
        [subjects],
        (Column("word", language.text("mt.stats.word")), lambda row: row.word),
        (
            Column("subject", language.text("mt.stats.subject")),
            lambda row: language.text(f"mt.stats.gender.{row.subject}"),
        ),
        *((column, attrgetter(column.key)) for column in words),
        (
            Column("her_share", language.text("mt.stats.subjects.share"), "number"),
            lambda row: Cell(row.her_share, row.low, row.high),
        ),
        note=language.text("mt.stats.subjects.note"),
    )


def _figure_1(stats: CorpusStats, language: Language) -> list[Curve]:
    """(a) cumulated frequencies, on a scale of powers of ten; (b) sub-words."""
    values = [float(index) for index in range(len(stats.curve))]
    charts = [
        Curve(
            id="figure-1-a",
            title=language.text("mt.stats.figure.frequency", n=stats.n_forms, pairs=stats.pairs),
            points=[CurvePoint(value, share) for value, (_, share) in zip(values, stats.curve, strict=True)],
            x_label=language.text("mt.stats.at-most"),
            x_ticks=values,
            y_ticks=PERCENT,
            digits=1,
            x_names=POWERS,
        )
    ]
    if stats.pieces:
        counts = {int(n): nouns for n, nouns in stats.pieces.items()}
        numbers = range(max(counts) + 1)
        charts.append(
            Curve(
                id="figure-1-b",
                title=language.text("mt.stats.figure.pieces", n=stats.n_forms),
                points=[CurvePoint(n, 100 * counts.get(n, 0) / stats.n_forms) for n in numbers if n],
                x_label=language.text("mt.stats.subwords"),
                x_ticks=[float(n) for n in numbers],
                y_ticks=PERCENT,
                digits=1,
            )
        )
    return charts
