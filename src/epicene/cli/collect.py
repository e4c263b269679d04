"""epicene collect: the corpus workshop, a web app for volunteers and curators, and what organisers do around it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from getpass import getpass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from epicene.cli.command_line import command, group
from epicene.cli.console import Terminal, echo
from epicene.core.errors import EpiceneError, InputError
from epicene.core.extras import named_extras
from epicene.core.language import Language
from epicene.core.request_fields import Count, Option
from epicene.data.checking.check import summary

with named_extras("collect"):  # most users of epicene do not need the web app's libraries
    from sqlalchemy.orm import Session

    from epicene.collect import campaign_files, campaigns
    from epicene.collect.publish import corpus_export, stats_page
    from epicene.collect.store import backups, database
    from epicene.collect.store.schema import UserRole
    from epicene.collect.volunteers.own_data import reapply
    from epicene.collect.web import accounts
    from epicene.collect.web import serve as server
    from epicene.collect.web.app import erase_again, make_app, open_store
    from epicene.collect.web.rate_limits import read_limits

PASSWORD_VARIABLE = "EPICENE_COLLECT_PASSWORD"  # noqa: S105 - a variable's name
_BACKUP = re.compile(r"collect-\d{8}T\d{6}\.\d{6}\.db")

app = group("collect", "Collect stereotypes and judgments with volunteers.")
user_commands = group("user", "Accounts of curators and admins.")
campaign_commands = group("campaign", "Open a campaign, change, end or copy one.")
app.command(user_commands)
app.command(campaign_commands)


@dataclass(frozen=True, kw_only=True)
class DatabaseOptions:
    db: Annotated[str, Option("FILE|URL", env="EPICENE_COLLECT_DB")] = "collect.db"
    "An SQLite file, or postgresql://user@host/name."


@dataclass(frozen=True, kw_only=True)
class CampaignChoice(DatabaseOptions):
    campaign: Annotated[str | None, Option("NUMBER|TITLE")] = None
    "Which campaign; the newest that is open by default."


@dataclass(frozen=True, kw_only=True)
class SureOptions(DatabaseOptions):
    yes: bool = False
    "Do not ask."


@contextmanager
def opened(db: str, *, make: bool = False) -> Iterator[database.Store]:
    """The workshop's database; only with `make` is one made where there is none."""
    store = open_store(db if make else database.existing(db))
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
    if input(f"{question} [y/N] ").strip().lower() not in ("y", "yes"):
        raise EpiceneError("Stopped: nothing was changed.")


@dataclass(frozen=True, kw_only=True)
class CollectExportOptions(CampaignChoice):
    out: Annotated[Path, Option("DIR", names=("--out", "-o"))] = Path("collected")
    "The folder to write to."


@command(CollectExportOptions, app)
def export(options: CollectExportOptions, terminal: Terminal) -> None:
    """Write the ready pairs (CrowS-Pairs TSV and epicene JSONL), the judgments, the statistics and a data statement."""
    out = options.out
    with opened(options.db) as store:
        with store.snapshot() as session:
            made = corpus_export.make_export(session, campaigns.named_campaign(session, options.campaign).id)
        paths = corpus_export.write_export(made, out)
        with store.writing.begin() as session:
            corpus_export.note_export(session, made, None)
            corpus_export.note_words(session, made.statements, made.made_at)
    if terminal.json:
        findings = {code: [finding.as_dict() for finding in rows] for code, rows in made.findings.items()}
        terminal.print_json({"folder": str(out), "files": [path.name for path in paths], "findings": findings})
        return
    echo(f"{out}: {', '.join(path.name for path in paths)}")
    if not made.pairs:
        echo("No pair is ready yet: curators make them so in the pair editor.", err=True)
    for code, pairs in made.pairs.items():
        echo(f"pairs-{code}: {summary(made.findings[code], len(pairs))}")
        if code in ("fr", "en"):
            echo(f"  epicene audit MODEL --on pairs-{code}={out / f'pairs-{code}.jsonl'}")


