"""`epicene mt audit` and `epicene mt intervene`: what is printed where, what is left behind, and the exit codes."""

from __future__ import annotations

import json
import re
from math import exp
from pathlib import Path
from typing import Any

import pytest

from command import Done, epicene
from inside.forced.test_decoding import word_by_hand
from inside.small_marian import opened, small_lines, two_layer_marian
from tiny import tiny_masked
from tiny_translation import write_lines


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_layer_marian(tmp_path_factory.mktemp("models") / "two-layers")


def corpus(folder: Path) -> list[str]:
    lines = small_lines()
    source = write_lines(folder / "corpus.fr", [line.source for line in lines])
    reference = write_lines(folder / "corpus.en", [line.target for line in lines])
    return ["--source", str(source), "--reference", str(reference), "--threads", "1"]


def audit(model: Path, folder: Path, *extra: str) -> Done:
    return epicene("mt", "audit", model, *corpus(folder), "--beam", "1", *extra, cwd=folder)


def intervene(model: Path, folder: Path, *extra: str) -> Done:
    return epicene("mt", "intervene", model, *corpus(folder), *extra, cwd=folder)


def rows(path: Path) -> list[dict[str, str]]:
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_audit_prints_one_document_and_leaves_lines_figures_and_a_report(
    figures: None, model: Path, tmp_path: Path
) -> None:
    corpus(tmp_path)
    done = audit(model, tmp_path, "--json", "--test-src", "corpus.fr", "--test-tgt", "corpus.en")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["bleu"]["n"], made["bleu"]["estimates"][0]["metric"]) == (14, "bleu")
    found = {(one["metric"], one["group"]): one for one in made["estimates"]}
    assert {"b_mean", "b_median", "r_mean", "r_median", "r_q05", "r_below_0", "r_below_0.5", "t_mean"} <= {
        metric for metric, _ in found
    }
    assert all(one["low"] <= one["value"] <= one["high"] for one in made["estimates"])
    assert all("forced-fr-en-his/her" in one["signature"] for one in made["estimates"])
    assert set(made["judged"]["counts"]) == {
        *("l' epicene", "l' feminine", "l' masculine", "la epicene", "la feminine", "le epicene", "le masculine"),
    }
    table = rows(tmp_path / "mt-audit" / "lines.tsv")
    assert [row["line"] for row in table] == [str(number) for number in range(1, 15)]
    masculine, feminine = float(table[0]["log_masculine"]), float(table[1]["log_masculine"])
    assert float(table[1]["r"]) == pytest.approx(1 - exp(feminine - masculine), abs=1e-5)
    rs = [float(row["r"]) for row in table if row["r"]]
    assert found["r_mean", "all"]["value"] == pytest.approx(sum(rs) / len(rs), abs=1e-5)
    assert (found["r_mean", "all"]["n_used"], found["r_mean", "same noun"]["n_used"]) == (6, 4)
    translator, lines = opened(model), small_lines()
    for word in ("his", "her", "their"):  # P(their) beside b, on the lines that b is about and on the others
        by_hand = {
            line: exp(word_by_hand(translator, line.source, line.target[: line.target.rindex(" h")], word))
            for line in lines
        }
        for group, own in (
            ("open", [line for line in lines if not line.marked]),
            ("feminine", [line for line in lines if line.marked and line.gender == "feminine"]),
        ):
            wanted = 100 * sum(by_hand[line] for line in own) / len(own)
            assert found[f"p_{word}", group]["value"] == pytest.approx(wanted, rel=1e-4)
            assert found[f"p_{word}", group]["n_used"] == len(own)
    assert [found[f"p_{word}", "open"]["ideal"] for word in ("his", "her", "their")] == [0, 0, 100]
    report = (tmp_path / "mt-audit" / "report.html").read_text(encoding="utf-8")
    assert "P(their)" in report
    out = tmp_path / "mt-audit"
    cost = made.pop("cost")
    assert json.loads((out / "results.json").read_text()) == made
    assert json.loads((out / "cost.json").read_text()) == cost
    assert len((out / "translations.en").read_text().splitlines()) == 14
    for name in ("figure-3-his-her-b", "figure-3-his-her-r"):
        assert (out / "figures" / f"{name}.svg").read_text().startswith("<?xml")
        assert (out / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 6, "three figures, for a screen and for a phone"
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "BLEU of translations" in page
    tokens = f"{cost['tokens']:,} tokens ("
    assert re.search(rf"<dd>\d+\.\d\u00a0s of work, for {re.escape(tokens)}.* while asking.*GB of memory</dd>", page)


def test_audit_asks_nothing_twice(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def results() -> dict[str, Any]:
        document: dict[str, Any] = json.loads(audit(model, tmp_path, "--json").stdout)
        costs.append(document.pop("cost"))
        return document

    costs: list[dict[str, Any]] = []
    first = results()
    scores = tmp_path / "mt-audit" / "scores.jsonl"
    whole = scores.read_bytes()
    kept = whole.splitlines(keepends=True)[:5]
    scores.write_bytes(b"".join(kept) + b'{"asked": "his')
    assert results() == first
    assert costs[1]["seconds"] > costs[0]["seconds"]
    assert costs[1]["tokens"] > costs[0]["tokens"]
    assert sorted(scores.read_bytes().splitlines()) == sorted(whole.splitlines())
    from epicene.models.translation import Translator

    def refuse(*_: object) -> None:
        raise AssertionError("the model was run again")

    monkeypatch.setattr("epicene.inside.forced.decoding.log_probabilities", refuse)
    monkeypatch.setattr(Translator, "generate", refuse)
    assert results() == first
    assert costs[2] == costs[1], "nothing was asked, so nothing was spent"


def test_audit_compares_with_the_training_corpus(model: Path, tmp_path: Path) -> None:
    lines = small_lines()
    texts = [line.source for number, line in enumerate(lines) for _ in range(number % 5)]
    training = write_lines(tmp_path / "train.fr", texts)
    english = write_lines(tmp_path / "train.en", ["The work has finished." for _ in texts])
    by_corpus = json.loads(audit(model, tmp_path, "--training", str(training), "--json").stdout)
    found = {(one["measure"], one["with"]) for one in by_corpus["correlations"]["his/her"]}
    assert {("r", "frequency"), ("r", "subwords")} <= found
    stats = epicene("mt", "corpus-stats", "--src", training, "--tgt", english, "--json", cwd=tmp_path)
    (tmp_path / "stats.json").write_text(stats.stdout, encoding="utf-8")
    by_stats = json.loads(audit(model, tmp_path, "--corpus-stats", "stats.json", "--json").stdout)
    assert by_stats["correlations"] == by_corpus["correlations"], "the bundled lexicon knows these nouns"
    frequencies = [row["frequency"] for row in rows(tmp_path / "mt-audit" / "lines.tsv")]
    assert frequencies[:3] == ["0", "1", "5"], "boulanger 0, boulangère 1, analyste 2 + 3"


def test_intervene_prints_one_document_and_leaves_figure_4(figures: None, model: Path, tmp_path: Path) -> None:
    done = intervene(model, tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    found = {(one["metric"], one["group"]): one["value"] for one in made["estimates"]}
    for name in ("u1", "u2", "u3"):
        assert found[f"{name}_r_mean", "all"] - found[f"{name}_before_r_mean", "all"] == pytest.approx(
            found[f"{name}_change_r", "all"], abs=1e-9
        )
    assert {f"patched_{path}_{kind}_t" for path in "abcd" for kind in ("lost", "alone")} <= {name for name, _ in found}
    assert made["sanity"]["itself"] <= 1e-6
    assert made["sanity"]["swap"] <= 1e-5
    table = rows(tmp_path / "mt-intervene" / "lines.tsv")
    base = [float(row["r"]) for row in table if row["condition"] == "base" and row["r"]]
    assert found["r_mean", "all"] == pytest.approx(sum(base) / len(base), abs=1e-5)
    written = sorted(path.name for path in (tmp_path / "mt-intervene" / "figures").iterdir())
    assert written == [f"figure-4-{part}.{kind}" for part in "abc" for kind in ("pdf", "svg")]


def test_audit_and_intervene_agree_before_anything_is_changed(model: Path, tmp_path: Path) -> None:
    forced, changed = (
        {
            (one["metric"], one["group"]): one["value"]
            for one in json.loads(run(model, tmp_path, "--json").stdout)["estimates"]
        }
        for run in (audit, intervene)
    )
    for key in (("b_mean", "all"), ("r_mean", "all"), ("r_median", "same noun"), ("t_mean", "all")):
        assert changed[key] == pytest.approx(forced[key], abs=1e-5)


@pytest.mark.parametrize("command", ["audit", "intervene"])
def test_what_is_wrong_is_one_sentence_and_exit_code_2(command: str, model: Path, tmp_path: Path) -> None:
    masked = tiny_masked(tmp_path / "masked")
    files = corpus(tmp_path)
    for arguments, said in (
        ((masked, *files), "Name a translation model"),
        ((tmp_path / "nowhere", *files), "There is no model"),
        ((model, *files, "--contrast", "he"), "not two words"),
        ((model, *files, "--contrast", "he/she"), "no line holds he or she"),
        ((model, *files[:2]), "both --source and --reference"),
        ((model, *files, "--lang", "de"), "no report language"),
        ((model, *files, "--limit", "3"), "even number"),
    ):
        done = epicene("mt", command, *arguments, "--out", tmp_path / "fresh", cwd=tmp_path)
        assert (done.returncode, said in done.stderr) == (2, True), (arguments, done.stderr)
        assert done.stderr.splitlines()[-1].startswith("epicene: ")
        assert done.stdout == ""


def test_without_files_the_bundled_occupations_are_asked(model: Path, tmp_path: Path) -> None:
    done = epicene("mt", "intervene", model, "--limit", "4", "--threads", "1", "--json", cwd=tmp_path)
    made = json.loads(done.stdout)
    assert (made["n"], made["n_total"] > 1000) == (4, True)
    assert "sample:4" in made["signatures"]["his/her"]
    assert (tmp_path / "mt-intervene" / "corpus" / "corpus.fr").is_file()
