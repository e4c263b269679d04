"""Forced decoding: how likely each of two words is after a reference, read off the model without translating.

    forced = force(translator, corpus.lines, "fr-en")     # his/her for every line, or another contrast
    forced[0].masculine, forced[0].feminine               # natural logs of P(his) and P(her)

The place is where the reference's gender shows: into English the last possessive, into French the article at the head
of the sentence or the noun behind it. A contrast is written MASCULINE/FEMININE (his/her, le/la), or `noun`: the two
forms of each pair's own noun. A word of several sub-words has the sum of its pieces' log-probabilities. Lines that ask
the same of the same sentence are asked once.

Where the words of a sentence stand among a tokenizer's pieces; positions differ from line to line.

A word is defined on the text (`grammar/word_patterns.py`), so that *l’* of *l’avocate* can be named for every
tokenizer; a word of several pieces is probed at its last piece. Of a word that occurs more than once, the last counts:
in « Le chanteur qui a chanté hier a terminé son travail. », *a* is the auxiliary of *terminé*. The noun and its
determiner, which differ from line to line, are named by what they are; the corpus knows where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import Progress, Silent
from epicene.grammar.languages import source_grammar, target_grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.inside.results import NOUN
from epicene.metrics.inside_measures import preference
from epicene.models.batching import by_length, padded
from epicene.models.description import Span, character_places
from epicene.models.hooks import only_at
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.line_judge import DIRECTIONS

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

WORD_START = "▁"
END = "eos"
DETERMINER = "det"
Named = Mapping[str, Span]  # where the noun and the determiner of a line stand


@dataclass(frozen=True, slots=True)
class TokenPieces:
    """Token ids and the characters of the text that each covers; an empty span covers none."""

    ids: tuple[int, ...]
    spans: tuple[Span, ...]

    def over(self, span: Span) -> tuple[int, ...]:
        """Positions of the pieces that cover any character of a span."""
        start, end = span
        return tuple(
            index for index, (first, last) in enumerate(self.spans) if first < end and last > start and last > first
        )


def source_pieces(translator: Translator, text: str) -> TokenPieces:
    """What the encoder is given: the language's marks, a tag and the end of the sentence included, with empty spans; or
    a language model, whose prompt around the sentence has empty spans too."""
    whole, shift, special = translator.given(text)
    if shift < 0:
        raise InputError(
            f"The chat template of {translator.name} changes « {text} », so its words cannot be found in the prompt."
        )
    pieces = _pieces(translator.tokenizer, whole, special=special)
    last = shift + len(text)
    spans = tuple(
        (0, 0) if end <= shift or start >= last else (max(start - shift, 0), end - shift) for start, end in pieces.spans
    )
    return TokenPieces(pieces.ids, spans)


def target_pieces(translator: Translator, text: str) -> TokenPieces:
    """A text as the decoder writes it, without marks around it; a language model writes it behind its prompt's end."""
    lead = translator.marks.prompt.lead if translator.marks.prompt else ""
    with _writing(translator.tokenizer):
        pieces = _pieces(translator.tokenizer, lead + text, special=False)
    if not lead:
        return pieces
    shift = len(lead)
    own = [index for index, (_, end) in enumerate(pieces.spans) if end > shift]
    spans = (pieces.spans[index] for index in own)
    moved = tuple((max(start - shift, 0), end - shift) for start, end in spans)
    return TokenPieces(tuple(pieces.ids[index] for index in own), moved)


@contextmanager
def _writing(tokenizer: PreTrainedTokenizerBase) -> Iterator[None]:
    """Tokenizers with two vocabularies, or with marks around what is written, are switched over and back."""
    if hasattr(tokenizer, "_switch_to_target_mode"):
        tokenizer._switch_to_target_mode()
    try:
        yield
    finally:
        if hasattr(tokenizer, "_switch_to_input_mode"):
            tokenizer._switch_to_input_mode()


