"""`epicene lab calibrate`: models over a range of dial settings, every instrument read at each, and the curves.

Below `--out`: `manifest.json` (the question), `points/` (a file for each setting as soon as it is measured), `runs/`
(what the instruments wrote), and at the end `results.json`, about all settings that the folder has, and the report. The
models are in the cache. A kill loses at most the training or reading under way, and both are resumed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.core.progress import Progress, Silent
from epicene.lab.calibration_verdicts import FEWEST_SETTINGS, curves_of, instrument_verdicts, noun_summaries, verdicts
from epicene.lab.dials import (
    DEFAULTS,
    PREFIX,
    ROUTES,
    STANDARD,
    Dials,
    LmDials,
    MtDials,
    canonical,
    read_name,
    words_of,
)
from epicene.lab.instruments import check_readable, read_instruments, read_places, read_scorings, reading_minutes
from epicene.lab.model_cache import EDITION, find, make, training_minutes
from epicene.lab.results import KIND, CalibrationResults, MeasuredPoint, Spent, Told
from epicene.models.engines.local import LOCAL, Engine, Local
from epicene.runs.folder import LOCK, RunFolder

ROUTE = "route"
SETTINGS = (0.0, 10.0, 30.0, 50.0, 70.0, 90.0, 100.0)
# What can be turned: a kind of model, the dial, and the field that it sets. Each says what is said of whom, which is
# what instruments read. The other dials say how often (masculine: who is the subject) or how it is learnt: if a reading
# changes along them, nobody can say whether the system has changed or the instrument errs.
TURNED = {
    "her": ("mt", "her", "feminine_her"),
    "epicene": ("mt", "epicene", "epicene_her"),
    "masked": ("masked", "rate", "rate"),
    "causal": ("causal", "rate", "rate"),
    "letters": ("letters", "feminine", "feminine"),
    "questions": ("questions", "bias", "bias"),
    ROUTE: ("mt", ROUTE, "route"),
}
BY_DEFAULT = tuple(name for name in TURNED if name != ROUTE)
ROUTE_HER = 95.0  # the dial her of systems with a route: they must pass the gender on, or there is no route to name
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Point:
    """One setting of one dial: the model's name says it all."""

    turned: str
    value: float
    seed: int
    model: str
    length: int = 0
    frequency: float = 1.0
    route: str = ""

    @property
    def name(self) -> str:
        if self.route:
            return f"route-{self.route}-seed-{self.seed}"
        name = f"{self.turned}-{self.value:g}-seed-{self.seed}"
        uneven = (self.length, self.frequency) != (0, 1.0)
        return f"{name}-length-{self.length}-frequency-{self.frequency:g}" if uneven else name


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """`base` names the labs whose other dials stay as they are, with or without `lab:`, one of each kind at most.
    Language models are trained at each of `lengths` and `frequencies` of the names of groups."""

    out: Path
    turned: Sequence[str] = BY_DEFAULT
    settings: Sequence[float] = SETTINGS
    seeds: int = 1
    base: str = "mt"
    jobs: int = 1
    engine: Engine = field(default_factory=Local)
    lengths: Sequence[int] = (0,)
    frequencies: Sequence[float] = (1.0,)

    def points(self) -> list[Point]:
        bases, points = self.bases(), list[Point]()
        for seed, turned in product(range(self.seeds), self.turned):
            kind, _, dial = TURNED[turned]
            base = bases[kind]
            if isinstance(base, MtDials) and turned == ROUTE:
                # With one layer of the decoder, nothing it has read can be passed on.
                fixed = {"feminine_her": ROUTE_HER, "decoder_layers": max(2, base.decoder_layers), "seed": seed}
                for route in ROUTES:
                    model = PREFIX + canonical(kind, base.changed({**fixed, "route": route}))
                    points.append(Point(turned, ROUTE_HER, seed, model, route=route))
                continue
            is_language_model = isinstance(base, LmDials)
            names = product(self.lengths, self.frequencies) if is_language_model else [(0, 1.0)]
            for (length, frequency), value in product(names, self.settings):
                uneven = {"length": length, "frequency": frequency} if is_language_model else {}
                model = PREFIX + canonical(kind, base.changed({dial: value, "seed": seed, **uneven}))
                points.append(Point(turned, value, seed, model, length, frequency))
        return points

    def bases(self) -> dict[str, Dials]:
        """The dials that stay, by kind of model."""
        named: dict[str, Dials] = {}
        for part in self.base.split(","):
            name = part.strip().removeprefix(PREFIX)
            kind = "mt" if name == STANDARD else name.partition("-")[0]
            if kind not in DEFAULTS or kind in named or name.endswith(".toml"):
                raise InputError(
                    "The base of a calibration is a lab such as mt-pairs-20000, or one of each kind, commas between "
                    f"(mt-pairs-20000,causal-sentences-2500), not {self.base!r}."
                )
            named[kind] = read_name(name)[1]
        return {**DEFAULTS, **named}

    def question(self) -> dict[str, object]:
        """What may not differ between calls about one folder."""
        bases = {kind: asdict(dials) for kind, dials in self.bases().items() if dials != DEFAULTS[kind]}
        return {"edition": EDITION, "base": bases}

    def check(self) -> None:
        """Raise `InputError` on what cannot be calibrated, before anything is trained."""
        for name in self.turned:
            if name in TURNED:
                continue
            if name in words_of("mt") and name != "seed":
                raise InputError(
                    f"The dial {name!r} cannot be turned: at its settings there is no right reading to hold an "
                    f"instrument to. Give all models another value of it with --base mt-{name}-NUMBER."
                )
            raise InputError(
                f"There is no dial {name!r} to turn. Known: her, epicene, route (translation), masked, causal (a "
                "stereotype's rate), letters (women among writers), questions (biased answers); for several, repeat "
                "--turn."
            )
        if set(self.turned) != {ROUTE} and len(set(self.settings)) < FEWEST_SETTINGS:
            raise InputError(f"A curve needs at least {FEWEST_SETTINGS} different settings of a dial.")
        for value in self.settings:
            if not 0 <= value <= 100:
                raise InputError(f"A setting of a dial is a percentage between 0 and 100, not {value:g}.")
        for kind, base in self.bases().items():
            if base.seed:
                raise InputError(
                    f"{self.base}: leave the seed out; a calibration trains the seeds 0, 1… (--seeds says how many)."
                )
            if isinstance(base, MtDials):
                check_readable(base)
            elif isinstance(base, LmDials) and (base.length, base.frequency) != (0, 1.0):
                raise InputError(f"{self.base}: say --length and --frequency of {kind} models, not in their base.")
        for length, frequency in product(self.lengths, self.frequencies):
            LmDials(length=length, frequency=frequency).check()
            if (length, frequency) != (0, 1.0) and not {"masked", "causal"} & set(self.turned):
                raise InputError(
                    "--length and --frequency are for language models: add --turn masked or --turn causal."
                )


