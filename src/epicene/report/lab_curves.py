"""Calibration curves as inline SVG: an instrument's readings against the dial, with their intervals.

The dotted line is what a perfect instrument would read, where such a line is known: *her* as often as the corpus says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from epicene.report.charts.forest import tag
from epicene.report.charts.scatter import ticks
from epicene.report.language import Language

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 340, 220, 46, 14, 12, 42
BESIDE = 6  # between models of one setting
PERCENT = (0.0, 100.0)
# What the dial itself would read on the instrument's scale.
TRUTH: Mapping[str, Callable[[float], float]] = {
    "judged_feminine": lambda dial: dial,
    "judged_epicene_her": lambda dial: dial,
    "r_mean": lambda dial: dial / 100,
    "b_mean": lambda dial: 2 * dial / 100 - 1,
}
# And for which dial.
TRUE_OF = {"judged_feminine": "her", "r_mean": "her", "judged_epicene_her": "epicene", "b_mean": "epicene"}


def draw_curve(curve: Mapping[str, Any], language: Language) -> Markup:
    return _Drawing(curve, language).svg()


@dataclass(frozen=True, slots=True)
class _Drawing:
    curve: Mapping[str, Any]
    language: Language

    def svg(self) -> Markup:
        curve, language = self.curve, self.language
        name = f"{curve['kind']}-{curve['dial']}-{curve['instrument']}".replace("_", "-")
        said = language.text("punctuation.semicolon").join(
            f"{language.number(point['dial'], 0)}{language.text('punctuation.colon')} {self.number(point['value'])}"
            for point in curve["points"]
        )
        return tag(
            "svg",
            tag("title", language.text(f"lab.instrument.{curve['instrument']}"), id=f"{name}-title"),
            tag("desc", said, id=f"{name}-desc"),
            tag("g", *self.axes(), aria_hidden="true"),
            *self.truth(),
            *self.readings(),
            class_="forest curve",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            aria_labelledby=f"{name}-title {name}-desc",
        )

    def number(self, value: float) -> str:
        return self.language.number(value, 0 if self.curve["is_percent"] else 2)

    @property
    def marks(self) -> list[float]:
        if self.curve["is_percent"]:
            return [0.0, 25.0, 50.0, 75.0, 100.0]
        ends = [point[end] for point in self.curve["points"] for end in ("value", "low", "high")]
        low, high = (-1.0, 1.0) if self.curve["instrument"] == "b_mean" else (0.0, 1.0)
        return ticks(min(low, *ends), max(high, *ends))

    def x(self, dial: float) -> float:
        return LEFT + dial / 100 * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        marks = self.marks
        return HEIGHT - BOTTOM - (value - marks[0]) / (marks[-1] - marks[0]) * (HEIGHT - TOP - BOTTOM)

    def axes(self) -> Iterator[Markup]:
        for mark in self.marks:
            y = self.y(mark)
            yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid")
            text = self.language.number(mark, 0 if self.curve["is_percent"] or mark == round(mark) else 1)
            yield tag("text", text, x=LEFT - 8, y=y + 4, class_="tick end")
        base = HEIGHT - BOTTOM
        for dial in (0, 25, 50, 75, 100):
            yield tag("line", x1=self.x(dial), x2=self.x(dial), y1=base, y2=base + 4, class_="base")
            yield tag("text", str(dial), x=self.x(dial), y=base + 18, class_="tick")
        yield tag("text", self.language.text("lab.axis"), x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 8, class_="side")

    def truth(self) -> Iterator[Markup]:
        instrument = self.curve["instrument"]
        if TRUE_OF.get(instrument) == self.curve["dial"]:
            ends = [(self.x(dial), self.y(TRUTH[instrument](dial))) for dial in PERCENT]
            (x1, y1), (x2, y2) = ends
            yield tag("line", x1=x1, x2=x2, y1=y1, y2=y2, class_="truth")

    def readings(self) -> Iterator[Markup]:
        by_dial: dict[float, list[float]] = {}
        for point in self.curve["points"]:
            by_dial.setdefault(point["dial"], []).append(point["value"])
        path = " ".join(f"{self.x(dial):.1f},{self.y(sum(own) / len(own)):.1f}" for dial, own in by_dial.items())
        yield tag("polyline", points=path, class_="course")
        drawn: dict[float, int] = {}
        for point in self.curve["points"]:
            place = drawn[point["dial"]] = drawn.get(point["dial"], -1) + 1
            x = self.x(point["dial"]) + BESIDE * (place - (len(by_dial[point["dial"]]) - 1) / 2)
            yield tag(
                "line", x1=x, x2=x, y1=self.y(point["low"]), y2=self.y(point["high"]), class_="span model model-0"
            )
            told = (
                f"{self.language.number(point['dial'], 0)}: {self.number(point['value'])} "
                f"{self.language.bracket(point['low'], point['high'], 0 if self.curve['is_percent'] else 2)}"
            )
            shape = tag("title", told)
            yield tag("circle", shape, cx=x, cy=self.y(point["value"]), r=4, class_="mark filled model model-0")
