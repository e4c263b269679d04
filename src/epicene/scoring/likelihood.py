"""Log-likelihoods: what a causal model makes of a sentence, read from left to right.

Several sentences are asked in one row, so that what they begin with alike is asked once: the two sentences of a pair
begin alike, and so do many pairs of a set. The last token of a sentence is only predicted, so that it never enters the
model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from typing import TypeVar

from epicene.core.errors import InputError
from epicene.core.kinds import ANSWER, NEXT, TWO
from epicene.core.types import Capability, Item, Score, Text
from epicene.models.loading import TAKES_TREES
from epicene.models.token_probabilities import LanguageModel, TokenRow, logprobs_one_by_one
from epicene.scoring.counted_tokens import (
    NoAttributeError,
    all_or_none,
    cue_of,
    places_within,
    released_attribute,
    sides_of,
    within_shared_words,
)
from epicene.scoring.protocol import Key, Question, TokenScoring, register

Ids = tuple[int, ...]
T = TypeVar("T")

# Longer rows share more, but attention grows with their length. Of French CrowS-Pairs' tokens for GPT-2, 79.6 % remain
# when pairs are asked apart, 74.1 % in rows of 128 and 73.1 % in rows of 256.
ROW_TOKENS = 128
NOTHING_SHARED = "nothing-shared"  # completes “3 …: IDS” in a notice


@dataclass(frozen=True, slots=True)
class Tree:
    """One row, and for each sentence where in the row's answers its own are."""

    row: TokenRow
    answers: tuple[tuple[int, ...], ...]


def grow(sentences: Sequence[Ids], given: Sequence[int]) -> Tree:
    """Of each sentence, the first tokens (one at least) are only given, and the others scored."""
    ids: list[int] = []
    parents: list[int] = []
    known: dict[tuple[int, int], int] = {}
    reads: dict[tuple[int, int], int] = {}
    answers = []
    for sentence, start in zip(sentences, given, strict=True):
        index = -1
        counts = []
        for number, token in enumerate(sentence):
            if number >= start:
                counts.append(reads.setdefault((index, token), len(reads)))
            if number < max(1, len(sentence) - 1):
                if (index, token) not in known:
                    known[index, token] = len(ids)
                    ids.append(token)
                    parents.append(index)
                index = known[index, token]
        answers.append(tuple(counts))
    positions = tuple(index_read for index_read, _ in reads)
    targets = tuple(target for _, target in reads)
    is_plain = parents == list(range(-1, len(ids) - 1))
    return Tree(TokenRow(tuple(ids), positions, targets, parents=() if is_plain else tuple(parents)), tuple(answers))


def gather(groups: Iterable[tuple[T, Sequence[Ids]]]) -> Iterator[list[T]]:
    """Groups of sentences that are asked in one row: alike beginnings together, up to a row's length."""
    gathered: list[T] = []
    sentences: list[Ids] = []
    for group, own in sorted(groups, key=lambda group: list(group[1])):
        if gathered and _size([*sentences, *own]) > ROW_TOKENS:
            yield gathered
            gathered, sentences = [], []
        gathered.append(group)
        sentences += own
    if gathered:
        yield gathered


def _size(sentences: Sequence[Ids]) -> int:
    return len({sentence[:end] for sentence in sentences for end in range(1, max(2, len(sentence)))})


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """What is scored under one key: its tokens but for the first `given`, or of those only the ones at `counted`; a
    `minus` is taken off what the key's other sentence has."""

    key: Key
    ids: Ids
    given: int
    counted: tuple[int, ...] = ()
    minus: bool = False


@dataclass(frozen=True, slots=True)
class LikelihoodQuestion(Question):
    """Sentences that are asked in one row."""

    sentences: tuple[ScoredSentence, ...]


