"""`adapt translate`: drafts, the memory that keeps from paying twice, and a kill at any moment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from adapt.deepl_stand_in import StandIn
from command import Done, epicene
from epicene.adapt.translating.draft import TranslatedFile, language_code
from epicene.core.errors import InputError


def translate(cwd: Path, out: str, *more: object, on: str = "pairs-en", system: str = "deepl") -> Done:
    return epicene("adapt", "translate", on, "--to", "fr", "--with", system, "--out", out, *more, cwd=cwd)


def lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_draft_keeps_ids_labels_and_order(deepl: StandIn, tmp_path: Path) -> None:
    assert translate(tmp_path, "a").returncode == 0
    source = lines(Path(__file__).parents[3] / "src/epicene/data/bundled/pairs-en.jsonl")
    draft = lines(tmp_path / "a" / "draft.jsonl")
    assert [pair["id"] for pair in draft] == [pair["id"] for pair in source]
    assert [pair["more"] for pair in draft] == [pair["more"].upper() for pair in source]
    assert {pair["origin"] for pair in draft} == {"translated"}
    assert [pair["direction"] for pair in draft] == [pair["direction"] for pair in source]


@pytest.mark.about("triples")
def test_a_draft_of_triples_keeps_labels_and_targets(deepl: StandIn, tmp_path: Path) -> None:
    assert translate(tmp_path, "a", on="triples-en").returncode == 0
    tests = json.loads((tmp_path / "a" / "draft.json").read_text(encoding="utf-8"))["data"]
    first = tests["intrasentence"][0]
    assert (first["id"], first["target"]) == ("intra-gender-001", "mother")
    assert first["context"] == "IN THIS FAMILY, IT IS THE MOTHER WHO DOES THE BLANK."
    assert [sentence["gold_label"] for sentence in first["sentences"]] == ["stereotype", "anti-stereotype", "unrelated"]
    assert len(tests["intersentence"]) == 8
    assert (
        json.loads((tmp_path / "a" / "adaptation.json").read_text())["unrelated_alone"]["intra-gender-001"]
        == "SOLSTICE"
    )


def test_sentences_for_the_review_screens_name_item_and_language(deepl: StandIn, tmp_path: Path) -> None:
    translate(tmp_path, "a", "--limit", 1)
    first, second = lines(tmp_path / "a" / "sentences.jsonl")
    assert (first["id"], first["language"], first["source"]) == ("gender-001#more", "fr", "gender-001")
    assert second["text"] == "THE NURSE WIPED AWAY A TEAR BEFORE HE WENT INTO THE ROOM."


def test_a_text_is_asked_once_whatever_number_of_items_have_it(deepl: StandIn, tmp_path: Path) -> None:
    rows = [
        {"id": str(n), "more": "She sings.", "less": f"He sings {n}.", "direction": "stereo", "bias_type": "gender"}
        for n in range(4)
    ]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert translate(tmp_path, "a", on="pairs-en=p.jsonl").returncode == 0
    assert Counter(deepl.sold).most_common(1) == [("She sings.", 1)]
    assert len(deepl.sold) == 5


def test_nothing_is_paid_for_twice_not_even_in_another_folder(deepl: StandIn, tmp_path: Path) -> None:
    translate(tmp_path, "a", "--limit", 30)
    sold = len(deepl.sold)
    assert "already holds this draft" in translate(tmp_path, "a", "--limit", 30).stderr
    again = translate(tmp_path, "b", "--limit", 40, "--json")
    facts = json.loads(again.stdout)
    assert facts["asked"] == len(deepl.sold) - sold
    assert max(Counter(deepl.sold).values()) == 1


def test_after_a_used_up_quota_the_same_command_asks_for_the_rest(deepl: StandIn, tmp_path: Path) -> None:
    deepl.quota = 9_000
    assert translate(tmp_path, "a").returncode == 1
    paid = len(deepl.sold)
    assert paid in (50, 100, 150)
    deepl.quota = None
    assert translate(tmp_path, "a").returncode == 0
    assert max(Counter(deepl.sold).values()) == 1
    assert len(deepl.sold) == 520


def test_kill_9_loses_nothing_that_was_paid(deepl: StandIn, tmp_path: Path) -> None:
    deepl.answers_left = 3
    command = [sys.executable, "-m", "epicene", "adapt", "translate", "pairs-en", "--to", "fr", "--with", "deepl"]
    environment = {**os.environ, "EPICENE_CACHE": str(tmp_path / "cache"), "EPICENE_OFFLINE": "1"}
    running = subprocess.Popen([*command, "--out", "a"], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    assert deepl.stuck.wait(600)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert len(deepl.sold) == 150
    assert not (tmp_path / "a" / "draft.jsonl").exists()
    memory = next((tmp_path / "cache" / "translations").rglob("translations.jsonl"))
    with memory.open("a") as file:
        file.write('{"text": "half a li')
    deepl.answers_left = None
    done = translate(tmp_path, "a", "--json")
    assert (done.returncode, json.loads(done.stdout)["asked"]) == (0, 370)
    assert max(Counter(deepl.sold).values()) == 1
    whole = translate(tmp_path, "b")
    assert whole.returncode == 0
    assert (tmp_path / "a" / "draft.jsonl").read_bytes() == (tmp_path / "b" / "draft.jsonl").read_bytes()


def test_a_folder_that_holds_something_else_is_left_alone(deepl: StandIn, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "thesis.tex").write_text("years of work")
    done = translate(tmp_path, "a")
    assert (done.returncode, deepl.requests) == (2, [])
    assert "is not empty and is no adaptation folder" in done.stderr


def test_another_question_is_not_mixed_into_a_folder(deepl: StandIn, tmp_path: Path) -> None:
    translate(tmp_path, "a", "--limit", 3)
    done = translate(tmp_path, "a", "--limit", 4)
    assert done.returncode == 2
    assert "holds the answers to another question (n: 3 there, 4 here)" in done.stderr


def test_a_set_that_is_in_the_language_already_is_refused(deepl: StandIn, tmp_path: Path) -> None:
    done = translate(tmp_path, "a", on="pairs-fr")
    assert (done.returncode, "pairs-fr is in fr already" in done.stderr) == (2, True)


def test_a_file_that_does_not_exist_is_written_to_be_filled_in(tmp_path: Path) -> None:
    done = translate(tmp_path, "a", "--limit", 2, system="file=t.csv")
    assert done.returncode == 2
    assert "now holds the 4 texts to translate" in done.stderr
    text = (tmp_path / "t.csv").read_text(encoding="utf-8-sig")
    assert text.splitlines()[0] == "source;translation"
    half = text.replace("went into the room.;", "went into the room.;Traduit.", 1)
    (tmp_path / "t.csv").write_text(half, encoding="utf-8")
    missing = translate(tmp_path, "a", "--limit", 2, system="file=t.csv")
    assert missing.returncode == 2
    assert "has no translation for 3 of 4 texts" in missing.stderr


def test_a_data_set_translated_elsewhere_is_joined_by_id(tmp_path: Path) -> None:
    bundled = Path(__file__).parents[3] / "src/epicene/data/bundled/pairs-fr.jsonl"
    kept = [line for line in bundled.read_text(encoding="utf-8").splitlines() if "gender-001" not in line]
    (tmp_path / "done.jsonl").write_text("\n".join(kept), encoding="utf-8")
    assert translate(tmp_path, "a", "--limit", 5, system="file=done.jsonl").returncode == 0
    checked = json.loads(epicene("adapt", "check", "a", "--json", cwd=tmp_path).stdout)
    assert [(found["kind"], found["item_id"]) for found in checked["findings"]] == [("missing", "gender-001")]


def test_a_gap_in_a_table_is_named_by_its_line_and_a_lost_row_by_its_text(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("source;translation\nShe sings.;Elle chante.\nHe sings.;\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"for 2 of 3 texts \(lines, or texts that no line has: 3, “They sing\.”\)"):
        TranslatedFile(table).check(["She sings.", "He sings.", "They sing."], tmp_path)


def test_two_translations_of_one_text_are_refused(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("source;translation\nHi.;Salut.\nHi.;Salut.\nHi.;Bonjour.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"t\.csv, line 4: “Hi\.” has two translations; keep one"):
        TranslatedFile(table).check(["Hi."], tmp_path)


def test_a_data_set_that_does_not_exist_is_not_written_as_a_table(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"fr\.json does not exist; check the path, or name a FILE\.csv"):
        TranslatedFile(tmp_path / "fr.json").check(["Hi."], tmp_path)
    assert not (tmp_path / "fr.json").exists()


def test_languages_are_written_in_one_way() -> None:
    known = {"fr": "fr", "FR": "fr", "pt_br": "pt-BR", "PT-BR": "pt-BR", "deu": "deu"}
    assert {text: language_code(text) for text in known} == known
    with pytest.raises(InputError, match="'french' is no language code"):
        language_code("french")


@pytest.mark.about("triples")
def test_another_question_is_told_in_a_line(deepl: StandIn, tmp_path: Path) -> None:
    assert translate(tmp_path, "a", "--limit", 2).returncode == 0
    done = translate(tmp_path, "a", "--limit", 2, on="triples-en")
    assert done.returncode == 2
    assert "kind: pairs there, triples here; source: pairs-en (" in done.stderr
    assert len(done.stderr.replace("\n", " ")) < 400
