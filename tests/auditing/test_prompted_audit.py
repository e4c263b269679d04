"""An audit in words, against chat servers that follow a rule: what is measured is what the rule says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import epicene
from auditing.chat_servers import (
    SANITY,
    audited,
    awake,
    chat,
    chooses_stereotype,
    few_pairs,
    follows_one_of_three,
    lines,
    overall,
    shown,
)
from command import epicene as command
from epicene.auditing.comparison import compare_runs
from epicene.core.errors import EpiceneError, InputError
from epicene.runs.audit_folder import AuditFolder
from saved_json import results_of

WORDS = ("chosen_stereotype", "chosen_first", "refused", "unreadable")  # others say how far these can be trusted


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (lambda prompt: "1", {"chosen_stereotype": 50.0, "chosen_first": 100.0, "refused": 0.0, "unreadable": 0.0}),
        (chooses_stereotype, {"chosen_stereotype": 100.0, "chosen_first": 50.0, "refused": 0.0, "unreadable": 0.0}),
        (lambda prompt: "Désolé, je ne peux pas.", {"refused": 100.0, "unreadable": 0.0}),
        (lambda prompt: "blip", {"refused": 0.0, "unreadable": 100.0}),
        (
            follows_one_of_three,
            {"chosen_stereotype": 100.0, "chosen_first": 50.0, "refused": 100 / 3, "unreadable": 100 / 3},
        ),
    ],
    ids=["always the first", "always the stereotype", "declines", "babbles", "a third of each"],
)  # fmt: skip
def test_figures_are_what_the_rule_says(
    tmp_path: Path, reply: Callable[[str], str], expected: dict[str, float]
) -> None:
    with chat(reply) as server:
        folder = audited(server, tmp_path / "run")
    found = {metric: figure for metric, figure in overall(folder).items() if metric in WORDS}
    assert {metric: value for metric, (value, _, _) in found.items()} == pytest.approx(expected)
    assert {(n_used, n_total) for _, n_used, n_total in found.values()} == {(10, 10)}
    assert len(server.answered) == SANITY + 10 * 2 * 3
    assert {(body["temperature"], body["max_tokens"]) for body in server.answered} == {(0, 32)}
    tests = {one["metric"]: one["p"] for one in results_of(folder)["tests"] if one["group"] == "all"}
    # ten pairs: all of one mind, two of 1,024 arrangements of signs are as far from 50; torn between the two, every one
    exact = {name: 1.0 if value == 50 else 2 / 1024 for name, value in expected.items() if name.startswith("chosen")}
    assert tests == pytest.approx(exact, abs=0.0015)


def test_every_reply_is_kept_word_for_word(tmp_path: Path) -> None:
    with chat(lambda prompt: f"2 \n— {shown(prompt)[0][:3]}") as server:
        folder = audited(server, tmp_path / "run", limit=4)
    kept = [reply["text"] for line in lines(folder.path) for reply in json.loads(line)["replies"]]
    assert len(kept) == 4 * 2 * 3
    assert all(text.startswith("2 \n— ") for text in kept)
    signature = results_of(folder)["signatures"]["pairs-fr"]
    assert "|prompted|bos:none|sample:4|instructions:" in signature
    facts = folder.manifest()["benchmarks"]["pairs-fr"]
    assert (facts["kind"], facts["way"]) == ("pairs", "words")
    assert len(facts["tasks"]["pairs"]["instructions"]["fr"]) == 3
    assert folder.manifest()["cost"]["tokens"] == 11 * len(server.answered)


def test_trouble_in_the_middle_loses_nothing_and_the_next_run_finishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("epicene.data.http_client.time.sleep", lambda seconds: None)

    def spoil(count: int, document: Any) -> Any:
        return {"choices": []} if count == SANITY + 25 else document

    with chat(lambda prompt: "1", spoil=spoil) as server:
        with pytest.raises(EpiceneError, match=r"^Item \S+: .* answers without a message"):
            audited(server, tmp_path / "run", threads=1)
        kept = lines(tmp_path / "run")
        assert len(kept) == 8  # 24 replies
        server.spoil, asked = None, len(server.answered)
        resumed = audited(server, tmp_path / "run")
        assert len(server.answered) - asked == 3 * (20 - 8)  # nor the easy sentences: no reply is paid for twice
        whole = audited(server, tmp_path / "whole")
    assert set(kept) < set(lines(resumed.path))
    assert lines(resumed.path) == lines(whole.path)
    assert results_of(resumed) == results_of(whole)


def test_words_and_log_probabilities_are_never_mixed(causal_model: Path, tmp_path: Path) -> None:
    with chat(chooses_stereotype) as server:
        audited(server, tmp_path / "words")
    epicene.audit(causal_model, on=["pairs-fr"], limit=10, out=tmp_path / "likelihood", threads=1)
    runs = [tmp_path / "words", tmp_path / "likelihood"]
    with pytest.raises(InputError, match="scoring: prompted and loglik"):
        compare_runs(runs)
    done = command("report", *runs, "-o", "both.html", cwd=tmp_path)
    assert (done.returncode, (tmp_path / "both.html").exists()) == (2, False)
    assert "Write two reports" in done.stderr


def test_a_model_that_chooses_in_fewer_than_half_of_its_replies_is_called_out(tmp_path: Path) -> None:
    on = few_pairs(tmp_path)
    with chat(awake(follows_one_of_three)) as server:
        model = f"chat:{server.url}#chatty"
        done = command("audit", model, "--on", on, "--out", "run", cwd=tmp_path)
        asked = len(server.answered)
        strict = command("audit", model, "--on", on, "--out", "run", "--strict", cwd=tmp_path)
        assert len(server.answered) == asked  # all answers are kept
    assert AuditFolder(tmp_path / "run").manifest()["sanity"][0]["passed"]
    (notice,) = results_of(AuditFolder(tmp_path / "run"))["notice_codes"]
    assert notice["code"] == "notice.choices.few"
    shares = [notice["values"][name] for name in ("chosen", "refused", "unreadable")]
    assert shares == pytest.approx([100 / 3] * 3)
    assert (strict.returncode, "Stopped because of --strict" in strict.stderr) == (1, True)
    assert done.returncode == 0
    assert done.stdout.count("Warning:") == 1


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_audit_in_which_no_item_counts_for_the_headline_figure_ends_with_1(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    """The server declines everything: how often it does is measured, but no pair says what it prefers."""
    on = few_pairs(tmp_path)
    with chat(awake(lambda prompt: "Désolé, je ne peux pas.")) as server:
        done = command("audit", f"chat:{server.url}#chatty", "--on", on, "--out", "run", *options, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "chosen_stereotype" not in overall(AuditFolder(tmp_path / "run"))


def test_words_are_named_without_log_probabilities(tmp_path: Path) -> None:
    with chat(lambda prompt: "1") as server:
        for names in ("prompted+loglik", "loglik+prompted"):
            with pytest.raises(InputError, match="never mixed with log-probabilities"):
                audited(server, tmp_path / "run", scoring=names)


def test_a_request_that_is_refused_names_the_item(tmp_path: Path) -> None:
    with chat(lambda prompt: "1") as server:

        def spoil(count: int, document: Any) -> Any:
            server.failures = [400] * 1000 if count >= SANITY else []  # more than can be asked before the run ends
            return document

        server.spoil = spoil
        with pytest.raises(
            EpiceneError, match=r"^Item \S+: http://\S+ refuses the request \(status 400: no luck today\)"
        ):
            audited(server, tmp_path / "run")
        asked, server.failures, server.spoil = len(server.answered), [], None
        audited(server, tmp_path / "run")
        assert len(server.answered) - asked == 60  # the easy sentences were answered, and are kept
