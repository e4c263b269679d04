"""Notices that a command wrote down as English sentences, told again in the reader's language.

Documents of `epicene mt` keep their notices as sentences, because they are printed as they stand. A report knows each
sentence by its pattern; one that it does not know is shown as it was recorded, marked as English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from epicene.report.document import Note as Notice
from epicene.report.language import Language, read_catalogue

RECORDED_IN = "en"
_PATTERNS = {
    "limit": r"[Oo]nly the first (?P<n>\d+) of (?P<total>\d+) (?:lines|items) (?:are|were) .*\(--limit\)\.",
    "empty.one": r"1 empty line of the output is judged as wrong \(line (?P<line>\d+)\)\.",
    "empty.other": r"(?P<n>\d+) empty lines of the output are judged as wrong \(the first is line (?P<line>\d+)\)\.",
    "aspirated": r"(?P<n>\d+) nouns? with h aspiré behind l': (?P<nouns>.*)\.",
    "unelided": r"(?P<n>\d+) nouns? without elision: (?P<nouns>.*)\.",
    "two-nouns": r"(?P<n>\d+) pairs? with different English nouns: (?P<nouns>.*)\.",
    "changed.one": r"the English of line (?P<line>\d+) of the file differs from the item; joined by line number.*",
    "changed.other": r"the English of lines (?P<lines>.*) of the file \((?P<n>\d+)\) differ from the items; joined.*",
    "single": r"(?P<measure>\S+) rests on one occupation \((?P<noun>.*)\), so that .* no interval\.",
    "left-out.noun": r"(?P<left>\d+) of (?P<total>\d+) lines do not have the noun's two forms and .*: n = (?P<n>\d+)\.",
    "no-possessive": r"(?P<n>\d+) of (?P<total>\d+) references have neither his nor her, so that .*\.",
    "left-out": r"(?P<left>\d+) of (?P<total>\d+) lines do not have (?P<contrast>.*) and are .*: n = (?P<n>\d+)\.",
    "u3": r"u3 leaves out (?P<n>\d+) pairs whose forms differ in their number of sub-words\.",
}
_SENTENCES = {key: re.compile(pattern) for key, pattern in _PATTERNS.items()}
_COUNTS = ("n", "total", "left")


def told(sentence: str, language: Language) -> Notice:
    """In English, and where no pattern fits, as it was recorded."""
    if language.code == RECORDED_IN:
        return Notice(sentence)
    for key, pattern in _SENTENCES.items():
        if found := pattern.fullmatch(sentence):
            values = {
                name: language.count(int(value)) if name in _COUNTS else value
                for name, value in found.groupdict().items()
            }
            return Notice(read_catalogue(language.code, "recorded")[key].format_map(values))
    return Notice(sentence, foreign=True)


def told_all(sentences: Iterable[str], language: Language) -> list[str]:
    return [told(sentence, language).text for sentence in sentences]
