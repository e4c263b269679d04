"""What `mt` commands end with: tables on the terminal, a file of them, or one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from epicene.cli.console import print_json
from epicene.core.errors import EpiceneError

if TYPE_CHECKING:
    from epicene.core.language import Language
    from epicene.report.pages import RunPage


def stop_or_say(notices: Iterable[str], strict: bool, language: Language) -> None:
    """What a reader of the figures must know, before they are shown; with --strict, the first of them is the end."""
    for text in notices:
        if strict:
            raise EpiceneError(f"Stopped because of --strict: {text}")
        typer.echo(f"{language.text('terminal.notice')} {text}", err=True)


def show_run(
    page: RunPage, folder: Path, document: Mapping[str, Any], language: Language, *, strict: bool, json: bool
) -> None:
    """How a command about what is inside a system ends: its notices, the page, and tables or one JSON document."""
    from epicene.report.pages import write_document
    from epicene.report.render.terminal import print_document

    shown = page.document([folder], language.code)
    stop_or_say([note.text for note in shown.notes], strict, language)
    report = folder / "report.html"
    write_document(shown, report)
    if json:
        print_json(document)
        return
    print_document(page.summary([folder], language.code))
    typer.echo(f"\n{language.text('terminal.report', path=report)}")


class Showing:
    """Bad choices (an unknown language or file ending) are refused when it is made, before anything is measured."""

    def __init__(self, lang: str, output: Path | None, json: bool, strict: bool) -> None:
        from epicene.report.translation_language import TranslationLanguage
        from epicene.report.translation_write import check_output

        self.language = TranslationLanguage(lang)
        check_output(output)
        self.output = output
        self.json = json
        self.strict = strict

    def notify(self, notices: Mapping[str, Sequence[str]]) -> None:
        """Say what a reader of each system's figures must know, before they are shown; with --strict, stop there."""
        from epicene.report.recorded import told

        for notice in dict.fromkeys(text for of_one in notices.values() for text in of_one):
            concerned = [system for system, of_one in notices.items() if notice in of_one]
            said = told(notice, self.language).text
            everywhere = len(concerned) == len(notices)
            about = self.language.text("answer.on", benchmark=", ".join(concerned), answer=said)
            stop_or_say([said if everywhere else about], self.strict, self.language)

    def show(
        self,
        documents: Sequence[dict[str, Any]],
        tables_of: Callable[..., Any],
        behind: Callable[[dict[str, Any]], dict[str, Any]] = lambda made: made,
    ) -> None:
        """`behind` adds to a document the lines behind its figures, for the page."""
        from epicene.report.translation_page import write_documents
        from epicene.report.translation_write import print_tables

        if self.output:
            write_documents(self.output, [*map(behind, documents)], self.language)
            typer.echo(self.language.text("terminal.report", path=self.output), err=True)
        if self.json:
            print_json(documents[0] if len(documents) == 1 else {"systems": documents})
        elif "lines" in documents[0]:
            self._print_lines(documents)
        else:
            print_tables(tables_of(documents, self.language), self.language)
            typer.echo("\n".join(text for made in documents for text in made["signatures"].values()))

    @staticmethod
    def _print_lines(documents: Sequence[dict[str, Any]]) -> None:
        for made in documents:
            for line in made["lines"]:
                typer.echo("\t".join(map(str, (made["model"], *line.values()))))
