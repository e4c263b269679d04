"""epicene data: list, get, check and describe the data sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json, tell
from epicene.cli.options import argument, option
from epicene.core.command_language import in_spoken, said, spoken
from epicene.core.errors import InputError
from epicene.core.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from epicene.core.kinds import Stats
    from epicene.data.checking.check import Sort
    from epicene.data.datasets import Dataset


app = typer.Typer(help="List, fetch, check and describe the data sets.", no_args_is_help=True)

Spec = Annotated[str, argument("A name of `data list`, =FILE for your copy.", "BENCHMARK[=FILE]")]

PUBLISHED = "x-a-fini"
CONTENT_WARNING = "Content warning: what follows quotes stereotypes, some of them offensive."


@app.command("list")
def list_(as_json: options.Json = False) -> None:
    """The benchmarks epicene knows, and where each is."""
    from epicene.data.benchmarks import BENCHMARKS
    from epicene.data.fetch import facts

    entries = [*(facts(benchmark) for benchmark in BENCHMARKS.values()), published_facts()]
    if as_json:
        print_json(entries)
        return
    words = _words()
    name, what, licence, where = (words.text(f"sets.{one}") for one in ("name", "what", "licence", "where"))
    print_table(
        [name, what, licence, where],
        [
            [
                str(entry["name"]),
                words.text_or(f"sets.title.{entry['name']}", str(entry["title"])),
                str(entry["licence"]),
                said(str(entry["state"])),
            ]
            for entry in entries
        ],
        may_wrap=(what, where),
    )
    for failure in BENCHMARKS.failures.values():
        typer.echo(in_spoken(said("Warning: {error}", error=failure)), err=True)


@app.command()
def get(name: Annotated[str, argument("A name of `data list`.")], as_json: options.Json = False) -> None:
    """Download a benchmark from its own home into the cache."""
    if name == PUBLISHED:
        get_published(as_json)
        return
    from epicene.data.datasets import open_benchmark

    with Bar():
        dataset = open_benchmark(name)
    _warn(dataset)
    if as_json:
        print_json({**dataset.facts(), "licence": dataset.benchmark.licence})
        return
    kind, licence = items_noun(dataset.kind.name), dataset.benchmark.licence
    typer.echo(f"{dataset.path} ({_words().count(len(dataset.items))} {kind}, {in_spoken(licence)})")


@app.command()
def template(
    kind: Annotated[str, argument("Of which kind: pairs.", "KIND")],
    output: Annotated[Path | None, option("--output", "-o", "Write it there, where no file is yet.", "FILE")] = None,
) -> None:
    """A file of your own to begin with, which explains itself."""
    from epicene.core.files import write_text
    from epicene.core.kinds import KINDS

    text = in_spoken(KINDS[kind].template())
    if not text:
        having = ", ".join(one.name for one in KINDS.values() if one.template())
        raise InputError("There is no template for {kind}, only for: {having}.", kind=kind, having=having)
    if output is None:
        typer.echo(text, nl=False)
    elif output.exists():
        raise InputError("{output} is there already, and nothing is written over it. Name another file.", output=output)
    else:
        write_text(output, text)
        typer.echo(f"{output}")


@app.command()
def check(
    spec: Spec,
    only: Annotated[str | None, option("--only", "Show all findings of one sort (not-minimal, …).", "SORT")] = None,
    as_json: options.Json = False,
) -> None:
    """Find what is wrong with a data set, worst first, with examples; exit code 1 where something cannot be asked.

    A pair that nearly repeats others before it names up to 25 of them.
    """
    name, _, files = spec.partition("=")
    if name == PUBLISHED:
        check_published(files, as_json)
        return
    from epicene.data.checking.check import by_sort, is_unusable, quotes_sentences, summary
    from epicene.data.checking.check import check as find
    from epicene.data.datasets import open_benchmark

    with Bar():
        dataset = open_benchmark(spec)
    findings = find(dataset.items, dataset.path, dataset.kind)
    sorts, wanted = by_sort(findings), [one for one in findings if only in (None, one.kind)]
    _warn(dataset)
    if as_json:
        told = {"sorts": [sort.as_dict() for sort in sorts], "findings": [finding.as_dict() for finding in wanted]}
        print_json({**dataset.facts(), **told})
    else:
        if dataset.benchmark.content_warning and quotes_sentences(wanted):
            typer.echo(in_spoken(CONTENT_WARNING), err=True)
        if only is None:
            for sort in sorts:
                _show_sort(sort, spec)
        elif wanted:
            typer.echo("\n".join(map(str, wanted)))
        else:
            found = ", ".join(sort.kind for sort in sorts) or "–"
            said_of = said("No finding of the sort {only}. Sorts that were found: {found}.", only=only, found=found)
            typer.echo(in_spoken(said_of))
        typer.echo(summary(findings, len(dataset.items)))
    if is_unusable(findings):
        raise typer.Exit(1)


def _show_sort(sort: Sort, spec: str) -> None:
    """How many there are, and the first of the worst."""
    from shlex import quote

    words = _words()
    counted = f"{sort.kind} ({words.text(f'check.{sort.severity}')})"
    tell(said("{name}: {value}", name=counted, value=words.count(len(sort.findings))))
    for finding in sort.examples:
        typer.echo(f"  {finding}")
    if len(sort.findings) > len(sort.examples):
        more = len(sort.findings) - len(sort.examples)
        command = f"epicene data check {quote(spec)} --only {sort.kind}"
        typer.echo(in_spoken(said("  and {more:,} more: {command}", more=more, command=command)))


@app.command()
def stats(
    spec: Annotated[str | None, argument("A name of `data list`, =FILE for your copy.", "BENCHMARK[=FILE]")] = None,
    inclusive: Annotated[
        Path | None, option("Instead: how a French text names people (masculine, feminine, both, open).", "FILE")
    ] = None,
    lang: options.PrintedLang = "",
    as_json: options.Json = False,
) -> None:
    """Count a data set's items: pairs by bias type, direction and origin; triples by domain and task.

    words: mean length of a sentence; multi: share of pairs that differ in more than one place; names: share of
    sentences with a first name; fitting: tests within a sentence whose candidates fit their context; twice: duplicates.
    """
    if (spec is None) == (inclusive is None):
        raise InputError("Name a benchmark, or a text with --inclusive, one of the two.")
    if inclusive is not None:
        show_inclusive(inclusive, lang, as_json)
        return
    if spec is None or spec.partition("=")[0] == PUBLISHED:
        refuse_to_count()
    from epicene.data.datasets import open_benchmark

    with Bar():
        dataset = open_benchmark(spec)
    counted = dataset.kind.stats(dataset.items, dataset.unusable)
    _warn(dataset)
    if as_json:
        print_json({**dataset.facts(), "groups": counted.groups})
        return
    words = Language(lang, "epicene.kinds", dataset.kind.package)
    header = [words.text_or(f"stats.column.{name}", name) for name in counted.columns]
    print_table(header, [_cells(row, counted, words) for row in counted.rows], may_wrap=tuple(header[:1]))


def _cells(row: Sequence[str | int | float], counted: Stats, words: Language) -> list[str]:
    """The group by its name, and digits as the language writes them."""
    from epicene.metrics.answer_groups import group_name

    group, *numbers = row
    shares = (name in counted.percentages for name in counted.columns[1:])
    return [
        group_name(str(group), words),
        *(_written(one, words, is_share=share) for one, share in zip(numbers, shares, strict=True)),
    ]


def _written(value: str | int | float, words: Language, *, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    if is_share:
        return words.percent(value, 0)
    return words.count(value) if isinstance(value, int) else words.number(value)


def show_inclusive(path: Path, lang: str, as_json: bool) -> None:
    """The share of each way of naming people, among all nouns for people."""
    from epicene.data.text_files import read_text
    from epicene.kinds.person_nouns import shares_of_lines

    language = Language(lang, "epicene.kinds")
    with Bar():
        found = shares_of_lines(read_text(path).split("\n"), str(path))
    if as_json:
        classes = [
            {"class": one.sort, "n": one.n, "share": one.share, "low": one.low, "high": one.high} for one in found
        ]
        print_json({"file": str(path), "n": found[0].total, "classes": classes})
        return
    rows = [
        [
            language.text(f"nouns.{one.sort}"),
            language.count(one.n),
            language.number(one.share),
            language.bracket(one.low, one.high),
        ]
        for one in found
    ]
    print_table([language.text(f"nouns.column.{name}") for name in ("sort", "n", "share", "interval")], rows)
    typer.echo(language.text("nouns.note"))


def items_noun(kind: str) -> str:
    """What a kind calls its items: minimal pairs, letters."""
    from epicene.core.kinds import KINDS

    return Language(spoken(), KINDS[kind].package).text_or("kind.items", kind)


def _words() -> Language:
    return Language(spoken(), "epicene.kinds")


def _warn(dataset: Dataset) -> None:
    if warning := dataset.warning():
        typer.echo(in_spoken(warning), err=True)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], may_wrap: tuple[str, ...] = ()) -> None:
    """A table in which no number is cut, even in 80 columns; the columns `may_wrap` give way."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for name in header:
        table.add_column(name, no_wrap=name not in may_wrap)
    for row in rows:
        table.add_row(*(Text(in_spoken(cell)) for cell in row))
    Console().print(table)


