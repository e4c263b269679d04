"""Results of a calibration that nobody made, for tests of its report."""

from __future__ import annotations

from typing import Any

from epicene.lab.calibration_curves import curves_of

SETTINGS = (0.0, 10.0, 30.0, 50.0, 70.0, 90.0, 100.0)


def reading(value: float, half: float, n: int = 100) -> dict[str, Any]:
    return {"value": value, "low": value - half, "high": value + half, "n": n}


def invented_results() -> dict[str, Any]:
    """r and judged accuracy follow the dial her; b stays; a probe hardly moves and u1 wavers; an LM score follows."""
    mt = [
        {
            "kind": "mt",
            "dial": "her",
            "value": dial,
            "seed": 0,
            "model": f"lab:mt-her-{dial:g}",
            "readings": {
                "judged_feminine": reading(min(max(1.3 * dial - 15, 1), 99), 6),
                "judged_masculine": reading(99.0, 1),
                "b_mean": reading(-0.38 + 0.01 * (number % 2), 0.12),
                "r_mean": reading(dial / 100 * 0.95, 0.03),
                "probe_son": reading(93.0 + number % 3, 3),
                "u1_t_lost": reading((0.4, 0.9, 0.1, 0.7, 0.2, 0.8, 0.3)[number], 0.3),
            },
            "told": {},
        }
        for number, dial in enumerate(SETTINGS)
    ]
    lm = [
        {
            "kind": "causal",
            "dial": "rate",
            "value": dial,
            "seed": 0,
            "model": f"lab:causal-rate-{dial:g}",
            "readings": {"metric_score": reading(dial, 5), "ss": reading(dial, 7), "lms": reading(99.5, 0.5)},
            "told": {},
        }
        for dial in SETTINGS
    ]
    points = mt + lm
    return {
        "epicene": "0",
        "edition": 1,
        "settings": SETTINGS,
        "seeds": 1,
        "points": points,
        "curves": curves_of(points),
    }
