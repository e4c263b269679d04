"""An audit of a model behind a server: the same run folder as for a local one, and nothing is lost to a bad server."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import epicene
import stereoset
from command import epicene as command
from command import forked
from epicene.core.errors import EpiceneError, InputError
from epicene.data.datasets import open_benchmark
from epicene.runs.audit_folder import AuditFolder
from openai_server import KEY, CausalAnswers, StandIn, serving
from saved_json import results_of

BEFORE = 2 + 24  # requests before the first item: two to find the form, and the easy French sentences


@pytest.fixture(scope="module")
def answers(causal_model: Path) -> CausalAnswers:
    return CausalAnswers(causal_model)


@pytest.fixture
def server(answers: CausalAnswers, causal_model: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    monkeypatch.setattr("epicene.data.http_client.time.sleep", lambda seconds: None)
    with serving(StandIn(answers, ("tiny",), says={"root": str(causal_model), "owned_by": "somebody"})) as stand_in:
        yield stand_in


def spec(server: StandIn) -> str:
    return f"vllm:{server.url}#tiny"


def audited(model: object, out: Path, *on: str, limit: int | None = 12, **more: Any) -> AuditFolder:
    run = epicene.audit(str(model), on=on or ("pairs-fr",), limit=limit, out=out, **more)
    return AuditFolder(run.path)


def lines(folder: Path) -> list[str]:
    return sorted((folder / "scores.jsonl").read_text().splitlines())


def figures(folder: AuditFolder) -> list[tuple[object, ...]]:
    return [
        (one["benchmark"], one["task"], one["metric"], one["group"], one["n_used"], one["n_total"])
        for one in results_of(folder)["estimates"]
    ]


def values(folder: AuditFolder) -> list[float]:
    return [one[name] for one in results_of(folder)["estimates"] for name in ("value", "low", "high")]


def same_scores(a: AuditFolder, b: AuditFolder) -> bool:
    found = [{(name, *key): one for name, run in side.benchmarks().items() for key, one in run.scores.items()}
             for side in (a, b)]  # fmt: skip
    return found[0].keys() == found[1].keys() and all(
        one.value == pytest.approx(found[1][key].value, abs=1e-4) and one.n_tokens == found[1][key].n_tokens
        for key, one in found[0].items()
    )


@pytest.mark.parametrize(
    ("scoring", "as_released"),
    [
        *(("loglik+loglik-conditional", False), ("loglik-mean+loglik-conditional", False)),
        *(("loglik-mean", True), ("loglik-shared", False)),
    ],
)
@pytest.mark.about("triples")
def test_pairs_and_triples_have_the_scores_and_figures_of_the_local_model(
    server: StandIn, causal_model: Path, tmp_path: Path, scoring: str, as_released: bool
) -> None:
    file = stereoset.write(tmp_path / "fr.json", inter=None if as_released else stereoset.INTER)
    both = (f"stereoset-fr={file}", "pairs-en")
    on = both if scoring.startswith("loglik+") else both[1:] if scoring == "loglik-shared" else both[:1]
    asking = {"scoring": scoring, "as_released": as_released}
    served = audited(spec(server), tmp_path / "served", *on, **asking)
    local = audited(causal_model, tmp_path / "local", *on, threads=1, **asking)
    assert same_scores(served, local)
    assert figures(served) == figures(local)
    assert values(served) == pytest.approx(values(local), abs=1e-3)
    assert served.manifest()["sanity"] == local.manifest()["sanity"]


@pytest.mark.about("triples")
def test_next_sentences_are_asked_without_a_head_because_a_server_shows_no_hidden_states(
    server: StandIn, tmp_path: Path
) -> None:
    file = stereoset.write(tmp_path / "fr.json")
    folder = audited(spec(server), tmp_path / "served", f"stereoset-fr={file}")
    assert "|loglik+loglik-conditional|" in results_of(folder)["signatures"]["stereoset-fr"]
    with pytest.raises(InputError, match="shows no hidden states for a next-sentence head"):
        audited(spec(server), tmp_path / "head", f"stereoset-fr={file}", nsp=str(tmp_path))


def test_signature_and_manifest_say_which_server_and_what_it_says_it_is(
    server: StandIn, causal_model: Path, tmp_path: Path
) -> None:
    folder = audited(spec(server), tmp_path / "run")
    model = folder.manifest()["model"]
    host = server.url.removeprefix("http://")
    says = {"root": causal_model.name, "owned_by": "somebody"}  # what is a place on this machine is not kept
    assert model["server"] == {"url": f"{server.url}/v1", "model": "tiny", "says": says}
    assert f"|tiny@{host}@{model['weights_digest'][:6]}|" in results_of(folder)["signatures"]["pairs-fr"]
    cost = folder.manifest()["cost"]
    assert cost["tokens"] > 0
    assert folder.manifest()["machine"]["threads"] == 16
    server.says = {"owned_by": "somebody else", "root": str(causal_model)}
    with pytest.raises(InputError, match=r"other settings \(model files: "):
        audited(spec(server), tmp_path / "run")


def half_after(number: int) -> Any:
    def spoil(count: int, document: Any) -> Any:
        if count == number:
            tables = document["choices"][0]["prompt_logprobs"]
            document["choices"][0]["prompt_logprobs"] = tables[: len(tables) // 2]
        return document

    return spoil


def test_half_the_tokens_in_the_middle_lose_nothing_and_the_next_run_finishes(server: StandIn, tmp_path: Path) -> None:
    server.spoil = half_after(BEFORE + 9)
    with pytest.raises(EpiceneError, match=r"^Item \S+: .* answers \d+ tokens with \d+"):
        audited(spec(server), tmp_path / "run", threads=3)
    kept = lines(tmp_path / "run")
    assert len(kept) == len(server.answered) - BEFORE - 1 >= 8
    server.spoil, asked = None, len(server.answered)
    resumed = audited(spec(server), tmp_path / "run")
    asked_again = len(server.answered) - asked
    whole = audited(spec(server), tmp_path / "whole")
    assert asked_again == BEFORE + len(lines(whole.path)) - len(kept)
    assert set(kept) < set(lines(resumed.path))
    assert lines(resumed.path) == lines(whole.path)
    assert results_of(resumed) == results_of(whole)


def test_a_wrong_answer_to_the_sanity_check_names_no_item_and_promises_nothing(server: StandIn, tmp_path: Path) -> None:
    server.spoil = half_after(BEFORE - 4)
    wrong = (
        r"^Sanity check, before the first item: http://\S+ \(tiny\) cannot be used: it answers \d+ tokens with \d+\."
    )
    with pytest.raises(EpiceneError, match=wrong) as caught:
        audited(spec(server), tmp_path / "run")
    assert "kept" not in str(caught.value)
    assert not (tmp_path / "run").exists()
    server.spoil = half_after(len(server.answered) + BEFORE + 9)
    with pytest.raises(EpiceneError, match=rf"^Item .* is kept in {tmp_path}/run, and is not asked again\.$"):
        audited(spec(server), tmp_path / "run")
    kept = lines(tmp_path / "run")
    server.spoil = half_after(len(server.answered) + BEFORE - 4)
    with pytest.raises(EpiceneError, match=rf"{wrong}.* is kept in {tmp_path}/run, and is not asked again\.$"):
        audited(spec(server), tmp_path / "run")
    assert lines(tmp_path / "run") == kept


@pytest.mark.parametrize(
    ("trouble", "code", "sentence"),
    [
        ("errors", 1, "could not be asked: error 503, 6 times"),
        ("garbage", 1, "is not what such a server answers"),
        ("silence", 1, "no answer within 0.1 seconds, 6 times"),
        ("no log-probabilities", 2, "gives no log-probabilities of the prompt"),
        ("gone", 1, "There is no server to ask"),
    ],
)
def test_a_server_in_trouble_is_one_sentence_and_an_exit_code(
    server: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str, code: int, sentence: str
) -> None:
    kept = 0
    if trouble == "no log-probabilities":
        server.forms = frozenset({"ids"})
    elif trouble == "gone":
        server.url = "http://127.0.0.1:9"
    else:
        kept = 6

        def spoil(count: int, document: Any) -> Any:
            if count == BEFORE + kept:
                server.failures = [503] * 1000 if trouble == "errors" else []
                if trouble == "silence":  # only now, because a busy machine takes its time for answers too
                    monkeypatch.setattr("epicene.models.api_server.SECONDS_WITHOUT_ANSWER", 0.1)
                    server.answers_left = 0
            return b"It works!" if trouble == "garbage" and count > BEFORE + kept else document

        server.spoil = spoil
    at_once = 1 if trouble == "silence" else 2
    arguments = ("audit", spec(server), "--on", "pairs-fr", "--limit", 12, "--out", "run", "--threads", at_once)
    done = command(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert sentence in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    if not kept:
        assert not (tmp_path / "run").exists()
        return
    assert kept <= len(lines(tmp_path / "run")) <= kept + 1
    server.failures, server.answers_left, server.spoil = [], None, None
    monkeypatch.setattr("epicene.models.api_server.SECONDS_WITHOUT_ANSWER", 600.0)
    assert command(*arguments, cwd=tmp_path).returncode == 0
    assert lines(tmp_path / "run") == lines(audited(spec(server), tmp_path / "whole").path)


def test_kill_9_in_the_middle_and_run_again(server: StandIn, tmp_path: Path) -> None:
    server.answers_left = BEFORE + 10
    typed = ("audit", spec(server), "--on", "pairs-fr", "--limit", 12, "--out", "run", "--threads", 2)

    def killing(child: int) -> None:
        server.stuck.wait(600)
        os.kill(child, signal.SIGKILL)

    killed = forked(lambda: command(*typed, cwd=tmp_path), meanwhile=killing)
    assert (killed.returncode, server.stuck.is_set()) == (-signal.SIGKILL, True)
    kept = (tmp_path / "run" / "scores.jsonl").read_bytes()
    assert kept.count(b"\n") >= 4  # of ten answers, those of a batch under way are not written yet
    server.answers_left = None
    resumed = audited(spec(server), tmp_path / "run")
    assert resumed.scores_path.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    whole = audited(spec(server), tmp_path / "whole")
    assert lines(resumed.path) == lines(whole.path)
    assert results_of(resumed) == results_of(whole)


def test_what_is_the_servers_business_is_refused(server: StandIn, tmp_path: Path) -> None:
    for option, value in (("device", "cpu"), ("dtype", "bfloat16"), ("batch_tokens", 100)):
        with pytest.raises(InputError, match="are a server's own business"):
            audited(spec(server), tmp_path / "run", **{option: value})
    with pytest.raises(InputError, match="--revision is for models of a hub"):
        audited(spec(server), tmp_path / "run", revision="main")
    with pytest.raises(InputError, match=r"needs kind masked\. Use one of: loglik"):
        audited(spec(server), tmp_path / "run", scoring="pll-shared")
    assert not (tmp_path / "run").exists()


def test_the_key_is_in_no_file_and_no_output(server: StandIn, tmp_path: Path) -> None:
    server.key = KEY
    arguments = ("audit", spec(server), "--on", "pairs-fr", "--limit", 3, "--json")
    done = command(*arguments, cwd=tmp_path, EPICENE_SERVER_KEY=KEY)
    assert done.returncode == 0
    assert json.loads(done.stdout)["model"].startswith("tiny@127.0.0.1:")
    refused = command(*arguments, "--out", "b", cwd=tmp_path, EPICENE_SERVER_KEY="another")
    assert (refused.returncode, "does not accept the key" in refused.stderr) == (1, True)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= 5
    assert not any(KEY.encode() in data for data in written)
    assert not any(KEY in text for text in (done.stdout, done.stderr, refused.stdout, refused.stderr))


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_letters_are_written_by_a_served_model_from_their_beginnings(server: StandIn, tmp_path: Path) -> None:
    """The text goes out as it stands, each with its own seed; a resumed run asks for none again."""
    server.reply = lambda prompt: " Je suis très motivée par ce poste."
    folder = audited(spec(server), tmp_path / "run", "letters-fr", limit=8, letters=1)
    written = [one for one in server.requests if "prompt_logprobs" not in one]
    beginnings = {text.text for item in open_benchmark("letters-fr").items for text in item.variants.values()}
    assert {one["prompt"] for one in written} <= beginnings
    assert len({one["seed"] for one in written}) == len(written) == 8
    assert {(one["temperature"], one["max_tokens"]) for one in written} == {(0.8, 160)}
    found = {one["metric"]: one["value"] for one in results_of(folder)["estimates"] if one["group"] == "all"}
    assert (found["feminine"], found["gender_shift"]) == (100, 50)
    scores = tmp_path / "run" / "scores.jsonl"
    scores.write_text("".join(scores.read_text().splitlines(keepends=True)[:-1]))
    mute = {"choices": [{"text": None}]}
    server.spoil = lambda count, document: document if "prompt_logprobs" in server.requests[-1] else mute
    with pytest.raises(EpiceneError, match=r"Item letter-\S+: .* answers without a text"):
        audited(spec(server), tmp_path / "run", "letters-fr", limit=8, letters=1)
