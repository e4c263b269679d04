"""What each model calls a language: fr is fra_Latn for NLLB, fr_XX for mBART, __fr__ for M2M100, >>fra<< for OPUS-MT.

A user writes the two letters of ISO 639-1, or the model's own code.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from epicene.core.errors import InputError
from epicene.grammar.word_patterns import read_table

# By ISO 639-1: other codes of a language, and its English name.
LANGUAGES: dict[str, tuple[tuple[str, ...], str]] = {
    code: (tuple(codes), name) for code, (name, *codes) in read_table("models/languages.toml").items()
}
MARK = re.compile(
    r"__(?P<m2m>[a-z_]{2,8})__|>>(?P<opus>[\w-]+)<<|<2(?P<madlad>\w+)>|(?P<plain>[a-z]{2,3}_[A-Za-z]{2,4})"
)


def bare(mark: str) -> str | None:
    """The code inside a token that stands for a language; None for any other token."""
    match = MARK.fullmatch(mark)
    return next((code for code in match.groups() if code), None) if match else None


def same_language(one: str, other: str) -> bool:
    return bool(_names(one) & _names(other))


def _names(code: str) -> set[str]:
    """Every way to write the language of a code, script and country left aside."""
    first = re.split(r"[_-]", code)[0].lower()
    for short, (long, _) in LANGUAGES.items():
        if first == short or first in long:
            return {short, *long}
    return {first}


def is_known(code: str) -> bool:
    first = re.split(r"[_-]", code)[0].lower()
    return any(first == short or first in long for short, (long, _) in LANGUAGES.items())


def check_language(language: str) -> None:
    if not is_known(language):
        raise InputError(f"There is no language {language!r} that epicene knows. {_near(language, list(LANGUAGES))}")


def english_name(language: str, model: str) -> str:
    """For models that are told the language in words (T5)."""
    for short, (long, name) in LANGUAGES.items():
        if language in (short, *long):
            return name
    raise InputError(
        f"{model} is told languages by their English names, and epicene does not know {language!r}. "
        f"{_near(language, list(LANGUAGES))} Or give the whole instruction with --prefix."
    )


def mark_for(language: str, marks: Iterable[str], model: str) -> str:
    """The model's own token for a language; unknown or ambiguous ones are answered with what there is."""
    by_code = {code: mark for mark in marks if (code := bare(mark))}
    if language in by_code:
        return by_code[language]
    if language in by_code.values():
        return language
    found = [code for code in by_code if same_language(code, language)]
    if len(found) == 1:
        return by_code[found[0]]
    if found:
        raise InputError(f"{model} has several codes for {language!r}; give one of: {', '.join(found)}.")
    raise InputError(f"{model} has no language {language!r}. {_near(language, list(by_code))}")


def _near(language: str, codes: list[str], most: int = 6) -> str:
    near = difflib.get_close_matches(language.lower(), codes, n=most, cutoff=0.5)
    near += [code for code in codes if code[:1] == language[:1].lower() and code not in near]
    shown = near[:most] or codes[:most]
    listed = f"{', '.join(shown)}{' …' if len(codes) > len(shown) else '.'}"
    return f"Near ones: {listed}" if near else f"It has: {listed}"
