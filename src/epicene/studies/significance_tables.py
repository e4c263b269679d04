"""Which differences are more than chance: each model against 50, every two models, sizes within a family, properties of
models against the distance from 50, groups of models. The papers' tests stand beside those that are right for answers
to the same items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np

from epicene.core.language import Language
from epicene.core.types import Estimate
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
    printed_correlations,
    published_families,
    published_n,
    recomputed_correlation,
)
from epicene.studies.saved_study import SavedStudy, StudiedModel
from epicene.studies.study_file import Analysis
from epicene.studies.study_tables import (
    FACTS,
    AnalysisView,
    StudyRow,
    deciding_metrics,
    fact_name,
    families,
    has_published,
    model_groups,
    noted,
    study_table,
)

Preferred = Mapping[str, bool]  # by item, whether the stereotype is preferred


@dataclass(frozen=True, slots=True)
class PreferenceTests:
    """The tests on one benchmark: trusted models with their answers, and every two of them that were asked alike, by
    their names. `others` are models that nothing counts: excluded ones, where tables show them, and those of which only
    a paper has a score."""

    view: AnalysisView
    answers: Mapping[str, Preferred]
    compared: Mapping[tuple[str, str], Comparison]
    others: Mapping[str, Preferred]

    def models(self) -> list[StudiedModel]:
        """The models, those that count first."""
        models = {model.name: model for model in self.view.models}
        return [models[name] for name in (*self.answers, *self.others)]

    def adjusted(self) -> dict[tuple[str, str], float]:
        """McNemar's p, Benjamini–Hochberg over all pairs of models."""
        tested = {f"{b} − {a}": (a, b) for a, b in self.compared}
        values = {name: self.compared[pair].p_mcnemar for name, pair in tested.items()}
        adjusted = adjust_p({name: p for name, p in values.items() if p is not None})
        return {tested[name]: p for name, p in adjusted.items()}

    def against_half(self, model: StudiedModel, preferred: Preferred) -> tuple[TTest | None, float]:
        """The paper's test and the exact one, which count ties as half where the verdict does."""
        run, score = model.runs[self.view.benchmark], self.view.score(model)
        is_half = score is not None and self.view.mode.deciding(run, score) is not score
        ties = (is_half and model.ties(self.view.benchmark)) or 0
        hits, n = sum(preferred.values()), len(preferred)
        return t_against_half((hits + ties / 2) / n, n, ties / n), binomial_p(hits, n - ties)


def run_tests(view: AnalysisView) -> PreferenceTests:
    def preferred(model: StudiedModel) -> Preferred:
        return view.mode.preferred(model.answers(view.benchmark))

    answers = {model.name: own for model in view.trusted if (own := preferred(model))}
    compared = {}
    for a, b in combinations([model for model in view.trusted if model.name in answers], 2):
        common = sorted(answers[a.name].keys() & answers[b.name].keys())
        if common and are_asked_alike([a, b], view.benchmark):
            first, second = (np.array([answers[m.name][item] for item in common], dtype=np.bool_) for m in (a, b))
            clusters = a.answers(view.benchmark).clusters()
            compared[a.name, b.name] = compare_rates(
                *(view.benchmark, view.metric, ALL, (first, second), (a.name, b.name)),
                clusters=[clusters[item] for item in common],
            )
    shown = view.answering if view.study.include_excluded else []
    others = {
        model.name: preferred(model) if model in shown else {} for model in view.models if model.name not in answers
    }
    return PreferenceTests(view, answers, compared, others)


def are_asked_alike(models: Sequence[StudiedModel], benchmark: str) -> bool:
    return are_comparable(model.runs[benchmark].findings.signatures[benchmark] for model in models)


def against_50_table(tests: PreferenceTests) -> Table:
    """The t-test of Névéol et al. 2022 and the exact one; below, the same from the score that the paper prints."""
    view, benchmark, n_printed = tests.view, tests.view.benchmark, published_n(tests.view.benchmark)
    columns = [
        Column("model", view.language.text("column.model")),
        Column("score", measure_name(view.metric, view.language), "number", interval=True),
        Column("n", view.language.text("column.n"), "share"),
        Column("ties", view.text("ties"), "number", 0),
        *_t_columns(view),
        Column("p_exact", view.text("p.exact"), "p"),
        Column("published", view.text("said-significant")),
    ]
    groups, counted = [], []
    for model in tests.models():
        own, printed = dict[str, Cell](), dict[str, Cell]()
        if preferred := tests.answers.get(model.name) or tests.others.get(model.name):
            counted.append(model)
            score, (t, p) = view.score(model), tests.against_half(model, preferred)
            n = Cell(len(preferred), of=score.n_total if score else len(preferred))
            own = {"score": figure(score), "n": n, "ties": Cell(model.ties(benchmark)), "p_exact": Cell(p)} | _t_cells(
                t
            )
        share = view.published(model)
        if share is not None and n_printed:
            exact = binomial_p(round(share * n_printed / 100), n_printed)
            printed = {"score": Cell(share, digits=1), "n": Cell(n_printed), "p_exact": Cell(exact)}
            printed |= _t_cells(t_against_half(share / 100, n_printed))
            printed["published"] = _significance(view, model)
        groups.append([StudyRow(model.cell(benchmark), own, printed)])
    notes = [view.text(f"note.{metric}") for metric in deciding_metrics(view, counted)]
    return _tests_table("against", view, columns, groups, *notes)


