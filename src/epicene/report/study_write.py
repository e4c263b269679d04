"""From a study folder to its report: HTML, Markdown, LaTeX, CSV, figures, and one JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from epicene.core.files import write_text
from epicene.report.language import Language
from epicene.report.overview import estimates_table
from epicene.report.render.csv import to_csv, to_records
from epicene.report.render.latex import escape_latex, to_latex
from epicene.report.render.markdown import escape_markdown, to_markdown
from epicene.report.study import SavedStudy, read_study
from epicene.report.study_correlations import correlation_records, relations
from epicene.report.study_figures import StudyFigure
from epicene.report.study_language import StudyLanguage
from epicene.report.study_notices import facts_table, run_notices, signatures, study_notices
from epicene.report.study_rows import self_contained
from epicene.report.study_sections import Section, sections_of
from epicene.report.tables import Table

WIDEST = 5  # columns that fit the width of a page with their intervals


def write_study_report(path: Path, lang: str = "en") -> SavedStudy:
    """Everything that a study's saved runs show; nothing is asked, no model is needed."""
    from epicene.report.study_html import render_study_html

    study, language = read_study(path), StudyLanguage(lang)
    sections = sections_of(study, language)
    _clear(path)
    for section in sections:
        for figure in section.figures:
            replace(figure.plot, series=figure.series, published=figure.published).export(
                path / "figures" / figure.plot.id, language
            )
        for name, table in section.tables.items():
            write_text(path / "tables" / f"{name}.csv", to_csv(self_contained(table, language)))
    write_text(path / "estimates.csv", to_csv(estimates_table(list(study.runs()), language)))
    write_text(path / "report.md", render_study_markdown(study, sections, language))
    write_text(path / "report.tex", render_study_latex(study, sections, language))
    write_text(path / "report.html", render_study_html(study, sections, language))
    return study


def _clear(path: Path) -> None:
    """Tables and figures of an earlier rendering that this one does not have must not stay."""
    for pattern in ("tables/*.csv", "figures/*.svg", "figures/*.pdf"):
        for old in path.glob(pattern):
            with suppress(FileNotFoundError):
                old.unlink()


def render_study_markdown(study: SavedStudy, sections: list[Section], language: Language) -> str:
    parts = [f"# {escape_markdown(study.title)}", escape_markdown(byline(study, language))]
    notices = study_notices(study, language)
    if notices:
        listed = [escape_markdown(notice.text) for notice in notices]
        quoted = "\n".join(f"> - {text}" for text in listed)
        parts.append(f"> **{escape_markdown(language.text('notice.heading'))}**\n>\n{quoted}")
    for section in sections:
        parts.append(f"## {escape_markdown(section.heading)}")
        parts += [escape_markdown(text) for text in section.said]
        for part in section.parts:
            parts += _markdown_figure(part.figure) if part.figure else []
            parts += [to_markdown(table, language).rstrip() for table in part.tables.values()]
    parts.append(f"## {escape_markdown(language.text('study.heading.facts'))}")
    parts.append(to_markdown(facts_table(study, language), language).rstrip())
    parts += [f"- {escape_markdown(notice.text)}" for notice in run_notices(study, language)]
    parts.append(f"**{escape_markdown(language.text('column.signature'))}**")
    parts += [f"- `{signature.replace('`', chr(39))}`" for signature in signatures(study)]
    return "\n\n".join(parts) + "\n"


def _markdown_figure(figure: StudyFigure) -> list[str]:
    title = escape_markdown(figure.plot.title)
    said = f"**{title}.** {escape_markdown(figure.caption)}".rstrip()
    return [f"![{title}](figures/{figure.plot.id}.svg)", said]


def byline(study: SavedStudy, language: Language) -> str:
    ran = sum(bool(model.runs) for model in study.models)
    return language.text(
        "study.byline",
        ran=language.count(ran),
        models=language.count(len(study.models)),
        benchmarks=language.list_of(list(study.benchmarks)),
        day=language.day(study.created),
    )


def render_study_latex(study: SavedStudy, sections: list[Section], language: Language) -> str:
    """Tables and figures to \\input into a paper; notices and signatures stay with them as comments."""
    comments = [
        r"\usepackage{booktabs}, \usepackage{graphicx}, \usepackage[T1]{fontenc}, UTF-8",
        study.title,
        *(notice.text for notice in study_notices(study, language)),
        *(text for section in sections for text in section.said),
        *signatures(study),
    ]
    head = "\n".join(f"% {' '.join(line.split())}" for line in comments)
    return "\n".join([head, "", *_latex_parts(study, sections, language)])


def _latex_parts(study: SavedStudy, sections: list[Section], language: Language) -> Iterator[str]:
    for part in (part for section in sections for part in section.parts):
        if part.figure:
            yield _latex_figure(part.figure)
        yield from (_latex_table(table, language) for table in part.tables.values())
    yield _latex_table(facts_table(study, language), language)


def _latex_table(table: Table, language: Language) -> str:
    """A table with many intervals is made as small as it takes to fit the page."""
    text = to_latex(table, language)
    if len(table.columns) <= WIDEST:
        return text
    text = text.replace(r"\begin{tabular}", r"\resizebox{\linewidth}{!}{\begin{tabular}")
    return text.replace(r"\end{tabular}", r"\end{tabular}}")


def _latex_figure(figure: StudyFigure) -> str:
    lines = [
        r"\begin{figure}",
        r"  \centering",
        rf"  \includegraphics[width=\linewidth]{{figures/{figure.plot.id}.pdf}}",
        rf"  \caption{{{escape_latex(f'{figure.plot.title}. {figure.caption}'.rstrip())}}}",
        r"\end{figure}",
    ]
    return "\n".join(lines) + "\n"


def study_document(path: Path, lang: str = "en") -> dict[str, Any]:
    """What `study --json` prints: models, every estimate, correlations, tables as records, failures."""
    study, language = read_study(path), StudyLanguage(lang)
    sections = sections_of(study, language)
    return {
        "title": study.title,
        "out": str(path),
        "models": [
            {
                "name": model.name,
                "id": model.facts["id"],
                "runs": {name: str(run.path) for name, run in model.runs.items()},
            }
            for model in study.models
        ],
        "signatures": {
            model.name: {name: run.findings.signatures[name] for name, run in model.runs.items()}
            for model in study.models
        },
        "estimates": [
            {"model": model.name, **asdict(estimate)}
            for model in study.models
            for run in model.runs.values()
            for estimate in run.findings.estimates
        ],
        "correlations": correlation_records(relations(study)),
        "tables": {
            name: to_records(self_contained(table, language))
            for section in sections
            for name, table in section.tables.items()
        },
        "failures": list(study.failures),
        "notices": [notice.text for notice in study_notices(study, language)],
    }
