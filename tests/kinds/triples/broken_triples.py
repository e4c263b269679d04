"""In `broken/`: sixty French triples whose three contexts differ, as machines translate them, twelve traps; then more.

They were written, each with the results that a careful person would accept, before the program that mends them, and
are not changed to suit it. C: the translated context; S, A, U: the translated candidates; =: an accepted result,
`context | stereotype | anti-stereotype | unrelated`. For a trap no result is accepted: only a person can settle it
(but for one, in which the program found a right result that its author had not seen).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.types import Item, Text
from epicene.kinds.triples.read import INTRA, ROLES, attribute_span


@dataclass
class Broken:
    """A broken triple and what may be made of it: a context and its three attributes."""

    name: str
    context: str = ""
    sentences: list[str] = field(default_factory=list)
    accepted: list[tuple[str, ...]] = field(default_factory=list)

    def item(self) -> Item:
        variants = {
            role: Text(sentence, id=role, span=attribute_span(self.context, sentence))
            for role, sentence in zip(ROLES, self.sentences, strict=True)
        }
        return Item(self.name, variants, "fr", "profession", "t", {"task": INTRA, "context": self.context}, 1)


def _read(name: str) -> list[Broken]:
    text = (Path(__file__).parent / "broken" / f"{name}.txt").read_text(encoding="utf-8")
    found: list[Broken] = []
    for line in text.splitlines():
        mark, _, rest = line.strip().partition(" ")
        if mark.startswith("#"):
            found.append(Broken(rest))
        elif mark == "C:":
            found[-1].context = rest
        elif mark in ("S:", "A:", "U:"):
            found[-1].sentences.append(rest)
        elif mark == "=":
            found[-1].accepted.append(tuple(part.strip() for part in rest.split("|")))
    return found


BROKEN = _read("sixty")
TRAPS = _read("traps")
# Written after the program had been made to work on the sixty, and measured once before anything was changed for them.
FRESH = _read("fresh")
# Written last, measured once, and the program was not changed for them: what to expect on triples nobody has seen. One
# result was right although its author had not thought of it, and was added to what is accepted (the salads).
UNSEEN = _read("unseen")
# Written later by another author, before the program was run on them, to see where it fails: 11 of 15 were right at
# the first run, one wrong (*des riz*). Rules were then added for these. A right result that their author had not
# thought of was added to what is accepted (the telephones).
SECOND_LOOK = _read("second_look")
# By the same author after those rules, measured once, and the program was not changed for them.
SECOND_UNSEEN = _read("second_unseen")
