"""One model of an OpenAI-compatible server: where it is, what it says it is, and how it is asked over HTTP.

The key comes from the environment and goes into one header of requests to one address; it is in no field, file or
message. The server is taken at its word: nobody here has seen the weights.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import digest
from epicene.core.progress import current
from epicene.data.http_client import Answered, HttpRequest, NoAnswerError, read_key, request_with_retry

KEY = "EPICENE_SERVER_KEY"
SECONDS_WITHOUT_ANSWER = 120.0
SECONDS_UNTIL_TOLD_AGAIN = 10.0
ATTEMPTS = 6
AT_ONCE = 16  # requests under way
LONGEST = "max_model_len"
# What servers say of a model besides its name; not `created`, which for vLLM is the time of the question.
_SAYS = ("root", "owned_by", LONGEST, "parent")
_NO_LIST = (404, 405, 501)  # a server that has no list of its models


class AnswerError(EpiceneError):
    """A model behind a server answered with something else; whoever knows what was asked names it (`about`).

    `row` is what it was asked, where that is a row.
    """

    def __init__(self, reason: str, row: object = None, about: str = "") -> None:
        super().__init__(f"{about}: {reason}" if about else reason)
        self.reason = reason
        self.row = row


class ServerRefusedError(EpiceneError):
    """The server answered, with something else than what was asked for; `trouble` says what, in a few words."""

    def __init__(self, sentence: str, status: int, trouble: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.trouble = trouble or f"status {status}"

    @property
    def is_final(self) -> bool:
        """Whether asking in another form is pointless: the key is wrong."""
        return self.status in (401, 403)


@dataclass(frozen=True, slots=True)
class Address:
    """What stands after the prefix of `vllm:URL#MODEL#TOKENIZER`; the last part may be missing."""

    url: str
    model: str
    tokenizer: str = ""

    @classmethod
    def of(cls, spec: str) -> Address:
        prefix, _, rest = spec.partition(":")
        url, _, names = rest.partition("#")
        model, _, tokenizer = names.partition("#")
        form = f"{prefix}:http://HOST:PORT#MODEL"
        try:
            parts = urlsplit(url)
        except ValueError as error:
            raise InputError(f"{spec} names no server ({error}). Write {form}.") from error
        if "@" in parts.netloc or parts.query:
            raise InputError(
                "The address of a server is kept with the results, so it has no user, password or query: "
                f"write {form} and give a key in the environment: export {KEY}=…"
            )
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(f"{spec} names no server. Write {form}.")
        base = url.rstrip("/")
        return cls(base if base.endswith("/v1") else f"{base}/v1", model, tokenizer)

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


@dataclass(frozen=True)
class ModelServer:
    """`says` is what its list of models has about this one; `chats` whether it is asked in words."""

    address: Address
    says: Mapping[str, object] = field(default_factory=dict)
    chats: bool = False
    found_out: dict[str, object] = field(default_factory=dict, repr=False, compare=False)  # how it wants to be asked
    _said: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> dict[str, object]:
        """What a run writes down about it."""
        return {"url": self.address.url, "model": self.address.model, "says": dict(self.says)}

    def digest(self) -> str:
        """Stands where the hash of its files stands for a model on this machine.

        Without the longest prompt: a server may be started again with another, and the model is the same.
        """
        says = {name: value for name, value in self.says.items() if name != LONGEST}
        return digest({**self.facts, "says": says})

    @property
    def max_tokens(self) -> int | None:
        """The longest prompt it takes: one token less than it says, because it may insist on making one."""
        limit = self.says.get(LONGEST)
        return limit - 1 if isinstance(limit, int) and limit > 1 else None

    def post(
        self, path: str, body: Mapping[str, object], *, attempts: int = ATTEMPTS, key: str = ""
    ) -> dict[str, object]:
        """The server's JSON answer; passing troubles are waited out, others are one sentence. By `key` a server that
        knows such keys tells a request that is tried again from a new one."""
        content = {"model": self.address.model, **body}
        return self._ask("POST", path, attempts, content, {"Idempotency-Key": key} if key else {})

    def models(self) -> dict[str, object]:
        """What it has. Where nobody answers at all, that is said at once; a busy server is waited for."""
        try:
            return self._ask("GET", "models", 1)
        except NoAnswerError as error:
            if error.status is None:
                raise EpiceneError(
                    f"There is no server to ask at {self.address.url} ({error.trouble}). Start it, or check "
                    "the address."
                ) from error
            return self._ask("GET", "models", ATTEMPTS)

    def _ask(
        self, method: str, path: str, attempts: int, content: object = None, more: Mapping[str, str] | None = None
    ) -> dict[str, object]:
        key = read_key(KEY)
        headers = {**(more or {}), **({"Authorization": f"Bearer {key}"} if key else {})}
        request = HttpRequest(method, f"{self.address.url}/{path}", headers, content)
        try:
            answer = request_with_retry(
                request, self.address.url, attempts=attempts, seconds=SECONDS_WITHOUT_ANSWER, say=self._say_once
            )
        except ValueError:
            raise InputError(f"{self.address.url} is no address of a server.") from None
        return _read(answer, self.address, key)

    def _say_once(self, text: str) -> None:
        """All requests under way meet the same trouble; it is told once in a while."""
        now = time.monotonic()
        if now - self._said.get(text, -SECONDS_UNTIL_TOLD_AGAIN) >= SECONDS_UNTIL_TOLD_AGAIN:
            self._said[text] = now
            current().say(text)


def find(spec: str, *, chats: bool = False) -> ModelServer:
    """Ask the server what it has, and refuse a name that it does not know; one without a list is taken as it is."""
    address = Address.of(spec)
    try:
        listed = ModelServer(address).models().get("data")
    except ServerRefusedError as error:
        if error.status not in _NO_LIST:
            raise
        listed = None
    records = [record for record in listed if isinstance(record, dict)] if isinstance(listed, list) else []
    known = {str(record["id"]): record for record in records if "id" in record}
    if not address.model or (known and address.model not in known):
        has = f"The server has: {', '.join(known)}." if known else "The server does not say what it has."
        what = f"no model {address.model!r}" if address.model else "no model's name after #"
        raise InputError(f"{spec} has {what}. {has} Write {spec.partition('#')[0]}#MODEL.")
    says = known.get(address.model, {})
    return ModelServer(address, {key: says[key] for key in _SAYS if says.get(key) is not None}, chats)


def _read(answer: Answered, address: Address, key: str) -> dict[str, object]:
    """The JSON object of an answer; anything else is refused in the server's own words."""
    status = answer.status
    if status in (401, 403):
        wrong = f"does not accept the key in {KEY}" if key else f"asks for a key: export {KEY}=… and run it again"
        raise ServerRefusedError(f"{address.url} {wrong}.", status)
    if 300 <= status < 400:
        elsewhere = f"{address.url} sends us elsewhere (status {status}); name that address instead."
        raise ServerRefusedError(elsewhere, status)
    try:
        document = answer.json()
    except ValueError:
        document = None
    message = _message(document, key)
    reason = f": {message}" if message else ""
    if status != 200:
        trouble = f"status {status}{reason}"
        raise ServerRefusedError(f"{address.url} refuses the request ({trouble}).", status, trouble)
    if not isinstance(document, dict):
        strange = f"What {address.url} answers is not what such a server answers (no JSON object)."
        raise ServerRefusedError(strange, status, "no JSON object")
    if document.get("error") or document.get("object") == "error":  # some say so with a status that is none
        trouble = f"it answers with an error{reason}"
        raise ServerRefusedError(f"{address.url} cannot be used now: {trouble}.", status, trouble)
    return document


def _message(document: object, key: str) -> str:
    """The server's own words, wherever it has put them, and without the key or what a terminal would obey."""
    while isinstance(document, dict):
        document = next((document[name] for name in ("error", "message", "detail") if document.get(name)), "")
    text = "".join(letter for letter in " ".join(str(document or "").split()) if letter.isprintable())
    return (text.replace(key, "…") if key else text)[:200].rstrip(".")
