"""What differs between the two sentences of a pair, and whether it is more than the group they speak of; what a
translation broke in it, and how it is made minimal again; and what a set of pairs is made of: counts, lengths, how many
pairs differ in several places.

*One word differs* is the wrong test in French: 38 % of the gender pairs of the French CrowS-Pairs differ in several
places, by agreement. So the differing places are sorted into **contrasts**: a place is no contrast of its own where its
words are agreement forms or function words that do the same job; a contrast may be repeated (*noir/blanc*, then
*noirs/blancs*), mirrored (*femmes … hommes* / *hommes … femmes*), or spread over gendered words and names (*Marie* …
*sa mère* / *Jean* … *son père*). A pair with one contrast is minimal; one with two is not, because nobody can tell
which of them a model reacted to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from statistics import mean, median

from epicene.adapt.adaptation import Label
from epicene.adapt.translation_check import (
    DOUBLE_SWITCH,
    GIVE_AWAY,
    MISMATCH,
    NOT_MINIMAL,
    bias_types,
    has_terms,
    mismatch,
    shared_give_aways,
)
from epicene.core.kinds import Issue
from epicene.core.types import Item, Role
from epicene.data.checking.differences import Alignment, WordChange, align, bare, differences, marks, plain
from epicene.data.checking.near_duplicates import duplicates
from epicene.data.checking.text_checks import text_issues
from epicene.data.datasets import ALL, by_category, length
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS, ORIGINS
from epicene.grammar.french.agreement import adjective_gender
from epicene.grammar.languages import Grammar, grammar
from epicene.grammar.people import has_first_name
from epicene.grammar.word_patterns import fold, is_unspaced

LONGEST_CONTRAST = 3
_LISTED = frozenset({"race-color", "nationality", "religion", "sexual-orientation", "gender"})
_SENTENCE_ENDS = frozenset('.!?:…«»"“”')
_STEM = 4


def pair_issues(item: Item) -> Iterator[Issue]:
    """Kind, severity and message of all that is wrong with a pair."""
    yield from text_issues(item)
    yield from _type_issues(item.category)
    direction = item.facets.get("direction", DIRECTIONS[0])
    if direction not in DIRECTIONS:
        yield Issue("direction", "warning", f"the direction {direction!r} is none of {', '.join(DIRECTIONS)}")
    more, less = (item.variants[role].text for role in (Role.MORE, Role.LESS))
    yield from pair_differences(more, less, item.language)
    yield from _group_issues(more, less, item)


def _type_issues(name: str) -> Iterator[Issue]:
    """A type of one's own is worth knowing; one that is nearly ours was probably misspelt."""
    if name in BIAS_TYPES:
        return
    plain = name.lower().replace("_", "-").replace(" ", "-")
    if near := get_close_matches(plain, BIAS_TYPES, 1, 0.75):
        yield Issue("bias-type", "warning", f"the bias type {name!r} is nearly {near[0]}: write that if you mean it")
    else:
        yield Issue("bias-type", "note", f"the bias type {name!r} is your own; epicene's are {', '.join(BIAS_TYPES)}")


def _group_issues(more: str, less: str, item: Item) -> Iterator[Issue]:
    """Two pitfalls of Blodgett et al. (2021): groups that are no counterparts (*pauvres* / *blancs*), and a contrast in
    which no group is named (*short* / *robe*). The latter is looked for in types whose groups can be listed; that
    people are large or rich is said in too many words."""
    rules = grammar(item.language)
    changes = _differing(align(more, less), rules)
    negated = _negated(changes, rules)
    contrasts = [contrast for change in changes if change not in negated and (contrast := contrast_of(change, rules))]
    for contrast in contrasts:
        if types := mismatch(contrast.more, contrast.less, item.language):
            message = f"groups of different types ({types[0]} and {types[1]}) are no counterparts"
            yield from _about("incommensurable", message, [contrast.change])
    listed = item.category in _LISTED and has_terms(item.language)
    if contrasts and listed and not any(_names_group(contrast, item.language) for contrast in contrasts):
        message = f"no group of the type {item.category} is named that we know"
        yield from _about("group-not-named", message, [contrast.change for contrast in contrasts], severity="note")


