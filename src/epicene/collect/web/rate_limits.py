"""How often somebody may do something, and what an organiser may set of it. Held in memory only, and addresses only as
a keyed hash that dies with us."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request

LINES_PER_MINUTE = 30
MOST_KNOWN = 100_000  # so that a flood of addresses cannot fill the memory


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything else is decided. Limits are per minute. A class behind one address shares the address's limit."""

    per_participant: int = 60
    per_address: int = 600
    identities_per_hour: int = 60  # people who start from one address
    statements_per_minute: int = 10  # of one volunteer; what comes faster is held for a curator to look at
    login_failures: int = 5  # of one name from one address, which then waits
    login_failures_of_address: int = 20  # of all names: several curators may sit behind one address
    login_failures_of_account: int = 100  # from all addresses, after which it waits for an hour
    login_wait_seconds: int = 300
    most_bytes: int = 64 * 1024  # of a request's body
    body_seconds: float = 20.0  # for all of it to arrive
    slow_seconds: float = 20.0  # for a page that takes long
    session_hours: int = 12  # of a curator
    idle_minutes: int = 30  # after which a curator who does nothing is logged out


class Limit:
    """A bucket for each key: `most` drops at once, refilled evenly over `seconds`."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic, seconds: float = 60) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Whether there is a drop left; takes it."""
        now = self._clock()
        drops, last = self._buckets.pop(key, (float(self._most), now))
        drops = min(self._most, drops + (now - last) * self._most / self._seconds)
        allowed = drops >= 1
        self._buckets[key] = (drops - allowed, now)
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return allowed


class Failures:
    """Counts failures in a row; after `most` of them the key waits."""

    def __init__(self, most: int, wait_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._wait_seconds = wait_seconds
        self._clock = clock
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def must_wait(self, key: str) -> bool:
        count, last = self._failed.get(key, (0, 0.0))
        if self._clock() - last >= self._wait_seconds:
            self._failed.pop(key, None)
            return False
        return count >= self._most

    def failed(self, key: str) -> None:
        count, _ = self._failed.pop(key, (0, 0.0))
        self._failed[key] = (count + 1, self._clock())
        if len(self._failed) > MOST_KNOWN:
            self._failed.popitem(last=False)

    def take_back(self, key: str) -> None:
        """One failure that was none; those before it still count."""
        count, last = self._failed.get(key, (0, 0.0))
        if count:
            self._failed[key] = (count - 1, last)

    def succeeded(self, key: str) -> None:
        self._failed.pop(key, None)


class Doorkeeper:
    """All limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self.participants = Limit(settings.per_participant)
        self.addresses = Limit(settings.per_address)
        self.identities = Limit(settings.identities_per_hour, seconds=3600)
        self.statements = Limit(settings.statements_per_minute)
        self.log_lines = Limit(LINES_PER_MINUTE)  # for each kind of refusal
        self.names = Failures(settings.login_failures, settings.login_wait_seconds)
        self.accounts = Failures(settings.login_failures_of_account, 3600)
        self.login_addresses = Failures(settings.login_failures_of_address, settings.login_wait_seconds)
        self._key = secrets.token_bytes(32)

    def address_of(self, request: Request) -> str:
        """Where a request comes from, hidden."""
        address = request.client.host if request.client else ""
        return hashlib.blake2b(address.encode(), key=self._key, digest_size=16).hexdigest()
