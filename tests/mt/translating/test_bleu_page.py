"""Two systems on one test set: BLEU compared sentence by sentence, from their folders alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from epicene.core.errors import InputError
from epicene.mt.results import BleuResults
from epicene.mt.translating.page import BLEU_PAGE as PAGE

REFERENCES = [f"The baker number {place} has finished his long work today ." for place in range(12)]


def folder(path: Path, lines: list[str], references: list[str]) -> Path:
    path.mkdir()
    (path / "translations.en").write_text("".join(f"{line}\n" for line in lines))
    (path / "references.en").write_text("".join(f"{line}\n" for line in references))
    data = f"{len(references):06d}"
    signature = (
        f"test-set@{data}|bleu-fr-en-lc-beam5|bos:none|{path.name}@1{path.name}|boot:sentence*1000|epicene-0.1.0"
    )
    results = BleuResults(
        model=path.name,
        signatures={"test-set": signature},
        n=len(references),
        estimates=[],
        direction="fr-en",
        test="news",
        beams=5,
        sacrebleu="case:lc",
        notices=[],
        notice_codes=[],
    )
    (path / "results.json").write_bytes(msgspec.json.encode(results))
    return path


def test_a_system_that_translates_as_the_reference_is_clearly_better(tmp_path: Path) -> None:
    right = folder(tmp_path / "right", REFERENCES, REFERENCES)
    wrong = folder(tmp_path / "wrong", [f"Nothing {line.split()[3]} works ." for line in REFERENCES], REFERENCES)
    (pair,) = PAGE.compare([wrong, right], 0).pairs
    (bleu,) = pair.comparisons
    assert bleu.value_b == pytest.approx(100)
    assert bleu.is_clear
    assert 0 < bleu.low <= bleu.difference
    other = folder(tmp_path / "other", REFERENCES[:6], REFERENCES[:6])
    with pytest.raises(InputError, match="differ in more than the system"):
        PAGE.compare([right, other], 0)
