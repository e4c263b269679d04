"""Models that are asked in words: `chat:URL#MODEL` behind a server, or a causal model here through its chat template.

What a model thinks aloud before it replies (`<think>…</think>`, or a field of its own) is no part of the reply. What a
server adds to the prompt (a system message of its own) is not seen from here.

A causal model on this machine goes on from texts by sampling. Every text has a stream of random numbers of its own, so
that what shares its batch changes nothing but the last bits of a probability. What `transformers` does for one batch is
done here with less: a beginning that several texts share is read once, a text that has ended leaves the batch, and of a
vocabulary's probabilities only the likeliest are sorted."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.types import FILTERED, THINKING
from epicene.models.api_server import AT_ONCE, AnswerError, ModelServer, ServerRefusedError, find
from epicene.models.batching import by_length, padded
from epicene.models.description import Description
from epicene.models.engines.ledger import Ledger, Used, estimate_tokens
from epicene.models.source import Source
from epicene.models.token_probabilities import LanguageModel, RemoteModel, Sampling, TextReply, TokenRow

if TYPE_CHECKING:
    from epicene.metrics.intervals import Floats

LIKELIEST = 128  # tokens that are sorted first; more only where they do not make up `top_p`


def write_here(model: LanguageModel, prompts: Sequence[str], sampling: Sampling) -> list[TextReply]:
    """One text for each prompt, which it begins with; BOS stands in front where the tokenizer has one."""
    return write_rows(model, [model.description.tokens_to_continue(prompt) for prompt in prompts], sampling)


def write_rows(model: LanguageModel, rows: Sequence[tuple[int, ...]], sampling: Sampling) -> list[TextReply]:
    """One text for each row of tokens, in batches under the model's budget."""
    texts: list[TextReply] = [TextReply("", False)] * len(rows)
    for batch in by_length([len(row) for row in rows], lambda: model.budget):
        chances = [np.random.default_rng(sampling.seeds[index]).random(sampling.most_tokens) for index in batch]
        with torch.inference_mode():
            written = _written(model, [rows[index] for index in batch], np.array(chances), sampling)
        for index, text in zip(batch, written, strict=True):
            texts[index] = text
    return texts


def _written(
    model: LanguageModel, rows: Sequence[tuple[int, ...]], chances: Floats, sampling: Sampling
) -> list[TextReply]:
    """One batch, padded on the left; `chances` (rows, tokens) are random numbers between 0 and 1."""
    from transformers import DynamicCache

    beginnings = list(dict.fromkeys(rows))
    of = torch.tensor([beginnings.index(row) for row in rows], device=model.device)
    most = [max(0, min(sampling.most_tokens, model.description.max_tokens - len(row))) for row in rows]
    ids, mask = padded(beginnings, model.description.pad_id, model.device, left=True)
    kept_states = DynamicCache(config=model.model.config)
    ends = ends_of(model)
    made: list[list[int]] = [[] for _ in rows]
    active = list(range(len(rows)))
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    logits = _next(model, ids, mask, positions, kept_states)[of]
    kept_states.batch_select_indices(of)
    mask, last = mask[of], positions[of, -1]
    model.tokens_seen += sum(map(len, beginnings))
    for step in range(max(most)):
        tokens = sample(logits, chances[active, step], sampling)
        kept = []
        for index, (row, token) in enumerate(zip(active, tokens.tolist(), strict=True)):
            made[row].append(token)
            if token not in ends and step + 1 < most[row]:
                kept.append(index)
        if not kept:
            break
        if len(kept) < len(active):
            rest = torch.tensor(kept, device=model.device)
            active = [active[place] for place in kept]
            tokens, mask, last = tokens[rest], mask[rest], last[rest]
            kept_states.batch_select_indices(rest)
        mask = torch.cat([mask, mask.new_ones(len(active), 1)], dim=1)
        last = last + 1
        logits = _next(model, tokens[:, None], mask, last[:, None], kept_states)
        model.tokens_seen += len(active)
    tokenizer = model.description.tokenizer
    return [TextReply(tokenizer.decode(row, skip_special_tokens=True), is_cut=not ends & set(row)) for row in made]


def _next(model: LanguageModel, ids: Tensor, mask: Tensor, positions: Tensor, states: object) -> Tensor:
    """What may come next, (rows, vocabulary)."""
    known = signature(model.model.forward).parameters  # BLOOM, for one, takes no positions
    more = {name: value for name, value in (("position_ids", positions), ("logits_to_keep", 1)) if name in known}
    tensor: Tensor = model.model(
        input_ids=ids, attention_mask=mask, past_key_values=states, use_cache=True, **more
    ).logits[:, -1]
    return tensor.float()


