"""Which page shows a run: every kind of run registers one (`epicene.runs`), and this writes it in any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_text
from epicene.core.language import Language
from epicene.core.registry import Registry
from epicene.report.document import Document, figures_folder
from epicene.runs.folder import run_kind

if TYPE_CHECKING:
    import pandas

    from epicene.core.notices import Notice
    from epicene.metrics.two_models import Comparison


class RunPage(Protocol):
    """How runs of one kind are shown, from their folders alone."""

    @property
    def name(self) -> str:
        """The kind of run, as its manifest has it."""

    def document(self, paths: Sequence[Path], code: str) -> Document:
        """All there is to show of one or several runs, in a language."""

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """What the terminal shows when the command ends."""


@runtime_checkable
class RecognisingPage(RunPage, Protocol):
    """Of runs that have no manifest: a study, or a file that `--json` printed."""

    def recognises(self, path: Path) -> bool:
        """Whether a folder or file is such a run."""


class Labelled(Protocol):
    @property
    def label(self) -> str: ...


class Pair(Protocol):
    """Two runs, or two systems of runs, as programs use them."""

    @property
    def benchmark(self) -> str: ...
    @property
    def a(self) -> Labelled: ...
    @property
    def b(self) -> Labelled: ...
    @property
    def comparisons(self) -> tuple[Comparison, ...]: ...
    @property
    def headlines(self) -> tuple[Comparison, ...]:
        """Those that say in short how the two differ."""

    @property
    def identical(self) -> bool: ...
    @property
    def is_trusted(self) -> bool: ...
    def to_pandas(self) -> pandas.DataFrame: ...


class Compared(Protocol):
    """Runs of one kind against one another."""

    @property
    def pairs(self) -> Sequence[Pair]:
        """Every two of them."""

    @property
    def is_trusted(self) -> bool:
        """Whether all of them may be believed."""

    def notices(self) -> list[Notice]:
        """What a reader of the tests must know."""

    def said(self, language: Language) -> list[str]:
        """The same in sentences."""

    def record(self) -> dict[str, object]:
        """As JSON has it."""

    def summary(self, language: Language) -> Document:
        """What the terminal shows."""


@runtime_checkable
class ComparingPage(RunPage, Protocol):
    """A page whose runs can also be compared."""

    def compare(self, paths: Sequence[Path], seed: int) -> Compared:
        """Refused, in a sentence, where they were asked different things."""


PAGES: Registry[RunPage] = Registry("kind of run", "epicene.runs")


# By ending: a function of `render`, imported when it is needed.
FIGURE = "figure"
FORMATS = {
    ".html": "html",
    ".md": "markdown",
    ".tex": "latex",
    ".csv": "csv",
    ".svg": FIGURE,
    ".pdf": FIGURE,
}


def check_output(out: Path | None) -> None:
    """An ending that cannot be written is refused before anything is measured."""
    if out is not None and out.suffix.lower() not in FORMATS:
        raise InputError(
            f"{out}: a report ends in one of {', '.join(FORMATS)}, not in {out.suffix!r}. Choose one of these endings "
            "with -o."
        )


def page_of(paths: Sequence[Path], instead: str = "Write two reports.") -> RunPage:
    """The page that shows these runs; they must be of one kind, or of kinds that share a page (its `family`)."""
    if not paths:
        raise InputError("A report needs at least one run folder: `epicene report RUN -o report.html`.")
    pages = {path: _page(path) for path in paths}
    kinds = {getattr(page, "family", page.name): path for path, page in pages.items()}
    if len(kinds) > 1:
        (first, there), (second, here), *_ = kinds.items()
        raise InputError(f"{there} holds a run of kind {first} and {here} one of kind {second}. {instead}")
    return pages[paths[0]]


def compare_runs(paths: Sequence[Path], seed: int = 0) -> Compared:
    """Runs of whatever kind, in the way that their kind registered with its page."""
    if not paths:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    page = page_of(paths, "Compare runs of one kind.")
    if not isinstance(page, ComparingPage):
        known = ", ".join(
            name for name, one in zip(PAGES, PAGES.values(), strict=True) if isinstance(one, ComparingPage)
        )
        raise InputError(f"{paths[0]} holds a run of kind {page.name}, which cannot be compared. These can: {known}.")
    return page.compare(paths, seed)


def only_run(paths: Sequence[Path]) -> Path:
    """For pages that show one run at a time."""
    if len(paths) != 1:
        raise InputError(f"A report shows one run of this kind, and {len(paths)} are named. Write a report of each.")
    return paths[0]


def _page(path: Path) -> RunPage:
    if not path.exists():
        raise InputError(f"There is no {path}. Name the folder of a run, as its command printed it.")
    kind = run_kind(path)
    if kind is not None:
        return PAGES[kind]
    for page in PAGES.values():
        if isinstance(page, RecognisingPage) and page.recognises(path):
            return page
    raise InputError(
        f"{path} is no run folder, and nothing that an epicene command wrote. Name the folder of a run, as its "
        "command printed it."
    )


def write_report(paths: Sequence[Path], out: Path, code: str = "en") -> None:
    """One report about one or several runs of a kind; the ending of `out` says in which format."""
    check_output(out)
    write_document(page_of(paths).document(paths, code), out)


def write_document(document: Document, out: Path) -> None:
    """Nothing is left half-written; charts that are for papers stand beside a page, as SVG and PDF."""
    check_output(out)
    if FORMATS[out.suffix.lower()] == FIGURE:
        _write_figure(document, out)
        return
    if out.suffix.lower() != ".csv":
        for figure in document.figures():
            if figure.filed:
                figure.chart.export(out.parent / figures_folder(document.language) / figure.chart.id, document.language)
    format = FORMATS[out.suffix.lower()]
    for name, content in document.files() if format == "html" else ():
        write_text(out.parent / name, content)
    render: Callable[[Document], str] = getattr(import_module(f"epicene.report.render.{format}"), f"render_{format}")
    write_text(out, render(document))


def _write_figure(document: Document, out: Path) -> None:
    """The first chart that can stand by itself: of an audit, its types."""
    with TemporaryDirectory() as folder:
        for figure in document.figures():
            files = figure.chart.export(Path(folder) / FIGURE, document.language)
            if found := [file for file in files if file.suffix == out.suffix.lower()]:
                write_bytes(out, found[0].read_bytes())
                return
    raise InputError(f"There is no figure to be written to {out}. Write the report as .html or .tex.")
