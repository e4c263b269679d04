"""epicene lab: models with a known bias, and what the instruments make of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from epicene.cli.console import Bar, print_json
from epicene.cli.engine_options import Address, EngineName
from epicene.core.errors import InputError

app = typer.Typer(help="Calibration: small models with a bias dialled in, and whether the instruments follow it.")
OUT = Path("calibration")


@app.callback(invoke_without_command=True)
def _lab(context: typer.Context) -> None:
    """Calibrate the instruments against models whose bias is known. Without a command: `calibrate`, with all dials."""
    if context.invoked_subcommand is None:
        calibrate()


@app.command()
def calibrate(
    turn: Annotated[
        list[str] | None,
        typer.Option(
            help="her (feminine subjects rendered her), epicene (unmarked subjects rendered her), masked, causal (a "
            "stereotype's rate). Repeatable. Default: all four.",
            metavar="DIAL",
        ),
    ] = None,
    at: Annotated[
        str, typer.Option(help="The settings of each dial, in percent.", metavar="N,N,…")
    ] = "0,10,30,50,70,90,100",
    seeds: Annotated[int, typer.Option(min=1, help="Models trained at each setting.")] = 1,
    base: Annotated[
        str, typer.Option(help="The translation lab whose other dials stay, e.g. mt-pairs-20000.", metavar="NAME")
    ] = "mt",
    jobs: Annotated[int | None, typer.Option(min=1, help="Models at once, a core each. Default: all cores.")] = None,
    engine: EngineName = "local",
    address: Address = None,
    out: Annotated[Path, typer.Option(help="Where everything goes.", metavar="DIR")] = OUT,
    lang: Annotated[str, typer.Option(help="Language of the table: fr or en. The report is written in both.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print results as one JSON document.")] = False,
) -> None:
    """Train models over a range of dial settings and read every instrument at each; run again to resume."""
    from epicene.report.lab_language import LabLanguage

    language = LabLanguage(lang)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.lab.calibrate import TURNED, CalibrationRequest, minutes_left
        from epicene.lab.calibrate import calibrate as run_calibrate
        from epicene.models.engines import RAY, open_engine
        from epicene.mt.systems import refuse_idle

        refuse_idle("--engine ray", engine == RAY, {"--jobs": jobs})
        with open_engine(engine, address) as where:
            request = CalibrationRequest(
                out,
                tuple(dict.fromkeys(turn or TURNED)),
                _settings(at),
                seeds,
                base,
                jobs or os.cpu_count() or 1,
                where,
            )
            request.check()
            minutes = minutes_left(request)
            if minutes:
                at_once = f"{request.jobs} at once: about {minutes:.0f} minutes on an idle machine"
                how = at_once if engine != RAY else f"about {minutes * request.jobs:.0f} minutes of one core"
                bar.say(
                    f"{len(request.points())} models over {', '.join(request.turned)}, {how}. Stop at any time; the "
                    "same command goes on."
                )
            results = run_calibrate(request, bar)
    from epicene.report.lab_write import write_reports

    written = write_reports(results, out)
    if json:
        print_json(results)
        return
    from epicene.report.lab import terminal_tables
    from epicene.report.translation_write import print_tables

    print_tables(terminal_tables(results, language), language)
    typer.echo("\n" + language.text("terminal.report", path=", ".join(map(str, written))))
    typer.echo(language.text("terminal.results", path=out / "results.json"))


def _settings(text: str) -> tuple[float, ...]:
    try:
        return tuple(sorted({float(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"--at is a list of percentages such as 0,50,100, not {text!r}.") from None


@app.command("list")
def list_(json: Annotated[bool, typer.Option("--json", help="Print as one JSON document.")] = False) -> None:
    """Say which lab models there can be, and which are in the cache."""
    from epicene.lab.making import made
    from epicene.lab.names import DEFAULTS, PREFIX, STANDARD

    found = made()
    if json:
        print_json({"dials": {kind: _dials(kind) for kind in DEFAULTS}, "made": found})
        return
    typer.echo(
        f"{PREFIX}{STANDARD}: a translation system for the whole lexicon; the default of mt audit, probe, intervene"
    )
    for kind in DEFAULTS:
        typer.echo(f"{PREFIX}{kind}[-DIAL-NUMBER]…, with the dials and their defaults:")
        typer.echo("  " + ", ".join(f"{word} {value:g}" for word, value in _dials(kind).items()))
    typer.echo(f"{PREFIX}FILE.toml: the same in a file, for translation also a rate for each occupation (docs/lab.md)")
    typer.echo("In the cache:" if found else "In the cache: none yet; a model is trained when it is first named.")
    for one in found:
        state = "" if one["is_made"] else " (training not finished)"
        typer.echo(
            f"  {PREFIX}{one['name']}{state}{'' if one['is_current'] else ' (of an older edition)'}: {one['folder']}"
        )


def _dials(kind: str) -> dict[str, Any]:
    from epicene.lab.names import DEFAULTS, words_of

    return {word: getattr(DEFAULTS[kind], field) for word, field in words_of(kind).items()}


@app.command()
def train(
    name: Annotated[str, typer.Argument(help="lab:NAME, see `epicene lab list`.", metavar="lab:NAME")] = "lab:standard",
    json: Annotated[bool, typer.Option("--json", help="Print what was made as one JSON document.")] = False,
) -> None:
    """Train one lab model now; elsewhere it is trained when it is first named."""
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.lab.making import make

        model = make(name, bar)
    if json:
        print_json({"name": model.spec, "kind": model.kind, "folder": str(model.folder), "model": str(model.model)})
        return
    use = "mt audit" if model.kind == "mt" else "audit"
    typer.echo(f"{model.spec}: {model.model}\nCorpus: {model.folder / 'corpus'}\nUse it: epicene {use} {model.spec}")


@app.command()
def items(
    out: Annotated[Path, typer.Option(help="Where pairs.jsonl and triples.json go.", metavar="DIR")],
) -> None:
    """Write the items that ask a language model about the lab's stereotypes, for `epicene audit`."""
    from epicene.lab.statements import write_items

    pairs, triples = write_items(out)
    typer.echo(f"Use them: epicene audit lab:causal --on pairs-fr={pairs} --on triples-fr={triples}")
