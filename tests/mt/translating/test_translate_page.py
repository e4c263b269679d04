"""What `epicene report` shows of a translated file, and of one that is not finished."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError
from epicene.mt.translating.page import PAGE
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.mt.translating.translation_engine import CommandSystem
from epicene.report.render.markdown import render_markdown
from tiny_translation import SOURCE_LINES, write_lines


def test_an_unfinished_folder_says_first_that_it_is(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "source.fr", SOURCE_LINES)
    with pytest.raises(EpiceneError):
        translate(TranslationRequest(source, tmp_path / "out.en", "fr", "en"), CommandSystem("head -n 2; exit 1"))
    page = PAGE.document([tmp_path / "out.en.partial"], "en")
    assert [note.grave for note in page.notes] == [True]
    text = render_markdown(page)
    assert SOURCE_LINES[1] in text
    assert SOURCE_LINES[2] not in text
    done = translate(TranslationRequest(source, tmp_path / "empty.en", "fr", "en"), CommandSystem("sed s/.*Oui.*//"))
    assert [(notice.code, notice.values["count"]) for notice in done.notice_list()] == [("notice.mt.untranslated", 1)]
