"""Outputs that slipped against their source are refused, by `mt judge` and by `mt winomt`; poor ones are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.mt.judging.line_judge import Corpus, judge, open_corpus
from epicene.mt.sentence_files import check_line_by_line, read_lines
from epicene.mt.winomt.entity_gender import SEPARATOR, read_items, read_translations
from mt.small_corpora import invented_corpus, write

OFFSETS = [offset for offset in range(-4, 5) if offset]


def rotated(lines: Sequence[str], by: int) -> list[str]:
    return [*lines[by:], *lines[:by]]


def without_one(lines: Sequence[str], lost: int) -> list[str]:
    """A line lost somewhere, and the last one twice, so that the number is right."""
    return [*lines[:lost], *lines[lost + 1 :], lines[-1]]


def with_one_more(lines: Sequence[str], doubled: int) -> list[str]:
    """A line twice somewhere, and the last one lost."""
    return [*lines[: doubled + 1], *lines[doubled:-1]]


def refusal(check: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(InputError) as error:
        check(path)
    return str(error.value)


def first_line(said: str) -> int:
    return int(said.partition(" from line ")[2].split()[0])


@pytest.fixture
def invented(tmp_path: Path) -> tuple[Corpus, list[str]]:
    french, english = invented_corpus()
    sides = write(tmp_path / "corpus.fr", french), write(tmp_path / "corpus.en", english)
    return open_corpus("fr-en", *sides), english


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_rotated_output_is_refused_by_how_much_and_which_way(invented: tuple, tmp_path: Path, offset: int):
    corpus, english = invented
    out = write(tmp_path / "out", rotated(english, offset))
    said = refusal(lambda path: judge(corpus, path), out)
    lines = "1 line" if abs(offset) == 1 else f"{abs(offset)} lines"
    assert f"{out} slipped by {lines} against {corpus.source.path}: " in said
    assert f"the sentences {lines} further {'down' if offset > 0 else 'up'} (" in said
    assert ("put back" if offset > 0 else "take out") in said
    assert first_line(said) <= abs(offset) + 2


def test_a_line_lost_or_doubled_in_the_middle_is_told_from_there_on(invented: tuple, tmp_path: Path):
    corpus, english = invented
    for changed, direction in ((without_one(english, 30), "1 line further down"), (with_one_more(english, 30), "up")):
        said = refusal(lambda path: judge(corpus, path), write(tmp_path / "out", changed))
        assert direction in said
        assert 31 <= first_line(said) <= 33
    stretch = [*english[:20], *english[21:50], english[50], *english[50:]]
    assert "1 line further down" in refusal(lambda path: judge(corpus, path), write(tmp_path / "out", stretch))


def test_nouns_of_lines_far_away_are_refused_as_another_order(invented: tuple, tmp_path: Path):
    corpus, english = invented
    said = refusal(lambda path: judge(corpus, path), write(tmp_path / "out", rotated(english, 20)))
    assert "does not translate the sentences of" in said
    assert "only 0 of the 60 lines that hold any" in said


def test_poor_systems_are_judged(invented: tuple, tmp_path: Path):
    corpus, english = invented
    unknown = ["the unk has finished its work"] * 60
    for output in (
        unknown,
        [english[0]] * 60,
        [*unknown[:56], *english[56:]],
        [
            right if number % 10 == 0 else other
            for number, (right, other) in enumerate(zip(english, unknown, strict=True))
        ],
        [english[number // 2 * 2] for number in range(60)],
        [*english[:20], *rotated(english[20:26], 2), *english[26:]],
    ):
        assert len(judge(corpus, write(tmp_path / "out", output))) == 60


def test_masculine_nouns_for_women_are_no_slip(tmp_path: Path):
    french, english = invented_corpus()
    sides = write(tmp_path / "corpus.en", english), write(tmp_path / "corpus.fr", french)
    masculine = write(tmp_path / "out", [french[number // 2 * 2] for number in range(60)])
    assert len(judge(open_corpus("en-fr", *sides), masculine)) == 60


def test_where_all_sentences_share_few_nouns_nothing_is_concluded():
    expected = [{"boulanger", "infirmier"}, {"boulanger", "avocat"}] * 20
    wrong = ["le boulanger dort", "une avocate dort", "un infirmier dort", "le boulanger dort"] * 10
    check_line_by_line(Path("out"), "corpus", wrong, expected)


SYSTEMS = [
    (system, direction) for system in ("etranslation", "joeynmt", "reference") for direction in ("fr-en", "en-fr")
]


@pytest.mark.parametrize(("system", "direction"), SYSTEMS)
def test_real_outputs_are_judged_and_refused_once_they_slip(shared: Path, tmp_path: Path, system: str, direction: str):
    folder = shared / "data/mt_metiers"
    source, target = ("fra", "eng") if direction == "fr-en" else ("eng", "fra")
    name, output = (
        ("x_a_fini", "x_a_fini") if system == "reference" else ("probe_metier.gold", f"probe_metier.pred.{system}")
    )
    corpus = open_corpus(direction, folder / f"{name}.{source}", folder / f"{name}.{target}")
    lines = read_lines(folder / f"{output}.{target}")

    def check(path: Path) -> object:
        return judge(corpus, path)

    check(folder / f"{output}.{target}")
    for offset in OFFSETS:
        said = refusal(check, write(tmp_path / "out", rotated(lines, offset)))
        assert f" slipped by {abs(offset)} line" in said
        assert first_line(said) <= 8
    half = len(lines) // 2
    for changed in (without_one(lines, half), with_one_more(lines, half)):
        said = refusal(check, write(tmp_path / "out", changed))
        assert " slipped by 1 line " in said
        assert half < first_line(said) <= half + 8


@pytest.mark.parametrize("system", ["bing", "google"])
def test_targets_of_winomt_are_refused_once_they_slip(shared: Path, tmp_path: Path, system: str):
    folder = shared / "data/winomt"
    items = read_items(folder / "en.txt")
    given = read_translations(folder / f"{system}.en-fr.txt", items)

    def check(path: Path) -> object:
        return read_translations(path, items)

    for offset in OFFSETS:
        moved = rotated(given.targets, offset)
        if offset % 2:
            moved = [f"{one} {SEPARATOR} {other}" for one, other in zip(given.sources, moved, strict=True)]
        said = refusal(check, write(tmp_path / "out", moved))
        assert f" slipped by {abs(offset)} line" in said
        assert first_line(said) <= 8
    said = refusal(check, write(tmp_path / "out", without_one(given.targets, 2000)))
    assert "1 line further down" in said
    assert 2000 < first_line(said) <= 2010
    whole = [f"{one} {SEPARATOR} {other}" for one, other in zip(given.sources, given.targets, strict=True)]
    said = refusal(check, write(tmp_path / "out", without_one(whole, 3600)))
    assert "1 line further down" in said, "even where few enough sources differ to be corrections"
    assert 3600 < first_line(said) <= 3630