@command(CampaignChoice, app)
def stats(options: CampaignChoice, terminal: Terminal) -> None:
    """Contributions, participants, bias types, fluency, agreement (Krippendorff's α) and days of the campaign."""
    with opened(options.db) as store, store.snapshot() as session:
        chosen = campaigns.named_campaign(session, options.campaign)
        made = stats_page.make_statistics(session, chosen.id, chosen.settings.judgments_per_sentence)
    about = {"id": chosen.id, "title": chosen.title, "language": chosen.language}
    document = {"campaign": about, **stats_page.with_progress(made.figures, made.progress)}
    if terminal.json:
        terminal.print_json(document)
    else:
        _print_statistics(document, Language(terminal.lang, "epicene.collect"))


def _print_statistics(document: Mapping[str, Any], words: Language) -> None:
    def text(name: str) -> str:
        """What the page of statistics calls it; a type of one's own stays as it is."""
        return words.text_or(f"statistics.{name}", words.text_or(name, name.rpartition(".")[2]))

    def print_table(header: Iterable[str], rows: Iterable[tuple[str, Iterable[object]]]) -> None:
        """Columns as wide as they need to be; all but the first are figures."""
        cells = [[text(name), *map(written, figures)] for name, figures in rows]
        lines = [[text(name) for name in header], *cells]
        first, *others = (max(map(len, column)) for column in zip(*lines, strict=True))
        for name, *figures in lines:
            aligned = (figure.rjust(width) for figure, width in zip(figures, others, strict=True))
            echo("  ".join([name.ljust(first), *aligned]).rstrip())
        echo("")

    def written(figure: object) -> str:
        return words.number(figure) if isinstance(figure, float) else str(figure)

    def answers(shares: Mapping[str, Mapping[str, int]]) -> str:
        return ", ".join(f"{text(f'fluency.{name}')} {share['count']}" for name, share in shares.items())

    campaign, controls = document["campaign"], document["controls"]
    people = words.plural("statistics.all", document["participants"])
    echo(f"{campaign['title']} ({campaign['language']}). {people}\n")
    columns = {"contributions": int, "participants": int, "mean": float, "median": float, "max": int}
    tasks = (
        (f"task.{name}", [kind(task[key]) if key in task else "" for key, kind in columns.items()])
        for name, task in document["tasks"].items()
    )
    print_table(("task", *columns), tasks)
    for title, counted, prefix in (("type", "bias_types", "bias"), ("direction", "directions", "statistics.direction")):
        stages = document[counted].values()
        shares = {name: [share for stage in stages for share in stage[name].values()] for name in next(iter(stages))}
        rows = ((f"{prefix}.{name}", row) for name, row in shares.items())
        print_table((title, "contributed", "%", "accepted", "%", "pairs", "%"), rows)
    if fluency := document.get("fluency"):
        rate = {name: words.percent(fluency["fluent"][key]) for name, key in zip(*_RATE, strict=True)}
        echo(f"{words.text('statistics.fluency.rate', **rate)} ({answers(fluency['answers'])})\n")
    for title in ("agreement", "agreement_all"):
        alphas = {
            f"alpha.{task}.{distance}": (
                *(words.number(alpha["value"], 3), words.bracket(alpha["low"], alpha["high"], 3)),
                *(alpha["n_items"], alpha["n_judgments"]),
            )
            for task, by_distance in document.get(title, {}).items()
            for distance, alpha in by_distance.items()
        }
        if alphas:
            echo(words.text(f"statistics.{title.replace('_', '.')}"))
            print_table(("measure", "alpha", "interval", "items", "judgments"), alphas.items())
    for question, shares in document.get("validation", {}).items():
        echo(f"{text(f'validation-{question}')} ({answers(shares)})\n")
    if second := document.get("second_opinions"):
        echo(words.plural("statistics.second", second["statements"], same=second["same"]) + "\n")
    if against := document.get("against_original"):
        print_table(
            ("against", "judgments", "%"), ((f"against.{name}", share.values()) for name, share in against.items())
        )
    if controls["judgments"]:
        right = words.text("statistics.controls", right=controls["right"], judgments=controls["judgments"])
        failed = words.plural("statistics.controls.failed", controls["failed"], participants=controls["participants"])
        echo(f"{right} {failed}\n")
    for task, progress in document.get("progress", {}).items():
        done = words.plural("task.progress", progress["sentences"], full=progress["full"], wanted=progress["wanted"])
        label = text(f"short.{'categories' if task == 'category' else task}")
        echo(words.text("curate.labelled", label=label, text=done))
    if days := document["days"]:
        header = ("day", *(f"short.{name}" for name in days[0] if name != "day"))
        print_table(header, ((day, figures) for day, *figures in (row.values() for row in days)))


