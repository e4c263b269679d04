"""What the page sets a score beside: reference models asked the bundled sets.

    python benchmarks/references.py [--work DIR] [--kind taught]

Audits the default model; a model of its shape with random weights (seed 0), which has learnt nothing: what the items
and the way of asking give by themselves; and tiny models at known rates, to which the lab's training taught one
sentence of each bundled pair, the stereotyped one in 30, 50, 70 or 90 pairs of 100 (drawn by seed 0). Writes
src/epicene/auditing/references.json, in which --kind leaves the other kinds as they are. Run it again with the same
--work to go on after a kill.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
FILE = PROJECT / "src" / "epicene" / "auditing" / "references.json"
SETS = ("pairs-fr", "pairs-en", "triples-fr", "triples-en")
DEFAULT, UNTRAINED, TAUGHT = "default", "untrained", "taught"
RATES = (30, 50, 70, 90)
EPOCHS = 60  # until the sentences are known by heart
SEED = 0


def untrained(folder: Path) -> Path:
    """The default model's configuration and tokenizer, and weights as they are before any training."""
    if (folder / "model.safetensors").is_file():
        return folder
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

    from epicene.models.gguf_files import description_of
    from epicene.models.source import DEFAULT_MODEL, locate

    source = locate(DEFAULT_MODEL)
    described = description_of(source.folder / str(source.gguf_file))
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(described))
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(described).save_pretrained(folder)
    return folder


def taught(benchmark: str, rate: int, folder: Path) -> Path:
    """A tiny causal model that read one sentence of each pair, again and again: the stereotyped one of `rate` pairs of
    100, of the others the other one."""
    if (folder / "config.json").is_file():
        return folder
    import numpy as np

    from epicene.core.progress import Silent
    from epicene.data.datasets import open_benchmark
    from epicene.lab.dials import LmDials
    from epicene.lab.tiny_models import train_language_model

    items = open_benchmark(benchmark).usable
    stereotyped = set(np.random.default_rng(SEED).permutation(len(items))[: round(len(items) * rate / 100)].tolist())
    sentences = [item.variants["more" if index in stereotyped else "less"].text for index, item in enumerate(items)]
    train_language_model(LmDials(kind="causal", rate=rate, epochs=EPOCHS, seed=SEED), sentences, folder, Silent())
    return folder


def audited(model: list[str], sets: list[str], out: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "epicene", "audit", *model, "--out", str(out), "--json"]
    command += [part for name in sets for part in ("--on", name)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def headlines(results: dict[str, Any], kind: str, rate: int | None) -> list[dict[str, Any]]:
    from epicene.kinds.protocol import response_mode_of
    from epicene.runs.audit_folder import read_runs

    (run,) = read_runs([Path(results["folder"])], with_items=False)
    found = []
    for name in run.manifest.benchmarks:
        score = response_mode_of(run, name).score(run, name)
        if score:
            values = {"value": score.value, "low": score.low, "high": score.high}
            rounded = {key: round(value, 2) for key, value in values.items()}
            about = {"kind": kind, "rate": rate, "metric": score.metric, "task": score.task}
            found.append({**about, **rounded, "signature": score.signature})
    return found


def asked(kind: str, work: Path) -> Iterator[tuple[list[str], list[str], Path, int | None]]:
    """The models of a kind, made where they are not there yet: what names each, what it is asked, its run, its rate."""
    if kind == TAUGHT:
        for benchmark in SETS[:2]:
            for rate in RATES:
                name = f"{TAUGHT}-{rate}-{benchmark}"
                yield [str(taught(benchmark, rate, work / name))], [benchmark], work / f"run-{name}", rate
        return
    model = [str(untrained(work / UNTRAINED))] if kind == UNTRAINED else []
    yield model, list(SETS), work / f"run-{kind}", None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=None)
    parser.add_argument("--kind", choices=(DEFAULT, UNTRAINED, TAUGHT), default=None)
    given = parser.parse_args()
    work = given.work or Path(tempfile.mkdtemp())
    kept = [one for one in json.loads(FILE.read_text(encoding="utf-8")) if given.kind and one["kind"] != given.kind]
    measured = [
        reference
        for kind in ([given.kind] if given.kind else [DEFAULT, UNTRAINED, TAUGHT])
        for model, sets, out, rate in asked(kind, work)
        for reference in headlines({**audited(model, sets, out), "folder": str(out)}, kind, rate)
    ]
    FILE.write_text(json.dumps(kept + measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(measured)} references in {FILE.relative_to(PROJECT)}")


if __name__ == "__main__":
    main()
