import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from epicene.core.language import Language
from epicene.report.charts.forest import MOST_MARKS, NARROW, WIDE, Plot, PlotRow, Point, draw, legend_mark
from epicene.report.charts.heat_map import HeatMap, drawable
from epicene.report.document import Figure
from epicene.report.render.chart_files import standalone_svg, write_charts

EN = Language("en")
ROWS = [
    PlotRow("All pairs", "n = 100", [Point(58.0, 50.5, 65.0, told=True)], strong=True),
    PlotRow("Hats <b>", "n = 9", [Point(44.0, 20.0, 70.0)], beside=[("Someone & co", 61.0)]),
]
PLOT = Plot("hats", "Two rows & a title", ROWS, "50 = no preference", ("left", "right"))


def parse(plot: Plot, layout) -> ElementTree.Element:
    return ElementTree.fromstring(str(draw(plot, layout, EN)))


def test_a_drawing_is_named_and_described_for_those_who_do_not_see_it():
    svg = parse(PLOT, WIDE)
    assert svg.get("role") == "img"
    title, description = svg.find("title"), svg.find("desc")
    assert svg.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "Two rows & a title"
    assert description.text.replace("\u00a0", " ") == (
        "All pairs 58.0 [50.5, 65.0]; Hats <b> 44.0 [20.0, 70.0], Someone & co 61.0"
    )
    french = ElementTree.fromstring(str(draw(PLOT, WIDE, Language("fr")))).find("desc").text
    assert french == (
        "All pairs 58,0 [50,5\u202f;\u00a065,0]\u202f; Hats <b> 44,0 [20,0\u202f;\u00a070,0], Someone & co 61,0"
    ), "a no-break space before the semicolon"


def test_marks_lie_where_the_axis_says():
    svg = parse(PLOT, WIDE)
    ideal = float(svg.find(".//line[@class='ideal']").get("x1"))
    ends = [
        (float(line.get("x1")), float(line.get("x2")))
        for line in svg.iterfind(".//line")
        if "span" in line.get("class")
    ]
    assert ends[0][0] > ideal  # 50.5 is right of 50
    assert ends[1][0] < ideal < ends[1][1]
    points = (WIDE.right - WIDE.left) / 50  # the axis runs from 20 to 70
    assert abs(ends[0][1] - ideal - 15 * points) < 0.1


def test_a_filled_mark_differs_from_the_ideal_and_an_open_one_does_not():
    marks = [path.get("class") for path in parse(PLOT, WIDE).iterfind(".//path")]
    assert ["filled" in kind for kind in marks if "mark" in kind] == [True, False]


def test_models_differ_in_shape_not_only_in_colour():
    rows = [PlotRow("All", points=[Point(55.0, 50.0, 60.0)] * MOST_MARKS)]
    paths = parse(Plot("p", "t", rows, ""), WIDE).iterfind(".//path")
    shapes = [[float(x) for x in re.findall(r"-?[\d.]+", path.get("d"))] for path in paths]
    outlines = {(len(one), *(round(x - one[place % 2], 1) for place, x in enumerate(one))) for one in shapes}
    assert len(outlines) == MOST_MARKS == len(set(colours())) == 8


def heights(svg: ElementTree.Element, kind: str) -> list[float]:
    paths = [path for path in svg.iterfind(".//path") if kind in path.get("class").split()]
    return [float(re.findall(r"-?[\d.]+", path.get("d"))[1]) for path in paths]


@pytest.mark.parametrize("layout", [WIDE, NARROW])
def test_published_values_have_a_line_of_their_own_that_says_so_and_a_mark_that_no_model_has(layout):
    svg = parse(PLOT, layout)
    (printed,) = [path for path in svg.iterfind(".//path") if path.get("class") == "published"]
    assert printed.find("title").text == "Someone & co 61.0"
    assert "z" not in printed.get("d")  # without an inside, so neither filled nor hollow
    assert heights(svg, "published")[0] > max(heights(svg, "mark")) + 5
    said = [text.text for text in svg.iterfind(".//text") if text.get("class") == "detail end"]
    assert ("61.0 published" if layout is WIDE else "published") in said


