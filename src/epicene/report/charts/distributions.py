"""How b and r are spread: a row of bars for each distribution, its mean a white point as in the paper's figure 4.

The same rows make the drawing in the page (SVG, coloured by the style sheet) and the file for a paper (SVG and PDF).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        return [
            _DistributionDrawing(self, name, width, language).svg() for name, width in (("wide", 720), ("narrow", 352))
        ]


@dataclass(frozen=True, slots=True)
class _DistributionDrawing:
    figure: Distributions
    name: str
    width: int
    language: Language

    def x(self, value: float) -> float:
        share = (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW)
        return 10 + share * (self.width - 20)

    @property
    def bar(self) -> float:
        return TALL if len(self.figure.rows) == 1 else LOW_BAR

    def svg(self) -> Markup:
        figure, step = self.figure, self.bar + LABEL
        bottom = 16 + len(figure.rows) * step
        rows = [part for index, row in enumerate(figure.rows) for part in self.row(row, 16 + index * step)]
        parts = [tag("g", *self.axis(bottom), aria_hidden="true"), *rows]
        values = self.language.text("punctuation.semicolon").join(
            row_sentence(row, self.language) for row in figure.rows
        )
        name = f"{figure.id}-{self.name}"
        return drawing(name, figure.title, values, parts, self.name, self.width, bottom + FOOT)

    def axis(self, bottom: float) -> Iterator[Markup]:
        for tick in TICKS:
            x = self.x(tick)
            yield tag("line", x1=x, x2=x, y1=16, y2=bottom, class_="ideal" if tick == self.figure.ideal else "grid")
            yield tag("text", self.language.number(tick, 1), x=x, y=bottom + 16, class_="tick")
        x = self.x(self.figure.ideal)
        side = "side end" if self.figure.ideal == HIGH else "side"
        yield tag("text", self.figure.ideal_label, x=x, y=bottom + 31, class_=side)

    def row(self, row: Distribution, top: float) -> Iterator[Markup]:
        base = top + LABEL + self.bar
        text = row_sentence(row, self.language, short=self.name == "narrow")
        yield tag("text", text, x=0, y=top + 22, class_="label")
        yield tag("path", d=self.outline(row, base), class_="bars")
        yield tag("line", x1=10, x2=self.width - 10, y1=base, y2=base, class_="base")
        x = self.x(row.median)
        yield tag("line", x1=x, x2=x, y1=base - 12, y2=base, class_="span model")
        yield tag("circle", cx=self.x(row.mean), cy=base, r=4.5, class_="mark open model")

    def outline(self, row: Distribution, base: float) -> str:
        heights = row.heights()
        tallest, step = max(heights), (self.x(HIGH) - self.x(LOW)) / BINS
        points = [f"M{self.x(LOW):.1f} {base:.1f}"]
        for index, height in enumerate(heights):
            x, y = self.x(LOW) + index * step, base - height / tallest * (self.bar - 4)
            points.append(f"L{x:.1f} {y:.1f}H{x + step:.1f}")
        return "".join([*points, f"V{base:.1f}Z"])


def row_sentence(row: Distribution, language: Language, *, short: bool = False) -> str:
    """The row in words: what is drawn can also be read."""
    if short:
        mean, median = language.number(row.mean, 2), language.number(row.median, 2)
        return language.text("distribution.short", label=row.label, mean=mean, median=median)
    below = language.text("distribution.below", n=language.count(row.n_below)) if row.n_below else ""
    return language.text(
        "distribution.row",
        label=row.label,
        mean=language.number(row.mean, 2),
        median=language.number(row.median, 2),
        n=language.count(len(row.values)),
        below=below,
    )
