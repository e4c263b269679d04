"""Ending a training in the middle, as a crash would."""

from __future__ import annotations

from epicene.core.progress import Silent


class PowerCutError(Exception):
    pass


class StopsAt(Silent):
    """A progress that ends the work after so many units."""

    def __init__(self, units: int) -> None:
        self.left = units

    def advance(self, units: int) -> None:
        self.left -= units
        if self.left <= 0:
            raise PowerCutError
