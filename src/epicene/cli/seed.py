"""The seed of the bootstrap: an option of every command whose figures have intervals."""

from __future__ import annotations

from typing import Annotated

import typer

Seed = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]
