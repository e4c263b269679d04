"""Which differences are more than chance: each model against 50, every two models, and sizes within a family; the
papers' tests beside those that are right for answers to the same items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from epicene.auditing.study.model_tables import families, set_title
from epicene.auditing.study.published_values import called_significant, published_n, published_value
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA
from epicene.kinds.estimate_tables import figure, measure_name
from epicene.kinds.trust import barred_note
from epicene.metrics.answer_groups import ALL
from epicene.metrics.correlation import Trend, page_trend
from epicene.metrics.significance import LEVEL, TTest, adjust_p, binomial_p, t_against_half, t_between
from epicene.metrics.two_models import Comparison, compare_rates
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.signature import are_comparable

Preferred = Mapping[str, bool]  # by item, whether the stereotype is preferred


@dataclass(frozen=True, slots=True)
class Tests:
    """What `tests` finds on one benchmark: models that may be believed, with their answers, and every two of them that
    were asked alike."""

    study: SavedStudy
    analysis: Analysis
    benchmark: str
    answers: Sequence[tuple[StudiedModel, Preferred]]
    compared: Sequence[tuple[StudiedModel, StudiedModel, Comparison]]


def run_tests(study: SavedStudy, analysis: Analysis, benchmark: str) -> Tests:
    way = study.way(benchmark)
    answers = [(model, way.preferred(model.answered(benchmark))) for model in study.believed(analysis, benchmark)]
    answers = [(model, preferred) for model, preferred in answers if preferred]
    compared = []
    for (a, of_a), (b, of_b) in combinations(answers, 2):
        common = sorted(of_a.keys() & of_b.keys())
        if common and asked_alike([a, b], benchmark):
            sides = tuple(np.array([side[one] for one in common], dtype=np.bool_) for side in (of_a, of_b))
            found = compare_rates(benchmark, way.metric, ALL, (sides[0], sides[1]), (a.name, b.name))
            compared.append((a, b, found))
    return Tests(study, analysis, benchmark, answers, compared)


def asked_alike(models: Sequence[StudiedModel], benchmark: str) -> bool:
    return are_comparable(model.runs[benchmark].findings.signatures[benchmark] for model in models)


def against_50_table(tests: Tests, language: Language) -> Table:
    """The t-test of Névéol et al. 2022 and the exact one; below, the same from the score that the paper prints."""
    study, benchmark = tests.study, tests.benchmark
    metric, n_printed = study.metric(benchmark), published_n(benchmark)
    columns = [
        Column("model", language.text("column.model")),
        Column("score", measure_name(metric, language), "number", interval=True),
        Column("n", language.text("column.n"), "share"),
        *_t_columns(language),
        Column("p_exact", language.text("study.p.exact"), "p"),
        Column("published", language.text("study.said-significant")),
    ]
    blocks: list[list[Row]] = []
    for model, preferred in tests.answers:
        score, hits, n = study.score(model, benchmark, None), sum(preferred.values()), len(preferred)
        t, exact = t_against_half(hits / n, n), Cell(binomial_p(hits, n))
        cells = [figure(score) if score else Cell(), Cell(n, of=score.n_total if score else n)]
        blocks.append([[model.cell(benchmark), *cells, *_t_cells(t), exact, Cell()]])
        printed = published_value(model.published_id, benchmark, metric)
        if printed is not None and n_printed:
            t = t_against_half(printed / 100, n_printed)
            exact = Cell(binomial_p(round(printed * n_printed / 100), n_printed))
            said = _said(called_significant(benchmark, model.published_id), language)
            cells = [Cell(printed, digits=1), Cell(n_printed)]
            blocks[-1].append([Cell(language.text("study.published"), muted=True), *cells, *_t_cells(t), exact, said])
    title = language.text("study.table.against", benchmark=set_title(study, benchmark, language))
    return Table(title, columns, blocks, _note("against", tests, blocks, language))


def between_table(tests: Tests, language: Language) -> Table:
    """Every two models: the paper's t-test, which takes their answers for independent, and the paired ones."""
    study, benchmark = tests.study, tests.benchmark
    metric, n_printed = study.metric(benchmark), published_n(benchmark)
    columns = [
        Column("models", language.text("study.two-models")),
        Column("difference", language.text("study.difference"), "number", interval=True),
        Column("n", language.text("column.n"), "number", 0, file_only=True),
        *_t_columns(language),
        Column("p_t_paired", language.text("study.p.paired"), "p"),
        Column("p_mcnemar", language.text("study.p.mcnemar"), "p"),
        Column("p_mcnemar_adjusted", language.text("study.p.mcnemar.adjusted"), "p"),
        Column("published", language.text("study.said-significant")),
    ]
    adjusted = _adjusted(tests)
    blocks: list[list[Row]] = []
    for a, b, one in tests.compared:
        t = t_between((one.value_a / 100, one.n), (one.value_b / 100, one.n))
        difference = Cell(one.difference, one.low, one.high)
        paired = [Cell(one.p_t_paired), Cell(one.p_mcnemar), Cell(adjusted[_pair(a, b)]), Cell()]
        blocks.append([[Cell(_pair(a, b)), difference, Cell(one.n), *_t_cells(t), *paired]])
        printed = [published_value(model.published_id, benchmark, metric) for model in (a, b)]
        if printed[0] is not None and printed[1] is not None and n_printed:
            t = t_between((printed[0] / 100, n_printed), (printed[1] / 100, n_printed))
            said = _said(called_significant(benchmark, a.published_id, b.published_id), language)
            cells = [Cell(printed[1] - printed[0], digits=1), Cell(n_printed), *_t_cells(t), Cell(), Cell(), Cell()]
            blocks[-1].append([Cell(language.text("study.published"), muted=True), *cells, said])
    title = language.text("study.table.between", benchmark=set_title(study, benchmark, language))
    return Table(title, columns, blocks, _note("between", tests, blocks, language))