def sample(logits: Tensor, chances: Floats, sampling: Sampling) -> Tensor:
    """A token for each row, by its number between 0 and 1: the likeliest tokens that make up `top_p` share the range
    between them, the likeliest first."""
    scaled = logits / sampling.temperature
    total = torch.logsumexp(scaled, dim=1, keepdim=True)
    n = min(LIKELIEST, scaled.shape[1])
    while True:
        top, tokens = scaled.topk(n, dim=1)
        sums = (top - total).exp().double().cumsum(1)
        if n == scaled.shape[1] or bool((sums[:, -1] >= sampling.top_p).all()):
            break
        n = min(8 * n, scaled.shape[1])
    kept = ((sums < sampling.top_p).sum(1) + 1).clamp(max=n)  # with the one that reaches it
    whole = sums.gather(1, kept[:, None] - 1)
    wanted = torch.from_numpy(chances).to(sums.device)[:, None] * whole
    positions = (sums <= wanted).sum(1).clamp(max=n - 1).minimum(kept - 1)
    return tokens.gather(1, positions[:, None])[:, 0]


def ends_of(model: LanguageModel) -> set[int]:
    """The tokens that end a text."""
    ids = model.model.generation_config.eos_token_id
    return set(ids) if isinstance(ids, list) else set() if ids is None else {ids}


REPLY_TOKENS = 32  # of a reply, which is meant to be one number
PATH = "chat/completions"
# A template may open the thoughts itself, so that only their end is seen.
THOUGHT = re.compile(r"\A(?:(?!<think>).)*?</think>|<think>.*?</think>", re.DOTALL)
_FILTER = re.compile(r"content.?(?:filter|policy|management)|moderation|safety", re.IGNORECASE)


def locate_chat(spec: str) -> Source:
    """The server's chat model; nothing of it is on this machine."""
    server = find(spec, chats=True)
    return Source(spec, f"{server.address.model}@{server.address.host}", Path(), server=server)


def without_thoughts(text: str, is_cut: bool) -> TextReply:
    """A reply without its thoughts; nothing was said where they never came to an end."""
    rest, unfinished, _ = THOUGHT.sub("", text).partition("<think>")
    reply = rest.strip() if len(rest) < len(text) else rest
    return TextReply(reply, is_cut, THINKING if unfinished and not reply else "")


