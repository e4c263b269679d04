"""The stand-ins that pages need, made once; and the example plugin, installed as a reader would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from epicene.auditing.installed_plugins import EXTENDED
from epicene.kinds.protocol import known_response_modes
from epicene.scoring import selection  # noqa: F401 - our scorings are registered before a test can forget them

from . import stand_ins
from .pages import ROOT

EXAMPLE = ROOT / "examples" / "epicene-example-plugin"


@pytest.fixture(scope="session")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stand_ins.make_hub(tmp_path_factory.mktemp("hub"))


def once_for_all_workers(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first worker to ask for it makes, and all others then find."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            make(begun := folder.with_name(f"{name}.begun"))
            begun.rename(folder)
    return folder


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pip installed the example into; a copy is built, because building leaves files behind."""
    pytest.importorskip("setuptools", reason="pip builds the example with setuptools")

    def install(folder: Path) -> None:
        source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("plugin") / "source")
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
        command = [sys.executable, "-m", "pip", "install", *options, "--target", folder, source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return once_for_all_workers(tmp_path_factory, "plugin", install)


@pytest.fixture
def own_registries(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Registries that look for plugins anew, and forget them after the test."""
    known_response_modes()  # whose measures are registered once, and not to be forgotten
    for registry in EXTENDED:
        monkeypatch.setattr(registry, "_things", dict(registry._things))
        monkeypatch.setattr(registry, "_loaded", set(registry._loaded))
        monkeypatch.setattr(registry, "failures", {})
        registry.__dict__.pop("plugins", None)
    yield monkeypatch
    for registry in EXTENDED:
        registry.__dict__.pop("plugins", None)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of sample reports with the cheapest of them."""

    def ask(folder: Path) -> None:
        command = [sys.executable, ROOT / "docs" / "generate" / "samples.py", "judge-set"]
        environment = {**os.environ, "EPICENE_SAMPLES": str(folder)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stdout + done.stderr

    return once_for_all_workers(tmp_path_factory, "samples", ask)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, sample: Path) -> Path:
    """The guide, built as `make docs` builds it, with one sample report: any warning is an error."""
    pytest.importorskip("material", reason="needs the extra `docs`")

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder]
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "EPICENE_SAMPLES": str(sample)}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr

    return once_for_all_workers(tmp_path_factory, "site", build)
