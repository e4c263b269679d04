"""Models by architecture, and by mono- or multilingual pre-training: do the groups lie differently far from 50?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from epicene.auditing.study.model_rows import Figure, Layout, fact_name, set_title, table_notes
from epicene.auditing.study.model_tables import distance_figure, score_figure
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import ARCHITECTURES, Analysis
from epicene.core.language import Language
from epicene.metrics.between_models import Grouping, groups_differ
from epicene.report.tables import Cell, Column, Row, Table

FACTS = {"architectures": "architecture", "multilingual": "multilingual"}
ORDER = {"architecture": ARCHITECTURES, "multilingual": (False, True)}

Groups = Mapping[object, Sequence[StudiedModel]]


def grouped(study: SavedStudy, analysis: Analysis, benchmark: str) -> Groups:
    """The models of each group that have a score, groups in a fixed order; models without the fact are left out."""
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    models = [model for model in study.believed(analysis, benchmark) if study.score(model, benchmark, task)]
    groups = {value: [model for model in models if model.fact(fact) == value] for value in ORDER[fact]}
    return {value: members for value, members in groups.items() if members}


def groups_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    distance = distance_figure(study, benchmark, task, language)
    figures = [score_figure(study, benchmark, task, language), distance]
    if study.has_tasks(benchmark):
        figures = [Figure(name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs")] + figures
    layout = Layout(benchmark, figures, figures[-2], [(Column(fact, language.text(f"study.{fact}")), fact)])
    blocks: list[list[Row]] = []
    for value, members in grouped(study, analysis, benchmark).items():
        name = fact_name(fact, value, language)
        rows = [layout.rows(model, language)[0] for model in members]
        blocks.append([*rows, _mean(layout, members, name, language)] if len(members) > 1 else rows)
    title = language.text(f"study.table.{fact}", benchmark=set_title(study, benchmark, language))
    notes = [*table_notes(blocks, benchmark, task, language), language.text("study.note.mean")]
    return Table(title, layout.columns(language), blocks, " ".join(notes))


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
    fact, found = FACTS[analysis.kind], difference(study, analysis, benchmark)
    if found is None:
        return language.text("study.said.one-group", benchmark=set_title(study, benchmark, language))
    means = [
        language.text("study.said.group", group=fact_name(fact, name, language), mean=language.number(mean))
        for name, mean in found.means.items()
    ]
    return language.text(
        f"study.said.groups.{'differ' if found.p < 0.05 else 'none'}",
        benchmark=set_title(study, benchmark, language),
        means=language.list_of(means),
        p=language.p_value(found.p),
        n=language.count(found.n),
    )
