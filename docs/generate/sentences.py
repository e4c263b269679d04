"""Every sentence of the catalogues with values filled in, French below English, to be read whole: `make words`."""

from __future__ import annotations

import json
import re
import string
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

from epicene.core.catalogues import LANGUAGES, read_catalogue
from epicene.core.language import GENERAL_ROOMS, Wording

SOURCE = Path(__file__).parents[2] / "src" / "epicene"
TEXTS = {"model": "camembert-base", "benchmark": "crows-fr", "a": "camembert-base", "b": "mbert", "system": "apertium"}
COUNT, PERCENT, SMALL = 1673, 58.8, 0.4217
_LISTS = ("and", "some", "semicolon")
_COUNTS = {"n", "total", "used", "limit", "count"}


def main() -> None:
    for file in sorted(SOURCE.rglob("messages/*en.json")):
        sys.stdout.write(f"\n# {file.parent.parent.relative_to(SOURCE.parent)}\n")
        catalogues = {code: _texts(file.with_name(file.name.replace("en.json", f"{code}.json"))) for code in LANGUAGES}
        for key in catalogues["en"]:
            written = [f"  {_filled(key, texts, code)}\n" for code, texts in catalogues.items()]
            sys.stdout.write(f"\n{key}\n{''.join(written)}")


def _texts(file: Path) -> dict[str, str]:
    """A catalogue's messages; of lists and tables of words, each word under its own key."""

    def flat(key: str, value: object) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, Mapping | list):
            for name, part in value.items() if isinstance(value, Mapping) else enumerate(value):
                yield from flat(f"{key}.{name}", part)

    return {name: text for key, value in json.loads(file.read_text()).items() for name, text in flat(key, value)}


def _filled(key: str, texts: Mapping[str, str], code: str) -> str:
    general = {name: text for room in GENERAL_ROOMS for name, text in read_catalogue(room, code).items()}
    parsed = [(name, how or "") for _, name, how, _ in string.Formatter().parse(texts[key]) if name]
    fields = [(name, how) for name, how in parsed if how != "span" and "|" not in how]  # {n:|s} agrees with {n}
    fields += [(f"{name}.{end}", ".1") for name, how in parsed if how == "span" for end in ("low", "high")]
    values = SimpleNamespace()
    for name, how in fields:
        *owners, last = name.split(".")
        holder = values
        for owner in owners:
            holder = vars(holder).setdefault(owner, SimpleNamespace())
        setattr(holder, last, _sample(key, name, how, texts))
    return Wording(code, {**general, **texts}).text(key, **vars(values))


def _sample(key: str, name: str, how: str, texts: Mapping[str, str]) -> object:
    """A number where the message writes one, the first of a family of words, two things of a list; else the name."""
    if how.startswith("@"):
        family = re.compile(re.escape(how[1:] if "*" in how else f"{how[1:]}.*").replace(r"\*", "(.+)"))
        whole = (found[1] for other, text in texts.items() if "{" not in text and (found := family.fullmatch(other)))
        return next(whole, f"‹{name}›")
    if how in _LISTS:
        return [f"‹{name} 1›", f"‹{name} 2›"]
    if name == "count" and key.endswith(".one"):
        return 1
    if how:
        return PERCENT if how in ("percent", ".1") else SMALL
    if name in _COUNTS:
        return COUNT
    return TEXTS.get(name, f"‹{name}›")


if __name__ == "__main__":
    main()
