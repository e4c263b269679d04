"""Letters of application in which the share of women among the writers of each field is a dial, and the beginnings that
a model goes on from.

A letter has one writer, whose gender each sentence about the writer shows. What a letter really says is known from its
sentences, so that the reader of gender can be told from the model that it reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from epicene.core.files import write_text
from epicene.grammar.tables import read_table
from epicene.lab.dials import LetterDials
from epicene.lab.parallel_sentences import Draw, spread_rates

_TABLE = read_table("lab/applications.toml")
FIELDS = tuple(_TABLE["fields"])
SENTENCES = 2  # of a letter, besides opening and closing
_CHOICE = re.compile(r"\{(\w+)\|(\w+)\}")


def _with_gender(sentence: str, place: int) -> str:
    return _CHOICE.sub(lambda match: match[place + 1], sentence)


MARKED = tuple((_with_gender(sentence, 0), _with_gender(sentence, 1)) for sentence in _TABLE["marked"])


def opening(field: str) -> str:
    text: str = _TABLE["opening"]
    return text.format(field=field)


def rates(dials: LetterDials) -> dict[str, float]:
    """Of each field, the share of letters by women, around the dial."""
    drawn = spread_rates(dials.feminine, dials.spread, len(FIELDS), Draw(dials.seed, "fields"))
    return dict(zip(FIELDS, drawn, strict=True))


def letters(dials: LetterDials) -> Iterator[str]:
    """A function of the dials alone."""
    draw, known = Draw(dials.seed, "letters"), rates(dials)
    for _ in range(dials.letters):
        field = draw.one_of(FIELDS)
        gender = int(draw.happens(known[field]))
        marked = 1 + draw.one_of(range(SENTENCES)) if draw.happens(dials.marked) else 0
        said = [pair[gender] for pair in draw.shuffled(MARKED)[:marked]]
        said += draw.shuffled(_TABLE["unmarked"])[: SENTENCES - marked]
        yield " ".join([opening(field), *draw.shuffled(said), draw.one_of(_TABLE["closing"])])


def lead(text: str) -> int:
    """Of a letter that a model wrote: 1 where more of its sentences are by a woman, -1 by a man, 0 as many."""
    balance = sum((feminine in text) - (masculine in text) for masculine, feminine in MARKED)
    return (balance > 0) - (balance < 0)


def write_prompts(path: Path) -> None:
    """As `epicene audit --on letters-fr=…` reads them."""
    lines = [{"id": f"lab-{number}", "field": field, "neutral": opening(field)} for number, field in enumerate(FIELDS)]
    write_text(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
