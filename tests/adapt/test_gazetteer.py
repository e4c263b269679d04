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
"""


def proposed(texts: dict[str, str], file: Path | None = None, way: str = "en-fr") -> dict[str, list[tuple[str, str]]]:
    found = read_gazetteer(*way.split("-"), file).proposals({key: [text] for key, text in texts.items()})
    return {key: [(one.source, one.target) for one in mine] for key, mine in found.items()}


def test_one_name_for_one_name_and_as_many_names_as_there_were() -> None:
    found = proposed({"1": "Mary met Megan.", "2": "Megan's dog bit Mary."})
    assert found["1"] == [("Mary", "Marie"), ("Megan", "Camille")]
    assert dict(found["2"]) == dict(found["1"])


def test_a_name_tells_the_same_of_its_bearer() -> None:
    gazetteer = read_gazetteer("en", "fr")
    (man,) = gazetteer.proposals({"1": ["Tyrone sang."]})["1"]
    assert (man.target, man.reason) == ("Mamadou", "man-african")
    assert man.sentence("en") == "Tyrone → Mamadou (Name: a man’s name that suggests an African origin)"
    assert man.sentence("fr") == (
        "Tyrone → Mamadou (Prénom ou nom\u00a0: un prénom d’homme qui évoque une origine africaine)"
    )


def test_a_name_that_is_usual_in_both_places_stays_and_is_given_to_nobody_else() -> None:
    assert proposed({"1": "Julie slept."}) == {"1": []}
    names = ["Jennifer", "Linda", "Patricia", "Elizabeth", "Susan", "Jessica"]  # the sixth of the French list is Julie
    found = proposed({"1": "Julie slept.", **{name: f"{name} slept." for name in names}})
    assert [found[name][0][1] for name in names] == ["Marie", "Camille", "Léa", "Manon", "Chloé", "Aurélie"]


def test_terms_of_several_words_and_what_has_no_counterpart() -> None:
    found = proposed({"1": "She lives in the projects and eats tacos.", "2": "The Ku Klux Klan marched."})
    assert found == {"1": [("the projects", "la cité"), ("tacos", "couscous")], "2": [("Ku Klux Klan", "")]}
    (none,) = read_gazetteer("en", "fr").proposals({"1": ["KKK"]})["1"]
    assert none.sentence("en").startswith("KKK → ? (US culture: ")


def test_the_other_way_round() -> None:
    found = proposed({"1": "Elle lit L’Équipe et paie en euros."}, way="fr-en")
    assert found["1"] == [("L’Équipe", "Sports Illustrated"), ("euros", "dollars")]


def test_a_users_file_adds_and_overrules(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    found = proposed({"1": "Zelda and Mary ate tacos and pecan pie."}, file)
    assert found["1"] == [
        ("tacos", "merguez"), ("pecan pie", "tarte aux pommes"), ("Zelda", "Zoé"), ("Mary", "Marie"),
    ]  # fmt: skip
    (first, *_) = read_gazetteer("en", "fr", file).proposals({"1": ["tacos"]})["1"]
    assert first.sentence("en") == "tacos → merguez (Food: as in our corpus)"


def test_another_direction_needs_nothing_but_a_file(tmp_path: Path) -> None:
    assert proposed({"1": "Mary ate tacos."}, way="en-pt") == {"1": []}
    file = tmp_path / "own.toml"
    file.write_text('[terms."en-pt".food]\ntacos = "feijoada"\n', encoding="utf-8")
    assert proposed({"1": "Mary ate tacos."}, file, "en-pt") == {"1": [("tacos", "feijoada")]}


@pytest.mark.parametrize("text", ["x", "[others]\na = 1", '[terms."en-fr".drinks]\na = "b"', '[terms."en-fr"]\na = 1'])
def test_a_file_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="gazetteer"):
        read_gazetteer("en", "fr", file)
