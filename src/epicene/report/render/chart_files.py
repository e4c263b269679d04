"""A page's charts as files for a paper: the same drawing as SVG and as PDF.

The page's style sheet colours its charts; a file has those rules with it, in the colours of paper. PDF is made from
that SVG by svglib and reportlab, with an embedded font that has accents, signs and arrows. The same chart gives the
same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from markupsafe import Markup

from epicene.core.files import write_bytes
from epicene.core.language import Language
from epicene.report.charts.forest import tag
from epicene.report.document import Figure

POINTS = 0.63  # of a pixel: a chart of 720 pixels is as wide as the text of an A4 page
FONT = "Source Sans Pro"
LETTER, LINE, GAP = 6.0, 18, 26  # of a legend, in pixels
_RULE = re.compile(r"^svg (?!a)[^{]*\{[^}]*\}.*$", re.MULTILINE)
_COLOUR = re.compile(r"--([a-z]+): (#[0-9a-f]+)")
_DRAWING = re.compile(r"<svg ([^>]*)>(.*)</svg>", re.DOTALL)


def write_charts(figures: Sequence[Figure], stem: Path, language: Language) -> list[Path]:
    """`stem`.svg and `stem`.pdf of one chart, or of several below one another, each with its legend."""
    svg = standalone_svg(figures, language)
    title = "; ".join(figure.chart.title for figure in figures)
    files = [stem.with_name(stem.name + ending) for ending in (".svg", ".pdf")]
    for path, content in zip(files, (svg.encode(), to_pdf(svg, title)), strict=True):
        write_bytes(path, content)
    return files


def standalone_svg(figures: Sequence[Figure], language: Language) -> str:
    """The wide drawing of each figure, with the rules and colours that its page would give it."""
    parts, y, widest = list[Markup](), 0.0, 0.0
    for figure in figures:
        keys, height = _legend(figure)
        attributes, content = _taken_apart(figure.chart.drawings(language)[0])
        _, _, width, own_height = map(float, re.findall(r'viewBox="([^"]*)"', attributes)[0].split())
        if len(figures) > 1:  # a single chart's title is the caption of the paper
            parts.append(tag("text", figure.chart.title, x=0, y=y + 14, class_="label"))
            y += 24
        parts += [_moved(0, y, keys), _moved(0, y + height, content)]
        y, widest = y + height + own_height, max(widest, width)
    style, colours = _style()
    drawn = re.sub(r"<a [^>]*>", "<g>", Markup("").join(parts)).replace("</a>", "</g>")  # to rows that are elsewhere
    drawn = re.sub(r"var\(--(\w+)\)", lambda match: colours[match[1]], drawn).replace(
        "font-weight:700", "font-weight:bold"
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" class="forest" '
        f'width="{widest:g}" height="{y:g}" viewBox="0 0 {widest:g} {y:g}"><style>{style}</style>{drawn}</svg>\n'
    )


def _legend(figure: Figure) -> tuple[Markup, float]:
    """The marks with what they mean, in as many lines as it takes, and their height."""
    parts, x, y = list[Markup](), 0.0, 4.0
    for mark, text in figure.legend:
        width = 20 + LETTER * len(text)
        if x and x + width > 720:
            x, y = 0.0, y + LINE
        parts += [_moved(x, y, _taken_apart(mark)[1]), tag("text", text, x=x + 20, y=y + 11, class_="key-label")]
        x += width + GAP
    return Markup("").join(parts), y + LINE + 8 if parts else 0.0


def _taken_apart(svg: Markup) -> tuple[str, Markup]:
    """The attributes of an SVG element and what is in it."""
    match = _DRAWING.fullmatch(svg)
    if match is None:
        raise ValueError("A drawing is one SVG element.")
    return match[1], Markup(match[2])  # noqa: S704 - it was escaped when it was drawn


def _moved(x: float, y: float, content: Markup) -> Markup:
    return tag("g", content, transform=f"translate({x:g} {y:g})")


@cache
def _style() -> tuple[str, dict[str, str]]:
    """The rules for charts of the page's style sheet without variables, and the colours of its light page."""
    sheet = resources.files("epicene.report").joinpath("templates", "style.css").read_text(encoding="utf-8")
    colours = dict(_COLOUR.findall(sheet.partition("@media")[0]))
    rules = _RULE.findall(sheet)
    models = re.findall(r"(\.model-\d) \{ --c: var\(--(\w+)\)", "\n".join(rules))
    for name, colour in models:
        rules.append(
            f"svg {name} {{ stroke: {colours[colour]}; }} svg .mark.filled{name} {{ fill: {colours[colour]}; }}"
        )
    rules.append("svg text { stroke: none !important; }")  # a halo would lie over the letters in other programs
    rules.append("svg .key-label { font-size: 11.5px; fill: var(--muted); }")
    rules.append(f"svg text {{ font-family: '{FONT}', sans-serif; }}")
    style = "\n".join(rule for rule in rules if "--c:" not in rule).replace("var(--c, var(--ink))", "var(--ink)")
    style = style.replace("font-weight: 700", "font-weight: bold").replace("font-weight: 400", "font-weight: normal")
    return re.sub(r"var\(--(\w+)\)", lambda match: colours[match[1]], style), colours


def to_pdf(svg: str, title: str) -> bytes:
    """A page as large as the drawing."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    _register_font()
    drawing = svg2rlg(io.BytesIO(svg.encode()))
    scale = POINTS / 0.75  # svglib makes a pixel three quarters of a point
    drawing.scale(scale, scale)
    content = io.BytesIO()
    canvas = Canvas(
        content, pagesize=(drawing.width * scale, drawing.height * scale), invariant=1, initialFontName=FONT
    )
    canvas.setTitle(title)
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.save()
    return content.getvalue()


@cache
def _register_font() -> None:
    from reportlab.graphics.shapes import STATE_DEFAULTS
    from svglib.fonts import register_font

    folder = resources.files("font_source_sans_pro").joinpath("files")
    register_font(FONT, str(folder.joinpath("SourceSansPro-Regular.ttf")))
    register_font(FONT, str(folder.joinpath("SourceSansPro-Bold.ttf")), weight="bold", rlgFontName=f"{FONT} Bold")
    STATE_DEFAULTS["fontName"] = FONT  # else each file names a font that nothing is set in and that it does not hold
