import re
from xml.etree import ElementTree

from epicene.core.language import Language
from epicene.report.charts.forest import NARROW, WIDE, Plot, PlotRow, Point, draw

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
    assert description.text.replace("\u00a0", " ") == "All pairs 58.0 [50.5, 65.0]; Hats <b> 44.0 [20.0, 70.0]"
    french = ElementTree.fromstring(str(draw(PLOT, WIDE, Language("fr")))).find("desc").text
    assert french == ("All pairs 58,0 [50,5\u202f;\u00a065,0]\u202f; Hats <b> 44,0 [20,0\u202f;\u00a070,0]"), (
        "a no-break space before the semicolon"
    )


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
    assert ["filled" in kind for kind in marks] == [True, False]


def test_models_differ_in_shape_not_only_in_colour():
    rows = [PlotRow("All", points=[Point(55.0, 50.0, 60.0)] * 4)]
    shapes = [
        re.sub(r"[\d.\-\s]+", "", path.get("d")) for path in parse(Plot("p", "t", rows, ""), WIDE).iterfind(".//path")
    ]
    assert len(set(shapes)) == 4


def test_values_are_written_beside_the_marks_in_both_layouts():
    for layout in (WIDE, NARROW):
        texts = [text.text.replace("\u00a0", " ") for text in parse(PLOT, layout).iterfind(".//text[@class='value']")]
        assert texts == ["58.0 [50.5, 65.0]", "44.0 [20.0, 70.0]"]


def test_published_models_are_named_on_their_marks():
    assert parse(PLOT, WIDE).find(".//circle/title").text == "Someone & co 61.0"


def test_the_axis_never_zooms_in_on_chance():
    assert Plot("p", "t", [PlotRow("a", points=[Point(50.1, 49.9, 50.3)])], "").bounds() == (30.0, 70.0)
    assert Plot("p", "t", [PlotRow("a", points=[Point(99.0, 91.0, 100.0)])], "").bounds() == (30.0, 100.0)
