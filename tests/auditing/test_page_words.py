"""Nothing that a reader of audits sees may stand in the code: every word comes from a catalogue or from the data."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from epicene.auditing.page import PAGE
from epicene.core.language import Language
from epicene.report.render.html import render_html
from invented_triples import save_run
from page_words import data_of, marked_catalogues, unmarked_words


def test_the_audit_page_has_no_word_of_its_own(run: Path, other: Path) -> None:
    with marked_catalogues():
        language = Language("fr")
        page = render_html(PAGE.document([run, other], "fr"))
    assert page.count("⟦") > 200
    released = resources.files("epicene.kinds").joinpath("released.json").read_text(encoding="utf-8")
    assert unmarked_words(page, data_of(run) + data_of(other) + released, language) == set()


@pytest.mark.about("triples")
def test_the_page_about_triples_has_no_word_of_its_own(tmp_path: Path) -> None:
    runs = [save_run(tmp_path / "one"), save_run(tmp_path / "two", "invented/chair", inter=False)]
    with marked_catalogues():
        language = Language("fr")
        page = render_html(PAGE.document(runs, "fr"))
    assert unmarked_words(page, " ".join(map(data_of, runs)), language) == set()
