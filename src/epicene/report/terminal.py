"""What the terminal shows at the end of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene.auditing.comparison import PairedRuns
from epicene.report.answers import qualified
from epicene.report.language import Language
from epicene.report.notices import Notice, notices_of
from epicene.report.overview import headline_table
from epicene.report.paired import outcome, table_of
from epicene.report.prompted import is_prompted, narrow_table, prompted_answer
from epicene.report.prompted_language import PromptedLanguage
from epicene.report.render.terminal import to_terminal
from epicene.report.saved import Findings, SavedRun, benchmark_title
from epicene.report.tables import Table, without_column
from epicene.report.triples import comparisons_by_task, is_triples, tables_by_task

if TYPE_CHECKING:
    from rich.console import Group

    from epicene.report.render.unbroken import Unbroken


def print_summary(run: Path, lang: str = "en") -> None:
    """Print the ending table of a saved run."""
    from epicene.runs.audit_folder import AuditFolder

    folder = AuditFolder(run)
    _print(terminal_summary(folder.results(), folder.manifest(), lang))


def print_results(results: Mapping[str, Any], lang: str = "en") -> None:
    """As `print_summary`, for results that no run folder belongs to."""
    _print(terminal_summary(results, {}, lang))


def print_comparisons(compared: Sequence[PairedRuns], lang: str = "en") -> None:
    """A table and a sentence for each two models on each benchmark."""
    from rich.console import Group

    from epicene.report.render.unbroken import Unbroken

    language = Language(lang)
    for pair in compared:
        table = table_of(pair, language)
        tables = comparisons_by_task(table) if pair.a.kind == "triples" else [table]
        said = [Unbroken(outcome(pair, language), style="bold"), Unbroken(table.note, style="dim")]
        _print(Group(*(to_terminal(one, language) for one in tables), *said))


def _print(summary: Group) -> None:
    from rich.console import Console

    Console(highlight=False).print(summary, crop=False)


def _reading(run: SavedRun, language: Language) -> Iterator[str]:
    """How to read the tables: a line for each kind of benchmark there is."""
    if is_prompted(run):
        yield PromptedLanguage(language.code).text("prompted.table.note")
        return
    kinds = {is_triples([run], name) for name in run.manifest["benchmarks"]}
    if False in kinds:
        yield language.text("terminal.reading")
    if True in kinds:
        yield language.text("table.triples.note")


def terminal_summary(results: Mapping[str, Any], manifest: Mapping[str, Any], lang: str = "en") -> Group:
    """The headline table, how to read it, the answers, notices and signatures; print it with a rich console."""
    from rich.console import Group

    from epicene.report.render.unbroken import Unbroken

    language = Language(lang)
    run = _measured(results, manifest)
    parts: list[Any] = [to_terminal(table, language) for table in _tables(run, language)]
    parts += [Unbroken(line, style="dim") for line in _reading(run, language)]
    notices = notices_of(run, language)
    parts += [_told(notice, language) for notice in notices if notice.grave]  # before what they make doubtful
    for name in run.manifest["benchmarks"]:
        said = " ".join(prompted_answer(run, name, language)) if is_prompted(run) else qualified(run, name, language)
        title = benchmark_title(name, [run], language)
        parts.append(Unbroken(language.text("answer.on", benchmark=title, answer=said), style="bold"))
    parts += [_told(notice, language) for notice in notices if not notice.grave]
    for name, signature in run.findings.signatures.items():
        said = language.text("terminal.signature", benchmark=name, signature=signature)
        parts.append(Unbroken(said, style="dim", no_wrap=True, overflow="ignore"))  # a signature is copied whole
    return Group(*parts)


def _told(notice: Notice, language: Language) -> Unbroken:
    from epicene.report.render.unbroken import Unbroken

    mark = language.text("terminal.warning" if notice.grave else "terminal.notice")
    return Unbroken(f"{mark} {notice.text}", style="bold red" if notice.grave else "yellow")


def _tables(run: SavedRun, language: Language) -> Iterator[Table]:
    """A table for each benchmark, without the benchmark's name and the ideal, which stand above and below it: so it
    fits 80 characters.
    """
    for name in run.manifest["benchmarks"]:
        if is_prompted(run):
            yield narrow_table(run, name, language)
            continue
        if is_triples([run], name):
            yield from tables_by_task(run, name, language)
            continue
        table = headline_table([run], language, [name])
        for key in ("benchmark", "ideal"):
            table = without_column(table, key)
        title = benchmark_title(name, [run], language)
        yield replace(table, title=language.text("table.headline.of", benchmark=title))


def _measured(results: Mapping[str, Any], manifest: Mapping[str, Any]) -> SavedRun:
    """Results alone name their model and benchmarks; that is all a table needs."""
    bare = {"model": {"name": results["model"]}, "benchmarks": {name: {} for name in results["signatures"]}}
    known = {**bare, **manifest}
    return SavedRun(str(known["model"]["name"]), known, Findings(results))
