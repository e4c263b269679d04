"""Which differences are more than chance: each model against 50, every two models, and sizes within a family; the
papers' tests beside those that are right for answers to the same items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from epicene.auditing.study.model_tables import deciding_metrics, families, set_title, ties_of
from epicene.auditing.study.published_values import called_significant, published_families, published_n, published_value
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA
from epicene.kinds.figures import figure, measure_name
from epicene.kinds.verdicts import excluded_note
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
    were asked alike; `others` are models that nothing counts: excluded ones, where tables show them, and those of which
    only a paper has a score."""

    study: SavedStudy
    analysis: Analysis
    benchmark: str
    answers: Sequence[tuple[StudiedModel, Preferred]]
    compared: Sequence[tuple[StudiedModel, StudiedModel, Comparison]]
    others: Sequence[tuple[StudiedModel, Preferred]] = ()


def run_tests(study: SavedStudy, analysis: Analysis, benchmark: str) -> Tests:
    way = study.way(benchmark)
    answers = [(model, way.preferred(model.answered(benchmark))) for model in study.believed(analysis, benchmark)]
    answers = [(model, preferred) for model, preferred in answers if preferred]
    compared = []
    for (a, of_a), (b, of_b) in combinations(answers, 2):
        common = sorted(of_a.keys() & of_b.keys())
        if common and asked_alike([a, b], benchmark):
            sides = tuple(np.array([side[one] for one in common], dtype=np.bool_) for side in (of_a, of_b))
            alike = a.answered(benchmark).clusters()
            clusters = [alike[one] for one in common]
            comparison = compare_rates(
                benchmark, way.metric, ALL, (sides[0], sides[1]), (a.name, b.name), clusters=clusters
            )
            compared.append((a, b, comparison))
    tested = {model.name for model, _ in answers}
    others = [
        (model, way.preferred(model.answered(benchmark)) if study.include_excluded and benchmark in model.runs else {})
        for model in study.named(analysis)
        if model.name not in tested
    ]
    return Tests(study, analysis, benchmark, answers, compared, others)


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
        Column("ties", language.text("study.ties"), "number", 0),
        *_t_columns(language),
        Column("p_exact", language.text("study.p.exact"), "p"),
        Column("published", language.text("study.said-significant")),
    ]
    blocks: list[list[Row]] = []
    for model, preferred in (*tests.answers, *tests.others):
        printed = published_value(model.published_id, benchmark, metric)
        if preferred:
            score, n = study.score(model, benchmark, None), len(preferred)
            ties = ties_of(model.runs[benchmark], benchmark)
            t, p = _against_half(tests, model, preferred)
            cells = [figure(score) if score else Cell(), Cell(n, of=score.n_total if score else n), Cell(ties)]
            blocks.append([[model.cell(benchmark), *cells, *_t_cells(t), Cell(p), Cell()]])
        elif printed is not None and n_printed:
            blocks.append([[model.cell(benchmark), *([Cell()] * (len(columns) - 1))]])
        if printed is not None and n_printed:
            t = t_against_half(printed / 100, n_printed)
            exact = Cell(binomial_p(round(printed * n_printed / 100), n_printed))
            cell = _said(called_significant(benchmark, model.published_id), language)
            cells = [Cell(printed, digits=1), Cell(n_printed), Cell()]
            blocks[-1].append([Cell(language.text("study.published"), muted=True), *cells, *_t_cells(t), exact, cell])
    title = language.text("study.table.against", benchmark=set_title(study, benchmark, language))
    models = [model for model, preferred in (*tests.answers, *tests.others) if preferred]
    counted = [language.text(f"study.note.{metric}") for metric in deciding_metrics(study, benchmark, models)]
    return Table(title, columns, blocks, " ".join([_note("against", tests, blocks, language), *counted]))


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
    compared = {_pair(a, b): one for a, b, one in tests.compared}
    blocks: list[list[Row]] = []
    for a, b in combinations(study.named(tests.analysis), 2):
        printed = [published_value(model.published_id, benchmark, metric) for model in (a, b)]
        if comparison := compared.get(_pair(a, b)):
            t = t_between((comparison.value_a / 100, comparison.n), (comparison.value_b / 100, comparison.n))
            difference = Cell(comparison.difference, comparison.low, comparison.high)
            paired = [Cell(comparison.p_t_paired), Cell(comparison.p_mcnemar), Cell(adjusted[_pair(a, b)]), Cell()]
            blocks.append([[Cell(_pair(a, b)), difference, Cell(comparison.n), *_t_cells(t), *paired]])
        elif None not in printed and n_printed:
            mark = max(a.cell(benchmark).mark, b.cell(benchmark).mark)
            blocks.append([[Cell(_pair(a, b), mark=mark), *([Cell()] * (len(columns) - 1))]])
        if printed[0] is not None and printed[1] is not None and n_printed:
            t = t_between((printed[0] / 100, n_printed), (printed[1] / 100, n_printed))
            cell = _said(called_significant(benchmark, a.published_id, b.published_id), language)
            cells = [Cell(printed[1] - printed[0], digits=1), Cell(n_printed), *_t_cells(t), Cell(), Cell(), Cell()]
            blocks[-1].append([Cell(language.text("study.published"), muted=True), *cells, cell])
    title = language.text("study.table.between", benchmark=set_title(study, benchmark, language))
    return Table(title, columns, blocks, _note("between", tests, blocks, language))


