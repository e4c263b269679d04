"""What `mt translate` shows of a translated file, and what BLEU of systems on a test set is, beside what Wisniewski et
al. (2022) printed of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.metrics.two_models import Comparison
from epicene.mt.judging.systems_page import direction_name, meaning_list
from epicene.mt.results import ROOM, BleuResults, Translated, TranslationQuestion, published_corpus
from epicene.mt.translating.bleu_run import BENCHMARK, compare_bleu
from epicene.mt.translating.translate_file import KIND, LINES, describe
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.charts.heat_map import drawable
from epicene.report.compared_runs import ComparedRuns, paired, sides_of
from epicene.report.document import Block, DefinitionList, Figure, Paragraph, Section, TableBlock
from epicene.report.headlines import Headline, HeadlineQuestion, HeadlineReading, system_headline
from epicene.report.results_page import RunKind, RunView, cost_said
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RunFolder, read_results

DIGEST = 12  # characters of a digest that are shown


class TranslatePage(RunKind[Translated]):
    """A translated file: what translated what, what it took, and the first lines side by side."""

    name, result, rooms = KIND, Translated, (ROOM,)

    def recognises(self, path: Path) -> bool:
        """`OUT.json`, beside the file that it speaks of."""
        try:
            return path.is_file() and bool(msgspec.json.decode(path.read_bytes(), type=Translated))
        except (OSError, msgspec.DecodeError):
            return False

    def read(self, path: Path) -> list[Translated]:
        """Of a folder, what was done so far."""
        if path.is_file():
            return [read_results(path, Translated)]
        from epicene.models.engines.cost import read_cost

        folder = RunFolder(path)
        manifest = folder.manifest()
        question = msgspec.convert(manifest["question"], TranslationQuestion)
        return [describe(question, folder.journal(LINES).records, manifest, read_cost(path))]

    def title(self, view: RunView[Translated]) -> str:
        if len(view.results) == 1:
            return _what(view.results[0], view.language)
        systems = list({translation.question.translator: None for translation in view.results})
        return view.language.text("mt.translate.title.several", systems=systems)

    def kicker(self, view: RunView[Translated]) -> str:
        return view.language.text("mt.translate.kicker")

    def answer(self, view: RunView[Translated]) -> list[Block]:
        leads = [translated_message(translation, view.language) for translation in view.results]
        return [*(Paragraph(text, "lead") for text in leads), meaning_list("mt.translate", view.language)]

    def details(self, view: RunView[Translated]) -> list[Section]:
        language, is_one = view.language, len(view.results) == 1
        return [
            Section(
                language.text("mt.translate.facts") if is_one else _what(translation, language),
                [
                    DefinitionList(list(_facts(translation, language))),
                    TableBlock(_first_lines(translation, language), f"lines-{number}"),
                ],
            )
            for number, translation in enumerate(view.results, start=1)
        ]


PAGE = TranslatePage()


def translated_message(translation: Translated, language: Language) -> str:
    done, total, rate = translation.n, translation.question.lines, language.number(translation.lines_per_second)
    return language.text("mt.translate.done", done=done, total=total, out=translation.out, rate=rate)


def _what(translation: Translated, language: Language) -> str:
    question = translation.question
    about = {"system": question.translator, "source": question.from_, "target": question.to}
    return language.plural("mt.translate.title", translation.n, **about)


def _facts(translation: Translated, language: Language) -> Iterator[tuple[str, str]]:
    yield language.text("mt.translate.out"), translation.out
    for key, value in translation.question.system.items():
        if value not in (None, ""):
            shown = str(value)[:DIGEST] if key == "weights" else str(value)
            yield language.text_or(f"mt.translate.fact.{key}", key), shown
    yield language.text("mt.translate.source"), translation.question.source_digest[:DIGEST]
    if cost := cost_said(translation.cost, language):
        yield language.text("methods.cost"), cost


def _first_lines(translation: Translated, language: Language) -> Table:
    return tabulated(
        language.text("mt.translate.lines"),
        [translation.first_lines],
        (Column("line", language.text("mt.translate.line")), lambda line: line.line),
        (Column("source", language.text("mt.translate.of")), lambda line: line.source),
        (Column("translation", language.text("mt.translate.text")), lambda line: line.translation),
    )


class BleuPage(RunKind[BleuResults]):
    """BLEU of one or several systems on a test set."""

    name, result, rooms = BENCHMARK, BleuResults, (ROOM,)
    can_be_compared = True

    def title(self, view: RunView[BleuResults]) -> str:
        systems, tests = (
            view.language.list_of(list(dict.fromkeys(getattr(result, field) for result in view.results)))
            for field in ("model", "test")
        )
        return view.language.text("mt.bleu.page", systems=systems, test=tests)

    def kicker(self, view: RunView[BleuResults]) -> str:
        return view.language.text("mt.bleu.kicker")

    def answer(self, view: RunView[BleuResults]) -> list[Block]:
        leads = [text for result in view.results for text in _bleu_answers(result, view.language)]
        return [*(Paragraph(text, "lead") for text in leads), meaning_list("mt.bleu", view.language)]

    def charts(self, view: RunView[BleuResults]) -> list[Figure]:
        rows = [
            PlotRow(
                result.model,
                direction_name(result.direction, view.language),
                [Point(bleu.value, bleu.low, bleu.high, told=True)],
            )
            for result in view.results
            for bleu in result.estimates
        ]
        captions = ("", view.language.text("figure.better"))
        title, ideal = view.language.text("mt.bleu.title"), view.language.text("figure.ideal.quality")
        plot = Plot("bleu-systems", title, rows, ideal, captions, ideal=100.0, domain=(0.0, 100.0))
        return [Figure(drawable(plot, tested=False), screen_only=True)] if rows else []

    def tables(self, view: RunView[BleuResults]) -> list[Table]:
        return [bleu_table(view.results, view.language)]

    def details(self, view: RunView[BleuResults]) -> list[Section]:
        (table,) = self.tables(view)
        return [Section(table.title, [TableBlock(table, "bleu", captioned=False)])]

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Every two systems on one test set, sentence by sentence."""
        results = [result for path in paths for result in self.read(path)]
        sides = sides_of(
            [(result.model, path, result.signatures[BENCHMARK]) for path, result in zip(paths, results, strict=True)]
        )

        def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
            return compare_bleu((sides[a].path, sides[b].path), (sides[a].label, sides[b].label), seed), []

        pairs = paired(f"{BENCHMARK}, {results[0].direction}", sides, compare, "p_bootstrap")
        return ComparedRuns(
            pairs, [ROOM], "mt.bleu.compared.told", lambda comparison, words: f"BLEU, {comparison.group}"
        )

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        (result,), own = self.read(path), language.joined(ROOM)
        about = own.text("mt.short.test-set", test=result.test), self.name, own.text("mt.kind"), result.direction
        return [
            system_headline(
                *(path, result.model, estimate, own),
                HeadlineQuestion.of(estimate, *about, "BLEU", estimate.ideal),
                weighed=True,
                notices=result.notice_list(),
                told=partial(HeadlineReading, "", "".join(_bleu_answers(result, own)[:1])),
            )
            for estimate in result.estimates
        ]


