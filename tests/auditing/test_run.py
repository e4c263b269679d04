"""An audit from model to results: resumes to the bit, names what it left out, refuses before it is expensive."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from command import epicene
from epicene.auditing import sanity_check
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.run import audit
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Role
from epicene.models.description import Description
from epicene.models.loading import Placement
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.results import SanityRecord
from power_cut import killed_at
from saved_json import results_of

PLACED = {"device": "cpu", "threads": 1, "batch_tokens": 400}
HEADER = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n"


def request(model: Path, out: Path, *on: str, limit: int | None = 12, **more: object) -> AuditRequest:
    plain = AuditRequest(str(model), on=on or ("pairs-fr",), out=out, limit=limit, **PLACED)
    return replace(plain, **more)  # type: ignore[arg-type]


def lines(folder: AuditFolder) -> list[str]:
    return sorted(folder.scores_path.read_text().splitlines())


def results(folder: AuditFolder) -> str:
    return folder.results_path.read_text()


@pytest.mark.parametrize("model", ["masked_model", "causal_model", "encoder_decoder_model"])
def test_from_model_to_results(request_fixture: pytest.FixtureRequest, tmp_path: Path, model: str) -> None:
    folder = audit(request(request_fixture.getfixturevalue(model), tmp_path / "run", "pairs-fr", "pairs-en"))
    document = results_of(folder)
    assert set(document["signatures"]) == {"pairs-fr", "pairs-en"}
    scores = folder.benchmarks()["pairs-fr"].scores
    ids = {id for id, _ in scores}
    assert len(scores) == 2 * len(ids)
    left_out = folder.benchmarks()["pairs-fr"].unusable  # by loglik-shared, pairs that share no word
    assert len(ids) + len(left_out) == 12
    assert len(ids) >= 8
    preferred = sum(scores[id, Role.MORE].value > scores[id, Role.LESS].value for id in ids)
    (estimate,) = [
        e for e in document["estimates"]
        if (e["benchmark"], e["metric"], e["group"]) == ("pairs-fr", "metric_score", "all")
    ]  # fmt: skip
    assert estimate["value"] == pytest.approx(100 * preferred / len(ids))
    assert (estimate["n_used"], estimate["n_total"]) == (len(ids), 12)
    assert estimate["low"] <= estimate["value"] <= estimate["high"]
    assert folder.manifest()["complete"]
    shared = "".join(file.read_text(encoding="utf-8") for file in (folder.manifest_path, folder.results_path))
    assert f'"/{tmp_path.parts[1]}/' not in shared  # its name is enough: no place on this machine is told


@pytest.fixture
def request_fixture(request: pytest.FixtureRequest) -> pytest.FixtureRequest:
    return request


def test_signature_names_all_that_matters(causal_model: Path, tmp_path: Path) -> None:
    folder = audit(request(causal_model, tmp_path / "run", bos="eos"))
    data, scoring, bos, *options, model, boot, version = results_of(folder)["signatures"]["pairs-fr"].split("|")
    assert data.startswith("pairs-fr@")
    assert (scoring, bos, options) == ("loglik-shared", "bos:eos", ["sample:12", "align:word"])
    assert model.startswith("tiny-causal@")
    assert (boot, version) == ("boot:item*2000", "epicene-0.1.0")


@pytest.mark.parametrize("model", ["masked_model", "encoder_decoder_model"])
def test_pairs_in_which_pieces_of_the_groups_names_count_are_counted(
    request_fixture: pytest.FixtureRequest, tmp_path: Path, model: str
) -> None:
    """The papers' alignment takes the “me” of “femme” and “homme” for shared; the page says in how many pairs."""
    table = tmp_path / "pairs.csv"
    rows = [
        "La zykuwune dort.,La kazuwune dort.",
        "Les vieux dorment.,Les Bretons dorment.",
    ]  # nouns that no model knows
    table.write_text("\n".join(["sent_more,sent_less", *rows]), encoding="utf-8")
    path = request_fixture.getfixturevalue(model)
    folder = audit(request(path, tmp_path / "run", f"pairs-fr={table}", limit=None))
    (task,) = folder.facts().benchmarks["pairs-fr"].tasks.values()
    assert (task["shared_pieces"], task["aligned"]) == (1, 2)
    (notice,) = [one for one in results_of(folder)["notice_codes"] if one["code"] == "notice.shared-pieces"]
    assert (notice["values"]["n"], notice["values"]["total"]) == (1, 2)


class Killed(BaseException):
    pass


