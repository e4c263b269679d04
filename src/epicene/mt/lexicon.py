"""The occupation lexicon: French nouns in both genders, their other spellings and rivals, their English nouns.

A tab-separated file with a header: masculine, feminine, class (`marked` or `epicene`), english, english_feminine (where
English has two nouns; with another target its name stands there), variants (`m:` and `f:` rival forms, `m90:` and
`f90:` the spelling of 1990; `;` between them).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from epicene.core.errors import InputError
from epicene.data.benchmarks import BUNDLED
from epicene.data.text_files import read_text
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender, sentence_words
from epicene.grammar.word_patterns import fold, words
from epicene.models.translation_text import LANGUAGES

FRENCH, ENGLISH = "fr", "en"
BUNDLED_LEXICON = BUNDLED / "occupations.tsv"
_KINDS = ("m", "f", "m90", "f90")


@dataclass(frozen=True, slots=True)
class Occupation:
    """`variants` are (kind, form) in the file's order, kind one of m, f, m90, f90."""

    masculine: str
    feminine: str
    target: str
    target_feminine: str = ""
    variants: Sequence[tuple[str, str]] = ()

    @property
    def epicene(self) -> bool:
        """One form for both genders."""
        return self.masculine == self.feminine

    def form(self, gender: Gender, *, reformed: bool = False) -> str:
        """The usual form of one gender, in the spelling of 1990 where that differs and is wanted."""
        usual = self.masculine if gender is Gender.MASCULINE else self.feminine
        return next(iter(self._variants(f"{gender[0]}90")), usual) if reformed else usual

    def forms(self, gender: Gender) -> list[str]:
        """Every form of one gender, the usual one first."""
        rivals = [*self._variants(f"{gender[0]}90"), *self._variants(gender[0])]
        return list(dict.fromkeys([self.form(gender), *rivals]))

    def target_noun(self, gender: Gender) -> str:
        return self.target_feminine if gender is Gender.FEMININE and self.target_feminine else self.target

    def _variants(self, kind: str) -> Iterator[str]:
        return (form for known, form in self.variants if known == kind)


def columns_of(target: str = ENGLISH) -> tuple[str, ...]:
    """Of a lexicon, by the language that its nouns are translated into."""
    name = LANGUAGES[target][1].lower()
    return "masculine", "feminine", "class", name, f"{name}_feminine", "variants"


def read_lexicon(path: Path = BUNDLED_LEXICON, target: str = ENGLISH) -> list[Occupation]:
    """The occupations of a file, each row checked."""
    columns = columns_of(target)
    rows = csv.reader(io.StringIO(read_text(path)), delimiter="\t", quoting=csv.QUOTE_NONE)
    header = next(rows)
    if tuple(header) != columns:
        raise InputError(f"{path}: the first line must be {', '.join(columns)}, separated by tabs.")
    occupations = []
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        if len(row) != len(columns):
            raise InputError(
                f"{where}: {len(row)} columns instead of {len(columns)}; put a tab between columns, even empty."
            )
        masculine, feminine, form_class, noun, feminine_noun, variants = (cell.strip() for cell in row)
        if not (masculine and feminine and noun):
            raise InputError(f"{where}: masculine, feminine and their translation must not be empty.")
        if form_class != ("epicene" if masculine == feminine else "marked"):
            raise InputError(
                f"{where}: {masculine}/{feminine} cannot be {form_class!r}; say epicene for one form, else marked."
            )
        pairs = [variant.partition(":")[::2] for variant in variants.split(";") if variant]
        if unknown := next((kind for kind, form in pairs if kind not in _KINDS or not form), None):
            raise InputError(
                f"{where}: a variant is written KIND:FORM with KIND one of {', '.join(_KINDS)}, not {unknown!r}."
            )
        occupations.append(Occupation(masculine, feminine, noun, feminine_noun, tuple(pairs)))
    if not occupations:
        raise InputError(f"{path} holds no occupation; add a line for each.")
    return occupations


_REFORMED = str.maketrans("îû", "iu")


@lru_cache(maxsize=4096)  # the same nouns in line after line
def folded_words(text: str) -> tuple[str, ...]:
    """Words in one spelling, for comparing nouns: case, apostrophes, ligatures, spaces and the circumflex of 1990."""
    return tuple(word.text for word in words(fold(text).translate(_REFORMED)) if not word.is_mark)


@cache
def traditional_spellings() -> dict[tuple[str, ...], tuple[str, ...]]:
    """From the spellings of 1990 that more than a circumflex tells apart (autoentrepreneur) to the older ones."""
    spellings = {}
    for occupation in read_lexicon():
        for gender in Gender:
            old, new = folded_words(occupation.form(gender)), folded_words(occupation.form(gender, reformed=True))
            if old != new:
                spellings[new] = old
    return spellings


def noun_key(noun: Sequence[str]) -> tuple[str, ...]:
    """What two spellings of one noun, in folded words, share."""
    key = tuple(word.translate(_REFORMED) for word in noun)
    return traditional_spellings().get(key, key)


def known_occupations(language: str) -> list[Occupation]:
    """Of French those of the bundled file, of another language those that its grammar names."""
    people = grammar(language).source
    path = BUNDLED_LEXICON if language == FRENCH else Path(people.lexicon) if people and people.lexicon else None
    if path is None:
        return []
    header = tuple(read_text(path).partition("\n")[0].rstrip("\r").split("\t"))
    return read_lexicon(path, next((code for code in LANGUAGES if columns_of(code) == header), ENGLISH))


@cache
def noun_genders(language: str = FRENCH) -> dict[tuple[str, ...], Gender | None]:
    """The gender that each known form marks by itself: *boulangère* feminine, *journaliste* None.

    Usual forms come before rivals: *ingénieur* is masculine although some call a woman so.
    """
    usual: dict[tuple[str, ...], Gender | None] = {}
    rivals: dict[tuple[str, ...], Gender | None] = {}
    for occupation in known_occupations(language):
        for gender in Gender:
            first, *others = occupation.forms(gender)
            for table, forms in ((usual, [first]), (rivals, others)):
                for key in map(folded_words, forms):
                    table[key] = gender if table.get(key, gender) is gender else None
    return rivals | usual


@cache
def _rivals(language: str) -> dict[tuple[str, ...], frozenset[tuple[str, ...]]]:
    """Of each known form, all forms of the occupations that have it, in both genders."""
    rivals: dict[tuple[str, ...], frozenset[tuple[str, ...]]] = {}
    for occupation in known_occupations(language):
        forms = frozenset(sentence_words(form) for gender in Gender for form in occupation.forms(gender))
        rivals |= {form: rivals.get(form, frozenset()) | forms for form in forms}
    return rivals


def forms_of(noun: tuple[str, ...], language: str = FRENCH) -> frozenset[tuple[str, ...]]:
    """What somebody of this occupation may be called, in folded words: a noun that nobody knows, by itself."""
    return _rivals(language).get(noun, frozenset([noun]))


@cache
def epicene_nouns_known(language: str = FRENCH) -> frozenset[str]:
    """Occupations of one word with one form for both genders, in both numbers and folded spelling."""
    one_word = [key[0] for key, gender in noun_genders(language).items() if gender is None and len(key) == 1]
    return frozenset(fold(form) for noun in one_word for form in (noun, grammar(language).plural(noun)))
