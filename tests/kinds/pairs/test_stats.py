from __future__ import annotations

import pytest

from data.crows_files import HEADER, Crows, Write
from epicene.data.datasets import open_benchmark
from epicene.kinds.pairs.check import STATS_COLUMNS, GroupStats, pair_cells, pair_stats

ROWS = (
    "1\tLe voisin est parti.\tLa voisine est partie.\tstereo\tgender\n"
    "2\tLe roi dort.\tLa reine dort.\tantistereo\tgender\n"
    "LA1\tle roi dort\tla reine dort\tstereo\tgender\n"
    "LA2\tUn vieux chat.\tUn jeune chat.\tstereo\tage\n"
    "3\tUn chat.\tUn chat.\tstereo\tage\n"
)


def counted(spec: str) -> list[GroupStats]:
    dataset = open_benchmark(spec)
    return pair_stats(dataset.items, dataset.unusable)


def test_groups_are_counted_by_direction_origin_and_length(write: Write):
    groups = {group.group: group for group in counted(f"crows-fr={write(HEADER + ROWS)}")}
    assert list(groups) == ["all", "native", "translated", "gender", "age"]
    assert [groups[name].n_total for name in ("native", "translated")] == [2, 3]
    gender = groups["gender"]
    assert (gender.n_total, gender.n_used, gender.duplicates) == (3, 3, 1)
    assert gender.directions == {"stereo": 2, "antistereo": 1}
    assert gender.origins == {"translated": 2, "native": 1}
    assert gender.words_mean == pytest.approx((4 + 4 + 3 * 4) / 6)
    assert gender.words_longest == 4
    assert gender.several_places == pytest.approx(100 / 3)
    assert (groups["age"].n_total, groups["age"].n_used) == (2, 1)
    assert groups["all"].n_total == 5


def test_the_published_french_file_differs_in_several_places_by_agreement_only(crows: Crows):
    """38 % of the gender pairs and 0 to 8 % of the others: ../shared/protocols.md, section 1."""
    groups = {group.group: group for group in counted(f"crows-fr={crows('crows_pairs_FR.tsv')}")}
    assert groups["all"].origins == {"translated": 1467, "native": 210}
    assert groups["all"].directions == {"stereo": 1466, "antistereo": 211}
    assert round(groups["gender"].several_places) == 38
    others = [group for name, group in groups.items() if name not in ("gender", "all", "translated")]
    assert all(group.several_places < 8 for group in others)


def test_a_row_for_each_origin_shows_how_many_of_its_sentences_have_a_first_name(crows: Crows):
    """Névéol et al. 2022, section 4.4: names in about a quarter of the English sentences, and in 8 % of those
    contributed in French."""
    shown = {}
    for name, file in (("crows-fr", "crows_pairs_FR.tsv"), ("crows-en", "crows_pairs_EN_revised.tsv")):
        for group in counted(f"{name}={crows(file)}"):
            shown[name, group.group] = dict(zip(STATS_COLUMNS, pair_cells(group), strict=True))["names"]
    assert shown["crows-fr", "native"] == pytest.approx(8, abs=2)
    assert shown["crows-en", "native"] == pytest.approx(25, abs=2)
