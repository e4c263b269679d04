"""Pseudo-log-likelihoods: how well a masked model guesses the tokens of a sentence, or an encoder-decoder does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from epicene.core.kinds import ANSWER, TWO, WORD
from epicene.core.types import INTRA, Capability, Item, Role, Score, Text
from epicene.grammar.word_patterns import words
from epicene.models.description import Description, Tokens, group_by_words
from epicene.models.token_probabilities import TokenRow
from epicene.scoring.counted_tokens import (
    NoAttributeError,
    Places,
    all_or_none,
    attribute_places,
    cue_of,
    places_within,
    shared_tokens,
    shares_pieces,
    sides_of,
)
from epicene.scoring.protocol import Key, Question, TokenScoring, deduplicate, register
from epicene.scoring.scoring_options import ScoringOptions


@dataclass(frozen=True, slots=True)
class MaskedQuestion(Question):
    """The tokens at `places` count; while the one at `places[k]` is guessed, those at `masked[k]` are masked."""

    ids: tuple[int, ...]
    places: Places
    masked: tuple[Places, ...]


class _PseudoLogLikelihood(TokenScoring[MaskedQuestion]):
    """PLL(s) = Σₜ log P(token t | the sentence with t masked), in nats, no length normalisation."""

    needs = Capability.MASKED
    sides: ClassVar[int] = 1  # of the model through which a sentence passes: an encoder, or a decoder too

    def __init__(self, description: Description, asking: ScoringOptions) -> None:
        super().__init__(description, asking)
        self.shares_pieces: dict[str, bool] = {}  # of each pair, filled while planning

    @property
    def facts(self) -> dict[str, object]:
        pieces = self.shares_pieces.values()
        return {"shared_pieces": sum(pieces), "aligned": len(pieces)} if pieces else {}

    def questions(self, items: Iterable[Item]) -> Iterator[MaskedQuestion]:
        return deduplicate(self._of_each_sentence(items))

    def _of_each_sentence(self, items: Iterable[Item]) -> Iterator[MaskedQuestion]:
        for item in items:
            for role, tokens, indices in all_or_none(item, self.counted(item), self.left_out):
                masked = self.masked(item, item.variants[role], tokens, indices)
                if masked is not None:
                    length = len(tokens.ids)
                    cost = self.sides * length * max(1, len(masked))
                    yield MaskedQuestion(((item.id, role),), length, length, cost, tokens.ids, indices, masked)

    def counted(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        """Each variant and the positions of the tokens that count: here, all of the text's own."""
        for role, text in item.variants.items():
            tokens = self.description.encode(text.text, item.language)
            yield role, tokens, tokens.content

    def shared(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        """The same of a pair: the positions of the tokens that both sentences share."""
        sides = sides_of(item, self.description)
        counted = list(shared_tokens(sides, as_released=self.asking.as_released))
        self.shares_pieces[item.id] = shares_pieces(sides, [indices for _, indices in counted])
        return ((side.role, side.tokens, indices) for side, indices in counted)

    def masked(self, item: Item, text: Text, tokens: Tokens, indices: Places) -> tuple[Places, ...] | None:
        """What is masked while each counted token is guessed: the token alone."""
        return tuple((index,) for index in indices)

    def rows(self, question: MaskedQuestion) -> list[TokenRow]:
        mask = self.description.tokenizer.mask_token_id
        labels = question.ids if self.sides > 1 else ()
        rows = []
        for index, masked in zip(question.places, question.masked, strict=True):
            ids = list(question.ids)
            for hidden in masked:
                ids[hidden] = mask
            rows.append(TokenRow(tuple(ids), (index,), (question.ids[index],), labels))
        return rows

    def scores(self, question: MaskedQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        values = [value for answer in answers for value in answer]
        value = sum(values) if self.adds_up else sum(values) / max(1, len(values))
        return [Score(*key, value, len(values)) for key in question.keys]

    def token_values(
        self, question: MaskedQuestion, answers: Sequence[Sequence[float]]
    ) -> Iterator[tuple[Key, int, float]]:
        values = [value for answer in answers for value in answer]
        for key in question.keys:
            yield from ((key, index, value) for index, value in zip(question.places, values, strict=True))


@register
class SharedPseudoLogLikelihood(_PseudoLogLikelihood):
    """Nangia et al. 2020: only the tokens that both sentences of a pair share."""

    name = "pll-shared"
    about = "each token that both sentences share is masked alone and its log-probability added"
    asks = frozenset({TWO})
    has_original = True

    def counted(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        return self.shared(item)


@register
class PseudoLogLikelihood(_PseudoLogLikelihood):
    """Salazar et al. 2020: all tokens."""

    name = "pll"
    about = "each token is masked alone and its log-probability added"


@register
class WordPseudoLogLikelihood(_PseudoLogLikelihood):
    """Kauf and Ivanova 2023: with a token, the tokens of the same word to its right are masked too.

    A word is defined on the text, so that l’infirmière is two words for every model; `words=tokenizer` takes the
    tokenizer's own grouping, as minicons does.
    """

    name = "pll-word"
    about = "each token is masked together with the rest of its word and its log-probability added"

    def masked(self, item: Item, text: Text, tokens: Tokens, indices: Places) -> tuple[Places, ...] | None:
        if self.asking.words == "tokenizer":
            groups = tokens.words
        else:
            spans = [(word.start, word.end) for word in words(text.text)]
            groups = group_by_words(tokens, spans, len(text.text))
        if groups is None:
            self.left_out[item.id] = "word-pieces"
            return None
        return tuple(
            tuple(other for other in indices if other >= index and groups[other] == groups[index]) for index in indices
        )


@register
class AllUnmaskedLikelihood(_PseudoLogLikelihood):
    """Kaneko and Bollegala 2022: AUL(s) = mean over tokens of log P(token t | the sentence, nothing masked)."""

    name = "aul"
    adds_up = False
    about = "nothing is masked; the mean log-probability of all tokens is taken"

    def masked(self, item: Item, text: Text, tokens: Tokens, indices: Places) -> tuple[Places, ...] | None:
        return ()

    def rows(self, question: MaskedQuestion) -> list[TokenRow]:
        return [TokenRow(question.ids, question.places, tuple(question.ids[index] for index in question.places))]


@register
class MaskedAnswer(_PseudoLogLikelihood):
    """The mean over the answer's tokens of log P(token t | context, question and answer with t masked)."""

    name = "answer-pll"
    adds_up = False
    about = "each token of the answer is masked alone, behind context and question; the mean log-probability is taken"
    asks = frozenset({ANSWER})

    def counted(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        for role, text in item.variants.items():
            before = " ".join(part for part in (text.context, cue_of(item.language)) if part) + " "
            whole = before + text.text
            tokens = self.description.encode(whole, item.language)
            indices = places_within(tokens, whole, (len(before), len(whole)))
            if not indices:
                raise NoAttributeError("candidate")
            yield role, tokens, indices


@register
class DenoisedAnswer(MaskedAnswer):
    name = "answer-denoise"
    about = "each token of the answer is masked for the encoder alone; its mean log-probability in the decoder is taken"
    needs = Capability.DENOISING
    sides = 2


class _Reconstruction(_PseudoLogLikelihood):
    """Σₜ log P(decoder says t at its place | encoder sees the sentence with t masked, decoder the text before t).

    The decoder's own log-likelihood with the whole sentence on the encoder side is not offered: it copies.
    """

    needs = Capability.DENOISING
    sides = 2


@register
class DenoiseAll(_Reconstruction):
    name = "denoise-all"
    about = "each token is masked for the encoder alone and its log-probability in the decoder added"


@register
class Denoise(_Reconstruction):
    name = "denoise"
    about = (
        "each token that both sentences of a pair share, or each of a triple's attribute, is masked for the encoder "
        "alone and its log-probability in the decoder added"
    )

    asks = frozenset({TWO, WORD})

    def counted(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        if item.facets.get("task") == INTRA:
            return ((role, *attribute_places(self.description, item, text)) for role, text in item.variants.items())
        return self.shared(item)


@register
class DenoiseWord(Denoise):
    """Σₜ log P(decoder says t | encoder sees the sentence with the whole word masked, decoder the text before t).

    With one piece masked alone, the encoder sees the word's other pieces, which give it away.
    """

    name = "denoise-word"
    about = (
        "all pieces of a triple's attribute are masked for the encoder at once, and the log-probabilities with which "
        "the decoder restores them from left to right are added"
    )
    asks = frozenset({WORD})

    def masked(self, item: Item, text: Text, tokens: Tokens, indices: Places) -> tuple[Places, ...] | None:
        return (indices,)

    def rows(self, question: MaskedQuestion) -> list[TokenRow]:
        mask, ids = self.description.tokenizer.mask_token_id, question.ids
        hidden = tuple(mask if index in question.places else token for index, token in enumerate(ids))
        return [TokenRow(hidden, question.places, tuple(ids[index] for index in question.places), labels=ids)]
