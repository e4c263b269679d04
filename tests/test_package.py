"""What is installed: the wheel and the source distribution, built from this tree and looked into."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

import epicene

ROOT = Path(__file__).parents[1]
BUILD = "from setuptools import build_meta as made; made.build_wheel('dist'); made.build_sdist('dist')"
# Read from the wheel alone, as somebody who installed it: data, catalogues of every room, templates, the command.
USE = """
import sys
sys.path.insert(0, sys.argv[1])
import epicene
assert epicene.__file__.startswith(sys.argv[1])
from epicene.core.language import Language
from epicene.data.benchmarks import DEFAULT_BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.report.render.html import page_environment
assert all(len(open_benchmark(name).items) > 100 for name in DEFAULT_BENCHMARKS)
assert Language("fr", "epicene.auditing.board").text("board.kicker")
page_environment().get_template("epicene.report:document.html.j2")
page_environment().get_template("epicene.auditing.board:board.html.j2")
sys.argv[1:] = ["--version"]
from epicene.cli.main import run
run()
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of both."""
    tree = tmp_path_factory.mktemp("package")
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", "CHANGELOG.md", "CITATION.cff"):
        shutil.copy(ROOT / name, tree)
    for name in ("src", "tests"):
        leave = shutil.ignore_patterns("__pycache__", "*.egg-info", *(() if name == "src" else ("*_*", "[a-su-z]*")))
        shutil.copytree(ROOT / name, tree / name, ignore=leave)
    (tree / "tests" / "test_left_out.py").touch()
    done = subprocess.run([sys.executable, "-c", BUILD], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return tree / "dist"


def sources() -> set[str]:
    found = (path for path in (ROOT / "src").rglob("*") if path.is_file())
    own = (path.relative_to(ROOT / "src") for path in found)
    return {str(path) for path in own if path.parts[0] == "epicene" and "__pycache__" not in path.parts}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == sources()


def test_the_source_distribution_holds_the_package_and_no_tests(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {f"src/{name}" for name in sources()} <= names
    assert {"LICENSE", "CHANGELOG.md", "CITATION.cff", "README.md", "pyproject.toml"} <= names
    assert not [name for name in names if name.split("/")[0] in ("tests", "docs", "benchmarks")]


def test_commands_and_plugins_are_declared_as_in_pyproject(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        (file,) = [name for name in opened.namelist() if name.endswith("entry_points.txt")]
        told = ConfigParser(delimiters="=")
        told.read_string(opened.read(file).decode())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {"console_scripts": project["scripts"], **project["entry-points"]}
    assert {name: dict(told[name]) for name in told.sections()} == wanted


def test_what_is_installed_finds_its_data_words_and_templates(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    call = [sys.executable, "-c", USE, str(tmp_path / "site")]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"epicene {epicene.__version__}\n"), done.stderr


def test_the_version_is_the_same_everywhere(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    cited = re.search(r"^version: [\"']?([\w.]+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    logged = re.search(r"^## ([\w.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert logged is not None
    assert wheel.name.split("-")[1] == epicene.__version__ == cited[1] == logged[1]
