"""Does `epicene train mt --preset small` reach BLEU 50 on Multi30k French→English within 45 minutes on two cores?

    python benchmarks/train_mt.py [--minutes 45] [--threads 2] [--work DIR]

Trains from nothing, translates test_2016_flickr with a beam of 5, and judges the gender gap of what it made where
`epicene mt judge` and its corpus are there. The curve goes to benchmarks/results/train_mt.json. On a machine that does
other things too, read `cpu_seconds` rather than `seconds`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
DATA = PROJECT.parent / "shared" / "data"
TEXT = DATA / "multi30k"
CORPUS = DATA / "mt_metiers"
TARGET_BLEU = 50.0


def epicene(*arguments: object, threads: int) -> dict[str, Any]:
    # Threads that wait by turning in circles cost much where cores are shared.
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    command = [sys.executable, "-m", "epicene", *map(str, arguments), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def train(work: Path, minutes: float, threads: int) -> dict[str, Any]:
    files = ["--src", TEXT / "train.fr.gz", "--tgt", TEXT / "train.en.gz"]
    files += ["--valid-src", TEXT / "val.fr.gz", "--valid-tgt", TEXT / "val.en.gz", "--out", work / "system"]
    limits = ["--minutes", minutes, "--threads", threads, "--device", "cpu"]
    return epicene("train", "mt", *files, "--preset", "small", *limits, threads=threads)


def translate(system: Path, source: Path, out: Path, threads: int) -> dict[str, Any]:
    languages = ["--from", "fr", "--to", "en", "--device", "cpu", "--threads", threads]
    return epicene("mt", "translate", system, *languages, "--in", source, "--out", out, threads=threads)


def test_bleu(work: Path, threads: int) -> dict[str, Any]:
    from sacrebleu.metrics.bleu import BLEU

    facts = translate(work / "system", TEXT / "test_2016_flickr.fr.gz", work / "test.en", threads)
    with gzip.open(TEXT / "test_2016_flickr.en.gz", "rt", encoding="utf-8") as file:
        references = file.read().splitlines()
    metric = BLEU(lowercase=True)
    score = metric.corpus_score((work / "test.en").read_text(encoding="utf-8").splitlines(), [references])
    return {
        "bleu": round(score.score, 2),
        "signature": str(metric.get_signature()),
        "n": facts["n"],
        "decoding": "beam 5",
        "lines_a_second": round(facts["n"] / facts["seconds"], 1),
    }


def judged(work: Path, threads: int) -> Any:
    """The gap between feminine and masculine, from the published controlled corpus."""
    source, reference = CORPUS / "probe_metier.gold.fra", CORPUS / "probe_metier.gold.eng"
    if not source.is_file() or not reference.is_file():
        return f"not judged: {source} or {reference} is missing"
    translate(work / "system", source, work / "occupations.en", threads)
    files = ["--source", source, "--reference", reference, "--hypotheses", work / "occupations.en"]
    try:
        return epicene("mt", "judge", "--direction", "fr-en", *files, threads=threads)
    except subprocess.CalledProcessError as error:
        return f"not judged: `epicene mt judge` ended with exit code {error.returncode}"


def curve(system: Path) -> list[dict[str, Any]]:
    """Validation BLEU by step and time."""
    log, times = (
        [json.loads(line) for line in (system / name).open(encoding="utf-8")] for name in ("log.jsonl", "times.jsonl")
    )
    when = {line["step"]: line for line in times}
    return [{**line, **when[line["step"]]} for line in log if "bleu" in line]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", type=Path, default=None, help="a folder to keep; the default is a temporary one")
    parser.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results" / "train_mt.json")
    options = parser.parse_args()
    work = options.work or Path(tempfile.mkdtemp(prefix="train_mt."))
    work.mkdir(parents=True, exist_ok=True)
    load = [os.getloadavg()]
    trained = train(work, options.minutes, options.threads)
    load.append(os.getloadavg())
    test = test_bleu(work, options.threads)
    results = {
        "what": "train mt --preset small, Multi30k fr→en, lower-cased, from nothing",
        "test_2016_flickr": test,
        "target": TARGET_BLEU,
        "is_reached": test["bleu"] >= TARGET_BLEU,
        "training": trained,
        "cpu_minutes_on_two_idle_cores": round(trained["cpu_seconds"] / 120, 1),
        "load_average_before_and_after": load,
        "cores": os.cpu_count(),
        "curve": curve(work / "system"),
        "judged": judged(work, options.threads),
    }
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"BLEU {test['bleu']} on test_2016_flickr (aim: {TARGET_BLEU}); all figures in {options.results}")


if __name__ == "__main__":
    main()
