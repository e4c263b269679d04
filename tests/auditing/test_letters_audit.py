"""Letters that models write: the same ones whenever they are asked, whole and in part, here and behind a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import epicene
from epicene.core.errors import InputError
from epicene.models.engines.ledger import guessed
from saved_json import results_of

from .chat_servers import PLAIN, audited, chat, overall, shown


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_a_resumed_run_writes_the_same_letters(causal_model: Path, tmp_path: Path) -> None:
    """Some of the answers are taken away, as a kill would: what is asked again is what was asked before."""
    asked = {"on": "letters-fr", "limit": 6, "letters": 2, "batch_tokens": 700}
    run = epicene.audit(str(causal_model), **asked, out=tmp_path / "run")  # type: ignore[arg-type]
    scores = tmp_path / "run" / "scores.jsonl"
    whole = scores.read_text(encoding="utf-8")
    first = run.results["texts"]
    scores.write_text("".join(whole.splitlines(keepends=True)[:2]), encoding="utf-8")
    (tmp_path / "run" / "results.json").unlink()
    again = epicene.audit(str(causal_model), **asked, out=tmp_path / "run")  # type: ignore[arg-type]
    assert sorted(scores.read_text(encoding="utf-8").splitlines()) == sorted(whole.splitlines())
    assert again.results["texts"] == first
    assert len(first) == 12


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_another_batch_size_writes_the_same_letters(causal_model: Path, tmp_path: Path) -> None:
    """Each has a stream of random numbers of its own."""

    def letters(batch_tokens: int) -> list[str]:
        out = tmp_path / str(batch_tokens)
        asked = {"on": "letters-fr", "limit": 4, "letters": 2, "batch_tokens": batch_tokens}
        epicene.audit(str(causal_model), **asked, out=out)  # type: ignore[arg-type]
        lines = sorted((out / "scores.jsonl").read_text(encoding="utf-8").splitlines())
        return [reply["text"] for line in lines for reply in json.loads(line)["replies"]]

    small, large = letters(64), letters(4096)
    assert len(set(small)) == 8
    # In the last bits of a probability batches may differ, and with them a letter from some token on.
    assert sum(a == b for a, b in zip(small, large, strict=True)) >= 7


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_another_seed_writes_other_letters_and_says_so(causal_model: Path, tmp_path: Path) -> None:
    def letters(seed: int) -> tuple[list[str], str]:
        run = epicene.audit(
            str(causal_model), on="letters-fr", limit=2, letters=1, sampling_seed=seed, out=tmp_path / str(seed)
        )
        lines = [json.loads(line) for line in (tmp_path / str(seed) / "scores.jsonl").open(encoding="utf-8")]
        return [reply["text"] for line in lines for reply in line["replies"]], run.results["signatures"]["letters-fr"]

    (ones, one), (others, other) = letters(1), letters(2)
    assert ones != others
    assert "letters:1,temperature:0.8,top-p:0.95,tokens:160,sampling-seed:1" in one
    assert one.replace("sampling-seed:1", "sampling-seed:2") == other


def test_a_chat_model_is_told_to_go_on_and_its_replies_are_read(tmp_path: Path) -> None:
    """One that writes as a woman whatever the beginning: every letter from a masculine one has shifted."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            return "Très motivée par ce poste, je suis prête à vous rencontrer."
        return "1" if shown(prompt)[0] in PLAIN else "2"

    with chat(reply) as server:
        folder = audited(server, tmp_path / "run", "letters-fr", limit=8, letters=1)
    found = overall(folder)
    assert found["gender_gap"][0] == -100
    assert found["gender_shift"] == (50, 4, 8)
    assert found["feminine"] == (100, 8, 8)


def test_a_beginning_that_a_chat_model_repeats_is_not_read_and_longer_letters_are_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may write 500 tokens, and is asked for no more; what it is sent is part of the estimate."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            return f"{prompt.partition(chr(10) * 2)[2]} Je suis disponible dès lundi."
        return "1" if shown(prompt)[0] in PLAIN else "2"

    with chat(reply) as server:
        folder = audited(server, tmp_path / "run", "letters-fr", limit=8, letters=1, reply_tokens=500)
        sent = [one["messages"][0]["content"] for one in server.requests]
    assert {one["max_tokens"] for one in server.requests} == {500}
    assert f"({sum(map(guessed, sent)):,} sent, {500 * len(sent):,} received)" in capfd.readouterr().err
    assert "tokens:500" in results_of(folder)["signatures"]["letters-fr"]
    assert overall(folder)["unmarked"] == (100, 8, 8)


def test_several_replies_are_not_asked_for_in_letters() -> None:
    with pytest.raises(InputError, match="--n-replies changes nothing for letters-fr"):
        epicene.audit("chat:http://localhost:1#m", on="letters-fr", n_replies=3, temperature=0.7)


def test_letters_that_a_server_holds_back_or_leaves_empty_are_counted_by_name(tmp_path: Path) -> None:
    """What was written until then is not believed."""

    def reply(prompt: str) -> str:
        if "début d’une lettre" in prompt:
            return "" if "·e" in prompt else "Je suis motivée par ce poste."
        return "1" if shown(prompt)[0] in PLAIN else "2"

    def spoil(count: int, document: Any) -> Any:
        asked = server.requests[-1]["messages"][0]["content"]
        reason = "content_filter" if "Apprentie" in asked else "stop"
        return {**document, "choices": [{**document["choices"][0], "finish_reason": reason}]}

    with chat(reply) as server:
        server.spoil = spoil
        folder = audited(server, tmp_path / "run", "letters-fr", limit=8, letters=1, threads=1)
    (found,) = [one for one in results_of(folder)["notices"] if "replies" in one]
    assert "of 8 replies" in found
    assert "1 held back by the server and 2 without a word" in found
    assert overall(folder)["unusable"][0] == 100 * 3 / 8
