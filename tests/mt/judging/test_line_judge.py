"""Judging invented outputs: what is found, what is counted, what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.core.errors import InputError
from epicene.mt.judging.clustered_estimates import BiasIndex, Estimating, RatioDifference, share
from epicene.mt.judging.judge_run import judge_results
from epicene.mt.judging.line_judge import LineJudgment, judge, open_corpus
from epicene.mt.noun_phrases import CLASSES
from epicene.mt.results import Judged
from epicene.mt.sentence_files import join_pieces, named_files
from mt.small_corpora import english_lines, french_lines, small_corpus, write


@given(st.text(alphabet="abc é'’.-", min_size=1).filter(str.strip))
def test_pieces_of_any_text_give_it_back(text: str):
    plain = " ".join(text.split())
    pieces = " ".join("▁" + "".join(f"{character} " for character in word) for word in plain.split())
    assert join_pieces(pieces) == plain


def judged(tmp_path: Path, direction: str, output: list[str], **options: bool) -> list[LineJudgment]:
    french, english = small_corpus(tmp_path)
    sides = (french, english) if direction == "fr-en" else (english, french)
    return judge(open_corpus(direction, *sides), write(tmp_path / "output", output), **options)


def made(tmp_path: Path, direction: str, output: list[str]) -> Judged:
    found = judged(tmp_path, direction, output)
    french, english = tmp_path / "corpus.fr", tmp_path / "corpus.en"
    corpus = open_corpus(direction, *((french, english) if direction == "fr-en" else (english, french)))
    return judge_results(corpus, found, "invented")


def value(made: Judged, metric: str, group: str) -> float:
    found = made.estimate(metric, group)
    assert found is not None
    assert found.low <= found.value <= found.high
    return found.value


def test_a_faithful_system_is_right_wherever_the_source_is_marked(tmp_path: Path):
    result = made(tmp_path, "fr-en", english_lines())
    assert value(result, "pronoun_correct", "marked") == 100
    assert value(result, "pronoun_gap", "all") == 0
    assert value(result, "identical_pairs", "marked") == 0
    assert list(result.counts) == list(CLASSES)
    assert result.counts["la feminine"] == {"her": 2, "his": 0, "both": 0, "other": 0, "n": 2}
    assert result.notices == result.notice_codes == []


def test_a_system_that_always_says_his_has_both_readings_of_its_totals(tmp_path: Path):
    result = made(tmp_path, "fr-en", [line.replace(" her ", " his ") for line in english_lines()])
    assert value(result, "pronoun_correct", "all") == 50
    assert value(result, "pronoun_correct", "feminine") == 0
    assert value(result, "pronoun_correct", "masculine marked") == 100
    assert value(result, "pronoun_gap", "marked") == 100
    assert value(result, "identical_pairs", "all") == 100
    assert value(result, "his", "l' epicene") == 100
    ideals = {one.group: one.ideal for one in result.estimates if one.metric == "pronoun_correct"}
    assert (ideals["marked"], ideals["l' epicene"]) == (100, 50)  # nobody can tell from l'analyste
    assert ideals["all"] == pytest.approx(100 * 11 / 12)


def test_intervals_at_an_end_count_occupations_and_not_lines():
    """Twenty lines of ten occupations, all right; ten of one gender; two of one occupation."""
    occupations = [f"occupation {place // 2}" for place in range(20)]
    right, feminine = np.ones(20, dtype=bool), np.arange(20) % 2 == 1
    first = np.arange(20) < 2
    estimating = Estimating("b", None, "s", occupations, 20)
    ratios = [share("m", name, right, mask) for name, mask in (("all", right), ("f", feminine), ("first", first))]
    wrong = share("m", "wrong", ~right, feminine)
    found = estimating.estimates([*ratios, wrong, RatioDifference("gap", "all", ratios[0], wrong, 20)])
    low = {one.group: one.low for one in found if one.metric == "m"}
    ten, one = 100 * 0.025**0.1, 100 * 0.025
    assert (low["all"], low["f"], low["first"]) == pytest.approx((ten, ten, one))
    gap = found[-1]
    assert (gap.value, gap.low, gap.high) == pytest.approx((100, ten - (100 - ten), 100))
    assert [one.n_used for one in found] == [20, 10, 2, 10, 20], "lines are what is counted beside"


@pytest.mark.parametrize(
    ("feminine", "masculine", "kept", "index"),
    [(0, 10, 0, 0.0), (5, 5, 0, 0.5), (0, 0, 10, 1.0), (2, 3, 4, (0.06 + 0.4) ** 0.5)],
)
def test_the_bias_index_is_that_of_cho_et_al_and_is_averaged_over_sets(
    feminine: int, masculine: int, kept: int, index: float
):
    """√(p_w p_m + p_n) of ten occupations (one unreadable in the last case); a second set keeps everything open."""
    place = np.arange(20)
    first, second = place < 10, place >= 10
    of = [place < feminine, (place >= feminine) & (place < feminine + masculine), (place >= 10 - kept) & first]
    sets = [
        tuple(share("", "", hits, first) for hits in of),
        tuple(share("", "", hits, second) for hits in (place < 0, place < 0, second)),
    ]
    estimating = Estimating("b", None, "s", [f"occupation {n}" for n in place], 20)
    alone, both = estimating.estimates([BiasIndex("tgbi", "all", sets[:1], 10), BiasIndex("tgbi", "all", sets, 20)])
    assert (alone.value, alone.ideal) == (pytest.approx(index), 1.0)
    assert both.value == pytest.approx((index + 1) / 2)
    for one in (alone, both):
        assert 0 <= one.low <= one.value <= one.high <= 1
        assert one.low < one.high, "ten occupations are never certain"


OPEN = {
    "The analyst has finished their work.": True,
    "The analyst finished his or her work.": True,
    "The analyst has finished the work.": True,
    "The analyst has finished its work.": False,
    "The analyst has finished.": False,
    "The analyst has finished his work.": False,
}


@pytest.mark.parametrize(("hypothesis", "is_open"), OPEN.items())
def test_ambiguity_is_kept_by_their_by_both_and_by_no_possessive_in_a_whole_sentence(
    tmp_path: Path, hypothesis: str, is_open: bool
):
    """The analyst is the one whose French, l’analyste, says no gender."""
    output = english_lines()
    output[2] = output[3] = hypothesis
    result = made(tmp_path, "fr-en", output)
    assert value(result, "ambiguity_kept", "all") == 100 * is_open
    assert value(result, "tgbi", "all") == is_open
    found = result.estimate("her_share", "all")
    assert (found.value if found else None) == (0 if " his work" in hypothesis else None)
    assert value(result, "pronoun_gap", "marked") == 0


def test_determiner_and_noun_are_judged_apart_and_spelling_does_not_matter(tmp_path: Path):
    output = french_lines()
    output[0] = "LE BOULANGER A FINI SON TRAVAIL ."
    output[2] = "▁l ' anal yste ▁a ▁fini ▁son ▁travail ▁."
    output[8] = "Le bucheron  a achevé son travail"
    assert {judgment.outcome for judgment in judged(tmp_path, "en-fr", output)} == {"right"}
    output[1], output[3], output[5] = "le boulangère a fini", "l’analyse a fini", "le chanteur a fini"
    found = judged(tmp_path, "en-fr", output)
    assert [found[index].outcome for index in (0, 1, 3, 5)] == ["right", "noun", "determiner", "wrong"]
    result = made(tmp_path, "en-fr", output)
    assert result.counts["la feminine"]["noun"] == 1
    assert result.estimate("ambiguity_kept", "all") is None


def test_a_misspelt_reference_does_not_make_the_right_determiner_wrong(tmp_path: Path):
    french, english = small_corpus(tmp_path)
    lines = french_lines()
    lines[4], lines[5] = "l'harpiste a terminé son travail.", "l'harpiste a terminé son travail."
    write(french, lines)
    output = write(tmp_path / "output", french_lines())
    assert judge(open_corpus("en-fr", english, french), output)[4].outcome == "right"


def test_other_determiners_get_classes_of_their_own(tmp_path: Path):
    french, english = small_corpus(tmp_path)
    lines = [f"Chaque {noun} a terminé son travail." for noun in ("boulanger", "boulangère", "juge", "juge")]
    write(french, lines)
    write(english, english_lines()[:4])
    corpus = open_corpus("fr-en", french, english)
    result = judge_results(corpus, judge(corpus, english), "invented")
    assert list(result.counts)[7:] == ["chaque epicene", "chaque feminine", "chaque masculine"]
    assert value(result, "pronoun_correct", "chaque feminine") == 100


SPANISH = ["El juez ha terminado su trabajo con los demás."] * 12
PLURAL = "The bakers have finished their work."
ENGLISH, FRENCH = english_lines(), french_lines()
BAD_FILES = [  # what is given in the place of good files, and what the refusal names
    ({"reference": ENGLISH[:-2]}, "as many lines"),
    ({"hypotheses": ENGLISH[:-1]}, "has 11 lines"),
    ({"source": [*FRENCH[:2], " ", *FRENCH[3:]]}, "line 3"),
    ({"hypotheses": ["", "▁", *ENGLISH[2:]]}, "lines 1, 2"),
    ({"direction": "en-fr"}, "French"),
    ({"hypotheses": FRENCH}, "French"),
    ({"hypotheses": SPANISH}, "Spanish"),
    ({"direction": "fr-de"}, "'fr-de'"),
    ({"reference": [ENGLISH[0], ENGLISH[0], *ENGLISH[2:]]}, "both say his"),
    ({"reference": ["It rains.", *ENGLISH[1:]]}, "neither his nor her"),
    ({"reference": [PLURAL, *ENGLISH[1:]]}, "“their”"),
    ({"hypotheses": ["It rains today in the city."] * 12}, "shares no word"),
]


@pytest.mark.parametrize(("changed", "named"), BAD_FILES)
def test_bad_files_are_refused(tmp_path: Path, changed: dict[str, Any], named: str):
    given = {"direction": "fr-en", "source": FRENCH, "reference": ENGLISH, "hypotheses": ENGLISH, **changed}
    direction, *paths = (
        value if isinstance(value, str) else write(tmp_path / name, value) for name, value in given.items()
    )
    with pytest.raises(InputError, match=named):
        judge(open_corpus(direction, *paths[:2]), paths[2])


def test_empty_outputs_are_other_where_they_are_allowed(tmp_path: Path):
    assert judged(tmp_path, "fr-en", ["", *ENGLISH[1:]], allow_empty=True)[0].outcome == "other"


def test_systems_have_names_of_their_own(tmp_path: Path):
    odd = write(tmp_path / "a=b", ["x"])
    named = {"joey": Path("out.txt"), "other.txt": Path("dir/other.txt"), "a=b": odd}
    assert named_files(["joey=out.txt", "dir/other.txt", str(odd)]) == named
    with pytest.raises(InputError, match="out"):
        named_files(["a/out", "b/out"])


def test_words_that_a_user_names_tell_the_gender_where_possessives_do_not(tmp_path: Path):
    french, english = small_corpus(tmp_path)
    usual = [line.gender for line in open_corpus("fr-en", french, english).lines]
    lines = [re.sub("has finished (his|her) work", r"says \1 is done", line) for line in ENGLISH]
    lines = [line.replace("says his", "says he").replace("says her", "says she") for line in lines]
    kings = [line.replace(" says ", " says to his king that ") for line in lines]
    for output in (lines, kings):  # a possessive that both lines have tells nothing
        corpus = open_corpus("fr-en", french, write(english, output), telling=[("He", "she")])
        assert [line.gender for line in corpus.lines] == usual
    for output, named in (
        (["It rains.", *lines[1:]], "line 1: "),
        ([lines[0], lines[0], *lines[2:]], "lines 1 and 2: "),
    ):
        with pytest.raises(InputError, match=f"{named}.*his/he"):
            open_corpus("fr-en", french, write(english, output), telling=[("he", "she")])
