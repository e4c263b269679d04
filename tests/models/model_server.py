"""A stand-in server with a tiny model's true log-probabilities, and a model connected to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asking import pair
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from openai_server import CausalAnswers, StandIn, serving

FORMS = {
    "prompt_logprobs": frozenset({"prompt_logprobs", "ids"}),
    "echo": frozenset({"echo", "ids"}),
    "prompt_logprobs of text": frozenset({"prompt_logprobs"}),
    "echo of text": frozenset({"echo"}),
}
SPLIT_LETTERS = pair("5", "Le cœur d’une mère… ça aime 🙂 !", "Le cœur d’un père… ça aime 🙂 !")


@pytest.fixture(scope="module")
def answers(causal_model: Path) -> CausalAnswers:
    return CausalAnswers(causal_model)


@pytest.fixture
def server(answers: CausalAnswers, causal_model: Path) -> Iterator[StandIn]:
    with serving(StandIn(answers, (str(causal_model), "alias"))) as stand_in:
        yield stand_in


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("epicene.data.http_client.time.sleep", found.append)
    return found


def connected(server: StandIn, *names: object) -> Any:
    spec = "#".join([f"vllm:{server.url}", *map(str, names or server.names[:1])])
    return load(describe(locate(spec)), Placement())
