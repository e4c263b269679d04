"""A document as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from epicene.core.language import Language
from epicene.report.document import (
    Answer,
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Heading,
    Note,
    Paragraph,
    Row,
    TableBlock,
    figures_folder,
)
from epicene.report.tables import Cell, Table, emphasised, for_reading, written


def render_markdown(document: Document) -> str:
    language = document.language
    parts = [f"# {escape_markdown(document.title)}", escape_markdown(document.kicker)]
    parts += [escape_markdown(text) for text in (*document.standfirst, *document.byline)]
    if document.notes:
        listed = "\n".join(f"> - {_weight(note)}" for note in document.notes)
        parts.append(f"> **{escape_markdown(language.text('notice.heading'))}**\n>\n{listed}")
    parts += _blocks(document.answer, language)
    for section in document.sections:
        if not section.screen_only:
            parts.append(f"## {escape_markdown(section.heading)}" if section.heading else "")
            parts += _blocks(section.blocks, language, section.heading)
    if document.signatures:
        parts.append(f"**{escape_markdown(language.text('column.signature'))}**")
        parts += [f"- `{signature.replace('`', chr(39))}`" for signature in document.signatures]
    return "\n\n".join(part for part in parts if part) + "\n"


def _weight(note: Note) -> str:
    text = prose(note.text)
    return f"**{text}**" if note.grave else text


def _blocks(blocks: Sequence[Block], language: Language, heading: str = "") -> Iterator[str]:
    """`heading` is what stands right above them: a table with that title does not say it again."""
    for block in blocks:
        if not block.screen_only:
            yield from _block(block, language, heading)
            heading = block.text if isinstance(block, Heading) else ""


def _block(block: Block, language: Language, heading: str) -> Iterator[str]:
    match block:
        case Paragraph(text, style):
            escaped = prose(text)
            yield {"lead": f"**{escaped}**", "quote": f"> {escaped}", "code": f"`{text}`"}.get(style, escaped)
        case Heading(text, level):
            yield f"{'#' * level} {escape_markdown(text)}"
        case Answer():
            doubt = "" if block.trusted else f"{block.verdict_label}. "
            yield f"**{escape_markdown(f'{doubt}{block.sentence}')}**"
            yield from (escape_markdown(text) for text in block.plain)
        case Figure(chart, caption):
            title = escape_markdown(chart.title)
            if block.filed:
                yield f"![{title}]({figures_folder(language)}/{chart.id}.svg)"
            yield f"**{title.rstrip('.')}.** {escape_markdown(caption if caption != chart.title else '')}".rstrip()
        case TableBlock(table):
            yield to_markdown(table, language, titled=table.title != heading).rstrip()
        case DefinitionList(facts):
            colon = language.text("punctuation.colon")
            yield "\n".join(f"- **{escape_markdown(term)}**{colon} {prose(text)}" for term, text in facts)
        case Collapsible(summary, inside):
            yield f"**{escape_markdown(summary)}**"
            yield from _blocks(inside, language, summary)
        case Row(inside):
            yield from _blocks(inside, language, heading)


def to_markdown(table: Table, language: Language, *, titled: bool = True) -> str:
    table = for_reading(table)
    head = [escape_markdown(column.title) for column in table.columns]
    rule = ["---" if column.kind == "text" else "---:" for column in table.columns]
    lines = [head, rule]
    lines += [
        [_cell(cell, written(cell, column, language)) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows()
    ]
    body = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    note = f"\n\n{escape_markdown(table.note)}" if table.note else ""
    title = f"**{escape_markdown(table.title)}**\n\n" if titled else ""
    return f"{title}{body}{note}\n"


def _cell(cell: Cell, text: str) -> str:
    pieces = [(escape_markdown(piece), bold) for piece, bold in emphasised(cell, text)]
    return "".join(f"**{piece}**" if bold else piece for piece, bold in pieces)


def escape_markdown(text: str) -> str:
    escaped = re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
    # A cell is one line: a line break inside would end the row.
    return re.sub(r"[\r\n]+", " ", escaped)


def prose(text: str) -> str:
    """Escaped, but for what stands between backticks: commands are code, as on the page."""
    pieces = re.split(r"`([^`\r\n]+)`", text)
    return "".join(f"`{piece}`" if index % 2 else escape_markdown(piece) for index, piece in enumerate(pieces))
