"""A finished audit that is called again answers from its folder, unless something that it depends on changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import epicene
from epicene.auditing.reuse_finished_run import CALL, is_shown
from epicene.core.files import write_text

PAIRS = "sent_more\tsent_less\tstereo_antistereo\tbias_type\nIl dort bien.\tElle dort bien.\tstereo\tgender\n"


class AskedError(Exception):
    """The model would be asked."""


@pytest.fixture(scope="module")
def asked(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model, a set and the finished run `out`."""
    folder = tmp_path_factory.mktemp("asked")
    shutil.copytree(causal_model, folder / "model")
    write_text(folder / "mine.tsv", PAIRS)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        epicene.audit("model", on="crows-fr=mine.tsv", out="out", progress=False)
    return folder


@pytest.fixture
def again(asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., object]]:
    """The same call, in a copy with the same times of change, where nothing may be asked."""
    home = asked.rename(asked.with_name("elsewhere"))  # the call keeps where it was made
    shutil.copytree(home, asked)
    monkeypatch.chdir(asked)

    def refuse(*_: object) -> None:
        raise AskedError

    monkeypatch.setattr("epicene.auditing.run.audit", refuse)

    def call(**changed: object) -> object:
        options = {"on": "crows-fr=mine.tsv", "out": "out", "progress": False, **changed}
        return epicene.audit("model", **options)

    yield call
    monkeypatch.undo()
    shutil.rmtree(asked)
    home.rename(asked)


def test_the_same_call_is_answered_from_its_folder(again):
    assert again().path == Path("out")
    assert again(threads=2, batch_tokens=64).path == Path("out")


@pytest.mark.parametrize("changed", [{"bos": "none"}, {"limit": 1}, {"seed": 3}, {"strict": True}, {"out": "other"}])
def test_another_call_asks(again, changed):
    with pytest.raises(AskedError):
        again(**changed)


@pytest.mark.parametrize("change", [
    lambda folder: write_text(folder / "mine.tsv", PAIRS.replace("bien", "mal")),
    lambda folder: write_text(folder / "model" / "generation_config.json", "{}"),
    lambda folder: (folder / "model" / "config.json").touch(),
    lambda folder: (folder / "out" / "results.json").unlink(),
    lambda folder: write_text(folder / "out" / CALL, "{"),
], ids=["items", "a further file of the model", "a file of the model", "no results", "torn"])  # fmt: skip
def test_what_changed_is_asked_about_again(again, asked, change):
    change(asked)
    with pytest.raises(AskedError):
        again()


def test_another_version_of_epicene_asks(again, monkeypatch):
    monkeypatch.setattr("epicene.auditing.reuse_finished_run.__version__", "0.0.1")
    with pytest.raises(AskedError):
        again()


def test_a_page_is_written_again_in_another_language_or_for_newer_figures(tmp_path):
    results, report = tmp_path / "results.json", tmp_path / "report.html"
    write_text(results, "{}")
    assert not is_shown(report, "fr")
    write_text(report, '<!doctype html>\n<html lang="fr">')
    assert is_shown(report, "fr")
    assert not is_shown(report, "en")
    later = report.stat().st_mtime_ns + 1_000_000_000
    os.utime(results, ns=(later, later))
    assert not is_shown(report, "fr")


def test_what_is_refused_or_answered_from_a_folder_needs_no_torch():
    """Nor what is slow to load beside it."""
    script = "import sys, epicene.auditing.page, epicene.auditing.reuse_finished_run, epicene.data.datasets\n"
    script += "print([name for name in ('torch', 'transformers', 'scipy.stats', 'sklearn') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "[]\n"
