"""Looking after a corpus workshop: accounts, copies of the database, forgetting people by hand, and what becomes of a
campaign once it is open."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from epicene.cli import options
from epicene.cli.console import print_json, tell
from epicene.cli.options import argument, option
from epicene.core.errors import InputError
from epicene.core.extras import EXTRAS, is_installed, missing_package

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from epicene.collect.store.database import Store

_BACKUP = re.compile(r"collect-\d{8}T\d{6}\.\d{6}\.db")

PASSWORD_VARIABLE = "EPICENE_COLLECT_PASSWORD"  # noqa: S105 - a variable's name
Yes = Annotated[bool, option("--yes", "Do not ask.")]
Which = Annotated[str, argument("Which campaign.", "NUMBER|TITLE")]
UserName = Annotated[str, argument("The name to log in with.")]

copies = typer.Typer()
users = typer.Typer(help="Accounts of curators and admins.", no_args_is_help=True)


def need_collect() -> None:
    """One sentence where the web app's libraries are missing, which most users of epicene do not need."""
    if missing := next((name for name in EXTRAS["collect"] if not is_installed(name)), None):
        raise missing_package(missing, "collect")


@contextmanager
def opened(db: str, *, make: bool = False) -> Iterator[Store]:
    """The workshop's database; only with `make` is one made where there is none."""
    need_collect()
    from epicene.collect.store.database import existing
    from epicene.collect.web.app import open_store

    store = open_store(db if make else existing(db))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def changing(db: str, *, make: bool = False) -> Iterator[Session]:
    with opened(db, make=make) as store, store.writing.begin() as session:
        yield session


def confirm(question: str, yes: bool) -> None:
    """Ask before something ends; with nobody to ask, `--yes` must say it. Never while writing: on SQLite nobody could
    send anything until somebody has answered."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError(f"{question} Say --yes: there is nobody to ask.")
    typer.confirm(question, abort=True)


@copies.command()
def backup(
    out: Annotated[Path, option("The folder to write to.", "DIR")] = Path("backups"),
    keep: Annotated[int, option("How many backups to keep there; older ones are deleted.", min=1)] = 14,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Copy the whole database into an SQLite file that only its owner may read, while the server runs."""
    with opened(db) as store:
        from epicene.collect.store.backups import back_up, write_erasures

        out.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = out / f"collect-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}.db"
        copied = back_up(store, path)
        listed = write_erasures(store)
    made_here = [old for old in out.iterdir() if _BACKUP.fullmatch(old.name)]  # and not a database in use beside them
    for old in sorted(made_here)[:-keep]:
        old.unlink()
    tell(f"{path}: {sum(copied.values())} rows of {len(copied)} tables.")
    tell(f"Keep {listed} with your backups, copied more often: it says what a restored one must lose.", err=True)


