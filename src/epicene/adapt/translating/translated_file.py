"""Translations made elsewhere: a table with the columns source and translation.

Where the file does not exist yet, it is written with every source text and an empty column to fill in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from epicene.adapt.spreadsheets import plain, read_table, write_table
from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.types import Numbered

COLUMNS = ("source", "translation")
_MOST_NAMED = 5


@dataclass
class TranslatedFile:
    """A system in the sense of `adapt translate` that looks up what somebody else translated."""

    path: Path
    _texts: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def facts(self) -> Mapping[str, object]:
        return {"file": self.path.name, "digest": digest(sorted(self._read().items()))}

    def check(self, lines: Sequence[str], file: Path) -> None:
        """Every text must have a translation."""
        if not self.path.exists():
            if self.path.suffix != ".csv":
                raise InputError(f"{self.path} does not exist; check the path, or name a FILE.csv to be filled in.")
            write_table(self.path, COLUMNS, [{"source": line, "translation": ""} for line in lines])
            raise InputError(
                f"{self.path} did not exist and now holds the {len(lines)} texts to translate. Fill in its column "
                "`translation` and run the same command again."
            )
        known = self._by_source(lines)
        missing = [line for line in lines if not known.get(line)]
        if missing:
            rows = {plain(row["source"]): row.line for row in read_table(self.path, COLUMNS)}
            places = [f"line {rows[plain(line)]}" if plain(line) in rows else f"no row “{line}”" for line in missing]
            named = ", ".join(places[:_MOST_NAMED]) + (", …" if len(missing) > _MOST_NAMED else "")
            raise InputError(
                f"{self.path} has no translation for {len(missing)} of {len(lines)} texts ({named}); fill them in."
            )

    def translate(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        known = self._by_source([line for _, line in lines])
        yield [(place, known[line]) for place, line in lines]

    def _by_source(self, lines: Sequence[str]) -> dict[str, str]:
        """By source text as we wrote it, although the spreadsheet may have made its quotation marks curly."""
        folded = {plain(source): text for source, text in self._read().items()}
        return {line: folded.get(plain(line), "") for line in lines}

    def _read(self) -> dict[str, str]:
        if not self._texts and self.path.exists():
            for row in read_table(self.path, COLUMNS):
                made = " ".join(row["translation"].split())
                if self._texts.get(row["source"], made) != made:
                    raise InputError(f"{row.where}: “{row['source']}” has two translations; keep one.")
                self._texts[row["source"]] = made
        return self._texts
