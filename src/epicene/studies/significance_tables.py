"""Which differences are more than chance: each model against 50, every two models, sizes within a family, properties of
models against the distance from 50, groups of models. The papers' tests stand beside those that are right for answers
to the same items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np

from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.kinds.figures import figure, measure_name
from epicene.metrics.answer_groups import ALL
from epicene.metrics.correlation import Correlation, Trend, groups_differ, page_trend, spearman
from epicene.metrics.significance import LEVEL, TTest, adjust_p, binomial_p, t_against_half, t_between
from epicene.metrics.two_models import Comparison, compare_rates
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.signature import are_comparable
from epicene.studies.published_values import (
    Printed,
    called_significant,
    english_correlation,
    printed_correlation,
    published_families,
    published_n,
    published_value,
    recomputed_correlation,
)
from epicene.studies.saved_study import SavedStudy, StudiedModel
from epicene.studies.study_file import Analysis
from epicene.studies.study_tables import (
    FACTS,
    StudyRow,
    deciding_metrics,
    excluded_models,
    excluded_of,
    fact_name,
    families,
    has_published,
    model_groups,
    noted,
    set_title,
    study_table,
    ties_of,
)

Preferred = Mapping[str, bool]  # by item, whether the stereotype is preferred


@dataclass(frozen=True, slots=True)
class PreferenceTests:
    """The tests on one benchmark: trusted models with their answers, and every two of them that were asked alike, by
    their names. `others` are models that nothing counts: excluded ones, where tables show them, and those of which only
    a paper has a score."""

    study: SavedStudy
    analysis: Analysis
    benchmark: str
    answers: Mapping[str, Preferred]
    compared: Mapping[tuple[str, str], Comparison]
    others: Mapping[str, Preferred]

    @property
    def metric(self) -> str:
        return self.study.metric(self.benchmark)

    def models(self) -> list[StudiedModel]:
        """The models, those that count first."""
        models = {model.name: model for model in self.study.models_of(self.analysis)}
        return [models[name] for name in (*self.answers, *self.others)]

    def preferred(self, model: StudiedModel) -> Preferred:
        return self.answers.get(model.name) or self.others.get(model.name, {})

    def adjusted(self) -> dict[tuple[str, str], float]:
        """McNemar's p, Benjamini–Hochberg over all pairs of models."""
        tested = {f"{b} − {a}": (a, b) for a, b in self.compared}
        values = {name: self.compared[pair].p_mcnemar for name, pair in tested.items()}
        adjusted = adjust_p({name: p for name, p in values.items() if p is not None})
        return {tested[name]: p for name, p in adjusted.items()}

    def against_half(self, model: StudiedModel) -> tuple[TTest | None, float]:
        """The paper's test and the exact one, which count ties as half where the verdict does."""
        run, score = model.runs[self.benchmark], self.study.score(model, self.benchmark, None)
        is_half = score is not None and self.study.mode(self.benchmark).deciding(run, score) is not score
        ties = (is_half and ties_of(run, self.benchmark)) or 0
        preferred = self.preferred(model)
        hits, n = sum(preferred.values()), len(preferred)
        return t_against_half((hits + ties / 2) / n, n, ties / n), binomial_p(hits, n - ties)


def run_tests(study: SavedStudy, analysis: Analysis, benchmark: str) -> PreferenceTests:
    mode = study.mode(benchmark)
    trusted = study.trusted(analysis, benchmark)
    answers = {model.name: mode.preferred(model.answers(benchmark)) for model in trusted}
    answers = {name: preferred for name, preferred in answers.items() if preferred}
    compared = {}
    for a, b in combinations([model for model in trusted if model.name in answers], 2):
        common = sorted(answers[a.name].keys() & answers[b.name].keys())
        if common and are_asked_alike([a, b], benchmark):
            first, second = (np.array([answers[m.name][item] for item in common], dtype=np.bool_) for m in (a, b))
            clusters = a.answers(benchmark).clusters()
            compared[a.name, b.name] = compare_rates(
                benchmark,
                mode.metric,
                ALL,
                (first, second),
                (a.name, b.name),
                clusters=[clusters[item] for item in common],
            )
    is_shown = study.include_excluded
    others = {
        model.name: mode.preferred(model.answers(benchmark)) if is_shown and benchmark in model.runs else {}
        for model in study.models_of(analysis)
        if model.name not in answers
    }
    return PreferenceTests(study, analysis, benchmark, answers, compared, others)


