"""Secrets: the server's own key, volunteers' codes, tokens, and what is kept of them (hashes)."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError

VARIABLE = "EPICENE_COLLECT_KEY"
KEY_FILE = "collect.key"
LEAST_BYTES = 32
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no i, l, o, 0, 1: codes are copied by hand
_GROUPS, _GROUP = 5, 4  # 31 ** 20: 99 bits


def server_key(folder: Path) -> bytes:
    """From the environment, or made at the first start in a folder, for its owner's eyes only.

    A key that is lost costs those whose forms were open then a reload: it signs nothing that is kept.
    """
    given = os.environ.get(VARIABLE)
    if given:
        if len(given) < LEAST_BYTES:
            raise InputError(f"{VARIABLE} is shorter than {LEAST_BYTES} characters; make a longer one.")
        return hashlib.sha256(given.encode()).digest()
    path = folder / KEY_FILE
    try:
        with (
            suppress(FileExistsError),
            os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
        ):
            file.write(secrets.token_bytes(LEAST_BYTES))
            file.flush()
            os.fsync(file.fileno())
        key = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path} cannot be written ({error.strerror}); start in another folder, or set {VARIABLE} to a long "
            "random text."
        ) from None
    if len(key) < LEAST_BYTES:
        raise EpiceneError(f"{path} is damaged; delete it and start again (forms that are open must be reloaded).")
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
    return hmac.digest(key, "\0".join(parts).encode(), "sha256").hex()


def same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
