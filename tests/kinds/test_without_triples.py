"""One kind can be taken away from under the rest: a cheap part of what `WITHOUT_KIND=triples pytest` runs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import without_kind
from epicene.core.kinds import KINDS

TESTS = Path(__file__).parents[1]
# What pairs go through from a file to a comparison, and what is about no kind.
WHAT_GOES_ON = [
    "kinds/test_without_triples.py",
    "kinds/pairs/test_read.py",
    "kinds/pairs/test_check.py",
    "kinds/pairs/test_measure.py",
    "kinds/pairs/test_compare.py",
    "kinds/pairs/test_pair_fix.py",
    "kinds/pairs/test_adapted_texts.py",
    "kinds/chat_replies/test_measure.py",
    "kinds/test_measures.py",
    "kinds/test_trust.py",
    "data/test_datasets.py",
    "studies/test_study_file.py",
]


@pytest.mark.about("triples")
def test_with_triples_taken_away_all_that_is_about_pairs_goes_on() -> None:
    options = ["-o", "addopts=", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *(str(TESTS / file) for file in WHAT_GOES_ON)],
        cwd=TESTS.parent,
        env={**os.environ, without_kind.VARIABLE: "triples"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@cache
def imported_on_loading(path: Path) -> list[str]:
    """Modules that a file names outside of its functions."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def test_what_is_not_about_a_kind_can_be_loaded_without_it() -> None:
    """All other tests still begin where a kind is taken away, though only a few of them are run so here."""
    for kind, listed in without_kind.ABOUT.items():
        about = [TESTS / name for name in listed]
        others = [path for path in TESTS.rglob("*.py") if not {path, *path.parents} & {*about}]
        needed = (f"epicene.kinds.{kind}.", *(f"{name.removesuffix('.py').replace('/', '.')}." for name in listed))
        assert [
            path.relative_to(TESTS).as_posix()
            for path in others
            if any(f"{name}.".startswith(needed) for name in imported_on_loading(path))
        ] == []


def test_a_kind_is_there_unless_it_is_taken_away() -> None:
    assert {kind for kind in without_kind.ABOUT if kind not in KINDS} == {without_kind.TAKEN} - {None}


def test_what_is_left_out_is_there_and_has_a_reason() -> None:
    assert without_kind.ABOUT.keys() == without_kind.NAMES.keys()
    for listed in without_kind.ABOUT.values():
        assert [name for name in listed if not (TESTS / name).exists()] == []
        assert all(listed.values())
