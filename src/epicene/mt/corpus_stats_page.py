"""What `mt corpus-stats` shows: how often occupations occur, into how many sub-words they fall, and what stands for
« son »; beside what Wisniewski et al. (2022) printed of theirs (figure 1 and table 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from msgspec import UNSET

from epicene.core.hashing import digest
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.metrics.intervals import RESAMPLES, mean, resample_sums
from epicene.metrics.two_models import Comparison, comparison_of, resampled_p
from epicene.mt.corpus_stats import ALWAYS_SHOWN, KIND
from epicene.mt.judging.systems_tables import meaning_list
from epicene.mt.results import ROOM, AlignedWithSon, CorpusStats, SubjectsPossessive, published_corpus
from epicene.report.charts.curve import Curve, CurvePoint
from epicene.report.compared_runs import ComparedRuns, ComparedSide, paired, sides_of
from epicene.report.document import Block, Document, Figure, Paragraph, Row, Section, TableBlock
from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RESULTS, RunFolder, read_results
from epicene.runs.signature import signature_of

ABSENT, FREQUENCY, SON = "absent", "frequency", "son"  # what corpora are compared by
PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)
POWERS = ("0", "1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶")  # of the curve's thresholds


class StatsPage(RunKind[CorpusStats]):
    """A training corpus: how rare the nouns are, and what possessives stand for."""

    name, result, rooms = KIND, CorpusStats, (ROOM,)
    can_be_compared = True

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
        leads = [Paragraph(text, "lead") for text in _answers(view.result, view.language)]
        return [*leads, meaning_list("mt.stats", view.language)]

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

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        return compared_corpora([(path, stats) for path in paths for stats in self.read(path)], seed)

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
        yield language.text("mt.stats.answer.son", his=shares["his"], her=shares["her"], its=shares["its"])


def _possessives(stats: CorpusStats, language: Language) -> TableBlock:
    """How often each occurs, whatever it stands for."""
    columns = [
        Column("language", language.text("mt.stats.language")),
        Column("word", language.text("mt.stats.word")),
        Column("count", language.text("mt.stats.count"), "number"),
    ]
    blocks = [
        [[Cell(language.text(f"mt.stats.language.{code}")), Cell(word), Cell(count)] for word, count in words.items()]
        for code, words in stats.possessives.items()
    ]
    return TableBlock(Table(language.text("mt.stats.possessives"), columns, blocks), "possessives")


def _forms_table(stats: CorpusStats, language: Language) -> Table:
    """Every form, for those who look for one."""
    columns = [
        Column("form", language.text("mt.stats.noun")),
        Column("gender", language.text("mt.stats.gender")),
        Column("count", language.text("mt.stats.count"), "number"),
        *([Column("subwords", language.text("mt.stats.subwords"), "number")] if stats.pieces else []),
    ]
    rows = [
        [
            Cell(form.form),
            Cell(language.text(f"mt.stats.gender.{form.gender}")),
            Cell(form.count),
            *([Cell(form.pieces)] if form.pieces is not UNSET else []),
        ]
        for form in stats.forms
    ]
    return Table(language.text("mt.stats.forms"), columns, [rows])


def _share(language: Language) -> Column:
    return Column("share", language.text("mt.stats.share"), "number")


def _published(language: Language) -> Column:
    return Column("published", language.text("mt.stats.published"), "number")


def _frequency_table(stats: CorpusStats, language: Language) -> Table:
    """The cumulated frequencies of figure 1(a)."""
    printed = published_corpus()
    rows = [
        [Cell(language.count(threshold)), Cell(value), Cell(printed.frequency.get(str(threshold), ""))]
        for threshold, value in stats.curve
    ]
    title = language.text("mt.stats.frequency", n=stats.n_forms, pairs=stats.pairs)
    columns = [Column("at_most", language.text("mt.stats.at-most")), _share(language), _published(language)]
    return Table(title, columns, [rows], language.text("mt.stats.published.note", source=printed.source))


def _pieces_table(stats: CorpusStats, language: Language) -> Table:
    """The sub-words of figure 1(b)."""
    printed, counts = published_corpus(), {"1": 0} | (stats.pieces or {})
    rows = [
        [Cell(n), Cell(nouns), Cell(printed.pieces.get(n)), Cell(100 * nouns / stats.n_forms)]
        for n, nouns in counts.items()
    ]
    columns = [
        Column("subwords", language.text("mt.stats.subwords")),
        Column("nouns", language.text("mt.stats.nouns"), "number"),
        _published(language),
        _share(language),
    ]
    note = language.text("mt.stats.published.note", source=printed.source)
    return Table(language.text("mt.stats.pieces"), columns, [rows], note)


def _son_table(son: AlignedWithSon, name: str, language: Language) -> Table:
    """Table 3. The paper's are sub-words, where a mark begins a word."""
    printed, is_words = published_corpus(), name == "son"
    columns = [
        Column("word", language.text("mt.stats.word" if is_words else "mt.stats.piece")),
        Column("links", language.text("mt.stats.links"), "number"),
        Column("share", language.text("mt.stats.link-share"), "number", 2),
        Column("published", language.text("mt.stats.published"), "number", 2),
    ]
    shown = son.shown()
    rows = [
        [
            Cell(aligned_word.word),
            Cell(aligned_word.count),
            Cell(aligned_word.share),
            Cell(printed.son.get(f"▁{aligned_word.word}" if is_words else aligned_word.word)),
        ]
        for aligned_word in shown
    ]
    left = son.links - sum(aligned_word.count for aligned_word in shown)
    others = [
        Cell(language.text("mt.stats.others")),
        Cell(left),
        Cell(100 * left / son.links if son.links else None),
        Cell(printed.son_others),
    ]
    key = "mt.stats.son" if is_words else "mt.stats.son.pieces"
    title = language.text(key, links=son.links, pairs=son.pairs, types=son.types)
    note = language.text("mt.stats.son.note", source=printed.source, types=language.count(printed.son_types))
    return Table(title, columns, [rows, [others]], note)


