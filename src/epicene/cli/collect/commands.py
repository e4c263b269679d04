"""`epicene collect`: the corpus workshop, a web app for volunteers and curators."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.collect import need_collect
from epicene.cli.collect.export import export
from epicene.cli.collect.stats import stats
from epicene.core.errors import InputError

app = typer.Typer(help="Collect stereotypes and judgments with volunteers.", no_args_is_help=True)
users = typer.Typer(help="Accounts of curators and admins.", no_args_is_help=True)
app.add_typer(users, name="user")
app.command()(export)
app.command()(stats)

PASSWORD_VARIABLE = "EPICENE_COLLECT_PASSWORD"  # noqa: S105 - a variable's name


@app.command()
def serve(
    db: options.Database = options.DEFAULT_DATABASE,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")] = 8000,
    per_participant: Annotated[int, typer.Option(min=1, help="Submissions a minute of one volunteer.")] = 60,
    per_address: Annotated[int, typer.Option(min=1, help="Forms a minute from one address.")] = 600,
) -> None:
    """Start the web app; the database and a first campaign (in French) are made if there are none."""
    need_collect()
    typer.echo("Starting (loading libraries)", err=True)
    from epicene.collect.store.database import shown as show_url
    from epicene.collect.web.app import make_app, open_store
    from epicene.collect.web.rate_limits import Settings
    from epicene.collect.web.serve import listen, run

    with listen(host, port) as socket:
        store = open_store(db)
        web = make_app(store, Settings(per_participant=per_participant, per_address=per_address))
        shown, number = socket.getsockname()[:2]
        typer.echo(f"Open http://{f'[{shown}]' if ':' in shown else shown}:{number}/ (Ctrl-C stops).", err=True)
        typer.echo(f"Database: {show_url(store.url)}", err=True)
        typer.echo(
            "Curators log in after `epicene collect user add NAME --role curator`, with the same --db.", err=True
        )
        run(web, socket)


@users.command("add")
def add_user(
    name: Annotated[str, typer.Argument(help="The name to log in with.")],
    role: Annotated[str, typer.Option(help="curator or admin.")] = "curator",
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Add a curator or an admin; the password is asked for, or taken from EPICENE_COLLECT_PASSWORD."""
    need_collect()
    from epicene.collect.store.schema import Role
    from epicene.collect.web.accounts import add_user as add
    from epicene.collect.web.app import open_store

    if role not in tuple(Role):
        raise InputError(f"There is no role {role!r}. Known: {', '.join(Role)}.")
    password = _password()
    store = open_store(db)
    try:
        with store.writing.begin() as session:
            add(session, name, password, Role(role))
    finally:
        store.close()
    typer.echo(f"{name} may log in as {role}.", err=True)


@users.command("disable")
def disable_user(
    name: Annotated[str, typer.Argument(help="The account to close.")], db: options.Database = options.DEFAULT_DATABASE
) -> None:
    """Close an account at once; what its owner did stays in the history."""
    need_collect()
    from epicene.collect.store.database import existing
    from epicene.collect.web.accounts import disable_user as disable
    from epicene.collect.web.app import open_store

    store = open_store(existing(db))
    try:
        with store.writing.begin() as session:
            disable(session, name)
    finally:
        store.close()
    typer.echo(f"{name} can no longer log in.", err=True)


@app.command()
def campaign(
    title: Annotated[str, typer.Argument(help="What volunteers read at the top of every page.")],
    language: Annotated[str, typer.Option(help="Language of the sentences: fr, en, pt…")] = "fr",
    on: Annotated[
        str | None,
        typer.Option(metavar="BENCHMARK[=FILE]", help="Pairs whose sentences are judged in tasks 2 and 3."),
    ] = None,
    organiser: Annotated[str, typer.Option(help="Who is responsible; shown on the information page.")] = "",
    contact: Annotated[str, typer.Option(help="How to reach them; shown on the information page.")] = "",
    retention_days: Annotated[
        int, typer.Option(min=1, help="Days after which volunteers are no more than a number.")
    ] = 365,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Open a campaign of your own; the one that was open is closed, and everything in it kept."""
    need_collect()
    from epicene.collect.campaigns import open_campaign, read_sentences
    from epicene.collect.web.app import open_store

    sentences = read_sentences(on, language) if on else ()
    store = open_store(db)
    try:
        with store.writing.begin() as session:
            open_campaign(session, title, language, sentences, organiser, contact, retention_days)
    finally:
        store.close()
    typer.echo(f"Open now: {title} ({language}), with {len(sentences)} sentences to judge.", err=True)


def _password() -> str:
    given = os.environ.get(PASSWORD_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise InputError(f"There is nobody to ask for a password; set {PASSWORD_VARIABLE}.")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
