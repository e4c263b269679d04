"""A chat model behind a server that translates because it is asked to, a sentence a request."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.progress import current
from epicene.core.types import Lines, Numbered
from epicene.models.api_server import AT_ONCE, AnswerError
from epicene.models.chat import ChatModel, locate_chat
from epicene.models.description import Description, describe
from epicene.models.engines.cost import Cost, Meter, metered
from epicene.models.engines.ledger import Ledger, Spending, Used, estimate_tokens
from epicene.models.engines.server import SERVER, as_answered
from epicene.models.source import is_served
from epicene.models.token_probabilities import Sampling
from epicene.models.translation_text import CHAT, Prompt, prompt_for, translation_line
from epicene.mt.translating.translation_engine import SystemRequest, TranslationEngine, behind_a_server
from epicene.runs.audit_folder import REPLIES
from epicene.runs.folder import Journal


@dataclass
class ChatSystem:
    """What was answered is in the ledger of the folder it works in, so that no line is paid for twice."""

    description: Description
    prompt: Prompt
    most_tokens: int
    spending: Spending
    at_once: int = AT_ONCE
    _model: ChatModel | None = field(default=None, init=False)
    _meter: Meter = field(init=False)

    @property
    def name(self) -> str:
        return self.description.source.name

    @property
    def facts(self) -> Mapping[str, str | int | None]:
        source = self.description.source
        return {
            "model": source.spec,
            "weights": source.digest(),
            "max_new_tokens": self.most_tokens,
            "temperature": 0,
            **self.prompt.facts,
        }

    def check(self, lines: Lines[str], file: Path) -> None:
        pass  # how much a server takes, it says itself

    @contextmanager
    def counted(self, folder: Path) -> Iterator[Meter]:
        server = self.description.source.server
        if server is None:
            raise InputError(f"{self.name} is behind no server.")
        self._model = ChatModel(self.description, server)
        self._model.ledger = Ledger(Journal(folder / REPLIES), self.spending)
        with metered(folder, SERVER) as self._meter:
            yield self._meter

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """The line of each reply that is the translation; nothing of one that was held back or says nothing."""
        model = self._model
        if not lines or model is None:
            return
        sent = sum(estimate_tokens(self.prompt.of(text)) for _, text in lines)
        most = Used(sent, self.most_tokens * len(lines))
        money = self.spending.cost(most)
        current().say(
            f"Asking {self.name}: at most about {sum(most):,} tokens ({most.prompt:,} sent, {most.reply:,} "
            f"received{'' if money is None else f'; {money:.4g} at that price'})"
        )

        def ask(line: Numbered) -> list[Numbered]:
            index, text = line
            try:
                (reply,) = model.reply([self.prompt.of(text)], Sampling(0.0, 1.0, self.most_tokens, [0]))
            except AnswerError as error:
                raise AnswerError(error.reason, about=f"Line {index + 1}") from error
            return [(index, "" if reply.trouble else translation_line(reply.text, text))]

        seen, began = model.tokens_seen, time.monotonic()
        for answered in as_answered(ask, lines, self.at_once):
            tokens, now = model.tokens_seen, time.monotonic()
            self._meter.add(Cost(tokens - seen, now - began, None))
            seen, began = tokens, now
            yield answered


class Chat(TranslationEngine):
    name = CHAT
    takes = frozenset({"--prompts"})

    def recognises(self, spec: str) -> bool:
        return super().recognises(spec) and is_served(spec)

    def open(self, request: SystemRequest) -> ChatSystem:
        choice, (source, target) = request.choice, request.languages
        description = describe(locate_chat(choice.spec))
        prompt = prompt_for(CHAT, source, target, description.source.name, choice.prompts)
        at_once = request.placement.threads or AT_ONCE
        return ChatSystem(description, prompt, request.decoding.max_new_tokens, request.spending or Spending(), at_once)

    def no_weights(self, spec: str) -> InputError:
        return behind_a_server(spec)


ENGINE = Chat()