def are_asked_alike(models: Sequence[StudiedModel], benchmark: str) -> bool:
    return are_comparable(model.runs[benchmark].findings.signatures[benchmark] for model in models)


def against_50_table(tests: PreferenceTests, language: Language) -> Table:
    """The t-test of Névéol et al. 2022 and the exact one; below, the same from the score that the paper prints."""
    study, benchmark, n_printed = tests.study, tests.benchmark, published_n(tests.benchmark)
    columns = [
        Column("model", language.text("column.model")),
        Column("score", measure_name(tests.metric, language), "number", interval=True),
        Column("n", language.text("column.n"), "share"),
        Column("ties", language.text("study.ties"), "number", 0),
        *_t_columns(language),
        Column("p_exact", language.text("study.p.exact"), "p"),
        Column("published", language.text("study.said-significant")),
    ]
    groups, counted = [], []
    for model in tests.models():
        own, printed = dict[str, Cell](), dict[str, Cell]()
        if preferred := tests.preferred(model):
            counted.append(model)
            score, n = study.score(model, benchmark, None), len(preferred)
            t, p = tests.against_half(model)
            own = {"score": figure(score) if score else Cell(), "n": Cell(n, of=score.n_total if score else n)}
            own |= {"ties": Cell(ties_of(model.runs[benchmark], benchmark)), **_t_cells(t), "p_exact": Cell(p)}
        share = published_value(model.published_id, benchmark, tests.metric)
        if share is not None and n_printed:
            exact = binomial_p(round(share * n_printed / 100), n_printed)
            printed = {"score": Cell(share, digits=1), "n": Cell(n_printed), "p_exact": Cell(exact)}
            printed |= _t_cells(t_against_half(share / 100, n_printed))
            printed["published"] = _significance(called_significant(benchmark, model.published_id), language)
        groups.append([StudyRow(model.cell(benchmark), own, printed)])
    title = language.text("study.table.against", benchmark=set_title(study, benchmark, language))
    table = study_table(title, columns, groups, language)
    notes = [language.text(f"study.note.{metric}") for metric in deciding_metrics(study, benchmark, counted)]
    return noted(table, *_test_notes("against", tests, table, language), *notes)


def between_table(tests: PreferenceTests, language: Language) -> Table:
    """Every two models: the paper's t-test, which takes their answers for independent, and the paired ones."""
    study, benchmark, n_printed = tests.study, tests.benchmark, published_n(tests.benchmark)
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
    adjusted, groups = tests.adjusted(), []
    for a, b in combinations(study.models_of(tests.analysis), 2):
        own, printed = dict[str, Cell](), dict[str, Cell]()
        if compared := tests.compared.get((a.name, b.name)):
            t = t_between((compared.value_a / 100, compared.n), (compared.value_b / 100, compared.n))
            own = {"difference": Cell(compared.difference, compared.low, compared.high), "n": Cell(compared.n)}
            own |= {**_t_cells(t), "p_t_paired": Cell(compared.p_t_paired), "p_mcnemar": Cell(compared.p_mcnemar)}
            own["p_mcnemar_adjusted"] = Cell(adjusted.get((a.name, b.name)))
        x, y = (published_value(model.published_id, benchmark, tests.metric) for model in (a, b))
        if x is not None and y is not None and n_printed:
            printed = {"difference": Cell(y - x, digits=1), "n": Cell(n_printed)}
            printed |= _t_cells(t_between((x / 100, n_printed), (y / 100, n_printed)))
            is_told = called_significant(benchmark, a.published_id, b.published_id)
            printed["published"] = _significance(is_told, language)
        mark = "" if compared else max(model.cell(benchmark).mark for model in (a, b))
        groups.append([StudyRow(Cell(f"{b.name} − {a.name}", mark=mark), own, printed)])
    title = language.text("study.table.between", benchmark=set_title(study, benchmark, language))
    table = study_table(title, columns, groups, language)
    return noted(table, *_test_notes("between", tests, table, language))


