"""How far a score can be trusted, as a reader sees it: folded, below the figures of each benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from msgspec.structs import asdict

from epicene.core.language import Language
from epicene.core.types import Capability
from epicene.kinds.answer_sentences import differs
from epicene.kinds.estimate_tables import (
    digits_of,
    figure,
    measure_meaning,
    measure_name,
    measures_table,
    model_fields,
)
from epicene.kinds.protocol import View, in_words_of, response_mode_for, response_mode_of
from epicene.kinds.trust import is_trusted
from epicene.kinds.validity import (
    CONTROL,
    INSTRUCTIONS,
    INSTRUCTIONS_ALPHA,
    P_CLEAR,
    PACKAGE,
    SCORING_SCORE,
    SCORINGS,
    SCORINGS_ALPHA,
    SD,
    SMALLEST,
    TYPES,
)
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import FEWEST_MODELS, SPLITS, split_half_models
from epicene.report.document import Block, Collapsible, DefinitionList, Heading, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.saved_run import SavedRun

EQUAL_LENGTH = "metric_score_equal_length"
SHOWN = (SMALLEST, SD, TYPES, INSTRUCTIONS, INSTRUCTIONS_ALPHA, CONTROL, EQUAL_LENGTH)
RELIABLE = 0.7  # what is usually asked of a test before people or types are ranked by it (Nunnally 1978)


def validity_words(view: View) -> Language:
    """The general words, and those of the benchmark's kind over them."""
    return in_words_of(response_mode_of(view.runs[0], view.benchmark), Language(view.language.code, PACKAGE))


def validity_blocks(view: View) -> list[Block]:
    view = replace(view, language=validity_words(view))
    metrics = [metric for metric in SHOWN if view.groups(metric)]
    if not metrics and not view.groups(SCORING_SCORE):
        return []
    language = view.language
    said = [(measure_name(metric, language), measure_meaning(metric, language)) for metric in metrics]
    if not view.several:
        said = list(_sentences(view, metrics))
    facts = [*said, *_contamination(view)]
    table = _bare(measures_table(view, metrics, language.text("validity.table", benchmark=view.benchmark)))
    return [
        Collapsible(
            language.text("validity.title"),
            [
                Paragraph(language.text("validity.intro"), "note"),
                *([DefinitionList(facts, "reading")] if facts else []),
                *_models(view),
                *([TableBlock(table, f"{view.benchmark}-validity")] if metrics else []),
                *_scorings(view),
            ],
        )
    ]


def _sentences(view: View, metrics: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What each figure says of one run."""
    (run,), language = view.runs, view.language
    ideal = MEASURES[response_mode_of(run, view.benchmark).metric].ideal
    for metric in metrics:
        estimate = run.findings.find(view.benchmark, metric)
        if estimate is None:
            continue
        key = f"validity.{metric}"
        if metric == TYPES:
            key = f"{key}.{'reliable' if estimate.value >= RELIABLE else 'unreliable'}"
        if metric == CONTROL:
            key = f"{key}.{'clear' if differs(run, estimate) else 'none'}"
        values: dict[str, object] = {
            "value": estimate.value,
            "span": language.span(estimate.low, estimate.high, digits_of(metric) or 1),
            "n": estimate.n_used,
            "splits": SPLITS,
            "half": estimate.value / 2,
            "ideal": language.number(ideal, 0),
            "low": ideal - estimate.value,
            "high": ideal + estimate.value,
            "units": language.text(f"validity.units.{response_mode_of(run, view.benchmark).unit}"),
        }
        yield measure_name(metric, language), language.text(key, **values)


def _contamination(view: View) -> Iterator[tuple[str, str]]:
    """Two tests for each model, so that half of the usual level is asked of each; and which models were not asked."""
    language, colon = view.language, view.language.text("punctuation.colon")
    term = language.text("validity.contamination")
    for run in view.runs:
        for contamination_record in (one for one in run.manifest.contamination if one.benchmark == view.benchmark):
            told = (
                "some" if min(contamination_record.p_completed, contamination_record.p_drop) < P_CLEAR / 2 else "none"
            )
            changes = {"change": -contamination_record.drop, "change_controls": -contamination_record.drop_controls}
            text = language.text(f"validity.contamination.{told}", **asdict(contamination_record), **changes)
            yield f"{run.label}{colon} {term}" if view.several else term, text
    others = [run.label for run in view.runs if run.manifest.model.kind != Capability.CAUSAL]
    if others:
        named = f"{language.list_of(others)}{colon} {term}" if view.several else term
        yield named, language.text("validity.contamination.causal")


def _bare(table: Table) -> Table:
    """A figure that is its own interval is shown without."""
    blocks = [
        [[replace(cell, low=None, high=None) if cell.low == cell.high else cell for cell in row] for row in block]
        for block in table.blocks
    ]
    return replace(table, blocks=blocks)


def _models(view: View) -> list[Block]:
    runs = [run for run in view.runs if view.benchmark in run.benchmarks and is_trusted(run, view.benchmark)]
    text = order_of_models([run.benchmarks[view.benchmark] for run in runs], view.language)
    return [Paragraph(text)] if text else []


def order_of_models(answered: Sequence[BenchmarkRun], language: Language) -> str:
    """Of five or more models that were asked alike and may be believed: do they keep their order from half to half?"""
    if len(answered) < FEWEST_MODELS or len({(run.facts.scoring, run.facts.digest) for run in answered}) > 1:
        return ""
    units = [response_mode_for(run.facts).units(run) for run in answered]
    reliability = split_half_models([unit for unit in units if unit is not None])
    if reliability is None:
        return ""
    key = f"validity.models.{'reliable' if reliability.value >= RELIABLE else 'unreliable'}"
    return language.text(
        key, count=reliability.n, span=language.span(reliability.low, reliability.high, 2), value=reliability.value
    )


def _scorings(view: View) -> list[Block]:
    """The same items asked otherwise."""
    language, names = view.language, view.groups(SCORING_SCORE)
    if not names:
        return []
    estimates = [run.findings.find(view.benchmark, SCORING_SCORE, name) for run in view.runs for name in names]
    counts = sorted({estimate.n_used for estimate in estimates if estimate})

    def shown(metric: str, row: tuple[SavedRun, str]) -> Cell:
        return figure(row[0].findings.find(view.benchmark, metric, row[1]))

    title = language.text("validity.scorings")
    table = tabulated(
        title,
        [
            [
                (run, name)
                for name in names
                for run in view.runs
                if run.findings.find(view.benchmark, SCORING_SCORE, name)
            ]
        ],
        (Column("scoring", language.text("column.scoring")), lambda row: row[1]),
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), partial(shown, SCORING_SCORE)),
        (Column("agreement", language.text("column.agreement"), "number", interval=True), partial(shown, SCORINGS)),
        (Column("alpha", language.text("column.alpha"), "number", 2, interval=True), partial(shown, SCORINGS_ALPHA)),
        note=language.text("validity.scorings.note", n=list(map(language.count, counts))),
    )
    return [Heading(title), TableBlock(table, f"{view.benchmark}-scorings", captioned=False)]
