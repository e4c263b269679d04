"""Forced decoding: how likely each of two words is after a reference, read off the model without translating.

    forced = force(translator, corpus.lines, "fr-en")     # his/her for every line, or another contrast
    forced[0].masculine, forced[0].feminine               # natural logs of P(his) and P(her)

The place is where the reference's gender shows: into English the last possessive, into French the article at the head
of the sentence or the noun behind it. A contrast is written MASCULINE/FEMININE (his/her, le/la), or `noun`: the two
forms of each pair's own noun. A word of several sub-words has the sum of its pieces' log-probabilities. Lines that ask
the same of the same sentence are asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.core.progress import Progress, Silent
from epicene.grammar.languages import source_grammar, target_grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.inside.hooks import only_at
from epicene.inside.results import NOUN
from epicene.inside.token_spans import Pieces, find_words, target_pieces
from epicene.metrics.inside_measures import preference
from epicene.models.batching import by_length, padded
from epicene.models.tokens import Span
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.line_judge import DIRECTIONS

Nouns = Mapping[int, tuple[str, ...]]  # by the line's number

Target = tuple[int, int]  # a decoder position, and the token whose probability is wanted there


class UnknownWordError(InputError):
    """The model's vocabulary has no way to write one of the two words."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line's question: the text up to the place, and what each of the two words is after it, in tokens.

    `prefix` is what the decoder has written so far, its own beginning included; `place` are the characters of the
    reference that the words stand for.
    """

    line: CorpusLine
    source: tuple[int, ...]
    prefix: tuple[int, ...]
    masculine: tuple[int, ...]
    feminine: tuple[int, ...]
    place: Span
    reference: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """`words` are masculine and feminine, or None for each pair's own noun; with `instead`, that word is asked about
    in the place of the feminine one, in the same sentences."""

    name: str
    direction: str
    words: tuple[str, str] | None
    instead: str = ""

    def questions(
        self, translator: Translator, lines: Sequence[CorpusLine], reference: Path, nouns: Nouns
    ) -> list[Question]:
        """For every line that has the place; a line without it (l' for le/la) is left out, all of them are an error.

        A noun whose letters the model does not know is left out as well; a word that the user named must be known.
        """
        asked = []
        for place, line in enumerate(lines):
            if (variants := self._variants(place, lines, nouns)) is None:
                continue
            try:
                asked.append(_question(translator, line, variants, self.direction))
            except UnknownWordError:
                if self.words is not None:
                    raise
        if not asked:
            wanted = "the two forms of a noun" if self.words is None else " or ".join(self.words)
            raise InputError(
                f"{reference}: no line holds {wanted}, so {self.name} cannot be asked; choose another --contrast."
            )
        return asked

    def _variants(self, place: int, lines: Sequence[CorpusLine], nouns: Nouns) -> tuple[Span, str, str] | None:
        """Where the words stand in a line's reference, and how both read there."""
        way = DIRECTIONS[self.direction]
        own = way.reference(lines[place])
        if self.words is not None:
            span = self._find(own, lines[place].gender)
            if span is None:
                return None
            masculine, feminine = self.words[0], self.instead or self.words[1]
            return span, _cased(masculine, own[slice(*span)]), _cased(feminine, own[slice(*span)])
        noun, other_noun = nouns[lines[place].number], nouns[lines[place ^ 1].number]
        other = way.reference(lines[place ^ 1])
        span, other_span = _noun_span(own, noun), _noun_span(other, other_noun)
        if span is None or other_span is None or noun == other_noun:
            return None
        texts = own[slice(*span)], other[slice(*other_span)]
        return (span, *texts) if lines[place].gender is Gender.MASCULINE else (span, *texts[::-1])

    def _find(self, text: str, gender: Gender) -> Span | None:
        """Into English the last place, as in judging; into French the first."""
        wanted = fold(self.words[gender is Gender.FEMININE]) if self.words else ""
        spans = [(word.start, word.end) for word in words(text) if fold(word.text) == wanted]
        if not DIRECTIONS[self.direction].forward:
            return spans[0] if spans and spans[0][0] == 0 else None
        return spans[-1] if spans else None


def read_contrast(text: str, direction: str) -> Contrast:
    """`his/her` or `noun`, as a user writes it."""
    if text == NOUN:
        return Contrast(text, direction, None)
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 2 or not all(len(words(part)) == 1 for part in parts) or fold(parts[0]) == fold(parts[1]):
        raise InputError(
            f"The contrast {text!r} is not two words; write MASCULINE/FEMININE such as his/her, or {NOUN}."
        )
    return Contrast("/".join(parts), direction, (parts[0], parts[1]))


def default_contrasts(direction: str) -> tuple[str, ...]:
    """`his/her`, or `le/la` and the noun: what says the gender in the language that is translated into."""
    way = DIRECTIONS[direction]
    if way.forward:
        return ("/".join(target_grammar(way.target).possessives),)
    return "/".join(source_grammar(way.target).articles), NOUN


def of_nobody(contrast: Contrast, translator: Translator) -> Contrast | None:
    """*their* in the place of *his* and *her*, where that is what is asked and the model can write it."""
    way = DIRECTIONS[contrast.direction]
    owners = target_grammar(way.target) if way.forward else None
    if owners is None or contrast.words != owners.possessives or not owners.of_many:
        return None
    known = translator.tokenizer.unk_token_id not in target_pieces(translator, owners.of_many).ids
    return replace(contrast, name=owners.of_many, instead=owners.of_many) if known else None


def target_nouns(lines: Sequence[CorpusLine], direction: str) -> Nouns:
    """The noun of each reference, in folded words. English ones are what a line has and the frame has not, so that a
    whole corpus must be given: of a few lines, the frame cannot be told."""
    found = DIRECTIONS[direction].nouns(lines)
    return {line.number: noun for line, noun in zip(lines, found, strict=True)}


def _noun_span(text: str, noun: Sequence[str]) -> Span | None:
    spans = find_words(text, noun)
    return (spans[0][0], spans[-1][1]) if spans else None


def _cased(word: str, like: str) -> str:
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def decoder_start(translator: Translator) -> tuple[int, ...]:
    """What a decoder begins with: the model's own start, and the target language where it must say that first."""
    if translator.marks.prompt is not None:  # a language model goes on from its prompt
        return ()
    marks, config = translator.marks.decoder, translator.model.config
    start = marks.get("decoder_start_token_id", config.decoder_start_token_id)
    if start is None:
        raise InputError(f"{translator.name} does not say what its decoder begins with, so it cannot be forced.")
    forced = marks.get("forced_bos_token_id", getattr(translator.model.generation_config, "forced_bos_token_id", None))
    return (start,) if forced is None else (start, forced)


def _question(translator: Translator, line: CorpusLine, variants: tuple[Span, str, str], direction: str) -> Question:
    """Both readings in tokens; what they share before the place is the prefix, what follows up to its end the word."""
    (start, end), *readings = variants
    text = DIRECTIONS[direction].reference(line)
    before, pieces = list[tuple[int, ...]](), list[tuple[Pieces, int]]()
    for word in readings:
        found = target_pieces(translator, text[:start] + word + text[end:])
        places = found.over((start, start + len(word)))
        if not places:
            raise InputError(f"Line {line.number + 1}: {word!r} is not among the tokens of the reference {text!r}.")
        before.append(found.ids[: places[0]])
        pieces.append((found, places[-1] + 1))
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*before, strict=False)))
    masculine, feminine = (found.ids[shared:last] for found, last in pieces)
    unknown = translator.tokenizer.unk_token_id
    if masculine == feminine or unknown in masculine or unknown in feminine:
        raise UnknownWordError(
            f"Line {line.number + 1}: {translator.name} cannot write {readings[0]!r} and {readings[1]!r} apart, its "
            "vocabulary lacks them; choose another --contrast."
        )
    return Question(
        line=line,
        source=tuple(translator.encode(DIRECTIONS[direction].asked(line))),
        prefix=(*decoder_start(translator), *before[0][:shared]),
        masculine=masculine,
        feminine=feminine,
        place=(start, end),
        reference=text,
    )


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
    progress = progress or Silent()
    chosen = read_contrast(contrast or default_contrasts(direction)[0], direction)
    questions = chosen.questions(translator, lines, Path("the reference"), target_nouns(lines, direction))
    found: dict[int, Forced] = {}
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


