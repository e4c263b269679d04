"""Asked in words: a chat model says which of two or three sentences, or of three answers to a question, it chooses. No
log-probability is read.

Every item is asked with each instruction (`instructions.toml`, or the user's own) in its language, with each sentence
first once; of three, the other two change places from one instruction to the next, so that every two instructions show
all six orders. Each answer to a question stands once in each place; a reply is read by its number, else by the one
answer it repeats, else by words that say that it cannot be known. A chat model cannot be compared with another kind of
model by this: what it says it would choose is not how likely the sentences are to it, and it is trained to answer such
questions with care.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import ANSWER, THREE, TWO
from epicene.core.types import Capability, Item, Reply, Role, Score
from epicene.models.api_server import AnswerError
from epicene.models.chat import REPLY_TOKENS, ChatModel
from epicene.models.description import Description
from epicene.models.engines.ledger import estimate_tokens
from epicene.models.engines.server import as_answered
from epicene.models.token_probabilities import LanguageModel, Sampling, TextReply
from epicene.runs.results import WORDS
from epicene.scoring import instructions as wordings
from epicene.scoring.instructions import PLACES, read_instructions
from epicene.scoring.protocol import Batch, Question, Scoring, register
from epicene.scoring.replies import DENIED, LONGEST, NEVER_READ, Read, plain, read_reply, trouble_of
from epicene.scoring.scoring_options import ScoringOptions


@dataclass(frozen=True, slots=True)
class Shown:
    """One prompt: its instruction's name and text, and the variants in the order in which they are shown."""

    instruction: str
    text: str
    roles: tuple[Role, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PromptedQuestion(Question):
    """All prompts in which one variant is shown first."""

    item_id: str
    prompts: tuple[Shown, ...]

    @property
    def first(self) -> Role:
        return self.prompts[0].roles[0]


@register
class Prompted(Scoring[PromptedQuestion]):
    """Of the replies to the instructions in which a sentence is shown first, how many choose it."""

    name = "prompted"
    adds_up = False
    needs = Capability.CHAT
    about = "asked in words which of the sentences it chooses, by several instructions and in several orders"
    asks = frozenset({TWO, THREE})
    way = WORDS
    all_orders: ClassVar[bool] = True  # of three sentences, over every two instructions

    def __init__(self, description: Description, asking: ScoringOptions) -> None:
        super().__init__(description, asking)
        server, tokenizer = description.source.server, description.tokenizer
        if server is not None and not server.chats:
            raise InputError(
                f"{description.source.spec} completes texts; to ask it in words, write "
                f"chat:{server.address.url}#{server.address.model}."
            )
        if server is None and not getattr(tokenizer, "chat_template", None):
            raise InputError(
                f"{description.source.name} has no chat template, so it cannot be asked in words. Use a chat model, "
                "or ask for log-probabilities: leave --scoring out."
            )
        self.instructions = read_instructions(asking.instructions)
        self.forms: dict[str, None] = {}  # of instructions, filled while planning

    @classmethod
    def fits(cls, capability: Capability) -> bool:
        """A causal model with a chat template, too."""
        return capability in (Capability.CHAT, Capability.CAUSAL)

    @property
    def wording(self) -> str:
        """What departs from one reply of a few tokens at temperature 0 is said."""
        asking = self.asking
        texts = [f"instructions:{'+'.join(self.instructions.named(form) for form in self.forms)}"]
        if asking.n_replies > 1:
            texts.append(f"replies:{asking.n_replies}")
        if asking.temperature:
            texts += [f"temperature:{asking.temperature:g}", f"sampling-seed:{asking.sampling_seed}"]
        if asking.reply_tokens is not None and asking.reply_tokens != REPLY_TOKENS:
            texts.append(f"reply-tokens:{asking.reply_tokens}")
        return ",".join(texts)

    @property
    def option(self) -> str:
        """A model on this machine is asked through its own chat template."""
        template = getattr(self.description.tokenizer, "chat_template", None)
        return f"template:{digest(template)[:SHORT]}" if template else ""

    @property
    def facts(self) -> dict[str, object]:
        """The instructions themselves, so that a saved run can show them."""
        by_language: dict[str, dict[str, str]] = {}
        for form in self.forms:
            for language, texts in self.instructions.facts(form, self.name).items():
                by_language.setdefault(language, {}).update(texts)
        return {"instructions": by_language}

    @property
    def reply_tokens(self) -> int:
        return self.asking.reply_tokens or REPLY_TOKENS

    def form(self, item: Item) -> str:
        """Which instructions are for it."""
        if len(item.variants) == len(wordings.SHOWN[wordings.TWO]):
            return wordings.TWO
        return wordings.AFTER if _context(item) else wordings.THREE

    def questions(self, items: Iterable[Item]) -> Iterator[PromptedQuestion]:
        """What one costs are the tokens that are sent, estimated, and as many as the replies may have."""
        for item in items:
            form = self.form(item)
            self.forms[form] = None
            texts = self.instructions.texts(form, item.language, self.name)
            roles = tuple(item.variants)
            for turn in range(len(roles)):
                order = (*roles[turn:], *roles[:turn])
                prompts = tuple(
                    self._shown(item, name, text, order, number) for number, (name, text) in enumerate(texts.items())
                )
                sent = sum(estimate_tokens(prompt.text) for prompt in prompts) * self.asking.n_replies
                cost = sent + len(prompts) * self.asking.n_replies * self.reply_tokens
                yield PromptedQuestion(((item.id, order[0]),), 0, sent, cost, item.id, prompts)

    def tokens(self, question: PromptedQuestion) -> tuple[int, int]:
        return question.width, question.cost - question.width

    def _shown(self, item: Item, name: str, text: str, order: tuple[Role, ...], number: int) -> Shown:
        first, *others = order
        turned = number % 2 and self.all_orders
        roles = (first, *(others[::-1] if turned else others))
        sentences = tuple(item.variants[role].text for role in roles)
        filled = {"context": _context(item), **dict(zip(PLACES, sentences, strict=False))}
        return Shown(name, text.format(**filled), roles, sentences)

    def ask(self, batch: Batch[PromptedQuestion], model: LanguageModel) -> list[Score]:
        return [self._ask(question, model) for question in batch.questions]

    def score(self, items: Sequence[Item], model: LanguageModel) -> Iterator[Score]:
        """A server is asked several questions at once."""
        if not isinstance(model, ChatModel):
            yield from super().score(items, model)
            return
        for scores in as_answered(lambda batch: self.ask(batch, model), self.plan(items, model.budget), model.at_once):
            yield from scores

    def _ask(self, question: PromptedQuestion, model: LanguageModel) -> Score:
        asking, before = self.asking, model.tokens_seen + model.tokens_recalled
        prompts = [prompt for prompt in question.prompts for _ in range(asking.n_replies)]
        seed = int(digest([asking.sampling_seed, question.item_id, question.first])[:8], 16)
        seeds = range(seed, seed + len(prompts))
        how = Sampling(asking.temperature or 0.0, 1.0, self.reply_tokens, seeds)
        try:
            texts = model.reply([prompt.text for prompt in prompts], how)
        except AnswerError as error:
            raise AnswerError(error.reason, about=f"Item {question.item_id}") from error
        replies = tuple(self.read(shown, text) for shown, text in zip(prompts, texts, strict=True))
        chosen = sum(reply.chosen == question.first for reply in replies)
        n_tokens = model.tokens_seen + model.tokens_recalled - before  # the same in a resumed run and in a whole one
        return Score(question.item_id, question.first, chosen, n_tokens, replies)

    def read(self, shown: Shown, answer: TextReply) -> Reply:
        """What was said and what it chooses; of a page or a flood of words nothing is believed, and a part kept."""
        trouble = trouble_of(answer)
        chosen, refused = (None, False) if trouble in NEVER_READ else self.choice(shown, answer)
        trouble = "" if chosen is not None or refused else trouble
        return Reply(shown.instruction, shown.roles[0], answer.text[:LONGEST], chosen, refused, trouble)

    def choice(self, shown: Shown, answer: TextReply) -> tuple[Role | None, bool]:
        """The variant that a reply chooses, or whether it declines."""
        declines = self.instructions.words(wordings.DECLINES)
        read = read_reply(answer.text, shown.sentences, declines, is_cut=answer.is_cut)
        return (shown.roles[read.value] if isinstance(read.value, int) else None), read is Read.REFUSED


def _context(item: Item) -> str:
    return next(iter(item.variants.values())).context


# `2`, `2.`, `(2)`, `Réponse 2`, `The answer is 2:`; nothing but words that lead to a number stand before it.
_NUMBER = re.compile(
    r"^\W*(?:(?:the|la|le|my|ma|right|correcte?|bonne|réponse|answer|option|number|numéro|choice|choix|is|est|n°|no\.?|:)\W*)*"
    r"(?P<number>[123])(?![\w%]|[.,]\d)(?!\W*(?:or|ou|and|et|,|/)\W*[123](?!\w))"
)


@register
class AnsweredInWords(Prompted):
    """Of the replies in which an answer is shown first, how many choose it."""

    name = "answered"
    about = "asked the question in words, with its answers in each order, by several instructions"
    asks = frozenset({ANSWER})
    all_orders = False

    def form(self, item: Item) -> str:
        return wordings.ANSWER

    def choice(self, shown: Shown, answer: TextReply) -> tuple[Role | None, bool]:
        unknown = self.instructions.words(wordings.UNKNOWN)
        return read_answer(answer.text, shown.sentences, shown.roles, unknown), False


def read_answer(text: str, answers: Sequence[str], roles: Sequence[Role], unknown: Sequence[str]) -> Role | None:
    """The role that a reply chooses; the last of an item's own order is `unknown`."""
    plain_text = plain(text)
    number = _NUMBER.match(plain_text)
    repeated = [role for role, answer in zip(roles, answers, strict=True) if _repeats(plain_text, answer)]
    if number and len(set(re.findall(r"(?m)^\W*([123])[.):]", plain_text))) < len(answers):
        chosen = roles[int(number["number"]) - 1]
        return chosen if set(repeated) <= {chosen} else None
    if len(repeated) == 1:
        return None if DENIED.search(plain_text) else repeated[0]
    unsure = any(words in plain_text for words in map(plain, unknown))
    return Role("unknown") if unsure and not repeated and Role("unknown") in roles else None


def _repeats(text: str, answer: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(plain(answer).rstrip(' .'))}(?!\w)", text))
