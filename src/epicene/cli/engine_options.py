"""Where work is done: options that the commands which ask models share."""

from __future__ import annotations

from typing import Annotated

import typer

EngineName = Annotated[
    str,
    typer.Option("--engine", help="Where to work: local, this machine; or ray, the devices of one machine or many."),
]
Address = Annotated[
    str | None,
    typer.Option(
        help="With --engine ray: a cluster's address, or auto. Default: Ray is started here.", metavar="HOST:PORT"
    ),
]
