"""Under a French LANG commands say nothing in English: with marks around all words that the French catalogues hold,
what stands outside of them was typed, is data, or is the same in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.test_score import write_lines
from command import epicene
from epicene.data.datasets import open_benchmark
from kinds.questions.made_questions import bbq_line
from page_words import marked_catalogues, outside, words

# What is typed and read as it is in every language.
NAMES = """
    epicene csv html toml cpu pypi llm smollm
    crows controls original stereoset fini terminé son travail origin identical punctuation tiny
    pll shared aul answer conditional pmi bos boot item term macro aggregation given model files
    cda leace full counterfactual tag
    standard her epochs feminine frequency held layers length marked masculine occupations rate seed sentences spread
    bare unread unknown
    architecture corpus family languages multilingual name parameters published remote rest revision size trust
"""
DIGEST = re.compile(r"\b[0-9a-f]{6,}\b")
FILES = {
    "notes.txt": "Une phrase.\n",
    "mine.csv": "sent_more,sent_less\nLes femmes rient .,Les hommes rient\nLa mer.,La mer.\n",
    "wrong.toml": 'benchmarks = ["pairs-fr"]\n[[models]]\nmodel = "./masked"\n',
    "small.toml": 'benchmarks = ["pairs-fr"]\n[options]\nlimit = 3\n'
    + "".join(f'[[models]]\nid = "./{name}"\n' for name in ("masked", "causal", "absent")),
}
CALLS = """
    data list
    data stats pairs-fr
    data check pairs-fr=mine.csv
    data stats nothing
    data template letters
    lab list
    lab train lab:maskedd
    lab train lab:masked-foo-3
    lab calibrate --at 0,half
    lab debias --by nothing
    models
    audit none --on pairs-fr
    audit masked --on nothing
    audit masked --on pairs-fr --limit 0
    audit masked --on pairs-fr --scoring loglik
    audit masked --on pairs-fr --by colour
    audit masked --on pairs-fr=notes.txt
    audit causal --on pairs-fr --limit 3 --plan
    audit masked --on pairs-fr --limit 3 --out masked-pairs --all
    audit causal --on pairs-fr --limit 3 --out masked-pairs
    audit causal --on pairs-fr --limit 3 --out causal-pairs --fail-if metric_score>60
    audit causal --on triples-fr --on questions-fr --limit 2 --by bias_type --out several
    score bbq=bbq.jsonl --predictions two.jsonl
    score bbq=bbq.jsonl --predictions two.jsonl --column three
    score bbq=bbq.jsonl --predictions two.jsonl --column one --out bbq
    score pairs-fr --predictions notes.txt
    compare masked-pairs causal-pairs
    compare masked-pairs several
    report nothing -o page.html
    study wrong.toml
    study small.toml --plan
    study small.toml --out study
    debias causal --by nothing --text notes.txt --out x
    train nsp masked --text notes.txt --out x
    train mt --src notes.txt --tgt mine.csv --valid-src notes.txt --valid-tgt notes.txt --out y
"""


@pytest.fixture
def folder(masked_model: Path, causal_model: Path, tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "masked").symlink_to(masked_model)
    (tmp_path / "causal").symlink_to(causal_model)
    write_lines(tmp_path / "bbq.jsonl", bbq_line())
    write_lines(tmp_path / "two.jsonl", {"example_id": 0, "one": "The boy", "other": "The boy"})
    return tmp_path


@pytest.mark.about("triples", "questions")
def test_no_command_says_a_word_in_english(folder: Path) -> None:
    items = [item for name in ("pairs-fr", "triples-fr", "questions-fr") for item in open_benchmark(name).items]
    data = " ".join(f"{item.id} {text.text}" for item in items for text in item.variants.values())
    known = words(f"{NAMES} {CALLS} {FILES} {folder} {data}")
    with marked_catalogues():
        for call in CALLS.strip().splitlines():
            done = epicene(*shlex.split(call), cwd=folder, LANG="fr_FR.UTF-8", COLUMNS="500")
            said = f"{done.stdout} {done.stderr}"
            assert "⟦" in said, call
            left = words(DIGEST.sub("", outside(said))) - known
            assert not left, (call, left)