def tests_sentence(tests: Tests, language: Language) -> str:
    """How many scores and differences each test calls more than chance."""
    against = [_against_half(tests, model, preferred) for model, preferred in tests.answers]
    adjusted = _adjusted(tests)
    counts = {
        "models": len(against),
        "t": sum(t is not None and t.p < LEVEL for t, _ in against),
        "exact": sum(p < LEVEL for _, p in against),
        "couples": len(tests.compared),
        "between": sum(comparison.p_t is not None and comparison.p_t < LEVEL for _, _, comparison in tests.compared),
        "mcnemar": sum(p < LEVEL for p in adjusted.values()),
    }
    texts = {name: language.count(count) for name, count in counts.items()}
    key = "study.said.tests" if tests.compared else "study.said.tests.alone"
    return language.text(key, benchmark=set_title(tests.study, tests.benchmark, language), **texts)


def _against_half(tests: Tests, model: StudiedModel, preferred: Preferred) -> tuple[TTest | None, float]:
    """The paper's test and the exact one, which count ties as half where the verdict does."""
    run, score = model.runs[tests.benchmark], tests.study.score(model, tests.benchmark, None)
    is_half = score is not None and tests.study.way(tests.benchmark).deciding(run, score) is not score
    ties = (is_half and ties_of(run, tests.benchmark)) or 0
    hits, n = sum(preferred.values()), len(preferred)
    return t_against_half((hits + ties / 2) / n, n, ties / n), binomial_p(hits, n - ties)


def _adjusted(tests: Tests) -> dict[str, float]:
    """McNemar's p, Benjamini–Hochberg over all pairs of models."""
    values = {
        _pair(a, b): comparison.p_mcnemar for a, b, comparison in tests.compared if comparison.p_mcnemar is not None
    }
    return adjust_p(values)


def _pair(a: StudiedModel, b: StudiedModel) -> str:
    return f"{b.name} − {a.name}"


def _t_columns(language: Language) -> list[Column]:
    return [Column("t", "t", "number", 2), Column("p_t", language.text("study.p.t"), "p")]


def _t_cells(t_test: TTest | None) -> list[Cell]:
    return [Cell(t_test.t), Cell(t_test.p)] if t_test else [Cell(), Cell()]


def _said(significant: bool | None, language: Language) -> Cell:
    return Cell() if significant is None else Cell(language.text(f"study.significant.{str(significant).lower()}"))


def _note(name: str, tests: Tests, blocks: Sequence[Sequence[Row]], language: Language) -> str:
    texts = [language.text(f"study.note.{name}")]
    if any(row[0].muted for block in blocks for row in block):
        texts.append(language.text("study.note.from-printed"))
    texts.append(_excluded(tests.study, tests.analysis, tests.benchmark, language))
    return " ".join(filter(None, texts))


