"""One report about a controlled corpus and WinoMT, several systems side by side."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from command import CliRunner
from epicene.cli.mt import app as mt_app
from epicene.cli.report import report
from epicene.core.errors import InputError
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.systems_page import meaning_of
from epicene.mt.judging.winomt_run import WinomtQuestion, WinomtRequest, open_winomt
from epicene.runs.folder import RunFolder
from html_page import Page
from mt.judging.test_winomt import toy
from mt.small_corpora import english_lines, invented_corpus, small_corpus, write

run = CliRunner().invoke
app = report


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What `judge --json` says of two systems, the second without *her*, and `winomt --json` of one."""
    folder = tmp_path_factory.mktemp("documents")
    outs = [["--out", str(folder / name)] for name in ("judge-run", "winomt-run")]
    french, english = small_corpus(folder)
    good = write(folder / "good.en", english_lines())
    his = write(folder / "his.en", [line.replace(" her ", " his ") for line in english_lines()])
    arguments = ["--direction", "fr-en", "--source", str(french), "--reference", str(english)]
    systems = ["--hypotheses", f"good={good}", "--hypotheses", f"<his>={his}"]
    judged = run(mt_app, ["judge", *arguments, *systems, *outs[0], "--json"])
    items, translations = toy()
    files = write(folder / "en.txt", items), write(folder / "fr.txt", translations)
    wino = ["winomt", "--items", str(files[0]), "--translations", f"good={files[1]}"]
    found = run(mt_app, [*wino, *outs[1], "--json"])
    paths = folder / "judge.json", folder / "winomt.json"
    for path, result in zip(paths, (judged, found), strict=True):
        assert result.exit_code == 0, result.output
        path.write_text(result.stdout, encoding="utf-8")
    return paths


def made(paths: tuple[Path, ...], out: Path, lang: str = "en") -> str:
    result = run(app, [*map(str, paths), "-o", str(out), "--lang", lang])
    assert result.exit_code == 0, result.output
    return out.read_text(encoding="utf-8")


def test_both_instruments_stand_on_one_page_and_systems_side_by_side(documents, tmp_path: Path) -> None:
    page = Page(made(documents, tmp_path / "report.html"))
    text = page.plain()
    gap = next(
        estimate
        for estimate in json.loads(documents[0].read_text())["systems"][1]["estimates"]
        if (estimate["metric"], estimate["group"]) == ("pronoun_gap", "marked")
    )
    assert f"{gap['value']:.1f} points" in text
    assert "<his>" in text
    assert "<his>" not in page.source
    assert page.source.count('<svg class="forest wide"') == 2


@pytest.mark.parametrize(("said", "meaning"), [("her", "feminine"), ("his", "masculine"), ("", "none")])
def test_the_gender_that_is_lost_gives_the_page_its_meaning(tmp_path: Path, said: str, meaning: str) -> None:
    french, english = (write(tmp_path / name, lines) for name, lines in zip("ab", invented_corpus(), strict=True))
    lines = [re.sub(" (his|her) ", f" {said} ", line) if said else line for line in invented_corpus()[1]]
    request = JudgeRequest("fr-en", french, english, {"s": write(tmp_path / "s", lines)}, out=tmp_path / "run")
    _, (judged,) = open_judging(request).save()
    assert meaning_of(judged) == meaning


@pytest.mark.parametrize(
    ("her", "meaning"),
    [((5.0, 30.0), "open.masculine"), ((70.0, 95.0), "open.feminine"), ((40.0, 60.0), "open.none")],
)
def test_a_gender_that_the_source_leaves_open_is_weighed_by_the_balance_of_both(
    her: tuple[float, float], meaning: str
) -> None:
    ends = {"ambiguity_kept": (10.0, 20.0), "her_share": her}
    signature = "mt@1|judge|rules|s@2|boot:occupation*2000|epicene-0.1.0"

    def estimate(metric: str, group: str) -> SimpleNamespace | None:
        interval = ends.get(metric)
        return SimpleNamespace(low=interval[0], high=interval[1], signature=signature) if interval else None

    about = {"measures": ("right", "gap"), "headline": ("feminine", "masculine", "all")}
    assert meaning_of(cast(Any, SimpleNamespace(estimate=estimate, notice_list=list, **about))) == meaning


def test_systems_judged_on_other_lines_do_not_share_a_table(documents, tmp_path: Path) -> None:
    systems = json.loads(documents[0].read_text())["systems"]
    signature = systems[1]["signatures"]["mt-occupations"]
    systems[1]["signatures"]["mt-occupations"] = signature.replace("mt-occupations@", "mt-occupations@0")
    (tmp_path / "two.json").write_text(json.dumps({"systems": systems}), encoding="utf-8")
    page = Page(made((tmp_path / "two.json",), tmp_path / "report.html"))
    assert page.source.count("<h2>French into English: 12 sentences") == 2


@pytest.mark.parametrize("content", ["{", '{"model": "x"}', "[1]", '{"systems": []}', '{"systems": 1}', "\xff"])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.json").write_text(content, encoding="latin-1")
    result = run(app, [str(tmp_path / "bad.json"), "-o", str(tmp_path / "x.html")])
    assert isinstance(result.exception, InputError)
    assert "bad.json" in str(result.exception)


def test_one_system_twice_is_refused(documents, tmp_path: Path) -> None:
    twice = run(app, [str(documents[1]), str(documents[1]), "-o", str(tmp_path / "x.html")])
    assert "'good'" in str(twice.exception)


def test_run_folders_give_the_results_that_were_printed_and_the_lines_behind_them(documents, tmp_path: Path) -> None:
    runs = [document.with_name(name) for document, name in zip(documents, ("judge-run", "winomt-run"), strict=True)]
    for run, document in zip(runs, documents, strict=True):
        printed = json.loads(document.read_text(encoding="utf-8"))
        assert json.loads((run / "results.json").read_text(encoding="utf-8")) == printed
        assert "<h1>" in RunFolder(run).report_path("en").read_text(encoding="utf-8")
        # The journal has the lines, and two systems can be compared; a printed document has neither.
        with_lines, without = (made((path,), tmp_path / "page.html") for path in (run, document))
        shown = '<details class="sentences"'
        assert (shown in with_lines, shown in without) == (True, False)


def test_entities_that_were_found_are_not_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items, translations = toy()
    files = write(tmp_path / "en.txt", items), write(tmp_path / "fr.txt", translations)
    request = WinomtRequest(files[0], {"toy": files[1]}, out=tmp_path / "run")
    first = open_winomt(request).save()
    journal = tmp_path / "run" / "lines.jsonl"
    whole = journal.read_text(encoding="utf-8")
    journal.write_text("".join(whole.splitlines(True)[:50]), encoding="utf-8")  # a kill left a part
    assert open_winomt(request).save() == first
    assert journal.read_text(encoding="utf-8") == whole
    monkeypatch.setattr(WinomtQuestion, "find", None)
    assert open_winomt(request).save() == first
    with pytest.raises(InputError, match="other settings"):
        open_winomt(replace(request, seed=1)).save()
