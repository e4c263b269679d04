"""Lab models in the cache: made once, by one process at a time, and found again by their dials.

Below the cache folder: `lab/NAME-DIGEST/` with `dials.json`, `corpus/` and `model/`. A killed training goes on where it
stopped; a second process waits for the first.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from epicene.core.files import cache_folder, clear_disk_errors, write_json
from epicene.core.hashing import SHORT, digest
from epicene.core.progress import Progress, Silent, current
from epicene.lab.dials import PREFIX, Dials, LetterDials, MtDials, QuestionDials, read_name
from epicene.models.source import Source

# What a corpus and a training are besides their dials. A change to the grammar, the words or the training must change
# it, or models of the old kind would be found in the cache; a test pins what each edition generates.
EDITION = 2


@dataclass(frozen=True, slots=True)
class LabModel:
    """`spec` is what finds it, `folder` holds its corpus and the model; the latter may still have to be made."""

    spec: str
    name: str
    dials: Dials
    folder: Path

    @property
    def model(self) -> Path:
        return self.folder / "model"

    @property
    def is_made(self) -> bool:
        return _is_made(self.model)

    @property
    def kind(self) -> str:
        return self.dials.kind


def _is_made(model: Path) -> bool:
    return (model / "config.json").is_file() and not (model / "work").exists()


def find(name: str) -> LabModel:
    """What a name stands for, made or not."""
    named = name.removeprefix(PREFIX)
    own, dials = read_name(named)
    folder = cache_folder() / "lab" / f"{own}-{digest([EDITION, asdict(dials)])[:SHORT]}"
    return LabModel(PREFIX + named, own, dials, folder)


def made() -> list[dict[str, Any]]:
    """The models in the cache, by name."""
    models = []
    for path in sorted((cache_folder() / "lab").glob("*/dials.json")):
        facts = json.loads(path.read_text(encoding="utf-8"))
        is_made, is_current = _is_made(path.parent / "model"), facts["edition"] == EDITION
        models.append({**facts, "folder": str(path.parent), "is_made": is_made, "is_current": is_current})
    return models


def make(name: str, progress: Progress | None = None) -> LabModel:
    """The lab model of this name, trained now if it is not there yet.

    Waits for another process that trains the same model; its lock is let go even on kill -9.
    """
    from filelock import FileLock, Timeout

    model, progress = find(name), progress or Silent()
    if model.is_made:
        return model
    with clear_disk_errors(model.folder, "Set EPICENE_CACHE to a folder with room."):
        model.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(model.folder / ".lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress.say(f"Another epicene process is training {model.spec}; waiting for it")
            lock.acquire()
    try:
        if not model.is_made:
            _make(model, progress)
    finally:
        lock.release()
    return model


def training_minutes(dials: Dials) -> float:
    """Minutes of one core that training takes, from milliseconds a pair, sentence, letter or question (docs/lab.md)."""
    if isinstance(dials, MtDials):
        milliseconds = dials.pairs * dials.epochs * 1.3
    elif isinstance(dials, LetterDials):
        milliseconds = dials.letters * dials.epochs * 2.0
    elif isinstance(dials, QuestionDials):
        milliseconds = dials.questions * dials.epochs * 0.8
    else:
        milliseconds = dials.sentences * dials.epochs * 0.5
    return milliseconds / 60_000


def _make(model: LabModel, progress: Progress) -> None:
    minutes = max(1, round(training_minutes(model.dials)))
    progress.say(
        f"Training {model.spec} (about {minutes} minute{'s' * (minutes > 1)} of one core, once; kept in {model.folder})"
    )
    facts = {"name": model.name, "kind": model.kind, "edition": EDITION, "dials": asdict(model.dials)}
    write_json(model.folder / "dials.json", facts)
    corpus = model.folder / "corpus"
    if isinstance(model.dials, MtDials):
        from epicene.lab.tiny_models import train_system, write_parallel

        if not (corpus / "told.json").is_file():
            write_parallel(model.dials, corpus)
        train_system(model.dials, corpus, model.model, progress)
        return
    from epicene.lab.language_corpora import write_corpus
    from epicene.lab.tiny_models import train_language_model

    path = corpus / "train.fr"
    write_corpus(model.dials, path)
    train_language_model(model.dials, path.read_text(encoding="utf-8").splitlines(), model.model, progress)


def locate_lab(spec: str) -> Source:
    """The folder of `lab:NAME`, for the entry point `lab` of the group `epicene.models`; trains what is not there."""
    model = make(spec, current())
    return Source(spec, f"lab-{model.name}", model.model)
