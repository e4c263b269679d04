"""A stand-in for DeepL, and the environment that leads to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapt.deepl_stand_in import KEY, StandIn, serving


@pytest.fixture
def deepl(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    with serving(StandIn()) as stand_in:
        monkeypatch.setenv("DEEPL_AUTH_KEY", KEY)
        monkeypatch.setenv("DEEPL_SERVER_URL", stand_in.url)
        yield stand_in
