"""French StereoSet as its authors give it out, pandas pickles of one task each, and how it is fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import local_server
import stereoset
from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import items_digest
from epicene.data.benchmarks import BENCHMARKS, Benchmark
from epicene.data.datasets import open_benchmark
from epicene.data.fetch import fetch

pandas = pytest.importorskip("pandas")
NAME = "stereoset-fr-mt"


def pickled(path: Path, tests: Sequence[Mapping[str, Any]]) -> Path:
    """Tests of StereoSet's JSON in the columns of its authors' frames."""
    rows = [
        {name: test[name] for name in ("id", "target", "bias_type", "context")}
        | {
            f"c{number}_{name}": candidate[name]
            for number, candidate in enumerate(test["sentences"], start=1)
            for name in ("sentence", "gold_label", "id")
        }
        | {"c1_labels": ["stereotype"], "target_original": "mother"}
        for test in tests
    ]
    frame = pandas.DataFrame(rows, dtype=object)
    frame.columns = pandas.Index(list(frame.columns), dtype=object)
    frame.to_pickle(path)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "pickles"
    place.mkdir()
    pickled(place / "df_intrasentence_fr.pkl", stereoset.INTRA)
    pickled(place / "df_intersentence_fr.pkl", stereoset.INTER)
    return place


def test_a_folder_of_pickles_gives_the_items_of_the_json(tmp_path: Path, folder: Path):
    of_json = BENCHMARKS[NAME].items(stereoset.write(tmp_path / "set.json"))
    of_pickles = BENCHMARKS[NAME].items(folder)
    assert items_digest(of_pickles) == items_digest(of_json)
    assert [item.line for item in of_pickles] == [1, 2, 3, 1, 2]
    alone = [BENCHMARKS[NAME].items(folder / f"df_{task}_fr.pkl") for task in ("intrasentence", "intersentence")]
    assert [item.id for item in (*alone[0], *alone[1])] == [item.id for item in of_json]


def test_two_frames_of_one_task_and_frames_of_something_else_are_refused(folder: Path):
    pickled(folder / "copy.pkl", stereoset.INTRA)
    with pytest.raises(InputError, match="second file of intrasentence tests"):
        BENCHMARKS[NAME].items(folder)
    pandas.DataFrame({"id": ["a"]}, dtype=object).to_pickle(folder / "copy.pkl")
    with pytest.raises(InputError):
        BENCHMARKS[NAME].items(folder / "copy.pkl")


def test_the_known_digest_is_that_of_the_converted_copy(shared: Path):
    converted = shared / "data/released/stereoset_fr/stereoset_fr_mt.json"
    assert open_benchmark(f"{NAME}={converted}").known
    assert open_benchmark(f"crows-fr-1463={shared / 'data/released/crows/crows_french.csv'}").known


@pytest.fixture
def site(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Benchmark]:
    """The set at the address of a server that stands in for its home, and serves the folder's files."""

    class Site(local_server.Handler):
        def do_GET(self) -> None:  # noqa: N802
            file = folder / self.path.rpartition("/")[2]
            self.send(200 if file.exists() else 404, file.read_bytes() if file.exists() else b"", {})

    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    for name in ("EPICENE_OFFLINE", "HF_HUB_OFFLINE", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with local_server.running(Site, lambda: None) as address:
        yield replace(BENCHMARKS[NAME], home=f"{address}/create_dataset/data/")


def test_both_parts_are_fetched_and_rows_that_differ_are_a_notice(site: Benchmark):
    place = fetch(site)
    assert sorted(path.name for path in place.iterdir()) == ["df_intersentence_fr.pkl", "df_intrasentence_fr.pkl"]
    dataset = open_benchmark(NAME)
    assert (len(dataset.items), dataset.known) == (5, False)
    assert dataset.digest[:6] in (dataset.warning() or "")


def test_a_part_that_is_missing_or_no_pickle_leaves_nothing(site: Benchmark, folder: Path, tmp_path: Path):
    (folder / "df_intersentence_fr.pkl").write_bytes(b"<!DOCTYPE html><html></html>")
    with pytest.raises(EpiceneError, match=r"df_intersentence_fr.pkl sent a web page"):
        fetch(site)
    (folder / "df_intersentence_fr.pkl").unlink()
    with pytest.raises(EpiceneError, match=r"answers 404"):
        fetch(site)
    assert [path.name for path in (tmp_path / "cache" / "data").iterdir() if not path.name.endswith(".lock")] == []
