"""What many tests share: the folder of comparison material, and tiny models made once a session."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.modules.setdefault("codecarbon", None)  # type: ignore[arg-type]  # its own tests ask for it; others need no energy
os.environ["HF_HUB_OFFLINE"] = "1"  # no test reaches a hub, except the stand-in that a test starts itself
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Data, tiny models and gold numbers that are not part of the project."""
    if not SHARED.is_dir():
        pytest.skip("needs the comparison material in ../shared, which is not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def masked_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_masked(tmp_path_factory.mktemp("models") / "tiny-masked")


@pytest.fixture(scope="session")
def causal_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_causal(tmp_path_factory.mktemp("models") / "tiny-causal")


@pytest.fixture(scope="session")
def encoder_decoder_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import tiny

    return tiny.tiny_encoder_decoder(tmp_path_factory.mktemp("models") / "tiny-encoder-decoder")


@pytest.fixture
def double_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that compare what a model chose in different batches: their rounding differs by the processor, and what
    float32 rounds away may decide. What float64 does has no part in a choice."""
    import torch

    from epicene.models import loading

    monkeypatch.setitem(loading.DTYPES, "float32", torch.float64)
