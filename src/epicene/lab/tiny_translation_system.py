"""A small translation system trained on the lab's sentences by `epicene.train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress
from epicene.lab.dials import MtDials
from epicene.lab.parallel_sentences import HER, Generator
from epicene.models.loading import Placement
from epicene.train.mt.pipeline import MtTrainingRequest, train_mt
from epicene.train.settings import MtSettings

VALIDATED = 100
MANY_PAIRS = 10_000
# Small enough for minutes on one core. No label smoothing: probabilities should be the corpus's own rates.
TRAINING = MtSettings(
    layers=2,
    decoder_layers=1,
    width=128,
    ffn=256,
    heads=4,
    pieces=2_000,
    dropout=0.05,
    batch_tokens=800,
    rate=2.5e-3,
    warmup=100,
    label_smoothing=0.0,
    averaging=0.01,
    validate_every=500,
    patience=1_000,  # never ends early: two dials must differ in nothing but their corpus
    duplicates=True,  # the same sentence with his and with her is what a rate is made of
    dtype="float32",
)


def write_parallel(dials: MtDials, folder: Path) -> dict[str, Any]:
    """The corpus in four files, and what its possessives say: the dials as they came out."""
    generator = Generator(dials)
    for part, n in (("valid", VALIDATED), ("train", dials.pairs)):
        generator.told.clear()
        pairs = list(generator.pairs(n, part))
        for side, language in enumerate(("fr", "en")):
            write_text(folder / f"{part}.{language}", "".join(f"{pair[side]}\n" for pair in pairs))
    told = {
        subject: _told(generator, subject)
        for subject in ("feminine", "masculine", "unmarked")
        if any(known == subject for known, _ in generator.told)
    }
    write_json(folder / "told.json", told)
    return told


def _told(generator: Generator, subject: str) -> dict[str, float]:
    counts = {pronoun: n for (known, pronoun), n in generator.told.items() if known == subject}
    n = sum(counts.values())
    return {"n": n, "her": 100 * counts.get(HER, 0) / n}


def train_system(dials: MtDials, corpus: Path, out: Path, progress: Progress) -> None:
    """Train or resume, on one core."""
    settings = replace(
        TRAINING, epochs=dials.epochs, seed=dials.seed, pieces=_pieces(dials), batch_tokens=_batch(dials)
    )
    request = MtTrainingRequest(
        *(corpus / "train.fr", corpus / "train.en", corpus / "valid.fr", corpus / "valid.en"),
        out,
        settings,
        Placement("cpu", threads=1),
    )
    train_mt(request, progress)


def _pieces(dials: MtDials) -> int:
    """Fewer occupations need fewer pieces; SentencePiece would learn whole sentences by heart otherwise."""
    return TRAINING.pieces if not dials.occupations else max(400, min(TRAINING.pieces, 300 + 3 * dials.occupations))


def _batch(dials: MtDials) -> int:
    """A small corpus needs small batches, or it is over before anything is learnt."""
    return TRAINING.batch_tokens if dials.pairs >= MANY_PAIRS else TRAINING.batch_tokens // 2
