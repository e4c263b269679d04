"""epicene adapt: carry a data set to another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json, tell
from epicene.cli.data import CONTENT_WARNING, items_noun, print_table
from epicene.cli.options import argument, option
from epicene.core.command_language import in_spoken, said
from epicene.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from epicene.adapt.adaptation import AdaptationFacts
    from epicene.adapt.draft import DraftRequest
    from epicene.adapt.publish import TerminalTable
    from epicene.adapt.samples import AppliedSample
    from epicene.core.kinds import ItemKind
    from epicene.core.types import Item, System
    from epicene.data.checking.check import Finding


app = typer.Typer(no_args_is_help=True, help="Carry a data set to another language.")

Folder = Annotated[Path, argument("The folder of `adapt translate`.", "DIR")]
Gazetteer = Annotated[
    Path | None, option("Names, places and other terms of your own, before ours, for proposals.", "FILE.toml")
]


@app.command()
def translate(
    spec: Annotated[str, argument("What to translate; a name of `data list`.", "BENCHMARK[=FILE]")],
    *,
    target: Annotated[str, option("--to", "Language to translate into, e.g. fr.", "CODE")],
    system: Annotated[
        str | None,
        option(
            "--with",
            "Default: people, from nothing (`adapt sample`). Else a translation model (hub id or folder); deepl "
            "(its key in DEEPL_AUTH_KEY); or file=FILE: a table with the columns source and translation (written for "
            "you if it does not exist), or a data set already translated (.json, .jsonl, .tsv, same ids).",
            "MODEL|deepl|file=FILE",
        ),
    ] = None,
    source: Annotated[str | None, option("--from", "Its language; the same as --to to revise it.", "CODE")] = None,
    out: Annotated[Path, option("Folder for the draft and all that follows.", "DIR")],
    limit: Annotated[int | None, option("Translate only the first N items.", min=1)] = None,
    threads: options.Threads = None,
    json: options.Json = False,
) -> None:
    """Begin an adaptation: by people or, sentence by sentence, by a machine; run again to resume."""
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.adapt.draft import SUFFIXES, DraftRequest, adopt, begin, language_code
        from epicene.adapt.draft import translate as run_translate
        from epicene.data.datasets import open_benchmark

        named = language_code(source) if source else None
        request = DraftRequest(open_benchmark(spec), language_code(target), out, limit, named)
        file = _file(system or "")
        if system is None:
            facts = begin(request)
        elif file and file.suffix in SUFFIXES and file.exists() and not _is_table(file):
            facts = adopt(request, file)
        else:
            facts = run_translate(request, _system(system, file, request, threads), bar)
    _show(facts, out, json)


def _file(system: str) -> Path | None:
    name, _, path = system.partition("=")
    if name == FILE and path:
        return Path(path).expanduser()
    return Path(system) if Path(system).is_file() else None


def _is_table(file: Path) -> bool:
    """Whether a .tsv is a table of translations and not a data set."""
    return file.suffix == ".tsv" and b"translation" in file.read_bytes()[:200]


def _system(name: str, file: Path | None, request: DraftRequest, threads: int | None) -> System:
    source = request.dataset.benchmark.language
    if file:
        from epicene.adapt.draft import TranslatedFile

        return TranslatedFile(file)
    if name.rstrip("=") == FILE:
        raise InputError("--with file names no file; write --with file=FILE.")
    if name == DEEPL:
        from epicene.adapt.deepl import DeepL

        return DeepL(source, request.target)
    from epicene.models.engines.local import Local
    from epicene.models.loading import Placement
    from epicene.models.source import is_served
    from epicene.models.translation import Decoding
    from epicene.mt.translating.transformers_system import open_model
    from epicene.mt.translating.translation_engine import ModelChoice, engine_for, languages_of, open_system

    choice, placement = ModelChoice(name), Placement(None, "float32", threads, None)
    languages = languages_of(name, source, request.target)
    if engine_for(name).has_weights or is_served(name):  # which is refused
        return open_model(choice, *languages, placement, Decoding())
    return open_system(choice, None, languages, placement, Decoding(), Local())


def _show(facts: AdaptationFacts, out: Path, json: bool) -> None:
    import msgspec

    if json:
        document = msgspec.to_builtins(facts)
        print_json({key: value for key, value in document.items() if key != "unrelated_alone"})
        return
    from epicene.adapt.adaptation import PEOPLE, REVISION

    kind = items_noun(facts.kind)
    if facts.way in (PEOPLE, REVISION):
        sample = said("epicene adapt sample {out} --translator NAME --editor NAME", out=out)
        then = f"epicene adapt fix {out}" if facts.way == REVISION else sample
        to_do = "{n} {kind} in {out}, for people to work on. Next: {then}"
        tell(said(to_do, n=facts.n, kind=kind, out=out, then=then))
        return
    translated = (
        "{n} {kind} in {out}, translated with {system} ({asked} of {texts} texts had to be asked). "
        "Next: epicene adapt check {out}"
    )
    system = facts.system["name"]
    tell(said(translated, n=facts.n, kind=kind, out=out, system=system, asked=facts.asked, texts=facts.texts))


@app.command()
def check(
    what: Annotated[str, argument("The folder of `adapt translate`, or any data set.", "DIR|BENCHMARK[=FILE]")],
    source: Annotated[
        str | None, option("--source", "What a data set was translated from.", "BENCHMARK[=FILE]")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Say which items a translation broke, and how; exit code 1 where something cannot be asked."""
    from epicene.adapt.translation_check import summary
    from epicene.data.checking.check import is_unusable

    items, kind, findings, facts = _look(what, source)
    fit = kind.fit(items)
    if as_json:
        within = {"within_a_sentence": fit[0]} if fit else {}
        print_json({**facts, **within, "findings": [finding.as_dict() for finding in findings]})
    else:
        if findings:
            typer.echo(in_spoken(CONTENT_WARNING), err=True)
        for finding in findings:
            typer.echo(str(finding))
        if fit:
            typer.echo(fit[1])
        typer.echo(summary(findings, items))
        if facts.get("n_kept"):
            tell(said("{n} more are as a person wants them.", n=facts["n_kept"]))
    if is_unusable(findings):
        raise typer.Exit(1)


