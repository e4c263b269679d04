"""A model source: `shelf:NAME` is the folder NAME below the one that the variable EPICENE_SHELF names."""

import os
from pathlib import Path

from epicene.core.errors import InputError
from epicene.models.source import Source


def on_the_shelf(spec: str) -> Source:
    name = spec.removeprefix("shelf:")
    folder = Path(os.environ.get("EPICENE_SHELF", "shelf")) / name
    if not (folder / "config.json").is_file():
        raise InputError(f"There is no model {name!r} on the shelf: {folder} has no config.json.")
    return Source(spec, name, folder)
