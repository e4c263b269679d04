"""Uniform contexts: most broken triples are mended rightly, and none wrongly."""

from __future__ import annotations

import pytest

from epicene.adapt.adaptation import Label
from epicene.adapt.translation_check import check
from epicene.core.types import Item
from epicene.kinds.triples.adapted_texts import inflected, uniform
from epicene.kinds.triples.kind import TRIPLES

from .broken_triples import BROKEN, FRESH, SECOND_LOOK, SECOND_UNSEEN, TRAPS, UNSEEN, Broken

EVERY = [*BROKEN, *FRESH, *UNSEEN, *SECOND_LOOK, *SECOND_UNSEEN, *TRAPS]


def result(item: Item) -> tuple[str, ...] | None:
    proposal = uniform(item)
    return tuple(proposal[0].values()) if proposal else None


# How many of them a person could settle, and how many the program does; docs/adapt.md has the figures.
@pytest.mark.parametrize(
    ("triples", "acceptable", "least"),
    [(BROKEN, 60, 54), (FRESH, 18, 15), (UNSEEN, 17, 11), (SECOND_LOOK, 15, 12), (SECOND_UNSEEN, 12, 9)],
    ids=["sixty", "fresh", "unseen", "second look", "second unseen"],
)
def test_most_broken_triples_are_mended_rightly(triples: list[Broken], acceptable: int, least: int) -> None:
    assert sum(bool(broken.accepted) for broken in triples) == acceptable
    assert sum(result(broken.item()) in broken.accepted for broken in triples) >= least


@pytest.mark.parametrize("broken", EVERY, ids=lambda broken: broken.name)
def test_a_proposal_is_right_or_is_not_made(broken: Broken) -> None:
    assert result(broken.item()) in [None, *broken.accepted]


@pytest.mark.parametrize("broken", EVERY, ids=lambda broken: broken.name)
def test_a_proposal_passes_the_check(broken: Broken) -> None:
    item = broken.item()
    if proposal := uniform(item):
        texts = TRIPLES.edited(item, proposal[0], "here")
        assert check([TRIPLES.with_texts(item, texts)], "file", TRIPLES) == []


def test_the_plural_is_labelled() -> None:
    proposal = next(uniform(broken.item()) for broken in BROKEN if broken.name == "un-and-une")
    assert proposal is not None
    assert proposal[1] == (Label.UNIFORMISED, Label.PLURAL)


def test_outside_french_only_the_context_is_mended() -> None:
    broken = Broken(
        "pt", "O poeta estava BLANK.", ["O poeta era triste.", "O poeta era alegre.", "O poeta era quadrado."]
    )
    item = TRIPLES.with_texts(broken.item(), {}, language="pt")
    assert result(item) == ("O poeta era BLANK.", "triste", "alegre", "quadrado")
    reworded = Broken(
        "pt", "O poeta estava BLANK.", ["O poeta era triste.", "O bardo era alegre.", "O poeta era oval."]
    )
    assert uniform(TRIPLES.with_texts(reworded.item(), {}, language="pt")) is None


def test_a_word_follows_the_subject_it_is_put_behind() -> None:
    assert inflected("paresseux", [("les", "les"), ("étudiants", "étudiantes"), ("sont", "sont")]) == "paresseuses"
    assert inflected("brutal", [("le", "les"), ("chauffeur", "chauffeurs"), ("est", "sont")]) == "brutaux"
    assert inflected("sévère", [("la", "les"), ("juge", "juges"), ("était", "étaient")]) is None  # of which gender?
