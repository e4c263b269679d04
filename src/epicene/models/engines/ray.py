"""Work by Ray, on this machine or on the nodes of a cluster.

Placement, GPUs and restarting what died are Ray's. A model is held by actors: one for each GPU, or where there is none
one for each node, with that node's cores. An actor that dies is started again by Ray where there is room; what it was
asked goes to the next free one meanwhile, so that a lost node costs a retry even if nothing replaces it.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

from epicene._version import __version__
from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.extras import is_installed, missing_package
from epicene.core.progress import current
from epicene.models.engines.local import RAY, Answer, Engine, Made, Piece, Work, WorkerFactory, Workers

if TYPE_CHECKING:
    from ray import ObjectRef
    from ray.actor import ActorHandle

    from epicene.models.loading import Placement

AT_ONCE = 2  # pieces that an actor has, so that it never waits for the next
MOST_DEATHS = 4  # of workers under one piece: then the piece is what kills them
STORE_BYTES = 2**28  # pieces and answers are small
SECONDS_TO_REACH = 10.0
SECONDS_TO_WAIT = 30.0  # for a worker, before a person is told why nothing happens
FOREVER = -1


class Ray(Engine):
    """Connects when it is first needed; what it started itself it also ends."""

    name = RAY

    def __init__(self, address: str | None = None) -> None:
        if not is_installed("ray"):
            raise missing_package("ray", "--engine ray")
        self.address = address
        self._ray: ModuleType | None = None
        self._is_ours = False

    def close(self) -> None:
        if self._ray is not None and self._is_ours:
            self._ray.shutdown()
            _print_logs(self._ray, True)
        self._ray = None

    def _connected(self) -> ModuleType:
        """The ray module, once it is connected."""
        if self._ray is None:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read by Ray when it starts
            import ray

            if not ray.is_initialized():
                _start(self.address)
                self._is_ours = True
            self._ray = ray
        return self._ray

    def resolve(self, placement: Placement) -> Placement:
        """On this machine as without Ray; of a cluster, its GPUs are used where it has some."""
        if placement.device is not None and placement.device.startswith("cuda:"):
            raise InputError(f"Ray itself chooses which GPU to use: give --device cuda, not {placement.device}.")
        if self.address is None:
            return placement.resolve()
        from epicene.models.loading import BUDGET_ON_GPU

        on_cpu = replace(placement, device="cpu").resolve()
        if not self._gpus(placement):
            return replace(on_cpu, device=placement.device or "cpu")
        return replace(on_cpu, device="cuda", budget=placement.budget or BUDGET_ON_GPU)

    def _gpus(self, placement: Placement) -> int:
        """How many GPUs there are to use."""
        if placement.device not in (None, "cuda"):
            return 0
        count = int(self._connected().cluster_resources().get("GPU", 0))
        if placement.device == "cuda" and not count:
            raise InputError("The Ray cluster has no GPU that Ray knows of. Leave --device out, or give --device cpu.")
        return count

    @contextmanager
    def workers(self, factory: WorkerFactory[Any, Made], placement: Placement) -> Iterator[Workers[Made]]:
        workers: _Actors[Made] = _Actors(lambda: self._actors(factory, placement))
        try:
            yield workers
        finally:
            workers.close()

    def _actors(self, factory: WorkerFactory[Any, Made], placement: Placement) -> list[ActorHandle]:
        """One for each device."""
        factory.announce()
        ray = self._connected()
        kind = ray.remote(max_restarts=FOREVER)(_Holder)
        gpus = self._gpus(placement) if self.resolve(placement).device == "cuda" else 0
        if gpus:
            of_gpu, on_gpu = kind.options(num_gpus=1, num_cpus=1), replace(placement, device="cuda")
            return [of_gpu.remote(factory, on_gpu, __version__) for _ in range(gpus)]
        actors = []
        for node in ray.nodes():
            if cores := int(node["Resources"].get("CPU", 0)) if node["Alive"] else 0:
                near = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node["NodeID"], soft=True)
                # This machine's own choice of threads on this machine, so that numbers are the same to the bit.
                threads = placement.threads or (placement.resolve().threads if self.address is None else cores)
                on_cores = replace(placement, device=placement.device or "cpu", threads=threads)
                of_node = kind.options(num_cpus=cores, scheduling_strategy=near)
                actors.append(of_node.remote(factory, on_cores, __version__))
        if not actors:
            raise EpiceneError("The Ray cluster has no node with a core to work on. Add one with `ray start`.")
        return actors

    def each(
        self, work: Work[Piece, Answer], pieces: Sequence[Piece], at_once: int | None, packed: Work[Piece, Piece]
    ) -> Iterator[Answer]:
        if not pieces:
            return
        ray = self._connected()
        task = ray.remote(_do).options(num_cpus=1, max_retries=MOST_DEATHS)
        most = at_once or AT_ONCE * int(ray.cluster_resources().get("CPU", 1))
        waiting = deque(pieces)
        pending: list[ObjectRef] = []
        try:
            while waiting or pending:
                while waiting and len(pending) < most:
                    piece = waiting.popleft()
                    pending.append(task.remote(work, piece if self.address is None else packed(piece)))
                (done, *_), pending = ray.wait(pending)
                try:
                    answer: Answer = _fetched(done)
                except ray.exceptions.RayError as error:
                    raise _given_up(error) from error
                yield answer
        finally:
            for task_ref in pending:
                ray.cancel(task_ref, force=True)


def _print_logs(ray: ModuleType, on: bool) -> None:
    """Of a node that died, Ray would tell among the figures of --json, whatever log_to_driver says."""
    with suppress(AttributeError):
        ray._private.worker._worker_logs_enabled = on


def _start(address: str | None) -> None:
    """Quietly: no dashboard, and nothing of the workers' output."""
    import ray

    _print_logs(ray, False)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        current().say("Starting Ray on this machine")
        os.environ.setdefault("RAY_worker_niceness", "0")  # workers matter as much as the command: it only waits
        ray.init(address="local", include_dashboard=False, object_store_memory=STORE_BYTES, **quiet)
        return
    current().say(f"Connecting to Ray at {address}")
    try:
        _reach(address)
        ray.init(address=address, **quiet)
    except ray.exceptions.AuthenticationError as error:
        raise EpiceneError(
            f"The Ray cluster at {address} wants a token, and this command has none or another. Copy "
            "~/.ray/auth_token of the node that started the cluster to the same place here, then `export "
            "RAY_AUTH_MODE=token`."
        ) from error
    except (OSError, ValueError, OverflowError, RuntimeError, ImportError, ray.exceptions.RayError) as error:
        raise EpiceneError(
            f"No Ray cluster can be used at {address} ({first_line(error).rstrip('.')}). Start one with "
            "`ray start --head` and call epicene on one of its nodes, or leave the address out."
        ) from error


