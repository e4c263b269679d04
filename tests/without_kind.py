"""The suite with a kind of benchmarks taken away: `WITHOUT_KIND=triples pytest tests/FOLDER`.

The kind's package cannot be imported and its entry point is not there, as if its folder had been deleted. What is about
that kind is left out, by the list below or by a mark; everything else has to pass. Commands that a test starts in a
process of their own still have the kind.
"""

from __future__ import annotations

import importlib.abc
import importlib.metadata
import os
import sys
from pathlib import Path
from typing import Any

import pytest

VARIABLE = "WITHOUT_KIND"
TAKEN = os.environ.get(VARIABLE)
TESTS = Path(__file__).parent

# What the kind's benchmarks are called: a test that has such a name, or a fixture or a case of it, is about the kind.
NAMES = {"triples": ("triples", "stereoset")}
# Folders and files, and why they are about the kind; single tests of others are marked: pytest.mark.about("triples").
ABOUT: dict[str, dict[str, str]] = {
    "triples": {
        "kinds/triples": "the folder itself",
        "auditing/test_triples_audit.py": "audits of triples",
        "auditing/test_triples_in_words.py": "audits of triples in words",
        "auditing/test_triple_predictions.py": "scores of triples that somebody already has",
        "auditing/test_stereoset_parity.py": "the released program for triples",
        "studies/test_study_page.py": "a study of pairs and triples, after the second paper's",
        "adapt/test_decisions.py": "decisions in a table of triples",
        "scoring/test_triple_scores.py": "scorings of triples",
        "scoring/test_cloze.py": "the blanks of triples",
    }
}


class _Gone(importlib.abc.MetaPathFinder):
    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if f"{name}.".startswith(f"{self.package}."):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away(kind: str) -> None:
    """Before anything of epicene is imported."""
    package, entry_points = f"epicene.kinds.{kind}", importlib.metadata.entry_points
    sys.meta_path.insert(0, _Gone(package))

    def others(**chosen: Any) -> Any:
        found = entry_points(**chosen)
        if isinstance(found, dict):  # all of them, in Python 3.11
            return type(found)({group: rest(points) for group, points in dict.items(found)})
        return rest(found)

    def rest(points: Any) -> importlib.metadata.EntryPoints:
        kept = (point for point in points if point.module not in (package, f"{package}.kind"))
        return importlib.metadata.EntryPoints(kept)

    importlib.metadata.entry_points = others  # type: ignore[assignment]


def is_left_out(path: Path) -> bool:
    """Whether the list has this folder or file."""
    return bool(TAKEN) and any(path == TESTS / name for name in ABOUT[TAKEN])


def is_about(item: pytest.Item) -> bool:
    """Whether the test is marked, or it, a case or a fixture of it has the name of one of the kind's benchmarks."""
    names = " ".join((item.name, *getattr(item, "fixturenames", ())))
    marked = any(TAKEN in mark.args for mark in item.iter_markers("about"))
    return marked or any(name in names for name in NAMES.get(TAKEN or "", ()))
