"""`epicene lab calibrate`: models over a range of dial settings, every instrument read at each, and the curves.

Below `--out`: `manifest.json` (the question), `points/` (a file for each setting as soon as it is measured), `runs/`
(what the instruments wrote), and at the end `results.json`, about all settings that the folder has, and the report. The
models are in the cache. A kill loses at most the training or reading under way, and both are resumed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.core.progress import Progress, Silent
from epicene.lab.calibration_request import TURNED, CalibrationRequest, DialSetting
from epicene.lab.calibration_verdicts import curves_of, instrument_verdicts, noun_summaries, verdicts
from epicene.lab.instruments import read_instruments, read_positions, read_scorings, reading_minutes
from epicene.lab.model_cache import EDITION, find, make, training_minutes
from epicene.lab.results import KIND, CalibrationResults, MeasuredPoint, PronounShare, Timing
from epicene.models.engines.local import LOCAL, Engine, Local
from epicene.runs.folder import LOCK, RunFolder

POINTS = "points"


def minutes_left(request: CalibrationRequest) -> float:
    """A rough guess of what is still to be done, of one core; a model that is in the cache is only read."""
    models = [find(point.model) for point in _todo(request)]
    training = sum(training_minutes(model.dials) for model in models if not model.is_made)
    return training + sum(reading_minutes(model.dials) for model in models)


def _todo(request: CalibrationRequest) -> list[DialSetting]:
    return [point for point in request.points() if not (request.out / POINTS / f"{point.name}.json").is_file()]


def calibrate(
    request: CalibrationRequest, progress: Progress | None = None, engine: Engine | None = None
) -> CalibrationResults:
    """Train and read what is missing; the results are about all settings that the folder has, of earlier calls too."""
    progress, engine = progress or Silent(), engine or Local()
    request.check()
    folder = RunFolder(request.out)
    with folder.lock():
        folder.begin(KIND, request.question(), noun="calibration")
        points, todo = request.points(), _todo(request)
        if engine.name != LOCAL or (request.at_once > 1 and len(todo) > 1):
            _measure_together(request, engine, todo, len(points), progress)
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


def _measure(point: DialSetting, out: Path, progress: Progress) -> None:
    """Make the model, read the instruments, write the record in one step."""
    folder, began = out / "runs" / point.name, (time.monotonic(), time.process_time())
    kind, dial, _ = TURNED[point.turned]
    model = make(point.model, progress)
    trained = time.monotonic(), time.process_time()
    readings = read_instruments(model, folder, progress)
    scorings = read_scorings(model, folder, progress)
    positions, nouns = read_positions(model, folder)
    done = time.monotonic(), time.process_time()
    seconds, cpu_seconds = (
        Timing(round(middle - start, 1), round(end - middle, 1))
        for start, middle, end in zip(began, trained, done, strict=True)
    )
    shares = model.folder / "corpus" / "told.json"  # only where the corpus is about translation
    measured = MeasuredPoint(
        kind=kind,
        dial=dial,
        value=point.value,
        seed=point.seed,
        model=point.model,
        shares=msgspec.json.decode(shares.read_bytes(), type=dict[str, PronounShare]) if shares.is_file() else {},
        readings=readings,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        length=point.length,
        frequency=point.frequency,
        scorings=scorings,
        route=point.route,
        positions=positions,
        nouns=nouns,
    )
    write_json(out / POINTS / f"{point.name}.json", msgspec.to_builtins(measured))


def _measure_together(
    request: CalibrationRequest, engine: Engine, todo: Sequence[DialSetting], total: int, progress: Progress
) -> None:
    """Several settings at once, a process and a core each."""
    progress.start("Settings measured", total, total - len(todo))
    at_once = request.at_once if engine.name == LOCAL else None
    pieces = [MeasuringTask(point, request.out.absolute()) for point in todo]
    for point, files in engine.each(measure_setting, pieces, at_once, partial(replace, out=None)):
        # The record of the point comes last: with it, the setting is measured.
        for name in sorted(files, key=lambda name: name.startswith(f"{POINTS}/")):
            write_bytes(request.out / name, files[name])
        progress.say(f"Measured {point.name} ({point.model})")
        progress.advance(1)


@dataclass(frozen=True, slots=True)
class MeasuringTask:
    """A setting to measure on a core of its own; without `out`, on a machine that does not see that folder."""

    point: DialSetting
    out: Path | None


def measure_setting(task: MeasuringTask) -> tuple[DialSetting, dict[str, bytes]]:
    """Measure a setting; returns it with the files that another machine hands back, by their path below `--out`."""
    import torch

    torch.set_num_threads(1)
    if task.out is not None:
        _measure(task.point, task.out, Silent())
        return task.point, {}
    with tempfile.TemporaryDirectory() as folder:
        _measure(task.point, Path(folder), Silent())
        made = [path for path in Path(folder).rglob("*") if path.is_file() and path.name != LOCK]
        return task.point, {str(path.relative_to(folder)): path.read_bytes() for path in made}
