"""The model of an audit where it is asked: loaded once by each worker, in this process or on another machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from epicene.auditing import sanity_check
from epicene.auditing.plan import Part, Request
from epicene.core.types import Score
from epicene.models.asking import LanguageModel
from epicene.models.description import Description, describe
from epicene.models.engines.model_reference import SentSource
from epicene.models.loading import Placement, load
from epicene.runs.results import SanityRecord
from epicene.scoring.next_sentence import OWN
from epicene.scoring.protocol import Asking, Batch, Question, Scoring
from epicene.scoring.selection import choose


@dataclass(frozen=True, slots=True)
class Asked:
    """What a worker holds; a scoring for each task."""

    model: LanguageModel
    scorings: Mapping[str, Scoring[Question]]

    @property
    def tokens_seen(self) -> int:
        return self.model.tokens_seen


class Looked(NamedTuple):
    """What is known of a model once it is loaded."""

    parameters: int | None
    checks: list[SanityRecord]


@dataclass(frozen=True, slots=True)
class AskedRecipe:
    """Here, with the description and the scorings that planned the questions."""

    description: Description
    weights: str
    request: Request
    parts: Sequence[Part]

    def __call__(self, placement: Placement) -> Asked:
        return Asked(
            load(self.description, placement), {task.name: task.scoring for part in self.parts for task in part.tasks}
        )

    def to_send(self) -> Callable[[Placement], Asked]:
        asking, tasks = self.request.asking, {task.name for part in self.parts for task in part.tasks}
        if asking.nsp is not None and asking.nsp != OWN:
            asking = replace(asking, nsp=str(Path(asking.nsp).absolute()))
        source = SentSource.of(self.description.source, self.weights)
        return SentRecipe(source, self.request.trust_remote_code, self.request.scoring, asking, tuple(sorted(tasks)))


@dataclass(frozen=True, slots=True)
class SentRecipe:
    """Elsewhere, with what that machine reads for itself: the same configuration, tokenizer and scorings."""

    source: SentSource
    trust_remote_code: bool
    scoring: str | None
    asking: Asking
    tasks: tuple[str, ...]

    def __call__(self, placement: Placement) -> Asked:
        description = describe(self.source.found(), trust_remote_code=self.trust_remote_code)
        scorings = {task: choose(self.scoring, description, self.asking, task) for task in self.tasks}
        return Asked(load(description, placement), scorings)


def look_at(asked: Asked, languages: Sequence[str]) -> Looked:
    """Is the model awake, in each language it is asked in?"""
    model = asked.model
    checks = [sanity_check.check(model, language) for language in languages]
    return Looked(model.parameters(), [check for check in checks if check])


def ask(asked: Asked, piece: tuple[str, Batch[Question]]) -> list[Score]:
    """One batch of one task."""
    task, batch = piece
    return asked.scorings[task].ask(batch, asked.model)
