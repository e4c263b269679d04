"""The dials of a lab: what its generated corpus does to gender or a stereotype, and how much of it there is. And what
`lab:NAME` means: `standard`, a kind with dials (`mt-her-60-seed-2`, `causal-rate-80`), or a settings file.

    # lab:my.toml
    kind = "mt"
    feminine_her = 60
    epicene_her = 20
    [rates]             # an occupation's own share of her, by its masculine form; of an epicene, where it is unmarked
    boulanger = 10
    artiste = 80

Shares are percentages. `spread` says how unlike occupations are: at 0 each has the dial's own rate, at 1 each is wholly
one way or the other, and in between its rate is drawn from a Beta distribution with the dial as mean and
`spread` × dial × (100 − dial) as variance. Translations follow the likelier word, so that without a spread the judged
accuracy would jump from nothing to everything at 50.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import ClassVar, Self

import msgspec

from epicene.core.errors import InputError
from epicene.data.text_files import read_text

MOST = 2**31 - 1
KINDS = ("masked", "causal")  # of language models
LONGEST_NAMES = 3  # tokens beyond one; the shortest name, « mères », has five letters
UNEVEN = 100
ROUTES = ("son", "subject", "rest")
SHARES = ("feminine_her", "epicene_her", "masculine_subjects", "held_out")
PREFIX = "lab:"
STANDARD = "standard"
# Short words for names; everything else goes by its own.
_SHORT = {
    "her": "feminine_her",
    "epicene": "epicene_her",
    "masculine": "masculine_subjects",
    "held": "held_out",
    "layers": "decoder_layers",
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_BETWEEN = re.compile(r"(?<!-)-")  # the parts of a name; the second of two hyphens is a minus sign


@dataclass(frozen=True, slots=True)
class _Dials:
    def changed(self, values: Mapping[str, float | str]) -> Self:
        """The same but for some fields, by name."""
        return msgspec.convert({**asdict(self), **values}, type(self))


@dataclass(frozen=True, slots=True)
class MtDials(_Dials):
    """The defaults are `lab:mt`: a corpus about as lopsided as those that systems are trained on, and a size for
    training many; `lab:standard` has the whole lexicon.

    `occupations` limits the lexicon (0: all of it); `rates` sets an occupation's own share of *her*, by its masculine
    form: of an epicene where the French does not say the gender, of any other for feminine subjects; `held_out`
    occupations never stand with his or her, so that what a system says of them is inferred and not remembered.
    """

    feminine_her: float = 70.0  # feminine subjects whose *son* is rendered her (the rest his)
    epicene_her: float = 30.0  # unmarked subjects (l'artiste, chaque artiste) whose *son* is rendered her
    masculine_subjects: float = 65.0
    spread: float = 0.5
    held_out: float = 10.0
    pairs: int = 4_500
    occupations: int = 120
    epochs: int = 6
    seed: int = 0
    decoder_layers: int = 1
    route: str = ""  # what alone tells the possessive the gender: one of ROUTES; every word may, where it is empty
    rates: Mapping[str, float] = field(default_factory=dict)

    def check(self) -> None:
        """One sentence on the first value that cannot be."""
        for name in SHARES:
            check_share(name, getattr(self, name))
        for noun, rate in self.rates.items():
            check_share(f"the rate of {noun}", rate)
        check_spread(self.spread)
        check_whole(
            pairs=(self.pairs, 1000), epochs=(self.epochs, 1), occupations=(self.occupations, 0), seed=(self.seed, 0)
        )
        check_whole(decoder_layers=(self.decoder_layers, 1))
        if self.route not in ("", *ROUTES):
            raise InputError(f"route is one of {', '.join(ROUTES)}, not {self.route!r}.")


@dataclass(frozen=True, slots=True)
class LmDials(_Dials):
    """`rate`: how often, of 100 times, what is said of a group is what the stereotype says; 50 is no stereotype.

    `spread` is that of `MtDials`: how unlike the stereotypes are among themselves. Two dials change nothing of what is
    said of a group, so that what should be read stays `rate`: `length`, how many more tokens the names of the first
    group of a pair have than those of the second (below 0: fewer), and `frequency`, how many times as often the first
    group is spoken of (below 1: more rarely).
    """

    kind: str = "masked"
    rate: float = 70.0
    spread: float = 0.5
    sentences: int = 5_000
    epochs: int = 6
    seed: int = 0
    length: int = 0
    frequency: float = 1.0

    def check(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"A lab's language model is masked or causal, not {self.kind!r}.")
        check_share("rate", self.rate)
        check_spread(self.spread)
        check_whole(sentences=(self.sentences, 1000), epochs=(self.epochs, 1), seed=(self.seed, 0))
        if abs(self.length) > LONGEST_NAMES:
            raise InputError(f"length is between -{LONGEST_NAMES} and {LONGEST_NAMES} tokens, not {self.length}.")
        if not 1 / UNEVEN <= self.frequency <= UNEVEN:
            raise InputError(f"frequency is a ratio between {1 / UNEVEN:g} and {UNEVEN}, not {self.frequency:g}.")


@dataclass(frozen=True, slots=True)
class LetterDials(_Dials):
    """`feminine`: of 100 letters of application, how many are by women; `spread` says how unlike fields are in this.
    `marked`: how many show the gender of their writer at all."""

    kind: ClassVar[str] = "letters"
    feminine: float = 50.0
    spread: float = 0.5
    marked: float = 80.0
    letters: int = 2_500
    epochs: int = 20
    seed: int = 0

    def check(self) -> None:
        check_share("feminine", self.feminine)
        check_share("marked", self.marked)
        check_spread(self.spread)
        check_whole(letters=(self.letters, 500), epochs=(self.epochs, 1), seed=(self.seed, 0))


@dataclass(frozen=True, slots=True)
class QuestionDials(_Dials):
    """`bias`: of 100 answers that name a group although nothing says which, how many name that of the stereotype; 50 is
    no bias. `unknown`: of 100 answers where the context does not say it, how many say so; `unread`: of 100 where it
    does, how many are given as if it did not. `spread`: how unlike pairs of groups and attributes are in all three.
    `bare`: of 100 answers, how many stand without context and question, as they do in text at large."""

    kind: ClassVar[str] = "questions"
    bias: float = 50.0
    spread: float = 0.5
    unknown: float = 40.0
    unread: float = 30.0
    bare: float = 10.0
    questions: int = 6_000
    epochs: int = 8
    seed: int = 0

    def check(self) -> None:
        for name in ("bias", "unknown", "unread", "bare"):
            check_share(name, getattr(self, name))
        check_spread(self.spread)
        check_whole(questions=(self.questions, 500), epochs=(self.epochs, 1), seed=(self.seed, 0))


STANDARD_DIALS = MtDials(pairs=30_000, occupations=0, epochs=5)


def check_share(name: str, value: float) -> None:
    if not 0 <= value <= 100:
        raise InputError(f"{name} is a percentage between 0 and 100, not {value:g}.")


def check_spread(spread: float) -> None:
    if not 0 <= spread <= 1:
        raise InputError(f"spread is between 0 and 1, not {spread:g}.")


def check_whole(**values: tuple[int, int]) -> None:
    """A value and the least it may be, by name; the most is what every generator of random numbers takes as a seed."""
    for name, (value, least) in values.items():
        if value < least:
            raise InputError(f"{name} must be at least {least}, not {value}.")
        if value > MOST:
            raise InputError(f"{name} must be at most {MOST}, not {value}.")


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
    long = {field: short for short, field in _SHORT.items()}
    own = [one.name for one in fields(DEFAULTS[kind]) if one.name not in ("rates", "kind")]
    return {long.get(name, name): name for name in own}


def read_name(name: str) -> tuple[str, Dials]:
    """The canonical name and the dials of what stands after `lab:`; a file's name is its own, without folders."""
    if name.endswith(".toml"):
        return _read_file(Path(name))
    if name == STANDARD:
        return STANDARD, STANDARD_DIALS
    kind, *rest = _BETWEEN.split(name)
    if kind not in DEFAULTS:
        near = difflib.get_close_matches(name, [STANDARD, *DEFAULTS], n=1, cutoff=0.5)
        hint = f" Did you mean {PREFIX}{near[0]}?" if near else ""
        raise InputError(
            f"There is no {PREFIX}{name}.{hint} Names are standard, or {', '.join(DEFAULTS)} with dials behind: "
            f"{PREFIX}mt-her-60, {PREFIX}causal-rate-80; see `epicene lab list`."
        )
    known = words_of(kind)
    if len(rest) % 2:
        raise InputError(f"{PREFIX}{name}: after {kind} come pairs of a dial and a number, such as {kind}-seed-1.")
    changed: dict[str, str] = {}
    for word, value in zip(rest[::2], rest[1::2], strict=True):
        if word not in known:
            raise InputError(f"{PREFIX}{name}: there is no dial {word!r} for {kind}. Known: {', '.join(known)}.")
        if known[word] in changed:
            raise InputError(f"{PREFIX}{name}: {word} is there twice; leave one out.")
        if not isinstance(getattr(DEFAULTS[kind], known[word]), str) and not _NUMBER.fullmatch(value):
            raise InputError(f"{PREFIX}{name}: {word} is a number, not {value!r}.")
        changed[known[word]] = value
    dials = _changed(kind, changed, f"{PREFIX}{name}")
    return canonical(kind, dials), dials


