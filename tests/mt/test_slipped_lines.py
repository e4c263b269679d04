"""Outputs that slipped against their source are refused, by `mt judge`, sets and `mt winomt`; poor ones are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epicene.core.errors import InputError
from epicene.mt.judging.line_judge import ControlledCorpus, judge, open_corpus
from epicene.mt.judging.set_lines import FEMININE, MASCULINE, GenderSet, read_pairs, read_table
from epicene.mt.judging.set_run import judge_set
from epicene.mt.judging.winomt_run import read_items, read_translations
from epicene.mt.sentence_files import SharedWords, check_line_by_line, read_lines
from mt.small_corpora import invented_corpus, write

OFFSETS = [offset for offset in range(-4, 5) if offset]
ENDS = {
    "the last lines again": lambda lines, k: lines[-k:],
    "the last line again": lambda lines, k: [lines[-1]] * k,
    "empty lines": lambda lines, k: [""] * k,
    "the first lines": lambda lines, k: lines[:k],
}


def lost(lines: Sequence[str], start: int, k: int, end: str = "the last lines again") -> list[str]:
    """A batch lost somewhere, and lines at the end so that the number is right."""
    rest = [*lines[:start], *lines[start + k :]]
    return [*rest, *ENDS[end](rest, k)]


def added(lines: Sequence[str], start: int, k: int) -> list[str]:
    """A batch written twice, and as many lines lost at the end."""
    return [*lines[:start], *lines[start - k : start], *lines[start:]][: len(lines)]


def corpus_of(n: int, in_pairs: bool) -> tuple[list[str], list[frozenset[str]]]:
    """Sentences of `n` different nouns, each on two neighbouring lines where they come in pairs."""
    nouns = [noun for number in range(n) for noun in [f"noun{number}ist"] * (1 + in_pairs)]
    return [f"the {noun} has finished his work" for noun in nouns], [frozenset([noun]) for noun in nouns]


@st.composite
def poor_outputs(draw: st.DrawFn) -> tuple[list[str], list[frozenset[str]]]:
    """Up to 30 % of the lines, strewn or in one block, hold no noun, a noun of no line, that of another line, of the
    line so many lines further down, or the line before them once more."""
    lines, expected = corpus_of(draw(st.integers(12, 150)), draw(st.booleans()))
    n = len(lines)
    among = Random(draw(st.integers(0, 2**32)))
    count, further = int(n * draw(st.floats(0, 0.3))), draw(st.sampled_from([-16, -5, -2, -1, 1, 2, 3, 7, 20]))
    start = among.randrange(n - count)
    how = draw(st.sampled_from(["", "wrong", "other", "one", "further", "before"]))
    in_block = how in ("", "wrong", "other", "one") and draw(st.booleans())
    one = among.choice(lines)
    for place in range(start, start + count) if in_block else sorted(among.sample(range(n), count)):
        wrong = {"": "", "wrong": "the unk has finished his work", "other": among.choice(lines), "one": one}
        near = {"further": lines[(place + further) % n], "before": lines[place - 1]}
        lines[place] = {**wrong, **near}[how] if how != "further" else near[how]
    return lines, expected


@settings(max_examples=150, deadline=None)
@given(poor_outputs())
def test_no_output_with_up_to_30_percent_wrong_empty_or_repeated_nouns_is_refused(made: tuple):
    lines, expected = made
    assert SharedWords(lines, expected).slip() is None
    check_line_by_line(Path("out"), "corpus", lines, expected)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_batch_lost_or_added_anywhere_is_found_with_its_offset_and_line(data: st.DataObject):
    in_pairs = data.draw(st.booleans())
    lines, expected = corpus_of(data.draw(st.integers(60, 150)), in_pairs)
    k = data.draw(st.integers(1, 64).filter(lambda k: k < len(lines) - 50))
    start = data.draw(st.integers(k, len(lines) - k - 30) if len(lines) > 2 * k + 30 else st.just(0))
    end = data.draw(st.sampled_from(sorted(ENDS)))
    changed, offset = (lost(lines, start, k, end), k) if start < k or data.draw(st.booleans()) else (None, -k)
    slip = SharedWords(changed or added(lines, start, k), expected).slip()
    assert slip
    assert slip.offset == offset
    assert start <= slip.first <= start + 2


@pytest.mark.parametrize("n", [300, 3000])
def test_several_slips_are_named_by_the_first(n: int):
    lines, expected = corpus_of(n, in_pairs=True)
    changed = lost(lost(lines, 100, 5), 300, 8)
    slip = SharedWords(changed, expected).slip()
    assert slip
    assert (slip.offset, slip.first) == (5, 100)
    twice = added(lost(lines, 100, 16), 200, 16)  # slipped for a stretch only
    slip = SharedWords(twice, expected).slip()
    assert slip
    assert (slip.offset, slip.first, slip.last) == (16, 100, 199)


def rotated(lines: Sequence[str], by: int) -> list[str]:
    return [*lines[by:], *lines[:by]]


def refusal(check: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(InputError) as error:
        check(path)
    return str(error.value)


def first_line(said: str) -> int:
    return int(said.partition(" from line ")[2].split()[0])


@pytest.fixture
def invented(tmp_path: Path) -> tuple[ControlledCorpus, list[str]]:
    french, english = invented_corpus()
    sides = write(tmp_path / "corpus.fr", french), write(tmp_path / "corpus.en", english)
    return open_corpus("fr-en", *sides), english


def test_lines_in_another_order_are_refused(invented: tuple, tmp_path: Path):
    corpus, english = invented
    assert "only 0 of the 60" in refusal(lambda path: judge(corpus, path), write(tmp_path / "out", english[::-1]))


def test_poor_systems_are_judged(invented: tuple, tmp_path: Path):
    corpus, english = invented
    unknown = ["the unk has finished its work"] * 60
    for output in (
        unknown,
        [english[0]] * 60,
        [*unknown[:56], *english[56:]],
        [line if number % 10 == 0 else unknown[0] for number, line in enumerate(english)],
        [english[number // 2 * 2] for number in range(60)],
        [*english[:20], *rotated(english[20:26], 2), *english[26:]],
    ):
        assert len(judge(corpus, write(tmp_path / "out", output))) == 60


UNKNOWN = {"eng": "the unk has finished his work", "fra": "le unk a terminé son travail"}
SYSTEMS = [
    (system, direction) for system in ("etranslation", "joeynmt", "reference") for direction in ("fr-en", "en-fr")
]


@pytest.mark.parametrize(("system", "direction"), SYSTEMS)
def test_real_outputs_are_judged_and_refused_once_they_slip(shared: Path, tmp_path: Path, system: str, direction: str):
    folder = shared / "data/mt_metiers"
    source, target = ("fra", "eng") if direction == "fr-en" else ("eng", "fra")
    name, output = ("x_a_fini",) * 2 if system == "reference" else ("probe_metier.gold", f"probe_metier.pred.{system}")
    corpus = open_corpus(direction, folder / f"{name}.{source}", folder / f"{name}.{target}")
    lines = read_lines(folder / f"{output}.{target}")
    half, among = len(lines) // 2, Random(0)
    for wrong in (lines, among.choices(lines, k=len(lines)), [UNKNOWN[target]] * len(lines), [lines[0], *lines]):
        poor = [other if among.random() < 0.3 else own for own, other in zip(lines, wrong, strict=False)]
        judge(corpus, write(tmp_path / "out", poor))
    for changed, start, named in (
        (rotated(lines, -4), 0, " slipped by 4 line"),
        (rotated(lines, 3), 0, " slipped by 3 line"),
        (lost(lines, half, 1), half, "1 line further down"),
        (added(lines, half + 1, 1), half, "1 line further up"),
    ):
        sentence = refusal(lambda path: judge(corpus, path), write(tmp_path / "out", changed))
        assert named in sentence
        assert start <= first_line(sentence) <= start + 8


def test_winomt_refuses_one_line_for_all_and_lines_that_were_not_translated(shared: Path, tmp_path: Path):
    folder = shared / "data/winomt"
    items = read_items(folder / "en.txt")
    targets = list(read_translations(folder / "bing.en-fr.txt", items).targets)
    n, english = len(items), [item.sentence for item in items]
    for lines, named in (
        ([targets[0]] * n, f"{n} of {n}"),
        ([pair[number % 2] for number, pair in enumerate(zip(targets, english, strict=True))], f"{n // 2} of {n}"),
        ([*targets[: n // 2], *english[n // 2 :]], f"line {n // 2 + 1}"),
    ):
        with pytest.raises(InputError, match=named):
            read_translations(write(tmp_path / "out", lines), items)
    poor = [*targets[: n // 4 * 3], *["- "] * (n // 8), *english[-(n // 8) :]]
    assert len(read_translations(write(tmp_path / "out", poor), items).targets) == n


@pytest.mark.parametrize("name", ["mt-geneval", "gate"])
def test_sets_are_refused_once_they_slip_and_not_before(shared: Path, tmp_path: Path, name: str):
    folder = shared / "data/mt_geneval"
    if name == "gate":
        files = {"table": shared / "data/gate/FR_2_variants.tsv"}
        rows = read_table(files["table"])
        lines = [row.references[MASCULINE] for row in rows]
    else:
        files = {gender: folder / f"{gender}-dev.fr" for gender in (FEMININE, MASCULINE)}
        rows, lines = read_pairs(files, {})[:1200], read_lines(folder / "apertium-feminine-dev.fr")
    asked, among = GenderSet(name, rows, len(rows), files), Random(0)

    def check(lines: Sequence[str]) -> object:
        return judge_set(asked, {"s": [write(tmp_path / "out", lines)]})

    check(lines)
    check([among.choice(["", among.choice(lines)]) if among.random() < 0.3 else line for line in lines])
    for changed, named in (
        (lost(lines, 600, 1), " slipped by 1 line"),
        (lost(lines, 100, 16), " slipped by 16 line"),
        (added(lines, len(lines) - 50, 64), " slipped by 64 line"),
        ([lines[0]] * len(lines), "one line for"),
    ):
        with pytest.raises(InputError, match=named):
            check(changed)
