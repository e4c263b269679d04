"""Secrets: the server's own key, volunteers' codes, tokens, and what is kept of them (hashes)."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import clear_disk_errors

VARIABLE = "EPICENE_COLLECT_KEY"
KEY_FILE = "collect.key"
LEAST_BYTES = 32
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: codes are copied by hand
_GROUPS, _GROUP = 5, 4  # 31 ** 20: 99 bits


def server_key(folder: Path | None) -> bytes:
    """From the environment, or made at the first start beside the database, for its owner's eyes only."""
    given = os.environ.get(VARIABLE)
    if given:
        if len(given) < LEAST_BYTES:
            raise InputError(f"{VARIABLE} is shorter than {LEAST_BYTES} characters; make a longer one.")
        return hashlib.sha256(given.encode()).digest()
    if folder is None:
        raise InputError(
            f"Set {VARIABLE} to a long random text: with a database server there is no folder to keep the key in."
        )
    path = folder / KEY_FILE
    with clear_disk_errors(path):
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            key = path.read_bytes()
        else:
            key = secrets.token_bytes(LEAST_BYTES)
            with os.fdopen(handle, "wb") as file:
                file.write(key)
                file.flush()
                os.fsync(file.fileno())
    if len(key) < LEAST_BYTES:
        raise EpiceneError(f"{path} is damaged; delete it and start again (people will have to log in again).")
    return key


def new_code() -> str:
    """A volunteer's code: abcd-efgh-jkmn-pqrs-tuvw. Whoever holds it may see and erase what they gave."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def read_code(text: str) -> str | None:
    """A code as typed by hand, in one spelling; nothing if it cannot be one."""
    plain = "".join(character for character in text.lower() if character.isalnum())
    if len(plain) != _GROUPS * _GROUP or set(plain) - set(_ALPHABET):
        return None
    return "-".join(plain[start : start + _GROUP] for start in range(0, len(plain), _GROUP))


def new_token() -> str:
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What the database keeps of a code or token; long random texts need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def sign(key: bytes, *parts: str) -> str:
    return hmac.new(key, "\0".join(parts).encode(), hashlib.sha256).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
