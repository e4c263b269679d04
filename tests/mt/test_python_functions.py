"""What Python makes of tests of systems is what the commands make."""

import json
from pathlib import Path

import pytest

import epicene
from command import epicene as command
from epicene.core.errors import InputError

ITEMS = (
    "male\t1\tThe carpenter built a house because he liked it .\tThe carpenter\n"
    "female\t1\tThe nurse sang a song because she was glad .\tThe nurse\n"
) * 6
FRENCH = "Le charpentier a construit une maison.\nL'infirmière a chanté une chanson.\n" * 6


def test_winomt_from_python_gives_what_the_command_prints(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text(ITEMS, encoding="utf-8")
    (tmp_path / "fr.txt").write_text(FRENCH, encoding="utf-8")
    run = epicene.winomt(items=tmp_path / "en.txt", translations=[f"small={tmp_path / 'fr.txt'}"], out=tmp_path / "run")
    assert run.kind == "winomt"
    typed = ("mt", "winomt", "--items", "en.txt", "--translations", "small=fr.txt", "--json", "--out", "typed")
    printed = json.loads(command(*typed, cwd=tmp_path).stdout)
    assert run.results["estimates"] == printed["estimates"]
    with pytest.raises(InputError, match="Give --translations"):
        epicene.winomt(items=tmp_path / "en.txt")


def test_judge_takes_a_set_from_python(tmp_path: Path) -> None:
    texts = {
        "f": "Elle est directrice.\n",
        "m": "Il est directeur.\n",
        "of": "Elle est directrice.\n",
        "om": "Il est beau.\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text * 8, encoding="utf-8")
    files = {
        "ref_feminine": tmp_path / "f",
        "ref_masculine": tmp_path / "m",
        "hyp_feminine": [str(tmp_path / "of")],
        "hyp_masculine": [str(tmp_path / "om")],
    }
    run = epicene.judge(on="mt-geneval", out=tmp_path / "run", **files)
    assert run.estimate("feminine_correct").value == 100
