"""A layer × token heat map as inline SVG; every value is also written, so that nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from epicene.report.figures import tag
from epicene.report.language import Language
from epicene.report.probe_tables import Head, heads_of

FULL = {"accuracy": (50.0, 50.0), "difference": (0.0, 20.0)}  # where colour begins, and how far it goes
DEEPEST = 0.8  # of the colour, so that the figure on it can be read
TOP = 44


@dataclass(frozen=True, slots=True)
class HeatMap:
    """One figure of one corpus; layers from below, as they are stacked."""

    title: str
    figure: str
    heads: Sequence[Head]
    values: Mapping[tuple[str, int, str], float]

    @property
    def layers(self) -> list[int]:
        return sorted({layer for _, layer, _ in self.values}, reverse=True)


@dataclass(frozen=True, slots=True)
class _Layout:
    name: str
    cell: float
    height: float
    left: float
    gap: float
    font: float


_LAYOUTS = (_Layout("wide", 72, 34, 64, 18, 13), _Layout("narrow", 37, 30, 42, 6, 11))


def heat_maps(document: Mapping[str, Any], corpus: str, language: Language) -> list[HeatMap]:
    """Accuracy, and what is left of it."""
    cells = [cell for cell in document["cells"] if cell["corpus"] == corpus]
    return [
        HeatMap(
            language.text(f"probe.heat.{figure}"),
            figure,
            heads_of(cells),
            {(cell["side"], cell["layer"], cell["token"]): cell[figure]["value"] for cell in cells if figure in cell},
        )
        for figure in FULL
    ]


def draw_heat_map(heat: HeatMap, language: Language) -> Markup:
    """One drawing for a desktop and one for a phone; the style sheet shows the right one."""
    return Markup("").join(_drawn(heat, layout, language) for layout in _LAYOUTS)


def _drawn(heat: HeatMap, layout: _Layout, language: Language) -> Markup:
    xs, x, before = list[float](), layout.left, ""
    for side, _ in heat.heads:
        x += layout.gap if before and side != before else 0
        xs.append(x)
        x, before = x + layout.cell, side
    height = TOP + layout.height * len(heat.layers)
    parts = [_head(heat, layout, xs, language)]
    for row, layer in enumerate(heat.layers):
        y = TOP + row * layout.height
        name = f"{language.text('probe.heat.layer')} {layer}" if layout.name == "wide" else str(layer)
        parts.append(_text(name, layout.left - 8, y + layout.height / 2, layout.font, "end"))
        for (side, token), left in zip(heat.heads, xs, strict=True):
            value = heat.values.get((side, layer, token))
            if value is not None:
                parts.append(_cell(heat, value, left, y, layout, language))
    return tag(
        "svg",
        *parts,
        class_=f"forest {layout.name}",
        viewBox=f"0 0 {x:.0f} {height + 2:.0f}",
        role="img",
        aria_label=heat.title,
    )


def _head(heat: HeatMap, layout: _Layout, xs: Sequence[float], language: Language) -> Markup:
    parts = [
        _text(token, left + layout.cell / 2, TOP - 10, layout.font, "middle")
        for (_, token), left in zip(heat.heads, xs, strict=True)
    ]
    for side in dict.fromkeys(side for side, _ in heat.heads):
        own = [left for (there, _), left in zip(heat.heads, xs, strict=True) if there == side]
        middle = (own[0] + own[-1] + layout.cell) / 2
        parts.append(_text(language.text(f"probe.side.{side}"), middle, TOP - 32, layout.font, "middle", muted=True))
    return Markup("").join(parts)


def _cell(heat: HeatMap, value: float, x: float, y: float, layout: _Layout, language: Language) -> Markup:
    zero, reach = FULL[heat.figure]
    share = max(-1.0, min(1.0, (value - zero) / reach))
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
