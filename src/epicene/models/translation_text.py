"""Text around a translation: the codes of languages, what a model is given with a sentence (a tag, a prompt), and what
stands around the translation in its output.

Languages: fr is fra_Latn for NLLB, fr_XX for mBART, __fr__ for M2M100, >>fra<< for OPUS-MT. A user writes the two
letters of ISO 639-1, or the model's own code.

Tags stand before each source sentence of systems that were trained with them (`epicene debias --by tag`).
`source_tags.json` in a system's folder says which words are the tags and what chooses among them. What chooses is found
by its name (entry point `epicene.source_tags`) and is given the source alone, so that a tag is the same whatever the
sentence is translated as.

Outputs are cleaned of character entities, markup, labels, bullets, quotation marks, notes, and the other lines of a
reply. Files and replies are cleaned by the same rules; a line that has nothing of this stays as it is."""

from __future__ import annotations

import difflib
import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.hashing import SHORT, digest
from epicene.core.registry import Registry
from epicene.data.text_files import read_toml, template_fields
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
    return match[match.lastindex] if match and match.lastindex else None


def _short(code: str) -> str:
    """The language of a code by ISO 639-1, or as it is written; script and country are left aside."""
    first = re.split(r"[_-]", code)[0].lower()
    return next((short for short, (long, _) in LANGUAGES.items() if first in long), first)


def same_language(first: str, other: str) -> bool:
    return _short(first) == _short(other)


def is_known(code: str) -> bool:
    return _short(code) in LANGUAGES


def check_language(language: str) -> None:
    if not is_known(language):
        raise InputError(f"There is no language {language!r} that epicene knows. {_near(language, list(LANGUAGES))}")


def english_name(language: str, model: str) -> str:
    """For models that are told the language in words (T5)."""
    if is_known(language):
        return LANGUAGES[_short(language)][1]
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
    matching = [code for code in by_code if same_language(code, language)]
    if len(matching) == 1:
        return by_code[matching[0]]
    if matching:
        raise InputError(f"{model} has several codes for {language!r}; give one of: {', '.join(matching)}.")
    raise InputError(f"{model} has no language {language!r}. {_near(language, list(by_code))}")


def _near(language: str, codes: list[str], most: int = 6) -> str:
    near = difflib.get_close_matches(language.lower(), codes, n=most, cutoff=0.5)
    near += [code for code in codes if code[:1] == language[:1].lower() and code not in near]
    shown = near[:most] or codes[:most]
    listed = f"{', '.join(shown)}{' …' if len(codes) > len(shown) else '.'}"
    return f"Near ones: {listed}" if near else f"It has: {listed}"


FILE = "source_tags.json"
NEUTRAL = "neutral"  # the tag of a sentence that says nothing

Finder = Callable[[str, str], str]  # sentence and language to the name of a tag
FINDERS: Registry[Finder] = Registry("source tag", "epicene.source_tags")


class SourceTags(Struct, frozen=True):
    """`by` names what chooses, `tags` are the words that it puts before a sentence of `language`."""

    by: str
    language: str
    tags: dict[str, str]

    def before(self, sentence: str) -> str:
        return f"{self.tags[FINDERS[self.by](sentence, self.language)]} "

    def write(self, folder: Path) -> None:
        write_json(folder / FILE, msgspec.to_builtins(self))


def read_source_tags(folder: Path, language: str) -> SourceTags | None:
    """Those of a system's folder, which was trained to translate from one language with them."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        source_tags = msgspec.json.decode(path.read_bytes(), type=SourceTags)
    except msgspec.DecodeError as error:
        raise InputError(f"{path} is damaged ({error}). Copy the system's folder again.") from error
    if NEUTRAL not in source_tags.tags:
        raise InputError(f"{path} has no {NEUTRAL!r} among its tags. Copy the system's folder again.")
    if not same_language(language, source_tags.language):
        raise InputError(
            f"{folder} was trained with tags before sentences in {source_tags.language!r}, so that it cannot "
            f"translate from {language!r}. Name the system that it was made from."
        )
    return source_tags


CHAT, PLAIN = "chat", "plain"
FIELDS = ("source", "target", "text")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One template, between two languages."""

    kind: str
    template: str
    source: str
    target: str

    def of(self, text: str) -> str:
        return self.template.format(source=self.source, target=self.target, text=text)

    @property
    def facts(self) -> dict[str, str]:
        """What tells it from any other, for manifests and signatures."""
        text = self.of("{text}")
        return {"prompt": text, "prompt_digest": digest([self.kind, text])[:SHORT]}

    @property
    def lead(self) -> str:
        """What stands on the last line of a prompt that is gone on from, before the translation."""
        return f"{self.of('').rpartition(chr(10))[2]} " if self.kind == PLAIN else ""


def prompt_for(kind: str, source: str, target: str, name: str, path: Path | None = None) -> Prompt:
    """Ours or the user's, for a model of that name."""
    templates = {**read_table("models/translation_prompts.toml"), **(_checked(path) if path else {})}
    return Prompt(kind, templates[kind].strip(), *(english_name(language, name) for language in (source, target)))


def _checked(path: Path) -> dict[str, str]:
    content = read_toml(path)
    for kind, template in content.items():
        if kind not in (CHAT, PLAIN) or not isinstance(template, str):
            raise InputError(f"{path}: {kind} is no prompt. Write {CHAT} or {PLAIN} with a text.")
        fields = template_fields(f"{path}, {kind}", template)
        if set(fields) - set(FIELDS) or fields.count("text") != 1:
            raise InputError(f"{path}, {kind}: it shows {{text}} once, and may show {{source}} and {{target}}.")
        if kind == PLAIN and template.rstrip().endswith("{text}"):
            raise InputError(f"{path}, {kind}: something stands behind {{text}}, such as “{{target}}:” on a new line.")
    if not content:
        raise InputError(f"{path} has no prompt. Write {CHAT} or {PLAIN} with a text.")
    return content


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


def cleaned(reply: str, counterpart: str = "") -> Cleaned:
    """The translation in a line or a reply. What the sentence `beside` it, its source or reference, has too is part of
    the translation; nothing is taken that is all there is."""
    text, kinds = reply, set[str]()
    if "\n" in reply or "\\n" in reply:
        text, kinds = translation_line(reply, counterpart), {LINES}
    while True:
        before = text
        for kind, step in _STEPS.items():
            shorter = step(text)
            if shorter not in (text, "") and step(counterpart) == counterpart:
                text = shorter
                kinds.add(kind)
        if text == before:
            return Cleaned(text, frozenset(kinds)) if kinds else Cleaned(text)


def count_kinds(cleanings: Iterable[Collection[str]]) -> dict[str, int]:
    """How many were cleaned of anything and of each kind; empty where none was."""
    times = Counter(kind for kinds in cleanings if kinds for kind in ("count", *kinds))
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
    match = _NO_TRANSLATION.fullmatch(_BULLET.sub("", _without_markup(line)))
    return not match and not (source and source in line)


def _without_entities(text: str) -> str:
    return " ".join(html.unescape(text).split()) if _ENTITY.search(text) else text


def _without_markup(text: str) -> str:
    plain = _EMPHASIS.sub(r"\2", _TAG.sub("", text))
    return text if plain == text else " ".join(plain.split())


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


_STEPS: Mapping[str, Callable[[str], str]] = {
    "entities": _without_entities,
    "markup": _without_markup,
    "labels": partial(_LABEL.sub, ""),
    "bullets": partial(_BULLET.sub, ""),
    "quotes": _without_quotes,
    "notes": partial(_REMARK.sub, ""),
}
