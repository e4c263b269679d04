"""epicene collect: the corpus workshop, a web app for volunteers and curators."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from epicene.cli import options
from epicene.cli.collect.upkeep_commands import campaigns, changing, copies, need_collect, opened, users
from epicene.cli.console import call, print_json, tell
from epicene.cli.options import argument, option
from epicene.core.catalogues import spoken
from epicene.core.language import Language

app = typer.Typer(help="Collect stereotypes and judgments with volunteers.", no_args_is_help=True)
app.add_typer(users, name="user")
app.add_typer(campaigns, name="campaign")
app.add_typer(copies)


@app.command()
def export(
    out: Annotated[Path, option("The folder to write to.", "DIR")] = Path("collected"),
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
    as_json: options.Json = False,
) -> None:
    """Write the ready pairs (CrowS-Pairs TSV and epicene JSONL), the judgments, the statistics and a data statement."""
    with opened(db) as store:
        from epicene.collect.campaigns import named_campaign
        from epicene.collect.publish.corpus_export import make_export, note_export, note_words, write_export
        from epicene.data.checking.check import summary

        with store.snapshot() as session:
            made = make_export(session, named_campaign(session, campaign).id)
        paths = write_export(made, out)
        with store.writing.begin() as session:
            note_export(session, made.taken, None)
            note_words(session, made.taken.statements, made.taken.made_at)
    if as_json:
        findings = {code: [finding.as_dict() for finding in rows] for code, rows in made.findings.items()}
        print_json({"folder": str(out), "files": [path.name for path in paths], "findings": findings})
        return
    tell(f"{out}: {', '.join(path.name for path in paths)}")
    if not made.pairs:
        tell("No pair is ready yet: curators make them so in the pair editor.", err=True)
    for code, pairs in made.pairs.items():
        tell(f"pairs-{code}: {summary(made.findings[code], len(pairs))}")
        if code in ("fr", "en"):
            tell(f"  epicene audit MODEL --on pairs-{code}={out / f'pairs-{code}.jsonl'}")


@app.command()
def stats(
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
    as_json: options.Json = False,
) -> None:
    """Contributions, participants, bias types, fluency, agreement (Krippendorff's α) and days of the campaign."""
    with opened(db) as store, store.snapshot() as session:
        from epicene.collect.campaigns import named_campaign
        from epicene.collect.publish.stats_page import make_statistics, with_progress

        chosen = named_campaign(session, campaign)
        made = make_statistics(session, chosen.id, chosen.settings.judgments_per_sentence, lambda share: None)
    about = {"id": chosen.id, "title": chosen.title, "language": chosen.language}
    document = {"campaign": about, **with_progress(made.figures, made.progress)}
    if as_json:
        print_json(document)
    else:
        _print(document)


def _print(document: Mapping[str, Any]) -> None:
    words = Language(spoken(), "epicene.collect")

    def texts(*names: str) -> list[str]:
        """What the workshop's page of statistics calls them; a type of one's own, a number or a sign stays."""
        return [words.text_or(f"statistics.{name}", name) for name in names]

    def named(prefix: str, name: str) -> str:
        return words.text_or(f"statistics.{prefix}.{name}", name)

    def cells(share: Mapping[str, float]) -> list[str]:
        return [str(share["count"]), words.number(share["percent"])]

    def counts(task: Mapping[str, float]) -> list[str]:
        means = [words.number(task[name]) if name in task else "" for name in ("mean", "median")]
        return [str(task["contributions"]), str(task["participants"]), *means, str(task.get("max", ""))]

    def answers(shares: Mapping[str, Mapping[str, int]]) -> str:
        return ", ".join(f"{named('fluency', name)} {share['count']}" for name, share in shares.items())

    campaign, people = document["campaign"], words.plural("statistics.all", document["participants"])
    typer.echo(f"{campaign['title']} ({campaign['language']}). {people}\n")
    header = texts("task", "contributions", "participants", "mean", "median", "max")
    _table(header, [[named("task", name), *counts(task)] for name, task in document["tasks"].items()])
    for title, counted, prefix in (("type", "bias_types", "bias"), ("direction", "directions", "statistics.direction")):
        columns = document[counted]
        rows = [
            [words.text_or(f"{prefix}.{name}", name), *chain(*(cells(column[name]) for column in columns.values()))]
            for name in columns["contributed"]
        ]
        _table(texts(title, "contributed", "%", "accepted", "%", "pairs", "%"), rows)
    if fluency := document.get("fluency"):
        bounds = {name: words.percent(fluency["fluent"][name]) for name in ("low", "high")}
        rate = words.text("statistics.fluency.rate", rate=words.percent(fluency["fluent"]["percent"]), **bounds)
        typer.echo(f"{rate} ({answers(fluency['answers'])})\n")
    for title in ("agreement", "agreement_all"):
        rows = [
            [named("alpha", f"{task}.{distance}"), words.number(alpha["value"], 3),
             words.bracket(alpha["low"], alpha["high"], 3), str(alpha["n_items"]), str(alpha["n_judgments"])]
            for task, alphas in document.get(title, {}).items()
            for distance, alpha in alphas.items()
        ]  # fmt: skip
        if rows:
            typer.echo(words.text(f"statistics.{title.replace('_', '.')}"))
            _table(texts("measure", "alpha", "interval", "items", "judgments"), rows)
    for question, shares in document.get("validation", {}).items():
        typer.echo(f"{texts(question)[0]}: {answers(shares)}\n")
    if second := document.get("second_opinions"):
        typer.echo(words.plural("statistics.second", second["statements"], same=second["same"]) + "\n")
    if against := document.get("against_original"):
        rows = [[named("against", name), *cells(share)] for name, share in against.items()]
        _table(texts("against", "judgments", "%"), rows)
    controls = document["controls"]
    if controls["judgments"]:
        right = words.text("statistics.controls", right=controls["right"], judgments=controls["judgments"])
        typer.echo(f"{right} {controls['failed']} of {controls['participants']} people fail.\n")
    for task, progress in document.get("progress", {}).items():
        done = words.plural("task.progress", progress["sentences"], full=progress["full"], wanted=progress["wanted"])
        typer.echo(f"{named('task', task)}: {done}")
    if document["days"]:
        header = [named("short", name) if name != "day" else texts(name)[0] for name in document["days"][0]]
        _table(header, [[str(value) for value in day.values()] for day in document["days"]])


def _table(header: list[str], rows: list[list[str]]) -> None:
    """Print columns as wide as they need to be; all but the first are figures."""
    first, *others = (max(map(len, column)) for column in zip(header, *rows, strict=True))
    for name, *figures in (header, *rows):
        aligned = (figure.rjust(width) for figure, width in zip(figures, others, strict=True))
        typer.echo("  ".join([name.ljust(first), *aligned]).rstrip())
    typer.echo("")


@app.command()
def serve(
    db: options.Database = options.DEFAULT_DATABASE,
    host: Annotated[str, option("The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, option("The port to listen on; 0 takes a free one.", min=0, max=65535)] = 8000,
    trusted_proxy: Annotated[
        list[str] | None,
        option(
            "A proxy, or network of proxies, whose X-Forwarded-For and -Proto are believed; may be repeated. "
            "This machine by default.",
            "ADDRESS",
        ),
    ] = None,
    per_participant: Annotated[int, option("Submissions a minute of one volunteer.", min=1)] = 60,
    per_address: Annotated[int, option("Forms a minute from one address.", min=1)] = 600,
    views_per_address: Annotated[int, option("Pages a minute from one address.", min=1)] = 1200,
    identities_per_hour: Annotated[int, option("People who start from one address in an hour.", min=1)] = 60,
    statements_per_minute: Annotated[
        int, option("Statements a minute of one volunteer; what comes faster is held for a curator.", min=1)
    ] = 10,
    statements_per_address: Annotated[
        int, option("Statements a minute from one address; likewise, and ten times as many an hour at most.", min=1)
    ] = 60,
) -> None:
    """Start the web app; the database and a first campaign (in French) are made if there are none."""
    given = dict(locals())
    need_collect()
    tell("Starting (loading libraries)", err=True)
    from epicene.collect.campaigns import current_campaign
    from epicene.collect.store.backups import ERASURES
    from epicene.collect.store.database import shown as show_url
    from epicene.collect.web.app import erase_again, make_app, open_store
    from epicene.collect.web.rate_limits import Settings
    from epicene.collect.web.serve import LOOPBACK, is_local, listen, outdated_python, read_proxies, run

    proxies = read_proxies(trusted_proxy or LOOPBACK)

    with listen(host, port) as socket:
        store = open_store(db)
        store.lock()
        if again := erase_again(store):
            tell(f"This database is an older copy: erased again, as {ERASURES} says: {again}.", err=True)
        web = make_app(store, call(Settings, given))
        shown, number = socket.getsockname()[:2]
        host_shown = f"[{shown}]" if ":" in shown else shown
        tell(f"Open http://{host_shown}:{number}/ (Ctrl-C stops).", err=True)
        tell(f"Database: {show_url(store.url)}", err=True)
        tell("Curators log in after `epicene collect user add NAME --role curator`, with the same --db.", err=True)
        with store.reading() as session:
            current = current_campaign(session)
        if not current.organiser or not current.contact:
            tell(
                f"{current.title} is not open yet: say who is responsible with "
                f"`epicene collect campaign edit {current.id} --organiser NAME --contact ADDRESS`.",
                err=True,
            )
        if newer := outdated_python():
            tell(f"WARNING: this release of Python has known holes; {newer} or later has not.", err=True)
        if not is_local(shown) and not trusted_proxy:
            tell(
                f"WARNING: {shown} can be reached from other machines over plain HTTP, where passwords and codes can "
                "be read on the way. Listen on 127.0.0.1 behind a web server with https, or name it: --trusted-proxy.",
                err=True,
            )
        try:
            run(web, socket, proxies)
        finally:
            store.close()


@campaigns.command("open")
def campaign(
    title: Annotated[str, argument("What volunteers read at the top of every page.")],
    language: Annotated[str, option("Language of the sentences: fr, en, pt…")] = "fr",
    on: Annotated[str | None, option("Pairs whose sentences are judged in tasks 2 and 3.", "BENCHMARK[=FILE]")] = None,
    organiser: Annotated[str, option("Who is responsible; shown before people agree to anything.")] = "",
    contact: Annotated[str, option("How to reach them; likewise.")] = "",
    retention_days: Annotated[int, option("Days after which volunteers are no more than a number.", min=1)] = 365,
    judgments_per_sentence: Annotated[
        int | None, option("Give each sentence to N people, then to nobody else; without it, evenly.", "N")
    ] = None,
    files: Annotated[
        Path | None, option("The campaign's own texts, messages, types, logo, colours; see `collect template`.", "DIR")
    ] = None,
    alongside: Annotated[bool, option("--alongside", "Leave the other campaigns open.")] = False,
    validate: Annotated[
        str | None, option("Items that people validate: well written, as meant, known here?", "BENCHMARK[=FILE]")
    ] = None,
    second_opinion: Annotated[bool, option("--second-opinion", "Two curators must agree on what is kept.")] = False,
    controls_error: Annotated[
        float, option("Per cent of attentive people who may fail the hidden controls; 0: nobody fails.")
    ] = 1.0,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Open a campaign of your own; those that were open are closed, unless it is `--alongside`, and all is kept."""
    need_collect()
    from epicene.collect.campaign_files import CampaignSettings
    from epicene.collect.campaigns import open_campaign, read_sentences

    settings = call(CampaignSettings, locals())
    settings.check()
    own_files = _read_files(files)
    sentences = read_sentences(on, language) if on else []
    sentences += read_sentences(validate, language, is_whole=True) if validate else []
    with changing(db, make=True) as session:
        open_campaign(
            session, title, language, organiser, contact, sentences,
            retention_days=retention_days, settings=settings, files=own_files, alongside=alongside,
        )  # fmt: skip
    tell(f"Open now: {title} ({language}), with {len(sentences)} sentences to judge.", err=True)


@app.command()
def template(
    folder: Annotated[Path, argument("A folder that is not there yet.")],
    language: Annotated[str, option("Language of the texts: fr, en, or one of your own.")] = "fr",
) -> None:
    """Write a campaign's files to begin with: guidelines, messages, settings; then `campaign --files` or `files`."""
    need_collect()
    from epicene.collect.campaign_files import write_template

    tell(f"{folder}: {', '.join(write_template(folder, language))}")


@app.command("files")
def give_files(
    folder: Annotated[Path, argument("The campaign's files; those it had and that are not there go.")],
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Give a campaign other texts, messages, types, logo or colours; the old texts are kept for those who agreed."""
    need_collect()
    from epicene.collect.campaigns import named_campaign, replace_files

    files = _read_files(folder)
    with changing(db) as session:
        chosen = named_campaign(session, campaign)
        replace_files(session, chosen, files)
    tell(f"{chosen.title}: {', '.join(files) or 'no files of its own'}", err=True)


def _read_files(folder: Path | None) -> Mapping[str, bytes]:
    from epicene.collect.campaign_files import missing_messages, read_folder

    files = read_folder(folder) if folder else {}
    for code, missing in missing_messages(files).items():
        tell(f"messages.{code}.ftl lacks {missing} messages: they will be in English.", err=True)
    return files


@app.command("add")
def add_more(
    on: Annotated[str, argument("Its sentences are judged from now on.", "BENCHMARK[=FILE]")],
    validate: Annotated[bool, option("--validate", "Its items are to be validated as wholes instead.")] = False,
    campaign: options.Campaign = None,
    db: options.Database = options.DEFAULT_DATABASE,
) -> None:
    """Add sentences to a campaign that is open; those that it has already are passed over."""
    with changing(db) as session:
        from epicene.collect.campaigns import add_sentences, named_campaign, read_sentences

        chosen = named_campaign(session, campaign)
        sentences = read_sentences(on, chosen.language, is_whole=validate)
        added = add_sentences(session, chosen.id, sentences)
    tell(f"{chosen.title}: {added} of {len(sentences)} sentences are new.", err=True)
