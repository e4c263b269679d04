"""Erasers of gender for every block of a model, one after another: each is fitted on what comes out of its block once
those before it have erased (Belrose et al. 2023, concept scrubbing).

Examples are sentences about people of one gender and their counterparts, which differ in nothing else, so that both
genders have the same contexts. Words that were held back are in no sentence that is fitted on; probes are asked about
them before and after.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.core.types import Capability
from epicene.debiasing.swapped_text import Swapped
from epicene.grammar.gender import Gender
from epicene.metrics.leace_eraser import Eraser, fit_leace
from epicene.models.batching import by_length
from epicene.models.layers import Block, Side, editing_hook, erasing, stack_of
from epicene.models.token_probabilities import LanguageModel, Row

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
PLACES = 6  # of a sentence that are looked at, spread over what follows the first word with a gender
HELD_BACK = 5  # every so many words
FEWEST = 20  # sentences to fit on, and half as many held back
PROBED = 4000  # examples that a probe learns from


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence of one gender, and where it is looked at."""

    ids: tuple[int, ...]
    places: tuple[int, ...]
    is_feminine: bool
    is_held_back: bool


@dataclass(frozen=True, slots=True)
class Probes:
    """Percentages of held-back words whose gender is read right."""

    linear: float
    other: float


@dataclass
class Fitted:
    """`before` and `after` are by block, for those that are probed."""

    erasers: dict[Block, Eraser] = field(default_factory=dict)
    before: dict[Block, Probes] = field(default_factory=dict)
    after: dict[Block, Probes] = field(default_factory=dict)
    n_examples: int = 0
    n_held_back: int = 0


def examples_of(found: Sequence[Swapped], model: LanguageModel, language: str, max_tokens: int) -> list[Example]:
    """Of sentences about one gender; refused where there are too few."""
    description = model.description
    most = min(max_tokens, description.max_tokens)
    made = []
    for one in found:
        genders = {word.gender for word in one.swap.changed}
        if len(genders) != 1:
            continue
        own, other, gender = one.text, one.swap.text, genders.pop()
        held_back = zlib.crc32(_longest_couple(one).encode()) % HELD_BACK == 0
        shared = next((at for at, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), len(own))
        for text, is_feminine in ((own, gender is Gender.FEMININE), (other, gender is Gender.MASCULINE)):
            tokens = description.encode(text, language)
            places = _places(tokens.spans, tokens.content, shared, most, description.capability)
            if places:
                made.append(Example(tokens.ids[:most], places, is_feminine, held_back))
    n_held = sum(one.is_held_back for one in made)
    if len(made) - n_held < FEWEST or n_held < FEWEST // 2:
        raise InputError(
            f"The text gives {len(made) - n_held} sentences of one gender to fit on and {n_held} with other "
            f"words to check with, counterparts included; erasing needs at least {FEWEST} and "
            f"{FEWEST // 2}. Give more text."
        )
    return made


def _longest_couple(one: Swapped) -> str:
    """What a sentence is about, in both genders: *boulanger boulangère*, where *il elle* stands beside it too."""
    word = max(one.swap.changed, key=lambda word: word.end - word.start)
    return " ".join(sorted((one.text[word.start : word.end].lower(), word.counterpart.lower())))


def _places(
    spans: Sequence[tuple[int, int]] | None, content: Sequence[int], shared: int, most: int, kind: Capability
) -> tuple[int, ...]:
    """Where the gender can be known: everywhere, or behind the first difference where a model reads from left to
    right."""
    known = [
        place
        for place in content
        if place < most and (kind is Capability.MASKED or spans is None or spans[place][1] > shared)
    ]
    chosen = np.unique(np.linspace(0, len(known) - 1, PLACES).round().astype(int)) if known else ()
    return tuple(known[at] for at in chosen)


def fit_erasers(model: LanguageModel, examples: Sequence[Example], progress: Progress) -> Fitted:
    fitted = Fitted(n_examples=sum(not one.is_held_back for one in examples))
    fitted.n_held_back = len(examples) - fitted.n_examples
    batches = [
        [examples[place] for place in batch]
        for batch in by_length([len(one.ids) for one in examples], lambda: 4 * model.budget)
    ]
    sides: tuple[Side, ...] = ("encoder", "decoder") if model.model.config.is_encoder_decoder else ("encoder",)
    progress.start("Erasing", sum(len(stack_of(model.model, side).layers) for side in sides))
    with torch.inference_mode(), ExitStack() as hooks:
        for side in sides:
            _fit_side(model, side, batches, fitted, hooks, progress)
    return fitted


