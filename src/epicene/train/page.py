"""What came out of a training: how good it is, how it learnt, with what, and what it cost; from its folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.metrics.significance import shown_side
from epicene.report.charts.curve import FILE_HEIGHT, Curve, CurvePoint, paint
from epicene.report.charts.export import export_chart
from epicene.report.charts.scatter import ticks
from epicene.report.cost import cost_said
from epicene.report.document import (
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Paragraph,
    Row,
    Section,
    TableBlock,
    notes_of,
)
from epicene.report.results_page import RunKind, only_run
from epicene.report.tables import Cell, Column, Table
from epicene.train.results import (
    CLOCK,
    MT,
    NSP,
    Accuracy,
    LogLine,
    Machine,
    MtResults,
    NspResults,
    Setting,
    read_log,
    read_mt,
    read_nsp,
    read_question,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

ROOM = "epicene.train"
PERCENT = (0.0, 25.0, 50.0, 75.0, 100.0)


def validated(line: LogLine) -> float | None:
    """What validation said at a checkpoint: BLEU, or the percentage of held-out pairs judged right."""
    return line.bleu if line.bleu is not None else line.held_out_accuracy


def learning_curves(kind: str, log: Sequence[LogLine], language: Language) -> list[Curve]:
    """Validation first, then the loss; those of which there is something to draw."""
    judged = [CurvePoint(line.step, value) for line in log if (value := validated(line)) is not None]
    scale = PERCENT if kind == NSP else ticks(0.0, max([1.0, *(point.y for point in judged)]))
    losses = [CurvePoint(line.step, line.loss) for line in log]
    curves = [
        ("validation", judged, scale, 1),
        ("loss", losses, ticks(0.0, max([0.1, *(point.y for point in losses)])), 2),
    ]
    steps = ticks(0.0, max([1.0, *(line.step for line in log)]))
    return [
        Curve(
            f"{kind}-{name}", language.text(f"{kind}.{name}"), points, language.text("train.step"), steps, scale, digits
        )
        for name, points, scale, digits in curves
        if points
    ]


def write_curve(out: Path) -> None:
    """`curve.svg` and `curve.pdf` of a translation system in training."""
    language = Language("en", ROOM)
    curves = learning_curves(MT, read_log(out), language)

    def paint_all(picture: Picture) -> None:
        for index, curve in enumerate(curves, start=1):
            paint(picture.add_subplot(len(curves), 1, index), curve, language)

    export_chart("curve", language.text("train.course"), FILE_HEIGHT * len(curves), out / "curve", paint_all)


CHANCE = 50.0  # per cent of pairs that a guess judges right


class NspPage(RunKind[NspResults]):
    """Of a next-sentence head."""

    name = NSP
    result = NspResults

    def read(self, path: Path) -> list[NspResults]:
        return [read_nsp(path)]

    def document(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, ROOM)
        results, log = read_nsp(path), read_log(path)
        accuracy = results.held_out_accuracy
        key = "train-nsp.answer" if _is_above_chance(accuracy) else "train-nsp.answer.chance"
        answer = language.text(key, accuracy=accuracy)
        return Document(
            language.text("train-nsp.title", model=results.model.name),
            language,
            kicker=language.text("train.kicker"),
            standfirst=[language.text("train-nsp.standfirst")],
            notes=notes_of(list(nsp_notices(results)), language),
            answer=[Paragraph(answer, "lead")],
            sections=course_sections(NSP, log, _nsp_facts(results, language), results.settings, language),
            data=_course_table(NSP, log, language),
        )

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, ROOM)
        accuracy = read_nsp(path).held_out_accuracy
        model = str(read_question(path)["model"])  # of a folder that was named from the root, its last part only
        named = model if "/" in model or Path(model).exists() else language.text("command.model")
        command = f"epicene audit {named} --on stereoset-fr --nsp {path}"
        return terminal_lines(
            language,
            language.text("train-nsp.summary", accuracy=accuracy),
            language.text("train-nsp.folder", path=path),
            language.text("train.use", command=command),
        )


class MtPage(RunKind[MtResults]):
    """Of a translation system."""

    name = MT
    result = MtResults

    def read(self, path: Path) -> list[MtResults]:
        return [read_mt(path)]

    def document(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, ROOM)
        results, log = read_mt(path), read_log(path)
        validation = results.validation
        source, target = _languages(results)
        answer = language.text("train-mt.answer", validation=validation)
        return Document(
            language.text("train-mt.title", source=source, target=target),
            language,
            kicker=language.text("train.kicker"),
            standfirst=[language.text("train-mt.standfirst")],
            notes=notes_of(list(mt_notices(results)), language),
            answer=[Paragraph(answer, "lead"), Paragraph(validation.signature, "code", screen_only=True)],
            sections=course_sections(MT, log, _mt_facts(results, language), results.settings, language),
            signatures=[validation.signature],
            signed=False,
            data=_course_table(MT, log, language),
        )

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        path, language = only_run(paths), Language(code, ROOM)
        results = read_mt(path)
        validation, (source, target) = results.validation, _languages(results)
        command = f"epicene mt translate {path} --from {source} --to {target} --in FILE --out FILE"
        return terminal_lines(
            language,
            language.text("train-mt.summary", validation=validation),
            language.text(
                "train-mt.summary.size",
                millions=results.parameters / 1e6,
                steps=results.steps,
                ended=results.ended_by,
            ),
            language.text("train-mt.folder", path=path),
            language.text("train.use", command=command),
        )


NSP_PAGE, MT_PAGE = NspPage(), MtPage()


def _is_above_chance(accuracy: Accuracy) -> bool:
    return shown_side(accuracy.low, accuracy.high, CHANCE) == 1


def nsp_notices(results: NspResults) -> Iterator[Notice]:
    """What a reader of the accuracy must know."""
    accuracy, warmup = results.held_out_accuracy, results.settings.get("warmup")
    if not _is_above_chance(accuracy):
        yield Notice("notice.train.chance", {"low": accuracy.low, "high": accuracy.high}, GRAVE)
    if isinstance(warmup, int) and results.steps <= warmup:
        yield Notice("notice.train.warmup", {"steps": results.steps, "warmup": warmup})


def mt_notices(results: MtResults) -> Iterator[Notice]:
    pairs = results.pairs
    if results.ended_by == CLOCK:
        yield Notice("notice.train.clock", {"steps": results.steps})
    if pairs.left_out:
        reasons = [Message("train.left-out", {"n": n, "reason": why}) for why, n in pairs.left_out.items()]
        yield Notice("notice.train.left-out", {"used": pairs.used, "total": pairs.total, "reasons": reasons})


def terminal_lines(language: Language, *lines: str) -> Document:
    """For a terminal; none of them is broken, for they are copied."""
    return Document("", language, sections=[Section("", [Paragraph(line, "code") for line in lines])])


def _languages(results: MtResults) -> tuple[str, str]:
    pair = results.settings.get("language_pair")
    source, target = pair if isinstance(pair, list) else ("fr", "en")
    return source, target


def course_sections(
    kind: str,
    log: Sequence[LogLine],
    facts: Sequence[tuple[str, str]],
    settings: Mapping[str, Setting],
    language: Language,
) -> list[Section]:
    figures = [Figure(curve, filed=True, level=3) for curve in learning_curves(kind, log, language)]
    checked = [line for line in log if validated(line) is not None]
    course: list[Block] = [Row(figures)]
    if checked:
        table = TableBlock(_course_table(kind, checked, language), "validations")
        course.append(Collapsible(language.text("train.validations"), [table]))
    return [
        Section(language.text("train.course"), course),
        Section(language.text("train.facts"), [DefinitionList(facts)]),
        Section(
            language.text("train.settings"),
            [TableBlock(_settings_table(settings, language), "settings", captioned=False)],
        ),
    ]


def _course_table(kind: str, log: Sequence[LogLine], language: Language) -> Table:
    columns = [
        Column("step", language.text("train.step"), "number", 0),
        Column("loss", language.text(f"{kind}.loss"), "number", 3),
        Column("validation", language.text(f"{kind}.validation"), "number", 2),
    ]
    rows = [[Cell(line.step), Cell(line.loss), Cell(validated(line))] for line in log]
    return Table(language.text("train.validations"), columns, [rows])


def _settings_table(settings: Mapping[str, Setting], language: Language) -> Table:
    """As `results.json` and, with hyphens, the command's options name them."""
    columns = [Column("setting", language.text("train.setting")), Column("value", language.text("train.value"))]
    rows = [[Cell(name), Cell(_written(value, language))] for name, value in settings.items()]
    return Table(language.text("train.settings"), columns, [rows])


