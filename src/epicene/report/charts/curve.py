"""Curves: readings against a setting, or figures along a training; inline SVG in the page's colours, and a file for a
paper.

A dotted line is what was to be expected, where that is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10

from markupsafe import Markup

from epicene.core.language import Language
from epicene.report.charts.forest import drawing, tag

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 340, 220, 46, 14, 12, 42
BESIDE = 6  # between points of one x
MOST_MARKED = 40  # points beyond which a line says more than marks


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """`low` and `high` are the ends of its interval."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Curve:
    """Points in the order of x, joined through the mean of those at one x; ticks are the ends of the axes too.

    `digits` are those of a value in words; `expected` the two ends of the dotted line; `x_names` what stands at each
    tick instead of its number.
    """

    id: str
    title: str
    points: Sequence[CurvePoint]
    x_label: str
    x_ticks: Sequence[float]
    y_ticks: Sequence[float]
    digits: int = 0
    expected: Sequence[tuple[float, float]] = ()
    x_names: Sequence[str] = ()

    def drawings(self, language: Language) -> list[Markup]:
        return [_CurveDrawing(self, language).svg()]

    @property
    def course(self) -> list[tuple[float, float]]:
        """Through the mean of the points at each x."""
        values: dict[float, list[float]] = {}
        for point in self.points:
            values.setdefault(point.x, []).append(point.y)
        return [(x, sum(own) / len(own)) for x, own in values.items()]

    @property
    def marked(self) -> Sequence[CurvePoint]:
        """All points, where they can be told from one another; else the last."""
        return self.points if len(self.points) <= MOST_MARKED else self.points[-1:]

    def x_name(self, value: float, language: Language) -> str:
        named = dict(zip(self.x_ticks, self.x_names, strict=False))
        return named.get(value) or language.number(value, 0)

    def tick(self, value: float, language: Language) -> str:
        step = self.y_ticks[1] - self.y_ticks[0]
        return language.number(value, 0 if value == round(value) else max(1, -floor(log10(step) + 1e-9)))


@dataclass(frozen=True, slots=True)
class _CurveDrawing:
    curve: Curve
    language: Language

    def svg(self) -> Markup:
        curve, language = self.curve, self.language
        described = language.text("punctuation.semicolon").join(
            f"{curve.x_name(point.x, language)}{language.text('punctuation.colon')} {self.number(point.y)}"
            for point in self.curve.marked
        )
        parts = [tag("g", *self.axes(), aria_hidden="true"), *self.expected(), *self.readings()]
        return drawing(curve.id, curve.title, described, parts, "curve", WIDTH, HEIGHT)

    def number(self, value: float) -> str:
        return self.language.number(value, self.curve.digits)

    def x(self, value: float) -> float:
        low, high = self.curve.x_ticks[0], self.curve.x_ticks[-1]
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        low, high = self.curve.y_ticks[0], self.curve.y_ticks[-1]
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def axes(self) -> Iterator[Markup]:
        for tick in self.curve.y_ticks:
            y = self.y(tick)
            yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid")
            yield tag("text", self.curve.tick(tick, self.language), x=LEFT - 8, y=y + 4, class_="tick end")
        base = HEIGHT - BOTTOM
        for tick in self.curve.x_ticks:
            yield tag("line", x1=self.x(tick), x2=self.x(tick), y1=base, y2=base + 4, class_="base")
            yield tag("text", self.curve.x_name(tick, self.language), x=self.x(tick), y=base + 18, class_="tick")
        yield tag("text", self.curve.x_label, x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 8, class_="side")

    def expected(self) -> Iterator[Markup]:
        if self.curve.expected:
            (x1, y1), (x2, y2) = ((self.x(x), self.y(y)) for x, y in self.curve.expected)
            yield tag("line", x1=x1, x2=x2, y1=y1, y2=y2, class_="truth")

    def readings(self) -> Iterator[Markup]:
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in self.curve.course)
        yield tag("polyline", points=path, class_="course")
        colon = self.language.text("punctuation.colon")
        at_x, drawn = Counter(point.x for point in self.curve.points), Counter[float]()
        for point in self.curve.marked:
            x = self.x(point.x) + BESIDE * (drawn[point.x] - (at_x[point.x] - 1) / 2)
            drawn[point.x] += 1
            text = f"{self.curve.x_name(point.x, self.language)}{colon} {self.number(point.y)}"
            if point.low is not None and point.high is not None:
                ends = {"y1": self.y(point.low), "y2": self.y(point.high)}
                yield tag("line", x1=x, x2=x, **ends, class_="span model model-0")
                text += f" {self.language.bracket(point.low, point.high, self.curve.digits)}"
            yield tag("circle", tag("title", text), cx=x, cy=self.y(point.y), r=4, class_="mark filled model model-0")
