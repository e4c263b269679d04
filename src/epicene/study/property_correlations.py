"""Do better, larger or longer-trained models lie further from 50 (Spearman's ρ over the models of a study), and do
groups of them, by architecture or by mono- or multilingual pre-training?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.metrics.correlation import Correlation, spearman
from epicene.metrics.model_group_tests import Grouping, groups_differ
from epicene.report.tables import Cell, Column, Row, Table
from epicene.study.model_tables import (
    Figure,
    Layout,
    distance_figure,
    fact_name,
    left_out,
    score_figure,
    set_title,
    table_notes,
)
from epicene.study.published_values import (
    Printed,
    english_correlation,
    printed_correlation,
    recomputed_correlation,
)
from epicene.study.saved_study import SavedStudy, StudiedModel
from epicene.study.study_file import ARCHITECTURES, Analysis

# An analysis, the property it sets against the distance from 50, and the task whose figures the paper took.
PROPERTIES = {"models": "lms", "parameters": "parameters", "corpora": "corpus_size_gb"}
PREFERRED = {"models": MEAN, "parameters": INTRA, "corpora": MEAN}
FACTS = {"architectures": "architecture", "multilingual": "multilingual"}
ORDER = {"architecture": ARCHITECTURES, "multilingual": (False, True)}
Groups = Mapping[object, Sequence[StudiedModel]]


@dataclass(frozen=True, slots=True)
class Relation:
    """One property against the distance from 50: the models that have both, and ρ where there are enough of them."""

    kind: str
    property: str
    benchmark: str
    task: str | None
    models: Sequence[tuple[StudiedModel, float, Estimate]]
    found: Correlation | None
    printed: Printed | None
    recomputed: Correlation | None


def relations(study: SavedStudy, *, seed: int = 0) -> list[Relation]:
    """The relations of the study's own analyses, on their own models; of all three where it names none of them."""
    named = [analysis for analysis in study.analyses if analysis.kind in PROPERTIES]
    relations = []
    for analysis in named or [Analysis(kind) for kind in PROPERTIES]:
        for benchmark in study.over(analysis):
            if analysis.kind != "models" or study.has_tasks(benchmark):  # without tasks there is no LMs
                relations.append(_relation(study, analysis, benchmark, seed))
    return [relation for relation in relations if len(relation.models) > 1 or relation.printed]


def _relation(study: SavedStudy, analysis: Analysis, benchmark: str, seed: int) -> Relation:
    task = study.task(analysis, benchmark, PREFERRED[analysis.kind])
    name = PROPERTIES[analysis.kind]
    models = []
    for model in study.believed(analysis, benchmark):
        x, score = _property(model, name, benchmark, task), study.score(model, benchmark, task)
        if x is not None and score is not None:
            models.append((model, x, score))
    distances = [abs(score.value - score.ideal) for _, _, score in models]
    return Relation(
        kind=analysis.kind,
        property=name,
        benchmark=benchmark,
        task=task,
        models=models,
        found=spearman([x for _, x, _ in models], distances, seed=seed),
        printed=printed_correlation(analysis.kind, benchmark),
        recomputed=recomputed_correlation(analysis.kind, benchmark),
    )


def _property(model: StudiedModel, name: str, benchmark: str, task: str | None) -> float | None:
    if name == "lms":
        estimate = model.find(benchmark, "lms", task=task)
        return estimate.value if estimate else None
    value = model.fact(name)
    return None if value is None else float(value)


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
    rows = [row for relation in relations for row in _rows(study, relation, language)]
    note = language.text("study.note.correlations")
    if any(relation.printed for relation in relations):
        note = f"{note} {language.text('study.note.printed')}"
    note = f"{note} {left_out(study, [relation.benchmark for relation in relations], language)}".rstrip()
    return Table(language.text("study.table.correlations"), columns, in_pairs(rows), note)


def in_pairs(rows: Sequence[tuple[bool, Row]]) -> list[list[Row]]:
    """A new block at each row that begins one."""
    blocks: list[list[Row]] = []
    for begins, row in rows:
        if begins or not blocks:
            blocks.append([])
        blocks[-1].append(row)
    return blocks


def _rows(study: SavedStudy, relation: Relation, language: Language) -> Iterator[tuple[bool, Row]]:
    name = Cell(language.text(f"study.relation.{relation.property}"))
    where = Cell(_set_and_task(study, relation, language))
    yield True, [name, where, *_cells(relation.found, len(relation.models), language)]
    if relation.printed:
        printed = [Cell(relation.printed.rho), Cell(), Cell(relation.printed.p), Cell(), Cell()]
        yield False, [Cell(language.text("study.printed"), muted=True), Cell(), *printed]
    if english := english_correlation(relation.kind, relation.benchmark):
        printed = [Cell(english.rho), Cell(), Cell(english.p), Cell(), Cell()]
        yield False, [Cell(language.text("study.printed.english"), muted=True), Cell(), *printed]
    if relation.recomputed:
        cells = _cells(relation.recomputed, relation.recomputed.n, language)
        yield False, [Cell(language.text("study.recomputed"), muted=True), Cell(), *cells]


def _set_and_task(study: SavedStudy, relation: Relation, language: Language) -> str:
    title = set_title(study, relation.benchmark, language)
    return f"{title}, {language.text(f'study.task.{relation.task}')}" if relation.task else title


