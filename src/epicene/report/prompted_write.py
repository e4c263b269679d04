"""From saved runs of models that were asked in words to a report file: a page of its own, or its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.report.language import Language
from epicene.report.notices import notices_of_all
from epicene.report.overview import estimates_table
from epicene.report.prompted import is_prompted, prompted_table
from epicene.report.prompted_language import PromptedLanguage
from epicene.report.prompted_page import compared, render_prompted, title_of
from epicene.report.render.csv import to_csv
from epicene.report.saved import SavedRun, benchmark_names
from epicene.report.tables import Table
from epicene.report.translation_write import write_tables


def refuse_mixed(runs: Sequence[SavedRun]) -> None:
    """Words and log-probabilities are two measurements; one page would invite to compare them."""
    kinds = {is_prompted(run): run.label for run in runs}
    if len(kinds) > 1:
        raise InputError(
            f"{kinds[True]} was asked in words and {kinds[False]} for log-probabilities: their figures cannot be "
            "compared. Write two reports."
        )


def write_prompted(runs: Sequence[SavedRun], out: Path, code: str) -> None:
    language = PromptedLanguage(code)
    suffix = out.suffix.lower()
    if suffix == ".html":
        write_text(out, render_prompted(runs, language))
    elif suffix == ".csv":
        write_text(out, to_csv(estimates_table(runs, language)))
    else:
        signatures = [signature for run in runs for signature in run.findings.signatures.values()]
        write_tables(out, title_of(runs, language), list(_tables(runs, language)), signatures, language)


def _tables(runs: Sequence[SavedRun], language: Language) -> Iterator[Table]:
    for name in benchmark_names(runs):
        asked = [run for run in runs if name in run.benchmarks]
        table = prompted_table(asked, name, language)
        loud = [notice.text for notice in notices_of_all(asked, language) if notice.grave]
        yield replace(table, note=" ".join([*loud, table.note]))
        yield from (view.table for view in compared(asked, name, language)[0])
