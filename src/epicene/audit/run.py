"""One audit: items + model + scoring → a run folder with scores and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from epicene.audit import sanity
from epicene.audit.cost import Meter
from epicene.audit.folder import RunFolder
from epicene.audit.manifest import make_manifest
from epicene.audit.measuring import measure
from epicene.audit.planning import Part, Request, Task, notices, open_all, plan, refuse_idle_options
from epicene.core.errors import EpiceneError
from epicene.core.hashing import SHORT, digest, files_digest
from epicene.core.progress import Progress, Silent
from epicene.core.types import Role
from epicene.models.asking import LanguageModel
from epicene.models.description import Description, describe
from epicene.models.loading import load
from epicene.models.source import locate
from epicene.scoring.protocol import Batch


def audit(request: Request, progress: Progress | None = None) -> RunFolder:
    """Run or resume an audit; everything that can be refused is refused before weights are loaded."""
    progress = progress or Silent()
    datasets = open_all(request.on)
    refuse_idle_options(datasets, request)
    placement = request.placement.resolve()
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    parts = [plan(dataset, description, request, placement.budget or 1) for dataset in datasets]
    found = notices(parts, request)
    progress.say(f"Hashing the weights of {description.source.name}")
    weights = files_digest(description.source.weights())
    manifest = make_manifest(request, description, parts, placement, weights, found)
    folder = RunFolder(request.out or _default_folder(description, manifest["question"]))
    is_new = not folder.exists()
    with folder.lock():
        _carry_over(folder, manifest, request.strict)
        folder.start(manifest, {part.name: part.items for part in parts})
        try:
            _ask_what_is_missing(folder, manifest, parts, description, request, progress)
        except EpiceneError:
            if is_new:
                folder.take_back()
            raise
        measure(folder, request.seed)
    return folder


def _default_folder(description: Description, question: Mapping[str, Any]) -> Path:
    name = description.source.name.replace("/", "--")
    return Path("runs") / f"{name}-{digest(question)[:SHORT]}"


def _carry_over(folder: RunFolder, manifest: dict[str, Any], strict: bool) -> None:
    """A resumed run keeps the date it was begun and what it has cost and shown so far."""
    if folder.exists():
        earlier = folder.manifest()
        for key in ("created", "cost", "sanity"):
            manifest[key] = earlier[key]
        failed = [check["language"] for check in manifest["sanity"] if not check["passed"]]
        if strict and failed:
            raise EpiceneError(f"Stopped because of --strict: {folder.path} has a failed sanity check ({failed[0]}).")
        manifest["model"].setdefault("parameters", earlier["model"].get("parameters"))
        manifest["notices"] = list(dict.fromkeys([*earlier["notices"], *manifest["notices"]]))


def _ask_what_is_missing(
    folder: RunFolder,
    manifest: dict[str, Any],
    parts: Sequence[Part],
    description: Description,
    request: Request,
    progress: Progress,
) -> None:
    done = _answered(folder)
    missing = [
        (part, task, [batch for batch in task.batches if not batch.keys <= done[part.name]])
        for part in parts
        for task in part.tasks
    ]
    if any(batches for _, _, batches in missing):
        meter = Meter(folder, manifest)
        progress.say(f"Loading {description.source.name}")
        model = load(description, request.placement)
        manifest["model"]["parameters"] = sum(weight.numel() for weight in model.model.parameters())
        try:
            _check_sanity(folder, manifest, parts, model, request, progress)
            for part, task, batches in missing:
                _ask(folder, part, task, batches, done[part.name], model, meter, progress)
        finally:
            meter.write(model.tokens_seen)
    manifest["complete"] = True
    folder.write_manifest(manifest)


def _answered(folder: RunFolder) -> dict[str, set[tuple[str, Role]]]:
    return {name: set(run.scores) for name, run in folder.benchmarks().items()}


def _check_sanity(
    folder: RunFolder,
    manifest: dict[str, Any],
    parts: Sequence[Part],
    model: LanguageModel,
    request: Request,
    progress: Progress,
) -> None:
    checks = [sanity.check(model, language) for language in sorted({part.dataset.benchmark.language for part in parts})]
    manifest["sanity"] = [check.record() for check in checks if check]
    for check in checks:
        if check and not check.passed:
            warning = check.warning(manifest["model"]["name"])
            if request.strict:
                raise EpiceneError(f"Stopped because of --strict: {warning}")
            if warning not in manifest["notices"]:
                manifest["notices"].insert(0, warning)
            progress.say(f"Warning: {warning}")
    folder.write_manifest(manifest)


def _ask(
    folder: RunFolder,
    part: Part,
    task: Task,
    batches: Sequence[Batch[Any]],
    done: set[tuple[str, Role]],
    model: LanguageModel,
    meter: Meter,
    progress: Progress,
) -> None:
    """Ask batch by batch and write each one through; a kill loses the batch under way and nothing else."""
    variants = {item.id: item.variants for item in part.items}
    keys = {key for batch in task.batches for key in batch.keys}
    progress.start(part.name if len(part.tasks) == 1 else f"{part.name} {task.name}", len(keys), len(keys & done))
    for batch in batches:
        scores = [score for score in task.scoring.ask(batch, model) if (score.item_id, score.role) not in done]
        lines = [(score, variants[score.item_id][score.role].id) for score in scores]
        folder.append(part.name, task.scoring.name, task.scoring.bos, lines)
        progress.advance(len(scores))
        meter.tick(model.tokens_seen)
