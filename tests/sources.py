"""The sources as Python reads them: once in a process, for all tests that look through them."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

import epicene

SOURCE = Path(epicene.__file__).parent


@cache
def nodes() -> dict[Path, tuple[ast.AST, ...]]:
    """Of each file, the module itself first. They stay to the end: looking for garbage among half a million of them
    takes longer than reading them, so that it is not done meanwhile, nor ever after."""
    gc.disable()
    found = {path: tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) for path in SOURCE.rglob("*.py")}
    gc.freeze()
    gc.enable()
    return found
