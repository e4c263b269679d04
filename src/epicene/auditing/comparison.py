"""Saved runs side by side: which benchmarks they share, whether they may be compared, the paired tests, and where
several models on one benchmark stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from epicene.core.errors import InputError
from epicene.core.language import MINUS, NO_BREAK, Language
from epicene.core.notices import GRAVE, NOTE, Message, Notice, unique
from epicene.core.types import Estimate, Item
from epicene.kinds.figures import (
    are_asked_alike,
    check_field,
    figure,
    highest_first,
    legend,
    model_fields,
    model_row,
    narrow_tables,
    on_scale,
    preference_plot,
    used_field,
    with_checks,
)
from epicene.kinds.protocol import Answers, PairedAnswers, View, contrast, in_words_of, response_mode_of
from epicene.kinds.verdicts import MARK, excluded_note, is_trusted, lead_of_models, mark_of, trust_of, verdict_label
from epicene.metrics.answer_groups import group_name
from epicene.metrics.significance import adjust_p
from epicene.metrics.two_models import Comparison, identical_scores
from epicene.report.charts.forest import Plot
from epicene.report.compared_runs import MOST_DRAWN, comparison_record, contest_legend, differences_plot
from epicene.report.document import Block, Collapsible, Document, Figure, Heading, Paragraph, Section, TableBlock
from epicene.report.results_page import folded
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.audit_folder import AuditFolder, SavedRun, read_runs
from epicene.runs.results import WORDS, to_pandas
from epicene.runs.signature import in_short

if TYPE_CHECKING:
    import pandas


SHORT_NAME = 15


class PairedRuns(PairedAnswers):
    """Two models on one benchmark, with what was found in a line or two."""

    __slots__ = ()

    @property
    def differs(self) -> bool:
        """Whether the models differ over all items, as far as their figures may be believed."""
        headline = self.a.way.headline_comparison(self.comparisons)
        return self.is_trusted and headline is not None and contrast(headline, Language("en"))[0] == "different"

    def __repr__(self) -> str:
        """What was found, without the sentences that were asked."""
        text, headline = "nothing to compare", self.a.way.headline_comparison(self.comparisons)
        if headline:
            name = f"{headline.task} {headline.metric}" if headline.task else headline.metric
            p = f", McNemar's p = {headline.p_mcnemar:.2g}" if headline.p_mcnemar is not None else ""
            text = (
                f"{name} {headline.value_a:.1f} and {headline.value_b:.1f}, difference {headline.difference:+.1f} "
                f"[{headline.low:.1f}, {headline.high:.1f}]{p}, n = {headline.n}"
            )
        if excluded := _excluded_labels(self):
            verb = "is" if len(excluded) == 1 else "are"
            text += f"; says nothing, because {' and '.join(excluded)} {verb} not to be trusted"
        return f"<PairedRuns on {self.benchmark}, {self.a.label} and {self.b.label}: {text}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The comparisons as a table, a row each."""
        return to_pandas(map(asdict, self.comparisons))

    def warning(self) -> str | None:
        """What to say of two models that cannot be told apart."""
        return next((Language("en").say(notice) for notice in _alike(self)), None)


def compare_runs(paths: Sequence[Path], *, seed: int = 0) -> list[PairedRuns]:
    """Every two runs on every benchmark they share; refused where they differ in more than the model."""
    if len(paths) < 2:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    answers = [
        {name: answers_of(run, name) for name in run.findings.signatures if name in run.benchmarks}
        for run in read_runs(paths)
    ]
    shared = [name for name in answers[0] if all(name in other for other in answers[1:])]
    if not shared:
        known = "; ".join(f"{path}: {', '.join(names) or 'none'}" for path, names in zip(paths, answers, strict=True))
        raise InputError(f"These runs share no benchmark ({known}). Compare runs that were asked the same items.")
    return [compare_answers(name, a[name], b[name], seed=seed) for name in shared for a, b in combinations(answers, 2)]


def compare_answers(benchmark: str, a: Answers, b: Answers, *, seed: int = 0) -> PairedRuns:
    validate_same_question(benchmark, a, b)
    way = a.way
    comparisons = way.compare(a.answered, b.answered, (a.label, b.label), seed)
    identical = way.scores_identify and identical_scores(a.answered.values(), b.answered.values())
    return PairedRuns(benchmark, a, b, identical, comparisons)