_RATE = (("rate", "low", "high"), ("percent", "low", "high"))


@dataclass(frozen=True, kw_only=True)
class ServeOptions(DatabaseOptions):
    host: str = "127.0.0.1"
    "The address to listen on."
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    "The port to listen on; 0 takes a free one."
    trusted_proxy: Annotated[tuple[str, ...], Option("ADDRESS")] = ()
    """A proxy, or network of proxies, whose X-Forwarded-For and -Proto are believed; may be repeated. This machine by
    default."""
    limit: Annotated[tuple[str, ...], Option("NAME=N")] = ()
    """Another limit, may be repeated: per-participant=60 (submissions a minute of one volunteer), per-address=600
    (forms a minute), views-per-address=1200 (pages a minute), identities-per-hour=60 (people who start from one
    address), statements-per-minute=10 (of one volunteer; what comes faster is held for a curator),
    statements-per-address=60 (likewise, and ten times as many an hour at most)."""


@command(ServeOptions, app)
def serve(options: ServeOptions, terminal: Terminal) -> None:
    """Start the web app; the database and a first campaign (in French) are made if there are none."""
    proxies = server.read_proxies(options.trusted_proxy or server.LOOPBACK)
    settings = read_limits(options.limit)
    with server.listen(options.host, options.port) as socket:
        store = open_store(options.db)
        store.lock()
        if again := erase_again(store):
            echo(f"This database is an older copy: erased again, as {backups.ERASURES} says: {again}.", err=True)
        web = make_app(store, settings)
        shown, number = socket.getsockname()[:2]
        terminal.note(f"Open http://{f'[{shown}]' if ':' in shown else shown}:{number}/ (Ctrl-C stops).")
        terminal.note(f"Database: {database.shown(store.url)}")
        terminal.note("Curators log in after `epicene collect user add NAME --role curator`, with the same --db.")
        with store.reading() as session:
            current = campaigns.current_campaign(session)
        if not current.organiser or not current.contact:
            terminal.note(
                f"{current.title} is not open yet: say who is responsible with "
                f"`epicene collect campaign edit {current.id} --organiser NAME --contact ADDRESS`."
            )
        if newer := server.outdated_python():
            echo(f"WARNING: this release of Python has known holes; {newer} or later has not.", err=True)
        if not server.is_local(shown) and not options.trusted_proxy:
            echo(
                f"WARNING: {shown} can be reached from other machines over plain HTTP, where passwords and codes can "
                "be read on the way. Listen on 127.0.0.1 behind a web server with https, or name it: --trusted-proxy.",
                err=True,
            )
        try:
            server.run(web, socket, proxies)
        finally:
            store.close()


@dataclass(frozen=True, kw_only=True)
class CampaignTemplateOptions:
    folder: Annotated[Path, Option("FOLDER", argument=True)]
    "A folder that is not there yet."
    language: str = "fr"
    "Language of the texts: fr, en, or one of your own."


@command(CampaignTemplateOptions, app)
def template(options: CampaignTemplateOptions, terminal: Terminal) -> None:
    """Write a campaign's files to begin with: guidelines, messages, settings; then `campaign --files` or `files`."""
    echo(f"{options.folder}: {', '.join(campaign_files.write_template(options.folder, options.language))}")


