"""Charts as files for a paper: SVG and PDF, through matplotlib, which is imported only here.

The same input gives the same bytes: no date is written, and ids in the SVG come from the chart's name.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene.core.errors import EpiceneError
from epicene.core.files import write_bytes
from epicene.report.figures import Plot, PlotRow
from epicene.report.language import Language
from epicene.report.scatter import Dot, Scatter, anchored, place_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.3  # inches: the text width of an A4 page
ROW = 0.2
LEGEND_CHARACTERS = 70
LETTER = 3.9  # width of a letter of a label, in points
SIDES: Any = {"start": "left", "middle": "center", "end": "right"}
MARKERS = ("o", "s", "D", "^")
COLOURS = ("#a5341f", "#1c1b19", "#7a756b", "#1c1b19")
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


def export_figure(
    plot: Plot | Scatter, series: Sequence[str], stem: Path, language: Language, published: str = ""
) -> list[Path]:
    """Write `stem`.svg and `stem`.pdf; `series` names the marks in their order, `published` the grey ones.

    What the chart says is its title in the file's own data, not in the picture: in a paper it is the caption.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise EpiceneError(
            "Figures as files need matplotlib, which is not installed: `pip install matplotlib`."
        ) from error

    with rc_context({**SETTINGS, "svg.hashsalt": plot.id}):
        figure = Figure(figsize=(WIDTH, _height(plot)), layout="constrained")
        axes = figure.add_subplot()
        if isinstance(plot, Plot):
            _forest(axes, plot, series, published, language)
        else:
            _scatter(axes, plot, series, published, language)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # the layout is settled once, not anew for each file
        if isinstance(plot, Scatter):
            _label_dots(figure, axes, plot.dots)
        return [save_figure(figure, plot.title, stem.with_suffix(suffix)) for suffix in (".svg", ".pdf")]


def _height(plot: Plot | Scatter) -> float:
    """In inches."""
    if isinstance(plot, Scatter):
        return 3.6
    return 0.9 + sum(ROW * (0.6 + len(row.points)) for row in plot.rows)


def save_figure(figure: Figure, title: str, path: Path) -> Path:
    dated = "Date" if path.suffix == ".svg" else "CreationDate"
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix[1:], metadata={"Title": title, dated: None})
    write_bytes(path, content.getvalue())
    return path


def _legend(axes: Axes) -> None:
    """Above the picture; in one line where the names are short enough for it."""
    _, labels = axes.get_legend_handles_labels()
    columns = len(labels) if sum(map(len, labels)) < LEGEND_CHARACTERS else 1
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, frameon=False, handletextpad=0.2, borderpad=0)


def _bare(axes: Axes, *kept: str) -> None:
    for side in ("left", "right", "top", "bottom"):
        axes.spines[side].set_visible(side in kept)
    axes.tick_params(length=2.5)


def _forest(axes: Axes, plot: Plot, series: Sequence[str], published: str, language: Language) -> None:
    lines = max((len(row.points) for row in plot.rows), default=1)
    for number, row in enumerate(plot.rows):
        _forest_row(axes, row, number, lines)
    names = list(enumerate(series)) if lines > 1 else []
    for place, label in names:
        axes.plot([], [], MARKERS[place % 4], color=COLOURS[place % 4], label=label, markersize=4, linestyle="none")
    beside = published if any(row.beside for row in plot.rows) else ""
    if beside:
        axes.plot([], [], "o", color=MUTED, markerfacecolor="white", label=beside, markersize=3.2, linestyle="none")
    if names or beside:
        _legend(axes)
    axes.axvline(plot.ideal, color=INK, linewidth=0.9, zorder=1.5)
    axes.set_xlim(*plot.bounds())
    axes.set_ylim(len(plot.rows) - 0.5, -0.5)
    axes.set_yticks(range(len(plot.rows)), [f"{row.label}  {row.detail}".strip() for row in plot.rows], color=INK)
    axes.xaxis.set_major_formatter(lambda value, _: language.number(value, 0))
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    for text, side, x in zip(plot.captions, ("left", "right"), (0, 1), strict=True):
        options: Any = {"xycoords": "axes fraction", "xytext": (0, -22), "textcoords": "offset points", "ha": side}
        axes.annotate(text, (x, 0), color=MUTED, **options)
    _bare(axes)


