"""DeepL's translation API, version 2, as its makers document it.

The key comes from the environment and goes into one header; it is in no file, message or representation. A key that
ends in `:fx` is a free account's and has its own host.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Lines, Numbered
from epicene.data.http_client import Answered, HttpRequest, NoAnswerError, read_key, request_with_retry

KEY = "DEEPL_AUTH_KEY"
SERVER = "DEEPL_SERVER_URL"  # another host for the same protocol: a proxy, or a stand-in
FREE_HOST, PRO_HOST = "https://api-free.deepl.com", "https://api.deepl.com"
FREE_SUFFIX = ":fx"
MOST_TEXTS = 50
MOST_BYTES = 100 * 1024  # a request may have 128 KiB
ATTEMPTS = 6
SECONDS_WITHOUT_ANSWER = 30.0
_TARGETS = {"en": "EN-US", "pt": "PT-BR"}  # targets that DeepL divides by country, where the user names none
_REFUSALS = {
    400: "DeepL refuses the request ({text}). Check --to: does DeepL translate into this language?",
    403: "DeepL does not accept the key in DEEPL_AUTH_KEY. Copy it again from your DeepL account; the key of a free "
    "account ends in :fx.",
    404: "DeepL's API is not at {host}. Check DEEPL_SERVER_URL.",
    413: "DeepL finds a text too large. Cut the longest item.",
    456: "The quota of your DeepL account is used up. What was translated is kept: run the same command again when "
    "there is quota, and only the rest is asked.",
}


@dataclass
class DeepL:
    """A system in the sense of `adapt translate`."""

    source: str
    target: str
    seconds: float = SECONDS_WITHOUT_ANSWER
    name: str = field(default="DeepL", init=False)
    _key: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        self._key = read_key(KEY)
        if not self._key:
            raise InputError(f"--with deepl needs your key in the environment: export {KEY}=… and run it again.")
        own = FREE_HOST if self._key.endswith(FREE_SUFFIX) else PRO_HOST
        self.host = os.environ.get(SERVER, "").rstrip("/") or own
        self.source_code = self.source.split("-")[0].upper()
        self.target_code = _TARGETS.get(self.target.lower(), self.target.upper())

    @property
    def facts(self) -> Mapping[str, object]:
        return {"system": "deepl", "api": "v2", "source_lang": self.source_code, "target_lang": self.target_code}

    def check(self, lines: Lines[str], file: Path) -> None:
        for number, line in enumerate(lines, start=1):
            if len(line.encode()) > MOST_BYTES:
                raise InputError(f"{file}, line {number}: the text is too long for DeepL; cut it.")

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """At most 50 texts a request, in order."""
        for batch in _batches(lines):
            translations = self._request([text for _, text in batch])
            yield [(number, text) for (number, _), text in zip(batch, translations, strict=True)]

    def _request(self, texts: list[str]) -> list[str]:
        request = HttpRequest(
            "POST",
            f"{self.host}/v2/translate",
            {"Authorization": f"DeepL-Auth-Key {self._key}"},
            {"text": texts, "source_lang": self.source_code, "target_lang": self.target_code},
        )
        try:
            answer = request_with_retry(request, self.name, attempts=ATTEMPTS, seconds=self.seconds)
        except ValueError:
            raise InputError(f"{self.host} is no address; check {SERVER}.") from None
        except NoAnswerError as error:
            raise EpiceneError(
                f"DeepL at {self.host} could not be asked: {error.trouble}. What was translated is kept: run the same "
                "command again later, and only the rest is asked."
            ) from error
        if answer.status in _REFUSALS:
            raise EpiceneError(_REFUSALS[answer.status].format(text=_reason(answer), host=self.host))
        if answer.status != 200:
            raise EpiceneError(f"DeepL at {self.host} answers with status {answer.status}; try again later.")
        try:
            translations = [" ".join(str(record["text"]).split()) for record in answer.json()["translations"]]
        except (ValueError, KeyError, TypeError):
            raise EpiceneError(f"What {self.host} answers is not DeepL's; check {SERVER}.") from None
        if len(translations) != len(texts):
            raise EpiceneError(
                f"DeepL answers {len(texts)} texts with {len(translations)}; run the same command again."
            )
        return translations


def _batches(lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
    batch: list[Numbered] = []
    size = 0
    for number, text in lines:
        cost = len(json.dumps(text)) + 2  # as the request writes it: letters with accents take six bytes
        if batch and (len(batch) == MOST_TEXTS or size + cost > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append((number, text))
        size += cost
    if batch:
        yield batch


def _reason(answer: Answered) -> str:
    try:
        return str(answer.json()["message"])[:200]
    except (ValueError, KeyError, TypeError):
        return f"status {answer.status}"
