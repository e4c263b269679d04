"""Next sentence: how probable it is that a candidate follows its context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT
from epicene.core.kinds import NEXT
from epicene.core.types import INTRA, Item, Score
from epicene.models.description import Description, describe
from epicene.models.loading import DTYPES, Placement, load
from epicene.models.next_sentence_heads import (
    HeadFolder,
    NextSentenceModel,
    OwnHead,
    PairEncoder,
    TrainedHead,
    load_own_head,
    open_head,
    weights_digest,
)
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel, TokenRow
from epicene.scoring.protocol import Question, TokenScoring, deduplicate
from epicene.scoring.scoring_options import ScoringOptions

OWN = "own"


@dataclass(frozen=True, slots=True)
class PairQuestion(Question):
    row: TokenRow


class NextSentence(TokenScoring[PairQuestion]):
    """log P(consecutive | context, candidate), from a head of `epicene train nsp` or the checkpoint's own.

    It asks all three kinds of model and needs a head, so that it is made from one and not chosen by name alone.
    """

    name = "nsp"
    adds_up = False
    about = "the log-probability that the candidate follows the context, by a next-sentence head"
    asks = frozenset({NEXT})

    def __init__(self, description: Description, asking: ScoringOptions, head: str | Path) -> None:
        super().__init__(description, asking)
        self._encoders: dict[str, PairEncoder] = {}
        self._answering: NextSentenceModel | None = None
        self._folder: HeadFolder | None = None
        if str(head) == OWN:
            self._own = load_own_head(description)
        else:
            self._folder = _fitting(open_head(Path(head)), description)

    @property
    def option(self) -> str:
        """Which head, for question and signature."""
        return f"nsp:{self._folder.digest[:SHORT] if self._folder else OWN}"

    def questions(self, items: Iterable[Item]) -> Iterator[PairQuestion]:
        return deduplicate(self._of_each_sentence(items))

    def _of_each_sentence(self, items: Iterable[Item]) -> Iterator[PairQuestion]:
        for item in items:
            if item.facets.get("task") == INTRA:
                continue
            if item.language not in self._encoders:
                self._encoders[item.language] = PairEncoder(self.description, item.language)
            for role, text in item.variants.items():
                row = self._encoders[item.language](text.context, text.text)
                length = len(row.ids)
                yield PairQuestion(((item.id, role),), length, length, row.cost, row)

    def rows(self, question: PairQuestion) -> list[TokenRow]:
        return [question.row]

    def scores(self, question: PairQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        return [Score(*key, answers[0][0], len(question.row.ids)) for key in question.keys]

    def answers(self, rows: Sequence[TokenRow], model: LanguageModel) -> list[list[float]]:
        if self._answering is None:
            self._answering = self._made_for(model)
        seen = self._answering.tokens_seen
        answers = self._answering.logprobs(rows)
        model.tokens_seen += self._answering.tokens_seen - seen
        return answers

    def _made_for(self, model: LanguageModel) -> NextSentenceModel:
        """The head where the model computes, on its own body unless that was trained too."""
        if self._folder is None:
            own = self._own.to(device=model.device, dtype=model.model.dtype)
            return OwnHead(own, self.description, model.budget)
        if self._folder.model_folder is None:
            return TrainedHead(model, self._folder.load())
        dtype = next(name for name, kind in DTYPES.items() if kind is model.model.dtype)
        placement = Placement(device=str(model.device), dtype=dtype, budget=model.budget)
        description = describe(
            locate(str(self._folder.model_folder)), trust_remote_code=self.description.trust_remote_code
        )
        body = load(description, placement)
        return TrainedHead(body, self._folder.load())


def _fitting(folder: HeadFolder, description: Description) -> HeadFolder:
    """The head, if it was trained for this very model, its tokenizer included."""
    here, there = weights_digest(description.source), folder.facts["model"]["weights_digest"]
    if here != there:
        raise InputError(
            f"{folder.path} was trained for {folder.facts['model']['spec']} (files {there[:SHORT]}), not for "
            f"{description.source.spec} (files {here[:SHORT]}). Train a head for it with `epicene train nsp "
            f"{description.source.spec} --text FILE --out DIR`."
        )
    return folder
