"""A study's page as a reader meets it; needs playwright and a Chromium, and is skipped without."""

import pytest

from collect.browser import DESKTOP, PHONE, fits, look_at, watched
from epicene.studies.page import write_study
from invented_studies import MODELS, save_study


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    path = save_study(tmp_path_factory.mktemp("page") / "study", benchmarks=["stereoset-fr"], models=MODELS[1:7])
    write_study(path, "fr")
    return path / "report.fr.html"


@pytest.mark.parametrize(("size", "layout"), [(PHONE, "narrow"), (DESKTOP, "wide")])
def test_no_message_no_request_and_no_sideways_scrolling(tab, page_file, size, layout):
    with watched(tab, page_file.as_uri()) as told:
        look_at(tab, page_file.as_uri(), size)
        tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert fits(tab)
        assert tab.locator(f"svg.{layout}:visible").count() == tab.locator("figure").count() > 0
    assert told == []
