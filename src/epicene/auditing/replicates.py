"""Several trainings of one model: an interval over trainings, not only over items (`--replicates`).

A benchmark's items say how far the score of these weights would vary with other items; another seed gives other
weights. What a method or an architecture does is seen over trainings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from epicene.auditing.comparison import answers_of, validate_same_question
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.figures import table_of_estimates
from epicene.kinds.validity import PACKAGE, TRAININGS, TRAININGS_BOTH, TRAININGS_SD, TRAININGS_SHARE
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Difference, Trainings, Units, difference_over_trainings, over_trainings
from epicene.metrics.significance import shown_side
from epicene.report.document import Block, Document, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.audit_folder import SavedRun, read_runs
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
        trainings, signature, ideal = self.found, self.run.findings.signatures[self.benchmark], self.units[0].ideal
        figures = {
            TRAININGS: (trainings.value, trainings.low, trainings.high, ideal),
            TRAININGS_BOTH: (trainings.value, trainings.low_both, trainings.high_both, ideal),
            TRAININGS_SD: (trainings.sd,) * 3 + (MEASURES[TRAININGS_SD].ideal,),
            TRAININGS_SHARE: (trainings.share,) * 3 + (MEASURES[TRAININGS_SHARE].ideal,),
        }
        n = trainings.n_items, trainings.n_items
        return [
            Estimate(self.benchmark, None, metric, ALL, *values, *n, signature) for metric, values in figures.items()
        ]


def replicate_groups(runs: Sequence[Path], replicates: Sequence[Sequence[Path]]) -> list[list[Path]]:
    """Each run with the further trainings of its model, in the order in which both were named."""
    if len(replicates) > len(runs):
        raise InputError(
            f"--replicates is given {len(replicates)} times for {len(runs)} runs: the first belongs to the first run, "
            "and so on. Join the further trainings of one model with commas: --replicates RUN,RUN."
        )
    named = ([path for path in further if str(path) != NONE] for further in replicates)
    return [[run, *further] for run, further in zip(runs, named, strict=False) if further]


def read_replicates(groups: Iterable[Sequence[Path]], *, seed: int = 0) -> list[Replicated]:
    replicates = []
    for paths in groups:
        runs = read_runs(paths)
        shared = [name for name in runs[0].findings.signatures if all(name in run.benchmarks for run in runs)]
        if not shared:
            raise InputError(f"{', '.join(map(str, paths))} share no benchmark, so they are no trainings to average.")
        replicates += [_replicated(name, runs, seed) for name in shared]
    return replicates


def _replicated(benchmark: str, runs: Sequence[SavedRun], seed: int) -> Replicated:
    answers = [answers_of(run, benchmark) for run in runs]
    for index, other in enumerate(answers[1:], start=1):
        validate_same_question(benchmark, answers[0], other)
        for earlier in answers[:index]:
            if earlier.parts.weights_digest == other.parts.weights_digest:
                raise InputError(
                    f"{earlier.path} and {other.path} are of the same weights, not of two trainings. Name one of them."
                )
    units = [own for each in answers if each.is_trusted and (own := each.way.units(each.answered)) is not None]
    trainings = over_trainings(units, seed=seed)
    if trainings is None:
        raise InputError(
            f"{benchmark}: {len(units)} of these {len(runs)} trainings can be averaged, and an interval takes two. "
            "Name further runs that passed the sanity check with --replicates."
        )
    kept = [each.label for each in answers if each.is_trusted]
    left_out = [each.label for each in answers if not each.is_trusted]
    return Replicated(benchmark, runs[0], kept, left_out, units, trainings)


def differences(replicates: Sequence[Replicated], *, seed: int = 0) -> list[tuple[Replicated, Replicated, Difference]]:
    """Between every two models that were both trained several times, on each benchmark they share."""
    return [
        (a, b, difference)
        for index, a in enumerate(replicates)
        for b in replicates[index + 1 :]
        if not a.parts.differences(b.parts) and (difference := difference_over_trainings(a.units, b.units, seed=seed))
    ]


def replicates_blocks(replicates: Sequence[Replicated], language: Language, *, seed: int = 0) -> list[Block]:
    own, texts = language.joined(PACKAGE), list[str]()
    for replicate in replicates:
        trainings = replicate.found
        values: dict[str, object] = {
            "benchmark": replicate.benchmark,
            "count": trainings.n_trainings,
            "model": replicate.run.label,
            "value": trainings.value,
            "span": own.span(trainings.low, trainings.high),
            "both": own.span(trainings.low_both, trainings.high_both),
            "sd": trainings.sd,
            "share": trainings.share,
        }
        texts.append(own.text(f"replicates.said.{'few' if trainings.n_trainings <= FEW else 'many'}", **values))
    for a, b, difference in differences(replicates, seed=seed):
        values = {
            "a": a.run.label,
            "b": b.run.label,
            "benchmark": a.benchmark,
            "difference": difference.value,
            "span": own.span(difference.low, difference.high),
            "both": own.span(difference.low_both, difference.high_both),
        }
        verdict = "different" if shown_side(difference.low, difference.high) else "undecided"
        texts.append(own.text(f"replicates.difference.{verdict}", **values))
    texts += [
        own.text("replicates.left-out", models=list(replicate.left_out))
        for replicate in replicates
        if replicate.left_out
    ]
    return [*map(Paragraph, texts), TableBlock(replicates_table(replicates, own), "replicates")]


def replicates_table(replicates: Sequence[Replicated], own: Language) -> Table:
    score = Column("score", own.text("column.over-trainings"), "number", interval=True)
    both = Column("both", own.text("column.over-both"), "number", interval=True)
    return tabulated(
        own.text("replicates.title"),
        [replicates],
        (Column("benchmark", own.text("column.benchmark")), lambda replicate: replicate.benchmark),
        (Column("model", own.text("column.model")), lambda replicate: replicate.run.label),
        (Column("trainings", own.text("column.trainings"), "number"), lambda replicate: replicate.found.n_trainings),
        (score, lambda replicate: Cell(replicate.found.value, replicate.found.low, replicate.found.high)),
        (both, lambda replicate: Cell(replicate.found.value, replicate.found.low_both, replicate.found.high_both)),
        (Column("sd", own.text("column.replicates-sd"), "number"), lambda replicate: replicate.found.sd),
        (Column("share", own.text("column.replicates-share"), "number"), lambda replicate: replicate.found.share),
        note=own.text("replicates.note"),
    )


def with_replicates(document: Document, replicates: Sequence[Replicated]) -> Document:
    """A report of audits, with a section on trainings before all others, and their figures in its data."""
    language = document.language
    section = Section(
        language.joined(PACKAGE).text("replicates.title"), replicates_blocks(replicates, language), "replicates"
    )
    data = document.data
    if data is not None:
        more = table_of_estimates(
            [[(replicate.run, own) for replicate in replicates for own in replicate.estimates()]], language
        )
        data = replace(data, blocks=[*data.blocks, *more.blocks])
    return replace(document, sections=[section, *document.sections], data=data)


def replicates_records(replicates: Sequence[Replicated], *, seed: int = 0) -> dict[str, object]:
    """What `compare --json` says of trainings."""
    return {
        "replicates": [
            {
                "benchmark": replicate.benchmark,
                "model": replicate.run.label,
                "trainings": list(replicate.labels),
                "left_out": list(replicate.left_out),
                **asdict(replicate.found),
                "estimates": [asdict(estimate) for estimate in replicate.estimates()],
            }
            for replicate in replicates
        ],
        "replicate_differences": [
            {"benchmark": a.benchmark, "a": a.run.label, "b": b.run.label, **asdict(difference)}
            for a, b, difference in differences(replicates, seed=seed)
        ],
    }
