"""What the three tests of systems show: `mt judge`, `mt judge --on SET` and `mt winomt`; their tables, the lines behind
each cell, and the figures that systems are compared by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from epicene.core.language import Language
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE, THEIR, WRONG
from epicene.metrics.answer_groups import ALL
from epicene.mt.judging import judge_run, set_run, winomt_run
from epicene.mt.judging.clustered_estimates import LineFigure
from epicene.mt.judging.judged_outputs import FOR_ALL
from epicene.mt.judging.line_judge import AGREEMENT, DIRECTIONS, READING, RULES
from epicene.mt.judging.set_lines import FEMININE, MASCULINE
from epicene.mt.judging.set_run import KEPT, SHARES
from epicene.mt.judging.systems_page import SystemsPage, answer_by_gender, figure_name, short_name
from epicene.mt.noun_phrases import OPEN
from epicene.mt.results import Judged, JudgedLine, JudgedSet, PublishedSystem, TestedSystem, Winomt
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.signature import SignatureParts

LONGEST_NAME = 20
Columns = Sequence[tuple[str, TestedSystem | PublishedSystem]]  # systems under their names in a table

_BOTH_READINGS = (ALL, "marked", "feminine", "masculine", "feminine marked", "masculine marked")
_OF_OPEN = ("ambiguity_kept", "her_share", "feminine_chosen")
_JUDGE_FIGURES = (  # of either direction: those of the other are not there
    *(("pronoun_correct", group) for group in _BOTH_READINGS),
    *(("pronoun_gap", group) for group in (ALL, "marked")),
    *(
        (f"{part}_correct", group)
        for part in ("determiner", "noun", "group")
        for group in (ALL, "feminine", "masculine")
    ),
    *((metric, ALL) for metric in ("determiner_gap", "noun_gap", "group_gap", *_OF_OPEN, "tgbi")),
    ("identical_pairs", "marked"),
)
# The paper's totals, in which l’ + épicène counts by a gender that the French does not show.
_JUDGE_TECHNICAL = {
    *(("pronoun_correct", group) for group in (ALL, "feminine", "masculine")),
    ("pronoun_gap", ALL),
    ("identical_pairs", "marked"),
}
# By metric, what is found in a class: under other, what the paper's table pools.
_POSSESSIVES = {name: name for name in ("her", "his", BOTH, "other")} | {
    name: f"of_other.{name}" for name in (THEIR, INCLUSIVE, AVOIDED, WRONG)
}
_SUBJECTS = {"group_correct": "right"} | {name: name for name in FOR_ALL}
_ALWAYS = ("her", "his", "other", "group_correct")  # in the table even where there is none


class JudgePage(SystemsPage[Judged]):
    """A controlled corpus: what is right, by class and gender."""

    name, result, own_key = "judge", Judged, "direction"
    outcomes = (
        *("her", "his", "both", "other", "right", "determiner", "noun", "wrong"),
        *("kept", "feminine", "masculine", "unreadable"),
    )
    class_key, outcome_key = "mt.class", "mt.outcome"
    most_shown = None

    def tables_of(self, systems: Sequence[Judged], language: Language) -> list[Table]:
        return judge_tables(systems, language)

    def compared(self, system: Judged) -> list[tuple[str, str]]:
        """What is right, by gender, the gap, and lines whose source leaves the gender open."""
        (metric, gap), (feminine, masculine, both) = system.measures, system.headline
        return [
            *((metric, group) for group in (both, feminine, masculine)),
            (gap, both),
            *((name, ALL) for name in _OF_OPEN),
        ]

    def line_figures(self, system: Judged, lines: Sequence[JudgedLine]) -> list[LineFigure]:
        return judge_run.figures_of(DIRECTIONS[system.direction], lines)

    def line_columns(self, system: Judged, language: Language) -> tuple[str, Mapping[str, object]]:
        pair = DIRECTIONS[system.direction].pair
        first, second = (language.text_or(f"language.{code}", code).capitalize() for code in pair)
        return "epicene.mt:lines.html.j2", {"first": first, "second": second}

    def class_name(self, name: str, language: Language) -> str:
        determiner, _, form = name.rpartition(" ")
        return language.text(f"mt.class.{form}", determiner=determiner.replace("'", "’"))

    def cell_title(self, name: str, outcome: str, n: int, language: Language) -> str:
        cell, found = self.class_name(name, language), self.outcome_name(outcome, language)
        return language.text("mt.lines", cell=cell, found=found, n=n)

    def method_notes(self, system: Judged, language: Language) -> Iterator[str]:
        yield language.text("mt.method.judge")
        yield from self.reader_notes(system, language)

    def reader_notes(self, system: Judged, language: Language) -> Iterator[str]:
        """How far whoever read these lines agreed with readers."""
        options = SignatureParts.of(next(iter(system.signatures.values()))).options
        known = AGREEMENT.get(DIRECTIONS[system.direction].target, {}) if f"reading:{READING}" in options else {}
        for reader, (agreed, total) in known.items():
            if reader == RULES or f"gender:{reader}" in options:
                yield language.text(f"mt.judge.reader.{reader}", agreed=agreed, total=total)


JUDGE_PAGE = JudgePage()


def judge_tables(
    systems: Sequence[Judged], language: Language, published: Sequence[PublishedSystem] = ()
) -> list[Table]:
    """What is right, then the paper's table 2 (into English) or the subject group by class (into French)."""
    first = systems[0]
    columns = with_published(systems, published, language)
    title = language.text("mt.judge.title", about=short_name(first, language), n=first.n)
    note = " ".join([language.text("mt.judge.note"), *JUDGE_PAGE.reader_notes(first, language)])
    return [
        figures_table(title, columns, _JUDGE_FIGURES, note, language, _JUDGE_TECHNICAL),
        _class_table(first, columns, language),
    ]


