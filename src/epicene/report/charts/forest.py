"""Forest plots as inline SVG: a row for each group, a mark and its interval against the ideal value.

Colours and fonts come from the page's style sheet, so that the same drawing serves light, dark and print. Nothing is
told by colour alone: models differ in shape, a filled mark differs clearly from the ideal, a cross was published by
others, and every value is also written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, floor, pi, sin
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from epicene.core.language import Language

LINE = 18
LABEL_CHARACTERS = 26
LABEL_LINE = 17
CAPTION_LETTER = 6.2  # width of a letter of a caption, on the wide side
CAPTION_GAP = 24.0


@dataclass(frozen=True, slots=True)
class Point:
    """`told` says that the value differs clearly from the ideal; a published value has no interval. `target` is the id
    of what the value was made of, where the page shows it: the mark leads there.
    """

    value: float
    low: float | None = None
    high: float | None = None
    told: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One group: a point for each model (None where a model has none); `beside` are published values, with their names,
    which have a line of their own below; `printed` are those of each model, on its own line.

    `first` is the place of the first point's model among the models of the report, where a row has only one of them;
    `target` the id of what the row is made of, where the page shows it: the label leads there.
    """

    label: str
    detail: str = ""
    points: Sequence[Point | None] = ()
    beside: Sequence[tuple[str, float]] = ()
    printed: Sequence[float | None] = ()
    strong: bool = False
    grey: bool = False
    first: int = 0
    target: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a drawing; `stacked` puts labels above the lines, for a phone."""

    name: str
    width: int
    left: int
    right: int
    step: int
    stacked: bool = False
    bare: bool = False


WIDE = Layout("wide", width=720, left=256, right=556, step=10)
NARROW = Layout("narrow", width=352, left=10, right=298, step=20, stacked=True)
STRIP = Layout("strip", width=320, left=8, right=312, step=50, bare=True)


@dataclass(frozen=True, slots=True)
class Plot:
    """`tick_words` say below the ticks of a strip what they mean; `series` names the marks in a file, `published` those
    that others printed; `step` is that of the ticks where the layout's own would crowd them. `excluded` are the
    places of models that are not to be believed.
    """

    id: str
    title: str
    rows: Sequence[PlotRow]
    ideal_label: str
    captions: tuple[str, str] = ("", "")
    ideal: float = 50.0
    domain: tuple[float, float] | None = None
    tick_words: Sequence[str] = ()
    series: Sequence[str] = ()
    published: str = ""
    excluded: Collection[int] = ()
    step: int = 0
    layouts: Sequence[Layout] = (WIDE, NARROW)

    def drawings(self, language: Language) -> list[Markup]:
        """A drawing for wide screens and one for phones."""
        drawings = []
        for layout in self.layouts:
            drawings.append(draw(self, replace(layout, step=max(layout.step, self.step)), language))
        return drawings

    def bounds(self) -> tuple[float, float]:
        """Whole tens around all that is drawn and the ideal, and never so narrow that chance looks like a finding."""
        if self.domain:
            return self.domain
        drawn: list[float | None] = [30.0, 70.0, self.ideal]
        for row in self.rows:
            drawn += [*dict(row.beside).values(), *row.printed]
            for point in filter(None, row.points):
                drawn += [point.value, point.low, point.high]
        values = [value for value in drawn if value is not None]
        return max(0.0, floor(min(values) / 10) * 10.0), min(100.0, ceil(max(values) / 10) * 10.0)


def label_lines(row: PlotRow) -> list[str]:
    """A label on one line or two, which leave room for the smaller letters of its detail."""
    room = max(8, min(LABEL_CHARACTERS, 33 - len(row.detail))) if row.detail else LABEL_CHARACTERS + 7
    return [row.label] if len(row.label) <= room else wrap(row.label, room, max_lines=2, placeholder="…")


def tag(name: str, *children: str, **attributes: object) -> Markup:
    """An element with everything in it escaped; class_ and x_y stand for class and x-y."""
    written = Markup("")
    for key, value in attributes.items():
        if value is not None:
            plain = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value
            written += Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), plain)
    return Markup("<{0}{1}>{2}</{0}>").format(name, written, Markup("").join(children))


SMALL = 480  # drawings below this width are not stretched over a page, so that letters stay of one size


def drawing(
    id: str, title: str, values: str, parts: Sequence[Markup], kind: str, width: float, height: float
) -> Markup:
    """Inline SVG that can also be read: the title says what is seen, and `values` all that is drawn."""
    return tag(
        "svg",
        tag("title", title, id=f"{id}-title"),
        tag("desc", values, id=f"{id}-desc"),
        *parts,
        class_=f"forest {kind} small" if width < SMALL and kind not in ("wide", "narrow") else f"forest {kind}",
        viewBox=f"0 0 {width} {height:.0f}",
        role="group" if "<a " in "".join(parts) else "img",  # what is in an image cannot be reached
        aria_labelledby=f"{id}-title {id}-desc",
    )


def _link(target: str, name: str, parts: Sequence[Markup]) -> Markup:
    return tag("a", tag("title", name), *parts, href=f"#{target}")


def draw(plot: Plot, layout: Layout, language: Language) -> Markup:
    return _ForestDrawing(plot, layout, language).svg()


class _PlacedRow(NamedTuple):
    """A row with its label on one line or two, and the heights at which it begins, has its marks, and ends."""

    row: PlotRow
    label: list[str]
    n_lines: int
    top: float
    marks: float
    bottom: float


class _ForestDrawing:
    def __init__(self, plot: Plot, layout: Layout, language: Language) -> None:
        self.plot, self.layout, self.language = plot, layout, language
        self.low, self.high = plot.bounds()
        self.models = max(map(len, (row.points for row in plot.rows)), default=1)
        self.top = y = 24.0 if plot.ideal_label else 8.0
        self.rows = list[_PlacedRow]()
        for row in plot.rows:
            label, n_lines = label_lines(row), max(1, len(row.points) + bool(row.beside))
            # What a second line of the label needs above and below the only line of marks.
            taller = 5.0 if n_lines == 1 and len(label) > 1 else 0.0
            above, below = 4.0 + taller, 8.0 + taller
            if layout.stacked:  # on a phone, the label lies above the marks
                above, below = 22.0 + LABEL_LINE * (len(label) - 1) if row.label else above, 6.0
            self.rows.append(_PlacedRow(row, label, n_lines, y, y + above, y + above + LINE * n_lines + below))
            y = self.rows[-1].bottom
        self.bottom = y

    def x(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.layout.left + share * (self.layout.right - self.layout.left)

    def svg(self) -> Markup:
        plot, layout, parts = self.plot, self.layout, [self.axis()]
        for placed in self.rows:
            parts.append(self.row(placed))
        height = self.bottom + (36 if layout.bare else 44)
        name = f"{plot.id}-{layout.name}"
        return drawing(name, plot.title, self.description(), parts, layout.name, layout.width, height)

    def description(self) -> str:
        texts = []
        for row in self.plot.rows:
            values = [self.written(point) for point in row.points if point is not None]
            values += [f"{name} {self.language.number(value)}" for name, value in row.beside]
            values += [self.printed_name(row, index) for index, value in enumerate(row.printed) if value is not None]
            texts.append(f"{row.label} {', '.join(values)}".strip())
        return self.language.text("punctuation.semicolon").join(texts)

    def printed_name(self, row: PlotRow, index: int) -> str:
        """Which of the models of a row a published value is of, and the value."""
        name = self.plot.series[index] if index < len(self.plot.series) else row.label
        return f"{name}, {self.plot.published} {self.language.number(row.printed[index] or 0.0)}"

    def written(self, point: Point) -> str:
        value = self.language.number(point.value)
        if point.low is None or point.high is None:
            return value
        return f"{value} {self.language.bracket(point.low, point.high)}"

    def axis(self) -> Markup:
        """Grid, tick labels, the ideal line, and what each side means."""
        plot, layout, bottom, parts = self.plot, self.layout, self.bottom, list[Markup]()
        stretches = [(self.top - 4, bottom)]
        if layout.stacked:  # on a phone, the lines of the scale do not pass through labels
            stretches = [(self.top - 4, self.top), *((placed.marks, placed.bottom) for placed in self.rows)]
        step = layout.step if self.high - self.low >= 2 * layout.step else layout.step // 2
        middle = self.x(plot.ideal)
        for tick in range(int(self.low), int(self.high) + 1):
            x, ideal = self.x(tick), tick == plot.ideal
            if not ideal and tick % step:
                continue
            for y1, y2 in stretches if not (ideal or layout.bare) else ():
                if y2 > self.top:
                    parts.append(tag("line", x1=x, x2=x, y1=y1, y2=y2, class_="grid"))
            if ideal or abs(x - middle) >= 20:  # else the two would meet
                label = self.language.number(tick, 0)
                parts.append(tag("text", label, x=x, y=bottom + 16, class_="tick ideal" if ideal else "tick"))
        if layout.bare:
            # Below the first tick from its left end, below the last to its right end, so that nothing is cut off.
            ends = (self.low, "tick start", -8), (plot.ideal, "tick ideal", 0), (self.high, "tick end", 8)
            for word, (value, kind, nudge) in zip(plot.tick_words, ends, strict=False):
                parts.append(tag("text", word, x=self.x(value) + nudge, y=bottom + 30, class_=kind))
            parts.append(tag("line", x1=self.x(self.low), x2=self.x(self.high), y1=bottom, y2=bottom, class_="base"))
        for y1, y2 in stretches:
            parts.append(tag("line", x1=middle, x2=middle, y1=y1, y2=y2, class_="ideal"))
        if plot.ideal_label:
            parts.append(tag("text", plot.ideal_label, x=middle, y=13, class_="ideal-label"))
        if not layout.bare:
            left, right = plot.captions
            start, end = (0.0, float(layout.width)) if layout.stacked else (float(layout.left), float(layout.right))
            if not layout.stacked:  # as far beyond the scale as the captions need not to meet
                needed = CAPTION_LETTER * len(left + right) + CAPTION_GAP
                beyond = max(0.0, needed - (end - start)) / 2
                start, end = start - beyond, end + beyond
            parts.append(tag("text", left, x=start, y=bottom + 36, class_="side start"))
            parts.append(tag("text", right, x=end, y=bottom + 36, class_="side end"))
        return tag("g", *parts, aria_hidden="true")

    def row(self, placed: _PlacedRow) -> Markup:
        row, first, parts = placed.row, placed.marks, list[Markup]()
        if row.strong and not self.layout.bare:
            bottom = placed.bottom - 2
            parts.append(tag("line", x1=0, x2=self.layout.width, y1=bottom, y2=bottom, class_="rule"))
        if row.label:
            parts += self.label(placed)
        if row.beside:
            parts += self.published(row.beside, first + LINE * (len(row.points) + 0.5))
        for index, point in enumerate(row.points):
            line = first + LINE * (index + 0.5)
            if point is not None:
                drawn = self.point(point, row.first + index, line, row.grey)
                drawn += self.value(point, placed.top, line)
                parts += [_link(point.target, row.label, drawn)] if point.target else drawn
        for index, value in enumerate(row.printed):
            if value is not None:
                parts.append(cross(self.x(value), first + LINE * (index + 0.5), self.printed_name(row, index)))
        return tag("g", *parts, class_="strong" if row.strong else None)

    def label(self, placed: _PlacedRow) -> list[Markup]:
        row, lines = placed.row, placed.label
        if self.layout.stacked:
            top, detail = placed.top + 16, [tag("tspan", row.detail, dx=6, class_="detail")]
        else:
            middle = placed.marks + LINE * placed.n_lines / 2 + 4.5
            top, detail = middle - LABEL_LINE * (len(lines) - 1) / 2, []
        bottom = top + LABEL_LINE * (len(lines) - 1)
        spans = lines
        if len(lines) > 1:
            spans = [tag("tspan", f"{line} ", x=0, y=top + LABEL_LINE * index) for index, line in enumerate(lines)]
        drawn = tag("text", *spans, *detail, x=0, y=top, class_="label")
        beside = [] if detail else [tag("text", row.detail, x=self.layout.left - 18, y=bottom, class_="detail end")]
        return [_link(row.target, row.label, [drawn]) if row.target else drawn, *beside]

    def value(self, point: Point, y: float, line: float) -> list[Markup]:
        """Written at the right; on a phone the interval moves up beside the label, where one model leaves it room."""
        if self.layout.bare:
            return []
        if self.layout.stacked and self.models == 1:
            return [tag("text", self.written(point), x=self.layout.width, y=y + 16, class_="value")]
        text = self.language.number(point.value) if self.layout.stacked else self.written(point)
        return [tag("text", text, x=self.layout.width, y=line + 4.5, class_="value")]

    def point(self, point: Point, model: int, y: float, grey: bool) -> list[Markup]:
        kind = "published" if grey else f"model model-{model}"
        parts = []
        if point.low is not None and point.high is not None:
            parts.append(tag("line", x1=self.x(point.low), x2=self.x(point.high), y1=y, y2=y, class_=f"span {kind}"))
        if grey:
            return [*parts, cross(self.x(point.value), y)]
        filled = "filled" if point.told else "open"
        parts.append(tag("path", d=shape(model, self.x(point.value), y), class_=f"mark {filled} {kind}"))
        return parts

    def published(self, values: Sequence[tuple[str, float]], y: float) -> list[Markup]:
        """Crosses, and at the right what they are; the value too where there is but one."""
        texts = [self.language.number(values[0][1])] * (len(values) == 1 and not self.layout.stacked)
        label = " ".join([*texts, self.language.plural("figure.printed", len(values))])
        crosses = [cross(self.x(value), y, f"{name} {self.language.number(value)}") for name, value in values]
        if self.layout.bare:
            return crosses
        return [*crosses, tag("text", label, x=self.layout.width, y=y + 4, class_="detail end")]


def cross(x: float, y: float, text: str = "") -> Markup:
    """A published value: without an inside, so that it is neither filled nor hollow."""
    title = [tag("title", text)] if text else []
    return tag("path", *title, d=f"M{x - 3.5:.1f} {y - 3.5:.1f}l7 7m0 -7l-7 7", class_="published")


# Corners around (0, 0) of the marks after the circle, a unit being half of its width.
CORNERS = (
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, -1.15), (1.15, 1.15), (-1.15, 1.15)),
    ((0, 1.15), (1.15, -1.15), (-1.15, -1.15)),
    tuple((a * 0.43, b * 0.43) for a, b in ((-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1)))
    + tuple((a * 0.43, b * 0.43) for a, b in ((1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1))),
    tuple((r * sin(k * pi / 5), -r * cos(k * pi / 5)) for k in range(10) for r in (0.68 if k % 2 else 1.5,)),
    ((-1.15, 0), (1.15, -1.15), (1.15, 1.15)),
)
MOST_MARKS = 1 + len(CORNERS)  # of models in one chart; more are shown as a heat map


def shape(index: int, x: float, y: float, size: float = 5.0) -> str:
    """Circle, square, diamond, triangles, plus and star: one for each model, so that they differ without colour."""
    if index % MOST_MARKS == 0:
        return f"M{x - size:.1f} {y:.1f}a{size} {size} 0 1 0 {2 * size} 0a{size} {size} 0 1 0 {-2 * size} 0z"
    corners = CORNERS[index % MOST_MARKS - 1]
    return f"M{'L'.join(f'{x + size * a:.1f} {y + size * b:.1f}' for a, b in corners)}z"


def legend_mark(index: int, *, filled: bool = True, published: bool = False, neutral: bool = False) -> Markup:
    """The mark of one model, for a legend in the text; `neutral` where it stands for any model."""
    if published:
        mark = cross(7, 7)
    else:
        kind = "filled" if filled else "open"
        model = "model" if neutral else f"model model-{index}"
        mark = tag("path", d=shape(index, 7, 7), class_=f"mark {kind} {model}")
    return tag("svg", mark, class_="key", viewBox="0 0 14 14", width=14, height=14, aria_hidden="true")
