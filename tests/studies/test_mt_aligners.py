"""A study of translation systems says that its aligner is missing before it reads or trains anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.mt import word_alignment
from epicene.studies.study_file import AbsentFile, read_study
from mt.small_corpora import write


@pytest.fixture
def study(tmp_path: Path) -> Path:
    write(tmp_path / "train.fr", ["Le boulanger a terminé son travail."])
    write(tmp_path / "train.en", ["The baker has finished his work."])
    system = '[[systems]]\nmodel = "./m"\ntraining = "train.fr"\ntraining_target = "train.en"\n'
    return write(tmp_path / "study.toml", ['[options]\naligner = "eflomal"\n', system])


def without_eflomal(name: str) -> object:
    if name == "eflomal":
        raise ImportError(name)
    return object()


def test_a_missing_aligner_is_refused_where_the_file_is_read(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_alignment, "import_module", without_eflomal)
    with pytest.raises(InputError, match="pip install eflomal"):
        read_study(study)
    absent: list[AbsentFile] = []
    read_study(study, absent)  # as --plan does
    assert len(absent) == 1


def test_an_aligner_that_no_step_needs_may_be_missing(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_alignment, "import_module", without_eflomal)
    study.write_text(study.read_text().replace("[options]", '[options]\nsteps = ["audit"]'))
    assert read_study(study).system_options.aligner == "eflomal"
