"""`epicene adapt check`: which items a translation broke, and how.

Every kind of defect was met in the two studies this room follows: contexts that no longer agree outside the attribute,
pairs no longer minimal, a negation on one side only, terms of different bias types, agreement that gives the answer
away, a lost BLANK, words left untranslated, absurd candidates that became sensible. A kind of benchmark looks for what
concerns its items (`translation_issues`) with the rules for words that stand here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from epicene.adapt.adaptation import Label
from epicene.core.kinds import AnyKind
from epicene.core.types import BLANK, Item
from epicene.data.checking.check import UNUSABLE, WARNING, Finding
from epicene.data.checking.differences import align, plain
from epicene.data.datasets import find_unusable
from epicene.grammar.french.agreement import COPULAS, adjective_gender, is_epicene
from epicene.grammar.french.noun_forms import (
    ELIDED,
    ONLY_BEFORE_CONSONANT,
    ONLY_BEFORE_VOWEL,
    SURE_DETERMINERS,
    WHOLE,
    elides,
    family_of,
    is_plural,
    marked_gender,
    noun_gender,
    singular,
)
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import Word, fold, read_table, word_list, words

# What a translation can break, by name; the names are written to tables and stay as they are.
CONTEXT, LOST_BLANK, NOT_MINIMAL, DOUBLE_SWITCH = "context", "blank", "not-minimal", "double-switch"
MISMATCH, GIVE_AWAY, UNTRANSLATED, SENSIBLE = "mismatch", "give-away", "untranslated", "sensible"
MISSING = "missing"
# What a person will probably note when correcting a defect that only a person can correct.
EXPECTED_LABELS = {
    MISMATCH: Label.MISMATCH,
    NOT_MINIMAL: Label.NON_MINIMAL,
    DOUBLE_SWITCH: Label.DOUBLE_SWITCH,
    CONTEXT: Label.UNIFORMISED,
    LOST_BLANK: Label.UNIFORMISED,
    SENSIBLE: Label.UNRELATED,
}


@dataclass(frozen=True, slots=True)
class Origin:
    """What the items were translated from, where that is known: source items by id, and how the unrelated attribute
    of each test was translated alone."""

    items: Mapping[str, Item] = field(default_factory=dict)
    language: str = ""
    unrelated_alone: Mapping[str, str] = field(default_factory=dict)


def check(items: Sequence[Item], path: Path | str, kind: AnyKind, origin: Origin | None = None) -> list[Finding]:
    """All findings, in the file's order."""
    origin = origin or Origin()
    unusable = find_unusable(items, kind)
    findings = []
    for item in items:
        reason = unusable.get(item.id)
        if reason:
            why = kind.unusable[reason]
            findings.append(Finding(why.name, UNUSABLE, item.id, str(path), item.line, why.lost or why.message))
        alone = origin.unrelated_alone.get(item.id, "")
        issues = [*kind.translation_issues(item, reason, origin.items.get(item.id), alone)]
        issues += _untranslated(item, kind, origin)
        findings += [Finding(name, WARNING, item.id, str(path), item.line, message) for name, message in issues]
    return findings


def missing(items: Sequence[Item], origin: Origin, path: Path, removed: Collection[str]) -> list[Finding]:
    """Items of the source that are neither here nor removed on purpose."""
    message, here = "an item of the source is not here, and nobody removed it", {item.id for item in items} | {*removed}
    return [Finding(MISSING, WARNING, key, str(path), 1, message) for key in origin.items if key not in here]


def summary(findings: Sequence[Finding], items: Sequence[Item]) -> str:
    """One line: how many items broke, and how."""
    broken = {finding.item_id for finding in findings}
    if not findings:
        return f"{len(items)} items, nothing broken."
    kinds = ", ".join(f"{n} {kind}" for kind, n in Counter(finding.kind for finding in findings).most_common())
    whole = len(broken | {item.id for item in items})  # some may be missing
    return f"{len(broken)} of {whole} items ({100 * len(broken) / whole:.1f}%) broke: {kinds}."


# Words left in the language of the source

LONGEST_SHARED = 3  # so many words in a row, names aside, are not the same by accident
_TABLE = read_table("adapt/function_words.toml")
# Function words of a language that tell it from others, and those of them that another language has too.
_OWN, _NOT_IN = (
    {language: frozenset(word_list(words)) for language, words in _TABLE[name].items()} for name in ("own", "not_in")
)


