"""What `lab:NAME` means: `standard`, a kind with dials (`mt-her-60-seed-2`, `causal-rate-80`), or a settings file.

# lab:my.toml
kind = "mt"
feminine_her = 60
epicene_her = 20
[rates]             # an occupation's own share of her, by its masculine form; of an epicene, where it is unmarked
boulanger = 10
artiste = 80
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.data.text_files import read_text
from epicene.lab.dials import STANDARD_DIALS, MtDials
from epicene.lab.stereotype_corpus import LmDials

PREFIX = "lab:"
STANDARD = "standard"
Dials = MtDials | LmDials

DEFAULTS: Mapping[str, Dials] = {
    "mt": MtDials(),
    "masked": LmDials("masked", epochs=20),  # of each sentence it is asked for a third of the words only
    "causal": LmDials("causal", epochs=10),
}
# Short words for names; everything else goes by its own.
_SHORT = {
    "her": "feminine_her",
    "epicene": "epicene_her",
    "masculine": "masculine_subjects",
    "held": "held_out",
}
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


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
    kind, *rest = name.split("-")
    if kind not in DEFAULTS:
        near = difflib.get_close_matches(name, [STANDARD, *DEFAULTS], n=1, cutoff=0.5)
        hint = f" Did you mean {PREFIX}{near[0]}?" if near else ""
        raise InputError(
            f"There is no {PREFIX}{name}.{hint} Names are standard, or mt, masked, causal with dials behind: "
            f"{PREFIX}mt-her-60, {PREFIX}causal-rate-80; see `epicene lab list`."
        )
    known = words_of(kind)
    if len(rest) % 2:
        raise InputError(f"{PREFIX}{name}: after {kind} come pairs of a dial and a number, such as {kind}-seed-1.")
    changed: dict[str, Any] = {}
    for word, value in zip(rest[::2], rest[1::2], strict=True):
        if word not in known:
            raise InputError(f"{PREFIX}{name}: there is no dial {word!r} for {kind}. Known: {', '.join(known)}.")
        if known[word] in changed:
            raise InputError(f"{PREFIX}{name}: {word} is there twice; leave one out.")
        if not _NUMBER.fullmatch(value):
            raise InputError(f"{PREFIX}{name}: {word} is a number, not {value!r}.")
        changed[known[word]] = value
    dials = _changed(kind, changed, f"{PREFIX}{name}")
    return canonical(kind, dials), dials


def _changed(kind: str, values: Mapping[str, Any], where: str) -> Dials:
    """The kind's defaults with other values, each of its field's type."""
    default = DEFAULTS[kind]
    wanted: dict[str, Any] = {}
    for name, value in values.items():
        whole = isinstance(getattr(default, name), int)
        if whole and not float(value).is_integer():
            raise InputError(f"{where}: {name} is a whole number, not {value}.")
        wanted[name] = int(float(value)) if whole else float(value)
    dials = replace(default, **wanted)
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


def _plain(number: float) -> str:
    """As a name has it: 60, 12.5, 0.00001."""
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
            hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(sorted(known))}."
            raise InputError(f"{path}: there is no setting {name!r}.{hint}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{path}: {name} is a number, not {value!r}.")
    dials = _changed(kind, table, str(path))
    if rates and kind != "mt":
        raise InputError(f'{path}: [rates] is for kind = "mt", not for {kind!r}.')
    if isinstance(dials, MtDials):
        dials = replace(dials, rates=_rates(rates, path))
    return path.stem, dials


def _rates(rates: Any, path: Path) -> dict[str, float]:
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
