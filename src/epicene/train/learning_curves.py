"""The course of a training as charts: what validation says, and the loss, by step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.core.language import Language
from epicene.report.charts.curve import FILE_HEIGHT, Curve, CurvePoint, paint
from epicene.report.charts.export import export_chart
from epicene.report.charts.scatter import ticks
from epicene.train.results import MT, NSP, LogLine, read_log

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
