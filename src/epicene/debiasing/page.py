"""The page of a debiasing: what was done to a model, on which text, and what could not be; from the folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.debiasing.debias_run import DEBIAS, DebiasResults, Unswapped
from epicene.report.document import Block, Paragraph, Section, TableBlock
from epicene.report.results_page import RunView
from epicene.report.tables import Column, Table, tabulated
from epicene.train.page import ROOM, TrainingKind, subject_text
from epicene.train.results import LogLine

FEW = 50.0  # per cent of the sentences with a swap, below which a notice says so


class DebiasKind(TrainingKind[DebiasResults]):
    """A model that was acted on."""

    name = DEBIAS
    result = DebiasResults
    rooms = (ROOM, "epicene.debiasing")

    def title(self, view: RunView[DebiasResults]) -> str:
        return view.language.text("debias.title", model=view.result.model.name, method=view.result.method)

    def kicker(self, view: RunView[DebiasResults]) -> str:
        return view.language.text("debias.kicker")

    def standfirst(self, view: RunView[DebiasResults]) -> list[str]:
        return [view.language.text(f"debias.standfirst.{view.result.method}")]

    def notices(self, results: DebiasResults) -> Iterator[Notice]:
        """Nothing is shown yet; and where little of the text was swapped, how much."""
        yield Notice("notice.debias.unmeasured", {})
        text = results.text
        share = 100 * text.swapped / max(text.sentences, 1)
        if text.words and share < FEW:
            yield Notice("notice.debias.few", {"swapped": text.swapped, "sentences": text.sentences, "share": share})

    def answer(self, view: RunView[DebiasResults]) -> list[Block]:
        results, text = view.result, view.result.text
        counts = {"sentences": text.sentences, "swapped": text.swapped, "used": text.used, "words": text.words}
        values = {**counts, **results.figures, "steps": results.steps}
        keys = [f"debias.{part}.{results.method}" for part in ("done", "means", "text")]
        lead, *about = (view.language.text(key, **values) for key in [*keys, "debias.sure"])
        return [Paragraph(lead, "lead"), *map(Paragraph, about), self.use(view)]

    def command(self, view: RunView[DebiasResults], path: object) -> str:
        return f"epicene {'mt audit' if 'bleu' in view.result.figures else 'audit'} {path}"

    def curve_names(self, log: Sequence[LogLine]) -> str:
        """The curves of translation systems have other names."""
        return "debias-mt" if any(line.bleu is not None for line in log) else DEBIAS

    def closing(self, view: RunView[DebiasResults]) -> list[str]:
        unswapped = [
            view.language.text("debias.left.line", reason=row.reason, n=row.n, words=list(row.words))
            for row in view.result.text.left
        ]
        return [*unswapped, *super().closing(view)]

    def details(self, view: RunView[DebiasResults]) -> list[Section]:
        rows, language = view.result.text.left, view.language
        if not rows:
            return super().details(view)
        table, note = unswapped_table(rows, language), language.text(f"debias.left.note.{view.result.method}")
        section = Section(table.title, [Paragraph(note), TableBlock(table, "not-swapped", captioned=False)])
        return [section, *super().details(view)]

    def data(self, view: RunView[DebiasResults]) -> Table:
        return unswapped_table(view.result.text.left, view.language)

    def facts(self, view: RunView[DebiasResults]) -> Iterator[tuple[str, str]]:
        yield view.language.text("train.model"), subject_text(view.result.model)
        if view.result.steps:
            yield view.language.text("train.end"), view.language.text("train-nsp.end", steps=view.result.steps)


PAGE = DebiasKind()


def unswapped_table(rows: Sequence[Unswapped], language: Language) -> Table:
    """Words that could not be exchanged, a row for each reason."""
    return tabulated(
        language.text("debias.left"),
        [rows],
        (Column("reason", language.text("debias.reason")), lambda row: language.text(f"debias.reason.{row.reason}")),
        (Column("n", language.text("debias.times"), "number", 0), lambda row: row.n),
        (
            Column("words", language.text("debias.words")),
            lambda row: ", ".join(f"{word} ({n})" for word, n in row.words.items()),
        ),
    )
