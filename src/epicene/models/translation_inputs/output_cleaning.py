"""What stands around a translation in a system's output: character entities, markup, labels, bullets, quotation marks,
notes, and the other lines of a reply. Files and replies are cleaned by the same rules; a line that has nothing of this
stays as it is."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

LINES = "lines"
_LANGUAGE = r"(?:french|english|français|anglais|fr|en|fra|eng)"
_CALLED = r"(?:translations?|translated|traductions?|traduite?|output|answer|réponse|response|hypothesis)"
_OPENING = (
    r"(?:(?:sure|certainly|of course|okay|ok|absolutely|bien sûr|certainement|d['’]accord|volontiers|voilà)"
    r"\b[^:.!?\n]{0,20}[!.,:]\s*)"
)
_BEFORE_COLON = r"[^:.!?«»“”\"\n]"
_NOTE = r"(?:(?:translator['’]?s )?notes?|n\.?\s?b\.?|nota bene|remarques?|remarks?|explanation|explication)"
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
# Not <unk>, which stands for a word, nor <sep>, which MT-GenEval has between context and sentence.
_TAG = re.compile(
    r"</?(?!unk\b|sep\b)[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|<\|[^<>|]*\|>|<2\w{2,3}>|\[/?INST\]|^__\w{2,3}__\s|^#{1,6}\s+"
)
# Not the mark of étudiant*e, étudiant_e.
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,2}|`{1,3})(?![*_`])\s*([^\s*_`](?:[^*`\n]*?[^\s*_`])?)\s*\1(?![\w*])")
_LABEL = re.compile(
    rf"^{_OPENING}?(?:(?:{_BEFORE_COLON}{{0,60}}\b)?{_CALLED}\b{_BEFORE_COLON}{{0,50}}"
    rf"|here (?:you go|it is)|voici|(?:in |en )?{_LANGUAGE}(?:\s*\([^)]{{1,20}}\))?)\s*[:：]\s*"
    rf"|^[\[(]{_LANGUAGE}[\])]\s*:?\s*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^(?:\(?\d{1,4}[.)](?!\d)|[-–—•·▪◦>+*](?=\s))\s*(?=\S)")
_QUOTES = ("«»", "“”", '""', "„“", "‘’", "''", "””")
_REMARK = re.compile(rf"\s*[(\[]\s*{_NOTE}\b.*$|(?<=[.!?…»”\")])\s*{_NOTE}\b[^.:]{{0,40}}\s?:.*$", re.IGNORECASE)
_NO_TRANSLATION = re.compile(rf"```\w*|[-*_=]{{3,}}|#+ .*|{_OPENING}|{_CALLED}|{_LANGUAGE}|.*[:：]", re.IGNORECASE)


class Cleaned(NamedTuple):
    """A translation, and the kinds of what was taken away."""

    text: str
    kinds: Collection[str] = frozenset()


def cleaned(reply: str, beside: str = "") -> Cleaned:
    """The translation in a line or a reply. What the sentence `beside` it, its source or reference, has too is part of
    the translation; nothing is taken that is all there is."""
    text, kinds = reply, set[str]()
    if "\n" in reply or "\\n" in reply:
        text, kinds = translation_line(reply, beside), {LINES}
    while True:
        before = text
        for kind, step in _STEPS.items():
            shorter = step(text)
            if shorter not in (text, "") and step(beside) == beside:
                text = shorter
                kinds.add(kind)
        if text == before:
            return Cleaned(text, frozenset(kinds)) if kinds else Cleaned(text)


def count_kinds(found: Iterable[Collection[str]]) -> dict[str, int]:
    """How many were cleaned of anything and of each kind; empty where none was."""
    times = Counter(kind for kinds in found if kinds for kind in ("count", *kinds))
    return {kind: times[kind] for kind in ("count", LINES, *_STEPS) if times[kind]}


def translation_line(reply: str, source: str = "") -> str:
    """The first line of a reply that is a translation, not said about one nor the source again; its spaces one."""
    lines = _lines(reply)
    return next((line for line in lines if _may_translate(line, source)), "".join(lines[:1]))


def has_translation(reply: str) -> bool:
    return any(map(_may_translate, _lines(reply)))


def _lines(reply: str) -> list[str]:
    return [" ".join(line.split()) for line in reply.replace("\\n", "\n").splitlines() if line.strip()]


def _may_translate(line: str, source: str = "") -> bool:
    match = _NO_TRANSLATION.fullmatch(_without_bullet(_without_markup(line)))
    return not match and not (source and source in line)


def _without_entities(text: str) -> str:
    return " ".join(html.unescape(text).split()) if _ENTITY.search(text) else text


def _without_markup(text: str) -> str:
    found = _EMPHASIS.sub(r"\2", _TAG.sub("", text))
    return text if found == text else " ".join(found.split())


def _without_label(text: str) -> str:
    return _LABEL.sub("", text)


def _without_bullet(text: str) -> str:
    return _BULLET.sub("", text)


def _without_quotes(text: str) -> str:
    """Around all of it, before its last mark or behind it."""
    for opening, closing in map(tuple, _QUOTES):
        end = text[-1:] if text[-1:] in ".!?…" else ""
        inside = text.removesuffix(end).strip()
        if len(inside) > 2 and inside[0] == opening and inside[-1] == closing:
            inside = inside[1:-1]
            if opening == "'" or not {opening, closing} & set(inside):
                return inside.strip() + end
    return text


def _without_note(text: str) -> str:
    return _REMARK.sub("", text)


_STEPS: Mapping[str, Callable[[str], str]] = {
    "entities": _without_entities,
    "markup": _without_markup,
    "labels": _without_label,
    "bullets": _without_bullet,
    "quotes": _without_quotes,
    "notes": _without_note,
}
