"""Tables and page of `epicene mt intervene`: what each block carries, the paper's three interventions, every layer, and
the paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from epicene.core.language import NO_BREAK, Language
from epicene.inside.compared_values import BASE, ByLine, LineTable, change, compared_values
from epicene.inside.forced.page import MEASURES, contrast_name, estimate_cell
from epicene.inside.interventions.places_page import (
    BLOCKS,
    PATHS,
    Estimates,
    amnesic_tables,
    headline,
    layer_labels,
    number_column,
    patch_tables,
    path_tables,
    row_of,
    run_words,
)
from epicene.inside.published_figures import INTERVENTIONS, SOURCE
from epicene.inside.results import InsidePage, InterveneResults, Standing, Values, footer_of, table_blocks
from epicene.metrics.two_models import Comparison
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.compared_runs import ComparedRuns
from epicene.report.document import Document, Figure, Paragraph, Section, notes_of
from epicene.report.tables import Cell, Column, Table

GROUPS = ("all", "without outliers", "same noun")
NEUTRAL = "forced.interventions.heading"
PATHS_SAID = ("forced.paths.said", "forced.paths.measured")
CUTS = ("a", "b", "c", "ab", "ac", "bc", "abc")


def intervene_tables(results: InterveneResults, language: Language) -> list[Table]:
    return [table for part in _parts(results, language) for table in part.tables]


class _Part(NamedTuple):
    """A section of the page: its heading, what is said before its tables, and these."""

    heading: str
    said: Sequence[str]
    tables: Sequence[Table]


def _parts(results: InterveneResults, language: Language) -> list[_Part]:
    """What names the place comes first; the paper's interventions and the cuts are made towards possessives only, and
    in an encoder-decoder."""
    estimates = results.by_name()
    told = ["forced.patch.said", *(["forced.patch.prompt"] if results.prompt_layers else ())]
    found = [
        _Part("forced.patch.heading", told, patch_tables(results, estimates, language)),
        _Part("forced.amnesic.heading", ["forced.amnesic.said"], amnesic_tables(results, estimates, language)),
        _Part("forced.paths.heading", PATHS_SAID, path_tables(results, estimates, language)),
    ]
    if DIRECTIONS[results.direction].forward and not results.prompt_layers:
        neutral = [f"forced.said.{name}" for name in INTERVENTIONS]
        found += [
            _Part(NEUTRAL, neutral, [_published_table(results, estimates, language)]),
            _Part("forced.layers.heading", ["forced.layers.said"], _layers_tables(results, estimates, language)),
            _Part("forced.cuts.heading", ["forced.cuts.said"], [_cuts_table(estimates, language)]),
        ]
    return [part for part in found if part.tables]


def _published_table(results: InterveneResults, estimates: Estimates, language: Language) -> Table:
    """Before and after on the same pairs; under them the paper's own."""
    columns = [
        Column("intervention", ""),
        number_column("before", language.text("forced.column.before"), interval=False),
        number_column("after", language.text("forced.column.after")),
        number_column("change", language.text("forced.column.change")),
        Column("n", "n", "number"),
    ]
    blocks = [
        [
            row
            for measure in MEASURES
            for group in (GROUPS if measure == "r" else ("all",))
            for figure in ("mean", "median")
            for row in _before_and_after(results, estimates, (name, f"{measure}_{figure}", group), language)
        ]
        for name in INTERVENTIONS
    ]
    note = language.text("forced.interventions.note")
    if any(map(results.is_published, results.signatures)):
        note = f"{note} {language.text('forced.published.note', source=SOURCE)}"
    if results.outliers:
        named = ", ".join(f"{one.noun} ({language.number(one.r, 1)})" for one in results.outliers)
        note = f"{note} {language.text('forced.outliers', nouns=named)}"
    return Table(language.text("forced.interventions.title"), columns, blocks, note)


