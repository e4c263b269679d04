"""Interventions on a pair's sentences: what the encoder gives the decoder, and what the decoder may look at.

`u1@k`  the possessive's state after encoder layer k is what the unknown word has there; u1 of the paper is k = 0.
`u2@k`  the possessive's state after layer k is the mean of its two versions in the pair; u2 is the encoder's output.
`u3@k`  the same for the noun, piece by piece, where both forms have as many; u3 is the encoder's output.
`cut:X` the paths X are cut: a (cross-attention to the subject), b (the decoder's attention to the English noun),
        c (cross-attention to the possessive).
`itself` puts every vector in its own place, `swap` gives each sentence its partner's encoder output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.grammar.words import fold, words
from epicene.inside.corpus_run import Answer
from epicene.inside.forced.decoding import Nouns, Question, Target, asked, decoder_start, padded, read_targets
from epicene.inside.hooks import Attention, Edit, Site, cutting, editing, n_layers, put, reading, stack_of
from epicene.inside.token_spans import find_words, source_pieces, target_pieces
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
BASE, ITSELF, SWAP = "base", "itself", "swap"
CUTS = tuple("".join(paths) for size in (1, 2, 3) for paths in combinations(PATHS, size))


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


def condition_names(layers: int) -> list[str]:
    swept = [f"{u}@{layer}" for u in ("u1", "u2", "u3") for layer in range(layers + 1)]
    return [BASE, *swept, *(f"cut:{paths}" for paths in CUTS), ITSELF, SWAP]


def as_published(layers: int) -> dict[str, str]:
    """The paper's three interventions by the names used here."""
    return {"u1": "u1@0", "u2": f"u2@{layers}", "u3": f"u3@{layers}"}


def unknown_id(translator: Translator) -> int:
    found = translator.tokenizer.unk_token_id
    if found is None:
        raise InputError(f"{translator.name} has no token for unknown words, so u1 cannot be made.")
    return int(found)


class Intervening:
    """One batch of pairs under any condition; the encoder runs once plainly, and again only where it must."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        self.model = pairs.translator.model
        self.layers = n_layers(self.model)

    def answers(self, condition: str) -> list[Answer]:
        """Of every line to which the condition applies."""
        states, mask = self._states(condition)
        cut = condition.removeprefix("cut:") if condition.startswith("cut:") else ""
        found: dict[int, dict[tuple[int, int], float]] = {}
        for (number, _, _), logs in zip(self.pairs.written, self._decode(states, mask, cut), strict=True):
            found.setdefault(number, {}).update(logs)
        applies = self._applies(condition)
        return [
            Answer(condition, line.question.line.number, *both)
            for number, line in enumerate(self.pairs.lines)
            for both in [[sum(found[number][target] for target in targets) for _, targets in asked(line.question)]]
            if applies[number]
        ]

    def _applies(self, condition: str) -> list[bool]:
        """u2 and u3 need as many pieces on both sides."""
        name = {"u2": "possessive", "u3": "noun"}.get(condition.partition("@")[0])
        if name is None:
            return [True] * len(self.pairs.lines)
        sizes = [len(getattr(line, name)) for line in self.pairs.lines]
        return [sizes[row] == sizes[row ^ 1] for row in range(len(sizes))]

    def _decode(self, states: Tensor, mask: Tensor, cut: str) -> list[dict[tuple[int, int], float]]:
        from transformers.modeling_outputs import BaseModelOutput

        rows = torch.tensor([number for number, _, _ in self.pairs.written], device=states.device)

        def decode(tokens: Tensor) -> Tensor:
            logits: Tensor = self.model(
                encoder_outputs=BaseModelOutput(last_hidden_state=states[rows]),
                attention_mask=mask[rows],
                decoder_input_ids=tokens,
                use_cache=False,
            ).logits
            return logits

        with ExitStack() as cuts:
            for path in cut:
                attention: Attention = "self" if path == NOUN_PATH else "cross"
                cuts.enter_context(cutting(self.model, attention, self.pairs.edges(path)))
            written = [tokens for _, tokens, _ in self.pairs.written]
            return read_targets(self.pairs.translator, written, [wanted for _, _, wanted in self.pairs.written], decode)

    def _states(self, condition: str) -> tuple[Tensor, Tensor]:
        """What the decoder looks at: the encoder's output and which positions are real."""
        mask, plain = self.pairs.source[1], self._plain[self.layers]
        kind, _, layer = condition.partition("@")
        if kind == SWAP:
            return plain[self.pairs.partner], mask[self.pairs.partner]
        if kind == ITSELF:
            return self._edited({k: put(self._everything, self._plain[k]) for k in range(self.layers + 1)}), mask
        if not layer:
            return plain, mask
        edit = self._edit(kind, int(layer))
        return (edit(plain) if int(layer) == self.layers else self._edited({int(layer): edit})), mask

    def _edit(self, kind: str, layer: int) -> Edit:
        if kind == "u1":
            return put(self.pairs.marked("possessive"), self._unknown[layer])
        where, there = self.pairs.paired("possessive" if kind == "u2" else "noun")

        def average(hidden: Tensor) -> Tensor:
            other = hidden[self.pairs.partner].gather(1, there.unsqueeze(-1).expand(-1, -1, hidden.shape[-1]))
            return torch.where(where.unsqueeze(-1), (hidden + other) / 2, hidden)

        return average

    @property
    def _everything(self) -> Tensor:
        return self.pairs.marked("possessive") | self.pairs.marked("subject")

    def _edited(self, edits: dict[int, Edit]) -> Tensor:
        with torch.inference_mode(), editing(self.model, {Site("encoder", k): edit for k, edit in edits.items()}):
            return self._encode()

    def _encode(self) -> Tensor:
        ids, mask = self.pairs.source
        states: Tensor = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.pairs.translator.tokens_seen += sum(len(line.question.source) for line in self.pairs.lines)
        return states

    @cached_property
    def _plain(self) -> list[Tensor]:
        """States after every layer, from the embedding on."""
        return self._read({})

    @cached_property
    def _unknown(self) -> list[Tensor]:
        """The same with the unknown word's embedding at the possessive; the embedding's own module looks it up, for
        some scale what they find."""
        embedding = stack_of(self.model).embedding
        token = torch.tensor(unknown_id(self.pairs.translator), device=self.model.device)
        with torch.inference_mode():
            vector = embedding(token)
        return self._read({Site("encoder", 0): put(self.pairs.marked("possessive"), vector)})

    def _read(self, edits: dict[Site, Edit]) -> list[Tensor]:
        sites = [Site("encoder", layer) for layer in range(self.layers + 1)]
        with torch.inference_mode(), editing(self.model, edits), reading(self.model, sites) as found:
            self._encode()
        return [found[site] for site in sites]
