"""A document as CSV: its data, or every table of it."""

from __future__ import annotations

import csv
import io

from epicene.report.document import Document
from epicene.report.tables import Cell, Column, Table


def render_csv(document: Document) -> str:
    if document.data is not None:
        return to_csv(document.data)
    return "\n".join(to_csv(block.table) for block in document.tables())


def to_csv(table: Table) -> str:
    """Numbers in full and with a decimal point, one column each, whatever the reader's language."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(name for column in table.columns for name in _csv_names(column))
    for row in table.rows():
        writer.writerow(
            value for cell, column in zip(row, table.columns, strict=True) for value in _csv_values(cell, column)
        )
    return out.getvalue()


def to_records(table: Table) -> list[dict[str, str | float]]:
    """A record for each row, named as in CSV; what a row does not have is left out."""
    names = [name for column in table.columns for name in _csv_names(column)]
    records = []
    for row in table.rows():
        values = [value for cell, column in zip(row, table.columns, strict=True) for value in _csv_values(cell, column)]
        records.append({name: value for name, value in zip(names, values, strict=True) if value is not None})
    return records


def _csv_names(column: Column) -> list[str]:
    if column.kind == "share":
        return [f"{column.key}_used", f"{column.key}_total"]
    return [column.key, f"{column.key}_low", f"{column.key}_high"] if column.interval else [column.key]


def _csv_values(cell: Cell, column: Column) -> list[str | float | None]:
    if column.kind == "share":
        return [cell.value, cell.of]
    return [cell.value, cell.low, cell.high] if column.interval else [_no_formula(cell.value)]


def _no_formula(value: str | float | None) -> str | float | None:
    """A model or category may be named =HYPERLINK(…): a leading apostrophe keeps spreadsheets from running it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