class ChatModel(RemoteModel):
    """A chat endpoint. It gives no log-probabilities, and is not asked for any. With a ledger, every reply is written
    down as it comes, and none is paid for twice."""

    def __init__(self, description: Description, server: ModelServer, at_once: int = AT_ONCE) -> None:
        super().__init__(description, server)
        self.at_once = at_once
        self.ledger: Ledger | None = None
        self._counting = threading.Lock()

    def reply(self, prompts: Sequence[str], how: Sampling) -> list[TextReply]:
        return [self._reply(prompt, seed, how) for prompt, seed in zip(prompts, how.seeds, strict=True)]

    def write(self, prompts: Sequence[str], sampling: Sampling) -> list[TextReply]:
        return self.reply(prompts, sampling)

    def _reply(self, prompt: str, seed: int, how: Sampling) -> TextReply:
        """A sampled text has a seed of its own, which a server may know or not."""
        sampled = {"top_p": how.top_p, "seed": seed} if how.temperature else {}
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "temperature": how.temperature,
            "max_tokens": how.most_tokens,
            **sampled,
        }
        key = digest({"model": self.server.address.model, **body})
        if self.ledger is None:
            return self._send(body, prompt, key)[0]
        if known := self.ledger.find(key):
            answer, used = known
            with self._counting:
                self.tokens_recalled += sum(used)
            return answer
        with self.ledger.reserved(estimate_tokens(prompt), how.most_tokens):
            answer, used = self._send(body, prompt, key)
            self.ledger.keep(key, answer, used)
        return answer

    def _send(self, body: Mapping[str, object], prompt: str, key: str) -> tuple[TextReply, Used]:
        """The reply and its tokens; a prompt that a filter refuses is paid for too."""
        try:
            document = self.server.post(PATH, body, key=key)
        except ServerRefusedError as error:
            if error.status not in (400, 403, 422, 451) or not _FILTER.search(error.trouble):
                raise AnswerError(str(error)) from error
            answer, used = TextReply("", False, FILTERED), Used(estimate_tokens(prompt), 0)
        else:
            answer = self._read(document)
            used = _used(document.get("usage")) or Used(estimate_tokens(prompt), estimate_tokens(answer.text))
        with self._counting:
            self.tokens_seen += sum(used)
        return answer, used

    def _read(self, document: Mapping[str, object]) -> TextReply:
        """The message's content; some servers put a refusal beside it, and some leave it out when nothing was said.

        A call of a tool, or thoughts that never came to an end, are no reply: the text is empty then. Of several
        choices, in whatever order, that of index 0 was asked for.
        """
        choices = document.get("choices")
        listed = [option for option in choices if isinstance(option, dict)] if isinstance(choices, list) else []
        choice = next((option for option in listed if option.get("index", 0) == 0), None)
        message = choice.get("message") if choice else None
        text = _text(message.get("content") or message.get("refusal")) if isinstance(message, dict) else None
        reason = choice.get("finish_reason") if choice else None
        if text is None and isinstance(reason, str) and reason:
            text, message = "", {}  # it came to an end, and is paid for: nothing was said
        if not isinstance(message, dict) or text is None:
            what = "text in its message" if isinstance(message, dict) else "a message"
            raise AnswerError(
                f"{self.server.address.url} ({self.server.address.model}) answers without {what}. Check "
                "that it is a chat model's server, then run the same command again."
            )
        if reason == "content_filter":
            return TextReply(text, False, FILTERED)
        is_cut = reason == "length"
        if is_cut and not text.strip() and (message.get("reasoning_content") or message.get("reasoning")):
            return TextReply("", is_cut, THINKING)
        return without_thoughts(text, is_cut)

    def logprobs(self, rows: Sequence[TokenRow]) -> list[list[float]]:
        raise InputError(f"{self.description.source.name} is asked in words and gives no log-probabilities.")


def _text(content: object) -> str | None:
    """What was said, as one text or in parts; None for what is no text."""
    parts = content if isinstance(content, list) else [content or ""]
    pieces = [part.get("text") if isinstance(part, dict) else part for part in parts]
    texts = [text for text in pieces if isinstance(text, str)]
    return "".join(texts) if len(texts) == len(pieces) else None


def _used(usage: object) -> Used | None:
    """What the server counts, where it does; thoughts are among what it wrote."""
    if not isinstance(usage, dict):
        return None
    prompt, total = (usage.get(name) for name in ("prompt_tokens", "total_tokens"))
    if not isinstance(total, int) or total < 1:
        return None
    return Used(prompt, total - prompt) if isinstance(prompt, int) and 0 <= prompt <= total else Used(total, 0)


def reply_here(model: LanguageModel, prompts: Sequence[str], how: Sampling) -> list[TextReply]:
    """What a causal model on this machine says, greedily at temperature 0."""
    put = model.description.tokenizer.apply_chat_template
    chats = ([{"role": "user", "content": prompt}] for prompt in prompts)
    rows = [tuple(put(chat, add_generation_prompt=True, return_dict=True)["input_ids"]) for chat in chats]
    made = write_rows(model, rows, how) if how.temperature else _greedily(model, rows, how.most_tokens)
    return [without_thoughts(answer.text.strip(), answer.is_cut) for answer in made]


def _greedily(model: LanguageModel, rows: Sequence[Sequence[int]], most_tokens: int) -> list[TextReply]:
    """The likeliest that comes after rows of tokens; they are one batch, padded on the left."""
    tokenizer = model.description.tokenizer
    pad = model.description.pad_id
    ids, mask = padded(rows, pad, model.device, left=True)
    longest = ids.shape[1]
    room = max(1, model.description.max_tokens - longest)
    with torch.inference_mode():
        made = model.model.generate(
            input_ids=ids,
            attention_mask=mask,
            pad_token_id=pad,
            do_sample=False,
            **dict.fromkeys(("temperature", "top_p", "top_k")),
            max_new_tokens=min(most_tokens, room),
        )[:, longest:]
    model.tokens_seen += int(mask.sum()) + int(made.numel())
    ends = {pad, *ends_of(model)}
    return [
        TextReply(tokenizer.decode(row, skip_special_tokens=True), is_cut=not ends & set(row.tolist())) for row in made
    ]
