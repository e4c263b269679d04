"""What the runs inside translation systems keep for their pages: results, cost, values behind the figures, notices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from epicene.core import notices as core_notices
from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.language import Language
from epicene.core.notices import Notice, unique
from epicene.models.engines.cost import read_cost
from epicene.runs.folder import RunFolder

VALUES = "values.json"
PACKAGES = ("epicene.mt", "epicene.inside")

Values = Mapping[str, Mapping[str, Sequence[float]]]  # contrast or condition → b, r or t → values


def one_run(paths: Sequence[Path]) -> Path:
    if len(paths) > 1:
        raise InputError("Such a report is about one run: name one folder.")
    return paths[0]


def asked_kind(path: Path) -> str | None:
    """What the question of a folder says it is: earlier manifests say nothing else."""
    try:
        manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        question = manifest.get("question", manifest)
        return str(question.get("kind") or ("probe" if "probe" in question else "")) or None
    except (OSError, ValueError, AttributeError):
        return None


def read_document(folder: Path) -> dict[str, Any]:
    """The results, with what the run took beside them."""
    kept = RunFolder(folder)
    return {**kept.read_json(kept.results_path), "cost": read_cost(folder)}


def write_values(folder: Path, values: Values) -> None:
    write_json(folder / VALUES, values)


def read_values(folder: Path) -> Values:
    """Those behind the distributions; of a folder that was made before they were kept, those in its table of lines."""
    if (folder / VALUES).is_file():
        values: Values = RunFolder(folder).read_json(folder / VALUES)
        return values
    return _from_table(folder / "lines.tsv")


def _from_table(path: Path) -> Values:
    if not path.is_file():
        return {}
    head, *rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    by = "contrast" if "contrast" in head else "condition"
    found: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        record = dict(zip(head, row, strict=False))
        own = found.setdefault(record.get(by, ""), {"b": [], "r": [], "t": []})
        for measure in own:
            unmarked = measure != "b" or record.get("marked", "no") == "no"
            if record.get(measure) and unmarked:
                own[measure].append(float(record[measure]))
    return found


def notices_of(document: Mapping[str, Any]) -> list[Notice]:
    return core_notices.notices_of(document)


def said(notices: Iterable[Notice]) -> dict[str, Any]:
    """As a JSON document has them: English sentences, and the same as data."""
    kept, english = unique(notices), Language("en", *PACKAGES)
    return {
        "notices": [english.say(notice) for notice in kept],
        "notice_codes": [notice.record() for notice in kept],
    }
