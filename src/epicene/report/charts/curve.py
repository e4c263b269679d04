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
        return [_draw(self, language)]

    def x_name(self, value: float, language: Language) -> str:
        named = dict(zip(self.x_ticks, self.x_names, strict=False))
        return named.get(value) or language.number(value, 0)


def _draw(curve: Curve, language: Language) -> Markup:
    # All points are marked, where they can be told from one another; else the last.
    marked = curve.points if len(curve.points) <= MOST_MARKED else curve.points[-1:]
    colon = language.text("punctuation.colon")
    written = [f"{curve.x_name(p.x, language)}{colon} {language.number(p.y, curve.digits)}" for p in marked]
    parts = [tag("g", *_axes(curve, language), aria_hidden="true")]
    if curve.expected:
        (x1, y1), (x2, y2) = ((_x(curve, x), _y(curve, y)) for x, y in curve.expected)
        parts.append(tag("line", x1=x1, x2=x2, y1=y1, y2=y2, class_="truth"))
    values: dict[float, list[float]] = {}
    for point in curve.points:
        values.setdefault(point.x, []).append(point.y)
    path = " ".join(f"{_x(curve, x):.1f},{_y(curve, sum(own) / len(own)):.1f}" for x, own in values.items())
    parts.append(tag("polyline", points=path, class_="course"))
    drawn = Counter[float]()
    for point, text in zip(marked, written, strict=True):
        x = _x(curve, point.x) + BESIDE * (drawn[point.x] - (len(values[point.x]) - 1) / 2)
        drawn[point.x] += 1
        if point.low is not None and point.high is not None:
            ends = {"y1": _y(curve, point.low), "y2": _y(curve, point.high)}
            parts.append(tag("line", x1=x, x2=x, **ends, class_="span model model-0"))
            text += f" {language.bracket(point.low, point.high, curve.digits)}"
        mark = {"cx": x, "cy": _y(curve, point.y), "r": 4, "class_": "mark filled model model-0"}
        parts.append(tag("circle", tag("title", text), **mark))
    described = language.text("punctuation.semicolon").join(written)
    return drawing(curve.id, curve.title, described, parts, "curve", WIDTH, HEIGHT)


def _x(curve: Curve, value: float) -> float:
    low, high = curve.x_ticks[0], curve.x_ticks[-1]
    return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)


def _y(curve: Curve, value: float) -> float:
    low, high = curve.y_ticks[0], curve.y_ticks[-1]
    return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)


def _axes(curve: Curve, language: Language) -> Iterator[Markup]:
    decimals = max(1, -floor(log10(curve.y_ticks[1] - curve.y_ticks[0]) + 1e-9))
    for tick in curve.y_ticks:
        y, text = _y(curve, tick), language.number(tick, 0 if tick == round(tick) else decimals)
        yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid")
        yield tag("text", text, x=LEFT - 8, y=y + 4, class_="tick end")
    base = HEIGHT - BOTTOM
    for tick in curve.x_ticks:
        x = _x(curve, tick)
        yield tag("line", x1=x, x2=x, y1=base, y2=base + 4, class_="base")
        yield tag("text", curve.x_name(tick, language), x=x, y=base + 18, class_="tick")
    yield tag("text", curve.x_label, x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 8, class_="side")
