"""Models that are asked in words: `chat:URL#MODEL` behind a server, or a causal model here through its chat template.

Temperature 0 and few tokens: the reply is meant to be one number. What a server adds to the prompt (a system message
of its own) is not seen from here.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from torch import Tensor

from epicene.core.errors import InputError
from epicene.models.api_server import AT_ONCE, RefusedError, Server, find
from epicene.models.asking import AnswerError, LanguageModel, Row, Said, Sampling
from epicene.models.description import Description
from epicene.models.source import Source

MOST_TOKENS = 32  # of a reply


def locate_chat(spec: str) -> Source:
    """The server's chat model; nothing of it is on this machine."""
    server = find(spec, chats=True)
    return Source(spec, f"{server.address.model}@{server.address.host}", Path(), server=server)


class ChatModel(LanguageModel):
    """A chat endpoint. It gives no log-probabilities, and is not asked for any."""

    def __init__(self, description: Description, server: Server, at_once: int = AT_ONCE) -> None:
        super().__init__(None, description, budget=1)
        self.server, self.at_once = server, at_once
        self._counting = threading.Lock()

    def reply(self, prompts: Sequence[str]) -> list[Said]:
        return [self._reply(prompt, temperature=0, max_tokens=MOST_TOKENS) for prompt in prompts]

    def write(self, prompts: Sequence[str], sampling: Sampling) -> list[Said]:
        """Each with a seed of its own, which a server may know or not."""
        how = {"temperature": sampling.temperature, "top_p": sampling.top_p, "max_tokens": sampling.most_tokens}
        return [self._reply(prompt, **how, seed=seed) for prompt, seed in zip(prompts, sampling.seeds, strict=True)]

    def _reply(self, prompt: str, **how: float) -> Said:
        body = {"messages": [{"role": "user", "content": prompt}], **how}
        try:
            document = self.server.post("chat/completions", body)
        except RefusedError as error:
            raise AnswerError(str(error)) from error
        usage = document.get("usage")
        with self._counting:
            self.tokens_seen += _whole(usage.get("total_tokens")) if isinstance(usage, dict) else 0
        return self._said(document)

    def _said(self, document: dict[str, object]) -> Said:
        """The message's content; some servers put a refusal beside it, and some leave it out when nothing was said.

        A call of a tool, or thoughts that never came to an end, are no reply: the text is empty then.
        """
        choices = document.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        text = _text(message.get("content") or message.get("refusal")) if isinstance(message, dict) else None
        if not isinstance(choice, dict) or text is None:
            what = "a message" if message is None else "text in its message"
            raise AnswerError(
                f"{self.server.address.url} ({self.server.address.model}) answers without {what}. Check that it is a "
                "chat model's server, then run the same command again."
            )
        return Said(text, choice.get("finish_reason") == "length")

    def logprobs(self, rows: Sequence[Row]) -> list[list[float]]:
        raise InputError(f"{self.description.source.name} is asked in words and gives no log-probabilities.")

    def hidden(self, rows: Sequence[Row]) -> Tensor:
        raise InputError(f"{self.description.source.name} is behind a server, which shows no hidden states.")

    def parameters(self) -> int | None:
        return None


def _text(content: object) -> str | None:
    """What was said, as one text or in parts; None for what is no text."""
    parts = content if isinstance(content, list) else [content or ""]
    found = [part.get("text") if isinstance(part, dict) else part for part in parts]
    texts = [text for text in found if isinstance(text, str)]
    return "".join(texts) if len(texts) == len(found) else None


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def reply_here(model: LanguageModel, prompts: Sequence[str]) -> list[Said]:
    """What a causal model on this machine says, greedily."""
    tokenizer = model.description.tokenizer
    rows = [
        tokenizer.apply_chat_template(
            [{"role": "user", "content": prompt}], add_generation_prompt=True, return_dict=True
        )["input_ids"]
        for prompt in prompts
    ]
    greedily = {"do_sample": False, "temperature": None, "top_p": None, "top_k": None, "max_new_tokens": MOST_TOKENS}
    return [Said(said.text.strip(), said.is_cut) for said in _generated(model, rows, greedily)]


def _generated(model: LanguageModel, rows: Sequence[Sequence[int]], how: Mapping[str, object]) -> list[Said]:
    """What comes after rows of tokens; they are one batch, padded on the left."""
    import torch

    tokenizer = model.description.tokenizer
    longest = max(map(len, rows))
    pad = model.description.pad_id
    ids = torch.tensor([[*[pad] * (longest - len(row)), *row] for row in rows], device=model.device)
    lengths = torch.tensor([len(row) for row in rows], device=model.device)
    mask = (torch.arange(longest, device=model.device) >= longest - lengths[:, None]).long()
    with torch.inference_mode():
        made = model.model.generate(
            input_ids=ids,
            attention_mask=mask,
            pad_token_id=pad,
            **how,
        )[:, longest:]
    model.tokens_seen += int(lengths.sum()) + int(made.numel())
    ends = {pad, *_ends(model.model.generation_config.eos_token_id)}
    return [Said(tokenizer.decode(row, skip_special_tokens=True), is_cut=not ends & set(row.tolist())) for row in made]


def _ends(ids: int | list[int] | None) -> list[int]:
    return ids if isinstance(ids, list) else [] if ids is None else [ids]
