"""Audits of StereoSet-like sets: two tasks, their scorings, what is refused and what still runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import transformers

import stereoset
import tiny
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.run import audit
from epicene.core.errors import InputError
from epicene.runs.audit_folder import AuditFolder
from saved_json import results_of
from scoring.test_next_sentence import head_for

PLACED = {"device": "cpu", "threads": 1, "batch_tokens": 600}
KINDS = ["masked_model", "causal_model", "encoder_decoder_model"]
SCORINGS = {"masked_model": "cloze-l2r", "causal_model": "loglik", "encoder_decoder_model": "denoise-word"}

FIGURES = ("lms", "ss", "acs")  # others, of how far they can be trusted, are of no task


def asked(model: Path, out: Path, on: str = "triples-fr", **more: object) -> AuditFolder:
    plain = AuditRequest(str(model), on=(on,), out=out, **PLACED)
    return audit(replace(plain, **more))  # type: ignore[arg-type]


def score_lines(folder: AuditFolder) -> list[dict[str, object]]:
    return list(folder.score_lines())


def tasks(folder: AuditFolder) -> set[str]:
    return {estimate["task"] for estimate in results_of(folder)["estimates"] if estimate["metric"] in FIGURES}


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_head_the_task_within_a_sentence_still_runs(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model = request.getfixturevalue(kind)
    folder = asked(model, tmp_path / "run")
    lines = score_lines(folder)
    assert len(lines) == 3 * 96
    assert {line["scoring"] for line in lines} == {SCORINGS[kind]}
    assert all(line["sentence_id"] and line["n_tokens"] for line in lines)
    assert tasks(folder) == {"intra"}
    (refused,) = [notice for notice in results_of(folder)["notice_codes"] if notice["code"] == "notice.refused"]
    assert refused["values"]["task"] == "inter"
    assert any("`epicene train nsp MODEL" in notice for notice in results_of(folder)["notices"])
    metrics = {(e["metric"], e["group"]) for e in results_of(folder)["estimates"]}
    assert {("lms", "all"), ("ss", "race"), ("acs", "religion"), ("neutral", "gender")} <= metrics


@pytest.mark.parametrize("kind", KINDS)
def test_with_a_head_both_tasks_give_all_figures(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    model = request.getfixturevalue(kind)
    head = head_for(model, tmp_path / "head", head_only=True)
    folder = asked(model, tmp_path / "run", nsp=str(head.path))
    assert Counter(line["scoring"] for line in score_lines(folder)) == {SCORINGS[kind]: 288, "nsp": 288}
    assert tasks(folder) == {"intra", "inter", "overall", "mean"}
    assert not [text for text in results_of(folder)["notices"] if "not asked" in text]
    signature = results_of(folder)["signatures"]["triples-fr"]
    assert f"|{SCORINGS[kind]}+nsp|" in signature
    assert f"+nsp:{head.digest[:6]}@" in signature


def test_a_checkpoints_own_head_is_offered_and_used(tmp_path: Path) -> None:
    torch.manual_seed(0)
    tokenizer = tiny.tiny_tokenizer(around=True, mask=True)
    config = transformers.BertConfig(vocab_size=len(tokenizer), max_position_embeddings=128, **tiny.WIDTH)
    transformers.BertForPreTraining(config).save_pretrained(tmp_path / "bert")
    tokenizer.save_pretrained(tmp_path / "bert")
    without = asked(tmp_path / "bert", tmp_path / "without")
    assert any("(or, without training: --nsp own)" in notice for notice in results_of(without)["notices"])
    folder = asked(tmp_path / "bert", tmp_path / "run", nsp="own")
    assert Counter(line["scoring"] for line in score_lines(folder)) == {"cloze-l2r": 288, "nsp": 288}
    assert "|bert+nsp:own@" in results_of(folder)["signatures"]["triples-fr"]


def test_a_signature_names_both_scorings_and_the_aggregation(causal_model: Path, tmp_path: Path) -> None:
    folder = asked(causal_model, tmp_path / "run", scoring="loglik+loglik-conditional")
    data, scoring, bos, aggregation, model, boot, _ = results_of(folder)["signatures"]["triples-fr"].split("|")
    assert data.startswith("triples-fr@")
    assert (scoring, bos, aggregation) == ("loglik+loglik-conditional", "bos:bos", "aggregation:term-macro")
    assert model.startswith("tiny-causal@")
    assert boot == "boot:term*2000"
    assert tasks(folder) == {"intra", "inter", "overall", "mean"}
    facts = folder.manifest()["benchmarks"]["triples-fr"]["tasks"]
    assert {task: fact["scoring"] for task, fact in facts.items()} == {"intra": "loglik", "inter": "loglik-conditional"}


def test_another_aggregation_is_measured_without_asking_again(
    causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = results_of(asked(causal_model, tmp_path / "run"))
    monkeypatch.setattr("epicene.auditing.run.load", lambda *_: pytest.fail("weights were loaded"))
    second = results_of(asked(causal_model, tmp_path / "run", aggregation="top-choice"))
    assert "|aggregation:top-choice|" in second["signatures"]["triples-fr"]
    assert first["estimates"] != second["estimates"]


class Killed(BaseException):
    pass


@pytest.mark.parametrize("cut", [0, 3, 20, 45])
def test_a_run_cut_in_either_task_resumes_to_the_same_bits(
    causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    both = {"scoring": "loglik+loglik-conditional", "batch_tokens": 200}
    whole = asked(causal_model, tmp_path / "whole", **both)
    append, calls = AuditFolder.append, iter(range(10_000))

    def dying(self: AuditFolder, *arguments: object) -> None:
        if next(calls) == cut:
            raise Killed
        append(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(AuditFolder, "append", dying)
        with pytest.raises(Killed):
            asked(causal_model, tmp_path / "cut", **both)
    resumed = asked(causal_model, tmp_path / "cut", **both)
    assert sorted(map(str, score_lines(resumed))) == sorted(map(str, score_lines(whole)))
    assert results_of(resumed) == results_of(whole)


def test_what_does_not_fit_is_named_and_counted(masked_model: Path, tmp_path: Path) -> None:
    broken = stereoset.written("b", "Un BLANK.", "Un roi.", "Des fous.", "Un c.")
    twice = stereoset.written("d", "Un BLANK.", "Un roi.", "Un fou.", "Un c.", labels=("unrelated",) * 3)
    path = stereoset.write(tmp_path / "set.json", [*stereoset.INTRA, broken, twice], None)
    folder = asked(masked_model, tmp_path / "run", f"stereoset-fr={path}")
    (left_out,) = [notice for notice in results_of(folder)["notice_codes"] if notice["code"] == "notice.left-out"]
    assert (left_out["values"]["count"], left_out["values"]["used"], left_out["values"]["ids"]) == (2, 3, ["b", "d"])
    within = [e for e in results_of(folder)["estimates"] if (e["task"], e["group"]) == ("intra", "all")]
    assert {(e["n_used"], e["n_total"]) for e in within} == {(3, 5)}


def test_a_file_with_next_sentences_alone_and_no_head_is_refused(masked_model: Path, tmp_path: Path) -> None:
    path = stereoset.write(tmp_path / "set.json", None)
    with pytest.raises(InputError, match=r"stereoset-fr: the next-sentence task needs a head\. Make one with"):
        asked(masked_model, tmp_path / "run", f"stereoset-fr={path}")


@pytest.mark.parametrize(
    ("on", "options", "says"),
    [
        ("pairs-fr", {"scoring": "cloze-l2r"}, r"--scoring cloze-l2r changes nothing for pairs-fr"),
        ("pairs-fr", {"nsp": "own"}, r"--nsp changes nothing for pairs-fr"),
        ("pairs-fr", {"rest": "masked"}, r"rest changes nothing"),
        ("pairs-fr", {"aggregation": "top-choice"}, r"aggregation changes nothing"),
        ("pairs-fr", {"words": "tokenizer"}, r"words changes nothing for pairs-fr\. Leave"),
        ("pairs-fr", {"words": "tokenizer", "scoring": "pll"}, r"words .* asked by pll\. Leave it"),
        ("pairs-fr", {"scoring": "pll+aul"}, r"pll\+aul: aul is not used for pairs-fr: pll, named before it, asks the"),
        ("pairs-fr", {"scoring": "pll+cloze-l2r"}, r"--scoring cloze-l2r changes nothing for pairs-fr"),
        ("pairs-fr", {"revision": "main"}, r"--revision is for models of a hub, and .* is none"),
        ("triples-fr", {"nsp": "own", "scoring": "loglik-conditional"}, r"--nsp changes nothing for"),
        ("triples-fr", {"scoring": "cloze-l2r+cloze-l2r-sum"}, r"cloze-l2r-sum is not used for triples-fr: cloze-l2r,"),
        ("triples-fr", {"scoring": "pll-shared"}, r"--scoring pll-shared changes nothing for triples-fr"),
        ("triples-fr", {"scoring": "loglik"}, r"'loglik' needs kind causal. Use one of: cloze-l2r"),
        ("triples-fr", {"aggregation": "micro"}, r"aggregation micro is not known. Use term-macro, top-choice"),
        ("triples-fr", {"as_released": True, "aggregation": "top-choice"}, r"released. Use term-macro"),
        ("triples-fr", {"nsp": "nowhere"}, r"nowhere is no finished next-sentence head"),
        ("triples-fr", {"nsp": "own"}, r"has no next-sentence head of its own"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_before_the_weights(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on: str, options: dict, says: str
) -> None:
    monkeypatch.setattr("epicene.auditing.run.load", lambda *_: pytest.fail("weights were loaded"))
    with pytest.raises(InputError, match=says):
        asked(masked_model, tmp_path / "run", on, **options)
    assert not (tmp_path / "run").exists()


def test_the_rest_of_the_sub_words_is_an_option_of_cloze_alone(causal_model: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"rest is for cloze-l2r and its kin; 'loglik' has no later sub-words"):
        asked(causal_model, tmp_path / "run", "triples-fr", rest="masked")


def test_a_limit_takes_tests_of_each_task(causal_model: Path, tmp_path: Path) -> None:
    options = {"scoring": "loglik+loglik-conditional", "limit": 5}
    folder = asked(causal_model, tmp_path / "run", "triples-fr", **options)
    counts = {
        (e["task"], e["n_used"], e["n_total"])
        for e in results_of(folder)["estimates"]
        if e["task"] and e["group"] == "all"
    }
    assert counts == {("intra", 5, 5), ("inter", 5, 5), ("overall", 10, 10), ("mean", 10, 10)}
    notice = "triples-fr: only a sample of 5 tests of each task was asked"
    assert any(said.startswith(notice) for said in results_of(folder)["notices"])
    assert "|sample:5|" in results_of(folder)["signatures"]["triples-fr"]
