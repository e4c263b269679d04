"""The page of audits: the answer first, each benchmark in detail, sentences, how it was measured, how to cite it."""

# mypy: disable-error-code="override"
# Every hook of `AuditPage` gets the view that its own `view` makes.

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar

from epicene._version import __version__
from epicene.auditing.board.audit_headlines import audit_headlines, compare_audits
from epicene.auditing.comparison import (
    ComparedAudits,
    PairView,
    compare_in_report,
    compare_runs,
    comparison_blocks,
    ranking_blocks,
    ranking_plot,
)
from epicene.auditing.explanations import (
    citation_blocks,
    methods_by_model,
    next_steps,
    parameters,
    published_scores,
    published_sentence,
    validity_blocks,
    validity_summary,
)
from epicene.auditing.notices import note_of, notes_of_run, notes_of_runs, once
from epicene.core.errors import InputError
from epicene.core.language import NO_BREAK, Language
from epicene.core.notices import Notice
from epicene.kinds.chat_replies.page import asked_with
from epicene.kinds.figures import estimates_table, strip_plot
from epicene.kinds.item_rows import SCRIPT
from epicene.kinds.protocol import ROOM, ResponseMode, View, in_words_of, response_mode_of
from epicene.kinds.verdicts import (
    answer,
    answering_score,
    is_significant,
    is_trusted,
    lead_of_sets,
    plain_summary,
    trust_of,
    verdict_label,
    verdict_of,
    whole_answer,
)
from epicene.metrics.catalogue import MEASURES
from epicene.report.document import (
    Answer,
    Block,
    Collapsible,
    DefinitionList,
    Heading,
    Note,
    Paragraph,
    Section,
    TableBlock,
)
from epicene.report.headlines import Headline, HeadlineTest
from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Table
from epicene.runs.audit_folder import AuditFolder, SavedRun, read_runs, signatures_of
from epicene.runs.results import WORDS, AuditResults

REFERENCE = "figures reference"

Pairs = tuple[Sequence[PairView], Sequence[Notice]]


@dataclass(frozen=True)
class AuditView(RunView[AuditResults]):
    """The runs with a view of each benchmark, in the words of its kind."""

    @cached_property
    def runs(self) -> list[SavedRun]:
        """Refuses runs of which one was asked in words and one for log-probabilities: one section would invite to
        compare two measurements."""
        runs, asked = read_runs(self.paths), dict[str, dict[bool, str]]()
        for run in runs:
            for name, facts in run.manifest.benchmarks.items():
                asked.setdefault(name, {})[facts.way == WORDS] = run.label
        for by_way in asked.values():
            if len(by_way) > 1:
                raise InputError(
                    f"{by_way[True]} was asked in words and {by_way[False]} for log-probabilities: their figures "
                    "cannot be compared. Write two reports."
                )
        return runs

    @cached_property
    def labels(self) -> list[str]:
        return [run.label for run in self.runs]

    @cached_property
    def sets(self) -> list[View]:
        runs_by_name = dict[str, list[SavedRun]]()
        for run in self.runs:
            for name in run.manifest.benchmarks:
                runs_by_name.setdefault(name, []).append(run)
        views, room = [], ROOM // len(runs_by_name)
        for name, runs in runs_by_name.items():
            views.append(View(runs, name, in_words_of(response_mode_of(runs[0], name), self.language), room=room))
        return views

    @cached_property
    def compared(self) -> dict[str, Pairs]:
        """Every two models on each benchmark, and what is to be said of those that cannot be compared."""
        compared: dict[str, Pairs] = {}
        for benchmark in self.sets:
            compared[benchmark.benchmark] = compare_in_report(benchmark) if benchmark.several else ([], [])
        return compared

    @cached_property
    def modes(self) -> list[ResponseMode]:
        """Each once, by the names of their kinds, those of control items last."""
        modes = dict[tuple[bool, str, str], ResponseMode]()
        for run in self.runs:
            for name, facts in run.manifest.benchmarks.items():
                modes[facts.control, facts.kind, facts.way] = response_mode_of(run, name)
        return [mode for _, mode in sorted(modes.items(), key=itemgetter(0))]

    @cached_property
    def words(self) -> Language:
        """The words of the first kind, for what the whole page says."""
        return in_words_of(self.modes[0], self.language)

    @cached_property
    def table(self) -> Table:
        """All figures, for files."""
        return estimates_table(self.runs, self.language)

    @cached_property
    def day(self) -> str:
        return self.language.day(max([run.manifest.created for run in self.runs]))

    @cached_property
    def sentence_sections(self) -> list[Section]:
        """The sentences that were asked, behind a warning; what two kinds say alike stands there once."""
        modes, blocks = set(), dict[object, Block]()
        for benchmark in self.sets:
            mode = response_mode_of(benchmark.runs[0], benchmark.benchmark)
            modes.add(mode)
            for block in mode.examples(benchmark):
                blocks.setdefault(block.text if isinstance(block, Paragraph) else id(block), block)
        if not blocks:
            return []
        words = self.words if len(modes) == 1 else self.language
        warning = Paragraph(f"{words.text('items.warning')}. {words.text('items.warning.text')}", "warning")
        content = [warning, *blocks.values()]
        return [Section(words.text("page.items"), content, "sentences", kind="items-section", screen_only=True)]