def minutes_left(request: CalibrationRequest) -> float:
    """A rough guess of what is still to be done, of one core; a model that is in the cache is only read."""
    models = [find(point.model) for point in _todo(request)]
    training = sum(training_minutes(model.dials) for model in models if not model.is_made)
    return training + sum(reading_minutes(model.dials) for model in models)


def _todo(request: CalibrationRequest) -> list[Point]:
    return [point for point in request.points() if not (request.out / POINTS / f"{point.name}.json").is_file()]


def calibrate(request: CalibrationRequest, progress: Progress | None = None) -> CalibrationResults:
    """Train and read what is missing; the results are about all settings that the folder has, of earlier calls too."""
    progress = progress or Silent()
    request.check()
    folder = RunFolder(request.out)
    with folder.lock():
        folder.begin(KIND, request.question(), noun="calibration")
        points, todo = request.points(), _todo(request)
        if request.engine.name != LOCAL or (request.jobs > 1 and len(todo) > 1):
            _measure_together(request, todo, len(points), progress)
        else:
            for number, point in enumerate(todo, start=1):
                progress.say(
                    f"Setting {len(points) - len(todo) + number} of {len(points)}: {point.name} ({point.model})"
                )
                _measure(point, request.out, progress)
        results = _results(request.out)
        folder.write_results(results)
    return results


