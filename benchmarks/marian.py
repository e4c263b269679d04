"""CPU seconds of translating and of complete patching with real Marian models, beside a plain `generate` loop.

    python benchmarks/marian.py FOLDER ... [--lines 100] [--pairs 10] [--out FILE]

A folder is that of an OPUS-MT model from French into English, as transformers loads it; nothing is downloaded. The
plain loop translates the sentences in their order, 32 at a time, with the model's own settings and as many beams. All
runs in one process on one thread, and times are the processor's own: what else the machine does changes ratios little.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import tempfile
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import torch

import epicene
from epicene.models.loading import Placement
from epicene.models.translation import Decoding, Translator, load_translator
from epicene.mt.corpus_writer import BASE, corpus_lines
from epicene.mt.lexicon import read_lexicon
from epicene.mt.translating.transformers_system import open_model
from epicene.mt.translating.translation_engine import ModelChoice

AT_ONCE = 32
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, dict[str, float]]:
    """What the work gives, and the CPU seconds it took, of the program and of the system for it."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    result = work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return result, {"cpu_seconds": round(user + system, 2), "of_these_system": round(system, 2)}


def plainly(translator: Translator, sentences: list[str]) -> list[str]:
    """A loop over `generate`, as the library's own pages write it."""
    texts: list[str] = []
    tokenizer = translator.tokenizer
    for start in range(0, len(sentences), AT_ONCE):
        batch = tokenizer(sentences[start : start + AT_ONCE], return_tensors="pt", padding=True)
        with torch.inference_mode():
            made = translator.model.generate(**batch, num_beams=translator.decoding.beams, max_new_tokens=64)
        texts += tokenizer.batch_decode(made, skip_special_tokens=True)
    return texts


def with_epicene(translator: Translator, sentences: list[str]) -> list[str]:
    """The batches of `mt translate`."""
    encoded = [translator.encode(sentence) for sentence in sentences]
    texts = [""] * len(sentences)
    for batch in translator.batches([len(ids) for ids in encoded]):
        with torch.inference_mode():
            for index, text in zip(batch, translator.translate([encoded[index] for index in batch]), strict=True):
                texts[index] = text
    return texts


def patching(folder: Path, pairs: int) -> dict[str, Any]:
    """`mt intervene`, from loading the model to the page's figures: all choices of blocks after all layers, the paths,
    the placebos and the amnesic effect."""
    with tempfile.TemporaryDirectory() as out, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _, cost = timed(lambda: epicene.intervene(str(folder), limit=2 * pairs, out=out, threads=1, progress=False))
    return {"pairs": pairs, **cost}


def measured(folder: Path, n_lines: int, pairs: int) -> dict[str, Any]:
    lines = [line.source for line in corpus_lines(BASE, read_lexicon())]
    sentences = lines[:: len(lines) // n_lines][:n_lines]
    placement = Placement(device="cpu", threads=1)
    system = open_model(ModelChoice(str(folder)), "fr", "en", placement, Decoding())
    translator = load_translator(system.description, system.marks, placement, system.decoding)
    plainly(translator, sentences[:2])  # what the first call alone pays for
    plain, cost = timed(lambda: plainly(translator, sentences))
    ours, our_cost = timed(lambda: with_epicene(translator, sentences))
    result = {
        "lines": len(sentences),
        "beams": translator.decoding.beams,
        "budget": translator.budget,
        "plain generate": cost,
        "epicene": our_cost,
        "times as fast": round(cost["cpu_seconds"] / our_cost["cpu_seconds"], 2),
        "other translations": sum(" ".join(a.split()) != b for a, b in zip(plain, ours, strict=True)),
    }
    if pairs:
        patched = patching(folder, pairs)
        per_pair = patched["cpu_seconds"] / pairs
        patched["plain translations that a pair costs"] = round(per_pair / (cost["cpu_seconds"] / len(sentences)), 1)
        result["complete patching"] = patched
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=10, help="of complete patching; 0 for none")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "marian.json")
    given = parser.parse_args()
    load = os.getloadavg()
    result = {
        "what": "CPU seconds on one thread of a machine of two cores that was busy with other programs",
        "load before": [round(one, 1) for one in load],
        "versions": {name: version(name) for name in ("torch", "transformers")},
        "models": {folder.name: measured(folder, given.lines, given.pairs) for folder in given.folders},
        "load after": [round(one, 1) for one in os.getloadavg()],
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    given.out.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
