"""Uniform contexts: most broken triples are mended rightly, and none wrongly."""

from __future__ import annotations

import pytest

from epicene.adapt.adaptation import Label
from epicene.adapt.translation_check import check
from epicene.kinds.triples.adapted_texts import with_texts
from epicene.kinds.triples.kind import TRIPLES
from epicene.kinds.triples.read import ROLES
from epicene.kinds.triples.uniform_contexts import Uniform, uniform

from .broken_triples import BROKEN, FRESH, SECOND_LOOK, SECOND_UNSEEN, TRAPS, UNSEEN, Broken

EVERY = [*BROKEN, *FRESH, *UNSEEN, *SECOND_LOOK, *SECOND_UNSEEN, *TRAPS]


def result(found: Uniform | None) -> tuple[str, ...] | None:
    return (found.context, *(found.attributes[role] for role in ROLES)) if found else None


def test_at_least_four_fifths_of_sixty_broken_triples_are_mended_rightly() -> None:
    right = [broken for broken in BROKEN if result(uniform(broken.item())) in broken.accepted]
    assert len(BROKEN) == 60
    assert len(right) >= 57  # 43 at the first run of the program


def test_of_those_written_later_most_are_mended_too() -> None:
    right = [broken for broken in FRESH if result(uniform(broken.item())) in broken.accepted]
    assert len([broken for broken in FRESH if broken.accepted]) == 18
    assert len(right) >= 16  # 13 at the first run, one wrong


def test_of_those_the_program_was_never_changed_for_two_thirds_are_mended() -> None:
    right = [broken for broken in UNSEEN if result(uniform(broken.item())) in broken.accepted]
    assert len([broken for broken in UNSEEN if broken.accepted]) == 17
    assert len(right) >= 12


def test_of_those_of_a_second_author_all_are_mended_and_three_quarters_of_a_further_set() -> None:
    right = [broken for broken in SECOND_LOOK if result(uniform(broken.item())) in broken.accepted]
    assert len([broken for broken in SECOND_LOOK if broken.accepted]) == 15
    assert len(right) == 15  # 11 at the first run, one wrong
    right = [broken for broken in SECOND_UNSEEN if result(uniform(broken.item())) in broken.accepted]
    assert len([broken for broken in SECOND_UNSEEN if broken.accepted]) == 12
    assert len(right) >= 9


@pytest.mark.parametrize("broken", EVERY, ids=lambda broken: broken.name)
def test_a_proposal_is_right_or_is_not_made(broken: Broken) -> None:
    assert result(uniform(broken.item())) in [None, *broken.accepted]


@pytest.mark.parametrize("broken", EVERY, ids=lambda broken: broken.name)
def test_a_proposal_passes_the_check(broken: Broken) -> None:
    item = broken.item()
    if found := uniform(item):
        assert check([with_texts(item, found.texts)], "file", TRIPLES) == []


def test_the_plural_is_labelled() -> None:
    found = next(uniform(broken.item()) for broken in BROKEN if broken.name == "un-and-une")
    assert found is not None
    assert found.labels == (Label.UNIFORMISED, Label.PLURAL)


def test_outside_french_only_the_context_is_mended() -> None:
    broken = Broken(
        "pt", "O poeta estava BLANK.", ["O poeta era triste.", "O poeta era alegre.", "O poeta era quadrado."]
    )
    item = with_texts(broken.item(), {}, language="pt")
    assert result(uniform(item)) == ("O poeta era BLANK.", "triste", "alegre", "quadrado")
    reworded = Broken(
        "pt", "O poeta estava BLANK.", ["O poeta era triste.", "O bardo era alegre.", "O poeta era oval."]
    )
    assert uniform(with_texts(reworded.item(), {}, language="pt")) is None


def test_what_is_not_broken_is_left_alone() -> None:
    whole = Broken("ok", "Le poète est BLANK.", ["Le poète est triste.", "Le poète est gai.", "Le poète est ovale."])
    assert uniform(whole.item()) is None
