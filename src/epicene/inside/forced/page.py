"""The page of `epicene mt audit`: b and r, the nouns at both ends, what goes with them, and the translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.grammar.people import Gender
from epicene.inside.inside_page import (
    SOURCE,
    HeadlineFigure,
    InsideKind,
    compared_audits,
    filed_figures,
    read_values,
    table_blocks,
)
from epicene.inside.results import NOUN, ForcedResults
from epicene.metrics.intervals import SIGNED
from epicene.metrics.significance import FEWEST_UNITS, shown_side
from epicene.metrics.two_models import Comparison
from epicene.mt.controlled_corpus import N_LINES
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.judging.pages import judge_tables
from epicene.mt.judging.systems_page import figure_name as judged_name
from epicene.mt.lexicon import Occupation, known_occupations
from epicene.mt.results import BleuResults, Judged, published_judged
from epicene.mt.translating.page import bleu_table
from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Figure, Paragraph, Section
from epicene.report.results_page import RunView
from epicene.report.tables import Cell, Column, Field, Table, tabulated
from epicene.runs.signature import few_units

# Section 6.1.2 of the paper; the share below 0.5 is said to be "more than 40 %".
PUBLISHED = {"r_mean": 0.46, "r_below_0.5": 40.0, "r_below_0": 0.7}
AT_LEAST = frozenset({"r_below_0.5"})
FIGURES = ("mean", "median", "q05", "q25", "q75", "q95", "below_-0.75", "below_0", "below_0.5")
MEASURES = ("b", "r", "t")
TECHNICAL = FIGURES[2:]  # quantiles and shares, which a terminal shows where all is asked for
GROUPS = ("all", "same noun")
Estimates = Mapping[tuple[str, str], Estimate]  # by metric and group
JUDGED = "judged"  # what the tables of the translations are called


def _translation_tables(results: ForcedResults, language: Language) -> list[Table]:
    bleu = [bleu_table([results.bleu], language)] if isinstance(results.bleu, BleuResults) else []
    return [*judged_tables([results.judged], language), *bleu]


def judged_tables(systems: Sequence[Judged], language: Language) -> list[Table]:
    """With what the paper printed of its two systems beside, into French without classes."""
    direction = systems[0].direction
    alone, published = judge_tables(systems, language), published_judged(direction)
    if not published:
        return alone
    same = systems[0].published_sentences
    which = "others" if not same else "same" if systems[0].n == N_LINES else "some"
    note = language.text(f"forced.judged.published.{which}", source=SOURCE, n=language.count(systems[0].n))
    noted = [
        replace(table, note=f"{table.note} {note}".strip()) for table in judge_tables(systems, language, published)
    ]
    return noted if DIRECTIONS[direction].forward else [noted[0], alone[1]]


def contrast_tables(results: ForcedResults, contrast: str, language: Language) -> list[Table]:
    """A table of which nothing could be counted is left out."""
    estimates, text, shown = results.of_contrast(contrast), language.text, contrast_name(contrast, language)
    words = list(dict.fromkeys(metric.removeprefix("p_") for metric, _ in estimates if metric.startswith("p_")))
    possessives = tabulated(
        text("forced.possessives.title"),
        [[group for group in ("open", "feminine", "masculine") if words and (f"p_{words[0]}", group) in estimates]],
        (Column("group", ""), lambda group: text(f"forced.possessives.{group}")),
        *(_estimate_column(f"p_{word}", f"P({word})", f"p_{word}", estimates) for word in words),
        (Column("n", "n", "number"), lambda group: estimates[f"p_{words[0]}", group].n_used),
        note=text("forced.possessives.note", their=words[-1] if words else ""),
    )
    choices = tabulated(
        text("forced.choices.title", contrast=shown),
        [[group for group in ("all", "feminine", "masculine") if ("forced_correct", group) in estimates]],
        (Column("group", ""), lambda group: text(f"mt.group.{group}")),
        _estimate_column("share", "%", "forced_correct", estimates),
        (Column("n", "n", "number"), lambda group: estimates["forced_correct", group].n_used),
    )
    correlations = tabulated(
        text("forced.correlations.title", contrast=shown),
        [results.correlations[contrast]],
        (Column("with", ""), lambda correlation: text(f"forced.with.{correlation.with_}", measure=correlation.measure)),
        (
            Column("rho", "ρ", "number", 2, interval=True),
            lambda correlation: Cell(correlation.rho, correlation.low, correlation.high),
        ),
        (Column("p", "p", "p"), lambda correlation: correlation.p),
        (Column("n", "n", "number"), lambda correlation: correlation.n),
        note=text("forced.correlations.note"),
    )
    nouns = [_nouns_table(results, contrast, measure, language) for measure in MEASURES]
    tables = [_spread_table(results, contrast, language), possessives, choices, *nouns, correlations]
    return [table for table in tables if any(table.blocks)]


def _estimate_column(key: str, title: str, metric: str, estimates: Estimates) -> Field[str]:
    """Of groups, each with its whole interval."""

    def cell(group: str) -> Cell:
        estimate = estimates[metric, group]
        return Cell(estimate.value, estimate.low, estimate.high)

    return Column(key, title, "number", interval=True), cell


def estimate_cell(estimate: Estimate | None, digits: int = 2) -> Cell:
    """An interval of no width, or over all that b and t can be, says nothing and is not shown."""
    if estimate is None:
        return Cell()
    digits = 1 if "below" in estimate.metric else digits
    if estimate.low == estimate.high or (estimate.low, estimate.high) == SIGNED:
        return Cell(estimate.value, digits=digits)
    return Cell(estimate.value, estimate.low, estimate.high, digits=digits)


def figure_name(metric: str, language: Language) -> str:
    measure, _, figure = metric.partition("_")
    if not figure.startswith("below_"):
        return language.text(f"forced.figure.{figure}", measure=measure)
    threshold = float(figure.removeprefix("below_"))
    digits = len(f"{threshold:g}".partition(".")[2])
    return language.text("forced.share-below", measure=measure, threshold=language.number(threshold, digits))


def contrast_name(contrast: str, language: Language) -> str:
    return language.text("forced.contrast.noun") if contrast == NOUN else contrast


def contrast_words(contrast: str, language: Language) -> dict[str, str]:
    """What stands in formulas for the two words: themselves, or the genders of a noun's forms."""
    genders = ("masculine", "feminine")
    words = [language.text(f"mt.group.{gender}") for gender in genders] if contrast == NOUN else contrast.split("/")
    return dict(zip(genders, words, strict=True))


