"""The page of `epicene mt audit`: b and r, the nouns at both ends, what goes with them, and the translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.grammar.gender import Gender
from epicene.inside.compared_values import compared_audits
from epicene.inside.published_figures import AT_LEAST, FORCED, SOURCE
from epicene.inside.results import NOUN, ForcedResults, InsidePage, Standing, Values, footer_of, table_blocks
from epicene.metrics.intervals import SIGNED
from epicene.metrics.two_models import Comparison
from epicene.metrics.verdict import FEWEST_UNITS, shown_side
from epicene.mt.corpora.neuroviz_corpus import N_LINES
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.judging.page import judge_tables
from epicene.mt.lexicon import Occupation, known_occupations
from epicene.mt.results import BleuResults, Judged, published_judged
from epicene.mt.systems_page import figure_name as judged_name
from epicene.mt.translating.bleu_page import bleu_table
from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Document, Figure, Paragraph, Section, notes_of
from epicene.report.tables import Cell, Column, Table
from epicene.runs.signature import few_units

FIGURES = ("mean", "median", "q05", "q25", "q75", "q95", "below_-0.75", "below_0", "below_0.5")
MEASURES = ("b", "r", "t")
TECHNICAL = FIGURES[2:]  # quantiles and shares, which a terminal shows where all is asked for
GROUPS = ("all", "same noun")
LEANS = {-1: "masculine", 0: "neither", 1: "feminine"}
JUDGED = "judged"  # what the tables of the translations are called


def audit_tables(results: ForcedResults, language: Language) -> list[Table]:
    """For the terminal: what is spread how, the nouns, the correlations, the judged translations."""
    tables = [table for contrast in results.signatures for table in contrast_tables(results, contrast, language)]
    return [*tables, *judged_tables([results.judged], language), *_bleu_tables(results, language)]


def _bleu_tables(results: ForcedResults, language: Language) -> list[Table]:
    return [bleu_table([results.bleu], language)] if isinstance(results.bleu, BleuResults) else []


def judged_tables(systems: Sequence[Judged], language: Language) -> list[Table]:
    """With what the paper printed of its two systems beside, into French without classes."""
    direction = systems[0].direction
    alone, published = judge_tables(systems, language), published_judged(direction)
    if not published:
        return alone
    beside = judge_tables(systems, language, published)
    same = systems[0].published_sentences
    which = "others" if not same else "same" if systems[0].n == N_LINES else "some"
    note = language.text(f"forced.judged.published.{which}", source=SOURCE, n=language.count(systems[0].n))
    noted = [replace(table, note=f"{table.note} {note}".strip()) for table in beside]
    return noted if DIRECTIONS[direction].forward else [noted[0], alone[1]]


def contrast_tables(results: ForcedResults, contrast: str, language: Language) -> list[Table]:
    found = [
        _spread_table(results, contrast, language),
        _possessives_table(results, contrast, language),
        _choices_table(results, contrast, language),
        *(_nouns_table(results, contrast, measure, language) for measure in MEASURES),
        _correlations_table(results, contrast, language),
    ]
    return [table for table in found if any(table.blocks)]


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
    words = [language.text(f"mt.group.{one}") for one in genders] if contrast == NOUN else contrast.split("/")
    return dict(zip(genders, words, strict=True))


def _spread_table(results: ForcedResults, contrast: str, language: Language) -> Table:
    estimates = results.of_contrast(contrast)
    printed = FORCED if results.is_published(contrast) else {}
    columns = [
        Column("figure", ""),
        *(Column(group, language.text(f"forced.group.{group}"), "number", 2, interval=True) for group in GROUPS),
        Column("published", language.text("forced.column.published") if printed else "n", "number"),
    ]
    blocks = []
    for measure in MEASURES:
        rows = []
        for figure in FIGURES:
            metric = f"{measure}_{figure}"
            if (metric, "all") not in estimates:
                continue
            cells = [estimate_cell(estimates.get((metric, group))) for group in GROUPS]
            last = _printed(metric, language) if printed else str(estimates[metric, "all"].n_used)
            rows.append([Cell(figure_name(metric, language), technical=figure in TECHNICAL), *cells, Cell(last)])
        if rows:
            blocks.append([_count_row(estimates, measure, language), *rows])
    direction = results.direction
    title = language.text("forced.spread.title", contrast=contrast_name(contrast, language), direction=direction)
    note = language.text("forced.spread.note", example=_two_nouns(direction))
    source = f" {language.text('forced.published.note', source=SOURCE)}" if printed else ""
    return Table(title, columns, blocks, note + source)


def _two_nouns(direction: str) -> str:
    """An occupation with a noun for each gender in the references, such as *waiter, waitress*."""
    way = DIRECTIONS[direction]
    form = Occupation.target_noun if way.forward else Occupation.form
    nouns = ([form(one, gender) for gender in Gender] for one in known_occupations(way.pair[0]))
    return next((f"{masculine}, {feminine}" for masculine, feminine in nouns if masculine != feminine), "…")


def _count_row(estimates: Mapping[tuple[str, str], Estimate], measure: str, language: Language) -> list[Cell]:
    counts = [estimates.get((f"{measure}_mean", group)) for group in GROUPS]
    cells = [Cell(one.n_used if one else None) for one in counts]
    return [Cell(language.text(f"forced.count.{measure}"), technical=True), *cells, Cell("")]


def _printed(metric: str, language: Language) -> str:
    if metric not in FORCED:
        return ""
    value = language.number(FORCED[metric], 1 if "below" in metric else 2)
    return f"> {value}" if metric in AT_LEAST else value


def _possessives_table(results: ForcedResults, contrast: str, language: Language) -> Table:
    """P(their) beside those of his and her, where the source says no gender and where it does."""
    estimates = results.of_contrast(contrast)
    words = list(dict.fromkeys(metric.removeprefix("p_") for metric, _ in estimates if metric.startswith("p_")))
    their = words[-1] if words else ""
    rows = [
        [
            Cell(language.text(f"forced.possessives.{group}")),
            *(Cell(one.value, one.low, one.high) for one in own),
            Cell(own[0].n_used),
        ]
        for group in ("open", "feminine", "masculine")
        if words and (own := [estimates[f"p_{word}", group] for word in words if (f"p_{word}", group) in estimates])
    ]
    columns = [
        Column("group", ""),
        *(Column(f"p_{word}", f"P({word})", "number", interval=True) for word in words),
        Column("n", "n", "number"),
    ]
    title, note = (language.text(f"forced.possessives.{part}", their=their) for part in ("title", "note"))
    return Table(title, columns, [rows] if rows else [], note)


def _choices_table(results: ForcedResults, contrast: str, language: Language) -> Table:
    estimates = results.of_contrast(contrast)
    rows = [
        [
            Cell(language.text(f"mt.group.{group}")),
            Cell(one.value, one.low, one.high),
            Cell(one.n_used),
        ]
        for group in ("all", "feminine", "masculine")
        if (one := estimates.get(("forced_correct", group)))
    ]
    columns = [Column("group", ""), Column("share", "%", "number", interval=True), Column("n", "n", "number")]
    title = language.text("forced.choices.title", contrast=contrast_name(contrast, language))
    return Table(title, columns, [rows] if rows else [])


def _nouns_table(results: ForcedResults, contrast: str, measure: str, language: Language) -> Table:
    found = results.nouns[contrast][measure]
    ends = ("highest", "lowest")
    columns = [
        column
        for end in ends
        for column in (
            Column(end, language.text(f"forced.nouns.{end}")),
            Column(f"{end}_{measure}", measure, "number", 2),
        )
    ]
    rows = [
        [cell for one in pair for cell in (Cell(one.noun), Cell(one.value))]
        for pair in zip(found.highest, found.lowest, strict=True)
    ]
    title = language.text(f"forced.nouns.{measure}", contrast=contrast_name(contrast, language))
    return Table(title, columns, [rows] if rows else [])


def _correlations_table(results: ForcedResults, contrast: str, language: Language) -> Table:
    columns = [
        Column("with", ""),
        Column("rho", "ρ", "number", 2, interval=True),
        Column("p", "p", "p"),
        Column("n", "n", "number"),
    ]
    rows = [
        [
            Cell(language.text(f"forced.with.{one.with_}", measure=one.measure)),
            Cell(one.rho, one.low, one.high),
            Cell(one.p),
            Cell(one.n),
        ]
        for one in results.correlations[contrast]
    ]
    title = language.text("forced.correlations.title", contrast=contrast_name(contrast, language))
    return Table(title, columns, [rows] if rows else [], language.text("forced.correlations.note"))


def verdict(results: ForcedResults, language: Language) -> str:
    """Of the first contrast: the gender it prefers where the source says none, and how often it is right elsewhere."""
    estimates = results.of_contrast(next(iter(results.signatures)))
    said = []
    if b := estimates.get(("b_mean", "all")):
        units = few_units(b.signature)
        leans = "few" if 0 < units < FEWEST_UNITS else LEANS[shown_side(b.low, b.high)]
        values = {"b": language.number(b.value, 2), "span": language.bracket(b.low, b.high, 2), "n": units}
        said.append(language.text(f"forced.verdict.{leans}", **values))
    right = {group: estimates.get(("forced_correct", group)) for group in ("feminine", "masculine")}
    shares = {
        group: f"{language.percent(one.value, 0)} {language.bracket(one.low, one.high, 0)}"
        for group, one in right.items()
        if one
    }
    if len(shares) == len(right):
        said.append(language.text("forced.verdict.right", **shares))
    return " ".join(said)


def audit_page(results: ForcedResults, values: Values, language: Language) -> Document:
    sections = [_contrast_section(results, contrast, values[contrast], language) for contrast in results.signatures]
    tables = table_blocks([*judged_tables([results.judged], language), *_bleu_tables(results, language)], JUDGED)
    judged = Section(language.text("forced.judged.heading"), [Paragraph(language.text("forced.judged.said")), *tables])
    return Document(
        title=language.text("forced.page.title", model=results.model),
        language=language,
        standfirst=[language.text("forced.page.standfirst")],
        notes=notes_of(results.said(), language),
        quiet_heading=language.text("notice.heading"),
        answer=[Paragraph(text) for text in [verdict(results, language)] if text],
        sections=[*sections, judged],
        signatures=results.cited(),
        footer=footer_of(results, language),
    )


def _contrast_section(
    results: ForcedResults, contrast: str, values: Mapping[str, Sequence[float]], language: Language
) -> Section:
    shown, words = contrast_name(contrast, language), contrast_words(contrast, language)
    slug = contrast.replace("/", "-")
    figures = [
        Distributions(
            id=f"figure-3-{slug}-{measure}",
            title=language.text(f"forced.figure-3.{measure}", contrast=shown),
            rows=[Distribution(f"{measure}(u)", values[measure])],
            ideal=0.0 if measure == "b" else 1.0,
            ideal_label=language.text(f"forced.ideal.{measure}"),
        )
        for measure in MEASURES
        if values.get(measure)
    ]
    said = [language.text(f"forced.said.{measure}", **words) for measure in MEASURES if values.get(measure)]
    blocks = [
        *map(Paragraph, said),
        *(Figure(chart, chart.title, filed=True, titled=False) for chart in figures),
        *table_blocks(contrast_tables(results, contrast, language), f"contrast-{slug}"),
    ]
    return Section(language.text("forced.contrast.heading", contrast=shown), blocks)


def _compared(runs: Sequence[tuple[Path, ForcedResults]], seed: int) -> ComparedRuns:
    return compared_audits(runs, _compared_name, seed)


def _compared_name(one: Comparison, language: Language) -> str:
    if one.metric == "bleu":
        return language.text("forced.compared.bleu", test=one.group)
    is_forced = one.metric.partition("_")[0] in MEASURES
    return figure_name(one.metric, language) if is_forced else judged_name(one.metric, one.group, language)


def _standing(results: ForcedResults, language: Language) -> Iterator[Standing]:
    """By contrast, the means that two audits are compared by."""
    for contrast in results.signatures:
        estimates = results.of_contrast(contrast)
        title = language.text("inside.short.mt-audit", contrast=contrast_name(contrast, language))
        for measure in ("b", "r"):
            if one := estimates.get((f"{measure}_mean", "all")):
                yield Standing(one, title, figure_name(one.metric, language), one.ideal)


PAGE = InsidePage("mt-audit", ForcedResults, audit_page, audit_tables, _compared, _standing, verdict)