def tests_sentence(tests: Tests, language: Language) -> str:
    """How many scores and differences each test calls more than chance."""
    against = [(t_against_half(sum(one.values()) / len(one), len(one)), one) for _, one in tests.answers]
    adjusted = _adjusted(tests)
    counts = {
        "models": len(against),
        "t": sum(t is not None and t.p < LEVEL for t, _ in against),
        "exact": sum(binomial_p(sum(one.values()), len(one)) < LEVEL for _, one in against),
        "couples": len(tests.compared),
        "between": sum(one.p_t is not None and one.p_t < LEVEL for _, _, one in tests.compared),
        "mcnemar": sum(p < LEVEL for p in adjusted.values()),
    }
    said = {name: language.count(count) for name, count in counts.items()}
    key = "study.said.tests" if tests.compared else "study.said.tests.alone"
    return language.text(key, benchmark=set_title(tests.study, tests.benchmark, language), **said)


def _adjusted(tests: Tests) -> dict[str, float]:
    """McNemar's p, Benjamini–Hochberg over all pairs of models."""
    found = {_pair(a, b): one.p_mcnemar for a, b, one in tests.compared if one.p_mcnemar is not None}
    return adjust_p(found)


def _pair(a: StudiedModel, b: StudiedModel) -> str:
    return f"{b.name} − {a.name}"


def _t_columns(language: Language) -> list[Column]:
    return [Column("t", "t", "number", 2), Column("p_t", language.text("study.p.t"), "p")]


def _t_cells(found: TTest | None) -> list[Cell]:
    return [Cell(found.t), Cell(found.p)] if found else [Cell(), Cell()]


def _said(significant: bool | None, language: Language) -> Cell:
    return Cell() if significant is None else Cell(language.text(f"study.significant.{str(significant).lower()}"))


def _note(name: str, tests: Tests, blocks: Sequence[Sequence[Row]], language: Language) -> str:
    said = [language.text(f"study.note.{name}")]
    if any(row[0].muted for block in blocks for row in block):
        said.append(language.text("study.note.from-printed"))
    said.append(_barred(tests.study, tests.analysis, tests.benchmark, language))
    return " ".join(filter(None, said))


