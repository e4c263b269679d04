"""The pages about translation systems, probes, calibration and chat models in a browser; skipped without one."""

import csv
import io
import json
from pathlib import Path

import pytest

from auditing.chat_servers import audited, chat
from collect.browser import DESKTOP, PHONE, fits, look_at, serious_findings, watched
from epicene.core.language import Language
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.report.charts.forest import NARROW, WIDE, Plot, PlotRow, Point, draw
from epicene.report.render.html import render_html
from epicene.report.results_page import write_report
from inside.invented_probes import document, page_of
from lab.invented_calibration import save_calibration
from mt.test_systems_page import documents  # noqa: F401 - a fixture

COUNT = 170  # pairs put to the chat model: over a thousand replies
# Every page in both languages and on both screens; colours are those of one style sheet.
LIGHT = [("en", PHONE, "light"), ("fr", DESKTOP, "light")]
DARK = [("en", DESKTOP, "dark"), ("fr", PHONE, "dark")]


@pytest.fixture(scope="module")
def pages(documents, tmp_path_factory) -> dict[tuple[str, str], Path]:  # noqa: F811
    folder, made = tmp_path_factory.mktemp("pages"), {}
    with chat(lambda prompt: "1" if "Compare" in prompt else "Désolé.") as server:
        words = audited(server, folder / "words", limit=COUNT).path
    calibration = save_calibration(folder / "calibration")
    for code in ("en", "fr"):
        for name in ("translation", "probe", "lab", "words"):
            made[name, code] = folder / f"{name}-{code}.html"
        write_report([documents[0].parent / "judge-run", documents[1]], made["translation", code], code)
        probing = page_of(PROBES_PAGE, document(), folder / f"probe-{code}", code)
        made["probe", code].write_text(render_html(probing), encoding="utf-8")
        write_report([words], made["words", code], code)
        write_report([calibration], made["lab", code], code)
    return made


@pytest.mark.parametrize(
    ("name", "code", "size", "scheme"),
    [(name, *look) for name in ("translation", "probe") for look in LIGHT]
    + [(name, *look) for name in ("words", "lab") for look in DARK],
)
def test_no_message_no_request_no_sideways_scrolling_and_nothing_against_accessibility(
    tab, pages, name, code, size, scheme
):
    home = pages[name, code].as_uri()
    with watched(tab, home) as told:
        look_at(tab, home, size, scheme)
        tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert fits(tab)
        assert serious_findings(tab) == []
        names = tab.locator("a[download]").evaluate_all("all => all.map(one => one.download)")
        assert tab.locator("table.data").count() <= len(names) + tab.locator("[data-lines] table").count()
        assert len(names) == len(set(names)) > 0
    assert told == []


def test_one_row_against_accessibility_is_found_among_many_that_are_alike(tab):
    rows = [f"<tr><td>row {number}</td></tr>" for number in range(60)]
    rows[40] = "<tr><td>row 40 <img src='data:,'></td></tr>"
    tab.set_content(f"<html lang='en'><title>t</title><main><h1>t</h1><table>{''.join(rows)}</table></main></html>")
    assert [finding.partition(":")[0] for finding in serious_findings(tab)] == ["image-alt"]
    numbers = tab.locator("td").evaluate_all("all => all.map(one => one.textContent.trim())")
    assert numbers == [f"row {number}" for number in range(60)]


def test_on_a_desk_no_column_of_what_a_chat_model_said_is_hidden_and_its_replies_are_closed(tab, pages):
    look_at(tab, pages["words", "fr"].as_uri(), DESKTOP)
    tables = tab.locator(".scroll")
    assert tables.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0
    assert tab.locator("svg.forest.wide").is_visible()
    assert tab.locator(".notices.grave").is_visible()
    assert not tab.get_by_text("Désolé.").first.is_visible()
    tab.locator("details.sentences > summary").first.click()
    assert tab.get_by_text("Désolé.").first.is_visible()


def test_replies_are_filtered_by_type_outcome_and_words_and_saved_as_they_are_seen(tab, pages):
    look_at(tab, pages["words", "fr"].as_uri(), PHONE)
    replies = tab.locator("table.items [data-o]:visible")
    assert replies.count() == 0
    tab.locator("details[data-explorer] > summary").click()
    assert replies.count() == 6 * COUNT
    assert tab.locator("output").inner_text() == "Réponses affichées\u00a0: 1\u202f020 sur 1\u202f020"
    for outcome, count in (("stereotype", COUNT), ("other", COUNT), ("refused", 4 * COUNT), ("unreadable", 0)):
        tab.locator("select[name=side]").select_option(outcome)
        assert set(replies.evaluate_all("all => all.map(one => one.dataset.o)")) <= {outcome}
        assert replies.count() == count
    tab.locator("select[name=side]").select_option("refused")
    tab.locator("select[name=type]").select_option("religion")
    rows = tab.locator("table.items tbody tr:visible")
    assert replies.count() == 4 * rows.count() > 0
    tab.locator("input[name=text]").fill("DESOLE")
    assert replies.count() == 4 * rows.count() > 0
    tab.locator("select[name=side]").select_option("")
    assert replies.count() == 4 * rows.count()  # the choices do not say so
    tab.locator("input[name=text]").fill("zzz")
    assert (replies.count(), rows.count()) == (0, 0)
    tab.locator("input[name=text]").fill("")
    tab.locator("select[name=side]").select_option("stereotype")
    assert fits(tab)
    with tab.expect_download() as saved:
        tab.locator("button[name=csv]").click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))
    assert head == ["id", "context", "more", "less", "type", "instruction", "first", "outcome", "reply"]
    assert {tuple(line[4:]) for line in lines} == {("religion", "fr-3", "more", "stereotype", "1")}
    assert [line[0] for line in lines] == rows.evaluate_all("all => all.map(row => row.cells[0].textContent)")


def test_a_bold_value_does_not_cover_a_mark_at_the_end_of_the_scale(tab, pages):
    rows = [PlotRow("All", "n = 25", [Point(100.0, 86.3, 100.0, told=True)] * 3, strong=True)]
    for layout, size in ((WIDE, DESKTOP), (NARROW, PHONE)):
        look_at(tab, pages["words", "fr"].as_uri(), size)
        drawing = str(draw(Plot("p", "t", rows, "50"), layout, Language("fr")))
        tab.locator("figure").first.evaluate("(figure, drawing) => { figure.innerHTML = drawing }", drawing)
        ends = "all => all.map(one => one.getBoundingClientRect())"
        marks = tab.locator("figure path.mark").evaluate_all(ends)[:3]
        values = tab.locator("figure text.value").evaluate_all(ends)[:3]
        assert len(marks) == len(values) == 3
        assert max(mark["right"] for mark in marks) < min(value["left"] for value in values)


def test_the_lines_of_a_system_can_be_saved(tab, pages, documents):  # noqa: F811
    look_at(tab, pages["translation", "fr"].as_uri())
    tab.locator("[data-lines] > summary").first.click()
    with tab.expect_download() as saved:
        tab.locator("[data-lines] button").first.click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))
    assert head == ["class", "found", "line", "french", "english", "translation"]
    journal = (documents[0].parent / "judge-run" / "lines.jsonl").read_text(encoding="utf-8")
    judged = [line for line in map(json.loads, journal.splitlines()) if line["system"] == "good"]
    keys = ("class", "found", "line", "source", "target", "hypothesis")
    assert sorted(lines) == sorted([str(line[key]) for key in keys] for line in judged)
