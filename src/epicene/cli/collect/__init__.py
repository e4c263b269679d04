"""epicene collect: the corpus workshop."""

from __future__ import annotations

from importlib.util import find_spec

from epicene.core.errors import InputError

_LIBRARIES = ("starlette", "uvicorn", "sqlalchemy", "alembic", "argon2", "krippendorff")


def need_collect() -> None:
    """One sentence where the web app's libraries are missing, which most users of epicene do not need."""
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if missing:
        raise InputError(f"collect needs {', '.join(missing)}: pip install 'epicene[collect]'.")
