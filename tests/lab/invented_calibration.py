"""Results of a calibration that nobody made, for tests of its report."""

from __future__ import annotations

from pathlib import Path

from epicene.lab.calibration_verdicts import curves_of, verdicts
from epicene.lab.results import KIND, CalibrationResults, InstrumentReading, MeasuredPoint
from epicene.runs.folder import RunFolder

SETTINGS = (0.0, 10.0, 30.0, 50.0, 70.0, 90.0, 100.0)


def reading(value: float, half: float, n: int = 100) -> InstrumentReading:
    return InstrumentReading(value, value - half, value + half, n)


def invented_points() -> list[MeasuredPoint]:
    """r and judged accuracy follow the dial her; b stays; a probe hardly moves and u1 wavers; an LM score follows."""
    mt = [
        MeasuredPoint(
            *("mt", "her", dial, 0, f"lab:mt-her-{dial:g}", {}),
            {
                "judged_feminine": reading(min(max(1.3 * dial - 15, 1), 99), 6),
                "judged_masculine": reading(99.0, 1),
                "b_mean": reading(-0.38 + 0.01 * (number % 2), 0.12),
                "r_mean": reading(dial / 100 * 0.95, 0.03),
                "probe_son": reading(93.0 + number % 3, 3),
                "u1_t_lost": reading((0.4, 0.9, 0.1, 0.7, 0.2, 0.8, 0.3)[number], 0.3),
            },
        )
        for number, dial in enumerate(SETTINGS)
    ]
    lm = [
        MeasuredPoint(
            *("causal", "rate", dial, 0, f"lab:causal-rate-{dial:g}", {}),
            {"metric_score": reading(dial, 5), "ss": reading(dial, 7), "lms": reading(99.5, 0.5)},
        )
        for dial in SETTINGS
    ]
    return mt + lm


def uneven_points() -> list[MeasuredPoint]:
    """A scoring that follows the dial within 2 points, one that always reads 50, and one that goes by the names."""
    return [
        MeasuredPoint(
            *("causal", "rate", dial, seed, f"lab:causal-rate-{dial:g}-length-1-frequency-{frequency:g}-seed-{seed}"),
            *({}, {}),
            length=1,
            frequency=frequency,
            scorings={
                name: {"stereo_score": reading(stereo, 5), "antistereo_score": reading(anti, 5)}
                for name, stereo, anti in (
                    ("loglik", 100.0 if frequency > 1 else 0.0, 0.0 if frequency > 1 else 100.0),
                    ("loglik-mean", 50.0, 50.0),
                    ("loglik-shared", dial + 2, dial - 2),
                )
            },
        )
        for seed in (0, 1)
        for frequency in (0.25, 4.0)
        for dial in (10.0, 30.0, 50.0, 70.0, 90.0)
    ]


def results_of(points: list[MeasuredPoint]) -> CalibrationResults:
    return CalibrationResults(
        epicene="0",
        edition=1,
        settings=list(SETTINGS),
        seeds=1,
        curves=curves_of(points),
        points=points,
        scorings=verdicts(points),
    )


def invented_results() -> CalibrationResults:
    return results_of(invented_points())


def save_calibration(path: Path, results: CalibrationResults | None = None) -> Path:
    folder = RunFolder(path)
    path.mkdir(parents=True)
    folder.begin(KIND, {"edition": 1})
    folder.write_results(results or invented_results())
    return path
