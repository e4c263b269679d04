"""The page of audits: the answer first, each benchmark in detail, how it was measured, how to cite it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from epicene._version import __version__
from epicene.auditing.board.audit_headlines import audit_headlines, compare_audits
from epicene.auditing.comparison import (
    ComparedAudits,
    PairView,
    asked_alike,
    compare_in_report,
    compare_runs,
    smallest_shown,
)
from epicene.auditing.methods_section import methods_by_model, parameters, signature_parts
from epicene.auditing.next_steps import next_steps
from epicene.auditing.notices import note_of, notes_of_run, notes_of_runs, once
from epicene.auditing.ranking import (
    PairwiseTest,
    contest_plot,
    contest_sentence,
    contest_table,
    contests_of,
    not_compared,
    ranking_caption,
    ranking_plot,
    ranking_table,
)
from epicene.auditing.reference_models import neighbours_said, published_scores
from epicene.core.errors import InputError
from epicene.core.language import NO_BREAK, Language
from epicene.kinds.chat_replies.page import asked_with
from epicene.kinds.figures import estimates_table, legend, strip_plot
from epicene.kinds.item_rows import SCRIPT
from epicene.kinds.protocol import ROOM, ResponseMode, View, in_words_of, response_mode_of
from epicene.kinds.validity import validity_blocks
from epicene.kinds.verdicts import (
    answer,
    answering_score,
    excluded_note,
    is_significant,
    is_trusted,
    lead_of_models,
    lead_of_sets,
    plain_summary,
    verdict_label,
    verdict_of,
    whole_answer,
)
from epicene.metrics.catalogue import MEASURES
from epicene.report.charts.forest import legend_mark
from epicene.report.document import (
    Answer,
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Heading,
    Paragraph,
    Section,
    TableBlock,
)
from epicene.report.headlines import Headline, HeadlineTest
from epicene.report.render.latex import escape_latex
from epicene.report.results_page import RunKind
from epicene.runs.results import WORDS, AuditResults, BenchmarkFacts
from epicene.runs.saved_run import SavedRun, benchmark_names, read_runs, signatures_of

READINGS = ("score", "interval", "types")
LIMITS = ("shows", "not")
RELEASED = 2026  # this version, as CITATION.cff has it


@dataclass(frozen=True, slots=True)
class AuditPage(RunKind[AuditResults]):
    name: str = "audit"
    result: type[AuditResults] = AuditResults
    family: ClassVar[str] = "audit"
    can_be_compared: ClassVar[bool] = True

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return audit_document(read_runs(paths), Language(code))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return audit_summary(read_runs(paths, with_items=False)[0], Language(code))

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedAudits:
        return ComparedAudits(paths, compare_runs(paths, seed=seed))

    def headlines(self, path: Path, language: Language) -> Sequence[Headline]:
        return list(audit_headlines(path, language))

    def compare_headlines(self, found: Sequence[Headline], seed: int) -> Iterable[HeadlineTest]:
        return compare_audits(found, seed)


PAGE = AuditPage()
SCORE_PAGE = AuditPage("score")


def audit_document(runs: Sequence[SavedRun], language: Language) -> Document:
    _refuse_mixed(runs)
    names = benchmark_names(runs)
    views = [replace(_view(runs, name, language), room=ROOM // len(names)) for name in names]
    compared = {view.benchmark: compare_in_report(view) for view in views}
    notes = notes_of_runs(runs, language)
    for view in views:
        notes += [note_of(notice, view.runs[0].manifest, language) for notice in compared[view.benchmark][1]]
    ways = _ways(runs)
    day = language.day(max(run.manifest.created for run in runs))
    own = in_words_of(ways[0], language)
    title, sentences = _title(runs, own), _sentences(views, own)
    return Document(
        title=title,
        language=language,
        kicker=f"{own.text('page.kicker')} · {day}",
        standfirst=[in_words_of(way, language).text("page.asked") for way in ways],
        byline=[
            language.text("page.asked.sets", sets=_sets(views, language)),
            *(_byline(run, language) for run in runs),
        ],
        window_title=language.text("page.window-title", models=language.list_of([run.label for run in runs]), day=day),
        notes=once(notes),
        answer=[
            *_lead(runs, views, language),
            *(answer for view in views for answer in _answers(view, compared[view.benchmark][0])),
            *next_steps(runs, language),
            *(
                Paragraph(language.text("next.show"), link=(sentence.heading, sentence.id), screen_only=True)
                for sentence in sentences
            ),
        ],
        answer_label=title,
        sections=[
            *(_detail(view, compared[view.benchmark][0]) for view in views),
            *sentences,
            Section(
                language.text("page.reference"),
                [
                    *_readings(ways, language),
                    *_instructions(runs, ways, language),
                    _methods(runs, language),
                    _citing(runs, views, language),
                ],
                "reference",
                screen_only=True,
            ),
        ],
        signatures=signatures_of(runs),
        signed=False,
        footer=[language.text("page.footer", version=__version__, day=day)],
        data=estimates_table(runs, language),
        scripts=[SCRIPT],
    )


def audit_summary(run: SavedRun, language: Language) -> Document:
    """What is grave, the answers, the tables and how to read them, the rest."""
    blocks: list[Block] = []
    views = [_view([run], name, language) for name in run.manifest.benchmarks]
    for view in views:
        text = whole_answer(run, view.benchmark, language)
        blocks.append(Paragraph(language.text("answer.on", benchmark=view.title, answer=text), "lead"))
    for view in views:
        blocks += [
            TableBlock(table, view.benchmark) for table in response_mode_of(run, view.benchmark).terminal_tables(view)
        ]
    return Document(
        title="",
        language=language,
        answer=blocks,
        notes=notes_of_run(run, language),
        signatures=[
            language.text("terminal.signature", benchmark=name, signature=signature)
            for name, signature in run.findings.signatures.items()
        ],
    )


def _refuse_mixed(runs: Sequence[SavedRun]) -> None:
    """Words and log-probabilities are two measurements; one section would invite to compare them."""
    for name in benchmark_names(runs):
        by_way = {run.facts(name).way == WORDS: run.label for run in runs if name in run.manifest.benchmarks}
        if len(by_way) > 1:
            raise InputError(
                f"{by_way[True]} was asked in words and {by_way[False]} for log-probabilities: their figures cannot "
                "be compared. Write two reports."
            )


def _ways(runs: Sequence[SavedRun]) -> list[ResponseMode]:
    """Each once, by the names of their kinds, those of control items last."""
    modes = {
        (run.facts(name).control, run.facts(name).kind, run.facts(name).way): response_mode_of(run, name)
        for run in runs
        for name in run.manifest.benchmarks
    }
    return [modes[key] for key in sorted(modes)]


def _view(runs: Sequence[SavedRun], benchmark: str, language: Language) -> View:
    concerned = [run for run in runs if benchmark in run.manifest.benchmarks]
    return View(concerned, benchmark, in_words_of(response_mode_of(concerned[0], benchmark), language))


def _title(runs: Sequence[SavedRun], language: Language) -> str:
    labels = [run.label for run in runs]
    if len(runs) == 1:
        return language.text("page.title.one", model=labels[0])
    return language.text("page.title.other", count=language.spelled(len(runs)), models=language.list_of(labels))


def _sets(views: Sequence[View], language: Language) -> str:
    texts = []
    for view in views:
        total = max(run.facts(view.benchmark).n_total for run in view.runs)
        counts = sorted({response_mode_of(run, view.benchmark).n_asked(run, view.benchmark) for run in view.runs})
        ends = [language.count(count) for count in dict.fromkeys((counts[0], counts[-1]))]
        texts.append(
            view.language.text(
                "page.asked.set" if counts == [total] else "page.asked.set.some",
                title=view.title,
                n=f"{NO_BREAK}{language.text('number.to')}{NO_BREAK}".join(ends),
                total=language.count(total),
            )
        )
    return language.text("punctuation.semicolon").join(texts)


def _byline(run: SavedRun, language: Language) -> str:
    model = run.manifest.model
    kind = language.text_or(f"methods.kind.{model.kind}", model.kind)
    return ", ".join(part for part in (run.label, kind, parameters(model.parameters, language)) if part)


def _lead(runs: Sequence[SavedRun], views: Sequence[View], language: Language) -> list[Block]:
    """One model, several benchmarks, in one sentence; control items have nothing to prefer."""
    if len(runs) > 1:  # which may have been asked other benchmarks
        return []
    views = [view for view in views if not runs[0].facts(view.benchmark).control]
    if len(views) < 2 or any(runs[0].facts(view.benchmark).way == WORDS for view in views):
        return []
    return [
        Paragraph(
            lead_of_sets(runs[0], {view.benchmark: view.title for view in views}, language), "lead", screen_only=True
        )
    ]


def section_id(benchmark: str) -> str:
    """Where links find it on the page."""
    return f"set-{'-'.join(benchmark.split())}"


def _answers(view: View, pairs: Sequence[PairView]) -> list[Block]:
    """Several models as a ranking, one model or several that cannot be ranked one by one."""
    id = section_id(view.benchmark)
    heading = Heading(view.title, 2, link=id)
    plot = None if view.runs[0].facts(view.benchmark).way == WORDS else ranking_plot(view)
    if plot is None:
        return [heading, *(_answer(view, run, index) for index, run in enumerate(view.runs))]
    contests = _contests(view, pairs)
    blocks: list[Block] = []
    if contests:
        link = (view.language.text("page.comparison.link"), f"{id}-contests")
        blocks = [Paragraph(f"{_contest_sentence(contests, pairs, view)} {_not_compared(view)}".strip(), link=link)]
    return [
        heading,
        Paragraph(lead_of_models(view.runs, view.benchmark, view.language), "lead"),
        Figure(plot, ranking_caption(view), legend(view, named=True), level=3),
        TableBlock(ranking_table(view), f"{view.benchmark}-models", captioned=False),
        *blocks,
    ]


def _answer(view: View, run: SavedRun, index: int) -> Answer:
    language, benchmark = view.language, view.benchmark
    way = response_mode_of(run, benchmark)
    score, said = answering_score(run, benchmark), answer(run, benchmark, language)
    more = " ".join(way.more_answer(run, benchmark, language))
    beside = published_scores(run, benchmark, language)
    id = f"{benchmark}-answer-{index}"
    strip = strip_plot(score, is_significant(run, benchmark), id, said, language, beside) if score else None
    texts = [plain_summary(run, benchmark, language), more, neighbours_said(beside, language)]
    return Answer(
        figure=language.number(score.value) if score else "",
        verdict_label=verdict_label(run, benchmark, language),
        sentence=said,
        plain=[text for text in texts if text],
        strip=strip,
        tone=verdict_of(run, benchmark),
        trusted=is_trusted(run, benchmark),
        title=view.title,
        is_percent=score is None or MEASURES[score.metric].unit == "%",
    )


def _contests(view: View, pairs: Sequence[PairView]) -> list[PairwiseTest]:
    way = response_mode_of(view.runs[0], view.benchmark)
    comparisons = [
        comparison for pair in pairs if (comparison := way.headline_comparison(pair.pair.comparisons)) is not None
    ]
    trusted = [run.label for run in view.runs if is_trusted(run, view.benchmark)]
    return contests_of(
        comparisons,
        trusted,
        lambda comparison: comparison.p_mcnemar if comparison.metric == way.metric else comparison.p_bootstrap,
    )


def _contest_sentence(contests: Sequence[PairwiseTest], pairs: Sequence[PairView], view: View) -> str:
    alone = len(contests) == 1 and contests[0].trusted
    return pairs[0].sentence if alone else contest_sentence(contests, view.language)


def _not_compared(view: View) -> str:
    return not_compared([[answers.label for answers in group] for group in asked_alike(view)], view.language)


def _detail(view: View, pairs: Sequence[PairView]) -> Section:
    way = response_mode_of(view.runs[0], view.benchmark)
    blocks = [*_comparison(view, pairs), *way.blocks(view), *validity_blocks(view)]
    return Section(view.language.text("page.detail", title=view.title), blocks, section_id(view.benchmark))


def _comparison(view: View, pairs: Sequence[PairView]) -> list[Block]:
    if not pairs:
        return []
    language, id = view.language, f"{section_id(view.benchmark)}-contests"
    blocks: list[Block] = [Heading(language.text("page.comparison"), id=id)]
    contests = _contests(view, pairs)
    if contests:
        plot = contest_plot(contests, f"{view.benchmark}-contests", language)
        if plot:
            marks = [(legend_mark(0, filled=told), language.text(f"figure.{key}.contest")) for key, told in _CONTEST]
            blocks.append(Figure(plot, _not_compared(view), marks))
        else:
            blocks.append(Paragraph(f"{_contest_sentence(contests, pairs, view)} {_not_compared(view)}".strip()))
        excluded = [run.label for run in view.runs if not is_trusted(run, view.benchmark)]
        note = excluded_note(view.runs, view.benchmark, language)
        two_by_two = contest_table(contests, view.benchmark, language, excluded, note)
        blocks.append(TableBlock(two_by_two, f"{view.benchmark}-contests", captioned=False))
    else:
        blocks += [Paragraph(pair.sentence) for pair in pairs]
    for index, pair in enumerate(pairs, start=1):
        summary = language.text("contest.by-type", a=pair.pair.a.label, b=pair.pair.b.label)
        table = TableBlock(pair.table, f"{view.benchmark}-compare-{index}", captioned=False)
        smallest = smallest_shown(pair.pair, language)
        blocks.append(Collapsible(summary, [*([Paragraph(smallest, "note")] if smallest else []), table]))
    return blocks


_CONTEST = (("filled", True), ("open", False))


REFERENCE = "figures reference"


def _instructions(runs: Sequence[SavedRun], ways: Iterable[ResponseMode], language: Language) -> list[Block]:
    blocks = [block for way in ways for block in asked_with(way, runs, in_words_of(way, language))]
    return [Collapsible(language.text("page.instructions"), blocks, REFERENCE, "instructions")] if blocks else []


def _readings(ways: Sequence[ResponseMode], language: Language) -> list[Block]:
    """What helps to read the figures, and what they show and do not; what two kinds say alike, once."""
    blocks: list[Block] = []
    for id, keys in (("reading", READINGS), ("limits", LIMITS)):
        facts: dict[tuple[str, str], None] = {}
        for way in ways:
            own = in_words_of(way, language)
            for key in own.text_or(f"page.{id}.keys", " ".join(keys)).split():
                text = own.text_or(f"reading.{key}", "")
                term = own.text(f"reading.{key}.term") if text else ""
                if text and (key == "score" or term not in {said for said, _ in facts}):
                    facts[term, text] = None
        blocks.append(Collapsible(language.text(f"page.{id}"), [DefinitionList(list(facts), "reading")], REFERENCE, id))
    return blocks


def _sentences(views: Sequence[View], language: Language) -> list[Section]:
    every = [block for view in views for block in response_mode_of(view.runs[0], view.benchmark).examples(view)]
    texts = [block.text if isinstance(block, Paragraph) else "" for block in every]
    blocks = [block for index, block in enumerate(every) if not texts[index] or texts[index] not in texts[:index]]
    if not blocks:
        return []
    ways = {response_mode_of(view.runs[0], view.benchmark) for view in views}
    words = in_words_of(ways.pop(), language) if len(ways) == 1 else language
    warning = Paragraph(f"{words.text('items.warning')}. {words.text('items.warning.text')}", "warning")
    return [Section(words.text("page.items"), [warning, *blocks], "sentences", kind="items-section", screen_only=True)]


def _methods(runs: Sequence[SavedRun], language: Language) -> Block:
    found = methods_by_model(runs, language)
    blocks: list[Block] = []
    for label, facts in found:
        blocks += [*([Heading(label)] if len(found) > 1 else []), DefinitionList(facts)]
    return Collapsible(language.text("page.methods"), blocks, REFERENCE, "methods")


def _citing(runs: Sequence[SavedRun], views: Sequence[View], language: Language) -> Block:
    blocks: list[Block] = [Paragraph(language.text("cite.signature"))]
    for view in views:
        blocks += [Heading(view.title), *_cite_benchmark(view)]
    blocks += [
        Heading(language.text("cite.software")),
        Paragraph(language.text("cite.software.text", version=__version__), "quote"),
        Paragraph(_bibtex(views), "bibtex", screen_only=True),
    ]
    if parts := signature_parts(runs, language):
        blocks.append(Collapsible(language.text("cite.parts"), [DefinitionList(parts)]))
    data = TableBlock(estimates_table(runs, language), "epicene-figures", listed_only=True)
    blocks += [Paragraph(language.text("cite.all"), "unprinted"), data]
    return Collapsible(language.text("page.cite"), blocks, REFERENCE, "cite")


def _bibtex(views: Sequence[View]) -> str:
    """The program, and the data behind the figures."""
    facts = {view.benchmark: view.runs[0].facts(view.benchmark) for view in views}
    entries = [
        f"@software{{epicene,\n  author = {{{{The epicene developers}}}},\n  title = {{epicene}},\n"
        f"  version = {{{__version__}}},\n  year = {{{RELEASED}}},\n"
        "  note = {Measures stereotypes in language models and machine translation. Apache-2.0}\n}",
        *(
            f"@misc{{{'-'.join(name.split())},\n  title = {{{escape_latex(benchmark_facts.title or name)}}},\n"
            f"  note = {{{escape_latex(benchmark_facts.citation)}}}\n}}"
            for name, benchmark_facts in facts.items()
            if benchmark_facts.citation
        ),
    ]
    return "\n".join(entries)


def _cite_benchmark(view: View) -> list[Block]:
    language, facts = view.language, view.runs[0].facts(view.benchmark)
    blocks: list[Block] = [
        Paragraph(run.findings.signatures[view.benchmark], "code")
        for run in view.runs
        if view.benchmark in run.findings.signatures
    ]
    sentences = [response_mode_of(run, view.benchmark).cite(run, view.benchmark, language) for run in view.runs]
    if any(sentences):
        blocks.append(Paragraph(language.text("cite.paste"), "note"))
        blocks += [Paragraph(text, "quote") for text in sentences if text]
    if facts.citation:
        blocks.append(Paragraph(language.text("cite.data"), "note"))
        blocks.append(Paragraph(_told("citation", facts, view), "quote"))
    if facts.licence:
        blocks.append(Paragraph(language.text("cite.licence", licence=_told("licence", facts, view)), "note"))
    if facts.source:
        blocks.append(Paragraph(language.text("cite.source", source=_told("source", facts, view)), "note"))
    return blocks


def _told(what: str, facts: BenchmarkFacts, view: View) -> str:
    """The data's citation, source or licence: recorded in English, told in the reader's language where the catalogue
    has words for this benchmark; a paper's reference stays as it was printed."""
    known = str(getattr(facts, what))
    return view.language.text_or(f"{what}.{view.benchmark}", view.language.text_or(f"{what}.{known}", known))
