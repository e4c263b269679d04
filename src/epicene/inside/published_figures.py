"""What the paper printed of forced decoding, interventions and probes (Wisniewski, Zhu, Ballier, Yvon: TAL 63-1, 2022).

Its system: a Transformer of 6 + 6 layers trained on 4 million sentence pairs, French to English, lower-cased.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

SOURCE = "Wisniewski et al. 2022"

# Section 6.1.2; the share below 0.5 is said to be "more than 40 %".
FORCED = {"r_mean": 0.46, "r_below_0.5": 40.0, "r_below_0": 0.7}
AT_LEAST = frozenset({"r_below_0.5"})

# Section 6.2.2: mean and median of r before and after; for u1 without seven outliers.
INTERVENTIONS = {
    "u1": {"r_mean": (0.49, 0.18), "r_median": (0.56, 0.34)},
    "u2": {"r_mean": (0.46, 0.48), "r_median": (0.558, 0.559)},
    "u3": {"r_mean": (0.46, 0.50), "r_median": (0.558, 0.549)},
}
OUTLIERS = 7


Place = tuple[str, str, int, str]  # corpus, side, layer, token


@cache
def published_probes() -> tuple[str, Mapping[str, Mapping[Place, float]]]:
    """The source, and by figure (accuracy, random_labels) the value at each place."""
    file = resources.files("epicene.inside").joinpath("published", "mt_probe.json")
    read = json.loads(file.read_text(encoding="utf-8"))
    tables = {
        figure: {
            (corpus, side, layer, token): value
            for corpus, rows in read[figure].items()
            for side, layer, token, value in rows
        }
        for figure in ("accuracy", "random_labels")
    }
    return read["source"], tables
