"""A layer × token heat map: inline SVG in the page, SVG and PDF for a paper. Every value is also written, so that
nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from epicene.core.language import Language
from epicene.report.charts.export import COLOURS, INK, MUTED, RULE, export_chart
from epicene.report.charts.forest import tag

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

Head = tuple[str, str]  # side and token

DEEPEST = 0.8  # of the colour, so that the figure on it can be read
TOP = 44


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Values by side, layer and token; layers from below, as they are stacked.

    `zero` is where colour begins and `reach` how far it goes; `sides` and `layer` are words for the reader.
    """

    id: str
    title: str
    heads: Sequence[Head]
    values: Mapping[tuple[str, int, str], float]
    zero: float
    reach: float
    sides: Mapping[str, str]
    layer: str

    def drawings(self, language: Language) -> list[Markup]:
        return [_drawn(self, layout, language) for layout in _LAYOUTS]

    def export(self, stem: Path, language: Language) -> list[Path]:
        height = 0.7 + 0.3 * len(self.layers)
        return export_chart(self.id, self.title, height, stem, lambda picture: _paint(picture, self, language))

    @property
    def layers(self) -> list[int]:
        return sorted({layer for _, layer, _ in self.values}, reverse=True)

    def share(self, value: float) -> float:
        """How deep a cell is coloured, −1 to 1; below 0 in the other colour."""
        return max(-1.0, min(1.0, (value - self.zero) / self.reach))

    def columns(self, cell: float, gap: float, left: float = 0.0) -> list[float]:
        """Where each column begins; a gap parts encoder and decoder."""
        xs, x, before = list[float](), left, ""
        for side, _ in self.heads:
            x += gap if before and side != before else 0
            xs.append(x)
            x, before = x + cell, side
        return xs


@dataclass(frozen=True, slots=True)
class _Layout:
    name: str
    cell: float
    height: float
    left: float
    gap: float
    font: float


_LAYOUTS = (_Layout("wide", 72, 34, 64, 18, 13), _Layout("narrow", 37, 30, 42, 6, 11))


def _drawn(heat: HeatMap, layout: _Layout, language: Language) -> Markup:
    xs = heat.columns(layout.cell, layout.gap, layout.left)
    height = TOP + layout.height * len(heat.layers)
    parts = [_head(heat, layout, xs)]
    for row, layer in enumerate(heat.layers):
        y = TOP + row * layout.height
        name = f"{heat.layer} {layer}" if layout.name == "wide" else str(layer)
        parts.append(_text(name, layout.left - 8, y + layout.height / 2, layout.font, "end"))
        for (side, token), left in zip(heat.heads, xs, strict=True):
            value = heat.values.get((side, layer, token))
            if value is not None:
                parts.append(_cell(heat, value, left, y, layout, language))
    return tag(
        "svg",
        *parts,
        class_=f"forest {layout.name}",
        viewBox=f"0 0 {xs[-1] + layout.cell:.0f} {height + 2:.0f}",
        role="img",
        aria_label=heat.title,
    )


def _head(heat: HeatMap, layout: _Layout, xs: Sequence[float]) -> Markup:
    parts = [
        _text(token, left + layout.cell / 2, TOP - 10, layout.font, "middle")
        for (_, token), left in zip(heat.heads, xs, strict=True)
    ]
    for side in dict.fromkeys(side for side, _ in heat.heads):
        own = [left for (there, _), left in zip(heat.heads, xs, strict=True) if there == side]
        middle = (own[0] + own[-1] + layout.cell) / 2
        parts.append(_text(heat.sides[side], middle, TOP - 32, layout.font, "middle", muted=True))
    return Markup("").join(parts)


def _cell(heat: HeatMap, value: float, x: float, y: float, layout: _Layout, language: Language) -> Markup:
    share = heat.share(value)
    box = tag(
        "rect",
        x=x + 1,
        y=y + 1,
        width=layout.cell - 2,
        height=layout.height - 2,
        style=f"fill:var({'--accent' if share > 0 else '--third'});fill-opacity:{DEEPEST * abs(share):.3f};"
        "stroke:var(--rule)",
    )
    shown = _text(language.number(value), x + layout.cell / 2, y + layout.height / 2, layout.font, "middle")
    return Markup("").join((box, shown))


def _text(text: str, x: float, y: float, size: float, anchor: str, *, muted: bool = False) -> Markup:
    colour = "--muted" if muted else "--ink"
    style = f"font-size:{size:g}px;fill:var({colour});text-anchor:{anchor};dominant-baseline:central"
    return tag("text", text, x=x, y=y, style=style)


def _paint(picture: Picture, heat: HeatMap, language: Language) -> None:
    from matplotlib.patches import Rectangle

    xs = heat.columns(1.0, 0.25)
    axes = picture.add_subplot()
    for row, layer in enumerate(heat.layers):
        for (side, token), x in zip(heat.heads, xs, strict=True):
            value = heat.values.get((side, layer, token))
            if value is not None:
                share = heat.share(value)
                colour = (COLOURS[0] if share > 0 else COLOURS[2], DEEPEST * abs(share))
                axes.add_patch(Rectangle((x, row), 0.96, 0.92, facecolor=colour, edgecolor=RULE, linewidth=0.6))
                axes.text(x + 0.48, row + 0.46, language.number(value), ha="center", va="center", color=INK)
    for side in dict.fromkeys(side for side, _ in heat.heads):
        own = [x for (there, _), x in zip(heat.heads, xs, strict=True) if there == side]
        middle = ((own[0] + own[-1] + 1) / 2, 0)
        said = heat.sides[side]
        axes.annotate(said, middle, (0, 20), textcoords="offset points", ha="center", color=MUTED)
    axes.set_xlim(0, xs[-1] + 1)
    axes.set_ylim(len(heat.layers), 0)
    axes.xaxis.tick_top()
    axes.set_xticks([x + 0.48 for x in xs], [token for _, token in heat.heads], color=INK)
    layers = [f"{heat.layer} {layer}" for layer in heat.layers]
    axes.set_yticks([row + 0.46 for row in range(len(layers))], layers, color=INK)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
