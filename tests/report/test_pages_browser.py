"""The pages about translation systems, probes, calibration and chat models in a browser; skipped without one."""

import csv
import io
import json
from pathlib import Path

import pytest

from auditing.chat_servers import audited, chat
from collect.browser import DESKTOP, PHONE, fits, look_at, serious_findings, watched
from epicene.inside.probes.page import PAGE as PROBES_PAGE
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