def _forest_row(axes: Axes, row: PlotRow, number: int, lines: int) -> None:
    step = 0.6 / lines
    for place, point in enumerate(row.points):
        if point is None:
            continue
        y = number + (place - (len(row.points) - 1) / 2) * step
        colour = COLOURS[place % 4]
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [y, y], color=colour, linewidth=1.2, solid_capstyle="round", zorder=2)
        inside = colour if point.told else "white"
        axes.plot([point.value], [y], MARKERS[place % 4], color=colour, markerfacecolor=inside, markersize=4, zorder=3)
    for _, value in row.beside:
        first = number - (len(row.points) - 1) / 2 * step
        axes.plot([value], [first], "o", color=MUTED, markerfacecolor="white", markersize=3.2, zorder=2)


def _scatter(axes: Axes, plot: Scatter, series: Sequence[str], published: str, language: Language) -> None:
    for dot in plot.dots:
        if dot.low is not None and dot.high is not None:
            axes.plot([dot.x, dot.x], [dot.low, dot.high], color=COLOURS[0], linewidth=1, alpha=0.45, zorder=2)
    own, printed = ([dot for dot in plot.dots if dot.published is kind] for kind in (False, True))
    for dots, inside, colour, size, label in (
        (own, COLOURS[0], COLOURS[0], 18, series[0] if series else ""),
        (printed, "white", MUTED, 14, published),
    ):
        if dots:
            xs, ys = [dot.x for dot in dots], [dot.y for dot in dots]
            axes.scatter(xs, ys, s=size, facecolor=inside, edgecolor=colour, zorder=3, label=label, clip_on=False)
    if plot.log_x:
        axes.set_xscale("log")
        axes.minorticks_off()
    xs, ys = plot.x_ticks(), plot.y_ticks()
    axes.set_xlim(*_margins(xs, plot.log_x))
    axes.set_ylim(0, ys[-1])
    axes.set_xticks(xs, [_number(tick, language) for tick in xs])
    axes.set_yticks(ys, [_number(tick, language) for tick in ys])
    axes.set_xlabel(plot.x_label, color=MUTED)
    axes.set_ylabel(plot.y_label, color=MUTED)
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    _bare(axes, "bottom")
    if printed:
        _legend(axes)


def _margins(ticks: Sequence[float], log: bool) -> tuple[float, float]:
    low, high = ticks[0], ticks[-1]
    if log:
        return low * (low / high) ** 0.02, high * (high / low) ** 0.02
    return low - 0.02 * (high - low), high + 0.02 * (high - low)


def _number(value: float, language: Language) -> str:
    return language.number(value, 0 if value == round(value) else 1 if abs(value) >= 1 else 2)


def _label_dots(figure: Figure, axes: Axes, dots: Sequence[Dot]) -> None:
    """Names beside the dots; a name that would lie on another is left out, the table has it."""
    places = [tuple(axes.transData.transform((dot.x, dot.y))) for dot in dots]
    box = axes.get_window_extent()
    scale = figure.dpi / 72
    flipped = [(x / scale, (box.y1 - y) / scale) for x, y in places]
    within = (box.x0 / scale, 0.0, box.x1 / scale, box.height / scale)
    boxes = place_labels(flipped, [dot.label for dot in dots], within, LETTER)
    for dot, place, found in zip(dots, flipped, boxes, strict=True):
        if found:
            held, anchor = anchored(found, place[0])
            x, y = axes.transData.inverted().transform((held * scale, box.y1 - (found[3] - 4) * scale))
            axes.text(x, y, dot.label, fontsize=7, color=MUTED if dot.published else INK, ha=SIDES[anchor])
