"""What a reader gets, whatever the run and the format: a title, the answer, sections of blocks.

A page is a function from results to a document; the files of `render` turn a document into HTML, Markdown, LaTeX, CSV
or lines of a terminal. Blocks hold text and figures, never markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from markupsafe import Markup

from epicene.core.catalogues import ENGLISH
from epicene.core.language import Language
from epicene.core.notices import Notice, unique
from epicene.report.tables import Table, to_csv


class Chart(Protocol):
    """A drawing; files for a paper are made of it by `render/chart_files.py`."""

    @property
    def id(self) -> str:
        """Unique on its page; the name of its files."""

    @property
    def title(self) -> str:
        """What is seen, in words."""

    def drawings(self, language: Language) -> Sequence[Markup]:
        """Inline SVG, for wide and narrow screens; the style sheet shows the one that fits."""


def figures_folder(language: Language) -> str:
    """Beside a page, in its language: those of an English page are in `figures`, of a French one in `figures.fr`."""
    return "figures" if language.code == ENGLISH else f"figures.{language.code}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of a section. `screen_only` blocks stand on the HTML page and in no other format."""

    screen_only: bool = False


Style = Literal["plain", "lead", "note", "quote", "code", "bibtex", "warning", "unprinted"]


@dataclass(frozen=True, slots=True)
class Paragraph(Block):
    """`lead` carries the answer, `note` explains what stands above it, `quote` can be pasted, `code` is a signature,
    `bibtex` has a button that copies it."""

    text: str
    style: Style = "plain"
    link: tuple[str, str] | None = None  # words and the id they lead to


@dataclass(frozen=True, slots=True)
class Heading(Block):
    """Below the section's own: level 3, or 4 within that; `link` is the id of the section that it leads to."""

    text: str
    level: int = 3
    id: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Block):
    """The answer about one model: the figure large (`is_percent` or bare), what it is judged to be, a sentence, and
    plain words for it.

    `tone` is a class of the style sheet: above, below, undecided, ties, nothing; `trusted` says whether it is believed;
    `title` is what the answer is about, where the heading above it is not seen.
    """

    figure: str
    verdict_label: str
    sentence: str
    plain: Sequence[str] = ()
    strip: Chart | None = None
    tone: str = "undecided"
    trusted: bool = True
    title: str = ""
    is_percent: bool = True


@dataclass(frozen=True, slots=True)
class Figure(Block):
    """A chart with what its marks mean and what to know of it; `filed` charts are also SVG and PDF beside the page."""

    chart: Chart
    caption: str = ""
    legend: Sequence[tuple[Markup, str]] = ()
    filed: bool = False
    titled: bool = True
    level: int = 4
    framed: str = ""  # a class of the style sheet for the frame

    def renamed(self, id: str, title: str | None = None) -> Figure:
        """The figure with its chart under a name of its own, where another of its page or folder has the same."""
        chart: Any = self.chart  # whichever dataclass draws it
        return replace(self, chart=replace(chart, id=id, title=title or chart.title))


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """`name` is that of its CSV file; `captioned` where no heading above says its title; `stacked` puts intervals below
    their values, and `classes` are those of the style sheet for the frame. Of a `listed_only` table the page has the
    file alone. A paper shows it as `printed`, where that is another table."""

    table: Table
    name: str
    captioned: bool = True
    stacked: bool = False
    classes: str = ""
    listed_only: bool = False
    printed: Table | None = None


@dataclass(frozen=True, slots=True)
class DefinitionList(Block):
    """Terms and what is to be known of each; `kind` is reading, meanings or facts."""

    facts: Sequence[tuple[str, str]]
    kind: str = "facts"


@dataclass(frozen=True, slots=True)
class Collapsible(Block):
    """What is there for those who unfold it; of the kind `reference`, on paper too."""

    summary: str
    blocks: Sequence[Block]
    kind: str = "figures"
    id: str = ""


@dataclass(frozen=True, slots=True)
class Row(Block):
    """Blocks beside one another where there is room: small charts, for example."""

    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class ItemList(Block):
    """Sentences with what a model made of each, behind a warning: drawn by a template of the room that they belong to.

    `template` is `PACKAGE:FILE`; `content` is what it shows. Formats without a screen leave them out. `file` is the
    name and content of what stands beside the page, where it has no room for all.
    """

    template: str
    content: Mapping[str, object]
    file: tuple[str, str] | None = None
    screen_only: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page; `listed` in the contents; `wide` ones are for sentences."""

    heading: str
    blocks: Sequence[Block] = ()
    id: str = ""
    listed: bool = True
    kind: str = ""
    screen_only: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A notice as a reader sees it; `foreign` where only its English sentence was kept, `details` is to be unfolded."""

    text: str
    grave: bool = False
    foreign: bool = False
    details: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """`answer` comes before everything but grave notices; `data` is what CSV holds, else all tables of the sections.

    `scripts` and `styles` name files `PACKAGE:FILE` that the page needs besides the common ones; a page that `loads`
    may load further scripts from files beside it.
    """

    title: str
    language: Language
    kicker: str = ""
    standfirst: Sequence[str] = ()
    byline: Sequence[str] = ()
    window_title: str = ""
    notes: Sequence[Note] = ()
    answer: Sequence[Block] = ()
    answer_label: str = ""
    sections: Sequence[Section] = ()
    signatures: Sequence[str] = ()
    signed: bool = True  # whether the page lists the signatures at its end; formats without a page always do
    footer: Sequence[str] = ()
    data: Table | None = None
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    loads: bool = False
    contents: str = ""
    quiet_heading: str = ""

    @property
    def grave(self) -> list[Note]:
        return [note for note in self.notes if note.grave]

    def blocks(self) -> Iterator[Block]:
        """All of them, those within others too, in reading order."""
        waiting = [*self.answer, *(block for section in self.sections for block in section.blocks)]
        waiting.reverse()
        while waiting:
            block = waiting.pop()
            yield block
            if isinstance(block, Collapsible | Row):
                waiting += reversed(block.blocks)

    def tables(self) -> Iterator[TableBlock]:
        return (block for block in self.blocks() if isinstance(block, TableBlock))

    def figures(self) -> Iterator[Figure]:
        return (block for block in self.blocks() if isinstance(block, Figure))

    def csv(self) -> str:
        """The data of the document, or every table of it."""
        if self.data is not None:
            return to_csv(self.data)
        return "\n".join(to_csv(block.table) for block in self.tables())


def notes_of(notices: Sequence[Notice], language: Language) -> list[Note]:
    """Notices as sentences of the reader's language, gravest first, each once."""
    notes = {
        text: Note(text, notice.is_grave, details=details_of(notice, language))
        for notice in unique(notices)
        if (text := language.say(notice))
    }
    return list(notes.values())


def details_of(notice: Notice, language: Language) -> str:
    """Which items a notice is about, where its sentence only counts them."""
    key = f"{notice.code}.details"
    return language.text(key, **notice.values) if language.has(key) else ""
