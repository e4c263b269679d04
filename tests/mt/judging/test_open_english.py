"""Into French, lines whose English leaves the gender open: what keeps it open, and what is chosen where it is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.pages import JUDGE_PAGE
from epicene.mt.noun_phrases import has_spacy
from epicene.mt.results import ROOM
from epicene.report.results_page import RUN_KINDS
from epicene.runs.folder import RunFolder
from tiny_translation import write_lines

FRENCH = [
    *("Le boulanger a terminé son travail.", "La boulangère a terminé son travail."),
    *("L'artiste a terminé son travail.", "L'artiste a terminé son travail."),
    *("L'avocate a terminé son travail.", "L'avocat a terminé son travail."),  # the feminine first
    *("Le danseur a terminé son travail.", "La danseuse a terminé son travail."),
    *("L'infirmier a terminé son travail.", "L'infirmière a terminé son travail."),
]
ENGLISH = [
    *["The baker has finished their work."] * 2,
    *["The artist has finished his or her work."] * 2,
    *["The lawyer has finished the work."] * 2,
    *("The dancer has finished his work.", "The dancer has finished her work."),
    *("The nurse has finished his work.", "The nurse has finished her work."),
]
OUTPUT = [
    *("Le boulanger a terminé son travail.", "Le·la boulanger·ère a terminé son travail."),
    *("L'artiste a terminé son travail.", "L'artiste a terminé son travail."),
    *("L'avocate a terminé le travail.", "L'avocate ou l'avocat a terminé le travail."),
    *("Le danseur a terminé son travail.", "Le danseur a terminé son travail."),
    *("L'infirmier a terminé son travail.", "L'infirmière a terminé son travail."),
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    made = {"source": ENGLISH, "reference": FRENCH, "output": OUTPUT}
    for name, lines in made.items():
        write_lines(tmp_path / name, lines)
    return {name: tmp_path / name for name in made}


def request(files: dict[str, Path], tmp_path: Path) -> JudgeRequest:
    return JudgeRequest("en-fr", files["source"], files["reference"], {"s": files["output"]}, out=tmp_path / "run")


def test_open_lines_are_in_ambiguity_kept_and_in_no_other_figure(files: dict[str, Path], tmp_path: Path) -> None:
    """Six open lines: four kept, one masculine, one feminine; four that say it, three of them right."""
    _, (found,) = open_judging(request(files, tmp_path)).save()
    values = {(one.metric, one.group): (one.value, one.n_used) for one in found.estimates}
    assert values["ambiguity_kept", "all"] == (pytest.approx(100 * 4 / 6), 6)
    assert values["feminine_chosen", "all"] == (50, 2)
    assert values["group_correct", "all"] == (75, 4)
    assert values["group_correct", "feminine"] == (50, 2)
    assert values["identical_pairs", "all"] == (50, 2)
    assert found.counts["open"] == {"kept": 4, "masculine": 1, "feminine": 1, "unreadable": 0, "n": 6}
    assert sum(by_outcome["n"] for by_outcome in found.counts.values()) == 10
    assert found.subject_genders == {
        "his": {"masculine": 2, "feminine": 0, "unmarked": 0},
        "her": {"masculine": 1, "feminine": 1, "unmarked": 0},
    }


@pytest.mark.skipif(not has_spacy(), reason="spaCy's small French model is not installed")
def test_spacy_is_in_the_signature_the_notices_and_the_kept_lines(files: dict[str, Path], tmp_path: Path) -> None:
    lines = files["output"].read_text(encoding="utf-8").splitlines()
    write_lines(files["output"], ["Quelques-unes ont fini.", *lines[1:]])
    asked = request(files, tmp_path)
    by_rules = open_judging(asked).save()[1][0]
    folder, (made,) = open_judging(replace(asked, gender="spacy", out=tmp_path / "spacy")).save()
    assert [one.counts["open"]["feminine"] for one in (by_rules, made)] == [1, 2]
    assert "|reading:2|" in by_rules.signatures["mt-occupations"]
    assert "|reading:2|gender:spacy|" in made.signatures["mt-occupations"]
    assert [notice.code for notice in made.notice_list()] == ["notice.mt.by-spacy"]
    assert RunFolder(folder).manifest()["question"]["gender"] == "spacy"
    noted = [" ".join(JUDGE_PAGE.reader_notes(one, Language("en", ROOM))) for one in (by_rules, made)]
    assert ["57 of 60" in note and "31 of 60" in note for note in noted] == [False, True]
    (read,) = RUN_KINDS["judge"].read(folder)
    assert [line.found for line in read.lines if line.class_ == "open"].count("feminine") == 2
    with pytest.raises(InputError, match="in French only; leave it out for fr-en"):
        open_judging(replace(asked, direction="fr-en", gender="spacy"))
