"""The paper's tables 4 and 5, beside what was measured; facts with their source."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

Place = tuple[str, str, int, str]  # corpus, side, layer, token


@cache
def published_probes() -> tuple[str, Mapping[str, Mapping[Place, float]]]:
    """The source, and by figure (accuracy, random_labels) the value at each place."""
    file = resources.files("epicene.inside").joinpath("published", "mt_probe.json")
    read = json.loads(file.read_text(encoding="utf-8"))
    tables = {
        figure: {
            (corpus, side, layer, token): value
            for corpus, rows in read[figure].items()
            for side, layer, token, value in rows
        }
        for figure in ("accuracy", "random_labels")
    }
    return read["source"], tables
