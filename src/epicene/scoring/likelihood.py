"""Log-likelihoods: what a causal model makes of a sentence, read from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from epicene.core.errors import InputError
from epicene.core.types import Capability, Item, Score
from epicene.models.asking import Row
from epicene.models.kinds import TAKES_FORKS
from epicene.scoring.protocol import Key, Question, Scoring, register

BOS_POLICIES = ("bos", "eos", "tokenizer", "none")
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LikelihoodQuestion(Question):
    """One or two sentences whose first `prefix` tokens are the same; the first `given` tokens are not scored."""

    sentences: tuple[Ids, ...]
    given: int
    prefix: int


@register
class LogLikelihood(Scoring[LikelihoodQuestion]):
    """log P(s) = Σₜ log P(token t | start, tokens before t), in nats."""

    name = "loglik"
    needs = Capability.CAUSAL
    about = "the log-probabilities of all tokens, each given those before it, are added"

    @property
    def bos(self) -> str:
        """`bos` where the tokenizer has one, else `eos`, both as lm-eval does."""
        tokenizer = self.description.tokenizer
        policy = self.asking.bos or ("bos" if tokenizer.bos_token_id is not None else "eos")
        if policy not in BOS_POLICIES:
            raise InputError(f"There is no BOS policy {policy!r}. Known: {', '.join(BOS_POLICIES)}.")
        if policy in ("bos", "eos") and getattr(tokenizer, f"{policy}_token_id") is None:
            raise InputError(
                f"{self.description.source.name} has no {policy.upper()} token. Use --bos tokenizer or --bos none."
            )
        return policy

    def questions(self, items: Iterable[Item]) -> Iterator[LikelihoodQuestion]:
        forks = self.description.config.model_type in TAKES_FORKS
        for item in items:
            keys = [(item.id, role) for role in item.variants]
            given, sentences = self._start(), [self._ids(text.text) for text in item.variants.values()]
            prefix = _common_prefix(sentences) if forks and len(sentences) == 2 else 0
            if prefix > given:
                yield _question(keys, sentences, given, prefix)
            else:
                for key, ids in zip(keys, sentences, strict=True):
                    yield _question([key], [ids], given, len(ids))

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
        content = tuple(tokens.ids[place] for place in tokens.content)
        tokenizer = self.description.tokenizer
        front: dict[str, Ids] = {
            "bos": (tokenizer.bos_token_id,),
            "eos": (tokenizer.eos_token_id,),
            "tokenizer": self._tokenizers_start(),
            "none": (),
        }
        return front[self.bos] + content

    def rows(self, question: LikelihoodQuestion) -> list[Row]:
        first, *rest = question.sentences
        positions = list(range(question.given - 1, len(first) - 1))
        targets = list(first[question.given :])
        if not rest:
            return [Row(first, tuple(positions), tuple(targets))]
        second = rest[0][question.prefix :]
        if second:
            positions += [question.prefix - 1, *range(len(first), len(first) + len(second) - 1)]
            targets += second
        return [Row(first + second, tuple(positions), tuple(targets), fork=(question.prefix, len(first)))]

    def scores(self, question: LikelihoodQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        values = list(answers[0])
        first_length = len(question.sentences[0]) - question.given
        found = [values[:first_length], values[: question.prefix - question.given] + values[first_length:]]
        return [
            Score(item_id, role, self.combine(tokens), len(tokens))
            for (item_id, role), tokens in zip(question.keys, found, strict=False)
        ]

    def combine(self, values: Sequence[float]) -> float:
        return sum(values)


def _common_prefix(sentences: Sequence[Ids]) -> int:
    length = 0
    for tokens in zip(*sentences, strict=False):
        if len(set(tokens)) > 1:
            break
        length += 1
    return length


def _question(keys: Sequence[Key], sentences: Sequence[Ids], given: int, prefix: int) -> LikelihoodQuestion:
    width = prefix + sum(len(ids) - prefix for ids in sentences)
    longest = max(map(len, sentences))
    return LikelihoodQuestion(tuple(keys), longest, width, width, tuple(sentences), given, prefix)