@dataclass(frozen=True, slots=True)
class AuditPage(RunKind[AuditResults]):
    name: str = "audit"
    result: type[AuditResults] = AuditResults
    family: ClassVar[str] = "audit"
    can_be_compared: ClassVar[bool] = True
    quiet_heading: ClassVar[str] = "notice.heading.quiet"
    scripts: ClassVar[Sequence[str]] = (SCRIPT,)

    def read(self, path: Path) -> list[AuditResults]:
        (run,) = read_runs([path])
        run.results.trust = {name: trust_of(run, name) for name in run.manifest.benchmarks}
        return [run.results]

    def view(self, paths: Sequence[Path], language: Language) -> AuditView:
        return AuditView(self, paths, language)

    # The page

    def title(self, view: AuditView) -> str:
        if len(view.labels) == 1:
            return view.words.text("page.title.one", model=view.labels[0])
        models, count = view.words.list_of(view.labels), view.words.spelled(len(view.labels))
        return view.words.text("page.title.other", count=count, models=models)

    def kicker(self, view: AuditView) -> str:
        return f"{view.words.text('page.kicker')} · {view.day}"

    def window_title(self, view: AuditView) -> str:
        return view.language.text("page.window-title", models=view.language.list_of(view.labels), day=view.day)

    def standfirst(self, view: AuditView) -> list[str]:
        return [in_words_of(mode, view.language).text("page.asked") for mode in view.modes]

    def byline(self, view: AuditView) -> list[str]:
        """The sets with how many of their items were asked (from the fewest to the most, where models differ), and the
        models."""
        language, lines, sets = view.language, [], []
        for benchmark in view.sets:
            name, counts, total = benchmark.benchmark, set[int](), 0
            for run in benchmark.runs:
                counts.add(response_mode_of(run, name).n_asked(run, name))
                total = max(total, run.facts(name).n_total)
            ends = map(language.count, dict.fromkeys((min(counts), max(counts))))
            sets.append(
                benchmark.language.text(
                    "page.asked.set" if counts == {total} else "page.asked.set.some",
                    title=benchmark.title,
                    n=f"{NO_BREAK}{language.text('number.to')}{NO_BREAK}".join(ends),
                    total=language.count(total),
                )
            )
        for run in view.runs:
            model = run.manifest.model
            kind = language.text_or(f"methods.kind.{model.kind}", model.kind)
            lines.append(", ".join(filter(None, (run.label, kind, parameters(model.parameters, language)))))
        return [language.text("page.asked.sets", sets=language.text("punctuation.semicolon").join(sets)), *lines]

    def notes(self, view: AuditView) -> list[Note]:
        notes = notes_of_runs(view.runs, view.language)
        for benchmark in view.sets:
            for notice in view.compared[benchmark.benchmark][1]:
                notes.append(note_of(notice, benchmark.runs[0].manifest, view.language))
        return once(notes)

    def answer(self, view: AuditView) -> list[Block]:
        """One model over several sets in one sentence; then each set, several models of it as a ranking, one model, or
        several that cannot be ranked, each by itself; then what to do next."""
        blocks, led = list[Block](), dict[str, str]()
        for benchmark in view.sets:  # control items have nothing to prefer
            facts = benchmark.runs[0].facts(benchmark.benchmark)
            if len(view.runs) == 1 and not facts.control:  # several may have been asked other sets
                led[benchmark.benchmark] = "" if facts.way == WORDS else benchmark.title
        if len(led) > 1 and all(led.values()):
            blocks.append(Paragraph(lead_of_sets(view.runs[0], led, view.language), "lead", screen_only=True))
        for benchmark in view.sets:
            id = section_id(benchmark.benchmark)
            blocks.append(Heading(benchmark.title, 2, link=id))
            in_words = benchmark.runs[0].facts(benchmark.benchmark).way == WORDS
            plot = ranking_plot(benchmark) if benchmark.several and not in_words else None
            if plot:
                blocks += ranking_blocks(benchmark, plot, view.compared[benchmark.benchmark][0], f"{id}-contests")
            else:
                for index, run in enumerate(benchmark.runs):
                    blocks.append(_answer(benchmark, run, index))
        blocks += next_steps(view.runs, view.language)
        for section in view.sentence_sections:
            link = (view.language.text("next.show.items"), section.id)
            blocks.append(Paragraph("", "unprinted", link=link, screen_only=True))
        return blocks

    def details(self, view: AuditView) -> list[Section]:
        sections = []
        for benchmark in view.sets:
            mode, id = response_mode_of(benchmark.runs[0], benchmark.benchmark), section_id(benchmark.benchmark)
            blocks = [*mode.blocks(benchmark), *validity_blocks(benchmark)]
            if pairs := view.compared[benchmark.benchmark][0]:
                blocks = [*comparison_blocks(benchmark, pairs, f"{id}-contests"), *blocks]
            sections.append(Section(view.language.text("page.detail", title=benchmark.title), blocks, id))
        return sections

    def item_sections(self, view: AuditView) -> list[Section]:
        return view.sentence_sections

    def reference(self, view: AuditView) -> list[Section]:
        """How to read, the limits, the instructions, the method and the citation, folded."""
        language, by_model = view.language, methods_by_model(view.runs, view.language)
        instructions, methods = list[Block](), list[Block]()
        for mode in view.modes:
            if mode.name == WORDS:
                instructions += asked_with(mode, view.runs, in_words_of(mode, language))
        for label, facts in by_model:
            methods += [*([Heading(label)] if len(by_model) > 1 else []), DefinitionList(facts)]
        cited = [
            *citation_blocks(view.runs, view.sets, language),
            Paragraph(language.text("cite.all"), "unprinted"),
            TableBlock(view.table, "epicene-figures", listed_only=True),
        ]
        parts: dict[str, list[Block]] = {
            "reading": [_readings(view, "reading", "score interval types")],
            "limits": [_readings(view, "limits", "shows not")],
            "instructions": instructions,
            "methods": methods,
            "cite": cited,
        }
        folded = [Collapsible(language.text(f"page.{id}"), own, REFERENCE, id) for id, own in parts.items() if own]
        return [Section(language.text("page.reference"), folded, "reference", screen_only=True)]

    def signatures(self, view: AuditView) -> list[str]:
        return signatures_of(view.runs)

    def footer(self, view: AuditView) -> list[str]:
        return [view.language.text("page.footer", version=__version__, day=view.day)]

    def data(self, view: AuditView) -> Table:
        return view.table

    # The terminal

    def short_answer(self, view: AuditView) -> list[Block]:
        blocks: list[Block] = []
        for benchmark in view.sets:
            text = whole_answer(view.runs[0], benchmark.benchmark, view.language)
            text = view.language.text("answer.on", benchmark=benchmark.title, answer=text)
            blocks.append(Paragraph(text, "lead"))
        for benchmark in view.sets:
            mode = response_mode_of(view.runs[0], benchmark.benchmark)
            blocks += [TableBlock(table, benchmark.benchmark) for table in mode.terminal_tables(benchmark)]
            blocks += validity_summary(benchmark)
        return blocks

    def printed_signatures(self, view: AuditView) -> list[str]:
        signatures = view.runs[0].findings.signatures.items()
        return [view.language.text("terminal.signature", benchmark=name, signature=text) for name, text in signatures]

    # Programs

    def english_notes(self, path: Path) -> list[Note]:
        return notes_of_run(read_runs([path])[0], Language("en"))

    def item_rows(self, path: Path) -> Iterator[dict[str, Any]]:
        for name, asked in AuditFolder(path).benchmarks().items():
            for item in asked.items:
                yield {
                    "benchmark": name,
                    **{key: getattr(item, key) for key in ("id", "language", "category", "cluster")},
                    **item.facets,
                    **{f"{role}_context": text.context for role, text in item.variants.items() if text.context},
                    **{str(role): text.text for role, text in item.variants.items()},
                    "unusable": asked.unusable.get(item.id),
                }

    # Among others

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedAudits:
        return ComparedAudits(paths, compare_runs(paths, seed=seed))

    def headlines(self, path: Path, language: Language) -> Sequence[Headline]:
        return list(audit_headlines(path, language))

    def compare_headlines(self, headlines: Sequence[Headline], seed: int) -> Iterable[HeadlineTest]:
        return compare_audits(headlines, seed)


