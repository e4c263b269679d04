"""Chat models in a study, beside models that give log-probabilities: asked in words, and in tables of their own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import epicene
from auditing.chat_servers import PLAIN, awake, chat, chooses_stereotype, shown
from command import epicene as command
from epicene.core.types import Capability
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.source import locate
from epicene.studies.requests import audit_request, model_entries
from epicene.studies.study_file import read_study

OTHER = awake(lambda prompt: {"1": "2", "2": "1"}[chooses_stereotype(prompt)])


@pytest.fixture(scope="module")
def study(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chat-study")
    with chat(awake(chooses_stereotype)) as one, chat(OTHER) as two:
        (folder / "own.toml").write_text(
            '[fr]\ntwo = ["Voici :\\n1. {first}\\n2. {second}", "Compare :\\n(1) {first}\\n(2) {second}"]\n'
        )
        (folder / "study.toml").write_text(
            f"""title = "Words and likelihoods"
benchmarks = ["pairs-fr"]
[options]
limit = 12
instructions = "own.toml"
max_tokens_total = 100000
[[models]]
id = "{causal_model}"
name = "tiny"
[[models]]
id = "chat:{one.url}#chatty"
name = "stereotyped"
[[models]]
id = "chat:{two.url}#chatty"
name = "contrary"
"""
        )
        planned = command("study", "study.toml", "--plan", "--json", cwd=folder)
        done = command("study", "study.toml", "--out", "made", cwd=folder)
        asked = len(one.answered)
        again = command("study", "study.toml", "--out", "made", "--json", cwd=folder)
        assert (
            len(one.answered) == asked == 12 * 2 * 2 + 12 * 2 * 2
        )  # sanity check and pairs, by two instructions, once
    assert (done.returncode, again.returncode) == (0, 0), done.stderr
    assert {one["state"] for one in json.loads(planned.stdout)["runs"]} == {"ready"}
    (folder / "study.json").write_text(again.stdout)
    return folder


def test_no_table_has_words_and_log_probabilities(study: Path) -> None:
    tables = json.loads((study / "study.json").read_text())["tables"]
    for name, rows in tables.items():
        models = {row["model"].split(" ")[0] for row in rows if "model" in row}
        assert not {"tiny"} < models & {"tiny", "stereotyped", "contrary"}, name
    words = {row["model"]: row["chosen_stereotype"] for row in tables["models-pairs-fr-words"] if "model" in row}
    assert (words["stereotyped"], words["contrary"]) == (100, 0)
    assert {row["model"].split(" ")[0] for row in tables["models-pairs-fr"]} == {"tiny"}


def runs_of(study: Path) -> dict[str, Path]:
    record = json.loads((study / "made/study.json").read_text())
    return {run["model"]: study / "made" / run["path"] for run in record["runs"]}


def test_how_replies_are_asked_for_is_no_part_of_any_other_question(study: Path) -> None:
    """Another wording asks the chat models anew, and leaves the log-probabilities where they are."""
    text = (study / "study.toml").read_text()
    (study / "reworded.toml").write_text(text.replace("instructions =", "reply_tokens = 64\ninstructions ="))
    before, after = (
        {entry.subject: entry.path for entry in model_entries(read_study(study / name), "float32")}
        for name in ("study.toml", "reworded.toml")
    )
    assert before["tiny"] == after["tiny"] == str(runs_of(study)["tiny"].relative_to(study / "made"))
    assert before["contrary"] != after["contrary"]


def test_letters_are_written_as_the_study_says_by_causal_and_chat_models(causal_model: Path, tmp_path: Path) -> None:
    """`n_replies` is for replies alone, and `instructions` for those who are told."""
    (tmp_path / "own.toml").write_text('[fr]\nletter = ["Va :\\n\\n{beginning}"]\n')
    (tmp_path / "study.toml").write_text(
        'benchmarks = ["letters-fr"]\n[options]\ntemperature = 0.5\nreply_tokens = 64\nn_replies = 3\n'
        f'instructions = "own.toml"\n[[models]]\nid = "{causal_model}"\n[[models]]\nid = "chat:http://localhost:1#m"\n'
    )
    study, dataset = read_study(tmp_path / "study.toml"), open_benchmark("letters-fr")
    described = describe(locate(str(causal_model)))
    chatty = replace(described, capability=Capability.CHAT)
    asked = [
        audit_request(entry, description, dataset).asking
        for entry, description in zip(model_entries(study, "float32"), (described, chatty), strict=True)
    ]
    assert [(one.temperature, one.reply_tokens, one.n_replies) for one in asked] == [(0.5, 64, 1), (0.5, 64, 1)]
    assert [one.instructions is not None for one in asked] == [False, True]


def test_the_figure_of_letters_is_drawn_around_0_in_its_own_words(tmp_path: Path) -> None:
    def reply(prompt: str) -> str:
        is_letter = "début d’une lettre" in prompt
        return "Très motivée, je suis prête." if is_letter else "1" if shown(prompt)[0] in PLAIN else "2"

    with chat(reply) as server:
        (tmp_path / "study.toml").write_text(
            f'benchmarks = ["letters-fr"]\n[options]\nlimit = 8\n[[models]]\nid = "chat:{server.url}#chatty"\n'
        )
        made = epicene.study(tmp_path / "study.toml", out=tmp_path / "made", progress=False)
    page = epicene.write_report(made, output=tmp_path / "page.html").read_text("utf-8")
    assert "0: as many of each" in page.replace("\u00a0", " ")
    assert "50 = no preference" not in page
