"""`epicene lab calibrate`: models over a range of dial settings, every instrument read at each, and the curves.

Below `--out`: `manifest.json` (the question), `points/` (a file for each setting as soon as it is measured), `runs/`
(what the instruments wrote), and at the end `results.json`, about all settings that the folder has, and the report. The
models are in the cache. A kill loses at most the training or reading under way, and both are resumed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeVar

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
from epicene.lab.instruments import BIAS, EPICENE, FEMININE, RATE, WOMEN, check_readable, reading_minutes
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
    "her": ("mt", FEMININE, "feminine_her"),
    "epicene": ("mt", EPICENE, "epicene_her"),
    "masked": ("masked", RATE, "rate"),
    "causal": ("causal", RATE, "rate"),
    "letters": ("letters", WOMEN, "feminine"),
    "questions": ("questions", BIAS, "bias"),
    ROUTE: ("mt", ROUTE, "route"),
}
BY_DEFAULT = tuple(name for name in TURNED if name != ROUTE)
ROUTE_HER = 95.0  # the dial her of systems with a route: they must pass the gender on, or there is no route to name
NAMES = ("length", "frequency")  # of the names of groups: dials that should change no reading
POINTS = "points"
T = TypeVar("T")


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


LATER_DIALS = ("decoder_layers", "route")


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
        bases = self.bases()
        return [
            self._point(bases, turned, value, seed, names)
            for seed in range(self.seeds)
            for turned in self.turned
            if turned != ROUTE
            for names in (product(self.lengths, self.frequencies) if _is_language_model(turned) else ((0, 1.0),))
            for value in self.settings
        ] + [self._routed(bases, route, seed) for seed in range(self.seeds) if ROUTE in self.turned for route in ROUTES]

    def _routed(self, bases: Mapping[str, Dials], route: str, seed: int) -> Point:
        """With two decoder layers at least: with one, nothing the decoder has read can be passed on."""
        base = bases["mt"]
        layers = max(2, base.decoder_layers) if isinstance(base, MtDials) else 2
        dials = base.changed({"feminine_her": ROUTE_HER, "decoder_layers": layers, "route": route, "seed": seed})
        return Point(ROUTE, ROUTE_HER, seed, PREFIX + canonical("mt", dials), route=route)

    def _point(
        self, bases: Mapping[str, Dials], turned: str, value: float, seed: int, names: tuple[int, float]
    ) -> Point:
        kind, _, field = TURNED[turned]
        uneven = dict(zip(NAMES, names, strict=True)) if _is_language_model(turned) else {}
        dials = bases[kind].changed({field: value, "seed": seed, **uneven})
        return Point(turned, value, seed, PREFIX + canonical(kind, dials), *names)

    def bases(self) -> dict[str, Dials]:
        """By kind of model."""
        found: dict[str, Dials] = {}
        for name in self.base.split(","):
            named = name.strip().removeprefix(PREFIX)
            kind = "mt" if named == STANDARD else named.partition("-")[0]
            if kind not in DEFAULTS or kind in found or named.endswith(".toml"):
                raise InputError(
                    "The base of a calibration is a lab such as mt-pairs-20000, or one of each kind, commas between "
                    f"(mt-pairs-20000,causal-sentences-2500), not {self.base!r}."
                )
            found[kind] = read_name(named)[1]
        return {**DEFAULTS, **found}

    def question(self) -> dict[str, object]:
        """What may not differ between calls about one folder; of language models, what differs from their defaults.

        Dials that came later are told where they are turned, so that folders begun before them go on.
        """
        bases = self.bases()
        others = {kind: asdict(dials) for kind, dials in bases.items() if kind != "mt" and dials != DEFAULTS[kind]}
        base, usual = asdict(bases["mt"]), asdict(DEFAULTS["mt"])
        told = {name: value for name, value in base.items() if name not in LATER_DIALS or value != usual[name]}
        return {"edition": EDITION, "base": told, **others}

    def check(self) -> None:
        for name in self.turned:
            _check_turned(name)
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
        self._check_names()

    def _check_names(self) -> None:
        """Length and frequency of names are those of language models."""
        if (tuple(self.lengths), tuple(self.frequencies)) != ((0,), (1.0,)) and not any(
            map(_is_language_model, self.turned)
        ):
            raise InputError("--length and --frequency are for language models: add --turn masked or --turn causal.")
        for length, frequency in product(self.lengths, self.frequencies):
            LmDials(length=length, frequency=frequency).check()


def _is_language_model(turned: str) -> bool:
    """Whether it is a language model that is turned, in which names of groups can be longer or more frequent."""
    return isinstance(DEFAULTS[TURNED[turned][0]], LmDials)


def _check_turned(name: str) -> None:
    if name in TURNED:
        return
    if name in words_of("mt") and name != "seed":
        raise InputError(
            f"The dial {name!r} cannot be turned: at its settings there is no right reading to hold an instrument to. "
            f"Give all models another value of it with --base mt-{name}-NUMBER."
        )
    raise InputError(
        f"There is no dial {name!r} to turn. Known: her, epicene, route (translation), masked, causal (a stereotype's "
        "rate), letters (women among writers), questions (biased answers); for several, repeat --turn."
    )


def minutes_left(request: CalibrationRequest) -> float:
    """A rough guess of what is still to be done, of one core; a model that is in the cache is only read."""
    models = [find(point.model) for point in _todo(request)]
    return sum(reading_minutes(one.dials) + (0 if one.is_made else training_minutes(one.dials)) for one in models)


def _todo(request: CalibrationRequest) -> list[Point]:
    return [point for point in request.points() if not _path(request, point).is_file()]


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
    """Of all points that were measured here, by seed, dial and setting."""
    instead = "Delete it, and it is measured again."
    measured = [_read(path, MeasuredPoint, instead) for path in sorted((out / POINTS).glob("*.json"))]
    dials = [(kind, dial) for kind, dial, _ in TURNED.values()]
    measured.sort(
        key=lambda one: (one.seed, dials.index((one.kind, one.dial)), one.length, one.frequency, one.value, one.route)
    )
    curves = curves_of(measured)
    return CalibrationResults(
        epicene=__version__,
        edition=EDITION,
        settings=sorted({point.value for point in measured}),
        seeds=len({point.seed for point in measured}),
        curves=curves,
        points=measured,
        scorings=verdicts(measured),
        instruments=instrument_verdicts(measured, curves),
        nouns=noun_summaries(measured),
    )


def _read(path: Path, kind: type[T], instead: str) -> T:
    """A file that a call wrote, in one step, so that only somebody else can have spoilt it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise InputError(f"{path} is not what a calibration writes there. {instead}") from error