def _cells(correlation: Correlation | None, models: int, language: Language) -> list[Cell]:
    if correlation is None:
        return [Cell(), Cell(models), Cell(), Cell(), Cell(language.text("study.too-few"))]
    how = "study.arrangements.all" if correlation.exact else "study.arrangements.drawn"
    return [
        Cell(correlation.rho, correlation.low, correlation.high),
        Cell(correlation.n),
        Cell(correlation.p_one_sided),
        Cell(correlation.p_two_sided),
        Cell(language.text(how, count=language.count(correlation.arrangements))),
    ]


def sentence(study: SavedStudy, relation: Relation, language: Language) -> str:
    """What may be said of a relation: no more than the two-sided test allows."""
    correlation = relation.found
    name = language.text(f"study.relation.{relation.property}")
    if correlation is None:
        return language.text("study.said.too-few", relation=name, count=language.count(len(relation.models)))
    verdict = "none" if correlation.p_two_sided >= 0.05 else "up" if correlation.rho > 0 else "down"
    bracket = (
        ""
        if correlation.low is None or correlation.high is None
        else f" {language.bracket(correlation.low, correlation.high, 2)}"
    )
    return language.text(
        f"study.said.{verdict}",
        relation=name,
        benchmark=_set_and_task(study, relation, language),
        rho=f"{language.number(correlation.rho, 2)}{bracket}",
        n=language.count(correlation.n),
        one=language.p_value(correlation.p_one_sided),
        two=language.p_value(correlation.p_two_sided),
    )


def correlation_records(relations: Sequence[Relation]) -> list[dict[str, object]]:
    """For `--json`; what cannot be computed is left out, never null."""
    return [_record(relation) for relation in relations]


def _record(relation: Relation) -> dict[str, object]:
    record: dict[str, object] = {
        "property": relation.property,
        "against": "distance_from_50",
        "benchmark": relation.benchmark,
        "models": [model.name for model, _, _ in relation.models],
    }
    if relation.task:
        record["task"] = relation.task
    if relation.found:
        record |= {key: value for key, value in asdict(relation.found).items() if value is not None}
    for key, printed in (
        ("published", relation.printed),
        ("published_english", english_correlation(relation.kind, relation.benchmark)),
    ):
        if printed:
            record[key] = {"rho": printed.rho, **({} if printed.p is None else {"p": printed.p})}
    if relation.recomputed:
        record["published_recomputed"] = asdict(relation.recomputed)
    return record


def grouped(study: SavedStudy, analysis: Analysis, benchmark: str) -> Groups:
    """The believed models of each group that have a score, groups in a fixed order; models without the fact are left
    out."""
    return _by_fact(study, analysis, benchmark, study.believed(analysis, benchmark))


def groups_shown(study: SavedStudy, analysis: Analysis, benchmark: str) -> Groups:
    """Those of the table, which may have excluded ones too."""
    everyone = study.chosen(analysis, benchmark) if study.include_excluded else study.believed(analysis, benchmark)
    return _by_fact(study, analysis, benchmark, everyone)


def _by_fact(study: SavedStudy, analysis: Analysis, benchmark: str, models: Sequence[StudiedModel]) -> Groups:
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    scored = [model for model in models if study.score(model, benchmark, task)]
    groups = {value: [model for model in scored if model.fact(fact) == value] for value in ORDER[fact]}
    return {value: members for value, members in groups.items() if members}


def groups_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    distance = distance_figure(study, benchmark, task, language)
    figures = [score_figure(study, benchmark, task, language), distance]
    if study.has_tasks(benchmark):
        figures = [Figure(name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs")] + figures
    layout = Layout(benchmark, figures, figures[-2], [(Column(fact, language.text(f"study.{fact}")), fact)])
    blocks: list[list[Row]] = []
    for value, members in groups_shown(study, analysis, benchmark).items():
        rows = [layout.rows(model, language)[0] for model in members]
        counted = [model for model in members if model.is_trusted(benchmark)]
        mean = [_mean(layout, counted, fact_name(fact, value, language), language)] if len(counted) > 1 else []
        blocks.append([*rows, *mean])
    title = language.text(f"study.table.{fact}", benchmark=set_title(study, benchmark, language))
    notes = [*table_notes(blocks, benchmark, task, language), language.text("study.note.mean")]
    notes.append(left_out(study, [benchmark], language))
    return Table(title, layout.columns(language), blocks, " ".join(notes).rstrip())


def _mean(layout: Layout, members: Sequence[StudiedModel], name: str, language: Language) -> Row:
    label, _, *cells = layout.mean(members, language.text("study.mean", count=language.count(len(members))))
    return [label, Cell(name), *cells]


def difference(study: SavedStudy, analysis: Analysis, benchmark: str) -> Grouping | None:
    """A permutation test of the distances from 50: models are dealt out to the groups anew."""
    task = study.task(analysis, benchmark)
    distances: dict[str, list[float]] = {}
    for value, members in grouped(study, analysis, benchmark).items():
        scores = [study.score(model, benchmark, task) for model in members]
        distances[str(value).lower()] = [abs(score.value - score.ideal) for score in scores if score]
    return groups_differ(distances)


def groups_sentence(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    fact, grouping = FACTS[analysis.kind], difference(study, analysis, benchmark)
    if grouping is None:
        return language.text("study.said.one-group", benchmark=set_title(study, benchmark, language))
    means = [
        language.text("study.said.group", group=fact_name(fact, name, language), mean=language.number(mean))
        for name, mean in grouping.means.items()
    ]
    return language.text(
        f"study.said.groups.{'differ' if grouping.p < 0.05 else 'none'}",
        benchmark=set_title(study, benchmark, language),
        means=language.list_of(means),
        p=language.p_value(grouping.p),
        n=language.count(grouping.n),
    )
