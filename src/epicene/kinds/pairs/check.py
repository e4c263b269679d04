"""What differs between the two sentences of a pair, and whether it is more than the group they speak of.

*One word differs* is the wrong test in French: 38 % of the gender pairs of the French CrowS-Pairs differ in several
places, by agreement. So the differing places are sorted into **contrasts**: a place is no contrast of its own where its
words are agreement forms or function words that do the same job; a contrast may be repeated (*noir/blanc*, then
*noirs/blancs*), mirrored (*femmes … hommes* / *hommes … femmes*), or spread over gendered words and names (*Marie* …
*sa mère* / *Jean* … *son père*). A pair with one contrast is minimal; one with two is not, because nobody can tell
which of them a model reacted to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from epicene.core import kinds
from epicene.core.types import Item, Role
from epicene.data.checking.differences import Alignment, Place, align, bare, marks, plain
from epicene.data.checking.text_checks import text_troubles
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS
from epicene.grammar.languages import grammar
from epicene.grammar.rules import Grammar
from epicene.grammar.words import fold

LONGEST_CONTRAST = 3
_SENTENCE_ENDS = frozenset('.!?:…«»"“”')
_STEM = 4


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a pair is not minimal: `kind` is not-minimal, negation, spelling or punctuation."""

    kind: str
    message: str


def pair_troubles(item: Item) -> Iterator[kinds.Trouble]:
    """Kind, severity and message of all that is wrong with a pair."""
    yield from text_troubles(item)
    if item.category not in BIAS_TYPES:
        yield "bias-type", "warning", f"the bias type {item.category!r} is none of {', '.join(BIAS_TYPES)}"
    direction = item.facets.get("direction", DIRECTIONS[0])
    if direction not in DIRECTIONS:
        yield "direction", "warning", f"the direction {direction!r} is none of {', '.join(DIRECTIONS)}"
    for trouble in troubles(item.variants[Role.MORE].text, item.variants[Role.LESS].text, item.language):
        yield trouble.kind, "warning", trouble.message


def troubles(more: str, less: str, language: str) -> list[Trouble]:
    """What differs besides the group; nothing for a minimal pair."""
    rules = grammar(language)
    alignment = align(more, less)
    if all(plain(place.more) == plain(place.less) for place in alignment.places):
        return [Trouble("not-minimal", "no word differs: spaces, apostrophes, capitals or punctuation at most")]
    places = [place for place in _join(alignment.places, rules) if bare(place.more) != bare(place.less)]
    negated = _negated(places, rules)
    rest = [place for place in places if place not in negated]
    return [
        *_punctuation(alignment),
        *_capitals(alignment),
        *_spelling(alignment),
        *([Trouble("negation", f"one side only is negated: {_list(negated)}")] if negated else []),
        *_contrast_troubles(rest, rules),
    ]


def _punctuation(alignment: Alignment) -> list[Trouble]:
    sides = [(marks(place.more), marks(place.less)) for place in alignment.places]
    shown = [f"{' '.join(more) or 'nothing'} / {' '.join(less) or 'nothing'}" for more, less in sides if more != less]
    return [Trouble("punctuation", f"the punctuation differs: {', '.join(shown)}")] if shown else []


def _capitals(alignment: Alignment) -> list[Trouble]:
    """Shared words with a capital on one side only, unless that one alone starts its sentence."""
    shown = [
        f"“{one.text}” / “{other.text}”"
        for one, other in alignment.shared
        if one.text != other.text
        and one.text.casefold() == other.text.casefold()
        and (one.start == 0) == (other.start == 0)
    ]
    return [Trouble("punctuation", f"the capitals differ: {', '.join(shown)}")] if shown else []


def _spelling(alignment: Alignment) -> list[Trouble]:
    """*diner* / *dîner*: one word in two spellings, which a model may well take for two words."""
    reworded = [place for place in alignment.places if plain(place.more) != plain(place.less)]
    different = [place for place in reworded if bare(place.more) == bare(place.less)]
    return [Trouble("spelling", f"one word is spelt in two ways: {_list(different)}")] if different else []


def _negated(places: Sequence[Place], rules: Grammar) -> list[Place]:
    """Places with a negation that the other sentence lacks; *ne fait* / *n’a* is one on both sides."""
    more = [place for place in places if any(rules.negates(word) for word in plain(place.more))]
    less = [place for place in places if any(rules.negates(word) for word in plain(place.less))]
    return [] if more and less else more or less


def _contrast_troubles(places: Sequence[Place], rules: Grammar) -> list[Trouble]:
    contrasts = [contrast for place in places if (contrast := _contrast(place, rules))]
    groups = _grouped(contrasts)
    if len(groups) > 1:
        return [Trouble("not-minimal", f"more than one thing changes: {_list(group[0].place for group in groups)}")]
    long = [contrast for contrast in contrasts if max(len(contrast.more), len(contrast.less)) > LONGEST_CONTRAST]
    if long:
        return [Trouble("not-minimal", f"a whole phrase changes: {long[0].place}")]
    mixed = [contrast for contrast in contrasts if contrast.is_double]
    if mixed:
        return [Trouble("not-minimal", f"the gender changes and something else with it: {mixed[0].place}")]
    return []


