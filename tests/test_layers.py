"""Imports point downwards only, and what should be light is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

from epicene.core.extras import EXTRAS
from sources import SOURCE, nodes

# From top to bottom: a room may import from those after it.
ROOMS = [
    "cli", "api", "collect", "lab", "studies", "debiasing", "auditing", "inside", "mt", "kinds", "train", "scoring",
    "models", "adapt", "report", "runs", "metrics", "data", "grammar", "core",
]  # fmt: skip
WITHOUT_TORCH = {"adapt", "core", "data", "grammar", "kinds", "metrics", "report", "runs"}

# Beside these rooms, what measures and shows in the others; what asks or trains a model is not light.
LIGHT_ROOMS = {*WITHOUT_TORCH, "api", "api_run", "cli", "collect"}
LIGHT_NAMES = {"page", "results", "mt_page", "published_figures"}
ASKS_MODELS = {
    "auditing": {
        *("ask_pair", "contamination", "dry_run", "manifest", "plan", "run", "sanity_check", "validity_runs"),
    },
    "studies": {"requests", "run_study"},
    "mt": {"chat_system", "ctranslate2", "transformers_system", "translate_to_judge"},
}
REFUSING = """
import sys
from importlib import import_module

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HEAVY:
            raise ModuleNotFoundError(f"{name} is not for the core", name=name)

HEAVY = set(sys.argv[1].split())
sys.meta_path.insert(0, Refusing())
for module in sys.argv[2:]:
    import_module(module)
"""


@cache
def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes()[path]:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def rooms_of(names: set[str]) -> set[str]:
    return {name.split(".")[1] for name in names if name.startswith("epicene.")} & set(ROOMS)


def room_of(path: Path) -> str:
    """A folder of the source, or a file beside them."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_imports_point_downwards_only() -> None:
    upward = [
        f"{path.relative_to(SOURCE)} imports {room}"
        for path in SOURCE.rglob("*.py")
        if (here := room_of(path)) in ROOMS
        for room in rooms_of(imported(path))
        if ROOMS.index(room) < ROOMS.index(here)
    ]
    assert not upward


def test_every_folder_of_the_source_is_a_known_room() -> None:
    folders = {path.parent.relative_to(SOURCE).parts[0] for path in SOURCE.rglob("*.py") if path.parent != SOURCE}
    assert folders <= set(ROOMS)


def test_rooms_without_models_never_import_torch() -> None:
    guilty = [
        str(path.relative_to(SOURCE))
        for room in WITHOUT_TORCH
        for path in (SOURCE / room).rglob("*.py")
        if any(name.split(".")[0] in ("torch", "transformers") for name in imported(path))
    ]
    assert not guilty


def test_core_uses_the_standard_library_msgspec_and_the_languages_only() -> None:
    foreign = {
        name.split(".")[0]
        for path in (SOURCE / "core").rglob("*.py")
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"epicene", "msgspec", "babel", "fluent"}
    }
    assert not foreign


def test_assert_is_for_tests() -> None:
    guilty = [
        str(path.relative_to(SOURCE))
        for path, found in nodes().items()
        if any(isinstance(node, ast.Assert) for node in found)
    ]
    assert not guilty


def test_help_comes_without_heavy_imports() -> None:
    program = "import sys; sys.argv = ['epicene', '--help']\ntry:\n import epicene.__main__\nexcept SystemExit: pass\n"
    program += "print(sorted({'torch', 'transformers', 'numpy', 'scipy', 'reportlab'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_needs_no_model_is_imported_without_torch() -> None:
    """The core installs without the extras `models` and `mt`; `collect` needs its own alone."""
    light = [
        ".".join(("epicene", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "__main__.py" and "migrations" not in path.parts
        if (room := room_of(path)) in LIGHT_ROOMS
        or path.stem in LIGHT_NAMES
        or (room in ASKS_MODELS and path.stem not in ASKS_MODELS[room])
    ]
    refused = " ".join((*EXTRAS["models"], *EXTRAS["mt"]))
    done = subprocess.run(
        [sys.executable, "-c", REFUSING, refused, *light], capture_output=True, text=True, check=False
    )
    assert (done.returncode, len(light) > 200) == (0, True), done.stderr


def test_nobody_imports_the_whole_package_for_its_version() -> None:
    """Each would hang on all that `import epicene` brings."""
    allowed = {"cli", "__main__", "__init__"}
    guilty = [
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if room_of(path) not in allowed and "epicene" in imported(path)
    ]
    assert not guilty