def tests_sentence(tests: PreferenceTests, language: Language) -> str:
    """How many scores and differences each test calls more than chance."""
    against = [tests.against_half(model) for model in tests.models() if model.name in tests.answers]
    compared = tests.compared.values()
    counts = {
        "models": len(against),
        "t": sum(t is not None and t.p < LEVEL for t, _ in against),
        "exact": sum(p < LEVEL for _, p in against),
        "couples": len(compared),
        "between": sum(comparison.p_t is not None and comparison.p_t < LEVEL for comparison in compared),
        "mcnemar": sum(p < LEVEL for p in tests.adjusted().values()),
    }
    texts = {name: language.count(count) for name, count in counts.items()}
    key = "study.said.tests" if compared else "study.said.tests.alone"
    return language.text(key, benchmark=set_title(tests.study, tests.benchmark, language), **texts)


def _t_columns(language: Language) -> list[Column]:
    return [Column("t", "t", "number", 2), Column("p_t", language.text("study.p.t"), "p")]


def _t_cells(test: TTest | None) -> dict[str, Cell]:
    return {"t": Cell(test.t), "p_t": Cell(test.p)} if test else {}


def _significance(is_significant: bool | None, language: Language) -> Cell:
    if is_significant is None:
        return Cell()
    return Cell(language.text(f"study.significant.{str(is_significant).lower()}"))


def _test_notes(name: str, tests: PreferenceTests, table: Table, language: Language) -> list[str]:
    texts = [language.text(f"study.note.{name}")]
    if has_published(table):
        texts.append(language.text("study.note.from-printed"))
    return [*texts, excluded_of(tests.study, tests.analysis, tests.benchmark, language)]


# Trends within families


def trends_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Within each family, from the smallest model to the largest: Page's test over the items' terms; then over all
    families at once, with each family as a block. The published table has its own families and blocks, whichever models
    of this study can be trusted."""
    task, metric = study.task(analysis, benchmark, INTRA), study.metric(benchmark)
    models = [model for model in study.trusted(analysis, benchmark) if model.fact("parameters")]
    by_size = [_one_of_each_size(family) for family in families(models, "parameters") if family[0].fact("family")]
    grown = {str(family[0].fact("family")): family for family in by_size if len(family) > 1}
    published = published_families(benchmark, metric, task)
    named = [str(model.fact("family")) for model in study.models_of(analysis)]
    shown = dict.fromkeys([*grown, *(name for name in named if name in published)])
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
    rows = []
    for name in shown:
        family = grown.get(name, [])
        scores = [study.score(model, benchmark, task) for model in family]
        sizes = [(model.name, score.value) for model, score in zip(family, scores, strict=True) if score]
        own = {"models": Cell()}
        if sizes and len(sizes) == len(family):
            alike = are_asked_alike(family, benchmark)
            trend = page_trend(_term_blocks(study, family, benchmark, task)) if alike else None
            own = _family_cells(sizes) | _trend_cells(trend)
        rows.append([StudyRow(Cell(name), own, _family_cells(published.get(name, [])))])
    for measure in dict.fromkeys([metric, *(["lms"] if study.has_tasks(benchmark) else [])] if len(shown) > 1 else []):
        rows.append([_over_families(list(grown.values()), benchmark, measure, task, language)])
    name = measure_name(metric, language)
    title = language.text("study.table.trends", metric=name, benchmark=set_title(study, benchmark, language))
    table = study_table(title, columns, rows, language, note=language.text("study.note.trends"))
    about_task = language.text(f"study.note.task.{task}") if task else ""
    return noted(table, about_task, excluded_of(study, analysis, benchmark, language))


def _family_cells(sizes: Sequence[tuple[str, float]]) -> dict[str, Cell]:
    """Names and figures of a family, from its smallest model to its largest."""
    if not sizes:
        return {}
    names = " < ".join(name for name, _ in sizes)
    return {"models": Cell(names), "smallest": Cell(sizes[0][1]), "largest": Cell(sizes[-1][1])}


def _trend_cells(trend: Trend | None) -> dict[str, Cell]:
    keys = ("blocks", "l", "expected", "p_one_sided", "p_two_sided")
    return {key: Cell(getattr(trend, key)) for key in keys} if trend else {}


def _one_of_each_size(family: Sequence[StudiedModel]) -> list[StudiedModel]:
    """What another corpus does is no trend with size."""
    return list({model.fact("parameters"): model for model in reversed(family)}.values())[::-1]


def _term_blocks(
    study: SavedStudy, family: Sequence[StudiedModel], benchmark: str, task: str | None
) -> list[list[float]]:
    """Of each target term (of pairs, each item), how often each model prefers the stereotype; what all answered."""
    runs = [model.answers(benchmark) for model in family]
    preferred = [study.mode(benchmark).preferred(run, task) for run in runs]
    terms: dict[str, list[str]] = {}
    for item in runs[0].items:
        if all(item.id in answers for answers in preferred):
            terms.setdefault(item.cluster, []).append(item.id)
    return [[sum(answers[item] for item in items) / len(items) for answers in preferred] for items in terms.values()]


def _over_families(
    grown: Sequence[Sequence[StudiedModel]], benchmark: str, metric: str, task: str | None, language: Language
) -> StudyRow:
    """Ours, where there are two families, and the published table's."""
    estimates = [[model.find(benchmark, metric, task=task) for model in family] for family in grown]
    values = [[estimate.value for estimate in family if estimate] for family in estimates]
    printed = [[value for _, value in family] for family in published_families(benchmark, metric, task).values()]
    own = {"models": Cell()} | _trend_cells(page_trend(values) if len(values) > 1 else None)
    name = Cell(language.text("study.families", metric=measure_name(metric, language)))
    published = _trend_cells(page_trend(printed)) if printed else {}
    return StudyRow(name, own, published, language.text("study.recomputed"))


