"""What a board comes to: which models differ on which benchmark, a chart of each column, and how the versions of one
model have moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor

from epicene.auditing.board.board_columns import Board, BoardColumn
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.report.charts.curve import Curve, CurvePoint
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.document import Block, Collapsible, DefinitionList, Figure, Heading, Paragraph, Row, Section
from epicene.report.headlines import Headline

VERSION = re.compile(r"[-_/. ]v?(\d+(?:\.\d+)*)$", re.IGNORECASE)
MOST_LED, MOST_DRAWN = 3, 25  # columns in sentences, models in a chart
OVER = ("time", "version")


def answer(board: Board, shown: Sequence[int], language: Language) -> list[Block]:
    """What can be concluded of the columns with several models, what that means, how sure it is, and what to do."""
    ranked = [column for column in (board.columns[index] for index in shown) if len(column.trusted) > 1]
    texts = [_conclusion(column, board, language) for column in ranked]
    leads: list[Block] = [Paragraph(text, "lead") for text in texts[:MOST_LED] or [language.text("board.answer.none")]]
    if texts[MOST_LED:]:
        others = list(map(Paragraph, texts[MOST_LED:]))
        leads.append(Collapsible(language.text("board.answer.others", n=len(others)), others))
    case = "ranked" if ranked else "alone"
    facts = [(language.text(f"next.{step}"), language.text(f"board.{step}.{case}")) for step in ("means", "sure", "do")]
    blocks = [*leads, Heading(language.text("page.next"), 2, id="next"), DefinitionList(facts, "reading next")]
    charts = [
        figure
        for column in ranked or [board.columns[index] for index in shown[:1]]
        for figure in _chart(column, board, language)
    ]
    return [*blocks, *charts[:1], *([Collapsible(language.text("board.charts"), charts[1:])] if charts[1:] else [])]


def titled(column: BoardColumn, columns: Sequence[BoardColumn]) -> str:
    """The name of its benchmark, with the measure where other columns are of the same benchmark."""
    question = column.question
    named = f"{question.title}, {question.measure.partition(' [')[0]}"
    return named if sum(other.question.title == question.title for other in columns) > 1 else question.title


def _conclusion(column: BoardColumn, board: Board, language: Language) -> str:
    """How many differences were shown on one benchmark; of the models' own figures, the one nearest to the ideal."""
    clear = sum(test.differs for test in column.tests.values())
    tested = {index for pair in column.tests for index in pair}  # not every two models have a test
    values = {
        "benchmark": titled(column, board.columns),
        "total": len(column.tests),
        "models": [board.models[index].label for index in sorted(tested or column.trusted)],
    }
    if not column.tests:
        return language.text("board.answer.untested", **values)
    if not clear:
        return language.text("board.answer.alike", **values)
    return language.plural("board.answer.different", clear, **values)


def _chart(column: BoardColumn, board: Board, language: Language) -> list[Block]:
    """The models of one column, highest first."""
    question, rows = column.question, list[PlotRow]()
    for index, value in sorted(column.values.items(), key=lambda of_model: -of_model[1])[:MOST_DRAWN]:
        estimate = column.trusted[index].estimate
        if estimate:
            is_clear = question.ideal is not None and not estimate.low <= question.ideal <= estimate.high
            point = Point(value, estimate.low, estimate.high, is_clear)
            rows.append(PlotRow(board.models[index].label, points=[point]))
    values = [end for row in rows for point in row.points if point for end in (point.low or 0.0, point.high or 0.0)]
    if question.ideal is None or not values or max(values) - min(values) < 2:  # ticks are whole numbers
        return []
    ideal = language.text("board.chart.ideal", ideal=language.number(question.ideal, 0))
    plot = Plot(
        f"board-{board.columns.index(column)}",
        f"{question.title}, {question.measure.partition(' [')[0]}",
        rows,
        ideal,
        ideal=question.ideal,
    )
    if min(values) < 0:
        reach = ceil(max(map(abs, values)) / 10) * 10.0
        plot = Plot(plot.id, plot.title, rows, ideal, ideal=question.ideal, domain=(-reach, reach))
    return [Figure(plot, language.text("board.chart.caption"), level=3)]


def trends(board: Board, over: str, language: Language) -> list[Section]:
    """For each model with several versions a line with intervals, on every benchmark that they were asked alike."""
    charts = list[Block]()
    for column in board.columns:
        named = sorted(((_family(figure), figure) for figure in column.trusted.values()), key=lambda own: own[0])
        for family, members in groupby(named, key=lambda own: own[0]):
            figures = [figure for _, figure in members]
            if len(figures) > 1:
                charts.append(_trend(f"trend-{len(charts)}", family, column, board, figures, over, language))
    blocks = [Paragraph(language.text("board.trend.text")), Row(charts)] if charts else []
    return [Section(language.text("board.trend"), blocks, "trend")] if charts else []


def _family(figure: Headline) -> str:
    """The name of a model without its version."""
    return VERSION.sub("", figure.model.name)


def _version(figure: Headline) -> str:
    """Of its name, else its revision or the folder of its run."""
    match = VERSION.search(figure.model.name)
    return match[1] if match else (figure.model.revision or figure.run.name)[:SHORT]


def _trend(
    id: str, family: str, column: BoardColumn, board: Board, figures: Sequence[Headline], over: str, language: Language
) -> Figure:
    def in_order(figure: Headline) -> tuple[object, ...]:
        digits = [int(number) for number in re.findall(r"\d+", _version(figure))]
        return (digits, board.days[figure.run]) if over == "version" else (board.days[figure.run], digits)

    points, names = list[CurvePoint](), list[str]()
    for figure in sorted(figures, key=in_order):
        if estimate := figure.estimate:
            points.append(CurvePoint(len(points), estimate.value, estimate.low, estimate.high))
            names.append(_version(figure) if over == "version" else board.days[figure.run][:10])
    ideal = column.question.ideal
    values = [end for point in points for end in (point.low or 0.0, point.high or 0.0)]
    values += [] if ideal is None else [ideal]
    step = 10 if max(values) - min(values) > 3 else 1
    ticks = range(floor(min(values) / step) * step, ceil(max(values) / step) * step + 1, step)
    last = len(points) - 1
    curve = Curve(
        id,
        f"{family}, {column.question.title}",
        points,
        language.text(f"board.trend.{over}"),
        x_ticks=range(len(points)),
        y_ticks=list(ticks),
        digits=column.question.digits,
        expected=[] if ideal is None else [(0, ideal), (last, ideal)],
        x_names=names,
    )
    return Figure(curve, level=3)
