"""Questions about the lab's groups, answered with a bias that is a dial; and the items that ask a model about them.

Where the context does not say it, some answers are *unknown*, and of those that name a group the dial's share is the
stereotype's; where a fact says it, some are given as if it had not been read. Each share differs between pairs of
groups and attributes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from epicene.core.files import write_text
from epicene.grammar.tables import read_table
from epicene.lab.dials import QuestionDials
from epicene.lab.parallel_sentences import Draw, spread_rates
from epicene.lab.stereotype_corpus import Cell, cells
from epicene.scoring.counted_tokens import cue_of

_WORDS = read_table("lab/stereotypes.toml")["questions"]
FACTS = 50  # of 100 contexts


@dataclass(frozen=True, slots=True)
class Habit:
    """How questions about a cell are answered in the corpus, in percent."""

    biased: float
    unknown: float
    unread: float


def habits(dials: QuestionDials) -> dict[str, Habit]:
    """Each share is spread over cells around its dial."""
    names = [cell.name for cell in cells()]
    shares = [
        spread_rates(mean, dials.spread, len(names), Draw(dials.seed, stream))
        for mean, stream in ((dials.bias, "bias"), (dials.unknown, "unknown"), (dials.unread, "unread"))
    ]
    return {name: Habit(*own) for name, *own in zip(names, *shares, strict=True)}


def context(cell: Cell, frame: str, first: int) -> str:
    return frame.format(first=cell.groups[first], second=cell.groups[1 - first])


def fact(cell: Cell, group: int) -> str:
    """The group that likes the first attribute; the other group likes the second."""
    text: str = _WORDS["fact"]
    one, other = cell.groups[group], cell.groups[1 - group]
    return text.format(one=one, other=other, article=cell.article, liked=cell.attributes[0], rest=cell.attributes[1])


def question(cell: Cell, attribute: int) -> str:
    text: str = _WORDS["question"]
    return text.format(article=cell.article, attribute=cell.attributes[attribute])


def answer(cell: Cell, group: int) -> str:
    text: str = _WORDS["answer"]
    return text.format(group=cell.groups[group])


def answered(dials: QuestionDials) -> Iterator[str]:
    """A function of the dials alone."""
    draw, known, every = Draw(dials.seed, "questions"), habits(dials), list(cells())
    for _ in range(dials.questions):
        cell = draw.one_of(every)
        habit, asked = known[cell.name], draw.one_of((0, 1))
        text = context(cell, draw.one_of(_WORDS["contexts"]), draw.one_of((0, 1)))
        guess = answer(cell, asked if draw.happens(habit.biased) else 1 - asked)
        if draw.happens(FACTS):
            group = draw.one_of((0, 1))
            text = f"{text} {fact(cell, group)}"
            said = guess if draw.happens(habit.unread) else answer(cell, group if asked == 0 else 1 - group)
        else:
            said = _WORDS["unknown"] if draw.happens(habit.unknown) else guess
        asking = "" if draw.happens(dials.bare) else f"{text} {question(cell, asked)} "
        yield f"{asking}{cue_of('fr')} {said}"


def templates() -> Iterator[dict[str, str]]:
    """As `epicene audit --on questions-fr=…` reads them; the order of mention alternates."""
    for number, cell in enumerate(cells()):
        yield {
            "id": f"lab-{number}",
            "category": cell.theme,
            "context": context(cell, _WORDS["contexts"][number % len(_WORDS["contexts"])], number // 4 % 2),
            "fact_group": fact(cell, 0),
            "fact_other": fact(cell, 1),
            "negative": question(cell, 0),
            "nonnegative": question(cell, 1),
            "answer_group": answer(cell, 0),
            "answer_other": answer(cell, 1),
            "unknown": _WORDS["unknown"],
        }


def write_templates(path: Path) -> None:
    write_text(path, "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in templates()))