@copies.command()
def restore(
    file: Annotated[Path, argument("A file that `collect backup` made.")],
    erasures: Annotated[
        Path | None, option("The newest collect.erasures.json; that beside the database by default.", "FILE")
    ] = None,
    erasures_lost: Annotated[
        bool, option("--erasures-lost", "There is no list any more: who erased their data since is in it again.")
    ] = False,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Fill a new database from a backup, without what people erased since the backup was made."""
    need_collect()
    from epicene.collect.store import backups
    from epicene.collect.store.database import database_url, home_folder, shown
    from epicene.collect.volunteers.own_data import reapply

    default = home_folder(database_url(db)) / backups.ERASURES
    listed = erasures or (default if default.is_file() else None)
    if listed is None and not erasures_lost:
        raise InputError(
            f"There is no {default}, and without the list of what was erased since the backup, people who erased their "
            "data would be in it again. Name the newest list with --erasures, or say --erasures-lost."
        )
    erased = backups.read_erasures(listed) if listed else []
    with backups.opened_copy(file) as copy:
        with copy.writing.begin() as session:
            if listed:
                backups.validate_list(session, erased, listed)
            again = reapply(session, erased)
        target, copied = backups.copy_into(db, copy)
    backups.write_erasures(target)
    target.close()
    rows = sum(copied.values())
    tell(f"{shown(target.url)}: {rows} rows restored; taken out again, erased since the backup: {again}.")


@copies.command()
def move(
    to: Annotated[str, option("The new database, which must be empty.", "FILE|URL")],
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Copy a workshop to another database, from SQLite to PostgreSQL or back; stop the server before."""
    with opened(db) as store:
        from epicene.collect.store.backups import copy_into
        from epicene.collect.store.database import shown

        target, copied = copy_into(to, store)
    tell(f"{shown(target.url)}: {sum(copied.values())} rows of {len(copied)} tables.")
    tell("Start the server with the new --db. The old database is as it was: delete it when all is well.", err=True)


@copies.command()
def forget(yes: Yes = False, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Forget volunteers past their retention period now: after the server was away for long, or the clock was set."""
    with opened(db) as store:
        from epicene.collect.campaigns import forget_old, past_retention
        from epicene.collect.store.schema import now

        with store.reading() as session:
            due = len(past_retention(session))
        if due:
            confirm(f"It is {now():%Y-%m-%d}, and {due} volunteers are past their retention period. Forget them?", yes)
        with store.writing.begin() as session:
            forgotten = forget_old(session)
    tell(f"{forgotten} volunteers forgotten.")


@users.command("add")
def add_user(
    name: UserName,
    role: Annotated[str, option("curator or admin.")] = "curator",
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Add a curator or an admin; the password is asked for, or taken from EPICENE_COLLECT_PASSWORD."""
    need_collect()
    from epicene.collect.store.schema import UserRole
    from epicene.collect.web import accounts

    if role not in tuple(UserRole):
        raise InputError(f"There is no role {role!r}. Known: {', '.join(UserRole)}.")
    password = _password()
    with changing(db) as session:
        accounts.add_user(session, name, password, UserRole(role))
        factor = accounts.renew_totp(session, name) if role == UserRole.ADMIN else None
    tell(f"{name} may log in as {role}.", err=True)
    if factor:
        _tell_second_factor(factor)


@users.command("list")
def list_users(db: options.Database = options.DEFAULT_DATABASE, as_json: options.Json = False) -> None:
    """Who has an account, with which role, and how many sessions are open."""
    with changing(db) as session:
        from epicene.collect.web.accounts import all_users

        rows = all_users(session)
    if as_json:
        print_json({"users": rows})
        return
    for row in rows:
        state = "account disabled" if row["disabled"] else f"{row['sessions']} open sessions"
        factor = "" if row["role"] != "admin" or row["second_factor"] else ", NO SECOND FACTOR"
        tell(f"{row['name']}: {row['role']}, {state}{factor}")


@users.command("password")
def change_password(name: UserName, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Set a new password; all sessions of the account end."""
    password = _password()
    with changing(db) as session:
        from epicene.collect.web.accounts import set_password

        set_password(session, name, password)
    tell(f"{name} has a new password, and is logged out everywhere.", err=True)


@users.command("totp")
def renew_second_factor(name: UserName, yes: Yes = False, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Give an account a new second factor; the old one ends."""
    confirm(f"The second factor that {name} has ends. Go on?", yes)
    with changing(db) as session:
        from epicene.collect.web.accounts import renew_totp

        factor = renew_totp(session, name)
    _tell_second_factor(factor)


def _tell_second_factor(address: str) -> None:
    tell("Second factor, shown once. Enter it into an authenticator app:", err=True)
    typer.echo(address)


@users.command("enable")
def enable_user(name: UserName, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Open an account again."""
    with changing(db) as session:
        from epicene.collect.web.accounts import enable_user as enable

        enable(session, name)
    tell(f"{name} can log in again.", err=True)


@users.command("unlock")
def unlock_user(name: UserName, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Let an account log in from new browsers again, after too many wrong passwords closed its door."""
    with changing(db) as session:
        from epicene.collect.web.accounts import unlock_user as unlock

        unlock(session, name)
    tell(f"{name} can log in again.", err=True)


@users.command("disable")
def disable_user(name: UserName, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Close an account at once; what its owner did stays in the history."""
    with changing(db) as session:
        from epicene.collect.web.accounts import disable_user as disable

        disable(session, name)
    tell(f"{name} can no longer log in.", err=True)


def _password() -> str:
    given = os.environ.get(PASSWORD_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise InputError(f"There is nobody to ask for a password; set {PASSWORD_VARIABLE}.")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


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
        from epicene.collect.campaigns import list_campaigns as read

        rows = read(session)
    if as_json:
        print_json({"campaigns": rows})
        return
    for row in rows:
        state = "open now" if row["is_open"] else "closed now"
        counts = ", ".join(f"{row[name]} {name}" for name in ("participants", "statements", "judgments"))
        typer.echo(f"{row['id']}  {row['title']} ({row['language']}), {state}: {counts}")


@campaigns.command("edit")
def edit(
    which: Which,
    title: Annotated[str | None, option("What volunteers read at the top of every page.")] = None,
    organiser: Annotated[str | None, option("Who is responsible.")] = None,
    contact: Annotated[str | None, option("How to reach them.")] = None,
    retention_days: Annotated[int | None, option("Days after which volunteers are forgotten.")] = None,
    judgments_per_sentence: Annotated[
        int | None, option("Give each sentence to N people, then to nobody else; 0: as many as come.", "N")
    ] = None,
    controls_error: Annotated[
        float | None, option("Per cent of attentive people who may fail the hidden controls; 0: nobody fails.")
    ] = None,
    yes: Yes = False,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Change what a campaign says of itself; a shorter retention forgets people sooner, and is asked about."""
    names = ("title", "organiser", "contact", "retention_days", "judgments_per_sentence", "controls_error")
    changes = {name: value for name, value in locals().items() if name in names}
    with opened(db) as store:
        from epicene.collect.campaigns import edit_campaign, named_campaign

        with store.reading() as session:
            campaign = named_campaign(session, which)
        if retention_days is not None and retention_days < campaign.retention_days:
            confirm(f"Volunteers of {campaign.title} will be forgotten after {retention_days} days. Go on?", yes)
        with store.writing.begin() as session:
            changed = edit_campaign(session, campaign.id, changes)
    if not changed:
        raise InputError("Nothing to change: say for instance --title, --contact or --judgments-per-sentence.")
    tell(f"Campaign {campaign.id}: {', '.join(changed)} changed.")


@campaigns.command("close")
def close(which: Which, yes: Yes = False, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """End a campaign: volunteers can give nothing more, and still see and erase what they gave."""
    with opened(db) as store:
        from epicene.collect.campaigns import named_campaign, set_open

        with store.reading() as session:
            campaign = named_campaign(session, which)
        if not campaign.is_open:
            raise InputError(f"Campaign {campaign.id} ({campaign.title}) is closed already.")
        confirm(f"Volunteers will no longer be able to take part in {campaign.title}. Close it?", yes)
        with store.writing.begin() as session:
            set_open(session, campaign.id, False)
    tell(f"Closed: {campaign.title}.")


@campaigns.command("reopen")
def reopen(which: Which, db: options.Database = options.DEFAULT_DATABASE) -> None:
    """Open a closed campaign again; of several that are open, volunteers meet the newest."""
    with changing(db) as session:
        from epicene.collect.campaigns import current_campaign, named_campaign, set_open

        campaign = named_campaign(session, which)
        if campaign.is_open:
            raise InputError(f"Campaign {campaign.id} ({campaign.title}) is open already.")
        set_open(session, campaign.id, True)
        session.flush()
        met = current_campaign(session)
    tell(f"Open again: {campaign.title}. Volunteers meet {met.title}.")


@campaigns.command("copy")
def copy(
    which: Which,
    title: Annotated[str, argument("The title of the new campaign.")],
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Make a campaign with the settings and sentences of another, and nothing that people gave; it starts closed."""
    with changing(db) as session:
        from epicene.collect.campaigns import copy_campaign, named_campaign

        made = copy_campaign(session, named_campaign(session, which).id, title).id
    tell(f"Campaign {made}: {title}. Open it with `epicene collect campaign reopen {made}`.")