def _named_words(contrast: str, language: Language) -> list[str]:
    """The two words of a contrast, the masculine first, as sentences name them."""
    if contrast == NOUN:
        return [language.text(f"forced.word.{gender}") for gender in ("masculine", "feminine")]
    return [language.text("forced.word", word=word) for word in contrast.split("/")]


def _spread_table(results: ForcedResults, contrast: str, language: Language) -> Table:
    """A block a measure, with how many lines or pairs it is of, and the paper's figures where it asked the same."""
    estimates, text, is_printed = results.of_contrast(contrast), language.text, results.is_published(contrast)
    columns = [
        Column("figure", ""),
        *(Column(group, text(f"forced.group.{group}"), "number", 2, interval=True) for group in GROUPS),
        Column("published", text("forced.column.published") if is_printed else "n", "number"),
    ]
    blocks = []
    for measure in (each for each in MEASURES if (f"{each}_mean", "all") in estimates):
        counts = (estimates.get((f"{measure}_mean", group)) for group in GROUPS)
        first = Cell(text(f"forced.count.{measure}"), technical=True)
        rows = [[first, *(Cell(count.n_used if count else None) for count in counts), Cell("")]]
        for metric in (f"{measure}_{figure}" for figure in FIGURES):
            if (metric, "all") in estimates:
                label = Cell(figure_name(metric, language), technical=metric.partition("_")[2] in TECHNICAL)
                last = _printed(metric, language) if is_printed else str(estimates[metric, "all"].n_used)
                rows.append([label, *(estimate_cell(estimates.get((metric, g))) for g in GROUPS), Cell(last)])
        blocks.append(rows)
    title = text("forced.spread.title", contrast=contrast_name(contrast, language), direction=results.direction)
    note = text("forced.spread.note", example=_two_nouns(results.direction))
    source = f" {text('forced.published.note', source=SOURCE)}" if is_printed else ""
    return Table(title, columns, blocks, note + source)


def _two_nouns(direction: str) -> str:
    """An occupation with a noun for each gender in the references, such as *waiter, waitress*."""
    way = DIRECTIONS[direction]
    form = Occupation.target_noun if way.forward else Occupation.form
    nouns = ([form(known, gender) for gender in Gender] for known in known_occupations(way.pair[0]))
    return next((f"{masculine}, {feminine}" for masculine, feminine in nouns if masculine != feminine), "…")


def _printed(metric: str, language: Language) -> str:
    if metric not in PUBLISHED:
        return ""
    value = language.number(PUBLISHED[metric], 1 if "below" in metric else 2)
    return f"> {value}" if metric in AT_LEAST else value


def _nouns_table(results: ForcedResults, contrast: str, measure: str, language: Language) -> Table:
    """The nouns at both ends, side by side."""
    nouns, text = results.nouns[contrast][measure], language.text
    pairs = list(zip(nouns.highest, nouns.lowest, strict=True))
    return tabulated(
        text(f"forced.nouns.{measure}", contrast=contrast_name(contrast, language)),
        [pairs] if pairs else [],
        (Column("highest", text("forced.nouns.highest")), lambda pair: pair[0].noun),
        (Column(f"highest_{measure}", measure, "number", 2), lambda pair: pair[0].value),
        (Column("lowest", text("forced.nouns.lowest")), lambda pair: pair[1].noun),
        (Column(f"lowest_{measure}", measure, "number", 2), lambda pair: pair[1].value),
    )