def _untranslated(item: Item, kind: AnyKind, origin: Origin) -> Iterator[tuple[str, str]]:
    source = origin.items.get(item.id)
    texts_before = kind.texts_of(source) if source else {}
    source_language, target = origin.language.split("-")[0], item.language.split("-")[0]
    if not source_language or source_language == target:
        return
    for name, text in kind.texts_of(item).items():
        before = texts_before.get(name, "").replace(BLANK, "")
        if left := _remnant(text.replace(BLANK, ""), before, source_language, target):
            yield UNTRANSLATED, f"{name}: “{left}” was left in the language of the source"


def _remnant(text: str, source_text: str, source: str, target: str) -> str | None:
    """The words that were not translated, as they stand: the whole text, a run of lower-case words that stands in the
    source as well, or function words of the source's language."""
    own = words(text)
    shared = f" {_folded(words(source_text))} "
    if source_text and len(own) >= LONGEST_SHARED and f" {_folded(own)} " == shared:
        return text
    plain_words = [word for word in own if not word.is_mark]
    for start in range(len(plain_words) - LONGEST_SHARED + 1 if source_text else 0):
        run = plain_words[start : start + LONGEST_SHARED]
        is_named = any(word.text[:1].isupper() or word.text.isdigit() for word in run)
        if not is_named and f" {_folded(run)} " in shared:
            return " ".join(word.text for word in run)
    foreign = _OWN.get(source, frozenset()) - _NOT_IN.get(target, frozenset())
    candidates = (word for word in own if word.start == 0 or not word.text[:1].isupper())  # not *New York Times*
    return " ".join(word.text for word in candidates if fold(word.text) in foreign) or None


def _folded(some: Sequence[Word]) -> str:
    return " ".join(fold(word.text) for word in some)


# Terms of different bias types
#
# *poor* / *white*: one speaks of money, the other of colour, and nobody knows what a model reacted to. A word in no
# list says nothing, and a word in several is of each type, so that only plain mismatches are reported. Words for men
# and women name the gender only where they stand alone: *homme d’affaires* is about money, *black woman* about colour.

_TERMS = read_table("adapt/bias_terms.toml")
# Mixed on purpose: an origin is said by colour or by nation, an orientation by gender (*les couples de femmes*).
_KINDRED = frozenset({frozenset({"race-color", "nationality"}), frozenset({"gender", "sexual-orientation"})})


@cache
def _types_by_form(language: str) -> dict[str, frozenset[str]]:
    types: dict[str, set[str]] = {}
    for bias_type, terms in _TERMS.get(language, {}).items():
        for term in word_list(terms):
            for form in {fold(term), *(grammar(language).lemmas(term) if language == "fr" else ())}:
                types.setdefault(form, set()).add(bias_type)
    return {form: frozenset(of_form) for form, of_form in types.items()}


def has_terms(language: str) -> bool:
    """Whether we know words for groups in a language."""
    return language.split("-")[0] in _TERMS


def bias_types(terms: Iterable[str], language: str) -> frozenset[str]:
    """Every type that one of these words may name."""
    code = language.split("-")[0]
    types = _types_by_form(code)
    return frozenset(name for term in terms for form in grammar(code).lemmas(term) for name in types.get(form, ()))


def mismatch(more: Sequence[str], less: Sequence[str], language: str) -> tuple[str, str] | None:
    """The two types where the terms of a pair are plainly of different ones."""
    first, second = (bias_types(side, language) or _gender_alone(side, language) for side in (more, less))
    if not first or not second or first & second:
        return None
    types = min(first), min(second)
    return None if frozenset(types) in _KINDRED else types


def _gender_alone(terms: Sequence[str], language: str) -> frozenset[str]:
    code = language.split("-")[0]
    known = frozenset(map(fold, word_list(_TERMS["gender"].get(code, ""))))
    return frozenset({"gender"} if len(terms) == 1 and grammar(code).lemmas(terms[0]) & known else ())


# Agreement that gives the answer away
#
# *une* BLANK with *poupée* and *camion*, *d’*BLANK with *argent* and *patience*, *elle est* BLANK with *douce* and
# *fort*, *les femmes sont bavards*: a model that knows French chooses by agreement, whatever it thinks of the group.
# Only what spelling shows for sure is reported, in French; elsewhere nothing.

_FRENCH = grammar("fr")
_BEFORE_CONSONANT = ONLY_BEFORE_CONSONANT | set(ELIDED)
_BEFORE_VOWEL = ONLY_BEFORE_VOWEL | set(WHOLE)


