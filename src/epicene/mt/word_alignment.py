"""Word alignment: which words of two sentences translate each other, learnt from the pairs themselves.

Measured on WinoMT (3,888 pairs, two systems; benchmarks/mt.py): by rules the two packages differ by at most 0.6 points
of accuracy and agree with the human annotations alike. sil-thot is the default: it comes as wheels with a stated
licence (LGPL-3.0). eflomal (GPL-3.0, compiled on installation) is what Wisniewski et al. 2022 align with.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from epicene.core.extras import missing_package
from epicene.core.registry import Registry

Sentence = Sequence[str]
Links = list[tuple[int, int]]  # (word of the source, word of the target)
Aligner = Callable[[Sequence[Sentence], Sequence[Sentence]], list[Links]]

ALIGNERS: Registry[Aligner] = Registry("aligner")
DEFAULT_ALIGNER, EFLOMAL = "thot", "eflomal"
FAST_ALIGN_ITERATIONS = 8
_THOT = "thot.alignment", "sil-thot"  # the module and its package
_NEEDED = {DEFAULT_ALIGNER: [_THOT], EFLOMAL: [(EFLOMAL, EFLOMAL), _THOT]}


def align(name: str, source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    """Links of each pair by the aligner of that name; both directions, joined by grow-diag-final-and."""
    return ALIGNERS[name](source, target)


def check_aligner(name: str) -> None:
    """Refuse an aligner whose packages are not installed, before anything is read or counted."""
    ALIGNERS[name]  # an unknown one is answered with the known
    for module, package in _NEEDED.get(name, ()):
        _package(module, package)


def _package(module: str, package: str) -> ModuleType:
    try:
        return import_module(module)
    except ImportError as error:
        raise missing_package(module, "This aligner", package) from error


def _align_by_thot(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    """fast_align (IBM model 2 with a diagonal prior, Dyer et al. 2013) in both directions."""
    thot = _package(*_THOT)
    models = []
    for sides in ((source, target), (target, source)):
        model = thot.FastAlignModel()
        for pair in zip(*sides, strict=True):
            model.add_sentence_pair(*pair)
        model.start_training()
        for _ in range(FAST_ALIGN_ITERATIONS):
            model.train()
        model.end_training()
        models.append(model)
    both = thot.SymmetrizedAligner(*models)
    both.heuristic = thot.SymmetrizationHeuristic.GROW_DIAG_FINAL_AND
    return [_links(matrix) for _, matrix in both.get_best_alignments(source, target)]


def _align_by_eflomal(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    """Gibbs sampling over fertilities (Östling and Tiedemann 2016); thot joins the two directions."""
    eflomal, common = _package(EFLOMAL, EFLOMAL), _package("thot.common", _THOT[1])

    def matrix_of(line: str, rows: int, columns: int) -> Any:
        matrix = common.WordAlignmentMatrix(rows, columns)
        for link in line.split():
            matrix.set(*map(int, link.split("-")))
        return matrix

    def joined(forward: Path, backward: Path) -> Iterator[Links]:
        with forward.open(encoding="utf-8") as lines, backward.open(encoding="utf-8") as others:
            for line, other, from_words, to_words in zip(lines, others, source, target, strict=True):
                matrix = matrix_of(line, len(from_words), len(to_words))
                matrix.grow_diag_final_and(matrix_of(other, len(from_words), len(to_words)))
                yield _links(matrix)

    with tempfile.TemporaryDirectory() as folder:
        forward, backward = (Path(folder) / name for name in ("forward", "backward"))
        texts = [io.StringIO("".join(f"{' '.join(line)}\n" for line in side)) for side in (source, target)]
        eflomal.Aligner().align(*texts, links_filename_fwd=str(forward), links_filename_rev=str(backward), quiet=True)
        return list(joined(forward, backward))


def _links(matrix: Any) -> Links:
    rows, columns = matrix.to_numpy().nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


ALIGNERS.add(DEFAULT_ALIGNER, _align_by_thot)
ALIGNERS.add(EFLOMAL, _align_by_eflomal)
