"""One kind can be taken away from under the rest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import epicene

SOURCE = Path(epicene.__file__).parent
TESTS = Path(__file__).parents[1]
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
    "data/test_datasets.py",
    "scoring/test_score_formulas.py",
    "kinds/pairs/test_translation.py",
    "kinds/pairs/test_from_audit_to_comparison.py",
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
