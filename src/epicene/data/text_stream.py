"""Text a line at a time, plain or gzipped, however large; what is wrong with a file is said with its line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, cast

from epicene.core.errors import InputError

GZIP = b"\x1f\x8b"


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines with their numbers and without their ends; only a newline ends a line, as `wc -l` counts."""
    number = 0
    with opened(path) as file:
        try:
            for number, raw in enumerate(file.content, start=1):
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}, line {number}: byte {error.object[error.start]:#04x} is not UTF-8; save the file as UTF-8 "
                "and try again."
            ) from None


class Opened(NamedTuple):
    """`content` is unpacked on the way; `stored` are the bytes on the disk, whose position tells how far one is."""

    content: IO[bytes]
    stored: IO[bytes]


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """A file, unpacked if it is gzip; whatever is wrong with it is said in one sentence."""
    try:
        with path.open("rb") as stored:
            packed = stored.read(len(GZIP)) == GZIP
            stored.seek(0)
            yield Opened(cast(IO[bytes], gzip.GzipFile(fileobj=stored)) if packed else stored, stored)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{path} is a damaged gzip file ({error}); fetch it again.") from error
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; check the path.") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; name a file in it.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from error
