"""Which files each set is made of, by the option that names them. `NAME=FILE` is a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from epicene.core.errors import InputError
from epicene.mt.gender_sets.set_lines import (
    FEMININE,
    FLIPPED,
    MASCULINE,
    ORIGINAL,
    SetFiles,
    SetLine,
    read_context,
    read_pairs,
    read_table,
)
from epicene.mt.gender_sets.set_run import GenderSet
from epicene.mt.sentence_files import named_files


@dataclass(frozen=True, slots=True)
class Released:
    """A set as its authors released it. `outputs` name the translations; only `sources` may be left out."""

    references: Mapping[str, str]
    sources: Mapping[str, str]
    outputs: Sequence[str]
    read: Callable[[SetFiles], list[SetLine]]


SETS = {
    "mt-geneval": Released(
        {FEMININE: "--ref-feminine", MASCULINE: "--ref-masculine"},
        {FEMININE: "--source-feminine", MASCULINE: "--source-masculine"},
        ("--hyp-feminine", "--hyp-masculine"),
        read_pairs,
    ),
    "mt-geneval-context": Released(
        {ORIGINAL: "--reference", FLIPPED: "--ref-flipped"}, {ORIGINAL: "--source"}, ("--hyp",), read_context
    ),
}
_TABLE = Released({}, {}, ("--hyp",), lambda files: [])


def open_set(on: str, given: Mapping[str, object]) -> tuple[GenderSet, dict[str, list[Path]]]:
    """The set and the outputs of each system. `given` has every option of the command, empty where it was not given;
    what is missing or does not belong to the set is refused before anything is read."""
    name, equals, file = on.partition("=")
    if not (name and file if equals else on in SETS):
        known = ", ".join(SETS)
        raise InputError(
            "--on {on}: this is no set. Known: {known}; or NAME=FILE for a table such as gate=FR.tsv.",
            on=on,
            known=known,
        )
    if equals and name in SETS:
        raise InputError(
            "--on {on}: {name} has files of its own; say --on {name} with {listed}.",
            on=on,
            name=name,
            listed=_listed(SETS[name]),
        )
    chosen = _TABLE if equals else SETS[on]
    needed = [*chosen.references.values(), *chosen.outputs]
    if missing := [option for option in needed if not given[option]]:
        raise InputError(
            "--on {on} needs {missing}; it takes {listed}.", on=on, missing=" ".join(missing), listed=_listed(chosen)
        )
    belonging = {*needed, *chosen.sources.values()}
    if strange := next((option for option, value in given.items() if value and option not in belonging), None):
        raise InputError(
            "{strange} has no meaning with --on {on}, which takes {listed}; leave it out.",
            strange=strange,
            on=on,
            listed=_listed(chosen),
        )
    references, sources = (
        {part: path for part, option in options.items() if isinstance(path := given[option], Path)}
        for options in (chosen.references, chosen.sources)
    )
    systems = _systems(chosen.outputs, given)
    lines = read_table(Path(file).expanduser()) if equals else chosen.read(SetFiles(references, sources))
    inputs = references | {f"source of {part}": path for part, path in sources.items()}
    return GenderSet(name, lines, len(lines), inputs or {"table": Path(file)}), systems


def _listed(chosen: Released) -> str:
    needed = " ".join([*chosen.references.values(), *chosen.outputs])
    return f"{needed} ({' '.join(chosen.sources.values())})" if chosen.sources else needed


def _systems(options: Sequence[str], given: Mapping[str, object]) -> dict[str, list[Path]]:
    """Outputs by system. Of one in two files without a name, what the names of the files begin with is its name."""
    files = [named_files(value) for value in map(given.get, options) if isinstance(value, list)]
    first, *others = files
    if any(set(other) != set(first) for other in others):
        if any(len(every) != 1 for every in files):
            raise InputError(
                "{options} do not name the same systems; write NAME=FILE in both.", options=" ".join(options)
            )
        names = [next(iter(every)) for every in files]
        begin = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
        label = "".join(letter for letter, *_ in begin).rstrip("-_. ") or names[0]
        return {label: [path for every in files for path in every.values()]}
    return {name: [every[name] for every in files] for name in first}
