"""Scatter plots: a dot for each model, drawn as inline SVG in the page's own colours, and as a file for a paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

from markupsafe import Markup

from epicene.core.language import Language
from epicene.report.charts.forest import cross, drawing, tag

CHARACTER = 7.0  # width of a letter of a label, in pixels
LABEL_HEIGHT = 13.0
TICKS = 5


@dataclass(frozen=True, slots=True)
class Dot:
    """A model; `low` and `high` are the ends of its interval in y. A published one is grey and has none."""

    label: str
    x: float
    y: float
    low: float | None = None
    high: float | None = None
    published: bool = False


@dataclass(frozen=True, slots=True)
class Scatter:
    id: str
    title: str
    dots: Sequence[Dot]
    x_label: str
    y_label: str
    log_x: bool = False
    series: Sequence[str] = ()
    published: str = ""

    def drawings(self, language: Language) -> list[Markup]:
        return [_ScatterDrawing(self, frame, language).svg() for frame in (WIDE, NARROW)]

    def x_ticks(self) -> list[float]:
        xs = [dot.x for dot in self.dots]
        return log_ticks(min(xs), max(xs)) if self.log_x else ticks(min(xs), max(xs))

    def y_ticks(self) -> list[float]:
        return ticks(0.0, max([1.0, *(dot.y for dot in self.dots), *(dot.high or 0.0 for dot in self.dots)]))


def ticks(low: float, high: float) -> list[float]:
    """Round values around a range: steps of 1, 2 or 5 times a power of ten."""
    spread = max(high - low, abs(high) * 0.1, 1e-6)
    power = 10.0 ** floor(log10(spread / TICKS))
    step = next(power * factor for factor in (1, 2, 5, 10) if spread / (power * factor) <= TICKS)
    first, last = floor(low / step + 1e-9), max(ceil(high / step - 1e-9), floor(low / step) + 1)
    return [round(index * step, 10) for index in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """1, 2, 5, 10, 20, 50 … around a range; tens only where it spans more than three powers."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    factors = (1,) if log10(high / low) > 3 else (1, 2, 5)
    every = [factor * 10.0**power for power in powers for factor in factors]
    below = max([tick for tick in every if tick <= low * 1.000001], default=every[0])
    above = min([tick for tick in every if tick >= high * 0.999999], default=every[-1])
    if below == above:
        below, above = below / 2, above * 2
    return [tick for tick in sorted({*every, below, above}) if below <= tick <= above]


class ScatterFrame(NamedTuple):
    """The measures of a scatter plot."""

    name: str
    width: int
    height: int


WIDE, NARROW = ScatterFrame("wide", 720, 400), ScatterFrame("narrow", 352, 340)
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 30, 50


