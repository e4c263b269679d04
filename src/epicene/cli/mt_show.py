"""What `mt judge` and `mt winomt` end with: tables on the terminal, a file of them, or one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer

from epicene.cli.console import print_json


class Showing:
    """Bad choices (an unknown language or file ending) are refused when it is made, before anything is measured."""

    def __init__(self, lang: str, output: Path | None, json: bool) -> None:
        from epicene.report.translation_language import TranslationLanguage
        from epicene.report.translation_write import check_output

        self.language = TranslationLanguage(lang)
        check_output(output)
        self.output = output
        self.json = json

    def show(self, documents: Sequence[dict[str, Any]], tables_of: Callable[..., Any]) -> None:
        from epicene.report.translation_write import print_tables, write_tables

        tables = tables_of(documents, self.language)
        signatures = [text for made in documents for text in made["signatures"].values()]
        if self.output:
            systems = self.language.list_of([made["model"] for made in documents])
            title = self.language.text("mt.page.title", systems=systems)
            write_tables(self.output, title, tables, signatures, self.language)
            typer.echo(f"Tables: {self.output}", err=True)
        if self.json:
            print_json(documents[0] if len(documents) == 1 else {"systems": documents})
        elif "lines" in documents[0]:
            self._print_lines(documents)
        else:
            print_tables(tables, self.language)
            typer.echo("\n".join(signatures))

    @staticmethod
    def _print_lines(documents: Sequence[dict[str, Any]]) -> None:
        for made in documents:
            for line in made["lines"]:
                typer.echo("\t".join(map(str, (made["model"], *line.values()))))
