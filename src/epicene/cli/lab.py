"""epicene lab: models with a known bias, and what the instruments make of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from epicene.cli import options
from epicene.cli.console import Bar, print_json, show_run
from epicene.cli.options import argument, option
from epicene.core.command_language import Said, said
from epicene.core.errors import InputError
from epicene.core.language import Language


class _CalibratesUnlessTold(TyperGroup):
    """`epicene lab` and `epicene lab --lang fr` are `epicene lab calibrate`, with whatever options follow."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = [CALIBRATE, *args]
        return super().parse_args(ctx, args)


CALIBRATE = "calibrate"
ROOM = "epicene.lab"
OUT = Path("calibration")
app = typer.Typer(
    cls=_CalibratesUnlessTold,
    invoke_without_command=True,  # so that the commands page has a section of it
    help="Calibration: small models with a bias dialled in, and whether the instruments follow it. Without a command: "
    f"`{CALIBRATE}`.",
)


@app.command(CALIBRATE)
def calibrate(
    turn: Annotated[
        list[str] | None,
        option(
            "her (feminine subjects rendered her), epicene (unmarked subjects rendered her), masked, causal (a "
            "stereotype's rate), letters (feminine writers), questions (biased answers), route (what tells the "
            "possessive the gender: son, the subject, the rest). Repeatable. Default: all but route.",
            "DIAL",
        ),
    ] = None,
    at: Annotated[str, option("The settings of each dial, in percent.", "N,N,…")] = "0,10,30,50,70,90,100",
    seeds: Annotated[int, option("Models trained at each setting.", min=1)] = 1,
    length: Annotated[
        str,
        option(
            "masked, causal: how many more tokens the first group of each pair has in its names; combined "
            "with each --frequency.",
            "N,N,…",
        ),
    ] = "0",
    frequency: Annotated[
        str, option("masked, causal: how many times as often the first group is spoken of.", "X,X,…")
    ] = "1",
    base: Annotated[
        str,
        option("The lab whose other dials stay, e.g. mt-pairs-20000; one of each kind, with commas between.", "NAME,…"),
    ] = "mt",
    jobs: Annotated[int | None, option("Models at once, a core each. Default, and most: all cores.", min=1)] = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    out: Annotated[Path, option("Where everything goes.", "DIR")] = OUT,
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Train models over a range of dial settings and read every instrument at each; run again to resume."""
    language = Language(lang, ROOM)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.lab.calibration import BY_DEFAULT, CalibrationRequest, minutes_left
        from epicene.lab.calibration import calibrate as run_calibrate
        from epicene.models.engines import open_engine
        from epicene.models.engines.local import RAY
        from epicene.mt.translating.transformers_system import refuse_idle

        refuse_idle("--engine ray", engine == RAY, {"--jobs": jobs})
        cores = os.cpu_count() or 1
        with open_engine(engine, address) as where:
            request = CalibrationRequest(
                out,
                tuple(dict.fromkeys(turn or BY_DEFAULT)),
                _numbers("--at", at, said("percentages such as 0,50,100")),
                seeds,
                base,
                min(jobs or cores, cores),
                where,
                [int(one) for one in _numbers("--length", length, said("whole numbers such as 0,1"), whole=True)],
                _numbers("--frequency", frequency, said("ratios such as 0.25,1,4")),
            )
            request.check()
            if minutes := minutes_left(request):
                how = said(
                    "{n} at once: {minutes} on an idle machine", n=request.jobs, minutes=_about(minutes / request.jobs)
                )
                if engine == RAY:
                    how = said("{minutes} of one core", minutes=_about(minutes))
                bar.say(
                    said(
                        "{n_points} models over {turned}, {how}. Stop at any time; the same command goes on.",
                        n_points=len(request.points()),
                        turned=", ".join(request.turned),
                        how=how,
                    )
                )
            run_calibrate(request, bar)
    from epicene.lab.page import PAGE, write_reports

    written = write_reports(out)
    show_run(PAGE, out, lang, json)
    if json:
        return
    typer.echo("\n" + language.text("terminal.report", path=", ".join(map(str, written))))
    typer.echo(language.text("terminal.results", path=out / "results.json"))


def _about(minutes: float) -> Said:
    whole = max(1, round(minutes))
    return said("about {n} minutes", n=whole) if whole > 1 else said("about {n} minute", n=whole)


def _numbers(option: str, text: str, what: str, *, whole: bool = False) -> tuple[float, ...]:
    try:
        return tuple(sorted({(int if whole else float)(part) for part in text.split(",")}))
    except ValueError:
        raise InputError("{option} is a list of {what}, not {text!r}.", option=option, what=what, text=text) from None


@app.command("list")
def list_(lang: options.PrintedLang = "", json: options.Json = False) -> None:
    """Say which lab models there can be, and which are in the cache."""
    from epicene.lab.dials import DEFAULTS, PREFIX, STANDARD
    from epicene.lab.model_cache import made

    language, found = Language(lang, ROOM), made()
    if json:
        print_json({"dials": {kind: _dials(kind) for kind in DEFAULTS}, "made": found})
        return
    typer.echo(language.text("lab.list.standard", name=PREFIX + STANDARD))
    for kind in DEFAULTS:
        typer.echo(language.text("lab.list.kind", name=PREFIX + kind))
        typer.echo("  " + ", ".join(f"{word} {_shown(value)}" for word, value in _dials(kind).items()))
    typer.echo(language.text("lab.list.file", prefix=PREFIX))
    typer.echo(language.text("lab.list.made" if found else "lab.list.none"))
    for one in found:
        states = {"lab.list.unfinished": not one["is_made"], "lab.list.older": not one["is_current"]}
        name = " ".join([PREFIX + one["name"], *(language.text(key) for key, holds in states.items() if holds)])
        typer.echo(language.text("lab.list.one", name=name, folder=one["folder"]))


def _shown(value: float | str) -> str:
    return (value or "–") if isinstance(value, str) else f"{value:g}"


def _dials(kind: str) -> dict[str, Any]:
    from epicene.lab.dials import DEFAULTS, words_of

    return {word: getattr(DEFAULTS[kind], field) for word, field in words_of(kind).items()}


@app.command()
def train(
    name: Annotated[str, argument("lab:NAME, see `epicene lab list`.", "lab:NAME")] = "lab:standard",
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Train one lab model now; elsewhere it is trained when it is first named."""
    language = Language(lang, ROOM)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.lab.model_cache import make

        model = make(name, bar)
    if json:
        print_json({"name": model.spec, "kind": model.kind, "folder": str(model.folder), "model": str(model.model)})
        return
    use = "mt audit" if model.kind == "mt" else "audit"
    typer.echo(language.text("lab.train.model", name=model.spec, folder=model.model))
    typer.echo(language.text("lab.train.corpus", folder=model.folder / "corpus"))
    typer.echo(language.text("lab.train.use", command=f"epicene {use} {model.spec}"))