def _pieces(tokenizer: PreTrainedTokenizerBase, text: str, *, special: bool) -> TokenPieces:
    if tokenizer.is_fast:
        encoded = tokenizer(text, add_special_tokens=special, return_offsets_mapping=True)
        return TokenPieces(
            tuple(encoded["input_ids"]), tuple(_reaching(text, *span) for span in encoded["offset_mapping"])
        )
    pieces = tokenizer.tokenize(text)
    own = tokenizer.convert_tokens_to_ids(pieces)
    ids = tokenizer(text)["input_ids"] if special else own
    spans = _spans(text, pieces)
    before = next((index for index in range(len(ids) - len(own) + 1) if list(ids[index : index + len(own)]) == own), -1)
    if spans is None or before < 0:
        raise EpiceneError(f"The tokenizer's pieces of {text!r} could not be matched with its letters.")
    after = len(ids) - len(own) - before
    return TokenPieces(tuple(ids), ((0, 0),) * before + tuple(spans) + ((0, 0),) * after)


def _reaching(text: str, start: int, end: int) -> Span:
    """A piece that is only a space belongs to the word after it; a new line belongs to none."""
    piece = text[start:end]
    return (end, end + 1) if piece.isspace() and "\n" not in piece else (start, end)


def _spans(text: str, pieces: Sequence[str]) -> list[Span] | None:
    """SentencePiece may fold case and rewrite letters, but it keeps their order; a word's mark belongs to the word."""
    bare = [piece.replace(WORD_START, "") for piece in pieces]
    positions = character_places(text, "".join(bare))
    if positions is None:
        return None
    spans, start = list[Span](), 0
    for piece in bare:
        covered = positions[start : start + max(len(piece), 1)]
        spans.append((min(covered), max(covered) + 1) if covered else (0, 0))
        start += len(piece)
    return spans


def find_words(text: str, wanted: Sequence[str]) -> list[Span]:
    """The characters of some words, in folded spelling and in their order; [] where they are not all there."""
    spans, left = list[Span](), list(wanted)
    for word in words(text):
        if left and fold(word.text) == left[0]:
            spans.append((word.start, word.end))
            left.pop(0)
    return [] if left else spans


