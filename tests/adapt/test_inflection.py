"""French forms by rule, and None where no rule is sure."""

from __future__ import annotations

import pytest

from epicene.adapt.concord import Concord, concord, inflected
from epicene.adapt.inflection import determiner_for, feminine, marks_gender, masculine, plural


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
     ("italienne", "italien"), ("blême", None)],
)  # fmt: skip
def test_masculines(word: str, made: str | None) -> None:
    assert masculine(word) == made


@pytest.mark.parametrize(
    ("word", "made"),
    [("journal", "journaux"), ("château", "châteaux"), ("festival", "festivals"), ("bras", "bras"), ("bijou", "bijoux"),
     ("travail", "travaux"), ("pneu", "pneus"), ("robe", "robes")],
)  # fmt: skip
def test_plurals(word: str, made: str) -> None:
    assert plural(word) == made


@pytest.mark.parametrize(
    ("determiner", "noun", "gender"),
    [("une", "poupée", "f"), ("un", "camion", "m"), ("l'", "ami", None), ("son", "échelle", None),
     ("son", "salaire", "m"),
     ("cet", "orage", "m"), ("cette", "amie", "f"), ("de la", "vodka", "f"), ("les", "gens", None)],
)  # fmt: skip
def test_what_a_determiner_shows(determiner: str, noun: str, gender: str | None) -> None:
    assert marks_gender(determiner, noun) == gender


@pytest.mark.parametrize(
    ("determiner", "gender", "noun", "made"),
    [("le", "f", "lune", "la"), ("la", "m", "arbre", "l'"), ("ma", "f", "amie", "mon"), ("cette", "m", "héros", "ce"),
     ("cette", "m", "homme", "cet"), ("du", "f", "soupe", "de la"), ("au", None, "arbre", "à l'"),
     ("au", None, "bal", None)],
)  # fmt: skip
def test_a_determiner_for_another_noun(determiner: str, gender: str | None, noun: str, made: str | None) -> None:
    assert determiner_for(determiner, gender, noun) == made


def test_a_word_follows_the_subject_it_is_put_behind() -> None:
    to_women = concord([("Les", "Les"), ("étudiants", "étudiantes"), ("sont", "sont")])
    assert to_women == Concord("f", "", was_plural=True)
    assert inflected("paresseux", to_women) == "paresseuses"
    to_many = concord([("Le", "Les"), ("chauffeur", "chauffeurs"), ("est", "sont")])
    assert to_many is not None
    assert inflected("brutal", to_many) == "brutaux"


def test_a_gender_that_the_plural_hides_is_not_guessed() -> None:
    assert concord([("La", "Les"), ("juge", "juges"), ("était", "étaient")]) is None
