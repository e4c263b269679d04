"""A stand-in for an OpenAI-compatible server, on this machine: true log-probabilities of a tiny model, or answers in
words by a rule; and all that a server can do wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local_server import Handler, running

KEY = "sk-stand-in-5f2b7c"
Document = dict[str, Any]
Answer = tuple[int, Any]


class CausalAnswers:
    """A tiny causal model as a server answers with it: the log-probability of each token of a prompt."""

    def __init__(self, folder: Path) -> None:
        import torch
        import transformers

        self.tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self.model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
        self._lock = threading.Lock()
        self._torch = torch

    def ids(self, prompt: str | list[int], add_special_tokens: bool) -> list[int]:
        if isinstance(prompt, list):
            return prompt
        ids: list[int] = self.tokenizer(prompt, add_special_tokens=add_special_tokens)["input_ids"]
        return ids

    def logprobs(self, ids: list[int]) -> list[float | None]:
        with self._lock, self._torch.inference_mode():
            scores = self.model(input_ids=self._torch.tensor([ids])).logits[0].log_softmax(-1)
        return [None, *(scores[place, token].item() for place, token in enumerate(ids[1:]))]


@dataclass
class StandIn:
    """`forms` are those it knows: prompt_logprobs, echo, ids (else prompts must be text). `failures` are answered
    first, one status a request for an answer, and `busy` when it is asked what it has; `spoil` changes a whole answer
    by the number of the request; after `answers_left` answers it takes one more and never answers it; `drips` are
    answered first, slowly (see `Handler.drip`). `reply` makes a chat model of it; `complaint` is what failures say."""

    causal: CausalAnswers | None = None
    names: tuple[str, ...] = ("tiny",)
    forms: frozenset[str] = frozenset({"prompt_logprobs", "echo", "ids"})
    says: Document = field(default_factory=dict)
    key: str | None = None
    failures: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    spoil: Callable[[int, Document], Any] | None = None
    answers_left: int | None = None
    drips: list[str] = field(default_factory=list)
    dripped: threading.Event = field(default_factory=threading.Event)
    complaint: bytes | None = None
    reply: Callable[[str], str] | None = None
    lists_models: bool = True
    busy: list[int] = field(default_factory=list)
    requests: list[Document] = field(default_factory=list)
    answered: list[Document] = field(default_factory=list)
    stuck: threading.Event = field(default_factory=threading.Event)
    freed: threading.Event = field(default_factory=threading.Event)
    url: str = ""
    most_at_once: int = 0
    _under_way: int = 0

    def models(self) -> Answer:
        if self.busy:
            return self.busy.pop(0), {}
        if not self.lists_models:
            return 404, {"error": {"message": "Not found"}}
        return 200, {"object": "list", "data": [{"id": name, "created": 1, **self.says} for name in self.names]}

    def answer(self, path: str, body: Document) -> Answer:
        self.requests.append({"path": path, **body})
        if self.failures:
            return self.failures.pop(0), self.complaint or {"error": {"message": f"no {self.key or 'luck'} today"}}
        if self.answers_left is not None:
            if not self.answers_left:
                self.stuck.set()
                self.freed.wait()
                return 500, {}
            self.answers_left -= 1
        status, document = self._completion(body) if path == "/v1/completions" else self._chat(path, body)
        if status == 200:
            self.answered.append(body)
            if self.spoil:
                document = self.spoil(len(self.answered), document)
        return status, document

    def _completion(self, body: Document) -> Answer:
        if self.causal is None:
            return 404, {"error": {"message": "this model does not complete"}}
        if isinstance(body["prompt"], list) and "ids" not in self.forms:
            return 400, {"error": {"message": "prompt must be a string"}}
        ids = self.causal.ids(body["prompt"], body.get("add_special_tokens", True))
        values = self.causal.logprobs(ids)
        pieces = [self.causal.tokenizer.decode([token]) for token in ids]
        choice: Document = {"index": 0, "text": "", "logprobs": None, "finish_reason": "length"}
        if "prompt_logprobs" in self.forms and body.get("prompt_logprobs") is not None:
            tables = [
                value if value is None else {str(token): {"logprob": value, "rank": 1, "decoded_token": piece}}
                for token, value, piece in zip(ids, values, pieces, strict=True)
            ]
            choice["prompt_logprobs"] = tables
        if "echo" in self.forms and body.get("echo") and body.get("logprobs") is not None:
            made = body.get("max_tokens", 16)
            choice["logprobs"] = {"tokens": pieces + ["x"] * made, "token_logprobs": values + [-1.0] * made}
        if self.reply and "prompt_logprobs" not in body and not body.get("echo"):
            choice["text"] = self.reply(body["prompt"])
        return 200, {"object": "text_completion", "model": body["model"], "choices": [choice]}

    def _chat(self, path: str, body: Document) -> Answer:
        if path != "/v1/chat/completions" or self.reply is None:
            return 404, {"error": {"message": "Not found"}}
        said = self.reply(body["messages"][-1]["content"])
        message = {"role": "assistant", "content": said}
        usage = {"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11}
        return 200, {"object": "chat.completion", "choices": [{"index": 0, "message": message}], "usage": usage}


@contextmanager
def serving(stand_in: StandIn) -> Iterator[StandIn]:
    lock = threading.Lock()

    class Answering(Handler):
        def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
            known = self.path == "/v1/models" and self._allowed()
            self.send(*(stand_in.models() if known else (401, {})), stand_in.headers)

        def do_POST(self) -> None:  # noqa: N802 - http.server calls it so
            body = json.loads(self.body())
            if not self._allowed():
                document = {"error": {"message": f"wrong key {self.headers.get('Authorization')}"}}
                self.send(401, document, stand_in.headers)
                return
            if stand_in.drips:
                where = stand_in.drips.pop(0)
                if not stand_in.drips:
                    stand_in.dripped.set()
                self.drip(where, stand_in.freed)
                return
            with lock:
                stand_in._under_way += 1
                stand_in.most_at_once = max(stand_in.most_at_once, stand_in._under_way)
            status, document = stand_in.answer(self.path, body)
            with lock:
                stand_in._under_way -= 1
            self.send(status, document, stand_in.headers)

        def _allowed(self) -> bool:
            return stand_in.key is None or self.headers.get("Authorization") == f"Bearer {stand_in.key}"

    with running(Answering, stand_in.freed.set) as stand_in.url:
        yield stand_in
