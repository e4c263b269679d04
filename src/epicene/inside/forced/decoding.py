"""Forced decoding: how likely each of two words is after a reference, read off the model without translating.

    forced = force(translator, corpus.lines, "fr-en")     # his/her for every line, or another contrast
    forced[0].masculine, forced[0].feminine               # natural logs of P(his) and P(her)

A word of several sub-words has the sum of its pieces' log-probabilities. Lines that ask the same of the same sentence
are asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import Tensor

from epicene.core.progress import Progress, Silent
from epicene.inside.hooks import only_at
from epicene.inside.word_contrasts import DEFAULT_CONTRASTS, Question, read_contrast, target_nouns
from epicene.metrics.forced_measures import preference
from epicene.models.batching import by_length
from epicene.models.translation import Translator
from epicene.mt.corpora.controlled_corpus import CorpusLine

Target = tuple[int, int]  # a decoder position, and the token whose probability is wanted there


@dataclass(frozen=True, slots=True)
class Forced:
    """One line and the natural logs of what its two words are likely to be."""

    line: CorpusLine
    masculine: float
    feminine: float

    @property
    def b(self) -> float:
        return preference(self.masculine, self.feminine)


@dataclass(frozen=True, slots=True)
class Row:
    """What one forward pass is given: a sentence, and what the decoder has written."""

    source: tuple[int, ...]
    decoder: tuple[int, ...]


def force(
    translator: Translator,
    lines: Sequence[CorpusLine],
    direction: str = "fr-en",
    contrast: str | None = None,
    progress: Progress | None = None,
) -> list[Forced]:
    """Both words' log-probabilities for every line that has the contrast, in the lines' order."""
    chosen = read_contrast(contrast or DEFAULT_CONTRASTS[direction][0], direction)
    questions = chosen.questions(translator, lines, Path("the reference"), target_nouns(lines, direction))
    found: dict[int, Forced] = {}
    progress = progress or Silent()
    progress.start(f"Forcing {chosen.name} with {translator.name}", len(questions))
    for batch in force_batches(translator, questions):
        found.update({one.line.number: one for one in batch})
        progress.advance(len(batch))
    return [found[question.line.number] for question in questions]


def force_batches(translator: Translator, questions: Sequence[Question]) -> Iterator[list[Forced]]:
    """Answers a batch at a time, in any order; every row is asked once, however many lines share it."""
    for batch in batches_of(questions, lambda: translator.budget):
        wanted: dict[Row, list[Target]] = {}
        for row, targets in (pair for question in batch for pair in asked(question)):
            wanted.setdefault(row, []).extend(targets)
        known = translator.in_halves(partial(log_probabilities, translator), list(wanted.items()))
        answers = dict(zip(wanted, known, strict=True))
        yield [_forced(question, answers) for question in batch]


def batches_of(questions: Sequence[Question], budget: Callable[[], int]) -> Iterator[list[Question]]:
    """Questions of like length under the budget; those that share their rows are in one batch."""
    sharing: dict[tuple[Row, ...], list[Question]] = {}
    for question in questions:
        sharing.setdefault(tuple(row for row, _ in asked(question)), []).append(question)
    groups = list(sharing.values())
    costs = [sum(len(row.source) + len(row.decoder) for row, _ in asked(group[0])) for group in groups]
    for batch in by_length(costs, budget):
        yield [question for place in batch for question in groups[place]]


def force_batch(translator: Translator, batch: Sequence[Question]) -> list[Forced]:
    """In one go, unless memory ran out before and the translator takes fewer now."""
    return [one for found in force_batches(translator, batch) for one in found]


def asked(question: Question) -> list[tuple[Row, list[Target]]]:
    """The row and targets of the masculine word, then of the feminine; one row where both are single pieces."""
    start = len(question.prefix) - 1
    return [
        (
            Row(question.source, (*question.prefix, *word[:-1])),
            [(start + place, token) for place, token in enumerate(word)],
        )
        for word in (question.masculine, question.feminine)
    ]


def _forced(question: Question, answers: dict[Row, dict[Target, float]]) -> Forced:
    masculine, feminine = (sum(answers[row][target] for target in targets) for row, targets in asked(question))
    return Forced(question.line, masculine, feminine)


Decode = Callable[[Tensor], Tensor]  # decoder tokens → logits


def log_probabilities(
    translator: Translator, asked_of: Sequence[tuple[Row, Sequence[Target]]]
) -> list[dict[Target, float]]:
    """What is wanted of each row, in one forward pass."""
    device = translator.model.device
    ids, mask = padded([row.source for row, _ in asked_of], translator.tokenizer.pad_token_id, device)

    def decode(tokens: Tensor) -> Tensor:
        made = translator.model(input_ids=ids, attention_mask=mask, decoder_input_ids=tokens, use_cache=False)
        logits: Tensor = made.logits
        return logits

    translator.tokens_seen += sum(len(row.source) for row, _ in asked_of)
    return read_targets(translator, [row.decoder for row, _ in asked_of], [wanted for _, wanted in asked_of], decode)


def read_targets(
    translator: Translator,
    decoders: Sequence[Sequence[int]],
    targets: Sequence[Sequence[Target]],
    decode: Decode,
) -> list[dict[Target, float]]:
    """Run the decoder over what is forced and read the targets; padding comes last, where nothing looks at it."""
    device = translator.model.device
    tokens, _ = padded(decoders, translator.tokenizer.pad_token_id, device)
    places = [sorted({position for position, _ in wanted}) for wanted in targets]
    positions, _ = padded(places, 0, device)
    with torch.inference_mode(), only_at(translator.model, positions):
        logs = decode(tokens).float().log_softmax(dim=-1).cpu()
    translator.tokens_seen += sum(map(len, decoders))
    return [
        {(position, token): float(logs[row, places[row].index(position), token]) for position, token in wanted}
        for row, wanted in enumerate(targets)
    ]


def padded(sequences: Sequence[Sequence[int]], pad: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Ids and which of them are real."""
    longest = max(map(len, sequences))
    ids = torch.tensor([[*ids, *[pad] * (longest - len(ids))] for ids in sequences], device=device)
    lengths = torch.tensor([len(ids) for ids in sequences], device=device)
    return ids, (torch.arange(longest, device=device) < lengths[:, None]).long()
