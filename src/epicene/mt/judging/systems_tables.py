"""What pages about translation systems say of them: sentences about the gap between the genders, and tables of figures
and outcomes, system beside system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.metrics.answer_groups import ALL
from epicene.metrics.significance import FEWEST_UNITS, shown_side
from epicene.mt.judging.judged_outputs import FOR_ALL
from epicene.mt.results import PublishedSystem, TestedSystem
from epicene.report.document import DefinitionList
from epicene.report.tables import Cell, Column, Table
from epicene.runs.signature import few_units

LONGEST_NAME = 20
OF_NO_GROUP = frozenset({"feminine_correct", "masculine_correct", "both_correct", "covered_gap"})
Columns = Sequence[tuple[str, TestedSystem | PublishedSystem]]  # systems under their names in a table


def meaning_list(prefix: str, language: Language, **keys: str) -> DefinitionList:
    """What an answer means, how sure it is and what to do now, in messages that begin with `prefix`, or by their own
    `keys`."""
    names = {name: keys.get(name, f"{prefix}.{name}") for name in ("means", "sure", "now")}
    facts = [(language.text(f"mt.{name}.term"), language.text(key)) for name, key in names.items()]
    return DefinitionList(facts, "meanings", screen_only=True)


def gap_of(system: TestedSystem) -> Estimate | None:
    """The gap between the genders, masculine less feminine."""
    return system.estimate(system.measures[1], system.headline[2])


def answer_by_gender(system: TestedSystem, language: Language) -> Iterator[str]:
    """What a system does with feminine and with masculine lines, and the gap: no stronger than its interval allows."""
    metric, gap_name = system.measures
    feminine, masculine = (system.estimate(metric, gender) for gender in system.headline[:2])
    gap = gap_of(system)
    if not (feminine and masculine and gap):
        return
    seen = language.text(f"mt.seen.{metric}", system=system.model, feminine=feminine, masculine=masculine)
    if 0 < (units := few_units(gap.signature)) < FEWEST_UNITS:
        yield language.text("mt.gap.few", seen=seen, gap=language.number(gap.value), n=units)
        return
    if side := shown_side(gap.low, gap.high):
        value, span = abs(gap.value), language.span(min(abs(gap.low), abs(gap.high)), max(abs(gap.low), abs(gap.high)))
    else:
        value, span = gap.value, language.span(gap.low, gap.high)
    worse = {0: "undecided", 1: "masculine", -1: "feminine"}[side]
    key = f"mt.gap.{'delta_g.' if gap_name == 'delta_g' else ''}{worse}"
    yield language.text(key, seen=seen, gap=language.number(value), span=span)


def figure_name(metric: str, group: str, language: Language) -> str:
    name = language.text(f"mt.metric.{metric}")
    if group == ALL and (metric in OF_NO_GROUP or not metric.endswith(("_correct", "_gap"))):
        return name
    return language.text("mt.of", metric=name, group=language.text(f"mt.group.{group}"))


def measured(systems: Sequence[TestedSystem]) -> Columns:
    return [(system.model, system) for system in systems]


def with_published(
    systems: Sequence[TestedSystem], published: Sequence[PublishedSystem], language: Language
) -> Columns:
    """Measured systems, then those of the paper; told apart where both have one name."""
    taken = {system.model for system in systems}
    names = [
        language.text("mt.published", system=system.model) if system.model in taken else system.model
        for system in published
    ]
    return [*measured(systems), *zip(names, published, strict=True)]


def cell_of(system: TestedSystem | PublishedSystem, metric: str, group: str) -> Cell:
    if isinstance(system, PublishedSystem):
        return Cell(system.values.get(metric, {}).get(group))
    estimate = system.estimate(metric, group)
    digits = 2 if metric == "tgbi" else None  # from 0 to 1
    return Cell(estimate.value, estimate.low, estimate.high, digits=digits) if estimate else Cell()


def system_columns(columns: Columns) -> list[Column]:
    """Under the end of a long file name, so that tables of several systems fit."""
    shortened = [name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :] for name, _ in columns]
    return [Column(name, short, "number", interval=True) for (name, _), short in zip(columns, shortened, strict=True)]


def figures_table(
    title: str,
    columns: Columns,
    wanted: Sequence[tuple[str, str]],
    note: str,
    language: Language,
    technical: Collection[tuple[str, str]] = (),
) -> Table:
    """A row for each figure (metric and group) that some system has; `technical` ones are for specialists."""
    rows = []
    for metric, group in wanted:
        cells = [cell_of(system, metric, group) for _, system in columns]
        if any(cell.value is not None for cell in cells):
            name = figure_name(metric, group, language)
            rows.append([Cell(name, technical=(metric, group) in technical), *cells])
    head = [Column("figure", language.text("mt.column.figure")), *system_columns(columns)]
    return Table(title, head, [rows], note)


Found = tuple[str, Sequence[Cell]]  # an outcome by its name, and what each system has of it


def classes_table(
    title: str, systems: Sequence[Column], classes: Iterable[tuple[str, int, Sequence[Found]]], language: Language
) -> Table:
    """A block for each class: its name and the number of its lines in the first row, then what was found in it."""
    head = [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        Column("found", language.text("mt.column.outcome")),
    ]
    blocks = [
        [
            [*((Cell(name), Cell(n)) if index == 0 else (Cell(""), Cell())), Cell(outcome), *cells]
            for index, (outcome, cells) in enumerate(outcomes)
        ]
        for name, n, outcomes in classes
    ]
    return Table(title, [*head, *systems], blocks)


def outcomes_table(
    systems: Sequence[TestedSystem],
    title: str,
    class_name: Callable[[str, Language], str],
    outcome_name: Callable[[str, Language], str],
    language: Language,
) -> Table:
    """Lines by class and outcome, system beside system; forms for everybody that nobody wrote are left out."""
    counted = [system.outcomes or {} for system in systems]
    classes = [
        (
            class_name(name, language),
            sum(cells.values()),
            [
                (outcome_name(outcome, language), [Cell(own[name][outcome]) for own in counted])
                for outcome in cells
                if outcome not in FOR_ALL or any(own[name][outcome] for own in counted)
            ],
        )
        for name, cells in counted[0].items()
    ]
    return classes_table(title, [Column(system.label, system.label, "number") for system in systems], classes, language)