def _fit_side(
    model: LanguageModel,
    side: Side,
    batches: Sequence[Sequence[Example]],
    fitted: Fitted,
    hooks: ExitStack,
    progress: Progress,
) -> None:
    """Block by block: what a block is given beside the hidden states does not depend on them, and is taken from one
    plain run; the states are those of the model with everything before erased."""
    blocks = list(stack_of(model.model, side).layers)
    runs = [_plain_run(model, blocks, batch) for batch in batches]
    probed = {1, (len(blocks) + 1) // 2, len(blocks)}
    labels, held_back = _labels(batches)
    states = [run.first for run in runs]
    plain = [run.first for run in runs]
    for number, block in enumerate(blocks, start=1):
        states = [run.through(number - 1, block, own) for run, own in zip(runs, states, strict=True)]
        x = _at_places(states, batches, side)
        eraser = fit_leace(x[~held_back], labels[~held_back].astype(np.float64), shrunk=True)
        edit = erasing(eraser, states[0])
        states = [edit(own) for own in states]
        fitted.erasers[side, number] = eraser
        plain = [run.through(number - 1, block, own) for run, own in zip(runs, plain, strict=True)]
        if number in probed:
            before = _at_places(plain, batches, side)
            fitted.before[side, number] = probes(before, labels, held_back)
            fitted.after[side, number] = probes(_at_places(states, batches, side), labels, held_back)
        progress.advance(1)
    for number, block in enumerate(blocks, start=1):  # the other side sees what is erased here
        edit = erasing(fitted.erasers[side, number], states[0])
        hooks.callback(block.register_forward_hook(editing_hook(edit)).remove)


@dataclass
class _Run:
    """A batch on its way: the states that the first block is given, and each block's other arguments."""

    first: Tensor
    others: list[tuple[tuple[object, ...], dict[str, object]]]

    def through(self, place: int, block: nn.Module, states: Tensor) -> Tensor:
        arguments, options = self.others[place]
        made = block(states, *arguments, **options)
        found: Tensor = made if isinstance(made, Tensor) else made[0]
        return found


def _plain_run(model: LanguageModel, blocks: Sequence[nn.Module], batch: Sequence[Example]) -> _Run:
    given: list[tuple[tuple[object, ...], dict[str, object]]] = []
    first: list[Tensor] = []

    def keep(module: nn.Module, arguments: tuple[object, ...], options: dict[str, object]) -> None:
        options = dict(options)
        states = arguments[0] if arguments else options.pop("hidden_states")
        if not first and isinstance(states, Tensor):
            first.append(states)
        given.append((tuple(arguments[1:]), options))

    with ExitStack() as hooks:
        for block in blocks:
            hooks.callback(block.register_forward_pre_hook(keep, with_kwargs=True).remove)
        model.hidden([Row(one.ids, (), (), labels=one.ids) for one in batch])
    return _Run(first[0], given)


def _labels(batches: Sequence[Sequence[Example]]) -> tuple[Bools, Bools]:
    rows = [one for batch in batches for one in batch for _ in one.places]
    return np.array([one.is_feminine for one in rows]), np.array([one.is_held_back for one in rows])


def _at_places(states: Sequence[Tensor], batches: Sequence[Sequence[Example]], side: Side) -> Floats:
    """A decoder is given every token one place later."""
    later = int(side == "decoder")
    found = [
        own[number, [min(place + later, len(one.ids) - 1) for place in one.places]]
        for own, batch in zip(states, batches, strict=True)
        for number, one in enumerate(batch)
    ]
    joined: Floats = torch.cat(found).float().cpu().numpy()
    return joined


def probes(x: Floats, labels: Bools, held_back: Bools) -> Probes:
    """How often a linear and a non-linear probe, taught on the other words, read the gender of those held back."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    known = np.flatnonzero(~held_back)
    learnt = known[np.linspace(0, len(known) - 1, min(PROBED, len(known))).astype(int)]
    makers: Mapping[str, Callable[[], object]] = {
        "linear": lambda: LogisticRegression(max_iter=500),
        "other": lambda: MLPClassifier((64,), max_iter=60, random_state=0),
    }
    read = {}
    for name, probe in makers.items():
        taught = make_pipeline(StandardScaler(), probe()).fit(x[learnt], labels[learnt])
        read[name] = 100 * float(taught.score(x[held_back], labels[held_back]))
    return Probes(**read)


def figures(fitted: Fitted) -> Iterator[tuple[str, float]]:
    """Over the probed blocks, the one where gender is read best; and how much went in."""
    yield "blocks", float(len(fitted.erasers))
    yield "examples", float(fitted.n_examples)
    yield "held_back", float(fitted.n_held_back)
    for name, found in (("before", fitted.before), ("after", fitted.after)):
        for kind in ("linear", "other"):
            yield f"{kind}_{name}", max(getattr(one, kind) for one in found.values())
