"""Messages of the tables about translation."""

from __future__ import annotations

import string

from epicene.report.language import LANGUAGES, read_catalogue
from epicene.report.translation_language import TranslationLanguage
from report.test_language import PLAIN_OR_OPENING_SPACE


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_catalogues_have_the_same_keys_and_placeholders_and_no_key_of_another():
    english, french = (read_catalogue(code, "mt") for code in LANGUAGES)
    assert english.keys() == french.keys()
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in french.items()
    }
    assert not english.keys() & read_catalogue("en").keys()


def test_french_messages_have_no_breakable_space_before_double_punctuation():
    for key, text in read_catalogue("fr", "mt").items():
        assert not PLAIN_OR_OPENING_SPACE.search(text), (key, text)
        assert "'" not in text, (key, "typographic apostrophe")


def test_what_every_report_shares_is_still_there():
    assert TranslationLanguage("fr").text("list.and") == "et"