def _class_table(first: Judged, systems: Columns, language: Language) -> Table:
    classes, forward = [], DIRECTIONS[first.direction].forward
    for name in (name for name, counts in first.counts.items() if counts["n"] and name != OPEN):
        outcomes = [
            (language.text(f"mt.outcome.{key}"), cells)
            for metric, key in (_POSSESSIVES if forward else _SUBJECTS).items()
            for cells in [[cell_of(system, metric, name) for _, system in systems]]
            if metric in _ALWAYS or any(cell.value for cell in cells)
        ]
        classes.append((JUDGE_PAGE.class_name(name, language), first.counts[name]["n"], outcomes))
    title = language.text_or(
        f"mt.judge.{first.direction}.classes", language.text(f"mt.judge.{'forward' if forward else 'back'}.classes")
    )
    return classes_table(title, system_columns(systems), classes, language)


_BY_GENDER = (FEMININE, MASCULINE, ALL)
_SET_FIGURES = (
    *((metric, ALL) for metric in ("feminine_correct", "masculine_correct", "both_correct", "accuracy")),
    *((metric, group) for metric in ("coverage", "accuracy_covered") for group in _BY_GENDER),
    ("covered_gap", ALL),
    *((metric, ALL) for metric, _ in SHARES.values()),
)
_SET_TECHNICAL = {(metric, group) for metric in ("coverage", "accuracy_covered") for group in (FEMININE, MASCULINE)}


class SetPage(SystemsPage[JudgedSet]):
    """A set whose references come in both genders: the gender that translations give."""

    name, result, own_key = "judge-set", JudgedSet, "on"
    outcomes = ("right", "wrong", "uncovered", "empty", "masculine", "feminine", "both", "kept", "unreadable")
    class_key, outcome_key = "mt.set.class", "mt.set.found"

    def tables_of(self, systems: Sequence[JudgedSet], language: Language) -> list[Table]:
        first, note = systems[0], language.text("mt.set.note")
        on = first.on if first.topic == "table" else short_name(first, language)
        title = language.text("mt.set.title", on=on, n=first.n)
        figures = figures_table(title, measured(systems), _SET_FIGURES, note, language, _SET_TECHNICAL)
        outcomes = outcomes_table(
            systems, language.text("mt.set.outcomes"), self.class_name, self.outcome_name, language
        )
        return [figures, outcomes, *(table for system in systems for table in _label_table(system, language))]

    def compared(self, system: JudgedSet) -> list[tuple[str, str]]:
        """What can be read and is right, by gender, and what becomes of a gender that is left open."""
        right = ("accuracy", "feminine_correct", "masculine_correct", "both_correct", "accuracy_covered", "covered_gap")
        wanted = [(metric, ALL) for metric in (*right, *(metric for metric, _ in SHARES.values()))]
        return [*wanted, *(("accuracy_covered", gender) for gender in (FEMININE, MASCULINE))]

    def line_figures(self, system: JudgedSet, lines: Sequence[JudgedLine]) -> list[LineFigure]:
        return set_run.figures_of(lines)

    def line_columns(self, system: JudgedSet, language: Language) -> tuple[str, Mapping[str, object]]:
        return "epicene.mt:set_lines.html.j2", {"names": list(system.lines[0].references) if system.lines else []}

    def method_notes(self, system: JudgedSet, language: Language) -> Iterator[str]:
        yield language.text("mt.method.set")

    def sentences(self, system: JudgedSet, language: Language) -> Iterator[str]:
        """By gender where the set says it; else what is right, or what stays open."""
        by_gender = list(answer_by_gender(system, language))
        yield from by_gender
        covered, coverage = (system.estimate(metric, ALL) for metric in ("accuracy_covered", "coverage"))
        if covered and coverage and not by_gender:
            yield language.text("mt.set.covered", system=system.model, covered=covered, coverage=coverage)
        if system.estimate("ambiguity_kept", ALL):
            shares = {metric: system.estimate(metric, ALL) for metric, _ in SHARES.values()}
            yield language.text("mt.set.open", system=system.model, **shares)


