"""One audit: items + model + scoring → a run folder with scores and results. The model is loaded once by each worker,
in this process or on another machine."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from epicene.auditing import contamination, sanity_check
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.manifest import make_manifest
from epicene.auditing.notices import (
    PLAIN,
    benchmark_notices,
    in_english,
    measure,
    moved_notice,
    unchecked_notices,
)
from epicene.auditing.plan import PlannedBenchmark, Task, open_all, plan, refuse_idle_options
from epicene.auditing.validity_runs import controls_in, further_requests
from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.core.types import Capability, Item, Role, Score, Text
from epicene.kinds.validity import FOLDER
from epicene.kinds.verdicts import sanity_notice
from epicene.models.batching import unanswered
from epicene.models.chat import ChatModel
from epicene.models.description import Description, describe
from epicene.models.engines.cost import Cost, Counted, Meter
from epicene.models.engines.ledger import Ledger, Used
from epicene.models.engines.local import WorkerFactory, Workers
from epicene.models.engines.server import AtServer
from epicene.models.loading import Placement, load
from epicene.models.source import Source, locate
from epicene.models.token_probabilities import LanguageModel
from epicene.runs.audit_folder import REPLIES, AuditFolder
from epicene.runs.results import WORDS, AuditManifest, ContaminationRecord, SanityRecord
from epicene.scoring.next_sentence import OWN
from epicene.scoring.protocol import Batch, Question, Scoring
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose


@dataclass(frozen=True, slots=True)
class ModelWorker:
    """What a worker holds; a scoring for each task."""

    model: LanguageModel
    scorings: Mapping[str, Scoring[Question]]

    @property
    def tokens_seen(self) -> int:
        return self.model.tokens_seen


class ModelCheck(NamedTuple):
    """What is known of a model once it is loaded."""

    parameters: int | None
    checks: list[SanityRecord]


Scorings = Mapping[str, Scoring[Question]]  # by task


def worker_factory(
    description: Description,
    weights: str,
    request: AuditRequest,
    parts: Sequence[PlannedBenchmark],
    ledger: Ledger | None = None,
) -> WorkerFactory[tuple[Description, Scorings], ModelWorker]:
    """Loads the model: here with the description and the scorings that planned the questions, elsewhere with those
    that the other machine reads and chooses for itself. `weights` is the digest that its files must have."""
    scorings = {task.name: task.scoring for part in parts for task in part.tasks}
    asking = request.asking
    if asking.nsp is not None and asking.nsp != OWN:
        asking = replace(asking, nsp=str(Path(asking.nsp).absolute()))
    source, code = description.source.absolute(), request.trust_remote_code
    return WorkerFactory(
        partial(_load_worker, ledger),
        partial(_read_elsewhere, source, weights, code, request.scoring, asking, sorted(scorings)),
        (description, scorings),
    )


def _load_worker(ledger: Ledger | None, known: tuple[Description, Scorings], placement: Placement) -> ModelWorker:
    description, scorings = known
    model = load(description, placement)
    if isinstance(model, ChatModel):
        model.ledger = ledger
    return ModelWorker(model, scorings)


def _read_elsewhere(
    source: Source,
    weights: str,
    trust_remote_code: bool,
    scoring: str | None,
    asking: ScoringOptions,
    tasks: Sequence[str],
) -> tuple[Description, Scorings]:
    description = describe(source.found_here(weights), trust_remote_code=trust_remote_code)
    return description, {task: choose(scoring, description, asking, task) for task in tasks}


def look_for_contamination(
    worker: ModelWorker, sets: Sequence[tuple[str, Sequence[str], Sequence[str]]]
) -> list[ContaminationRecord]:
    contamination_records = [contamination.check(worker.model, *one) for one in sets]
    return [contamination_record for contamination_record in contamination_records if contamination_record]


def check_model(worker: ModelWorker, sentences: Mapping[str, Sequence[str]]) -> ModelCheck:
    """Is the model awake, in each language it is asked in?"""
    model, asking = worker.model, next(iter(worker.scorings.values())).asking
    checks = [sanity_check.check(model, language, texts, asking) for language, texts in sentences.items()]
    return ModelCheck(model.parameters(), [check for check in checks if check])


def ask(worker: ModelWorker, piece: tuple[str, Batch[Question]]) -> list[Score]:
    """One batch of one task."""
    task, batch = piece
    return worker.scorings[task].ask(batch, worker.model)


def audit(request: AuditRequest, progress: Progress | None = None) -> AuditFolder:
    """Run or resume an audit; everything that can be refused is refused before weights are loaded."""
    progress, audit_request = progress or Silent(), request
    datasets = open_all(request.on)
    refuse_idle_options(datasets, request)
    placement = request.where.resolve(request.placement)
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    if description.source.server is not None:
        request = replace(request, opened_engine=AtServer(request.where))
        placement = request.where.resolve(request.placement)
    parts = [plan(dataset, description, request, placement.budget or 1) for dataset in datasets]
    if description.source.server is None:
        progress.say(f"Hashing the weights of {description.source.name}")
    weights = description.source.digest()
    manifest = make_manifest(request, description, parts, placement, weights)
    for name, facts in manifest.benchmarks.items():
        _stop_if_strict(request, list(benchmark_notices(name, facts, manifest.model.spec)), manifest)
    name = re.sub("[/:]", "--", description.source.name)
    folder = AuditFolder(Path(request.out or Path("runs") / f"{name}-{digest(manifest.question)[:SHORT]}"))
    is_new = not folder.exists()
    with folder.lock():
        _carry_over(folder, manifest, request)
        folder.start(manifest, {part.name: part.items for part in parts})
        try:
            _ask_what_is_missing(folder, manifest, parts, description, request, progress)
        except EpiceneError as error:
            if is_new:
                folder.take_back()
            if isinstance(error, InputError) or description.source.server is None or not folder.has_answers:
                raise
            raise EpiceneError(
                f"{error} What was answered is kept in {folder.path}, and is not asked again."
            ) from error
        results = measure(folder, request.seed)
    if request.validity:
        _ask_further(audit_request, parts, description, folder, progress)
        with folder.lock():
            _look_for_contamination(folder, parts, description, request, progress)
            results = measure(folder, request.seed)
    if request.strict and (notices := [notice for notice in results.notice_list() if notice.code not in PLAIN]):
        _stop_if_strict(request, notices, manifest)  # what only the answers could tell
    return folder


def _ask_further(
    request: AuditRequest,
    parts: Sequence[PlannedBenchmark],
    description: Description,
    folder: AuditFolder,
    progress: Progress,
) -> None:
    """One after the other, each in a folder of its own; one that cannot be asked is told of and left out."""
    for name, further in further_requests(request, parts, description.capability):
        progress.say(f"Validity: {', '.join(part.name for part in parts)} beside {name}")
        out = folder.path / FOLDER / name
        try:
            audit(replace(further, out=out, strict=False, validity=False), progress)
        except InputError as error:
            progress.say(f"Not asked: {error}")


def _look_for_contamination(
    folder: AuditFolder,
    parts: Sequence[PlannedBenchmark],
    description: Description,
    request: AuditRequest,
    progress: Progress,
) -> None:
    """Once, of a causal model, for sets in a language that there are control items in."""
    manifest = folder.facts()
    sets = [
        (part.name, contamination.sample(part.items), contamination.sample(open_all([name])[0].items))
        for part in parts
        if (name := controls_in(part.dataset.benchmark)) is not None
    ]
    if manifest.contamination or not sets or description.capability is not Capability.CAUSAL or parts[0].way == WORDS:
        return
    progress.say("Validity: signs that the items were seen in training")
    meter = Meter(manifest.cost, lambda: folder.save(manifest), str(manifest.machine["engine"]))
    factory = worker_factory(description, manifest.model.weights_digest, request, parts)
    with request.where.workers(factory, request.placement) as workers:
        ((manifest.contamination, cost),) = workers.map(Counted(look_for_contamination), [sets])
    meter.add(cost, is_asking=False)
    meter.close()
    folder.save(manifest)


def _stop_if_strict(request: AuditRequest, notices: Sequence[Notice], manifest: AuditManifest) -> None:
    """With --strict, the first thing that a reader would have to know is the end."""
    if request.strict and notices:
        raise EpiceneError(f"Stopped because of --strict: {in_english(notices[0], manifest)}")


def _carry_over(folder: AuditFolder, manifest: AuditManifest, request: AuditRequest) -> None:
    """A resumed run keeps the date it was begun and what it has cost and shown so far."""
    if not folder.exists():
        return
    earlier = folder.facts()
    manifest.created, manifest.cost = earlier.created, earlier.cost
    manifest.sanity, manifest.unchecked = earlier.sanity, earlier.unchecked
    manifest.contamination = earlier.contamination
    failed = [check for check in manifest.sanity if not check.passed]
    _stop_if_strict(request, [sanity_notice(manifest.model.name, failed)] if failed else [], manifest)
    manifest.model.parameters = manifest.model.parameters or earlier.model.parameters
    moved = {} if earlier.complete else _elsewhere(earlier.machine, manifest.machine)
    manifest.moves = [*earlier.moves, moved] if moved and moved not in earlier.moves else earlier.moves
    _stop_if_strict(request, [moved_notice(manifest.model.name, moved)] if moved else [], manifest)
    if earlier.complete:  # nothing is asked again: all of it was answered there
        manifest.machine = earlier.machine


def _elsewhere(there: Mapping[str, object], here: Mapping[str, object]) -> dict[str, list[object]]:
    """What differs, before and now: another library or device rounds otherwise, so that the scores of one run are no
    longer of one kind."""
    names = ("torch", "transformers", "platform", "device")
    return {name: [there.get(name), here.get(name)] for name in names if there.get(name) != here.get(name)}


def _ask_what_is_missing(
    folder: AuditFolder,
    manifest: AuditManifest,
    parts: Sequence[PlannedBenchmark],
    description: Description,
    request: AuditRequest,
    progress: Progress,
) -> None:
    done = {name: set(run.scores) for name, run in folder.benchmarks().items()}
    missing = [
        (part, task, unanswered(task.batches, lambda batch: batch.keys, done[part.name]))
        for part in parts
        for task in part.tasks
    ]
    if any(batches for _, _, batches in missing):
        meter = Meter(manifest.cost, lambda: folder.save(manifest), str(manifest.machine["engine"]))
        ledger = open_ledger(folder, description, request)
        factory = worker_factory(description, manifest.model.weights_digest, request, parts, ledger)
        if ledger is not None:
            todo = [(task, batches) for _, task, batches in missing]
            progress.say(cost_message(description, todo, _easy_sentences(parts), ledger))
        progress.say(f"Loading {description.source.name}, then a short sanity check")
        with request.where.workers(factory, request.placement) as workers:
            try:
                checked = _look(folder, manifest, parts, workers, request, meter, progress)
                if time_left := eta_message([batches for part, _, batches in missing if part.way != WORDS], checked):
                    progress.say(time_left)
                for part, task, batches in missing:
                    _ask(folder, part, task, batches, done[part.name], meter.counting(workers), description, progress)
            finally:
                meter.close()
    manifest.complete = True
    folder.save(manifest)


def open_ledger(folder: AuditFolder, description: Description, request: AuditRequest) -> Ledger | None:
    """Of a chat model, whose replies are paid for."""
    if description.capability is not Capability.CHAT:
        return None
    return Ledger(folder.journal(REPLIES), request.spending)


def cost_message(
    description: Description,
    asked: Sequence[tuple[Task, Sequence[Batch[Question]]]],
    sentences: Mapping[str, Sequence[str]],
    ledger: Ledger,
) -> str:
    """What is still to be sent and received, before the first request; the sanity check is asked once."""
    found = [
        task.scoring.tokens(question) for task, batches in asked for batch in batches for question in batch.questions
    ]
    if not ledger.journal.records:
        asking = asked[0][0].scoring.asking
        found += [sanity_check.tokens(description, name, texts, asking) for name, texts in sentences.items()]
    most = Used(sum(sent for sent, _ in found), sum(received for _, received in found))
    money, used = ledger.spending.cost(most), sum(ledger.used)
    price = "" if money is None else f"; {money:.4g} at that price"
    before = f" on top of {used:,} so far" if used else ""
    return (
        f"Asking {description.source.name}: at most about {sum(most):,} tokens ({most.prompt:,} sent, {most.reply:,} "
        f"received{price}){before}"
    )


def eta_message(batches: Iterable[Sequence[Batch[Question]]], checked: Cost) -> str | None:
    """How long the questions will take at the pace of the sanity check; None where none of them is read in tokens."""
    tokens = sum(question.cost for some in batches for batch in some for question in batch.questions)
    if not tokens or not checked.tokens:
        return None
    return at_this_pace(tokens * checked.seconds / checked.tokens)


def at_this_pace(seconds: float) -> str:
    if seconds < 100:
        return f"At this pace, asking takes about {max(5, 5 * round(seconds / 5))} seconds."
    return f"At this pace, asking takes about {round(seconds / 60)} minutes."


def _easy_sentences(parts: Sequence[PlannedBenchmark]) -> dict[str, tuple[str, ...]]:
    """What the sanity check asks, by language."""
    asked: dict[str, list[Item]] = {}
    for part in parts:
        asked.setdefault(part.dataset.benchmark.language, []).extend(part.items)
    return {language: sanity_check.sentences_for(language, asked[language]) for language in sorted(asked)}


def _look(
    folder: AuditFolder,
    manifest: AuditManifest,
    parts: Sequence[PlannedBenchmark],
    workers: Workers[ModelWorker],
    request: AuditRequest,
    meter: Meter,
    progress: Progress,
) -> Cost:
    """What can be said of the model before it is asked: its size, and whether it is awake."""
    sentences = _easy_sentences(parts)
    ((looked, cost),) = workers.map(Counted(check_model), [sentences])
    meter.add(cost, is_asking=False)
    manifest.model.parameters = looked.parameters
    manifest.sanity = looked.checks
    manifest.unchecked = sorted(set(sentences) - {check.language for check in looked.checks})
    _stop_if_strict(request, list(unchecked_notices(manifest, manifest.model.name)), manifest)
    if failed := [check for check in manifest.sanity if not check.passed]:
        notice = sanity_notice(manifest.model.name, failed)
        _stop_if_strict(request, [notice], manifest)
        progress.say(f"Warning: {in_english(notice, manifest)}")
    folder.save(manifest)
    return cost


class FirstItems:
    """Tells of the first items as they are answered, so that somebody who waits sees what is done."""

    MOST = 3
    LONGEST = 90

    def __init__(self, variants: Mapping[str, Mapping[Role, Text]], progress: Progress) -> None:
        self._variants, self._progress = variants, progress
        self._values: dict[str, dict[Role, float]] = {}
        self._left = self.MOST

    def add(self, scores: Sequence[Score]) -> None:
        for score in scores if self._left else ():
            values = self._values.setdefault(score.item_id, {})
            values[score.role] = score.value
            if not self._left or len(values) < len(self._variants[score.item_id]):
                continue
            if score.replies:
                self._tell(score.item_id, score.replies[0].text, "The first texts that the model wrote:")
            else:
                likeliest = self._variants[score.item_id][max(values, key=lambda role: values[role])].text
                head = "The first answers (the sentences state stereotypes); likelier to the model:"
                self._tell(score.item_id, likeliest, head)

    def _tell(self, item_id: str, text: str, head: str) -> None:
        if self._left == self.MOST:
            self._progress.say(head)
        self._left -= 1
        text = " ".join(text.split())
        shown = text if len(text) <= self.LONGEST else text[: self.LONGEST - 1] + "…"
        self._progress.say(f"  {item_id}: {shown}")


def _ask(
    folder: AuditFolder,
    part: PlannedBenchmark,
    task: Task,
    batches: Sequence[Batch[Question]],
    done: set[tuple[str, Role]],
    workers: Workers[ModelWorker],
    description: Description,
    progress: Progress,
) -> None:
    """Ask batch by batch and write each one through; a kill loses the batches under way and nothing else."""
    variants = {item.id: item.variants for item in part.items}
    keys = {key for batch in task.batches for key in batch.keys}
    progress.start(part.name if len(part.tasks) == 1 else f"{part.name} {task.name}", len(keys), len(keys & done))
    first = FirstItems(variants, progress) if part.way != WORDS and not keys & done else None
    sizes, began = [len(batch.questions) for batch in batches], time.monotonic()
    for number, answered in enumerate(workers.map(ask, [(task.name, batch) for batch in batches])):
        scores = [score for score in answered if (score.item_id, score.role) not in done]
        texts = [variants[score.item_id][score.role] for score in scores]
        lines = [
            (replace(score, length=description.n_tokens(text.text)), text.id)
            for score, text in zip(scores, texts, strict=True)
        ]
        folder.append(part.name, task.scoring.name, task.scoring.bos, lines)
        if first:
            first.add(scores)
        if part.way == WORDS and number == 0 and len(batches) > 1:  # how long a text takes is known once one is written
            progress.say(at_this_pace((time.monotonic() - began) * sum(sizes) / sizes[0]))
        progress.advance(len(scores))
