"""epicene data: list, get, check and describe the data sets."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from epicene.cli.command_line import command, group
from epicene.cli.console import Terminal, echo, terminal
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.request_fields import Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from epicene.core.kinds import Stats
    from epicene.data.checking.check import Sort
    from epicene.data.datasets import Dataset

PUBLISHED = "x-a-fini"
CONTENT_WARNING = "Content warning: what follows quotes stereotypes, some of them offensive."
app = group("data", "List, fetch, check and describe the data sets.")


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """None: it lists all."""


@command(ListOptions, app, name="list")
def list_benchmarks(options: ListOptions, terminal: Terminal) -> None:
    """The benchmarks epicene knows, and where each is."""
    from epicene.data.benchmarks import BENCHMARKS
    from epicene.data.fetch import facts

    entries = [*(facts(benchmark) for benchmark in BENCHMARKS.values()), published_facts()]
    if terminal.json:
        terminal.print_json(entries)
        return
    words = _words()
    name, what, licence, where = (words.text(f"sets.{key}") for key in ("name", "what", "licence", "where"))
    print_table(
        [name, what, licence, where],
        [
            [
                str(entry["name"]),
                words.text_or(f"sets.title.{entry['name']}", str(entry["title"])),
                words.text_or(f"sets.licence.{entry['licence']}", str(entry["licence"])),
                words.text_or(f"sets.state.{entry['state']}", str(entry["state"])),
            ]
            for entry in entries
        ],
        may_wrap=(what, where),
    )
    for failure in BENCHMARKS.failures.values():
        echo(f"Warning: {failure}", err=True)


@dataclass(frozen=True, kw_only=True)
class GetOptions:
    name: Annotated[str, Option("NAME", argument=True)]
    "A name of `data list`."


@command(GetOptions, app)
def get(options: GetOptions, terminal: Terminal) -> None:
    """Download a benchmark from its own home into the cache."""
    if options.name == PUBLISHED:
        get_published()
        return
    from epicene.data.datasets import open_benchmark

    with terminal.progress():
        dataset = open_benchmark(options.name)
    _warn(dataset)
    kind, licence = items_noun(dataset.kind.name), dataset.benchmark.licence
    count = _words().count(len(dataset.items))
    terminal.show({**dataset.facts(), "licence": licence}, f"{dataset.path} ({count} {kind}, {licence})")


@dataclass(frozen=True, kw_only=True)
class TemplateOptions:
    kind: Annotated[str, Option("KIND", argument=True)]
    "Of which kind: pairs."
    out: Annotated[str | Path | None, Option("FILE", names=("--out", "-o"))] = None
    "Write it there, where no file is yet."


@command(TemplateOptions, app)
def template(options: TemplateOptions, terminal: Terminal) -> None:
    """A file of your own to begin with, which explains itself."""
    from epicene.core.files import write_text
    from epicene.core.kinds import KINDS

    text = KINDS[options.kind].template(terminal.lang)
    if not text:
        having = ", ".join(kind.name for kind in KINDS.values() if kind.template())
        raise InputError(f"There is no template for {options.kind}, only for: {having}.")
    if options.out is None:
        echo(text, end="")
    elif Path(options.out).exists():
        raise InputError(f"{options.out} is there already, and nothing is written over it. Name another file.")
    else:
        write_text(Path(options.out), text)
        echo(str(options.out))


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    spec: Annotated[str, Option("BENCHMARK[=FILE]", argument=True)]
    "A name of `data list`, =FILE for your copy."
    only: Annotated[str | None, Option("SORT")] = None
    "Show all findings of one sort (not-minimal, …)."


@command(CheckOptions, app)
def check(options: CheckOptions, terminal: Terminal) -> None:
    """Find what is wrong with a data set, worst first, with examples; exit code 1 where something cannot be asked.

    A pair that nearly repeats others before it names up to 25 of them.
    """
    spec, only = options.spec, options.only
    name, _, files = spec.partition("=")
    if name == PUBLISHED:
        check_published(files)
        return
    from epicene.data.checking.check import by_sort, is_unusable, quotes_sentences, summary
    from epicene.data.checking.check import check as find
    from epicene.data.datasets import open_benchmark

    with terminal.progress():
        dataset = open_benchmark(spec)
    findings = find(dataset.items, dataset.path, dataset.kind)
    sorts, wanted = by_sort(findings), [finding for finding in findings if only in (None, finding.kind)]
    _warn(dataset)
    if terminal.json:
        record = {"sorts": [sort.as_dict() for sort in sorts], "findings": [finding.as_dict() for finding in wanted]}
        terminal.print_json({**dataset.facts(), **record})
    else:
        if dataset.benchmark.content_warning and quotes_sentences(wanted):
            echo(CONTENT_WARNING, err=True)
        if only is None:
            for sort in sorts:
                _show_sort(sort, spec)
        elif wanted:
            echo("\n".join(map(str, wanted)))
        else:
            known = ", ".join(sort.kind for sort in sorts) or "–"
            echo(f"No finding of the sort {only}. Sorts that were found: {known}.")
        echo(summary(findings, len(dataset.items)))
    if is_unusable(findings):
        sys.exit(1)


def _show_sort(sort: Sort, spec: str) -> None:
    """How many there are, and the first of the worst."""
    from shlex import quote

    words = _words()
    echo(f"{sort.kind} ({words.text(f'check.{sort.severity}')}): {words.count(len(sort.findings))}")
    for finding in sort.examples:
        echo(f"  {finding}")
    if more := len(sort.findings) - len(sort.examples):
        echo(f"  and {more:,} more: epicene data check {quote(spec)} --only {sort.kind}")


@dataclass(frozen=True, kw_only=True)
class StatsOptions:
    spec: Annotated[str | None, Option("BENCHMARK[=FILE]", argument=True)] = None
    "A name of `data list`, =FILE for your copy."
    inclusive: Annotated[str | Path | None, Option("FILE")] = None
    "Instead: how a French text names people (masculine, feminine, both, open)."


@command(StatsOptions, app)
def stats(options: StatsOptions, terminal: Terminal) -> None:
    """Count a data set's items: pairs by bias type, direction and origin; triples by domain and task.

    words: mean length of a sentence; multi: share of pairs that differ in more than one place; names: share of
    sentences with a first name; fitting: tests within a sentence whose candidates fit their context; twice: duplicates.
    """
    if (options.spec is None) == (options.inclusive is None):
        raise InputError("Name a benchmark, or a text with --inclusive, one of the two.")
    if options.inclusive is not None:
        show_inclusive(Path(options.inclusive), terminal)
        return
    if options.spec is None or options.spec.partition("=")[0] == PUBLISHED:
        raise_not_countable()
    from epicene.data.datasets import open_benchmark

    with terminal.progress():
        dataset = open_benchmark(options.spec)
    counted = dataset.kind.stats(dataset.items, dataset.unusable)
    _warn(dataset)
    if terminal.json:
        terminal.print_json({**dataset.facts(), "groups": counted.groups})
        return
    words = Language(terminal.lang, "epicene.kinds", dataset.kind.package)
    header = [words.text_or(f"stats.column.{name}", name) for name in counted.columns]
    print_table(header, [_cells(row, counted, words) for row in counted.rows], may_wrap=tuple(header[:1]))


def _cells(row: Sequence[str | int | float], counted: Stats, words: Language) -> list[str]:
    """The group by its name, and digits as the language writes them."""
    from epicene.metrics.answer_groups import group_name

    group, *numbers = row
    shares = (name in counted.percentages for name in counted.columns[1:])
    return [
        group_name(str(group), words),
        *(_written(number, words, is_share=share) for number, share in zip(numbers, shares, strict=True)),
    ]


def _written(value: str | int | float, words: Language, *, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return words.percent(value, 0)
    return words.count(value) if isinstance(value, int) else words.number(value)


def show_inclusive(path: Path, terminal: Terminal) -> None:
    """The share of each way of naming people, among all nouns for people."""
    from epicene.data.text_files import read_text
    from epicene.kinds.person_nouns import shares_of_lines

    language = Language(terminal.lang, "epicene.kinds")
    with terminal.progress():
        sort_shares = shares_of_lines(read_text(path).split("\n"), str(path))
    if terminal.json:
        figures = ("n", "share", "low", "high")
        classes = [{"class": share.sort, **{key: getattr(share, key) for key in figures}} for share in sort_shares]
        terminal.print_json({"file": str(path), "n": sort_shares[0].total, "classes": classes})
        return
    rows = [
        [
            language.text(f"nouns.{share.sort}"),
            language.count(share.n),
            language.number(share.share),
            language.bracket(share.low, share.high),
        ]
        for share in sort_shares
    ]
    print_table([language.text(f"nouns.column.{name}") for name in ("sort", "n", "share", "interval")], rows)
    echo(language.text("nouns.note"))


def items_noun(kind: str) -> str:
    """What a kind calls its items: minimal pairs, letters."""
    from epicene.core.kinds import KINDS

    return Language(terminal().lang, KINDS[kind].package).text_or("kind.items", kind)


def _words() -> Language:
    return Language(terminal().lang, "epicene.kinds")


def _warn(dataset: Dataset) -> None:
    if warning := dataset.warning():
        echo(str(warning), err=True)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], may_wrap: tuple[str, ...] = ()) -> None:
    """A table in which no number is cut, even in 80 columns; the columns `may_wrap` give way."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for name in header:
        table.add_column(name, no_wrap=name not in may_wrap)
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    Console().print(table)


