"""An invented document of `mt probe`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from epicene.core.notices import Notice
from epicene.inside.inside_page import InsideKind
from epicene.inside.results import ProbeResults
from epicene.report.document import Document
from epicene.runs.folder import RunFolder
from epicene.runs.results import Result


def figure(value: float, width: float = 2.0) -> dict[str, float]:
    return {"value": value, "low": value - width, "high": value + width, "error": width / 10}


def cell(corpus: str, side: str, layer: int, token: str, accuracy: float, random: float) -> dict[str, Any]:
    place = {"corpus": corpus, "side": side, "layer": layer, "token": token, "n_examples": 40}
    figures = {"accuracy": accuracy, "feminine": accuracy - 5, "masculine": accuracy + 5, "random_labels": 49.5}
    figures |= {"random_weights": random, "difference": accuracy - random}
    return place | {name: figure(value) for name, value in figures.items()}


def corpus(name: str, kind: str, published_as: str | None = None) -> dict[str, Any]:
    words = {"son": "son", "travail": "activité" if name == "complement-feminine" else "travail"}
    facts = {"n_lines": 40, "n_pairs": 20, "n_identical": 3, "ceiling": 92.5, "example": "<b>L’élève</b> dort."}
    return {"name": name, "kind": kind, "words": words, **facts} | (
        {"published_as": published_as} if published_as else {}
    )


def document(difference: float = 20.0) -> ProbeResults:
    cells = [
        cell("base", "encoder", layer, word, 70.0 + layer, 71.0 + layer - difference)
        for layer in (1, 2)
        for word in ("son", "travail")
    ]
    cells += [cell("base", "decoder", 1, "the", 88.0, 90.5)]
    cells += [cell("complement-feminine", "encoder", layer, "travail", 61.5, 60.0) for layer in (1, 6)]
    found = {
        "model": "<i>model</i>",
        "signatures": {"mt-probe": "mt-probe@123456|probe-grouped"},
        "split": "grouped",
        "repetitions": 100,
        "strength": 0.1,
        "follow": "own translation",
        "corpora": [
            corpus("base", "grid", "base"),
            corpus("complement-feminine", "manipulation", "complement-feminine"),
        ],
        "cells": cells,
        "notice_codes": [Notice("probe.notice.limit", {"n": 20}).record()],
    }  # fmt: skip
    return msgspec.convert(found, ProbeResults)


def page_of(kind: InsideKind[Any], results: Result, folder: Path, code: str = "en") -> Document:
    """The page of a run folder that holds these results."""
    run = RunFolder(folder)
    with run.lock():
        run.begin(kind.name, {})
        run.write_results(results)
    return kind.document([folder], code)
