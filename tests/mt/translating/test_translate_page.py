"""What `epicene report` shows of a translated file, and of one that is not finished."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError
from epicene.mt.translating.page import PAGE
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.mt.translating.translation_engine import CommandSystem
from epicene.report.render.markdown import render_markdown
from tiny_translation import SOURCE_LINES, write_lines


def translated(folder: Path, program: str) -> Path:
    """The path of what says how it went."""
    out = folder / "out.en"
    source = write_lines(folder / "source.fr", SOURCE_LINES)
    translate(TranslationRequest(source, out, "fr", "en"), CommandSystem(program))
    return folder / "out.en.json"


def test_empty_translations_are_noticed(tmp_path: Path) -> None:
    facts = translated(tmp_path, "sed s/.*Oui.*//")
    written = json.loads(facts.read_text(encoding="utf-8"))
    assert written["notices"] == ["1 of 4 translations is empty."]
    assert [note.text for note in PAGE.document([facts], "fr").notes] == ["1 traduction sur 4 est vide."]


def test_an_unfinished_folder_says_first_that_it_is(tmp_path: Path) -> None:
    with pytest.raises(EpiceneError):
        translated(tmp_path, "head -n 2; exit 1")
    page = PAGE.document([tmp_path / "out.en.partial"], "en")
    assert [note.grave for note in page.notes] == [True]
    text = render_markdown(page)
    assert "2 of 4 lines are translated so far" in text
    assert SOURCE_LINES[1] in text
    assert SOURCE_LINES[2] not in text
