"""Text in every shape that people have it, and one sentence where something is wrong with it."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from epicene.core.errors import InputError
from epicene.train.nsp_text import open_text, sampled

WIKI = {"id": "1", "title": "Chat", "text": "Chat\n\nLe chat dort. Il ronfle.\nVie privée\nIl mange. Il joue."}


def articles(path: Path) -> list[str]:
    return list(open_text(str(path)).articles())


def test_blank_lines_separate_articles_of_plain_text(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("\ufeffLe chat\ndort.\n \n\nLe chien\r\ncourt.", encoding="utf-8")
    assert articles(tmp_path / "text.txt") == ["Le chat\ndort.", "Le chien\ncourt."]


def test_json_articles_lose_titles_and_keep_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "wiki_00").write_text(json.dumps(WIKI) + "\n\n" + json.dumps({"text": "Un. Deux."}), encoding="utf-8")
    assert articles(tmp_path / "wiki_00") == ["Le chat dort. Il ronfle.\n\nIl mange. Il joue.", "Un. Deux."]


def test_gzip_is_known_by_its_bytes_and_a_folder_is_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "AB").mkdir()
    (tmp_path / "AB" / "wiki_00").write_bytes(gzip.compress(json.dumps(WIKI).encode()))
    (tmp_path / "AA.txt").write_text("Un. Deux.", encoding="utf-8")
    (tmp_path / ".DS_Store").write_bytes(b"\xff")
    assert articles(tmp_path) == ["Un. Deux.", "Le chat dort. Il ronfle.\n\nIl mange. Il joue."]


def test_a_sample_is_the_same_for_the_same_seed_and_about_as_large_as_asked() -> None:
    everything = [str(number) for number in range(2000)]
    once, again = (list(sampled(everything, 0.1, seed=3, limit=None)) for _ in range(2))
    assert once == again
    assert 150 < len(once) < 250
    assert once != list(sampled(everything, 0.1, seed=4, limit=None))
    assert list(sampled(iter(everything), 1.0, seed=0, limit=2)) == ["0", "1"]


BAD = {
    "text.txt": (b"Un.\nL'\xe9t\xe9.", r"text.txt, line 2: byte 0xe9 is not UTF-8"),
    "a.jsonl": (b'{"text": "Un."}\n{"text": ', r"a.jsonl, line 2: no JSON"),
    "b.jsonl": (b'{"texte": "Un."}', r"b.jsonl, line 1: no article"),
    "wiki_00": (b'<doc id="1">\nChat\n</doc>', r"run WikiExtractor with --json"),
    "c.gz": (gzip.compress(b"Un. Deux. " * 50)[:30], r"c.gz is a damaged gzip file"),
}


@pytest.mark.parametrize(("content", "message"), BAD.values(), ids=BAD.keys())
def test_what_is_wrong_with_a_file_is_said_in_a_sentence(content: bytes, message: str, tmp_path: Path) -> None:
    name = next(name for name, bad in BAD.items() if bad == (content, message))
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        articles(tmp_path / name)


def test_a_hub_data_set_without_datasets_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install datasets"):
        next(open_text("hub:wikimedia/wikipedia#20231101.fr").articles())


def test_a_hub_data_set_is_streamed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def load_dataset(*names: str, **options: object) -> list[dict[str, str]]:
        calls.append((names, options))
        return [WIKI]

    monkeypatch.setattr("importlib.util.find_spec", lambda name: True)
    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(load_dataset=load_dataset))
    found = list(open_text("hub:wikimedia/wikipedia#20231101.fr").articles())
    assert found == ["Le chat dort. Il ronfle.\n\nIl mange. Il joue."]
    assert calls == [(("wikimedia/wikipedia", "20231101.fr"), {"split": "train", "streaming": True})]
