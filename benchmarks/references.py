"""What the page sets a score beside: reference models asked the bundled sets.

    python benchmarks/references.py [--work DIR] [--on pairs-fr …]

Audits the default model, and a model of its shape with random weights (seed 0), which has learnt nothing: what the
items and the way of asking give by themselves. Writes src/epicene/auditing/references.json. Run it again with the same
--work to go on after a kill.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
FILE = PROJECT / "src" / "epicene" / "auditing" / "references.json"
SETS = ("pairs-fr", "pairs-en", "triples-fr", "triples-en")
UNTRAINED = "untrained"


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


def audited(model: list[str], sets: list[str], out: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "epicene", "audit", *model, "--out", str(out), "--json"]
    command += [part for name in sets for part in ("--on", name)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def headlines(results: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    from epicene.kinds.protocol import way_of
    from epicene.runs.saved_run import read_runs

    (run,) = read_runs([Path(results["folder"])], with_items=False)
    found = []
    for name in run.manifest.benchmarks:
        score = way_of(run, name).score(run, name)
        if score:
            values = {"value": score.value, "low": score.low, "high": score.high}
            rounded = {key: round(value, 2) for key, value in values.items()}
            found.append(
                {"kind": kind, "metric": score.metric, "task": score.task, **rounded, "signature": score.signature}
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=None)
    parser.add_argument("--on", action="append", default=None)
    given = parser.parse_args()
    work = given.work or Path(tempfile.mkdtemp())
    references = []
    for kind, model in (("default", []), (UNTRAINED, [str(untrained(work / UNTRAINED))])):
        out = work / f"run-{kind}"
        results = audited(model, given.on or list(SETS), out)
        references += headlines({**results, "folder": str(out)}, kind)
    FILE.write_text(json.dumps(references, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(references)} references in {FILE.relative_to(PROJECT)}")


if __name__ == "__main__":
    main()
