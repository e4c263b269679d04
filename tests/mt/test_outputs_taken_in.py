"""Outputs are cleaned before they are read, in every test of translation systems; what keeps a gender open translates
the sentence; and where next to nothing can be read there is no verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.inside.forced.translation_audit import judge_lines, take_in
from epicene.mt.judging.judge_run import JudgeRequest, judge_results, open_judging
from epicene.mt.judging.line_judge import open_corpus
from epicene.mt.judging.pages import JUDGE_PAGE as PAGE
from epicene.mt.judging.set_lines import GenderSet, read_table
from epicene.mt.judging.set_run import judge_translations, set_results
from epicene.mt.judging.systems_page import meaning_of
from epicene.mt.judging.winomt_run import WinomtRequest, read_winomt, winomt_results
from epicene.mt.results import Judged, SystemResults
from mt.small_corpora import english_lines, french_lines, small_corpus, write

WRAPPINGS: list[Callable[[str, int], str]] = [
    lambda text, n: text.replace("’", "&rsquo;").replace("é", "&#233;"),
    lambda text, n: f"« {text} »",
    lambda text, n: f"{n}. {text}",
    lambda text, n: f"- {text}",
    lambda text, n: f"Translation: {text}",
    lambda text, n: f'Here is the translation of the sentence: "{text}" (Note: his/her is open.)',
    lambda text, n: f"**{text}**",
    lambda text, n: f"<s>{text}</s>",
]


def judged(folder: Path, direction: str, output: Sequence[str]) -> Judged:
    french, english = small_corpus(folder)
    files = (french, english) if direction == "fr-en" else (english, french)
    request = JudgeRequest(direction, *files, {"s": write(folder / "out", output)}, out=folder / "run")
    _, (made,) = open_judging(request).save()
    return made


def notices(made: SystemResults) -> dict[str, dict[str, object]]:
    return {one.code: dict(one.values) for one in made.notice_list()}


def figures(made: SystemResults) -> list[tuple[str, str, float]]:
    return [(one.metric, one.group, one.value) for one in made.estimates]


@pytest.mark.parametrize("wrapping", range(len(WRAPPINGS)))
@pytest.mark.parametrize("direction", ["fr-en", "en-fr"])
def test_wrapped_lines_are_judged_as_bare_ones_and_counted(tmp_path: Path, direction: str, wrapping: int) -> None:
    lines = english_lines() if direction == "fr-en" else french_lines()
    wrapped = [WRAPPINGS[wrapping](line, number) for number, line in enumerate(lines, start=1)]
    (tmp_path / "bare").mkdir()
    bare, made = judged(tmp_path / "bare", direction, lines), judged(tmp_path, direction, wrapped)
    assert figures(made) == figures(bare)
    assert made.counts == bare.counts
    assert list(made.signatures.values()) == list(bare.signatures.values())  # the same figures, the same signature
    assert all("|outputs:2|" in one for one in made.signatures.values())
    changed = sum(one != other for one, other in zip(wrapped, lines, strict=True))
    assert "notice.mt.cleaned" not in notices(bare)
    assert notices(made).get("notice.mt.cleaned", {}).get("count", 0) == changed


NONSENSE = [
    "the the the the the the",
    "l’analyste a terminé son travail",
    "xx xx xx xx xx xx xx",
    "the cook has finished work",
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_only_what_translates_the_sentence_keeps_its_gender_open_into_english(tmp_path: Path, nonsense: str) -> None:
    english = english_lines()
    output = [nonsense if "analyst" in line or "harpist" in line else line for line in english]
    made = judged(tmp_path, "fr-en", output)
    kept = made.estimate("ambiguity_kept", "all")
    assert kept
    assert (kept.value, kept.n_used) == (0, 2)  # l'analyste, twice; le and la harpiste say the gender
    assert made.counts["l' epicene"] == {"her": 0, "his": 0, "both": 0, "other": 2, "n": 2}
    assert made.outcomes["l' epicene"]["wrong"] == 2  # type: ignore[index]
    own = [line.replace(" his ", " their ").replace(" her ", " their ") for line in english]
    (tmp_path / "own").mkdir()
    assert judged(tmp_path / "own", "fr-en", own).estimate("ambiguity_kept", "all").value == 100  # type: ignore[union-attr]


def test_only_what_translates_the_sentence_keeps_its_gender_open_into_french(tmp_path: Path) -> None:
    french = ["L'artiste a terminé son travail.", "L'artiste a terminé son travail."] * 2
    french += ["Le boulanger a terminé son travail.", "La boulangère a terminé son travail."] * 2
    english = ["The artist has finished their work."] * 4 + ["The baker has finished their work."] * 4
    sides = write(tmp_path / "en", english), write(tmp_path / "fr", french)
    corpus = open_corpus("en-fr", *sides, may_be_open=True)
    output = ["L'artiste a terminé son travail.", "Les artistes ont terminé.", "The artist has finished their work."]
    output += [
        "L'architecte a terminé son travail.",
        "Le·la boulanger·ère a terminé.",
        "La·le boulanger(ère) a fini son travail.",
    ]
    output += ["L'artiste a fini.", "artiste artiste"]
    made = judge_lines(corpus.direction, corpus.lines, take_in(corpus.direction, corpus.lines, output))
    found = [one.outcome for one in made]
    assert found == ["kept", "kept", "unreadable", "unreadable", "kept", "kept", "unreadable", "unreadable"]
    assert judge_results(corpus, made, "s").estimate("ambiguity_kept", "all").value == 50  # type: ignore[union-attr]


@pytest.mark.parametrize(("direction", "readable"), [("fr-en", 0), ("fr-en", 2), ("en-fr", 0)])
def test_no_verdict_is_given_where_fewer_than_a_tenth_of_the_lines_can_be_read(
    tmp_path: Path, direction: str, readable: int
) -> None:
    lines, junk = (english_lines(), "work") if direction == "fr-en" else (french_lines(), "travail")
    made = judged(tmp_path, direction, [*lines[:readable], *[junk] * (len(lines) - readable)])
    view = PAGE.view([tmp_path / "run"], Language("en"))
    (headline, *_), meaning = PAGE.headlines(tmp_path / "run", view.language), meaning_of(made)
    if readable:
        assert "notice.mt.unreadable" not in notices(made)
        assert (headline.trust.level, meaning) == ("trusted", "none")
    else:
        assert notices(made)["notice.mt.unreadable"] == {"count": 0, "total": 12}
        assert (headline.trust.level, meaning) == ("excluded", "unread")
        assert [block.text for block in PAGE.answer(view)[:-1]] == [f"s: {view.language.say(made.notice_list()[-1])}"]
        assert PAGE.charts(view) == []


def test_wrapped_translations_of_winomt_are_read_as_bare_ones(tmp_path: Path) -> None:
    nouns = {"cook": "cuisinier", "nurse": "infirmier", "lawyer": "avocat", "farmer": "fermier"}
    rows = [f"male\t1\tThe {noun} is at work {n} .\t{noun}" for n, noun in enumerate([*nouns] * 5)]
    items = write(tmp_path / "en.txt", rows)
    bare = [f"Le {noun} est au travail {n} ." for n, noun in enumerate([*nouns.values()] * 5)]
    made = []
    for lines in (bare, [f"{n}. « {line} »" for n, line in enumerate(bare)], [f"travail {n}" for n in range(20)]):
        question, systems = read_winomt(WinomtRequest(items, {"s": write(tmp_path / "out", lines)}))
        made.append(winomt_results(question, systems["s"], "s"))
    assert figures(made[0]) == figures(made[1])
    assert made[0].signatures == made[1].signatures
    assert notices(made[1])["notice.mt.cleaned"]["count"] == 20
    assert notices(made[2])["notice.mt.unreadable"] == {"count": 0, "total": 20}


def test_wrapped_translations_of_a_set_are_read_as_bare_ones(tmp_path: Path) -> None:
    nouns = ["étudiant", "avocat", "client", "voisin"]
    rows = [f"The {noun} came.\tL'{noun}e est venue.\tL'{noun} est venu." for noun in nouns]
    table = read_table(write(tmp_path / "t.tsv", ["source\tfeminine\tmasculine", *rows]))
    asked = GenderSet("own", table, len(table), {"table": tmp_path / "t.tsv"})
    bare = [f"L'{noun}·e est là." if n % 2 else f"L'{noun}e est venue." for n, noun in enumerate(nouns)]
    english = [*bare[:3], "The guide is with the neighbours."]  # *guide* is an épicène noun of French
    outputs = (bare, [f"Traduction : « {line} »" for line in bare], english, ["Rien."] * 4)
    read = [judge_translations(asked, [write(tmp_path / f"{n}", lines)]) for n, lines in enumerate(outputs)]
    made = [set_results(asked, judged, "s") for judged in read]
    assert figures(made[0]) == figures(made[1])
    assert {cell: n for cell, n in made[0].counts["open"].items() if n} == {"feminine": 2, "kept": 2, "n": 4}
    assert notices(made[1])["notice.mt.cleaned"]["count"] == 4
    assert read[2].lines[-1].found == "unreadable"
    assert notices(made[3])["notice.mt.unreadable"] == {"count": 0, "total": 4}
