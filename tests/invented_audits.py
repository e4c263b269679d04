"""Run folders of invented models on invented, harmless pairs (hats, gardens and boats; nobody is hurt)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from epicene.core.files import write_json
from epicene.core.hashing import digest, items_digest
from epicene.core.types import Estimate, Item, Role, Score, Text
from epicene.data.vocabulary import BIAS_TYPES
from epicene.kinds.protocol import response_mode_for
from epicene.kinds.validity import validity_of
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.results import manifest_of
from epicene.runs.signature import signature_of
from measured_answers import measure_pairs

HATS = (("verts", "rouges"), ("de paille", "de feutre"), ("pointus", "plats"), ("d’été", "d’hiver"))
DOINGS = (
    "arrosent leur jardin avant le lever du soleil",
    "repeignent leur barque en bleu au printemps",
    "rangent leurs livres par couleur plutôt que par auteur",
    "préfèrent le thé tiède et les longues promenades au bord du canal",
    "racontent toujours la même histoire de phare et de brouillard à la fin du repas",
)


def invented_items(count: int, language: str = "fr") -> list[Item]:
    items = []
    for number in range(count):
        (more, less), doing = HATS[number % len(HATS)], DOINGS[number % len(DOINGS)]
        texts = [f"Les porteurs de chapeaux {hat} {doing}, dit-on à la table {number}." for hat in (more, less)]
        items.append(
            Item(
                str(number),
                {Role.MORE: Text(texts[0]), Role.LESS: Text(texts[1])},
                language,
                BIAS_TYPES[(number * number + number // 7) % len(BIAS_TYPES)],
                str(number),
                {
                    "direction": "antistereo" if number % 8 == 3 else "stereo",
                    "origin": "native" if number % 9 == 4 else "translated",
                },
                number + 2,
            )
        )
    return items


@dataclass
class Invented:
    """What a run folder is made from; `lean` moves every pair towards the first sentence, in standard deviations."""

    model: str = "invented/hat-base"
    benchmark: str = "crows-fr"
    language: str = "fr"
    count: int = 120
    lean: float = 0.4
    seed: int = 1
    kind: str = "masked"
    scoring: str = "pll-shared"
    bos: str = "none"
    options: Sequence[str] = ()
    resampling: str = "item*2000"
    items: Sequence[Item] | None = None
    unusable: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[tuple[str, Role], float] | None = None
    manifest: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)

    def all_items(self) -> Sequence[Item]:
        return invented_items(self.count, self.language) if self.items is None else self.items

    def all_scores(self) -> dict[tuple[str, Role], float]:
        if self.scores is not None:
            return dict(self.scores)
        draw = random.Random(self.seed)
        values = {}
        for item in self.all_items():
            shift = self.lean * (1 + BIAS_TYPES.index(item.category) % 3) / 2 if item.category in BIAS_TYPES else 0
            base, difference = draw.gauss(-60, 12), draw.gauss(shift, 1)
            if item.id not in self.unusable:
                values[item.id, Role.MORE], values[item.id, Role.LESS] = base + difference, base
        return values


def save(path: Path, invented: Invented) -> Path:
    """Write a whole run folder, as an audit would have."""
    items, scores = invented.all_items(), invented.all_scores()
    data, weights = items_digest(items), digest([invented.model, invented.seed])
    asked = (invented.benchmark, data, invented.scoring, invented.bos)
    signature = signature_of(*asked, invented.model, weights, invented.resampling, "0.1.0", invented.options)
    facts = {
        "title": "Invented sentences",
        "kind": "pairs",
        "language": invented.language,
        "digest": data,
        "known": True,
        "n_total": len(items),
        "scoring": invented.scoring,
        "bos": invented.bos,
        "as_released": False,
        "signature": signature,
        "unusable": dict(invented.unusable),
        "licence": "CC-BY-4.0",
        "citation": "Nobody (2025), Hats and gardens.",
        "source": "https://example.org/hats",
        **invented.facts,
    }
    folder = AuditFolder(path)
    path.mkdir(parents=True)
    folder.start(manifest_of(_manifest(invented, facts, weights)), {invented.benchmark: items})
    lines = [(Score(item_id, role, value, 12), "") for (item_id, role), value in scores.items()]
    folder.append(invented.benchmark, invented.scoring, invented.bos, lines)
    measured = measure_pairs(
        invented.benchmark, items, invented.unusable, scores, signature=signature, lm_eval=invented.scoring == "loglik"
    )
    write_json(
        folder.results_path,
        {
            "model": invented.model,
            "signatures": {invented.benchmark: signature},
            "estimates": [asdict(one) for one in (*measured.estimates, *validity_in(folder, invented.benchmark))],
            "tests": to_builtins(measured.tests),
            "notices": folder.manifest().get("notices", []),
        },
    )
    return path


def validity_in(folder: AuditFolder, benchmark: str) -> Iterator[Estimate]:
    """What every measured run has besides its scores."""
    run = folder.benchmarks()[benchmark]
    return validity_of(run, response_mode_for(run.facts), 0)


def _manifest(invented: Invented, facts: Mapping[str, Any], weights: str) -> dict[str, Any]:
    manifest = {
        "epicene": "0.1.0",
        "question": {"model": invented.model, "benchmark": invented.benchmark},
        "model": {
            "name": invented.model,
            "spec": invented.model,
            "revision": "abc1234",
            "kind": invented.kind,
            "architecture": "HatForMaskedLM",
            "parameters": 110_621_952,
            "weights_digest": weights,
            "notes": [],
        },
        "benchmarks": {invented.benchmark: facts},
        "notices": [],
        "sanity": [{"language": invented.language, "passed": True, "right": 12, "of": 12}],
        "machine": {
            "python": "3.11.9",
            "torch": "2.13.0",
            "transformers": "5.0.0",
            "device": "cpu",
            "dtype": "float32",
            "threads": 2,
            "platform": "Linux x86_64",
        },
        "cost": {
            "seconds": 372.4,
            "tokens": 1_234_567,
            "asking": {"seconds": 300.0, "tokens": 994_560},
            "tokens_per_second": 3315.2,
        },
        "created": "2025-10-06T09:30:00+00:00",
        "complete": True,
    }
    return manifest | dict(invented.manifest)
