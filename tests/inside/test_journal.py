"""Lines that survive a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.runs.folder import Journal


def test_half_a_line_is_dropped_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    Journal(path).append([{"key": "a", "value": 1}, {"key": "b", "value": 2}])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"key": "c", "va')
    opened = Journal(path)
    assert opened.records == {"a": {"key": "a", "value": 1}, "b": {"key": "b", "value": 2}}
    assert path.read_bytes() == whole


@pytest.mark.parametrize("damage", ["{\n", "[]\n", '{"value": 1}\n', "\xff\n"])
def test_a_damaged_line_is_one_sentence(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(damage.encode("latin-1"))
    with pytest.raises(InputError, match="is damaged"):
        list(Journal(path).each())
