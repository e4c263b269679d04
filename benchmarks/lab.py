"""Do the instruments follow the dials? Models over seven settings of each dial, every instrument read at each.

    python benchmarks/lab.py [--jobs 2] [--seeds 1] [--work DIR] [--turn her --turn epicene …]

Runs `epicene lab calibrate` and writes benchmarks/results/lab.json: Spearman's ρ and resolution of each instrument,
those that do not follow too, and what the trainings cost. Run it again with the same --work to go on after a kill.
`--jobs` processes of one thread each; on a machine that does other things too, read `cpu_seconds`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
AIM = 0.9
AIMED = (
    ("mt", "her", "judged_feminine"),
    ("mt", "her", "r_mean"),
    ("mt", "epicene", "b_mean"),
    ("masked", "rate", "metric_score"),
    ("causal", "rate", "metric_score"),
)


def calibrated(work: Path, jobs: int, seeds: int, turned: list[str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "epicene", "lab", "calibrate", "--out", str(work / "calibration")]
    command += ["--jobs", str(jobs), "--seeds", str(seeds), "--json"]
    command += [part for name in turned for part in ("--turn", name)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "EPICENE_CACHE": str(work / "cache")}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def aims(curves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ρ of the instruments that must follow, and whether each reaches the aim."""
    found = {(curve["kind"], curve["dial"], curve["instrument"]): curve for curve in curves}
    return [
        {"kind": key[0], "dial": key[1], "instrument": key[2], "rho": rho, "aim": AIM, "is_reached": rho >= AIM}
        for key in AIMED
        if key in found
        for rho in [found[key].get("rho", 0.0)]
    ]


def cost(points: list[dict[str, Any]]) -> dict[str, Any]:
    """CPU seconds a model: the middle and the most. A model that an earlier point trained costs none."""
    found: dict[str, Any] = {}
    for kind in dict.fromkeys(point["kind"] for point in points):
        for part in ("training", "reading"):
            spent = sorted(point["cpu_seconds"][part] for point in points if point["kind"] == kind)
            spent = [seconds for seconds in spent if part == "reading" or seconds > 1]
            found[f"{kind} {part}"] = {"median": spent[len(spent) // 2], "most": spent[-1], "models": len(spent)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=1, help="models at each setting")
    parser.add_argument("--turn", action="append", default=[], help="her, epicene, route, …; all but route by default")
    parser.add_argument("--work", type=Path, default=None, help="a folder to keep; the default is a temporary one")
    parser.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results" / "lab.json")
    options = parser.parse_args()
    work = options.work or Path(tempfile.mkdtemp(prefix="lab."))
    work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    document = calibrated(work.resolve(), options.jobs, options.seeds, options.turn)
    results = {
        "what": "epicene lab calibrate: seven settings a dial, every instrument at each",
        "seeds": options.seeds,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "aims": aims(document["curves"]),
        "curves": document["curves"],
        "instruments": document.get("instruments", []),
        "nouns": document.get("nouns", []),
        "cpu_seconds": cost(document["points"]),
        "load_average_at_the_end": os.getloadavg(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "points": document["points"],
    }
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for aim in results["aims"]:
        reached = "reached" if aim["is_reached"] else "NOT reached"
        print(f"{aim['kind']} {aim['dial']}: ρ of {aim['instrument']} = {aim['rho']:.3f} (aim {AIM}: {reached})")
    print(f"All figures in {options.results}")


if __name__ == "__main__":
    main()
