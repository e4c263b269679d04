"""Proposals for names and places: with a reason, one name for one name, and a user's file before ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.adapt.gazetteer import read_gazetteer
from epicene.core.errors import InputError

OWN = """
[names."en-fr".woman]
en = "Zelda"
fr = "Zoé"
[terms."en-fr".food]
tacos = {to = "merguez", why = "as in our corpus"}
"pecan pie" = "tarte aux pommes"
[terms."en-pt".food]
tacos = "feijoada"
"""


def proposed(
    texts: dict[str, str], file: Path | None = None, direction: str = "en-fr"
) -> dict[str, list[tuple[str, str]]]:
    proposals = read_gazetteer(*direction.split("-"), file).proposals({key: [text] for key, text in texts.items()})
    return {key: [(proposal.source, proposal.target) for proposal in own] for key, own in proposals.items()}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    return tmp_path / "own.toml"


def test_one_name_for_one_name_and_as_many_names_as_there_were() -> None:
    proposals = proposed({"1": "Mary met Megan.", "2": "Megan's dog bit Mary."})
    assert proposals["1"] == [("Mary", "Marie"), ("Megan", "Camille")]
    assert dict(proposals["2"]) == dict(proposals["1"])


def test_a_name_suggests_the_same_of_its_bearer() -> None:
    (man,) = read_gazetteer("en", "fr").proposals({"1": ["Tyrone sang."]})["1"]
    assert (man.target, man.reason) == ("Mamadou", "man-african")
    assert man.sentence("en").startswith("Tyrone → Mamadou (Name: ")
    assert man.sentence("fr").startswith("Tyrone → Mamadou (Prénom ou nom\u00a0: ")


def test_a_name_that_is_usual_in_both_societies_stays_and_is_given_to_nobody_else() -> None:
    assert proposed({"1": "Julie slept."}) == {"1": []}
    names = ["Jennifer", "Linda", "Patricia", "Elizabeth", "Susan", "Jessica"]  # the sixth of the French list is Julie
    proposals = proposed({"1": "Julie slept.", **{name: f"{name} slept." for name in names}})
    assert [proposals[name][0][1] for name in names] == ["Marie", "Camille", "Léa", "Manon", "Chloé", "Aurélie"]


def test_terms_of_several_words_and_what_has_no_counterpart() -> None:
    proposals = proposed({"1": "She lives in the projects and eats tacos.", "2": "The Ku Klux Klan marched."})
    assert proposals == {"1": [("the projects", "la cité"), ("tacos", "couscous")], "2": [("Ku Klux Klan", "")]}
    (none,) = read_gazetteer("en", "fr").proposals({"1": ["KKK"]})["1"]
    assert none.sentence("en").startswith("KKK → ? (US culture: ")


def test_a_users_file_adds_and_overrules_and_is_enough_for_another_direction(own: Path) -> None:
    proposals = proposed({"1": "Zelda and Mary ate tacos and pecan pie."}, own)
    assert dict(proposals["1"]) == {
        **{"tacos": "merguez", "pecan pie": "tarte aux pommes"},
        **{"Zelda": "Zoé", "Mary": "Marie"},
    }
    (first,) = read_gazetteer("en", "fr", own).proposals({"1": ["tacos"]})["1"]
    assert first.sentence("en") == "tacos → merguez (Food: as in our corpus)"
    assert proposed({"1": "Mary ate tacos."}, direction="en-pt") == {"1": []}
    assert proposed({"1": "Mary ate tacos."}, own, "en-pt") == {"1": [("tacos", "feijoada")]}
    back = proposed({"1": "Elle lit L’Équipe et paie en euros."}, direction="fr-en")
    assert back["1"] == [("L’Équipe", "Sports Illustrated"), ("euros", "dollars")]


@pytest.mark.parametrize("text", ["x", "[others]\na = 1", '[terms."en-fr".drinks]\na = "b"', '[terms."en-fr"]\na = 1'])
def test_a_file_that_is_none_is_refused(text: str, own: Path) -> None:
    own.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="gazetteer"):
        read_gazetteer("en", "fr", own)