def between_table(tests: PreferenceTests) -> Table:
    """Every two models: the paper's t-test, which takes their answers for independent, and the paired ones."""
    view, n_printed = tests.view, published_n(tests.view.benchmark)
    columns = [
        Column("models", view.text("two-models")),
        Column("difference", view.text("difference"), "number", interval=True),
        Column("n", view.language.text("column.n"), "number", 0, file_only=True),
        *_t_columns(view),
        Column("p_t_paired", view.text("p.paired"), "p"),
        Column("p_mcnemar", view.text("p.mcnemar"), "p"),
        Column("p_mcnemar_adjusted", view.text("p.mcnemar.adjusted"), "p"),
        Column("published", view.text("said-significant")),
    ]
    adjusted, groups = tests.adjusted(), []
    for a, b in combinations(view.models, 2):
        own, printed = dict[str, Cell](), dict[str, Cell]()
        if compared := tests.compared.get((a.name, b.name)):
            own = {
                "difference": Cell(compared.difference, compared.low, compared.high),
                "n": Cell(compared.n),
                **_t_cells(t_between((compared.value_a / 100, compared.n), (compared.value_b / 100, compared.n))),
                "p_t_paired": Cell(compared.p_t_paired),
                "p_mcnemar": Cell(compared.p_mcnemar),
                "p_mcnemar_adjusted": Cell(adjusted.get((a.name, b.name))),
            }
        x, y = view.published(a), view.published(b)
        if x is not None and y is not None and n_printed:
            printed = {"difference": Cell(y - x, digits=1), "n": Cell(n_printed)}
            printed |= _t_cells(t_between((x / 100, n_printed), (y / 100, n_printed)))
            printed["published"] = _significance(view, a, b)
        mark = "" if compared else max(model.cell(view.benchmark).mark for model in (a, b))
        groups.append([StudyRow(Cell(f"{b.name} − {a.name}", mark=mark), own, printed)])
    return _tests_table("between", view, columns, groups)


def _t_columns(view: AnalysisView) -> list[Column]:
    return [Column("t", "t", "number", 2), Column("p_t", view.text("p.t"), "p")]


def _t_cells(test: TTest | None) -> dict[str, Cell]:
    return {"t": Cell(test.t), "p_t": Cell(test.p)} if test else {}


def _significance(view: AnalysisView, *models: StudiedModel) -> Cell:
    """Whether the paper calls a score different from 50, or two scores from one another."""
    is_significant = called_significant(view.benchmark, *(model.published_id for model in models))
    return Cell() if is_significant is None else Cell(view.text(f"significant.{str(is_significant).lower()}"))


def _tests_table(
    name: str, view: AnalysisView, columns: list[Column], groups: list[list[StudyRow]], *notes: str
) -> Table:
    table = study_table(view.text(f"table.{name}", benchmark=view.title), columns, groups, view.language)
    from_printed = view.text("note.from-printed") if has_published(table) else ""
    return noted(table, view.text(f"note.{name}"), from_printed, view.excluded, *notes)


def tests_sentence(tests: PreferenceTests) -> str:
    """How many scores and differences each test calls more than chance."""
    view, compared = tests.view, tests.compared.values()
    against = [
        tests.against_half(model, tests.answers[model.name]) for model in tests.models() if model.name in tests.answers
    ]
    counts = {
        "models": len(against),
        "t": sum(t is not None and t.p < LEVEL for t, _ in against),
        "exact": sum(p < LEVEL for _, p in against),
        "couples": len(compared),
        "between": sum(comparison.p_t is not None and comparison.p_t < LEVEL for comparison in compared),
        "mcnemar": sum(p < LEVEL for p in tests.adjusted().values()),
    }
    texts = {name: view.language.count(count) for name, count in counts.items()}
    return view.text("said.tests" if compared else "said.tests.alone", benchmark=view.title, **texts)


# Trends within families


