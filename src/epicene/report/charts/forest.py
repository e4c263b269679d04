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

    @property
    def lines(self) -> int:
        return max(1, len(self.points) + bool(self.beside))


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
        layouts = [replace(layout, step=max(layout.step, self.step)) for layout in self.layouts]
        return [draw(self, layout, language) for layout in layouts]

    def bounds(self) -> tuple[float, float]:
        """Whole tens around everything that is drawn, and never so narrow that chance looks like a finding."""
        if self.domain:
            return self.domain
        drawn = [30.0, 70.0]
        for row in self.rows:
            drawn += [value for _, value in row.beside]
            drawn += [value for value in row.printed if value is not None]
            for point in row.points:
                if point is not None:
                    drawn += [point.value, *(end for end in (point.low, point.high) if end is not None)]
        return max(0.0, floor(min(drawn) / 10) * 10.0), min(100.0, ceil(max(drawn) / 10) * 10.0)


def label_lines(row: PlotRow) -> list[str]:
    """A label on one line or two, which leave room for the smaller letters of its detail."""
    room = max(8, min(LABEL_CHARACTERS, 33 - len(row.detail))) if row.detail else LABEL_CHARACTERS + 7
    return [row.label] if len(row.label) <= room else wrap(row.label, room, max_lines=2, placeholder="…")


def tag(name: str, *children: str, **attributes: object) -> Markup:
    """An element with everything in it escaped; class_ and x_y stand for class and x-y."""
    inside = Markup("").join(children)
    written = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), _plain(value))
        for key, value in attributes.items()
        if value is not None
    )
    return Markup("<{0}{1}>{2}</{0}>").format(name, written, inside)


def _plain(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


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
        role="img" if all("<a " not in part for part in parts) else "group",  # what is in an image cannot be reached
        aria_labelledby=f"{id}-title {id}-desc",
    )


def _link(target: str, name: str, parts: Sequence[Markup]) -> Markup:
    return tag("a", tag("title", name), *parts, href=f"#{target}")


def draw(plot: Plot, layout: Layout, language: Language) -> Markup:
    return _ForestDrawing(plot, layout, language).svg()


