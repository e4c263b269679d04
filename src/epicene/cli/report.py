"""epicene report: a page for people, or tables for a paper, from saved runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.core.errors import InputError
from epicene.core.plugins import PluginError


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            help="Run folders, of one kind; or files that `mt judge --json` and `mt winomt --json` printed.",
            metavar="RUN...",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="Where to write; .html, .md, .tex or .csv says what.", metavar="FILE"),
    ],
    lang: Annotated[str, typer.Option(help="Language of the report: fr or en.")] = "en",
) -> None:
    """Write a report about one saved run, or several side by side; likewise about translation systems."""
    files = [path for path in runs if path.is_file()]
    if files and len(files) < len(runs):
        raise InputError("Run folders and files of translation systems go into two reports; name one kind at a time.")
    if files:
        from epicene.report.translation_language import TranslationLanguage
        from epicene.report.translation_page import read_documents, write_documents

        write_documents(output, read_documents(files), TranslationLanguage(lang))
    elif all(map(_has_page, runs)):
        from epicene.report.pages import write_report

        write_report(runs, output, lang)
    else:
        from epicene.report.write import write_report as write_audit_report

        write_audit_report(runs, output, lang)
    from epicene.report.language import Language

    typer.echo(Language(lang).text("terminal.report", path=output), err=True)


def _has_page(run: Path) -> bool:
    """Whether the kind of run has a page; audits do not yet, and theirs are the manifests that say no kind."""
    from epicene.report.pages import PAGES
    from epicene.runs.folder import MANIFEST, run_kind

    kind = run_kind(run)
    if kind is None:
        return run.is_dir() and not (run / MANIFEST).exists() and any(page.recognises(run) for page in PAGES.values())
    try:
        return bool(PAGES[kind])
    except PluginError:
        return False