@dataclass(frozen=True, kw_only=True)
class FilesOptions(CampaignChoice):
    folder: Annotated[Path, Option("FOLDER", argument=True)]
    "The campaign's files; those it had and that are not there go."


@command(FilesOptions, app)
def files(options: FilesOptions, terminal: Terminal) -> None:
    """Give a campaign other texts, messages, types, logo or colours; the old texts are kept for those who agreed."""
    own_files = campaign_files.read_folder(options.folder)
    with changing(options.db) as session:
        chosen = campaigns.named_campaign(session, options.campaign)
        campaigns.replace_files(session, chosen, own_files)
    terminal.note(f"{chosen.title}: {', '.join(own_files) or 'no files of its own'}")


@dataclass(frozen=True, kw_only=True)
class AddOptions(CampaignChoice):
    on: Annotated[str, Option("BENCHMARK[=FILE]", argument=True)]
    "Its sentences are judged from now on."
    validate: bool = False
    "Its items are to be validated as wholes instead."


@command(AddOptions, app)
def add(options: AddOptions, terminal: Terminal) -> None:
    """Add sentences to a campaign that is open; those that it has already are passed over."""
    with changing(options.db) as session:
        chosen = campaigns.named_campaign(session, options.campaign)
        sentences = campaigns.read_sentences(options.on, chosen.language, is_whole=options.validate)
        added = campaigns.add_sentences(session, chosen.id, sentences)
    terminal.note(f"{chosen.title}: {added} of {len(sentences)} sentences are new.")


@dataclass(frozen=True, kw_only=True)
class BackupOptions(DatabaseOptions):
    out: Annotated[Path, Option("DIR", names=("--out", "-o"))] = Path("backups")
    "The folder to write to."
    keep: Count = 14
    "How many backups to keep there; older ones are deleted."


@command(BackupOptions, app)
def backup(options: BackupOptions, terminal: Terminal) -> None:
    """Copy the whole database into an SQLite file that only its owner may read, while the server runs."""
    with opened(options.db) as store:
        options.out.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = options.out / f"collect-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}.db"
        copied = backups.back_up(store, path)
        listed = backups.write_erasures(store)
    made = [old for old in options.out.iterdir() if _BACKUP.fullmatch(old.name)]  # and not a database beside them
    for old in sorted(made)[: -options.keep]:
        old.unlink()
    echo(f"{path}: {sum(copied.values())} rows of {len(copied)} tables.")
    terminal.note(f"Keep {listed} with your backups, copied more often: it says what a restored one must lose.")


@dataclass(frozen=True, kw_only=True)
class RestoreOptions(DatabaseOptions):
    file: Annotated[Path, Option("FILE", argument=True)]
    "A file that `collect backup` made."
    erasures: Annotated[str | None, Option("FILE|lost")] = None
    """The newest collect.erasures.json; that beside the database by default. `lost`: there is no list any more, and who
    erased their data since is in it again."""


@command(RestoreOptions, app)
def restore(options: RestoreOptions, terminal: Terminal) -> None:
    """Fill a new database from a backup, without what people erased since the backup was made."""
    default = database.home_folder(database.database_url(options.db)) / backups.ERASURES
    listed: Path | None = Path(options.erasures) if options.erasures and options.erasures != "lost" else default
    if options.erasures == "lost":
        listed = default if default.is_file() else None
    elif not options.erasures and not default.is_file():
        raise InputError(
            f"There is no {default}, and without the list of what was erased since the backup, people who erased their "
            "data would be in it again. Name the newest list with --erasures, or say --erasures lost."
        )
    erased = backups.read_erasures(listed) if listed else []
    with backups.opened_copy(options.file) as copy:
        with copy.writing.begin() as session:
            if listed:
                backups.validate_list(session, erased, listed)
            again = reapply(session, erased)
        target, copied = backups.copy_into(options.db, copy)
    backups.write_erasures(target)
    target.close()
    rows = sum(copied.values())
    echo(f"{database.shown(target.url)}: {rows} rows restored; taken out again, erased since the backup: {again}.")