def _reach(address: str) -> None:
    """Ray itself would try for a minute, or where only its token is missing for 20 seconds without saying so."""
    import ray

    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_REACH).close()
        if not address.startswith("ray://"):
            ray._raylet.GcsClient(address=address)


class _Holder(Generic[Made]):
    """An actor: makes what its factory makes when it is asked whether it is ready, then works with it."""

    def __init__(self, factory: WorkerFactory[Any, Made], placement: Placement, version: str) -> None:
        self.factory, self.placement, self.version = factory, placement, version
        self.made: Made | None = None

    def ready(self) -> _Refusal | None:
        if self.version != __version__:
            node = f"Node {socket.gethostname()} has epicene {__version__} and not {self.version}"
            return _Refusal(f"{node}: install the same version on every node.", is_input=False)
        made = _do(self.factory, self.placement)
        if isinstance(made, _Refusal):
            return made
        self.made = made
        return None

    def work(self, work: Callable[[Made | None, Piece], Answer], piece: Piece) -> Answer | _Refusal:
        if self.made is None and (refusal := self.ready()):  # started anew by Ray while it had nothing to do
            return refusal
        return _do(partial(work, self.made), piece)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """An error that a person reads, on its way back."""

    message: str
    is_input: bool


def _do(work: Callable[[Piece], Answer], piece: Piece) -> Answer | _Refusal:
    gc.set_threshold(10_000, 10, 10)  # as in the command itself: a worker too loads libraries
    try:
        return work(piece)
    except EpiceneError as error:
        return _Refusal(str(error), isinstance(error, InputError))


