"""What the commands of `epicene collect` share."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from epicene.core.errors import InputError

DEFAULT_DATABASE = "collect.db"
Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="FILE|URL", help="An SQLite file, or postgresql://user@host/name.", envvar="EPICENE_COLLECT_DB"
    ),
]
Named = Annotated[
    str | None,
    typer.Option("--campaign", metavar="NUMBER|TITLE", help="Which campaign; the newest that is open by default."),
]
_LIBRARIES = ("starlette", "uvicorn", "sqlalchemy", "alembic", "argon2", "krippendorff")


def need_collect() -> None:
    """One sentence where the web app's libraries are missing, which most users of epicene do not need."""
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        raise InputError(f"collect needs {', '.join(missing)}: pip install 'epicene[collect]'.")
