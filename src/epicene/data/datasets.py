"""A data set as a run sees it: its items, those that cannot be asked, and what it is known by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import items_digest
from epicene.core.kinds import KINDS, AnyKind
from epicene.core.types import Item
from epicene.data.benchmarks import BENCHMARKS, Benchmark, find_benchmark, own_benchmark
from epicene.data.fetch import fetch
from epicene.data.text_files import not_there
from epicene.grammar.languages import common_word_counts
from epicene.grammar.word_patterns import words

FEWEST_COMMON = 5  # words by which another language is told
ALL = "all"  # of the groups by which sets of every kind are counted


@dataclass(frozen=True, slots=True)
class Dataset:
    """`items` are all of the file's; `unusable` says which of them cannot be asked and why; `digest` is that of the
    parsed rows, `known` whether a released version has it."""

    name: str
    benchmark: Benchmark
    path: Path
    items: Sequence[Item]
    unusable: Mapping[str, str]
    digest: str
    known: bool

    @property
    def kind(self) -> AnyKind:
        return KINDS[self.benchmark.kind]

    @property
    def usable(self) -> list[Item]:
        return [item for item in self.items if item.id not in self.unusable]

    def facts(self) -> dict[str, object]:
        """What identifies the set, for JSON documents."""
        return {
            "benchmark": self.name,
            "file": str(self.path),
            "language": self.benchmark.language,
            "digest": self.digest,
            "known": self.known,
            "n_total": len(self.items),
            "n_used": len(self.usable),
        }

    def warning(self) -> str | None:
        """Said where the rows are not those of a released version, whose copy may be damaged or simply newer, or where
        they are in another language than the name says."""
        if not self.known and (written := other_language(self.items, self.benchmark.language)):
            return (
                f"{self.name}: the sentences of {self.path} seem to be in the language {written!r}; name it "
                f"{self.benchmark.kind}-{written}={self.path} if they are."
            )
        if self.known or not self.benchmark.known_digests:
            return None
        return (
            f"{self.name}: the rows of {self.path} are not those of a version we know (digest "
            f"{self.digest[:6]}); run `epicene data check {self.name}={self.path}`."
        )


def open_benchmark(spec: str) -> Dataset:
    """Read `BENCHMARK=FILE`, or `BENCHMARK`: the bundled or cached file or, downloaded, the one at its home."""
    name, benchmark, file = read_spec(spec)
    path = file or fetch(benchmark)
    items = benchmark.items(path)
    digest = items_digest(items)
    known = digest in benchmark.known_digests or path == benchmark.folder / benchmark.file_name
    if benchmark.bundled and not known:  # a collection of somebody's own: not our title, licence or source
        own = own_benchmark(name, benchmark.kind, benchmark.language)
        benchmark = replace(benchmark, title=own.title, licence=own.licence, citation=own.citation, source=own.source)
    return Dataset(name, benchmark, path, tuple(items), find_unusable(items, KINDS[benchmark.kind]), digest, known)


def read_spec(spec: str) -> tuple[str, Benchmark, Path | None]:
    """What `BENCHMARK` or `BENCHMARK=FILE` names, refused without reading a file."""
    name, has_file, file = spec.partition("=")
    benchmark = find_benchmark(name) if has_file else BENCHMARKS[name]
    if has_file and not file:
        raise InputError(f"{spec!r} names no file; write {name}=FILE, or {name} alone.")
    path = Path(file).expanduser() if has_file else None
    if path and not path.exists():
        raise not_there(path)
    return name, benchmark, path


def find_unusable(items: Sequence[Item], kind: AnyKind) -> dict[str, str]:
    """Items that no scoring can ask, and why."""
    reasons = {item.id: kind.unusable_reason(item) for item in items}
    return {item_id: reason for item_id, reason in reasons.items() if reason}


def other_language(items: Sequence[Item], expected: str) -> str | None:
    """The language in which most common words of the items are, where that is clearly not the expected one: a few words
    are not enough, since languages share them (*a*, *non*)."""
    own = expected.split("-")[0]
    counts = common_word_counts([text.text for item in items for text in item.variants.values()])
    written = max(counts, key=lambda language: counts[language])
    is_clear = counts[written] >= FEWEST_COMMON and counts[written] > 2 * counts.get(own, 0)
    return written if own in counts and is_clear else None


def by_category(items: Sequence[Item]) -> dict[str, list[Item]]:
    """All items, and those of each category, the most frequent first."""
    frequencies = Counter(item.category for item in items)
    groups = {ALL: list(items)}
    return groups | {name: [item for item in items if item.category == name] for name, _ in frequencies.most_common()}


def length(text: str) -> int:
    """Words, punctuation aside."""
    return sum(not word.is_mark for word in words(text))
