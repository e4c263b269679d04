from __future__ import annotations

import pytest

from epicene.data.datasets import open_benchmark
from epicene.grammar.people import FIRST_NAMES, has_first_name
from epicene.kinds.pairs.check import GroupStats, pair_stats

from .crows_files import Crows


def counted(spec: str) -> list[GroupStats]:
    dataset = open_benchmark(spec)
    return pair_stats(dataset.items, dataset.unusable)


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


def test_shares_are_near_those_of_the_paper(crows: Crows):
    """Névéol et al. 2022, section 4.4: about 25 % of the English sentences, 8 % of those contributed in French."""
    english = counted(f"crows-en={crows('crows_pairs_EN_revised.tsv')}")[0].first_names
    french = counted(f"crows-fr={crows('crows_pairs_FR.tsv')}")[0].first_names
    assert english["native"] == pytest.approx(25, abs=2)
    assert french["native"] == pytest.approx(8, abs=2)
    assert english["translated"] == pytest.approx(8, abs=2)