def _barred(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """Models that were asked and are not to be believed, and why."""
    return barred_note([model.runs[benchmark] for model in study.chosen(analysis, benchmark)], benchmark, language)


def trends_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Within each family, from the smallest model to the largest: Page's test over the items' terms; then over all
    families at once, with each family as a block, as the published table allows too."""
    task = study.task(analysis, benchmark, INTRA)
    believed = [model for model in study.believed(analysis, benchmark) if model.fact("parameters")]
    grown = [_by_size(family) for family in families(believed, "parameters") if family[0].fact("family")]
    grown = [family for family in grown if len(family) > 1]
    metric = study.metric(benchmark)
    columns = [
        Column("family", language.text("study.family")),
        Column("models", language.text("study.sizes")),
        Column("smallest", language.text("study.smallest"), "number"),
        Column("largest", language.text("study.largest"), "number"),
        Column("blocks", language.text("study.blocks"), "number", 0),
        Column("l", "L", "number", 1),
        Column("expected", language.text("study.expected"), "number", 1, file_only=True),
        Column("p_one_sided", language.text("study.p.one"), "p"),
        Column("p_two_sided", language.text("study.p.two"), "p"),
    ]
    blocks = [list(_family_rows(study, family, benchmark, task, language)) for family in grown]
    for measure in dict.fromkeys([metric, *(["lms"] if study.has_tasks(benchmark) else [])]):
        blocks.append(list(_over_families(grown, benchmark, measure, task, language)))
    name = measure_name(metric, language)
    title = language.text("study.table.trends", metric=name, benchmark=set_title(study, benchmark, language))
    shown = [block for block in blocks if block] if grown else []
    notes = [language.text("study.note.trends"), task and language.text(f"study.note.task.{task}")]
    note = " ".join(filter(None, [*notes, _barred(study, analysis, benchmark, language)]))
    return Table(title, columns, shown, note)


def _by_size(family: Sequence[StudiedModel]) -> list[StudiedModel]:
    """One model of each size: what another corpus does is no trend with size."""
    return list({model.fact("parameters"): model for model in reversed(family)}.values())[::-1]


def _family_rows(
    study: SavedStudy, family: Sequence[StudiedModel], benchmark: str, task: str | None, language: Language
) -> Iterator[Row]:
    scores = [study.score(model, benchmark, task) for model in family]
    values = [score.value for score in scores if score]
    if len(values) < len(family):
        return
    found = page_trend(_term_blocks(study, family, benchmark, task)) if asked_alike(family, benchmark) else None
    sizes = Cell(" < ".join(model.name for model in family))
    yield [Cell(str(family[0].fact("family"))), sizes, Cell(values[0]), Cell(values[-1]), *_trend_cells(found)]
    printed = [published_value(model.published_id, benchmark, study.metric(benchmark), task=task) for model in family]
    known = [value for value in printed if value is not None]
    if len(known) == len(family):
        ends = [Cell(known[0]), Cell(known[-1])]
        yield [Cell(language.text("study.published"), muted=True), Cell(), *ends, *_trend_cells(None)]


def _term_blocks(
    study: SavedStudy, family: Sequence[StudiedModel], benchmark: str, task: str | None
) -> list[list[float]]:
    """Of each target term (of pairs, each item), how often each model prefers the stereotype; what all answered."""
    runs = [model.answered(benchmark) for model in family]
    preferred = [study.way(benchmark).preferred(run, task) for run in runs]
    terms: dict[str, list[str]] = {}
    for item in runs[0].items:
        if all(item.id in one for one in preferred):
            terms.setdefault(item.cluster, []).append(item.id)
    return [[sum(one[item] for item in items) / len(items) for one in preferred] for items in terms.values()]


def _over_families(
    grown: Sequence[Sequence[StudiedModel]], benchmark: str, metric: str, task: str | None, language: Language
) -> Iterator[Row]:
    ours, printed = [], []
    for family in grown:
        found = [model.find(benchmark, metric, task=task) for model in family]
        ours.append([one.value for one in found if one])
        known = [published_value(model.published_id, benchmark, metric, task=task) for model in family]
        printed.append([value for value in known if value is not None])
    if len(grown) > 1:
        name = language.text("study.families", metric=measure_name(metric, language))
        yield [Cell(name), Cell(), Cell(), Cell(), *_trend_cells(page_trend(ours))]
        if any(len(family) > 1 for family in printed):
            label = Cell(language.text("study.recomputed"), muted=True)
            yield [label, Cell(), Cell(), Cell(), *_trend_cells(page_trend(printed))]


def _trend_cells(found: Trend | None) -> list[Cell]:
    if found is None:
        return [Cell()] * 5
    return [Cell(found.blocks), Cell(found.l), Cell(found.expected), Cell(found.p_one_sided), Cell(found.p_two_sided)]
