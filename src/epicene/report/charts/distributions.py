"""How b and r are spread: a row of bars for each distribution, its mean a white point as in the paper's figure 4.

The same rows make the drawing in the page (SVG, coloured by the style sheet) and the file for a paper (SVG and PDF).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from statistics import fmean, median

from markupsafe import Markup

from epicene.core.language import Language
from epicene.report.charts.forest import drawing, tag

LOW, HIGH, BINS = -1.0, 1.0, 40
TICKS = (-1.0, -0.5, 0.0, 0.5, 1.0)
LABEL, FOOT = 32.0, 34.0
TALL, LOW_BAR = 96.0, 46.0  # one row alone, rows below one another


@dataclass(frozen=True, slots=True)
class Distribution:
    """One row. Values below −1 (r has no lower end) are counted at the left edge and named in the label."""

    label: str
    values: Sequence[float]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def n_below(self) -> int:
        return sum(value < LOW for value in self.values)

    def heights(self) -> list[int]:
        """How many values lie in each bin, the first one holding all that lie lower."""
        counts = [0] * BINS
        for value in self.values:
            counts[min(max(floor((value - LOW) / (HIGH - LOW) * BINS), 0), BINS - 1)] += 1
        return counts


@dataclass(frozen=True, slots=True)
class Distributions:
    """A figure; `ideal` is where a faithful system lies."""

    id: str
    title: str
    rows: Sequence[Distribution]
    ideal: float
    ideal_label: str

    def drawings(self, language: Language) -> list[Markup]:
        return [_draw(self, name, width, language) for name, width in (("wide", 720), ("narrow", 352))]


def _draw(figure: Distributions, name: str, width: int, language: Language) -> Markup:
    bar = TALL if len(figure.rows) == 1 else LOW_BAR
    bottom = 16 + len(figure.rows) * (bar + LABEL)
    axis, rows = list[Markup](), list[Markup]()
    for tick in TICKS:
        x = _x(tick, width)
        axis.append(tag("line", x1=x, x2=x, y1=16, y2=bottom, class_="ideal" if tick == figure.ideal else "grid"))
        axis.append(tag("text", language.number(tick, 1), x=x, y=bottom + 16, class_="tick"))
    side = "side end" if figure.ideal == HIGH else "side"
    axis.append(tag("text", figure.ideal_label, x=_x(figure.ideal, width), y=bottom + 31, class_=side))
    for index, row in enumerate(figure.rows):
        top = 16 + index * (bar + LABEL)
        base, x = top + LABEL + bar, _x(row.median, width)
        rows += [
            tag("text", row_sentence(row, language, short=name == "narrow"), x=0, y=top + 22, class_="label"),
            tag("path", d=_outline(row, width, base, bar), class_="bars"),
            tag("line", x1=10, x2=width - 10, y1=base, y2=base, class_="base"),
            tag("line", x1=x, x2=x, y1=base - 12, y2=base, class_="span model"),
            tag("circle", cx=_x(row.mean, width), cy=base, r=4.5, class_="mark open model"),
        ]
    values = language.text("punctuation.semicolon").join(row_sentence(row, language) for row in figure.rows)
    parts = [tag("g", *axis, aria_hidden="true"), *rows]
    return drawing(f"{figure.id}-{name}", figure.title, values, parts, name, width, bottom + FOOT)


def _x(value: float, width: int) -> float:
    share = (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW)
    return 10 + share * (width - 20)


def _outline(row: Distribution, width: int, base: float, bar: float) -> str:
    heights, left = row.heights(), _x(LOW, width)
    step, points = (_x(HIGH, width) - left) / BINS, [f"M{left:.1f} {base:.1f}"]
    for index, height in enumerate(heights):
        x, y = left + index * step, base - height / max(heights) * (bar - 4)
        points.append(f"L{x:.1f} {y:.1f}H{x + step:.1f}")
    return "".join([*points, f"V{base:.1f}Z"])


def row_sentence(row: Distribution, language: Language, *, short: bool = False) -> str:
    """The row in words: what is drawn can also be read."""
    named = {"label": row.label, "mean": language.number(row.mean, 2), "median": language.number(row.median, 2)}
    if short:
        return language.text("distribution.short", **named)
    below = language.text("distribution.below", n=language.count(row.n_below)) if row.n_below else ""
    return language.text("distribution.row", **named, n=language.count(len(row.values)), below=below)
