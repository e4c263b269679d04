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
from pathlib import Path
from typing import TypeVar

import msgspec

import epicene
from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.core.progress import Progress, Silent
from epicene.lab.calibration_curves import FEWEST_SETTINGS, curves_of
from epicene.lab.dials import PREFIX, MtDials, canonical, read_name, words_of
from epicene.lab.instruments import EPICENE, FEMININE, RATE, check_readable, reading_minutes
from epicene.lab.model_cache import EDITION, find, make, training_minutes
from epicene.lab.results import EARLIER, KIND, CalibrationResults, MeasuredPoint, Spent, Told
from epicene.models.engines.local import LOCAL, Engine, Local
from epicene.runs.folder import LOCK, RunFolder

SETTINGS = (0.0, 10.0, 30.0, 50.0, 70.0, 90.0, 100.0)
# What can be turned: a kind of model, the dial, and the field that it sets. Each says what is said of whom, which is
# what instruments read. The other dials say how often (masculine: who is the subject) or how it is learnt: if a reading
# changes along them, nobody can say whether the system has changed or the instrument errs.
TURNED = {
    "her": ("mt", FEMININE, "feminine_her"),
    "epicene": ("mt", EPICENE, "epicene_her"),
    "masked": ("masked", RATE, "rate"),
    "causal": ("causal", RATE, "rate"),
}
POINTS = "points"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Point:
    """One setting of one dial: the model's name says it all."""

    turned: str
    value: float
    seed: int
    model: str

    @property
    def name(self) -> str:
        return f"{self.turned}-{self.value:g}-seed-{self.seed}"


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """`base` names the translation lab whose other dials stay as they are, with or without `lab:`."""

    out: Path
    turned: Sequence[str] = tuple(TURNED)
    settings: Sequence[float] = SETTINGS
    seeds: int = 1
    base: str = "mt"
    jobs: int = 1
    engine: Engine = field(default_factory=Local)

    def points(self) -> list[Point]:
        return [
            Point(turned, value, seed, self._model(turned, value, seed))
            for seed in range(self.seeds)
            for turned in self.turned
            for value in self.settings
        ]

    def _model(self, turned: str, value: float, seed: int) -> str:
        kind, _, field = TURNED[turned]
        dials = self.base_dials() if kind == "mt" else read_name(kind)[1]
        return PREFIX + canonical(kind, dials.changed({field: value, "seed": seed}))

    def base_dials(self) -> MtDials:
        name = self.base.removeprefix(PREFIX)
        dials = None if name.endswith(".toml") else read_name(name)[1]
        if not isinstance(dials, MtDials):
            raise InputError(
                f"The base of a calibration is a translation lab such as mt-pairs-20000, not {self.base!r}."
            )
        return dials

    def check(self) -> None:
        for name in self.turned:
            _check_turned(name)
        if len(set(self.settings)) < FEWEST_SETTINGS:
            raise InputError(f"A curve needs at least {FEWEST_SETTINGS} different settings of a dial.")
        for value in self.settings:
            if not 0 <= value <= 100:
                raise InputError(f"A setting of a dial is a percentage between 0 and 100, not {value:g}.")
        base = self.base_dials()
        if base.seed:
            raise InputError(
                f"{self.base}: leave the seed out; a calibration trains the seeds 0, 1… (--seeds says how many)."
            )
        check_readable(base)


def _check_turned(name: str) -> None:
    if name in TURNED:
        return
    if name in words_of("mt") and name != "seed":
        raise InputError(
            f"The dial {name!r} cannot be turned: at its settings there is no right reading to hold an instrument to. "
            f"Give all models another value of it with --base mt-{name}-NUMBER."
        )
    raise InputError(
        f"There is no dial {name!r} to turn. Known: her, epicene (translation), masked, causal (a stereotype's rate); "
        "for several, repeat --turn."
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
        question = {"edition": EDITION, "base": asdict(request.base_dials())}
        folder.begin(KIND, question, earlier=_earlier_question(request.out), noun="calibration")
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
    measured.sort(key=lambda point: (point.seed, dials.index((point.kind, point.dial)), point.value))
    return CalibrationResults(
        epicene=epicene.__version__,
        edition=EDITION,
        settings=sorted({point.value for point in measured}),
        seeds=len({point.seed for point in measured}),
        curves=curves_of(measured),
        points=measured,
    )


def _read(path: Path, kind: type[T], instead: str) -> T:
    """A file that a call wrote, in one step, so that only somebody else can have spoilt it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise InputError(f"{path} is not what a calibration writes there. {instead}") from error


def _earlier_question(out: Path) -> dict[str, object] | None:
    """Of a folder that an epicene without manifests began."""
    path = out / EARLIER
    return _read(path, dict[str, object], "Choose another folder with --out.") if path.is_file() else None


def _path(request: CalibrationRequest, point: Point) -> Path:
    return request.out / POINTS / f"{point.name}.json"


def _measure(point: Point, out: Path, progress: Progress) -> None:
    """Make the model, read the instruments, write the record in one step."""
    from epicene.lab.instruments import read_instruments

    began = time.monotonic(), time.process_time()
    kind, dial, _ = TURNED[point.turned]
    model = make(point.model, progress)
    trained = time.monotonic(), time.process_time()
    readings = read_instruments(model, out / "runs" / point.name, progress)
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
    for measured in request.engine.each(measure_setting, pieces, at_once, Setting.without_folder):
        measured.write(request.out)
        progress.say(f"Measured {measured.point.name} ({measured.point.model})")
        progress.advance(1)


@dataclass(frozen=True, slots=True)
class Setting:
    """A point to measure on a core of its own; without `out`, on a machine that does not see that folder."""

    point: Point
    out: Path | None

    def without_folder(self) -> Setting:
        return replace(self, out=None)


@dataclass(frozen=True, slots=True)
class MeasuredSetting:
    """`files`, by their path below `--out`, is what another machine has to hand back."""

    point: Point
    files: Mapping[str, bytes]

    def write(self, out: Path) -> None:
        """The record of the point comes last: with it, the setting is measured."""
        for name in sorted(self.files, key=lambda name: name.startswith(f"{POINTS}/")):
            write_bytes(out / name, self.files[name])


def measure_setting(setting: Setting) -> MeasuredSetting:
    import torch

    torch.set_num_threads(1)
    if setting.out is not None:
        _measure(setting.point, setting.out, Silent())
        return MeasuredSetting(setting.point, {})
    with tempfile.TemporaryDirectory() as folder:
        _measure(setting.point, Path(folder), Silent())
        made = [path for path in Path(folder).rglob("*") if path.is_file() and path.name != LOCK]
        return MeasuredSetting(setting.point, {str(path.relative_to(folder)): path.read_bytes() for path in made})
