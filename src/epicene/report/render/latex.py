"""A document as LaTeX tables and figures to \\input into a paper; what a reader must know stays with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene.core.language import Language
from epicene.report.document import (
    Answer,
    Block,
    Collapsible,
    Document,
    Figure,
    Paragraph,
    Row,
    TableBlock,
    figures_folder,
)
from epicene.report.tables import Cell, Table, emphasised, escape_latex, for_reading, written

WIDEST = 5  # columns that fit the width of a page with their intervals


def render_latex(document: Document) -> str:
    comments = [
        r"\usepackage{booktabs}, \usepackage{graphicx}, \usepackage[T1]{fontenc}, UTF-8",
        document.title,
        *(note.text for note in document.notes),
        *_said(document),
        *document.signatures,
    ]
    head = "\n".join(f"% {' '.join(line.split())}" for line in comments)
    blocks = [
        *document.answer,
        *(block for section in document.sections if not section.screen_only for block in section.blocks),
    ]
    parts = "\n".join(_parts(blocks, document.language))
    signed = [
        rf"\par\noindent{{\footnotesize\ttfamily {escape_latex(signature)}}}" + "\n"
        for signature in document.signatures
    ]
    return f"{head}\n\n{parts}\n{''.join(signed)}"


def _said(document: Document) -> Iterator[str]:
    """The answers and what sections say of them."""
    for block in document.blocks():
        if isinstance(block, Answer):
            yield block.sentence
        elif isinstance(block, Paragraph) and block.style == "lead":
            yield block.text


def _parts(blocks: Sequence[Block], language: Language) -> Iterator[str]:
    for block in blocks:
        if block.screen_only:
            continue
        match block:
            case TableBlock(table):
                yield _fitted(block.printed or table, language, block.name)
            case Figure(chart, caption) if block.filed:
                text = chart.title if caption == chart.title else f"{chart.title.rstrip('.')}. {caption}".rstrip()
                yield _figure(chart.id, text, figures_folder(language))
            case Collapsible(_, inside) | Row(inside):
                yield from _parts(inside, language)


def _fitted(table: Table, language: Language, name: str) -> str:
    """A table with many intervals is made as small as it takes to fit the page."""
    text = to_latex(table, language, name)
    if len(table.columns) <= WIDEST:
        return text
    text = text.replace(r"\begin{tabular}", r"\resizebox{\linewidth}{!}{\begin{tabular}")
    return text.replace(r"\end{tabular}", r"\end{tabular}}")


def _figure(id: str, caption: str, folder: str) -> str:
    lines = [
        r"\begin{figure}",
        r"  \centering",
        rf"  \includegraphics[width=\linewidth]{{{folder}/{id}.pdf}}",
        rf"  \caption{{{escape_latex(caption)}}}",
        r"\end{figure}",
    ]
    return "\n".join(lines) + "\n"


def to_latex(table: Table, language: Language, name: str = "") -> str:
    """A booktabs table; `written` intervals such as [55.7, 60.4] would be read as options at the start of a row."""
    table = for_reading(table)
    aligned = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    lines = [
        r"\begin{table}[t]",
        r"  \centering",
        rf"  \caption{{{escape_latex(table.title)}}}",
        *([rf"  \label{{tab:{'-'.join(name.split())}}}"] if name else []),
        rf"  \begin{{tabular}}{{{aligned}}}",
        r"    \toprule",
        _latex_row([escape_latex(column.title) for column in table.columns]),
    ]
    for block in table.blocks:
        lines.append(r"    \midrule")
        lines += [
            _latex_row(
                [_cell(cell, written(cell, column, language)) for cell, column in zip(row, table.columns, strict=True)]
            )
            for row in block
        ]
    lines += [r"    \bottomrule", r"  \end{tabular}"]
    if table.note:
        lines.append(rf"  \par\smallskip{{\footnotesize {escape_latex(table.note)}}}")
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def _cell(cell: Cell, text: str) -> str:
    pieces = [(escape_latex(piece), bold) for piece, bold in emphasised(cell, text)]
    return "".join(rf"\textbf{{{piece}}}" if bold else piece for piece, bold in pieces)


def _latex_row(cells: Sequence[str]) -> str:
    return f"    {' & '.join('{}' + cell if cell.startswith('[') else cell for cell in cells)} \\\\"
