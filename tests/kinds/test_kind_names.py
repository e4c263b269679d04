"""No room but `kinds/` asks which kind of benchmark it has before it, and one kind can be taken away from the rest."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import epicene
from epicene.core.kinds import KINDS

SOURCE = Path(epicene.__file__).parent
TESTS = Path(__file__).parents[1]
DECLARATIONS = "data/benchmarks.py"
# Where the same word means something else, or is written in files that exist.
OTHERWISE_MEANT = {
    "runs/results.py": "what manifests of earlier versions, which name no kind, are about",
    "cli/collect/stats.py": "the heading of a column: how many pairs volunteers wrote",
    "collect/publish/campaign_stats.py": "a key of a campaign's statistics",
    "collect/store/schema.py": "the table of the pairs that volunteers wrote",
    "collect/store/migrations/versions/v0001_first_tables.py": "the same table",
    "mt/training_corpus/corpus_stats.py": "a key of the statistics: pairs of lines of a parallel corpus",
    "report/translation.py": "the same key",
    "mt/training_corpus/page.py": "the same key",
    "train/mt/pipeline.py": "a key of the manifest: pairs of lines that were trained on",
}


def texts(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def own_kinds() -> set[str]:
    return {name for name, plugin in KINDS.plugins.items() if plugin.is_own}


def test_no_kind_is_named_outside_of_its_folder_and_of_declarations() -> None:
    named = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "kinds" and own_kinds() & set(texts(path))
    }
    assert named - {DECLARATIONS} <= OTHERWISE_MEANT.keys()


def test_no_kind_is_imported_by_what_lies_below() -> None:
    folders = {path.name for path in (SOURCE / "kinds").iterdir() if (path / "__init__.py").is_file()}
    below = ("core", "data", "metrics", "runs", "report", "adapt", "models", "scoring", "train", "auditing")
    guilty = [
        str(path.relative_to(SOURCE))
        for room in below
        for path in (SOURCE / room).rglob("*.py")
        if any(f"epicene.kinds.{name}" in path.read_text(encoding="utf-8") for name in folders)
    ]
    assert not guilty


WITHOUT_TRIPLES = """
import importlib.abc, importlib.metadata, sys

class Gone(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.startswith("epicene.kinds.triples"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Gone())
entry_points = importlib.metadata.entry_points
importlib.metadata.entry_points = lambda **chosen: [
    point for point in entry_points(**chosen) if not point.value.startswith("epicene.kinds.triples")
]
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""
# What pairs go through, and what is about no kind; tests that speak of triples besides are for the folder of triples.
WHAT_GOES_ON = [
    "kinds/pairs/test_read.py",
    "kinds/pairs/test_check.py",
    "kinds/pairs/test_stats.py",
    "kinds/pairs/test_measure.py",
    "kinds/pairs/test_compare.py",
    "kinds/pairs/test_pair_fix.py",
    "kinds/words/test_measure.py",
    "data/checking/test_check.py",
    "scoring/test_score_formulas.py",
    "auditing/test_run.py",
]


def test_with_triples_taken_away_all_that_is_about_pairs_goes_on(tmp_path: Path) -> None:
    program = tmp_path / "without_triples.py"
    program.write_text(WITHOUT_TRIPLES, encoding="utf-8")
    path = os.pathsep.join([str(SOURCE.parent), str(TESTS), os.environ.get("PYTHONPATH", "")])
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not triples and not stereoset"]
    done = subprocess.run(
        [sys.executable, str(program), *options, *(str(TESTS / file) for file in WHAT_GOES_ON)],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
