"""BLEU of one or several systems on a test set, beside what Wisniewski et al. (2022) printed of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.metrics.two_models import Comparison
from epicene.mt.results import ROOM, BleuResults, published_corpus
from epicene.mt.translating.bleu_run import BENCHMARK, compare_bleu
from epicene.report.compared_runs import ComparedRuns, paired, sides_of
from epicene.report.document import Document, Paragraph, Section, TableBlock, notes_of
from epicene.report.headlines import Headline, HeadlineQuestion, HeadlineReading, HeadlineTest, system_headline
from epicene.report.results_page import RunKind
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RESULTS, read_results


@dataclass(frozen=True, slots=True)
class BleuPage(RunKind[BleuResults]):
    name: str = BENCHMARK
    result: type[BleuResults] = BleuResults
    can_be_compared: ClassVar[bool] = True

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return bleu_document([read_results(path / RESULTS, BleuResults) for path in paths], Language(code, ROOM))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return self.document(paths, code)

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        """Every two systems on one test set, sentence by sentence."""
        runs = [read_results(path / RESULTS, BleuResults) for path in paths]
        sides = sides_of([(run.model, path, run.signatures[BENCHMARK]) for path, run in zip(paths, runs, strict=True)])

        def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
            return compare_bleu((sides[a].path, sides[b].path), (sides[a].label, sides[b].label), seed), []

        pairs = paired(f"{BENCHMARK}, {runs[0].direction}", sides, compare, "p_bootstrap")
        return ComparedRuns(
            pairs, [ROOM], "mt.bleu.compared.told", lambda comparison, words: f"BLEU, {comparison.group}"
        )

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        results, own = read_results(path / RESULTS, BleuResults), language.joined(ROOM)
        about = own.text("mt.short.test-set", test=results.test), self.name, own.text("mt.kind"), results.direction
        told = partial(HeadlineReading, "", "".join(_answers([results], own)[:1]))
        return [
            system_headline(
                *(path, results.model, estimate, own),
                HeadlineQuestion.of(estimate, *about, "BLEU", estimate.ideal),
                weighed=True,
                notices=results.notice_list(),
                told=told,
            )
            for estimate in results.estimates
        ]

    def compare_headlines(self, found: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
        """Sentence by sentence, where both were translated again."""
        names = list(map(str, range(len(found))))
        for a, b in combinations(range(len(found)), 2):
            for comparison in compare_bleu((found[a].run, found[b].run), (names[a], names[b]), seed):
                if comparison.p_bootstrap is not None:
                    yield HeadlineTest(comparison, "bootstrap", comparison.p_bootstrap)


PAGE = BleuPage()


def bleu_document(bleu_results: Sequence[BleuResults], language: Language) -> Document:
    systems = list(dict.fromkeys(one.model for one in bleu_results))
    tests = list(dict.fromkeys(one.test for one in bleu_results))
    return Document(
        title=language.text("mt.bleu.page", systems=language.list_of(systems), test=language.list_of(tests)),
        language=language,
        kicker=language.text("mt.bleu.kicker"),
        notes=notes_of([notice for one in bleu_results for notice in one.notice_list()], language),
        answer=[Paragraph(text, "lead") for text in _answers(bleu_results, language)],
        sections=[
            Section(
                language.text("mt.bleu.title"),
                [
                    TableBlock(bleu_table(bleu_results, language), "bleu"),
                    Paragraph(language.text("mt.bleu.not"), "note"),
                ],
            )
        ],
        signatures=[text for one in bleu_results for text in one.signatures.values()],
    )


def _answers(bleu_results: Sequence[BleuResults], language: Language) -> list[str]:
    return [language.text("mt.bleu.answer", run=one, bleu=bleu) for one in bleu_results for bleu in one.estimates]


def bleu_table(bleu_results: Sequence[BleuResults], language: Language) -> Table:
    printed = published_corpus()
    columns = [
        Column("name", language.text("mt.bleu.system")),
        Column("direction", language.text("mt.bleu.direction")),
        Column("test", language.text("mt.bleu.test")),
        Column("bleu", "BLEU", "number", interval=True),
        Column("n", "n", "number"),
        Column("validation", language.text("mt.bleu.validation"), "number"),
        Column("published", language.text("mt.bleu.published", test=printed.test), "number"),
    ]
    rows = [
        [
            Cell(one.model),
            Cell(one.direction),
            Cell(one.test),
            Cell(bleu.value, bleu.low, bleu.high),
            Cell(one.n),
            Cell(one.validation.bleu if one.validation else None),
            Cell(printed.bleu.get(one.direction)),
        ]
        for one in bleu_results
        for bleu in one.estimates
    ]
    signed = dict.fromkeys(
        language.text("mt.bleu.signed", signature=one.sacrebleu, beams=one.beams) for one in bleu_results
    )
    note = language.text("mt.bleu.note", signatures=list(signed), source=printed.source)
    trained = [one.validation for one in bleu_results if one.validation]
    if validated := dict.fromkeys(f"{validation.signature}, {validation.decoding}" for validation in trained):
        note = f"{note} {language.text('mt.bleu.validated', signatures=list(validated))}"
    return Table(language.text("mt.bleu.title"), columns, [rows], note)
