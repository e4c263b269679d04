"""Servers that answer wrongly, late or not at all: a sentence that says so, and nothing taken for a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from asking import PAIRS, loaded, scores
from epicene.core.errors import EpiceneError, InputError
from epicene.models.source import locate
from models.model_server import FORMS, connected
from openai_server import KEY, StandIn


def half(tokens: Any) -> Any:
    return tokens[: len(tokens) // 2]


def spoiled(kind: str, document: Any) -> Any:
    (choice,) = document["choices"]
    if kind == "half the tokens":
        choice["prompt_logprobs"] = half(choice["prompt_logprobs"])
    elif kind == "half the echo":
        choice["logprobs"] = {name: half(part) for name, part in choice["logprobs"].items()}
    elif kind == "a hole":
        choice["prompt_logprobs"][2] = None
    elif kind == "another token":
        choice["prompt_logprobs"][2] = {"3": {"logprob": -1.0}}
    elif kind == "another piece":
        choice["logprobs"]["tokens"][2] = "zz"
    elif kind == "a probability":
        choice["logprobs"]["token_logprobs"][2] = 0.3
    elif kind == "not a number":
        choice["logprobs"]["token_logprobs"][2] = float("nan")
    elif kind == "minus infinity":
        choice["logprobs"]["token_logprobs"][2] = -float("inf")
    elif kind == "a stand-in":
        choice["prompt_logprobs"][2] = {key: {"logprob": -9999.0} for key in choice["prompt_logprobs"][2]}
    elif kind == "an endless number":
        choice["prompt_logprobs"][2] = {key: {"logprob": -(10**400)} for key in choice["prompt_logprobs"][2]}
    elif kind == "a number as text":
        choice["logprobs"]["token_logprobs"][2] = "-1.5"
    elif kind == "echo without the prompt":
        choice["logprobs"] = {"tokens": ["x"], "token_logprobs": [-1.0]}
    elif kind == "an error":
        return {"error": {"message": f"model overloaded by {KEY}\x1b[2J", "code": 529}}
    elif kind == "an error of vLLM":
        return {"object": "error", "message": "model overloaded by nobody"}
    elif kind == "a pit":
        return b'{"choices":' + b"[" * 200_000
    elif kind == "no choices":
        document["choices"] = []
    elif kind == "garbage":
        return b"<html>It works!</html>"
    return document


@pytest.mark.parametrize(
    ("kind", "form", "reason"),
    [
        ("half the tokens", "prompt_logprobs", r"it answers (\d+) tokens with \d+"),
        ("half the echo", "echo", r"it answers (\d+) tokens with \d+"),
        ("a hole", "prompt_logprobs", "no log-probability for token 3"),
        ("another token", "prompt_logprobs", "its token 3 is another than"),
        ("another piece", "echo", "its piece 3 is 'zz' and the tokenizer's"),
        ("a probability", "echo", r"gives 0\.3 for token 3 \('.+'\), which is no log-probability"),
        ("not a number", "echo", r"gives nan for token 3 \('.+'\), which is no log-probability"),
        ("a number as text", "echo", r"gives '-1\.5' for token 3 \('.+'\), which is no log-probability"),
        ("minus infinity", "echo", r"gives -inf for token 3 \('.+'\), which is too small for any probability"),
        ("a stand-in", "prompt_logprobs", r"gives -9999\.0 for token 3 \('.+'\), which is too small for any"),
        ("an endless number", "prompt_logprobs", r"gives -10{58} for token 3 \('.+'\), which is too small for any"),
        ("echo without the prompt", "echo", r"it answers (\d+) tokens with 1\b"),
        ("no choices", "echo", "its answer has no choices"),
    ],
)
def test_an_answer_that_is_not_about_our_tokens_names_the_item(
    server: StandIn, kind: str, form: str, reason: str
) -> None:
    server.forms = FORMS[form]
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    with pytest.raises(EpiceneError, match=rf"^Item 1: http://127\S+ .*{reason}.*run the same command again\.$"):
        scores(model, [PAIRS[1]], "loglik")


@pytest.mark.parametrize("kind", ["garbage", "a pit"])
def test_garbage_is_told_from_an_answer(server: StandIn, kind: str) -> None:
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    with pytest.raises(EpiceneError, match="is not what such a server answers"):
        scores(model, PAIRS)
    with pytest.raises(InputError, match=r"prompt that can be used \(no JSON object\)\. Use a server that does"):
        connected(server)


@pytest.mark.parametrize(("kind", "by"), [("an error", r"…\[2J"), ("an error of vLLM", "nobody")])
def test_an_error_that_comes_with_status_200_is_told_in_the_servers_words_without_the_key(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, kind: str, by: str
) -> None:
    monkeypatch.setenv("EPICENE_SERVER_KEY", KEY)
    model = connected(server)
    server.spoil = lambda number, document: spoiled(kind, document)
    said = f"it answers with an error: model overloaded by {by}"
    with pytest.raises(EpiceneError, match=rf"^Item 1: http://127\S+ cannot be used now: {said}\.$"):
        scores(model, [PAIRS[1]], "loglik")
    with pytest.raises(InputError, match=rf"prompt that can be used \({said}\)\. Use a server"):
        connected(server)


@pytest.mark.parametrize(
    "shift",
    [
        lambda values: [*values[1:], -1.0],
        lambda values: [None, -1.0, *values[1:-1]],
        lambda values: [None, *[-2.5] * (len(values) - 1)],
    ],
    ids=["of the token after", "of the token before", "always the same"],
)
def test_numbers_of_other_tokens_are_found_out_before_anything_is_asked(server: StandIn, shift: Any) -> None:
    """The tokens beside them are right, and so is how many there are."""
    server.forms = FORMS["echo"]

    def spoil(number: int, document: Any) -> Any:
        if logprobs := document["choices"][0]["logprobs"]:
            logprobs["token_logprobs"] = shift(logprobs["token_logprobs"])
        return document

    server.spoil = spoil
    with pytest.raises(InputError, match="its numbers are not those of the tokens beside them"):
        connected(server)


def test_an_answer_without_end_is_not_read_to_its_end(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    model = connected(server)
    monkeypatch.setattr("epicene.data.http_client.MOST_BYTES", 2000)
    server.spoil = lambda number, document: {**document, "more": "x" * 3000}
    with pytest.raises(EpiceneError, match=r"^http://\S+/v1/completions answers with more than"):
        scores(model, PAIRS)


def test_trouble_that_passes_is_waited_out(server: StandIn, causal_model: Path, pauses: list[float]) -> None:
    model = connected(server)
    server.failures = [429, 503, 500]
    assert scores(model, PAIRS)["0", "more"].value == pytest.approx(
        scores(loaded(causal_model), PAIRS)["0", "more"].value
    )
    assert pauses == [1.0, 2.0, 4.0]
    server.failures, server.headers = [429], {"Retry-After": "7"}
    scores(model, PAIRS)
    assert pauses[3:] == [7.0]


def test_an_answer_that_comes_byte_by_byte_is_a_timeout_too(
    server: StandIn, causal_model: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = connected(server)
    monkeypatch.setattr("epicene.models.api_server.SECONDS_WITHOUT_ANSWER", 0.2)
    server.drips = ["body"] * 6
    with pytest.raises(EpiceneError, match=r"/v1 could not be asked: no answer within 0\.2 seconds, 6 times\."):
        scores(model, PAIRS)
    assert server.dripped.wait(600)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]
    monkeypatch.setattr("epicene.models.api_server.SECONDS_WITHOUT_ANSWER", 1.5)
    server.drips = ["body"]
    assert scores(model, PAIRS)["0", "more"].value == pytest.approx(
        scores(loaded(causal_model), PAIRS)["0", "more"].value
    )
    assert server.drips == []


def test_no_server_at_all_is_said_at_once(pauses: list[float]) -> None:
    with pytest.raises(EpiceneError, match=r"There is no server to ask at http://127\.0\.0\.1:9/v1"):
        locate("vllm:http://127.0.0.1:9#m")
    assert pauses == []


def test_a_busy_server_is_waited_for_from_the_first(server: StandIn, pauses: list[float]) -> None:
    server.busy, server.failures = [503, 429, 429], [429, 503]
    assert len(scores(connected(server), PAIRS)) == 10
    assert pauses == [1.0, 2.0, 1.0, 2.0]
    server.busy = [503] * 9
    with pytest.raises(EpiceneError, match="could not be asked: error 503, 6 times"):
        connected(server)
