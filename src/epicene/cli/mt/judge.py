"""epicene mt judge: translations of a controlled corpus, line by line and in tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import print_json
from epicene.cli.mt.show_results import print_summary, say_of_systems, write_pages


def judge(
    direction: options.Direction,
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
    output: options.Output = None,
    out: Annotated[
        Path | None, typer.Option(help="The run folder. Default: runs/judge-SYSTEM-HASH.", metavar="DIR")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Judge only the first N lines; the result says so.")] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "en",
    json: options.Json = False,
) -> None:
    """Judge what systems made of « DET N a terminé son travail. » or its English: possessive, determiner, noun.

    Lines come in pairs, one masculine and one feminine. Word pieces, case, apostrophes and spelling do not matter.
    Files are plain text or .gz; an output whose lines slipped against the source is refused.
    """
    from msgspec import structs, to_builtins

    from epicene.core.language import Language
    from epicene.mt.judging.judge_run import JudgeRequest, open_judging
    from epicene.mt.judging.page import PAGE
    from epicene.mt.results import ROOM
    from epicene.mt.sentence_files import named_files
    from epicene.mt.system_runs import systems_json
    from epicene.report.pages import check_output

    language = Language(lang, ROOM)
    check_output(output)
    request = JudgeRequest(direction, source, reference, named_files(hypotheses), limit, allow_empty, seed, out)
    judging = open_judging(request)
    cell = None if lines is None else judging.lines(lines)
    say_of_systems(judging.notices(), strict, language)
    folder, systems = judging.save()
    write_pages(PAGE, folder, output, language)
    if json:
        shown = [structs.replace(one, lines=cell[one.model]) for one in systems] if cell else systems
        print_json(systems_json(shown))
    elif cell:
        for name, behind in cell.items():
            for line in behind:
                typer.echo("\t".join(map(str, (name, *to_builtins(line).values()))))
    else:
        print_summary(PAGE, folder, language)
