"""The page of a run, whatever was run. A sort of run says what is its own (`RunKind`); the order is that of all pages.

    answer · what it means · how sure · what now · chart · tables and details · items · how to read · method · citation

A run's folder is read into results (`runs.results.Result`); boards, cards, comparisons and pages rest on these alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from epicene._version import __version__
from epicene.core.catalogues import ENGLISH
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.registry import Registry
from epicene.report.charts.forest import Plot
from epicene.report.compared_runs import Compared
from epicene.report.document import (
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Note,
    Paragraph,
    Row,
    Section,
    TableBlock,
    notes_of,
)
from epicene.report.headlines import Headline, HeadlineTest, compared_by_runs
from epicene.report.render.html import write_document
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, Journal, RunFolder, read_results, run_kind
from epicene.runs.results import GPU, Result

R = TypeVar("R", bound=Result)
MOST_ROWS = 15  # of a table that is not folded


@dataclass(frozen=True)
class RunView(Generic[R]):
    """What a page shows: runs of one kind by their folders, read once, in the reader's language with the kind's words.

    `results` are in the order of the runs; one run may have several, one for each system.
    """

    kind: RunKind[R]
    paths: Sequence[Path]
    language: Language

    @cached_property
    def by_run(self) -> list[list[R]]:
        return [list(self.kind.read(path)) for path in self.paths]

    @cached_property
    def results(self) -> list[R]:
        return [result for results in self.by_run for result in results]

    @property
    def path(self) -> Path:
        """The one folder of kinds whose page shows one run at a time."""
        return only_run(self.paths)

    @property
    def result(self) -> R:
        """The one result of such a run."""
        self.path  # noqa: B018  (refuses several)
        return self.results[0]


def only_run(paths: Sequence[Path]) -> Path:
    """The one folder of kinds whose page shows one run at a time."""
    if len(paths) != 1:
        raise InputError(f"A report shows one run of this kind, and {len(paths)} are named. Write a report of each.")
    return paths[0]


class RunKind(Generic[R]):
    """One sort of run: the type of its results, and what its pages say besides what all pages say.

    Everything but `name`, `result` and `title` has a default, so that a small sort of run is small. `rooms` are the
    packages that have its messages, the more special ones last. Sorts of one `family` can share a page.
    """

    name: str
    result: type[R]
    rooms: ClassVar[Sequence[str]] = ()
    family: ClassVar[str] = ""
    can_be_compared: ClassVar[bool] = False
    quiet_heading: ClassVar[str] = "notice.heading"  # of notices that are not grave
    scripts: ClassVar[Sequence[str]] = ()

    # Reading

    def recognises(self, path: Path) -> bool:
        """Whether a path without a manifest (a file that `--json` printed, a study) is such a run."""
        return False

    def read(self, path: Path) -> Sequence[R]:
        """The results of one run folder."""
        return [read_results(path / RESULTS, self.result)]

    def view(self, paths: Sequence[Path], language: Language) -> RunView[R]:
        return RunView(self, paths, language.joined(*self.rooms))

    # The page, in its order

    def title(self, view: RunView[R]) -> str:
        raise NotImplementedError

    def kicker(self, view: RunView[R]) -> str:
        return ""

    def window_title(self, view: RunView[R]) -> str:
        """What the browser's tab says, where that is not the title."""
        return ""

    def standfirst(self, view: RunView[R]) -> list[str]:
        """What was done, in a sentence or two."""
        return []

    def byline(self, view: RunView[R]) -> list[str]:
        """What it was done with: sets and models, a line each."""
        return []

    def notes(self, view: RunView[R]) -> list[Note]:
        """What a reader of the figures must know."""
        return notes_of([notice for result in view.results for notice in result.notice_list()], view.language)

    def answer(self, view: RunView[R]) -> list[Block]:
        """What is the answer, what it means, how sure it is, and what to do now."""
        return []

    def charts(self, view: RunView[R]) -> Sequence[Block]:
        """What is seen at a glance, before the tables."""
        return []

    def tables(self, view: RunView[R]) -> list[Table]:
        """The figures; the terminal shows them too."""
        return []

    def details(self, view: RunView[R]) -> list[Section]:
        """Sections of its own: by default the tables, in one section, long ones folded."""
        blocks = [folded(table, f"{self.name}-{n}") for n, table in enumerate(self.tables(view), start=1)]
        return [Section(view.language.text("page.figures"), blocks, "figures")] if blocks else []

    def item_sections(self, view: RunView[R]) -> list[Section]:
        """What was asked, where that is sentences, behind a warning."""
        return []

    def readings(self, view: RunView[R]) -> list[tuple[str, str]]:
        """Terms and what helps to read them."""
        return []

    def method(self, view: RunView[R]) -> list[tuple[str, str]]:
        """How it was measured: a term and a fact each."""
        return []

    def reference(self, view: RunView[R]) -> list[Section]:
        """How to read, how it was measured and how to cite it; each only where there is something to say."""
        language, reading, method = view.language, self.readings(view), self.method(view)
        sections = []
        if reading:
            sections.append(Section(language.text("page.reading"), [DefinitionList(reading, "reading")], "reading"))
        if method:
            sections.append(Section(language.text("page.methods"), [DefinitionList(method)], "methods"))
        return [*sections, citation(self.signatures(view), language)]

    def footer(self, view: RunView[R]) -> list[str]:
        """Lines at the foot of the page; by default the version."""
        return []

    def data(self, view: RunView[R]) -> Table | None:
        """What CSV holds, where that is not all tables of the page."""
        return None

    def signatures(self, view: RunView[R]) -> list[str]:
        return list(dict.fromkeys(text for result in view.results for text in result.signatures.values()))

    def short_answer(self, view: RunView[R]) -> list[Block]:
        """The answer in a terminal."""
        return [block for block in self.answer(view) if not block.screen_only]

    def closing(self, view: RunView[R]) -> list[str]:
        """Sentences under the tables of a terminal."""
        return []

    def printed_signatures(self, view: RunView[R]) -> list[str]:
        """The signatures as a terminal shows them."""
        return self.signatures(view)

    def document(self, paths: Sequence[Path], code: str) -> Document:
        """All there is to show of one or several runs."""
        return results_document(self.view(paths, Language(code)))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """What the terminal shows when the command ends."""
        return results_summary(self.view(paths, Language(code)))

    # In programs

    def json_document(self, path: Path) -> dict[str, Any]:
        """What is in results.json, or the file that `--json` printed."""
        folder = RunFolder(path)
        return folder.read_json(path if path.is_file() else folder.results_path)

    def english_notes(self, path: Path) -> Sequence[Note]:
        """What a reader of the figures must know, in English."""
        return self.document([path], ENGLISH).notes

    def item_rows(self, path: Path) -> Iterator[dict[str, Any]] | None:
        """A record for each item that was asked, or line that was judged; None of runs that keep none."""
        if (path / "lines.jsonl").is_file():
            lines = Journal(path / "lines.jsonl").each()
            return ({name: value for name, value in line.items() if name != "key"} for line in lines)
        if (path / "lines.tsv").is_file():
            head, *rows = (path / "lines.tsv").read_text(encoding="utf-8").splitlines()
            return (dict(zip(head.split("\t"), row.split("\t"), strict=True)) for row in rows)
        return None

    # Among others

    def compare(self, paths: Sequence[Path], seed: int) -> Compared:
        """Every two of the runs, tested; only of kinds that `can_be_compared`."""
        raise NotImplementedError

    def headlines(self, path: Path, language: Language) -> Sequence[Headline]:
        """The few figures that a board and a model card show of a run."""
        return []

    def compare_headlines(self, headlines: Sequence[Headline], seed: int) -> Iterable[HeadlineTest]:
        """Tests between every two figures whose signatures agree on all but the model."""
        return compared_by_runs(self.compare, headlines, seed) if self.can_be_compared else ()


