"""epicene lab: models with a known bias, and what the instruments make of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from epicene.cli.command_line import command, group
from epicene.cli.console import STARTING, Terminal, echo
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.request_fields import SPECIALISTS, Count, Option
from epicene.models.engines.model_options import EngineOptions

ROOM = "epicene.lab"
app = group("lab", "Calibration: small models with a bias dialled in, and whether the instruments follow it.")


@dataclass(frozen=True, kw_only=True)
class CalibrateOptions(EngineOptions):
    """Which dials are turned, and how far."""

    turn: Annotated[str | Sequence[str], Option("DIAL")] = ()
    """her (feminine subjects rendered her), epicene (unmarked subjects rendered her), masked, causal (a stereotype's
    rate), letters (feminine writers), questions (biased answers), route (what tells the possessive the gender: son,
    the subject, the rest). Repeatable. Default: all but route."""
    at: Annotated[str, Option("N,N,…")] = "0,10,30,50,70,90,100"
    "The settings of each dial, in percent."
    seeds: Annotated[Count, Option("N")] = 1
    "Models trained at each setting."
    length: Annotated[str, Option("N,N,…", SPECIALISTS)] = "0"
    """masked, causal: how many more tokens the first group of each pair has in its names; combined with each
    --frequency."""
    frequency: Annotated[str, Option("X,X,…", SPECIALISTS)] = "1"
    "masked, causal: how many times as often the first group is spoken of."
    base: Annotated[str, Option("NAME,…", SPECIALISTS)] = "mt"
    "The lab whose other dials stay, e.g. mt-pairs-20000; one of each kind, with commas between."
    jobs: Annotated[Count | None, Option("N")] = None
    "Models at once, a core each. Default, and most: all cores."
    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))] = "calibration"
    "Where everything goes."


@command(CalibrateOptions, app)
def calibrate(options: CalibrateOptions, terminal: Terminal) -> None:
    """Train models over a range of dial settings and read every instrument at each; run again to resume."""
    language, out = Language(terminal.lang, ROOM), Path(options.out)
    with terminal.progress(STARTING) as bar:
        from epicene.lab.calibration import BY_DEFAULT, CalibrationRequest, minutes_left
        from epicene.lab.calibration import calibrate as run_calibrate
        from epicene.models.engines.local import RAY
        from epicene.mt.translating.transformers_system import refuse_idle

        is_ray = options.engine.partition(":")[0] == RAY
        refuse_idle("--engine ray", is_ray, {"--jobs": options.jobs})
        cores = os.cpu_count() or 1
        with options.open_engine() as engine:
            request = CalibrationRequest(
                out,
                tuple(dict.fromkeys(options.turn or BY_DEFAULT)),
                _numbers("--at", options.at, "percentages such as 0,50,100"),
                options.seeds,
                options.base,
                min(options.jobs or cores, cores),
                engine,
                [
                    int(number)
                    for number in _numbers("--length", options.length, "whole numbers such as 0,1", whole=True)
                ],
                _numbers("--frequency", options.frequency, "ratios such as 0.25,1,4"),
            )
            request.check()
            if minutes := minutes_left(request):
                how = f"{request.jobs} at once: {_about(minutes / request.jobs)} on an idle machine"
                if is_ray:
                    how = f"{_about(minutes)} of one core"
                turned = ", ".join(request.turned)
                bar.say(
                    f"{len(request.points())} models over {turned}, {how}. Stop at any time; the same command goes on."
                )
            run_calibrate(request, bar)
    from epicene.lab.page import PAGE, write_reports

    written = write_reports(out)
    terminal.show_run(PAGE, out)
    if terminal.json:
        return
    echo("\n" + language.text("terminal.report", path=", ".join(map(str, written))))
    echo(language.text("terminal.results", path=out / "results.json"))


def _about(minutes: float) -> str:
    whole = max(1, round(minutes))
    return f"about {whole} minute{'s' if whole > 1 else ''}"


def _numbers(option: str, text: str, what: str, *, whole: bool = False) -> tuple[float, ...]:
    try:
        return tuple(sorted({(int if whole else float)(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"{option} is a list of {what}, not {text!r}.") from None


@dataclass(frozen=True, kw_only=True)
class LabListOptions:
    """None: it lists all."""


@command(LabListOptions, app, name="list")
def list_models(options: LabListOptions, terminal: Terminal) -> None:
    """Say which lab models there can be, and which are in the cache."""
    from epicene.lab.dials import DEFAULTS, PREFIX, STANDARD
    from epicene.lab.model_cache import made

    language, made_here = Language(terminal.lang, ROOM), made()
    if terminal.json:
        terminal.print_json({"dials": {kind: _dials(kind) for kind in DEFAULTS}, "made": made_here})
        return
    echo(language.text("lab.list.standard", name=PREFIX + STANDARD))
    for kind in DEFAULTS:
        echo(language.text("lab.list.kind", name=PREFIX + kind))
        echo("  " + ", ".join(f"{word} {_shown(value)}" for word, value in _dials(kind).items()))
    echo(language.text("lab.list.file", prefix=PREFIX))
    echo(language.text("lab.list.made" if made_here else "lab.list.none"))
    for model in made_here:
        states = {"lab.list.unfinished": not model["is_made"], "lab.list.older": not model["is_current"]}
        name = " ".join([PREFIX + model["name"], *(language.text(key) for key, holds in states.items() if holds)])
        echo(language.text("lab.list.one", name=name, folder=model["folder"]))


def _shown(value: float | str) -> str:
    return (value or "–") if isinstance(value, str) else f"{value:g}"


def _dials(kind: str) -> dict[str, Any]:
    from epicene.lab.dials import DEFAULTS, words_of

    return {word: getattr(DEFAULTS[kind], field) for word, field in words_of(kind).items()}


@dataclass(frozen=True, kw_only=True)
class LabTrainOptions:
    name: Annotated[str, Option("lab:NAME", argument=True)] = "lab:standard"
    "lab:NAME, see `epicene lab list`."


@command(LabTrainOptions, app)
def train(options: LabTrainOptions, terminal: Terminal) -> None:
    """Train one lab model now; elsewhere it is trained when it is first named."""
    language = Language(terminal.lang, ROOM)
    with terminal.progress(STARTING) as bar:
        from epicene.lab.model_cache import make

        model = make(options.name, bar)
    use = "mt audit" if model.kind == "mt" else "audit"
    terminal.show(
        {"name": model.spec, "kind": model.kind, "folder": str(model.folder), "model": str(model.model)},
        language.text("lab.train.model", name=model.spec, folder=model.model),
        language.text("lab.train.corpus", folder=model.folder / "corpus"),
        language.text("lab.train.use", command=f"epicene {use} {model.spec}"),
    )
