"""DeepL's API against a stand-in: batches, keys, quota, time-outs; the key is nowhere but in a header."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapt.deepl_stand_in import KEY, StandIn
from command import epicene
from epicene.adapt.deepl import FREE_HOST, PRO_HOST, DeepL
from epicene.core.errors import EpiceneError, InputError


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []
    monkeypatch.setattr("epicene.data.http_client.time.sleep", taken.append)
    return taken


def ask(texts: list[str], seconds: float = 10.0) -> list[str]:
    translated = dict(pair for batch in DeepL("en", "fr", seconds).translate(list(enumerate(texts))) for pair in batch)
    return [translated[number] for number in range(len(texts))]


def test_texts_go_in_batches_of_fifty_and_come_back_in_order(deepl: StandIn) -> None:
    texts = [f"sentence {number}" for number in range(120)]
    assert ask(texts) == [text.upper() for text in texts]
    assert [len(request["text"]) for request in deepl.requests] == [50, 50, 20]
    first = deepl.requests[0]
    assert (first["path"], first["source_lang"], first["target_lang"]) == ("/v2/translate", "EN", "FR")
    assert first["authorization"] == f"DeepL-Auth-Key {KEY}"


def test_a_request_stays_under_the_size_deepl_takes(deepl: StandIn) -> None:
    assert len(ask(["é" * 8_000 for _ in range(10)])) == 10
    assert len(deepl.requests) == 5  # a text takes 48 KB as a request writes it, and the stand-in refuses 128 KiB


def test_the_host_follows_the_key_and_the_target_code_the_country(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPL_SERVER_URL", raising=False)
    for key, host in ((KEY, FREE_HOST), (KEY.removesuffix(":fx"), PRO_HOST)):
        monkeypatch.setenv("DEEPL_AUTH_KEY", key)
        assert DeepL("en", "fr").host == host
    codes = {"en": "EN-US", "pt": "PT-BR", "en-GB": "EN-GB", "fr": "FR"}
    assert {target: DeepL("fr", target).target_code for target in codes} == codes
    monkeypatch.delenv("DEEPL_AUTH_KEY")
    with pytest.raises(InputError, match=r"export DEEPL_AUTH_KEY="):
        DeepL("en", "fr")


@pytest.mark.parametrize(
    ("trouble", "named"),
    [({"key": "another"}, "DEEPL_AUTH_KEY"), ({"quota": 3}, "quota"), ({"failures": [404]}, "DEEPL_SERVER_URL")],
    ids=["key", "quota", "host"],
)
def test_what_will_not_pass_fails_at_once_without_the_key(
    trouble: dict[str, object], named: str, deepl: StandIn, pauses: list[float]
) -> None:
    vars(deepl).update(trouble)
    with pytest.raises(EpiceneError, match=named) as caught:
        ask(["four"])
    assert KEY not in str(caught.value)
    assert (len(deepl.requests), pauses) == (1, [])


def test_what_may_pass_is_waited_out_six_times_and_no_more(deepl: StandIn, pauses: list[float]) -> None:
    deepl.failures = [429, 503, 529]
    assert ask(["a"]) == ["A"]
    assert pauses == [1.0, 2.0, 4.0]
    deepl.failures = [429] * 9
    with pytest.raises(EpiceneError, match="too many requests, 6 times"):
        ask(["a"])
    assert pauses[3:] == [1.0, 2.0, 4.0, 8.0, 16.0]


def test_silence_is_tried_again_and_a_wrong_address_or_answer_is_not(
    deepl: StandIn, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    deepl.answers_left = 0
    with pytest.raises(EpiceneError, match=r"0\.05 seconds, 6 times"):
        ask(["a"], seconds=0.05)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0]
    for document in ({"translations": []}, {"text": "A"}, []):
        monkeypatch.setattr(deepl, "answer", lambda *_, document=document: (200, document))
        with pytest.raises(EpiceneError):
            ask(["a"])
    monkeypatch.setenv("DEEPL_SERVER_URL", "nowhere")
    with pytest.raises(InputError, match=r"nowhere .*DEEPL_SERVER_URL"):
        ask(["a"])
    assert len(pauses) == 5


def test_the_key_is_in_no_file_and_no_output(deepl: StandIn, tmp_path: Path) -> None:
    call = ("adapt", "translate", "pairs-en", "--to", "fr", "--with", "deepl", "--limit", 3, "--out")
    done = epicene(*call, "a", cwd=tmp_path)
    assert (done.returncode, len(deepl.sold)) == (0, 6)
    deepl.key = "another"
    failed = epicene(*call[:-3], "--out", "b", cwd=tmp_path)
    assert failed.returncode == 1
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    shown = (done.stdout, done.stderr, failed.stdout, failed.stderr, repr(DeepL("en", "fr")))
    assert written
    assert not any(KEY.encode() in data for data in written)
    assert not any(KEY in text for text in shown)
