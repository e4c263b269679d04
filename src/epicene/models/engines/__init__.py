"""Where work is done, in this process, on a cluster or by a server, and what it costs."""

from __future__ import annotations

from epicene.core.errors import InputError
from epicene.models.engines.local import LOCAL, RAY, Engine, Local


def open_engine(name: str = LOCAL, address: str | None = None) -> Engine:
    """The engine that a user named; with Ray and no address, Ray is started on this machine when it is needed."""
    if name not in (LOCAL, RAY):
        raise InputError(f"There is no engine {name!r}. Known: {LOCAL}, {RAY}.")
    if name == LOCAL:
        if address is not None:
            raise InputError(f"--engine local has no address; for a cluster of Ray, name --engine ray:{address}.")
        return Local()
    from epicene.models.engines.ray import Ray

    return Ray(address)
