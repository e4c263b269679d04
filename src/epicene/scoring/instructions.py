"""With which words models are asked: ours (`instructions.toml`), or a file of the user's that replaces some of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.data.text_files import read_toml, template_fields
from epicene.grammar.word_patterns import read_table

TWO, THREE, AFTER, ANSWER, LETTER = "two", "three", "three-after", "answer", "letter"
DECLINES, UNKNOWN = "declines", "unknown"
PLACES = ("first", "second", "third")
# What every instruction must show, and by which other words its replies are read.
SHOWN = {
    TWO: PLACES[:2],
    THREE: PLACES,
    AFTER: ("context", *PLACES),
    ANSWER: ("context", *PLACES),
    LETTER: ("beginning",),
}
READ_BY = {TWO: (DECLINES,), THREE: (DECLINES,), AFTER: (DECLINES,), ANSWER: (UNKNOWN,), LETTER: ()}

Tables = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Instructions:
    """By language, then by what is asked."""

    tables: Tables

    def texts(self, form: str, language: str, scoring: str) -> dict[str, str]:
        """Those for a language, by name (`fr-1`; `fr-after-1` where a task has others beside it)."""
        known = [language_code for language_code, table in self.tables.items() if form in table]
        if language not in known:
            raise InputError(
                f"{scoring!r} has instructions in {', '.join(known)} and none in {language!r}; ask these items "
                f"otherwise, or write a file for --instructions with [{language}] and {form} = […] in it."
            )
        texts, called = self.tables[language][form], f"{language}-after" if form == AFTER else language
        return {f"{called}-{number}": text.strip() for number, text in enumerate(texts, start=1)}

    def words(self, key: str) -> list[str]:
        """By which replies are read, whatever language they are in."""
        return [word for table in self.tables.values() for word in table.get(key, ())]

    def named(self, form: str) -> str:
        """What of it makes the replies and their reading, as it goes into the signature: words to read replies by count
        in every language."""
        keys = {form: "instructions", **{key: key for key in READ_BY[form]}}
        used = {code: {keys[key]: table[key] for key in keys if key in table} for code, table in self.tables.items()}
        return digest({language: own for language, own in used.items() if own})[:SHORT]

    def facts(self, form: str, scoring: str) -> dict[str, dict[str, str]]:
        return {
            language: self.texts(form, language, scoring) for language in self.tables if form in self.tables[language]
        }


@cache
def _ours() -> dict[str, dict[str, Sequence[str]]]:
    return read_table("scoring/instructions.toml")


def read_instructions(path: str | None = None) -> Instructions:
    ours = _ours()
    if path is None:
        return Instructions(ours)
    theirs = _checked(Path(path))
    return Instructions({name: {**ours.get(name, {}), **theirs.get(name, {})} for name in (*ours, *theirs)})


def _checked(path: Path) -> Tables:
    """What a file replaces; refused before anything is asked."""
    content = read_toml(path)
    if not content:
        raise InputError(f"{path} replaces no instruction. Write [fr] or [en], then {TWO} = […] or another list.")
    for language, table in content.items():
        if not isinstance(table, dict):
            raise InputError(f"{path}: {language} is no table. Write the language in brackets, such as [fr].")
        for key, texts in table.items():
            where, known = f"{path}, [{language}] {key}", (*SHOWN, DECLINES, UNKNOWN)
            if key not in known:
                raise InputError(f"{where}: there is no such list. Known: {', '.join(known)}.")
            if not (
                texts and isinstance(texts, list) and all(isinstance(text, str) and text.strip() for text in texts)
            ):
                raise InputError(f"{where}: expected a list of texts.")
            for text in texts if key in SHOWN else ():
                if template_fields(where, text) != sorted(SHOWN[key]):
                    wanted = ", ".join(f"{{{name}}}" for name in SHOWN[key])
                    raise InputError(f"{where}: each text shows {wanted}, each once, and nothing else in braces.")
    return content