def validate_same_question(benchmark: str, a: Answers, b: Answers) -> None:
    """Numbers are comparable exactly when their signatures agree on all but the model."""
    differences = a.parts.differences(b.parts)
    if differences:
        raise InputError(
            f"{benchmark}: {a.path} and {b.path} differ in more than the model ({in_short(differences)}), so their "
            f"numbers cannot be compared. {_instead(a, b, differences)}"
        )


def _instead(a: Answers, b: Answers, differences: Mapping[str, tuple[str, str]]) -> str:
    """What to do about it; asking again helps only where one way of asking fits both models."""
    ways = [answers.answered.facts.way for answers in (a, b)]
    if "scoring" in differences and (ways[0] == WORDS) != (ways[1] == WORDS):
        return "Replies in words and likelihoods are two measurements, and nothing makes one out of the other."
    kinds = [AuditFolder(answers.path).facts().model.kind for answers in (a, b)]
    if "scoring" not in differences or kinds[0] == kinds[1]:
        return "Audit one of the models again, asked in the same way as the other."
    return (
        f"{a.label} is of kind {kinds[0]} and {b.label} of kind {kinds[1]}, and no way of asking fits both, so that "
        f"asking again would not help: `epicene report {quote(str(a.path))} {quote(str(b.path))} -o report.html` shows "
        "each against 50, without ranking them."
    )


@dataclass(frozen=True, slots=True)
class ComparedAudits:
    """Every two runs on every benchmark that all of them were asked."""

    paths: Sequence[Path]
    pairs: Sequence[PairedRuns]

    @property
    def is_trusted(self) -> bool:
        return all(pair.is_trusted for pair in self.pairs)

    def notices(self) -> list[Notice]:
        """What a reader of the tests must know: models that cannot be told apart or believed, benchmarks left aside."""
        sides = {(pair.benchmark, side.path): side for pair in self.pairs for side in (pair.a, pair.b)}
        notices = [notice for pair in self.pairs for notice in _alike(pair)]
        for (benchmark, _), side in sides.items():
            if not side.is_trusted:
                values = {"benchmark": benchmark, "model": side.label, "reason": side.trust.exclusion_reason}
                notices.append(Notice("notice.excluded", values, GRAVE))
        for side in {side.path: side for side in sides.values()}.values():
            if any(reason.code == "trust.partial" for reason in side.trust.notices):
                notices.append(Notice("notice.partial", {"model": side.label}, GRAVE))
        names = {pair.benchmark for pair in self.pairs}
        for path in self.paths:
            if others := [name for name in AuditFolder(path).facts().benchmarks if name not in names]:
                notices.append(Notice("notice.left-aside", {"run": str(path), "benchmarks": others}))
        return unique(notices)

    def said(self, language: Language) -> list[str]:
        """In the words of the benchmark's kind, where one is about a benchmark."""
        words = {pair.benchmark: in_words_of(pair.a.way, language) for pair in self.pairs}
        return [words.get(str(notice.values.get("benchmark")), language).say(notice) for notice in self.notices()]

    def record(self) -> dict[str, object]:
        """`excluded` are the models of a comparison that are not to be believed, so that it says nothing."""
        sides = {side.path: side.label for pair in self.pairs for side in (pair.a, pair.b)}
        comparisons = [
            {**asdict(comparison), "excluded": _excluded_labels(pair) or None}
            for pair in self.pairs
            for comparison in pair.comparisons
        ]
        return comparison_record([sides[path] for path in self.paths], comparisons, self)

    def summary(self, language: Language) -> Document:
        """Of models that may not be believed, no differences."""
        blocks: list[Block] = []
        for pair in self.pairs:
            table = table_of(pair, language)
            *others, last = narrow_tables(replace(table, note=""))
            blocks.append(Paragraph(outcome(pair, language), "lead"))
            tables = [*others, replace(last, note_on_p=table.note)] if pair.is_trusted else []
            blocks += [TableBlock(shown, pair.benchmark) for shown in tables]
            blocks += [Paragraph(smallest, "note")] if (smallest := smallest_shown(pair, language)) else []
        return Document(title="", language=language, answer=blocks)

    def outcomes(self, language: Language) -> list[str]:
        """With the benchmark's name, where there are several."""
        texts = [outcome(pair, language) for pair in self.pairs]
        if len({pair.benchmark for pair in self.pairs}) == 1:
            return texts
        named = zip(self.pairs, texts, strict=True)
        return [language.text("answer.on", benchmark=pair.benchmark, answer=text) for pair, text in named]

    def power(self, language: Language) -> list[str]:
        return list(dict.fromkeys(text for pair in self.pairs if (text := smallest_shown(pair, language))))

    def _views(self, language: Language) -> list[View]:
        runs, names = read_runs(self.paths), dict.fromkeys(pair.benchmark for pair in self.pairs)
        return [View(runs, name, in_words_of(response_mode_of(runs[0], name), language)) for name in names]

    def charts(self, language: Language) -> list[Block]:
        """Every model by type, of each benchmark that can be believed; a title says which benchmark."""
        charts = list[Block]()
        for view in self._views(language):
            blocks = response_mode_of(view.runs[0], view.benchmark).blocks(view)
            figure = next((block for block in blocks if isinstance(block, Figure)), None)
            if figure and any(is_trusted(run, view.benchmark) for run in view.runs):
                if isinstance(figure.chart, Plot):  # what its labels lead to is not on this page
                    rows = [replace(row, target="") for row in figure.chart.rows]
                    figure = replace(figure, chart=replace(figure.chart, rows=rows))
                charts += [Heading(view.title), figure]
        return charts

    def details(self, language: Language) -> list[Section]:
        """The tables; those of models that may not be believed are folded. Then the items, behind a warning."""
        blocks = list[Block]()
        for index, pair in enumerate(self.pairs, start=1):
            table, name = table_of(pair, language), f"compared-{index}"
            is_open = pair.is_trusted and len(self.pairs) == 1
            block = (
                folded(table, name) if is_open else Collapsible(table.title, [TableBlock(table, name, captioned=False)])
            )
            blocks.append(block)
        sections = [Section(language.text("compared.section"), blocks, "figures")]
        made = [disagreements(pair, language) for pair in self.pairs if len(self.paths) == 2]
        tables = [disagreed for disagreed in made if disagreed]
        if not tables:
            return sections
        warning = Paragraph(f"{language.text('items.warning')}. {language.text('items.warning.text')}", "warning")
        content = [
            Collapsible(table.title, [TableBlock(table, f"items-{n}", captioned=False)], "sentences")
            for n, table in enumerate(tables, start=1)
        ]
        title = language.text("compared.items")
        return [*sections, Section(title, [warning, *content], "sentences", kind="items-section", screen_only=True)]


