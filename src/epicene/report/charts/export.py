"""What charts share when they are written as files for a paper: SVG and PDF, through matplotlib, which is imported only
when a file is wanted.

The same input gives the same bytes: no date is written, and ids in the SVG come from the chart's name.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from epicene.core.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.3  # inches: the text width of an A4 page
LEGEND_CHARACTERS = 70
# Eight models in one chart, told apart by shape and, by people who see colours otherwise too, by colour; published
# values have a mark without an inside, which no model has: it cannot be taken for filled or hollow.
MARKERS = ("o", "s", "D", "^", "v", "P", "*", "<")
COLOURS = ("#a5341f", "#1c1b19", "#0072b2", "#e0701b", "#2d1e8f", "#049fab", "#3d36f0", "#568cfd")
PUBLISHED = "x"
INK, MUTED, RULE = "#1c1b19", "#65625b", "#dcd8ce"
SETTINGS: Any = {  # typed by matplotlib, and differently from release to release
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.family": "sans-serif",
    "font.size": 8,
    "axes.edgecolor": MUTED,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "text.color": INK,
}


def export_chart(
    id: str,
    title: str,
    height: float,
    stem: Path,
    paint: Callable[[Figure], None],
    finish: Callable[[Figure], None] = lambda figure: None,
) -> list[Path]:
    """Write `stem`.svg and `stem`.pdf of what `paint` draws and, once the layout is settled, `finish` adds.

    What the chart says is its title in the file's own data, not in the picture: in a paper it is the caption.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**SETTINGS, "svg.hashsalt": id}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(figure)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # the layout is settled once, not anew for each file
        finish(figure)
        return [_save(figure, title, stem.with_name(stem.name + suffix)) for suffix in (".svg", ".pdf")]


def _save(figure: Figure, title: str, path: Path) -> Path:
    dated = "Date" if path.suffix == ".svg" else "CreationDate"
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix[1:], metadata={"Title": title, dated: None})
    write_bytes(path, content.getvalue())
    return path


def add_legend(axes: Axes) -> None:
    """Above the picture; in one line where the names are short enough for it."""
    _, labels = axes.get_legend_handles_labels()
    columns = len(labels) if sum(map(len, labels)) < LEGEND_CHARACTERS else 1
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False, handletextpad=0.2, borderpad=0)


def bare_axes(axes: Axes, grid: Literal["x", "y"], *kept: str) -> None:
    """No frame but the sides that are kept, and fine lines at the ticks of one axis, below what is drawn."""
    axes.grid(axis=grid, color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(side in kept)
    axes.tick_params(length=2.5)
