"""What a reader is told to type: the blocks of code in README and guide, and the commands in them."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("README*.md"), *(path for path in (ROOT / "docs").rglob("*.md") if "generate" not in path.parts)]
)
SHELL = ("bash", "sh", "console")
_FENCE = re.compile(r'^(?P<indent> *)```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\s*$')
_COMMENT = re.compile(r"(?:^|\s)#.*$")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Block:
    """A fenced block; with a title it is a file that the reader saves under that name."""

    page: Path
    line: int
    language: str
    title: str
    text: str

    @property
    def where(self) -> str:
        return f"{name_of(self.page)}, line {self.line}"

    def commands(self) -> Iterator[str]:
        """One command at a time, continued lines joined, comments and prompts gone."""
        joined = re.sub(r"\\\n\s*", " ", self.text)
        for line in joined.splitlines():
            command = _COMMENT.sub("", line).strip().removeprefix("$ ")
            if command:
                yield command


def blocks(page: Path) -> Iterator[Block]:
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
    for number, line in lines:
        opened = _FENCE.match(line)
        if opened:
            body: list[str] = []
            for _, inner in lines:
                if inner.strip() == "```":
                    break
                body.append(inner.removeprefix(opened["indent"]))
            yield Block(page, number, opened["language"], opened["title"] or "", "\n".join(body) + "\n")


def inline_commands(page: Path) -> Iterator[tuple[int, str]]:
    """`epicene …` within a sentence or a table."""
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if _FENCE.match(line) or line.strip() == "```":
            fenced = not fenced
        elif not fenced:
            for code in re.findall(r"`([^`]+)`", line):
                if code.startswith("epicene "):
                    yield number, code


def in_french() -> dict[Path, list[Path]]:
    """Each page in French, and the pages in English of which it tells the same: its third line names them."""
    found = {}
    for page in sorted((ROOT / "docs" / "fr").glob("*.md")):
        third = page.read_text(encoding="utf-8").splitlines()[2]
        found[page] = [(page.parent / link).resolve() for link in re.findall(r"\]\(([^)#]+)\)", third)]
    return found


def words(command: str) -> list[str]:
    return shlex.split(command)


def commands_page() -> ModuleType:
    """The generator of the page of commands, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("commands_page", ROOT / "docs" / "generate" / "commands_page.py")
    assert spec
    assert spec.loader
    module = sys.modules.setdefault("commands_page", importlib.util.module_from_spec(spec))
    spec.loader.exec_module(module)
    return module
