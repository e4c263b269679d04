"""epicene lab: models with a known bias, and what the instruments make of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from epicene.cli.command_line import NoOptions, command, group
from epicene.cli.console import STARTING, Terminal, echo
from epicene.core.language import Language
from epicene.core.request_fields import Option
from epicene.lab.calibration_request import CalibrationRequest

ROOM = "epicene.lab"
app = group("lab", "Calibration: small models with a bias dialled in, and whether the instruments follow it.")


@command(CalibrationRequest, app)
def calibrate(request: CalibrationRequest, terminal: Terminal) -> None:
    """Train models over a range of dial settings and read every instrument at each; run again to resume."""
    language = Language(terminal.lang, ROOM)
    request.check()
    with terminal.progress(STARTING) as bar:
        from epicene.lab.calibration import calibrate as run_calibrate
        from epicene.lab.calibration import minutes_left
        from epicene.models.engines.local import RAY
        from epicene.mt.translating.transformers_system import validate_options_apply

        is_ray = request.engine.partition(":")[0] == RAY
        validate_options_apply("--engine ray", is_ray, {"--jobs": request.jobs})
        with request.open_engine() as engine:
            if minutes := minutes_left(request):
                how = f"{request.at_once} at once: {_about(minutes / request.at_once)} on an idle machine"
                if is_ray:
                    how = f"{_about(minutes)} of one core"
                models = f"{len(request.points())} models over {', '.join(request.turned)}"
                bar.say(f"{models}, {how}. Stop at any time; the same command goes on.")
            run_calibrate(request, bar, engine)
    from epicene.lab.page import PAGE, write_reports

    pages = write_reports(request.out)
    terminal.show_run(PAGE, request.out)
    if not terminal.json:
        echo("\n" + language.text("terminal.report", path=", ".join(map(str, pages))))
        echo(language.text("terminal.results", path=request.out / "results.json"))


def _about(minutes: float) -> str:
    whole = max(1, round(minutes))
    return f"about {whole} minute{'s' if whole > 1 else ''}"


@command(NoOptions, app, name="list")
def list_models(options: NoOptions, terminal: Terminal) -> None:
    """Say which lab models there can be, and which are in the cache."""
    from epicene.lab.dials import DEFAULTS, PREFIX, STANDARD, words_of
    from epicene.lab.model_cache import made

    language, models = Language(terminal.lang, ROOM), made()
    dials = {
        kind: {word: getattr(DEFAULTS[kind], field) for word, field in words_of(kind).items()} for kind in DEFAULTS
    }
    lines = [language.text("lab.list.standard", name=PREFIX + STANDARD)]
    for kind, values in dials.items():
        lines.append(language.text("lab.list.kind", name=PREFIX + kind))
        lines.append("  " + ", ".join(f"{word} {_shown(value)}" for word, value in values.items()))
    lines.append(language.text(f"lab.list.{'made' if models else 'none'}"))
    for model in models:
        states = {"lab.list.unfinished": not model["is_made"], "lab.list.older": not model["is_current"]}
        name = " ".join([PREFIX + model["name"], *(language.text(key) for key, holds in states.items() if holds)])
        lines.append(language.text("lab.list.one", name=name, folder=model["folder"]))
    terminal.show({"dials": dials, "made": models}, *lines)


def _shown(value: float | str) -> str:
    return (value or "–") if isinstance(value, str) else f"{value:g}"


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
