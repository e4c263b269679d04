"""Where sentences end in French and English text.

A sentence ends at whitespace, after . ! ? or … and the quotation marks and brackets that close with it, before
something that can begin a sentence. Full stops of abbreviations, initials and enumerations end nothing. Nothing is
rewritten: the sentences are the text, less the whitespace between them.
"""

from __future__ import annotations

import re

from epicene.grammar.word_patterns import read_table, word_list

# A closing mark may stand apart from what it closes (« Oui. »), by a no-break space or a plain one.
_END = re.compile(r"(?P<stop>[.!?…]+(?:\s?[!?…]+)*)(?:\s?[»”]|[\"’')\]])*(?=\s)|\n\s*\n")
_WORD_BEFORE = re.compile(r"[\w.-]*$")
_WORD_AFTER = re.compile(r"[\s«“‘\"'’(\[—–-]*(\w*)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)*[^\W\d_]")
_BEFORE_CHRIST = re.compile(r"\b(?:av|ap|apr)\.\s*J\.-C$")
_ENUMERATION = re.compile(r"(?:\d{1,3}|[IVX]{1,5}|[A-Za-z])")
_ROMAN = re.compile(r"[IVXLC]+")
_ABBREVIATIONS = read_table("data/abbreviations.toml")
LONGEST_WORD = 40  # longer runs of letters are no abbreviation
# Abbreviations that are never last, only before a number, or seldom last; and words that commonly begin a sentence.
_NEVER_LAST, _BEFORE_NUMBER, _SELDOM_LAST, _BEGINNERS = (
    frozenset(word_list(_ABBREVIATIONS[name])) for name in ("never_last", "before_number", "seldom_last", "beginners")
)


def sentences(text: str) -> list[str]:
    """Cut a text into its sentences, in order, each as it stands in the text but for outer whitespace."""
    sentences, start = [], 0
    for end in _END.finditer(text):
        if end["stop"] is None or _ends_here(text, start, end):
            sentences.append(text[start : end.end()].strip())
            start = end.end()
    sentences.append(text[start:].strip())
    return [sentence for sentence in sentences if sentence]


def _ends_here(text: str, start: int, end: re.Match[str]) -> bool:
    after = _WORD_AFTER.match(text, end.end())
    following = after[1] if after else ""
    if following[:1].islower() or text[end.start() - 1 : end.start()] in ("[", "("):
        return False
    if end["stop"] != ".":
        return True
    return not _is_abbreviation(text[start : end.start()], following)


def _is_abbreviation(before: str, following: str) -> bool:
    """Whether the full stop after `before` belongs to its last word."""
    match = _WORD_BEFORE.search(before[-LONGEST_WORD:])
    word = match[0] if match else ""
    if not word or _BEFORE_CHRIST.search(before[-LONGEST_WORD:]):
        return False
    if word in _NEVER_LAST or (before.strip() == word and _ENUMERATION.fullmatch(word)):
        return True
    if word.lower() in _BEFORE_NUMBER and (following[:1].isdigit() or _ROMAN.fullmatch(following)):
        return True
    seldom_last = word in _SELDOM_LAST or (word[-1].isupper() and _INITIALS.fullmatch(word) is not None)
    return seldom_last and following not in _BEGINNERS
