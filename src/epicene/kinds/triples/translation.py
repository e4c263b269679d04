"""What a translation broke in a test: its context, the agreement of its candidates, the sense of the absurd one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene.adapt.checking.translation_check import CONTEXT, GIVE_AWAY, LOST_BLANK, SENSIBLE, percent
from epicene.core.kinds import IDENTICAL
from epicene.core.types import BLANK, INTRA, Item, Role
from epicene.grammar.languages import grammar
from epicene.grammar.words import fold, words
from epicene.kinds.triples.read import ROLES, context_of
from epicene.kinds.triples.texts import attribute, triple_give_aways

_STEM = 4


def broken_triple(item: Item, source: Item | None, alone: str) -> Iterator[tuple[str, str]]:
    context = context_of(item)
    said = {role: _folded(text.text) for role, text in item.variants.items()}
    if said[Role.STEREOTYPE] == said[Role.ANTI]:
        yield IDENTICAL, f"the stereotype and the anti-stereotype are the same: “{item.variants[Role.ANTI].text}”"
    if item.facets["task"] != INTRA:
        if said[Role.UNRELATED] in (said[Role.STEREOTYPE], said[Role.ANTI]):
            yield SENSIBLE, "the unrelated candidate is the same as another"
        return
    if BLANK in context and context.count(BLANK) != 1:
        yield LOST_BLANK, f"the context has {BLANK} {context.count(BLANK)} times"
    elif BLANK in context:
        for role, text in item.variants.items():
            if text.span is None:
                yield CONTEXT, f"{role}: “{text.text}” does not fit its context “{context}”"
    for message in triple_give_aways(item):
        yield GIVE_AWAY, message
    if became := _sensible(item, source, alone):
        yield SENSIBLE, became


def _sensible(item: Item, source: Item | None, alone: str) -> str | None:
    """An absurd candidate that says the same as a sensible one, or whose absurd word the translation has changed."""
    absurd = attribute(item, Role.UNRELATED)
    for role in (Role.STEREOTYPE, Role.ANTI):
        other = attribute(item, role)
        if absurd and other and grammar(item.language).agree(absurd, other):
            return f"the unrelated candidate says the same as the {role} one: “{absurd}”"
    said = absurd or item.variants[Role.UNRELATED].text  # a sentence that does not fit its context has no attribute
    if alone and source is not None and not _kin(said, alone, item.language):
        meant = attribute(source, Role.UNRELATED)
        became = f" but became “{absurd}” in the sentence" if absurd else f", which is not in “{said}”"
        return f"“{meant}” is “{alone}” by itself{became}: is it still absurd?"
    return None


def _folded(text: str) -> list[str]:
    return [fold(word.text) for word in words(text) if not word.is_mark]


def _kin(one: str, other: str, language: str) -> bool:
    """Whether two texts share a word in any form, or the beginning of one; small words say nothing."""
    agree = grammar(language).agree
    first, second = (_content(text, language) for text in (one, other))
    return any(agree(a, b) or (len(a) >= _STEM and a[:_STEM] == b[:_STEM]) for a in first for b in second)


def _content(text: str, language: str) -> list[str]:
    """The words of a text without small ones; all of them where it has no others."""
    found = _folded(text)
    return [word for word in found if not grammar(language).is_function(word)] or found


def structure(items: Sequence[Item]) -> tuple[dict[str, int], str] | None:
    """Within a sentence: how many candidates do not fit their context, of how many, in how many tests, of how many."""
    tests = [item for item in items if item.facets["task"] == INTRA]
    if not tests:
        return None
    loose = [[role for role in ROLES if role in test.variants and not test.variants[role].span] for test in tests]
    n_loose, n = sum(map(len, loose)), sum(len(test.variants) for test in tests)
    n_broken = sum(1 for roles in loose if roles)
    counts = {"sentences_broken": n_loose, "sentences": n, "tests_broken": n_broken, "tests": len(tests)}
    return counts, (
        f"Within a sentence, {n_loose} of {n} candidates ({percent(n_loose, n)}) do not fit their context, in "
        f"{n_broken} of {len(tests)} tests ({percent(n_broken, len(tests))})."
    )
