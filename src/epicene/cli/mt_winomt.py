"""epicene mt winomt: the gender of translated entities."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli.console import Bar
from epicene.cli.mt_show import Showing


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
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the table too; .html, .md, .tex or .csv.", metavar="FILE"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
    lang: Annotated[str, typer.Option(help="Language of the table: fr or en.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print results as one JSON document.")] = False,
) -> None:
    """Measure which gender systems give to the entities of WinoMT: accuracy, F1, ΔG, ΔS, not marked."""
    from epicene.mt.lines import named_files
    from epicene.mt.winomt import read_items, read_translations
    from epicene.mt.winomt_measures import Asked, document, read_sides
    from epicene.report.translation import winomt_tables

    showing = Showing(lang, output, json)
    asked_of = read_items(items)
    asked = Asked(asked_of, gender, aligner, *read_sides(pro, anti, asked_of))
    asked.check()
    systems = {name: (path, read_translations(path, asked_of)) for name, path in named_files(translations).items()}
    documents = []
    with Bar() as bar:
        for name, (path, given) in systems.items():
            if notice := given.notice(path):
                bar.say(f"Warning: {notice}")
            bar.say(f"Aligning {len(asked_of)} sentences of {name}")
            documents.append(document(asked, given, name, seed))
    showing.show(documents, winomt_tables)
