"""Training a system further: any kind that translates, from its own weights, and the same after a crash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from epicene.core.progress import Progress, Silent
from epicene.models.loading import Placement, load_weights
from epicene.models.source import locate
from epicene.models.translation import describe_translation, language_tags
from epicene.train.results import read_log
from epicene.train.train_mt import FINE_TUNING, FineTuned, FineTuning, fine_tune
from epicene.train.training import TrainingRun
from power_cut import PowerCutError, StopsAt
from tiny_translation import language_to_learn, tiny_m2m100, tiny_marian, tiny_mbart50, tiny_t5

PAIRS = language_to_learn()[:60]
SETTINGS = replace(FINE_TUNING, epochs=2, batch_tokens=300, validate_every=5, rate=5e-3, warmup=2)


def tuned(folder: Path, out: Path, progress: Progress | None = None, rank: int | None = 4) -> FineTuned:
    out.mkdir(exist_ok=True)
    description = describe_translation(locate(str(folder)))
    tuning = FineTuning(description, language_tags(description, "fr", "en"), PAIRS[:56], PAIRS[56:], SETTINGS, rank)
    return fine_tune(tuning, TrainingRun(out, Placement("cpu", threads=1).resolve(), progress or Silent()))


def weights(trained: FineTuned) -> dict[str, torch.Tensor]:
    return dict(trained.model.state_dict())


@pytest.mark.parametrize("make", [tiny_marian, tiny_mbart50, tiny_m2m100, tiny_t5])
def test_every_kind_of_system_learns_and_stays_what_it_is(make: Callable[[Path], Path], tmp_path: Path) -> None:
    folder = make(tmp_path / "system")
    before = load_weights(describe_translation(locate(str(folder))), Placement("cpu", threads=1).resolve())
    trained = tuned(folder, tmp_path / "out")
    losses = [line.loss for line in read_log(tmp_path / "out")]
    assert losses[-1] < losses[0], "it learns from where it stands"
    known = before.state_dict()
    assert {name: tuple(one.shape) for name, one in weights(trained).items()} == {
        name: tuple(one.shape) for name, one in known.items()
    }
    changed = {name for name, one in weights(trained).items() if not torch.equal(one, known[name])}
    assert changed, "adapters are merged into the weights"
    assert not [name for name in changed if "embed" in name or "shared" in name or "layer_norm" in name]
    assert trained.model.config.to_dict() == before.config.to_dict()


def test_a_crash_changes_nothing_and_full_training_changes_embeddings_too(tmp_path: Path) -> None:
    folder = tiny_marian(tmp_path / "system")
    unbroken = weights(tuned(folder, tmp_path / "unbroken", rank=None))
    for stop in (3, 5):
        with pytest.raises(PowerCutError):
            tuned(folder, tmp_path / "broken", StopsAt(stop), rank=None)
    broken = weights(tuned(folder, tmp_path / "broken", rank=None))
    assert all(torch.equal(broken[name], one) for name, one in unbroken.items())
    assert (tmp_path / "broken" / "log.jsonl").read_bytes() == (tmp_path / "unbroken" / "log.jsonl").read_bytes()
    before = load_weights(describe_translation(locate(str(folder))), Placement("cpu", threads=1).resolve())
    name = "model.encoder.embed_tokens.weight"
    assert not torch.equal(unbroken[name], before.state_dict()[name])
