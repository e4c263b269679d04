"""Which scoring for which model and task: the default that its kind declares (`tasks` in kinds/…/kind.py) or the one
that was named, and one sentence where it does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

from epicene.core.errors import InputError
from epicene.core.kinds import KINDS, WORD, find_task
from epicene.core.types import Capability
from epicene.models.description import Description
from epicene.runs.results import LIKELIHOOD
from epicene.scoring import cloze, in_words, likelihood, masked, written  # noqa: F401 - they register themselves
from epicene.scoring.next_sentence import NextSentence
from epicene.scoring.protocol import SCORINGS, Scoring
from epicene.scoring.scoring_options import ABSENT, ScoringOptions

NSP = NextSentence.name


class MissingHeadError(InputError):
    """The next-sentence task needs a head and none was named; `instead` are options that need no training."""

    def __init__(self, model: str, instead: Sequence[str]) -> None:
        others = f" (or, without training: {', '.join(instead)})" if instead else ""
        super().__init__(
            "the next-sentence task needs a head. Make one with `epicene train nsp {model} --text FILE --out DIR`, "
            "then add --nsp DIR{others}.",
            model=quote(model),
            others=others,
        )
        self.instead = tuple(instead)


def choose(names: str | None, description: Description, asking: ScoringOptions, task: str) -> Scoring[Any]:
    """The scoring a user named, or the default for this task and kind of model; refuses before weights are loaded.

    Several names are joined as a signature has them (`loglik+loglik-conditional`): each is for the tasks it asks.
    """
    name = named_for(names, [task]).get(task) or _default(task, description, asking)
    if name == NSP:
        return _with_head(description, asking, task)
    scoring = SCORINGS[name]
    if not scoring.fits(description.capability):
        raise InputError(
            f"{description.source.name} is a model of kind {description.capability!s} but {scoring.name!r} needs kind "
            f"{scoring.needs!s}. Use one of: {', '.join(fitting(description.capability, task))}."
        )
    if asking.bos is not None and scoring.needs is not Capability.CAUSAL:
        raise InputError(f"--bos is for causal models; {scoring.name!r} asks kind {scoring.needs!s}. Leave it out.")
    if asking.as_released and issubclass(scoring, likelihood.LogLikelihood) and WORD not in forms_of(task):
        raise InputError(
            f"--as-released: there is no original program that asks {task} of causal models. Leave it out."
        )
    if WORD in forms_of(task) and asking.rest != ABSENT and not issubclass(scoring, cloze.BlankFilling):
        raise InputError(f"--rest is for cloze-l2r and its kin; {scoring.name!r} has no later sub-words. Leave it out.")
    return scoring(description, asking)


def named_for(names: str | None, tasks: Iterable[str]) -> dict[str, str]:
    """By task, the first of the named scorings that asks it; a task that none of them asks has its default."""
    by_task = {task: next((name for name in split(names) if asks(name, task)), None) for task in tasks}
    return {task: name for task, name in by_task.items() if name}


def split(names: str | None) -> list[str]:
    return names.split("+") if names else []


def find_scoring(name: str) -> type[Scoring[Any]]:
    """An unknown name is answered with the nearest known one."""
    return NextSentence if name == NSP else SCORINGS[name]


def asks(name: str, task: str) -> bool:
    """Whether a scoring is for a task."""
    return bool(find_scoring(name).asks & forms_of(task))


def forms_of(task: str) -> frozenset[str]:
    return find_task(task)[1].forms


def fitting(capability: Capability, task: str) -> list[str]:
    """The default first."""
    names = [other.name for other in SCORINGS.values() if other.fits(capability) and asks(other.name, task)]
    default = find_task(task)[1].defaults.get(capability)
    return sorted([*names, NSP] if asks(NSP, task) else names, key=lambda name: name != default)


def validate_scorings(benchmark: str, names: str | None, capability: Capability, tasks: Sequence[str]) -> None:
    """Of the scorings a user named, one at least must be for this benchmark."""
    if names and not any(asks(name, task) for name in split(names) for task in tasks):
        known = dict.fromkeys(name for task in tasks for name in fitting(capability, task))
        raise InputError(f"{benchmark} cannot be asked by {names}. Use one of: {', '.join(known)}.")


def _default(task: str, description: Description, asking: ScoringOptions) -> str:
    kind, spec = find_task(task)
    capability = description.capability
    if asking.as_released and capability in spec.as_released:
        return spec.as_released[capability]
    if capability not in spec.defaults:
        others = [
            item_kind.name
            for item_kind in KINDS.values()
            if any(capability in other.defaults for other in item_kind.tasks.values())
        ]
        raise InputError(
            f"{description.source.name} is asked in words; {kind} need log-probabilities. Ask it about "
            f"{' or '.join(others)}, or serve the model with vllm:."
        )
    default = spec.defaults[capability]
    if default == NSP and description.source.server is not None and asking.nsp is None:
        return likelihood.ConditionalLogLikelihood.name  # there is no head that it could be asked with
    return default


def _with_head(description: Description, asking: ScoringOptions, task: str) -> NextSentence:
    """As released or not, a head is asked in one way."""
    if description.source.server is not None:
        raise InputError(
            f"{description.source.name} is behind a server, which shows no hidden states for a next-sentence head to "
            f"read. Use {likelihood.ConditionalLogLikelihood.name}, and leave --nsp out."
        )
    if asking.nsp is None:
        names = [name for name in fitting(description.capability, task) if find_scoring(name).way == LIKELIHOOD]
        others = [f"--scoring {name}" for name in names if name != NSP]
        if description.architecture.endswith(("ForPreTraining", "ForNextSentencePrediction")):
            others.insert(0, "--nsp own")
        raise MissingHeadError(description.source.spec, others)
    return NextSentence(description, replace(asking, as_released=False), asking.nsp)
