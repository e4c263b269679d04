"""A stand-in for DeepL's API that speaks its documented protocol on this machine, and keeps account of what it sold."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from local_server import Handler, running

KEY = "279a2e9d-83b3-c416-7e2d-f721593e42a0:fx"

MOST_BYTES = 128 * 1024
LANGUAGES = ("EN", "FR", "EN-US", "PT-BR")


@dataclass
class StandIn:
    """`failures` are answered first, one status a request; after `answers_left` requests it takes one more and never
    answers it; `quota` is in characters."""

    key: str = KEY
    failures: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    quota: int | None = None
    answers_left: int | None = None
    translate: Callable[[str], str] = str.upper
    requests: list[dict[str, Any]] = field(default_factory=list)
    sold: list[str] = field(default_factory=list)
    stuck: threading.Event = field(default_factory=threading.Event)
    freed: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def answer(self, path: str, authorization: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.requests.append({"path": path, "authorization": authorization, **body})
        if path != "/v2/translate":
            return 404, {"message": "Not found"}
        if authorization != f"DeepL-Auth-Key {self.key}":
            return 403, {"message": "Forbidden"}
        if self.failures:
            return self.failures.pop(0), {"message": "Try again"}
        texts = body["text"]
        if len(texts) > 50 or not {body["source_lang"], body["target_lang"]} <= set(LANGUAGES):
            return 400, {"message": "Bad request"}
        if self.quota is not None and sum(map(len, [*self.sold, *texts])) > self.quota:
            return 456, {"message": "Quota exceeded"}
        if self.answers_left is not None:
            if not self.answers_left:
                self.stuck.set()
                self.freed.wait()
                return 500, {}
            self.answers_left -= 1
        self.sold += texts
        found = [{"detected_source_language": body["source_lang"], "text": self.translate(text)} for text in texts]
        return 200, {"translations": found}


@contextmanager
def serving(stand_in: StandIn) -> Iterator[StandIn]:
    class Answering(Handler):
        def do_POST(self) -> None:  # noqa: N802 - http.server calls it so
            raw = self.body()
            status, document = stand_in.answer(self.path, self.headers.get("Authorization", ""), json.loads(raw))
            self.send(413 if len(raw) > MOST_BYTES else status, document, stand_in.headers)

    with running(Answering, stand_in.freed.set) as stand_in.url:
        yield stand_in
