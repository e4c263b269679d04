"""Servers that answer wrongly, late or not at all: a sentence that says so, and nothing taken for a score."""

from __future__ import annotations

from typing import Any

import pytest

from asking import PAIRS, scores
from epicene.core.errors import EpiceneError, InputError
from epicene.models.source import locate
from models.model_server import FORMS, connected
from openai_server import KEY, StandIn


def half(tokens: Any) -> Any:
    return tokens[: len(tokens) // 2]


def is_no_logprob(value: str) -> str:
    return rf"gives {value} for token 3 \('.+'\), which is no log-probability"


def too_small(value: str) -> str:
    return rf"gives {value} for token 3 \('.+'\), which is too small for any"


# What becomes of the log-probabilities of a prompt, or of the echo of its tokens, and what is said of it.
OF_PROMPTS = {
    "half of them": (half, r"it answers (\d+) tokens with \d+"),
    "a hole": (lambda values: with_third(values, None), "no log-probability for token 3"),
    "another token": (lambda values: with_third(values, {"3": {"logprob": -1.0}}), "its token 3 is another than"),
    "a stand-in": (
        lambda values: with_third(values, {key: {"logprob": -9999.0} for key in values[2]}),
        too_small(r"-9999\.0"),
    ),
    "an endless number": (
        lambda values: with_third(values, {key: {"logprob": -(10**400)} for key in values[2]}),
        too_small("-10{58}"),
    ),
}
OF_ECHOES = {
    "half of it": (lambda echo: {name: half(part) for name, part in echo.items()}, r"it answers (\d+) tokens with \d+"),
    "another piece": (lambda echo: {**echo, "tokens": with_third(echo["tokens"], "zz")}, "its piece 3 is 'zz' and the"),
    "not the prompt": (lambda _: {"tokens": ["x"], "token_logprobs": [-1.0]}, r"it answers (\d+) tokens with 1\b"),
    **{
        f"{value!r} as a number": (
            lambda echo, value=value: {**echo, "token_logprobs": with_third(echo["token_logprobs"], value)},
            message(shown),
        )
        for value, message, shown in (
            (0.3, is_no_logprob, r"0\.3"),
            (float("nan"), is_no_logprob, "nan"),
            ("-1.5", is_no_logprob, r"'-1\.5'"),
            (-float("inf"), too_small, "-inf"),
        )
    },
}


def with_third(values: list[Any], third: object) -> list[Any]:
    return [*values[:2], third, *values[3:]]


@pytest.mark.parametrize(
    ("form", "field", "change", "reason"),
    [
        *(("prompt_logprobs", "prompt_logprobs", *case) for case in OF_PROMPTS.values()),
        *(("echo", "logprobs", *case) for case in OF_ECHOES.values()),
    ],
    ids=[*OF_PROMPTS, *OF_ECHOES],
)
def test_an_answer_that_is_not_about_our_tokens_names_the_item(
    server: StandIn, form: str, field: str, change: Any, reason: str
) -> None:
    server.forms = FORMS[form]
    model = connected(server)

    def spoil(number: int, document: Any) -> Any:
        (choice,) = document["choices"]
        return {**document, "choices": [{**choice, field: change(choice[field])}]}

    server.spoil = spoil
    with pytest.raises(EpiceneError, match=rf"^Item 1: http://127\S+ .*{reason}.*run the same command again\.$"):
        scores(model, [PAIRS[1]], "loglik")


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b"<html>It works!</html>", "no JSON object"),
        (b'{"choices":' + b"[" * 200_000, "no JSON object"),
        ({"choices": []}, "no choices"),
        ({"error": {"message": f"model overloaded by {KEY}\x1b[2J", "code": 529}}, r"model overloaded by …\[2J"),
        ({"object": "error", "message": "model overloaded by nobody"}, "model overloaded by nobody"),
    ],
)
def test_what_is_no_answer_is_told_in_the_servers_words_without_the_key(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, document: Any, reason: str
) -> None:
    monkeypatch.setenv("EPICENE_SERVER_KEY", KEY)
    model = connected(server)
    server.spoil = lambda number, _: document
    with pytest.raises(EpiceneError, match=reason) as caught:
        scores(model, [PAIRS[1]], "loglik")
    assert KEY not in str(caught.value)
    with pytest.raises(InputError, match=reason):
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