def _look(what: str, source: str | None) -> tuple[Sequence[Item], ItemKind, Sequence[Finding], dict[str, Any]]:
    """Items, their kind, findings and facts of an adaptation's folder or of a data set."""
    if Path(what).is_dir():
        from epicene.adapt.adaptation import Adaptation
        from epicene.adapt.decisions import state_of

        if source:
            raise InputError("{what} knows its source; leave --source out.", what=what)
        adaptation = Adaptation(Path(what))
        state = state_of(adaptation)
        facts = {"folder": what, "file": str(adaptation.current_path), "n": len(state.items), "n_kept": state.n_kept}
        return state.items, adaptation.kind, state.findings, facts
    from epicene.adapt.translation_check import Origin
    from epicene.adapt.translation_check import check as find
    from epicene.data.datasets import open_benchmark

    dataset = open_benchmark(what)
    origin = None
    if source:
        from_set = open_benchmark(source)
        origin = Origin({item.id: item for item in from_set.items}, from_set.benchmark.language)
        if not any(item.id in origin.items for item in dataset.items):
            raise InputError(
                "{source} has no item with an id of {what}, so it is not what that was translated from.",
                source=source,
                what=what,
            )
    return dataset.items, dataset.kind, find(dataset.items, dataset.path, dataset.kind, origin), dataset.facts()