# Properties of models and groups of models

# An analysis, the property it sets against the distance from 50, and the task whose figures the paper took.
PROPERTIES = {"models": "lms", "parameters": "parameters", "corpora": "corpus_size_gb"}
_PREFERRED_TASK = {"models": MEAN, "parameters": INTRA, "corpora": MEAN}


@dataclass(frozen=True, slots=True)
class Relation:
    """One property against the distance from 50: the models that have both, and ρ where there are enough of them."""

    kind: str
    benchmark: str
    task: str | None
    models: Sequence[tuple[StudiedModel, float, Estimate]]
    correlation: Correlation | None

    @property
    def fact(self) -> str:
        return PROPERTIES[self.kind]

    @property
    def printed(self) -> Printed | None:
        return printed_correlation(self.kind, self.benchmark)

    @property
    def recomputed(self) -> Correlation | None:
        return recomputed_correlation(self.kind, self.benchmark)


def relations(study: SavedStudy, *, seed: int = 0) -> list[Relation]:
    """The relations of the study's own analyses, on their own models; of all three where it names none of them."""
    named = [analysis for analysis in study.analyses if analysis.kind in PROPERTIES]
    every = [
        _relation(study, analysis, benchmark, seed)
        for analysis in named or [Analysis(kind) for kind in PROPERTIES]
        for benchmark in study.benchmarks_of(analysis)
        if analysis.kind != "models" or study.has_tasks(benchmark)  # without tasks there is no LMs
    ]
    return [relation for relation in every if len(relation.models) > 1 or relation.printed]


def _relation(study: SavedStudy, analysis: Analysis, benchmark: str, seed: int) -> Relation:
    task, name = study.task(analysis, benchmark, _PREFERRED_TASK[analysis.kind]), PROPERTIES[analysis.kind]
    models = []
    for model in study.trusted(analysis, benchmark):
        lms = model.find(benchmark, "lms", task=task) if name == "lms" else None
        x = (lms.value if lms else None) if name == "lms" else model.fact(name)
        score = study.score(model, benchmark, task)
        if x is not None and score is not None:
            models.append((model, float(x), score))
    distances = [abs(score.value - score.ideal) for _, _, score in models]
    correlation = spearman([x for _, x, _ in models], distances, seed=seed)
    return Relation(analysis.kind, benchmark, task, models, correlation)


def correlations_table(study: SavedStudy, relations: Sequence[Relation], language: Language) -> Table:
    columns = [
        Column("property", language.text("study.relation")),
        Column("benchmark", language.text("column.benchmark")),
        Column("rho", "ρ", "number", 2, interval=True),
        Column("models", language.text("study.models"), "number", 0),
        Column("p_one_sided", language.text("study.p.one"), "p"),
        Column("p_two_sided", language.text("study.p.two"), "p"),
        Column("arrangements", language.text("study.arrangements")),
    ]
    blocks = [_relation_rows(study, relation, language) for relation in relations]
    table = Table(language.text("study.table.correlations"), columns, blocks, language.text("study.note.correlations"))
    printed = language.text("study.note.printed") if any(relation.printed for relation in relations) else ""
    return noted(table, printed, excluded_models(study, [relation.benchmark for relation in relations], language))


