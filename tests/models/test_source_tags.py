"""A system that was trained with a tag puts it there by itself, whatever asks it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.inside.forced.decoding import source_pieces
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.models.translation import Decoding
from epicene.models.translation_text import FILE, SourceTags
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from tiny_translation import tiny_marian

TAGS = SourceTags("gender", "fr", {"feminine": "elle", "masculine": "il", "neutral": "on"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_marian(tmp_path_factory.mktemp("tagged") / "system")


def opened(folder: Path, prefix: str | None = None) -> ModelSystem:
    return open_model(ModelChoice(str(folder), prefix=prefix), "fr", "en", Placement("cpu", threads=1), Decoding(1))


def test_the_tag_stands_before_the_source_and_no_word_of_it_moves(folder: Path) -> None:
    text = "La boulangère a perdu sa clé."
    plain, digest = opened(folder).planner.encode(text), locate(str(folder)).digest()
    TAGS.write(folder)
    planner = opened(folder).planner
    assert planner.encode(text) == planner.tokenizer(f"elle {text}")["input_ids"] != plain
    assert planner.encode("Le boulanger dort.") == planner.tokenizer("il Le boulanger dort.")["input_ids"]
    assert planner.encode("Il pleut.") == planner.tokenizer("on Il pleut.")["input_ids"]
    assert opened(folder, ">>eng<< ").planner.marks.before(text) == ">>eng<< elle "
    assert locate(str(folder)).digest() != digest, "with other tags, the same weights are another system"
    found = source_pieces(planner, text)
    last = found.ids.index(planner.tokenizer.eos_token_id)
    covered = [text[start:end] for start, end in found.spans[:last] if end > start]
    assert "".join(covered).replace(" ", "") == text.replace(" ", "")


def test_a_tagged_system_refuses_another_language_and_damaged_tags(folder: Path) -> None:
    TAGS.write(folder)
    facts = json.loads((folder / FILE).read_text())
    (folder / FILE).write_text(json.dumps({**facts, "language": "de"}))
    with pytest.raises(InputError, match="tags before sentences in 'de', so that it cannot translate from 'fr'"):
        opened(folder)
    (folder / FILE).write_text(json.dumps({**facts, "tags": {}}))
    with pytest.raises(InputError, match="no 'neutral' among its tags"):
        opened(folder)
    (folder / FILE).write_text("{")
    with pytest.raises(InputError, match="is damaged"):
        opened(folder)
