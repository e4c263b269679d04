"""A study: every model on every benchmark, each in a run folder of its own.

The study folder: `study.toml` (the file as it was given), `study.json` (models, benchmarks, analyses, where each run
is and what failed), `runs/MODEL/BENCHMARK-HASH` (run folders), and what the report writes. The hash stands for how the
model is asked, so that a study can be tried on a few items, changed and gone on with in the same folder.
"""

from __future__ import annotations

import datetime
import gc
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import epicene
from epicene.auditing.plan import Request
from epicene.auditing.run import audit
from epicene.auditing.study.study_file import Study, StudyModel
from epicene.auditing.study.study_folder import FORMAT, StudyFolder
from epicene.auditing.study.study_requests import (
    Cell,
    Stamp,
    cells,
    is_finished,
    refuse_unknown_scorings,
    request_for,
    stamp,
)
from epicene.core.errors import EpiceneError
from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress, Silent
from epicene.data.datasets import Dataset, open_benchmark
from epicene.models.description import describe
from epicene.models.engines.local import Engine, Local
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder_guard import locked, refuse_foreign_files


def run_study(
    study: Study,
    *,
    out: Path | None = None,
    limit: int | None = None,
    placement: Placement | None = None,
    engine: Engine | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: Progress | None = None,
) -> StudyFolder:
    """Run or resume a study. What fails is written down and the rest goes on; finished runs are not touched again."""
    refuse_unknown_scorings(study)
    if limit is not None:
        study = replace(study, options=replace(study.options, limit=limit))
    folder = StudyFolder(out or study.out or Path("runs") / study.path.stem)
    placement, engine = placement or Placement(), engine or Local()
    engine.resolve(placement)  # a device that is not there stops the study, and not each of its runs
    settings = Request(placement=placement, engine=engine, seed=seed, strict=strict)
    with locked(folder.path):
        if not folder.exists():
            refuse_foreign_files(folder.path, "study", "study.toml")
        _Pass(study, folder, settings, progress or Silent()).go()
    return folder


class _Pass:
    """One pass over all cells of a study; what became of each is written down as soon as it is known."""

    def __init__(self, study: Study, folder: StudyFolder, settings: Request, progress: Progress) -> None:
        self.study, self.folder, self.settings, self.progress = study, folder, settings, progress
        earlier = folder.record() if folder.exists() else {}
        self.created = earlier.get("created") or datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.stamps: dict[str, Stamp] = earlier.get("stamps", {})
        self.cells = list(cells(study, settings.placement.dtype))
        self.done = {cell.path for cell in self.cells if self._is_finished(cell)}
        self.failures: dict[str, str] = {}

    def _is_finished(self, cell: Cell) -> bool:
        run = AuditFolder(self.folder.path / cell.path)
        return is_finished(run, self.stamps.get(cell.path), stamp(self.study, cell))

    def go(self) -> None:
        pending = [cell for cell in self.cells if cell.path not in self.done]
        datasets = self._open(pending)
        write_text(self.folder.path / "study.toml", self.study.source)
        self._write()
        for model in self.study.models:
            mine = [cell for cell in pending if cell.model is model]
            if mine:
                self._ask(model, mine, datasets)
                gc.collect()  # this model's weights leave before the next one's come

    def _open(self, pending: Sequence[Cell]) -> dict[str, Dataset | EpiceneError]:
        """The data of what is still to be asked. Unreadable data stops a study that has nothing yet; later it fails
        its own runs only, so that finished ones can always be shown."""
        opened: dict[str, Dataset | EpiceneError] = {}
        for benchmark in {cell.benchmark.name: cell.benchmark for cell in pending}.values():
            try:
                opened[benchmark.name] = open_benchmark(self.study.benchmark_spec(benchmark))
            except EpiceneError as error:
                if not self.done:
                    raise
                opened[benchmark.name] = error
        return opened

    def _ask(self, model: StudyModel, pending: Sequence[Cell], datasets: Mapping[str, Dataset | EpiceneError]) -> None:
        for cell in pending:
            number = len(self.done) + len(self.failures) + 1
            self.progress.say(f"{model.name} on {cell.benchmark.name}: run {number} of {len(self.cells)}")
            try:
                self._audit(cell, datasets[cell.benchmark.name])
            except Exception as error:  # whatever one model does, the others are asked
                self.failures[cell.path] = _reason(error)
                self.progress.say(f"Warning: {model.name} on {cell.benchmark.name} failed: {_reason(error)}")
            else:
                self.done.add(cell.path)
                self.stamps[cell.path] = stamp(self.study, cell)
            self._write()

    def _audit(self, cell: Cell, dataset: Dataset | EpiceneError) -> None:
        if isinstance(dataset, EpiceneError):
            raise dataset
        source = locate(self.study.model_spec(cell.model), cell.model.revision)
        description = describe(source, trust_remote_code=cell.model.trust_remote_code)
        request = request_for(self.study, cell, description, dataset)
        settings = self.settings
        if source.server is not None:  # where and how the others compute is not its business
            settings = replace(settings, placement=Placement(threads=settings.placement.threads), engine=Local())
        audit(
            replace(
                request,
                out=self.folder.path / cell.path,
                placement=settings.placement,
                engine=settings.engine,
                seed=settings.seed,
                strict=settings.strict,
            ),
            self.progress,
        )

    def _write(self) -> None:
        study = self.study
        named = {cell.path: {"model": cell.model.name, "benchmark": cell.benchmark.name} for cell in self.cells}
        record = {
            "format": FORMAT,
            "epicene": epicene.__version__,
            "title": study.title,
            "created": self.created,
            "limit": study.options.limit,
            "models": [asdict(model) for model in study.models],
            "benchmarks": [asdict(benchmark) for benchmark in study.benchmarks],
            "analyses": [asdict(analysis) for analysis in study.analyses],
            "runs": [{**names, "path": path} for path, names in named.items() if path in self.done],
            "failures": [
                {**names, "reason": self.failures[path]} for path, names in named.items() if path in self.failures
            ],
            "stamps": self.stamps,
        }
        write_json(self.folder.record_path, record)


def _reason(error: Exception) -> str:
    if isinstance(error, EpiceneError):
        return str(error)
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"
