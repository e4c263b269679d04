"""Judging invented outputs: what is found, what is counted, what is refused."""

from __future__ import annotations

from pathlib import Path

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


def test_into_french_nothing_is_left_open(tmp_path: Path):
    assert made(tmp_path, "en-fr", french_lines()).estimate("ambiguity_kept", "all") is None


def test_spelling_case_apostrophes_and_pieces_do_not_make_a_subject_wrong(tmp_path: Path):
    output = french_lines()
    output[0] = "LE BOULANGER A FINI SON TRAVAIL ."
    output[2] = "▁l ' anal yste ▁a ▁fini ▁son ▁travail ▁."
    output[8] = "Le bucheron  a achevé son travail"
    found = judged(tmp_path, "en-fr", output)
    assert {judgment.outcome for judgment in found} == {"right"}


def test_determiner_and_noun_are_judged_apart(tmp_path: Path):
    output = french_lines()
    output[1] = "le boulangère a fini"
    output[3] = "l’analyse a fini"
    output[5] = "le chanteur a fini"
    found = judged(tmp_path, "en-fr", output)
    assert [found[place].outcome for place in (0, 1, 3, 5)] == ["right", "noun", "determiner", "wrong"]
    assert made(tmp_path, "en-fr", output).counts["la feminine"]["noun"] == 1


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


def refusal(tmp_path: Path, direction: str = "fr-en", **changed: list[str]) -> str:
    files = {"source": french_lines(), "reference": english_lines(), "hypotheses": english_lines(), **changed}
    paths = {name: write(tmp_path / name, lines) for name, lines in files.items()}
    with pytest.raises(InputError) as error:
        judge(open_corpus(direction, paths["source"], paths["reference"]), paths["hypotheses"])
    return str(error.value)


def test_bad_files_are_refused_in_one_sentence(tmp_path: Path):
    english, french = english_lines(), french_lines()
    assert "as many lines" in refusal(tmp_path, reference=english[:-2])
    assert "has 11 lines and" in refusal(tmp_path, hypotheses=english[:-1])
    assert "line 3 is empty" in refusal(tmp_path, source=[*french[:2], " ", *french[3:]])
    assert "lines 1, 2 are empty" in refusal(tmp_path, hypotheses=["", "▁", *english[2:]])
    assert "looks French, but the source of en-fr is English" in refusal(tmp_path, direction="en-fr")
    assert "looks French" in refusal(tmp_path, hypotheses=french)
    assert "no direction 'fr-de'" in refusal(tmp_path, direction="fr-de")
    assert "both say his" in refusal(tmp_path, reference=[english[0], english[0], *english[2:]])
    assert "neither his nor her" in refusal(tmp_path, reference=["It rains.", *english[1:]])
    plural = ["The bakers have finished their work.", *english[1:]]
    assert "line 1: “their” tells no gender, so plural sentences cannot" in refusal(tmp_path, reference=plural)
    assert "no word" in refusal(tmp_path, hypotheses=["It rains today in the city."] * 12)
    spanish = ["El juez ha terminado su trabajo con los demás."] * 12
    assert "looks Spanish, but the output of fr-en is English; give the file in" in refusal(
        tmp_path, hypotheses=spanish
    )
    missing = [tmp_path / "nothing"] * 2
    with pytest.raises(InputError, match="does not exist"):
        open_corpus("fr-en", *missing)


def test_words_that_a_user_names_tell_the_gender_where_possessives_do_not(tmp_path: Path):
    french, english = small_corpus(tmp_path)
    usual = [line.gender for line in open_corpus("fr-en", french, english).lines]
    said = [
        line.replace("has finished his work", "says he is done").replace("has finished her work", "says she is done")
        for line in english_lines()
    ]
    write(english, said)
    told = open_corpus("fr-en", french, english, telling=[("He", "she")]).lines
    assert [line.gender for line in told] == usual
    kings = [line.replace(" says ", " says to his king that ") for line in said]
    told = open_corpus("fr-en", french, write(english, kings), telling=[("he", "she")]).lines
    assert [line.gender for line in told] == usual, "a possessive that both lines have tells nothing"
    with pytest.raises(InputError, match="line 1: neither his/he nor her/she tells the gender"):
        open_corpus("fr-en", french, write(english, ["It rains.", *said[1:]]), telling=[("he", "she")])
    with pytest.raises(InputError, match=r"lines 1 and 2: both say his/he; .* one with his/he and one with her"):
        open_corpus("fr-en", french, write(english, [said[0], said[0], *said[2:]]), telling=[("he", "she")])


def test_empty_outputs_are_other_where_they_are_allowed(tmp_path: Path):
    found = judged(tmp_path, "fr-en", ["", *english_lines()[1:]], allow_empty=True)
    assert found[0].outcome == "other"


def test_systems_have_names_of_their_own(tmp_path: Path):
    odd = write(tmp_path / "a=b", ["x"])
    assert named_files(["joey=out.txt", "dir/other.txt", str(odd)]) == {
        "joey": Path("out.txt"),
        "other.txt": Path("dir/other.txt"),
        "a=b": odd,
    }
    with pytest.raises(InputError, match="Two systems"):
        named_files(["a/out", "b/out"])
