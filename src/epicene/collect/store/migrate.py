"""Bring a database to the tables that this version of epicene knows."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine

from epicene.core.errors import EpiceneError


def upgrade(engine: Engine) -> None:
    """Runs the missing migrations, all in one transaction; a database from a newer epicene is refused."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise EpiceneError(
            f"The database was made by another version of epicene ({error}). Install the newest epicene."
        ) from error
