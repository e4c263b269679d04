"""Translations by a system that is named where a file could be: `mt judge SYSTEM` translates first, and keeps what it
made in `runs/`, so that the same call, or another about the same lines, finds it there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.progress import Progress
from epicene.models.engines.local import Local
from epicene.models.loading import Placement
from epicene.models.packaged import PREFIX, packaged_model
from epicene.models.translation import Decoding
from epicene.mt.corpus_writer import BASE, write_corpora
from epicene.mt.judging.line_judge import DIRECTIONS, open_corpus, source_file, validate_even_limit
from epicene.mt.judging.set_lines import read_sources, read_table, sample_sentences
from epicene.mt.judging.winomt_run import sampled_items
from epicene.mt.lexicon import read_lexicon
from epicene.mt.translating.translate_file import TranslationRequest, read_source, translate
from epicene.mt.translating.translation_engine import ModelChoice, engine_for, languages_of, open_system

RUNS = Path("runs")


def direction_of(systems: Sequence[str], direction: str | None) -> str:
    """The one that was asked for, else that which the first name that has one says, else fr-en; a system that goes
    another way is refused."""
    named = ("-".join(own) for spec in systems if (own := engine_for(spec).languages(spec)))
    chosen = direction or next(named, "fr-en")
    source, _, target = chosen.partition("-")
    for spec in systems:
        languages_of(spec, source, target)
    return chosen


def bundled_corpus(direction: str, folder: Path = RUNS / "corpus") -> tuple[Path, Path]:
    """The bundled occupations, source and reference, as `mt corpus` writes them."""
    way = DIRECTIONS[direction]
    if way.pair != BASE.languages:
        raise InputError(
            f"There are no bundled sentences for {direction}; write a corpus with `epicene mt corpus --template FILE "
            "--lexicon FILE`, and give --source and --reference."
        )
    source, target, _ = write_corpora([BASE], read_lexicon(), folder)[BASE.name]
    return (source, target) if way.forward else (target, source)


def lines_file(lines: Iterable[str], name: str) -> Path:
    """Lines that stand in another format, one to a line."""
    text = "".join(f"{' '.join(line.split())}\n" for line in lines)
    path = RUNS / f"{name}-{digest(text)[:SHORT]}"
    write_text(path, text)
    return path


def corpus_translated_by(
    systems: Sequence[str],
    direction: str | None,
    files: tuple[Path | None, Path | None],
    limit: int | None = None,
    progress: Progress | None = None,
) -> tuple[str, Path, Path, list[str]]:
    """The direction, source and reference (the bundled ones where no files are given), and `NAME=FILE` of each."""
    validate_even_limit(limit)
    if direction:
        DIRECTIONS[direction]  # an unknown one is refused by name
    direction = direction_of(systems, direction)
    if (files[0] is None) != (files[1] is None):
        raise InputError("A source is judged by its reference: give both, or neither for the bundled occupations.")
    source, reference = files
    if source is None or reference is None:
        source, reference = bundled_corpus(direction)
    way = DIRECTIONS[direction]
    corpus = open_corpus(direction, source, reference, limit, may_be_open=not way.forward)
    made = translated_by(systems, (way.source, way.target), source_file(corpus, RUNS / "corpus"), progress)
    return direction, source, reference, made


def system_names(systems: Sequence[str]) -> list[str]:
    """Folders by their own names, wherever they lie, and packaged models by theirs; what is neither, or has the name of
    another, as it was written."""
    short = [_short_name(spec) for spec in systems]
    names = [name_of if short.count(name_of) == 1 else spec for name_of, spec in zip(short, systems, strict=True)]
    return [re.sub(r"[^\w.-]+", "-", name).strip("-.") for name in names]


def _short_name(spec: str) -> str:
    if spec.startswith(PREFIX):
        return packaged_model(spec).name
    folder = Path(spec).expanduser()
    return folder.resolve().name if folder.is_dir() else spec


def translated_by(
    systems: Sequence[str],
    languages: tuple[str, str],
    source: Path,
    progress: Progress | None = None,
) -> list[str]:
    """`NAME=FILE` of each system: what it made of a file, now or in an earlier call."""
    made = []
    for spec, name in zip(systems, system_names(systems), strict=True):
        system = open_system(ModelChoice(spec), None, languages, Placement(), Decoding(), Local())
        lines = read_source(source, languages[0])
        out = RUNS / f"translate-{name}-{digest([dict(system.facts), lines.digest])[:SHORT]}.{languages[1]}"
        translate(TranslationRequest(source, out, *languages), system, progress)
        made.append(f"{name}={out}")
    return made


def translate_set(
    systems: Sequence[str],
    on: str,
    direction: str | None,
    given: Mapping[str, Any],
    limit: int | None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The options of files of `mt judge --on`, with what systems translate now among them."""
    made = {**given, "--direction": None}
    source_code, _, target_code = direction_of(systems, direction or "en-fr").partition("-")
    for option, source in _set_sources(on, made, limit).items():
        translated = translated_by(systems, (source_code, target_code), source, progress)
        made[option] = [*translated, *(made[option] or [])]
    return made


def _set_sources(on: str, given: Mapping[str, Any], limit: int | None) -> dict[str, Path]:
    """What is to be translated for a set, by the option that takes its translations."""
    name, _, file = on.partition("=")
    if file:
        lines = read_table(Path(file).expanduser())
        kept = sample_sentences(lines, limit or len(lines))
        return {"--hyp": lines_file((lines[index].source for index in kept), f"{name}-sources.txt")}
    of_outputs = {"--hyp-feminine": "--source-feminine", "--hyp-masculine": "--source-masculine"}
    if on == "mt-geneval-context":
        of_outputs = {"--hyp": "--source"}
    if missing := [option for option in of_outputs.values() if not given[option]]:
        raise InputError(f"A SYSTEM translates the sources of {on}: name them with {', '.join(missing)}.")
    files = {output: Path(given[source]) for output, source in of_outputs.items()}
    if limit is None:
        return files
    sources = {output: read_sources(source) for output, source in files.items()}
    kept = sample_sentences(next(iter(sources.values())), limit)
    return {
        output: lines_file((lines[index].source for index in kept), files[output].name)
        for output, lines in sources.items()
    }


def translate_winomt(
    systems: Sequence[str],
    items: Path,
    sides: tuple[Path | None, Path | None],
    limit: int | None,
    progress: Progress | None = None,
) -> list[str]:
    """`NAME=FILE` of each system: what it makes of WinoMT's sentences."""
    direction_of(systems, "en-fr")
    english = lines_file((item.sentence for item in sampled_items(items, *sides, limit)), "winomt.en")
    return translated_by(systems, ("en", "fr"), english, progress)
