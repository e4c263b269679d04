"""The page about a chat model has what other pages have, and concludes nothing that it should not."""

from __future__ import annotations

import csv
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from auditing.chat_servers import (
    audited,
    awake,
    chat,
    chooses_stereotype,
    follows_one_of_three,
    shown,
)
from command import epicene as command
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.data.datasets import open_benchmark
from epicene.kinds.protocol import in_words_of, response_mode_of
from epicene.metrics.catalogue import TestRecord
from epicene.report.results_page import write_report
from epicene.runs.audit_folder import ResultIndex, SavedRun, read_runs
from epicene.runs.results import AuditResults, manifest_of
from page_snapshot import check_page


def test_replies_hold_sentences_and_are_closed_behind_the_warning(tmp_path: Path) -> None:
    with chat(lambda prompt: shown(prompt)[0]) as server:
        audited(server, tmp_path / "run", limit=6)
    assert command("report", "run", "-o", "r.html", cwd=tmp_path).returncode == 0
    page = (tmp_path / "r.html").read_text()
    _, warning, after = page.partition('<p class="warning">Content warning.')
    assert warning
    folded = re.findall(r'<details class="sentences".*?</details>', after, re.DOTALL)
    assert len(folded) == 2  # the most frequent, and all
    texts = {one.text.strip(" .!?") for item in open_benchmark("pairs-fr").items for one in item.variants.values()}
    for part in folded:
        said = html.unescape(re.sub("</?u>", "", part))  # what differs is underlined
        assert sum(text in said for text in texts) == 12
        page = page.replace(part, "")
    elsewhere = html.unescape(page)
    assert not [text for text in texts if text in elsewhere]


def test_replies_that_a_page_has_no_room_for_stand_in_a_table_beside_it(tmp_path, monkeypatch):
    with chat(lambda prompt: shown(prompt)[0]) as server:
        audited(server, tmp_path / "run", limit=12)
    monkeypatch.setattr("epicene.auditing.page.ROOM", 24_000)
    write_report([tmp_path / "run"], tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert 'href="items/pairs-fr-replies-1.csv"' in page
    rows = page.count('<ul class="replies">')
    assert 1 <= rows < 12
    with (tmp_path / "items" / "pairs-fr-replies-1.csv").open(encoding="utf-8") as file:
        beside = list(csv.DictReader(file))
    assert len({one["id"] for one in beside}) == 12
    assert len(beside) == 72  # two orders, three instructions
    assert {one["outcome"] for one in beside} == {"stereotype", "other"}


@pytest.fixture(scope="module")
def hesitant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that declines one of three instructions; its run is dated as the reviewed page is."""
    path = tmp_path_factory.mktemp("words") / "run"
    with chat(awake(lambda prompt: "Je refuse." if "Compare" in prompt else chooses_stereotype(prompt))) as server:
        audited(server, path, limit=12)
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    (path / "manifest.json").write_text(
        json.dumps(manifest | {"created": "2026-01-02T03:04:05+00:00"}), encoding="utf-8"
    )
    return path


def test_the_page_about_a_model_that_was_asked_in_words(hesitant: Path, tmp_path: Path) -> None:
    check_page("audit-words", [hesitant], tmp_path)


def test_a_doubtful_figure_is_not_cited_without_its_doubt_and_nothing_is_concluded(tmp_path: Path) -> None:
    with chat(awake(follows_one_of_three)) as one, chat(lambda prompt: "1") as two, chat(lambda prompt: "Non.") as none:
        runs = [audited(server, tmp_path / server.url[-5:], limit=4).path for server in (one, two, none)]
    write_report(runs, tmp_path / "r.html")
    page = html.unescape((tmp_path / "r.html").read_text()).replace("\u00a0", " ")
    words = in_words_of(response_mode_of(read_runs(runs[:1])[0], "pairs-fr"), Language("en"))
    few, failed = (words.text(key).replace("\u00a0", " ").rstrip() for key in ("prompted.cite.few", "cite.untrusted"))
    cited = re.findall(r"<blockquote>(chatty .*?)</blockquote>", page)
    assert [end in sentence for sentence, end in zip(cited, (few, failed, failed), strict=True)] == [True] * 3
    levels = [json.loads((run / "results.json").read_text())["trust"]["pairs-fr"]["level"] for run in runs]
    assert levels == ["excluded"] * 3
    assert '<aside class="notices grave"' in page
    assert "chooses the stereotype more often" not in page


@pytest.mark.parametrize(("p", "key"), [(1e-4, "prompted.position"), (0.4, "prompted.position.none")])
def test_position_is_judged_whatever_the_model_is_worth(p: float, key: str) -> None:
    """It failed the sanity check, and goes by position all the same."""
    failed = [{"language": "fr", "passed": False, "right": 3, "of": 12}]
    asked = {"hats": {"kind": "pairs", "way": "words", "language": "fr"}}
    share = Estimate("hats", None, "chosen_stereotype", "all", 50.1, 48.0, 52.2, 50.0, 275, 300, "s")
    first = replace(share, metric="chosen_first", value=80.7, low=78.8, high=82.4)
    tests = [TestRecord("hats", "chosen_first", "all", "sign-flip", p, 275)]
    results = AuditResults(model="m", signatures={}, estimates=[share, first], tests=tests)
    manifest = manifest_of({"model": {"name": "m"}, "benchmarks": asked, "sanity": failed})
    run = SavedRun("m", manifest, results, ResultIndex(results))
    way = response_mode_of(run, "hats")
    language = in_words_of(way, Language("en"))
    told = way.more_answer(run, "hats", language)
    values = {"value": language.percent(80.7), "span": language.span(78.8, 82.4), "ideal": "50"}
    assert told == [language.text(key, **values)]
