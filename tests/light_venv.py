"""Make a virtual environment with what some extras of epicene need, and nothing else: for `tests/light_core.sh`.

    python tests/light_venv.py FOLDER WHEEL [EXTRA...]

What is needed is read from the wheel's metadata and taken from the environment that runs this, package by package, as
`pip` noted their files: no index is asked, and it takes seconds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from importlib.util import cache_from_source
from pathlib import Path
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def main(folder: Path, wheel: Path, *extras: str) -> None:
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    with ZipFile(wheel) as opened:
        opened.extractall(site)
    (own,) = site.glob("epicene-*.dist-info")
    for needed in closure(PathDistribution(own), extras):
        link(needed, site)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout)


def closure(wanted: Distribution, extras: tuple[str, ...]) -> Iterator[Distribution]:
    """All that it requires, with what that requires in turn."""
    seen: set[tuple[str, str]] = set()
    todo = [(wanted, extra) for extra in ("", *extras)]
    while todo:
        one, extra = todo.pop()
        for line in one.requires or ():
            needed = Requirement(line)
            if needed.marker and not needed.marker.evaluate({"extra": extra}):
                continue
            name = canonicalize_name(needed.name)
            found = wanted if name == "epicene" else distribution(name)
            for further in ("", *needed.extras):
                if (name, further) not in seen:
                    if not further and found is not wanted:
                        yield found
                    seen.add((name, further))
                    todo.append((found, further))


def link(one: Distribution, site: Path) -> None:
    """Its files and what Python compiled of them, as links where the disk allows; programs are left."""
    for file in one.files or ():
        if ".." in file.parts or file.suffix == ".pyc":
            continue
        source, target = Path(str(one.locate_file(file))), site / file
        share(source, target)
        if file.suffix == ".py":
            compiled = Path(cache_from_source(str(source)))
            share(compiled, target.parent / "__pycache__" / compiled.name)


def share(source: Path, target: Path) -> None:
    if source.is_file() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
