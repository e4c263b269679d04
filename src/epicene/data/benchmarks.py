"""The benchmarks by name, whose facts are declared in `benchmarks.toml`. How a file is read is for its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.kinds import KINDS
from epicene.core.registry import Registry
from epicene.core.types import Item
from epicene.grammar.word_patterns import read_table

OWN = "own"  # of a set's source: a word of the catalogue, which pages say in their language
DEFAULT_BENCHMARKS = ("pairs-fr", "pairs-en")
BUNDLED = Path(__file__).parent / "bundled"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """What is known of a data set before any of it is read.

    `home` is None where there is no public one, and a folder's address where the set has several `parts`, which stand
    together in a folder; `file_name` is the file's (or that folder's) name at its home, in the cache, or in
    `folder` where `bundled`: epicene's own, or that of the package which brings the benchmark. `known_digests` are
    those of the parsed rows (`items_digest`) of released versions. Its kind reads the file and is `told` what only the
    benchmark knows of it, unless it has a function of its own to `read` it.
    """

    name: str
    kind: str
    language: str
    title: str
    file_name: str
    licence: str
    citation: str
    source: str
    read: Callable[[Path], list[Item]] | None = None
    told: Mapping[str, str] = field(default_factory=dict)
    home: str | None = None
    parts: Sequence[str] = ()
    known_digests: Sequence[str] = ()
    bundled: bool = False
    folder: Path = BUNDLED
    content_warning: bool = True
    counterpart: str = ""  # the set that has the same items, by id, in another language
    control: bool = False  # its items hold no stereotype: a score away from the ideal is the instrument's own

    def items(self, path: Path) -> list[Item]:
        """Those of a file of this benchmark."""
        return self.read(path) if self.read else KINDS[self.kind].read(path, self.language, **self.told)


def _can_be_asked(thing: object) -> bool:
    """Its kind decides how a benchmark is asked and measured, so that another one could only fail later."""
    if isinstance(thing, Benchmark) and thing.kind not in KINDS:
        raise ValueError(f"its kind is {thing.kind!r} and none of {', '.join(KINDS)}")
    return isinstance(thing, Benchmark)


BENCHMARKS: Registry[Benchmark] = Registry("benchmark", "epicene.benchmarks", _can_be_asked)

for _name, _facts in read_table("data/benchmarks.toml").items():
    if _facts["kind"] in KINDS:  # whose folder may have been taken away
        BENCHMARKS.add(_name, Benchmark(name=_name, **_facts))

_OF_A_LANGUAGE = re.compile(r"([a-z]+)-([a-z]{2,3}(?:-[A-Za-z]{2,4})?)")


def find_benchmark(name: str) -> Benchmark:
    """The benchmark of that name; for a kind's name, or that of a family of benchmarks, and any language (`pairs-pt`,
    `crows-de`), one that has no file of its own, so that somebody's file can be asked under a name."""
    meant = _OF_A_LANGUAGE.fullmatch(name)
    if name in BENCHMARKS or not meant:
        return BENCHMARKS[name]
    prefix, language = meant.groups()
    family = next(
        (benchmark.kind for benchmark in BENCHMARKS.values() if benchmark.name.startswith(f"{prefix}-")), None
    )
    kind = prefix if prefix in KINDS else family
    return BENCHMARKS[name] if kind is None else own_benchmark(name, kind, language)


def own_benchmark(name: str, kind: str, language: str) -> Benchmark:
    """A set of somebody's own, of which nothing is stated."""
    return Benchmark(
        name=name,
        kind=kind,
        language=language,
        title=f"{kind} in {language}",
        file_name="",
        licence="not stated",
        citation="not stated",
        source=OWN,
    )
