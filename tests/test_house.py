"""Rules of the house that no linter knows: where things stand, what they are called, who may name a kind."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import conftest
from sources import SOURCE, nodes

MOST_FILES = 20

# Files of one name are one thing in rooms beside each other; what else has one name is listed with its reason.
SAME_THING = {"__init__.py", "kind.py", "page.py", "measure.py", "compare.py", "read.py", "check.py", "results.py"}
SAME_THING |= {"adapted_texts.py", "commands.py"}
SAME_NAME = {
    "protocol.py": "what a kind brings, and what a scoring brings",
    "notices.py": "what a notice is, and those of an audit",
}

# Who names a kind outside of kinds/ and of what a benchmark declares, and why.
NAMES_A_KIND = {
    "runs/results.py": "the kind of facts that do not say one",
    "lab/calibration_request.py": "dials of models that the lab trains on letters and answers",
    "lab/dials.py": "what the lab trains a model on: statements, letters, answers",
    "lab/language_corpora.py": "tables of its words, and seeds",
    "cli/collect.py": "a column heading",
    "collect/publish/campaign_stats.py": "a key of JSON that counts sentence pairs",
    "collect/curate/near_text_cache.py": "which texts it keeps, statements or sentence pairs",
    "collect/curate/statements.py": "sentence pairs made of a statement",
    "collect/store/schema.py": "a table of the database",
}


def files() -> Iterator[Path]:
    return iter(nodes())


def test_no_folder_has_more_files_than_a_reader_can_hold() -> None:
    counts: dict[str, int] = defaultdict(int)
    for path in files():
        counts[str(path.parent.relative_to(SOURCE))] += 1
    crowded = {folder for folder, count in counts.items() if count > MOST_FILES}
    assert not crowded


def test_files_of_one_name_are_one_thing() -> None:
    folders = defaultdict(list)
    for path in files():
        folders[path.name].append(path.parent)
    twice = {name for name, where in folders.items() if len(where) > 1}
    assert twice - SAME_THING == set(SAME_NAME)


def modules() -> dict[str, Path]:
    found = {}
    for path in files():
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(("epicene", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


def imports() -> dict[str, set[str]]:
    """Every module with those that it imports, at whatever place."""
    known = modules()
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        found = set()
        for node in nodes()[path]:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                found |= inside & known.keys() or {node.module}
        graph[name] = (found & known.keys()) - {name}
    return graph


def first_cycle(graph: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def test_no_modules_import_each_other_not_even_when_they_are_called() -> None:
    assert first_cycle(imports()) == []


KINDS_NAMES = ("pairs", "triples", "questions", "letters")


def kinds_named(path: Path) -> bool:
    """Whether a kind's name stands in the code; docstrings may speak of pairs."""
    return any(isinstance(node, ast.Constant) and node.value in KINDS_NAMES for node in nodes()[path])


def test_only_kinds_and_benchmarks_know_the_names_of_kinds() -> None:
    naming = {
        relative
        for path in files()
        if not (relative := path.relative_to(SOURCE).as_posix()).startswith("kinds/") and kinds_named(path)
    }
    assert naming == set(NAMES_A_KIND)


def test_sentences_of_a_language_pair_are_its_source_and_target_whatever_the_languages() -> None:
    """A field or attribute that is called after a language would have to be renamed for the next pair."""
    named = {"french", "english"}
    guilty = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for room in ("mt", "inside", "lab")
        for path in (SOURCE / room).rglob("*.py")
        for node in nodes()[path]
        if (isinstance(node, ast.Attribute) and named & set(node.attr.split("_")))
        or (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and named & set(node.target.id.split("_"))
        )
    ]
    assert not guilty


def test_a_comparison_that_is_skipped_beside_its_material_fails(request: pytest.FixtureRequest, shared: Path) -> None:
    def judged(reason: str) -> str:
        skipped = pytest.TestReport("one", ("test.py", 1, "one"), {}, "skipped", ("test.py", 1, reason), "call")
        hook = conftest.pytest_runtest_makereport(request.node)
        next(hook)
        with pytest.raises(StopIteration) as done:
            hook.send(skipped)
        return str(done.value.value.outcome)

    assert judged(f"Skipped: gold.json is absent: {conftest.NOT_OURS}") == "failed"
    assert judged("Skipped: no Chromium on this machine") == "skipped"


def test_what_contributing_points_to_is_there() -> None:
    told = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = told[told.index("|---|---|") : told.index("## Add a set")]
    named = set(re.findall(r"`([a-z_]+/[\w./]*)`", table)) - {"messages/"}  # of many folders
    assert len(named) > 40
    assert [path for path in named if not any(SOURCE.glob(path.replace("KIND", "*").rstrip("/")))] == []


# Names of an earlier house, in place of which the field has plain ones.
OLD_CLASSES = {
    *("Way", "Asking", "Asked", "Looked", "AskedRecipe", "SentRecipe", "Part", "Further", "Findings", "Contest"),
    *("EveryTwo", "Shows", "Better", "Trouble", "PutIn", "Foretold", "Telling", "Marks", "Placed", "Placing", "Around"),
    *("Intervening", "Workshop", "Doorkeeper", "Turns", "Glances", "Handed", "Wanted", "Told", "Spent", "At", "Fold"),
    *("Facts", "Items", "Looking", "InEach", "Wording", "Said"),
}
OLD_FUNCTIONS = {
    *("look_at", "is_told", "in_plain_words", "said_of", "spoken_of", "take_back", "alike_asked_once"),
    *("ask_patiently", "cost_told", "time_told", "keep_tidy"),
}
RIDDLES = {"one", "found", "said", "told", "place", "places", "asked", "spoken", "beside"}
MOST_RIDDLES, MOST_SHARED = 80, 8  # where such a word, or one name for two classes, is right


def test_old_names_do_not_come_back() -> None:
    classes = {node.name for own in nodes().values() for node in own if isinstance(node, ast.ClassDef)}
    functions = {node.name for own in nodes().values() for node in own if isinstance(node, ast.FunctionDef)}
    assert {name.lstrip("_") for name in classes} & OLD_CLASSES == set()
    assert functions & OLD_FUNCTIONS == set()
    assert {name for name in functions if name.startswith("refuse_")} == set()


def test_few_variables_are_riddles() -> None:
    every = [node for own in nodes().values() for node in own]
    names = [node.id for node in every if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names += [node.arg for node in every if isinstance(node, ast.arg)]
    assert sum(name.strip("_") in RIDDLES for name in names) <= MOST_RIDDLES


def test_a_class_name_means_one_thing() -> None:
    files = defaultdict(set)
    for path, own in nodes().items():
        for node in own:
            if isinstance(node, ast.ClassDef):
                files[node.name.lstrip("_")].add(path)
    assert sum(len(paths) > 1 for paths in files.values()) <= MOST_SHARED
