"""Runs of other kinds than audits on a board and in a card: translations judged, probes, and runs without a figure."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import msgspec
import pytest
from huggingface_hub import ModelCard

import epicene
from epicene.auditing.board.board_columns import Board, read_board, run_folders
from epicene.auditing.board.board_page import write_board
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.progress import Silent
from epicene.core.types import Estimate
from epicene.mt.corpus_stats import CorpusStatsRequest, save_stats
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.lexicon import Occupation
from epicene.runs.folder import RunFolder
from inside.invented_probes import document as probed
from invented_audits import Invented, save
from mt.small_corpora import invented_corpus, write

ENGLISH = Language("en", "epicene.auditing.board")


def probe(folder: Path, model: str, weights: str, accuracy: float) -> Path:
    signature = f"mt-probe@123456|probe-grouped|bos:none|{model}@{weights}|boot:split*100|epicene-0.1.0"
    values = {"probe_accuracy": (accuracy, 50.0), "probe_difference": (accuracy - 60.0, 0.0)}
    estimates = [
        Estimate("mt-probe", "base", metric, "encoder 2 son", value, value - 2, value + 2, ideal, 40, 40, signature)
        for metric, (value, ideal) in values.items()
    ]
    made = msgspec.structs.replace(probed(), model=model, signatures={"mt-probe": signature}, estimates=estimates)
    folder.mkdir(parents=True)
    run = RunFolder(folder)
    run.write_manifest({"run": "mt-probe", "question": {"probe": {"seed": 0}}, "created": "2026-01-02"})
    run.write_results(made)
    return folder


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three judged systems in two runs, two probes, an audit, and the counts of a corpus."""
    root = tmp_path_factory.mktemp("kinds")
    french, english = invented_corpus()
    files = write(root / "corpus.fr", french), write(root / "corpus.en", english)
    masculine = [line.replace(" her ", " his ") for line in english]
    for name, lines in {"right": english, "same": english, "biased": masculine}.items():
        write(root / f"{name}.en", lines)
    for run, names in {"two": ("right", "biased"), "one": ("same",)}.items():
        request = JudgeRequest("fr-en", *files, {name: root / f"{name}.en" for name in names}, out=root / "runs" / run)
        open_judging(request).save()
    probe(root / "runs" / "probe-a", "right", "aaaaaa", 80.0)
    probe(root / "runs" / "probe-b", "other", "bbbbbb", 70.0)
    save(root / "runs" / "audit", Invented("trees/oak", count=40))
    save_stats(CorpusStatsRequest(*files), [Occupation("boulanger", "boulangère", "baker")], root / "runs" / "stats")
    return root / "runs"


@pytest.fixture(scope="module")
def board(root: Path) -> Board:
    return read_board(run_folders([root]), ENGLISH, Silent())


def test_every_kind_has_columns_of_its_own_and_none_mixes_signatures(board: Board) -> None:
    found = {
        (column.question.metric, column.question.group): sorted(board.models[index].label for index in column.figures)
        for column in board.columns
    }
    assert found == {
        ("pronoun_correct", "marked"): ["biased", "right", "same"],
        ("pronoun_gap", "marked"): ["biased", "right", "same"],
        ("probe_accuracy", "encoder 2 son"): ["other", "right"],
        ("probe_difference", "encoder 2 son"): ["other", "right"],
        ("metric_score", "all"): ["trees/oak"],
    }
    for column in board.columns:
        assert len({one.signature.replace(one.parts.model, "*") for one in column.figures.values()}) == 1


def test_lines_that_are_linked_are_tested_and_others_have_intervals_alone(board: Board) -> None:
    by_metric = {column.question.metric: column for column in board.columns}
    judged = by_metric["pronoun_correct"]
    assert judged.tests_made[0].test == "bootstrap"
    labels = {index: model.label for index, model in enumerate(board.models)}
    groups = {labels[index]: set(own) for index, own in judged.groups.items()}
    assert groups["right"] == groups["same"]
    assert not groups["right"] & groups["biased"]
    assert by_metric["probe_accuracy"].tests_made == []  # their repetitions are not there
    assert by_metric["metric_score"].tests == {}


def test_the_board_has_what_two_systems_wrote_and_a_page_of_what_has_no_figure(root: Path, tmp_path: Path) -> None:
    page = write_board([root], tmp_path / "board", "fr", Silent()).read_text(encoding="utf-8")
    assert "aucun\u00a0: intervalles seulement" in page
    assert 'href="pages/1/index.html"' in page
    assert "<title>" in (tmp_path / "board" / "pages" / "1" / "index.html").read_text(encoding="utf-8")
    scripts = {
        file.stem: json.loads(file.read_text(encoding="utf-8").partition(", ")[2].removesuffix(");\n"))
        for file in (tmp_path / "board" / "data").glob("*.js")
    }
    (items,) = (one for name, one in scripts.items() if name.startswith("items") and one["outcomes"])
    wrote = [
        own for name, one in scripts.items() if name.startswith("model") for own in one.values() if "outputs" in own
    ]
    assert {len(own["outputs"]) for own in wrote} == {len(items["items"])} == {60}
    biased = next(own for own in wrote if own["outputs"][1].endswith("his work"))
    assert [items["outcomes"][int(mark)] for mark in biased["chosen"][:2]] == ["his", "his"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "board" / "figures.csv").read_text(encoding="utf-8"))))
    assert len(rows) == 3 + 3 + 2 + 2 + 1


def test_a_run_within_another_is_its_own_affair(root: Path, tmp_path: Path) -> None:
    probe(tmp_path / "outer", "outer", "cccccc", 75.0)
    probe(tmp_path / "outer" / "inner", "inner", "dddddd", 75.0)
    assert run_folders([tmp_path]) == [tmp_path / "outer"]
    assert run_folders([tmp_path], nested=True) == [tmp_path / "outer", tmp_path / "outer" / "inner"]


def test_the_hub_reads_the_card_of_a_translation_system(root: Path) -> None:
    results = ModelCard(epicene.card(root / "one")).data.eval_results
    assert results is not None
    assert [(one.task_type, one.dataset_type, one.metric_type, one.metric_value) for one in results] == [
        ("translation", "mt-occupations", "pronoun_correct", 100.0),
        ("translation", "mt-occupations", "pronoun_gap", 0.0),
    ]
    card = epicene.card(root / "probe-a")
    assert "Accuracy, % (95% interval 78.0–82.0; n = 40)" in card  # neither good nor bad: no ideal
    assert "Gender in translation" in card


def test_a_card_is_about_one_model_that_has_figures(root: Path) -> None:
    with pytest.raises(InputError, match=r"holds 2 systems \(right, biased\)"):
        epicene.card(root / "two")
    with pytest.raises(InputError, match="of kind corpus-stats, which has no figure"):
        epicene.card(root / "stats")
