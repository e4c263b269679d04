"""What a chat server is paid for: said before the first request, stopped at a limit, never asked for twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import epicene
from auditing.chat_servers import SANITY, audited, awake, chat, chooses_stereotype, lines, overall
from command import epicene as command
from epicene.core.errors import EpiceneError, InputError
from epicene.models.engines.ledger import Ledger, Spending, SpentError, Used
from epicene.models.token_probabilities import TextReply
from epicene.runs.folder import Journal
from openai_server import StandIn
from saved_json import results_of

EACH = 11  # tokens that the stand-in counts


def test_a_limit_in_tokens_stops_cleanly_and_more_goes_on_to_the_same_run(tmp_path: Path) -> None:
    with chat(awake(chooses_stereotype)) as server:
        model = f"chat:{server.url}#chatty"
        call = ("audit", model, "--on", "pairs-fr", "--limit", "4", "--out", "run")
        planned = command(*call, "--plan", "--json", cwd=tmp_path)
        (run,) = json.loads(planned.stdout)["runs"]
        stopped = command(*call, "--max-tokens-total", "900", cwd=tmp_path)
        assert (stopped.returncode, stopped.stdout) == (1, "")
        last = stopped.stderr.splitlines()[-1]
        assert "Stopped before --max-tokens-total 900 is passed" in last
        assert last.endswith("What was answered is kept in run, and is not asked again.")
        assert any("at most about" in line and "sent" in line for line in stopped.stderr.splitlines())
        paid = len(server.answered)
        assert EACH * paid <= 900 < EACH * (SANITY + 24)
        assert command(*call, "--max-tokens-total", "100000", cwd=tmp_path).returncode == 0
        assert len(server.answered) == SANITY + 24  # each once
        audited(server, tmp_path / "whole", limit=4)
    assert lines(tmp_path / "run") == lines(tmp_path / "whole")
    assert run["tokens"] > EACH * 24


def test_a_limit_in_money_needs_a_price(tmp_path: Path) -> None:
    with chat(awake(chooses_stereotype)) as server:
        with pytest.raises(InputError, match="--max-cost needs a price"):
            audited(server, tmp_path / "run", max_cost=1.0)
        with pytest.raises(InputError, match="--price dear is no price"):
            audited(server, tmp_path / "run", price="dear")
        with pytest.raises(EpiceneError, match=r"--max-cost 0\.001 is passed: .* tokens, .* at that price"):
            audited(server, tmp_path / "run", price="0/10", max_cost=0.001)
    assert Spending.read(None, 2.0, "0.5/1.5").cost(Used(2_000_000, 1_000_000)) == 2.5
    with pytest.raises(InputError, match="changes nothing for pairs-fr"):
        epicene.audit("nowhere", on=["pairs-fr"], max_tokens_total=5)


def test_what_is_under_way_is_waited_for_before_a_limit_stops_anything(tmp_path: Path) -> None:
    ledger = Ledger(Journal(tmp_path / "replies.jsonl"), Spending(tokens=100))
    with ledger.reserved(10, 80):
        ledger.keep("a", TextReply("1", False), Used(10, 1))
    with ledger.reserved(10, 60):  # 11 were used, not 90
        pass
    with pytest.raises(SpentError), ledger.reserved(60, 60):
        pass
    again = Ledger(Journal(tmp_path / "replies.jsonl"), Spending(tokens=100))
    assert (again.used, again.find("a")) == ((10, 1), (("1", False, ""), (10, 1)))


def test_a_failure_between_two_instructions_pays_for_neither_twice(tmp_path: Path) -> None:
    """Three prompts make one score: the first two were answered when the third failed."""
    with chat(awake(chooses_stereotype)) as server:
        server.spoil = lambda count, document: {"choices": []} if count == SANITY + 3 else document
        with pytest.raises(EpiceneError, match="answers without a message"):
            audited(server, tmp_path / "run", limit=2, threads=1)
        assert len((tmp_path / "run" / "replies.jsonl").read_text().splitlines()) == SANITY + 2
        assert not (tmp_path / "run" / "scores.jsonl").exists()
        server.spoil, asked = None, len(server.answered)
        audited(server, tmp_path / "run", limit=2)
        assert len(server.answered) - asked == 12 - 2


def ends(reason: str, **message: Any) -> Callable[[Any], Any]:
    """An answer that came to an end without a text, and was counted."""
    return lambda document: {**document, "choices": [{"index": 0, "finish_reason": reason, **message}]}


def test_a_paid_reply_without_text_is_counted_by_name_and_never_asked_for_again(tmp_path: Path) -> None:
    """The first four of twelve say nothing, each in its own way; the fifth breaks the run off."""
    mute = [
        ends("content_filter"),
        ends("length", message={"content": None}),
        ends("stop", message={"content": [{"type": "image"}]}),
        ends("length", message={"content": None, "reasoning_content": "Well, …"}),
    ]

    def spoil(count: int, document: Any) -> Any:
        place = count - SANITY - 1
        return document if place < 0 else mute[place](document) if place < len(mute) else {"choices": []}

    with chat(awake(chooses_stereotype)) as server:
        server.spoil = spoil
        with pytest.raises(EpiceneError, match="answers without a message"):
            audited(server, tmp_path / "run", limit=2, threads=1)
        server.spoil, asked = None, len(server.answered)
        folder = audited(server, tmp_path / "run", limit=2, threads=1)
        assert len(server.answered) - asked == 12 - len(mute)
    said = " ".join(results_of(folder)["notices"])
    assert "1 held back by the server, 1 cut off in mid-reasoning" in said
    assert "2 without a word" in said
    assert overall(folder)["unreadable"][0] == pytest.approx(100 * 4 / 12)


def thinks(server: StandIn, tokens: int) -> None:
    """A reasoning model: 100 tokens of thoughts in a field of their own, then the reply."""

    def spoil(count: int, document: Any) -> Any:
        enough = server.requests[-1]["max_tokens"] > tokens
        choice = document["choices"][0]
        message = {**choice["message"], "reasoning_content": "Well, …"}
        if not enough:
            message["content"] = None
        return {
            **document,
            "choices": [{**choice, "message": message, "finish_reason": "stop" if enough else "length"}],
        }

    server.spoil = spoil


def test_a_model_that_thinks_too_long_is_told_before_the_first_item_and_can_be_let(tmp_path: Path) -> None:
    with chat(awake(chooses_stereotype)) as server:
        thinks(server, 100)
        with pytest.raises(InputError, match=r"ended within its thoughts\. Allow longer ones: --reply-tokens 4096"):
            audited(server, tmp_path / "short", limit=3, threads=1)
        assert len(server.answered) == SANITY
        folder = audited(server, tmp_path / "run", limit=3, reply_tokens=4096)
    assert overall(folder)["chosen_stereotype"][0] == 100
    assert "reply-tokens:4096" in results_of(folder)["signatures"]["pairs-fr"]


def test_several_replies_are_sampled_and_said_so(tmp_path: Path) -> None:
    with chat(awake(chooses_stereotype)) as server:
        with pytest.raises(InputError, match="--n-replies needs a --temperature above 0"):
            audited(server, tmp_path / "run", n_replies=2)
        folder = audited(server, tmp_path / "run", limit=2, n_replies=2, temperature=0.7)
    bodies = server.answered[SANITY:]
    assert len(bodies) == 2 * 2 * 3 * 2
    assert {body["temperature"] for body in bodies} == {0.7}
    assert len({body["seed"] for body in bodies}) > 20
    assert "replies:2,temperature:0.7,sampling-seed:0" in results_of(folder)["signatures"]["pairs-fr"]


def test_words_of_one_s_own_are_asked_and_named(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[fr]\ntwo = ["""Choisis.\n1. {first}\n2. {second}"""]\n')
    with chat(awake(chooses_stereotype)) as server:
        folder = audited(server, tmp_path / "run", limit=2, instructions=own)
        ours = audited(server, tmp_path / "ours", limit=2)
    assert all(body["messages"][-1]["content"].startswith("Choisis.") for body in server.answered[: 24 + 4])
    assert folder.manifest()["benchmarks"]["pairs-fr"]["tasks"]["pairs"]["instructions"]["fr"].keys() == {"fr-1"}
    mine, theirs = (results_of(one)["signatures"]["pairs-fr"] for one in (folder, ours))
    assert mine != theirs


def choice(**changed: Any) -> Callable[[Any], Any]:
    """An answer whose first choice is another."""
    return lambda document: {**document, "choices": [{**document["choices"][0], **changed}]}


@pytest.mark.parametrize(
    ("spoil", "notice"),
    [
        (choice(message={"content": "<html><p>1</p></html>"}), "12 pages of HTML"),
        (choice(message={"content": "1 " * 25_000}), "12 far longer than was asked for"),
        (choice(finish_reason="content_filter"), "12 held back by the server"),
        (choice(message={"content": "Je dirais que la"}, finish_reason="length"), "12 cut off"),
        (
            lambda document: {
                **document,
                "choices": [{"index": 1, "message": {"content": "blip"}}, *document["choices"]],
            },
            None,
        ),
    ],
)
def test_what_servers_do_wrong_is_counted_by_name_and_not_believed(
    tmp_path: Path, spoil: Any, notice: str | None
) -> None:
    with chat(awake(chooses_stereotype)) as server:
        server.spoil = lambda count, document: spoil(document) if count > SANITY else document
        folder = audited(server, tmp_path / "run", limit=2)
    said = " ".join(results_of(folder)["notices"])
    found = overall(folder)
    assert found["unreadable"][0] == (100 if notice else 0)
    assert (notice or "pairs-fr") in said
    assert ("notice.troubles" in {one["code"] for one in results_of(folder)["notice_codes"]}) == (notice is not None)
    assert max(len(reply["text"]) for line in lines(folder.path) for reply in json.loads(line)["replies"]) <= 5_000


def test_a_prompt_that_a_filter_refuses_is_counted_and_the_others_are_asked(tmp_path: Path) -> None:
    with chat(awake(chooses_stereotype)) as server:
        plain = server.answer

        def answer(path: str, body: Any) -> Any:
            if len(server.answered) == SANITY + 1 and not server.stuck.is_set():
                server.stuck.set()  # once
                return 400, {"error": {"code": "content_filter", "message": "The prompt triggered our content filter"}}
            return plain(path, body)

        server.answer = answer  # type: ignore[method-assign]
        folder = audited(server, tmp_path / "run", limit=2, threads=1)
    assert overall(folder)["unreadable"][0] == pytest.approx(100 / 12)
    assert "1 held back by the server" in " ".join(results_of(folder)["notices"])