def disagreements(pair: PairedAnswers, language: Language) -> Table | None:
    """The items on which two models that may be believed choose differently: what each prefers."""
    own, rows = in_words_of(pair.a.way, language), list[tuple[Item, str, str]]()
    a, b = (side.way.decisions(side.answered) for side in (pair.a, pair.b))
    for item in pair.a.answered.items if pair.is_trusted else ():
        texts = {str(role): text.text for role, text in item.variants.items()}
        chosen = [set(decisions.get(item.id, ())) for decisions in (a, b)]
        if len(chosen[0]) == len(chosen[1]) == 1 and chosen[0] != chosen[1] and chosen[0] | chosen[1] <= texts.keys():
            first, second = (texts[role] for (role,) in chosen)
            rows.append((item, first, second))
    if not rows:
        return None
    return tabulated(
        own.text("compared.items.some", benchmark=pair.benchmark, n=len(rows), total=len(pair.a.answered.items)),
        [rows],
        (Column("id", own.text("items.column.pair")), lambda row: row[0].id),
        (Column("type", own.text("items.column.type")), lambda row: group_name(row[0].category, own)),
        (Column("a", own.text("compared.items.prefers", model=pair.a.label)), lambda row: row[1]),
        (Column("b", own.text("compared.items.prefers", model=pair.b.label)), lambda row: row[2]),
    )


def _excluded_labels(pair: PairedAnswers) -> list[str]:
    return [side.label for side in (pair.a, pair.b) if not side.is_trusted]


