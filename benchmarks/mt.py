"""Speed and memory of judging and counting, and word aligners compared on WinoMT.

    python benchmarks/mt.py [--pairs 200000] [--shared ../shared] [--aligners thot eflomal] [--out FILE]

Judging and counting run on text made here; the comparison of aligners needs WinoMT's files, two systems' translations
and the human annotations, and is left out where they are not. Rates are per second of one core's own time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from epicene.grammar.people import Gender
from epicene.mt.corpus_stats import CorpusStatsRequest, corpus_stats
from epicene.mt.corpus_writer import BASE, MANIPULATIONS, corpus_lines
from epicene.mt.judging.judge_run import judge_results
from epicene.mt.judging.line_judge import judge, open_corpus
from epicene.mt.lexicon import read_lexicon

LINES_JUDGED = 3_400
PACKAGES = {"thot": "sil-thot", "eflomal": "eflomal"}
LABELS = {"M": Gender.MASCULINE, "F": Gender.FEMININE, "N": None}


def judging(folder: Path) -> dict[str, float]:
    """Seconds from files to a document for 3,400 lines."""
    occupations = read_lexicon()
    lines = [line for one in (BASE, MANIPULATIONS["complement-feminine"]) for line in corpus_lines(one, occupations)]
    paths = []
    for name, side in (("fr", [line.source for line in lines]), ("en", [line.target for line in lines])):
        paths.append(folder / f"judged.{name}")
        paths[-1].write_text("\n".join(side[:LINES_JUDGED]), encoding="utf-8")
    began, spent = time.perf_counter(), time.process_time()
    corpus = open_corpus("fr-en", *paths)
    judge_results(corpus, judge(corpus, paths[1]), "reference")
    spent = time.process_time() - spent
    return {"lines": LINES_JUDGED, "seconds": time.perf_counter() - began, "cpu_seconds": spent}


def made_corpus(folder: Path, pairs: int, packed: bool) -> tuple[Path, Path]:
    """Sentence pairs of 10 to 50 words, some of them occupations."""
    chance = random.Random(0)
    nouns = [one.form(gender) for one in read_lexicon() for gender in Gender]
    rare = [f"mot{n}" for n in range(20_000)]
    frequent = {
        "fr": ["le", "la", "de", "son", "sa", "et", "est"],
        "en": ["the", "of", "his", "her", "its", "and", "is"],
    }
    paths = []
    for name in ("fr", "en"):
        words = rare + (nouns if name == "fr" else []) + 500 * frequent[name]
        path = folder / f"corpus-{pairs}.{name}{'.gz' if packed else ''}"
        with gzip.open(path, "wt") if packed else path.open("w", encoding="utf-8") as file:
            for _ in range(pairs):
                file.write(" ".join(chance.choices(words, k=chance.randint(10, 50))) + " .\n")
        paths.append(path)
    return paths[0], paths[1]


def counting(paths: tuple[Path, Path]) -> dict[str, float]:
    """Run by a process of its own, so that its peak memory is its own."""
    began = time.process_time()
    pairs = corpus_stats(CorpusStatsRequest(*paths), read_lexicon()).pairs
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"pairs": pairs, "seconds": spent, "pairs_per_second": pairs / spent, "peak_mib": peak}


def counted(folder: Path, pairs: int, packed: bool) -> dict[str, float]:
    paths = made_corpus(folder, pairs, packed)
    command = [sys.executable, __file__, "--count", *map(str, paths)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def aligner_row(name: str, shared: Path) -> dict[str, Any]:
    """Seconds of processor time for one system (that of programs it starts included), agreement with the annotations,
    accuracy by both ways of finding the gender.
    """
    from epicene.grammar.people import sentence_words
    from epicene.mt.judging.winomt_run import (
        WinomtQuestion,
        find_by_rules,
        read_items,
        read_translations,
        winomt_results,
    )
    from epicene.mt.word_alignment import align

    items = read_items(shared / "data/winomt/en.txt")
    labels = json.loads((shared / "gold/winomt_human_np.json").read_text(encoding="utf-8"))["labels"]
    about = metadata(PACKAGES[name])
    row: dict[str, Any] = {"version": about["Version"], "licence": about["License"] or "not stated"}
    for system in ("google", "bing"):
        given = read_translations(shared / f"data/winomt/{system}.en-fr.txt", items)
        began = sum(os.times()[:4])
        align(name, *([sentence_words(line) for line in side] for side in (given.sources, given.targets)))
        row[f"{system} cpu seconds"] = round(sum(os.times()[:4]) - began, 1)
        for way in ("rules", "spacy"):
            made = winomt_results(WinomtQuestion(items, way, name), given, system)
            values = {one.metric: one.value for one in made.estimates if one.group == "all"}
            row[f"{system} {way}"] = {key: round(values[key], 2) for key in ("accuracy", "delta_g", "unknown")}
        if system == "bing":  # the annotated sentences are Bing's
            found = find_by_rules(items, given, name)
            agreed = sum(found[int(index)].gender is LABELS[label] for index, label in labels.items())
            row["agreement"] = 100 * agreed / len(labels)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--shared", type=Path, default=Path(__file__).parents[2] / "shared")
    parser.add_argument("--aligners", nargs="*", default=["thot", "eflomal"])
    parser.add_argument("--out", type=Path, help="Write the result here too.", metavar="FILE")
    parser.add_argument("--count", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.count:
        print(json.dumps(counting((given.count[0], given.count[1]))))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result: dict[str, Any] = {"judging": judging(folder)}
        result["counting, plain"] = counted(folder, given.pairs, packed=False)
        result["counting, gzip"] = counted(folder, given.pairs, packed=True)
        result["counting, four times as much"] = counted(folder, 4 * given.pairs, packed=False)
    if (given.shared / "data/winomt").is_dir():
        result["aligners"] = {name: aligner_row(name, given.shared) for name in given.aligners}
    text = json.dumps(result, indent=1, ensure_ascii=False)
    print(text)
    if given.out:
        given.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
