"""The page as a reader meets it; needs playwright and a Chromium, and is skipped without."""

import os
import shutil
from pathlib import Path

import pytest

from epicene.report.write import write_report

from .invented_triples import save_run

playwright = pytest.importorskip("playwright.sync_api")

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")


@pytest.fixture(scope="module")
def browser():
    program = os.environ.get("CHROMIUM") or next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if not program:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="module", params=["en", "fr"])
def report(request, run, other, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report([run, other], path, request.param)
    return path


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_message_no_request_and_no_sideways_scrolling(browser, report, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: told.append(request.url) if request.url.startswith("http") else None)
    page.goto(report.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator("svg.forest:visible").count() > 0
    assert told == []
    page.close()


def test_the_table_of_pairs_is_hidden_until_asked_for_then_filters_and_sorts(browser, report):
    page = browser.new_page()
    page.goto(report.as_uri())
    table = page.locator("table.items")
    assert not table.is_visible()
    page.locator("details[data-explorer] summary").click()
    page.locator("select[name=type]").select_option("gender")
    page.locator("select[name=side]").select_option("more")
    shown = page.locator("table.items tbody tr:visible")
    assert 0 < shown.count() < 400
    assert page.locator("output").inner_text().startswith(f"{shown.count()} ")
    page.locator("table.items thead th:nth-child(4) button").click()
    values = [float(value) for value in shown.evaluate_all("rows => rows.map(row => row.cells[3].dataset.v)")]
    assert values == sorted(values, reverse=True)
    assert min(values) > 0
    page.close()


def test_without_javascript_every_pair_is_still_there(browser, report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    page.locator("details.sentences summary").last.click()
    assert page.locator("table.items tbody tr:visible").count() == 400
    assert not page.locator("form.filters").is_visible()
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_triples_are_shown_and_filtered_by_the_sentence_that_wins(browser, tmp_path, width):
    write_report([save_run(tmp_path / "run")], tmp_path / "report.html", "fr")
    page = browser.new_page(viewport={"width": width, "height": 800})
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())
    page.locator("details[data-explorer] summary").click()
    page.locator("select[name=side]").select_option("unrelated")
    shown = page.locator("table.items tbody tr:visible")
    assert 0 < shown.count() < 40
    assert page.locator("output").inner_text() == f"{shown.count()} tests sur 80"
    marked = shown.evaluate_all("rows => rows.map(row => row.querySelector('p.w').textContent)")
    assert all("pluie" in text or "train" in text for text in marked)
    with page.expect_download() as saved:
        page.locator("button[name=csv]").click()
    lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith('"id","stereotype","anti-stereotype","unrelated","type"')
    assert len(lines) == shown.count() + 1
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert told == []
    page.close()
