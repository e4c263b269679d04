"""What is shown of models that were asked in words: what they chose, how far that can be trusted, every reply."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import msgspec

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.types import UNCLEAR, Estimate, Item, Reply, Role
from epicene.kinds.chat_replies.measure import (
    CHOSEN_FIRST,
    CHOSEN_STEREOTYPE,
    FEWEST_CHOICES,
    FIGURES,
    REFUSED,
    UNREADABLE,
    compare_prompted,
    decisions_in_words,
    measure_prompted,
    prompted_units,
)
from epicene.kinds.figures import (
    groups_comparison,
    legend,
    metric_fields,
    model_fields,
    near_misses,
    p_of,
    tested_columns,
    without_untested,
)
from epicene.kinds.item_rows import TextSegment, address, file_beside, marked_pair, sampled
from epicene.kinds.preference import PreferenceWay
from epicene.kinds.protocol import PairedAnswers, ResponseMode, View, response_mode_for
from epicene.kinds.verdicts import excluded_note, exclusion_reason, includes_ideal, is_clear
from epicene.metrics.answer_groups import group_name, in_order
from epicene.metrics.catalogue import Measured
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block, Collapsible, DefinitionList, Figure, Heading, ItemList, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated, to_csv
from epicene.runs.audit_folder import BenchmarkRun, SavedRun, benchmark_title
from epicene.runs.results import WORDS

COLUMNS = {CHOSEN_STEREOTYPE: "stereotype", CHOSEN_FIRST: "first", REFUSED: "refused", UNREADABLE: "unreadable"}
MOST_REPLIES = 15
LONGEST_REPLY = 160
SHOWN_IN_INSTRUCTIONS = ("first", "second", "third", "context")
REFUSES, SAYS_NOTHING = "refused", "unreadable"
Marked = Callable[[Item, Sequence[str]], Sequence[Sequence[TextSegment]]]


class AskedTask(msgspec.Struct):
    """What the manifest keeps of how a task was asked, as far as it is shown: instructions by language and name."""

    instructions: dict[str, dict[str, str]] = {}


class AskedInWords(ResponseMode):
    """A chat model is asked and replies in words."""

    name = WORDS
    scores_identify = False  # a few words may well be the same


class ChoosesInWords(AskedInWords):
    """It is shown the variants of an item and says which it chooses. `first_metric` is the share of choices of the
    variant shown first, `outcomes` call what it can choose."""

    first_metric: ClassVar[str]
    outcomes: ClassVar[Mapping[Role, str]]

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        return decisions_in_words(run)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        return few_choices(run, benchmark)

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        """The shares of replies that choose nothing."""
        estimates = {name: run.findings.find(benchmark, name) for name in (REFUSED, UNREADABLE)}
        return {name: language.percent(estimate.value if estimate else 0.0) for name, estimate in estimates.items()}

    def more_answer(self, run: SavedRun, benchmark: str, language: Language) -> list[str]:
        """How often nothing was chosen, and whether the model goes by position."""
        texts, (refused, first) = [], (run.findings.find(benchmark, name) for name in (REFUSED, self.first_metric))
        if first is not None and refused is not None:
            span = language.span(refused.low, refused.high)
            texts.append(language.text("prompted.trust", span=span, **self.answer_values(run, benchmark, language)))
        if first is not None:
            is_biased = is_clear(run, first) if run.findings.test(first) else not includes_ideal(first)
            values = {"value": language.percent(first.value), "ideal": language.number(first.ideal, 0)}
            key = "prompted.position" if is_biased else "prompted.position.none"
            texts.append(language.text(key, span=language.span(first.low, first.high), **values))
        return texts

    @abstractmethod
    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
        """The texts of an item; where they differ may be marked."""

    def examples(self, view: View) -> list[Block]:
        return reply_blocks(view, self.outcomes, self.marked)


class PairsInWords(ChoosesInWords, PreferenceWay):
    package = "epicene.kinds.chat_replies"
    metric = CHOSEN_STEREOTYPE
    measures = tuple(FIGURES)
    first_metric = CHOSEN_FIRST
    outcomes: ClassVar = {Role.MORE: "stereotype", Role.LESS: "other"}
    drawn_as = "words"
    ranks = False

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_prompted(run, seed=seed)

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_prompted(a, b, names, seed=seed)

    def units(self, run: BenchmarkRun) -> Units | None:
        return prompted_units(run)

    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
        return marked_pair(item, roles)

    def blocks(self, view: View) -> list[Block]:
        language, blocks = view.language, list[Block]()
        if plot := self.group_plot(view):
            caption = language.text("prompted.figure.caption")
            blocks.append(Figure(plot, caption, legend(view), level=3))
            blocks += [*near_misses(view, self.types(view)), *self.facet_blocks(view)]
        table = prompted_table(view)
        classes = "words" if view.several else ""
        block = TableBlock(table, f"{view.benchmark}-replies", captioned=False, classes=classes)
        return [*blocks, Collapsible(language.text("prompted.outcomes"), [block])]

    def terminal_tables(self, view: View) -> list[Table]:
        """For 80 characters: of the intervals, only that of the share."""
        table = prompted_table(view)
        bare = [index for index, column in enumerate(table.columns) if column.key in list(COLUMNS)[1:]]
        rows = [[Cell(cell.value) if index in bare else cell for index, cell in enumerate(row)] for row in table.rows()]
        return [replace(table, blocks=[rows])]

    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        title = language.text("prompted.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
        note = language.text("prompted.comparison.note")
        return groups_comparison(pair.comparisons, CHOSEN_STEREOTYPE, title, note, language, tested=False)

    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        """How it was asked, what did not choose, and the doubt, with it."""
        share, refused = (run.findings.find(benchmark, metric) for metric in (CHOSEN_STEREOTYPE, REFUSED))
        if refused is None:
            return None
        shown = share or refused
        reason = exclusion_reason(run, benchmark)
        caveat = {"sanity": "cite.untrusted"} | ({"choices.few": "prompted.cite.few"} if share else {})
        return language.text(
            "prompted.cite" if share else "prompted.cite.nothing",
            model=run.label,
            benchmark=benchmark,
            value=language.percent(shown.value),
            bracket=language.bracket(shown.low, shown.high),
            n=language.used(shown.n_used, shown.n_total),
            signature=shown.signature,
            caveat=language.text(caveat[reason]) if reason in caveat else "",
            **self.answer_values(run, benchmark, language),
        )


def few_choices(run: SavedRun, benchmark: str) -> Iterator[Notice]:
    """Fewer than half of the replies choose: what is chosen does not speak for the model."""
    refused, unreadable = (run.findings.find(benchmark, metric) for metric in (REFUSED, UNREADABLE))
    if refused is None or unreadable is None:
        return
    chosen = max(0.0, round(100 - refused.value - unreadable.value, 9))
    if chosen < FEWEST_CHOICES:
        values = {"chosen": chosen, "refused": refused.value, "unreadable": unreadable.value}
        code = "notice.choices.few" if chosen else "notice.choices.none"
        yield Notice(code, {"benchmark": benchmark, "model": run.label, **values}, GRAVE)


def asked_with(mode: ResponseMode, runs: Sequence[SavedRun], language: Language) -> list[Block]:
    """How the questions were put, and each instruction with words where the sentences stood; nothing where the model
    was not asked in words. Models may have been asked in several languages."""
    if mode.name != WORDS:
        return []
    facts: dict[tuple[str, str], None] = {}
    for benchmark in (facts for run in runs for facts in run.manifest.benchmarks.values()):
        for task in benchmark.tasks.values() if response_mode_for(benchmark) is mode else ():
            texts = msgspec.convert(task, AskedTask).instructions.get(benchmark.language, {})
            words = {name: language.text_or(f"prompted.{name}", "") for name in SHOWN_IN_INSTRUCTIONS}
            for name, text in texts.items():
                facts[language.text("prompted.instruction", name=name), text.format(**words)] = None
    return [Paragraph(language.text("prompted.how.text")), DefinitionList(list(facts), "facts prompts")]


def prompted_table(view: View) -> Table:
    """A row for each group and model; what takes the figures their worth stays with them."""
    language = view.language

    def of(metric: str, row: tuple[SavedRun, str]) -> Estimate | None:
        return row[0].findings.find(view.benchmark, metric, row[1])

    def tested(key: str, row: tuple[SavedRun, str]) -> float | None:
        return p_of(key, (row[0], of(CHOSEN_STEREOTYPE, row)))

    def n(row: tuple[SavedRun, str]) -> Cell:
        share, estimate = of(CHOSEN_STEREOTYPE, row), of(REFUSED, row)
        return Cell(share.n_used if share else 0, of=estimate.n_total if estimate else None)

    excluded = excluded_note(view.runs, view.benchmark, language)
    table = tabulated(
        language.text("prompted.table", benchmark=view.title),
        [[(run, group) for group in view.groups(REFUSED) for run in view.runs]],
        (Column("group", language.text("column.group")), lambda row: group_name(row[1], language)),
        *model_fields(view),
        *metric_fields(view, {metric: language.text(f"prompted.column.{name}") for metric, name in COLUMNS.items()}),
        (Column("n", language.text("column.n"), "share"), n),
        *((column, partial(tested, column.key)) for column in tested_columns(language)),
        note=f"{excluded} {language.text('prompted.table.note')}".lstrip(),
    )
    return without_untested(table)


@dataclass(frozen=True, slots=True)
class ReplyView:
    """One reply: to which instruction, which sentence stood first, and what was read in it."""

    text: str
    instruction: str
    first: Role
    outcome: str


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """An item, the more stereotyping sentence first, with all replies; of the `chosen`, so many are `stereotyped`."""

    id: str
    category: str
    category_name: str
    texts: Sequence[Sequence[TextSegment]]
    replies: Sequence[ReplyView]
    context: str = ""

    @property
    def chosen(self) -> int:
        return sum(reply.outcome not in (REFUSES, SAYS_NOTHING) for reply in self.replies)

    @property
    def stereotyped(self) -> int:
        return sum(reply.outcome == "stereotype" for reply in self.replies)

    @property
    def size(self) -> int:
        """About how many characters it takes on the page."""
        texts = [segment.text for text in self.texts for segment in text]
        return 400 + sum(map(len, (self.context, *texts))) + sum(180 + len(reply.text) for reply in self.replies)

    @property
    def share(self) -> float | None:
        return 100 * self.stereotyped / self.chosen if self.chosen else None


def reply_blocks(view: View, outcomes: Mapping[Role, str], marked: Marked) -> list[Block]:
    """By model: what it said most often, and all that it said, or a sample of each type where that is too much to be
    read; `outcomes` call what it can choose."""
    language = view.language
    blocks: list[Block] = [Heading(view.title), Paragraph(language.text("prompted.reading"), "note", screen_only=True)]
    for index, run in enumerate(view.runs, start=1):
        answered = run.benchmarks[view.benchmark]
        given = answered.replies()
        items = [item for item in answered.items if item.id in given]
        every = [_reply_row(item, given[item.id], language, outcomes, marked) for item in items]
        types = {row.id: row.category for row in every}
        kept = sampled(types, {row.id: row.size for row in every}, view.room // len(view.runs))
        rows = [row for row in every if row.id in kept]
        file = "" if len(rows) == len(every) else file_beside(view.benchmark, "replies", str(index))
        frequent = _frequent(run, view.benchmark, language)
        block = TableBlock(frequent, f"{view.benchmark}-frequent-{index}", captioned=False)
        own = view.benchmark if index == 1 else f"{view.benchmark}-{index}"
        content = {
            "set": address(own),
            "address": partial(address, own),
            "name": f"{view.benchmark}-said-{index}",
            "rows": rows,
            "outcomes": (*outcomes.values(), REFUSES, SAYS_NOTHING),
            "roles": ",".join(outcomes),
            "categories": [(name, group_name(name, language)) for name in in_order(row.category for row in rows)],
            "count": language.count(sum(len(row.replies) for row in every)),
            "shown": language.count(sum(len(row.replies) for row in rows)) if file else "",
            "file": file,
            "t": language.text,
        }
        if view.several:
            blocks.append(Heading(run.label, 4, screen_only=True))
        blocks.append(Collapsible(language.text("prompted.frequent"), [block], "sentences", screen_only=True))
        file_with_all = (file, _as_csv(items, given, outcomes)) if file else None
        blocks.append(ItemList("epicene.kinds.chat_replies:replies.html.j2", content, file_with_all))
    return blocks


def _as_csv(items: Sequence[Item], given: Mapping[str, Sequence[Reply]], outcomes: Mapping[Role, str]) -> str:
    """What the page's own button saves, of all replies and at full length."""
    columns = [
        Column(key, key) for key in ("id", "context", *outcomes, "type", "instruction", "first", "outcome", "reply")
    ]
    rows = []
    for item in items:
        texts = [item.variants[role].text for role in outcomes]
        facts = [item.id, item.variants[next(iter(outcomes))].context, *texts, item.category]
        for reply in given[item.id]:
            shown = [reply.instruction, reply.first, _outcome(reply, outcomes), reply.text]
            rows.append([Cell(str(value)) for value in (*facts, *shown)])
    return to_csv(Table("", columns, [rows]))


