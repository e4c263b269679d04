"""What chat models said, word for word: the most frequent replies, and every reply under the pair it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from epicene.core.language import Language
from epicene.core.types import Item, Reply, Role
from epicene.kinds.groups import group_name, in_order
from epicene.kinds.item_rows import Segment, mark_differences
from epicene.kinds.protocol import View
from epicene.report.document import Block, Fold, Heading, Items, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import SavedRun, benchmark_title

MOST_REPLIES = 15
LONGEST_REPLY = 160
PAIR = (Role.MORE, Role.LESS)
OUTCOMES = ("stereotype", "other", "refused", "unreadable")


@dataclass(frozen=True, slots=True)
class ReplyView:
    """One reply: to which instruction, which sentence stood first, and what was read in it (one of OUTCOMES)."""

    text: str
    instruction: str
    first: Role
    outcome: str


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """A pair, the more stereotyping sentence first, with all replies; of the `chosen`, so many are `stereotyped`."""

    id: str
    category: str
    category_name: str
    texts: Sequence[Sequence[Segment]]
    replies: Sequence[ReplyView]

    @property
    def chosen(self) -> int:
        return sum(reply.outcome in OUTCOMES[:2] for reply in self.replies)

    @property
    def stereotyped(self) -> int:
        return sum(reply.outcome == OUTCOMES[0] for reply in self.replies)

    @property
    def share(self) -> float | None:
        return 100 * self.stereotyped / self.chosen if self.chosen else None


def reply_blocks(view: View) -> list[Block]:
    """By model: what it said most often, and all that it said."""
    language = view.language
    found: list[Block] = [Heading(view.title), Paragraph(language.text("prompted.reading"), "note", screen_only=True)]
    for index, run in enumerate(view.runs, start=1):
        rows = _rows(run, view.benchmark, language)
        frequent = TableBlock(
            _frequent(run, view.benchmark, language), f"{view.benchmark}-frequent-{index}", captioned=False
        )
        content = {
            "name": f"{view.benchmark}-said-{index}",
            "rows": rows,
            "outcomes": OUTCOMES,
            "roles": ",".join(PAIR),
            "categories": [(name, group_name(name, language)) for name in in_order(row.category for row in rows)],
            "count": language.count(sum(len(row.replies) for row in rows)),
            "t": language.text,
        }
        if view.several:
            found.append(Heading(run.label, 4, screen_only=True))
        found.append(Fold(language.text("prompted.frequent"), [frequent], "sentences", screen_only=True))
        found.append(Items("epicene.kinds.words:replies.html.j2", content))
    return found


def _rows(run: SavedRun, benchmark: str, language: Language) -> list[ReplyRow]:
    answered = run.benchmarks[benchmark]
    given = answered.replies()
    return [_row(item, given[item.id], language) for item in answered.items if item.id in given]


def _row(item: Item, given: Sequence[Reply], language: Language) -> ReplyRow:
    more, less = (item.variants[role].text for role in PAIR)
    views = [ReplyView(_shortened(one.text, language), one.instruction, one.first, _outcome(one)) for one in given]
    views.sort(key=lambda view: (view.instruction, PAIR.index(view.first)))
    return ReplyRow(item.id, item.category, group_name(item.category, language), mark_differences(more, less), views)


def _outcome(reply: Reply) -> str:
    if reply.chosen is not None:
        return OUTCOMES[0] if reply.chosen == Role.MORE else OUTCOMES[1]
    return OUTCOMES[2] if reply.refused else OUTCOMES[3]


def _frequent(run: SavedRun, benchmark: str, language: Language) -> Table:
    """What it said most often, and what was read in it."""
    given = [reply for group in run.benchmarks[benchmark].replies().values() for reply in group]
    counted = Counter((_shortened(reply.text, language), _read_as(reply, language)) for reply in given)
    ordered = sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_REPLIES]
    columns = [
        Column("reply", language.text("prompted.column.reply")),
        Column("read", language.text("prompted.column.read")),
        Column("count", language.text("prompted.column.count"), "number", 0),
    ]
    rows: list[Row] = [[Cell(text), Cell(read), Cell(count)] for (text, read), count in ordered]
    title = language.text("prompted.said", model=run.label, benchmark=benchmark_title(benchmark, [run], language))
    return Table(title, columns, [rows], language.text("prompted.said.note"))


def _shortened(text: str, language: Language) -> str:
    plain = " ".join(text.split()) or language.text("prompted.empty")
    return plain if len(plain) <= LONGEST_REPLY else language.text("prompted.cut", text=plain[:LONGEST_REPLY].rstrip())


def _read_as(reply: Reply, language: Language) -> str:
    if reply.chosen is not None:
        return language.text(f"prompted.read.chosen.{1 if reply.chosen == reply.first else 2}")
    return language.text("prompted.read.refused" if reply.refused else "prompted.read.unreadable")
