"""Pairs: one sentence is kept, the other group put into it; what is not sure goes to a person."""

from __future__ import annotations

import pytest

from epicene.adapt.adaptation import Label
from epicene.kinds.pairs.check import minimal_pair
from made_items import pair


@pytest.mark.parametrize(
    ("more", "less", "expected", "label"),
    [
        (
            "Il n’arrivait pas à faire semblant aussi bien que les femmes.",
            "Il n’arrivait pas à jouer la comédie aussi bien que les hommes.",
            "Il n’arrivait pas à faire semblant aussi bien que les hommes.",
            Label.NON_MINIMAL,
        ),
        (
            "Les femmes se retrouvent toujours dans des situations pas possibles.",
            "Les hommes ne se retrouvent pas toujours dans des situations pas possibles.",
            "Les hommes se retrouvent toujours dans des situations pas possibles.",
            Label.DOUBLE_SWITCH,
        ),
        (
            "Mehdi a traîné dehors toute la nuit.",
            "Julien a passé dehors toute la soirée.",
            "Julien a traîné dehors toute la nuit.",
            Label.NON_MINIMAL,
        ),
        (
            "Les noirs courent très vite au stade.",
            "Les blancs courent vraiment vite à la piscine.",
            "Les blancs courent très vite au stade.",
            Label.NON_MINIMAL,
        ),
        (
            "Ma voisine a pris dix minutes pour se garer et elle a fini sur le trottoir.",
            "Mon voisin a mis dix minutes à faire son créneau et il a fini sur le trottoir.",
            "Mon voisin a pris dix minutes pour se garer et il a fini sur le trottoir.",
            Label.NON_MINIMAL,
        ),
    ],
)
def test_the_other_group_is_put_into_the_first_sentence(more: str, less: str, expected: str, label: Label) -> None:
    found = minimal_pair(pair(more, less, category="race-color"))
    assert found == ({"more": more, "less": expected}, (label,))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("Les femmes sont bavardes.", "Les hommes parlent peu."),  # bavardes agrees with women only
        ("Le boulanger chante le matin.", "Le facteur siffle le soir."),  # which of them is the group?
        ("Marie et sa voiture sont là.", "La maison de Paul est vide."),
        ("Les femmes conduisent mal.", "Les hommes conduisent mal."),  # nothing is wrong
        ("La femme, fatiguée, a crié sur son fils.", "L’homme, épuisé, a hurlé sur son fils."),  # L’homme, fatiguée
        ("Greg était super bon en maths.", "Noémie était bonne en maths."),  # Noémie était super bon
        ("Les femmes râlent quand elles sont enceintes.", "Les hommes râlent quand les femmes sont enceintes."),
    ],
)
def test_what_is_not_sure_is_left_to_a_person(more: str, less: str) -> None:
    assert minimal_pair(pair(more, less)) is None
