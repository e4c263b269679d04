"""Sample reports: one of each kind of run that `report` knows, and those that were made stand in the site."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

from epicene.core.kinds import KINDS
from epicene.report.results_page import RUN_KINDS

from .pages import ROOT, commands_page
from .site_checks import Reader


def load(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str = "samples") -> ModuleType:
    monkeypatch.setenv("EPICENE_SAMPLES", str(folder))
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "generate" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def test_every_kind_of_run_and_of_item_has_a_sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    samples = load(monkeypatch, tmp_path)
    assert {sample.kind for sample in samples.SAMPLES} == {*RUN_KINDS, ""}
    assert set(KINDS) <= {sample.name for sample in samples.SAMPLES if sample.kind == "audit"}
    assert len({sample.name for sample in samples.SAMPLES}) == len(samples.SAMPLES)


def test_every_command_of_a_sample_is_one_that_epicene_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    samples = load(monkeypatch, tmp_path)
    made: set[str] = set()
    known = dict(commands_page().walk())
    for sample in samples.SAMPLES:
        for command in sample.commands:
            words = shlex.split(command)[1:]
            name = next(tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in known)
            options = {flag for line in known[name].lines for flag in line.names}
            assert {word for word in words if word.startswith("--")} <= {*options, "--lang", "--json"}, command
            made.add(words[words.index("--out") + 1])
        assert all(any(run.startswith(out) for out in made) for run in sample.runs), sample.name


def test_a_sample_is_made_once_in_both_languages_and_listed_with_a_link(
    monkeypatch: pytest.MonkeyPatch, sample: Path
) -> None:
    samples = load(monkeypatch, sample)
    assert [sample.name for sample in samples.built()] == ["judge-set"]
    assert [address for address, _ in samples.files()] == [
        "samples/judge-set/index.html",
        "fr/samples/judge-set/index.html",
    ]
    assert {Reader(file).language for _, file in samples.files()} == {"en", "fr"}
    assert "[References in both genders](samples/judge-set/index.html)" in samples.table("en")
    assert "](samples/judge/index.html)" not in samples.table("en")
    assert not samples.make(samples.built()[0])  # nothing to do


def test_every_picture_is_small_and_taken_by_a_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    samples = load(monkeypatch, tmp_path)
    workshop = load(monkeypatch, tmp_path, "collect_pictures")
    pictures = load(monkeypatch, tmp_path, "pictures")
    pages = {samples.page_name(sample, "en") for sample in samples.SAMPLES} | {f"en/{samples.BOARD}/index.html"}
    assert {picture.page for picture in pictures.PICTURES} <= pages
    there = {file.name for file in (ROOT / "docs").glob("*.png")}
    taken = {picture.name for picture in (*pictures.PICTURES, pictures.OF_LONG_RUNS)}
    assert there <= taken | set(workshop.NAMES)
    for name in there:
        assert (ROOT / "docs" / name).stat().st_size <= pictures.LARGEST
