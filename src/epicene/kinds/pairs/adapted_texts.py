"""What a translation broke in a pair, and a minimal pair out of one that is not: the first sentence is kept, and the
other group is put into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from epicene.adapt.adaptation import Label
from epicene.adapt.translation_check import (
    DOUBLE_SWITCH,
    GIVE_AWAY,
    MISMATCH,
    NOT_MINIMAL,
    bias_types,
    mismatch,
    shared_give_aways,
)
from epicene.core.types import Item, Role
from epicene.data.checking.differences import WordChange, differences, plain
from epicene.grammar.french.agreement import adjective_gender
from epicene.grammar.languages import Grammar, grammar
from epicene.grammar.people import has_first_name
from epicene.grammar.word_patterns import fold
from epicene.kinds.pairs.check import content_of, pair_differences


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
