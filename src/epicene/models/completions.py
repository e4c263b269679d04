"""`vllm:URL#MODEL`: a causal model behind a completions endpoint that gives log-probabilities of the prompt.

The prompt goes out as the tokenizer's ids, and the answer must have those very tokens: a server with another
tokenizer, or one that answers half of them, is an error and never a score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError, InputError
from epicene.data.http_client import TOO_MANY, NoAnswerError
from epicene.models.api_server import ATTEMPTS, AnswerError, ModelServer, ServerRefusedError, find
from epicene.models.description import Description
from epicene.models.source import Source, locate
from epicene.models.token_probabilities import RemoteModel, Sampling, TextReply, TokenRow

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Ids = tuple[int, ...]
FORM = "form"
PROBES = ("The sun rises in the east.", "The sun rises in the east!")
UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # what half a letter is decoded to
ABOVE_CERTAIN = 1e-3  # rounding may lift a log-probability this far above 0
# Below it, a number stands for “none”: vLLM and others write -9999 for minus infinity. No probability is so small in
# any format of numbers (the smallest of 64 bits is e^-745); of 19 million of SmolLM2-135M's, the least was e^-51.
LEAST = -1000.0
SHOWN = 60  # letters of what a server says instead


def locate_completions(spec: str) -> Source:
    """The server's model with a tokenizer on this machine: its third part, else what the model's name leads to."""
    server = find(spec)
    tokenizer = _tokenizer(spec, server)
    model = server.address.model
    name = PurePosixPath(model).name if model.startswith(("/", ".")) else model  # served from a folder
    return Source(spec, f"{name}@{server.address.host}", tokenizer.folder, tokenizer.gguf_file, server=server)


def _tokenizer(spec: str, server: ModelServer) -> Source:
    address, reasons = server.address, []
    named = [address.tokenizer] if address.tokenizer else [address.model, str(server.says.get("root") or address.model)]
    for name in dict.fromkeys(named):
        try:
            return locate(name)
        except EpiceneError as error:
            reasons.append(error)
    raise InputError(
        f"{spec}: what a server answers is checked against the model's tokenizer, and there is none under "
        f"{' or '.join(dict.fromkeys(named))}: {reasons[0]} Say where it is, as a folder or hub id after a second #: "
        f"{spec.partition('#')[0]}#{address.model}#TOKENIZER."
    )


class OtherAnswerError(Exception):
    """The server answered, but not with a log-probability for each token of the prompt."""


@dataclass(frozen=True, slots=True)
class PromptForm:
    """One way in which servers are asked for the log-probabilities of a prompt, and how their answer is read.

    `read` gives one entry for each token, whatever was generated after the prompt cut off; None is for “not given”.
    """

    body: Mapping[str, object]
    read: Callable[[Mapping[str, object], Ids, PreTrainedTokenizerBase], list[float | None]]
    as_text: bool = False


def _read_prompt_logprobs(
    choice: Mapping[str, object], ids: Ids, tokenizer: PreTrainedTokenizerBase
) -> list[float | None]:
    """vLLM's own form: for each token a table from id to log-probability, which names the token itself."""
    tables = choice.get("prompt_logprobs")
    if not isinstance(tables, list):
        raise OtherAnswerError("it gives no prompt_logprobs")
    _refuse_other_count(len(tables), len(ids))
    values: list[float | None] = []
    for index, (table, token) in enumerate(zip(tables, ids, strict=True)):
        if table is None:
            values.append(None)
            continue
        if not isinstance(table, dict) or str(token) not in table:
            wanted = tokenizer.decode([token])
            raise OtherAnswerError(f"its token {index + 1} is another than {wanted!r}")
        entry = table[str(token)]
        shown = entry.get("decoded_token") if isinstance(entry, dict) else None
        if shown is not None:  # the number alone would be the same with any tokenizer
            _refuse_other_piece(shown, token, index, tokenizer)
        values.append(entry.get("logprob") if isinstance(entry, dict) else entry)
    return values


