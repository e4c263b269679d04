"""What other packages add to epicene: entry points of a group, imported when they are first needed."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from epicene.core.errors import EpiceneError

OWN = "epicene"


class PluginError(EpiceneError):
    """Somebody else's code does not load; the sentence names it, because epicene itself is not broken."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry point. `kind` is what it adds (a benchmark), `package` the package that brings it, with its version."""

    kind: str
    name: str
    package: str
    point: EntryPoint

    @property
    def is_own(self) -> bool:
        return self.package.partition(" ")[0] == OWN

    def load(self) -> Any:
        """What the entry point names. Its code may fail in any way, and fails alone."""
        try:
            return self.point.load()
        except Exception as error:
            raise self.failure(f"{type(error).__name__}: {_first_line(error)}") from error

    def failure(self, reason: str) -> PluginError:
        package = self.package.partition(" ")[0]
        return PluginError(
            f"The {self.kind} {self.name!r} of the package {self.package} cannot be loaded ({reason}). Update or "
            f"remove that package: pip uninstall {package}"
        )


def offered(group: str, kind: str) -> list[Plugin]:
    """The entry points of a group, none of them imported yet."""
    return [Plugin(kind, point.name, _package(point), point) for point in entry_points(group=group)]


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "unknown"


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no reason given"])[0]
