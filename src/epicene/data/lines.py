"""Text a line at a time, plain or gzipped, however large; what is wrong with a file is said with its line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from epicene.core.errors import InputError

GZIP = b"\x1f\x8b"


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines with their numbers and without their ends; only a newline ends a line, as `wc -l` counts."""
    number = 0
    try:
        with _opened(path) as file:
            for number, raw in enumerate(file, start=1):
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}, line {number}: byte {error.object[error.start]:#04x} is not UTF-8; save the file as UTF-8 and "
            "try again."
        ) from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{path} is a damaged gzip file ({error}); fetch it again.") from error
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; check the path.") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; name a file in it.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from error


def _opened(path: Path) -> IO[bytes]:
    file = path.open("rb")
    if file.read(len(GZIP)) == GZIP:
        file.close()
        return cast(IO[bytes], gzip.open(path, "rb"))
    file.seek(0)
    return file
