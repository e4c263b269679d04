"""DeepL's API against a stand-in: batches, keys, quota, back-off, time-outs; the key is nowhere but in a header."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapt.deepl_stand_in import KEY, StandIn
from command import epicene
from epicene.adapt.translating.deepl import FREE_HOST, PRO_HOST, DeepL
from epicene.cli.console import Bar
from epicene.core.errors import EpiceneError, InputError


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("epicene.data.http_retry.time.sleep", found.append)
    return found


def ask(texts: list[str], seconds: float = 10.0) -> list[str]:
    made = dict(pair for batch in DeepL("en", "fr", seconds).translate(list(enumerate(texts))) for pair in batch)
    return [made[place] for place in range(len(texts))]


def test_texts_go_in_batches_of_fifty_and_come_back_in_order(deepl: StandIn) -> None:
    texts = [f"sentence {number}" for number in range(120)]
    assert ask(texts) == [text.upper() for text in texts]
    assert [len(request["text"]) for request in deepl.requests] == [50, 50, 20]
    first = deepl.requests[0]
    assert (first["path"], first["source_lang"], first["target_lang"]) == ("/v2/translate", "EN", "FR")
    assert first["authorization"] == f"DeepL-Auth-Key {KEY}"


def test_a_request_stays_under_the_size_deepl_takes(deepl: StandIn) -> None:
    texts = ["é" * 8_000 for _ in range(10)]
    assert len(ask(texts)) == 10
    assert len(deepl.requests) == 5  # a text takes 48 KB as a request writes it, and the stand-in refuses 128 KiB


def test_the_host_follows_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPL_SERVER_URL", raising=False)
    for key, host in ((KEY, FREE_HOST), (KEY.removesuffix(":fx"), PRO_HOST)):
        monkeypatch.setenv("DEEPL_AUTH_KEY", key)
        assert DeepL("en", "fr").host == host


@pytest.mark.parametrize(("target", "code"), [("en", "EN-US"), ("pt", "PT-BR"), ("en-GB", "EN-GB"), ("fr", "FR")])
def test_targets_that_deepl_divides_by_country(target: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPL_AUTH_KEY", KEY)
    assert DeepL("fr", target).target_code == code


def test_without_a_key_the_sentence_says_how_to_give_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPL_AUTH_KEY", raising=False)
    with pytest.raises(InputError, match=r"export DEEPL_AUTH_KEY="):
        DeepL("en", "fr")


def test_a_wrong_key_fails_at_once_and_is_not_shown(deepl: StandIn, pauses: list[float]) -> None:
    deepl.key = "another"
    with pytest.raises(EpiceneError, match="does not accept the key in DEEPL_AUTH_KEY") as caught:
        ask(["a"])
    assert KEY not in str(caught.value)
    assert (len(deepl.requests), pauses) == (1, [])


def test_a_used_up_quota_says_that_the_rest_can_be_asked_later(deepl: StandIn, pauses: list[float]) -> None:
    deepl.quota = 3
    with pytest.raises(EpiceneError, match="quota of your DeepL account is used up"):
        ask(["four"])
    assert (len(deepl.requests), pauses) == (1, [])


def test_too_many_requests_and_server_errors_are_waited_out(deepl: StandIn, pauses: list[float]) -> None:
    deepl.failures = [429, 503, 529]
    assert ask(["a"]) == ["A"]
    assert pauses == [1.0, 2.0, 4.0]


def test_the_pause_that_the_server_asks_for_is_kept(deepl: StandIn, pauses: list[float]) -> None:
    deepl.failures, deepl.headers = [429, 429], {"Retry-After": "7"}
    assert ask(["a"]) == ["A"]
    assert pauses == [7.0, 7.0]


def test_after_six_refusals_it_gives_up_with_a_sentence(deepl: StandIn, pauses: list[float]) -> None:
    deepl.failures = [429] * 9
    with pytest.raises(EpiceneError, match=r"too many requests, 6 times\. What was translated is kept"):
        ask(["a"])
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]


def test_waiting_is_told(deepl: StandIn, pauses: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    deepl.failures = [429]
    with Bar():
        ask(["one"])
    assert "DeepL: too many requests; trying again in 1 s (2 of 6)" in capsys.readouterr().err


def test_an_address_that_is_none_is_not_tried_again(
    deepl: StandIn, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPL_SERVER_URL", "nowhere")
    with pytest.raises(InputError, match="nowhere is no address; check DEEPL_SERVER_URL"):
        ask(["one"])
    assert pauses == []


def test_silence_is_a_timeout_and_is_tried_again(deepl: StandIn, pauses: list[float]) -> None:
    deepl.answers_left = 0
    with pytest.raises(EpiceneError, match=r"no answer within 0\.05 seconds, 6 times"):
        ask(["a"], seconds=0.05)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]


def test_a_server_that_is_not_deepl_is_recognised(deepl: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPL_SERVER_URL", f"{deepl.url}/elsewhere")
    with pytest.raises(EpiceneError, match="DeepL's API is not at"):
        ask(["a"])


def test_an_answer_with_too_few_texts_is_refused(deepl: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepl, "answer", lambda *_: (200, {"translations": []}))
    with pytest.raises(EpiceneError, match="answers 1 texts with 0"):
        ask(["a"])


def test_the_key_is_in_no_file_and_no_output(deepl: StandIn, tmp_path: Path) -> None:
    done = epicene(
        "adapt", "translate", "pairs-en", "--to", "fr", "--with", "deepl", "--out", "a", "--limit", 3, cwd=tmp_path
    )
    assert (done.returncode, len(deepl.sold)) == (0, 6)
    deepl.key = "another"
    failed = epicene("adapt", "translate", "pairs-en", "--to", "fr", "--with", "deepl", "--out", "b", cwd=tmp_path)
    assert failed.returncode == 1
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    shown = (done.stdout, done.stderr, failed.stdout, failed.stderr, repr(DeepL("en", "fr")))
    assert written
    assert not any(KEY.encode() in data for data in written)
    assert not any(KEY in text for text in shown)
