"""What an organiser may set; everything else is decided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Limits are per minute and held in memory. A class behind one address shares the address's limit."""

    per_participant: int = 60
    per_address: int = 600
    login_failures: int = 5  # of one name from one address, which then waits
    login_failures_of_address: int = 20  # of all names: several curators may sit behind one address
    login_wait_seconds: int = 300
    most_bytes: int = 64 * 1024  # of a request's body
    session_hours: int = 12  # of a curator
