"""epicene mt winomt: the gender of translated entities."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli.console import Bar
from epicene.cli.mt.show_results import Showing
from epicene.cli.seed import Seed


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
        typer.Option("--output", "-o", help="Write a report too; .html, .md, .tex or .csv.", metavar="FILE"),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N items; the result says so.")] = None,
    seed: Seed = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Stop where there would be a notice.")] = False,
    lang: Annotated[str, typer.Option(help="Language of the table: fr or en.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print results as one JSON document.")] = False,
) -> None:
    """Measure which gender systems give to the entities of WinoMT: accuracy, F1, ΔG, ΔS, not marked.

    Files are plain text or .gz; an output that is not French, or slipped against the items, is refused.
    """
    from epicene.mt.sentence_files import named_files
    from epicene.mt.winomt.entity_gender import read_items, read_translations
    from epicene.mt.winomt.winomt_measures import Asked, document, notices_of, read_sides
    from epicene.report.translation import winomt_tables

    showing = Showing(lang, output, json, strict)
    every = read_items(items)
    pro_items, anti_items = read_sides(pro, anti, every)
    asked = Asked(every[:limit], gender, aligner, pro_items, anti_items, len(every))
    asked.check()
    systems = {name: read_translations(path, every, limit) for name, path in named_files(translations).items()}
    showing.notify({name: notices_of(asked, given) for name, given in systems.items()})
    documents = []
    with Bar() as bar:
        for name, given in systems.items():
            bar.say(f"Aligning {len(asked.items)} sentences of {name}")
            documents.append(document(asked, given, name, seed))
    showing.show(documents, winomt_tables)
