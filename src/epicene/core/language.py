"""How a language is written: messages and plurals, numbers, percentages, days; reports and collect build on it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

NO_BREAK = "\u00a0"
NARROW_NO_BREAK = "\u202f"
MINUS = "\u2212"


class Wording:
    """One language's messages (French or English) and conventions; `date.first` and `date.months` are among them."""

    def __init__(self, code: str, messages: Mapping[str, str]) -> None:
        self.code = code
        self._messages = messages

    def text(self, key: str, **values: object) -> str:
        return self._messages[key].format_map(values)

    def plural(self, key: str, count: int, **values: object) -> str:
        """`key.one` or `key.other`."""
        return self.text(f"{key}.{self.form(count)}", count=self.number(count, 0), **values)

    def form(self, count: int) -> str:
        """French counts 0 as singular, English does not."""
        return "one" if count == 1 or (count == 0 and self.code == "fr") else "other"

    def number(self, value: float, digits: int = 1) -> str:
        written = f"{value:,.{digits}f}"
        if not written.strip("-0.,"):
            written = written.lstrip("-")
        if self.code == "fr":
            written = written.replace(",", NARROW_NO_BREAK).replace(".", ",")
        return written.replace("-", MINUS)

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.number(value, digits)}{NO_BREAK}%"

    def day(self, moment: datetime | str) -> str:
        """6 October 2025, 6 octobre 2025, 1er octobre 2025; of an ISO time stamp too, and what is none stays."""
        if isinstance(moment, str):
            try:
                moment = datetime.fromisoformat(moment)
            except ValueError:
                return str(moment)
        first = self.text("date.first") if moment.day == 1 else str(moment.day)
        month = self.text("date.months").split()[moment.month - 1]
        return f"{first}{NO_BREAK}{month}{NO_BREAK}{moment.year}"
