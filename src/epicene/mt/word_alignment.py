"""Word alignment: which words of two sentences translate each other, learnt from the pairs themselves.

Measured on WinoMT (3,888 pairs, two systems; benchmarks/mt.py): by rules the three packages differ by at most 0.6
points of accuracy and agree with the human annotations alike. sil-thot is the default: it comes as wheels with a stated
licence (LGPL-3.0); systran-align is faster but states none; eflomal (GPL-3.0) is compiled on installation.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epicene.core.extras import missing_package
from epicene.core.registry import Registry

Sentence = Sequence[str]
Links = list[tuple[int, int]]  # (word of the source, word of the target)
Aligner = Callable[[Sequence[Sentence], Sequence[Sentence]], list[Links]]

ALIGNERS: Registry[Aligner] = Registry("aligner")
DEFAULT_ALIGNER = "thot"
FAST_ALIGN_ITERATIONS = 8
HMM_ITERATIONS = 5
_THOT, _SYSTRAN, _EFLOMAL = ("thot.alignment", "sil-thot"), ("systran_align", "systran-align"), ("eflomal", "eflomal")
_NEEDED = {DEFAULT_ALIGNER: [_THOT], "thot-hmm": [_THOT], "systran": [_SYSTRAN], "eflomal": [_EFLOMAL, _THOT]}


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


class AlignmentModel(Protocol):
    """As thot has them."""

    scheduled_iterations: int

    def add_sentence_pair(self, source: Sentence, target: Sentence) -> object: ...
    def start_training(self) -> object: ...
    def train(self) -> object: ...
    def end_training(self) -> object: ...


Train = Callable[[ModuleType, Sequence[Sentence], Sequence[Sentence]], AlignmentModel]


def _trained(
    make: Callable[[], AlignmentModel], source: Sequence[Sentence], target: Sequence[Sentence], iterations: int
) -> AlignmentModel:
    model = make()
    for pair in zip(source, target, strict=True):
        model.add_sentence_pair(*pair)
    return _iterate(model, iterations)


def _iterate(model: AlignmentModel, iterations: int) -> AlignmentModel:
    model.start_training()
    for _ in range(iterations or model.scheduled_iterations):
        model.train()
    model.end_training()
    return model


def _symmetric(train: Train, source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    """Both directions by thot, joined by it."""
    thot = _package(*_THOT)
    both = thot.SymmetrizedAligner(train(thot, source, target), train(thot, target, source))
    both.heuristic = thot.SymmetrizationHeuristic.GROW_DIAG_FINAL_AND
    return [_links(matrix.to_numpy()) for _, matrix in both.get_best_alignments(source, target)]


def _links(matrix: NDArray[np.bool_]) -> Links:
    rows, columns = matrix.nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _fast_align(thot: ModuleType, source: Sequence[Sentence], target: Sequence[Sentence]) -> AlignmentModel:
    """IBM model 2 with a diagonal prior (Dyer et al. 2013)."""
    return _trained(thot.FastAlignModel, source, target, FAST_ALIGN_ITERATIONS)


def _hmm(thot: ModuleType, source: Sequence[Sentence], target: Sequence[Sentence]) -> AlignmentModel:
    start = _trained(thot.Ibm1AlignmentModel, source, target, HMM_ITERATIONS)
    return _iterate(thot.HmmAlignmentModel(start), HMM_ITERATIONS)


def _systran(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    systran = _package(*_SYSTRAN)
    with tempfile.TemporaryDirectory() as folder:
        text, forward, backward = (str(Path(folder) / name) for name in ("text", "forward", "backward"))
        pairs = (f"{' '.join(one)} ||| {' '.join(other)}\n" for one, other in zip(source, target, strict=True))
        Path(text).write_text("".join(pairs), encoding="utf-8")
        options = {"favor_diagonal": True, "optimize_tension": True, "variational_bayes": True}
        systran.generate_alignment_probabilities(text, forward, backward, **options)
        found = systran.Aligner(forward, backward).align_batch(list(map(list, source)), list(map(list, target)))
    return [[(int(one), int(other)) for one, other in result["alignments"]] for result in found]


def _eflomal(source: Sequence[Sentence], target: Sequence[Sentence]) -> list[Links]:
    eflomal = _package(*_EFLOMAL)
    with tempfile.TemporaryDirectory() as folder:
        forward, backward = (Path(folder) / name for name in ("forward", "backward"))
        texts = [io.StringIO("".join(f"{' '.join(line)}\n" for line in side)) for side in (source, target)]
        files = {"links_filename_fwd": str(forward), "links_filename_rev": str(backward)}
        eflomal.Aligner().align(*texts, **files, quiet=True)
        found = zip(forward.open(encoding="utf-8"), backward.open(encoding="utf-8"), source, target, strict=True)
        return [_joined(_read_links(one), _read_links(other), len(s), len(t)) for one, other, s, t in found]


def _read_links(line: str) -> Iterable[tuple[int, int]]:
    return ((int(one), int(other)) for one, other in (link.split("-") for link in line.split()))


def _joined(one: Iterable[tuple[int, int]], other: Iterable[tuple[int, int]], rows: int, columns: int) -> Links:
    common = _package("thot.common", "sil-thot")
    matrices = []
    for links in (one, other):
        matrix = common.WordAlignmentMatrix(rows, columns)
        for link in links:
            matrix.set(*link)
        matrices.append(matrix)
    matrices[0].grow_diag_final_and(matrices[1])
    return _links(matrices[0].to_numpy())


ALIGNERS.add(DEFAULT_ALIGNER, partial(_symmetric, _fast_align))
ALIGNERS.add("thot-hmm", partial(_symmetric, _hmm))
ALIGNERS.add("systran", _systran)
ALIGNERS.add("eflomal", _eflomal)
