"""`mt judge --limit` judges a sample of all classes of the authors' file, which is sorted."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.mt.judging.judge_run import judge_results
from epicene.mt.judging.line_judge import judge, open_corpus, source_file
from epicene.mt.noun_phrases import CLASSES
from epicene.mt.sentence_files import read_lines
from mt.small_corpora import write


@pytest.fixture
def sides(shared: Path) -> tuple[Path, Path]:
    folder = shared / "data/mt_metiers"
    return folder / "x_a_fini.fra", folder / "x_a_fini.eng"


def test_a_sample_of_a_sorted_file_has_all_classes(sides: tuple[Path, Path]) -> None:
    """Its first 40 lines are about nouns after l' alone."""
    corpus = open_corpus("fr-en", *sides, 40)
    assert {line.class_ for line in corpus.lines} == set(CLASSES)
    assert [line.class_[:2] for line in open_corpus("fr-en", *sides).lines[:40]] == ["l'"] * 40
    for first, second in zip(corpus.lines[::2], corpus.lines[1::2], strict=True):
        assert (first.number % 2, second.number) == (0, first.number + 1)
    every = read_lines(sides[0])
    assert list(corpus.source.lines) == [every[line.number] for line in corpus.lines]


@pytest.mark.parametrize("direction", ["fr-en", "en-fr"])
def test_whole_outputs_and_those_of_the_sample_are_judged_alike(
    sides: tuple[Path, Path], tmp_path: Path, direction: str
) -> None:
    source, reference = sides if direction == "fr-en" else sides[::-1]
    corpus = open_corpus(direction, source, reference, 60)
    short = write(tmp_path / "short", corpus.reference.lines)
    assert read_lines(source_file(corpus, tmp_path / "corpus")) == list(corpus.source.lines)
    made = [judge_results(corpus, judge(corpus, path), "s") for path in (reference, short)]
    assert made[0] == made[1]
    assert "|sample:60|" in made[0].signatures["mt-occupations"]
    assert not open_corpus(direction, source, reference, 3394).limited
    with pytest.raises(InputError, match="60 lines that --limit samples from the 3394"):
        judge(corpus, write(tmp_path / "first", read_lines(reference)[:60]))
