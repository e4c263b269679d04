"""What the terminal shows of a comparison: a table and a sentence for each two models on each benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epicene.auditing.compared_models import outcome, table_of
from epicene.auditing.comparison import PairedRuns
from epicene.core.language import Language
from epicene.kinds.protocol import find_way
from epicene.report.document import Block, Document, Paragraph, TableBlock


def comparison_summary(compared: Sequence[PairedRuns], language: Language) -> Document:
    blocks: list[Block] = []
    for pair in compared:
        facts = pair.a.answered.facts
        table = table_of(pair, language)
        tables = find_way(facts.kind, facts.way).terminal_comparisons(replace(table, note=""))
        blocks += [TableBlock(one, pair.benchmark) for one in tables]
        blocks += [Paragraph(outcome(pair, language), "lead"), Paragraph(table.note, "note")]
    return Document(title="", language=language, answer=blocks)