def _fetched(done: ObjectRef) -> Any:
    """The answer, or what the work itself raised; where the worker was lost, Ray's own error."""
    import ray

    try:
        answer = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause or EpiceneError(f"A worker of Ray failed ({first_line(error).rstrip('.')}).") from error
    if isinstance(answer, _Refusal):
        raise (InputError if answer.is_input else EpiceneError)(answer.message)
    return answer


@dataclass
class _Sent(Generic[Piece]):
    piece: Piece
    deaths: int = 0


class _Actors(Generic[Made]):
    """Actors, started with the first piece. `free` has an actor once for each piece that it can take."""

    def __init__(self, start: Callable[[], list[ActorHandle]]) -> None:
        self._start = start
        self._all: list[ActorHandle] = []
        self._free: deque[ActorHandle] = deque()
        self._waking: dict[ObjectRef, ActorHandle] = {}

    def close(self) -> None:
        for actor in self._all:
            import ray

            ray.kill(actor)

    def map(self, work: Callable[[Made, Piece], Answer], pieces: Iterable[Piece]) -> Iterator[Answer]:
        waiting = deque(_Sent(piece) for piece in pieces)
        if not waiting:
            return
        import ray

        if not self._all:
            self._all = self._start()
            for actor in self._all:
                self._wake(actor)
        pending: dict[ObjectRef, tuple[ActorHandle, _Sent[Piece]]] = {}
        while waiting or pending:
            while waiting and self._free:
                actor, sent = self._free.popleft(), waiting.popleft()
                pending[actor.work.remote(work, sent.piece)] = (actor, sent)
            for done in self._next(pending):
                if done in self._waking:
                    self._woken(done)
                    continue
                actor, sent = pending.pop(done)
                try:
                    answer: Answer = _fetched(done)
                except ray.exceptions.RayError as error:
                    self._lost(actor, sent, error)
                    waiting.append(sent)
                else:
                    if actor not in self._waking.values():
                        self._free.append(actor)
                    yield answer

    def _next(self, pending: Iterable[ObjectRef]) -> list[ObjectRef]:
        """What has come. Where no worker is there, a person is told."""
        import ray

        done: list[ObjectRef] = ray.wait([*pending, *self._waking], timeout=None if pending else SECONDS_TO_WAIT)[0]
        if not done:
            current().say(
                "Still waiting for a worker: Ray has no free device, or the model takes long to load. What was done "
                "is kept; Ctrl-C stops"
            )
        return done

    def _wake(self, actor: ActorHandle) -> None:
        """Have it load; answers when Ray has started it, be it anew and on another node."""
        self._waking[actor.ready.options(max_task_retries=FOREVER).remote()] = actor

    def _woken(self, done: ObjectRef) -> None:
        import ray

        actor = self._waking.pop(done)
        try:
            _fetched(done)
        except ray.exceptions.RayError as error:
            self._all.remove(actor)
            trouble = f"Ray could not start a worker ({first_line(error).rstrip('.')})"
            if not self._all:
                raise EpiceneError(f"{trouble}.") from error
            current().say(f"{trouble}; workers that go on: {len(self._all)}")
        else:
            self._free.extend([actor] * AT_ONCE)

    def _lost(self, actor: ActorHandle, sent: _Sent[Piece], error: Exception) -> None:
        sent.deaths += 1
        if sent.deaths > MOST_DEATHS:
            raise _given_up(error) from error
        if actor not in self._waking.values():
            current().say("A worker was lost; what it was asked goes to another")
            self._free = deque(other for other in self._free if other is not actor)
            self._wake(actor)


def _given_up(error: Exception) -> EpiceneError:
    return EpiceneError(
        f"Workers of Ray died {MOST_DEATHS + 1} times on the same piece of work "
        f"({first_line(error).rstrip('.')}). They may lack memory: try fewer --batch-tokens, --dtype "
        "bfloat16 or larger nodes. What was done is kept."
    )
