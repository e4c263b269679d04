"""What every command prints with: people read standard error and tables, programs read one JSON document."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from epicene.core.errors import EpiceneError
from epicene.core.language import Language, reader_language, require_language
from epicene.core.progress import Progress, Silent
from epicene.report import progress_bar

if TYPE_CHECKING:
    from epicene.auditing.dry_run import Plan
    from epicene.report.results_page import RunKind


@dataclass(frozen=True)
class Terminal:
    """Options of every command: one JSON document, the language, and how much is said."""

    json: bool = False
    lang: str = "en"
    quiet: bool = False
    verbose: bool = False
    strict: bool = False
    debug: bool = False

    @cached_property
    def language(self) -> Language:
        return Language(self.lang)

    def print_json(self, document: Any) -> None:
        """One JSON document on standard output, and nothing else there."""
        echo(json.dumps(msgspec.to_builtins(document), ensure_ascii=False, indent=1))

    def show(self, record: Any, *lines: str) -> None:
        """What a command ends with: a record for programs, or lines for people."""
        if self.json:
            self.print_json(record)
        else:
            echo("\n".join(lines))

    def note(self, text: str) -> None:
        """On standard error, unless nothing is to be said there."""
        if not self.quiet:
            echo(text, err=True)

    def print_document(self, document: Any, *, in_full: bool = True) -> None:
        from epicene.report.render.terminal import print_document

        print_document(document, in_full=in_full)

    def print_summary(self, document: Any) -> None:
        """Print a document without what is for specialists, unless --verbose asks for it."""
        self.print_document(document, in_full=self.verbose)

    def show_notices(self, notices: Iterable[str], *, strict: bool = False) -> None:
        """What a reader of the figures must know, before them; with --strict, the first of them is the end."""
        for text in notices:
            if strict:
                raise EpiceneError(f"Stopped because of --strict: {text}")
            self.note(f"{self.language.text('terminal.notice')} {text}")

    def show_run(
        self,
        page: RunKind[Any],
        folder: Path,
        *ends: str,
        record: Any = None,
        with_notices: bool = True,
        write_page: bool = False,
    ) -> None:
        """What a command ends with: its run's results, as tables or one JSON document (`record`, else results.json).

        `ends` are the lines below: `report` says where the page is, which is written first with `write_page`.
        """
        from epicene.report.render.html import write_document
        from epicene.runs.folder import RunFolder

        report = RunFolder(folder).report_path(self.lang)
        if write_page:
            write_document(page.document([folder], self.lang), report)
        if self.json:
            self.print_json(page.json_document(folder) if record is None else record)
            return
        summary = page.summary([folder], self.lang)
        self.print_summary(summary if with_notices else replace(summary, notes=()))
        lines = [self.language.text(f"terminal.{end}", path=report if end == "report" else folder) for end in ends]
        if lines:
            echo("\n" + "\n".join(lines))

    def show_plan(self, plan: Plan) -> None:
        """A plan, which is a gate: shut where something is missing."""
        from epicene.auditing.dry_run import PACKAGE

        if self.json:
            self.print_json(plan.record(Language("en", PACKAGE)))  # which programs read, whoever runs them
        else:
            self.print_document(plan.document(Language(self.lang, PACKAGE)))
        if plan.lacking:
            sys.exit(1)

    @contextmanager
    def progress(self, starting: str = "") -> Iterator[Progress]:
        """The bar of a command; with `starting`, the first seconds are spent on libraries."""
        if self.quiet:
            yield Silent()
            return
        with Bar() as bar:
            if starting:
                bar.say(starting)
            yield bar


STARTING = "Starting (loading libraries)"
_TERMINAL: ContextVar[Terminal] = ContextVar("terminal")


def terminal() -> Terminal:
    return _TERMINAL.get(Terminal())


def take_global_options(arguments: Sequence[str]) -> tuple[Terminal, list[str]]:
    """The options that every command has, and what else was typed."""
    flags = {"--json": "json", "--quiet": "quiet", "-q": "quiet", "--verbose": "verbose"}
    flags |= {"--strict": "strict", "--debug": "debug"}
    given: dict[str, Any] = {}
    rest: list[str] = []
    waiting = iter(arguments)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word in flags:
            given[flags[word]] = True
        elif word == "--lang" or word.startswith("--lang="):
            given["lang"] = word.removeprefix("--lang=") if "=" in word else next(waiting, "")
        elif word == "--accept-terms" or word.startswith("--accept-terms="):
            from epicene.models.packaged import accept_terms

            accept_terms(word.removeprefix("--accept-terms=") if "=" in word else next(waiting, ""))
        else:
            rest.append(word)
    lang = given.get("lang", reader_language())
    require_language(lang)
    shown = Terminal(**given | {"lang": lang})
    _TERMINAL.set(shown)
    return shown, rest


def echo(text: str, *, err: bool = False, end: str = "\n") -> None:
    stream = sys.stderr if err else sys.stdout
    stream.write(text + end)
    stream.flush()


class Bar(progress_bar.Bar):
    """The bar of a command; where it is stopped, it says what to type."""

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, value, trace)
        if kind is KeyboardInterrupt:
            echo("Stopped. What was done is kept: run the same command again to go on.", err=True)