@register
class LogLikelihood(TokenScoring[LikelihoodQuestion]):
    """log P(s) = Σₜ log P(token t | start, tokens before t), in nats."""

    name = "loglik"
    needs = Capability.CAUSAL
    about = "the log-probabilities of all tokens, each given those before it, are added"

    @property
    def bos(self) -> str:
        """`bos` where the tokenizer has one, else `eos`, both as lm-eval does."""
        tokenizer = self.description.tokenizer
        policy = self.asking.bos or ("bos" if tokenizer.bos_token_id is not None else "eos")
        if policy in ("bos", "eos") and getattr(tokenizer, f"{policy}_token_id") is None:
            raise InputError(
                f"{self.description.source.name} has no {policy.upper()} token. Use --bos tokenizer or --bos none."
            )
        return policy

    def questions(self, items: Iterable[Item]) -> Iterator[LikelihoodQuestion]:
        groups_of_items = [self.sentences(item) for item in items]
        if self._apart:
            yield from (_question(together) for group in groups_of_items if group for together in self.together(group))
            return
        for groups in gather((group, [sentence.ids for sentence in group]) for group in groups_of_items if group):
            yield _question([sentence for group in groups for sentence in group])

    @cached_property
    def _apart(self) -> bool:
        """Whether the model takes one sentence at a time: behind a server, or where it knows no trees."""
        server = self.description.source.server
        return server is not None or self.description.config.model_type not in TAKES_TREES

    def together(self, sentences: Sequence[ScoredSentence]) -> Iterable[Sequence[ScoredSentence]]:
        """Those of an item that must be asked in one piece."""
        return _alike(sentences)

    def sentences(self, item: Item) -> list[ScoredSentence]:
        given = self._start()
        return [ScoredSentence((item.id, role), self._ids(text.text), given) for role, text in item.variants.items()]

    def _start(self) -> int:
        """How many tokens in front are only given."""
        if self.bos == "tokenizer":
            return max(1, len(self._tokenizers_start()))
        return 1  # bos:none: the first token has nothing before it and is left out

    def _tokenizers_start(self) -> Ids:
        tokens = self.description.encode("a")
        return tokens.ids[: tokens.content[0]]

    def _ids(self, text: str) -> Ids:
        tokens = self.description.encode(text)
        return self._front() + tuple(tokens.ids[index] for index in tokens.content)

    def _front(self) -> Ids:
        tokenizer = self.description.tokenizer
        front: dict[str, Ids] = {
            "bos": (tokenizer.bos_token_id,),
            "eos": (tokenizer.eos_token_id,),
            "tokenizer": self._tokenizers_start(),
            "none": (),
        }
        return front[self.bos]

    def rows(self, question: LikelihoodQuestion) -> list[TokenRow]:
        return [_tree(sentences).row for sentences in self._rowed(question)]

    def _rowed(self, question: LikelihoodQuestion) -> list[Sequence[ScoredSentence]]:
        """The sentences of each row."""
        return list(_alike(question.sentences)) if self._apart else [question.sentences]

    def scores(self, question: LikelihoodQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        scores: dict[Key, Score] = {}
        for sentence, values in self._read(question, answers):
            value, so_far = self.combine(values), scores.get(sentence.key)
            sign, n_tokens = (-1, 0) if sentence.minus else (1, len(values))
            before = (so_far.value, so_far.n_tokens) if so_far else (0.0, 0)
            scores[sentence.key] = Score(*sentence.key, before[0] + sign * value, before[1] + n_tokens)
        return list(scores.values())

    def token_values(
        self, question: LikelihoodQuestion, answers: Sequence[Sequence[float]]
    ) -> Iterator[tuple[Key, int, float]]:
        shift = len(self._tokenizers_start()) - len(self._front())
        for sentence, values in self._read(question, answers):
            indices = sentence.counted or range(sentence.given, len(sentence.ids))
            yield from ((sentence.key, index + shift, value) for index, value in zip(indices, values, strict=True))

    def _read(
        self, question: LikelihoodQuestion, answers: Sequence[Sequence[float]]
    ) -> Iterator[tuple[ScoredSentence, list[float]]]:
        """Each sentence with the log-probabilities of its counted tokens."""
        for sentences, values in zip(self._rowed(question), answers, strict=True):
            for sentence, indices in zip(sentences, _tree(sentences).answers, strict=True):
                read = [indices[index - sentence.given] for index in sentence.counted] or indices
                yield sentence, [values[index] for index in read]

    def combine(self, values: Sequence[float]) -> float:
        return sum(values)


@register
class MeanLogLikelihood(LogLikelihood):
    """The mean over tokens instead of the sum: log of the released StereoSet code's geometric mean.

    As released, the first token is read after the start token alone and the others without it, and the value is the
    geometric mean itself.
    """

    name = "loglik-mean"
    adds_up = False
    about = "the mean of the log-probabilities of all tokens, each given those before it, is taken"
    has_original = True

    @property
    def bos(self) -> str:
        if not self.asking.as_released:
            return super().bos
        if self.asking.bos is not None:
            raise InputError("--as-released says what stands before the first token; leave --bos out.")
        return "first-only"

    def questions(self, items: Iterable[Item]) -> Iterator[LikelihoodQuestion]:
        if not self.asking.as_released:
            yield from super().questions(items)
            return
        for item in items:
            loaded = ((role, text, released_attribute(item, text)) for role, text in item.variants.items())
            for role, text, _ in all_or_none(item, loaded, self.left_out):  # the loader looks for the attribute
                yield _question([ScoredSentence((item.id, role), self.description.encode(text.text).ids, 0)])

    def rows(self, question: LikelihoodQuestion) -> list[TokenRow]:
        if not self.asking.as_released:
            return super().rows(question)
        ids = question.sentences[0].ids
        tokenizer = self.description.tokenizer
        start = tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id
        rest = [TokenRow(ids, tuple(range(len(ids) - 1)), ids[1:])] if len(ids) > 1 else []
        return [TokenRow((start,), (0,), ids[:1]), *rest]

    def answers(self, rows: Sequence[TokenRow], model: LanguageModel) -> list[list[float]]:
        return logprobs_one_by_one(rows, model) if self.asking.as_released else super().answers(rows, model)

    def scores(self, question: LikelihoodQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        if not self.asking.as_released:
            return super().scores(question, answers)
        values = [value for answer in answers for value in answer]
        return [Score(*question.sentences[0].key, self.combine(values), len(values))]

    def combine(self, values: Sequence[float]) -> float:
        mean = sum(values) / max(1, len(values))
        return exp(mean) if self.asking.as_released else mean


@register
class SharedLogLikelihood(LogLikelihood):
    """The causal twin of pll-shared: Σₜ log P(token t | start, tokens before t) over the tokens of the words that both
    sentences share, so that a rare or long name of a group does not decide.

    Words are aligned and not tokens: *femme* and *homme* share no word, though both may end in a piece *me*. What they
    share before the first difference cancels and is not asked. A pair that goes on alike with nothing but punctuation
    is left out.
    """

    name = "loglik-shared"
    about = (
        "the log-probabilities of the words that both sentences share after the first difference, each token given "
        "those before it, are added"
    )
    asks = frozenset({TWO})
    wording = "align:word"

    def sentences(self, item: Item) -> list[ScoredSentence]:
        sides, front = sides_of(item, self.description), self._front()
        both = within_shared_words(sides, skipped=self._start() - len(front))
        if not all(both):
            has_spans = all(side.tokens.spans is not None for side in sides)
            self.left_out[item.id] = NOTHING_SHARED if has_spans else "word-pieces"
            return []
        sentences = []
        for side, indices in zip(sides, both, strict=True):
            content = side.tokens.content
            counted = tuple(len(front) + content.index(index) for index in indices)
            ids = front + tuple(side.tokens.ids[index] for index in content)
            sentences.append(ScoredSentence((item.id, side.role), ids, min(counted), counted))
        return sentences


@register
class ConditionalLogLikelihood(LogLikelihood):
    """log P(candidate | context) = Σₜ log P(token t | start, context, candidate's tokens before t); needs no head."""

    name = "loglik-conditional"
    about = "the log-probabilities of the candidate's tokens, each given the context and those before it, are added"
    asks = frozenset({NEXT})

    def sentences(self, item: Item) -> list[ScoredSentence]:
        continued = ((role, *self._continued(text)) for role, text in item.variants.items())
        candidates = all_or_none(item, continued, self.left_out)
        return [ScoredSentence((item.id, role), ids, given) for role, ids, given in candidates]

    def _continued(self, text: Text) -> tuple[Ids, int]:
        """The tokens of context and candidate, one space between them, and how many of them are only given."""
        whole = f"{text.context} {text.text}"
        tokens, front = self.description.encode(whole), self._front()
        indices = places_within(tokens, whole, (len(text.context) + 1, len(whole)))
        if not indices:
            raise NoAttributeError("candidate")
        content = tuple(tokens.ids[index] for index in tokens.content)
        return front + content, len(front) + tokens.content.index(indices[0])


@register
class MeanAnswer(ConditionalLogLikelihood):
    """The mean over the answer's tokens of log P(token t | start, context, question, answer's tokens before t): a
    longer answer is not less likely for its length alone."""

    name = "answer-mean"
    adds_up = False
    about = "the mean of the log-probabilities of the answer's tokens, given context and question, is taken"
    asks = frozenset({ANSWER})

    def sentences(self, item: Item) -> list[ScoredSentence]:
        text_by_role = {role: _after(text, text.context, item) for role, text in item.variants.items()}
        return super().sentences(replace(item, variants=text_by_role))

    def combine(self, values: Sequence[float]) -> float:
        return sum(values) / max(1, len(values))


@register
class AnswerGain(MeanAnswer):
    """log P(answer | context, question) − log P(answer | nothing but the cue): what the text adds to an answer, so that
    neither its length nor how usual its words are decides."""

    name = "answer-pmi"
    about = "the log-probability of the answer, given context and question, less that of the answer alone"

    def sentences(self, item: Item) -> list[ScoredSentence]:
        alone = {role: _after(text, "", item) for role, text in item.variants.items()}
        without = ConditionalLogLikelihood.sentences(self, replace(item, variants=alone))
        sentences = super().sentences(item) if without else []
        return [*sentences, *(replace(sentence, minus=True) for sentence in without)] if sentences else []

    def together(self, sentences: Sequence[ScoredSentence]) -> Iterable[Sequence[ScoredSentence]]:
        return [sentences]

    def combine(self, values: Sequence[float]) -> float:
        return sum(values)


def _after(text: Text, context: str, item: Item) -> Text:
    return replace(text, context=f"{context} {cue_of(item.language)}".strip())


def _alike(sentences: Sequence[ScoredSentence]) -> Iterator[list[ScoredSentence]]:
    """Those that a tokenizer cannot tell apart together: they are asked once, so that a tie stays one."""
    together: dict[tuple[Ids, int, Ids], list[ScoredSentence]] = {}
    for sentence in sentences:
        together.setdefault((sentence.ids, sentence.given, sentence.counted), []).append(sentence)
    yield from together.values()


def _tree(sentences: Sequence[ScoredSentence]) -> Tree:
    return grow([sentence.ids for sentence in sentences], [sentence.given for sentence in sentences])


def _question(sentences: Sequence[ScoredSentence]) -> LikelihoodQuestion:
    """The longest sentence comes first: it is the one to name where a model cannot take it."""
    ordered = sorted(sentences, key=lambda sentence: len(sentence.ids), reverse=True)
    keys = tuple(dict.fromkeys(sentence.key for sentence in ordered))
    width = len(_tree(ordered).row.ids)
    return LikelihoodQuestion(keys, len(ordered[0].ids), width, width, tuple(ordered))