def context_give_aways(context: str, attributes: Sequence[str]) -> Iterator[str]:
    """What is wrong between the beginning of a sentence, up to a blank, and what may stand there: a sentence each."""
    before = [fold(word.text) for word in words(f"{context}x")[:-1]]  # only before a letter is *l’* a word
    if determiner := _last_determiner(before):
        bad = [f"{determiner} {attribute}" for attribute in attributes if not _fits(determiner, attribute)]
        if bad:
            yield f"the word before {BLANK} does not go with every candidate: {', '.join(bad)}"
    while before and before[-1] in _FRENCH.degrees:
        before.pop()
    if before and before[-1] in COPULAS:
        yield from _disagreeing([attribute for attribute in attributes if " " not in attribute])


def _last_determiner(tokens: Sequence[str]) -> str | None:
    for length in (2, 1):
        last = " ".join(tokens[-length:])
        if len(tokens) >= length and last in SURE_DETERMINERS | _BEFORE_CONSONANT | _BEFORE_VOWEL:
            return last
    return None


def _fits(determiner: str, attribute: str) -> bool:
    parts = words(attribute)
    first = parts[0].text if parts else ""
    if not first or not first[0].isalpha():
        return True
    vowel = elides(first)
    if (determiner in _BEFORE_CONSONANT and vowel) or (determiner in _BEFORE_VOWEL and not vowel):
        return False
    if family_of(determiner) is None or len(parts) > 1:
        return True
    noun = fold(first)
    ends_as_plural = noun.endswith(("s", "x", "z"))
    is_plural_noun = singular(noun) not in (None, noun) and noun_gender(noun) is not None  # *poupées*, but *souris*
    if is_plural(determiner) != ends_as_plural and (not ends_as_plural or is_plural_noun):
        return False
    gender, marked = noun_gender(first), marked_gender(determiner, first)
    return gender is None or marked is None or gender == marked


def _disagreeing(adjectives: Sequence[str]) -> Iterator[str]:
    """After a form of *être*, adjectives of both genders or numbers cannot all agree with the one subject."""
    genders = {adjective: adjective_gender(adjective) for adjective in adjectives}
    feminine = [word for word, gender in genders.items() if gender is Gender.FEMININE]
    masculine = [word for word, gender in genders.items() if gender is Gender.MASCULINE]
    if feminine and masculine:
        yield f"the candidates agree with different genders: {', '.join(feminine)} / {', '.join(masculine)}"
    known = [word for word, gender in genders.items() if gender or is_epicene(word)]
    singulars = [word for word in known if not fold(word).endswith(("s", "x"))]
    both = [word for word in known if fold(word).endswith(("eux", "ois", "ais"))]
    plurals = [word for word in known if word not in (*singulars, *both)]
    if plurals and singulars:
        yield f"the candidates agree with different numbers: {', '.join(singulars)} / {', '.join(plurals)}"


def shared_give_aways(more: str, less: str) -> Iterator[str]:
    """A word that two sentences share agrees with one of the two groups only."""
    for difference in align(more, less).places:
        sides = plain(difference.more), plain(difference.less)
        couple = _two_genders(*sides)
        if not couple:
            continue
        determiner = _last_determiner([fold(word.text) for word in difference.before])
        alone = len(sides[0]) == len(sides[1]) == 1
        if determiner and alone and not _both_fit(determiner, *couple):
            yield f"“{determiner}” does not go with both {couple[0]} and {couple[1]}"
        after = [fold(word.text) for word in difference.after if not word.is_mark]
        if after and after[0] in COPULAS:
            predicate = next((word for word in after[1:4] if word not in _FRENCH.degrees), "de")
            if predicate != "de" and (gender := adjective_gender(predicate)):
                yield f"“{predicate}” ({gender[0]}.) agrees with one of {couple[0]} and {couple[1]} only"


def _two_genders(more: Sequence[str], less: Sequence[str]) -> tuple[str, str] | None:
    """The man and the woman of a difference: *ma sœur* / *mon frère*, *l’infirmière* / *l’infirmier*. Small words count
    where there is nothing else (*elle* / *il*)."""
    sides = [[word for word in side if not _FRENCH.is_function(word)] or list(side) for side in (more, less)]
    if any(len(side) != 1 for side in sides):
        return None
    (first,), (second,) = sides
    are_forms = _FRENCH.agree(first, second) and first.removesuffix("s") != second.removesuffix("s")
    return (first, second) if are_forms or _FRENCH.gendered(first, second) else None


def _both_fit(determiner: str, first: str, second: str) -> bool:
    if elides(first) != elides(second) and (determiner in _BEFORE_CONSONANT or determiner in _BEFORE_VOWEL):
        return False
    return all(marked_gender(determiner, word) is None for word in (first, second))
