"""From saved runs to a report file; the suffix says which kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.report.language import Language
from epicene.report.prompted import is_prompted
from epicene.report.prompted_write import refuse_mixed, write_prompted
from epicene.report.saved import SavedRun, read_runs


def _html(runs: Sequence[SavedRun], language: Language) -> str:
    from epicene.report.html import render_html

    return render_html(runs, language)


def _markdown(runs: Sequence[SavedRun], language: Language) -> str:
    from epicene.report.plain import render_markdown

    return render_markdown(runs, language)


def _latex(runs: Sequence[SavedRun], language: Language) -> str:
    from epicene.report.plain import render_latex

    return render_latex(runs, language)


def _csv(runs: Sequence[SavedRun], language: Language) -> str:
    from epicene.report.overview import estimates_table
    from epicene.report.render.csv import to_csv

    return to_csv(estimates_table(runs, language))


WRITERS: Mapping[str, Callable[[Sequence[SavedRun], Language], str]] = {
    ".html": _html,
    ".md": _markdown,
    ".tex": _latex,
    ".csv": _csv,
}


def write_report(runs: Sequence[Path], out: Path, lang: str = "en") -> None:
    """Write one report about one or several saved runs; nothing is left half-written."""
    writer = WRITERS.get(out.suffix.lower())
    if writer is None:
        raise InputError(
            f"{out}: a report ends in one of {', '.join(WRITERS)}, not in {out.suffix or 'nothing'!r}. "
            "Choose one of these endings with -o."
        )
    if not runs:
        raise InputError("A report needs at least one run folder: `epicene report RUN -o report.html`.")
    language = Language(lang)
    saved = read_runs(runs)
    refuse_mixed(saved)
    if is_prompted(saved[0]):
        write_prompted(saved, out, lang)
        return
    write_text(out, writer(saved, language))
