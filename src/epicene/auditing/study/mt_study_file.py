"""A study of translation systems as a person writes it down: systems, named or trained, and what is asked of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from epicene.auditing.study.key_checks import Checked, mapping, name_in, number, read_tables
from epicene.mt.corpora.corpus_writer import EVERY_MANIPULATION, MANIPULATIONS

AUDIT, PROBE, INTERVENE = "audit", "probe", "intervene"
STEPS = (AUDIT, PROBE, INTERVENE)
PRESETS = ("paper", "small")
TRAINING_FILES = ("source", "target", "valid_source", "valid_target")


class MtOptions(msgspec.Struct, frozen=True):
    """`source` and `reference` are a controlled corpus of the user's own; without them, the bundled occupations."""

    steps: tuple[str, ...] = STEPS
    source: str | None = None
    reference: str | None = None
    manipulations: tuple[str, ...] = ()
    repetitions: int = 100
    split: Annotated[str, name_in(("grouped", "plain"), "split")] = "grouped"
    limit: int | None = None


class MtTraining(msgspec.Struct, frozen=True):
    """The files to train a system from."""

    source: str
    target: str
    valid_source: str
    valid_target: str
    preset: Annotated[str, name_in(PRESETS, "preset")] = "paper"
    minutes: Annotated[int | float | None, number] = None


class MtSystem(msgspec.Struct, frozen=True):
    """A model that exists, or the files to train one from; `training` is the French side of its training corpus."""

    name: str = ""
    model: str | None = None
    revision: str | None = None
    training: str | None = None
    train: MtTraining | None = None


class _File(msgspec.Struct):
    title: str | None = None
    out: str | None = None
    options: dict[str, object] = {}
    systems: list[object] = []


@dataclass(frozen=True, slots=True)
class MtStudy:
    """Paths are relative to the file, but for `out`."""

    path: Path
    source: str
    title: str
    systems: Sequence[MtSystem]
    options: MtOptions
    out: Path | None = None

    def beside(self, path: str) -> Path:
        return self.path.parent / Path(path).expanduser()


def is_about_translation(path: Path) -> bool:
    """A study with `[[systems]]`; whatever else is wrong with the file is for its own reader to say."""
    return "systems" in read_tables(path).content


def read_mt_study(path: Path, absent: list[str] | None = None) -> MtStudy:
    """Read and check; every complaint names the file and the key. With `absent`, missing files are listed there."""
    root = read_tables(path, absent)
    found = root.read(_File)
    study = MtStudy(
        path=path,
        source=root.source,
        title=found.title or path.stem,
        systems=_systems(root, found.systems),
        out=Path(found.out).expanduser() if found.out else None,
        options=_options(root.inside("options", found.options)),
    )
    _refuse_missing(root, study)
    return study


def _options(table: Checked) -> MtOptions:
    options = table.read(MtOptions)
    table.refuse_unknown("steps", options.steps, STEPS, "step")
    known = (*MANIPULATIONS, EVERY_MANIPULATION)
    table.refuse_unknown("manipulations", options.manipulations, known, "manipulation")
    if (options.source is None) != (options.reference is None):
        raise table.error(None, "source and reference are two sides of one corpus; give both or neither")
    if options.source and options.manipulations:
        raise table.error("manipulations", "manipulations are made of the bundled occupations; leave source out")
    return options


def _systems(root: Checked, listed: Sequence[object]) -> list[MtSystem]:
    systems = []
    for table in root.entries("systems", listed, what="system"):
        if ("model" in table.content) == ("train" in table.content):
            raise table.error(None, "give either model, one that exists, or [systems.train], the files to train one")
        system = table.read(MtSystem, train=partial(_training, table))
        name = system.name or (system.model or "trained").rstrip("/").rpartition("/")[2]
        systems.append(msgspec.structs.replace(system, name=name))
    root.refuse_repeated("systems", [system.name for system in systems], "give each system a name of its own")
    return systems


def _training(table: Checked, value: object) -> MtTraining:
    return table.inside("train", mapping(value)).read(MtTraining)


def _refuse_missing(root: Checked, study: MtStudy) -> None:
    for key, file in {"source": study.options.source, "reference": study.options.reference}.items():
        if file is not None:
            root.refuse_missing(key, study.beside(file))
    for system in study.systems:
        trained = {key: getattr(system.train, key) for key in TRAINING_FILES} if system.train else {}
        for key, file in {**({"training": system.training} if system.training else {}), **trained}.items():
            if not (path := study.beside(file)).exists():
                said = (
                    f"{key} of the system {system.name!r}: there is no {path}; put it there, name where it is, or drop"
                )
                root.lack(root.error(key, f"{said} this system"))
