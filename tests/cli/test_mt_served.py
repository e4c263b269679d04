"""Models behind servers: where weights are needed, `mt` says so, and never takes what lies about for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import epicene
from openai_server import Answer, StandIn, serving
from tiny_translation import SOURCE_LINES, tiny_marian, write_lines

COMMANDS = {
    "mt translate": ("mt", "translate", "{}", "--from", "fr", "--to", "en", "--in", "source.fr", "--out", "made"),
    "mt audit": ("mt", "audit", "{}", "--out", "made"),
    "mt intervene": ("mt", "intervene", "{}", "--out", "made"),
    "mt probe": ("mt", "probe", "{}", "--out", "made"),
    "adapt translate": ("adapt", "translate", "pairs-en", "--to", "fr", "--with", "{}", "--out", "made"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands are started: it holds a model that translates."""
    folder = tiny_marian(tmp_path_factory.mktemp("models") / "here")
    write_lines(folder / "source.fr", SOURCE_LINES)
    return folder


@pytest.mark.parametrize(
    ("name", "prefix"),
    [(name, prefix) for name in COMMANDS for prefix in ("chat", "vllm") if (name, prefix) != ("mt translate", "chat")],
)
def test_in_a_folder_that_holds_a_model_it_is_not_taken_for_the_served_one(
    name: str, prefix: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    plain = StandIn.models

    def models(self: StandIn) -> Answer:
        asked.append(self)
        return plain(self)

    monkeypatch.setattr(StandIn, "models", models)
    with serving(StandIn(reply=lambda prompt: "1", names=("chatty",))) as server:
        spec = f"{prefix}:{server.url}#chatty"
        done = epicene(*(part.format(spec) for part in COMMANDS[name]), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{spec} is behind a server, and this needs weights on this machine" in done.stderr.splitlines()[-1]
    assert asked == []
    assert not (folder / "made").exists()
