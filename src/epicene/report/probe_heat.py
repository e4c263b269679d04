"""A layer × token heat map: inline SVG in the page, SVG and PDF for a paper. Every value is also written, so that
nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from epicene.report.export_figures import COLOURS, INK, MUTED, RULE, SETTINGS, WIDTH, save_figure
from epicene.report.figures import tag
from epicene.report.language import Language
from epicene.report.probe_tables import Head, heads_of

FULL = {"accuracy": (50.0, 50.0), "difference": (0.0, 20.0)}  # where colour begins, and how far it goes
DEEPEST = 0.8  # of the colour, so that the figure on it can be read
TOP = 44


@dataclass(frozen=True, slots=True)
class HeatMap:
    """One figure of one corpus; layers from below, as they are stacked."""

    id: str
    title: str
    figure: str
    heads: Sequence[Head]
    values: Mapping[tuple[str, int, str], float]

    @property
    def layers(self) -> list[int]:
        return sorted({layer for _, layer, _ in self.values}, reverse=True)

    def share(self, value: float) -> float:
        """How deep a cell is coloured, −1 to 1; below 0 in the other colour."""
        zero, reach = FULL[self.figure]
        return max(-1.0, min(1.0, (value - zero) / reach))

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


def heat_maps(document: Mapping[str, Any], corpus: str, language: Language) -> list[HeatMap]:
    """Accuracy, and what is left of it; a difference that says nothing has no colour and no figure."""
    cells = [cell for cell in document["cells"] if cell["corpus"] == corpus]
    maps = []
    for figure in FULL:
        shown = [cell for cell in cells if figure in cell and not (figure == "difference" and "guessed" in cell)]
        title = language.text(f"probe.heat.{figure}")
        if figure == "difference" and any("guessed" in cell for cell in cells):
            title += " " + language.text("probe.heat.empty")
        values = {(cell["side"], cell["layer"], cell["token"]): cell[figure]["value"] for cell in shown}
        maps.append(HeatMap(f"heat-{corpus}-{figure}", title, figure, heads_of(cells), values))
    return [heat for heat in maps if heat.values]


def draw_heat_map(heat: HeatMap, language: Language) -> Markup:
    """One drawing for a desktop and one for a phone; the style sheet shows the right one."""
    return Markup("").join(_drawn(heat, layout, language) for layout in _LAYOUTS)


def _drawn(heat: HeatMap, layout: _Layout, language: Language) -> Markup:
    xs = heat.columns(layout.cell, layout.gap, layout.left)
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
        viewBox=f"0 0 {xs[-1] + layout.cell:.0f} {height + 2:.0f}",
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


def export_heat_map(heat: HeatMap, stem: Path, language: Language) -> list[Path]:
    """`stem`.svg and `stem`.pdf."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    xs = heat.columns(1.0, 0.25)
    with rc_context({**SETTINGS, "svg.hashsalt": heat.id}):
        picture = Figure(figsize=(WIDTH, 0.7 + 0.3 * len(heat.layers)), layout="constrained")
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
            said = language.text(f"probe.side.{side}")
            axes.annotate(said, middle, (0, 20), textcoords="offset points", ha="center", color=MUTED)
        axes.set_xlim(0, xs[-1] + 1)
        axes.set_ylim(len(heat.layers), 0)
        axes.xaxis.tick_top()
        axes.set_xticks([x + 0.48 for x in xs], [token for _, token in heat.heads], color=INK)
        layers = [f"{language.text('probe.heat.layer')} {layer}" for layer in heat.layers]
        axes.set_yticks([row + 0.46 for row in range(len(layers))], layers, color=INK)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        picture.draw_without_rendering()
        picture.set_layout_engine("none")
        return [save_figure(picture, heat.title, stem.with_suffix(suffix)) for suffix in (".svg", ".pdf")]
