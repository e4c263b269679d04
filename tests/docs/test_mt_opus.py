"""The guide's page of OPUS-MT shows what is in docs/data, and every table and figure of it comes from there."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from epicene.studies.study_file import AbsentFile, read_study

GENERATE = Path(__file__).parents[2] / "docs" / "generate"
LANGUAGES = pytest.mark.parametrize("code", ["en", "fr"])


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(GENERATE))  # as Python does with a script's own folder
        return runpy.run_path(str(GENERATE / "mt_opus.py"))


@LANGUAGES
def test_tables_and_figures_are_those_of_the_aggregates(script: dict[str, Any], code: str) -> None:
    page = script["PAGES"][code].read_text(encoding="utf-8")
    made = script["Tables"](script["saved_rows"](), code)
    assert script["with_tables"](made.in_text(page), made.all()) == page
    assert all(table in page for table in made.all().values())
    assert len(script["FIGURE"].findall(page)) >= 8


@LANGUAGES
def test_no_figure_of_the_text_is_missing(script: dict[str, Any], code: str) -> None:
    page = script["PAGES"][code].read_text(encoding="utf-8")
    assert [match for match in re.findall(r"<!-- n .+? -->(.*?)<!-- /n -->", page) if not re.search(r"\d", match)] == []
    assert not re.search(r"^\s*<!-- n ", page, re.MULTILINE)  # which Markdown would take for the end of a paragraph


def test_aggregates_have_a_source_and_nothing_of_any_line(script: dict[str, Any]) -> None:
    rows = script["saved_rows"]()
    assert {row["source"] for row in rows} == {script["SOURCE"]}
    keys = [tuple(row[name] for name in script["COLUMNS"][:5]) for row in rows]
    assert len(set(keys)) == len(keys)
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows if row["low"])


@LANGUAGES
def test_a_page_has_at_most_1300_words_of_prose(script: dict[str, Any], code: str) -> None:
    page = script["PAGES"][code].read_text(encoding="utf-8")
    prose = re.sub(r"^\|[^\n]*|```.*?```|<!--.*?-->", "", page, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) <= 1300


def test_the_study_that_was_run_reads() -> None:
    absent: list[AbsentFile] = []
    study = read_study(GENERATE / "mt_opus.toml", absent)
    assert study.system_options.limit_of("intervene") == 100
    assert {system.name for system in study.systems} == {"opus-mt-fr-en", "opus-mt-en-fr", "mended"}