@dataclass(frozen=True, kw_only=True)
class MoveOptions(DatabaseOptions):
    to: Annotated[str, Option("FILE|URL")]
    "The new database, which must be empty."


@command(MoveOptions, app)
def move(options: MoveOptions, terminal: Terminal) -> None:
    """Copy a workshop to another database, from SQLite to PostgreSQL or back; stop the server before."""
    with opened(options.db) as store:
        target, copied = backups.copy_into(options.to, store)
    echo(f"{database.shown(target.url)}: {sum(copied.values())} rows of {len(copied)} tables.")
    terminal.note("Start the server with the new --db. The old database is as it was: delete it when all is well.")


@command(SureOptions, app)
def forget(options: SureOptions, terminal: Terminal) -> None:
    """Forget volunteers past their retention period now: after the server was away for long, or the clock was set."""
    with opened(options.db) as store:
        with store.reading() as session:
            due = len(campaigns.past_retention(session))
        if due:
            today = datetime.now(UTC).date()
            confirm(f"It is {today}, and {due} volunteers are past their retention period. Forget them?", options.yes)
        with store.writing.begin() as session:
            forgotten = campaigns.forget_old(session)
    echo(f"{forgotten} volunteers forgotten.")


@dataclass(frozen=True, kw_only=True)
class UserOptions(DatabaseOptions):
    name: Annotated[str, Option("NAME", argument=True)]
    "The name to log in with."


@dataclass(frozen=True, kw_only=True)
class UserAddOptions(UserOptions):
    role: Annotated[str, Option("curator|admin", choices=("curator", "admin"))] = "curator"
    "An admin sees the audit log too, and needs a second factor."


@command(UserAddOptions, user_commands, name="add")
def add_user(options: UserAddOptions, terminal: Terminal) -> None:
    """Add a curator or an admin; the password is asked for, or taken from EPICENE_COLLECT_PASSWORD."""
    password = _password()
    with changing(options.db) as session:
        accounts.add_user(session, options.name, password, UserRole(options.role))
        factor = accounts.renew_totp(session, options.name) if options.role == UserRole.ADMIN else ""
    terminal.note(f"{options.name} may log in as {options.role}.")
    if factor:
        _print_second_factor(factor)


@command(DatabaseOptions, user_commands, name="list")
def list_users(options: DatabaseOptions, terminal: Terminal) -> None:
    """Who has an account, with which role, and how many sessions are open."""
    with changing(options.db) as session:
        rows = accounts.all_users(session)

    def line(row: Mapping[str, Any]) -> str:
        state = "account disabled" if row["disabled"] else f"{row['sessions']} open sessions"
        factor = "" if row["role"] != "admin" or row["second_factor"] else ", NO SECOND FACTOR"
        return f"{row['name']}: {row['role']}, {state}{factor}"

    terminal.show({"users": rows}, *map(line, rows))


@command(UserOptions, user_commands, name="password")
def change_password(options: UserOptions, terminal: Terminal) -> None:
    """Set a new password; all sessions of the account end."""
    password = _password()
    with changing(options.db) as session:
        accounts.set_password(session, options.name, password)
    terminal.note(f"{options.name} has a new password, and is logged out everywhere.")


