"""Several trainings of one model: an interval over trainings, not only over items (`--replicates`).

A benchmark's items say how far the score of these weights would vary with other items; another seed gives other
weights. What a method or an architecture does is seen over trainings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from epicene.auditing.comparison import answers_of, refuse_other_questions
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.estimate_tables import table_of_estimates
from epicene.kinds.protocol import Answers
from epicene.kinds.validity import PACKAGE, TRAININGS, TRAININGS_BOTH, TRAININGS_SD, TRAININGS_SHARE
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Difference, Trainings, Units, difference_over_trainings, over_trainings
from epicene.metrics.verdict import shown_side
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.saved_run import SavedRun, read_runs
from epicene.runs.signature import SignatureParts

NONE = "-"  # in place of further trainings: this run's model was trained once
FEW = 4  # trainings, up to which the interval of a mean is so wide that it is said


@dataclass(frozen=True, slots=True)
class Replicated:
    """The trainings of one model on one benchmark; `left_out` are those that may not be believed."""

    benchmark: str
    run: SavedRun
    labels: Sequence[str]
    left_out: Sequence[str]
    units: Sequence[Units]
    found: Trainings

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.run.findings.signatures[self.benchmark])

    def estimates(self) -> list[Estimate]:
        one, signature = self.found, self.run.findings.signatures[self.benchmark]
        figures = {
            TRAININGS: (one.value, one.low, one.high),
            TRAININGS_BOTH: (one.value, one.low_both, one.high_both),
            TRAININGS_SD: (one.sd, one.sd, one.sd),
            TRAININGS_SHARE: (one.share, one.share, one.share),
        }
        n = one.n_items, one.n_items
        return [
            Estimate(self.benchmark, None, metric, ALL, *values, ideal, *n, signature)
            for metric, values in figures.items()
            for ideal in [self.units[0].ideal if metric in (TRAININGS, TRAININGS_BOTH) else MEASURES[metric].ideal]
        ]


def replicate_groups(runs: Sequence[Path], replicates: Sequence[Sequence[Path]]) -> list[list[Path]]:
    """Each run with the further trainings of its model, in the order in which both were named."""
    if len(replicates) > len(runs):
        raise InputError(
            f"--replicates is given {len(replicates)} times for {len(runs)} runs: the first belongs to the first run, "
            "and so on. Join the further trainings of one model with commas: --replicates RUN,RUN."
        )
    named = ([one for one in further if str(one) != NONE] for further in replicates)
    return [[run, *further] for run, further in zip(runs, named, strict=False) if further]


def read_replicates(groups: Iterable[Sequence[Path]], *, seed: int = 0) -> list[Replicated]:
    found = []
    for paths in groups:
        runs = read_runs(paths)
        shared = [name for name in runs[0].findings.signatures if all(name in run.benchmarks for run in runs)]
        if not shared:
            raise InputError(f"{', '.join(map(str, paths))} share no benchmark, so they are no trainings to average.")
        found += [_replicated(name, runs, seed) for name in shared]
    return found


def _replicated(benchmark: str, runs: Sequence[SavedRun], seed: int) -> Replicated:
    answers = [answers_of(run, benchmark) for run in runs]
    for place, other in enumerate(answers[1:], start=1):
        refuse_other_questions(benchmark, answers[0], other)
        _refuse_same(answers[:place], other)
    trusted = [one for one in answers if one.is_trusted]
    units = [own for one in trusted if (own := one.way.units(one.answered)) is not None]
    found = over_trainings(units, seed=seed)
    if found is None:
        raise InputError(
            f"{benchmark}: {len(units)} of these {len(runs)} trainings can be averaged, and an interval takes two. "
            "Name further runs that passed the sanity check with --replicates."
        )
    kept, left_out = ([one.label for one in answers if one.is_trusted is told] for told in (True, False))
    return Replicated(benchmark, runs[0], kept, left_out, units, found)


def _refuse_same(earlier: Sequence[Answers], other: Answers) -> None:
    for one in earlier:
        if one.parts.weights_digest == other.parts.weights_digest:
            raise InputError(
                f"{one.run} and {other.run} are of the same weights, not of two trainings. Name one of them."
            )


def differences(found: Sequence[Replicated], *, seed: int = 0) -> list[tuple[Replicated, Replicated, Difference]]:
    """Between every two models that were both trained several times, on each benchmark they share."""
    return [
        (a, b, difference)
        for place, a in enumerate(found)
        for b in found[place + 1 :]
        if not a.parts.differences(b.parts) and (difference := difference_over_trainings(a.units, b.units, seed=seed))
    ]


def replicates_blocks(found: Sequence[Replicated], language: Language, *, seed: int = 0) -> list[Block]:
    own = language.joined(PACKAGE)
    said = [
        own.text(f"replicates.said.{'few' if one.found.n_trainings <= FEW else 'many'}", **_values(one, own))
        for one in found
    ]
    barred = [own.text("replicates.left-out", models=list(one.left_out)) for one in found if one.left_out]
    for a, b, difference in differences(found, seed=seed):
        told = "different" if shown_side(difference.low, difference.high) else "undecided"
        values = {
            "a": a.run.label,
            "b": b.run.label,
            "benchmark": a.benchmark,
            "difference": difference.value,
            "span": own.span(difference.low, difference.high),
            "both": own.span(difference.low_both, difference.high_both),
        }
        said.append(own.text(f"replicates.difference.{told}", **values))
    return [*map(Paragraph, [*said, *barred]), TableBlock(replicates_table(found, own), "replicates")]


def _values(one: Replicated, own: Language) -> dict[str, object]:
    found = one.found
    return {
        "benchmark": one.benchmark,
        "count": found.n_trainings,
        "model": one.run.label,
        "value": found.value,
        "span": own.span(found.low, found.high),
        "both": own.span(found.low_both, found.high_both),
        "sd": found.sd,
        "share": found.share,
    }


def replicates_table(found: Sequence[Replicated], own: Language) -> Table:
    score = Column("score", own.text("column.over-trainings"), "number", interval=True)
    both = Column("both", own.text("column.over-both"), "number", interval=True)
    return tabulated(
        own.text("replicates.title"),
        [found],
        (Column("benchmark", own.text("column.benchmark")), lambda one: one.benchmark),
        (Column("model", own.text("column.model")), lambda one: one.run.label),
        (Column("trainings", own.text("column.trainings"), "number"), lambda one: one.found.n_trainings),
        (score, lambda one: Cell(one.found.value, one.found.low, one.found.high)),
        (both, lambda one: Cell(one.found.value, one.found.low_both, one.found.high_both)),
        (Column("sd", own.text("column.replicates-sd"), "number"), lambda one: one.found.sd),
        (Column("share", own.text("column.replicates-share"), "number"), lambda one: one.found.share),
        note=own.text("replicates.note"),
    )


def with_replicates(document: Document, found: Sequence[Replicated]) -> Document:
    """A report of audits, with a section on trainings before all others, and their figures in its data."""
    language = document.language
    section = Section(
        language.joined(PACKAGE).text("replicates.title"), replicates_blocks(found, language), "replicates"
    )
    data = document.data
    if data is not None:
        more = table_of_estimates([[(one.run, own) for one in found for own in one.estimates()]], language)
        data = replace(data, blocks=[*data.blocks, *more.blocks])
    return replace(document, sections=[section, *document.sections], data=data)


def replicates_records(found: Sequence[Replicated], *, seed: int = 0) -> dict[str, object]:
    """As JSON has them."""
    return {
        "replicates": [
            {
                "benchmark": one.benchmark,
                "model": one.run.label,
                "trainings": list(one.labels),
                "left_out": list(one.left_out),
                **asdict(one.found),
                "estimates": [asdict(estimate) for estimate in one.estimates()],
            }
            for one in found
        ],
        "replicate_differences": [
            {"benchmark": a.benchmark, "a": a.run.label, "b": b.run.label, **asdict(difference)}
            for a, b, difference in differences(found, seed=seed)
        ],
    }