class _ScatterDrawing:
    def __init__(self, plot: Scatter, frame: ScatterFrame, language: Language) -> None:
        self.plot, self.frame, self.language = plot, frame, language
        self.x_ticks, self.y_ticks = plot.x_ticks(), plot.y_ticks()

    def x(self, value: float) -> float:
        scale = log10 if self.plot.log_x else float
        low, high = scale(self.x_ticks[0]), scale(self.x_ticks[-1])
        inside = self.frame.width - LEFT - RIGHT - 16
        return LEFT + 8 + (scale(value) - low) / (high - low) * inside

    def y(self, value: float) -> float:
        inside = self.frame.height - TOP - BOTTOM
        return self.frame.height - BOTTOM - value / self.y_ticks[-1] * inside

    def svg(self) -> Markup:
        plot, frame = self.plot, self.frame
        ordered = sorted(plot.dots, key=lambda dot: not dot.published)  # the study's own lie above published ones
        marks = [mark for dot in ordered for mark in self.dot(dot)]
        parts = [tag("g", *self.axes(), aria_hidden="true"), *marks, *self.labels()]
        values = self.language.text("punctuation.semicolon").join(map(self.told, plot.dots))
        return drawing(f"{plot.id}-{frame.name}", plot.title, values, parts, frame.name, frame.width, frame.height)

    def told(self, dot: Dot) -> str:
        return f"{dot.label} {_number(dot.x, self.language)}, {self.language.number(dot.y)}"

    def axes(self) -> Iterator[Markup]:
        frame, base = self.frame, self.y(0.0)
        for tick in self.y_ticks:
            y = self.y(tick)
            yield tag("line", x1=LEFT, x2=frame.width - RIGHT, y1=y, y2=y, class_="base" if not tick else "grid")
            yield tag("text", _number(tick, self.language), x=LEFT - 8, y=y + 4, class_="tick end")
        for tick in self.x_ticks:
            x = self.x(tick)
            yield tag("line", x1=x, x2=x, y1=base, y2=base + 4, class_="base")
            yield tag("text", _number(tick, self.language), x=x, y=base + 18, class_="tick")
        middle = (LEFT + frame.width - RIGHT) / 2
        yield tag("text", self.plot.x_label, x=middle, y=frame.height - 8, class_="side middle")
        yield tag("text", self.plot.y_label, x=0, y=14, class_="side start")

    def dot(self, dot: Dot) -> Iterator[Markup]:
        x, y = self.x(dot.x), self.y(dot.y)
        if dot.low is not None and dot.high is not None:
            yield tag("line", x1=x, x2=x, y1=self.y(dot.low), y2=self.y(dot.high), class_="span model model-0 faint")
        if dot.published:
            yield cross(x, y, self.told(dot))
        else:
            title = tag("title", self.told(dot))
            yield tag("circle", title, cx=x, cy=y, r=4.5, class_="mark filled model model-0")

    def labels(self) -> Iterator[Markup]:
        centres = [(self.x(dot.x), self.y(dot.y)) for dot in self.plot.dots]
        within = (float(LEFT), 16.0, float(self.frame.width), self.y(0.0))
        boxes = place_labels(centres, [dot.label for dot in self.plot.dots], within)
        for dot, box in zip(self.plot.dots, boxes, strict=True):
            if box:
                kind = "dot-label published" if dot.published else "dot-label"
                x, anchor = anchored(box, self.x(dot.x))
                yield tag("text", dot.label, x=x, y=box[3] - 3, class_=f"{kind} {anchor}", aria_hidden="true")


Box = tuple[float, float, float, float]  # left, top, right, bottom; y grows downwards


def place_labels(centres: Sequence[tuple[float, float]], labels: Sequence[str], within: Box) -> list[Box | None]:
    """A box for each label beside its dot, where no other label or dot is; None where there is no such place."""
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y in centres]
    label_boxes: list[Box | None] = []
    for (x, y), label in zip(centres, labels, strict=True):
        width = CHARACTER * len(label)
        corners = [(x + 8, y - LABEL_HEIGHT / 2), (x - 8 - width, y - LABEL_HEIGHT / 2)]
        corners += [(x - width / 2, y - 8 - LABEL_HEIGHT), (x - width / 2, y + 8)]
        boxes = [(left, top, left + width, top + LABEL_HEIGHT) for left, top in corners]
        free = next((box for box in boxes if _is_free(box, within, taken)), None)
        taken += [free] if free else []
        label_boxes.append(free)
    return label_boxes


def _is_free(box: Box, within: Box, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    if left < within[0] or top < within[1] or right > within[2] or bottom > within[3]:
        return False
    return not any(left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in taken)


def anchored(box: Box, x: float) -> tuple[float, str]:
    """The point at which a label is held, so that it keeps its distance from the dot however wide its letters are."""
    if box[0] > x:
        return box[0], "start"
    return (box[2], "end") if box[2] < x else (x, "middle")


def _number(value: float, language: Language) -> str:
    return language.number(value, 0 if value == round(value) else 1 if abs(value) >= 1 else 2)