SET_PAGE = SetPage()


def _label_table(system: JudgedSet, language: Language) -> Iterator[Table]:
    """Of sentences whose source leaves the gender open, the shares by label."""
    metrics = {outcome: SHARES[outcome][0] for outcome in (MASCULINE, FEMININE, KEPT)}
    labels = [
        estimate for estimate in system.estimates if estimate.metric == metrics[MASCULINE] and estimate.group != ALL
    ]
    if labels:
        yield tabulated(
            language.text("mt.set.labels", system=system.model),
            [labels],
            (Column("label", language.text("mt.set.label")), lambda label: label.group),
            (Column("n", language.text("mt.column.n"), "number"), lambda label: label.n_used),
            *(
                (
                    Column(metric, language.text(f"mt.set.found.{outcome}"), "number", interval=True),
                    lambda label, metric=metric: cell_of(system, metric, label.group),
                )
                for outcome, metric in metrics.items()
            ),
        )


_WINOMT_FIGURES = (
    *(("accuracy", group) for group in (ALL, "masculine", "feminine", "pro-stereotypical", "anti-stereotypical")),
    *((metric, ALL) for metric in ("accuracy_determined", "accuracy_neutral", "f1_masculine", "f1_feminine")),
    *((metric, ALL) for metric in ("delta_g", "delta_g_spacy", "delta_s", "unknown")),
)
_WINOMT_TECHNICAL = {(metric, ALL) for metric in ("f1_masculine", "f1_feminine")}  # of which ΔG is the difference


class WinomtPage(SystemsPage[Winomt]):
    """WinoMT: the gender that systems give to entities."""

    name, result, own_key = "winomt", Winomt, "gender"
    outcomes = ("masculine", "feminine", "unknown")
    class_key, outcome_key = "mt.entity", "mt.entity.found"
    on_lists = ("delta_s",)
    warning = "mt.winomt.warning"

    def tables_of(self, systems: Sequence[Winomt], language: Language) -> list[Table]:
        return winomt_tables(systems, language)

    def compared(self, system: Winomt) -> list[tuple[str, str]]:
        return [(metric, ALL) for metric in ("accuracy", "accuracy_determined", "delta_g", "delta_s")]

    def line_figures(self, system: Winomt, lines: Sequence[JudgedLine]) -> list[LineFigure]:
        return winomt_run.figures_of(lines)

    def line_columns(self, system: Winomt, language: Language) -> tuple[str, Mapping[str, object]]:
        first, second = language.text("mt.lines.phrase"), language.text("language.en").capitalize()
        return "epicene.mt:lines.html.j2", {"first": first, "second": second}

    def method_notes(self, system: Winomt, language: Language) -> Iterator[str]:
        gender = language.text_or(f"mt.gender.{system.gender}", system.gender)
        yield language.text("mt.method.winomt", aligner=system.aligner, gender=gender)


WINOMT_PAGE = WinomtPage()


def winomt_tables(
    systems: Sequence[Winomt], language: Language, published: Sequence[PublishedSystem] = ()
) -> list[Table]:
    """Accuracies and gaps, then what the French makes of each entity; spaCy's ΔG where a measured system has it."""
    first = systems[0]
    gender = language.text_or(f"mt.gender.{first.gender}", first.gender)
    title, note = language.text("mt.winomt.title", n=first.n, gender=gender), language.text("mt.winomt.note")
    columns = with_published(systems, published, language)
    by_spacy = any(system.estimate("delta_g_spacy", ALL) for system in systems)
    wanted = [figure for figure in _WINOMT_FIGURES if by_spacy or figure != ("delta_g_spacy", ALL)]
    figures = figures_table(title, columns, wanted, note, language, _WINOMT_TECHNICAL)
    title, names = language.text("mt.winomt.outcomes"), (WINOMT_PAGE.class_name, WINOMT_PAGE.outcome_name)
    return [figures, outcomes_table(systems, title, *names, language)]


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
