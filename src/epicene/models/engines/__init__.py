"""Where work is done, in this process, on a cluster or by a server, and what it costs."""

from __future__ import annotations

from epicene.models.engines.local import LOCAL, Engine, Local


def open_engine(name: str = LOCAL, address: str | None = None) -> Engine:
    """The engine that a user named; with Ray and no address, Ray is started on this machine when it is needed."""
    if name == LOCAL:
        return Local()
    from epicene.models.engines.ray import Ray

    return Ray(address)
