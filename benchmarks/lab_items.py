"""Write the items that ask a language model about the lab's stereotypes, for `epicene audit`.

    python benchmarks/lab_items.py [--out items]

Writes `pairs.jsonl` (CrowS-Pairs style) and `triples.json` (StereoSet style), and prints the command that uses them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from epicene.lab.language_corpora import write_items


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("items"), help="folder of pairs.jsonl and triples.json")
    pairs, triples = write_items(parser.parse_args().out)
    print(f"To use them: epicene audit lab:causal --on pairs-fr={pairs} --on triples-fr={triples}")


if __name__ == "__main__":
    main()