def test_a_run_cut_anywhere_and_resumed_ends_with_the_same_bits(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = audit(request(masked_model, tmp_path / "whole"))
    append = AuditFolder.append
    most_batches = len(lines(whole))
    for cut in range(0, most_batches, 5):
        calls = iter(range(most_batches))

        def dying(self: AuditFolder, *arguments: object, calls: object = calls, cut: int = cut) -> None:
            if next(calls) == cut:  # type: ignore[call-overload]
                raise Killed
            append(self, *arguments)  # type: ignore[arg-type]

        target = request(masked_model, tmp_path / f"cut-{cut}")
        with monkeypatch.context() as patch:
            patch.setattr(AuditFolder, "append", dying)
            with suppress(Killed):
                audit(target)
        resumed = audit(target)
        assert lines(resumed) == lines(whole)
        assert results(resumed) == results(whole)


def test_kill_9_in_the_middle_and_run_again(masked_model: Path, tmp_path: Path) -> None:
    out = tmp_path / "killed"
    options = ("--limit", 20, "--out", out, "--threads", 1, "--batch-tokens", 60)
    killed_at(": 20%", "audit", masked_model, "--on", "pairs-fr", *options)
    scores = out / "scores.jsonl"
    kept = scores.read_bytes()
    assert 8 <= kept.count(b"\n") < 40
    assert not (out / "results.json").exists()
    assert epicene("audit", masked_model, "--on", "pairs-fr", *options, cwd=tmp_path).returncode == 0
    assert scores.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    placement = Placement(device="cpu", threads=1, budget=60)
    whole = audit(request(masked_model, tmp_path / "whole", limit=20).placed(placement))
    assert lines(AuditFolder(out)) == lines(whole)
    assert json.loads((out / "results.json").read_text()) == results_of(whole)


def test_another_tokenizer_is_another_question(masked_model: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(masked_model, tmp_path / "copy"))
    first = audit(request(copy, tmp_path / "run"))
    tokenizer = json.loads((copy / "tokenizer.json").read_text())
    (copy / "tokenizer.json").write_text(json.dumps(tokenizer | {"normalizer": {"type": "Lowercase"}}))
    with pytest.raises(InputError, match=r"other settings \(model files: \w{6} there, \w{6} here\)"):
        audit(request(copy, tmp_path / "run"))
    second = audit(request(copy, tmp_path / "other"))
    assert results_of(first)["signatures"] != results_of(second)["signatures"]


def test_a_run_that_goes_on_elsewhere_says_what_differs(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(*_: object) -> None:
        raise Killed

    def as_if_on_an_older_torch() -> None:
        manifest = AuditFolder(target.out or Path()).manifest()
        AuditFolder(target.out or Path()).write_manifest(manifest | {"machine": manifest["machine"] | {"torch": "1.0"}})

    target = request(masked_model, tmp_path / "run")
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(AuditFolder, "append", dying)
        audit(target)
    as_if_on_an_older_torch()
    resumed = audit(target)
    (said,) = [notice for notice in results_of(resumed)["notices"] if "begun elsewhere" in notice]
    assert said.startswith(f"The run of {masked_model.name} was begun elsewhere (torch: 1.0 before, ")
    assert resumed.manifest()["machine"]["torch"] != "1.0"
    assert resumed.manifest()["moves"] == [{"torch": ["1.0", resumed.manifest()["machine"]["torch"]]}]
    as_if_on_an_older_torch()
    again = audit(target)  # it is finished: nothing is asked here
    assert again.manifest()["machine"]["torch"] == "1.0"
    assert again.manifest()["moves"] == resumed.manifest()["moves"]
    assert results_of(again)["notices"] == results_of(resumed)["notices"]


def test_a_finished_run_is_not_asked_again(masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = audit(request(masked_model, tmp_path / "run"))
    before = results(first)

    def load(*_: object) -> None:
        raise EpiceneError("weights were loaded")

    monkeypatch.setattr("epicene.auditing.run.load", load)
    assert results(audit(request(masked_model, tmp_path / "run"))) == before


def test_a_resumed_run_has_its_notices_in_the_same_order(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = SanityRecord("fr", 2, 12, False)
    monkeypatch.setattr(sanity_check, "check", lambda *_: failed)
    whole = results_of(audit(request(masked_model, tmp_path / "run", limit=4)))["notices"]
    assert [f"{masked_model.name} failed the sanity check" in whole[0], "a sample of 4 pairs" in whole[-1]] == [
        True,
        True,
    ]
    assert results_of(audit(request(masked_model, tmp_path / "run", limit=4)))["notices"] == whole


def test_a_run_that_fails_before_its_first_answer_leaves_nothing(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*_: object) -> None:
        raise InputError("The weights cannot be read.")

    monkeypatch.setattr("epicene.auditing.run.load", load)
    with pytest.raises(InputError, match="cannot be read"):
        audit(request(masked_model, tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_a_folder_of_another_question_is_refused(masked_model: Path, tmp_path: Path) -> None:
    audit(request(masked_model, tmp_path / "run"))
    with pytest.raises(InputError, match=r"other settings \(scoring: "):
        audit(request(masked_model, tmp_path / "run", scoring="pll"))


def write_pairs(path: Path) -> Path:
    rows = [
        "0\tElle dort.\tIl dort.\tstereo\tgender",
        "1\tElle rit.\tElle rit.\tstereo\tgender",
        "2\tElle lit.\t \tantistereo\tgender",
        "3\tLes vieux lisent.\tLes jeunes lisent.\tantistereo\tage",
    ]
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_pairs_that_cannot_be_asked_are_named_and_left_out(masked_model: Path, tmp_path: Path) -> None:
    file = write_pairs(tmp_path / "pairs.tsv")
    folder = audit(request(masked_model, tmp_path / "run", f"crows-fr={file}"))
    notices = results_of(folder)["notice_codes"]
    (left_out,) = [notice["values"] for notice in notices if notice["code"] == "notice.left-out"]
    assert (left_out["count"], left_out["total"], left_out["used"], left_out["ids"]) == (2, 4, 2, ["1", "2"])
    everything = [e for e in results_of(folder)["estimates"] if e["metric"] == "metric_score" and e["group"] == "all"]
    assert [(e["n_used"], e["n_total"]) for e in everything] == [(2, 4)]


def test_a_benchmark_of_which_nothing_can_be_asked_is_refused(
    masked_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for tokenizers that do not group their pieces into words."""

    encode = Description.encode
    monkeypatch.setattr(Description, "encode", lambda *asked: replace(encode(*asked), words=None))
    refused = (
        r"pairs-fr: pll-word can ask this model none of 12 items \(12 with words that cannot be found in the "
        r"tokenizer’s sub-words\)\. Ask in another way"
    )
    with pytest.raises(InputError, match=refused):
        audit(request(masked_model, tmp_path / "run", scoring="pll-word", words="tokenizer"))
    assert not (tmp_path / "run").exists()


def test_strict_stops_where_there_would_be_a_notice(masked_model: Path, tmp_path: Path) -> None:
    file = write_pairs(tmp_path / "pairs.tsv")
    with pytest.raises(EpiceneError, match="Stopped because of --strict: crows-fr"):
        audit(request(masked_model, tmp_path / "run", f"crows-fr={file}", strict=True))
    assert not (tmp_path / "run").exists()


def test_as_released_keeps_unusable_pairs_as_ties(masked_model: Path, tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(write_pairs(file).read_text().replace("\t \t", "\t\t"))
    folder = audit(request(masked_model, tmp_path / "run", f"crows-fr={file}", as_released=True))
    run = folder.benchmarks()["crows-fr"]
    values = {(id, role): score.value for (id, role), score in run.scores.items()}
    assert values["1", "more"] == values["1", "less"] != 0
    assert values["2", "more"] == values["2", "less"] == 0  # nothing is shared with an empty sentence
    ties = sum(round(values[id, "more"], 3) == round(values[id, "less"], 3) for id in "0123")
    (neutral,) = [e for e in results_of(folder)["estimates"] if e["metric"] == "neutral" and e["group"] == "all"]
    assert (neutral["value"], neutral["n_used"]) == (100 * ties / 4, 4)


def test_refusals_come_before_the_weights(causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("epicene.auditing.run.load", lambda *_: pytest.fail("weights were loaded"))
    with pytest.raises(InputError, match="Use one of: loglik"):
        audit(request(causal_model, tmp_path / "run", scoring="pll"))
    with pytest.raises(InputError, match="no benchmark 'crows-f'"):
        audit(request(causal_model, tmp_path / "run", "crows-f"))
    with pytest.raises(InputError, match="named twice"):
        audit(request(causal_model, tmp_path / "run", "pairs-fr", "pairs-fr"))
    assert not (tmp_path / "run").exists()


def test_the_numbers_do_not_depend_on_the_order_of_benchmarks(causal_model: Path, tmp_path: Path) -> None:
    one = results_of(audit(request(causal_model, tmp_path / "a", "pairs-fr", "pairs-en")))["estimates"]
    two = results_of(audit(request(causal_model, tmp_path / "b", "pairs-en", "pairs-fr")))["estimates"]
    assert sorted(map(str, one)) == sorted(map(str, two))


def test_a_broken_model_that_answers_nan_is_an_error(causal_model: Path, tmp_path: Path) -> None:
    import shutil

    from safetensors.torch import load_file, save_file

    copy = Path(shutil.copytree(causal_model, tmp_path / "nan"))
    weights = load_file(copy / "model.safetensors")
    weights["model.norm.weight"].fill_(float("nan"))
    save_file(weights, copy / "model.safetensors", {"format": "pt"})
    with pytest.raises(EpiceneError, match="NaN"):
        audit(request(copy, tmp_path / "run"))


def test_strict_does_not_pass_over_a_check_that_failed_before(causal_model: Path, tmp_path: Path) -> None:
    wanted = request(causal_model, tmp_path / "run", limit=None, scoring="loglik")  # every pair can be asked
    folder = audit(wanted)
    manifest = folder.manifest()
    for check in manifest["sanity"]:
        check["passed"] = False
    folder.write_manifest(manifest)
    with pytest.raises(EpiceneError, match="failed the sanity check"):
        audit(replace(wanted, strict=True))


def test_a_limit_that_limits_nothing_is_the_whole_run(causal_model: Path, tmp_path: Path) -> None:
    folder = audit(request(causal_model, tmp_path / "run", limit=5000))
    assert "limit" not in results_of(folder)["signatures"]["pairs-fr"]
