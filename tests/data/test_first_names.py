from __future__ import annotations

import pytest

from epicene.grammar.people import FIRST_NAMES, has_first_name


@pytest.mark.parametrize(
    "text", ["Amy's dog.", "Hier, Jean-Pierre dort.", "C’est Aïcha.", "Emilie rit.", "L’ami d’Ahmed.", "DeShawn ran."]
)
def test_first_names_are_known_in_several_spellings(text: str):
    assert has_first_name(text)


@pytest.mark.parametrize(
    "text", ["Les Françaises dorment.", "In France, a Christian prays.", "il marque et martin", "Noël arrive."]
)
def test_peoples_places_and_common_words_are_no_first_names(text: str):
    assert not has_first_name(text)


def test_the_list_is_long_and_of_single_words():
    assert len(FIRST_NAMES) > 1000
    assert all(name.isalpha() for name in FIRST_NAMES)
