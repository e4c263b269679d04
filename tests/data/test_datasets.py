"""Opening a benchmark by name or file, and what it says of itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark

from .crows_files import HEADER, Crows, Write


def test_the_french_file_is_known_and_four_of_its_pairs_cannot_be_asked(crows: Crows):
    dataset = open_benchmark(f"crows-fr={crows('crows_pairs_FR.tsv')}")
    assert (dataset.known, dataset.warning(), len(dataset.items), len(dataset.usable)) == (True, None, 1677, 1673)
    assert dict(dataset.unusable) == {**dict.fromkeys(("59", "379", "388"), "identical"), "129": "empty"}


def test_rows_that_nobody_released_get_a_warning_not_a_refusal(write: Write):
    path = write(HEADER + "1\tA.\tB.\tstereo\tage\n")
    dataset = open_benchmark(f"crows-fr={path}")
    assert not dataset.known
    assert f"epicene data check crows-fr={path}" in dataset.warning()


@pytest.mark.parametrize("name", [name for name in BENCHMARKS if BENCHMARKS[name].bundled])
def test_bundled_sets_open_by_name_alone(name: str):
    dataset = open_benchmark(name)
    assert dataset.known
    assert dataset.warning() is None
    assert not dataset.unusable
    assert {item.language for item in dataset.items} == {dataset.benchmark.language}


def test_a_set_of_ones_own_under_a_bundled_name_does_not_carry_our_title_or_licence(tmp_path: Path):
    """Where nothing is stated, nothing of ours is put in its place."""
    line = {"id": "a", "more": "Une femme rit.", "less": "Un homme rit.", "direction": "stereo", "bias_type": "gender"}
    (tmp_path / "own.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    own = open_benchmark(f"pairs-fr={tmp_path / 'own.jsonl'}").benchmark
    ours = open_benchmark("pairs-fr").benchmark
    assert "epicene" in ours.title
    assert "epicene" not in own.title + own.citation + own.source
    assert (own.licence, own.source, own.language) == ("not stated", "own", "fr")
