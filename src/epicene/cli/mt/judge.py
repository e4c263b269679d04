"""epicene mt judge: translations of a controlled corpus, line by line and in tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from epicene.cli.mt.show_results import Showing
from epicene.cli.seed import Seed


def judge(
    direction: Annotated[str, typer.Option(help="fr-en or en-fr.")],
    source: Annotated[Path, typer.Option(help="What was translated.", metavar="FILE")],
    reference: Annotated[Path, typer.Option(help="Its reference translation, line by line.", metavar="FILE")],
    hypotheses: Annotated[
        list[str], typer.Option(help="A system's output. Repeat it to see systems side by side.", metavar="[NAME=]FILE")
    ],
    lines: Annotated[
        str | None,
        typer.Option(
            help="Show the lines behind a cell: a class (la feminine) or group (marked), and after a colon what was "
            "found (her, his, both, other; into French right, determiner, noun, wrong).",
            metavar="CLASS[:FOUND]",
        ),
    ] = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Judge empty lines of the output as other instead of stopping.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write a report too; .html, .md, .tex or .csv.", metavar="FILE"),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Judge only the first N lines; the result says so.")] = None,
    seed: Seed = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Stop where there would be a notice.")] = False,
    lang: Annotated[str, typer.Option(help="Language of the tables: fr or en.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print results as one JSON document.")] = False,
) -> None:
    """Judge what systems made of « DET N a terminé son travail. » or its English: possessive, determiner, noun.

    Lines come in pairs, one masculine and one feminine. Word pieces, case, apostrophes and spelling do not matter.
    Files are plain text or .gz; an output whose lines slipped against the source is refused.
    """
    from epicene.mt.judging.judge_measures import document
    from epicene.mt.judging.line_judge import judge as judge_file
    from epicene.mt.judging.line_judge import open_corpus
    from epicene.mt.judging.table_cells import add_lines, line_record
    from epicene.mt.sentence_files import named_files
    from epicene.report.translation import judge_tables

    showing = Showing(lang, output, json, strict)
    systems = named_files(hypotheses)
    corpus = open_corpus(direction, source, reference, limit)
    judged = {name: judge_file(corpus, path, allow_empty=allow_empty) for name, path in systems.items()}
    documents = [document(corpus, found, name, seed) for name, found in judged.items()]
    if lines is not None:
        add_lines(documents, judged, lines, corpus.direction)
    showing.notify({made["model"]: made["notices"] for made in documents})

    def behind(made: dict[str, Any]) -> dict[str, Any]:
        return {**made, "lines": [line_record(one) for one in judged[made["model"]]]}

    showing.show(documents, judge_tables, behind)
