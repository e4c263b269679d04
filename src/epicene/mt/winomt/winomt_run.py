"""A run of `mt winomt`: files in, one run folder out; entities that were found once are not looked for again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.grammar.gender import Gender
from epicene.mt.system_runs import LINES, open_folder, systems_json
from epicene.mt.winomt.entity_gender import Found, Translations, WinoItem, read_items, read_translations
from epicene.mt.winomt.results import Winomt
from epicene.mt.winomt.winomt_measures import Asked, notices_of, read_sides, winomt_results
from epicene.mt.word_alignment import DEFAULT_ALIGNER
from epicene.runs.folder import Journal


@dataclass(frozen=True, slots=True)
class WinomtRequest:
    """`translations` are the outputs, by the name of their system; `pro` and `anti` both or neither."""

    items: Path
    translations: Mapping[str, Path]
    pro: Path | None = None
    anti: Path | None = None
    gender: str = "rules"
    aligner: str = DEFAULT_ALIGNER
    limit: int | None = None
    seed: int = 0
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class WinomtFiles:
    """Files that were read and checked, and whose entities are yet to be looked for."""

    request: WinomtRequest
    asked: Asked
    systems: Mapping[str, Translations]

    def notices(self) -> dict[str, list[Notice]]:
        return {name: notices_of(self.asked, given) for name, given in self.systems.items()}

    def save(self, progress: Progress | None = None) -> tuple[Path, list[Winomt]]:
        """Find the entities, measure, and write the run folder."""
        request, asked, progress = self.request, self.asked, progress or Silent()
        question = {
            "items": _digest(asked.items),
            "pro": _digest(sorted(asked.pro, key=repr)),
            "anti": _digest(sorted(asked.anti, key=repr)),
            "gender": asked.gender,
            "aligner": asked.aligner,
            "systems": {
                name: digest([list(given.sources), list(given.targets)]) for name, given in self.systems.items()
            },
            "lines": len(asked.items),
            "seed": request.seed,
        }
        files = {"items": str(request.items)} | {name: str(path) for name, path in request.translations.items()}
        folder = open_folder(request.out, "winomt", list(self.systems), question)
        with folder.lock():
            folder.begin("winomt", question, files=files)
            journal, systems = folder.journal(LINES), []
            for name, given in self.systems.items():
                found = _kept(journal, name, len(asked.items))
                if not found:
                    progress.say(f"Aligning {len(asked.items)} sentences of {name}")
                    found = asked.find(given)
                    lines = zip(asked.items, found, given.targets, strict=True)
                    journal.append(_record(name, number, *line) for number, line in enumerate(lines, start=1))
                systems.append(winomt_results(asked, given, name, request.seed, found))
            folder.write_results(systems_json(systems))
        return folder.path, systems


def open_winomt(request: WinomtRequest) -> WinomtFiles:
    """Read and check; what cannot be asked or does not belong together is refused here."""
    every = read_items(request.items)
    pro, anti = read_sides(request.pro, request.anti, every)
    asked = Asked(every[: request.limit], request.gender, request.aligner, pro, anti, len(every))
    asked.check()
    systems = {name: read_translations(path, every, request.limit) for name, path in request.translations.items()}
    return WinomtFiles(request, asked, systems)


def _digest(items: Sequence[WinoItem]) -> str:
    return digest([[item.gender, item.place, item.sentence, item.entity] for item in items])


def _record(system: str, number: int, item: WinoItem, found: Found, translation: str) -> dict[str, Any]:
    """One line as the journal keeps it, to be read by people too."""
    return {
        "key": f"{system} {number}",
        "system": system,
        "line": number,
        "entity": item.entity,
        "gender": item.gender,
        "found": found.gender,
        "phrase": found.phrase,
        "english": item.sentence,
        "translation": translation,
    }


def _kept(journal: Journal, system: str, n: int) -> list[Found]:
    """What was found before, if all of it is there: words are aligned over all lines of a system at once."""
    records = [journal.records.get(f"{system} {number}") for number in range(1, n + 1)]
    return [
        Found(record["phrase"], Gender(record["found"]) if record["found"] else None)
        for record in records
        if record is not None and None not in records
    ]