def published_facts() -> dict[str, Any]:
    """Its line in `data list`."""
    from epicene.data.fetch import facts
    from epicene.mt.corpora.neuroviz_corpus import SIDES

    return {**facts(SIDES["fr"]), "language": "fr-en"}


def get_published(as_json: bool) -> None:
    from epicene.mt.corpora.neuroviz_corpus import get_published as fetch

    _show_published(*fetch(), as_json)


def check_published(files: str, as_json: bool) -> None:
    """`FRENCH,ENGLISH`, or nothing for the files in the cache."""
    if not files:
        get_published(as_json)
        return
    sides = files.split(",")
    if len(sides) != 2:
        raise InputError("{corpus} has two files; write {corpus}=FRENCH,ENGLISH.", corpus=PUBLISHED)
    _show_published(Path(sides[0]), Path(sides[1]), as_json)


def refuse_to_count() -> NoReturn:
    raise InputError(
        "{corpus} is a corpus to translate and has no pairs or triples to count. `epicene data "
        "check {corpus}` says what is wrong with it, `epicene mt corpus-stats --src FRENCH --tgt "
        "ENGLISH` counts its occupations.",
        corpus=PUBLISHED,
    )


def _show_published(french: Path, english: Path, as_json: bool) -> None:
    from epicene.mt.corpora.neuroviz_corpus import defects, unknown_rows
    from epicene.mt.results import ROOM

    say = Language("en" if as_json else spoken(), ROOM).say
    found = [say(notice) for notice in (*unknown_rows(french, english), *defects(french, english))]
    if as_json:
        print_json({"name": PUBLISHED, "french": str(french), "english": str(english), "defects": found})
        return
    for defect in found:
        tell(said("Notice: {text}", text=defect), err=True)
    typer.echo(f"{french}\n{english}")
