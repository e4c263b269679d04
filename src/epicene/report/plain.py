"""The report as Markdown and as LaTeX tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from epicene.report.answers import is_trusted, qualified, question
from epicene.report.language import Language
from epicene.report.notices import Notice, notices_of_all
from epicene.report.overview import further_table, headline_table
from epicene.report.paired import PairView, compare_in_report, headline_comparison
from epicene.report.published import published_for
from epicene.report.published_tables import published_caveats, published_table
from epicene.report.render.latex import escape_latex, to_latex
from epicene.report.render.markdown import escape_markdown, to_markdown
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
from epicene.report.standing import contest_table, contests_of
from epicene.report.tables import Table
from epicene.report.triples import is_triples, triple_table


def render_markdown(runs: Sequence[SavedRun], language: Language) -> str:
    compared = _compared(runs, language)
    day = language.day(max(str(run.manifest.get("created", "")) for run in runs))
    kicker = f"{language.text('page.kicker')}, {day}"
    parts = [f"# {escape_markdown(question(runs, language))}", escape_markdown(kicker)]
    notices = _notices(runs, compared, language)
    if notices:
        listed = "\n".join(f"> - {_weight(notice)}" for notice in notices)
        parts.append(f"> **{escape_markdown(language.text('notice.heading'))}**\n>\n{listed}")
    parts += [f"**{escape_markdown(said)}**" for said in _answers(runs, language)]
    parts += [to_markdown(table, language).rstrip() for table in _tables(runs, compared, language)]
    parts.append(f"**{escape_markdown(language.text('column.signature'))}**")
    parts += [f"- `{signature.replace('`', chr(39))}`" for signature in _signatures(runs)]
    return "\n\n".join(parts) + "\n"


def _weight(notice: Notice) -> str:
    text = escape_markdown(notice.text)
    return f"**{text}**" if notice.grave else text


def render_latex(runs: Sequence[SavedRun], language: Language) -> str:
    """Tables to \\input into a paper; notices and signatures stay with them as comments."""
    compared = _compared(runs, language)
    comments = [
        r"\usepackage{booktabs}, \usepackage[T1]{fontenc}, UTF-8",
        *(notice.text for notice in _notices(runs, compared, language)),
        *_answers(runs, language),
        *_signatures(runs),
    ]
    head = "\n".join(f"% {' '.join(line.split())}" for line in comments)
    tables = "\n".join(to_latex(table, language) for table in _tables(runs, compared, language))
    return f"{head}\n\n{tables}\n{_latex_signatures(runs)}"


def _latex_signatures(runs: Sequence[SavedRun]) -> str:
    return "".join(rf"\par\noindent{{\footnotesize\ttfamily {escape_latex(one)}}}" + "\n" for one in _signatures(runs))


Compared = dict[str, tuple[list[PairView], list[Notice]]]


def _compared(runs: Sequence[SavedRun], language: Language) -> Compared:
    return {name: compare_in_report(runs, name, language) for name in benchmark_names(runs)}


def _notices(runs: Sequence[SavedRun], compared: Compared, language: Language) -> list[Notice]:
    found = notices_of_all(runs, language)
    found += [notice for _, notices in compared.values() for notice in notices]
    return sorted({notice.text: notice for notice in found}.values(), key=lambda notice: not notice.grave)


def _answers(runs: Sequence[SavedRun], language: Language) -> Iterator[str]:
    for name in benchmark_names(runs):
        title = benchmark_title(name, runs, language)
        for run in runs:
            if name in run.manifest["benchmarks"]:
                yield language.text("answer.on", benchmark=title, answer=qualified(run, name, language))


def _tables(runs: Sequence[SavedRun], compared: Compared, language: Language) -> Iterator[Table]:
    pairs = [name for name in benchmark_names(runs) if not is_triples(runs, name)]
    if pairs:
        yield headline_table(runs, language, pairs)
    for name in benchmark_names(runs):
        concerned = [run for run in runs if name in run.manifest["benchmarks"]]
        further = (further_table if name in pairs else triple_table)(concerned, name, language)
        if further.blocks and any(further.blocks):
            yield further
        views = compared[name][0]
        if len(views) > 1:
            found = [one for view in views if (one := headline_comparison(view.pair)) is not None]
            trusted = [run.label for run in concerned if is_trusted(run, name)]
            yield contest_table(contests_of(found, trusted), name, language)
        yield from (view.table for view in views)
        published = published_for(name)
        if published:
            table = published_table(concerned, name, published, language)
            caveats = published_caveats(concerned, name, published, language)
            yield replace(table, note=" ".join([*caveats, table.note]))


def _signatures(runs: Sequence[SavedRun]) -> list[str]:
    return [signature for run in runs for signature in run.findings.signatures.values()]
