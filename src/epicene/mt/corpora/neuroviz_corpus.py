"""The published corpus « X a terminé son travail » (NeuroViz project), fetched from its home, its defects named.

It is read as it stands; nothing is repaired, because published numbers were obtained with the defects in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, items_digest
from epicene.core.types import Item, Role, Text
from epicene.data.benchmarks import Benchmark
from epicene.data.fetch import fetch
from epicene.data.text_files import read_text
from epicene.grammar.french.elision import elides
from epicene.grammar.gender import Gender
from epicene.mt.corpora.controlled_corpus import CorpusLine, Sentences, english_nouns, language_of, read_corpus
from epicene.mt.sentence_files import read_lines, read_sentences

NAME = "x-a-fini"
LANGUAGES = ("fr", "en")
_HOME = "https://raw.githubusercontent.com/neuroviz/neuroviz/main/blackbox2022/X-a-fini.gold."
_SUFFIXES = {"fr": "fra", "en": "eng"}
_DIGESTS = {
    "fr": "1e853d484f75998eae9f9200767763658f359e4531d18cd1e8a3fe9094badd50",
    "en": "6918a4358262fff6ec8c2caa16da7f0a3cca33a64a371f7c7e323bbf90f8afdc",
}
_MOST_NAMED = 10


def _read_side(path: Path, language: str) -> list[Item]:
    """Pairs of lines, masculine first; a page of another kind is refused."""
    lines = read_sentences(path)
    if len(lines) % 2 or language_of(lines) != language:
        raise InputError(f"{path} is not the {language} side of {NAME}; download it again.")
    return [
        Item(
            id=str(pair),
            variants={Role.MASCULINE: Text(masculine), Role.FEMININE: Text(feminine)},
            language=language,
            category="occupation",
            cluster=str(pair),
            line=2 * pair + 1,
        )
        for pair, (masculine, feminine) in enumerate(zip(lines[::2], lines[1::2], strict=True))
    ]


SIDES = {
    language: Benchmark(
        name=NAME,
        kind="parallel",
        language=language,
        title="X a terminé son travail",
        read=partial(_read_side, language=language),
        file_name=f"x-a-fini.{_SUFFIXES[language]}",
        licence="not stated",
        citation="Wisniewski, Zhu, Ballier, Yvon: Biais de genre dans un système de traduction automatique neuronale. "
        "TAL 63-1, 2022.",
        source="1,697 occupations of Dister and Moreau (2014) in both genders; English by machine, then checked.",
        home=_HOME + _SUFFIXES[language],
        known_digests=(_DIGESTS[language],),
        content_warning=False,
    )
    for language in LANGUAGES
}


def get_published() -> tuple[Path, Path]:
    """The French and the English file, after a download if need be."""
    return fetch(SIDES["fr"]), fetch(SIDES["en"])


def unknown_rows(french: Path, english: Path) -> list[str]:
    """Said where the rows are not those of the version we know: a copy may be damaged, or simply newer."""
    return [
        f"{path.name}: the rows are not those of the version we know (digest {digest[:SHORT]})."
        for side, path in ((SIDES["fr"], french), (SIDES["en"], english))
        if (digest := items_digest(side.items(path))) not in side.known_digests
    ]


def defects(french: Path, english: Path) -> list[str]:
    """What is wrong with a controlled corpus or to be known of it, each kind in one sentence."""
    lines = read_corpus(
        Sentences(french, "fr", read_sentences(french)), Sentences(english, "en", read_sentences(english))
    )
    unended = [path.name for path in (french, english) if not read_text(path).endswith("\n")]
    return [
        *defects_that_count(lines),
        *_stray_spaces(french, english),
        *_twice(lines),
        *(f"{name}: the last line has no newline, so `wc -l` counts one line too few." for name in unended),
    ]


def defects_that_count(lines: Sequence[CorpusLine]) -> Iterator[str]:
    """Those that bear on the judgment of translations."""
    yield from _elisions(lines)
    nouns = english_nouns(lines)
    differ = [
        f"{' '.join(one)}/{' '.join(other)}" for one, other in zip(nouns[::2], nouns[1::2], strict=True) if one != other
    ]
    if differ:
        yield f"{_number(differ, 'pair')} with different English nouns: {_some(differ)}."


def _elisions(lines: Sequence[CorpusLine]) -> Iterator[str]:
    articles = [
        (line.subject.determiner, line.subject.noun[0])
        for line in lines
        if line.gender is Gender.MASCULINE and line.subject.determiner in ("le", "la", "l'")
    ]
    wrong = [noun for article, noun in articles if article == "l'" and not elides(noun)]
    missing = [noun for article, noun in articles if article != "l'" and elides(noun)]
    if wrong:
        yield f"{_number(wrong, 'noun')} with h aspiré behind l': {_some(wrong)}."
    if missing:
        yield f"{_number(missing, 'noun')} without elision: {_some(missing)}."


def _stray_spaces(*paths: Path) -> Iterator[str]:
    for path in paths:
        stray = [str(number) for number, line in enumerate(read_lines(path), start=1) if line != " ".join(line.split())]
        if stray:
            yield f"{path.name}: {_number(stray, 'line')} with stray spaces: {_some(stray)}."


def _twice(lines: Sequence[CorpusLine]) -> Iterator[str]:
    seen = Counter(line.occupation for line in lines if line.gender is Gender.MASCULINE)
    if repeated := [noun for noun, times in seen.items() if times > 1]:
        yield f"{_number(repeated, 'noun')} in several pairs: {_some(repeated)}."


def _number(found: Sequence[str], noun: str) -> str:
    return f"{len(found)} {noun}{'s' if len(found) > 1 else ''}"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
