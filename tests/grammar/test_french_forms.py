"""French adjectives and determiners by rule, and None where no rule is sure."""

from __future__ import annotations

import pytest

from epicene.grammar.french.agreement import feminine, masculine
from epicene.grammar.french.noun_forms import determiner_like, marked_gender
from epicene.grammar.people import Gender

M, F = Gender.MASCULINE, Gender.FEMININE


@pytest.mark.parametrize(
    ("word", "made"),
    [
        ("froid", "froide"), ("silencieux", "silencieuse"), ("agressif", "agressive"), ("fier", "fière"),
        ("italien", "italienne"), ("doux", "douce"), ("blanc", "blanche"), ("calme", "calme"), ("discret", "discrète"),
        ("cruel", "cruelle"), ("menteur", "menteuse"), ("flagorneteur", None),
        ("brun", "brune"), ("seul", "seule"), ("prêt", "prête"), ("moyen", "moyenne"), ("neuf", "neuve"),
        ("ambigu", "ambiguë"), ("paysan", "paysanne"), ("marron", "marron"),
    ],
)  # fmt: skip
def test_feminines(word: str, made: str | None) -> None:
    assert feminine(word) == made


@pytest.mark.parametrize(
    ("word", "made"),
    [("patiente", "patient"), ("douce", "doux"), ("studieuse", "studieux"), ("timide", "timide"), ("carrée", "carré"),
     ("italienne", "italien"), ("blême", None), ("heureuse", None)],
)  # fmt: skip
def test_masculines(word: str, made: str | None) -> None:
    assert masculine(word) == made


@pytest.mark.parametrize(
    ("determiner", "noun", "gender"),
    [("une", "poupée", F), ("un", "camion", M), ("l'", "ami", None), ("son", "échelle", None),
     ("son", "salaire", M),
     ("cet", "orage", M), ("cette", "amie", F), ("de la", "vodka", F), ("les", "gens", None)],
)  # fmt: skip
def test_what_a_determiner_shows(determiner: str, noun: str, gender: Gender | None) -> None:
    assert marked_gender(determiner, noun) == gender


@pytest.mark.parametrize(
    ("determiner", "gender", "noun", "made"),
    [("le", F, "lune", "la"), ("la", M, "arbre", "l'"), ("ma", F, "amie", "mon"), ("cette", M, "héros", "ce"),
     ("cette", M, "homme", "cet"), ("du", F, "soupe", "de la"), ("au", None, "arbre", "à l'"),
     ("au", None, "bal", None)],
)  # fmt: skip
def test_a_determiner_for_another_noun(determiner: str, gender: Gender | None, noun: str, made: str | None) -> None:
    assert determiner_like(determiner, noun, gender) == made
