from __future__ import annotations

from pathlib import Path

import pytest

from .crows_files import SHARED, Crows, Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(content: str | bytes) -> Path:
        path = tmp_path / "pairs.tsv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture(scope="session")
def crows() -> Crows:
    """The published files, where this machine has them."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is absent: the published files are not part of the project")
    return lambda name: SHARED / name