def _before_and_after(
    results: InterveneResults, estimates: Estimates, asked: tuple[str, str, str], language: Language
) -> Iterator[list[Cell]]:
    """One figure, and the paper's where it printed one: its u1 is without outliers, the others are over all pairs."""
    name, metric, group = asked
    measure, figure = metric.split("_")
    before, after = (estimates.get((f"{name}_{when}{metric}", group)) for when in ("before_", ""))
    if before is None or after is None:
        return
    change = estimates.get((f"{name}_change_{measure}", group)) if figure == "mean" else None
    label = language.text(f"forced.figure.{figure}", measure=measure)
    if group != "all":
        label = f"{label}, {language.text(f'forced.group.{group}')}"
    yield [
        Cell(f"{name}: {label}" if language.code == "en" else f"{name}{NO_BREAK}: {label}"),
        Cell(before.value),
        estimate_cell(after),
        estimate_cell(change),
        Cell(after.n_used),
    ]
    printed = INTERVENTIONS[name].get(metric)
    if (
        printed
        and any(map(results.is_published, results.signatures))
        and group == ("without outliers" if name == "u1" else "all")
    ):
        yield [
            Cell(f"– {SOURCE}"),
            *(Cell(value, digits=3 if figure == "median" and name != "u1" else 2) for value in printed),
            Cell(),
            Cell(),
        ]


def _layers_tables(results: InterveneResults, estimates: Estimates, language: Language) -> list[Table]:
    """The median of r, and the mean change of t, by layer."""
    labels = layer_labels(results.layers, language)
    columns = [
        Column("layer", language.text("forced.column.layer")),
        *(number_column(name, name) for name in INTERVENTIONS),
    ]
    return [
        Table(
            language.text(f"forced.layers.{kind}"),
            columns,
            [
                [
                    row_of(label, [f"{u}@{layer}_{metric}" for u in INTERVENTIONS], estimates, technical=True)
                    for layer, label in enumerate(labels)
                ]
            ],
            language.text("forced.layers.note", **run_words(results, language)) if kind == "change" else "",
        )
        for kind, metric in (("median", "r_median"), ("change", "change_t"))
    ]


def _cuts_table(estimates: Estimates, language: Language) -> Table:
    metrics = ("t_mean", "r_median", "b_mean")
    columns = [
        Column("cut", language.text("forced.column.cut")),
        *(
            number_column(m, language.text(f"forced.figure.{m.split('_')[1]}", measure=m.split("_")[0]))
            for m in metrics
        ),
    ]
    uncut = row_of(language.text("forced.cut.none"), metrics, estimates)
    rows = [
        row_of(" + ".join(f"({path})" for path in cut), [f"cut:{cut}_{metric}" for metric in metrics], estimates)
        for cut in CUTS
    ]
    return Table(language.text("forced.cuts.title"), columns, [[uncut, *rows]])


def intervene_page(results: InterveneResults, values: Values, language: Language) -> Document:
    words = run_words(results, language)
    tables = iter(table_blocks(intervene_tables(results, language), "table"))
    charts = [Figure(chart, chart.title, filed=True, titled=False) for chart in _figure_4(results, values, language)]
    sections = [
        Section(
            language.text(part.heading, **words),
            [
                *(Paragraph(language.text(key, **words)) for key in part.said),
                *(charts if part.heading == NEUTRAL else ()),
                *(next(tables) for _ in part.tables),
            ],
        )
        for part in _parts(results, language)
    ]
    first = headline(results, language)
    return Document(
        title=language.text("forced.intervene.title", model=results.model),
        language=language,
        standfirst=[language.text("forced.intervene.standfirst", **words)],
        notes=notes_of(results.said(), language),
        quiet_heading=language.text("notice.heading"),
        answer=[Paragraph(first)] if first else [],
        sections=[*sections, Section(language.text("forced.sanity.heading"), [Paragraph(_sanity(results, language))])],
        signatures=results.cited(),
        footer=footer_of(results, language),
    )


def _sanity(results: InterveneResults, language: Language) -> str:
    """Both checks and how far they may be off; a swap says nothing where no pair could be compared."""
    checked, limit = results.sanity, results.sanity_limit
    shown = {
        name: language.text("forced.sanity.none") if value == 0 else f"{value:.1g}"
        for name, value in checked.items()
        if value is not None
    }
    of_prompt = ".prompt" if results.prompt_layers else ""
    digits = len(f"{limit:f}".rstrip("0").partition(".")[2])
    return " ".join(
        (
            language.text("forced.sanity.said", itself=shown["itself"]),
            language.text(f"forced.sanity.swap{of_prompt}", swap=shown["swap"])
            if "swap" in shown
            else language.text(f"forced.sanity.no-swap{of_prompt}"),
            language.text("forced.sanity.limit", limit=language.number(limit, digits)),
        )
    )


