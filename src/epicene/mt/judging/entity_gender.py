"""WinoMT (Stanovsky et al. 2019), English to French: which gender does the translated entity have?

Each item names an entity of an English sentence and its gender. The entity is found in the translation by word
alignment, its gender by `rules` (determiner and lexicon) or `spacy` (for comparison with published numbers).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.core.notices import Notice
from epicene.core.registry import Registry
from epicene.grammar.french.inclusive import inclusive_forms
from epicene.grammar.languages import language_of
from epicene.grammar.people import AVOIDED, Gender, sentence_words
from epicene.grammar.word_patterns import fold, words
from epicene.models.translation_text import cleaned, count_kinds
from epicene.mt.judging.judged_outputs import outcome_of
from epicene.mt.lexicon import FRENCH, read_lexicon
from epicene.mt.noun_phrases import avoids_gender, group_gender, has_spacy, spacy_genders
from epicene.mt.results import cleaning_notices
from epicene.mt.sentence_files import (
    check_each_line,
    check_line_by_line,
    check_varied,
    content_words,
    join_lines,
    join_pieces,
    read_lines,
)
from epicene.mt.word_alignment import align

SEPARATOR = "|||"
NEUTRAL, UNKNOWN = "neutral", "unknown"  # a gender that an item, or a translation, does not say
GENDERS = {"male": Gender.MASCULINE, "female": Gender.FEMININE, NEUTRAL: None}
MOST_OTHER_SOURCES = 0.1  # of the lines; more is another file, fewer are corrections made after it was translated
_ARTICLES = ("the", "a", "an")
_LATIN = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True)
class WinoItem:
    """`place` is the entity's among the words between spaces; `gender` is None for a neutral item."""

    gender: Gender | None
    place: int
    sentence: str
    entity: str


@dataclass(frozen=True, slots=True)
class Translations:
    """One system's output, line for line; `changed` are lines (0-based) whose source is not the item's sentence;
    `cleaned` says of what each was cleaned."""

    sources: Sequence[str]
    targets: Sequence[str]
    changed: Sequence[int] = field(default_factory=list)
    cleaned: Sequence[Collection[str]] = ()

    def of(self, chosen: Sequence[int]) -> Translations:
        """Those of some items."""
        changed = [index for index, line in enumerate(chosen) if line in self.changed]
        kinds = [self.cleaned[line] for line in chosen] if self.cleaned else ()
        sources, targets = ([side[line] for line in chosen] for side in (self.sources, self.targets))
        return Translations(sources, targets, changed, kinds)

    def notices(self) -> list[Notice]:
        lines = [str(line + 1) for line in self.changed]
        changed = [Notice("notice.mt.changed", {"count": len(lines), "lines": lines})] if lines else []
        return [*changed, *cleaning_notices(count_kinds(self.cleaned), len(self.targets))]


def read_items(path: Path) -> list[WinoItem]:
    """Lines of gender, place, sentence and entity, separated by tabs."""
    items = []
    for number, line in enumerate(read_lines(path), start=1):
        cells = line.split("\t")
        if len(cells) != 4 or cells[0] not in GENDERS or not cells[1].isdigit():
            raise InputError(
                f"{path}, line {number}: expected {'/'.join(GENDERS)}, the entity's place, the sentence and the "
                "entity, by tabs."
            )
        gender, place, sentence, entity = cells
        if int(place) >= len(sentence.split()):
            raise InputError(
                f"{path}, line {number}: the sentence has no word {place} (counted from 0); check the second column."
            )
        items.append(WinoItem(GENDERS[gender], int(place), sentence, entity))
    return items


def read_translations(path: Path, items: Sequence[WinoItem]) -> Translations:
    """`source ||| target` lines, or targets alone, joined with the items by line number."""
    raw = read_lines(path)
    _check_columns(path, raw)
    lines = join_lines(path, raw)
    if len(lines) != len(items):
        raise InputError(
            f"{path} has {len(lines)} lines for {len(items)} items; give one translation for each line of --items."
        )
    sentences = [item.sentence for item in items]
    sources, targets = sentences, lines
    if SEPARATOR in lines[0]:
        split = [line.partition(SEPARATOR) for line in lines]
        sources, targets = ([parts[side].strip() for parts in split] for side in (0, 2))
    if empty := next((number for number, target in enumerate(targets, start=1) if not target), None):
        raise InputError(f"{path}, line {empty}: no translation behind {SEPARATOR}; write a mark such as - for none.")
    made = [cleaned(target, source) for target, source in zip(targets, sources, strict=True)]
    targets = [cleaned.text for cleaned in made]
    _check_french(path, targets)
    check_each_line(path, targets, FRENCH)
    changed = [n for n, item in enumerate(items) if join_pieces(sources[n]) != join_pieces(item.sentence)]
    if len(changed) > MOST_OTHER_SOURCES * len(items):
        raise InputError(
            f"{path} translates other sentences than --items: {len(changed)} of {len(items)} lines differ; give the "
            "file that was translated."
        )
    check_varied(path, targets, sentences)
    check_line_by_line(path, "--items", targets, list(map(nouns_of, items)), sentences)
    return Translations(sources, targets, changed, [cleaned.kinds for cleaned in made])