def published_facts() -> dict[str, Any]:
    """Its line in `data list`."""
    from epicene.data.fetch import facts
    from epicene.mt.controlled_corpus import SIDES

    return {**facts(SIDES["fr"]), "language": "fr-en"}


def get_published() -> None:
    from epicene.mt.controlled_corpus import get_published as fetch

    _show_published(*fetch())


def check_published(files: str) -> None:
    """`FRENCH,ENGLISH`, or nothing for the files in the cache."""
    if not files:
        get_published()
        return
    sides = files.split(",")
    if len(sides) != 2:
        raise InputError(f"{PUBLISHED} has two files; write {PUBLISHED}=FRENCH,ENGLISH.")
    _show_published(Path(sides[0]), Path(sides[1]))


def raise_not_countable() -> NoReturn:
    raise InputError(
        f"{PUBLISHED} is a corpus to translate and has no pairs or triples to count. `epicene data "
        f"check {PUBLISHED}` says what is wrong with it, `epicene mt corpus-stats --src FRENCH --tgt "
        "ENGLISH` counts its occupations."
    )


def _show_published(french: Path, english: Path) -> None:
    from epicene.mt.controlled_corpus import defects, unknown_rows
    from epicene.mt.results import ROOM

    say = Language("en" if terminal().json else terminal().lang, ROOM).say
    sentences = [say(notice) for notice in (*unknown_rows(french, english), *defects(french, english))]
    if terminal().json:
        terminal().print_json({"name": PUBLISHED, "french": str(french), "english": str(english), "defects": sentences})
        return
    for defect in sentences:
        echo(f"Notice: {defect}", err=True)
    echo(f"{french}\n{english}")
