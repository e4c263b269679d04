"""epicene collect stats: a campaign in figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from epicene.cli import options
from epicene.cli.collect import need_collect
from epicene.cli.console import print_json


def stats(
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
    as_json: options.Json = False,
) -> None:
    """Contributions, participants, bias types, fluency, agreement (Krippendorff's α) and days of the campaign."""
    need_collect()
    import msgspec

    from epicene.collect.campaigns import named_campaign
    from epicene.collect.publish.campaign_stats import read_controls, read_records, statistics
    from epicene.collect.store.database import existing
    from epicene.collect.web.app import open_store

    store = open_store(existing(db))
    try:
        with store.reading() as session:
            chosen = named_campaign(session, campaign)
            figures = statistics(read_records(session, chosen.id))
            controls = read_controls(session, chosen.id)
    finally:
        store.close()
    document = {
        "campaign": {"id": chosen.id, "title": chosen.title, "language": chosen.language},
        **msgspec.to_builtins(figures),
        "controls": controls._asdict(),
    }
    if as_json:
        print_json(document)
    else:
        _print(document)


def _print(document: Mapping[str, Any]) -> None:
    campaign = document["campaign"]
    typer.echo(f"{campaign['title']} ({campaign['language']}), participants: {document['participants']}\n")
    _table(
        ["task", "contributions", "participants", "mean", "median", "max"],
        [[name, *_counts(task)] for name, task in document["tasks"].items()],
    )
    types = document["bias_types"]
    _table(
        ["bias type", "contributed", "%", "accepted", "%", "pairs", "%"],
        [
            [name, *(cell for column in types.values() for cell in _share(column[name]))]
            for name in types["contributed"]
        ],
    )
    if fluency := document.get("fluency"):
        rate = fluency["fluent"]
        answers = ", ".join(f"{name} {share['count']}" for name, share in fluency["answers"].items())
        typer.echo(f"Fluent: {rate['percent']:.1f} % [{rate['low']:.1f}, {rate['high']:.1f}] ({answers})\n")
    agreement = [
        [task, distance, f"{alpha['value']:.3f}", f"[{alpha['low']:.3f}, {alpha['high']:.3f}]",
         str(alpha["n_items"]), str(alpha["n_judgments"])]
        for task, found in document["agreement"].items()
        for distance, alpha in found.items()
    ]  # fmt: skip
    if agreement:
        _table(["agreement", "distance", "alpha", "95 %", "sentences", "judgments"], agreement)
    if against := document.get("against_original"):
        _table(["against the original", "judgments", "%"], [[name, *_share(share)] for name, share in against.items()])
    if controls := document["controls"]["judgments"]:
        typer.echo(f"Controls: {document['controls']['right']} of {controls} answers as expected\n")
    if document["days"]:
        _table(list(document["days"][0]), [[str(value) for value in day.values()] for day in document["days"]])


def _counts(task: Mapping[str, float]) -> list[str]:
    means = [f"{task[name]:.1f}" if name in task else "" for name in ("mean", "median")]
    return [str(task["contributions"]), str(task["participants"]), *means, str(task.get("max", ""))]


def _share(share: Mapping[str, float]) -> list[str]:
    return [str(share["count"]), f"{share['percent']:.1f}"]


def _table(header: list[str], rows: list[list[str]]) -> None:
    """Columns as wide as they need to be; all but the first are figures."""
    widths = [max(len(row[place]) for row in (header, *rows)) for place in range(len(header))]
    for row in (header, *rows):
        first, *others = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        typer.echo("  ".join([first, *others]).rstrip())
    typer.echo("")
