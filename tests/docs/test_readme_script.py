"""The script that follows README in a clean environment finds the commands that a reader finds."""

from __future__ import annotations

import subprocess

from .pages import ROOT, SHELL, blocks

SCRIPT = ROOT / "tests" / "readme_from_nothing.sh"


def test_the_script_finds_every_command_of_readme() -> None:
    done = subprocess.run([SCRIPT, "--list"], capture_output=True, text=True, check=True)
    readme = [block for block in blocks(ROOT / "README.md") if block.language in SHELL]
    assert done.stdout.splitlines() == [command for block in readme for command in block.commands()]
    assert done.stdout.startswith("make audit\nmake test\n.venv/bin/epicene audit")
