"""epicene collect campaign: what becomes of a campaign once it is open. A title instead of a command opens one."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from epicene.cli import options
from epicene.cli.collect.upkeep_commands import Yes, changing, confirm, opened
from epicene.cli.console import print_json, tell
from epicene.core.command_language import in_spoken, said
from epicene.core.errors import InputError

Which = Annotated[str, typer.Argument(metavar="NUMBER|TITLE", help="Which campaign.")]


class _OpensByDefault(TyperGroup):
    """`campaign TITLE` is `campaign open TITLE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["open", *args]
        return super().parse_args(ctx, args)


campaigns = typer.Typer(help="Open a campaign, change, end or copy one.", cls=_OpensByDefault, no_args_is_help=True)


@campaigns.command("list")
def list_campaigns(db: options.Database = options.DEFAULT_DATABASE, as_json: options.Json = False) -> None:
    """All campaigns, the one that volunteers meet first, with what is in them."""
    with changing(db) as session:
        from epicene.collect.campaign_upkeep import list_campaigns as read

        rows = [row._asdict() for row in read(session)]
    if as_json:
        print_json({"campaigns": rows})
        return
    for row in rows:
        given = {name: row[name] for name in ("participants", "statements", "judgments")}
        said_of = said(
            "{state}: {participants} participants, {statements} statements, {judgments} judgments",
            state=said("open now") if row["is_open"] else said("closed now"),
            **given,
        )
        typer.echo(f"{row['id']}  {row['title']} ({row['language']}), {in_spoken(said_of)}")


@campaigns.command("edit")
def edit(
    which: Which,
    title: Annotated[str | None, typer.Option(help="What volunteers read at the top of every page.")] = None,
    organiser: Annotated[str | None, typer.Option(help="Who is responsible.")] = None,
    contact: Annotated[str | None, typer.Option(help="How to reach them.")] = None,
    retention_days: Annotated[int | None, typer.Option(help="Days after which volunteers are forgotten.")] = None,
    yes: Yes = False,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Change what a campaign says of itself; a shorter retention forgets people sooner, and is asked about."""
    with opened(db) as store:
        from epicene.collect.campaign_upkeep import edit_campaign
        from epicene.collect.campaigns import named_campaign

        with store.reading() as session:
            found = named_campaign(session, which)
        if retention_days is not None and retention_days < found.retention_days:
            asked = "Volunteers of {title} will be forgotten after {days} days. Go on?"
            confirm(said(asked, title=found.title, days=retention_days), yes)
        with store.writing.begin() as session:
            changed = edit_campaign(session, found.id, title, organiser, contact, retention_days)
    if not changed:
        raise InputError("Nothing to change: say --title, --organiser, --contact or --retention-days.")
    tell(said("Campaign {id}: {changed} changed.", id=found.id, changed=", ".join(changed)))


@campaigns.command("close")
def close(which: Which, yes: Yes = False, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """End a campaign: volunteers can give nothing more, and still see and erase what they gave."""
    with opened(db) as store:
        from epicene.collect.campaign_upkeep import close_campaign
        from epicene.collect.campaigns import named_campaign

        with store.reading() as session:
            found = named_campaign(session, which)
        if not found.is_open:
            raise InputError("Campaign {id} ({title}) is closed already.", id=found.id, title=found.title)
        confirm(said("Volunteers will no longer be able to take part in {title}. Close it?", title=found.title), yes)
        with store.writing.begin() as session:
            close_campaign(session, found.id)
    tell(said("Closed: {title}.", title=found.title))


@campaigns.command("reopen")
def reopen(which: Which, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Open a closed campaign again; of several that are open, volunteers meet the newest."""
    with changing(db) as session:
        from epicene.collect.campaign_upkeep import reopen_campaign
        from epicene.collect.campaigns import current_campaign, named_campaign

        found = named_campaign(session, which)
        if found.is_open:
            raise InputError("Campaign {id} ({title}) is open already.", id=found.id, title=found.title)
        reopen_campaign(session, found.id)
        session.flush()
        met = current_campaign(session)
    tell(said("Open again: {title}. Volunteers meet {met}.", title=found.title, met=met.title))


@campaigns.command("copy")
def copy(
    which: Which,
    title: Annotated[str, typer.Argument(help="The title of the new campaign.")],
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Make a campaign with the settings and sentences of another, and nothing that people gave; it starts closed."""
    with changing(db) as session:
        from epicene.collect.campaign_upkeep import copy_campaign
        from epicene.collect.campaigns import named_campaign

        made = copy_campaign(session, named_campaign(session, which).id, title).id
    tell(said("Campaign {id}: {title}. Open it with `epicene collect campaign reopen {id}`.", id=made, title=title))
