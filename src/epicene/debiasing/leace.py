"""`leace`, linear erasure: after every block of a language model, the direction that tells masculine from feminine is
taken out of the hidden states; the weights stay, and the folder holds the erasers beside them.

Blocks are treated one after another: an eraser is fitted on what comes out of its block once those before it have
erased (Belrose et al. 2023, concept scrubbing). Examples are sentences about people of one gender and their
counterparts, which differ in nothing else, so that both genders have the same contexts. Words that were held back are
in no sentence that is fitted on; probes are asked about them before and after.
"""

from __future__ import annotations

import shutil
import time
import warnings
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.core.types import Capability
from epicene.debiasing.debias_run import DebiasJob, DebiasResults, Target
from epicene.debiasing.swapped_text import CounterpartPair, LanguageModelMethod
from epicene.grammar.people import Gender
from epicene.metrics.inside_measures import Eraser, fit_leace
from epicene.models.source import locate

if TYPE_CHECKING:
    from torch import Tensor, nn

    from epicene.models.hooks import Block, Side
    from epicene.models.token_probabilities import LanguageModel

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
POSITIONS = 6  # of a sentence that are looked at, spread over what follows the first word with a gender
HELD_BACK = 5  # every so many words
FEWEST = 20  # sentences to fit on, and half as many held back
PROBED = 4000  # examples that a probe learns from


@dataclass(frozen=True)
class Leace(LanguageModelMethod):
    name: ClassVar[str] = "leace"
    sentences: int = 2_000
    max_tokens: int = 64

    def validate(self, target: Target) -> None:
        super().validate(target)
        if locate(target.model, target.revision).erasers():
            raise InputError(f"{target.model} has erasers already; erase from the model that they were fitted on.")

    def work(self, job: DebiasJob) -> DebiasResults:
        from sklearn.exceptions import ConvergenceWarning

        from epicene.models.description import describe
        from epicene.models.engines.cost import Cost, peak_memory
        from epicene.models.hooks import write_erasers
        from epicene.models.loading import load
        from epicene.train.training import save_body

        run, text = job.run, self.swapped()
        description = describe(job.source, trust_remote_code=job.target.trust_remote_code)
        run.progress.say(f"Loading {job.source.name}")
        model = load(description, run.placement)
        began = time.monotonic()
        examples = examples_of(text.swapped, model, text.languages[0], self.max_tokens)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a probe of what is erased has nothing to find
            erasers, figures = fit_erasers(model, examples, run.progress)
        tokens = sum(len(example.ids) for example in examples)
        run.meter.add(Cost(2 * tokens, time.monotonic() - began, peak_memory()))
        if job.source.gguf_file:
            save_body(model.model, description.tokenizer, run.draft)
        else:
            for path in job.source.files():
                shutil.copy(path, run.draft / path.name)
        write_erasers(run.draft, erasers, erased="gender", method=self.name, epicene=__version__)
        return self.results(job, description, text.record(len(examples)), figures)


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence of one gender, and where it is looked at."""

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    is_feminine: bool
    is_held_back: bool


def examples_of(
    sentences: Sequence[CounterpartPair], model: LanguageModel, language: str, max_tokens: int
) -> list[Example]:
    """Examples from the sentences about one gender; refused where there are too few."""
    description = model.description
    most = min(max_tokens, description.max_tokens)
    examples = []
    for sentence in sentences:
        genders = {word.gender for word in sentence.swap.changed}
        if len(genders) != 1:
            continue
        own, other, gender = sentence.text, sentence.swap.text, genders.pop()
        # What it is about, in both genders: *boulanger boulangère*, where *il elle* stands beside it too.
        word = max(sentence.swap.changed, key=lambda word: word.end - word.start)
        couple = " ".join(sorted((own[word.start : word.end].lower(), word.counterpart.lower())))
        held_back = zlib.crc32(couple.encode()) % HELD_BACK == 0
        shared = next((at for at, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), len(own))
        for text, is_feminine in ((own, gender is Gender.FEMININE), (other, gender is Gender.MASCULINE)):
            tokens = description.encode(text, language)
            spans = None if description.capability is Capability.MASKED else tokens.spans
            # Where the gender can be known: everywhere, or behind the first difference where a model reads on.
            known = [at for at in tokens.content if at < most and (spans is None or spans[at][1] > shared)]
            if known:
                chosen = np.unique(np.linspace(0, len(known) - 1, POSITIONS).round().astype(int))
                examples.append(Example(tokens.ids[:most], tuple(known[at] for at in chosen), is_feminine, held_back))
    n_held = sum(example.is_held_back for example in examples)
    if len(examples) - n_held < FEWEST or n_held < FEWEST // 2:
        raise InputError(
            f"The text gives {len(examples) - n_held} sentences of one gender to fit on and {n_held} with other "
            f"words to check with, counterparts included; erasing needs at least {FEWEST} and "
            f"{FEWEST // 2}. Give more text."
        )
    return examples


def fit_erasers(
    model: LanguageModel, examples: Sequence[Example], progress: Progress
) -> tuple[dict[Block, Eraser], dict[str, float]]:
    """An eraser for each block, and the figures of the fit: how many blocks, examples and held-back examples, and, at
    the probed block where it is read best, the percentage of held-back words whose gender a linear and another probe
    read right, before and after."""
    import torch

    from epicene.models.batching import by_length
    from epicene.models.hooks import stack_of

    batches = [
        [examples[number] for number in batch]
        for batch in by_length([len(example.ids) for example in examples], lambda: 4 * model.budget)
    ]
    sides: tuple[Side, ...] = ("encoder", "decoder") if model.model.config.is_encoder_decoder else ("encoder",)
    progress.start("Erasing", sum(len(stack_of(model.model, side).layers) for side in sides))
    erasers: dict[Block, Eraser] = {}
    accuracies: dict[str, float] = {}
    with torch.inference_mode(), ExitStack() as hooks:
        for side in sides:
            for name, accuracy in _fit_side(model, side, batches, erasers, hooks, progress):
                accuracies[name] = max(accuracy, accuracies.get(name, 0.0))
    n_held_back = sum(example.is_held_back for example in examples)
    counts = {"blocks": len(erasers), "examples": len(examples) - n_held_back, "held_back": n_held_back}
    return erasers, {name: float(value) for name, value in {**counts, **accuracies}.items()}


def _fit_side(
    model: LanguageModel,
    side: Side,
    batches: Sequence[Sequence[Example]],
    erasers: dict[Block, Eraser],
    hooks: ExitStack,
    progress: Progress,
) -> Iterator[tuple[str, float]]:
    """Add an eraser for each block, and yield what probes read at the first, the middle and the last one.

    What a block is given beside the hidden states does not depend on them, and is taken from one plain run; the states
    are those of the model with everything before erased.
    """
    from epicene.models.hooks import editing_hook, erasing, stack_of

    blocks = list(stack_of(model.model, side).layers)
    runs = [_plain_run(model, blocks, batch) for batch in batches]
    rows = [example for batch in batches for example in batch for _ in example.positions]
    labels, held_back = np.array([row.is_feminine for row in rows]), np.array([row.is_held_back for row in rows])
    states = plain = [run.first for run in runs]
    for number, block in enumerate(blocks, start=1):
        states = [run.through(number - 1, block, own) for run, own in zip(runs, states, strict=True)]
        x = _at_positions(states, batches, side)
        eraser = fit_leace(x[~held_back], labels[~held_back].astype(np.float64), shrunk=True)
        edit = erasing(eraser, states[0])
        states = [edit(own) for own in states]
        erasers[side, number] = eraser
        plain = [run.through(number - 1, block, own) for run, own in zip(runs, plain, strict=True)]
        if number in (1, (len(blocks) + 1) // 2, len(blocks)):
            for when, seen in (("before", plain), ("after", states)):
                for name, accuracy in probes(_at_positions(seen, batches, side), labels, held_back).items():
                    yield f"{name}_{when}", accuracy
        progress.advance(1)
    for number, block in enumerate(blocks, start=1):  # the other side sees what is erased here
        edit = erasing(erasers[side, number], states[0])
        hooks.callback(block.register_forward_hook(editing_hook(edit)).remove)


@dataclass
class PlainRun:
    """A batch on its way: the states that the first block is given, and each block's other arguments."""

    first: Tensor
    others: list[tuple[tuple[object, ...], dict[str, object]]]

    def through(self, index: int, block: nn.Module, states: Tensor) -> Tensor:
        arguments, options = self.others[index]
        output = block(states, *arguments, **options)
        after: Tensor = output if hasattr(output, "shape") else output[0]
        return after


