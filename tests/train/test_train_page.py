"""The pages of trainings, from their folders alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from epicene.core.language import Language
from epicene.report.render.html import render_html
from epicene.report.render.markdown import render_markdown
from epicene.runs.folder import RunFolder
from epicene.train.page import MT_PAGE, NSP_PAGE, ROOM, TrainingKind, learning_curves
from epicene.train.results import MT, NSP, LogLine
from page_snapshot import check_page
from page_words import marked_catalogues, unmarked_words, values

MACHINE = {"torch": "2.9", "device": "cpu", "threads": 2}
HEAD: dict[str, Any] = {
    "format": 1,
    "held_out_accuracy": {"value": 83.25, "low": 79.5, "high": 86.5, "n_pairs": 1200, "n_articles": 60},
    "model": {
        "spec": "./tiny",
        "name": "tiny",
        "revision": None,
        "kind": "causal",
        "architecture": "LlamaForCausalLM",
        "weights_digest": "0123456789abcdef",
    },
    "body": "as it was",
    "steps": 300,
    "settings": {"epochs": 1, "body_rate": 5e-06, "warmup": 250, "head_only": True, "limit": None},
    "text": {"source": "text.txt", "digest": "00", "articles": 1200, "sentences": 9000, "held_out_articles": 60},
    "machine": MACHINE,
    "epicene": "0.1.0",
    "digest": "11",
}
SYSTEM: dict[str, Any] = {
    "epicene": "0.1.0",
    "parameters": 5_700_000,
    "pieces": {"source": 5000, "target": 5000},
    "pairs": {"total": 29_000, "used": 28_998, "left_out": {"too long": 2}},
    "validation": {"bleu": 34.216, "signature": "nrefs:1|case:lc", "decoding": "greedy", "n": 1014, "step": 100},
    "steps": 150,
    "epochs": 3,
    "seconds": 12.5,
    "cpu_seconds": 12.0,
    "ended_by": "epochs",
    "settings": {"rate": 0.001, "lower_case": True, "language_pair": ["fr", "en"]},
    "machine": {**MACHINE, "transformers": "5.0", "processes": 1},
}
COST = {"seconds": 75.0, "tokens": 90_000, "asking": {"seconds": 60.0, "tokens": 90_000}, "tokens_per_second": 1500.0}
LOGS = {
    NSP: [{"step": step, "loss": 1 - step / 400, "accuracy": 60.0} for step in range(50, 301, 50)],
    MT: [{"step": step, "epoch": 1, "rate": 0.001, "loss": 5 - step / 50} for step in range(50, 151, 50)],
}
LOGS[NSP][-1]["held_out_accuracy"] = 82.5
LOGS[MT][1]["bleu"], LOGS[MT][2]["bleu"] = 34.216, 30.0


def save(path: Path, kind: str, facts: Mapping[str, Any]) -> Path:
    """A finished training, without its weights."""
    path.mkdir()
    question = {"model": "./tiny", "seed": 0}
    RunFolder(path).begin(kind, question)
    RunFolder(path).write_results({**facts, "cost": COST})
    (path / "cost.json").write_text(json.dumps(COST), encoding="utf-8")
    (path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LOGS[kind]), encoding="utf-8")
    return path


CASES = [(NSP, NSP_PAGE, HEAD), (MT, MT_PAGE, SYSTEM)]


def codes(page: TrainingKind[Any], path: Path) -> list[tuple[str, bool]]:
    """The notices of the run, and whether they are grave."""
    (results,) = page.read(path)
    return [(notice.code, notice.is_grave) for notice in page.notices(results)]


@pytest.mark.parametrize(("kind", "page", "facts"), CASES)
def test_the_page_reads_as_it_was_reviewed_and_has_no_word_of_its_own(
    kind: str, page: TrainingKind[Any], facts: Mapping[str, Any], tmp_path: Path
) -> None:
    path = save(tmp_path / "run", kind, facts)
    check_page(kind, [path], tmp_path)
    with marked_catalogues():
        html, language = render_html(page.document([path], "fr")), Language("fr", ROOM)
    names = " ".join([*facts["settings"], *MACHINE, "transformers", "svg", "pdf"])
    assert unmarked_words(html, f"{values(facts)} {names}", language) == set()


def test_a_head_that_guesses_is_warned_of_and_no_command_uses_it(tmp_path: Path) -> None:
    head = save(tmp_path / "head", NSP, HEAD)
    text = render_markdown(NSP_PAGE.document([head], "en"))
    assert all(figure in text for figure in ("83.2%", "79.5–86.5", "90,000"))
    assert "epicene audit ./tiny --on stereoset-fr --nsp head" in render_html(NSP_PAGE.document([head], "en"))
    assert codes(NSP_PAGE, head) == []
    accuracy = {**HEAD["held_out_accuracy"], "low": 49.0}
    guessing = save(tmp_path / "guessing", NSP, {**HEAD, "held_out_accuracy": accuracy, "steps": 250})
    assert codes(NSP_PAGE, guessing) == [("notice.train.chance", True), ("notice.train.warmup", False)]
    assert "--nsp guessing" not in render_html(NSP_PAGE.document([guessing], "fr"))


def test_a_system_that_the_clock_ended_says_so_and_what_was_left_out(tmp_path: Path) -> None:
    system = save(tmp_path / "system", MT, {**SYSTEM, "ended_by": "minutes"})
    assert [code for code, _ in codes(MT_PAGE, system)] == ["notice.train.clock", "notice.train.left-out"]


def test_the_curves_show_every_checkpoint_and_a_long_training_as_a_line_alone() -> None:
    language = Language("en", ROOM)
    log = [LogLine(step, 2.0, bleu=step / 100) for step in range(100, 4001, 100)]
    validation, loss = learning_curves(MT, log, language)
    assert str(validation.drawings(language)[0]).count("<circle") == 40
    longer = [*log, LogLine(4100, 2.0, bleu=41.0)]
    drawing = str(learning_curves(MT, longer, language)[0].drawings(language)[0])
    assert drawing.count("<circle") == 1
    assert len(re.findall(r"[\d.]+,[\d.]+ ?", drawing.partition('points="')[2].partition('"')[0])) == 41
    assert (validation.x_ticks[0], validation.x_ticks[-1]) == (0, 4000)
    assert [curve.id for curve in (validation, loss)] == ["train-mt-validation", "train-mt-loss"]
