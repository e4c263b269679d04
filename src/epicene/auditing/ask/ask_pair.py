"""Asking about one pair, with the model, the scoring and the signature that an audit of it would have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from epicene.auditing.ask.asked_pair import ROLES, AskedPair, AskedReply, AskedSentence, AskedToken, Beside, rank
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark, PlannedTask, make_manifest, validate_items_left
from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import Progress
from epicene.core.types import Item, Role, Score
from epicene.data.datasets import Dataset
from epicene.kinds.verdicts import is_trusted
from epicene.models.description import Description, describe
from epicene.models.engines.server import AtServer
from epicene.models.loading import load
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel
from epicene.runs.audit_folder import AuditFolder, SavedRun, read_runs
from epicene.runs.results import LIKELIHOOD, WORDS, BenchmarkFacts
from epicene.scoring.protocol import Scoring, TokenScoring
from epicene.scoring.selection import choose, fitting, validate_scorings

RUNS = Path("runs")  # where audits put theirs


def ask_pair(dataset: Dataset, request: AuditRequest, path: Path | None, progress: Progress) -> AskedPair:
    """`request` says which model, and how; its benchmarks are the one pair."""
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    if description.source.server is not None:
        request = replace(request, opened_engine=AtServer(request.where))
    placement = request.where.resolve(request.placement)
    (item,) = dataset.items
    task = dataset.kind.task_of(item)
    scoring = _scoring(item, task, description, request)
    if path is not None and scoring.way == WORDS:
        raise InputError(f"--beside is for differences, and {scoring.name!r} asks in words. Leave it out.")
    part = PlannedBenchmark(
        dataset, (item,), {}, (PlannedTask(task, scoring, scoring.plan([item], placement.budget or 1)),), {}
    )
    weights = description.source.digest()
    facts = make_manifest(request, description, [part], placement, weights).benchmarks[dataset.name]
    runs = list(_runs_beside(description.source.name, weights, task, facts, path))
    progress.say(f"Loading {description.source.name}")
    scores, values = _answers(part, item, load(description, placement))
    first, second = (scores[role].value for role in ROLES)
    if scoring.way == WORDS:
        replies = [reply for score in scores.values() for reply in score.replies]  # in either order
        first, second = (float(sum(reply.chosen == role for reply in replies)) for role in ROLES)
    elif not any(score.n_tokens for score in scores.values()):
        others = [name for name in fitting(description.capability, task) if name != scoring.name]
        raise InputError(
            f"{scoring.name} counts what both sentences share, and these share nothing. Try --scoring {others[0]}."
        )
    numbers = {role: number for number, role in enumerate(ROLES, start=1)}
    return AskedPair(
        model=description.source.name,
        language=item.language,
        way=scoring.way,
        scoring=scoring.name,
        about=scoring.about,
        adds_up=scoring.adds_up,
        signature=facts.signature,
        difference=first - second,
        likelier=msgspec.UNSET if first == second else 1 if first > second else 2,
        sentences=[
            AskedSentence(
                item.variants[role].text,
                value,
                scores[role].n_tokens,
                list(_tokens(description, item, role, values)) if values else [],
            )
            for role, value in zip(ROLES, (first, second), strict=True)
        ],
        replies=[
            AskedReply(
                reply.instruction,
                numbers[reply.first],
                reply.text,
                reply.refused,
                numbers[reply.chosen] if reply.chosen else msgspec.UNSET,
            )
            for role in ROLES
            for reply in scores[role].replies
        ],
        beside=[_beside(run, benchmark, first - second) for run, benchmark in runs],
    )


def _scoring(item: Item, task: str, description: Description, request: AuditRequest) -> Scoring[Any]:
    """Refuses what cannot be asked before weights are loaded."""
    validate_scorings("A pair of sentences", request.scoring, description.capability, [task])
    scoring = choose(request.scoring, description, request.asking, task)
    longest = max((question.longest for question in scoring.questions([item])), default=0)
    if longest > description.max_tokens:
        raise InputError(
            f"A sentence is {longest} tokens long for {description.source.name}, which takes "
            f"{description.max_tokens}. Shorten it."
        )
    validate_items_left("This pair", [item], scoring)
    return scoring


def _answers(
    part: PlannedBenchmark, item: Item, model: LanguageModel
) -> tuple[dict[Role, Score], dict[tuple[Role, int], float]]:
    """Scores, and what each token adds to them where the scoring reads tokens."""
    (task,) = part.tasks
    scoring: Scoring[Any] = task.scoring
    if not isinstance(scoring, TokenScoring):
        return {score.role: score for score in scoring.score([item], model)}, {}
    answered = [answer for batch in task.batches for answer in scoring.answered(batch, model)]
    scores = {score.role: score for answer in answered for score in scoring.scores(*answer)}
    values = {(role, index): value for answer in answered for (_, role), index, value in scoring.token_values(*answer)}
    return scores, values


def _tokens(
    description: Description, item: Item, role: Role, values: dict[tuple[Role, int], float]
) -> Iterator[AskedToken]:
    text = item.variants[role].text
    tokens = description.encode(text, item.language)
    pieces = description.tokenizer.convert_ids_to_tokens(list(tokens.ids))
    for index in tokens.content:
        start, end = tokens.spans[index] if tokens.spans else (0, 0)
        yield AskedToken(text[start:end] or pieces[index], start, end, values.get((role, index), msgspec.UNSET))


def _runs_beside(
    model: str, weights: str, task: str, benchmark_facts: BenchmarkFacts, named: Path | None
) -> Iterator[tuple[SavedRun, str]]:
    """Audits in which the same model was asked pairs of this language by the same scoring, each benchmark once."""
    known: set[str] = set()
    for path in [named] if named else sorted(results.parent for results in RUNS.glob("*/results.json")):
        try:
            manifest = AuditFolder(path).facts()
        except EpiceneError:
            if named:
                raise
            continue  # a run of another kind
        alike = [name for name, facts in manifest.benchmarks.items() if _is_alike(facts, benchmark_facts, task)]
        fresh = [name for name in alike if name not in known and benchmark_facts.way == LIKELIHOOD]
        if fresh and (manifest.model.name, manifest.model.weights_digest) == (model, weights):
            (run,) = read_runs([path])
            known.update(fresh)
            yield from ((run, name) for name in fresh)
    if named and not known:
        raise InputError(
            f"{named} has no pairs in {benchmark_facts.language!r} that {model} was asked by "
            f"{benchmark_facts.scoring}. Audit it so, or leave --beside out."
        )


def _is_alike(facts: BenchmarkFacts, benchmark_facts: BenchmarkFacts, task: str) -> bool:
    same = ("kind", "way", "language", "scoring", "bos", "as_released")
    return task in facts.tasks and all(getattr(facts, name) == getattr(benchmark_facts, name) for name in same)


def _beside(run: SavedRun, benchmark: str, difference: float) -> Beside:
    values, unusable = run.benchmarks[benchmark].values(), run.benchmarks[benchmark].unusable
    pairs = [[(item.id, role) for role in ROLES] for item in run.benchmarks[benchmark].items if item.id not in unusable]
    differences = [values[a] - values[b] for a, b in pairs if a in values and b in values]
    return Beside(
        run=str(run.path),
        benchmark=benchmark,
        n=len(differences),
        percentile=rank(difference, differences),
        median=median(map(abs, differences)),
        trusted=is_trusted(run, benchmark),
    )
