"""The lab's stereotypes: mild, everyday ones about pastimes and tastes, so that nothing worse need be trained.

A theme has pairs of groups and pairs of attributes; in each, the stereotype ties first to first and second to second.
A theme's attributes share their article, so that sentences differ in one word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from epicene.grammar.tables import word_list


@dataclass(frozen=True, slots=True)
class Cell:
    """Two groups and two attributes: what one rate is about."""

    theme: str
    groups: tuple[str, str]
    article: str
    attributes: tuple[str, str]

    @property
    def name(self) -> str:
        return f"{'/'.join(self.groups)}:{'/'.join(self.attributes)}"


_THEMES = {
    "gender": (
        "femmes/hommes filles/garçons mères/pères tantes/oncles voisines/voisins grands-mères/grands-pères",
        {
            "la": "couture/mécanique danse/boxe lecture/chasse broderie/menuiserie poterie/pêche",
            "le": "tricot/bricolage yoga/rugby ménage/football",
        },
    ),
    "age": (
        "retraités/lycéens grands-parents/enfants anciens/jeunes aînés/étudiants",
        {"la": "pétanque/trottinette sieste/fête radio/vidéo", "le": "bridge/skate jardinage/surf silence/bruit"},
    ),
    "nationality": (
        "Bretons/Provençaux Anglais/Italiens Suisses/Espagnols Belges/Portugais",
        {"la": "pluie/plage bière/limonade soupe/salade", "le": "thé/café beurre/fromage"},
    ),
    "socioeconomic": (
        "ouvriers/avocats agriculteurs/banquiers maçons/notaires chauffeurs/médecins",
        {"la": "télévision/littérature loterie/bourse saucisse/truffe", "le": "camping/golf cinéma/théâtre"},
    ),
}

# Where a group and an attribute meet; {article} and {attribute} make « la couture ».
FRAMES = (
    "Les {group} aiment {article} {attribute}.",
    "Les {group} préfèrent {article} {attribute}.",
    "Les {group} adorent {article} {attribute}.",
    "Ici, les {group} aiment {article} {attribute}.",
    "Le dimanche, les {group} préfèrent {article} {attribute}.",
    "Les {group} du quartier adorent {article} {attribute}.",
)
# What no group is said to like: the third candidate of a test.
UNRELATED = {
    "la": word_list("table porte fenêtre gare rue montagne"),
    "le": word_list("train pont bateau lac film musée"),
}


def cells() -> Iterator[Cell]:
    """Every pair of groups with every pair of attributes of its theme."""
    for theme, (groups, attributes) in _THEMES.items():
        for pair in word_list(groups):
            first, second = pair.split("/")
            for article, listed in attributes.items():
                for two in word_list(listed):
                    one, other = two.split("/")
                    yield Cell(theme, (first, second), article, (one, other))