BLEU_PAGE = BleuPage()


def _bleu_answers(result: BleuResults, language: Language) -> list[str]:
    direction = direction_name(result.direction, language)
    return [language.text("mt.bleu.answer", run=result, bleu=bleu, direction=direction) for bleu in result.estimates]


def bleu_table(results: Sequence[BleuResults], language: Language) -> Table:
    printed = published_corpus()
    signed = dict.fromkeys(
        language.text("mt.bleu.signed", signature=result.sacrebleu, beams=result.beams) for result in results
    )
    note = language.text("mt.bleu.note", signatures=list(signed), source=printed.source)
    trained = [result.validation for result in results if result.validation]
    if validated := dict.fromkeys(f"{validation.signature}, {validation.decoding}" for validation in trained):
        note = f"{note} {language.text('mt.bleu.validated', signatures=list(validated))}"
    published = language.text("mt.bleu.published", test=printed.test)
    validation = Column("validation", language.text("mt.bleu.validation"), "number")
    return tabulated(
        language.text("mt.bleu.title"),
        [results],
        (Column("name", language.text("mt.bleu.system")), lambda result: result.label),
        (Column("direction", language.text("mt.bleu.direction")), lambda row: direction_name(row.direction, language)),
        (Column("test", language.text("mt.bleu.test")), lambda result: result.test),
        (Column("bleu", "BLEU", "number", interval=True), lambda result: _bleu_cell(result.estimates[0])),
        (Column("n", "n", "number"), lambda result: result.n),
        *([(validation, lambda result: result.validation and result.validation.bleu)] if trained else []),
        (Column("published", published, "number"), lambda result: printed.bleu.get(result.direction)),
        note=note,
    )


def _bleu_cell(bleu: Estimate) -> Cell:
    return Cell(bleu.value, bleu.low, bleu.high)