def _results(out: Path) -> CalibrationResults:
    """The results of all points that were measured here, by seed, dial and setting."""
    points = []
    for path in sorted((out / POINTS).glob("*.json")):
        try:
            points.append(msgspec.json.decode(path.read_bytes(), type=MeasuredPoint))
        except msgspec.DecodeError as error:
            raise InputError(
                f"{path} is not what a calibration writes there. Delete it, and it is measured again."
            ) from error
    dials = [(kind, dial) for kind, dial, _ in TURNED.values()]
    points.sort(
        key=lambda point: (
            *(point.seed, dials.index((point.kind, point.dial)), point.length, point.frequency),
            *(point.value, point.route),
        )
    )
    curves = curves_of(points)
    return CalibrationResults(
        epicene=__version__,
        edition=EDITION,
        settings=sorted({point.value for point in points}),
        seeds=len({point.seed for point in points}),
        curves=curves,
        points=points,
        scorings=verdicts(points),
        instruments=instrument_verdicts(points, curves),
        nouns=noun_summaries(points),
    )


def _measure(point: Point, out: Path, progress: Progress) -> None:
    """Make the model, read the instruments, write the record in one step."""
    folder, began = out / "runs" / point.name, (time.monotonic(), time.process_time())
    kind, dial, _ = TURNED[point.turned]
    model = make(point.model, progress)
    trained = time.monotonic(), time.process_time()
    readings = read_instruments(model, folder, progress)
    scorings = read_scorings(model, folder, progress)
    places, nouns = read_places(model, folder)
    done = time.monotonic(), time.process_time()
    seconds, cpu_seconds = (
        Spent(round(middle - start, 1), round(end - middle, 1))
        for start, middle, end in zip(began, trained, done, strict=True)
    )
    told = model.folder / "corpus" / "told.json"  # only where the corpus is about translation
    measured = MeasuredPoint(
        kind=kind,
        dial=dial,
        value=point.value,
        seed=point.seed,
        model=point.model,
        told=msgspec.json.decode(told.read_bytes(), type=dict[str, Told]) if told.is_file() else {},
        readings=readings,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        length=point.length,
        frequency=point.frequency,
        scorings=scorings,
        route=point.route,
        places=places,
        nouns=nouns,
    )
    write_json(out / POINTS / f"{point.name}.json", msgspec.to_builtins(measured))


def _measure_together(request: CalibrationRequest, todo: Sequence[Point], total: int, progress: Progress) -> None:
    """Several settings at once, a process and a core each."""
    progress.start("Settings measured", total, total - len(todo))
    at_once = request.jobs if request.engine.name == LOCAL else None
    pieces = [Setting(point, request.out.absolute()) for point in todo]
    for point, files in request.engine.each(measure_setting, pieces, at_once, partial(replace, out=None)):
        # The record of the point comes last: with it, the setting is measured.
        for name in sorted(files, key=lambda name: name.startswith(f"{POINTS}/")):
            write_bytes(request.out / name, files[name])
        progress.say(f"Measured {point.name} ({point.model})")
        progress.advance(1)


@dataclass(frozen=True, slots=True)
class Setting:
    """A point to measure on a core of its own; without `out`, on a machine that does not see that folder."""

    point: Point
    out: Path | None


def measure_setting(setting: Setting) -> tuple[Point, dict[str, bytes]]:
    """With the files, by their path below `--out`, that another machine has to hand back."""
    import torch

    torch.set_num_threads(1)
    if setting.out is not None:
        _measure(setting.point, setting.out, Silent())
        return setting.point, {}
    with tempfile.TemporaryDirectory() as folder:
        _measure(setting.point, Path(folder), Silent())
        made = [path for path in Path(folder).rglob("*") if path.is_file() and path.name != LOCK]
        return setting.point, {str(path.relative_to(folder)): path.read_bytes() for path in made}
