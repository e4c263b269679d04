"""Forms that leave a person's gender open, in French."""

from __future__ import annotations

import pytest

from epicene.grammar.french.inclusive import epicene_nouns, inclusive_forms
from epicene.grammar.people import Gender


def found(text: str) -> list[str]:
    return [text[form.start : form.end] for form in inclusive_forms(text)]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Les étudiant·e·s sont là.", ["étudiant·e·s"]),
        ("Chaque étudiant(e) vient.", ["étudiant(e)"]),
        ("les étudiant(e)s", ["étudiant(e)s"]),
        ("les étudiant(es)", ["étudiant(es)"]),
        ("un·e acteur.rice", ["un·e", "acteur.rice"]),
        ("des infirmier/ères", ["infirmier/ères"]),
        ("les professionnel-le-s né-e-s ici", ["né-e-s"]),  # behind a hyphen, *le* may be a pronoun
        ("les étudiantEs", ["étudiantEs"]),
        ("Le·la boulanger·ère", ["Le·la", "boulanger·ère"]),
        ("Les étudiantes et les étudiants sont là.", ["étudiantes et les étudiants"]),
        ("L’étudiante ou l'étudiant", ["étudiante ou l'étudiant"]),
        ("le directeur/la directrice", ["directeur/la directrice"]),
        ("du directeur ou de la directrice", ["directeur ou de la directrice"]),
        ("celles et ceux", ["celles et ceux"]),
        ("il ou elle", ["il ou elle"]),
        ("Iel est là.", ["Iel"]),
    ],
)
def test_abbreviated_and_doubled_forms_are_found(text: str, forms: list[str]) -> None:
    assert found(text) == forms


@pytest.mark.parametrize(
    "text",
    [
        "Prends-le donc, dit-elle, et donne-les-nous.",
        "Il parle et parlent.",
        "la ville et le village, le père et la mère",
        "Il a chanté et dansé, grand et petit.",
        "Il est venu (en train) et reparti.",
        "les étudiants et les étudiants",
    ],
)
def test_other_words_are_not(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("Les élèves sont là.", [("élèves", None)]),
        ("L’artiste a fini.", [("artiste", None)]),
        ("Nous sommes bouddhistes.", [("bouddhistes", None)]),
        ("Les personnes mortes", [("personnes", Gender.FEMININE)]),
        ("une artiste, le ministre, la jeune artiste", []),
        ("un accord artiste, la liste, les pistes", []),
    ],
)
def test_an_epicene_noun_says_nothing_unless_its_determiner_does(text: str, nouns: list[object]) -> None:
    assert [(text[form.start : form.end], form.gender) for form in epicene_nouns(text)] == nouns