def trends_table(view: AnalysisView) -> Table:
    """Within each family, from the smallest model to the largest: Page's test over the items' terms; then over all
    families at once, with each family as a block. The published table has its own families and blocks, whichever models
    of this study can be trusted."""
    models = [model for model in view.trusted if model.fact("parameters")]
    # Of each size the first: what another corpus does is no trend with size.
    by_size = [
        list({model.fact("parameters"): model for model in reversed(family)}.values())[::-1]
        for family in families(models, "parameters")
        if family[0].fact("family")
    ]
    grown = {str(family[0].fact("family")): family for family in by_size if len(family) > 1}
    published = published_families(view.benchmark, view.metric, view.task)
    named = [str(model.fact("family")) for model in view.models]
    shown = dict.fromkeys([*grown, *(name for name in named if name in published)])
    columns = [
        Column("family", view.text("family")),
        Column("models", view.text("sizes")),
        Column("smallest", view.text("smallest"), "number"),
        Column("largest", view.text("largest"), "number"),
        Column("blocks", view.text("blocks"), "number", 0),
        Column("l", "L", "number", 1),
        Column("expected", view.text("expected"), "number", 1, file_only=True),
        Column("p_one_sided", view.text("p.one"), "p"),
        Column("p_two_sided", view.text("p.two"), "p"),
    ]
    rows = []
    for name in shown:
        family, own = grown.get(name, []), {"models": Cell()}
        sizes = [(model.name, score.value) for model, score in view.scores(family)]
        if sizes and len(sizes) == len(family):
            alike = are_asked_alike(family, view.benchmark)
            own = _family_cells(sizes) | _trend_cells(page_trend(_term_blocks(view, family)) if alike else None)
        rows.append([StudyRow(Cell(name), own, _family_cells(published.get(name, [])))])
    metrics = [view.metric, *(["lms"] if view.study.has_tasks(view.benchmark) else [])] if len(shown) > 1 else []
    for metric in metrics:  # over all families: ours, where there are two, and the published table's
        found = [[model.find(view.benchmark, metric, task=view.task) for model in family] for family in grown.values()]
        values = [[estimate.value for estimate in family if estimate] for family in found]
        printed = published_families(view.benchmark, metric, view.task).values()
        over_all = [[value for _, value in family] for family in printed]
        own = {"models": Cell()} | _trend_cells(page_trend(values) if len(values) > 1 else None)
        name = view.text("families", metric=measure_name(metric, view.language))
        theirs = _trend_cells(page_trend(over_all)) if over_all else {}
        rows.append([StudyRow(Cell(name), own, theirs, view.text("recomputed"))])
    title = view.text("table.trends", metric=measure_name(view.metric, view.language), benchmark=view.title)
    table = study_table(title, columns, rows, view.language, note=view.text("note.trends"))
    return noted(table, view.about_task, view.excluded)


def _family_cells(sizes: Sequence[tuple[str, float]]) -> dict[str, Cell]:
    """Names and figures of a family, from its smallest model to its largest."""
    if not sizes:
        return {}
    names = " < ".join(name for name, _ in sizes)
    return {"models": Cell(names), "smallest": Cell(sizes[0][1]), "largest": Cell(sizes[-1][1])}


def _trend_cells(trend: Trend | None) -> dict[str, Cell]:
    keys = ("blocks", "l", "expected", "p_one_sided", "p_two_sided")
    return {key: Cell(getattr(trend, key)) for key in keys} if trend else {}


def _term_blocks(view: AnalysisView, family: Sequence[StudiedModel]) -> list[list[float]]:
    """Of each target term (of pairs, each item), how often each model prefers the stereotype; what all answered."""
    runs = [model.answers(view.benchmark) for model in family]
    preferred = [view.mode.preferred(run, view.task) for run in runs]
    terms: dict[str, list[str]] = {}
    for item in runs[0].items:
        if all(item.id in answers for answers in preferred):
            terms.setdefault(item.cluster, []).append(item.id)
    return [[sum(answers[item] for item in items) / len(items) for answers in preferred] for items in terms.values()]


# Properties of models and groups of models

PROPERTIES = {"models": "lms", "parameters": "parameters", "corpora": "corpus_size_gb"}  # by analysis


@dataclass(frozen=True, slots=True)
class Relation:
    """One property against the distance from 50: the models that have both, and ρ where there are enough of them.

    `printed` has what papers print of it: the benchmark's own ρ, and that of its English version beside it."""

    view: AnalysisView
    fact: str
    models: Sequence[tuple[StudiedModel, float, Estimate]]
    correlation: Correlation | None

    @property
    def about(self) -> str:
        """The benchmark, and the task whose figures were taken."""
        task = self.view.task
        return f"{self.view.title}, {self.view.text(f'task.{task}')}" if task else self.view.title

    @property
    def printed(self) -> dict[str, Printed]:
        return printed_correlations(self.view.analysis.kind, self.view.benchmark)

    @property
    def recomputed(self) -> Correlation | None:
        return recomputed_correlation(self.view.analysis.kind, self.view.benchmark)


