from pathlib import Path

import pytest

from invented_audits import Invented, save


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def run(folder) -> Path:
    """A model that leans towards the stereotype, with two pairs left out."""
    return save(folder / "one", Invented(count=400, unusable={"5": "identical", "9": "empty"}))


@pytest.fixture(scope="session")
def other(folder) -> Path:
    """Another model without preference, asked the same pairs."""
    unusable = {"5": "identical", "9": "empty"}
    return save(folder / "two", Invented(model="invented/scarf", count=400, lean=0.0, seed=2, unusable=unusable))