def _written(value: Setting, language: Language) -> str:
    if value is None or isinstance(value, bool):
        return language.text(f"train.value.{value}".lower())
    return ", ".join(value) if isinstance(value, list) else str(value)


def _nsp_facts(results: NspResults, language: Language) -> list[tuple[str, str]]:
    model = results.model
    body = "train-nsp.body.trained" if results.body == "trained" else "train-nsp.body.kept"
    return [
        (language.text("train.model"), f"{model.name}, {model.architecture}, {model.weights_digest[:SHORT]}"),
        (language.text("train.body"), language.text(body)),
        (language.text("train.text"), language.text("train-nsp.text", text=results.text)),
        (language.text("train.end"), language.text("train-nsp.end", steps=results.steps)),
        *_common_facts(results, language),
    ]


def _mt_facts(results: MtResults, language: Language) -> list[tuple[str, str]]:
    return [
        (language.text("train.model"), language.text("train-mt.size", run=results)),
        (language.text("train.text"), language.text("train-mt.text", run=results)),
        (language.text("train.end"), language.text("train-mt.end", run=results)),
        *_common_facts(results, language),
    ]


def _common_facts(results: NspResults | MtResults, language: Language) -> Iterator[tuple[str, str]]:
    yield language.text("methods.machine"), machine_said(results.machine, results.epicene, language)
    if cost := cost_said(results.cost, language):
        yield language.text("methods.cost"), cost


def machine_said(machine: Machine, version: str, language: Language) -> str:
    versions = {"torch": machine.torch, "transformers": machine.transformers, "epicene": version}
    parts = [machine.device, language.text("train.threads", n=machine.threads) if machine.threads else None]
    parts += [f"{name} {found}" for name, found in versions.items() if found]
    return ", ".join(part for part in parts if part)
