"""The pages about translation systems, probes and calibration in a browser; skipped where there is none."""

import csv
import io
import json
from pathlib import Path

import pytest

from collect.browsing import DESKTOP, PHONE, fits, serious_findings, watched
from epicene.report.forced_page import render_page
from epicene.report.lab_language import LabLanguage
from epicene.report.lab_write import render_html
from epicene.report.probe_language import ProbeLanguage
from epicene.report.probe_page import probe_page
from epicene.report.translation_language import TranslationLanguage
from epicene.report.translation_page import read_documents, write_documents
from lab.invented import invented_results

from .test_probe import document
from .test_translation_page import documents  # noqa: F401 - a fixture

LOOKS = [("en", PHONE, "light"), ("en", DESKTOP, "dark"), ("fr", PHONE, "dark"), ("fr", DESKTOP, "light")]


@pytest.fixture(scope="module")
def pages(documents, tmp_path_factory) -> dict[tuple[str, str], Path]:  # noqa: F811
    folder, made = tmp_path_factory.mktemp("pages"), {}
    for code in ("en", "fr"):
        for name in ("translation", "probe", "lab"):
            made[name, code] = folder / f"{name}-{code}.html"
        write_documents(made["translation", code], read_documents(documents), TranslationLanguage(code))
        probing = ProbeLanguage(code)
        made["probe", code].write_text(render_page(probe_page(document(), probing), probing), encoding="utf-8")
        made["lab", code].write_text(render_html(invented_results(), LabLanguage(code)), encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("name", "code", "size", "scheme"),
    [("translation", *look) for look in LOOKS] + [(name, *look) for name in ("probe", "lab") for look in LOOKS[1:3]],
)
def test_no_message_no_request_no_sideways_scrolling_and_nothing_against_accessibility(
    browser, pages, name, code, size, scheme
):
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page, home = context.new_page(), pages[name, code].as_uri()
    with watched(page, home) as told:
        page.goto(home)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert fits(page)
        assert serious_findings(page) == []
        names = page.locator("a[download]").evaluate_all("all => all.map(one => one.download)")
        assert page.locator("table.data").count() <= len(names) + page.locator("[data-lines] table").count()
        assert len(names) == len(set(names)) > 0
    assert told == []
    context.close()


def test_the_lines_of_a_system_can_be_saved(browser, pages, documents):  # noqa: F811
    page = browser.new_page()
    page.goto(pages["translation", "fr"].as_uri())
    page.locator("[data-lines] > summary").first.click()
    with page.expect_download() as saved:
        page.locator("[data-lines] button").first.click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))
    assert head == ["class", "found", "line", "french", "english", "translation"]
    system = json.loads(documents[0].read_text(encoding="utf-8"))["systems"][0]
    keys = ("class", "found", "line", "french", "english", "hypothesis")
    assert sorted(lines) == sorted([str(line[key]) for key in keys] for line in system["lines"])
    page.close()
