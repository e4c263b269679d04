"""What many tests share: the folder of comparison material, tiny models and invented runs made once, a browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that leans towards the stereotype, with two pairs left out."""
    from invented_audits import Invented, save

    return save(tmp_path_factory.mktemp("run") / "one", Invented(count=400, unusable={"5": "identical", "9": "empty"}))


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another model without preference, asked the same pairs."""
    from invented_audits import Invented, save

    unusable = {"5": "identical", "9": "empty"}
    invented = Invented(model="invented/scarf", count=400, lean=0.0, seed=2, unusable=unusable)
    return save(tmp_path_factory.mktemp("run") / "two", invented)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Closed with its module: Playwright allows only one at a time."""
    from collect.browser import chromium

    with chromium() as started:
        yield started