def results_document(view: RunView[R]) -> Document:
    """The page of runs of one kind, in the order that all pages have."""
    kind, language = view.kind, view.language
    title, details = kind.title(view), list[Section]()
    for n, section in enumerate(kind.details(view), start=1):  # with an id each: the contents lead to all of them
        details.append(section if section.id or not section.heading else replace(section, id=f"section-{n}"))
    document = Document(
        title=title,
        language=language,
        kicker=kind.kicker(view),
        standfirst=kind.standfirst(view),
        byline=kind.byline(view),
        window_title=kind.window_title(view),
        notes=kind.notes(view),
        quiet_heading=language.text(kind.quiet_heading),
        answer=[*kind.answer(view), *kind.charts(view)],
        answer_label=title,
        sections=[*details, *kind.item_sections(view), *kind.reference(view)],
        signatures=kind.signatures(view),
        signed=False,
        footer=kind.footer(view),
        data=kind.data(view),
        scripts=kind.scripts,
    )
    return with_shared_axes(document)


def results_summary(view: RunView[R]) -> Document:
    """The answer, the tables and what must be known of them."""
    tables = [TableBlock(table, f"table-{n}") for n, table in enumerate(view.kind.tables(view), start=1)]
    return Document(
        title="",
        language=view.language,
        notes=view.kind.notes(view),
        answer=[*view.kind.short_answer(view), *tables, *map(Paragraph, view.kind.closing(view))],
        signatures=view.kind.printed_signatures(view),
    )


def with_shared_axes(document: Document) -> Document:
    """The same page; charts against the same ideal show the same stretch of their scale."""
    stretches: dict[float, list[tuple[float, float]]] = {}
    for figure in document.figures():
        if isinstance(figure.chart, Plot) and figure.chart.domain is None:
            stretches.setdefault(figure.chart.ideal, []).append(figure.chart.bounds())
    if max(map(len, stretches.values()), default=0) < 2:
        return document

    def shared(block: Block) -> Block:
        if isinstance(block, Collapsible | Row):
            return replace(block, blocks=[shared(inner) for inner in block.blocks])
        if isinstance(block, Figure) and isinstance(block.chart, Plot) and block.chart.domain is None:
            lows, highs = zip(*stretches[block.chart.ideal], strict=True)
            return replace(block, chart=replace(block.chart, domain=(min(lows), max(highs))))
        return block

    sections = [replace(section, blocks=[shared(block) for block in section.blocks]) for section in document.sections]
    return replace(document, answer=[shared(block) for block in document.answer], sections=sections)


