"""How often somebody may do something, and what an organiser may set of it. Held in memory only, and addresses only as
a keyed hash that dies with us.

Whoever has one address of IPv6 has 2^64 of them: they count as one, and above a second threshold so do the 2^16
networks that a provider gives one customer.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from epicene.core.errors import InputError

LINES_PER_MINUTE = 30
MOST_KNOWN = 100_000  # so that a flood of addresses cannot fill the memory
WIDE = 4  # times what one address may, the networks of one customer may together
HOUR = 3600


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Everything else is decided. Limits are per minute. A class behind one address shares the address's limit."""

    per_participant: int = 60
    per_address: int = 600
    views_per_address: int = 1200
    identities_per_hour: int = 60  # people who start from one address
    statements_per_minute: int = 10  # of one volunteer; what comes faster is held for a curator to look at
    statements_per_address: int = 60  # likewise; ten times as many in an hour are the most
    login_failures: int = 5  # of one name from one address, which then waits
    login_failures_of_address: int = 20  # of all names: several curators may sit behind one address
    login_failures_of_account: int = 100  # by browsers that never logged in, which then wait for an hour
    login_wait_seconds: int = 300
    most_bytes: int = 64 * 1024  # of a request's body
    body_seconds: float = 20.0  # for all of it to arrive
    slow_seconds: float = 20.0  # for a page that takes long
    near_seconds: float = 0.5  # for a page's search for statements that are alike
    inline_rows: int = 20_000  # answers and statements up to which figures are made while one waits
    session_hours: int = 12  # of a curator
    idle_minutes: int = 30  # after which a curator who does nothing is logged out


# Those that an organiser may set (`collect serve --limit NAME=N`).
LIMITS = (
    *("per_participant", "per_address", "views_per_address"),
    *("identities_per_hour", "statements_per_minute", "statements_per_address"),
)


def read_limits(given: Sequence[str]) -> ServerSettings:
    """Settings with these limits, each as NAME=N."""
    chosen = {}
    for text in given:
        name, _, number = text.partition("=")
        field = name.strip().replace("-", "_")
        if field not in LIMITS or not number.strip().isdecimal() or int(number) < 1:
            known = ", ".join(limit.replace("_", "-") for limit in LIMITS)
            raise InputError(f"--limit {text} is not NAME=N, with a number from 1 and one of the names {known}.")
        chosen[field] = int(number)
    return ServerSettings(**chosen)


class Limit:
    """A bucket for each key: `most` drops at once, refilled evenly over `seconds`. Where a request is counted for its
    network and for a wider one, the wider one's bucket holds `WIDE` times as many."""

    def __init__(self, most: int, seconds: float = 60, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, *keys: str) -> bool:
        """Whether there is a drop left for each key, the narrowest first; all are counted, whatever one of them has."""
        now, allowed = self._clock(), True
        for width, key in enumerate(keys):
            most = self._most * WIDE**width
            drops, last = self._buckets.pop(key, (float(most), now))
            drops = min(most, drops + (now - last) * most / self._seconds)
            allowed &= drops >= 1
            self._buckets[key] = (drops - (drops >= 1), now)
        while len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return allowed


class FailureCount:
    """Counts failures in a row; after `most` of them the key waits."""

    def __init__(self, most: int, wait_seconds: float, clock: Callable[[], float] = time.time) -> None:
        self._most, self._wait_seconds, self._clock = most, wait_seconds, clock
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def must_wait(self, key: str) -> bool:
        if self._clock() - self.last(key) >= self._wait_seconds:
            self.succeeded(key)
        return self._failed.get(key, (0, 0.0))[0] >= self._most

    def last(self, key: str) -> float:
        """When it failed last."""
        return self._failed.get(key, (0, 0.0))[1]

    def failed(self, key: str) -> None:
        count, _ = self._failed.pop(key, (0, 0.0))
        self._failed[key] = (count + 1, self._clock())
        if len(self._failed) > MOST_KNOWN:
            self._failed.popitem(last=False)

    def rollback(self, key: str) -> None:
        """One failure that was none; those before it still count."""
        count, last = self._failed.get(key, (0, 0.0))
        if count:
            self._failed[key] = (count - 1, last)

    def succeeded(self, key: str) -> None:
        self._failed.pop(key, None)


class RateLimiter:
    """All limits of one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.participants = Limit(settings.per_participant)
        self.forms = Limit(settings.per_address)
        self.views = Limit(settings.views_per_address)
        self.identities = Limit(settings.identities_per_hour, HOUR)
        self.statements = Limit(settings.statements_per_minute)
        self.statements_of_network = Limit(settings.statements_per_address)
        self.statements_in_hour = Limit(10 * settings.statements_per_address, HOUR)
        self.log_lines = Limit(LINES_PER_MINUTE)  # for each kind of refusal
        self.names = FailureCount(settings.login_failures, settings.login_wait_seconds)
        self.login_networks = FailureCount(settings.login_failures_of_address, settings.login_wait_seconds)
        self.accounts = FailureCount(settings.login_failures_of_account, HOUR)
        self._key = secrets.token_bytes(32)
        self._hour, self._hour_key = 0, b""

    def networks(self, address: str) -> tuple[str, ...]:
        """Where a request comes from, hidden: the address, or the network of an address of IPv6 and its customer's."""
        return tuple(_hidden(self._key, network) for network in _networks(address, (32,), (64, 48)))

    def origin(self, address: str) -> str:
        """A mark that answers from one range of addresses share for an hour, and that nobody can follow back to them
        afterwards: its key is drawn each hour and kept nowhere."""
        hour = int(time.time()) // HOUR
        if hour != self._hour:
            self._hour, self._hour_key = hour, secrets.token_bytes(32)
        return _hidden(self._hour_key, _networks(address, (24,), (48,))[0])


def _hidden(key: bytes, network: str) -> str:
    return hashlib.blake2b(network.encode(), key=key, digest_size=8).hexdigest()


def _networks(address: str, of_ipv4: Sequence[int], of_ipv6: Sequence[int]) -> list[str]:
    """The networks of these sizes that an address is in; an address of IPv4 written as one of IPv6 is itself."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return [address]
    if isinstance(read, ipaddress.IPv6Address):
        read = read.ipv4_mapped or read
    sizes = of_ipv4 if read.version == 4 else of_ipv6
    return [str(ipaddress.ip_network((read, size), strict=False)) for size in sizes]
