"""One audit: items + model + scoring → a run folder with scores and results. The model is loaded once by each worker,
in this process or on another machine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from epicene.auditing import sanity_check
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.notices import (
    PLAIN,
    benchmark_notices,
    in_english,
    measure,
    moved_notice,
    unchecked_notices,
)
from epicene.auditing.plan import PlannedBenchmark, PlannedTask, make_manifest, open_all, plan, validate_options_used
from epicene.auditing.validity_runs import check_contamination, controls_in, sample_texts, validity_requests
from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.core.types import Capability, Item, Role, Score
from epicene.kinds.validity import FOLDER
from epicene.kinds.verdicts import sanity_notice
from epicene.models.batching import unanswered
from epicene.models.chat import ChatModel
from epicene.models.description import Description, describe
from epicene.models.engines.cost import Counted, Meter
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

Batches = Sequence[Batch[Question]]


@dataclass(frozen=True, slots=True)
class ModelWorker:
    """What a worker holds; a scoring for each task."""

    model: LanguageModel
    scorings: Mapping[str, Scoring[Question]]

    @property
    def tokens_seen(self) -> int:
        return self.model.tokens_seen


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


def find_contamination(
    worker: ModelWorker, sets: Sequence[tuple[str, Sequence[str], Sequence[str]]]
) -> list[ContaminationRecord]:
    """Signs that items were seen in training, of each set by its name, texts and controls."""
    records = [check_contamination(worker.model, name, texts, controls) for name, texts, controls in sets]
    return [record for record in records if record]


def check_model(worker: ModelWorker, sentences: Mapping[str, Sequence[str]]) -> tuple[int | None, list[SanityRecord]]:
    """The number of parameters, and whether the model prefers plain sentences to disorder in each language."""
    model, asking = worker.model, next(iter(worker.scorings.values())).asking
    checks = [sanity_check.check(model, language, texts, asking) for language, texts in sentences.items()]
    return model.parameters(), [check for check in checks if check]


def ask(worker: ModelWorker, piece: tuple[str, Batch[Question]]) -> list[Score]:
    """The scores of one batch of one task."""
    task, batch = piece
    return worker.scorings[task].ask(batch, worker.model)


def audit(request: AuditRequest, progress: Progress | None = None) -> AuditFolder:
    """Run or resume an audit; everything that can be refused is refused before weights are loaded."""
    progress, given = progress or Silent(), request
    datasets = open_all(request.on)
    validate_options_used(datasets, request)
    placement = request.where.resolve(request.placement)
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    is_served = description.source.server is not None
    if is_served:
        request = replace(request, opened_engine=AtServer(request.where))
        placement = request.where.resolve(request.placement)
    parts = [plan(dataset, description, request, placement.budget or 1) for dataset in datasets]
    if not is_served:
        progress.say(f"Hashing the weights of {description.source.name}")
    weights = description.source.digest()
    manifest = make_manifest(request, description, parts, placement, weights)
    name = re.sub("[/:]", "--", description.source.name)
    folder = AuditFolder(Path(request.out or Path("runs") / f"{name}-{digest(manifest.question)[:SHORT]}"))
    running = _RunningAudit(request, description, parts, manifest, folder, progress)
    for name, facts in manifest.benchmarks.items():
        running.stop_if_strict(benchmark_notices(name, facts, manifest.model.spec))
    is_new = not folder.exists()
    with folder.lock():
        running.carry_over()
        folder.start(manifest, {part.name: part.items for part in parts})
        try:
            running.ask_what_is_missing()
        except EpiceneError as error:
            if is_new:
                folder.rollback()
            if isinstance(error, InputError) or not is_served or not folder.has_answers:
                raise
            raise EpiceneError(
                f"{error} What was answered is kept in {folder.path}, and is not asked again."
            ) from error
        results = measure(folder, request.seed)
    if request.validity:
        running.ask_for_validity(given)
        with folder.lock():
            running.find_contamination()
            results = measure(folder, request.seed)
    if request.strict:  # what only the answers could tell
        running.stop_if_strict(notice for notice in results.notice_list() if notice.code not in PLAIN)
    return folder


@dataclass
class _RunningAudit:
    """One audit under way: what was planned, and the folder that its answers go to."""

    request: AuditRequest
    description: Description
    parts: Sequence[PlannedBenchmark]
    manifest: AuditManifest
    folder: AuditFolder
    progress: Progress

    def stop_if_strict(self, notices: Iterable[Notice]) -> None:
        """Stop at the first notice, if --strict says so."""
        for notice in notices if self.request.strict else ():
            raise EpiceneError(f"Stopped because of --strict: {in_english(notice, self.manifest)}")

    def carry_over(self) -> None:
        """A resumed run keeps the date it was begun and what it has cost and shown so far."""
        if not self.folder.exists():
            return
        manifest, earlier = self.manifest, self.folder.facts()
        manifest.created, manifest.cost = earlier.created, earlier.cost
        manifest.sanity, manifest.unchecked = earlier.sanity, earlier.unchecked
        manifest.contamination = earlier.contamination
        if failed := [check for check in manifest.sanity if not check.passed]:
            self.stop_if_strict([sanity_notice(manifest.model.name, failed)])
        manifest.model.parameters = manifest.model.parameters or earlier.model.parameters
        moved = {} if earlier.complete else moved_between(earlier.machine, manifest.machine)
        manifest.moves = [*earlier.moves, moved] if moved and moved not in earlier.moves else earlier.moves
        if moved:
            self.stop_if_strict([moved_notice(manifest.model.name, moved)])
        if earlier.complete:  # nothing is asked again: all of it was answered there
            manifest.machine = earlier.machine

    def factory(self, ledger: Ledger | None = None) -> WorkerFactory[tuple[Description, Scorings], ModelWorker]:
        return worker_factory(self.description, self.manifest.model.weights_digest, self.request, self.parts, ledger)

    def meter(self) -> Meter:
        manifest = self.manifest
        return Meter(manifest.cost, lambda: self.folder.save(manifest), str(manifest.machine["engine"]))

    def ask_what_is_missing(self) -> None:
        answered = {name: set(run.scores) for name, run in self.folder.benchmarks().items()}
        missing = [
            (part, task, unanswered(task.batches, lambda batch: batch.keys, answered[part.name]))
            for part in self.parts
            for task in part.tasks
        ]
        if any(batches for _, _, batches in missing):
            meter, ledger = self.meter(), None
            if self.description.capability is Capability.CHAT:  # whose replies are paid for
                ledger = Ledger(self.folder.journal(REPLIES), self.request.spending)
                todo = [(task, batches) for _, task, batches in missing]
                self.progress.say(cost_message(self.description, todo, self.easy_sentences(), ledger))
            self.progress.say(f"Loading {self.description.source.name}, then a short sanity check")
            with self.request.where.workers(self.factory(ledger), self.request.placement) as workers:
                try:
                    self.check_model(workers, meter)
                    for part, task, batches in missing:
                        self.ask(part, task, batches, answered[part.name], meter.counting(workers))
                finally:
                    meter.close()
        self.manifest.complete = True
        self.folder.save(self.manifest)

    def easy_sentences(self) -> dict[str, tuple[str, ...]]:
        """What the sanity check asks, by language."""
        items: dict[str, list[Item]] = {}
        for part in self.parts:
            items.setdefault(part.dataset.benchmark.language, []).extend(part.items)
        return {language: sanity_check.sentences_for(language, items[language]) for language in sorted(items)}

    def check_model(self, workers: Workers[ModelWorker], meter: Meter) -> None:
        """What can be said of the model before it is asked: its size, and whether it passes the sanity check."""
        manifest, sentences = self.manifest, self.easy_sentences()
        (((parameters, checks), cost),) = workers.map(Counted(check_model), [sentences])
        meter.add(cost, is_asking=False)
        manifest.model.parameters, manifest.sanity = parameters, checks
        manifest.unchecked = sorted(set(sentences) - {check.language for check in checks})
        self.stop_if_strict(unchecked_notices(manifest, manifest.model.name))
        if failed := [check for check in manifest.sanity if not check.passed]:
            notice = sanity_notice(manifest.model.name, failed)
            self.stop_if_strict([notice])
            self.progress.say(f"Warning: {in_english(notice, manifest)}")
        self.folder.save(manifest)

    def ask(
        self,
        part: PlannedBenchmark,
        task: PlannedTask,
        batches: Batches,
        answered: set[tuple[str, Role]],
        workers: Workers[ModelWorker],
    ) -> None:
        """Ask batch by batch and write each one through; a kill loses the batches under way and nothing else."""
        variants = {item.id: item.variants for item in part.items}
        keys = {key for batch in task.batches for key in batch.keys}
        label = part.name if len(part.tasks) == 1 else f"{part.name} {task.name}"
        self.progress.start(label, len(keys), len(keys & answered))
        for scores in workers.map(ask, [(task.name, batch) for batch in batches]):
            new = [score for score in scores if (score.item_id, score.role) not in answered]
            texts = [variants[score.item_id][score.role] for score in new]
            lines = [
                (replace(score, length=self.description.n_tokens(text.text)), text.id)
                for score, text in zip(new, texts, strict=True)
            ]
            self.folder.append(part.name, task.scoring.name, task.scoring.bos, lines)
            self.progress.advance(len(new))

    def ask_for_validity(self, given: AuditRequest) -> None:
        """Each further audit in a folder of its own, one after the other; one that cannot be asked is left out."""
        for name, further in validity_requests(given, self.parts, self.description.capability):
            self.progress.say(f"Validity: {', '.join(part.name for part in self.parts)} beside {name}")
            out = self.folder.path / FOLDER / name
            try:
                audit(replace(further, out=out, strict=False, validity=False), self.progress)
            except InputError as error:
                self.progress.say(f"Not asked: {error}")

    def find_contamination(self) -> None:
        """Once, of a causal model, for sets in a language that there are control items in."""
        self.manifest = manifest = self.folder.facts()
        sets = [
            (part.name, sample_texts(part.items), sample_texts(open_all([name])[0].items))
            for part in self.parts
            if (name := controls_in(part.dataset.benchmark)) is not None
        ]
        is_causal = self.description.capability is Capability.CAUSAL and self.parts[0].way != WORDS
        if manifest.contamination or not sets or not is_causal:
            return
        self.progress.say("Validity: signs that the items were seen in training")
        meter = self.meter()
        with self.request.where.workers(self.factory(), self.request.placement) as workers:
            ((manifest.contamination, cost),) = workers.map(Counted(find_contamination), [sets])
        meter.add(cost, is_asking=False)
        meter.close()
        self.folder.save(manifest)


def moved_between(there: Mapping[str, object], here: Mapping[str, object]) -> dict[str, list[object]]:
    """What differs, before and now: another library or device rounds otherwise, so that the scores of one run are no
    longer of one kind."""
    names = ("torch", "transformers", "platform", "device")
    return {name: [there.get(name), here.get(name)] for name in names if there.get(name) != here.get(name)}


def cost_message(
    description: Description,
    todo: Sequence[tuple[PlannedTask, Batches]],
    sentences: Mapping[str, Sequence[str]],
    ledger: Ledger,
) -> str:
    """What is still to be sent and received, before the first request; the sanity check is asked once."""
    counts = [
        task.scoring.tokens(question) for task, batches in todo for batch in batches for question in batch.questions
    ]
    if not ledger.journal.records:
        asking = todo[0][0].scoring.asking
        counts += [sanity_check.tokens(description, name, texts, asking) for name, texts in sentences.items()]
    most = Used(sum(sent for sent, _ in counts), sum(received for _, received in counts))
    money, used = ledger.spending.cost(most), sum(ledger.used)
    price = "" if money is None else f"; {money:.4g} at that price"
    before = f" on top of {used:,} so far" if used else ""
    return (
        f"Asking {description.source.name}: at most about {sum(most):,} tokens ({most.prompt:,} sent, {most.reply:,} "
        f"received{price}){before}"
    )
