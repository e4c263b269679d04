"""Names that users type, and what they stand for; other packages add to them by entry points."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import Distribution, EntryPoint, EntryPoints, entry_points
from typing import Any, Generic, TypeVar, cast

from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.extras import MissingPackageError, missing_package
from epicene.core.progress import current

OWN = "epicene"
T = TypeVar("T")


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
            if self.is_own and isinstance(error, ModuleNotFoundError) and error.name:
                raise missing_package(error.name, f"The {self.kind} {self.name!r}") from error
            raise self.failure(f"{type(error).__name__}: {first_line(error)}") from error

    def failure(self, reason: object) -> PluginError:
        package = self.package.partition(" ")[0]
        return PluginError(
            f"The {self.kind} {self.name!r} of the package {self.package} cannot be loaded ({reason}). Update "
            f"or remove that package: pip uninstall {package}"
        )


def offered(group: str, kind: str) -> list[Plugin]:
    """The entry points of a group, none of them imported yet."""
    return [
        Plugin(kind, point.name, _package(point.dist) if point.dist else "unknown", point)
        for point in _installed(tuple(sys.path)).select(group=group)
    ]


@cache
def _installed(path: tuple[str, ...]) -> EntryPoints:
    """All entry points of the packages on this path: reading them takes Python as long for one group as for all."""
    return cast(EntryPoints, entry_points())  # in Python 3.11 by group, and to be selected from likewise


@cache
def _package(distribution: Distribution) -> str:
    return f"{distribution.name} {distribution.version}"


def unknown(kind: str, name: str, known: Sequence[str]) -> InputError:
    """The error for a name that is not known, with the nearest one that is."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return InputError(f"There is no {kind} {name!r}.{hint} Known: {', '.join(known)}.")


class Registry(Generic[T]):
    """A table from name to thing; an unknown name is answered with the nearest known one.

    With a `group`, other packages add to it by entry points of that group. They are imported when their name is asked
    for, or when all are; `fits` says of what was imported whether it is such a thing, or why not (a ValueError). A
    plugin that fails is an error where it was named, and else left out and told of.
    """

    def __init__(
        self, kind: str, group: str | None = None, fits: Callable[[object], bool] = lambda thing: True
    ) -> None:
        self.kind = kind
        self.group = group
        self.failures: dict[str, str] = {}  # name to sentence, filled as plugins are imported
        self._fits = fits
        self._things: dict[str, T] = {}
        self._loaded: set[str] = set()

    def add(self, name: str, thing: T) -> T:
        if name in self._things:
            raise ValueError(f"{self.kind} {name!r} is registered twice")
        self._things[name] = thing
        return thing

    @cached_property
    def plugins(self) -> dict[str, Plugin]:
        """What other packages offer, by name; of two with one name the first that is found."""
        plugins: dict[str, Plugin] = {}
        for plugin in offered(self.group, self.kind) if self.group else ():
            plugins.setdefault(plugin.name, plugin)
        return plugins

    def load(self, plugin: Plugin) -> T:
        """The plugin's thing, which then belongs to the table; a name that is taken stays what it was."""
        if plugin.name in self._things:
            raise plugin.failure(f"epicene has a {self.kind} of that name")
        thing: T = plugin.load()
        try:
            fits = self._fits(thing)
        except ValueError as error:
            raise plugin.failure(error) from error
        if not fits or getattr(thing, "name", plugin.name) != plugin.name:
            raise plugin.failure(f"{plugin.point.value} is not a {self.kind} named {plugin.name!r}")
        self._loaded.add(plugin.name)
        return self.add(plugin.name, thing)

    def __getitem__(self, name: str) -> T:
        if name in self._things:
            return self._things[name]
        if name in self.plugins:
            return self.load(self.plugins[name])
        raise unknown(self.kind, name, list(self))

    def __contains__(self, name: object) -> bool:
        return name in self._things or name in self.plugins

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def values(self) -> Iterator[T]:
        return iter(self._all().values())

    def _all(self) -> dict[str, T]:
        for name, plugin in self.plugins.items():
            if name not in self._loaded and name not in self.failures:
                try:
                    self.load(plugin)
                except MissingPackageError:  # of an extra: said to whoever names it
                    continue
                except PluginError as error:
                    self.failures[name] = error.args[0]
                    current().say(f"Warning: {error}")
        return dict(self._things)