@dataclass(frozen=True, slots=True)
class _Contrast:
    """The words that carry a difference once agreement and function words are set aside."""

    place: Place
    more: tuple[str, ...]
    less: tuple[str, ...]
    is_name: bool
    rules: Grammar

    @property
    def is_personal(self) -> bool:
        """A name or a gendered word: *Marie* / *Jean*, *mère* / *père*, *she* / *he* all say one thing."""
        return self.is_name or any(self.rules.gendered(one, other) for one in self.more for other in self.less)

    @property
    def is_double(self) -> bool:
        """*femme noire* / *homme blanc*: word by word, one couple differs in gender and another in something else."""
        if len(self.more) != len(self.less) or len(self.more) < 2:
            return False
        pairs = list(zip(self.more, self.less, strict=True))
        return len({self.rules.gendered(*pair) for pair in pairs if not self.rules.agree(*pair)}) == 2

    def goes_with(self, other: _Contrast) -> bool:
        if self.is_personal and other.is_personal:
            return True
        straight = self._related(self.more, other.more) and self._related(self.less, other.less)
        return straight or (self._related(self.more, other.less) and self._related(self.less, other.more))

    def _related(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """*Chine* and *chinois*, *noir* and *noires*: one word in two forms, or two of one family."""
        return any(
            self.rules.agree(one, other) or (len(one) >= _STEM and one[:_STEM] == other[:_STEM])
            for one in first
            for other in second
        )


def _contrast(place: Place, rules: Grammar) -> _Contrast | None:
    """None where the words agree with a contrast elsewhere; an English pronoun does not, it has a gender of its own."""
    more, less = plain(place.more), plain(place.less)
    natural = rules.natural_gender and len(more) == len(less) == 1 and rules.gendered(*more, *less)
    if not natural and (more == less or rules.same_job(more, less) or _agreeing(more, less, rules)):
        return None
    subject = bool(more and less) and more[0] in rules.subjects and less[0] in rules.subjects and more[0] != less[0]
    more_content = more if subject else [word for word in more if not rules.is_function(word)] or more
    less_content = less if subject else [word for word in less if not rules.is_function(word)] or less
    return _Contrast(place, tuple(more_content), tuple(less_content), _is_name(place, rules), rules)


def _agreeing(more: Sequence[str], less: Sequence[str], rules: Grammar) -> bool:
    """*les infirmières* / *l’infirmier*: nouns and adjectives agree word by word, and what is between does one job."""
    more_content = [word for word in more if not rules.is_function(word)]
    less_content = [word for word in less if not rules.is_function(word)]
    if len(more_content) != len(less_content):
        return False
    if not all(rules.agree(one, other) for one, other in zip(more_content, less_content, strict=True)):
        return False
    more_rest = [word for word in more if rules.is_function(word)]
    return rules.same_job(more_rest, [word for word in less if rules.is_function(word)])


def _grouped(contrasts: Sequence[_Contrast]) -> list[list[_Contrast]]:
    groups: list[list[_Contrast]] = []
    for contrast in contrasts:
        kin = [group for group in groups if any(contrast.goes_with(member) for member in group)]
        groups = [group for group in groups if group not in kin]
        groups.append([*(member for group in kin for member in group), contrast])
    return sorted(groups, key=lambda group: contrasts.index(group[0]))


def _is_name(place: Place, rules: Grammar) -> bool:
    """Whether both sides are names: capitals, no determiner, no noun after them (*White people*)."""
    both = [word for word in (*place.more, *place.less) if not word.is_mark]
    content = [word for word in both if not rules.is_function(fold(word.text))]
    before = fold(place.before[-1].text) if place.before else ""
    after = fold(place.after[0].text) if place.after else ""
    if not content or not plain(place.more) or not plain(place.less) or after in rules.person_nouns:
        return False
    if any(word in rules.determiners for word in (before, *plain(both))):
        return False
    starts_sentence = not before or before in _SENTENCE_ENDS
    plurals = all(fold(word.text).endswith("s") for word in content)  # “Women …”, “Whites …”: capitals by position
    return all(word.text[:1].isupper() for word in content) and not (starts_sentence and plurals)


def _join(places: Sequence[Place], rules: Grammar) -> list[Place]:
    """Put together what one expression makes: *agent d’entretien* and *homme d’affaires* differ in one thing, twice."""
    joined: list[Place] = []
    for place in places:
        tied = joined and rules.ties_together([fold(word.text) for word in place.before])
        joined.append(joined.pop().joined(place) if tied else place)
    return joined


def _list(places: Iterable[Place]) -> str:
    return ", ".join(str(place) for place in places)