def _path(request: CalibrationRequest, point: Point) -> Path:
    return request.out / POINTS / f"{point.name}.json"


def _measure(point: Point, out: Path, progress: Progress) -> None:
    """Make the model, read the instruments, write the record in one step."""
    from epicene.lab.instruments import read_instruments, read_places, read_scorings

    began = time.monotonic(), time.process_time()
    kind, dial, _ = TURNED[point.turned]
    model = make(point.model, progress)
    trained = time.monotonic(), time.process_time()
    readings = read_instruments(model, out / "runs" / point.name, progress)
    scorings = read_scorings(model, out / "runs" / point.name, progress)
    places, nouns = read_places(model, out / "runs" / point.name)
    done = time.monotonic(), time.process_time()
    measured = MeasuredPoint(
        kind,
        dial,
        point.value,
        point.seed,
        point.model,
        _told(model.folder / "corpus" / "told.json"),
        readings,
        Spent(round(trained[0] - began[0], 1), round(done[0] - trained[0], 1)),
        Spent(round(trained[1] - began[1], 1), round(done[1] - trained[1], 1)),
        point.length,
        point.frequency,
        scorings,
        point.route,
        places,
        nouns,
    )
    write_json(out / POINTS / f"{point.name}.json", msgspec.to_builtins(measured))


def _told(path: Path) -> dict[str, Told]:
    """The dials as they came out in the corpus, where it is about translation."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Told]) if path.is_file() else {}


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