def _password() -> str:
    given = os.environ.get(PASSWORD_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise InputError(f"There is nobody to ask for a password; set {PASSWORD_VARIABLE}.")
    given = getpass("Password: ")
    if getpass("The same again: ") != given:
        raise InputError("The two passwords are not the same; nothing was changed.")
    return given


@dataclass(frozen=True, kw_only=True)
class TotpOptions(UserOptions, SureOptions):
    """An account, and whether to ask."""


@command(TotpOptions, user_commands)
def totp(options: TotpOptions, terminal: Terminal) -> None:
    """Give an account a new second factor; the old one ends."""
    confirm(f"The second factor that {options.name} has ends. Go on?", options.yes)
    with changing(options.db) as session:
        factor = accounts.renew_totp(session, options.name)
    _print_second_factor(factor)


def _print_second_factor(address: str) -> None:
    echo("Second factor, shown once. Enter it into an authenticator app:", err=True)
    echo(address)


@command(UserOptions, user_commands)
def enable(options: UserOptions, terminal: Terminal) -> None:
    """Open an account again."""
    with changing(options.db) as session:
        accounts.enable_user(session, options.name)
    terminal.note(f"{options.name} can log in again.")


@command(UserOptions, user_commands)
def unlock(options: UserOptions, terminal: Terminal) -> None:
    """Let an account log in from new browsers again, after too many wrong passwords closed its door."""
    with changing(options.db) as session:
        accounts.unlock_user(session, options.name)
    terminal.note(f"{options.name} can log in again.")


@command(UserOptions, user_commands)
def disable(options: UserOptions, terminal: Terminal) -> None:
    """Close an account at once; what its owner did stays in the history."""
    with changing(options.db) as session:
        accounts.disable_user(session, options.name)
    terminal.note(f"{options.name} can no longer log in.")


@dataclass(frozen=True, kw_only=True)
class ReopenOptions(DatabaseOptions):
    which: Annotated[str, Option("NUMBER|TITLE", argument=True)]
    "Which campaign."


@dataclass(frozen=True, kw_only=True)
class CampaignFields(DatabaseOptions):
    organiser: str | None = None
    "Who is responsible; shown before people agree to anything."
    contact: str | None = None
    "How to reach them; likewise."
    retention_days: int | None = None
    "Days after which volunteers are no more than a number; 365 by default."
    judgments_per_sentence: Annotated[int | None, Option("N")] = None
    "Give each sentence to N people, then to nobody else; 0, the default: as many as come, evenly."
    controls_error: float | None = None
    "Per cent of attentive people who may fail the hidden controls, 1 by default; 0: nobody fails."

    def given(self, *names: str) -> dict[str, Any]:
        """Those of these fields that were typed."""
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


@dataclass(frozen=True, kw_only=True)
class OpenOptions(CampaignFields):
    title: Annotated[str, Option("TITLE", argument=True)]
    "What volunteers read at the top of every page."
    language: str = "fr"
    "Language of the sentences: fr, en, pt…"
    on: Annotated[str | None, Option("BENCHMARK[=FILE]")] = None
    "Pairs whose sentences are judged in tasks 2 and 3."
    validate: Annotated[str | None, Option("BENCHMARK[=FILE]")] = None
    "Items that people validate: well written, as meant, known here?"
    files: Annotated[Path | None, Option("DIR")] = None
    "The campaign's own texts, messages, types, logo, colours; see `collect template`."
    alongside: bool = False
    "Leave the other campaigns open."
    second_opinion: bool = False
    "Two curators must agree on what is kept."


@command(OpenOptions, campaign_commands, name="open")
def open_campaign(options: OpenOptions, terminal: Terminal) -> None:
    """Open a campaign of your own; those that were open are closed, unless it is `--alongside`, and all is kept."""
    own_files = campaign_files.read_folder(options.files) if options.files else {}
    settings = campaign_files.CampaignSettings(
        judgments_per_sentence=options.judgments_per_sentence or None,
        second_opinion=options.second_opinion,
        **options.given("controls_error"),
    )
    settings.check()
    sentences = campaigns.read_sentences(options.on, options.language) if options.on else []
    if options.validate:
        sentences += campaigns.read_sentences(options.validate, options.language, is_whole=True)
    with changing(options.db, make=True) as session:
        campaigns.open_campaign(
            session,
            options.title,
            options.language,
            options.organiser or "",
            options.contact or "",
            sentences,
            settings=settings,
            files=own_files,
            alongside=options.alongside,
            **options.given("retention_days"),
        )
    terminal.note(f"Open now: {options.title} ({options.language}), with {len(sentences)} sentences to judge.")


@command(DatabaseOptions, campaign_commands, name="list")
def list_campaigns(options: DatabaseOptions, terminal: Terminal) -> None:
    """All campaigns, the one that volunteers meet first, with what is in them."""
    with changing(options.db) as session:
        rows = campaigns.list_campaigns(session)

    def line(row: Mapping[str, Any]) -> str:
        state = "open now" if row["is_open"] else "closed now"
        counts = ", ".join(f"{row[name]} {name}" for name in ("participants", "statements", "judgments"))
        return f"{row['id']}  {row['title']} ({row['language']}), {state}: {counts}"

    terminal.show({"campaigns": rows}, *map(line, rows))


@dataclass(frozen=True, kw_only=True)
class EditOptions(CampaignFields, ReopenOptions, SureOptions):
    title: str | None = None
    "What volunteers read at the top of every page."


@command(EditOptions, campaign_commands)
def edit(options: EditOptions, terminal: Terminal) -> None:
    """Change what a campaign says of itself; a shorter retention forgets people sooner, and is asked about."""
    names = ("title", "organiser", "contact", "retention_days", "judgments_per_sentence", "controls_error")
    days = options.retention_days
    with opened(options.db) as store:
        with store.reading() as session:
            campaign = campaigns.named_campaign(session, options.which)
        if days is not None and days < campaign.retention_days:
            confirm(f"Volunteers of {campaign.title} will be forgotten after {days} days. Go on?", options.yes)
        with store.writing.begin() as session:
            changed = campaigns.edit_campaign(session, campaign.id, options.given(*names))
    if not changed:
        raise InputError("Nothing to change: say for instance --title, --contact or --judgments-per-sentence.")
    echo(f"Campaign {campaign.id}: {', '.join(changed)} changed.")


@dataclass(frozen=True, kw_only=True)
class CloseOptions(ReopenOptions, SureOptions):
    """A campaign, and whether to ask."""


@command(CloseOptions, campaign_commands)
def close(options: CloseOptions, terminal: Terminal) -> None:
    """End a campaign: volunteers can give nothing more, and still see and erase what they gave."""
    with opened(options.db) as store:
        with store.reading() as session:
            campaign = campaigns.named_campaign(session, options.which)
        if not campaign.is_open:
            raise InputError(f"Campaign {campaign.id} ({campaign.title}) is closed already.")
        confirm(f"Volunteers will no longer be able to take part in {campaign.title}. Close it?", options.yes)
        with store.writing.begin() as session:
            campaigns.set_open(session, campaign.id, False)
    echo(f"Closed: {campaign.title}.")


@command(ReopenOptions, campaign_commands)
def reopen(options: ReopenOptions, terminal: Terminal) -> None:
    """Open a closed campaign again; of several that are open, volunteers meet the newest."""
    with changing(options.db) as session:
        campaign = campaigns.named_campaign(session, options.which)
        if campaign.is_open:
            raise InputError(f"Campaign {campaign.id} ({campaign.title}) is open already.")
        campaigns.set_open(session, campaign.id, True)
        session.flush()
        met = campaigns.current_campaign(session)
    echo(f"Open again: {campaign.title}. Volunteers meet {met.title}.")


@dataclass(frozen=True, kw_only=True)
class CopyOptions(ReopenOptions):
    title: Annotated[str, Option("TITLE", argument=True)]
    "The title of the new campaign."


@command(CopyOptions, campaign_commands)
def copy(options: CopyOptions, terminal: Terminal) -> None:
    """Make a campaign with the settings and sentences of another, and nothing that people gave; it starts closed."""
    with changing(options.db) as session:
        source = campaigns.named_campaign(session, options.which)
        made = campaigns.copy_campaign(session, source.id, options.title).id
    echo(f"Campaign {made}: {options.title}. Open it with `epicene collect campaign reopen {made}`.")
