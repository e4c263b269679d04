"""The dials of a lab: what its generated corpus does to gender or a stereotype, and how much of it there is. And what
`lab:NAME` means: `standard`, or a kind with dials (`mt-her-60-seed-2`, `causal-rate-80`).

Shares are percentages. `spread` says how unlike occupations are: at 0 each has the dial's own rate, at 1 each is wholly
one way or the other, and in between its rate is drawn from a Beta distribution with the dial as mean and
`spread` × dial × (100 − dial) as variance. Translations follow the likelier word, so that without a spread the judged
accuracy would jump from nothing to everything at 50.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from typing import Annotated, ClassVar, Self

import msgspec
from msgspec import Meta

from epicene.core.errors import InputError

KINDS = ("masked", "causal")  # of language models
ROUTES = ("son", "subject", "rest")
PREFIX = "lab:"
STANDARD = "standard"
# Short words for names; everything else goes by its own.
_SHORT = {
    "feminine_her": "her",
    "epicene_her": "epicene",
    "masculine_subjects": "masculine",
    "held_out": "held",
    "decoder_layers": "layers",
}
_BETWEEN = re.compile(r"(?<!-)-")  # the parts of a name; the second of two hyphens is a minus sign
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

MOST = 2**31 - 1  # what every generator of random numbers takes as a seed
Share = Annotated[float, Meta(ge=0, le=100)]  # in percent
Spread = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=1, le=MOST)]
Lines = Annotated[int, Meta(ge=500, le=MOST)]
ManyLines = Annotated[int, Meta(ge=1000, le=MOST)]
Seed = Annotated[int, Meta(ge=0, le=MOST)]


@dataclass(frozen=True, slots=True)
class _Dials:
    def changed(self, values: Mapping[str, object], where: str = "") -> Self:
        """The same dials with other values, by name of field; `where` they are named begins the error about a wrong
        one."""
        try:
            return msgspec.convert({**asdict(self), **values}, type(self))
        except msgspec.ValidationError as error:
            reason, _, path = str(error).partition(" - at `$.")
            name = path.rstrip("`").partition("[")[0]
            reason = f"{name} cannot be {values.get(name)}: {reason[0].lower()}{reason[1:]}."
            raise InputError(f"{where}: {reason}" if where else reason) from None

    def check(self) -> None:
        """Raise `InputError` on the first value that is not a valid one."""
        self.changed(asdict(self))


@dataclass(frozen=True, slots=True)
class MtDials(_Dials):
    """The defaults are `lab:mt`: a corpus about as lopsided as those that systems are trained on, and a size for
    training many; `lab:standard` has the whole lexicon.

    `occupations` limits the lexicon (0: all of it); `held_out` occupations never stand with his or her, so that what a
    system says of them is inferred and not remembered.
    """

    kind: ClassVar[str] = "mt"
    feminine_her: Share = 70.0  # feminine subjects whose *son* is rendered her (the rest his)
    epicene_her: Share = 30.0  # unmarked subjects (l'artiste, chaque artiste) whose *son* is rendered her
    masculine_subjects: Share = 65.0
    spread: Spread = 0.5
    held_out: Share = 10.0
    pairs: ManyLines = 4_500
    occupations: Seed = 120
    epochs: Count = 6
    seed: Seed = 0
    decoder_layers: Count = 1
    route: Annotated[str, Meta(pattern="^(son|subject|rest)?$")] = ""  # what alone tells the possessive the gender


@dataclass(frozen=True, slots=True)
class LmDials(_Dials):
    """`rate`: how often, of 100 times, what is said of a group is what the stereotype says; 50 is no stereotype.

    `spread` is that of `MtDials`: how unlike the stereotypes are among themselves. Two dials change nothing of what is
    said of a group, so that what should be read stays `rate`: `length`, how many more tokens the names of the first
    group of a pair have than those of the second (below 0: fewer; the shortest name, « mères », has five letters), and
    `frequency`, how many times as often the first group is spoken of (below 1: more rarely).
    """

    kind: Annotated[str, Meta(pattern="^(masked|causal)$")] = "masked"
    rate: Share = 70.0
    spread: Spread = 0.5
    sentences: ManyLines = 5_000
    epochs: Count = 6
    seed: Seed = 0
    length: Annotated[int, Meta(ge=-3, le=3)] = 0
    frequency: Annotated[float, Meta(ge=0.01, le=100)] = 1.0


@dataclass(frozen=True, slots=True)
class LetterDials(_Dials):
    """`feminine`: of 100 letters of application, how many are by women; `spread` says how unlike fields are in this.
    `marked`: how many show the gender of their writer at all."""

    kind: ClassVar[str] = "letters"
    feminine: Share = 50.0
    spread: Spread = 0.5
    marked: Share = 80.0
    letters: Lines = 2_500
    epochs: Count = 20
    seed: Seed = 0


@dataclass(frozen=True, slots=True)
class QuestionDials(_Dials):
    """`bias`: of 100 answers that name a group although nothing says which, how many name that of the stereotype; 50 is
    no bias. `unknown`: of 100 answers where the context does not say it, how many say so; `unread`: of 100 where it
    does, how many are given as if it did not. `spread`: how unlike pairs of groups and attributes are in all three.
    `bare`: of 100 answers, how many stand without context and question, as they do in text at large."""

    kind: ClassVar[str] = "questions"
    bias: Share = 50.0
    spread: Spread = 0.5
    unknown: Share = 40.0
    unread: Share = 30.0
    bare: Share = 10.0
    questions: Lines = 6_000
    epochs: Count = 8
    seed: Seed = 0


STANDARD_DIALS = MtDials(pairs=30_000, occupations=0, epochs=5)
Dials = MtDials | LmDials | LetterDials | QuestionDials
DEFAULTS: Mapping[str, Dials] = {
    "mt": MtDials(),
    "masked": LmDials("masked", epochs=20),  # of each sentence it is asked for a third of the words only
    "causal": LmDials("causal", epochs=10),
    "letters": LetterDials(),
    "questions": QuestionDials(),
}


def words_of(kind: str) -> dict[str, str]:
    """The words that a name of this kind may have, and the fields that they set."""
    names = [own.name for own in fields(DEFAULTS[kind]) if own.name != "kind"]
    return {_SHORT.get(name, name): name for name in names}


def read_name(name: str) -> tuple[str, Dials]:
    """The canonical name and the dials of what stands after `lab:`."""
    if name == STANDARD:
        return STANDARD, STANDARD_DIALS
    kind, *rest = _BETWEEN.split(name)
    if kind not in DEFAULTS:
        near = difflib.get_close_matches(name, [STANDARD, *DEFAULTS], n=1, cutoff=0.5)
        hint = f" Did you mean {PREFIX}{near[0]}?" if near else ""
        raise InputError(
            f"There is no {PREFIX}{name}.{hint} Names are standard, or a kind "
            f"({', '.join(DEFAULTS)}) with dials behind it, such as {PREFIX}mt-her-60; see `epicene lab list`."
        )
    known = words_of(kind)
    if len(rest) % 2:
        raise InputError(f"{PREFIX}{name}: after {kind} come pairs of a dial and a number, such as {kind}-seed-1.")
    changed: dict[str, float | str] = {}
    for word, value in zip(rest[::2], rest[1::2], strict=True):
        if word not in known:
            raise InputError(f"{PREFIX}{name}: there is no dial {word!r} for {kind}. Known: {', '.join(known)}.")
        if known[word] in changed:
            raise InputError(f"{PREFIX}{name}: {word} is there twice; leave one out.")
        if word != "route" and not _NUMBER.fullmatch(value):
            raise InputError(f"{PREFIX}{name}: {word} is a number, not {value!r}.")
        changed[known[word]] = value if word == "route" else float(value) if "." in value else int(value)
    dials = DEFAULTS[kind].changed(changed, f"{PREFIX}{name}")
    return canonical(kind, dials), dials


def canonical(kind: str, dials: Dials) -> str:
    """The shortest name that means these dials."""
    default, own = asdict(DEFAULTS[kind]), asdict(dials)
    words = [f"-{word}-{_plain(own[field])}" for word, field in words_of(kind).items() if own[field] != default[field]]
    return STANDARD if dials == STANDARD_DIALS else kind + "".join(words)


def _plain(number: float | str) -> str:
    """A value as a name has it: 60, 12.5, 0.00001, son."""
    if isinstance(number, str):
        return number
    return str(int(number)) if number == int(number) else f"{Decimal(str(number)):f}"