def _read_echo(choice: Mapping[str, object], ids: Ids, tokenizer: PreTrainedTokenizerBase) -> list[float | None]:
    """The older completions form: the prompt is repeated, piece by piece, with log-probabilities beside it."""
    logprobs = choice.get("logprobs")
    pieces, values = (
        (logprobs.get(name) for name in ("tokens", "token_logprobs")) if isinstance(logprobs, dict) else (None, None)
    )
    if not isinstance(pieces, list) or not isinstance(values, list):
        raise OtherAnswerError("it gives no log-probabilities of a prompt that it repeats")
    if len(pieces) != len(values):
        raise OtherAnswerError(f"it gives {len(values)} log-probabilities for {len(pieces)} pieces")
    generated = len(pieces) - len(ids)
    _refuse_other_count(len(pieces) - (generated == 1), len(ids))  # it may have insisted on making one more
    for index, (piece, token) in enumerate(zip(pieces, ids, strict=False)):
        _refuse_other_piece(piece, token, index, tokenizer)
    return values[: len(ids)]


def _refuse_other_count(count: int, wanted: int) -> None:
    if count != wanted:
        raise OtherAnswerError(f"it answers {wanted} tokens with {count}")


def _refuse_other_piece(piece: object, token: int, index: int, tokenizer: PreTrainedTokenizerBase) -> None:
    """Servers show a token as text or as the vocabulary has it, and drop the space before a word or a special token."""
    wanted = tokenizer.decode([token])
    is_hidden = UNREADABLE in wanted or token in tokenizer.all_special_ids
    is_same = isinstance(piece, str) and (
        is_hidden
        or "".join(piece.split()) == "".join(wanted.split())
        or piece == tokenizer.convert_ids_to_tokens(token)
    )
    if not is_same:
        raise OtherAnswerError(f"its piece {index + 1} is {_shown(piece)} and the tokenizer's {wanted!r}")


_ECHO = {"echo": True, "logprobs": 1, "temperature": 1.0}  # the model's own probabilities
_BY_IDS = (
    PromptForm({"max_tokens": 1, "prompt_logprobs": 1, "temperature": 1.0}, _read_prompt_logprobs),
    PromptForm({"max_tokens": 0, **_ECHO}, _read_echo),
    PromptForm({"max_tokens": 1, **_ECHO}, _read_echo),
)
_BY_TEXT = (PromptForm({**form.body, "add_special_tokens": False}, form.read, as_text=True) for form in _BY_IDS)
FORMS = (*_BY_IDS, *_BY_TEXT)