def _alike(pair: PairedAnswers, *, in_report: bool = False) -> Iterator[Notice]:
    """Models with the same scores; in a report, where no folders are named, one model twice is a mere note."""
    if not pair.identical:
        return
    a, b = pair.a, pair.b
    values = {"benchmark": pair.benchmark, "a": a.label, "b": b.label}
    if a.parts.model != b.parts.model:
        yield Notice("notice.identical", values, GRAVE)
    elif in_report:
        yield Notice("notice.same-model", values, NOTE)
    else:
        yield Notice("notice.same-model.runs", values | {"a": str(a.path), "b": str(b.path), "model": a.parts.model})


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on one benchmark, in words and as a table."""

    pair: PairedAnswers
    sentence: str
    table: Table


def compare_in_report(view: View) -> tuple[list[PairView], list[Notice]]:
    """Unlike the command, a report shows incomparable runs side by side and says so."""
    views, notices = [], []
    groups = asked_alike(view)
    for group in groups[1:]:
        differences = groups[0][0].parts.differences(group[0].parts)
        messages = [Message(f"difference.{name}", {"a": a, "b": b}) for name, (a, b) in differences.items()]
        labels = {"a": [answers.label for answers in groups[0]], "b": [answers.label for answers in group]}
        values = {"benchmark": view.benchmark, **labels, "differences": messages}
        notices.append(Notice("notice.not-comparable", values))
    for first, second in combinations([run for run in view.runs if view.benchmark in run.benchmarks], 2):
        a, b = answers_of(first, view.benchmark), answers_of(second, view.benchmark)
        if not a.parts.differences(b.parts):
            pair = compare_answers(view.benchmark, a, b)
            notices += _alike(pair, in_report=True)
            table = with_checks(table_of(pair, view.language), (first, second), view.benchmark, view.language)
            views.append(PairView(pair, outcome(pair, view.language), table))
    return views, notices


def asked_alike(view: View) -> list[list[Answers]]:
    """The runs in groups whose figures may be compared: their signatures agree on all but the model."""
    groups: list[list[Answers]] = []
    for run in (run for run in view.runs if view.benchmark in run.benchmarks):
        own = answers_of(run, view.benchmark)
        for group in groups:
            if not group[0].parts.differences(own.parts):
                group.append(own)
                break
        else:
            groups.append([own])
    return groups


def answers_of(run: SavedRun, benchmark: str) -> Answers:
    trust = trust_of(run, benchmark)
    return Answers(run.path, run.label, run.findings.signatures[benchmark], run.benchmarks[benchmark], trust)


def table_of(pair: PairedAnswers, language: Language) -> Table:
    return pair.a.way.comparison_table(pair, in_words_of(pair.a.way, language))


def outcome(pair: PairedAnswers, language: Language) -> str:
    """Over all items: which model prefers the stereotype more often, if the interval allows to say so."""
    own, comparison = in_words_of(pair.a.way, language), pair.a.way.headline_comparison(pair.comparisons)
    names = {"a": pair.a.label, "b": pair.b.label}
    if comparison is None:
        return own.text("comparison.nothing", **names)
    if not pair.is_trusted:
        return own.text(
            f"comparison.excluded.{pair.a.trust.exclusion_reason or pair.b.trust.exclusion_reason}", **names
        )
    is_headline = comparison.metric == pair.a.way.metric  # else one that decides for it, which has words of its own
    tested = comparison.p_mcnemar if is_headline else comparison.p_bootstrap
    p = own.p_value(tested) if tested is not None else ""
    verdict, values = contrast(comparison, own)
    key = f"comparison.{verdict}" if is_headline else f"comparison.{verdict}.{comparison.metric}"
    return own.text(key, p=p if p.startswith("<") else f"= {p}", **values)


def smallest_shown(pair: PairedAnswers, language: Language) -> str:
    """What this comparison could have found, for readers of one that found nothing."""
    headline = pair.a.way.headline_comparison(pair.comparisons)
    if headline is None or headline.smallest_difference is None or not pair.is_trusted:
        return ""
    values = {"n": headline.n, "value": headline.smallest_difference}
    return in_words_of(pair.a.way, language).text("comparison.smallest", **values)


@dataclass(frozen=True, slots=True)
class PairwiseTest:
    """Two models over all items; `p_adjusted` takes every contest on the same benchmark between models that may be
    believed into account. `trusted` says that both may; else nothing is adjusted.
    """

    comparison: Comparison
    p_adjusted: float | None
    trusted: bool = True

    @property
    def differs(self) -> bool:
        """Said only where interval and adjusted test agree, and of models that can be believed."""
        return self.trusted and replace(self.comparison, p_adjusted=self.p_adjusted).is_clear

    @property
    def verdict(self) -> str:
        if not self.differs:
            return "none" if self.trusted else "untrusted"
        return "b" if self.comparison.difference > 0 else "a"


def contests_of(
    comparisons: Sequence[Comparison],
    trusted: Collection[str],
    p_of: Callable[[Comparison], float | None] = lambda comparison: comparison.p_mcnemar,
) -> list[PairwiseTest]:
    """The comparisons that were tested, with p adjusted over all pairs of models that may be believed.

    `trusted` are the labels of these models; the adjustment is Benjamini and Hochberg's.
    """
    tested = {str(index): own for index, own in enumerate(comparisons) if p_of(own) is not None}
    believed = {index: p_of(own) for index, own in tested.items() if {own.a, own.b} <= set(trusted)}
    adjusted = adjust_p({index: p for index, p in believed.items() if p is not None})
    return [PairwiseTest(own, adjusted.get(index), index in adjusted) for index, own in tested.items()]


def ranking_plot(view: View) -> Plot | None:
    """A row for each model, highest first; in the order of the report where they were asked in different ways.

    Models that may not be believed stand below the others with a mark.
    """
    scores = [(run, score) for run in view.runs if (score := _score(run, view.benchmark)) is not None]
    if len(scores) < 2:
        return None
    trusted = [(run, score) for run, score in scores if is_trusted(run, view.benchmark)]
    rows = [model_row(run, score, view.runs) for run, score in trusted]
    title = view.language.text("seen.standing.apart")
    if len(rows) > 1 and are_asked_alike(view):
        rows = highest_first(rows)
        low, high = (view.language.percent(end(score.value for _, score in trusted)) for end in (min, max))
        title = view.language.text("seen.standing", low=low, high=high)
    for run, score in scores:
        if mark := mark_of(run, view.benchmark):
            rows.append(replace(model_row(run, score, view.runs), detail=mark))
    return on_scale(preference_plot(f"{view.benchmark}-models", title, rows, view.language), scores[0][1].metric)


def _score(run: SavedRun, benchmark: str) -> Estimate | None:
    return response_mode_of(run, benchmark).score(run, benchmark)


def ranking_caption(view: View) -> str:
    """What keeps the models of that chart from being read as a ranking."""
    apart = "" if are_asked_alike(view) else view.language.text("figure.apart")
    excluded = excluded_note(view.runs, view.benchmark, view.language)
    hollow = view.language.text("figure.untrusted") if excluded else ""
    return " ".join(part for part in (apart, excluded, hollow) if part)


def ranking_table(view: View) -> Table:
    """What can be said of each model, in words."""
    language = view.language
    return tabulated(
        language.text("table.standing", benchmark=view.benchmark),
        [[(run, _score(run, view.benchmark)) for run in view.runs]],
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), lambda row: figure(row[1])),
        used_field(language),
        (
            Column("verdict", language.text("column.verdict")),
            lambda row: verdict_label(row[0], view.benchmark, language),
        ),
        check_field(view),
        note=excluded_note(view.runs, view.benchmark, language),
    )


def contest_plot(contests: Sequence[PairwiseTest], id: str, language: Language) -> Plot | None:
    """A row for every two models."""
    if not 1 < len(contests) <= MOST_DRAWN:
        return None

    def short(name: str) -> str:
        return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1]}…"

    rows = []
    for contest in contests:
        a, b = short(contest.comparison.a), short(contest.comparison.b)
        rows.append((f"{b}{NO_BREAK}{MINUS} {a}", contest.comparison, contest.differs))
    return differences_plot(id, contest_sentence(contests, language).removesuffix("."), rows, language, "contest")


def not_compared(groups: Sequence[Sequence[str]], language: Language) -> str:
    """Which models no test was made between; `groups` are the labels of those that were asked alike."""
    pairs = [
        language.text(
            "contest.apart.pair",
            a=language.list_of(list(group)),
            b=language.list_of([label for other in groups[index:] for label in other]),
        )
        for index, group in enumerate(groups[:-1], start=1)
    ]
    return language.text("contest.apart", pairs=language.text("punctuation.semicolon").join(pairs)) if pairs else ""


def contest_sentence(contests: Sequence[PairwiseTest], language: Language) -> str:
    """How many of the pairs of models that were compared differ, of those that can be believed."""
    believed = [contest for contest in contests if contest.trusted]
    apart = sum(contest.differs for contest in believed)
    if not believed:
        return language.text("contest.untrusted")
    names = {"a": believed[0].comparison.a, "b": believed[0].comparison.b}
    if not apart:
        return language.plural("contest.none", len(believed), **names)
    if apart == len(believed):
        return language.plural("contest.all", len(believed), **names)
    return language.plural("contest.some", apart, total=language.count(len(believed)))


def contest_table(
    contests: Sequence[PairwiseTest], benchmark: str, language: Language, excluded: Collection[str] = (), note: str = ""
) -> Table:
    """Every two models over all items, and whether a difference could be shown; `excluded` ones have a mark, and a note
    says why."""
    difference = Column("difference", language.text("column.difference"), "number", interval=True)

    def named(model: str) -> Cell:
        return Cell(model, mark=MARK if model in excluded else "")

    return tabulated(
        language.text("table.contests", benchmark=benchmark),
        [contests],
        (Column("model_a", "A"), lambda contest: named(contest.comparison.a)),
        (Column("model_b", "B"), lambda contest: named(contest.comparison.b)),
        (
            difference,
            lambda contest: Cell(contest.comparison.difference, contest.comparison.low, contest.comparison.high),
        ),
        (Column("n", language.text("column.n.compared"), "number"), lambda contest: contest.comparison.n),
        (Column("p_mcnemar", language.text("column.p_mcnemar"), "p"), lambda contest: contest.comparison.p_mcnemar),
        (Column("p_adjusted", language.text("column.p_mcnemar_adjusted"), "p"), lambda contest: contest.p_adjusted),
        (
            Column("verdict", language.text("column.verdict")),
            lambda contest: language.text(f"contest.verdict.{contest.verdict}"),
        ),
        note=f"{language.text('table.contests.note')} {note}".rstrip(),
    )


def ranking_blocks(view: View, plot: Plot, pairs: Sequence[PairView], id: str) -> list[Block]:
    """The place of each model, and which of them differ; `id` is that of the comparison below."""
    contests, blocks = _contests(view, pairs), list[Block]()
    if contests:
        link = (view.language.text("page.comparison.link"), id)
        blocks = [Paragraph(_outcome_of_all(view, contests, pairs), link=link)]
    return [
        Paragraph(lead_of_models(view.runs, view.benchmark, view.language), "lead"),
        Figure(plot, ranking_caption(view), legend(view, named=True), level=3),
        TableBlock(ranking_table(view), f"{view.benchmark}-models", captioned=False),
        *blocks,
    ]


def comparison_blocks(view: View, pairs: Sequence[PairView], id: str) -> list[Block]:
    """Every two models over all items, then by type."""
    if not pairs:
        return []
    language, contests = view.language, _contests(view, pairs)
    blocks: list[Block] = [Heading(language.text("page.comparison"), id=id)]
    if not contests:
        blocks += [Paragraph(pair.sentence) for pair in pairs]
    else:
        if plot := contest_plot(contests, f"{view.benchmark}-contests", language):
            blocks.append(Figure(plot, _not_compared(view), contest_legend(language)))
        else:
            blocks.append(Paragraph(_outcome_of_all(view, contests, pairs)))
        excluded = [run.label for run in view.runs if not is_trusted(run, view.benchmark)]
        note = excluded_note(view.runs, view.benchmark, language)
        table = contest_table(contests, view.benchmark, language, excluded, note)
        blocks.append(TableBlock(table, f"{view.benchmark}-contests", captioned=False))
    for index, pair in enumerate(pairs, start=1):
        title = language.text("contest.by-type", a=pair.pair.a.label, b=pair.pair.b.label)
        smallest = smallest_shown(pair.pair, language)
        by_type = TableBlock(pair.table, f"{view.benchmark}-compare-{index}", captioned=False)
        blocks.append(Collapsible(title, [*([Paragraph(smallest, "note")] if smallest else []), by_type]))
    return blocks


def _contests(view: View, pairs: Sequence[PairView]) -> list[PairwiseTest]:
    mode = response_mode_of(view.runs[0], view.benchmark)
    headlines = [mode.headline_comparison(pair.pair.comparisons) for pair in pairs]
    trusted = [run.label for run in view.runs if is_trusted(run, view.benchmark)]
    return contests_of(
        [comparison for comparison in headlines if comparison is not None],
        trusted,
        lambda comparison: comparison.p_mcnemar if comparison.metric == mode.metric else comparison.p_bootstrap,
    )


def _outcome_of_all(view: View, contests: Sequence[PairwiseTest], pairs: Sequence[PairView]) -> str:
    """What the tests found, and between whom none was made."""
    is_alone = len(contests) == 1 and contests[0].trusted
    outcome_sentence = pairs[0].sentence if is_alone else contest_sentence(contests, view.language)
    return f"{outcome_sentence} {_not_compared(view)}".strip()


def _not_compared(view: View) -> str:
    return not_compared([[answers.label for answers in group] for group in asked_alike(view)], view.language)
