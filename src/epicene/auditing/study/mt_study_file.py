"""A study of translation systems as a person writes it down: systems, named or trained, and what is asked of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicene.auditing.study.key_checks import Checked, name_in, names, number, read_tables, text, texts, whole
from epicene.mt.corpora.corpus_writer import EVERY_MANIPULATION, MANIPULATIONS

AUDIT, PROBE, INTERVENE = "audit", "probe", "intervene"
STEPS = (AUDIT, PROBE, INTERVENE)
PRESETS = ("paper", "small")
TRAINING_FILES = ("source", "target", "valid_source", "valid_target")

_OPTIONS = {
    "steps": texts,
    "source": text,
    "reference": text,
    "manipulations": texts,
    "repetitions": whole,
    "split": name_in(("grouped", "plain"), "split"),
    "limit": whole,
}
_TRAIN = {
    "source": text,
    "target": text,
    "valid_source": text,
    "valid_target": text,
    "preset": name_in(PRESETS, "preset"),
    "minutes": number,
}
_SYSTEM = {"name": text, "model": text, "revision": text, "training": text, "train": dict}
_STUDY = {"title": text, "out": text, "options": dict, "systems": list}


@dataclass(frozen=True, slots=True)
class MtOptions:
    """`source` and `reference` are a controlled corpus of the user's own; without them, the bundled occupations."""

    steps: Sequence[str] = STEPS
    source: str | None = None
    reference: str | None = None
    manipulations: Sequence[str] = ()
    repetitions: int = 100
    split: str = "grouped"
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class MtSystem:
    """A model that exists, or the files to train one from; `training` is the French side of its training corpus."""

    name: str
    model: str | None = None
    revision: str | None = None
    training: str | None = None
    train: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class MtStudy:
    """Paths are relative to the file, but for `out`."""

    path: Path
    source: str
    title: str
    systems: Sequence[MtSystem]
    out: Path | None = None
    options: MtOptions = field(default_factory=MtOptions)

    def beside(self, path: str) -> Path:
        return self.path.parent / Path(path).expanduser()


def is_about_translation(path: Path) -> bool:
    """A study with `[[systems]]`; whatever else is wrong with the file is for its own reader to say."""
    return "systems" in read_tables(path, _STUDY).content


def read_mt_study(path: Path) -> MtStudy:
    """Read and check; every complaint names the file and the key."""
    root = read_tables(path, _STUDY)
    found = root.values()
    study = MtStudy(
        path=path,
        source=root.source,
        title=found.get("title", path.stem),
        systems=_systems(root, found),
        out=Path(found["out"]).expanduser() if "out" in found else None,
        options=_options(root, found),
    )
    _refuse_missing(root, study)
    return study


def _options(root: Checked, found: dict[str, Any]) -> MtOptions:
    table = root.inside("options", found.get("options", {}), _OPTIONS)
    values = table.values()
    names(table, "steps", values.get("steps", ()), STEPS, "step")
    names(table, "manipulations", values.get("manipulations", ()), (*MANIPULATIONS, EVERY_MANIPULATION), "manipulation")
    if ("source" in values) != ("reference" in values):
        raise table.error(None, "source and reference are two sides of one corpus; give both or neither")
    if "source" in values and "manipulations" in values:
        raise table.error("manipulations", "manipulations are made of the bundled occupations; leave source out")
    return MtOptions(**values)


def _systems(root: Checked, found: dict[str, Any]) -> list[MtSystem]:
    systems = []
    for table in root.entries("systems", found, _SYSTEM, what="system"):
        values = table.values()
        if ("model" in values) == ("train" in values):
            raise table.error(None, "give either model, one that exists, or [systems.train], the files to train one")
        if "train" in values:
            inner = table.inside("train", values["train"], _TRAIN)
            values["train"] = inner.values(required=TRAINING_FILES)
        values.setdefault("name", str(values.get("model", "trained")).rstrip("/").rpartition("/")[2])
        systems.append(MtSystem(**values))
    root.refuse_repeated("systems", [system.name for system in systems], "give each system a name of its own")
    return systems


def _refuse_missing(root: Checked, study: MtStudy) -> None:
    options = study.options
    files = {"source": options.source, "reference": options.reference}
    for key, file in files.items():
        if file is not None:
            root.refuse_missing(key, study.beside(file))
    for system in study.systems:
        trained = {key: file for key, file in (system.train or {}).items() if key in TRAINING_FILES}
        for key, file in {**({"training": system.training} if system.training else {}), **trained}.items():
            if not (path := study.beside(file)).exists():
                raise root.error(
                    key,
                    f"{key} of the system {system.name!r}: there is no {path}; put it there, name where it is, or drop "
                    "this system",
                )