@pytest.mark.parametrize("layout", [WIDE, NARROW], ids=lambda layout: layout.name)
def test_a_long_label_takes_two_lines_and_keeps_its_last_word(layout):
    rows = [PlotRow(f"Right possessive: {gender}, marked", "n = 857", [Point(50.0)]) for gender in ("his", "feminine")]
    svg = parse(Plot("p", "t", [*rows, PlotRow("Short", "n = 1", [Point(50.0)])], ""), layout)
    labels = [
        [span for span in text.iterfind("tspan") if span.get("y")] for text in svg.iterfind(".//text[@class='label']")
    ]
    assert [[span.text.strip() for span in spans] for spans in labels] == [
        ["Right possessive: his,", "marked"],
        ["Right possessive:", "feminine, marked"],
        [],
    ]
    lines = [float(span.get("y")) for spans in labels for span in spans]
    assert all(below - above > 13 for above, below in pairwise(lines)), "none is written over another"


def test_on_a_phone_the_lines_of_the_scale_pass_below_the_labels():
    svg = parse(PLOT, NARROW)
    labels = [float(text.get("y")) for text in svg.iterfind(".//text[@class='label']")]
    lines = [line for line in svg.iterfind(".//line") if line.get("class") in ("ideal", "grid")]
    assert len(labels) == 2
    for line in lines:
        top, bottom = float(line.get("y1")), float(line.get("y2"))
        assert not any(top < y - 2 and bottom > y - 9 for y in labels)


def lightness(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours() -> list[str]:
    return re.findall(r"svg \.model-\d { stroke: (#\w+)", standalone_svg([], EN))


def test_colours_stand_out_from_the_paper():
    for colour in colours():
        assert 1.05 / (lightness(colour) + 0.05) >= 3


def nine(excluded=()) -> Plot:
    rows = [
        PlotRow(
            "All", points=[Point(50.0 + place, 45.0, 60.0, told=place > 4) for place in range(9)], beside=[("X", 61.0)]
        ),
        PlotRow("Hats", points=[Point(60.0), None, *[Point(40.0)] * 7]),
    ]
    names = [f"model-{place}" for place in range(9)]
    return Plot("p", "t", rows, "", series=names, excluded=excluded, published="published")


def test_more_models_than_marks_become_a_heat_map_with_every_value():
    assert drawable(PLOT) is PLOT
    heat = drawable(nine(excluded=[8]))
    assert isinstance(heat, HeatMap)
    assert [row.label for row in heat.rows] == [*(f"model-{place}" for place in range(9)), "X, published"]
    for drawn in heat.drawings(EN):
        svg = ElementTree.fromstring(str(drawn))
        texts = [text.text for text in svg.iterfind(".//text")]
        assert [texts.count(value) for value in ("50.0", "58.0", "61.0", "60.0", "40.0")] == [1, 1, 1, 1, 7]
        bold = [text.text for text in svg.iterfind(".//text") if "font-weight:700" in text.get("style")]
        assert bold == ["55.0", "56.0", "57.0"]  # clear ones, but not that of the excluded model
        boxes = [box.get("style") for box in svg.iterfind(".//rect")]
        assert sum("var(--ink)" in style for style in boxes) == 3
        assert sum("fill-opacity:0.000" in style for style in boxes) == 3  # at 50, and two of the excluded model
        assert svg.find("title").text == "t"
        assert "model-8, All 58.0, Hats 40.0" in svg.find("desc").text
    assert not any("font-weight:700" in drawn for drawn in drawable(nine(), tested=False).drawings(EN))


def test_a_chart_in_a_file_has_its_legend_and_no_variable_of_the_page_and_is_the_same_every_time(figures, tmp_path):
    figure = Figure(PLOT, legend=[(legend_mark(0), "model & co")])
    svg = standalone_svg([figure], EN)
    texts = [text.text for text in ElementTree.fromstring(svg.partition("\n")[2]).iter() if text.text]
    assert "model & co" in texts
    assert "50 = no preference" in texts
    assert "var(" not in svg
    pdf, again = (write_charts([figure], tmp_path / name, EN)[1].read_bytes() for name in ("a", "b"))
    assert pdf == again
    assert pdf.startswith(b"%PDF")
    assert b"SourceSansPro-Regular" in pdf
    assert b"Helvetica" not in pdf, "every font is embedded"


def test_the_axis_never_zooms_in_on_chance():
    assert Plot("p", "t", [PlotRow("a", points=[Point(50.1, 49.9, 50.3)])], "").bounds() == (30.0, 70.0)
    assert Plot("p", "t", [PlotRow("a", points=[Point(99.0, 91.0, 100.0)])], "").bounds() == (30.0, 100.0)
    assert Plot("p", "t", [PlotRow("a", points=[Point(27.0, 22.0, 33.0)])], "").bounds() == (20.0, 70.0)
