"""One reviewed text for each sort of page about translations; tests of their own hold the figures."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import epicene
from epicene.mt.corpus_stats import CorpusStatsRequest, save_stats
from epicene.mt.translating.bleu_run import BleuRequest, translate_and_score
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.mt.translating.translation_engine import CommandSystem
from mt.judging.test_open_english import ENGLISH, FRENCH, OUTPUT
from mt.judging.test_winomt import toy
from mt.small_corpora import english_lines, small_corpus, write
from mt.test_corpus_stats import OCCUPATIONS
from page_snapshot import check_page


def test_a_controlled_corpus_forward_and_back(tmp_path: Path) -> None:
    french, english = small_corpus(tmp_path)
    his = write(tmp_path / "his.en", [f"“{line.replace(' her ', ' his ')}”" for line in english_lines()])
    outputs = {"good": english, "<his>": his}
    run = epicene.judge("fr-en", french, english, outputs, out=tmp_path / "forward")
    check_page("mt-judge-forward", [run.path], tmp_path)
    sides = {name: write(tmp_path / name, lines) for name, lines in (("en", ENGLISH), ("fr", FRENCH), ("out", OUTPUT))}
    run = epicene.judge("en-fr", sides["en"], sides["fr"], sides["out"], out=tmp_path / "back")
    check_page("mt-judge-back", [run.path], tmp_path)


def test_a_set_and_winomt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ["source\tfeminine\tmasculine\tgender\tlabels", "He came.\tElle vint là.\tIl vint là.\tmasculine\tpronoun"]
    rows += [f"The {noun} came.\tL'{noun}e vint.\tL'{noun} vint.\t\tnoun" for noun in ("étudiant", "avocat", "voisin")]
    table = write(tmp_path / "own.tsv", rows)
    output = write(tmp_path / "made", ["Il vint.", "L'étudiant·e vint.", "L'avocat vint.", "La voisine vint."])
    run = epicene.judge(on=f"own={table}", hypotheses=[f"s={output}"], out=tmp_path / "set")
    check_page("mt-set", [run.path], tmp_path)
    monkeypatch.setattr("epicene.mt.judging.winomt_run.has_spacy", lambda: False)
    items, french = toy()
    files = write(tmp_path / "items", items), write(tmp_path / "french", french)
    run = epicene.winomt(items=files[0], translations=[f"toy={files[1]}"], out=tmp_path / "winomt")
    check_page("mt-winomt", [run.path], tmp_path)


def test_a_translated_file_bleu_and_a_training_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the page of a file names it
    french, english = small_corpus(tmp_path)

    class Weighed(CommandSystem):
        @property
        def facts(self) -> dict[str, str]:
            return {"command": self.command, "weights": "0"}

    made = translate(TranslationRequest(french, Path("made.en"), "fr", "en"), CommandSystem("sed s/.*juge.*//"))
    made.seconds, made.cost = 1.0, {}  # the machine's own
    Path("made.en.json").write_bytes(msgspec.json.encode(made))
    check_page("mt-translate", [Path("made.en.json")], tmp_path)
    runs = [tmp_path / name for name in ("cat", "tac")]
    for run in runs:
        translate_and_score(BleuRequest("own", english, english, ("fr", "en"), run), Weighed(run.name))
    check_page("mt-bleu", runs, tmp_path)
    counted = CorpusStatsRequest(french, english, aligned=12)
    check_page("mt-corpus-stats", [save_stats(counted, OCCUPATIONS, tmp_path / "stats")], tmp_path)
