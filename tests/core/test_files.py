"""Files of lines that are only added to."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError
from epicene.core.files import append_lines, drop_torn_line, whole_lines, without_places


def test_what_was_appended_is_read_and_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    assert whole_lines(path) == []
    append_lines(path, [{"text": "L’été"}, {"text": "a b"}])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"text": "half')
    assert whole_lines(path) == ['{"text": "L’été"}'.encode(), b'{"text": "a b"}']
    assert path.read_bytes() == whole
    append_lines(path, [{"n": 1}])
    assert whole_lines(path)[-1] == b'{"n": 1}'


@pytest.mark.parametrize("content", [b"", b'{"n": 1}\n'])
def test_a_whole_file_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(content)
    drop_torn_line(path)
    assert path.read_bytes() == content


def test_places_of_this_machine_keep_their_last_part_and_other_texts_stay(tmp_path: Path) -> None:
    told = {"model": str(tmp_path), "files": [str(tmp_path / "none"), "models/here", "/", "~"], "n": 1}
    assert without_places(told) == {
        "model": tmp_path.name, "files": [str(tmp_path / "none"), "models/here", "/", "~"], "n": 1,
    }  # fmt: skip


def test_a_file_of_half_a_line_becomes_empty(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b'{"n"')
    assert whole_lines(path) == []
    assert path.read_bytes() == b""


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(EpiceneError, match="cannot be written"):
        append_lines(tmp_path, [{"n": 1}])
