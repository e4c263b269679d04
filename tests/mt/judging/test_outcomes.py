"""What is neither right nor wrong has cells of its own: their, both, inclusive, avoided; and {self} is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.progress import Silent
from epicene.grammar.french.subjects import PEOPLE
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.line_judge import open_corpus
from mt.small_corpora import english_lines, small_corpus, write

FOR_ALL = {
    "L'auteur·rice a fini son travail.": "inclusive",
    "L’auteur.rice a terminé son travail.": "inclusive",
    "L’auteur(rice) a terminé son travail.": "inclusive",
    "L'auteur-rice a fini son travail.": "inclusive",
    "L’auteurE a fini son travail.": "inclusive",
    "Le·la boulanger·ère a fini son travail.": "inclusive",
    "Le/la boulanger(ère) a fini son travail.": "inclusive",
    "Un·e étudiant·e a fini son travail.": "inclusive",
    "Iel a fini son travail.": "inclusive",
    "Le boulanger ou la boulangère a fini son travail.": "both",
    "La boulangère/le boulanger a fini son travail.": "both",
    "L’auteur/autrice a fini son travail.": "both",
    "Le (la) boulanger (boulangère) a fini son travail.": "both",
    "Le ou la ministre a fini son travail.": "both",
    "Le/La médecin a fini son travail.": "both",
    "La personne qui cuit le pain a fini son travail.": "avoided",
    "La victime a terminé son travail.": "avoided",
    "L’individu a terminé son travail.": "avoided",
    "Le boulanger a fini son travail.": "",
    "La boulangère a fini son travail de boulanger·ère.": "",
    "L’auteur a fini son travail ou elle.": "",
}


@pytest.mark.parametrize(("sentence", "found"), FOR_ALL.items())
def test_a_subject_that_is_written_for_all_is_read_as_such(sentence: str, found: str) -> None:
    assert PEOPLE.written_for_all(sentence) == found


def judged(tmp_path: Path, direction: str, hypotheses: list[str]):
    french, english = small_corpus(tmp_path)
    sides = (french, english) if direction == "fr-en" else (english, french)
    files = {"system": write(tmp_path / "output", hypotheses)}
    return open_judging(JudgeRequest(direction, *sides, files))


def test_into_french_an_inclusive_subject_is_no_gender_and_a_cell_of_its_own(tmp_path: Path) -> None:
    french, _ = small_corpus(tmp_path)
    lines = french.read_text().splitlines()
    lines[0] = "L'auteur·rice a terminé son travail."
    lines[1] = "Le boulanger ou la boulangère a terminé son travail."
    lines[2] = "La personne a terminé son travail."
    files = judged(tmp_path, "en-fr", lines)
    own = files.find("system", Silent())
    assert [line.outcome for line in own[:3]] == ["inclusive", "both", "avoided"]
    assert [line.found for line in own[:2]] == ["wrong", "wrong"]
    made = files.measure("system", own)
    counted = made.outcomes
    assert sum(cells["inclusive"] for cells in counted.values()) == 1
    assert sum(cells["wrong"] for cells in counted.values()) == 0, "none of them is an error"
    assert sum(genders["unmarked"] for genders in made.subject_genders.values()) == 3 + 1  # with one l'


def test_into_english_their_and_what_avoids_a_possessive_are_told_from_errors(tmp_path: Path) -> None:
    lines = english_lines()
    for place, possessive in enumerate(("their", "his or her", "the", "its", "hir")):
        lines[place] = lines[place].replace(" his ", f" {possessive} ").replace(" her ", f" {possessive} ")
    files = judged(tmp_path, "fr-en", lines)
    made = files.measure("system", files.find("system", Silent()))
    totals = {key: sum(cells[key] for cells in made.outcomes.values()) for key in next(iter(made.outcomes.values()))}
    assert [totals[key] for key in ("their", "both", "avoided", "wrong", "inclusive")] == [1, 1, 1, 1, 1]
    assert set(next(iter(made.counts.values()))) == {"her", "his", "both", "other", "n"}
    assert sum(cells["other"] for cells in made.counts.values()) == 4
    class_ = files.find("system", Silent())[0].class_
    line, estimate = made.outcomes[class_], made.estimate("their", class_)
    assert estimate is not None
    assert estimate.value == pytest.approx(100 * line["their"] / made.counts[class_]["n"])


def test_what_keeps_the_gender_open_is_an_error_only_where_french_says_it(tmp_path: Path) -> None:
    files = judged(tmp_path, "fr-en", english_lines())
    made = files.measure("system", files.find("system", Silent()))
    ideals = {(one.metric, one.group): one.ideal for one in made.estimates}
    for outcome in ("their", "both", "inclusive", "avoided"):
        assert ideals[outcome, "l' epicene"] == 100
        assert ideals[outcome, "la feminine"] == 0
    assert ideals["wrong", "l' epicene"] == ideals["wrong", "la feminine"] == 0
    assert ideals["his", "l' epicene"] == 50, "second best"
    files = judged(tmp_path, "en-fr", small_corpus(tmp_path)[0].read_text().splitlines())
    made = files.measure("system", files.find("system", Silent()))
    assert {one.ideal for one in made.estimates if one.metric in ("both", "inclusive", "avoided")} == {0}


def test_a_template_with_a_reflexive_and_no_possessive_is_judged(tmp_path: Path) -> None:
    french = ["Le boulanger s’est fait mal.", "La boulangère s’est fait mal."]
    english = ["The baker has hurt himself.", "The baker has hurt herself."]
    files = [write(tmp_path / name, lines) for name, lines in (("fr", french), ("en", english))]
    corpus = open_corpus("fr-en", *files)
    assert [line.gender.value for line in corpus.lines] == ["masculine", "feminine"]
    output = ["The baker has hurt himself.", "The baker has hurt themself."]
    own = open_judging(JudgeRequest("fr-en", *files, {"s": write(tmp_path / "out", output)})).find("s", Silent())
    assert [line.outcome for line in own] == ["his", "their"]
    assert [corpus.direction.is_right("pronoun_correct", line.found, line.gender) for line in own] == [True, False]