def _plain_run(model: LanguageModel, blocks: Sequence[nn.Module], batch: Sequence[Example]) -> PlainRun:
    from torch import Tensor

    from epicene.models.token_probabilities import TokenRow

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
        model.hidden([TokenRow(example.ids, (), (), labels=example.ids) for example in batch])
    return PlainRun(first[0], given)


def _at_positions(states: Sequence[Tensor], batches: Sequence[Sequence[Example]], side: Side) -> Floats:
    """The states at the positions of the examples; a decoder is given every token one position later."""
    import torch

    later = int(side == "decoder")
    rows = [
        own[number, [min(at + later, len(example.ids) - 1) for at in example.positions]]
        for own, batch in zip(states, batches, strict=True)
        for number, example in enumerate(batch)
    ]
    joined: Floats = torch.cat(rows).float().cpu().numpy()
    return joined


def probes(x: Floats, labels: Bools, held_back: Bools) -> dict[str, float]:
    """How often, in percent, a linear and another probe, taught on the other words, read the gender of those held
    back."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    known = np.flatnonzero(~held_back)
    learnt = known[np.linspace(0, len(known) - 1, min(PROBED, len(known))).astype(int)]
    accuracies = {}
    for name, probe in (
        ("linear", LogisticRegression(max_iter=500)),
        ("other", MLPClassifier((64,), max_iter=60, random_state=0)),
    ):
        taught = make_pipeline(StandardScaler(), probe).fit(x[learnt], labels[learnt])
        accuracies[name] = 100 * float(taught.score(x[held_back], labels[held_back]))
    return accuracies
