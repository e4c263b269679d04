"""`epicene data`: what is printed where, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import CliRunner
from epicene.cli.data import CONTENT_WARNING, app
from epicene.core.errors import EpiceneError
from epicene.models.packaged import packaged_models

HEADER = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n"
GOOD = "1\tLe voisin est parti.\tLa voisine est partie.\tstereo\tgender\n"
run = CliRunner().invoke


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(HEADER + GOOD, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EPICENE_OFFLINE", "1")


def test_list_names_every_benchmark_and_where_it_is():
    entries = json.loads(run(app, ["list", "--json"]).stdout)
    states = {entry["name"]: entry["state"] for entry in entries}
    assert states["crows-fr"] == "to download"
    assert states["pairs-fr"] == "bundled"
    sets = [entry for entry in entries if entry["kind"] != "model"]
    assert all(entry["licence"] and entry["citation"] and entry["source"] for entry in sets)
    assert "crows-en-original" in run(app, ["list"]).stdout


def test_list_names_packaged_models_with_size_licence_and_whether_they_are_here(tmp_path: Path):
    folder = tmp_path / "cache" / "models" / "opus-mt-fr-en"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    entries = json.loads(run(app, ["list", "--json"]).stdout)
    models = {entry["name"]: entry for entry in entries if entry["kind"] == "model"}
    assert list(models) == [f"pypi:{spec}" for spec in packaged_models()]
    here, other = models["pypi:opus-mt-fr-en"], models["pypi:opus-mt-en-fr"]
    assert (here["state"], here["folder"], here["licence"]) == ("in the cache", str(folder), "Apache-2.0")
    assert (other["state"], other["folder"], other["terms"]) == ("to download", None, None)
    assert models["pypi:gemma-3-270m"]["terms"] == packaged_models()["gemma-3-270m"].terms_address
    assert here["size"] == packaged_models()["opus-mt-fr-en"].download_size
    for lang, size in (("en", "377 MB"), ("fr", "377 Mo")):
        table = run(app, ["list", "--lang", lang]).stdout.replace("\N{NO-BREAK SPACE}", " ")
        assert "pypi:opus-mt-fr-en" in table
        assert size in table


def test_get_prints_the_place_of_a_file_and_the_warning_elsewhere(file: Path, tmp_path: Path):
    place = tmp_path / "cache" / "data" / "crows_pairs_anonymized.csv"
    place.parent.mkdir(parents=True)
    file.rename(place)
    result = run(app, ["get", "crows-en-original", "--json"])
    document = json.loads(result.stdout)
    assert (document["file"], document["n_total"], document["known"]) == (str(place), 1, False)
    assert "not those of a version we know" in result.stderr
    assert str(place) in run(app, ["get", "crows-en-original"]).stdout.replace("\n", "")


def test_get_without_a_network_fails_with_the_way_out():
    result = run(app, ["get", "crows-fr"])
    assert isinstance(result.exception, EpiceneError)
    assert "crows_pairs_FR_languagearc_contribution%2B210.csv" in str(result.exception)
    assert result.stdout == ""


def test_check_of_a_good_file_prints_a_summary_and_exits_with_0(file: Path):
    result = run(app, ["check", f"crows-fr={file}"])
    assert (result.exit_code, result.stdout) == (0, "1 item, no findings.\n")


def test_check_prints_a_line_a_finding_and_exits_with_1_where_a_pair_is_unusable(file: Path):
    file.write_text(
        HEADER + GOOD + "2\tA.\tA.\tstereo\tage\n3\tLes noirs ont tort.\tLes blancs ont raison.\tstereo\tage\n"
    )
    result = run(app, ["check", f"crows-fr={file}"])
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0] == "identical (unusable): 1"
    assert lines[1] == f"  {file}:3: [identical] 2: the wordings are identical"
    assert lines[2] == "not-minimal (warning): 1"
    assert lines[3].startswith(f"  {file}:4: [not-minimal] 3: ")
    assert lines[4].startswith("3 items, 2 findings (1 unusable, 1 warning, 0 notes)")
    assert CONTENT_WARNING in result.stderr


def test_check_shows_some_of_each_sort_worst_first_and_one_sort_whole(file: Path):
    spaced = "".join(f"{n}\tUn duc  rit {n} fois.\tUne duchesse  rit {n} fois.\tstereo\tgender\n" for n in range(5))
    file.write_text(HEADER + spaced + "9\tLes noirs ont tort.\tLes blancs ont raison.\tstereo\trace-color\n")
    lines = run(app, ["check", f"crows-fr={file}"]).stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")][:2] == [
        "not-minimal (warning): 1",
        "double-space (note): 5",
    ]
    assert lines[-2] == f"  and 2 more: epicene data check crows-fr={file} --only double-space"
    whole = run(app, ["check", f"crows-fr={file}", "--only", "double-space"]).stdout.splitlines()
    assert [line.startswith(f"{file}:{n}: [double-space]") for n, line in enumerate(whole[:5], start=2)] == [True] * 5
    document = json.loads(run(app, ["check", f"crows-fr={file}", "--json", "--only", "not-minimal"]).stdout)
    assert [finding["item_id"] for finding in document["findings"]] == ["9"]
    assert [(one["kind"], one["severity"], one["n"], len(one["examples"])) for one in document["sorts"]] == [
        ("not-minimal", "warning", 1, 1),
        ("double-space", "note", 5, 3),
    ]
    assert "No finding of the sort spelling." in run(app, ["check", f"crows-fr={file}", "--only", "spelling"]).stdout


def test_check_prints_one_json_document_and_keeps_the_exit_code(file: Path):
    file.write_text(HEADER + "2\tA.\t\tstereo\tage\n")
    result = run(app, ["check", f"crows-fr={file}", "--json"])
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (document["benchmark"], document["n_total"], document["n_used"]) == ("crows-fr", 1, 0)
    assert [finding["kind"] for finding in document["findings"]] == ["empty"]


def test_stats_count_in_a_table_and_in_json(file: Path):
    document = json.loads(run(app, ["stats", f"crows-fr={file}", "--json"]).stdout)
    assert [(group["group"], group["n_total"], group["several_places"]) for group in document["groups"]] == [
        ("all", 1, 100.0),
        ("gender", 1, 100.0),
    ]
    table = run(app, ["stats", f"crows-fr={file}"], env={"COLUMNS": "80"}).stdout
    assert "Gender" in table
    assert "…" not in table


def test_stats_write_groups_and_digits_in_french() -> None:
    table = run(app, ["stats", "pairs-fr", "--lang", "fr"]).stdout.replace("\u00a0", "~")
    every, native, _, gender = (line.split() for line in table.splitlines()[1:5])
    assert every == ["Toutes", "les", "paires", "300", "300", "254", "46", "200", "100", "13,5", "4~%", "8~%", "0"]
    assert [native[0], native[-2], gender[0]] == ["Paires", "10~%", "Genre"]


def test_stats_of_how_a_text_names_people(tmp_path: Path):
    text = tmp_path / "text.txt"
    text.write_text(
        "Les étudiantes et les étudiants ont vu la directrice.\nChaque candidat·e écrit à la direction.\n"
        "Les boulangers parlent aux élèves. Iel a vu une journaliste et des journalistes.\n",
        encoding="utf-8",
    )
    found = json.loads(run(app, ["stats", "--inclusive", str(text), "--json"]).stdout)
    assert found["n"] == 9
    assert {one["class"]: one["n"] for one in found["classes"]} == {
        "masculine": 1,
        "feminine": 2,
        "doublet": 1,
        "abbreviated": 1,
        "epicene": 3,
        "neopronoun": 1,
    }
    assert all(one["low"] <= one["share"] <= one["high"] for one in found["classes"])
    table = run(app, ["stats", "--inclusive", str(text), "--lang", "fr"], env={"COLUMNS": "80"}).stdout
    assert "22,2" in table
    assert "sa forme ne le dit pas" in table
    text.write_text("Les boulangers, les maçons, les plombiers et les couvreurs sont là.\n", encoding="utf-8")
    (one, *_) = json.loads(run(app, ["stats", "--inclusive", str(text), "--json"]).stdout)["classes"]
    assert one["low"] == pytest.approx(2.5)  # one line of one: as uncertain as one throw
    text.write_text("The quick brown fox jumps over the lazy dog and then it goes home to sleep.", encoding="utf-8")
    assert "not written in French" in str(run(app, ["stats", "--inclusive", str(text)]).exception)
    assert "one of the two" in str(run(app, ["stats"]).exception)
