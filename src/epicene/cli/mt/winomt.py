"""epicene mt winomt: the gender of translated entities."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json
from epicene.cli.mt.show_results import print_summary, say_of_systems, write_pages


def winomt(
    items: Annotated[Path, typer.Option(help="WinoMT's en.txt: gender, place, sentence, entity.", metavar="FILE")],
    translations: Annotated[
        list[str],
        typer.Option(
            help="French, a line for each item, or `source ||| target`. Repeat it to see systems side by side.",
            metavar="[NAME=]FILE",
        ),
    ],
    pro: Annotated[Path | None, typer.Option(help="Pro-stereotypical items, for ΔS.", metavar="FILE")] = None,
    anti: Annotated[Path | None, typer.Option(help="Anti-stereotypical items.", metavar="FILE")] = None,
    gender: Annotated[
        str, typer.Option(help="rules (determiner and lexicon), or spacy for comparison with published numbers.")
    ] = "rules",
    aligner: Annotated[str, typer.Option(help="thot, thot-hmm, systran or eflomal.")] = "thot",
    output: options.Output = None,
    out: Annotated[
        Path | None, typer.Option(help="The run folder. Default: runs/winomt-SYSTEM-HASH.", metavar="DIR")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N items; the result says so.")] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "en",
    json: options.Json = False,
) -> None:
    """Measure which gender systems give to the entities of WinoMT: accuracy, F1, ΔG, ΔS, not marked.

    Files are plain text or .gz; an output that is not French, or slipped against the items, is refused.
    """
    from epicene.core.language import Language
    from epicene.mt.results import ROOM
    from epicene.mt.sentence_files import named_files
    from epicene.mt.system_runs import systems_json
    from epicene.mt.winomt.page import PAGE
    from epicene.mt.winomt.winomt_run import WinomtRequest, open_winomt
    from epicene.report.pages import check_output

    language = Language(lang, ROOM)
    check_output(output)
    systems = named_files(translations)
    files = open_winomt(WinomtRequest(items, systems, pro, anti, gender, aligner, limit, seed, out))
    say_of_systems(files.notices(), strict, language)
    with Bar() as bar:
        folder, results = files.save(bar)
    write_pages(PAGE, folder, output, language)
    if json:
        print_json(systems_json(results))
    else:
        print_summary(PAGE, folder, language)