def _excluded(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """Models that were asked and are not to be believed, and why."""
    return excluded_note([model.runs[benchmark] for model in study.chosen(analysis, benchmark)], benchmark, language)


def trends_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Within each family, from the smallest model to the largest: Page's test over the items' terms; then over all
    families at once, with each family as a block. The published table has its own families and blocks, whichever models
    of this study can be believed."""
    task, metric = study.task(analysis, benchmark, INTRA), study.metric(benchmark)
    believed = [model for model in study.believed(analysis, benchmark) if model.fact("parameters")]
    by_size = [_by_size(family) for family in families(believed, "parameters") if family[0].fact("family")]
    grown = {str(family[0].fact("family")): family for family in by_size if len(family) > 1}
    printed = published_families(benchmark, metric, task)
    named = [str(model.fact("family")) for model in study.named(analysis)]
    shown = dict.fromkeys([*grown, *(name for name in named if name in printed)])
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
    blocks: list[list[Row]] = []
    for name in shown:
        rows: list[Row] = [[Cell(name), *_family_cells(study, grown.get(name, []), benchmark, task)]]
        if name in printed:
            ends = [Cell(printed[name][0][1]), Cell(printed[name][-1][1])]
            sizes = Cell(" < ".join(model for model, _ in printed[name]))
            rows.append([Cell(language.text("study.published"), muted=True), sizes, *ends, *_trend_cells(None)])
        blocks.append(rows)
    for measure in dict.fromkeys([metric, *(["lms"] if study.has_tasks(benchmark) else [])] if len(shown) > 1 else []):
        blocks.append(_over_families(list(grown.values()), benchmark, measure, task, language))
    name = measure_name(metric, language)
    title = language.text("study.table.trends", metric=name, benchmark=set_title(study, benchmark, language))
    notes = [language.text("study.note.trends"), task and language.text(f"study.note.task.{task}")]
    note = " ".join(filter(None, [*notes, _excluded(study, analysis, benchmark, language)]))
    return Table(title, columns, blocks, note)


def _by_size(family: Sequence[StudiedModel]) -> list[StudiedModel]:
    """One model of each size: what another corpus does is no trend with size."""
    return list({model.fact("parameters"): model for model in reversed(family)}.values())[::-1]


def _family_cells(study: SavedStudy, family: Sequence[StudiedModel], benchmark: str, task: str | None) -> list[Cell]:
    values = [score.value for model in family if (score := study.score(model, benchmark, task))]
    if not values or len(values) < len(family):
        return [Cell()] * 8
    trend = page_trend(_term_blocks(study, family, benchmark, task)) if asked_alike(family, benchmark) else None
    sizes = Cell(" < ".join(model.name for model in family))
    return [sizes, Cell(values[0]), Cell(values[-1]), *_trend_cells(trend)]


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
) -> list[Row]:
    """Ours, where there are two families, and the published table's."""
    found = [[model.find(benchmark, metric, task=task) for model in family] for family in grown]
    ours = [[estimate.value for estimate in family if estimate] for family in found]
    printed = [[value for _, value in family] for family in published_families(benchmark, metric, task).values()]
    name = Cell(language.text("study.families", metric=measure_name(metric, language)))
    rows: list[Row] = [[name, Cell(), Cell(), Cell(), *_trend_cells(page_trend(ours) if len(ours) > 1 else None)]]
    if printed:
        label = Cell(language.text("study.recomputed"), muted=True)
        rows.append([label, Cell(), Cell(), Cell(), *_trend_cells(page_trend(printed))])
    return rows


def _trend_cells(trend: Trend | None) -> list[Cell]:
    if trend is None:
        return [Cell()] * 5
    return [Cell(trend.blocks), Cell(trend.l), Cell(trend.expected), Cell(trend.p_one_sided), Cell(trend.p_two_sided)]
