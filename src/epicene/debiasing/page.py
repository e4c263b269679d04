"""What was done to a model, on which text, and what could not be done; from its folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.debiasing.results import DEBIAS, DebiasResults, Left, read_debias
from epicene.report.cost import cost_said
from epicene.report.document import Document, Paragraph, Section, TableBlock, notes_of
from epicene.report.results_page import RunKind, only_run
from epicene.report.tables import Column, Table, tabulated
from epicene.train.page import course_sections, machine_said, terminal_lines
from epicene.train.results import read_log

ROOM = "epicene.debiasing"
TRAINING = "epicene.train"
OF_SYSTEMS = "debias-mt"  # what the curves of translation systems are called
FEW = 50.0  # per cent of the sentences with a swap, below which it is said


class DebiasPage(RunKind[DebiasResults]):
    name = DEBIAS
    result = DebiasResults

    def read(self, path: Path) -> list[DebiasResults]:
        return [read_debias(path)]

    def document(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, TRAINING, ROOM)
        results = read_debias(path)
        log = read_log(path)
        kind = OF_SYSTEMS if any(line.bleu is not None for line in log) else DEBIAS
        course, *others = course_sections(kind, log, list(_facts(results, language)), results.settings, language)
        left = left_table(results.text.left, language)
        words = [
            Paragraph(language.text(f"debias.left.note.{results.method}")),
            TableBlock(left, "not-swapped", captioned=False),
        ]
        not_swapped = [Section(left.title, words)] if results.text.left else []
        return Document(
            language.text("debias.title", model=results.model.name, method=results.method),
            language,
            kicker=language.text("debias.kicker"),
            standfirst=[language.text(f"debias.standfirst.{results.method}")],
            notes=notes_of(list(debias_notices(results)), language),
            answer=[Paragraph(line, "lead") for line in _answer(results, language)],
            sections=[*not_swapped, *([course] if log else []), *others],
            data=left,
        )

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, TRAINING, ROOM)
        results = read_debias(path)
        left = [
            language.text("debias.left.line", reason=left.reason, n=left.n, words=list(left.words))
            for left in results.text.left
        ]
        command = f"epicene {'mt audit' if 'bleu' in results.figures else 'audit'} {path}"
        return terminal_lines(
            language,
            *_answer(results, language),
            *left,
            language.text("debias.folder", path=path),
            language.text("train.use", command=command),
        )


PAGE = DebiasPage()


def debias_notices(results: DebiasResults) -> Iterator[Notice]:
    """What a reader must know: that nothing is shown yet, and where little of the text was swapped."""
    yield Notice("notice.debias.unmeasured", {})
    text = results.text
    share = 100 * text.swapped / max(text.sentences, 1)
    if text.words and share < FEW:
        yield Notice("notice.debias.few", {"swapped": text.swapped, "sentences": text.sentences, "share": share})


def _answer(results: DebiasResults, language: Language) -> list[str]:
    text = results.text
    counts = {"sentences": text.sentences, "swapped": text.swapped, "used": text.used, "words": text.words}
    values = {**counts, **results.figures, "steps": results.steps}
    return [language.text(f"debias.{what}.{results.method}", **values) for what in ("text", "done")]


def left_table(left: Sequence[Left], language: Language) -> Table:
    return tabulated(
        language.text("debias.left"),
        [left],
        (Column("reason", language.text("debias.reason")), lambda row: language.text(f"debias.reason.{row.reason}")),
        (Column("n", language.text("debias.times"), "number", 0), lambda row: row.n),
        (
            Column("words", language.text("debias.words")),
            lambda row: ", ".join(f"{word} ({n})" for word, n in row.words.items()),
        ),
    )


def _facts(results: DebiasResults, language: Language) -> Iterator[tuple[str, str]]:
    model = results.model
    yield language.text("train.model"), f"{model.name}, {model.architecture}, {model.weights_digest[:SHORT]}"
    if results.steps:
        yield language.text("train.end"), language.text("train-nsp.end", steps=results.steps)
    yield language.text("methods.machine"), machine_said(results.machine, results.epicene, language)
    if cost := cost_said(results.cost, language):
        yield language.text("methods.cost"), cost
