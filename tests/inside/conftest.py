"""The small system that tests of forced decoding, interventions and states share, and the lines that it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.inside.interventions.aligned_pairs import AlignedLine
from epicene.models.translation import Translator
from inside.small_marian import aligned_lines, opened, two_layer_marian


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_layer_marian(tmp_path_factory.mktemp("models") / "two-layers")


@pytest.fixture(scope="module")
def translator(folder: Path) -> Translator:
    return opened(folder)


@pytest.fixture(scope="module")
def lines(translator: Translator) -> list[AlignedLine]:
    return aligned_lines(translator)
