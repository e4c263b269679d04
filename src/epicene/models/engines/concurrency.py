"""Several questions under way at once, for models whose answers come over a network."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def as_answered(ask: Callable[[T], R], questions: Iterable[T], at_once: int) -> Iterator[R]:
    """What `ask` answers, in the order in which it does.

    After a failure nothing new is asked; what is under way may end and is given out, and then the failure is raised, so
    that no answer that came is lost. The threads are daemons: Ctrl-C need not wait for a silent server.
    """
    remaining = iter(questions)
    lock = threading.Lock()
    stopped = threading.Event()
    answered: SimpleQueue[tuple[list[R], BaseException | None, bool]] = SimpleQueue()  # answers, failure, worker ended

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
