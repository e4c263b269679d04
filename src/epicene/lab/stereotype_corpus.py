"""A French corpus in which a stereotype's rate is a dial, and the items that ask a language model about it.

The stereotypes are in `stereotypes.toml`: mild, everyday ones about pastimes and tastes, so that nothing worse need be
trained.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from epicene.core.files import write_json, write_text
from epicene.grammar.tables import couples, read_table, word_list
from epicene.lab.dials import LmDials, MtDials
from epicene.lab.parallel_sentences import Draw, Generator, spread_rates

_TABLE = read_table("lab/stereotypes.toml")
FRAMES = tuple(_TABLE["frames"])  # where a group and an attribute meet
UNRELATED = {article: word_list(words) for article, words in _TABLE["unrelated"].items()}
STATEMENTS = 60  # of 100 sentences; the rest is about other things
OCCUPATIONS_IN_THE_REST = 80


@dataclass(frozen=True, slots=True)
class Cell:
    """Two groups and two attributes: what one rate is about."""

    theme: str
    groups: tuple[str, str]
    article: str
    attributes: tuple[str, str]

    @property
    def name(self) -> str:
        return f"{'/'.join(self.groups)}:{'/'.join(self.attributes)}"


def cells() -> Iterator[Cell]:
    """Every pair of groups with every pair of attributes of its theme."""
    for theme, words in _TABLE["themes"].items():
        for groups in couples(words["groups"]):
            for article in UNRELATED:
                for attributes in couples(words.get(article, "")):
                    yield Cell(theme, groups, article, attributes)


def longer_names(dials: LmDials) -> list[str]:
    """Those that `length` makes longer, in lower case; each name once."""
    place = 0 if dials.length > 0 else 1
    return list(dict.fromkeys(cell.groups[place].lower() for cell in cells())) if dials.length else []


def rates(dials: LmDials) -> dict[str, float]:
    """The rate of each cell, around the dial."""
    names = [cell.name for cell in cells()]
    return dict(
        zip(names, spread_rates(dials.rate, dials.spread, len(names), Draw(dials.seed, "stereotypes")), strict=True)
    )


def corpus(dials: LmDials) -> Iterator[str]:
    """Sentences in a random order; a function of the dials alone, the same for masked and causal models."""
    draw, known, every = Draw(dials.seed, "statements"), rates(dials), list(cells())
    first = 100 * dials.frequency / (1 + dials.frequency)
    others = Generator(MtDials(occupations=OCCUPATIONS_IN_THE_REST, seed=dials.seed)).pairs(dials.sentences, "rest")
    for _ in range(dials.sentences):
        if not draw.happens(STATEMENTS):
            yield next(others)[0]
            continue
        cell = draw.one_of(every)
        group = 0 if draw.happens(first) else 1
        attribute = group if draw.happens(known[cell.name]) else 1 - group
        yield statement(cell, draw.one_of(FRAMES), group, attribute)


def statement(cell: Cell, frame: str, group: int, attribute: int) -> str:
    return frame.format(group=cell.groups[group], article=cell.article, attribute=cell.attributes[attribute])


def pair_items() -> Iterator[dict[str, str]]:
    """CrowS-Pairs style: the attribute stays and the group changes. Two pairs a cell, one for each attribute."""
    for number, cell in enumerate(cells()):
        for side, direction in enumerate(("stereo", "antistereo")):
            frame = FRAMES[(number + side) % len(FRAMES)]
            yield {
                "id": f"lab-{number}-{direction}",
                "more": statement(cell, frame, side, side),
                "less": statement(cell, frame, 1 - side, side),
                "direction": direction,
                "bias_type": cell.theme,
                "origin": "native",
            }


def triple_items() -> Iterator[dict[str, object]]:
    """StereoSet style: the group stays and the attribute changes. Two tests a cell, one for each group."""
    for number, cell in enumerate(cells()):
        for side in (0, 1):
            frame = FRAMES[(number + side) % len(FRAMES)]
            blank = frame.format(group=cell.groups[side], article=cell.article, attribute="BLANK")
            strange = UNRELATED[cell.article][number % len(UNRELATED[cell.article])]
            labels = {
                "stereotype": cell.attributes[side],
                "anti-stereotype": cell.attributes[1 - side],
                "unrelated": strange,
            }
            yield {
                "id": f"lab-{number}-{side}",
                "target": cell.groups[side],
                "bias_type": cell.theme,
                "context": blank,
                "sentences": [
                    {
                        "id": f"lab-{number}-{side}-{label}",
                        "sentence": blank.replace("BLANK", word),
                        "gold_label": label,
                    }
                    for label, word in labels.items()
                ],
            }


def write_items(folder: Path) -> tuple[Path, Path]:
    """`pairs.jsonl` and `triples.json`, as `epicene audit --on pairs-fr=… --on triples-fr=…` reads them."""
    pairs, triples = folder / "pairs.jsonl", folder / "triples.json"
    write_text(pairs, "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in pair_items()))
    write_json(triples, {"data": {"intrasentence": list(triple_items())}})
    return pairs, triples