def positions_in(
    translator: Translator, text: str, wanted: Sequence[str], where: str, named: Named | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens of a text and where each asked word stands in them (`eos` is the mark after the text); one that is not
    found is an error."""
    pieces, end_id = source_pieces(translator, text), translator.tokenizer.eos_token_id
    positions = []
    for word in wanted:
        covering: tuple[int, ...] = ()
        if word == END and end_id in pieces.ids:
            last = len(pieces.ids) - 1 - pieces.ids[::-1].index(end_id)
            covering = () if any(end > start for start, end in pieces.spans[last:]) else (last,)
        elif word != END:
            ends = [each.end for each in words(text) if fold(each.text) == fold(word)]
            if named and word in named:
                ends = [named[word][1]]
            covering = pieces.over((ends[-1] - 1, ends[-1])) if ends else ()
        if not covering:
            raise InputError(
                f"{where}: {word!r} is not among the tokens of « {text} ». Name words that every line has with --at; "
                f"{END} is the end mark."
            )
        positions.append(covering[-1])
    return pieces.ids, tuple(positions)


Nouns = Mapping[int, tuple[str, ...]]  # by the line's number

Target = tuple[int, int]  # a decoder position, and the token whose probability is wanted there


class UnknownWordError(InputError):
    """The model's vocabulary has no way to write one of the two words."""


@dataclass(frozen=True, slots=True)
class ForcedQuestion:
    """One line's question: the text up to the place, and what each of the two words is after it, in tokens.

    `prefix` is what the decoder has written so far, its own beginning included; `span` are the characters of the
    reference that the words stand for.
    """

    line: CorpusLine
    source: tuple[int, ...]
    prefix: tuple[int, ...]
    masculine: tuple[int, ...]
    feminine: tuple[int, ...]
    span: Span
    reference: str


@dataclass(frozen=True, slots=True)
class WordContrast:
    """`words` are masculine and feminine, or None for each pair's own noun; with `instead`, that word is asked about
    in the place of the feminine one, in the same sentences."""

    name: str
    direction: str
    words: tuple[str, str] | None
    instead: str = ""

    def questions(
        self, translator: Translator, lines: Sequence[CorpusLine], reference: Path, nouns: Nouns
    ) -> list[ForcedQuestion]:
        """For every line that has the place; a line without it (l' for le/la) is left out, all of them are an error.

        A noun whose letters the model does not know is left out as well; a word that the user named must be known.
        """
        questions = []
        for index, line in enumerate(lines):
            if (variants := self._variants(index, lines, nouns)) is None:
                continue
            try:
                questions.append(_question(translator, line, variants, self.direction))
            except UnknownWordError:
                if self.words is not None:
                    raise
        if not questions:
            wanted = "the two forms of a noun" if self.words is None else " or ".join(self.words)
            raise InputError(
                f"{reference}: no line holds {wanted}, so {self.name} cannot be asked; choose another --contrast."
            )
        return questions

    def _variants(self, index: int, lines: Sequence[CorpusLine], nouns: Nouns) -> tuple[Span, str, str] | None:
        """Where the words stand in a line's reference, and how both read there."""
        way = DIRECTIONS[self.direction]
        own = way.reference(lines[index])
        if self.words is not None:
            span = self._find(own, lines[index].gender)
            if span is None:
                return None
            masculine, feminine = self.words[0], self.instead or self.words[1]
            return span, _cased(masculine, own[slice(*span)]), _cased(feminine, own[slice(*span)])
        noun, other_noun = nouns[lines[index].number], nouns[lines[index ^ 1].number]
        other = way.reference(lines[index ^ 1])
        span, other_span = _noun_span(own, noun), _noun_span(other, other_noun)
        if span is None or other_span is None or noun == other_noun:
            return None
        texts = own[slice(*span)], other[slice(*other_span)]
        return (span, *texts) if lines[index].gender is Gender.MASCULINE else (span, *texts[::-1])

    def _find(self, text: str, gender: Gender) -> Span | None:
        """Into English the last place, as in judging; into French the first."""
        wanted = fold(self.words[gender is Gender.FEMININE]) if self.words else ""
        spans = [(word.start, word.end) for word in words(text) if fold(word.text) == wanted]
        if not DIRECTIONS[self.direction].forward:
            return spans[0] if spans and spans[0][0] == 0 else None
        return spans[-1] if spans else None


def read_contrast(text: str, direction: str) -> WordContrast:
    """`his/her` or `noun`, as a user writes it."""
    if text == NOUN:
        return WordContrast(text, direction, None)
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 2 or not all(len(words(part)) == 1 for part in parts) or fold(parts[0]) == fold(parts[1]):
        raise InputError(
            f"The contrast {text!r} is not two words; write MASCULINE/FEMININE such as his/her, or {NOUN}."
        )
    return WordContrast("/".join(parts), direction, (parts[0], parts[1]))


def default_contrasts(direction: str) -> tuple[str, ...]:
    """`his/her`, or `le/la` and the noun: what says the gender in the language that is translated into."""
    way = DIRECTIONS[direction]
    if way.forward:
        return ("/".join(target_grammar(way.target).possessives),)
    return "/".join(source_grammar(way.target).articles), NOUN


def of_nobody(contrast: WordContrast, translator: Translator) -> WordContrast | None:
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
    nouns = DIRECTIONS[direction].nouns(lines)
    return {line.number: noun for line, noun in zip(lines, nouns, strict=True)}


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


def _question(
    translator: Translator, line: CorpusLine, variants: tuple[Span, str, str], direction: str
) -> ForcedQuestion:
    """Both readings in tokens; what they share before the place is the prefix, what follows up to its end the word."""
    (start, end), *readings = variants
    text = DIRECTIONS[direction].reference(line)
    before, pieces = list[tuple[int, ...]](), list[tuple[TokenPieces, int]]()
    for word in readings:
        tokens = target_pieces(translator, text[:start] + word + text[end:])
        positions = tokens.over((start, start + len(word)))
        if not positions:
            raise InputError(f"Line {line.number + 1}: {word!r} is not among the tokens of the reference {text!r}.")
        before.append(tokens.ids[: positions[0]])
        pieces.append((tokens, positions[-1] + 1))
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*before, strict=False)))
    masculine, feminine = (tokens.ids[shared:last] for tokens, last in pieces)
    unknown = translator.tokenizer.unk_token_id
    if masculine == feminine or unknown in masculine or unknown in feminine:
        raise UnknownWordError(
            f"Line {line.number + 1}: {translator.name} cannot write {readings[0]!r} and {readings[1]!r} apart, its "
            "vocabulary lacks them; choose another --contrast."
        )
    return ForcedQuestion(
        line=line,
        source=tuple(translator.encode(DIRECTIONS[direction].asked(line))),
        prefix=(*decoder_start(translator), *before[0][:shared]),
        masculine=masculine,
        feminine=feminine,
        span=(start, end),
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
class ForcedRow:
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
    answers: dict[int, Forced] = {}
    progress.start(f"Forcing {chosen.name} with {translator.name}", len(questions))
    for batch in batches_of(questions, lambda: translator.budget):
        answers.update({forced.line.number: forced for forced in force_batch(translator, batch)})
        progress.advance(len(batch))
    return [answers[question.line.number] for question in questions]


def batches_of(questions: Sequence[ForcedQuestion], budget: Callable[[], int]) -> Iterator[list[ForcedQuestion]]:
    """Questions of like length under the budget; those that share their rows are in one batch."""
    sharing: dict[tuple[ForcedRow, ...], list[ForcedQuestion]] = {}
    for question in questions:
        sharing.setdefault(tuple(row for row, _ in rows_of(question)), []).append(question)
    groups = list(sharing.values())
    costs = [sum(len(row.source) + len(row.decoder) for row, _ in rows_of(group[0])) for group in groups]
    for batch in by_length(costs, budget):
        yield [question for index in batch for question in groups[index]]


def force_batch(translator: Translator, batch: Sequence[ForcedQuestion]) -> list[Forced]:
    """In one go, unless memory ran out before and the translator takes fewer now; every row is asked once, however many
    lines share it."""
    forced = []
    for questions in batches_of(batch, lambda: translator.budget):
        wanted: dict[ForcedRow, list[Target]] = {}
        for row, targets in (pair for question in questions for pair in rows_of(question)):
            wanted.setdefault(row, []).extend(targets)
        known = translator.in_halves(partial(log_probabilities, translator), list(wanted.items()))
        answers = dict(zip(wanted, known, strict=True))
        for question in questions:
            both = (sum(answers[row][target] for target in targets) for row, targets in rows_of(question))
            forced.append(Forced(question.line, *both))
    return forced


def rows_of(question: ForcedQuestion) -> list[tuple[ForcedRow, list[Target]]]:
    """The row and targets of the masculine word, then of the feminine; one row where both are single pieces."""
    start = len(question.prefix) - 1
    return [
        (
            ForcedRow(question.source, (*question.prefix, *word[:-1])),
            [(start + offset, token) for offset, token in enumerate(word)],
        )
        for word in (question.masculine, question.feminine)
    ]


def log_probabilities(
    translator: Translator, asked_of: Sequence[tuple[ForcedRow, Sequence[Target]]]
) -> list[dict[Target, float]]:
    """What is wanted of each row, in one forward pass. A language model's positions go on from its prompt's: −1 is the
    prompt's last token."""
    rows, targets = [row for row, _ in asked_of], [wanted for _, wanted in asked_of]
    sources, written, shifts = [row.source for row in rows], [row.decoder for row in rows], [0] * len(rows)
    is_prompt = translator.marks.prompt is not None
    if is_prompt:
        sources = written = [(*row.source, *row.decoder) for row in rows]
        shifts = [len(row.source) for row in rows]
    else:
        translator.tokens_seen += sum(map(len, sources))
    ids, mask = padded(sources, translator.pad_id, translator.model.device)

    def decode(tokens: Tensor) -> Tensor:
        given = {"input_ids": tokens} if is_prompt else {"input_ids": ids, "decoder_input_ids": tokens}
        logits: Tensor = translator.model(**given, attention_mask=mask, use_cache=False).logits
        return logits

    return read_targets(translator, written, targets, decode, shifts)


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
    wanted_positions = [
        sorted({position + shift for position, _ in wanted}) for wanted, shift in zip(targets, shifts, strict=True)
    ]
    positions, _ = padded(wanted_positions, 0, device)
    with torch.inference_mode(), only_at(translator.model, positions):
        logs = decode(tokens).float().log_softmax(dim=-1).cpu()
    translator.tokens_seen += sum(map(len, decoders))
    return [
        {
            (position, token): float(logs[row, wanted_positions[row].index(position + shifts[row]), token])
            for position, token in wanted
        }
        for row, wanted in enumerate(targets)
    ]