def _subjects_table(subjects_possessives: Sequence[SubjectsPossessive], language: Language) -> Table:
    """What possessives are aligned with where the gender of the subject is known."""
    columns = [
        Column("word", language.text("mt.stats.word")),
        Column("subject", language.text("mt.stats.subject")),
        *(Column(name, language.text(f"mt.stats.subjects.{name}"), "number") for name in ("his", "her", "other")),
        Column("her_share", language.text("mt.stats.subjects.share"), "number", 1),
    ]
    rows = [
        [
            Cell(subjects_possessive.word),
            Cell(language.text(f"mt.stats.gender.{subjects_possessive.subject}")),
            *map(Cell, (subjects_possessive.his, subjects_possessive.her, subjects_possessive.other)),
            Cell(subjects_possessive.her_share, subjects_possessive.low, subjects_possessive.high),
        ]
        for subjects_possessive in subjects_possessives
    ]
    return Table(language.text("mt.stats.subjects"), columns, [rows], language.text("mt.stats.subjects.note"))


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


def compared_corpora(runs: Sequence[tuple[Path, CorpusStats]], seed: int = 0) -> ComparedRuns:
    """Two training corpora, by the same lexicon: which one lacks more occupations, has them more often, and gives *son*
    to his, her or its. Forms are drawn with their counts in both; links of *son* are drawn in each by itself."""
    sides = sides_of([(path.name, path, _signature(path, stats)) for path, stats in runs])

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        return list(_compared((sides[a], sides[b]), (runs[a][1], runs[b][1]), seed)), []

    pairs = paired(KIND, sides, compare, "p_bootstrap")
    return ComparedRuns(pairs, [ROOM], "mt.stats.compared.told", _name, digits=2)


def _signature(path: Path, stats: CorpusStats) -> str:
    """Two corpora are comparable where the same forms were looked for."""
    forms = digest([form.form for form in stats.forms])
    counts = digest([[form.count for form in stats.forms], stats.pairs])
    return signature_of(KIND, forms, "counts", "none", path.name, counts, f"form*{RESAMPLES}")


def _compared(
    sides: tuple[ComparedSide, ComparedSide], stats: tuple[CorpusStats, CorpusStats], seed: int
) -> Iterator[Comparison]:
    names = sides[0].label, sides[1].label
    counts = [np.array([form.count for form in stat.forms], dtype=np.float64) for stat in stats]
    n = len(counts[0])
    lacking = counts[0] == 0, counts[1] == 0
    for metric, (a, b), hits in (
        (ABSENT, [100.0 * absent for absent in lacking], lacking),
        (FREQUENCY, [np.log10(1 + count) for count in counts], None),
    ):
        drawn = mean(resample_sums(np.vstack([b - a, np.ones(n)]), seed=seed))
        values = float(a.mean()), float(b.mean())
        comparison = comparison_of(KIND, metric, "all", names, values, drawn, n, hits=hits)
        yield replace(comparison, p_bootstrap=resampled_p(comparison.difference, drawn, n))
    if all(stat.son is not UNSET for stat in stats):
        generator = np.random.default_rng(seed)
        for word in ALWAYS_SHOWN:
            shares, links = zip(*(_links(stat, word) for stat in stats), strict=True)
            first, second = (
                100 * generator.binomial(n, share / 100, RESAMPLES) / n if n else np.zeros(RESAMPLES)
                for share, n in zip(shares, links, strict=True)
            )
            yield comparison_of(KIND, SON, word, names, shares, second - first, min(links))


def _links(stats: CorpusStats, word: str) -> tuple[float, int]:
    """The share of a word in the links of *son*, in per cent, and how many there are."""
    if stats.son is UNSET:
        return 0.0, 0
    count = next((aligned_word.count for aligned_word in stats.son.shown() if aligned_word.word == word), 0)
    return (100 * count / stats.son.links if stats.son.links else 0.0), stats.son.links


def _name(comparison: Comparison, language: Language) -> str:
    word = {"word": comparison.group} if comparison.metric == SON else {}
    return language.text(f"mt.stats.compared.{comparison.metric}", **word)
