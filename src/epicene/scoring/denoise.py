"""Reconstruction: how well an encoder-decoder restores a masked token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from epicene.core.kinds import TWO, WORD
from epicene.core.types import INTRA, Capability, Item, Role, Score
from epicene.models.asking import Row
from epicene.models.tokens import Tokens
from epicene.scoring.attribute_tokens import Places, all_or_none, attribute_places
from epicene.scoring.protocol import Question, TokenScoring, alike_asked_once, register
from epicene.scoring.shared_tokens import aligned


@dataclass(frozen=True, slots=True)
class DenoiseQuestion(Question):
    ids: tuple[int, ...]
    places: Places


class _Reconstruction(TokenScoring[DenoiseQuestion]):
    """Σₜ log P(decoder says t at its place | encoder sees the sentence with t masked, decoder the text before t).

    The decoder's own log-likelihood with the whole sentence on the encoder side is not offered: it copies.
    """

    needs = Capability.DENOISING

    def questions(self, items: Iterable[Item]) -> Iterator[DenoiseQuestion]:
        return alike_asked_once(self._of_each_sentence(items))

    def _of_each_sentence(self, items: Iterable[Item]) -> Iterator[DenoiseQuestion]:
        for item in items:
            for role, tokens, places in all_or_none(item, self.counted(item), self.left_out):
                length = len(tokens.ids)
                cost = 2 * length * max(1, len(places))
                yield DenoiseQuestion(((item.id, role),), length, length, cost, tokens.ids, places)

    def counted(self, item: Item) -> Iterator[tuple[Role, Tokens, Places]]:
        """Each variant and the positions of the tokens that count: here, all of the text's own."""
        for role, text in item.variants.items():
            tokens = self.description.encode(text.text, item.language)
            yield role, tokens, tokens.content

    def rows(self, question: DenoiseQuestion) -> list[Row]:
        mask = self.description.tokenizer.mask_token_id
        ids = question.ids
        return [
            Row((*ids[:place], mask, *ids[place + 1 :]), (place,), (ids[place],), labels=ids)
            for place in question.places
        ]

    def scores(self, question: DenoiseQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        total = sum(answer[0] for answer in answers)
        return [Score(*key, total, len(answers)) for key in question.keys]


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
        return aligned(item, self.description, as_released=False)


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

    def rows(self, question: DenoiseQuestion) -> list[Row]:
        mask, ids = self.description.tokenizer.mask_token_id, question.ids
        masked = tuple(mask if place in question.places else token for place, token in enumerate(ids))
        return [Row(masked, question.places, tuple(ids[place] for place in question.places), labels=ids)]

    def scores(self, question: DenoiseQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        (values,) = answers
        return [Score(*key, sum(values), len(values)) for key in question.keys]