PAGE = AuditPage()
SCORE_PAGE = AuditPage("score")


def section_id(benchmark: str) -> str:
    """The id of a benchmark's section, for links."""
    return f"set-{'-'.join(benchmark.split())}"


def _answer(view: View, run: SavedRun, index: int) -> Answer:
    """The figure, its verdict and a sentence; of a model that may not be believed first that, and no chart."""
    language, benchmark = view.language, view.benchmark
    score, sentence = answering_score(run, benchmark), answer(run, benchmark, language)
    published, strip, trusted = published_scores(run, benchmark, language), None, is_trusted(run, benchmark)
    if score and trusted:
        id, is_clear = f"{benchmark}-answer-{index}", is_significant(run, benchmark)
        strip = strip_plot(score, is_clear, id, sentence, language, published)
    more = " ".join(response_mode_of(run, benchmark).more_answer(run, benchmark, language))
    plain = plain_summary(run, benchmark, language)
    first, second = (sentence, plain) if trusted else (plain, sentence)
    return Answer(
        figure=language.number(score.value) if score else "",
        verdict_label=verdict_label(run, benchmark, language),
        sentence=first,
        plain=list(filter(None, [second, more, published_sentence(published, language)])),
        strip=strip,
        tone=verdict_of(run, benchmark),
        trusted=trusted,
        title=view.title,
        is_percent=score is None or MEASURES[score.metric].unit == "%",
    )


def _readings(view: AuditView, id: str, keys: str) -> DefinitionList:
    """What helps to read the figures, or what they show and do not, by the `keys` of what all kinds say unless a kind
    has its own; what two kinds say alike, once."""
    facts, terms = dict[tuple[str, str], None](), set[str]()
    for mode in view.modes:
        words = in_words_of(mode, view.language)
        for key in words.text_or(f"page.{id}.keys", keys).split():
            text = words.text_or(f"reading.{key}", "")
            term = words.text(f"reading.{key}.term") if text else ""
            if text and (key == "score" or term not in terms):
                facts[term, text] = None
                terms.add(term)
    return DefinitionList(list(facts), "reading")
