from pathlib import Path

import pytest

from command import CliRunner
from epicene.cli.report import report
from epicene.core.errors import InputError
from invented_audits import Invented, save

app = report


@pytest.fixture
def run(tmp_path):
    return save(tmp_path / "run", Invented())


@pytest.mark.parametrize("suffix", ["html", "md", "tex", "csv"])
def test_report_writes_the_kind_the_ending_names(run, tmp_path, suffix):
    out = tmp_path / "new" / f"report.{suffix}"
    result = CliRunner().invoke(app, [str(run), "-o", str(out), "--lang", "fr"])
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("Rapport\u00a0: ")
    assert str(out) in result.stderr.replace("\n", "")
    assert out.stat().st_size > 500


@pytest.mark.parametrize("damage", ["no items", "torn items", "empty results", "no place"])
def test_a_damaged_run_or_an_impossible_place_is_one_sentence(run, tmp_path, damage):
    out = tmp_path / "r.html"
    if damage == "no items":
        (run / "items.jsonl").unlink()
    elif damage == "torn items":
        (run / "items.jsonl").write_text((run / "items.jsonl").read_text()[:-30])
    elif damage == "empty results":
        (run / "results.json").write_text("{}")
    else:
        out = Path("/proc/r.html")
    result = CliRunner().invoke(app, [str(run), "-o", str(out)])
    assert isinstance(result.exception, InputError)  # exit code 2
    assert ("cannot be written" if damage == "no place" else "is damaged") in str(result.exception)


def test_report_refuses_an_unknown_ending_and_an_unknown_language(run, tmp_path):
    for arguments in (["-o", str(tmp_path / "r.docx")], ["-o", str(tmp_path / "r.html"), "--lang", "de"]):
        result = CliRunner().invoke(app, [str(run), *arguments])
        assert isinstance(result.exception, InputError)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