@app.command()
def fix(
    folder: Folder,
    table: Annotated[Path | None, option("--out", "-o", "The table. Default: DIR/to_decide.csv.", "FILE.csv")] = None,
    every: Annotated[bool, option("--all", "List every item, not only the broken ones.")] = False,
    gazetteer: Gazetteer = None,
    lang: options.PrintedLang = "",
    as_json: options.Json = False,
) -> None:
    """Propose mended items, and write what a person must decide into a table to fill in."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.decisions import fix as run_fix
    from epicene.adapt.decisions import state_of
    from epicene.adapt.gazetteer import proposed

    adaptation = Adaptation(folder)
    state = state_of(adaptation)
    if not state.findings and not every:
        _nothing_to_fix(folder, as_json)
        return
    where = table or folder / "to_decide.csv"
    proposals = proposed(adaptation, gazetteer, lang)
    with Bar() as bar:
        done = run_fix(adaptation, state, where, proposals, every=every, progress=bar)
    if as_json:
        print_json({"table": str(done.table), "proposed": done.proposed, "undecided": done.undecided})
        return
    typer.echo(in_spoken(CONTENT_WARNING), err=True)
    to_decide = (
        "{table}: {proposed} proposals (decision: accept), {undecided} items to decide. Write accept, "
        "keep, remove or double into the column `decision`, then run: epicene adapt apply {folder} {table}"
    )
    tell(said(to_decide, table=done.table, proposed=done.proposed, undecided=done.undecided, folder=folder))


def _nothing_to_fix(folder: Path, as_json: bool) -> None:
    """No table is written where it would be empty."""
    if as_json:
        print_json({"table": None, "proposed": 0, "undecided": 0})
    else:
        tell(said("Nothing in {folder} is broken. To change items all the same, list them with --all.", folder=folder))


@app.command()
def apply(
    folder: Folder,
    table: Annotated[Path, argument("Of `adapt fix` or `adapt sample`, filled in.", "TABLE")],
    by: Annotated[str, option("Who filled in a table of `fix`, for the history.", "NAME")] = "",
    as_json: options.Json = False,
) -> None:
    """Read a filled-in table back and write the adapted set; a translator's goes to the editor first."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.decisions import apply as run_apply
    from epicene.adapt.samples import apply_sample, role_of

    adaptation = Adaptation(folder)
    if role := role_of(table):
        taken = apply_sample(adaptation, table, role)
        if taken.applied is None:
            _show_translated(taken, table, as_json)
            return
        done = taken.applied
    else:
        done = run_apply(adaptation, table, by)
    counts = {name: done.counts.get(name, 0) for name in ("accept", "keep", "remove", "double")}
    if as_json:
        print_json({"out": str(done.out), "n": done.n_items, **counts, "open_lines": list(done.open_lines)})
        return
    _warn_open(done.open_lines, table)
    listed = ", ".join(f"{number} {name}" for name, number in counts.items())
    applied = "{n} items in {out} ({listed}). Next: epicene adapt check {folder}"
    tell(said(applied, n=done.n_items, out=done.out, listed=listed, folder=folder))


def _warn_open(lines: Sequence[int], table: Path) -> None:
    if lines:
        named = ", ".join(map(str, lines[:10])) + (", …" if len(lines) > 10 else "")
        undecided = "Notice: {n} rows have no decision yet (lines {named} of {table})."
        tell(said(undecided, n=len(lines), named=named, table=table), err=True)


def _show_translated(taken: AppliedSample, table: Path, as_json: bool) -> None:
    editors = [str(path) for path in taken.for_editors]
    if as_json:
        print_json({"role": taken.role, "new": taken.new, "for_editors": editors, "open_lines": list(taken.open_lines)})
        return
    _warn_open(taken.open_lines, table)
    tell(said("{n} rows are new. For their editors: {editors}", n=taken.new, editors=", ".join(editors) or "–"))