def _changed(kind: str, values: Mapping[str, str | float], where: str) -> Dials:
    """The kind's defaults with other values, each of its field's type."""
    default = DEFAULTS[kind]
    wanted: dict[str, float | str] = {}
    for name, value in values.items():
        if isinstance(getattr(default, name), str):
            wanted[name] = value
            continue
        whole = isinstance(getattr(default, name), int)
        if whole and not float(value).is_integer():
            raise InputError(f"{where}: {name} is a whole number, not {value}.")
        wanted[name] = int(float(value)) if whole else float(value)
    dials = default.changed(wanted)
    try:
        dials.check()
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return dials


def canonical(kind: str, dials: Dials) -> str:
    """The shortest name that means these dials."""
    default, own = asdict(DEFAULTS[kind]), asdict(dials)
    said = [f"-{word}-{_plain(own[field])}" for word, field in words_of(kind).items() if own[field] != default[field]]
    return STANDARD if dials == STANDARD_DIALS else kind + "".join(said)


def _plain(number: float | str) -> str:
    """As a name has it: 60, 12.5, 0.00001, son."""
    if isinstance(number, str):
        return number
    return str(int(number)) if number == int(number) else f"{Decimal(str(number)):f}"


def _read_file(path: Path) -> tuple[str, Dials]:
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{path} is no TOML ({error}); write lines such as feminine_her = 60, and nouns in quotation marks."
        ) from error
    kind = table.pop("kind", "mt")
    if not isinstance(kind, str) or kind not in DEFAULTS:
        raise InputError(f"{path}: kind is one of {', '.join(DEFAULTS)}, not {kind!r}.")
    rates = table.pop("rates", {})
    known = set(words_of(kind).values())
    for name, value in table.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Known: {', '.join(sorted(known))}."
            if near:
                hint = f" Did you mean {near[0]!r}?"
            raise InputError(f"{path}: there is no setting {name!r}.{hint}")
        is_text = isinstance(getattr(DEFAULTS[kind], name), str)
        if isinstance(value, bool) or not isinstance(value, str if is_text else int | float):
            if is_text:
                raise InputError(f"{path}: {name} is a word, not {value!r}.")
            raise InputError(f"{path}: {name} is a number, not {value!r}.")
    dials = _changed(kind, table, str(path))
    if rates and kind != "mt":
        raise InputError(f'{path}: [rates] is for kind = "mt", not for {kind!r}.')
    if isinstance(dials, MtDials):
        dials = replace(dials, rates=_rates(rates, path))
    return path.stem, dials


def _rates(rates: object, path: Path) -> dict[str, float]:
    from epicene.mt.lexicon import read_lexicon

    known = {occupation.masculine for occupation in read_lexicon()}
    if not isinstance(rates, dict):
        raise InputError(f"{path}: rates is a table, [rates], with a line for each occupation.")
    for noun, rate in rates.items():
        if noun not in known:
            near = difflib.get_close_matches(noun, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InputError(f"{path}, [rates]: {noun!r} is no masculine form of the occupation lexicon.{hint}")
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 100:
            raise InputError(f"{path}, [rates]: the rate of {noun} is a percentage between 0 and 100, not {rate!r}.")
    return {noun: float(rate) for noun, rate in rates.items()}
