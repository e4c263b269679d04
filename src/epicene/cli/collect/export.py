"""epicene collect export: the pairs that are ready, and all that is needed to trust them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.collect import need_collect
from epicene.cli.console import print_json


def export(
    out: Annotated[Path, typer.Option(help="The folder to write to.", metavar="DIR")] = Path("collected"),
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
    as_json: options.Json = False,
) -> None:
    """Write the ready pairs (CrowS-Pairs TSV and epicene JSONL), the judgments, the statistics and a data statement."""
    need_collect()
    from epicene.collect.campaigns import named_campaign
    from epicene.collect.publish.corpus_export import make_export, write_export
    from epicene.collect.store.change_history import note_event
    from epicene.collect.store.database import existing
    from epicene.collect.web.app import open_store
    from epicene.data.checking.check import summary

    store = open_store(existing(db))
    try:
        with store.reading() as session:
            made = make_export(session, named_campaign(session, campaign).id)
        paths = write_export(made, out)
        counts = {f"pairs_{code}": len(pairs) for code, pairs in made.pairs.items()}
        with store.writing.begin() as session:
            note_event(session, "export", None, **counts)
    finally:
        store.close()
    if as_json:
        found = {code: [finding.as_dict() for finding in findings] for code, findings in made.findings.items()}
        print_json({"folder": str(out), "files": [path.name for path in paths], "findings": found})
        return
    typer.echo(f"{out}: {', '.join(path.name for path in paths)}")
    if not made.pairs:
        typer.echo("No pair is ready yet: curators make them so in the pair editor.", err=True)
    for code, pairs in made.pairs.items():
        typer.echo(f"pairs-{code}: {summary(made.findings[code], len(pairs))}")
        if code in ("fr", "en"):
            typer.echo(f"  epicene audit MODEL --on pairs-{code}={out / f'pairs-{code}.jsonl'}")