def folded(table: Table, name: str) -> Block:
    """A table that is longer than a screen stands behind its title."""
    if sum(map(len, table.blocks)) <= MOST_ROWS:
        return TableBlock(table, name)
    return Collapsible(table.title, [TableBlock(table, name, captioned=False)])


def citation(signatures: Sequence[str], language: Language) -> Section:
    """How to cite the figures: their signatures, and the program."""
    blocks: list[Block] = []
    if signatures:
        blocks.append(Paragraph(language.text("cite.signature")))
        blocks += [Paragraph(signature, "code") for signature in signatures]
    blocks += [
        *([Paragraph(language.text("cite.software"), "note")] if signatures else []),
        Paragraph(language.text("cite.software.text", version=__version__), "quote"),
    ]
    return Section(language.text("page.cite"), blocks, "cite", screen_only=True)


class EnergyRecord(msgspec.Struct):
    how: str
    watt_hours: float
    seconds: float


class CostRecord(msgspec.Struct):
    """What a run's JSON may say of its cost; `asking` is None where nothing but time was counted."""

    seconds: float = 0.0
    tokens: int = 0
    tokens_per_second: float = 0.0
    asking: dict[str, float] | None = None
    peak_memory_bytes: float = 0.0
    peak_memory_of: str = ""
    energy: EnergyRecord | None = None


def cost_said(counted: object, language: Language) -> str:
    """What a run's JSON says of its cost, in words; nothing where nothing was counted."""
    cost = msgspec.convert(counted, CostRecord)
    if not cost.seconds:
        return ""
    duration = language.duration(cost.seconds)
    if cost.asking is None:
        texts = [language.text("methods.cost.time", duration=duration)]
    else:
        tokens, rate = language.count(cost.tokens), language.count(round(cost.tokens_per_second))
        texts = [language.text("methods.cost.asking", duration=duration, tokens=tokens, rate=rate)]
    if cost.peak_memory_bytes:
        key = "methods.cost.memory.gpu" if cost.peak_memory_of == GPU else "methods.cost.memory"
        texts.append(language.text(key, gigabytes=language.number(cost.peak_memory_bytes / 1e9)))
    if energy := cost.energy:
        values = {"energy": language.number(energy.watt_hours, 2), "duration": language.duration(energy.seconds)}
        texts.append(language.text(f"methods.cost.energy.{energy.how}", **values))
    return language.text("punctuation.semicolon").join(texts)


def cost_lines(counted: object, language: Language) -> list[str]:
    """The cost as a line for the foot of a page; none where nothing was counted."""
    text = cost_said(counted, language)
    return [f"{language.text('methods.cost')}{language.text('punctuation.colon')} {text}"] if text else []


RUN_KINDS: Registry[RunKind[Any]] = Registry("kind of run", "epicene.runs")


def kind_of(paths: Sequence[Path], instead: str = "Write two reports.") -> RunKind[Any]:
    """The kind of these runs, which must be one, or of one family."""
    if not paths:
        raise InputError("A report needs at least one run folder: `epicene report RUN -o report.html`.")
    kinds = {path: _kind(path) for path in paths}
    families = {kind.family or kind.name: path for path, kind in kinds.items()}
    if len(families) > 1:
        (first, there), (second, here), *_ = families.items()
        raise InputError(f"{there} holds a run of kind {first} and {here} one of kind {second}. {instead}")
    return kinds[paths[0]]


def _kind(path: Path) -> RunKind[Any]:
    if not path.exists():
        raise InputError(f"No such folder: {path}. Name the folder of a run, as its command printed it.")
    name = run_kind(path)
    if name is not None:
        return RUN_KINDS[name]
    for kind in RUN_KINDS.values():
        if kind.recognises(path):
            return kind
    raise InputError(
        f"{path} is not a run folder, nor a file that an epicene command wrote. Name the folder of a run, as its "
        "command printed it."
    )


def read_run(path: Path) -> Sequence[Result]:
    """The results of a run of whatever kind."""
    results: Sequence[Result] = kind_of([path]).read(path)
    return results


def compare_runs(paths: Sequence[Path], seed: int = 0) -> Compared:
    """Runs of one kind against one another, tested as their kind says."""
    if not paths:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    kind = kind_of(paths, "Compare runs of one kind.")
    if not kind.can_be_compared:
        known = ", ".join(known.name for known in RUN_KINDS.values() if known.can_be_compared)
        raise InputError(f"{paths[0]} holds a run of kind {kind.name}, which cannot be compared. These can: {known}.")
    return kind.compare(paths, seed)


def write_report(paths: Sequence[Path], out: Path, code: str = "en") -> None:
    """One report about one or several runs of a kind; the ending of `out` says in which format."""
    write_document(kind_of(paths).document(paths, code), out)
