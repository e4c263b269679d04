"""Every sentence of the catalogues with values filled in, French below English, to be read whole: `make words`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

from epicene.core.catalogues import LANGUAGES, entries
from epicene.core.language import Language, parsed

SOURCE = Path(__file__).parents[2] / "src" / "epicene"
TEXTS = {"model": "camembert-base", "benchmark": "crows-fr", "a": "camembert-base", "b": "mbert", "system": "apertium"}
COUNT, PERCENT, SMALL = 1673, 58.8, 0.4217
_COUNTS = {"n", "total", "used", "limit", "count"}


def main() -> None:
    for file in sorted(SOURCE.rglob("messages/*en.ftl")):
        room = file.parent.parent.relative_to(SOURCE.parent)
        sys.stdout.write(f"\n# {room}\n")
        languages = [Language(code, ".".join(room.parts)) for code in LANGUAGES]
        files = [file.with_name(file.name.replace("en.ftl", f"{code}.ftl")) for code in LANGUAGES]
        catalogues = [entries(path.read_text(encoding="utf-8")) for path in files]
        for key in catalogues[0]:
            pairs = zip(catalogues, languages, strict=True)
            counts = (1, COUNT) if any("->" in texts[key] for texts in catalogues) else (COUNT,)
            written = [f"  {_filled(key, texts, language, n)}\n" for texts, language in pairs for n in counts]
            sys.stdout.write(f"\n{key}\n{''.join(written)}")


def _filled(key: str, texts: Mapping[str, str], language: Language, count: int) -> str:
    source, values = texts[key], SimpleNamespace()
    for variable in parsed(language.code, source).variables:
        *owners, last = variable.split("-")
        holder = values
        for owner in owners:
            holder = vars(holder).setdefault(owner, SimpleNamespace())
        setattr(holder, last, _sample(variable, source, texts, count))
    return language.text(key, **vars(values))


def _sample(variable: str, source: str, texts: Mapping[str, str], count: int) -> object:
    """A number where the message writes or selects by one, the first of a family of words, two things of a list; else
    the name."""
    used = re.search(rf"([A-Z]+)\([^()]*\${variable}\b(?!-)", source)
    function = used[1] if used else ""
    if function == "NAME":
        family = re.search(rf'\${variable}, of: "([^"]+)"', source)
        starts = f"{family[1]}." if family else ""
        return next((key.removeprefix(starts) for key in texts if key.startswith(starts)), f"‹{variable}›")
    if function in ("LIST", "FIRST", "SEMICOLONS"):
        return [f"‹{variable} 1›", f"‹{variable} 2›"]
    if function:
        return SMALL if function == "NUMBER" else PERCENT
    if f"${variable} ->" in source:
        return count
    if variable in _COUNTS:
        return COUNT
    return TEXTS.get(variable, f"‹{variable}›")


if __name__ == "__main__":
    main()
