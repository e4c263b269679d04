"""Chat servers that answer otherwise than one expects: a reply that is kept, or one sentence that names the item."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from auditing.test_prompted_audit import SANITY, audited, chat, lines
from epicene.core.errors import EpiceneError
from openai_server import KEY

HTML = b"<html><h1>It works!</h1></html>"


def message(**more: Any) -> Any:
    return lambda document: {**document, "choices": [{"index": 0, "message": {"role": "assistant", **more}}]}


def cut(document: Any) -> Any:
    return {**document, "choices": [{**document["choices"][0], "finish_reason": "length"}]}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda document: HTML, r"What \S+ answers is not what such a server answers \(no JSON object\)\."),
        (lambda document: [document], r"What \S+ answers is not what such a server answers \(no JSON object\)\."),
        (lambda document: {"error": f"no {KEY}"}, r"\S+ cannot be used now: it answers with an error: no …\."),
        (lambda document: {"error": {"code": 5}}, r"\S+ cannot be used now: it answers with an error\."),
        (lambda document: {"choices": [None]}, r"\S+ \(chatty\) answers without a message\. Check"),
        (lambda document: {"choices": [{"text": "1"}]}, r"\S+ \(chatty\) answers without a message\. Check"),
        (message(content=2), r"\S+ \(chatty\) answers without text in its message\. Check"),
        (message(content={"text": {"value": "2"}}), r"\S+ \(chatty\) answers without text in its message\. Check"),
        (message(content=[{"type": "image"}]), r"\S+ \(chatty\) answers without text in its message\. Check"),
    ],
    ids=["html", "a list", "an error", "a mute error", "no choice", "no message", "a number", "a table", "an image"],
)  # fmt: skip
def test_what_is_no_reply_is_one_sentence_that_names_the_item_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Any, sentence: str
) -> None:
    monkeypatch.setenv("EPICENE_SERVER_KEY", KEY)
    with chat(lambda prompt: "1") as server:
        server.spoil = lambda count, document: spoil(document) if count > SANITY + 6 else document
        with pytest.raises(EpiceneError, match=rf"^Item \S+: {sentence}.* is not asked again\.$") as caught:
            audited(server, tmp_path / "run", limit=3, threads=1)
    assert KEY not in str(caught.value)
    assert len(lines(tmp_path / "run")) == 2


@pytest.mark.parametrize(
    ("spoil", "text", "chooses"),
    [
        (message(content=""), "", False),
        (message(content=None), "", False),
        (message(), "", False),
        (message(content=None, tool_calls=[{"type": "function", "function": {"name": "choose"}}]), "", False),
        (message(content=None, reasoning_content="Sentence 1, because"), "", False),
        (message(content=[{"type": "text", "text": "1"}]), "1", True),
        (message(content=[{"type": "text", "text": "Phrase "}, {"type": "text", "text": "1."}]), "Phrase 1.", True),
        (message(content=[]), "", False),
        (message(content="1 \ud83d"), "1 ?", False),
        (cut, "1", True),
    ],
    ids=["empty", "null", "missing", "a tool", "thoughts", "a part", "parts", "no parts", "half a letter", "cut off"],
)
def test_a_reply_is_kept_as_text_whatever_its_form(tmp_path: Path, spoil: Any, text: str, chooses: bool) -> None:
    with chat(lambda prompt: "1") as server:
        server.spoil = lambda count, document: spoil(document)
        folder = audited(server, tmp_path / "run", limit=1)
    replies = [reply for line in lines(folder.path) for reply in json.loads(line)["replies"]]
    assert len(replies) == 6
    assert {reply["text"] for reply in replies} == {text}
    assert {reply["chosen"] is not None for reply in replies} == {chooses}


def test_a_chat_server_that_answers_byte_by_byte_is_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("epicene.data.http_client.time.sleep", lambda seconds: None)
    monkeypatch.setattr("epicene.models.api_server.SECONDS_WITHOUT_ANSWER", 0.2)
    refusal = pytest.raises(EpiceneError, match=r"could not be asked: no answer within 0\.2 seconds, 6 times")
    with chat(lambda prompt: "1", drips=["body"] * 999) as server, refusal:
        audited(server, tmp_path / "run", limit=3, threads=1)
    assert not (tmp_path / "run").exists()
