"""epicene data: list, get, check and describe the data sets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

from epicene.cli.command_line import NoOptions, command, group
from epicene.cli.console import Terminal, echo
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.request_fields import Option

if TYPE_CHECKING:
    from epicene.core.kinds import Stats
    from epicene.data.checking.check import Sort
    from epicene.data.datasets import Dataset

PUBLISHED = "x-a-fini"
KINDS_ROOM = "epicene.kinds"
CONTENT_WARNING = "Content warning: what follows quotes stereotypes, some of them offensive."
app = group("data", "List, fetch, check and describe the data sets.")


@command(NoOptions, app, name="list")
def list_benchmarks(options: NoOptions, terminal: Terminal) -> None:
    """The benchmarks and packaged models epicene knows, and where each is."""
    from epicene.data.benchmarks import BENCHMARKS
    from epicene.data.fetch import facts
    from epicene.models.packaged import packaged_models
    from epicene.mt.controlled_corpus import SIDES

    entries = [*(facts(benchmark) for benchmark in BENCHMARKS.values()), {**facts(SIDES["fr"]), "language": "fr-en"}]
    models = [{**model.facts(), "kind": "model"} for model in packaged_models().values()]
    if terminal.json:
        terminal.print_json([*entries, *models])
        return
    words = Language(terminal.lang, KINDS_ROOM)

    def cell(entry: dict[str, object], message: str, field: str) -> str:
        return words.text_or(f"sets.{message}.{entry[field]}", str(entry[field]))

    rows = [
        [
            str(entry["name"]),
            words.text_or(f"sets.title.{entry['name']}", str(entry["title"])),
            cell(entry, "licence", "licence"),
            cell(entry, "state", "state"),
        ]
        for entry in entries
    ]
    header = [words.text(f"sets.{key}") for key in ("name", "what", "licence", "where")]
    print_table(header, rows, may_wrap=(header[1], header[3]))
    echo("")
    _print_models(models, words)
    for failure in BENCHMARKS.failures.values():
        echo(f"Warning: {failure}", err=True)


def _print_models(models: Sequence[Mapping[str, object]], words: Language) -> None:
    from epicene.models.packaged import in_megabytes

    header = [words.text(f"sets.{key}") for key in ("name", "what", "size", "licence", "where")]
    rows = [
        [
            str(model["name"]),
            words.text_or(f"sets.model.{model['name']}", str(model["title"])),
            words.text("sets.megabytes", count=in_megabytes(int(str(model["size"])))),
            str(model["licence"]),
            words.text(f"sets.state.{model['state']}"),
        ]
        for model in models
    ]
    print_table(header, rows, may_wrap=(header[1], *header[3:]))


@dataclass(frozen=True, kw_only=True)
class GetOptions:
    name: Annotated[str, Option("NAME", argument=True)]
    "A name of `data list`."


@command(GetOptions, app)
def get(options: GetOptions, terminal: Terminal) -> None:
    """Download a benchmark from its own home into the cache."""
    if options.name == PUBLISHED:
        _show_published("", terminal)
        return
    dataset = _opened(options.name, terminal)
    count, licence = Language(terminal.lang).count(len(dataset.items)), dataset.benchmark.licence
    noun = items_noun(dataset.kind.name, terminal.lang)
    terminal.show({**dataset.facts(), "licence": licence}, f"{dataset.path} ({count} {noun}, {licence})")


@dataclass(frozen=True, kw_only=True)
class TemplateOptions:
    kind: Annotated[str, Option("KIND", argument=True)]
    "Of which kind: pairs."
    out: Annotated[Path | None, Option("FILE", names=("--out", "-o"))] = None
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
    elif options.out.exists():
        raise InputError(f"{options.out} is there already, and nothing is written over it. Name another file.")
    else:
        write_text(options.out, text)
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
    name, _, files = options.spec.partition("=")
    if name == PUBLISHED:
        _show_published(files, terminal)
        return
    from epicene.data.checking.check import by_sort, is_unusable, quotes_sentences, summary
    from epicene.data.checking.check import check as find

    dataset = _opened(options.spec, terminal)
    findings = find(dataset.items, dataset.path, dataset.kind)
    sorts, words, only = by_sort(findings), Language(terminal.lang, KINDS_ROOM), options.only
    wanted = [finding for finding in findings if only in (None, finding.kind)]
    if only is None:
        lines = [line for sort in sorts for line in _sort_lines(sort, options.spec, words)]
    else:
        known = ", ".join(sort.kind for sort in sorts) or "–"
        lines = [*map(str, wanted)] or [f"No finding of the sort {only}. Sorts that were found: {known}."]
    if dataset.benchmark.content_warning and quotes_sentences(wanted) and not terminal.json:
        echo(CONTENT_WARNING, err=True)
    record = {"sorts": [sort.as_dict() for sort in sorts], "findings": [finding.as_dict() for finding in wanted]}
    terminal.show({**dataset.facts(), **record}, *lines, summary(findings, len(dataset.items)))
    if is_unusable(findings):
        sys.exit(1)


def _sort_lines(sort: Sort, spec: str, words: Language) -> Iterator[str]:
    """How many findings of one sort there are, and the first of the worst."""
    yield f"{sort.kind} ({words.text(f'check.{sort.severity}')}): {words.count(len(sort.findings))}"
    for finding in sort.examples:
        yield f"  {finding}"
    if more := len(sort.findings) - len(sort.examples):
        yield f"  and {more:,} more: epicene data check {quote(spec)} --only {sort.kind}"


@dataclass(frozen=True, kw_only=True)
class StatsOptions:
    spec: Annotated[str | None, Option("BENCHMARK[=FILE]", argument=True)] = None
    "A name of `data list`, =FILE for your copy."
    inclusive: Annotated[Path | None, Option("FILE")] = None
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
        _show_person_nouns(options.inclusive, terminal)
        return
    if options.spec is None or options.spec.partition("=")[0] == PUBLISHED:
        raise InputError(
            f"{PUBLISHED} is a corpus to translate and has no pairs or triples to count. `epicene data check "
            f"{PUBLISHED}` says what is wrong with it, `epicene mt corpus-stats --src FRENCH --tgt ENGLISH` counts its "
            "occupations."
        )
    dataset = _opened(options.spec, terminal)
    counted = dataset.kind.stats(dataset.items, dataset.unusable)
    if terminal.json:
        terminal.print_json({**dataset.facts(), "groups": counted.groups})
        return
    words = Language(terminal.lang, KINDS_ROOM, dataset.kind.package)
    header = [words.text_or(f"stats.column.{name}", name) for name in counted.columns]
    print_table(header, [_cells(row, counted, words) for row in counted.rows], may_wrap=tuple(header[:1]))


def _cells(row: Sequence[str | int | float], counted: Stats, words: Language) -> list[str]:
    """The group by its name, and digits as the language writes them."""
    from epicene.metrics.answer_groups import group_name

    cells = [group_name(str(row[0]), words)]
    for name, value in zip(counted.columns[1:], row[1:], strict=True):
        if isinstance(value, str):
            cells.append(value)
        elif name in counted.percentages:
            cells.append(words.percent(value, 0))
        else:
            cells.append(words.count(value) if isinstance(value, int) else words.number(value))
    return cells


def _show_person_nouns(path: Path, terminal: Terminal) -> None:
    """The share of each way of naming people, among all nouns for people."""
    from epicene.data.text_files import read_text
    from epicene.kinds.person_nouns import shares_of_lines

    language = Language(terminal.lang, KINDS_ROOM)
    with terminal.progress():
        shares = shares_of_lines(read_text(path).split("\n"), str(path))
    if terminal.json:
        classes = [
            {"class": share.sort, "n": share.n, "share": share.share, "low": share.low, "high": share.high}
            for share in shares
        ]
        terminal.print_json({"file": str(path), "n": shares[0].total, "classes": classes})
        return
    rows = [
        [
            language.text(f"nouns.{share.sort}"),
            language.count(share.n),
            language.number(share.share),
            language.bracket(share.low, share.high),
        ]
        for share in shares
    ]
    print_table([language.text(f"nouns.column.{name}") for name in ("sort", "n", "share", "interval")], rows)
    echo(language.text("nouns.note"))


def items_noun(kind: str, lang: str) -> str:
    """What a kind calls its items: minimal pairs, letters."""
    from epicene.core.kinds import KINDS

    return Language(lang, KINDS[kind].package).text_or("kind.items", kind)


def _opened(spec: str, terminal: Terminal) -> Dataset:
    """A data set, which is fetched where it is not here, with its warning on standard error."""
    from epicene.data.datasets import open_benchmark

    with terminal.progress():
        dataset = open_benchmark(spec)
    if warning := dataset.warning():
        echo(str(warning), err=True)
    return dataset


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], may_wrap: tuple[str, ...] = ()) -> None:
    """A table in which no number is cut, even in 80 columns; the columns `may_wrap` give way."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for name in header:
        table.add_column(name, no_wrap=name not in may_wrap)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _show_published(files: str, terminal: Terminal) -> None:
    """The defects of the published corpus: of the `files` FRENCH,ENGLISH, or of those in the cache."""
    from epicene.mt.controlled_corpus import defects, get_published, unknown_rows
    from epicene.mt.results import ROOM

    sides = [Path(file) for file in files.split(",")] if files else get_published()
    if len(sides) != 2:
        raise InputError(f"{PUBLISHED} has two files; write {PUBLISHED}=FRENCH,ENGLISH.")
    french, english = sides
    say = Language("en" if terminal.json else terminal.lang, ROOM).say
    sentences = [say(notice) for notice in (*unknown_rows(french, english), *defects(french, english))]
    for defect in sentences if not terminal.json else ():
        echo(f"Notice: {defect}", err=True)
    terminal.show(
        {"name": PUBLISHED, "french": str(french), "english": str(english), "defects": sentences},
        f"{french}\n{english}",
    )
