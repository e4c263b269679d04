"""One-time codes by time (TOTP, RFC 6238): six digits that an app on an admin's telephone shows for half a minute."""

from __future__ import annotations

import base64
import hmac
import secrets
import struct
from urllib.parse import quote

STEP_SECONDS = 30
DIGITS = 6
EITHER_SIDE = 1  # steps by which a telephone's clock may be wrong
_SECRET_BYTES = 20


def new_secret() -> str:
    return base64.b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def address(secret: str, name: str) -> str:
    """What such an app reads: as a link, or typed in."""
    return f"otpauth://totp/epicene:{quote(name)}?secret={secret}&issuer=epicene"


def code_at(secret: str, step: int) -> str:
    """The code of one step: HOTP (RFC 4226) of the steps since 1970."""
    mac = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), "sha1")
    start = mac[-1] & 15
    number = int.from_bytes(mac[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, code: str, seconds: float, after: int) -> int | None:
    """The step whose code this is, about now; none up to `after`, whose code was taken already, counts."""
    middle = int(seconds) // STEP_SECONDS
    given = "".join(code.split()).encode()
    steps = range(max(middle - EITHER_SIDE, after + 1), middle + EITHER_SIDE + 1)
    return next((step for step in steps if hmac.compare_digest(code_at(secret, step).encode(), given)), None)