def _relation_rows(study: SavedStudy, relation: Relation, language: Language) -> list[Row]:
    name = Cell(language.text(f"study.relation.{relation.fact}"))
    where = Cell(_set_and_task(study, relation, language))
    rows: list[Row] = [[name, where, *_correlation_cells(relation.correlation, len(relation.models), language)]]
    english = english_correlation(relation.kind, relation.benchmark)
    for key, printed in (("study.printed", relation.printed), ("study.printed.english", english)):
        if printed:
            cells = [Cell(printed.rho), Cell(), Cell(printed.p), Cell(), Cell()]
            rows.append([Cell(language.text(key), muted=True), Cell(), *cells])
    if relation.recomputed:
        cells = _correlation_cells(relation.recomputed, relation.recomputed.n, language)
        rows.append([Cell(language.text("study.recomputed"), muted=True), Cell(), *cells])
    return rows


def _set_and_task(study: SavedStudy, relation: Relation, language: Language) -> str:
    title = set_title(study, relation.benchmark, language)
    return f"{title}, {language.text(f'study.task.{relation.task}')}" if relation.task else title


def _correlation_cells(correlation: Correlation | None, models: int, language: Language) -> list[Cell]:
    if correlation is None:
        return [Cell(), Cell(models), Cell(), Cell(), Cell(language.text("study.too-few"))]
    key = "study.arrangements.all" if correlation.exact else "study.arrangements.drawn"
    return [
        Cell(correlation.rho, correlation.low, correlation.high),
        Cell(correlation.n),
        Cell(correlation.p_one_sided),
        Cell(correlation.p_two_sided),
        Cell(language.text(key, count=language.count(correlation.arrangements))),
    ]


def relation_sentence(study: SavedStudy, relation: Relation, language: Language) -> str:
    """What the data show of a relation: no more than the two-sided test allows."""
    correlation = relation.correlation
    name = language.text(f"study.relation.{relation.fact}")
    if correlation is None:
        return language.text("study.said.too-few", relation=name, count=language.count(len(relation.models)))
    verdict = "none" if correlation.p_two_sided >= LEVEL else "up" if correlation.rho > 0 else "down"
    rho = language.number(correlation.rho, 2)
    if correlation.low is not None and correlation.high is not None:
        rho = f"{rho} {language.bracket(correlation.low, correlation.high, 2)}"
    return language.text(
        f"study.said.{verdict}",
        relation=name,
        benchmark=_set_and_task(study, relation, language),
        rho=rho,
        n=language.count(correlation.n),
        one=language.p_value(correlation.p_one_sided),
        two=language.p_value(correlation.p_two_sided),
    )


def relation_record(relation: Relation) -> dict[str, object]:
    """For `--json`; what cannot be computed is left out, never null."""
    record: dict[str, object] = {
        "property": relation.fact,
        "against": "distance_from_50",
        "benchmark": relation.benchmark,
        "models": [model.name for model, _, _ in relation.models],
    }
    if relation.task:
        record["task"] = relation.task
    if relation.correlation:
        record |= {key: value for key, value in asdict(relation.correlation).items() if value is not None}
    english = english_correlation(relation.kind, relation.benchmark)
    for key, printed in (("published", relation.printed), ("published_english", english)):
        if printed:
            record[key] = {"rho": printed.rho, **({} if printed.p is None else {"p": printed.p})}
    if relation.recomputed:
        record["published_recomputed"] = asdict(relation.recomputed)
    return record


def groups_sentence(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """Whether groups of models differ in their distance from 50: a permutation test that deals models out anew."""
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    distances: dict[str, list[float]] = {}
    for value, members in model_groups(study, analysis, benchmark).items():
        scores = [study.score(model, benchmark, task) for model in members]
        distances[str(value).lower()] = [abs(score.value - score.ideal) for score in scores if score]
    grouping, name = groups_differ(distances), set_title(study, benchmark, language)
    if grouping is None:
        return language.text("study.said.one-group", benchmark=name)
    means = [
        language.text("study.said.group", group=fact_name(fact, value, language), mean=language.number(mean))
        for value, mean in grouping.means.items()
    ]
    return language.text(
        f"study.said.groups.{'differ' if grouping.p < LEVEL else 'none'}",
        benchmark=name,
        means=language.list_of(means),
        p=language.p_value(grouping.p),
        n=language.count(grouping.n),
    )
