"""The pages of trainings: how good the outcome is, how it learnt, with what, at what cost; from the folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, TypeVar

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.metrics.significance import shown_side
from epicene.report.charts.curve import Curve, CurvePoint
from epicene.report.charts.scatter import ticks
from epicene.report.document import (
    Block,
    Collapsible,
    Document,
    Figure,
    Note,
    Paragraph,
    Row,
    Section,
    TableBlock,
    notes_of,
)
from epicene.report.render.chart_files import write_charts
from epicene.report.results_page import RunKind, RunView, cost_said, results_summary
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RunFolder
from epicene.runs.results import Subject
from epicene.train.results import (
    CLOCK,
    MT,
    NSP,
    LogLine,
    MtResults,
    NspResults,
    Setting,
    TrainingResult,
    read_log,
    read_trained,
)

R = TypeVar("R", bound=TrainingResult)
ROOM = "epicene.train"
PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)
CHANCE = 50.0  # per cent of pairs that a guess judges right


def learning_curves(kind: str, log: Sequence[LogLine], language: Language) -> list[Curve]:
    """Validation first, then the loss; those of which there is something to draw. `kind` begins their messages."""
    validations = [CurvePoint(line.step, line.validation) for line in log if line.validation is not None]
    losses = [CurvePoint(line.step, line.loss) for line in log]
    scale = PERCENT if kind == NSP else ticks(0.0, max([1.0, *(point.y for point in validations)]))
    curves = [
        ("validation", validations, scale, 1),
        ("loss", losses, ticks(0.0, max([0.1, *(point.y for point in losses)])), 2),
    ]
    steps, label = ticks(0.0, max([1.0, *(line.step for line in log)])), language.text("train.step")
    return [
        Curve(f"{kind}-{name}", language.text(f"{kind}.{name}"), points, label, steps, scale, digits)
        for name, points, scale, digits in curves
        if points
    ]


def write_curve(out: Path) -> None:
    """Write `curve.svg` and `curve.pdf` of a translation system in training."""
    language = Language("en", ROOM)
    write_charts([Figure(curve) for curve in learning_curves(MT, read_log(out), language)], out / "curve", language)


class TrainingKind(RunKind[R]):
    """What the pages of all trainings have: the curves, the figures of every checkpoint, settings, machine and cost."""

    rooms: ClassVar[Sequence[str]] = (ROOM,)

    def read(self, path: Path) -> list[R]:
        return [read_trained(path, self.result)]

    def kicker(self, view: RunView[R]) -> str:
        return view.language.text("train.kicker")

    def notices(self, results: R) -> Iterator[Notice]:
        """What a reader of the figures must know."""
        yield from ()

    def command(self, view: RunView[R], path: object) -> str:
        """The command that uses what was trained, in the folder `path`."""
        raise NotImplementedError

    def closing(self, view: RunView[R]) -> list[str]:
        """Where the outcome is, and what to do with it."""
        command = self.command(view, view.path)
        folder = view.language.text(f"{self.name}.folder", path=view.path)
        return [folder, view.language.text("train.use", command=command)]

    def use(self, view: RunView[R]) -> Paragraph:
        """What now: the command, as it is typed beside the folder."""
        text = view.language.text("train.use", command=self.command(view, view.path.name))
        return Paragraph(text, "code", screen_only=True)

    def curve_names(self, log: Sequence[LogLine]) -> str:
        """What the messages of the curves begin with."""
        return self.name

    def notes(self, view: RunView[R]) -> list[Note]:
        return notes_of(list(self.notices(view.result)), view.language)

    def charts(self, view: RunView[R]) -> list[Block]:
        log = read_log(view.path)
        curves = learning_curves(self.curve_names(log), log, view.language)
        figures = [Figure(curve, curve.title, filed=True, titled=False) for curve in curves]
        return [Row(figures)] if figures else []

    def details(self, view: RunView[R]) -> list[Section]:
        """The log and the settings, folded."""
        language, log, kind = view.language, read_log(view.path), self.curve_names(read_log(view.path))
        tables = {"settings": settings_table(view.result.settings, language)}
        if log:
            validations = tabulated(
                language.text("train.validations"),
                [log],
                (Column("step", language.text("train.step"), "number", 0), lambda line: line.step),
                (Column("loss", language.text(f"{kind}.loss"), "number", 3), lambda line: line.loss),
                (Column("validation", language.text(f"{kind}.validation"), "number", 2), lambda line: line.validation),
            )
            tables = {"validations": validations, **tables}
        blocks = [Collapsible(table.title, [TableBlock(table, name, False)]) for name, table in tables.items()]
        return [Section(language.text("train.course"), blocks)]

    def method(self, view: RunView[R]) -> list[tuple[str, str]]:
        results, language = view.result, view.language
        machine = results.machine
        versions = {"torch": machine.torch, "transformers": machine.transformers, "epicene": results.epicene}
        threads = language.text("train.threads", n=machine.threads) if machine.threads else None
        where = [machine.device, threads, *(f"{name} {version}" for name, version in versions.items() if version)]
        facts = [*self.facts(view), (language.text("methods.machine"), ", ".join(filter(None, where)))]
        cost = cost_said(results.cost, language)
        return [*facts, (language.text("methods.cost"), cost)] if cost else facts

    def facts(self, view: RunView[R]) -> Iterator[tuple[str, str]]:
        """Terms and facts about what was trained, on what."""
        yield from ()

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """The answer, and the commands in lines that are not broken, for they are copied."""
        view = self.view(paths, Language(code))
        summary = results_summary(view)
        lines: list[Block] = [Paragraph(line, "code") for line in self.closing(view)]
        return replace(summary, answer=[*summary.answer[: -len(lines)], *lines])


class NspKind(TrainingKind[NspResults]):
    """A next-sentence head."""

    name = NSP
    result = NspResults

    def title(self, view: RunView[NspResults]) -> str:
        return view.language.text("train-nsp.title", model=view.result.model.name)

    def standfirst(self, view: RunView[NspResults]) -> list[str]:
        return [view.language.text("train-nsp.standfirst")]

    def notices(self, results: NspResults) -> Iterator[Notice]:
        accuracy, warmup = results.held_out_accuracy, results.settings.get("warmup")
        if not _is_above_chance(results):
            yield Notice("notice.train.chance", {"low": accuracy.low, "high": accuracy.high}, GRAVE)
        if isinstance(warmup, int) and results.steps <= warmup:
            yield Notice("notice.train.warmup", {"steps": results.steps, "warmup": warmup})

    def answer(self, view: RunView[NspResults]) -> list[Block]:
        language, accuracy = view.language, view.result.held_out_accuracy
        if not _is_above_chance(view.result):
            return [Paragraph(language.text("train-nsp.answer.chance", accuracy=accuracy), "lead")]
        meaning = [Paragraph(language.text(f"train-nsp.{key}")) for key in ("meaning", "sure")]
        return [Paragraph(language.text("train-nsp.answer", accuracy=accuracy), "lead"), *meaning, self.use(view)]

    def command(self, view: RunView[NspResults], path: object) -> str:
        # The manifest has only the last part of a model folder that was named from the root.
        model = str(RunFolder(view.path).manifest()["question"]["model"])
        named = model if "/" in model or Path(model).exists() else view.language.text("command.model")
        return f"epicene audit {named} --on stereoset-fr --nsp {path}"

    def facts(self, view: RunView[NspResults]) -> Iterator[tuple[str, str]]:
        results, language = view.result, view.language
        yield language.text("train.model"), subject_text(results.model)
        body = "trained" if results.body == "trained" else "kept"
        yield language.text("train.body"), language.text(f"train-nsp.body.{body}")
        yield language.text("train.text"), language.text("train-nsp.text", text=results.text)
        yield language.text("train.end"), language.text("train-nsp.end", steps=results.steps)


class MtKind(TrainingKind[MtResults]):
    """A translation system."""

    name = MT
    result = MtResults

    def title(self, view: RunView[MtResults]) -> str:
        source, target = view.result.languages
        return view.language.text("train-mt.title", source=source, target=target)

    def standfirst(self, view: RunView[MtResults]) -> list[str]:
        return [view.language.text("train-mt.standfirst")]

    def notices(self, results: MtResults) -> Iterator[Notice]:
        pairs = results.pairs
        if results.ended_by == CLOCK:
            yield Notice("notice.train.clock", {"steps": results.steps})
        if pairs.left_out:
            reasons = [Message("train.left-out", {"n": n, "reason": why}) for why, n in pairs.left_out.items()]
            yield Notice("notice.train.left-out", {"used": pairs.used, "total": pairs.total, "reasons": reasons})

    def answer(self, view: RunView[MtResults]) -> list[Block]:
        language = view.language
        answer = Paragraph(language.text("train-mt.answer", validation=view.result.validation), "lead")
        meaning = [Paragraph(language.text(f"train-mt.{key}")) for key in ("meaning", "sure")]
        return [answer, *meaning, self.use(view)]

    def command(self, view: RunView[MtResults], path: object) -> str:
        source, target = view.result.languages
        return f"epicene mt translate {path} --from {source} --to {target} --in FILE --out FILE"

    def signatures(self, view: RunView[MtResults]) -> list[str]:
        return [view.result.validation.signature]

    def closing(self, view: RunView[MtResults]) -> list[str]:
        run = view.result
        size = view.language.text(
            "train-mt.summary.size", millions=run.parameters / 1e6, steps=run.steps, ended=run.ended_by
        )
        return [size, *super().closing(view)]

    def facts(self, view: RunView[MtResults]) -> Iterator[tuple[str, str]]:
        for term, message in (("model", "size"), ("text", "text"), ("end", "end")):
            yield view.language.text(f"train.{term}"), view.language.text(f"train-mt.{message}", run=view.result)


NSP_PAGE, MT_PAGE = NspKind(), MtKind()


def _is_above_chance(results: NspResults) -> bool:
    accuracy = results.held_out_accuracy
    return shown_side(accuracy.low, accuracy.high, CHANCE) == 1


def subject_text(model: Subject) -> str:
    """A model by its name, its architecture and the beginning of its weights' digest."""
    return f"{model.name}, {model.architecture}, {model.weights_digest[:SHORT]}"


def settings_table(settings: dict[str, Setting], language: Language) -> Table:
    """The settings, as `results.json` and, with hyphens, the command's options name them."""

    def written(value: Setting) -> str:
        if value is None or isinstance(value, bool):
            return language.text(f"train.value.{value}".lower())
        return ", ".join(value) if isinstance(value, list) else str(value)

    columns = [Column("setting", language.text("train.setting")), Column("value", language.text("train.value"))]
    rows = [[Cell(name), Cell(written(value))] for name, value in settings.items()]
    return Table(language.text("train.settings"), columns, [rows])
