"""What a call from Python passes, refused in a sentence before anything runs, as the commands refuse what is typed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from epicene.auditing.study.key_checks import Reader, flag, shown, text, whole
from epicene.core.errors import InputError


def read(name: str, value: Any, reader: Reader) -> Any:
    try:
        return reader(value)
    except ValueError as error:
        raise InputError(f"{name} is {shown(value)}; expected {error}.") from error


def place(value: Any) -> str:
    """A file or folder."""
    if not isinstance(value, str | os.PathLike) or not str(value).strip():
        raise ValueError("a text or a path")
    return str(value)


def run_folder(value: Any) -> str:
    """Of a `Run`, or the folder itself."""
    try:
        return place(getattr(value, "path", value))
    except ValueError:
        raise ValueError("a Run or its folder, one after the other: compare(a, b)") from None


def seed(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("a whole number from 0")
    return value


def benchmarks(value: Any) -> tuple[str, ...]:
    named = (value,) if isinstance(value, str) else value
    if not isinstance(named, Sequence) or not named or not all(isinstance(one, str) and one.strip() for one in named):
        raise ValueError("a benchmark of `epicene data list`, or a list of them")
    return tuple(named)


def _or_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


# By argument of `epicene.audit`; None stands for what is left to us.
OF_AUDIT: Mapping[str, Reader] = {
    "on": _or_none(benchmarks),
    **dict.fromkeys(("model", "nsp", "out"), _or_none(place)),
    **dict.fromkeys(("scoring", "bos", "revision", "device", "address", "aggregation"), _or_none(text)),
    **dict.fromkeys(("words", "rest", "dtype", "engine"), text),
    **dict.fromkeys(("threads", "batch_tokens", "limit"), _or_none(whole)),
    **dict.fromkeys(("as_released", "trust_remote_code", "strict", "progress"), flag),
    "seed": seed,
}


def refuse_wrong(given: Mapping[str, Any]) -> None:
    for name, reader in OF_AUDIT.items():
        read(name, given[name], reader)
