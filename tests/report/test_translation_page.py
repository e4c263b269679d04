"""One report about a controlled corpus and WinoMT, several systems side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from epicene.cli.mt.commands import app as mt_app
from epicene.cli.report import report
from epicene.core.errors import InputError
from html_page import Page
from mt.small_corpora import english_lines, small_corpus, write
from mt.winomt.test_winomt import toy

run = CliRunner().invoke
app = typer.Typer()
app.command()(report)


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What `judge --json` says of two systems, the second without *her*, and `winomt --json` of one."""
    folder = tmp_path_factory.mktemp("documents")
    french, english = small_corpus(folder)
    good = write(folder / "good.en", english_lines())
    his = write(folder / "his.en", [line.replace(" her ", " his ") for line in english_lines()])
    arguments = ["--direction", "fr-en", "--source", str(french), "--reference", str(english), "--lines", "all"]
    judged = run(
        mt_app, ["judge", *arguments, "--hypotheses", f"good={good}", "--hypotheses", f"<his>={his}", "--json"]
    )
    items, translations = toy()
    files = write(folder / "en.txt", items), write(folder / "fr.txt", translations)
    found = run(mt_app, ["winomt", "--items", str(files[0]), "--translations", f"good={files[1]}", "--json"])
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
    assert "Do good and <his> keep the gender?" in text
    estimates = json.loads(documents[0].read_text())["systems"][1]["estimates"]
    gap = next(e for e in estimates if e["metric"] == "pronoun_gap")
    said = "<his> gives the right possessive in 0.0 % of feminine lines and in 100.0 % of masculine ones"
    assert f"{said}: a gap of {gap['value']:.1f} points" in text
    assert "WinoMT, " in text
    assert "good gives" in text
    assert page.source.count('<svg class="forest wide"') == 2
    assert "<his>" not in page.source
    assert text.index("Signature and citation") < text.index("judge-fr-en|")


def test_the_lines_behind_each_cell_are_one_click_away(documents, tmp_path: Path) -> None:
    source = made(documents, tmp_path / "report.html", "fr")
    page = Page(source)
    assert "Les lignes derrière les chiffres : good" in page.plain()
    assert "la + féminin, his (2)" in page.plain()
    system = json.loads(documents[0].read_text())["systems"][1]
    assert source.count('<tr><td class="n">') == 2 * system["n"]


def test_judge_writes_the_lines_into_its_own_page(tmp_path: Path) -> None:
    french, english = small_corpus(tmp_path)
    arguments = ["--direction", "en-fr", "--source", str(english), "--reference", str(french)]
    output = write(tmp_path / "out.fr", french.read_text(encoding="utf-8").splitlines())
    result = run(
        mt_app, ["judge", *arguments, "--hypotheses", str(output), "-o", str(tmp_path / "page.html"), "--json"]
    )
    assert result.exit_code == 0, result.output
    assert "lines" not in json.loads(result.stdout)
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "both right (" in page.plain()


@pytest.mark.parametrize("suffix", ["md", "tex", "csv"])
def test_the_tables_alone_go_to_other_files(documents, tmp_path: Path, suffix: str) -> None:
    text = made(documents, tmp_path / f"report.{suffix}")
    assert "Accuracy" in text
    assert "Right possessive" in text
    assert "100" in text


def test_systems_judged_on_other_lines_do_not_share_a_table(documents, tmp_path: Path) -> None:
    systems = json.loads(documents[0].read_text())["systems"]
    signature = systems[1]["signatures"]["mt-occupations"]
    systems[1]["signatures"]["mt-occupations"] = signature.replace("mt-occupations@", "mt-occupations@0")
    (tmp_path / "two.json").write_text(json.dumps({"systems": systems}), encoding="utf-8")
    page = Page(made((tmp_path / "two.json",), tmp_path / "report.html"))
    assert page.source.count("<h2>French into English: 12 sentences") == 2


BAD = {
    "no JSON": ("{", "bad.json, line 1: no JSON"),
    "other JSON": ('{"model": "x"}', "not what `epicene mt judge --json`"),
    "a list": ("[1]", "not what `epicene mt judge --json`"),
    "nothing": ('{"systems": []}', "not what `epicene mt judge --json`"),
}


@pytest.mark.parametrize(("content", "says"), BAD.values(), ids=BAD)
def test_other_files_are_refused(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "bad.json").write_text(content)
    result = run(app, [str(tmp_path / "bad.json"), "-o", str(tmp_path / "x.html")])
    assert isinstance(result.exception, InputError)
    assert says in str(result.exception)


def test_one_system_twice_and_a_mix_with_run_folders_are_refused(documents, tmp_path: Path) -> None:
    twice = run(app, [str(documents[1]), str(documents[1]), "-o", str(tmp_path / "x.html")])
    assert "Two systems of one report are called 'good'" in str(twice.exception)
    mixed = run(app, [str(documents[1]), str(tmp_path), "-o", str(tmp_path / "x.html")])
    assert "go into two reports" in str(mixed.exception)
