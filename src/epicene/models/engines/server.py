"""Asking a server: as many requests under way as it is given, each by a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Generic

from epicene.core.errors import InputError
from epicene.models.api_server import AT_ONCE
from epicene.models.engines.local import Answer, Engine, Local, Made, Piece, WorkerFactory, Workers
from epicene.models.loading import Placement

SERVER = "server"


def as_answered(ask: Callable[[Piece], Answer], questions: Iterable[Piece], at_once: int) -> Iterator[Answer]:
    """What `ask` answers, in the order in which it does.

    After a failure nothing new is asked; what is under way may end and is given out, and then the failure is raised, so
    that no answer that came is lost. The threads are daemons: Ctrl-C need not wait for a silent server.
    """
    remaining = iter(questions)
    lock = threading.Lock()
    stopped = threading.Event()
    answered: SimpleQueue[tuple[list[Answer], BaseException | None, bool]]  # answers, failure, whether a thread ended
    answered = SimpleQueue()

    def work() -> None:
        try:
            while not stopped.is_set():
                with lock:
                    question = next(remaining, None)
                if question is None:
                    break
                answered.put(([ask(question)], None, False))
        except BaseException as error:
            stopped.set()
            answered.put(([], error, False))
        finally:
            answered.put(([], None, True))

    for _ in range(at_once):
        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    failure: BaseException | None = None
    working = at_once
    try:
        while working:
            answers, error, ended = answered.get()
            yield from answers
            failure = failure or error
            working -= ended
    finally:
        stopped.set()
    if failure is not None:
        raise failure


class AtServer(Local):
    """The engine of every model behind a server; the computing is the server's, and so is what it computes on."""

    name = SERVER

    def __init__(self, asked_for: Engine) -> None:
        if asked_for.name != Local.name:
            raise InputError(f"--engine {asked_for.name} changes nothing for a model behind a server. Leave it out.")

    def resolve(self, placement: Placement) -> Placement:
        """One question a piece, so that what was answered is written at once; threads are requests under way."""
        if placement.device is not None or placement.dtype != "float32" or placement.budget is not None:
            raise InputError("--device, --dtype and --batch-tokens are a server's own business. Leave them out.")
        return Placement(SERVER, placement.dtype, placement.threads or AT_ONCE, budget=1)

    @contextmanager
    def workers(self, factory: WorkerFactory[Any, Made], placement: Placement) -> Iterator[Workers[Made]]:
        yield _Connections(factory, placement)


@dataclass
class _Connections(Generic[Made]):
    factory: WorkerFactory[Any, Made]
    placement: Placement

    def map(self, work: Callable[[Made, Piece], Answer], pieces: Iterable[Piece]) -> Iterator[Answer]:
        own = threading.local()

        def ask(piece: Piece) -> Answer:
            if not hasattr(own, "made"):
                own.made = self.factory(self.placement)
            return work(own.made, piece)

        return as_answered(ask, pieces, self.placement.threads or AT_ONCE)
