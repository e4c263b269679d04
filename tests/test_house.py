"""Rules of the house that no linter knows: where things stand, what they are called, who may name a kind."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
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
    "pipeline.py": "of the two trainings in train, as is trainer",
    "trainer.py": "see pipeline.py",
    "protocol.py": "what a kind brings, and what a scoring brings",
    "notices.py": "what a notice is, and those of an audit",
    "cost.py": "what a run costs is counted by models and said by report",
    "forms.py": "web forms, and English word forms",
    "tables.py": "tables of a report, and of grammar",
}

# What speaks while it works, in the reader's language: rooms that still have a catalogue; the others speak English.
CATALOGUES = sorted(SOURCE.glob("*/sentences.fr.json"))
PROGRESS = {"progress", "self.progress", "bar", "current()", "shown", "looking.progress"}
FRENCH = {english for file in CATALOGUES for english in json.loads(file.read_text(encoding="utf-8"))}
WORDS_OR_MARKS = re.compile(r"[a-z]{2} |[ “][a-z]{2}|; |“")
COMMANDS = ("epicene ", "--")  # as they are typed

# Who names a kind outside of kinds/ and of what a benchmark declares, and why.
NAMES_A_KIND = {
    "runs/results.py": "the kind of manifests that were written before they said it",
    "cli/collect/commands.py": "a column heading",
    "collect/publish/campaign_stats.py": "a key of JSON that counts sentence pairs",
    "collect/curate/near_text_cache.py": "which texts it keeps, statements or sentence pairs",
    "collect/store/schema.py": "a table of the database",
}


def files() -> Iterator[Path]:
    return iter(nodes())


def translated_files() -> Iterator[Path]:
    """The files of the rooms whose errors and progress exist in French."""
    rooms = {catalogue.parent.name for catalogue in CATALOGUES}
    return (file for file in files() if file.relative_to(SOURCE).parts[0] in rooms)


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
    """Every module with those that it imports, at whatever place. The package itself is left out: all modules may ask
    it for its version, and what it offers it takes from api."""
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
        graph[name] = (found & known.keys()) - {name, "epicene"}
    del graph["epicene"]
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


def kinds_named(path: Path) -> bool:
    """Whether a kind's name stands in the code; docstrings may speak of pairs."""
    return any(isinstance(node, ast.Constant) and node.value in ("pairs", "triples") for node in nodes()[path])


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


def test_everything_that_errors_and_progress_say_is_there_in_french() -> None:
    """And nothing is there that nobody says. `raise InputError("{path} is empty.", path=path)`, and the French of that
    English in ROOM/sentences.fr.json."""
    known = {english: french for file in CATALOGUES for english, french in _read(file).items()}
    constants = set()
    for file in files():
        constants |= {node.value for node in nodes()[file] if isinstance(node, ast.Constant)}
    for file in translated_files():
        room = file.relative_to(SOURCE).parts[0]
        for place, sentence in _sentences(file):
            where = f"{file.relative_to(SOURCE)}, line {place}"
            assert not isinstance(sentence, ast.JoinedStr), f"{where}: name the values, so that French can have them"
            if isinstance(sentence, ast.Constant) and " " in str(sentence.value):
                assert sentence.value in known, f"{where}: {sentence.value!r} is not in {room}/sentences.fr.json"
    assert known.keys() <= constants
    for english, french in known.items():
        assert _names(english) == _names(french), english


def _read(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_french_sentences_have_no_breaking_space_before_their_marks() -> None:
    for catalogue in CATALOGUES:
        for sentence in json.loads(catalogue.read_text(encoding="utf-8")).values():
            assert not re.search(r"\S [:;?!»](?!\w)|« ", sentence), sentence


def _sentences(file: Path) -> Iterator[tuple[int, ast.expr]]:
    """What is given to errors and to progress."""
    for call in nodes()[file]:
        if isinstance(call, ast.Call) and call.args and _speaks(call.func):
            yield call.lineno, call.args[0]


def _speaks(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id == "said" or function.id in _errors()
    if not isinstance(function, ast.Attribute) or function.attr not in ("say", "start", "said"):
        return False
    return ast.unparse(function.value) in (PROGRESS if function.attr != "said" else ("spoken",))


@cache
def _errors() -> set[str]:
    """EpiceneError and what is made of it."""
    found = {"EpiceneError", "InputError"}
    classes = (one for file in files() for one in nodes()[file] if isinstance(one, ast.ClassDef))
    return found | {one.name for one in classes if found & {ast.unparse(base) for base in one.bases}}


def _names(template: str) -> set[tuple[str, str]]:
    """And how their digits are written; `ligne{n:|s}` only agrees with a number that is there."""
    return set(re.findall(r"\{(\w+)(?:!\w)?(:[^}]*)?", re.sub(r"\{\w+:[^}]*\|[^}]*\}", "", template)))


def test_a_word_alone_is_a_name_unless_it_is_said() -> None:
    """`progress.start("Training", n)` would be English: who tells of a benchmark names it in the same way."""
    guilty = [
        f"{file.relative_to(SOURCE)}, line {call.lineno}: {call.args[0].value}"
        for file in translated_files()
        for call in nodes()[file]
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args and _speaks(call.func)
        if isinstance(call.args[0], ast.Constant) and " " not in str(call.args[0].value)
    ]
    assert not guilty


def test_what_fills_a_sentence_is_no_english_of_its_own() -> None:
    """`said("{name}: {reason}", reason=f"line {n} is empty")` would stay half English: the reason is `said` too, names
    in a row are `listed`, and a quotation is `quoted`."""
    guilty = [
        f"{file.relative_to(SOURCE)}, line {line}: {text}"
        for file in translated_files()
        for function in nodes()[file]
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and _speaks(call.func)
        for value in call.keywords
        for line, text in _english(value.value, function)
    ]
    assert not sorted(set(guilty))


def _english(value: ast.expr, function: ast.FunctionDef, names: tuple[str, ...] = ()) -> Iterator[tuple[int, str]]:
    """Words with a space or a mark beside them that a value is made of, also by way of local names."""
    match value:
        case ast.Constant(value=str(text)):
            parts, found = [text], text not in FRENCH
        case ast.JoinedStr(values=pieces):
            parts, found = [piece.value for piece in pieces if isinstance(piece, ast.Constant)], True
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join"), args=[joined]):
            yield from _english(joined, function, names)
            parts, found = [between], True
        case ast.Name(id=name) if name not in names:
            for made in ast.walk(function):
                if isinstance(made, ast.Assign | ast.NamedExpr) and _target(made) == name:
                    yield from _english(made.value, function, (*names, name))
            return
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from _english(one, function, names)
            yield from _english(other, function, names)
            return
        case ast.BoolOp(values=several) | ast.Tuple(elts=several) | ast.List(elts=several):
            for one in several:
                yield from _english(one, function, names)
            return
        case ast.GeneratorExp(elt=each) | ast.ListComp(elt=each):
            yield from _english(each, function, names)
            return
        case _:
            return
    if found and any(WORDS_OR_MARKS.search(str(part)) for part in parts) and not str(parts[0]).startswith(COMMANDS):
        yield value.lineno, ast.unparse(value)


def _target(made: ast.Assign | ast.NamedExpr) -> str | None:
    target = made.targets[0] if isinstance(made, ast.Assign) else made.target
    return target.id if isinstance(target, ast.Name) else None


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
