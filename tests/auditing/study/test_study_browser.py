"""A study's page as a reader meets it; needs playwright and a Chromium, and is skipped without."""

import pytest

from epicene.auditing.study.page import write_study
from invented_studies import MODELS, save_study

HOLDS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    path = save_study(tmp_path_factory.mktemp("page") / "study", benchmarks=["stereoset-fr"], models=MODELS[1:7])
    write_study(path, "fr")
    return path / "report.html"


@pytest.mark.parametrize("width", [390, 1280])
def test_no_message_no_request_and_no_sideways_scrolling(browser, page_file, width):
    page = browser.new_page(viewport={"width": width, "height": 800})
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: told.append(request.url) if request.url.startswith("http") else None)
    page.goto(page_file.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate(HOLDS)
    layout = "narrow" if width < 640 else "wide"
    assert page.locator(f"svg.{layout}:visible").count() == page.locator("figure").count() > 0
    assert told == []
    page.close()