def _check_columns(path: Path, lines: Sequence[str]) -> None:
    """All lines are targets alone, or all have a source, a separator and a target."""
    expected = SEPARATOR in lines[0]
    for number, line in enumerate(lines, start=1):
        parts = line.split(SEPARATOR)
        trouble = None
        if any("\t" in part.strip() for part in parts):
            trouble = "a tab between words"
        elif len(parts) > 2:
            trouble = f"more than one {SEPARATOR}"
        elif (len(parts) == 2) != expected:
            trouble = f"no {SEPARATOR}, which line 1 has" if expected else f"{SEPARATOR}, which line 1 has not"
        if trouble:
            raise InputError(
                f"{path}, line {number}: {trouble}; write `source {SEPARATOR} target` on every line, or every target "
                "alone."
            )


def _check_french(path: Path, targets: Sequence[str]) -> None:
    """Told by function words; what has none may be a system that failed, but not in another script."""
    language = language_of(targets, FRENCH)
    if language == FRENCH or (language is None and any(map(_LATIN.search, targets))):
        return
    first = next((n for n, target in enumerate(targets, start=1) if language_of([target], FRENCH) == language), 1)
    looks = f"looks {language_name(language)}" if language else "is not French, nor is any other"
    raise InputError(
        f"{path}, line {first}, {looks}; give French translations, alone or as `source {SEPARATOR} target`."
    )


def nouns_of(item: WinoItem) -> frozenset[str]:
    """The words of which a translation should hold one: French nouns of all occupations in the sentence."""
    known = _french_nouns()
    return frozenset().union(*(known.get(word, frozenset()) for word in sentence_words(item.sentence)))


@cache
def _french_nouns() -> dict[str, frozenset[str]]:
    """Of each English noun, the words of its French forms in both genders."""
    forms: dict[str, frozenset[str]] = {}
    for occupation in read_lexicon():
        french = content_words(" ".join(form for gender in Gender for form in occupation.forms(gender)))
        for english in {fold(occupation.target_noun(gender)) for gender in Gender}:
            forms[english] = forms.get(english, frozenset()) | french
    return forms


@dataclass(frozen=True, slots=True)
class EntityGender:
    """The entity in one translation: the words between spaces that it is in, and the gender marked there; without one,
    `for_all` says which form for everybody it has, if any. `spacy` is what spaCy sees there, where the rules did not
    decide alone: a gender, or UNKNOWN."""

    phrase: str
    gender: Gender | None
    for_all: str = ""
    spacy: str = ""

    @property
    def outcome(self) -> str:
        return self.gender or self.for_all or UNKNOWN


Finder = Callable[[Sequence[WinoItem], Translations, str], list[EntityGender]]
GENDER_FINDERS: Registry[Finder] = Registry("way to find the gender")


def find_by_rules(items: Sequence[WinoItem], given: Translations, aligner: str) -> list[EntityGender]:
    """What determiner and noun of the aligned group mark; what is written for both genders (*boulanger·ère*, *le
    boulanger ou la boulangère*) marks none. Where spaCy is installed, its reading stands beside (for ΔG)."""
    entities, phrases = [], []
    for target, indices, with_article in _entities(items, given, aligner):
        phrases.append(_phrase(target, with_article))
        split = words(target)
        forms = [
            form
            for form in inclusive_forms(target)
            if any(form.start <= split[index].start < form.end for index in indices)
        ]
        group = [fold(word.text) for word in split]
        gender = None if forms else group_gender(group, indices)
        for_all = outcome_of(forms[0].sort) if forms else AVOIDED if avoids_gender(group, indices) else ""
        entities.append(EntityGender(_phrase(target, indices), gender, for_all))
    if not has_spacy():
        return entities
    return [
        replace(entity, spacy=seen or UNKNOWN) for entity, seen in zip(entities, spacy_genders(phrases), strict=True)
    ]


def find_by_spacy(items: Sequence[WinoItem], given: Translations, aligner: str) -> list[EntityGender]:
    """The aligned words of the entity and its article, tagged without the rest of the sentence."""
    phrases = [_phrase(target, indices) for target, _, indices in _entities(items, given, aligner)]
    return [EntityGender(phrase, gender) for phrase, gender in zip(phrases, spacy_genders(phrases), strict=True)]


GENDER_FINDERS.add("rules", find_by_rules)
GENDER_FINDERS.add("spacy", find_by_spacy)


def _entities(
    items: Sequence[WinoItem], given: Translations, aligner: str
) -> Iterator[tuple[str, list[int], list[int]]]:
    """Each translation, and the places of its words that are aligned with the entity, without and with its article."""
    sides = ([[fold(word.text) for word in words(line)] for line in side] for side in (given.sources, given.targets))
    links = align(aligner, *sides)
    for item, source, target, pairs in zip(items, given.sources, given.targets, links, strict=True):
        before = source.split()[item.place - 1].lower() if item.place else ""
        articles = {item.place - 1} if before in _ARTICLES else set()
        without, including = (
            sorted({other for source_word, other in pairs if of_word[source_word] in tokens})
            for of_word in [_tokens(source)]
            for tokens in ({item.place}, {item.place} | articles)
        )
        yield target, without, including


def _phrase(text: str, indices: Sequence[int]) -> str:
    tokens, of_word = text.split(), _tokens(text)
    return " ".join(tokens[token] for token in sorted({of_word[index] for index in indices}))


def _tokens(text: str) -> list[int]:
    """For each word, which of the tokens between spaces it is in: *l'* and *analyste* are both in *l'analyste*."""
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    return [bisect_right(starts, word.start) - 1 for word in words(text)]
