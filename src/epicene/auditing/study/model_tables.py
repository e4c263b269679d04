"""The papers' tables: models by score and domain, by number of parameters, by pre-training corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from epicene.auditing.study.model_rows import Figure, Layout, in_blocks, set_title, table_notes, with_same_n
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN
from epicene.data.vocabulary import DOMAINS, ORIGINS
from epicene.kinds.groups import group_name, in_order
from epicene.report.tables import Column, Table
from epicene.runs.saved_run import ALL

PAIR_MEASURES = ("metric_score", "stereo_score", "antistereo_score", "dcf")


def models_tables(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> list[Table]:
    """StereoSet: table 2 of Adam-Cuvillier et al. 2024; CrowS-Pairs: table 4 of Névéol et al. 2022, in two."""
    models = study.chosen(analysis, benchmark)
    task = study.task(analysis, benchmark, MEAN)
    if not study.has_tasks(benchmark):
        return [_measures_table(study, benchmark, models, language), _types_table(study, benchmark, models, language)]
    counted = score_figure(study, benchmark, task, language)
    figures = [Figure("lms", language.text("metric.lms"), "lms", task=task), counted]
    figures += _by_domain(models, benchmark, "acs", task, language)
    figures.append(Figure("acs", language.text("study.acs.all"), "acs", task=task))
    layout = Layout(benchmark, figures, counted)
    title = language.text("study.table.models", benchmark=set_title(study, benchmark, language))
    return [_table(title, layout, [models], task, language, mean=True)]


def score_figure(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> Figure:
    metric = study.metric(benchmark)
    return Figure("score" if metric != "ss" else "ss", language.text(f"metric.{metric}"), metric, task=task)


def distance_figure(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> Figure:
    figure = score_figure(study, benchmark, task, language)
    return replace(figure, key="distance", title=language.text(f"study.distance.{figure.metric}"), distance=True)


def _by_domain(
    models: Sequence[StudiedModel], benchmark: str, metric: str, task: str | None, language: Language
) -> list[Figure]:
    """A column for each domain or bias type that some model has figures for."""
    found = [group for model in models for group in model.runs[benchmark].findings.groups(benchmark, metric)]
    figures = []
    for group in _as_printed(found):
        if group != ALL and group not in ORIGINS:
            prefix = f"{language.text('study.acs')} " if metric == "acs" else ""
            one = Figure(f"{metric}_{group}", f"{prefix}{group_name(group, language)}", metric, group, task)
            figures.append(replace(one, title=with_same_n(one.title, one, models, benchmark, language)))
    return figures


def _as_printed(groups: Iterable[str]) -> list[str]:
    """StereoSet's domains as its papers list them; bias types as those of CrowS-Pairs do."""
    found = in_order(groups)
    domains = [group for group in DOMAINS if group in found]
    return [*domains, *(group for group in found if group not in DOMAINS)] if set(found) <= {ALL, *DOMAINS} else found


def _table(
    title: str,
    layout: Layout,
    groups: Sequence[Sequence[StudiedModel]],
    task: str | None,
    language: Language,
    *,
    mean: bool = False,
    note: str = "",
) -> Table:
    blocks = in_blocks([[layout.rows(model, language) for model in group] for group in groups])
    models = [model for group in groups for model in group]
    barred = [model.name for model in models if not model.is_trusted(layout.benchmark)]
    models = [model for model in models if model.is_trusted(layout.benchmark)]
    if mean and len(models) > 1:
        label = language.text("study.mean", count=language.count(len(models)))
        blocks.append([layout.mean(models, label)])
    said = [*table_notes(blocks, layout.benchmark, task, language), note]
    said += [language.text("study.note.mean")] if mean else []
    said += [language.text("table.barred", models=language.list_of(barred))] if barred else []
    return Table(title, layout.columns(language), blocks, " ".join(text for text in said if text))


def _measures_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    figures = [Figure(metric, language.text(f"study.{metric}"), metric) for metric in PAIR_MEASURES]
    layout = Layout(benchmark, figures, figures[0], timed=True)
    title = language.text("study.table.measures", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, [models], None, language, mean=True, note=language.text("study.note.dcf"))


def _types_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    score = score_figure(study, benchmark, None, language)
    layout = Layout(benchmark, _by_domain(models, benchmark, "metric_score", None, language), score)
    title = language.text("study.table.types", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, [models], None, language, mean=True)


def parameters_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 3: within one family, does Ss grow with the number of parameters?"""
    task = study.task(analysis, benchmark, INTRA)
    models = [model for model in study.chosen(analysis, benchmark) if model.fact("parameters")]
    facts = [(Column("parameters_millions", language.text("study.parameters"), "number", 0), "parameters")]
    layout = Layout(
        benchmark, _scores(study, benchmark, task, language), score_figure(study, benchmark, task, language), facts
    )
    title = language.text("study.table.parameters", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, families(models, "parameters"), task, language)


def corpora_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 4: the same architecture trained on other texts."""
    task = study.task(analysis, benchmark, MEAN)
    models = [model for model in study.chosen(analysis, benchmark) if model.fact("corpus")]
    facts = [
        (Column("corpus", language.text("study.corpus")), "corpus"),
        (Column("corpus_size_gb", language.text("study.gigabytes"), "number", 0), "corpus_size_gb"),
    ]
    figures = _scores(study, benchmark, task, language)
    if study.has_tasks(benchmark):
        figures = [
            *_by_domain(models, benchmark, "acs", task, language),
            Figure("acs", language.text("study.acs.all"), "acs", task=task),
            distance_figure(study, benchmark, task, language),
        ]
    layout = Layout(benchmark, figures, score_figure(study, benchmark, task, language), facts)
    title = language.text("study.table.corpora", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, families(models, "corpus", "corpus_size_gb"), task, language)


def _scores(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> list[Figure]:
    score, distance = score_figure(study, benchmark, task, language), distance_figure(study, benchmark, task, language)
    if not study.has_tasks(benchmark):
        return [score, distance]
    lms, acs = (Figure(name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs"))
    return [lms, score, acs]


def families(models: Sequence[StudiedModel], *order: str) -> list[list[StudiedModel]]:
    """Models of one family together, in the order of these facts; models without a family stand together."""
    grouped: dict[str, list[StudiedModel]] = {}
    for model in models:
        grouped.setdefault(str(model.fact("family") or ""), []).append(model)
    return [sorted(group, key=lambda model: [model.fact(key) or 0 for key in order]) for group in grouped.values()]