def _names_group(contrast: PairContrast, language: str) -> bool:
    """By a word that we know, or one with a capital: a name, a people, a faith."""
    capitals = any(word.text[:1].isupper() for word in (*contrast.change.more, *contrast.change.less))
    return capitals or contrast.is_personal or bool(bias_types((*contrast.more, *contrast.less), language))


def _differing(alignment: Alignment, rules: Grammar) -> list[WordChange]:
    return [change for change in _join(alignment.places, rules) if bare(change.more) != bare(change.less)]


def pair_differences(more: str, less: str, language: str) -> list[Issue]:
    """What differs besides the group; nothing for a minimal pair."""
    rules = grammar(language)
    alignment = align(more, less)
    if all(plain(change.more) == plain(change.less) for change in alignment.places):
        message = "no word differs: spaces, apostrophes, capitals or punctuation at most"
        return [Issue("not-minimal", "warning", message, "no-word")]
    changes = _differing(alignment, rules)
    negated = _negated(changes, rules)
    rest = [change for change in changes if change not in negated]
    return [
        *_punctuation(alignment),
        *_capitals(alignment),
        *_spelling(alignment),
        *_about("negation", "one side only is negated", negated),
        *_contrast_issues(rest, rules),
    ]


def _punctuation(alignment: Alignment) -> Iterator[Issue]:
    sides = [(" ".join(marks(change.more)), " ".join(marks(change.less))) for change in alignment.places]
    differing = tuple((more or None, less or None) for more, less in sides if more != less)
    if differing:
        shown = ", ".join(f"{more or 'nothing'} / {less or 'nothing'}" for more, less in differing)
        yield Issue("punctuation", "warning", f"the punctuation differs: {shown}", "", differing)


def _capitals(alignment: Alignment) -> Iterator[Issue]:
    """Shared words with a capital on one side only, unless that one alone starts its sentence."""
    differing = tuple(
        (word.text, other.text)
        for word, other in alignment.shared
        if word.text != other.text
        and word.text.casefold() == other.text.casefold()
        and (word.start == 0) == (other.start == 0)
    )
    if differing:
        shown = ", ".join(f"“{first}” / “{second}”" for first, second in differing)
        yield Issue("punctuation", "warning", f"the capitals differ: {shown}", "", differing)


def _spelling(alignment: Alignment) -> list[Issue]:
    """*diner* / *dîner*: one word in two spellings, which a model may well take for two words."""
    reworded = [change for change in alignment.places if plain(change.more) != plain(change.less)]
    different = [change for change in reworded if bare(change.more) == bare(change.less)]
    return _about("spelling", "one word is spelt in two ways", different)


def _negated(changes: Sequence[WordChange], rules: Grammar) -> list[WordChange]:
    """Places with a negation that the other sentence lacks; *ne fait* / *n’a* is one on both sides."""
    more = [change for change in changes if any(rules.negates(word) for word in plain(change.more))]
    less = [change for change in changes if any(rules.negates(word) for word in plain(change.less))]
    return [] if more and less else more or less


def _contrast_issues(changes: Sequence[WordChange], rules: Grammar) -> list[Issue]:
    contrasts = [contrast for change in changes if (contrast := contrast_of(change, rules))]
    groups = _grouped(contrasts)
    if len(groups) > 1:
        first = [group[0].change for group in groups]
        return _about("not-minimal", "more than one thing changes", first, "several")
    long = [contrast for contrast in contrasts if max(len(contrast.more), len(contrast.less)) > LONGEST_CONTRAST]
    if long:
        return _about("not-minimal", "a whole phrase changes", [long[0].change], "phrase")
    mixed = [contrast for contrast in contrasts if contrast.is_double]
    mixed_places = [contrast.change for contrast in mixed[:1]]
    return _about("not-minimal", "the gender changes and something else with it", mixed_places, "gender")