class ServedModel(RemoteModel):
    """Answers as a causal model on this machine would. `form` is found out with one easy sentence."""

    def __init__(self, description: Description, server: ModelServer) -> None:
        super().__init__(description, server)
        known = server.found_out.get(FORM)
        self.form = server.found_out[FORM] = known if isinstance(known, PromptForm) else self._find_form()

    def logprobs(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        return [self._values(row) for row in rows]

    def write(self, prompts: Sequence[str], sampling: Sampling) -> list[TextReply]:
        """How the served model goes on from each text; a server may know seeds or not."""
        how = {"temperature": sampling.temperature, "top_p": sampling.top_p, "max_tokens": sampling.most_tokens}
        replies = []
        for prompt, seed in zip(prompts, sampling.seeds, strict=True):
            try:
                choice = _choice(self.server.post("completions", {"prompt": prompt, "seed": seed, **how}))
            except ServerRefusedError as error:
                raise AnswerError(str(error)) from error
            except OtherAnswerError:
                choice = {}
            if not isinstance(text := choice.get("text"), str):
                raise AnswerError(f"{self._who} answers without a text. {self._advice}")
            self.tokens_seen += len(self.description.encode(prompt + text).ids)
            replies.append(TextReply(text, choice.get("finish_reason") == "length"))
        return replies

    def _values(self, row: TokenRow) -> list[float]:
        if not row.positions:
            return []
        ids = _sequence(row)
        try:
            logprobs = self._prompt(self.form, ids)
            values = [self._number(logprobs[position + 1], ids, position + 1) for position in row.positions]
        except OtherAnswerError as error:
            useless = f"{self._who} cannot be used: {error}. {self._advice}"
            raise AnswerError(useless, row) from error
        except ServerRefusedError as error:
            raise AnswerError(str(error), row) from error
        self.tokens_seen += row.cost
        return values

    @property
    def _who(self) -> str:
        return f"{self.server.address.url} ({self.server.address.model})"

    @property
    def _advice(self) -> str:
        return (
            f"Check that it serves the model whose tokenizer is in {self.description.source.folder}, then "
            "run the same command again."
        )

    def _prompt(self, form: PromptForm, ids: Ids, attempts: int = ATTEMPTS) -> list[float | None]:
        tokenizer = self.description.tokenizer
        prompt = tokenizer.decode(ids, clean_up_tokenization_spaces=False) if form.as_text else list(ids)
        document = self.server.post("completions", {"prompt": prompt, **form.body}, attempts=attempts)
        return form.read(_choice(document), ids, tokenizer)

    def _number(self, value: object, ids: Ids, index: int) -> float:
        token = f"token {index + 1} ({self.description.tokenizer.decode([ids[index]])!r})"
        if value is None:
            raise OtherAnswerError(f"it gives no log-probability for {token}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not value <= ABOVE_CERTAIN:
            raise OtherAnswerError(f"it gives {_shown(value)} for {token}, which is no log-probability")
        if value < LEAST:
            raise OtherAnswerError(f"it gives {_shown(value)} for {token}, which is too small for any probability")
        return float(value)

    def _find_form(self) -> PromptForm:
        """The first form in which the server gives every log-probability of two easy sentences."""
        reasons: list[str] = []
        for form in FORMS:
            try:
                self._try(form)
            except OtherAnswerError as error:
                reasons.append(str(error))
            except ServerRefusedError as error:
                if error.is_final:
                    raise
                reasons.append(error.trouble)
            except NoAnswerError as error:
                if error.status in (None, TOO_MANY):
                    raise
                reasons.append(error.trouble)  # a server may also stumble over a form that it does not know
            else:
                return form
        raise InputError(
            f"{self._who} gives no log-probabilities of the prompt that can be used "
            f"({'; '.join(dict.fromkeys(reasons))}). Use a server that does, such as vLLM, with the model's own "
            "tokenizer; a chat model without them is asked in words: "
            f"chat:{self.server.address.url}#{self.server.address.model}."
        )

    def _try(self, form: PromptForm) -> None:
        """Numbers for all tokens, each for its own: of sentences that differ in the last, the last numbers differ most.

        Of numbers that belong to the token before or after, others would differ, or none.
        """
        numbers: list[list[float]] = []
        prompts: list[Ids] = []
        for text in PROBES:
            tokens = self.description.encode(text)
            ids = tuple(tokens.ids[index] for index in tokens.content)
            values = self._prompt(form, ids, attempts=3)
            numbers.append([self._number(value, ids, index) for index, value in enumerate(values) if index])
            prompts.append(ids)
        first, other = prompts
        if first[:-1] != other[:-1] or first == other:  # a tokenizer that ends sentences otherwise
            return
        *others, last = (abs(a - b) for a, b in zip(*numbers, strict=True))
        if last <= max(others, default=0.0):
            raise OtherAnswerError("its numbers are not those of the tokens beside them")


def _choice(document: Mapping[str, object]) -> Mapping[str, object]:
    """The first choice of an answer."""
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise OtherAnswerError("its answer has no choices")
    return choices[0]


def _sequence(row: TokenRow) -> Ids:
    """The whole prompt: the row's tokens and the last one, which on this machine is only predicted."""
    ids = (*row.ids, row.targets[-1]) if row.positions[-1] == len(row.ids) - 1 else row.ids
    if row.parents or any(ids[at + 1] != wanted for at, wanted in zip(row.positions, row.targets, strict=True)):
        raise ValueError("a server is asked one sentence at a time, and about its own tokens")
    return ids


def _shown(value: object) -> str:
    """As much of it as a sentence can take."""
    return repr(value)[:SHOWN]
