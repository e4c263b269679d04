"""Messages about translation."""

from __future__ import annotations

import string

from epicene.core.language import LANGUAGES, read_catalogue
from epicene.mt.results import ROOM
from report.test_language import PLAIN_OR_OPENING_SPACE


def placeholders(text: str) -> set[tuple[str, str | None]]:
    """With how they are written."""
    return {(name, how) for _, name, how, _ in string.Formatter().parse(text) if name}


def test_both_catalogues_have_the_same_keys_and_placeholders_and_no_key_of_another():
    english, french = (read_catalogue(ROOM, code) for code in LANGUAGES)
    assert english.keys() == french.keys()
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in french.items()
    }
    assert not english.keys() & read_catalogue("epicene.report", "en").keys()


def test_french_messages_have_no_breakable_space_before_double_punctuation():
    for key, text in read_catalogue(ROOM, "fr").items():
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")
