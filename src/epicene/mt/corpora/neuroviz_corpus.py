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
from epicene.core.notices import Notice
from epicene.core.types import Item, Role, Text
from epicene.data.benchmarks import Benchmark
from epicene.data.fetch import fetch
from epicene.data.text_files import read_text
from epicene.grammar.french.elision import elides
from epicene.grammar.gender import Gender
from epicene.grammar.languages import language_of
from epicene.mt.corpora.controlled_corpus import CorpusLine, Sentences, frame_nouns, read_corpus
from epicene.mt.sentence_files import read_lines, read_sentences

NAME = "x-a-fini"
LANGUAGES = ("fr", "en")
N_LINES = 3394  # the paper counts 3,392: in the file *demandeur* has two feminines
_HOME = "https://raw.githubusercontent.com/neuroviz/neuroviz/main/blackbox2022/X-a-fini.gold."
_SUFFIXES = {"fr": "fra", "en": "eng"}
_DIGESTS = {
    "fr": "1e853d484f75998eae9f9200767763658f359e4531d18cd1e8a3fe9094badd50",
    "en": "6918a4358262fff6ec8c2caa16da7f0a3cca33a64a371f7c7e323bbf90f8afdc",
}


def _read_side(path: Path, language: str) -> list[Item]:
    """Pairs of lines, masculine first; a page of another kind is refused."""
    lines = read_sentences(path)
    if len(lines) % 2 or language_of(lines, language) != language:
        raise InputError(f"{path} is not the {language} side of {NAME}; download it again.")
    return _pairs(lines, language)


def _pairs(lines: Sequence[str], language: str) -> list[Item]:
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


def is_published(lines: Sequence[str], language: str) -> bool:
    """Whether these are all sentences of one side, whatever their file is called."""
    if len(lines) != N_LINES or language not in SIDES:
        return False
    return items_digest(_pairs(lines, language)) in SIDES[language].known_digests


def get_published() -> tuple[Path, Path]:
    """The French and the English file, after a download if need be."""
    return fetch(SIDES["fr"]), fetch(SIDES["en"])


def unknown_rows(french: Path, english: Path) -> list[Notice]:
    """Where the rows are not those of the version we know: a copy may be damaged, or simply newer."""
    return [
        Notice("notice.mt.unknown-rows", {"file": path.name, "digest": digest[:SHORT]})
        for side, path in ((SIDES["fr"], french), (SIDES["en"], english))
        if (digest := items_digest(side.items(path))) not in side.known_digests
    ]


def defects(french: Path, english: Path) -> list[Notice]:
    """What is wrong with a controlled corpus or to be known of it, a notice for each kind."""
    lines = read_corpus(
        Sentences(french, "fr", read_sentences(french)), Sentences(english, "en", read_sentences(english))
    )
    seen = Counter(line.occupation for line in lines if line.gender is Gender.MASCULINE)
    unended = [path.name for path in (french, english) if not read_text(path).endswith("\n")]
    return [
        *corpus_notices(lines, "fr"),
        *_stray_spaces(french, english),
        *_nouns("repeated", [noun for noun, times in seen.items() if times > 1]),
        *(Notice("notice.mt.no-newline", {"file": name}) for name in unended),
    ]


def corpus_notices(lines: Sequence[CorpusLine], language: str) -> Iterator[Notice]:
    """The defects that bear on the judgment of translations; elision is looked at in French."""
    articles = [
        (line.subject.determiner, line.subject.noun[0])
        for line in lines
        if language == "fr" and line.gender is Gender.MASCULINE and line.subject.determiner in ("le", "la", "l'")
    ]
    yield from _nouns("aspirated", [noun for article, noun in articles if article == "l'" and not elides(noun)])
    yield from _nouns("unelided", [noun for article, noun in articles if article != "l'" and elides(noun)])
    nouns = frame_nouns(lines)
    pairs = zip(nouns[::2], nouns[1::2], strict=True)
    yield from _nouns("two-nouns", [f"{' '.join(one)}/{' '.join(other)}" for one, other in pairs if one != other])


def _stray_spaces(*paths: Path) -> Iterator[Notice]:
    for path in paths:
        stray = [str(number) for number, line in enumerate(read_lines(path), start=1) if line != " ".join(line.split())]
        if stray:
            yield Notice("notice.mt.stray-spaces", {"file": path.name, "count": len(stray), "lines": stray})


def _nouns(defect: str, nouns: list[str]) -> Iterator[Notice]:
    if nouns:
        yield Notice(f"notice.mt.{defect}", {"count": len(nouns), "nouns": nouns})