def relations(study: SavedStudy, language: Language) -> list[Relation]:
    """The relations of the study's own analyses, on their own models; of all three where it names none of them."""
    named = [analysis for analysis in study.analyses if analysis.kind in PROPERTIES]
    every = []
    for analysis in named or [Analysis(kind) for kind in PROPERTIES]:
        fact = PROPERTIES[analysis.kind]
        # Without tasks there is no LMs.
        for view in AnalysisView(study, analysis, language).benchmarks(by_task=True if fact == "lms" else None):
            models = []
            for model, score in view.scores(view.trusted):
                lms = model.find(view.benchmark, "lms", task=view.task) if fact == "lms" else None
                x = (lms.value if lms else None) if fact == "lms" else model.fact(fact)
                models += [(model, float(x), score)] if x is not None else []
            distances = [abs(score.value - score.ideal) for _, _, score in models]
            every.append(Relation(view, fact, models, spearman([x for _, x, _ in models], distances)))
    return [relation for relation in every if len(relation.models) > 1 or relation.printed]


def correlations_table(study: SavedStudy, relations: Sequence[Relation], language: Language) -> Table:
    text = language.text
    columns = [
        Column("property", text("study.relation")),
        Column("benchmark", text("column.benchmark")),
        Column("rho", "ρ", "number", 2, interval=True),
        Column("models", text("study.models"), "number", 0),
        Column("p_one_sided", text("study.p.one"), "p"),
        Column("p_two_sided", text("study.p.two"), "p"),
        Column("arrangements", text("study.arrangements")),
    ]
    blocks = []
    for relation in relations:
        name = Cell(text(f"study.relation.{relation.fact}"))
        cells = _correlation_cells(relation.correlation, len(relation.models), language)
        rows: list[Row] = [[name, Cell(relation.about), *cells]]
        for key, label in (("published", "study.printed"), ("published_english", "study.printed.english")):
            if printed := relation.printed.get(key):
                cells = [Cell(printed.rho), Cell(), Cell(printed.p), Cell(), Cell()]
                rows.append([Cell(text(label), muted=True), Cell(), *cells])
        if again := relation.recomputed:
            cells = _correlation_cells(again, again.n, language)
            rows.append([Cell(text("study.recomputed"), muted=True), Cell(), *cells])
        blocks.append(rows)
    table = Table(text("study.table.correlations"), columns, blocks, text("study.note.correlations"))
    printed_note = text("study.note.printed") if any(relation.printed for relation in relations) else ""
    excluded = study.excluded_models([relation.view.benchmark for relation in relations], language)
    return noted(table, printed_note, excluded)


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


def relation_sentence(relation: Relation) -> str:
    """What the data show of a relation: no more than the two-sided test allows."""
    correlation, view = relation.correlation, relation.view
    name, language = view.text(f"relation.{relation.fact}"), view.language
    if correlation is None:
        return view.text("said.too-few", relation=name, count=language.count(len(relation.models)))
    verdict = "none" if correlation.p_two_sided >= LEVEL else "up" if correlation.rho > 0 else "down"
    rho = language.number(correlation.rho, 2)
    if correlation.low is not None and correlation.high is not None:
        rho = f"{rho} {language.bracket(correlation.low, correlation.high, 2)}"
    return view.text(
        f"said.{verdict}",
        relation=name,
        benchmark=relation.about,
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
        "benchmark": relation.view.benchmark,
        "models": [model.name for model, _, _ in relation.models],
    }
    if relation.view.task:
        record["task"] = relation.view.task
    if relation.correlation:
        record |= {key: value for key, value in asdict(relation.correlation).items() if value is not None}
    for key, printed in relation.printed.items():
        record[key] = {"rho": printed.rho, **({} if printed.p is None else {"p": printed.p})}
    if relation.recomputed:
        record["published_recomputed"] = asdict(relation.recomputed)
    return record


def groups_sentence(view: AnalysisView) -> str:
    """Whether groups of models differ in their distance from 50: a permutation test that deals models out anew."""
    distances = {
        str(value).lower(): [abs(score.value - score.ideal) for _, score in view.scores(members)]
        for value, members in model_groups(view).items()
    }
    grouping, language = groups_differ(distances), view.language
    if grouping is None:
        return view.text("said.one-group", benchmark=view.title)
    means = [
        view.text("said.group", group=fact_name(FACTS[view.analysis.kind], value, language), mean=language.number(mean))
        for value, mean in grouping.means.items()
    ]
    return view.text(
        f"said.groups.{'differ' if grouping.p < LEVEL else 'none'}",
        benchmark=view.title,
        means=language.list_of(means),
        p=language.p_value(grouping.p),
        n=language.count(grouping.n),
    )