def _figure_4(results: InterveneResults, values: Values, language: Language) -> list[Distributions]:
    """(a) b and (b) r before and after u1, (c) r before and after u2 and u3."""
    last = results.layers
    before = language.text("forced.column.before")
    found = []
    for part, measure, after in (
        ("a", "b", {"u1": "u1@0"}),
        ("b", "r", {"u1": "u1@0"}),
        ("c", "r", {"u2": f"u2@{last}", "u3": f"u3@{last}"}),
    ):
        named = {before: "base", **after}
        rows = [
            Distribution(f"{measure}, {label}", values[condition][measure])
            for label, condition in named.items()
            if values.get(condition, {}).get(measure)
        ]
        if rows:
            title = language.text(f"forced.figure-4.{part}")
            ideal = 0.0 if measure == "b" else 1.0
            found.append(
                Distributions(f"figure-4-{part}", title, rows, ideal, language.text(f"forced.ideal.{measure}"))
            )
    return found


def _changes(results: InterveneResults, contrast: str, table: LineTable) -> dict[str, ByLine]:
    """What each intervention changes, pair by pair, and what each path carries, under the names of the estimates. u2
    and u3 leave b as it was, because there the pair's two sentences are one."""
    shares = {f"phi_{block}": table.get((f"phi@{results.layers}:{block}", "t"), {}) for block in BLOCKS}
    shares["t_star"] = table.get((f"phi@{results.layers}:t_star", "t"), {})
    moved: dict[str, tuple[str, str, Sequence[str]]] = {"u1_change": (BASE, "u1@0", MEASURES)}
    moved |= {f"{name}_change": (BASE, f"{name}@{results.layers}", ("r", "t")) for name in ("u2", "u3")}
    for path in PATHS:
        others = "".join(other for other in PATHS if other != path)
        moved[f"patched_{path}_lost"] = (f"patched:{path}", BASE, ("t",))
        moved[f"patched_{path}_alone"] = (f"patched:{''.join(PATHS)}", f"patched:{others}", ("t",))
    moved["amnesic_all"] = (f"erase@{results.layers}:dnvpr", BASE, ("t",))
    return {name: values for name, values in shares.items() if values} | {
        f"{name}_{measure}": values
        for name, (first, second, measures) in moved.items()
        for measure in measures
        if (values := change(table, first, second, measure))
    }


def _change_name(results: InterveneResults, found: Comparison, language: Language) -> str:
    name, *kind, measure = found.metric.split("_")
    if found.metric == "t_star":
        return language.text("forced.patch.total")
    if name == "phi":
        return f"φ, {language.text(f'forced.block.{measure}')}"
    if name == "amnesic":
        return language.text("forced.amnesic.title")
    if name != "patched":
        return language.text("forced.compared.change", intervention=name, measure=measure)
    path, how = kind
    label = language.text(f"forced.path.{path}", **run_words(results, language))
    return f"{label}, {language.text(f'forced.column.{how}')}"


def _compared(runs: Sequence[tuple[Path, InterveneResults]], seed: int) -> ComparedRuns:
    """Runs that can be compared were asked the same, so that the words of one are those of all."""
    name = partial(_change_name, runs[0][1])
    return compared_values(runs, _changes, name, "forced.compared.changes", seed)


def _standing(results: InterveneResults, language: Language) -> Iterator[Standing]:
    """What the answer is about: the sum, and what passes through the words that can say the gender."""
    estimates = results.by_name()
    (contrast,) = results.signatures
    title = language.text("inside.short.mt-intervene", contrast=contrast_name(contrast, language))
    if total := estimates.get(("t_star", "all")):
        yield Standing(total, title, "t*", 1.0)
    for block in ("determiner", "noun", "possessive"):
        if one := estimates.get((f"share_{block}", "all")):
            block_name = language.text(f"forced.block.the.{block}")
            yield Standing(one, title, language.text("inside.share", block=block_name), digits=1)


PAGE = InsidePage(
    *("mt-intervene", InterveneResults, intervene_page, intervene_tables, _compared, _standing),
    answer=headline,
)
