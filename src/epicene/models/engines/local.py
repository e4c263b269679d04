"""Where work is done: in this process, or by Ray on the devices of one machine or many.

    with engine.workers(factory, placement) as workers:     # nothing is loaded yet
        for answer in workers.map(work, pieces):           # work(what the factory made, piece), in any order
            ...

Two kinds of work: `workers` hold something that is dear to make (a model, once a device); `each` is for pieces that
want a core and nothing else. A piece depends on nothing but itself, so that it may be done anywhere, and done twice. A
piece of work is a function of a module, found there by name on every machine. Nothing here imports torch, so that a
worker without a model starts in a second.
"""

from __future__ import annotations

import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from epicene.core.progress import current

if TYPE_CHECKING:
    from epicene.models.loading import Placement

Known = TypeVar("Known")
Made = TypeVar("Made")
MadeOut = TypeVar("MadeOut", covariant=True)
Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
Work = Callable[[Piece], Answer]  # what wants a core and nothing else

LOCAL, RAY = "local", "ray"
SECONDS_BETWEEN_LOOKS = 2.0


@dataclass(frozen=True, slots=True)
class WorkerFactory(Generic[Known, Made]):
    """Makes what a worker holds: `make(known, placement)`, on the device that the placement names.

    `known` is what can be read of a model without its weights (a description, scorings), and what this process has
    read already. A factory that is pickled leaves it behind: the other process reads the same for itself by `read`, so
    that what travels is light and every machine checks its own files. `make` and `read` are functions of a module, or
    `functools.partial` of such. `message` is shown here when the first worker starts.
    """

    make: Callable[[Known, Placement], Made]
    read: Callable[[], Known]
    known: Known | None = None
    message: str = ""

    def __call__(self, placement: Placement) -> Made:
        return self.make(self.read() if self.known is None else self.known, placement)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.make, self.read)

    def announce(self) -> None:
        if self.message:
            current().say(self.message)


class Workers(Protocol[MadeOut]):
    def map(self, work: Callable[[MadeOut, Piece], Answer], pieces: Iterable[Piece]) -> Iterator[Answer]:
        """The answers as they come. What the factory makes is made with the first piece, and kept."""


class Engine(ABC):
    """Where work is done; which one is no part of what a run is known by."""

    name: str

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:  # noqa: B027 - nothing to close is the usual case
        """Let go of what was started."""

    @abstractmethod
    def resolve(self, placement: Placement) -> Placement:
        """What the user left open, decided for the devices that this engine has; refuses what they cannot do."""

    @abstractmethod
    def workers(self, factory: WorkerFactory[Any, Made], placement: Placement) -> AbstractContextManager[Workers[Made]]:
        """Those that hold what the factory makes; they are gone when the context ends."""

    @abstractmethod
    def each(
        self, work: Work[Piece, Answer], pieces: Sequence[Piece], at_once: int | None, packed: Work[Piece, Piece]
    ) -> Iterator[Answer]:
        """Pieces that want one core each, so many at once (all cores, where that is open); answers in any order.

        `packed` makes a piece ready for a machine that does not see the files of this one.
        """


@dataclass
class _Here(Generic[Made]):
    factory: WorkerFactory[Any, Made]
    placement: Placement

    @cached_property
    def made(self) -> Made:
        self.factory.announce()
        return self.factory(self.placement)

    def map(self, work: Callable[[Made, Piece], Answer], pieces: Iterable[Piece]) -> Iterator[Answer]:
        for piece in pieces:
            yield work(self.made, piece)


class Local(Engine):
    """This machine: models in this process, other work in processes of their own."""

    name = LOCAL

    def resolve(self, placement: Placement) -> Placement:
        return placement.resolve()

    @contextmanager
    def workers(self, factory: WorkerFactory[Any, Made], placement: Placement) -> Iterator[Workers[Made]]:
        yield _Here(factory, placement)

    def each(
        self, work: Work[Piece, Answer], pieces: Sequence[Piece], at_once: int | None, packed: Work[Piece, Piece]
    ) -> Iterator[Answer]:
        from joblib import Parallel, delayed, parallel_config

        processes = min(at_once or os.cpu_count() or 1, len(pieces))
        if processes < 2:
            yield from map(work, pieces)
            return
        with parallel_config(backend="loky", inner_max_num_threads=1):
            parallel = Parallel(n_jobs=processes, batch_size=1, return_as="generator_unordered")
            yield from parallel(delayed(_in_process)(work, piece, os.getpid()) for piece in pieces)


def _in_process(work: Callable[[Piece], Answer], piece: Piece, parent: int) -> Answer:
    if "epicene-watch" not in {thread.name for thread in threading.enumerate()}:
        threading.Thread(target=_end_with, args=(parent,), name="epicene-watch", daemon=True).start()
    return work(piece)


def _end_with(parent: int) -> None:
    """A process whose command was killed would go on computing for nobody."""
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)
