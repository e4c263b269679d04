"""Lines of a corpus with all that an intervention must find in them, and pairs of them side by side in tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.grammar.words import fold, words
from epicene.inside.forced.decoding import Target, asked, padded
from epicene.inside.token_spans import find_words, source_pieces, target_pieces
from epicene.inside.word_contrasts import Nouns, Question, decoder_start
from epicene.models.batching import by_length
from epicene.models.tokens import Span
from epicene.models.translation import Translator
from epicene.mt.corpora.controlled_corpus import CorpusLine

Positions = tuple[int, ...]

# The paper's figure 2: how the subject's gender may reach the English possessive.
SUBJECT_PATH = "a"  # cross-attention to the French subject: the direct one
NOUN_PATH = "b"  # the decoder's attention to the English noun
POSSESSIVE_PATH = "c"  # cross-attention to son
PATHS = (SUBJECT_PATH, NOUN_PATH, POSSESSIVE_PATH)


@dataclass(frozen=True, slots=True)
class Placed:
    """Positions in the encoder of the possessive, the noun and the whole subject; in the decoder, of the noun."""

    question: Question
    possessive: Positions
    noun: Positions
    subject: Positions
    target_noun: Positions

    @property
    def cost(self) -> int:
        return len(self.question.source) + len(self.question.prefix)


def place_lines(translator: Translator, questions: Sequence[Question], possessive: str, nouns: Nouns) -> list[Placed]:
    """Every line with its positions; a word that is not there is an error that names the line."""
    return [_placed(translator, question, nouns[question.line.number], possessive) for question in questions]


def _placed(translator: Translator, question: Question, target_noun: Sequence[str], possessive: str) -> Placed:
    line = question.line
    found = source_pieces(translator, line.french)
    son = [(word.start, word.end) for word in words(line.french) if fold(word.text) == fold(possessive)]
    noun = find_words(line.french, line.subject.noun)
    _refuse_missing(son, possessive, line, line.french, " Name the possessive of your template with --possessive.")
    _refuse_missing(noun, " ".join(line.subject.noun), line, line.french)
    shift, written = len(decoder_start(translator)), target_pieces(translator, question.reference)
    target = find_words(question.reference, target_noun)
    _refuse_missing(target, " ".join(target_noun), line, question.reference)
    last = len(question.prefix)
    in_decoder = [place + shift for span in target for place in written.over(span) if place + shift < last]
    if not in_decoder or max(in_decoder) == last - 1:
        raise InputError(
            f"Line {line.number + 1}: the noun does not stand before {question.reference[slice(*question.place)]!r} "
            f"with a word between them in {question.reference!r}, so its path cannot be cut."
        )
    return Placed(
        question,
        possessive=found.over(son[-1]),
        noun=tuple(sorted({place for span in noun for place in found.over(span)})),
        subject=found.over((0, noun[-1][1])),
        target_noun=tuple(sorted(set(in_decoder))),
    )


def _refuse_missing(spans: Sequence[Span], word: str, line: CorpusLine, text: str, advice: str = "") -> None:
    if not spans:
        raise InputError(f"Line {line.number + 1}: {word!r} is not among the words of {text!r}.{advice}")


@dataclass(frozen=True)
class Pairs:
    """Pairs in one batch, each pair's two lines one after the other, so that the partner of row i is row i ^ 1."""

    translator: Translator
    lines: Sequence[Placed]

    @classmethod
    def of(cls, translator: Translator, pairs: Sequence[tuple[Placed, Placed]]) -> Pairs:
        return cls(translator, [line for pair in pairs for line in pair])

    @cached_property
    def source(self) -> tuple[Tensor, Tensor]:
        """Ids and which of them are real."""
        pad = self.translator.tokenizer.pad_token_id
        return padded([line.question.source for line in self.lines], pad, self.translator.model.device)

    @cached_property
    def partner(self) -> Tensor:
        return torch.arange(len(self.lines), device=self.translator.model.device) ^ 1

    def marked(self, name: str) -> Tensor:
        """Source positions of possessive, noun or subject, (rows, positions)."""
        where = torch.zeros(self.source[0].shape, dtype=torch.bool)
        for row, line in enumerate(self.lines):
            where[row, list(getattr(line, name))] = True
        return where.to(self.translator.model.device)

    def paired(self, name: str) -> tuple[Tensor, Tensor]:
        """Positions that can be averaged with the partner's, and where the partner has them; of a pair whose two words
        have different numbers of pieces, none."""
        where = torch.zeros(self.source[0].shape, dtype=torch.bool)
        there = torch.zeros(self.source[0].shape, dtype=torch.long)
        for row, line in enumerate(self.lines):
            own, other = getattr(line, name), getattr(self.lines[row ^ 1], name)
            if len(own) == len(other):
                where[row, list(own)] = True
                there[row, list(own)] = torch.tensor(other)
        device = self.translator.model.device
        return where.to(device), there.to(device)

    @cached_property
    def written(self) -> list[tuple[int, tuple[int, ...], list[Target]]]:
        """What the decoder is forced through: the line, the tokens, and what is wanted of them; a line comes twice only
        where a word of several pieces makes that necessary."""
        rows: list[tuple[int, tuple[int, ...], list[Target]]] = []
        for number, line in enumerate(self.lines):
            wanted: dict[tuple[int, ...], list[Target]] = {}
            for row, targets in asked(line.question):
                wanted.setdefault(row.decoder, []).extend(targets)
            rows += [(number, tokens, targets) for tokens, targets in wanted.items()]
        return rows

    def edges(self, path: str) -> Tensor:
        """What is cut for a path, (decoder rows, queries, keys). Queries are the positions after the English noun, so
        that what reaches the possessive directly and what the noun passes on are told apart."""
        longest = max(len(tokens) for _, tokens, _ in self.written)
        n_keys = longest if path == NOUN_PATH else self.source[0].shape[1]
        edges = torch.zeros((len(self.written), longest, n_keys), dtype=torch.bool)
        for row, (number, _, _) in enumerate(self.written):
            line = self.lines[number]
            keys = {SUBJECT_PATH: line.subject, NOUN_PATH: line.target_noun, POSSESSIVE_PATH: line.possessive}[path]
            edges[row, max(line.target_noun) + 1 :, list(keys)] = True
        return edges.to(self.translator.model.device)


def batches_of_pairs(translator: Translator, lines: Sequence[Placed]) -> Iterator[list[tuple[Placed, Placed]]]:
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    costs = [one.cost + other.cost for one, other in pairs]
    for batch in by_length(costs, lambda: translator.budget):
        yield [pairs[place] for place in batch]
