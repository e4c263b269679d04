"""Heat maps: a layer × token grid, or groups of more models than a chart has marks for. Inline SVG in the page, SVG and
PDF for a paper. Every value is also written, so that nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from markupsafe import Markup

from epicene.core.language import Language
from epicene.report.charts.forest import MOST_MARKS, Plot, Point, drawing, tag

Head = tuple[str, str]  # side and name of a column

DEEPEST = 0.8  # of the colour, so that the figure on it can be read
LETTER = 0.59  # width of a letter, of its size
SLOPE = 0.7  # of a name that stands aslant above its column


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row of cells; those that differ clearly from the ideal are bold and framed. `short` is its name on a phone; the
    cells of a model that is not to be believed are not `coloured`."""

    label: str
    cells: Mapping[Head, Point]
    short: str = ""
    coloured: bool = True


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`zero` is where colour begins and `reach` how far it goes; `sides` are words for the sides of columns."""

    id: str
    title: str
    heads: Sequence[Head]
    rows: Sequence[HeatRow]
    zero: float
    reach: float
    sides: Mapping[str, str] = field(default_factory=dict)

    def drawings(self, language: Language) -> list[Markup]:
        return [_HeatDrawing(self, layout, language).svg() for layout in _LAYOUTS]

    def share(self, value: float) -> float:
        """How deep a cell is coloured, −1 to 1; below 0 in the other colour."""
        return max(-1.0, min(1.0, (value - self.zero) / self.reach))


def drawable(plot: Plot, *, tested: bool = True) -> Plot | HeatMap:
    """The plot itself or, with more models than there are marks, its values as a heat map: a row for each model, then
    each published one. No cell is framed where nothing was `tested` against the ideal."""
    if max((len(row.points) for row in plot.rows), default=0) <= MOST_MARKS:
        return plot
    heads = [("", row.label) for row in plot.rows]
    rows = [
        HeatRow(
            name, _cells(heads, [row.points[index] for row in plot.rows], tested), coloured=index not in plot.excluded
        )
        for index, name in enumerate(plot.series)
    ]
    for name in dict.fromkeys(name for row in plot.rows for name, _ in row.beside):
        values = [dict(row.beside).get(name) for row in plot.rows]
        printed = [None if value is None else Point(value) for value in values]
        rows.append(HeatRow(f"{name}, {plot.published}", _cells(heads, printed)))
    reach = (plot.domain[1] - plot.domain[0]) / 2 if plot.domain else 50.0
    return HeatMap(plot.id, plot.title, heads, rows, plot.ideal, reach)


def _cells(heads: Sequence[Head], points: Sequence[Point | None], tested: bool = False) -> dict[Head, Point]:
    pairs = zip(heads, points, strict=True)
    return {head: replace(point, told=point.told and tested) for head, point in pairs if point is not None}


def columns(heads: Sequence[Head], cell: float, gap: float, left: float = 0.0) -> list[float]:
    """The left edge of each column; a gap parts the sides."""
    xs, x, before = list[float](), left, ""
    for side, _ in heads:
        x += gap if before and side != before else 0
        xs.append(x)
        x, before = x + cell, side
    return xs


@dataclass(frozen=True, slots=True)
class _HeatLayout:
    name: str
    width: float
    cell: float
    height: float
    gap: float
    font: float
    longest: int  # letters of a name


_LAYOUTS = (_HeatLayout("wide", 720, 72, 30, 18, 13, 28), _HeatLayout("narrow", 352, 37, 28, 6, 11, 20))


class _HeatDrawing:
    """A heat map in as many bands, one below the other, as it takes for columns to be wide enough to read."""

    def __init__(self, heat: HeatMap, layout: _HeatLayout, language: Language) -> None:
        self.heat, self.layout, self.language = heat, layout, language
        letter = LETTER * layout.font
        self.names = [self.cut(row.short if row.short and layout.name == "narrow" else row.label) for row in heat.rows]
        self.left = 14 + letter * max(map(len, self.names), default=0)
        widest = max((len(self.cut(name)) * letter for _, name in heat.heads), default=0.0)
        self.aslant = widest > layout.cell
        self.top = 14 + SLOPE * widest if self.aslant else 44.0
        self.beyond = max(0.0, SLOPE * widest - layout.cell / 2) if self.aslant else 0.0  # the last column

    def svg(self) -> Markup:
        heat, layout, parts, y, right = self.heat, self.layout, list[Markup](), 0.0, 0.0
        room, n = max(3, int((layout.width - self.left - self.beyond) // layout.cell)), len(heat.heads)
        room = n if heat.sides else ceil(n / ceil(n / room))  # what has sides stays whole, and is drawn smaller instead
        for start in range(0, n, room):
            heads = heat.heads[start : start + room]
            xs = columns(heads, layout.cell, layout.gap, self.left)
            y += self.top
            parts += self.head(heads, xs, y)
            for row, name in zip(heat.rows, self.names, strict=True):
                parts.append(_text(name, self.left - 8, y + layout.height / 2, layout.font, "end"))
                for head, x in zip(heads, xs, strict=True):
                    if head in row.cells:
                        parts += self.cell(row, row.cells[head], x, y)
                y += layout.height
            y, right = y + 10, max(right, xs[-1] + layout.cell + self.beyond)
        texts = []
        for row in heat.rows:
            cells = [f"{name} {self.language.number(point.value)}" for (_, name), point in row.cells.items()]
            texts.append(f"{row.label}, {', '.join(cells)}")
        values = self.language.text("punctuation.semicolon").join(texts)
        return drawing(f"{heat.id}-{layout.name}", heat.title, values, parts, layout.name, right, y)

    def cut(self, name: str) -> str:
        return name if len(name) <= self.layout.longest else f"{name[: self.layout.longest - 1]}…"

    def head(self, heads: Sequence[Head], xs: Sequence[float], base: float) -> Iterator[Markup]:
        cell, font = self.layout.cell, self.layout.font
        for (_, token), x in zip(heads, xs, strict=True):
            middle = x + cell / 2
            turn = f"rotate(-45 {middle:.1f} {base - 8:.1f})" if self.aslant else None
            anchor = "start" if self.aslant else "middle"
            yield _text(self.cut(token), middle, base - (8 if self.aslant else 10), font, anchor, transform=turn)
        for side in dict.fromkeys(side for side, _ in heads if side):
            own = [x for (there, _), x in zip(heads, xs, strict=True) if there == side]
            yield _text(self.heat.sides[side], (own[0] + own[-1] + cell) / 2, base - 32, font, "middle", muted=True)

    def cell(self, row: HeatRow, point: Point, x: float, y: float) -> Iterator[Markup]:
        layout, share, framed = self.layout, self.heat.share(point.value), point.told and row.coloured
        size = {"width": layout.cell - 3, "height": layout.height - 3}
        yield tag("rect", x=x + 1.5, y=y + 1.5, **size, style=_style(share if row.coloured else 0.0, framed))
        shown = self.language.number(point.value)
        yield _text(shown, x + layout.cell / 2, y + layout.height / 2, layout.font, "middle", bold=framed)


def _style(share: float, framed: bool) -> str:
    """Of a cell: the deeper coloured, the further from the ideal; framed where it differs clearly."""
    fill, stroke, width = "accent" if share > 0 else "third", "ink" if framed else "rule", 1.6 if framed else 1
    return f"fill:var(--{fill});fill-opacity:{DEEPEST * abs(share):.3f};stroke:var(--{stroke});stroke-width:{width}"


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    anchor: str,
    *,
    muted: bool = False,
    bold: bool = False,
    transform: str | None = None,
) -> Markup:
    """A text whose middle is at the height of y."""
    colour, weight = "--muted" if muted else "--ink", ";font-weight:700" if bold else ""
    style = f"font-size:{size:g}px;fill:var({colour});text-anchor:{anchor}{weight}"
    return tag("text", text, x=x, y=y + 0.36 * size, style=style, transform=transform)


def heat_key(share: float, *, framed: bool = False) -> Markup:
    """A cell for a legend in the text."""
    box = tag("rect", x=1, y=1, width=12, height=12, style=_style(share, framed))
    return tag("svg", box, class_="key", viewBox="0 0 14 14", width=14, height=14, aria_hidden="true")
