"""What is shown of questions: how far answers lean by type where the text does not say it, and how many are right."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.types import Item
from epicene.kinds.chat_replies.page import AskedInWords
from epicene.kinds.figures import (
    check_field,
    compared_fields,
    folded,
    further_blocks,
    in_blocks,
    measure_name,
    metric_fields,
    model_fields,
    used,
    with_excluded_note,
)
from epicene.kinds.item_rows import item_list
from epicene.kinds.preference import PreferenceWay
from epicene.kinds.protocol import PairedAnswers, View
from epicene.kinds.questions.kind import AMBIGUOUS, DISAMBIGUATED, NEGATIVE, ROLES
from epicene.kinds.questions.measure import (
    CHANCE,
    CONDITIONS,
    FIGURES,
    PACKAGE,
    UNREADABLE,
    QuestionAnswer,
    answers_of,
    compare_questions,
    likeliest,
    measure_questions,
    template_units,
)
from epicene.metrics.answer_groups import group_name, in_order
from epicene.metrics.catalogue import Measured
from epicene.metrics.reliability import Units
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated, without_column
from epicene.runs.audit_folder import BenchmarkRun, SavedRun


class QuestionsByLikelihood(PreferenceWay):
    package = PACKAGE
    metric = f"bias_{AMBIGUOUS}"
    measures = (metric, f"accuracy_{AMBIGUOUS}", f"bias_{DISAMBIGUATED}", f"accuracy_{DISAMBIGUATED}")
    counting = (measures[1], measures[3])
    unit = "template"

    def chosen(self, run: BenchmarkRun, unusable: Collection[str]) -> list[QuestionAnswer]:
        return likeliest(run, unusable)

    def units(self, run: BenchmarkRun) -> Units | None:
        return template_units(self.chosen(run, run.unusable))

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        return {answer.item.id: [str(role) for role in answer.chosen] for answer in self.chosen(run, run.unusable)}

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_questions(run, self.chosen(run, run.unusable), seed)

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        unusable = {*a.unusable, *b.unusable}
        return compare_questions(a, (self.chosen(a, unusable), self.chosen(b, unusable)), names, seed)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """A model that names one of the two whatever is asked is right half of the time where the text says who is
        meant: a bias near 0 then says nothing."""
        right = run.findings.find(benchmark, f"accuracy_{DISAMBIGUATED}")
        if right is not None and shown_side(right.low, right.high, CHANCE) != 1:
            values = {"benchmark": benchmark, "value": right.value, "low": right.low, "high": right.high}
            yield Notice("notice.not-read", {**values, "chance": CHANCE}, GRAVE)

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        score, right = self.score(run, benchmark), run.findings.find(benchmark, f"accuracy_{AMBIGUOUS}")
        return {
            "bias": language.number(score.value) if score else "",
            "accuracy": language.percent(right.value) if right else "",
        }

    def blocks(self, view: View) -> list[Block]:
        table = conditions_table(view)
        return [
            *self.by_group(view),
            *folded([TableBlock(table, f"{view.benchmark}-conditions"), *further_blocks(view, [UNREADABLE])], view),
        ]

    def terminal_tables(self, view: View) -> list[Table]:
        """Without KoBBQ's differences and the number of questions, so that it fits 80 characters."""
        differences = (f"difference_{condition}" for condition in CONDITIONS)
        table = without_column(conditions_table(view), "n", *differences)
        title = view.language.text("table.headline.of", benchmark=view.title)
        return [replace(table, title=title, note=view.language.text("terminal.reading"))]

    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        order = in_order(comparison.group for comparison in pair.comparisons)
        return tabulated(
            language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label),
            [sorted(pair.comparisons, key=lambda comparison: order.index(comparison.group))],
            (Column("group", language.text("column.group")), lambda own: group_name(own.group, language)),
            (Column("metric", language.text("column.measure")), lambda own: measure_name(own.metric, language)),
            *compared_fields(language),
            note=language.text("table.comparison.note"),
        )

    def examples(self, view: View) -> list[Block]:
        """A negative question where the text does not say it: each template once, where a lean shows best."""
        return item_list(view, ROLES, self.marked, _is_shown)


class QuestionsInWords(AskedInWords, QuestionsByLikelihood):
    """Every reply is an answer."""

    def chosen(self, run: BenchmarkRun, unusable: Collection[str]) -> list[QuestionAnswer]:
        return answers_of(run, unusable)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Fewer than half of the replies answer, or as many are right as by always naming one of the two."""
        lost = run.findings.find(benchmark, UNREADABLE)
        if lost is not None and lost.value > 50:
            values = {"benchmark": benchmark, "model": run.label, "answered": round(100 - lost.value, 1)}
            yield Notice("notice.answers.few", values, GRAVE)
        else:
            yield from super().notices(run, benchmark)


def _is_shown(item: Item) -> bool:
    return item.facets["condition"] == AMBIGUOUS and item.facets["polarity"] == NEGATIVE


def conditions_table(view: View) -> Table:
    """A row for each type and model: accuracy, bias and difference in both conditions."""
    language = view.language
    names = [f"{name}_{condition}" for condition in CONDITIONS for name in FIGURES[condition]]
    groups = [
        [(run, group) for run in view.runs if run.findings.find(view.benchmark, UNREADABLE, group)]
        for group in view.groups(UNREADABLE)
    ]

    def n(row: tuple[SavedRun, str]) -> Cell:
        return used(row[0].findings.find(view.benchmark, UNREADABLE, row[1]))

    table = tabulated(
        language.text("table.conditions", benchmark=view.benchmark),
        in_blocks(view, groups),
        (Column("group", language.text("column.group")), lambda row: group_name(row[1], language)),
        *model_fields(view),
        *metric_fields(view, {name: language.text(f"short.{name}") for name in names}),
        (Column("n", language.text("column.n"), "share"), n),
        check_field(view),
        note=language.text("table.conditions.note"),
    )
    return with_excluded_note(table, view)
