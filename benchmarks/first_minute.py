"""What the first minute costs, in CPU seconds (user and system), which a busy machine moves less than the clock.

    python benchmarks/first_minute.py [--rounds 3]

In an empty folder: a short audit of the default model, the same call again and in French, and calls that are refused.
The model and its description must be in the cache, as after a first audit. Writes benchmarks/results/first_minute.json:
of each command the least and the most of all rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "first_minute.json"
# In this order: what is called again finds what was answered before.
COMMANDS = {
    "audit --limit 10": 0,
    "audit --limit 10 again": 0,
    "audit --limit 10 --lang fr": 0,
    "audit --on crow-fr": 2,
    "audit --lang de": 2,
    "audit --on pairs-fr=nowhere.csv": 2,
}


def cpu_seconds(command: str, folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = command.removesuffix(" again").split()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-m", "epicene", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != COMMANDS[command]:
        sys.exit(f"epicene {command} ended with {done.returncode}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    found: dict[str, list[float]] = {command: [] for command in COMMANDS}
    load = os.getloadavg()[0]
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            for command, seconds in found.items():
                seconds.append(cpu_seconds(command, Path(folder)))
                sys.stderr.write(f"epicene {command}: {seconds[-1]:.2f} CPU seconds\n")
    commands = {name: {"least": round(min(own), 2), "most": round(max(own), 2)} for name, own in found.items()}
    record = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "rounds": rounds,
        "load_before": round(load, 1),
    }
    RESULTS.write_text(
        json.dumps({**record, "cpu_seconds": commands}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