class _ForestDrawing:
    def __init__(self, plot: Plot, layout: Layout, language: Language) -> None:
        self.plot, self.layout, self.language = plot, layout, language
        self.low, self.high = plot.bounds()
        self.models = max((len(row.points) for row in plot.rows), default=1)
        self.top = 24.0 if plot.ideal_label else 8.0

    def x(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.layout.left + share * (self.layout.right - self.layout.left)

    def height_of(self, row: PlotRow) -> float:
        below = 6.0 if self.layout.stacked else 8.0 + self.taller(row)
        return LINE * row.lines + self.above(row) + below

    def taller(self, row: PlotRow) -> float:
        """What a second line of the label needs above and below the only line of marks."""
        return 5.0 if row.lines == 1 and len(label_lines(row)) > 1 else 0.0

    def above(self, row: PlotRow) -> float:
        """How much of a row lies above its marks: on a phone, its label."""
        if self.layout.stacked and row.label:
            return 22.0 + LABEL_LINE * (len(label_lines(row)) - 1)
        return 4.0 + self.taller(row)

    def stretches(self, bottom: float) -> list[tuple[float, float]]:
        """The ends of the lines of the scale: on a phone, they do not pass through labels."""
        if not self.layout.stacked:
            return [(self.top - 4, bottom)]
        stretches, y = [(self.top - 4, self.top)], self.top
        for row in self.plot.rows:
            stretches.append((y + self.above(row), y + self.height_of(row)))
            y += self.height_of(row)
        return stretches

    def svg(self) -> Markup:
        y, rows = self.top, []
        for row in self.plot.rows:
            rows.append(self.row(row, y))
            y += self.height_of(row)
        plot, layout, parts = self.plot, self.layout, [self.axis(y), *rows]
        height = y + (36 if layout.bare else 44)
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

    def axis(self, bottom: float) -> Markup:
        """Grid, tick labels, the ideal line, and what each side means."""
        parts, stretches = list[Markup](), self.stretches(bottom)
        ticks = range(int(self.low), int(self.high) + 1)
        step = self.layout.step if self.high - self.low >= 2 * self.layout.step else self.layout.step // 2
        for tick in (tick for tick in ticks if tick % step == 0 or tick == self.plot.ideal):
            x, ideal = self.x(tick), tick == self.plot.ideal
            if not (ideal or self.layout.bare):
                parts += [tag("line", x1=x, x2=x, y1=y1, y2=y2, class_="grid") for y1, y2 in stretches if y2 > self.top]
            crowded = not ideal and abs(x - self.x(self.plot.ideal)) < 20
            if not crowded:
                label = self.language.number(tick, 0)
                parts.append(tag("text", label, x=x, y=bottom + 16, class_="tick ideal" if ideal else "tick"))
        if self.layout.bare:
            parts += self.tick_words(bottom)
            parts.append(tag("line", x1=self.x(self.low), x2=self.x(self.high), y1=bottom, y2=bottom, class_="base"))
        middle = self.x(self.plot.ideal)
        parts += [tag("line", x1=middle, x2=middle, y1=y1, y2=y2, class_="ideal") for y1, y2 in stretches]
        if self.plot.ideal_label:
            parts.append(tag("text", self.plot.ideal_label, x=middle, y=13, class_="ideal-label"))
        if not self.layout.bare:
            left, right = self.plot.captions
            start, end = self.sides()
            parts.append(tag("text", left, x=start, y=bottom + 36, class_="side start"))
            parts.append(tag("text", right, x=end, y=bottom + 36, class_="side end"))
        return tag("g", *parts, aria_hidden="true")

    def sides(self) -> tuple[float, float]:
        """The outer ends of the captions: those of the scale, or as far beyond it as they need not to meet."""
        if self.layout.stacked:
            return 0, self.layout.width
        needed = CAPTION_LETTER * sum(map(len, self.plot.captions)) + CAPTION_GAP
        beyond = max(0.0, needed - (self.layout.right - self.layout.left)) / 2
        return self.layout.left - beyond, self.layout.right + beyond

    def tick_words(self, bottom: float) -> list[Markup]:
        """Below the first tick from its left end, below the last to its right end, so that nothing is cut off."""
        ends = (self.low, "tick start"), (self.plot.ideal, "tick ideal"), (self.high, "tick end")
        return [
            tag("text", word, x=self.x(value) + nudge, y=bottom + 30, class_=kind)
            for word, (value, kind), nudge in zip(self.plot.tick_words, ends, (-8, 0, 8), strict=False)
        ]

    def row(self, row: PlotRow, y: float) -> Markup:
        parts = []
        if row.strong and not self.layout.bare:
            bottom = y + self.height_of(row) - 2
            parts.append(tag("line", x1=0, x2=self.layout.width, y1=bottom, y2=bottom, class_="rule"))
        first = y + self.above(row)
        parts += self.label(row, y, first)
        if row.beside:
            parts += self.published(row.beside, first + LINE * (len(row.points) + 0.5))
        for index, point in enumerate(row.points):
            line = first + LINE * (index + 0.5)
            if point is not None:
                drawn = [*self.point(point, row.first + index, line, row.grey), *self.value(point, y, line)]
                parts += [_link(point.target, row.label, drawn)] if point.target else drawn
        for index, value in enumerate(row.printed):
            if value is not None:
                parts.append(cross(self.x(value), first + LINE * (index + 0.5), self.printed_name(row, index)))
        return tag("g", *parts, class_="strong" if row.strong else None)

    def label(self, row: PlotRow, y: float, first: float) -> list[Markup]:
        if not row.label:
            return []
        lines = label_lines(row)
        if self.layout.stacked:
            top, detail = y + 16, [tag("tspan", row.detail, dx=6, class_="detail")]
        else:
            middle = first + LINE * row.lines / 2 + 4.5
            top, detail = middle - LABEL_LINE * (len(lines) - 1) / 2, []
        bottom = top + LABEL_LINE * (len(lines) - 1)
        spans = [tag("tspan", f"{line} ", x=0, y=top + LABEL_LINE * index) for index, line in enumerate(lines)]
        drawn = tag("text", *(spans if len(lines) > 1 else lines), *detail, x=0, y=top, class_="label")
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