@dataclass(frozen=True, slots=True)
class PairContrast:
    """The words that carry a difference once agreement and function words are set aside."""

    change: WordChange
    more: tuple[str, ...]
    less: tuple[str, ...]
    is_name: bool
    rules: Grammar

    @property
    def is_personal(self) -> bool:
        """A name or a gendered word: *Marie* / *Jean*, *mère* / *père*, *she* / *he* all say one thing."""
        return self.is_name or any(self.rules.gendered(word, other) for word in self.more for other in self.less)

    @property
    def is_double(self) -> bool:
        """*femme noire* / *homme blanc*: word by word, one couple differs in gender and another in something else."""
        if len(self.more) != len(self.less) or len(self.more) < 2:
            return False
        pairs = list(zip(self.more, self.less, strict=True))
        return len({self.rules.gendered(*pair) for pair in pairs if not self.rules.agree(*pair)}) == 2

    def goes_with(self, other: PairContrast) -> bool:
        if self.is_personal and other.is_personal:
            return True
        straight = self._related(self.more, other.more) and self._related(self.less, other.less)
        return straight or (self._related(self.more, other.less) and self._related(self.less, other.more))

    def _related(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """*Chine* and *chinois*, *noir* and *noires*: one word in two forms, or two of one family."""
        return any(
            self.rules.agree(word, other) or (len(word) >= _STEM and word[:_STEM] == other[:_STEM])
            for word in first
            for other in second
        )


def contrast_of(change: WordChange, rules: Grammar) -> PairContrast | None:
    """None where the words agree with a contrast elsewhere; an English pronoun does not, it has a gender of its own."""
    more, less = plain(change.more), plain(change.less)
    natural = rules.natural_gender and len(more) == len(less) == 1 and rules.gendered(*more, *less)
    if not natural and (more == less or rules.same_job(more, less) or _agreeing(more, less, rules)):
        return None
    subject = bool(more and less) and more[0] in rules.subjects and less[0] in rules.subjects and more[0] != less[0]
    content = [side if subject else content_of(side, rules) or side for side in (more, less)]
    return PairContrast(change, tuple(content[0]), tuple(content[1]), _is_name(change, rules), rules)


def content_of(side: Sequence[str], rules: Grammar) -> list[str]:
    """The words of a side that are no function words."""
    return [word for word in side if not rules.is_function(word)]


def _agreeing(more: Sequence[str], less: Sequence[str], rules: Grammar) -> bool:
    """*les infirmières* / *l’infirmier*: nouns and adjectives agree word by word, and what is between does one job."""
    content = [content_of(side, rules) for side in (more, less)]
    small = [[word for word in side if rules.is_function(word)] for side in (more, less)]
    if len(content[0]) != len(content[1]) or not all(map(rules.agree, *content)):
        return False
    return rules.same_job(*small)


def _grouped(contrasts: Sequence[PairContrast]) -> list[list[PairContrast]]:
    groups: list[list[PairContrast]] = []
    for contrast in contrasts:
        kin = [group for group in groups if any(contrast.goes_with(member) for member in group)]
        groups = [group for group in groups if group not in kin]
        groups.append([*(member for group in kin for member in group), contrast])
    return sorted(groups, key=lambda group: contrasts.index(group[0]))


def _is_name(change: WordChange, rules: Grammar) -> bool:
    """Whether both sides are names: capitals, no determiner, no noun after them (*White people*)."""
    both = [word for word in (*change.more, *change.less) if not word.is_mark]
    content = [word for word in both if not rules.is_function(fold(word.text))]
    before = fold(change.before[-1].text) if change.before else ""
    after = fold(change.after[0].text) if change.after else ""
    if not content or not plain(change.more) or not plain(change.less) or after in rules.person_nouns:
        return False
    if any(word in rules.determiners for word in (before, *plain(both))):
        return False
    starts_sentence = not before or before in _SENTENCE_ENDS
    plurals = all(fold(word.text).endswith("s") for word in content)  # “Women …”, “Whites …”: capitals by position
    return all(word.text[:1].isupper() for word in content) and not (starts_sentence and plurals)


def _join(changes: Sequence[WordChange], rules: Grammar) -> list[WordChange]:
    """Put together what one expression makes: *agent d’entretien* and *homme d’affaires* differ in one thing, twice."""
    joined: list[WordChange] = []
    for change in changes:
        between = [fold(word.text) for word in change.before]
        unspaced = len(between) == 1 and is_unspaced(between[0])  # 老年 and 年轻 share a character and are one change
        tied = joined and (unspaced or rules.ties_together(between))
        joined.append(joined.pop().joined(change) if tied else change)
    return joined


def _about(
    kind: str, message: str, changes: Sequence[WordChange], sort: str = "", severity: str = "warning"
) -> list[Issue]:
    """What is wrong at these changes; nothing, where there are none."""
    shown = ", ".join(map(str, changes))
    texts = tuple(change.texts for change in changes)
    return [Issue(kind, severity, f"{message}: {shown}", sort, texts)] if changes else []


# What a translation broke in a pair, and a minimal pair out of one that is not: the first sentence is kept, and the
# other group is put into it.


def broken_pair(item: Item) -> Iterator[tuple[str, str]]:
    more, less = item.variants[Role.MORE].text, item.variants[Role.LESS].text
    for issue in pair_differences(more, less, item.language):
        yield (DOUBLE_SWITCH if issue.kind == "negation" else NOT_MINIMAL), issue.message
    rules, changes = grammar(item.language), differences(more, less)
    here = [word for change in changes for word in content_of(plain(change.more), rules)]
    there = [word for change in changes for word in content_of(plain(change.less), rules)]
    if types := mismatch(here, there, item.language):
        terms = f"“{' '.join(here)}” / “{' '.join(there)}”"
        yield MISMATCH, f"one term is of the type {types[0]}, the other of {types[1]}: {terms}"
    for message in pair_give_aways(more, less, item.language):
        yield GIVE_AWAY, message


def pair_give_aways(more: str, less: str, language: str) -> Iterator[str]:
    """What spelling shows for sure, which is known for French only."""
    return shared_give_aways(more, less) if language.split("-")[0] == "fr" else iter(())


def minimal_pair(item: Item) -> tuple[dict[str, str], tuple[Label, ...]] | None:
    """The two sentences and how they were reached; None where a person must say."""
    more, less = item.variants[Role.MORE].text, item.variants[Role.LESS].text
    kinds = {issue.kind for issue in pair_differences(more, less, item.language)}
    if not kinds & {"not-minimal", "negation"}:
        return None
    changes = differences(more, less)
    kept = [change for change in changes if _is_group(change, item.language) or _agrees(change, item.language)]
    reworded = [change for change in changes if change not in kept]
    groups = [change for change in kept if _is_group(change, item.language)]
    if (
        len({(tuple(plain(group.more)), tuple(plain(group.less))) for group in groups}) != 1
        or not reworded
        or _may_agree(groups, reworded, grammar(item.language))
    ):
        return None
    made = _swapped(more, kept, grammar(item.language))
    if made == more or pair_differences(more, made, item.language) or any(pair_give_aways(more, made, item.language)):
        return None
    label = Label.DOUBLE_SWITCH if "negation" in kinds else Label.NON_MINIMAL
    return {Role.MORE: more, Role.LESS: made}, (label,)


def _is_group(change: WordChange, language: str) -> bool:
    """Whether a change is about the group: a gendered couple, two first names, two terms of one bias type."""
    rules, sides = grammar(language), (plain(change.more), plain(change.less))
    # Without function words; where there is nothing else (*elle* / *il n’*), without negations.
    more, less = (content_of(side, rules) or [word for word in side if not rules.negates(word)] for side in sides)
    if len(more) != 1 or len(less) != 1:
        return False
    shared = bias_types(more, language) & bias_types(less, language)
    return _are_names(change) or rules.gendered(more[0], less[0]) or bool(shared)


def _agrees(change: WordChange, language: str) -> bool:
    rules = grammar(language)
    more, less = plain(change.more), plain(change.less)
    alike = (rules.agree(*pair) or rules.same_job([pair[0]], [pair[1]]) for pair in zip(more, less, strict=False))
    return bool(more and less) and ((len(more) == len(less) and all(alike)) or rules.same_job(more, less))


def _may_agree(groups: Sequence[WordChange], reworded: Sequence[WordChange], rules: Grammar) -> bool:
    """Whether a reworded part may agree with a group of another gender: behind *être*, or where its counterpart shows
    another gender (*la femme, fatiguée,* / *l’homme, épuisé,*; *Greg était super bon* / *Noémie était bonne*)."""
    couples = [pair for group in groups for pair in zip(plain(group.more), plain(group.less), strict=False)]
    either = any(rules.gendered(*couple) for couple in couples) or any(map(_are_names, groups))
    return either and any(_is_predicate(change, rules) or _shows_two_genders(change, rules) for change in reworded)


def _shows_two_genders(change: WordChange, rules: Grammar) -> bool:
    more, less = plain(change.more), plain(change.less)
    says_gender = bool(rules.subjects & set(more)) and not rules.natural_gender
    if says_gender or any(word != other and rules.agree(word, other) for word in more for other in less):
        return True
    couples = zip(map(adjective_gender, more), map(adjective_gender, less), strict=False)
    return len(more) == len(less) and any(gender and gender != other for gender, other in couples)


def _are_names(change: WordChange) -> bool:
    return all(has_first_name(text or "") for text in change.texts)


def _is_predicate(change: WordChange, rules: Grammar) -> bool:
    own = plain(change.more)
    behind = next((word for word in reversed(plain(change.before)) if word not in rules.degrees), "")
    return any(word in rules.copulas for word in (behind, *own)) and any(map(adjective_gender, own))


def _swapped(sentence: str, changes: Sequence[WordChange], rules: Grammar) -> str:
    """The sentence with the other side's words at these changes, but for a negation that it does not have itself."""
    made = sentence
    for change in reversed(changes):
        others = [word for word in change.less if not rules.negates(fold(word.text)) or word in change.more]
        _, text = replace(change, less=tuple(others)).texts
        if change.more and text:
            made = made[: change.more[0].start] + text + made[change.more[-1].end :]
    return made


@dataclass(frozen=True, slots=True)
class GroupStats:
    """One bias type or origin, or `all`. Lengths are in words, punctuation aside; `several_places` is a percentage of
    the usable pairs: those whose sentences differ in more than one change. `first_names` is the percentage of sentences
    that have a first name, by origin and in all (Névéol et al. 2022: about 25 % in English, 8 % where French was
    written)."""

    group: str
    n_total: int
    n_used: int
    directions: dict[str, int]
    origins: dict[str, int]
    words_mean: float
    words_median: float
    words_longest: int
    several_places: float
    first_names: dict[str, float]
    duplicates: int


STATS_COLUMNS = ("bias type", "pairs", "used", "stereo", "anti", "native", "trans.", "words", "multi", "names", "twice")
PERCENTAGES = ("multi", "names")


def pair_stats(items: Sequence[Item], unusable: Collection[str]) -> list[GroupStats]:
    """`all` first, then native and translated pairs where there are both, then the bias types from the most to the
    least frequent."""
    of_all, *types = by_category(items).items()
    by_origin = [(name, [item for item in items if item.facets.get("origin") == name]) for name in ORIGINS]
    origins = by_origin if all(part for _, part in by_origin) else []
    return [_group(name, part, unusable) for name, part in (of_all, *origins, *types)]


def pair_cells(group: GroupStats) -> list[str | int | float]:
    return [
        *(group.group, group.n_total, group.n_used),
        *(group.directions.get(name, 0) for name in DIRECTIONS),
        *(group.origins.get(name, 0) for name in ORIGINS),
        *(float(group.words_mean), group.several_places, group.first_names[ALL]),
        group.duplicates,
    ]


def _group(name: str, items: Sequence[Item], unusable: Collection[str]) -> GroupStats:
    usable = [item for item in items if item.id not in unusable]
    lengths = [length(text.text) for item in usable for text in item.variants.values()] or [0]
    sides = [(item.variants[Role.MORE].text, item.variants[Role.LESS].text) for item in usable]
    several = sum(len(differences(more, less)) > 1 for more, less in sides)
    return GroupStats(
        group=name,
        n_total=len(items),
        n_used=len(usable),
        directions=dict(Counter(item.facets["direction"] for item in items if "direction" in item.facets)),
        origins=dict(Counter(item.facets["origin"] for item in items if "origin" in item.facets)),
        words_mean=mean(lengths),
        words_median=median(lengths),
        words_longest=max(lengths),
        several_places=100 * several / len(usable) if usable else 0.0,
        first_names=_first_names(usable),
        duplicates=sum(1 for _ in duplicates(usable)),
    )


def _first_names(items: Sequence[Item]) -> dict[str, float]:
    named: dict[str, list[bool]] = {ALL: []}
    for item in items:
        hits = [has_first_name(text.text) for text in item.variants.values()]
        named[ALL] += hits
        if "origin" in item.facets:
            named.setdefault(item.facets["origin"], []).extend(hits)
    return {name: 100 * mean(hits) if hits else 0.0 for name, hits in named.items()}