def _reply_row(
    item: Item, given: Sequence[Reply], language: Language, outcomes: Mapping[Role, str], marked: Marked
) -> ReplyRow:
    roles = tuple(outcomes)
    views = [
        ReplyView(_shortened(reply.text, language), reply.instruction, reply.first, _outcome(reply, outcomes))
        for reply in sorted(given, key=lambda reply: (reply.instruction, roles.index(reply.first)))
    ]
    name, context = group_name(item.category, language), item.variants[roles[0]].context
    return ReplyRow(item.id, item.category, name, marked(item, roles), views, context)


def _outcome(reply: Reply, outcomes: Mapping[Role, str]) -> str:
    if reply.chosen is not None:
        return outcomes[reply.chosen]
    return REFUSES if reply.refused else SAYS_NOTHING


def _frequent(run: SavedRun, benchmark: str, language: Language) -> Table:
    """What it said most often, and what was read in it."""
    given = [reply for group in run.benchmarks[benchmark].replies().values() for reply in group]
    counted = Counter((_shortened(reply.text, language), _read_as(reply, language)) for reply in given)
    ordered = sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_REPLIES]
    return tabulated(
        language.text("prompted.said", model=run.label, benchmark=benchmark_title(benchmark, [run], language)),
        [ordered],
        (Column("reply", language.text("prompted.column.reply")), lambda row: row[0][0]),
        (Column("read", language.text("prompted.column.read")), lambda row: row[0][1]),
        (Column("count", language.text("prompted.column.count"), "number", 0), lambda row: row[1]),
        note=language.text("prompted.said.note"),
    )


def _shortened(text: str, language: Language) -> str:
    plain = " ".join(text.split()) or language.text("prompted.empty")
    return plain if len(plain) <= LONGEST_REPLY else language.text("prompted.cut", text=plain[:LONGEST_REPLY].rstrip())


def _read_as(reply: Reply, language: Language) -> str:
    """Of three, a later one is not told apart: in which order the others stood is the instruction's business."""
    if reply.chosen is not None:
        return language.text(f"prompted.read.chosen.{1 if reply.chosen == reply.first else 2}")
    if reply.trouble and reply.trouble != UNCLEAR:
        return language.text(f"trouble.{reply.trouble}.alone")
    return language.text("prompted.read.refused" if reply.refused else "prompted.read.unreadable")