@app.command()
def sample(
    folder: Folder,
    translators: Annotated[list[str], option("--translator", "Repeat for several.", "NAME")],
    editors: Annotated[list[str], option("--editor", "Repeat for several; they may be the translators.", "NAME")],
    size: Annotated[int, option("Items of a sample.", min=1)] = 90,
    count: Annotated[int | None, option("Samples. Default: as many as it takes.", min=1)] = None,
    seed: Annotated[int, option("Seed of the drawing.", min=0)] = 0,
    direct: Annotated[bool, option("Hide the draft: the translator starts from nothing.")] = False,
    gazetteer: Gazetteer = None,
    lang: options.PrintedLang = "",
    as_json: options.Json = False,
) -> None:
    """Draw random samples of what is left to do, each with a translator and an editor, and write their tables."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.gazetteer import proposed
    from epicene.adapt.samples import SampleRequest, draw

    adaptation = Adaptation(folder)
    drawing = SampleRequest(translators, editors, size, count, seed, not direct)
    drawn = draw(adaptation, drawing, proposed(adaptation, gazetteer, lang))
    if as_json:
        print_json({"samples": [{**_plain(one), "table": str(path)} for one, path in drawn]})
        return
    typer.echo(in_spoken(CONTENT_WARNING), err=True)
    for one, path in drawn:
        people = {"translator": one.translator, "editor": one.editor}
        tell(said("{path}: {n} items for {translator}, then {editor} edits", path=path, n=len(one.ids), **people))
    tell(said("Filled in, bring each back with: epicene adapt apply {folder} TABLE", folder=folder))


def _print(shown: TerminalTable) -> None:
    for line in shown.lines:
        typer.echo(line)
    if shown.rows:
        print_table(shown.header, shown.rows, shown.may_wrap)


def _plain(thing: object) -> Any:
    import msgspec

    return msgspec.to_builtins(thing)


@app.command()
def progress(folder: Folder, lang: options.PrintedLang = "", as_json: options.Json = False) -> None:
    """Say who was given what, and what is done."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.publish import progress_table
    from epicene.adapt.samples import progress_of

    found = progress_of(Adaptation(folder))
    if as_json:
        print_json(_plain(found))
        return
    _print(progress_table(found, lang))


@app.command()
def history(
    folder: Folder,
    item: Annotated[str | None, argument("One item only.", "ID")] = None,
    lang: options.PrintedLang = "",
    as_json: options.Json = False,
) -> None:
    """Say who translated and edited which item, when, and what they noted."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.publish import history_table

    entries = [one for one in Adaptation(folder).history() if item in (None, one.id, one.of)]
    if as_json:
        print_json({"history": [_plain(entry) for entry in entries]})
        return
    if entries:
        typer.echo(in_spoken(CONTENT_WARNING), err=True)
    _print(history_table(entries, lang))


@app.command()
def compare(
    folder: Folder, lang: options.PrintedLang = "", seed: options.Seed = 0, as_json: options.Json = False
) -> None:
    """Compare first and final versions: samples whose translators were shown the draft, and the others."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.editing_effort import editing_effort
    from epicene.adapt.publish import effort_table

    found = editing_effort(Adaptation(folder), seed=seed)
    if as_json:
        print_json(_plain(found))
        return
    _print(effort_table(found, lang))


@app.command()
def export(
    folder: Folder,
    out: Annotated[Path, option("--out", "-o", "The table.", "FILE.tsv")],
    changed: Annotated[bool, option("Only items that are not as in the source.")] = False,
    as_json: options.Json = False,
) -> None:
    """Write the adapted set as a table in the columns of its files, each item beside what it was and why."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.publish import export_table

    number = export_table(Adaptation(folder), out, changed_only=changed)
    if as_json:
        print_json({"out": str(out), "n": number})
    else:
        tell(said("{n} items in {out}", n=number, out=out))


@app.command()
def statement(
    folder: Folder,
    lang: options.PrintedLang = "",
    out: Annotated[Path | None, option("--out", "-o", "Default: print it.", "FILE.md")] = None,
    as_json: options.Json = False,
) -> None:
    """Write the data statement, with the table of adaptations."""
    from epicene.adapt.adaptation import Adaptation
    from epicene.adapt.decisions import label_counts
    from epicene.adapt.publish import statement as write_statement
    from epicene.core.files import write_text

    adaptation = Adaptation(folder)
    text = write_statement(adaptation, lang)
    if out:
        write_text(out, text)
    if as_json:
        print_json({"statement": text, "adaptations": _plain(label_counts(adaptation))})
    elif out:
        typer.echo(str(out))
    else:
        typer.echo(text, nl=False)


DEEPL, FILE = "deepl", "file"