def log_probabilities(
    translator: Translator, asked_of: Sequence[tuple[Row, Sequence[Target]]]
) -> list[dict[Target, float]]:
    """What is wanted of each row, in one forward pass. A language model's positions go on from its prompt's: −1 is the
    prompt's last token."""
    rows, targets = [row for row, _ in asked_of], [wanted for _, wanted in asked_of]
    model, device = translator.model, translator.model.device
    if translator.marks.prompt is not None:
        written = [(*row.source, *row.decoder) for row in rows]
        _, real = padded(written, translator.pad_id, device)

        def go_on(tokens: Tensor) -> Tensor:
            logits: Tensor = model(input_ids=tokens, attention_mask=real, use_cache=False).logits
            return logits

        return read_targets(translator, written, targets, go_on, [len(row.source) for row in rows])
    ids, mask = padded([row.source for row in rows], translator.pad_id, device)

    def decode(tokens: Tensor) -> Tensor:
        logits: Tensor = model(input_ids=ids, attention_mask=mask, decoder_input_ids=tokens, use_cache=False).logits
        return logits

    translator.tokens_seen += sum(len(row.source) for row in rows)
    return read_targets(translator, [row.decoder for row in rows], targets, decode)


def read_targets(
    translator: Translator,
    decoders: Sequence[Sequence[int]],
    targets: Sequence[Sequence[Target]],
    decode: Callable[[Tensor], Tensor],
    shifts: Sequence[int] | None = None,
) -> list[dict[Target, float]]:
    """Run the decoder over what is forced and read the targets; padding comes last, where nothing looks at it.

    `decode` makes logits of tokens; `shifts` are how far each row's positions lie behind where its targets count from.
    """
    device, shifts = translator.model.device, shifts or [0] * len(decoders)
    tokens, _ = padded(decoders, translator.pad_id, device)
    places = [
        sorted({position + shift for position, _ in wanted}) for wanted, shift in zip(targets, shifts, strict=True)
    ]
    positions, _ = padded(places, 0, device)
    with torch.inference_mode(), only_at(translator.model, positions):
        logs = decode(tokens).float().log_softmax(dim=-1).cpu()
    translator.tokens_seen += sum(map(len, decoders))
    return [
        {
            (position, token): float(logs[row, places[row].index(position + shifts[row]), token])
            for position, token in wanted
        }
        for row, wanted in enumerate(targets)
    ]