class ForcedKind(InsideKind[ForcedResults]):
    name = "mt-audit"
    result = ForcedResults

    def answer_text(self, results: ForcedResults, language: Language) -> str:
        """Of the first contrast: the gender that the system prefers where the source says none, and how often it is
        right elsewhere."""
        estimates = results.of_contrast(next(iter(results.signatures)))
        sentences = []
        if b := estimates.get(("b_mean", "all")):
            units = few_units(b.signature)
            side = shown_side(b.low, b.high)
            leans = "few" if 0 < units < FEWEST_UNITS else "preferred" if side else "neither"
            sign = 1.0 if side == 1 else -1.0  # b is the share of the feminine word minus that of the masculine
            low, high = sorted(50 * (1 + sign * end) for end in (b.low, b.high))
            words = _named_words(next(iter(results.signatures)), language)
            word, other = words if side != 1 else reversed(words)
            values = {
                "b": language.number(b.value, 2),
                "share": language.percent(50 * (1 + sign * b.value), 0),
                "span": language.bracket(low, high, 0),
            }
            sentences.append(language.text(f"forced.verdict.{leans}", **values, word=word, other=other, n=units))
        right = {gender: estimates.get(("forced_correct", gender)) for gender in ("feminine", "masculine")}
        shares = {
            gender: f"{language.percent(estimate.value, 0)} {language.bracket(estimate.low, estimate.high, 0)}"
            for gender, estimate in right.items()
            if estimate
        }
        if len(shares) == len(right):
            sentences.append(language.text("forced.verdict.right", **shares))
        return " ".join(sentences)

    def charts(self, view: RunView[ForcedResults]) -> list[Figure]:
        return _figure_3(view, next(iter(view.result.signatures)))[:1]

    def tables(self, view: RunView[ForcedResults]) -> list[Table]:
        """What is spread how, the nouns, the correlations, the judged translations."""
        results, language = view.result, view.language
        tables = [table for contrast in results.signatures for table in contrast_tables(results, contrast, language)]
        return [*tables, *_translation_tables(results, language)]

    def sections(self, view: RunView[ForcedResults]) -> list[Section]:
        results, language = view.result, view.language
        sections = []
        for index, contrast in enumerate(results.signatures):
            tables = contrast_tables(results, contrast, language)
            blocks = [
                *_figure_3(view, contrast)[int(index == 0) :],
                *table_blocks(tables, f"contrast-{contrast.replace('/', '-')}"),
            ]
            heading = language.text("forced.contrast.heading", contrast=contrast_name(contrast, language))
            sections.append(Section(heading, blocks))
        judged = table_blocks(_translation_tables(results, language), JUDGED)
        about = Paragraph(language.text("forced.judged.said"))
        return [*sections, Section(language.text("forced.judged.heading"), [about, *judged])]

    def readings(self, view: RunView[ForcedResults]) -> list[tuple[str, str]]:
        """The definitions of b, r and t, with the words of each contrast."""
        results = view.result
        return [
            (
                f"{measure} ({contrast_name(contrast, view.language)})",
                view.language.text(f"forced.said.{measure}", **contrast_words(contrast, view.language)),
            )
            for contrast in results.signatures
            for measure in MEASURES
            if (f"{measure}_mean", "all") in results.of_contrast(contrast)
        ]

    def signatures(self, view: RunView[ForcedResults]) -> list[str]:
        return [*super().signatures(view), *view.result.judged.signatures.values()]

    def headline_figures(self, results: ForcedResults, language: Language) -> Iterator[HeadlineFigure]:
        """By contrast, the means that two audits are compared by."""
        for contrast in results.signatures:
            estimates = results.of_contrast(contrast)
            title = language.text("inside.short.mt-audit", contrast=contrast_name(contrast, language))
            for measure in ("b", "r"):
                if mean := estimates.get((f"{measure}_mean", "all")):
                    yield HeadlineFigure(mean, title, figure_name(mean.metric, language), mean.ideal)

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        return compared_audits(self.read_all(paths), _compared_name, seed)


PAGE = ForcedKind()


def _figure_3(view: RunView[ForcedResults], contrast: str) -> list[Figure]:
    """The distribution of each measure that was asked about."""
    language, values = view.language, read_values(view.path)
    return filed_figures(
        Distributions(
            id=f"figure-3-{contrast.replace('/', '-')}-{measure}",
            title=language.text(f"forced.figure-3.{measure}", contrast=contrast_name(contrast, language)),
            rows=[Distribution(f"{measure}(u)", values[contrast, measure])],
            ideal=0.0 if measure == "b" else 1.0,
            ideal_label=language.text(f"forced.ideal.{measure}"),
        )
        for measure in MEASURES
        if values.get((contrast, measure))
    )


def _compared_name(comparison: Comparison, language: Language) -> str:
    if comparison.metric == "bleu":
        return language.text("forced.compared.bleu", test=comparison.group)
    is_forced = comparison.metric.partition("_")[0] in MEASURES
    if is_forced:
        return figure_name(comparison.metric, language)
    return judged_name(comparison.metric, comparison.group, language)
