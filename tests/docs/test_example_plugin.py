"""The example package, installed by pip, used from the command line in a process of its own."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tiny
from command import Done, epicene, forked
from epicene.auditing.installed_plugins import EXTENDED
from epicene.cli.main import run
from epicene.inside.interventions.conditions import BLOCKS
from tiny_translation import tiny_marian

from .pages import ROOT, words


def call(command: str, plugin: Path, cwd: Path) -> Done:
    """In a process of its own, which finds the package as if it had just started."""

    def installed() -> None:
        sys.path.insert(0, str(plugin))
        for name in [name for name in sys.modules if name.startswith("epicene_example")]:
            del sys.modules[name]  # another test may have imported it from elsewhere
        for registry in EXTENDED:
            registry.__dict__.pop("plugins", None)
        os.environ |= {"EPICENE_OFFLINE": "1"}
        _, *sys.argv[1:] = words(command)
        run()

    return forked(installed, cwd)


def test_an_audit_with_its_model_source_benchmark_and_scoring(plugin: Path, masked_model: Path, tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "small").symlink_to(masked_model)
    done = call("epicene audit shelf:small --on pets-fr --scoring pll-mean --out run --json", plugin, tmp_path)
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    (score,) = (one for one in results["estimates"] if (one["metric"], one["group"]) == ("metric_score", "all"))
    assert score["n_used"] == score["n_total"] == 10
    assert score["signature"].startswith("pets-fr@")
    assert "|pll-mean|bos:none|small@" in score["signature"]
    # Its scores are what epicene's own scoring gives, divided by the number of tokens.
    file = plugin / "epicene_example" / "pets-fr.jsonl"
    plain = epicene(
        "audit", masked_model, "--on", f"pairs-fr={file}", "--scoring", "pll", "--out", "plain", cwd=tmp_path
    )
    assert plain.returncode == 0, plain.stderr
    mean, total = (
        {(one["item_id"], one["role"]): one for one in map(json.loads, (tmp_path / run / "scores.jsonl").open())}
        for run in ("run", "plain")
    )
    assert mean.keys() == total.keys()
    for key, one in mean.items():
        assert abs(one["value"] - total[key]["value"] / total[key]["n_tokens"]) < 1e-6


def test_a_kind_of_its_own_goes_all_the_way_from_its_file_to_a_comparison(
    plugin: Path, causal_model: Path, tmp_path: Path
) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "one").symlink_to(causal_model)
    tiny.tiny_causal(tmp_path / "shelf" / "two", seed=2)

    def done(command: str, code: int = 0) -> str:
        called = call(f"epicene {command}", plugin, tmp_path)
        assert called.returncode == code, called.stderr
        return called.stdout

    assert "6 items, no findings." in done("data check stories-fr")
    assert json.loads(done("data stats stories-fr --json"))["groups"][0]["n_used"] == 6
    results = json.loads(done("audit shelf:one --on stories-fr --out one --json"))
    done("audit shelf:two --on stories-fr --out two")
    found = {one["metric"]: one for one in results["estimates"] if one["group"] == "all"}
    scores = {
        (one["item_id"], one["role"]): one["value"] for one in map(json.loads, (tmp_path / "one/scores.jsonl").open())
    }
    leads = [scores[id, "right"] - scores[id, "wrong"] for id in {id for id, _ in scores}]
    assert found["right_order"]["value"] == pytest.approx(100 * sum(lead > 0 for lead in leads) / 6)
    assert found["right_order"]["ideal"] == 100
    # Its measure is computed of every kind it names, and shown without another word.
    assert found["clear_preference"]["value"] == pytest.approx(100 * sum(lead > 1 for lead in leads) / 6)
    for language, named in (("en", "Clear preference"), ("fr", "Préférence nette")):
        done(f"report one two -o page.md --lang {language}")
        assert named in (tmp_path / "page.md").read_text(encoding="utf-8")
    done("report one -o figures.csv")
    assert "clear_preference" in (tmp_path / "figures.csv").read_text(encoding="utf-8")
    # Random weights fail the sanity check, so that the comparison cannot tell.
    compared = json.loads(done("compare one two --json", 3))["comparisons"]
    assert {(one["metric"], one["group"], one["n"]) for one in compared} >= {("right_order", "all", 6)}


def test_its_measure_counts_the_items_whose_first_text_leads_by_more_than_a_nat() -> None:
    measure = ROOT / "examples" / "epicene-example-plugin" / "src" / "epicene_example" / "measure.py"
    scores = {"far": (-3.0, -5.0), "near": (-3.0, -3.5), "behind": (-5.0, -3.0), "left out": (-1.0, -9.0)}
    values = {
        (id, role): score for id, pair in scores.items() for role, score in zip(("more", "less"), pair, strict=True)
    }
    items = [SimpleNamespace(id=id, variants={"more": "", "less": ""}) for id in scores]
    answered = SimpleNamespace(values=lambda: values, items=items, unusable={"left out"})
    found = runpy.run_path(str(measure))["clear_preference"](answered, 0)
    assert (found.value, found.n_used) == (pytest.approx(100 / 3), 3)


def test_a_benchmark_of_a_kind_that_is_not_known_is_refused_by_name(plugin: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    shutil.copytree(plugin, odd, ignore=shutil.ignore_patterns("__pycache__"))  # as long and as old as the new text
    file = odd / "epicene_example" / "benchmark.py"
    file.write_text(file.read_text(encoding="utf-8").replace('kind="pairs"', 'kind="quads"'), encoding="utf-8")
    listed = call("epicene data list --json", odd, tmp_path)
    assert "pets-fr" not in {one["name"] for one in json.loads(listed.stdout)}
    named = call("epicene data stats pets-fr", odd, tmp_path)
    assert named.returncode == 1
    assert "'pets-fr'" in named.stderr
    assert "'quads'" in named.stderr


def test_a_language_pair_of_its_own_is_written_and_judged_both_ways(plugin: Path, tmp_path: Path) -> None:
    for name in ("work-it.toml", "occupations-it.tsv"):
        shutil.copy(plugin / "epicene_example" / name, tmp_path)

    def done(command: str) -> str:
        called = call(f"epicene mt {command}", plugin, tmp_path)
        assert called.returncode == 0, called.stderr
        return called.stdout

    done("corpus --template work-it.toml --lexicon occupations-it.tsv --out it")
    italian, english = ((tmp_path / f"it/corpus.{code}").read_text().splitlines() for code in ("it", "en"))
    assert italian[10:12] == ["Lo psicologo ha finito il suo lavoro.", "La psicologa ha finito il suo lavoro."]
    assert italian[16] == italian[17] == "L'artista ha finito il suo lavoro."
    assert english[10:12] == ["The psychologist has finished his work.", "The psychologist has finished her work."]
    # A system that always says *his*, and never makes a feminine noun.
    (tmp_path / "his.en").write_text("".join(f"{line.replace(' her ', ' his ')}\n" for line in english))
    (tmp_path / "masculine.it").write_text("".join(f"{line}\n" for line in italian[::2] for _ in range(2)))
    sides = "--source it/corpus.{} --reference it/corpus.{}"
    into = json.loads(done(f"judge --direction it-en {sides.format('it', 'en')} --hyp his.en --json"))
    found = {(one["metric"], one["group"]): one["value"] for one in into["estimates"]}
    assert found["pronoun_correct", "masculine marked"] == 100
    assert found["pronoun_correct", "feminine marked"] == 0
    assert found["her_share", "all"] == 0
    assert into["counts"]["l' epicene"] == {"her": 0, "his": 4, "both": 0, "other": 0, "n": 4}
    back = json.loads(done(f"judge --direction en-it {sides.format('en', 'it')} --hyp masculine.it --json"))
    found = {(one["metric"], one["group"]): one["value"] for one in back["estimates"]}
    assert found["group_correct", "masculine"] == 100
    assert found["group_correct", "feminine"] == 20  # of ten, those whose two forms are one behind l'
    # *l'attore* and *l'infermiere* are known by the lexicon, *l'artista* says nothing.
    assert back["subject_genders"]["her"] == {"masculine": 8, "feminine": 0, "unmarked": 2}


def test_a_language_pair_of_its_own_is_forced_and_looked_into_both_ways(plugin: Path, tmp_path: Path) -> None:
    for name in ("work-it.toml", "occupations-it.tsv"):
        shutil.copy(plugin / "epicene_example" / name, tmp_path)

    def done(command: str) -> dict[tuple[str, str], dict[str, float]]:
        called = call(f"epicene mt {command}", plugin, tmp_path)
        assert called.returncode == 0, called.stderr
        found = json.loads(called.stdout)["estimates"] if "--json" in command else []
        return {(one["metric"], one["group"]): one for one in found}

    done("corpus --template work-it.toml --lexicon occupations-it.tsv --out it")
    for source, target in (("it", "en"), ("en", "it")):
        way = f"{source}-{target}"
        tiny_marian(tmp_path / way, languages=(source, target))
        sides = f"--direction {way} --source it/corpus.{source} --reference it/corpus.{target}"
        forced = done(f"audit {way} {sides} --beam 1 --out forced-{way} --json")
        # of ten pairs, L'artista and L'insegnante say no gender; into Italian, six nouns have two forms
        assert forced["r_mean", "all"]["n_used"] == (8 if source == "it" else 6)
        assert (("b_mean", "all") in forced) == (source == "it")
        looked = done(f"intervene {way} {sides} --possessive suo --out looked-{way} --json")
        assert looked["t_star", "all"]["value"] == pytest.approx(
            sum(looked[f"phi_{block}", "all"]["value"] for block in BLOCKS), abs=1e-9
        )
        for kind in ("forced", "looked"):
            page = (tmp_path / f"{kind}-{way}" / "report.html").read_text(encoding="utf-8")
            assert not re.search(r"Wisniewski|French|[“«]\s?son\s?[”»]", page), "nobody asked French"


def test_a_translation_engine_of_its_own_is_judged_and_has_nothing_to_look_into(plugin: Path, tmp_path: Path) -> None:
    words = {"Le": "The", "La": "The", "boulanger": "baker", "boulangère": "baker", "son": "his", "travail.": "work."}
    (tmp_path / "words.tsv").write_text("".join(f"{french}\t{english}\n" for french, english in words.items()))
    french, english = ("Le boulanger a son travail.", "La boulangère a son travail."), ("The baker has his work.",) * 2
    (tmp_path / "source.fr").write_text("".join(f"{line}\n" for line in french))
    (tmp_path / "reference.en").write_text(f"{english[0]}\n{english[1].replace('his', 'her')}\n")

    def done(command: str, code: int = 0) -> Done:
        called = call(f"epicene mt {command}", plugin, tmp_path)
        assert called.returncode == code, called.stderr
        return called

    asked = "translate glossary:words.tsv --in source.fr --out out.en"
    made = json.loads(done(f"{asked} --from fr --to en --json").stdout)
    assert (tmp_path / "out.en").read_text().splitlines() == ["The baker a his work."] * 2
    assert made["question"]["system"]["model"] == "glossary:words.tsv"
    assert "--revision" in done(f"{asked} --from fr --to en --revision x", 2).stderr
    done(asked, 2)  # without its languages
    judged = json.loads(done("judge glossary:words.tsv --source source.fr --reference reference.en --json").stdout)
    found = {(one["metric"], one["group"]): one["value"] for one in judged["estimates"]}
    assert (found["pronoun_correct", "masculine marked"], found["pronoun_correct", "feminine marked"]) == (100, 0)
    assert "epicene mt judge glossary:words.tsv" in " ".join(done("audit glossary:words.tsv", 2).stderr.split())
