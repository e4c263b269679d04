"""A failed sanity check goes with the figures wherever they go: into every file and every pasted sentence."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from urllib.parse import unquote

import pytest

from epicene.core.language import Language
from epicene.kinds.figures import check_of
from epicene.runs.audit_folder import read_runs
from html_page import page
from invented_audits import Invented, save

FAILED = {"sanity": [{"language": "fr", "passed": False, "right": 3, "of": 12}]}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("checks")
    broken = save(out / "broken", Invented("broken", manifest=FAILED))
    return [save(out / name, Invented(name, seed=seed)) for seed, name in ((2, "hat"), (3, "scarf"))] + [broken]


def files(runs: list[Path], tmp_path: Path) -> dict[str, list[dict[str, str]]]:
    links = [link for link in page(runs, tmp_path).all("a") if "download" in link]
    return {
        link["download"]: list(csv.DictReader(io.StringIO(unquote(link["href"].partition(",")[2])))) for link in links
    }


def test_every_file_of_the_page_says_who_failed(runs: list[Path], tmp_path: Path) -> None:
    found = files(runs, tmp_path)
    for name in ("epicene-figures", "crows-fr-score", "crows-fr-further", "crows-fr-models", "crows-fr-validity"):
        checks = {row["model"]: row["sanity_check"] for row in found.pop(f"{name}.csv")}
        assert checks == {"hat": "passed", "scarf": "passed", "broken": "failed"}, name
    assert {row["broken sanity_check"] for row in found.pop("crows-fr-published.csv")} == {"failed"}
    found.pop("crows-fr-released.csv")  # scores that others released
    verdicts = {(row["model_a"], row["model_b"]): row["verdict"] for row in found.pop("crows-fr-contests.csv")}
    assert verdicts["hat", "broken"] == "do not trust: one of the two cannot be trusted"
    pairs = [{(row["sanity_check_a"], row["sanity_check_b"]) for row in rows} for rows in found.values()]
    assert pairs == [{("passed", "passed")}, {("passed", "failed")}, {("passed", "failed")}]


def test_a_check_in_another_language_or_none_at_all_says_nothing(tmp_path: Path) -> None:
    english = {"sanity": [{"language": "en", "passed": False, "right": 3, "of": 12}]}
    for name, manifest in (("english", english), ("none", {"sanity": []})):
        (run,) = read_runs([save(tmp_path / name, Invented(manifest=manifest))])
        assert check_of(run, "crows-fr") is None


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "(not to be trusted: see the report)."), ("fr", "(non fiable : voir le rapport).")]
)
def test_a_pasted_sentence_keeps_its_caveat(runs: list[Path], tmp_path: Path, lang: str, words: str) -> None:
    cited = page(runs, tmp_path, lang).plain().split(Language(lang).text("cite.paste"))[1]
    assert cited.count(words) == 1
    model, _, signature = cited.partition(words)[0].rpartition("|broken@")
    assert model.count("|hat@") == model.count("|scarf@") == 1
    assert signature.split("|")[0].isalnum()
